"""A state and a mind from what a seat is shown: all a bot needs to think ahead, in this process or elsewhere."""

from functools import cache
from typing import Any

import msgspec
import numpy as np
from msgspec import UnsetType

from ...core.game import Setup
from ...core.schema import Grid, clone, new, pack, records, schema_of
from .cards import number_of
from .maps.transitions import DEAD, Chart, chart_of
from .rules import tables as t
from .rules.state import Robot, State
from .search.lone_robot import LOST, STANDS, Mind
from .settings import settings_of
from .setup import cell_at, put_board
from .view import RobotView, Stand, View


def seen(view: Any) -> View:
    """A view as it comes: typed in this process, plain dictionaries from elsewhere."""
    return view if isinstance(view, View) else msgspec.convert(view, View)


# The state


def state_of(view: View, setup: Setup) -> State:
    """The state behind a view. The others' hands, what anybody has drafted and the pile are not part of it."""
    options = settings_of(setup)
    g = clone(quiet_state())
    g.round_no = view.round
    g.max_rounds = view.max_rounds
    g.pierces = int(options.field_laser_pierces)
    g.respawn_damage = options.respawn_damage
    g.seats = len(view.robots)
    g.standing = sum(not robot.eliminated for robot in view.robots)
    put_board(g, chart_of(view.board.grid, view.board.checkpoints).board, view.board.checkpoints)
    for robot in view.robots:
        show_robot(g, g.robots[robot.seat], robot)
    if not isinstance(view.you, UnsetType):
        own = g.robots[view.you.seat]
        own.hand[: len(view.you.hand)] = [number_of(card) for card in view.you.hand]
        own.used = int(view.you.ability_used)
    return g


@cache
def quiet_state() -> State:
    """A state with nothing in it and no room for events, which nobody is told."""
    g = new(State)
    g.events = []
    return g


def show_robot(g: State, robot: Robot, shown: RobotView) -> None:
    """One robot as everybody sees it. Who has confirmed does not matter: what, nobody knows."""
    robot.model = t.MODELS.index(shown.model)
    robot.damage, robot.lives, robot.ticked = shown.damage, shown.lives, shown.ticked
    robot.dead, robot.out = int(shown.dead), int(shown.eliminated)
    robot.down, robot.resigned = int(shown.powered_down), int(shown.resigned)
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
