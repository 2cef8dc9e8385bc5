"""A state and a mind from what a seat is shown: all a bot needs to think ahead, in this process or elsewhere."""

from typing import Any

import msgspec
import numpy as np
from msgspec import UnsetType

from ...core.game import Setup
from ...core.rules import stream
from ...core.schema import Grid, new, pack, records, schema_of
from .cards import number_of
from .maps.transitions import DEAD, Chart, chart_of
from .rules import tables as t
from .rules.state import Robot, State
from .search.lone_robot import LOST, STANDS, Mind
from .search.search import deal_unseen
from .settings import settings_of
from .setup import cell_at, put_board
from .view import OwnView, RobotView, Stand, View


def seen(view: Any) -> View:
    """A view as it comes: typed in this process, plain dictionaries from elsewhere."""
    return view if isinstance(view, View) else msgspec.convert(view, View)


# The state


def state_from_view(view: Any, setup: Setup) -> State:
    """The state behind a view. Nobody knows the others' hands: they are drawn from the cards that the seat cannot see,
    and the rest is the pile, always the same way in the same round; nobody has drafted anything but the seat itself.
    Who died or ticked off a checkpoint first is not known either; that counts when robots are level at the end. The
    random key is 0. RAL-044, RAL-049"""
    view = seen(view)
    options = settings_of(setup)
    g = new(State)
    g.round_no = view.round
    g.max_rounds = view.max_rounds
    g.pierces = int(options.field_laser_pierces)
    g.respawn_damage = options.respawn_damage
    g.seats = len(view.robots)
    g.standing = sum(not robot.eliminated for robot in view.robots)
    g.winner = view.winner or 0
    put_board(g, chart_of(view.board.grid, view.board.checkpoints).board, view.board.checkpoints)
    g.board_key = letters(view.board.key, t.KEY_MAX)
    g.board_name = letters(view.board.name, t.NAME_MAX)
    for robot in view.robots:
        show_robot(g, g.robots[robot.seat], robot)
    if view.phase == "over":
        crossed = g.winner and g.robots[g.winner].ticked >= g.goal
        g.reason = t.BY_CHECKPOINTS if crossed else t.BY_SURVIVAL if g.winner else t.BY_RANKING
    own = 0 if isinstance(view.you, UnsetType) else view.you.seat
    if not isinstance(view.you, UnsetType):
        show_own(g.robots[own], view.you)
    deal_unseen(g, own, stream(g.round_no, t.DRAW_AI))
    return g


def letters(text: str, room: int) -> list[int]:
    return list(text.encode("ascii").ljust(room, b"\0"))


def show_own(own: Robot, you: OwnView) -> None:
    """What only the seat itself knows of its robot."""
    own.hand[: len(you.hand)] = [number_of(card) for card in you.hand]
    for slot in range(t.SLOTS - own.locked):
        own.draft[slot] = max(0, number_of(you.slots[slot]))
    own.used, own.announced = int(you.ability_used), int(you.power_down)


def show_robot(g: State, robot: Robot, shown: RobotView) -> None:
    """One robot as everybody sees it."""
    robot.model = t.MODELS.index(shown.model)
    robot.damage, robot.lives, robot.ticked = shown.damage, shown.lives, shown.ticked
    robot.dead, robot.out = int(shown.dead), int(shown.eliminated)
    robot.down, robot.resigned = int(shown.powered_down), int(shown.resigned)
    robot.confirmed = int(shown.confirmed and not shown.resigned)
    robot.backup, robot.backup_facing = numbers_of(shown.backup)
    robot.start, robot.start_facing = numbers_of(shown.start)
    robot.facing = t.FACINGS.index(shown.facing)
    if shown.cell is not None:
        robot.cell = cell_at(*shown.cell)
        g.standing_at[robot.cell] = shown.seat
    robot.hand_count = shown.hand_size
    robot.locked = len(shown.locked)
    for slot, card in shown.locked.items():
        robot.slots[int(slot) - 1] = number_of(card)


def numbers_of(stand: Stand) -> tuple[int, int]:
    return cell_at(*stand.cell), t.FACINGS.index(stand.facing)


# The mind


def mind_of(chart: Chart) -> Mind:
    """What there is to know about a board, as an object."""
    mind = new(Mind)
    for name, table in tables_of(chart).items():
        setattr(mind, name, Grid(table.tolist()) if table.ndim == 2 else table.tolist())
    mind.goal = chart.checkpoints
    return mind


def mind_records(chart: Chart) -> Any:
    """The same as an array of one record."""
    made = records(Mind, 1)
    for name, table in tables_of(chart).items():
        made[0][name] = table
    made[0]["goal"] = chart.checkpoints
    return made


def tables_of(chart: Chart) -> dict[str, Any]:
    """The chart's tables by the cells of a state, which have a rim around them."""
    board = chart.board
    cells = np.array([cell_at(x, y) for y in range(board.height) for x in range(board.width)])
    stands = (4 * cells[:, None] + np.arange(4)).reshape(-1)
    after = np.full((t.COMMANDS, STANDS), DEAD)
    after[:, stands] = np.where(chart.after == DEAD, DEAD, stands[chart.after])
    entered = np.zeros((t.COMMANDS, STANDS), np.int64)
    entered[:, stands] = chart.entered
    steps, way = np.full((2, t.CHECKPOINTS_MAX + 1, STANDS), LOST)
    steps[: chart.checkpoints + 1, stands] = np.minimum(chart.steps, LOST)
    way[: chart.checkpoints + 1, stands] = np.minimum(chart.way, LOST)
    beams = np.zeros(t.CELLS, np.int64)
    beams[cells] = chart.beams
    return {"after": after, "entered": entered, "steps": steps, "way": way, "beams": beams}


def packed(state: State) -> Any:
    """Three states as records, of which the first is this one, without its events: they are most of it, and nothing to
    search with."""
    made = records(State, 3)
    for field in schema_of(State).fields:
        value = getattr(state, field.name)
        if field.name == "robots":
            value = np.concatenate([pack(robot) for robot in value])
        if field.name != "events":
            made[0][field.name] = value
    return made


# What the search writes on


def numbers(length: int, native: bool) -> Any:
    """Numbers to fill, for native rules or for interpreted ones."""
    return np.zeros(length, np.int64) if native else [0] * length


def table(height: int, width: int, native: bool) -> Any:
    """The same in two dimensions."""
    return np.zeros((height, width), np.int64) if native else Grid([[0] * width for _ in range(height)])
