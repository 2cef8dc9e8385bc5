# A bot for Spacegoo. On this machine: roundhouse play spacegoo "cmd:python bot.py" random
# On a server, rated or at a table: ROUNDHOUSE_SERVER=host:port ROUNDHOUSE_TOKEN=rh_... python bot.py [TABLE]
import json
import os
import socket
import sys
from typing import Any


def strength(planet: dict[str, Any]) -> int:
    return sum(planet["ships"])


def choose(view: dict[str, Any]) -> dict[str, Any]:
    """Half of the strongest planet's ships go to its weakest neighbour, if they are more than it has."""
    planets, me = view["planets"], view["player_id"]
    mine = [planet for planet in planets if planet["owner_id"] == me]
    if not mine:
        return {"type": "nop"}
    source = max(mine, key=strength)
    near = [planets[b] for a, b in view["hyperlanes"] if a == source["id"] and planets[b]["owner_id"] != me]
    if not near or strength(source) < 2 * min(map(strength, near)):
        return {"type": "nop"}
    half = [ships // 2 for ships in source["ships"]]
    return {"type": "send", "source": source["id"], "target": min(near, key=strength)["id"], "ships": half}


def send(message: dict[str, Any]) -> None:
    out.write(json.dumps(message) + "\n")
    out.flush()


lines, out = sys.stdin, sys.stdout
if os.environ.get("ROUNDHOUSE_SERVER"):
    host, _, port = os.environ["ROUNDHOUSE_SERVER"].rpartition(":")
    lines = out = socket.create_connection((host, int(port))).makefile("rw", encoding="utf-8", newline="\n")
    where = {"table": sys.argv[1]} if sys.argv[1:] else {"game": "spacegoo", "matches": 0}
    send({"type": "hello", "version": 1, "token": os.environ.get("ROUNDHOUSE_TOKEN", ""), **where})
for line in lines:
    message = json.loads(line) if line.strip() else {}
    if message.get("type") == "turn":
        send({"type": "act", "step": message["step"], "actions": [choose(message["view"])]})
    elif message.get("type") in ("over", "error"):
        sys.stderr.write(line)
