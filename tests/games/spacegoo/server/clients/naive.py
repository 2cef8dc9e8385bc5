"""A player written from the protocol text alone: reads lines, ignores what does not start with a brace.

Usage: naive.py PORT NAME. Prints the winner and the number of the last round.
"""

import json
import socket
import sys


def reply(state):
    me = next(player["id"] for player in state["players"] if player["itsme"])
    mine = [planet for planet in state["planets"] if planet["owner_id"] == me]
    if not mine:
        return "nop"
    home = max(mine, key=lambda planet: sum(planet["ships"]))
    lanes = state.get("hyperlanes")
    near = [planet for planet in state["planets"] if lanes is None or [home["id"], planet["id"]] in lanes]
    targets = [planet for planet in near if planet["id"] != home["id"] and planet["owner_id"] != me]
    if not targets:
        return "nop"
    target = min(targets, key=lambda planet: (sum(planet["ships"]), planet["id"]))
    if sum(home["ships"]) < 1.5 * sum(target["ships"]):
        return "nop"
    return "send {} {} {} {} {}".format(home["id"], target["id"], *home["ships"])


def main(port, name):
    with socket.create_connection(("127.0.0.1", int(port))) as sock, sock.makefile("rw", newline="\n") as lines:
        lines.write(f"login {name} secret\n")
        lines.flush()
        for line in lines:
            if not line.startswith("{"):
                continue
            state = json.loads(line)
            if state["game_over"]:
                sys.stdout.write(f"{state['winner']} {state['round']}\n")
                return
            lines.write(reply(state) + "\n")
            lines.flush()


main(*sys.argv[1:])
