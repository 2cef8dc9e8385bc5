"""Maps that people make: what a game says about one, and where it keeps its own."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from msgspec import Struct


class MapProblem(Struct, frozen=True):
    """Something wrong with a map's text; lines and columns count from 1, 0 where there is none."""

    code: str
    sentence: str
    line: int = 0
    column: int = 0
    rule: str = ""


class MapCheck(Struct, frozen=True):
    """What a game says about a map's text: no problems means that it can be played. `seats` is the most it has room
    for; `facts` are the game's own values about it (size, checkpoints, level, ...)."""

    problems: list[MapProblem]
    key: str = ""
    name: str = ""
    seats: int = 0
    facts: dict[str, Any] = {}


@dataclass(frozen=True)
class Maps:
    """`setting` is the setting that takes the key of a shipped map or the text of any other."""

    setting: str
    shipped: Mapping[str, str]
    check: Callable[[str], MapCheck]
