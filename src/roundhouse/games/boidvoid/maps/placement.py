"""Puts map files into a state. BOI-043 to BOI-048"""

from ..map_generator import SYMMETRIES, Spot
from ..rules import tables as t
from ..rules.state import State
from .parser import MapFile, TileLine


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
    """The images of these tiles of the first team for every team, if the map is symmetric like generated ones; nothing
    for any other map. BOI-035, BOI-048"""
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
