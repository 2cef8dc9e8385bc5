"""A small player for the line protocol, to try a server with.

    python -m roundhouse.games.spacegoo.server.example_bot PORT NAME

It needs nothing but the standard library and plays match after match; copy it as a start for your own.
"""

import json
import socket
import sys
from typing import Any

HOST = "127.0.0.1"


def reply(state: dict[str, Any]) -> str:
    """All ships of the strongest own planet go to the weakest planet in reach, if they are clearly more."""
    me = state["player_id"]
    mine = [planet for planet in state["planets"] if planet["owner_id"] == me]
    if not mine:
        return "nop"
    home = max(mine, key=lambda planet: sum(planet["ships"]))
    targets = [
        planet
        for planet in state["planets"]
        if planet["owner_id"] != me and ("hyperlanes" not in state or [home["id"], planet["id"]] in state["hyperlanes"])
    ]
    if not targets:
        return "nop"
    target = min(targets, key=lambda planet: sum(planet["ships"]))
    if sum(home["ships"]) < 1.5 * sum(target["ships"]):
        return "nop"
    return "send {} {} {} {} {}".format(home["id"], target["id"], *home["ships"])


def play(host: str, port: int, name: str, secret: str) -> bool:
    """One match from login to its end; False if the server did not let us play."""
    with socket.create_connection((host, port)) as sock, sock.makefile("rw", encoding="utf-8", newline="\n") as lines:
        lines.write(f"login {name} {secret}\n")
        lines.flush()
        for line in lines:
            if not line.startswith("{"):
                if line.startswith(("game", "invalid", "you", "server")):
                    sys.stdout.write(f"{name}: {line}")
                    sys.stdout.flush()
                continue
            state = json.loads(line)
            if state["game_over"]:
                return True
            lines.write(reply(state) + "\n")
            lines.flush()
    return False


def main(arguments: list[str]) -> int:
    if len(arguments) not in (2, 3) or not arguments[0].isdecimal():
        sys.stderr.write("Usage: python -m roundhouse.games.spacegoo.server.example_bot PORT NAME [SECRET]\n")
        return 2
    port, name, secret = int(arguments[0]), arguments[1], (arguments[2:] or ["secret"])[0]
    try:
        while play(HOST, port, name, secret):
            pass
    except OSError as error:
        sys.stderr.write(f"The server on {HOST} port {port} cannot be reached: {error.strerror or error}\n")
    except KeyboardInterrupt:
        return 0
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
