"""Matches of games whose settings say the time themselves: rounds are shown, windows begin later, and nobody waits for
ever for somebody who is away. RAL-083 to RAL-088, RAL-162, RAL-315, DUN-063, DUN-116, DUN-117, DUN-242, QST-120,
QST-125"""

from collections.abc import Sequence
from typing import Any

from ..core.entries import TICK
from ..core.game import Pace, Verdict
from ..match.match import Step
from ..protocol.actions import row_of
from ..protocol.messages import Act, Verdicts
from .clocks import BOT
from .feed import Audience
from .places import CONNECTION_LOST, RETURNED, Place, resigning
from .playing import Answer, Playing
from .stage import careful
from .timepiece import EARLY_S

DESERTED = "Nobody is left but built-in bots."
CLOSED = "collection_closed"
RESIGN = b"resign"
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
        self._resigning = resigning(self.game)
        seats = self.setup.seats
        self._others = [place for place in self.places.taken if not seats[place.seat - 1].builtin]  # people and bots
        self._opens_ms = 0  # when the windows of this round begin
        self._closed = False  # orders are collected, but not yet
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
        super().part(audience)
        self._rearm()

    # What seats do

    @careful
    def act(self, seat: int, message: Act, answer: Answer) -> None:
        if self.state == "running" and self._resigns(seat, message.actions) and self._deserted_without(seat):
            self.break_off(DESERTED)
        elif self._closed and self.state == "running" and self.match.result is None:
            self.places[seat].refusals += len(message.actions)
            refused = [self._too_early()] * max(1, len(message.actions))
            self._outbox.put(self.match.step, answer, Verdicts(message.seq, self.feed.step_of(seat), refused))
            self._outbox.flush()
        else:
            super().act(seat, message, answer)

    def _too_early(self) -> Verdict:
        """In the words of the game, if it has some for this. DUN-063, DUN-236"""
        known = next((line for line in self.game.refusals if line.name == CLOSED), None)
        if known is not None:
            return self.game.verdict(known.code)
        return Verdict("refused", CLOSED, sentence="The round before is still being executed.")

    def _resigns(self, seat: int, actions: Sequence[Any]) -> bool:
        """Whether a seat resigns by an action that the rules would take."""
        if self._resigning is None or self.match.result is not None:
            return False
        meant = [action for action in actions if RESIGN in bytes(action)]
        rows = (row_of(self.game, action, self.match.state)[0] for action in meant)
        resigning = any(row is not None and tuple(row) == self._resigning for row in rows)
        return resigning and self.game.rules.check(self.match.state, seat, self._resigning) == 0

    @careful
    def _leave(self, seat: int, reason: str) -> None:
        if self.state == "running" and self.match.result is None and self._deserted_without(seat):
            self.break_off(DESERTED)
        else:
            super()._leave(seat, reason)

    def _deserted_without(self, leaving: int = 0) -> bool:
        """Whether only built-in bots would be left of a match in which others have played too. One that counts is
        played to its end, so that nobody gets out of a defeat. RAL-162"""
        if not self._for_fun:
            return False
        return all(place.seat == leaving or place.left or self._gone(place) for place in self._others)

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

    def _people_watch(self) -> bool:
        """Whether a person who plays is there to see the round."""
        there = (place.seat for place in self.places.taken if place.away_ms is None)
        return any(self.setup.seats[seat - 1].kind == "person" for seat in there)

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
        if self._deserted_without():
            self.break_off(DESERTED)
            return
        if self._closed and not self.time.paused and self.time.time() >= self.time.at(self._opens_ms) - EARLY_S:
            self._open()
        if not self.time.paused:
            self._tell_absent()
        super()._ring()
        if not self._pacing:
            self._advance()
