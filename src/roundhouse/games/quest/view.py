"""What a seat and a spectator may know. QST-039 to QST-048"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import compress

from msgspec import UNSET, Struct, UnsetType

from ...core.game import EVERYTHING
from .actions import things_of
from .cells import NUMBERS, Amounts, Cell, Remembered, cells, is_empty, remembered
from .figures import STAT_KEYS, figures_by_key, places_by, points_of
from .rules import tables as t
from .rules.phases.lookup import weight
from .rules.state import State


class Reaction(Struct, frozen=True):
    """How a unit strikes back: with `energy` each time, until `spent` would exceed `cutoff`."""

    energy: int
    cutoff: int
    spent: int


class OwnUnit(Struct, frozen=True, kw_only=True):
    """A unit with all its data. `sword` and `armour` are the levels of what it wears, 0 for nothing; `items` are in its
    inventory. `respawned`: it cannot act before its owner's next turn."""

    id: int
    x: int
    y: int
    energy: int
    max_energy: int
    resources: Amounts
    items: Amounts
    sword: int
    armour: int
    weight: int
    retaliate: Reaction
    frozen: int
    shield: bool
    respawned: bool


class TowerView(Struct, frozen=True, kw_only=True):
    id: int
    player: int
    x: int
    y: int
    level: int
    energy: int
    radius: int


class TrapView(Struct, frozen=True, kw_only=True):
    player: int
    x: int
    y: int
    level: int


class Dug(Struct, frozen=True, kw_only=True):
    """What a unit of the seat found in the ground of a cell, in that round. QST-046"""

    x: int
    y: int
    round: int
    resources: Amounts


class PlayerView(Struct, frozen=True, kw_only=True):
    """A line of the scoreboard, known to all. `points` are those that count, `by_source` has kill, pickup and craft;
    `stats` are those of QST-135: kills, retaliation_kills, losses, towers_placed, traps_placed, traps_sprung, sprees,
    first_blood."""

    seat: int
    name: str
    points: float
    place: int
    by_source: dict[str, int]
    stats: dict[str, int]
    units: int  # alive
    defeated: bool
    away: bool


class OwnView(Struct, frozen=True, kw_only=True):
    """What only the team itself knows. `levels` are by sword, armour, tower, trap. `dug` begins with the newest; it is
    empty for who sees everything, because `ground` says more."""

    seat: int
    gold: int
    levels: dict[str, int]
    units: list[OwnUnit]
    towers: list[TowerView]
    traps: list[TrapView]
    dug: list[Dug]
    figures: dict[str, int]  # what it has counted in this game, see the game's figures


class View(Struct, frozen=True, kw_only=True):
    """QST-047. `terrain` has a line of text for every line of the map: `.` grass, `#` rock, `?` never seen. `cells` are
    those seen now, `remembered` those seen before that had something in them. For a match that is over, `cells` are
    those with something in them, `all` has every team, and `ground` what is buried: [x, y, resource, amount].

    For a seat the fields of its own view stand here too: `gold`, `levels`, `units`, `towers`, `traps`, `dug`."""

    round: int
    rounds: int
    rounds_left: int
    player: int  # the seat that looks, 0 for a spectator
    turn_of: int  # 0 when the match is over
    phase: str  # playing or over
    width: int
    height: int
    starts: list[list[int]]  # the start cells of all players, in their order; [] where it is not known
    points: dict[str, float]  # by the player's number as text
    players: list[PlayerView]
    terrain: list[str]
    cells: list[Cell]
    remembered: list[Remembered]
    gold: int | UnsetType = UNSET
    levels: dict[str, int] | UnsetType = UNSET
    units: list[OwnUnit] | UnsetType = UNSET
    towers: list[TowerView] | UnsetType = UNSET
    traps: list[TrapView] | UnsetType = UNSET
    dug: list[Dug] | UnsetType = UNSET
    figures: dict[str, int] | UnsetType = UNSET
    all: list[OwnView] | UnsetType = UNSET
    ground: list[list[int]] | UnsetType = UNSET


class Answer(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a request tells at once. QST-050, QST-080, QST-085 `found` answers a dig, `taken` a pickup; `unit` is how
    the acting unit is now, null where it was removed; `cells` are those it sees, unless the request left them out."""

    unit: OwnUnit | None = None
    found: Amounts | UnsetType = UNSET
    taken: Amounts | UnsetType = UNSET
    gold: int | UnsetType = UNSET  # the team's, after what may change it
    damage: int | UnsetType = UNSET  # of an attack
    struck_back: int | UnsetType = UNSET  # the damage that came back
    cells: list[Cell] | UnsetType = UNSET


# A state as somebody may know it


def view(g: State, seat: int, names: Sequence[str]) -> View:
    """What a seat may know; seat 0 is a spectator of a running match, `EVERYTHING` whoever may see it all. QST-047"""
    own = _own(g, seat) if seat > 0 else None
    seats, whole = range(1, g.seats + 1), seat == EVERYTHING
    seen = list(compress(NUMBERS, g.watched[seat])) if seat > 0 else []
    return View(
        round=g.round_no,
        rounds=g.max_rounds,
        rounds_left=g.max_rounds - g.round_no,
        player=max(0, seat),
        turn_of=0 if g.reason else g.turn_of,
        phase="over" if g.reason else "playing",
        width=g.width,
        height=g.height,
        starts=[_start(g, n, seat) for n in seats],
        points={str(n): points_of(g, n) for n in seats},
        players=_players(g, names),
        terrain=_terrain(g, seat),
        cells=_filled(g) if whole else cells(g, seen, seat),
        remembered=remembered(g, seat) if seat > 0 else [],
        gold=own.gold if own else UNSET,
        levels=own.levels if own else UNSET,
        units=own.units if own else UNSET,
        towers=own.towers if own else UNSET,
        traps=own.traps if own else UNSET,
        dug=own.dug if own else UNSET,
        figures=own.figures if own else UNSET,
        all=[_own(g, n, digs=False) for n in seats] if whole else UNSET,
        ground=_ground(g) if whole else UNSET,
    )


def _players(g: State, names: Sequence[str]) -> list[PlayerView]:
    """The scoreboard. QST-045, QST-135"""
    places = places_by(g)
    alive = [0] * t.SEATS
    for unit in g.units[: g.unit_count]:
        alive[unit.owner] += unit.alive
    lines = []
    for seat in range(1, g.seats + 1):
        player = g.players[seat]
        lines.append(
            PlayerView(
                seat=seat,
                name=names[seat - 1],
                points=points_of(g, seat),
                place=places[seat],
                by_source=dict(zip(t.SOURCE_NAMES, player.by_source, strict=True)),
                stats={key: getattr(player, key) for key in STAT_KEYS},
                units=alive[seat],
                defeated=player.defeated != 0,
                away=player.away != 0,
            )
        )
    return lines


def _start(g: State, seat: int, viewer: int) -> list[int]:
    """The own start cell, and those of others where they follow from it as on every drawn map. QST-007, QST-008"""
    player = g.players[seat]
    x, y = player.start_x, player.start_y
    if viewer not in (EVERYTHING, seat):
        base = g.players[viewer or 1]
        flips = (viewer or 1, seat)
        across, down = sum(n in (2, 3) for n in flips) % 2, sum(n in (2, 4) for n in flips) % 2
        expected_x = g.width - 1 - base.start_x if across else base.start_x
        expected_y = g.height - 1 - base.start_y if down else base.start_y
        if (x, y) != (expected_x, expected_y):
            return []
    return [x, y]


LETTERS = bytes.maketrans(bytes(range(len(t.TERRAIN))), t.TERRAIN.encode())  # from the numbers of terrain to its text


def _terrain(g: State, seat: int) -> list[str]:
    """Lines of text; what a seat has never seen is `?`. QST-024, QST-040"""
    if seat == 0:
        return ["?" * g.width] * g.height
    if seat == EVERYTHING:
        text = bytes(g.terrain[: g.width * g.height]).translate(LETTERS).decode()
        return [text[n : n + g.width] for n in range(0, len(text), g.width)]
    return [_line(g, seat, y * g.width, (y + 1) * g.width) for y in range(g.height)]


def _line(g: State, seat: int, first: int, end: int) -> str:
    watched, memory = g.watched[seat][first:end], g.memory[seat][first:end]
    if is_empty(memory) and is_empty(watched):
        return "?" * g.width
    known = zip(g.terrain[first:end], watched, memory, strict=True)
    return "".join([t.TERRAIN[rock] if sees or saw else "?" for rock, sees, saw in known])


def _filled(g: State) -> list[Cell]:
    """All cells in which something lies, stands or is built."""
    filled = {unit.y * g.width + unit.x for unit in g.units[: g.unit_count] if unit.alive}
    for row in (g.built, *g.surface):
        if not is_empty(row):
            filled.update(compress(NUMBERS, row))
    return cells(g, sorted(filled), 0)


def _ground(g: State) -> list[list[int]]:
    """All that is buried: x, y, resource, amount."""
    width = g.width
    return [
        [cell % width, cell // width, resource, row[cell]]
        for resource, row in enumerate(g.buried)
        for cell in compress(NUMBERS, row)
    ]


def _own(g: State, seat: int, *, digs: bool = True) -> OwnView:
    """QST-045, QST-046"""
    first = (seat - 1) * g.units_each
    player = g.players[seat]
    return OwnView(
        seat=seat,
        gold=player.gold,
        levels=dict(zip(t.KIND_NAMES, player.levels, strict=True)),
        units=[own_unit(g, k) for k in range(first, first + g.units_each) if g.units[k].alive],
        towers=_towers(g, seat),
        traps=_traps(g, seat) if player.traps else [],
        dug=_dug(g, seat) if digs else [],
        figures=figures_by_key(g, seat),
    )


def own_unit(g: State, k: int) -> OwnUnit:
    """The unit at a place of the state's list, with all its data. QST-047"""
    unit = g.units[k]
    carried = unit.carried
    return OwnUnit(
        id=unit.owner * t.FIRST_ID + k % g.units_each,
        x=unit.x,
        y=unit.y,
        energy=unit.energy,
        max_energy=unit.max_energy,
        resources=things_of(carried[: t.FIRST_ITEM]),
        items={name: n for name, n in zip(t.ITEM_NAMES, carried[t.FIRST_ITEM :], strict=True) if n},
        sword=unit.sword,
        armour=unit.armour,
        weight=weight(g, unit),
        retaliate=Reaction(unit.retaliation, unit.cutoff, unit.spent),
        frozen=unit.frozen,
        shield=unit.shield != 0,
        respawned=unit.respawned != 0,
    )


def _towers(g: State, seat: int) -> list[TowerView]:
    return [
        TowerView(
            id=tower.serial,
            player=seat,
            x=tower.cell % g.width,
            y=tower.cell // g.width,
            level=tower.level,
            energy=tower.energy,
            radius=g.tower_radius[tower.level],
        )
        for tower in g.towers[: g.tower_count]
        if tower.owner == seat
    ]


def _traps(g: State, seat: int) -> list[TrapView]:
    """QST-043"""
    least = t.BUILT_TRAP * t.BUILT_KIND + seat * t.BUILT_SEAT
    return [
        TrapView(player=seat, x=cell % g.width, y=cell // g.width, level=built - least)
        for cell in compress(NUMBERS, g.built)
        if least < (built := g.built[cell]) < least + t.BUILT_SEAT
    ]


def _dug(g: State, seat: int) -> list[Dug]:
    """The newest digs, the newest first. QST-046"""
    digs = g.players[seat].digs
    first, count = seat * t.DIGS_OWN, min(digs, t.DIGS_OWN)
    columns = list(zip(*(row[first : first + count] for row in g.digs), strict=True))
    newest = digs % t.DIGS_OWN if digs > t.DIGS_OWN else count
    return [dig(g.width, *columns[n % count]) for n in range(newest - 1, newest - 1 - count, -1)]


@lru_cache(maxsize=10_000)
def dig(width: int, cell: int, round_no: int, *amounts: int) -> Dug:
    """A dig as it stands in the state, which keeps it as it was."""
    return Dug(x=cell % width, y=cell // width, round=round_no, resources=things_of(amounts))
