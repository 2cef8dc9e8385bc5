# What the kits of all games have in common in this language: a kit takes a part by a line `# kit: NAME`.

# kit: head
# On a server, rated or at a table: ROUNDHOUSE_SERVER=host:port ROUNDHOUSE_TOKEN=rh_... python bot.py [TABLE]
import json
import os
import socket
import sys

# kit: connection
def send(message: dict[str, Any]) -> None:
    out.write(json.dumps(message) + "\n")
    out.flush()


lines, out = sys.stdin, sys.stdout
if os.environ.get("ROUNDHOUSE_SERVER"):
    host, _, port = os.environ["ROUNDHOUSE_SERVER"].rpartition(":")
    lines = out = socket.create_connection((host, int(port))).makefile("rw", encoding="utf-8", newline="\n")

# kit: hello
    where = {"table": sys.argv[1]} if sys.argv[1:] else {"game": "GAME_KEY", "matches": 0}
    send({"type": "hello", "version": 1, "token": os.environ.get("ROUNDHOUSE_TOKEN", ""), **where})

# kit: one_action
for line in lines:
    message = json.loads(line) if line.strip() else {}
    if message.get("type") == "turn":
        send({"type": "act", "step": message["step"], "actions": [choose(message["view"])]})
    elif message.get("type") in ("over", "error"):
        sys.stderr.write(line)

# kit: many_actions
for line in lines:
    message = json.loads(line) if line.strip() else {}
    if message.get("type") == "turn":
        send({"type": "act", "step": message["step"], "actions": choose(message["view"])})
    elif message.get("type") in ("over", "error"):
        sys.stderr.write(line)
