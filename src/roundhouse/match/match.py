"""One match: takes actions, ticks, and hands out steps. It owns its state; others get plain values."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from msgspec import Struct

from ..core.entries import ORDER, TICK, Entry, enter, leave, tick, void
from ..core.game import ACCEPTED, Game, Result, Setup, Verdict
from ..core.schema import Grid
from .clock import Clock


class Step(Struct, frozen=True):
    """An entry with its number in the log and what it caused."""

    number: int
    entry: Entry
    events: list[Any]


Listener = Callable[[Step], None]
Log = Callable[[int, Entry], None]


class Match:
    """Rules, clock and log of one play of a game. Live matches run on objects, interpreted.

    `listen` is called with every step, in order, before the call that caused it returns; a recorder is such a listener.
    `log` is called with the number and the entry alone, for those who do not need the events.
    """

    def __init__(
        self,
        game: Game,
        setup: Setup,
        *,
        clock: Clock | None = None,
        listen: Listener | None = None,
        log: Log | None = None,
    ) -> None:
        self.game = game
        self.log = log
        self.setup = setup
        self.state = game.start(setup)
        self.seats = len(setup.seats)
        self.clock = clock or Clock(self.seats, window_ms=None)
        self.step = 0
        self.ticks = 0
        self.result: Result | None = None
        self._listeners: list[Listener] = [listen] if listen else []
        self._at_once = game.at_once
        self._owing = [0] * (game.seats_max + 1)
        self._rules = game.rules
        self._places = Grid([[0, 0] for _ in range(game.seats_max + 1)])

    def listen(self, listener: Listener) -> None:
        self._listeners.append(listener)

    def owing(self) -> list[int]:
        """The seats that are waited for."""
        if not self.game.rules.waiting(self.state, self._owing):
            return []
        return [seat for seat in range(1, self.seats + 1) if self._owing[seat]]

    def restore(self, entries: Iterable[Entry]) -> None:
        """Enter what was logged before, without telling the log again."""
        log, self.log = self.log, None
        for entry in entries:
            self.ticks += entry.kind == TICK
            self._enter(entry)
        self.log = log

    def open_windows(self, now_ms: int = 0) -> None:
        self.clock.open(self.owing(), now_ms)

    def act(self, seat: int, row: Sequence[int], now_ms: int = 0) -> Verdict:
        """Check an action of a seat and enter it. The answer says what became of it; a bad action never raises."""
        if not 1 <= seat <= self.seats:
            raise ValueError(f"there is no seat {seat}")
        if len(row) != self.game.width:
            raise ValueError(f"an action of {self.game.key} has {self.game.width} numbers, not {len(row)}")
        code = self._rules.check(self.state, seat, row)
        if code == 0:
            self._enter(Entry(ORDER, seat, tuple(row), now_ms))
            self.clock.close(seat, now_ms)
            return ACCEPTED
        refusal = self.game.refusal(code)
        if refusal.verdict == "void":
            self._enter(void(seat, row, now_ms))
            self.clock.close(seat, now_ms)
        elif refusal.verdict == "forfeit":
            self.leave(seat, refusal.leaves, now_ms)
        return self.game.verdict(code)

    def leave(self, seat: int, reason: int, now_ms: int = 0) -> None:
        """A seat resigns, is disqualified, kicked or gone; the next tick draws the consequence."""
        if self.result is None:
            self._enter(leave(seat, reason, now_ms))
            self.clock.close(seat, now_ms)

    def tick(self, now_ms: int = 0) -> None:
        """Nobody is waited for, or the clock ran out."""
        if self.result is not None:
            raise RuntimeError("the match is over")
        self.ticks += 1
        self._enter(tick(now_ms))
        self.clock.close_all(now_ms)

    def expire(self, now_ms: int) -> list[int]:
        """Draw the consequence for the seats whose time is over, and tick. Returns those seats."""
        late = self.clock.expired(now_ms)
        if late and self.result is None:
            for seat in late:
                if self.game.missed:
                    self.leave(seat, self.game.missed, now_ms)
                self.clock.close(seat, now_ms)
            if self.game.missed == 0 or not self.owing():
                self.tick(now_ms)
        return late

    def view(self, seat: int) -> Any:
        """What a seat may know, 0 for a spectator."""
        return self.game.view(self.state, seat, [who.name for who in self.setup.seats])

    def _enter(self, entry: Entry) -> None:
        enter(self._rules, self.state, entry)
        self.step += 1
        if (entry.kind != ORDER or self._at_once) and self._rules.result(self.state, self._places) != 0:
            self.result = self.game.result(self.state)
        if self.log is not None:
            self.log(self.step, entry)
        if self._listeners:
            made = Step(self.step, entry, self.game.events(self.state))
            for listener in self._listeners:
                listener(made)
