"""The seats of a running match: who is asked, what each has still to be told, and why somebody left."""

from collections.abc import Sequence
from typing import Any

from ...core.entries import LEAVE, ORDER, TICK, VOID, Entry
from ...core.game import Game
from ...match.seat_account import Tally
from ...match.visibility import shows
from ...match.match import Step
from .broadcast import Audience, Feed

RESIGNED = "resigned"
CONNECTION_LOST = "connection_lost"
RETURNED = "returned"  # in games whose rules know of it, a lost connection is not the end. QST-125
EVENTS_KEPT = 1000  # for a seat that is not asked for a long time
RECALLED = 200  # newest entries whose events may have to be told again after an outage


class Place:
    """A seat as its match sees it, taken or not."""

    __slots__ = (
        "absent", "asked", "audience", "away_ms", "coming", "left", "owed", "refusals", "seat", "since", "tally",
        "told", "tries", "turn_step",
    )  # fmt: skip

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.audience: Audience | None = None
        self.coming: Audience | None = None  # will be the audience as soon as what it is told first is durable
        self.away_ms: int | None = 0  # since when nobody is there, by the time of the match
        self.absent = False  # the rules know that nobody is there, and go on without it until it is back
        self.asked = False  # waited for, and told so
        self.owed = False  # was waited for since the last tick, whether or not it has answered
        self.turn_step = 0  # the step of its newest turn
        self.told: list[Any] = []  # the events of that turn
        self.since: list[Any] = []  # the events after it
        self.tries = 0  # useless answers since the last tick
        self.refusals = 0
        self.tally = Tally()  # of this process: an outage in between forgets what was counted before it
        self.left = ""  # why it left


class Places:
    """All seats of a match; `[0]` is nobody's."""

    def __init__(self, game: Game, seats: int, feed: Feed) -> None:
        self._game = game
        self._feed = feed
        self._resigning = resigning(game)
        self.returns = any(reason.name == RETURNED for reason in game.leave_reasons)
        self._all = [Place(seat) for seat in range(seats + 1)]
        self.taken = self._all[1:]

    def __getitem__(self, seat: int) -> Place:
        return self._all[seat]

    def begin(self, events: list[Any]) -> None:
        """What the start of the match itself has caused belongs to everybody's first turn."""
        for place in self.taken:
            place.since = self._feed.events(events, place.seat)

    def remember(self, made: Step) -> bool:
        """Note what a step means for the seats; returns whether others learn of it."""
        entry = made.entry
        if entry.kind == TICK:
            for place in self.taken:
                place.asked = place.owed = False
                place.tries = 0
        elif entry.kind in (ORDER, VOID):
            self._all[entry.seat].owed = True
            if entry.row == self._resigning:
                self._note_left(entry)
        elif entry.kind == LEAVE:
            self._note_left(entry)
        shown = shows(self._game, made)
        if shown and made.events:
            for place in self.taken:
                known = self._feed.events(made.events, place.seat)
                place.since = (place.since + known)[-EVENTS_KEPT:] if place.since else known
        return shown

    def ask(self, place: Place) -> None:
        """A turn begins: what has happened since the last one belongs to it."""
        place.asked = place.owed = True
        place.turn_step = self._feed.step_of(place.seat)
        place.told, place.since = place.since, []

    # After an outage

    def recall(self, entries: Sequence[Entry], own: int) -> None:
        """What the whole log says about seats; those before `own` were of another match."""
        for number, entry in enumerate(entries):
            if entry.kind == LEAVE or entry.row == self._resigning:
                self._note_left(entry)
            elif entry.kind == VOID and number >= own:
                self._all[entry.seat].refusals += 1

    def recall_step(self, made: Step) -> bool:
        """A step of the log that is entered again: whoever answered then had been told what came before."""
        if made.entry.kind in (ORDER, VOID):
            self._all[made.entry.seat].since = []
        return self.remember(made)

    def _note_left(self, entry: Entry) -> None:
        place = self._all[entry.seat]
        why = RESIGNED if entry.row == self._resigning else self._game.leave_reason(entry.row[0]).name
        if self.returns and why in (CONNECTION_LOST, RETURNED):
            place.absent = why == CONNECTION_LOST
        else:
            place.left = place.left or why


def resigning(game: Game) -> tuple[int, ...] | None:
    """The row of the action `resign`, for games whose players can resign by an action: it is a way to leave."""
    kinds = getattr(game.actions, "__args__", (game.actions,))
    found = next((kind for kind in kinds if kind.__struct_config__.tag == "resign"), None)
    return None if found is None else tuple(game.row_of(found(), None))


def tail_of(entries: Sequence[Entry], delay: int) -> int:
    """Where the part of a log begins that somebody may still have to be told of."""
    start = max(0, len(entries) - RECALLED)
    ticks = 0
    for number in range(len(entries) - 1, -1, -1):
        if number < start and ticks > delay:
            return number + 1
        ticks += entries[number].kind == TICK
    return 0
