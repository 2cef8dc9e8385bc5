"""One match: takes actions, ticks, and hands out steps. It owns its state; others get plain values."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

from msgspec import Struct

from ..core.entries import CHANGE, ORDER, TICK, Entry, enter, leave, tick, void
from ..core.game import ACCEPTED, Game, Result, SeatSetup, Setup, Verdict
from ..core.schema import Grid
from .clock import Clock


class Step(Struct, frozen=True):
    """An entry with its number in the log and what it caused."""

    number: int
    entry: Entry
    events: list[Any]


Listener = Callable[[Step], None]
Log = Callable[[int, Entry], None]


class TickWatch(Protocol):
    """An observer that sees the state before and after every tick."""

    def before(self, state: Any) -> None: ...

    def after(self, state: Any) -> None: ...


class Match:
    """Rules, clock and log of one play of a game. Live matches run on objects, interpreted.

    `listen` is called with every step, in order, before the call that caused it returns; a recorder is such a listener.
    `log` is called with the number and the entry alone, for callers that do not need the events. `state` is the first
    state, if the caller has made it already.
    """

    def __init__(
        self,
        game: Game,
        setup: Setup,
        *,
        clock: Clock | None = None,
        listen: Listener | None = None,
        log: Log | None = None,
        state: Any = None,
    ) -> None:
        self.game = game
        self.log = log
        self.setup = setup
        self.state = game.start(setup) if state is None else state
        self.seats = len(setup.seats)
        self.clock = clock or Clock(self.seats, window_ms=None)
        self.step = 0
        self.ticks = 0
        self.result: Result | None = None
        self.ticking: TickWatch | None = None
        self._listeners: list[Listener] = [listen] if listen else []
        self._at_once = game.immediate_orders
        self._receipt = game.receipt
        self._several = game.immediate_orders or game.multiple_orders
        self._owing = [0] * (game.seats_max + 1)
        self._owing_seats: list[int] = []
        self._owing_step = -1  # the step after which they were found
        self._names = [who.name for who in setup.seats]
        self._rules = game.rules
        self._places = Grid([[0, 0] for _ in range(game.seats_max + 1)])

    def listen(self, listener: Listener) -> None:
        self._listeners.append(listener)

    def unlisten(self, listener: Listener) -> None:
        self._listeners.remove(listener)

    def waited_for(self) -> list[int]:
        """The seats that are waited for. Only an entry changes them, so they are found once after each entry. All
        callers get the same list, for reading only."""
        if self._owing_step != self.step:
            count, owing = self._rules.waiting(self.state, self._owing), self._owing
            self._owing_seats = [seat for seat in range(1, self.seats + 1) if owing[seat]] if count else []
            self._owing_step = self.step
        return self._owing_seats

    def restore(self, entries: Iterable[Entry], *, from_ms: int = 0) -> None:
        """Enter what was logged before, without calling `log` again.

        Costs and banks are counted again from the times of the entries, the first windows from `from_ms`. Windows that
        are open at the end are dropped: the caller that continues the match opens them anew.
        """
        log, self.log = self.log, None
        clock, owing = self.clock, self._owing
        clock.open(self.waited_for(), from_ms)
        for entry in entries:
            self.ticks += entry.kind == TICK
            self._enter(entry)
            seat, at_ms = entry.seat, entry.at_ms
            asked = self.waited_for()
            if entry.kind == TICK:
                clock.close_all(at_ms)
            elif seat and not owing[seat]:
                clock.close(seat, at_ms)
            clock.open(asked, at_ms)
        clock.forget()
        self.log = log

    def open_windows(self, now_ms: int = 0) -> None:
        self.clock.open(self.waited_for(), now_ms)

    def act(self, seat: int, row: Sequence[int], now_ms: int = 0) -> Verdict:
        """Check an action of a seat and enter it. The answer says what became of it; a bad action never raises."""
        if not 1 <= seat <= self.seats:
            raise ValueError(f"there is no seat {seat}")
        if len(row) != self.game.width:
            raise ValueError(f"an action of {self.game.key} has {self.game.width} numbers, not {len(row)}")
        code = self._rules.check(self.state, seat, row)
        if code == 0:
            self._enter(Entry(ORDER, seat, tuple(row), now_ms))
            if self._several:
                self._answered(seat, now_ms)
            else:
                self.clock.close(seat, now_ms)
            return ACCEPTED if self._receipt is None else Verdict("accepted", receipt=self._receipt(self.state, seat))
        refusal = self.game.refusal(code)
        if refusal.verdict == "void":
            self._enter(void(seat, row, now_ms))
            self._answered(seat, now_ms)
        elif refusal.verdict == "forfeit":
            self.leave(seat, refusal.leaves, now_ms)
        return self.game.verdict(code)

    def change(self, row: Sequence[int], now_ms: int = 0) -> Verdict:
        """An organiser alters the running match, as far as the game allows it."""
        code = self._rules.check_change(self.state, row)
        if code == 0 and self.result is None:
            self._enter(Entry(CHANGE, 0, tuple(row), now_ms))
        return self.game.verdict(code)

    def leave(self, seat: int, reason: int, now_ms: int = 0) -> None:
        """A seat resigns, is disqualified, kicked or gone; the rules deal with it at the next tick."""
        if self.result is None:
            self._enter(leave(seat, reason, now_ms))
            self.clock.close(seat, now_ms)

    def tick(self, now_ms: int = 0) -> None:
        """Let the rules move on: nobody is waited for, or the time is up."""
        if self.result is not None:
            raise RuntimeError("the match is over")
        self.ticks += 1
        self._enter(tick(now_ms))
        self.clock.close_all(now_ms)

    def expire(self, now_ms: int) -> list[int]:
        """Apply the game's rule for missed windows to the seats whose time is over, and tick. Returns those seats."""
        late = self.clock.expired(now_ms)
        if late and self.result is None:
            for seat in late:
                if self.game.timeout_reason:
                    self.leave(seat, self.game.timeout_reason, now_ms)
                self.clock.close(seat, now_ms)
            if self.result is None and (self.game.timeout_reason == 0 or not self.waited_for()):
                self.tick(now_ms)
        return late

    def rename(self, seats: tuple[SeatSetup, ...]) -> Setup:
        """Other players take over the seats; returns the new setup."""
        self.setup = Setup(self.setup.game, self.setup.preset, self.setup.settings, seats, self.setup.seed)
        self._names = [who.name for who in seats]
        return self.setup

    def view(self, seat: int) -> Any:
        """What a seat may know, 0 for a spectator."""
        return self.game.view(self.state, seat, self._names)

    def _answered(self, seat: int, now_ms: int) -> None:
        """Close a seat's window, unless the seat has to answer more."""
        if not self._several or seat not in self.waited_for():
            self.clock.close(seat, now_ms)

    def _enter(self, entry: Entry) -> None:
        if self.ticking is not None and entry.kind == TICK:
            self.ticking.before(self.state)
            enter(self._rules, self.state, entry)
            self.ticking.after(self.state)
        else:
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
