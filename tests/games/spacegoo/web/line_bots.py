"""Bots that speak Spacegoo's original line protocol, for the pages about them."""

import contextlib
import json
import socket
import threading

from tests.web.site import PATIENCE_S, Site


class LineBot:
    """Answers every state with what `reply` says of it, until its game is over or `hang_up`."""

    def __init__(self, site: Site, name: str, reply=lambda state: "nop", edition: str = "standard") -> None:
        self._socket = socket.create_connection(("127.0.0.1", site.ports[edition]), timeout=PATIENCE_S)
        self._name = name
        self._reply = reply
        self._thread = threading.Thread(target=self._play, daemon=True)
        self._thread.start()

    def _play(self) -> None:
        with contextlib.suppress(OSError), self._socket.makefile("rw", encoding="utf-8", newline="\n") as lines:
            self._say(lines, f"login {self._name} secret")
            for line in lines:
                if not line.startswith("{"):
                    continue
                state = json.loads(line)
                if state["game_over"]:
                    return
                self._say(lines, self._reply(state))

    @staticmethod
    def _say(lines, text: str) -> None:
        lines.write(text + "\n")
        lines.flush()

    def wait(self) -> None:
        self._thread.join(PATIENCE_S)
        assert not self._thread.is_alive(), f"the game of {self._name} does not end"
        self._socket.close()

    def hang_up(self) -> None:
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self.wait()


def blunder(state: dict) -> str:
    """What loses at once: a negative number of ships."""
    home = next(planet for planet in state["planets"] if planet["owner_id"] == state["player_id"])
    return f"send {home['id']} {home['id']} -1 0 0"


def play(site: Site, winner: str, loser: str, edition: str = "standard") -> int:
    """One game that the first wins; its number, once the result is known."""
    before = site.get(f"/spacegoo/api/info.json?edition={edition}")["num_games"]
    bots = [LineBot(site, winner, edition=edition), LineBot(site, loser, blunder, edition=edition)]
    for bot in bots:
        bot.wait()
    info = site.eventually(
        f"/spacegoo/api/info.json?edition={edition}",
        lambda info: info["num_games"] > before and info["last_games"][0]["elodiff"] is not None,
    )
    return info["last_games"][0]["game_id"]
