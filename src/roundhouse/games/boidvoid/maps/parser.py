"""Map files: JSON with homes and tiles. BOI-043 to BOI-045"""

from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from ....core.maps import MapProblem
from ....core.settings import SetupError
from ..rules import tables as t

Coordinate = Annotated[int, Meta(ge=0, lt=t.SEASON_SIDE)]
Length = Annotated[int, Meta(ge=5, le=t.SEASON_SIDE)]


class TileLine(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    x: Coordinate
    y: Coordinate
    type: str
    obstacle: str = ""
    npc: str = ""
    poi: str = ""
    captured: Annotated[int, Meta(ge=0, lt=t.TEAMS_MAX)] | None = None  # a team, counted from 0


class MapFile(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Coordinates that are not listed are void."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    width: Length
    height: Length
    homes: Annotated[list[tuple[Coordinate, Coordinate]], Meta(min_length=2, max_length=t.TEAMS_MAX)]
    tiles: Annotated[list[TileLine], Meta(max_length=t.SEASON_SIDE * t.SEASON_SIDE)]
    key: Annotated[str, Meta(pattern=r"^[a-z0-9-]{1,40}$")] = "map"


SHIPPED: dict[str, str] = {
    key: (Path(__file__).parent / "files" / f"{key}.json").read_text(encoding="utf-8")
    for key in ("first-light", "long-drift", "maelstrom", "trefoil", "four-winds", "hexagram")
}


class MapError(SetupError):
    """A text that is no map, with all that is wrong with it."""

    def __init__(self, problems: list[MapProblem]) -> None:
        super().__init__("bad_map", "map", problems[0].sentence, problems[0].rule)
        self.problems = problems


def load(text: str) -> MapFile:
    """A shipped map by its key, or any other by its text. Raises MapError."""
    if "{" not in text and text not in SHIPPED:
        raise MapError([_problem(f"{text[:40]!r} is neither one of {', '.join(SHIPPED)} nor a map file.", "BOI-043")])
    return read(SHIPPED.get(text, text))


def read(text: str) -> MapFile:
    """Raises MapError."""
    try:
        made = msgspec.json.decode(text, type=MapFile)
    except msgspec.MsgspecError as error:
        raise MapError([_problem(str(error) + ".", "BOI-043")]) from None
    problems = problems_of(made)
    if problems:
        raise MapError(problems)
    return made


def _problem(sentence: str, rule: str) -> MapProblem:
    return MapProblem("bad_map", sentence, rule=rule)


def neighbours(x: int, y: int) -> list[tuple[int, int]]:
    """BOI-028"""
    steps = t.STEP_X_ODD if y % 2 else t.STEP_X_EVEN
    return [(x + dx, y + dy) for dx, dy in zip(steps, t.STEP_Y, strict=True)]


def problems_of(made: MapFile) -> list[MapProblem]:
    """BOI-044, BOI-045, apart from what depends on the game"""
    found: list[MapProblem] = []
    seen: dict[tuple[int, int], TileLine] = {}
    for tile in made.tiles:
        where = f"[{tile.x}, {tile.y}]"
        if tile.x >= made.width or tile.y >= made.height:
            found.append(_problem(f"{where} is outside of the map.", "BOI-043"))
        if (tile.x, tile.y) in seen:
            found.append(_problem(f"{where} is listed twice.", "BOI-043"))
        seen[tile.x, tile.y] = tile
        for name, value, known in (
            ("type", tile.type, t.TILE_NAMES[1:]),
            ("obstacle", tile.obstacle, t.OBSTACLE_NAMES),
            ("npc", tile.npc, ("", "space_pirate")),
            ("poi", tile.poi, t.POI_NAMES),
        ):
            if value not in known:
                words = ", ".join(word for word in known if word)
                found.append(_problem(f"{where} has the {name} {value!r}; there are {words}.", "BOI-043"))
        if tile.obstacle and (tile.npc or tile.poi or tile.captured is not None):
            found.append(_problem(f"{where} has an obstacle and something else.", "BOI-044"))
        if tile.captured is not None and tile.captured >= len(made.homes):
            found.append(_problem(f"{where} is captured by a team that the map does not have.", "BOI-045"))
    if sum(bool(tile.npc) for tile in made.tiles) > t.NPCS:
        found.append(_problem(f"There are more than {int(t.NPCS)} space pirates.", "BOI-045"))
    for home in made.homes:
        at = seen.get(home)
        if at is None or at.obstacle:
            found.append(_problem(f"The home {list(home)} is void or an obstacle.", "BOI-045"))
        elif at.npc:
            found.append(_problem(f"A space pirate stands on the home {list(home)}.", "BOI-045"))
    if not _connected({spot for spot, tile in seen.items() if not tile.obstacle}):
        found.append(_problem("Not all tiles can be reached from each other.", "BOI-045"))
    return found


def _connected(ground: set[tuple[int, int]]) -> bool:
    if not ground:
        return False
    first = next(iter(ground))
    reached, ways = {first}, [first]
    while ways:
        for near in neighbours(*ways.pop()):
            if near in ground and near not in reached:
                reached.add(near)
                ways.append(near)
    return len(reached) == len(ground)
