"""Matches of games whose settings say the time themselves: rounds are shown, windows begin later, and nobody waits for
ever for somebody who is away. RAL-083 to RAL-088, RAL-162, RAL-315, DUN-063, DUN-116, DUN-117, DUN-242, QST-120,
QST-125"""

from typing import Any

from ...core.entries import TICK
from ...core.game import Pace, Verdict
from ...match.match import Step
from ...protocol.messages import Act
from .time_controls import BOT
from .broadcast import Audience
from .seat_states import CONNECTION_LOST, RESIGNED, RETURNED, Place
from .live_match import ABOUT_TO_END, LOCKED, Answer, Playing
from .attendance import careful
from .match_timer import EARLY_S

DESERTED = "Nobody is left but built-in bots."
CLOSED = "collection_closed"
ALONE_MS = 60_000  # so long built-in bots wait for somebody to come back, where a match does not count


class Paced(Playing):
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
        self._others = [place for place in self.places.taken if not seats[place.seat - 1].builtin]  # people and bots
        self._opens_ms = 0  # when the windows of this round begin
        self._closed = False  # orders are collected, but not yet
        self._shown: dict[int, int] = {}  # people who are still shown the round before, and the step to which it led
        self._pace = self._pace_now()

    @careful
    def begin(self, seats: set[int], grace_ms: int) -> None:
        """The first round, or the one that was played before an outage or when it was saved: its time begins afresh,
        and nobody has to be shown what came before. RAL-244"""
        now_ms = self.time.now_ms()
        for place in self.places.taken:
            place.away_ms = now_ms
        self._start_round(now_ms, watched=False)
        super().begin({seat for seat in seats if not self.places[seat].absent}, grace_ms)
        self._rearm()

    @careful
    def join(
        self, seat: int, audience: Audience, *, follow: bool = False, since: int | None = None, present: bool = True
    ) -> None:
        """Who is back plays on, with the next turn at the latest."""
        if self.places[seat].absent and self.match.result is None and self.state == "running":
            self._enter_leave(seat, RETURNED)
            self._after()
        super().join(seat, audience, follow=follow, since=since, present=present)

    def part(self, audience: Audience) -> None:
        watched = bool(self._shown)
        super().part(audience)
        if watched:
            self._skip_film()
        self._rearm()

    # What seats do

    @careful
    def act(self, seat: int, message: Act, answer: Answer) -> None:
        if self.state == "running" and self.match.result is None and (why := self._untimely()) is not None:
            self._refuse(seat, message, answer, why)
        else:
            super().act(seat, message, answer)

    def _untimely(self) -> Verdict | None:
        """Why nothing is taken now: it is too early, or the round is about to end. DUN-063, DUN-236, BOI-218"""
        if self._closed:
            return self._refusal(CLOSED, "The round before is still being executed.")
        lock_ms, window_ms = self._pace.lock_ms, self._pace.window_ms
        if lock_ms and window_ms is not None and self._opens_ms + window_ms - self.time.now_ms() <= lock_ms:
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
        """Nobody is kept waiting for a film that all people who are there have watched or skipped. RAL-315"""
        there = [seat for seat in self._people() if self.places[seat].away_ms is None]
        running = self.state == "running" and self.match.result is None and not self._stopped
        if not there or self._shown.keys() & set(there) or self._starts_ms() == 0 or not running:
            return
        now_ms, pace = self.time.now_ms(), self._pace
        self.match.clock.begin(now_ms)
        self._opens_ms = now_ms
        self._due_ms = None if pace.window_ms is None else now_ms + pace.window_ms
        self._next_tick = self._earliest()
        for audience in tuple(self.feed.everybody()):
            self.fresh(audience)
        self._rearm()
        self._advance()

    @property
    def _deserted(self) -> bool:
        """Whether all but built-in bots are gone from a match that does not count. Who resigns has lost it: it is
        played to its end then, as one that counts is. RAL-162"""
        if not self._for_fun or any(place.left == RESIGNED for place in self._others):
            return False
        return all(place.left or self._gone(place) for place in self._others)

    @property
    def _for_fun(self) -> bool:
        """Whether somebody plays with built-in bots, and it does not count."""
        return not self.terms.rated and 0 < len(self._others) < len(self.setup.seats)

    def _gone(self, place: Place) -> bool:
        """Whether somebody has been away for so long that nobody waits any more. RAL-088"""
        patience_ms = self._patience_ms()
        if patience_ms is None or place.away_ms is None or place not in self._others:
            return False
        return self.time.now_ms() - place.away_ms >= patience_ms

    def _patience_ms(self) -> int | None:
        """How long somebody who is away is waited for. Where turns are passed over one after the other, built-in bots
        alone would have played the match to its end before anybody could come back."""
        absent_ms = self._pace.absent_ms
        if absent_ms is None or not self.places.returns or not self._for_fun:
            return absent_ms
        alone = all(place.left or place.away_ms is not None for place in self._others)
        return max(absent_ms, ALONE_MS) if alone else absent_ms

    def _tell_absent(self) -> None:
        """Let the rules know who is not waited for any more. QST-125"""
        if not self.places.returns:
            return
        gone = [place for place in self._others if not (place.absent or place.left) and self._gone(place)]
        for place in gone:
            if self.match.result is None:
                self._enter_leave(place.seat, CONNECTION_LOST)
        if gone:
            self._after()

    def _enter_leave(self, seat: int, reason: str) -> None:
        code = next(line.code for line in self.game.leave_reasons if line.name == reason)
        self.match.leave(seat, code, self.time.now_ms())

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
        self._closed = self.game.collects and clock.lead_ms > 0

    def _open(self) -> None:
        """The round before was shown: from now on orders are collected."""
        self._closed = False
        self.match.clock.lead_ms = 0
        self._after()

    def _follow(self, made: Step) -> None:
        if made.entry.kind != TICK or self.match.result is not None:
            super()._follow(made)
            return
        self._start_round(self.time.now_ms(), watched=self._pace.always or self._people_watch())
        super()._follow(made)
        self._next_tick = self._earliest()
        if not self.game.collects:  # there the time is the same for all, whoever looks
            self._shown = {seat: self.feed.step_of(seat) for seat in self._people()}

    def _people_watch(self) -> bool:
        """Whether a person who plays is there to see the round."""
        return any(self.places[seat].away_ms is None for seat in self._people())

    def _people(self) -> list[int]:
        return [seat for seat, who in enumerate(self.setup.seats, 1) if who.kind == "person"]

    def _earliest(self) -> float:
        """A round that everybody has answered is not over before, but it never outlasts its window. RAL-084, RAL-315"""
        return self.time.at(self._earliest_ms())

    def _earliest_ms(self) -> int:
        least_ms, window_ms = max(self._pace.least_ms, self.clock.pace_ms), self._pace.window_ms
        return self._opens_ms + (least_ms if window_ms is None else min(least_ms, window_ms))

    def _ask(self) -> list[int]:
        if self._closed:
            owing = self.match.owing()
            self._rearm()
        else:
            owing = super()._ask()
        return [seat for seat in owing if not self._gone(self.places[seat])]

    def _advance(self) -> None:
        match = self.match
        self._pacing = False
        if match.result is not None or self._stopped or self._outbox.durable < match.step:
            return
        if all(self._gone(self.places[seat]) for seat in match.owing()):
            self._next_tick = self._earliest()
            self._move_on()

    # Time

    def _remaining(self, kind: int, waiting: list[int]) -> tuple[int | None, int]:
        left_ms, _ = super()._remaining(kind, waiting)
        if not waiting and self.match.result is None:  # everybody has answered: so long it still takes
            left_ms = max(0, self._earliest_ms() - self.time.now_ms())
        return left_ms, self._starts_ms()

    def _left_ms(self) -> int | None:
        if self.match.result is None and not self.match.owing():
            return max(0, self._earliest_ms() - self.time.now_ms())
        return super()._left_ms()

    def _starts_ms(self) -> int:
        return max(0, self._opens_ms - self.time.now_ms())

    def _rearm(self) -> None:
        super()._rearm()
        patience_ms = self._patience_ms()
        if self._closed and not self._stopped and not self.time.paused:
            self.time.arm(self.time.at(self._opens_ms))
        if patience_ms is None or self._stopped or self.time.paused:
            return
        for place in self._others:
            if place.away_ms is not None and not self._gone(place):
                self.time.arm(self.time.at(place.away_ms + patience_ms))

    @careful
    def _ring(self) -> None:
        if self._stopped or self.match.result is not None:
            return
        if self._deserted:
            self.break_off(DESERTED)
            return
        if self._closed and not self.time.paused and self.time.time() >= self.time.at(self._opens_ms) - EARLY_S:
            self._open()
        if not self.time.paused:
            self._tell_absent()
        super()._ring()
        if not self._pacing:
            self._advance()
