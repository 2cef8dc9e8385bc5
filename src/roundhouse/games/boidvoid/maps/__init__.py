"""Map files: JSON with homes and tiles. BOI-043 to BOI-047"""

from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from ....core.maps import MapCheck, MapProblem
from ....core.settings import SetupError
from ..rules import tables as t
from ..rules.state import State
from ..map_generator import SYMMETRIES, Spot

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
    key: (Path(__file__).parent / "maps" / f"{key}.json").read_text(encoding="utf-8")
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


def check(text: str) -> MapCheck:
    try:
        made = read(text)
    except MapError as error:
        return MapCheck(error.problems)
    facts: dict[str, Any] = {
        "size": [made.width, made.height],
        "teams": len(made.homes),
        "tiles": len(made.tiles),
        "obstacles": sum(bool(tile.obstacle) for tile in made.tiles),
        "pois": sum(bool(tile.poi) for tile in made.tiles),
        "npcs": sum(bool(tile.npc) for tile in made.tiles),
    }
    return MapCheck([], made.key, made.name, len(made.homes), facts)


def lay_file(g: State, made: MapFile, base: int) -> tuple[list[int], list[int], list[list[int]]]:
    """Put a map file into a state: homes, the NPCs' tiles and the tiles of every base. BOI-043 to BOI-048"""
    side = max(made.width, made.height)
    g.side = side
    for tile in made.tiles:
        number = tile.y * side + tile.x
        g.tile_kind[number] = t.TILE_NAMES.index(tile.type)
        g.obstacle[number] = t.OBSTACLE_NAMES.index(tile.obstacle)
        g.poi[number] = t.POI_NAMES.index(tile.poi)
    homes = [y * side + x for x, y in made.homes[: g.teams]]
    npcs = sorted(tile.y * side + tile.x for tile in made.tiles if tile.npc)
    bases = [base_around(made, side, home, base) for home in homes]
    if g.teams == len(made.homes) and (turned := images_in(made, bases[0])):
        bases = turned
    return homes, npcs, [[y * side + x for x, y in tiles] for tiles in bases]


def base_around(made: MapFile, side: int, home: int, radius: int) -> list[Spot]:
    """The tiles of a base, the home first. BOI-047, BOI-048"""
    ground = [(tile.y * side + tile.x, tile) for tile in made.tiles if not tile.obstacle]
    near = [(_apart(side, home, number), tile.y, tile.x) for number, tile in ground]
    return [(x, y) for far, y, x in sorted(near) if far <= radius]


def images_in(made: MapFile, spots: list[Spot]) -> list[list[Spot]]:
    """On a map that is the same for every team, as drawn ones are: what every team has where the first one has these
    tiles. Nothing for any other map. BOI-035, BOI-048"""
    count = len(made.homes)
    places = [_place(home, (0, 0)) for home in made.homes]
    centre = sum(q for q, _ in places) // count, sum(r for _, r in places) // count
    tiles = {_place((tile.x, tile.y), centre): tile for tile in made.tiles}
    homes = [_place(home, centre) for home in made.homes]
    found = []
    for turn, home in zip(SYMMETRIES.get(count, ()), homes, strict=False):
        turned = {place: turn(*place, -sum(place))[:2] for place in tiles}
        if turned[homes[0]] != home or any(
            (other := tiles.get(turned[place])) is None or _content(other) != _content(tile)
            for place, tile in tiles.items()
        ):
            return []
        images = [tiles[turned[_place(spot, centre)]] for spot in spots]
        found.append([(tile.x, tile.y) for tile in images])
    return found


def _place(spot: Spot, centre: Spot) -> Spot:
    """Cube coordinates around a centre, doubled, since a centre may lie between tiles."""
    x, y = spot
    return 2 * (x - (y - y % 2) // 2) - centre[0], 2 * y - centre[1]


def _content(tile: TileLine) -> tuple[str, str, str, str]:
    return tile.type, tile.obstacle, tile.npc, tile.poi


def captured_in(made: MapFile, side: int) -> list[tuple[int, int]]:
    """Tiles that the file gives to teams, which count from 1 here."""
    return [(tile.y * side + tile.x, tile.captured + 1) for tile in made.tiles if tile.captured is not None]


def _apart(side: int, one: int, other: int) -> int:
    ay, by = one // side, other // side
    q = (one % side - (ay - ay % 2) // 2) - (other % side - (by - by % 2) // 2)
    r = ay - by
    return (abs(q) + abs(r) + abs(q + r)) // 2


def closest_homes(side: int, homes: list[int]) -> int:
    return min(_apart(side, one, other) for n, one in enumerate(homes) for other in homes[:n])
