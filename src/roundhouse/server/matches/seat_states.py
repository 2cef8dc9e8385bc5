"""The state of each seat of a running match: whether it is asked, which events it must still get, and why it left."""

from collections.abc import Sequence
from typing import Any

from ...core.entries import LEAVE, ORDER, TICK, VOID, Entry
from ...core.game import Game
from ...match.match import Step
from ...match.seat_account import SeatCounts
from ...match.visibility import shows
from .broadcast import Broadcast, Subscriber

RESIGNED = "resigned"
CONNECTION_LOST = "connection_lost"
RETURNED = "returned"  # the rules of some games take a seat back after a lost connection. QST-125
EVENTS_KEPT = 1000  # for a seat that is not asked for a long time
RECALLED = 200  # newest entries whose events may have to be sent again after an outage


class SeatState:
    """The state of one seat, taken or not."""

    __slots__ = (
        "absent",
        "asked",
        "away_ms",
        "coming",
        "left",
        "owed",
        "refusals",
        "seat",
        "since",
        "subscriber",
        "tally",
        "told",
        "tries",
        "turn_step",
    )  # fmt: skip

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.subscriber: Subscriber | None = None
        self.coming: Subscriber | None = None  # becomes the subscriber as soon as its first messages are durable
        self.away_ms: int | None = 0  # since when it has no connection, in playing time
        self.absent = False  # the rules skip it until it is back
        self.asked = False  # waited for, and its turn was sent
        self.owed = False  # was waited for since the last tick, whether or not it has answered
        self.turn_step = 0  # the step of its newest turn
        self.told: list[Any] = []  # the events of that turn
        self.since: list[Any] = []  # the events after it
        self.tries = 0  # useless answers since the last tick
        self.refusals = 0
        self.tally = SeatCounts()  # counts since the last restart
        self.left = ""  # why it left


class SeatStates:
    """The states of all seats; `[0]` is a seat of nobody."""

    def __init__(self, game: Game, seats: int, broadcast: Broadcast) -> None:
        self._game = game
        self._broadcast = broadcast
        self._resigning = resigning(game)
        self.returns = any(reason.name == RETURNED for reason in game.leave_reasons)
        self._all = [SeatState(seat) for seat in range(seats + 1)]
        self.taken = self._all[1:]

    def __getitem__(self, seat: int) -> SeatState:
        return self._all[seat]

    def begin(self, events: list[Any]) -> None:
        """Keep the events of the start for everybody's first turn."""
        for seat_state in self.taken:
            seat_state.since = self._broadcast.events(events, seat_state.seat)

    def remember(self, made: Step) -> bool:
        """Update the seats after a step; returns whether others learn of it."""
        entry = made.entry
        if entry.kind == TICK:
            for seat_state in self.taken:
                seat_state.asked = seat_state.owed = False
                seat_state.tries = 0
        elif entry.kind in (ORDER, VOID):
            self._all[entry.seat].owed = True
            if entry.row == self._resigning:
                self._note_left(entry)
        elif entry.kind == LEAVE:
            self._note_left(entry)
        shown = shows(self._game, made)
        if shown and made.events:
            for seat_state in self.taken:
                known = self._broadcast.events(made.events, seat_state.seat)
                seat_state.since = (seat_state.since + known)[-EVENTS_KEPT:] if seat_state.since else known
        return shown

    def ask(self, seat_state: SeatState) -> None:
        """A turn begins: give it the events since the last one."""
        seat_state.asked = seat_state.owed = True
        seat_state.turn_step = self._broadcast.step_of(seat_state.seat)
        seat_state.told, seat_state.since = seat_state.since, []

    # After an outage

    def recall(self, entries: Sequence[Entry], own: int) -> None:
        """Rebuild the states from the log; entries before `own` are from another match."""
        for number, entry in enumerate(entries):
            if entry.kind == LEAVE or entry.row == self._resigning:
                self._note_left(entry)
            elif entry.kind == VOID and number >= own:
                self._all[entry.seat].refusals += 1

    def recall_step(self, made: Step) -> bool:
        """Enter a step of the log again; a seat that answered then had been sent everything before."""
        if made.entry.kind in (ORDER, VOID):
            self._all[made.entry.seat].since = []
        return self.remember(made)

    def _note_left(self, entry: Entry) -> None:
        seat_state = self._all[entry.seat]
        why = RESIGNED if entry.row == self._resigning else self._game.leave_reason(entry.row[0]).name
        if self.returns and why in (CONNECTION_LOST, RETURNED):
            seat_state.absent = why == CONNECTION_LOST
        else:
            seat_state.left = seat_state.left or why


def resigning(game: Game) -> tuple[int, ...] | None:
    """The row of the action `resign`, in games that have it."""
    kinds = getattr(game.actions, "__args__", (game.actions,))
    found = next((kind for kind in kinds if kind.__struct_config__.tag == "resign"), None)
    return None if found is None else tuple(game.row_of(found(), None))


def tail_of(entries: Sequence[Entry], delay: int) -> int:
    """The first entry of a log that somebody may still have to be sent."""
    start = max(0, len(entries) - RECALLED)
    ticks = 0
    for number in range(len(entries) - 1, -1, -1):
        if number < start and ticks > delay:
            return number + 1
        ticks += entries[number].kind == TICK
    return 0
