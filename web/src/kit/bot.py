# Run it with: python bot.py            (waits for rated matches)
#          or: python bot.py TABLE      (takes a seat at a table)
import json
import socket
import sys

HOST, PORT, TOKEN = "{{HOST}}", {{PORT}}, "{{TOKEN}}"
where = {"table": sys.argv[1]} if sys.argv[1:] else {"game": "spacegoo", "matches": 0}


def choose(view):
    """Half of the strongest planet's ships go to its weakest neighbour, if they are more than it has."""
    planets, me = view["planets"], view["player_id"]
    source = max((p for p in planets if p["owner_id"] == me), key=lambda p: sum(p["ships"]), default=None)
    near = [b for a, b in view["hyperlanes"] if source and a == source["id"]]
    targets = [planets[n] for n in near if planets[n]["owner_id"] != me]
    target = min(targets, key=lambda p: sum(p["ships"]), default=None)
    if target is None or sum(source["ships"]) < 2 * sum(target["ships"]):
        return {"type": "nop"}
    half = [n // 2 for n in source["ships"]]
    return {"type": "send", "source": source["id"], "target": target["id"], "ships": half}


lines = socket.create_connection((HOST, PORT)).makefile("rw", encoding="utf-8", newline="\n")


def send(message):
    lines.write(json.dumps(message) + "\n")
    lines.flush()


send({"type": "hello", "version": 1, "token": TOKEN, **where})
for line in lines:
    message = json.loads(line) if line.strip() else {"type": "heartbeat"}
    if message["type"] == "turn":
        send({"type": "act", "step": message["step"], "actions": [choose(message["view"])]})
    elif message["type"] in ("over", "error"):
        print(line.strip())
