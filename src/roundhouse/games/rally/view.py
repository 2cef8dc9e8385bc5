"""What a seat and a spectator may know. RAL-043 to RAL-050, RAL-303"""

from collections.abc import Sequence
from functools import lru_cache

from msgspec import UNSET, Struct, UnsetType

from ...core.game import EVERYTHING
from .cards import name_of, names_of, slots_of
from .maps.parser import grid_of
from .rules import tables as t
from .rules.state import Robot, State

Cell = tuple[int, int]


class Stand(Struct, frozen=True):
    """A cell and a facing, N, E, S or W."""

    cell: Cell
    facing: str


class BoardView(Struct, frozen=True):
    """`grid` is the text of the grid lines (RAL-018); `checkpoints` counts those that must be ticked off."""

    key: str
    name: str
    width: int
    height: int
    grid: str
    checkpoints: int


class RobotView(Struct, frozen=True):
    """`locked` are the burned-in commands by slot, "1" to "5". `cell` is null for a robot that is not on the board."""

    seat: int
    name: str
    model: str
    cell: Cell | None
    facing: str
    damage: int
    lives: int
    ticked: int
    backup: Stand
    start: Stand
    locked: dict[str, str]
    hand_size: int
    dead: bool
    eliminated: bool
    powered_down: bool
    confirmed: bool
    resigned: bool


class OwnView(Struct, frozen=True):
    """What only the seat itself knows. `slots` is its draft with the burned-in commands in their places."""

    seat: int
    hand: list[str]
    locked: dict[str, str]
    slots: list[str | None]
    ability_used: bool
    power_down: bool


class View(Struct, frozen=True, kw_only=True):
    """`you` is there for a seat; `all` has the same for every seat, in replays of matches that are over."""

    round: int
    max_rounds: int
    phase: str  # programming or over
    board: BoardView
    robots: list[RobotView]
    winner: int | None
    you: OwnView | UnsetType = UNSET
    all: list[OwnView] | UnsetType = UNSET


def cell_of(cell: int) -> Cell | None:
    """A cell of a state as x and y; None for nowhere."""
    return (cell % t.STRIDE - 1, cell // t.STRIDE - 1) if cell else None


def at(cell: int) -> Cell:
    """A cell that is there, as x and y."""
    return cell % t.STRIDE - 1, cell // t.STRIDE - 1


def view(g: State, seat: int, names: Sequence[str]) -> View:
    """What a seat may know; seat 0 is a spectator, `EVERYTHING` whoever looks at a match that is over."""
    seats = range(1, g.seats + 1)
    return View(
        round=g.round_no,
        max_rounds=g.max_rounds,
        phase="over" if g.reason else "programming",
        board=_board(g),
        robots=[_robot(g, n, names[n - 1]) for n in seats],
        winner=g.winner or None,
        you=_own(g, seat) if seat > 0 else UNSET,
        all=[_own(g, n) for n in seats] if seat == EVERYTHING else UNSET,
    )


def _robot(g: State, seat: int, name: str) -> RobotView:
    """RAL-043, RAL-046"""
    robot = g.robots[seat]
    return RobotView(
        seat=seat,
        name=name,
        model=t.MODELS[robot.model],
        cell=cell_of(robot.cell),
        facing=t.FACINGS[robot.facing],
        damage=robot.damage,
        lives=robot.lives,
        ticked=robot.ticked,
        backup=Stand(at(robot.backup), t.FACINGS[robot.backup_facing]),
        start=Stand(at(robot.start), t.FACINGS[robot.start_facing]),
        locked=_locked(robot),
        hand_size=robot.hand_count,
        dead=bool(robot.dead),
        eliminated=bool(robot.out),
        powered_down=bool(robot.down),
        confirmed=bool(robot.confirmed or robot.resigned),
        resigned=bool(robot.resigned),
    )


def _own(g: State, seat: int) -> OwnView:
    """RAL-044"""
    robot = g.robots[seat]
    free = t.SLOTS - robot.locked
    return OwnView(
        seat=seat,
        hand=names_of(robot.hand[: robot.hand_count]),
        locked=_locked(robot),
        slots=[name_of(card) for card in robot.draft[:free] + robot.slots[free:]],
        ability_used=bool(robot.used),
        power_down=bool(robot.announced),
    )


def _locked(robot: Robot) -> dict[str, str]:
    """Burned-in commands by slot. In the middle of a round that is over other slots hold commands too."""
    free = t.SLOTS - robot.locked
    return slots_of([0] * free + robot.slots[free:])


def _board(g: State) -> BoardView:
    """Made of the state, so that it is the board as this match plays it. RAL-022"""
    return _drawn(
        g.width, g.height, g.goal, bytes(g.kinds), bytes(g.ways), bytes(g.walls), bytes(g.board_key),
        bytes(g.board_name), tuple(zip(g.laser_cell[: g.laser_count], g.laser_way, strict=False)),
        tuple(zip(g.start_cell[: g.seats], g.start_way, strict=False)),
    )  # fmt: skip


@lru_cache(maxsize=256)  # it is in every view of a match and never changes
def _drawn(
    width: int, height: int, goal: int, kinds: bytes, ways: bytes, walls: bytes, key: bytes, name: bytes,
    lasers: tuple[tuple[int, int], ...], starts: tuple[tuple[int, int], ...],
) -> BoardView:  # fmt: skip
    cells = [(y + 1) * t.STRIDE + x + 1 for y in range(height) for x in range(width)]
    checkpoints = {ways[cell]: at(cell) for cell in cells if kinds[cell] == t.CHECKPOINT}
    floor = [kinds[cell] == t.CHECKPOINT for cell in cells]
    grid = grid_of(
        width,
        height,
        [t.FLOOR if plain else kinds[cell] for plain, cell in zip(floor, cells, strict=True)],
        [0 if plain else ways[cell] for plain, cell in zip(floor, cells, strict=True)],
        [walls[cell] for cell in cells],
        [(cells.index(cell), way) for cell, way in lasers],
        [(*at(cell), way) for cell, way in starts if cell],
        [checkpoints[n] for n in sorted(checkpoints)],
    )
    text = key.rstrip(b"\0").decode("ascii"), name.rstrip(b"\0").decode("ascii")
    return BoardView(*text, width, height, grid, goal)
