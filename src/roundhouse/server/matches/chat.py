"""The chat of a match: keeps a few lines for newcomers, limits the rate, and strips control characters."""

import unicodedata
from collections import deque

from ...protocol.messages import TEXT_MAX, Said, encode
from ..errors import Refused

LINES_KEPT = 50
LINES_MAX, WITHIN_S = 5, 10.0  # lines of one name within so many seconds
NAMES_MAX = 1000  # names whose rate is remembered


class Chat:
    def __init__(self) -> None:
        self.lines: deque[bytes] = deque(maxlen=LINES_KEPT)
        self._said: dict[str, deque[float]] = {}

    def say(self, seat: int, name: str, text: str, now_s: float) -> bytes:
        """The line to send to everybody. Raises Refused."""
        clean = plain(text)
        if not clean:
            raise Refused("empty", "There was nothing to say.", field="text")
        self._pace(name, now_s)
        line = encode(Said(name, seat, clean))
        self.lines.append(line)
        return line

    def _pace(self, name: str, now_s: float) -> None:
        if len(self._said) >= NAMES_MAX:
            self._said = {who: said for who, said in self._said.items() if said[-1] > now_s - WITHIN_S}
        said = self._said.setdefault(name, deque(maxlen=LINES_MAX))
        if len(said) == LINES_MAX and said[0] > now_s - WITHIN_S:
            raise Refused("slow_down", "You talk too fast; wait a few seconds.", status=429)
        said.append(now_s)


def plain(text: str) -> str:
    """One line without control characters, among them those that turn the direction of what follows."""
    kept = (" " if char.isspace() else char for char in text if char.isspace() or not _controls(char))
    return " ".join("".join(kept).split())[:TEXT_MAX]


def _controls(char: str) -> bool:
    return unicodedata.category(char).startswith("C")
