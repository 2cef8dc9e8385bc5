"""Rally for agents: the board with all robots, and programs made of the own hand."""

from collections.abc import Iterator
from itertools import permutations
from typing import Any

from msgspec import UnsetType

from ...core.game import Setup
from ...mcp.event_lines import plain
from . import GAME
from . import notation as wording
from .actions import Program, Redeal, row_of
from .rules import tables as t
from .state_from_view import seen, state_from_view

BOT = "normal"
ENDS = ""
FORMS = "program A B C D E [down] | draft A B C D E [down] | confirm | redeal | resign; A: a command of the hand, or -"
LEGEND = (
    "x grows to the east, y to the south, from 0,0 at the top left. RAL-019 and RAL-020 name the signs: .. floor () "
    "hole ~~ oil r repair g gear s slow f fast conveyor (S F curved) c checkpoint; between cells | -- are walls, } { "
    "vv ^^ lasers. A robot is SEAT MODEL X,Y FACING ..., ticked: the checkpoints it has. A command is MOVE@PRIORITY: 1 "
    "2 3 ahead, B back, L R U turn. goal: so many checkpoints win."
)
EXAMPLES: tuple[dict[str, Any], ...] = (
    {"type": "program", "slots": ["1@620", "R@260", "L@230", "2@710", "L@370"]},
    {"type": "draft", "slots": ["1@620", None, None, None, None], "power_down": True},
    {"type": "confirm"},
    {"type": "redeal"},
    {"type": "resign"},
)
NOTHING = "-"
QUIET = ("phase_started", "confirmed", "draft_saved", "executing", "dealt", "hand_size")  # or the board has it
NOISE = ("round", "phase", "n", "beat", "reflected")


def board(view: Any, setup: Setup) -> str:
    """The state in the words of the rules, then what only this seat knows."""
    known = seen(view)
    state = state_from_view(known, setup)
    state.pile_count = 0
    for robot in state.robots:  # whose cards nobody knows; the own ones have a line
        robot.hand_count = robot.confirmed = robot.announced = 0
        robot.draft = [0] * t.SLOTS
    lines = [wording.write(state)]
    lines += [f"robot {robot.seat} is {robot.name}{', confirmed' if robot.confirmed else ''}" for robot in known.robots]
    if not isinstance(known.you, UnsetType):
        slots = " ".join(slot or NOTHING for slot in known.you.slots)
        lines.append(f"you are robot {known.you.seat}; hand {' '.join(known.you.hand)}; draft {slots}")
    return "\n".join(lines)


def happened(event: Any, view: Any) -> str:
    """Without what comes in every register, and without beams that hit nobody."""
    if event["type"] in QUIET or (event["type"] == "beam" and not event["hits"]):
        return ""
    return plain(event, view, noise=NOISE)


def orders(view: Any, setup: Setup, seat: int) -> Iterator[Any]:
    """Every program that the hand allows, in the order in which it was dealt; and other commands for an Albot."""
    known = seen(view)
    if isinstance(known.you, UnsetType) or known.robots[seat - 1].cell is None or known.robots[seat - 1].confirmed:
        return
    locked = known.you.locked
    free = t.SLOTS - len(locked)
    commands = list(known.you.hand)
    if known.robots[seat - 1].model == t.MODELS[t.LAZY] and "P" not in locked.values():
        commands.append("P")
    rest: list[str | None] = [None] * len(locked)
    for cards in permutations(commands, free):
        yield Program([*cards, *rest])
    if known.robots[seat - 1].model == t.MODELS[t.ALBOT] and not known.you.ability_used:
        yield Redeal()


def code(view: Any, setup: Setup, seat: int, action: Any) -> int:
    known = seen(view)
    state = state_from_view(known, setup)
    return int(GAME.rules.check(state, seat, row_of(action)))


def read(text: str, view: Any) -> Any:
    return wording.read_action(text)


def write(action: Any, view: Any) -> str:
    return wording.write_action(action)


def named(action: dict[str, Any], view: Any) -> dict[str, Any]:
    return action
