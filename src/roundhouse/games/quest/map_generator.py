"""The map as it is drawn for a game: one quarter, mirrored to the others. QST-002 to QST-021

Every named draw has a stream of its own and counts its own numbers; resources are drawn in the order of their table.
"""

from collections.abc import Iterator

from ...core.rules import below, draw, stream
from .rules import tables as t
from .rules.state import State

Place = tuple[int, int]  # x, y

CLEAR = 6  # around the start of player 1 there is no rock (QST-013)
PIECE_MIN, PIECE_MAX, PIECES = 4, 15, 200  # QST-014, QST-015
WAYS = ((1, 0), (0, 1), (1, 1), (1, -1))  # right, down, down-right, up-right
NEAR = 3  # no region begins so near to the start of player 1 (QST-018)
TRIES = 1000
DISC, VEIN = 0, 1
DISC_SHARES, VEIN_SHARES = (1000, 607, 136), (1000, 136)  # of the peak, in thousandths (QST-019)
VEIN_HALF = 4


class Draws:
    """The numbers of one named draw, one after the other."""

    def __init__(self, seed: int, purpose: int) -> None:
        self._key = stream(seed, purpose)
        self._count = 0

    def below(self, n: int) -> int:
        self._count += 1
        return below(draw(self._key, self._count - 1), n)


def start_cell(width: int, height: int, seat: int, centre: bool) -> Place:
    """QST-007, QST-008"""
    x, y = (width // 2 - 10, height // 2 - 4) if centre else (5, 5)
    return mirrored(width, height, seat, x, y)


def mirrored(width: int, height: int, seat: int, x: int, y: int) -> Place:
    """Where a cell of player 1 is for another player. QST-008"""
    return (width - 1 - x if seat in (2, 3) else x), (height - 1 - y if seat in (2, 4) else y)


def first_cell(width: int, height: int, seat: int, number: int, centre: bool) -> Place:
    """Where a unit begins. QST-009"""
    x, y = start_cell(width, height, 1, centre)
    return mirrored(width, height, seat, x - 2 + number % 5, y + number // 5)


def distance(one: Place, other: Place) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def half_up(numerator: int, denominator: int) -> int:
    """A quotient to the nearest whole number, halves up."""
    return (2 * numerator + denominator) // (2 * denominator)


class Quarter:
    """The part of the map that is drawn. QST-006"""

    def __init__(self, width: int, height: int, start: Place) -> None:
        self.width, self.height = (width + 1) // 2, (height + 1) // 2
        self.start = start
        self.rock: set[Place] = set()
        self.amounts: list[dict[Place, int]] = [{} for _ in range(t.RESOURCES)]

    def has(self, place: Place) -> bool:
        return 0 <= place[0] < self.width and 0 <= place[1] < self.height

    def around(self, place: Place) -> Iterator[Place]:
        x, y = place
        for near in ((x + dx, y + dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1)):
            if near != place and self.has(near):
                yield near

    def is_connected(self) -> bool:
        """Whether all grass of the whole map can be reached. A way across the map is a way in the quarter, walked back
        wherever it crosses the middle; it can cross where the last column and the last line have grass. QST-015"""
        reached, ways = {self.start}, [self.start]
        while ways:
            for near in self.around(ways.pop()):
                if near not in reached and near not in self.rock:
                    reached.add(near)
                    ways.append(near)
        crosses = any((self.width - 1, y) in reached for y in range(self.height))
        crosses &= any((x, self.height - 1) in reached for x in range(self.width))
        return crosses and len(reached) + len(self.rock) == self.width * self.height

    def add(self, resource: int, place: Place, amount: int) -> None:
        """What falls on rock or outside is lost; regions add up. QST-020"""
        if self.has(place) and place not in self.rock:
            amounts = self.amounts[resource]
            amounts[place] = amounts.get(place, 0) + amount


def draw_world(g: State, rock_pct: int, peak: int, centre: bool) -> None:
    quarter = Quarter(g.width, g.height, start_cell(g.width, g.height, 1, centre))
    draw_rock(quarter, g.seed, rock_pct)
    draw_regions(quarter, g.seed, g.width, g.height, peak)
    mirror(g, quarter)


def draw_rock(quarter: Quarter, seed: int, rock_pct: int) -> None:
    """QST-013 to QST-015"""
    purposes = (t.DRAW_ROCK_X, t.DRAW_ROCK_Y, t.DRAW_ROCK_LEN, t.DRAW_ROCK_DIR)
    xs, ys, lengths, directions = (Draws(seed, purpose) for purpose in purposes)
    wanted = half_up(quarter.width * quarter.height * rock_pct, 100)
    for _ in range(PIECES):
        if len(quarter.rock) >= wanted:
            return
        x, y = xs.below(quarter.width), ys.below(quarter.height)
        length = PIECE_MIN + lengths.below(PIECE_MAX - PIECE_MIN + 1)
        step_x, step_y = WAYS[directions.below(len(WAYS))]
        line = ((x + n * step_x, y + n * step_y) for n in range(length))
        piece = {place for place in line if quarter.has(place) and distance(place, quarter.start) > CLEAR}
        piece -= quarter.rock
        quarter.rock |= piece
        if piece and not quarter.is_connected():
            quarter.rock -= piece


def draw_regions(quarter: Quarter, seed: int, width: int, height: int, peak: int) -> None:
    """QST-016 to QST-020"""
    purposes = (t.DRAW_REGION_X, t.DRAW_REGION_Y, t.DRAW_REGION_SHAPE, t.DRAW_REGION_DIR)
    xs, ys, shapes, directions = (Draws(seed, purpose) for purpose in purposes)
    for resource, base in enumerate(t.REGIONS):
        far = max(NEAR, min(width, height) // 3 - 1) if resource == t.TITANIUM else NEAR
        for _ in range(max(1, half_up(base * width * height, 3600))):
            centre = region_centre(quarter, xs, ys, far)
            if centre is None:
                continue
            if shapes.below(2) == DISC:
                lay_disc(quarter, resource, centre, peak)
            else:
                lay_vein(quarter, resource, centre, WAYS[directions.below(len(WAYS))], peak)


def region_centre(quarter: Quarter, xs: Draws, ys: Draws, far: int) -> Place | None:
    """QST-018"""
    for _ in range(TRIES):
        place = 2 + xs.below(quarter.width - 2), 2 + ys.below(quarter.height - 2)
        if place not in quarter.rock and distance(place, quarter.start) > far:
            return place
    return None


def share_of(peak: int, thousandths: int) -> int:
    return -(-peak * thousandths // 1000)


def lay_disc(quarter: Quarter, resource: int, centre: Place, peak: int) -> None:
    """QST-019"""
    reach = len(DISC_SHARES) - 1
    for dy in range(-reach, reach + 1):
        for dx in range(-reach, reach + 1):
            amount = share_of(peak, DISC_SHARES[max(abs(dx), abs(dy))])
            quarter.add(resource, (centre[0] + dx, centre[1] + dy), amount)


def lay_vein(quarter: Quarter, resource: int, centre: Place, way: Place, peak: int) -> None:
    """Three cells wide: across a straight vein, sideways in x for a slanted one. QST-019"""
    step_x, step_y = way
    side_x, side_y = (0, 1) if step_y == 0 else (1, 0)
    for j in range(-VEIN_HALF, VEIN_HALF + 1):
        for k in (-1, 0, 1):
            place = centre[0] + j * step_x + k * side_x, centre[1] + j * step_y + k * side_y
            quarter.add(resource, place, share_of(peak, VEIN_SHARES[abs(k)]))


def mirror(g: State, quarter: Quarter) -> None:
    """The quarter's terrain and resources in all four. QST-005, QST-006, QST-021"""
    for y in range(g.height):
        for x in range(g.width):
            source = min(x, g.width - 1 - x), min(y, g.height - 1 - y)
            g.terrain[y * g.width + x] = t.ROCK if source in quarter.rock else t.GRASS
    for resource, amounts in enumerate(quarter.amounts):
        row = g.buried[resource]
        for (x, y), amount in amounts.items():
            for at_x in {x, g.width - 1 - x}:
                for at_y in {y, g.height - 1 - y}:
                    row[at_y * g.width + at_x] = min(amount, t.AMOUNT_MAX)
