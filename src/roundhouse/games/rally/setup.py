"""The first state of a match: the board, the robots on their start fields."""

from functools import lru_cache

from ...core.game import Setup
from ...core.rules import below, draw, stream
from ...core.schema import new
from ...core.settings import SetupError, bad_settings
from .maps import SHIPPED, Board, load
from .rules import tables as t
from .rules.phases.deal import begin_round
from .rules.state import State
from .settings import Settings, settings_of


def start(setup: Setup) -> State:
    """The first state: round 1, hands dealt. RAL-035 to RAL-038"""
    options = settings_of(setup)
    board = board_of(options.board)
    check(setup, options, board)
    g = new(State)
    g.seed = setup.seed % 2**64
    g.max_rounds = options.max_rounds
    g.pierces = int(options.field_laser_pierces)
    g.respawn_damage = options.respawn_damage
    g.seats = g.standing = len(setup.seats)
    put_board(g, board, options.checkpoints or len(board.checkpoints))
    fields = deal_starts(g.seed, g.seats) if options.start_assignment == "random" else range(g.seats)
    for seat, (who, field) in enumerate(zip(setup.seats, fields, strict=True), 1):
        model = who.choice or t.MODELS[0]
        place_robot(g, seat, t.MODELS.index(model), g.start_cell[field], g.start_way[field], options.lives)
    begin_round(g)
    return g


@lru_cache(maxsize=64)
def board_of(text: str) -> Board:
    """A shipped board by its key, or any other by its text. Raises BoardError."""
    if "\n" not in text and text not in SHIPPED:
        raise bad_settings("board", text, "one of " + ", ".join(SHIPPED) + ", or the text of a board", "RAL-236")
    return load(SHIPPED.get(text, text))


def check(setup: Setup, options: Settings, board: Board) -> None:
    """What settings, seats and board say together. RAL-022, RAL-230, RAL-236"""
    if options.checkpoints > len(board.checkpoints):
        raise bad_settings("checkpoints", options.checkpoints, f"0 to {len(board.checkpoints)}", "RAL-236")
    count = len(setup.seats)
    if not board.players_min <= count <= min(board.players_max, len(board.starts)):
        allowed = f"{board.players_min} to {min(board.players_max, len(board.starts))}"
        raise SetupError("bad_settings", "players", f"{board.key} is for {allowed}, not {count}.", "RAL-230")
    for who in setup.seats:
        if who.choice and who.choice not in t.MODELS:
            raise bad_settings("choice", who.choice, "one of " + ", ".join(t.MODELS), "RAL-236")


def deal_starts(seed: int, count: int) -> list[int]:
    """A random order of the start fields. RAL-036, RAL-316"""
    fields = list(range(count))
    key = stream(seed, t.DRAW_STARTS)
    for i in range(count - 1, 0, -1):
        k = below(draw(key, count - 1 - i), i + 1)
        fields[i], fields[k] = fields[k], fields[i]
    return fields


def paired(first: Setup, second: Setup) -> bool:
    """Whether each seat has the same start field in both. RAL-317"""
    if settings_of(first).start_assignment != "random":
        return True
    fields, others = (deal_starts(setup.seed % 2**64, len(setup.seats)) for setup in (first, second))
    return fields == others


def cell_at(x: int, y: int) -> int:
    """The number of a cell in a state."""
    return (y + 1) * t.STRIDE + x + 1


def put_board(g: State, board: Board, goal: int) -> None:
    """The board as a match sees it: checkpoints beyond the goal and start fields beyond the seats are floor. RAL-022"""
    g.width, g.height, g.goal = board.width, board.height, goal
    g.kinds = [t.OFF] * t.CELLS
    for y in range(board.height):
        for x in range(board.width):
            cell, n = cell_at(x, y), y * board.width + x
            g.kinds[cell] = board.kinds[n]
            g.ways[cell] = board.directions[n]
            g.walls[cell] = board.walls[n]
    for number, (x, y) in enumerate(board.checkpoints[:goal], 1):
        g.kinds[cell_at(x, y)] = t.CHECKPOINT
        g.ways[cell_at(x, y)] = number
    g.laser_count = len(board.lasers)
    for n, (cell, way) in enumerate(board.lasers):
        g.laser_cell[n] = cell_at(cell % board.width, cell // board.width)
        g.laser_way[n] = way
    for n, (x, y, way) in enumerate(board.starts[: g.seats]):
        g.start_cell[n] = cell_at(x, y)
        g.start_way[n] = way
    g.board_key[: len(board.key)] = board.key.encode("ascii")
    g.board_name[: len(board.name)] = board.name.encode("ascii")


def place_robot(g: State, seat: int, model: int, cell: int, facing: int, lives: int) -> None:
    """A robot on its start field. RAL-035, RAL-037"""
    robot = g.robots[seat]
    robot.model = model
    robot.lives = lives
    robot.cell = robot.start = robot.backup = cell
    robot.facing = robot.start_facing = robot.backup_facing = facing
    g.standing_at[cell] = seat
