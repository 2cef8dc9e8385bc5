"""Matches of games whose settings decide the time: rounds are shown before windows begin, and absent players are not
waited for without end. RAL-083 to RAL-088, RAL-162, RAL-315, DUN-063, DUN-116, DUN-117, DUN-242, QST-120, QST-125"""

from typing import Any

from ...core.entries import TICK
from ...core.game import Pace, Verdict
from ...match.match import Step
from ...protocol.messages import Act
from .attendance import careful
from .broadcast import Subscriber
from .live_match import ABOUT_TO_END, LOCKED, Answer, LiveMatch
from .match_timer import EARLY_S
from .seat_states import CONNECTION_LOST, RESIGNED, RETURNED, SeatState
from .time_controls import BOT

DESERTED = "Nobody is left but built-in bots."
CLOSED = "collection_closed"
ALONE_MS = 60_000  # how long a match against built-in bots waits for an absent player, where it does not count


class PacedMatch(LiveMatch):
    """With the clock `own` the game says the time of every round. With the clock for bots a round lasts until
    everybody has answered, or has used up the time for an answer; only who is away is treated alike.

    Where orders are collected, none is taken while the round before is shown, and nobody is asked before that: whoever
    answers a turn at once is not too early.

    Where the rules know of lost connections, they are told of a seat that is not waited for any more, and of its
    return. Should nobody be left they end the match. QST-125"""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._own = self.clock.key != BOT
        seats = self.setup.seats
        self._others = [
            seat_state for seat_state in self.seat_states.taken if not seats[seat_state.seat - 1].builtin
        ]  # people and bots
        self._opens_ms = 0  # when the windows of this round begin
        self._closed = False  # orders are collected, but the window is not open yet
        self._shown: dict[int, int] = {}  # people who are still shown the previous round, and the step it led to
        self._pace = self._pace_now()

    @careful
    def begin(self, seats: set[int], grace_ms: int) -> None:
        """The first round, or the one that was interrupted by an outage or saved: its time starts afresh, and nothing
        before it is shown. RAL-244"""
        now_ms = self.timer.now_ms()
        for seat_state in self.seat_states.taken:
            seat_state.away_ms = now_ms
        self._start_round(now_ms, watched=False)
        super().begin({seat for seat in seats if not self.seat_states[seat].absent}, grace_ms)
        self._rearm()

    @careful
    def join(
        self, seat: int, subscriber: Subscriber, *, follow: bool = False, since: int | None = None, present: bool = True
    ) -> None:
        """A player who is back plays on, with the next turn at the latest."""
        if self.seat_states[seat].absent and self.match.result is None and self.state == "running":
            self._enter_leave(seat, RETURNED)
            self._settle()
        super().join(seat, subscriber, follow=follow, since=since, present=present)

    def part(self, subscriber: Subscriber) -> None:
        watched = bool(self._shown)
        super().part(subscriber)
        if watched:
            self._skip_film()
        self._rearm()

    # Called for seats

    @careful
    def act(self, seat: int, message: Act, answer: Answer) -> None:
        if self.state == "running" and self.match.result is None and (why := self._untimely()) is not None:
            self._refuse(seat, message, answer, why)
        else:
            super().act(seat, message, answer)

    def _untimely(self) -> Verdict | None:
        """The refusal while no orders are taken: too early, or the round is about to end. DUN-063, DUN-236, BOI-218"""
        if self._closed:
            return self._refusal(CLOSED, "The round before is still being executed.")
        lock_ms, window_ms = self._pace.lock_ms, self._pace.window_ms
        if lock_ms and window_ms is not None and self._opens_ms + window_ms - self.timer.now_ms() <= lock_ms:
            return self._refusal(LOCKED, ABOUT_TO_END)
        return None

    @careful
    def seen(self, seat: int, step: int) -> None:
        if step >= self._shown.get(seat, step + 1):
            del self._shown[seat]
            self._skip_film()

    def being_shown(self, seat: int) -> bool:
        return self._starts_ms() > 0 and seat in self._shown

    def _skip_film(self) -> None:
        """Open the window early when all connected people have watched or skipped the round. RAL-315"""
        there = [seat for seat in self._people() if self.seat_states[seat].away_ms is None]
        running = self.state == "running" and self.match.result is None and not self._stopped
        if not there or self._shown.keys() & set(there) or self._starts_ms() == 0 or not running:
            return
        now_ms, pace = self.timer.now_ms(), self._pace
        self.match.clock.begin(now_ms)
        self._opens_ms = now_ms
        self._due_ms = None if pace.window_ms is None else now_ms + pace.window_ms
        self._next_tick = self._earliest()
        for subscriber in tuple(self.broadcast.everybody()):
            self.fresh(subscriber)
        self._rearm()
        self._advance()

    @property
    def _deserted(self) -> bool:
        """Whether all but built-in bots are gone from a match that does not count. A match that somebody resigned is
        played to its end, like one that counts. RAL-162"""
        if not self._for_fun or any(seat_state.left == RESIGNED for seat_state in self._others):
            return False
        return all(seat_state.left or self._gone(seat_state) for seat_state in self._others)

    @property
    def _for_fun(self) -> bool:
        """Whether people play with built-in bots, and the match does not count."""
        return not self.terms.rated and 0 < len(self._others) < len(self.setup.seats)

    def _gone(self, seat_state: SeatState) -> bool:
        """Whether a seat has been away too long to be waited for. RAL-088"""
        patience_ms = self._patience_ms()
        if patience_ms is None or seat_state.away_ms is None or seat_state not in self._others:
            return False
        return self.timer.now_ms() - seat_state.away_ms >= patience_ms

    def _patience_ms(self) -> int | None:
        """How long an absent seat is waited for. Where absent seats are skipped one after the other, built-in bots
        alone would finish the match before anybody could come back."""
        absent_ms = self._pace.absent_ms
        if absent_ms is None or not self.seat_states.returns or not self._for_fun:
            return absent_ms
        alone = all(seat_state.left or seat_state.away_ms is not None for seat_state in self._others)
        return max(absent_ms, ALONE_MS) if alone else absent_ms

    def _tell_absent(self) -> None:
        """Enter for the rules which seats are not waited for any more. QST-125"""
        if not self.seat_states.returns:
            return
        gone = [
            seat_state
            for seat_state in self._others
            if not (seat_state.absent or seat_state.left) and self._gone(seat_state)
        ]
        for seat_state in gone:
            if self.match.result is None:
                self._enter_leave(seat_state.seat, CONNECTION_LOST)
        if gone:
            self._settle()

    def _enter_leave(self, seat: int, reason: str) -> None:
        code = next(line.code for line in self.game.leave_reasons if line.name == reason)
        self.match.leave(seat, code, self.timer.now_ms())

    # Rounds

    def _pace_now(self) -> Pace:
        assert self.game.pace is not None  # noqa: S101
        pace = self.game.pace(self.setup, self.match.state)
        return pace if self._own else Pace(self.clock.window_ms, absent_ms=pace.absent_ms)

    def _start_round(self, now_ms: int, *, watched: bool) -> None:
        clock, before = self.match.clock, self._pace
        clock.close_all(now_ms)
        self._pace = pace = self._pace_now()
        shown_ms = before.shown_ms if before.always or pace.always else pace.shown_ms  # DUN-117
        clock.lead_ms, clock.window_ms = shown_ms if watched else 0, pace.window_ms
        self._opens_ms = now_ms + clock.lead_ms
        self._due_ms = None if pace.window_ms is None else self._opens_ms + pace.window_ms
        self._closed = self.game.orders_until_tick and clock.lead_ms > 0

    def _open(self) -> None:
        """The previous round was shown: orders are collected from now on."""
        self._closed = False
        self.match.clock.lead_ms = 0
        self._settle()

    def _on_step(self, made: Step) -> None:
        if made.entry.kind != TICK or self.match.result is not None:
            super()._on_step(made)
            return
        self._start_round(self.timer.now_ms(), watched=self._pace.always or self._people_watch())
        super()._on_step(made)
        self._next_tick = self._earliest()
        if not self.game.orders_until_tick:  # there all seats have the same time
            self._shown = {seat: self.broadcast.step_of(seat) for seat in self._people()}

    def _people_watch(self) -> bool:
        """Whether a person who plays is connected to see the round."""
        return any(self.seat_states[seat].away_ms is None for seat in self._people())

    def _people(self) -> list[int]:
        return [seat for seat, who in enumerate(self.setup.seats, 1) if who.kind == "person"]

    def _earliest(self) -> float:
        """When a fully answered round may end; it never outlasts its window. RAL-084, RAL-315"""
        return self.timer.at(self._earliest_ms())

    def _earliest_ms(self) -> int:
        least_ms, window_ms = max(self._pace.least_ms, self.clock.pace_ms), self._pace.window_ms
        return self._opens_ms + (least_ms if window_ms is None else min(least_ms, window_ms))

    def _ask(self) -> list[int]:
        if self._closed:
            owing = self.match.waited_for()
            self._rearm()
        else:
            owing = super()._ask()
        return [seat for seat in owing if not self._gone(self.seat_states[seat])]

    def _advance(self) -> None:
        match = self.match
        self._pacing = False
        if match.result is not None or self._stopped or self._outbox.durable < match.step:
            return
        if all(self._gone(self.seat_states[seat]) for seat in match.waited_for()):
            self._next_tick = self._earliest()
            self._move_on()

    # Time

    def _remaining(self, kind: int, waiting: list[int]) -> tuple[int | None, int]:
        left_ms, _ = super()._remaining(kind, waiting)
        if not waiting and self.match.result is None:  # all seats have answered: the time the round still takes
            left_ms = max(0, self._earliest_ms() - self.timer.now_ms())
        return left_ms, self._starts_ms()

    def _left_ms(self) -> int | None:
        if self.match.result is None and not self.match.waited_for():
            return max(0, self._earliest_ms() - self.timer.now_ms())
        return super()._left_ms()

    def _starts_ms(self) -> int:
        return max(0, self._opens_ms - self.timer.now_ms())

    def _rearm(self) -> None:
        super()._rearm()
        patience_ms = self._patience_ms()
        if self._closed and not self._stopped and not self.timer.paused:
            self.timer.arm(self.timer.at(self._opens_ms))
        if patience_ms is None or self._stopped or self.timer.paused:
            return
        for seat_state in self._others:
            if seat_state.away_ms is not None and not self._gone(seat_state):
                self.timer.arm(self.timer.at(seat_state.away_ms + patience_ms))

    @careful
    def _on_timer(self) -> None:
        if self._stopped or self.match.result is not None:
            return
        if self._deserted:
            self.break_off(DESERTED)
            return
        if self._closed and not self.timer.paused and self.timer.time() >= self.timer.at(self._opens_ms) - EARLY_S:
            self._open()
        if not self.timer.paused:
            self._tell_absent()
        super()._on_timer()
        if not self._pacing:
            self._advance()
