# Run it with: python bot.py            (waits for rated matches)
#          or: python bot.py TABLE      (takes a seat at a table)
import json
import socket
import sys

HOST, PORT, TOKEN = "{{HOST}}", {{PORT}}, "{{TOKEN}}"
where = {"table": sys.argv[1]} if sys.argv[1:] else {"game": "boidvoid", "matches": 0}


def distance(a, b):
    """Tiles from one place to another; odd rows are half a tile to the right."""
    q = a[0] - a[1] // 2 - (b[0] - b[1] // 2)
    r = a[1] - b[1]
    return (abs(q) + abs(r) + abs(q + r)) // 2


def orders(view):
    """What every unit does this turn: come back, strike what is near, or take tiles that nobody has."""
    team, taken, given = view["you"]["team"], set(), []
    ground = {(tile["x"], tile["y"]): tile.get("owner", 0) for tile in view["tiles"] if not tile.get("obstacle")}
    units = {unit["id"]: unit for unit in view["units"]}
    stands = {(unit["x"], unit["y"]) for unit in view["units"]}
    wanted = {at for at, owner in ground.items() if owner != team}
    for choice in view["you"]["choices"]:
        unit, name = units[choice["unit"]], choice["unit"]
        if choice["state"] == "can_respawn":
            homes = [at for at, owner in ground.items() if owner == team and at not in stands]
            if homes:
                stands.add(homes[0])
                given.append({"type": "spawn", "unit": name, "tile": homes[0]})
        elif choice["targets"]:
            given.append({"type": "attack", "unit": name, "target": choice["targets"][0]})
        elif "capture" in choice["may"]:
            taken.add((unit["x"], unit["y"]))
            given.append({"type": "capture", "unit": name})
        elif unit["kind"] == "spaceship" and choice["reach"] and wanted - taken:
            # free tiles first: those of others take twice as long
            goals = [at for at in wanted - taken if not ground[at]] or list(wanted - taken)
            ends = {(tile["x"], tile["y"]): tile["cost"] for tile in choice["reach"]}
            best = min(ends, key=lambda at: (min(distance(at, goal) for goal in goals), ends[at], at))
            given.append({"type": "move", "unit": name, "to": best})
            if best in goals:
                taken.add(best)
                given.append({"type": "capture", "unit": name})
    return [*given, {"type": "done"}]


lines = socket.create_connection((HOST, PORT)).makefile("rw", encoding="utf-8", newline="\n")


def send(message):
    lines.write(json.dumps(message) + "\n")
    lines.flush()


send({"type": "hello", "version": 1, "token": TOKEN, **where})
for line in lines:
    message = json.loads(line) if line.strip() else {"type": "heartbeat"}
    if message["type"] == "turn":
        send({"type": "act", "step": message["step"], "actions": orders(message["view"])})
    elif message["type"] in ("over", "error"):
        print(line.strip())
