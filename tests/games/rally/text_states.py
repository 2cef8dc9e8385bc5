"""What the tests of Rally play with: a state from a text, single program steps, whole rounds."""

from collections.abc import Mapping, Sequence
from typing import Any

from roundhouse.core.game import SeatSetup, Setup
from roundhouse.games.rally import GAME, notation
from roundhouse.games.rally.actions import row_of
from roundhouse.games.rally.cards import number_of
from roundhouse.games.rally.event_decoder import events_of
from roundhouse.games.rally.events import Event
from roundhouse.games.rally.figures import FIGURES
from roundhouse.games.rally.rules.contract import act, check, program_step, tick, waiting
from roundhouse.games.rally.rules.state import State
from roundhouse.games.rally.rules.tables import FACINGS, SLOTS
from roundhouse.games.rally.view import at

KEYS = [figure.key for figure in FIGURES]
QUIET = ("phase_started", "revealed", "executing", "beam")


def tag(event: Event) -> str:
    name: str = event.__struct_config__.tag  # type: ignore[assignment]
    return name


def brief(event: Event) -> str:
    """An event as its name and values, without when it happened."""
    fields = [name for name in event.__struct_fields__ if name not in ("round", "step", "phase", "n")]
    return " ".join([tag(event), *(short(getattr(event, name)) for name in fields)])


def short(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ",".join(map(short, value)) or "-"
    if isinstance(value, dict):
        return ",".join(f"{key}={short(item)}" for key, item in value.items()) or "-"
    return "-" if value is None else str(value)


class Floor:
    """A state that is played on step by step. Seats are numbers; commands are written like `2@670`."""

    def __init__(self, board: str, **settings: Any) -> None:
        self.g: State = notation.read(board, **settings)

    def step(self, commands: Mapping[int, str] | None = None, slot: int = 1) -> list[Event]:
        """One program step with these commands in the slot, and what happened."""
        for seat, command in (commands or {}).items():
            self.g.robots[seat].slots[slot - 1] = number_of(command)
        self.g.event_count = 0
        program_step(self.g, slot - 1)
        return events_of(self.g)

    def happened(self, commands: Mapping[int, str] | None = None) -> list[str]:
        """The same in brief, without what is told in any case."""
        return [brief(event) for event in self.step(commands) if tag(event) not in QUIET]

    def round(self, programs: Mapping[int, str] | None = None) -> list[Event]:
        """A whole round with these programs, five commands each (`-` for none)."""
        for seat, program in (programs or {}).items():
            cards = [0 if name == "-" else number_of(name) for name in program.split()]
            self.g.robots[seat].slots = cards + [0] * (SLOTS - len(cards))
        tick(self.g)
        return events_of(self.g)

    def give(self, seat: int, action: str) -> str:
        """An action as text; returns the name of the refusal, or "ok"."""
        row = row_of(notation.read_action(action))
        code = check(self.g, seat, row)
        if code:
            return GAME.refusal(code).name
        self.g.event_count = 0
        act(self.g, seat, row)
        return "ok"

    def stand(self, seat: int) -> str:
        """Where a robot is: `1,0E d2`, or `dead`, or `out`."""
        robot = self.g.robots[seat]
        if robot.dead:
            return "out" if robot.out else "dead"
        x, y = at(robot.cell)
        return f"{x},{y}{FACINGS[robot.facing]} d{robot.damage}"

    def stands(self) -> list[str]:
        return [self.stand(seat) for seat in range(1, self.g.seats + 1)]

    def figures(self, seat: int) -> dict[str, int]:
        """What is counted for a seat, without zeros."""
        counted = zip(KEYS, self.g.robots[seat].figures, strict=True)
        return {key: value for key, value in counted if value}


def setup(*models: str, seed: int = 1, **settings: Any) -> Setup:
    """A setup with a seat for each model."""
    seats = [SeatSetup(f"player {n}", choice=model) for n, model in enumerate(models, 1)]
    return GAME.setup(seats, seed=seed, settings=settings)


def start(*models: str, seed: int = 1, **settings: Any) -> State:
    state: State = GAME.start(setup(*models, seed=seed, **settings))
    return state


def owing(g: State) -> list[int]:
    """The seats that are waited for."""
    out = [0] * 9
    waiting(g, out)
    return [seat for seat in range(1, 9) if out[seat]]


def places(g: State) -> list[int]:
    result = GAME.result(g)
    assert result is not None
    return [place.place for place in result.places]


def all_cards(g: State) -> list[int]:
    """Every card of a state, wherever it is; pauses are not cards."""
    cards = [card for robot in g.robots for card in robot.hand + robot.slots if 0 < card < 85]
    return sorted(cards + g.pile[: g.pile_count] + g.discard[: g.discard_count])


def named(events: Sequence[Event], *names: str) -> list[str]:
    """The events of these kinds, in brief."""
    return [brief(event) for event in events if tag(event) in names]
