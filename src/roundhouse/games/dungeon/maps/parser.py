"""How a map's text is read: the map, or every problem with line and column. DUN-270, DUN-271"""

import re
from functools import lru_cache
from pathlib import Path

from msgspec import Struct

from ....core.maps import MapProblem
from ....core.settings import SetupError
from ..rules import tables as t

SIDE_MIN = 5
TEXT_MAX = 60  # characters of a name
HEADER = ("map", "name")
GRID = "grid:"
LETTERS = "cimgp"  # of the kinds of resources; g is for gold
GONE = "--"
CELL = re.compile(r"([123])([.S" + LETTERS + r"])")
KEY = re.compile(r"[a-z0-9-]{1,40}")

SHIPPED: dict[str, str] = {
    key: (Path(__file__).parent / "files" / f"{key}.txt").read_text(encoding="ascii")
    for key in ("first-claim", "four-gates", "broken-ring")
}


class World(Struct, frozen=True):
    """A map by planet index (DUN-011). Gravity 0 is no planet."""

    key: str
    name: str
    side: int
    gravities: list[int]
    stations: list[bool]
    kinds: list[int]


class MapError(SetupError):
    """A text that is no map, with all that is wrong with it."""

    def __init__(self, problems: list[MapProblem]) -> None:
        first = problems[0]
        where = f"line {first.line}, column {first.column}: " if first.line else ""
        super().__init__("bad_map", "map", where + first.sentence, first.rule)
        self.problems = problems


@lru_cache(maxsize=64)
def load(text: str) -> World:
    """A shipped map by its key, or any other by its text. Raises MapError."""
    if "\n" not in text and text not in SHIPPED:
        known = ", ".join(SHIPPED)
        raise MapError([problem(f"{text[:40]!r} is neither one of {known} nor the text of a map.", "DUN-270")])
    world, problems = read(SHIPPED.get(text, text))
    if world is None or problems:
        raise MapError(problems)
    return world


def text_of(world: World) -> str:
    """The text of a map, which loads back equal to it."""
    rows = []
    for y in reversed(range(world.side)):
        rows.append(" ".join(token(world, x * world.side + y) for x in range(world.side)))
    return f"map: {world.key}\nname: {world.name}\n{GRID}\n" + "\n".join(rows) + "\n"


def token(world: World, index: int) -> str:
    if not world.gravities[index]:
        return GONE
    kind = world.kinds[index]
    what = "S" if world.stations[index] else "." if kind == t.NOTHING else LETTERS[kind]
    return f"{world.gravities[index]}{what}"


def problem(sentence: str, rule: str, line: int = 0, column: int = 0) -> MapProblem:
    return MapProblem("bad_map", sentence, line, column, rule)


def read(text: str) -> tuple[World | None, list[MapProblem]]:
    """The map, if its text can be read at all, and what is wrong with it."""
    lines = [line.rstrip() for line in text.replace("\r", "").split("\n")]
    found: list[MapProblem] = []
    values: dict[str, str] = {}
    at = 0
    for at, line in enumerate(lines, 1):
        if line == GRID:
            break
        name, colon, value = line.partition(":")
        if line and (not colon or name not in HEADER):
            found.append(problem(f"Before {GRID!r} stand lines like 'name: ...' for map and name.", "DUN-270", at, 1))
        elif line:
            values[name] = value.strip()
    else:
        return None, [problem(f"There is no line {GRID!r}.", "DUN-270")]
    if not KEY.fullmatch(values.get("map", "")):
        found.append(problem("The line 'map: ' has a key of 1 to 40 small letters, digits and dashes.", "DUN-270"))
    if not 1 <= len(values.get("name", "")) <= TEXT_MAX or not values.get("name", "").isprintable():
        found.append(problem(f"The line 'name: ' has 1 to {TEXT_MAX} characters.", "DUN-270"))
    while lines and not lines[-1]:
        lines.pop()
    rows = lines[at:]
    side = len(rows)
    if not SIDE_MIN <= side <= t.SIDE_MAX:
        sentence = f"A map has {SIDE_MIN} to {t.SIDE_MAX} rows of as many planets; there are {side}."
        return None, [*found, problem(sentence, "DUN-271")]
    world = World(values.get("map", ""), values.get("name", ""), side, [0] * side**2, [False] * side**2, [])
    world.kinds.extend([t.NOTHING] * side**2)
    for down, row in enumerate(rows):
        cells = [(one.start() + 1, one.group()) for one in re.finditer(r"\S+", row)]
        if len(cells) != side:
            sentence = f"A row has {side} planets like all columns; there are {len(cells)}."
            found.append(problem(sentence, "DUN-271", at + 1 + down, 1))
        for x, (column, cell) in enumerate(cells[:side]):
            one = CELL.fullmatch(cell)
            if one is not None:
                put(world, x * side + side - 1 - down, one)
            elif cell != GONE:
                sentence = (
                    f"{cell[:10]!r} is no planet: gravity 1 to 3, then one of . S {' '.join(LETTERS)}; or {GONE}."
                )
                found.append(problem(sentence, "DUN-270", at + 1 + down, column))
    if not found:
        found += problems_of(world)
    return world, found


def put(world: World, index: int, cell: "re.Match[str]") -> None:
    world.gravities[index] = int(cell[1])
    world.stations[index] = cell[2] == "S"
    world.kinds[index] = LETTERS.find(cell[2]) if cell[2] in LETTERS else t.NOTHING


def problems_of(world: World) -> list[MapProblem]:
    """DUN-271"""
    found = []
    if not any(world.stations):
        found.append(problem("There is no space station, so no robot could ever appear.", "DUN-271"))
    there = {index for index, gravity in enumerate(world.gravities) if gravity}
    lost = there - reached(world, there)
    if lost:
        x, y = divmod(min(lost), world.side)
        sentence = f"Not all planets can be reached from each other: {x},{y} is cut off."
        found.append(problem(sentence, "DUN-271", line_of(world, y), x * 3 + 1))
    return found


def line_of(world: World, y: int) -> int:
    """The line of a row in the text that `text_of` makes."""
    return len(HEADER) + 1 + world.side - y


def reached(world: World, there: set[int]) -> set[int]:
    if not there:
        return set()
    first = min(there)
    found, ways = {first}, [first]
    while ways:
        x, y = divmod(ways.pop(), world.side)
        for step_x, step_y in zip(t.STEP_X, t.STEP_Y, strict=True):
            near = (x + step_x) * world.side + y + step_y
            if 0 <= x + step_x < world.side and 0 <= y + step_y < world.side and near in there - found:
                found.add(near)
                ways.append(near)
    return found
