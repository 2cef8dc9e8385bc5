"""One running match of the arena, of any game: takes actions, asks seats, ticks, and sends each what it may know.

There is no task and no future per match or message. The state moves on as entries are made; messages about an entry
wait in the outbox until the entry is durable. One timer serves deadlines, pace and pauses.
"""

import logging
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec import UNSET

from ...core.assist import gives
from ...core.entries import ORDER, TICK, Entry, enter, tick
from ...core.game import Game, Result, Setup, Verdict
from ...core.schema import clone
from ...match.clock import Clock
from ...match.match import Step
from ...match.seat_account import SeatAccount, end_of
from ...match.visibility import veiled
from ...protocol.actions import UNREADABLE, enter_all, meant, no_action
from ...protocol.api.platform import ClockInfo
from ...protocol.messages import Act, Ask, Error, Forecast, Over, Verdicts, encode
from ...store.matches import Begun
from ..timers import MOMENT_S, Timers
from .attendance import Attendance, careful
from .match_log import CountedMatch, Ending, MatchLog, MatchTerms
from .match_timer import EARLY_S, MatchTimer
from .remarks import MatchRemarks, RemarkBook
from .round_history import RoundHistory
from .seat_states import CONNECTION_LOST, RESIGNED, SeatState, tail_of
from .time_controls import CALENDAR

log = logging.getLogger("roundhouse.match")

Answer = Callable[[Verdicts | Forecast | Error], None]

LOCKED = "turn_locked"
ABOUT_TO_END = "The turn is about to end; nothing is taken any more."
ASKED_MAX = 3  # times a seat is asked between two ticks while its answers are useless
ON_TIME = 0.25  # part of the pace: a round that is late by less does not delay the next one
GOLDEN = 0.6180339887  # multiples of it are spread evenly over a round


class LiveMatch(Attendance):
    """`entries` are the log to start from: of this match before an outage, or of the match it plays on from. `first` is
    its first state, if the caller has made it already."""

    round_history: RoundHistory | None = None
    remarking: MatchRemarks | None = None  # keeps what seats say about their turns
    debug_max_ms = 0  # the longest turn of a seat in a debugger, in matches that do not count

    def __init__(
        self,
        begun: Begun,
        game: Game,
        setup: Setup,
        terms: MatchTerms,
        player_ids: Sequence[int],
        *,
        clock: ClockInfo,
        match_log: MatchLog,
        timers: Timers,
        over: Callable[["LiveMatch"], None],
        late: Callable[[float], None] = lambda seconds: None,
        entries: Sequence[Entry] = (),
        first: Any = None,
    ) -> None:
        super().__init__(begun, game, setup, terms, player_ids, first)
        self.clock = clock
        self.match.log = self._append
        if game.history is not None or game.commands is not None:
            self.round_history = self.match.ticking = RoundHistory(game)
        self._match_log = match_log
        self._write_entry = match_log.append if match_log.durable else None
        self._timers = timers
        self._over = over
        self._late = late
        self._ending = self._stopped = False
        self._pace_s = clock.pace_ms / 1000
        self._next_tick = 0.0  # not before this time
        # Matches that begin or are restored together would play all their rounds in the same moments; so their rounds
        # are spread, unless a person would have to wait for it.
        alone = all(seat.kind != "person" for seat in setup.seats)
        self._spread_s = self._pace_s * (self.id * GOLDEN % 1) if alone else 0.0
        self._pacing = False  # all seats have answered, and only the pace of the round is waited for
        # Where a turn has several immediate orders, the rules say who may give one now.
        # Where orders are collected, every seat may until the tick.
        self._unasked = game.orders_until_tick or (game.immediate_orders and game.multiple_orders)
        self._gathering = False  # a list of actions is being entered, which is sent as one step
        self._recall(entries)
        self._outbox.durable = len(entries)
        self.timer = MatchTimer(timers, self._on_timer, played_ms=entries[-1].at_ms if entries else 0)

    def _recall(self, entries: Sequence[Entry]) -> None:
        """Enter the log. Time banks are counted again, but not for entries of another match that this one plays on
        from."""
        match, inherited = self.match, self.terms.fork_step
        newest = tail_of(entries, self.broadcast.delay)
        tail = 0 if veiled(self.game) else newest
        if self.game.ends_turn is not None:  # the first turn begins with the start itself
            self.seat_states.begin(self.game.events(match.state))

        def remember(made: Step) -> None:
            if self.seat_states.recall_step(made):
                self.broadcast.recall(made, match.waited_for(), late=made.number > newest)

        def listening(start: int, end: int) -> Iterator[Entry]:
            for number in range(start, end):
                if number == tail:
                    match.listen(remember)
                yield entries[number]

        match.restore(listening(0, inherited))
        match.clock = Clock(match.seats, window_ms=self.clock.window_ms, bank_ms=self.clock.bank_ms)
        match.restore(listening(inherited, len(entries)), from_ms=entries[inherited - 1].at_ms if inherited else 0)
        if entries:
            match.unlisten(remember)
            self.seat_states.recall(entries, inherited)
        match.listen(self._on_step)

    @careful
    def begin(self, seats: set[int], grace_ms: int) -> None:
        """Ask the first seats. Clocks stand still until these seats are connected, or until the grace is over."""
        self.timer.wait_for({seat for seat in seats if not self.seat_states[seat].left}, grace_ms)
        self._next_tick = self.timer.time() + self._pace_s
        self._settle()
        if self.game.immediate_orders:
            self.broadcast.waiting = self.match.waited_for()
        else:  # who had answered before an outage stays hidden
            self.broadcast.waiting = [
                seat_state.seat for seat_state in self.seat_states.taken if seat_state.owed and not seat_state.left
            ]

    # Called for seats

    @careful
    def act(self, seat: int, message: Act, answer: Answer) -> None:
        """Enter the actions of a seat one by one. `answer` is called when all accepted ones are durable."""
        seat_state, match = self.seat_states[seat], self.match
        if match.result is not None or self.state != "running":
            return answer(Error("over", "The match is over.", seq=message.seq))
        if message.step is not None and message.step != seat_state.turn_step:
            sentence = f"This answers step {message.step}, but your newest turn is of step {seat_state.turn_step}."
            return answer(Error("stale", sentence, "step", message.seq))
        if not seat_state.asked and not self._unasked:
            return answer(Error("not_your_turn", "You are not waited for now.", seq=message.seq))
        before = match.step
        self._gathering = self.game.answer is not None
        read = not self.setup.seats[seat - 1].builtin
        if self.remarking is not None and (message.log or message.notes):
            self.remarking.said(seat, message.log, message.notes)
        verdicts = enter_all(match, seat, message.actions, self.timer.now_ms(), answers=read)
        if self.remarking is not None:
            self.remarking.answered(seat, asked=seat in match.waited_for())
        if seat in match.clock.unhurried:
            self._rearm()  # while this seat was waited for, no deadline counted
        self._tell_gathered()
        if message.actions:
            seat_state.refusals += sum(verdict.verdict != "accepted" for verdict in verdicts)
        # The log's step would reveal whether others have answered, so the answer has the step that all know.
        self._outbox.put(match.step, answer, Verdicts(message.seq, self.broadcast.step_of(seat), verdicts))
        seat_state.tries += match.step == before
        done = match.result is not None or seat not in match.waited_for()
        seat_state.tally.answered(verdicts, self.timer.now_ms(), done=done, usage=message.usage)
        asks = not self.game.orders_until_tick and self.game.answer is None
        if asks and seat_state.tries < (self.setup.seats[seat - 1].tries or ASKED_MAX) and not done:
            self._ask_again(seat_state)
        return self._settle()

    def _refuse(self, seat: int, message: Act, answer: Answer, why: Verdict) -> None:
        """Refuse all actions of a message for one reason."""
        self.seat_states[seat].refusals += len(message.actions)
        verdicts = [why] * max(1, len(message.actions))
        self._outbox.put(self.match.step, answer, Verdicts(message.seq, self.broadcast.step_of(seat), verdicts))
        self._outbox.flush()

    def _refusal(self, name: str, sentence: str) -> Verdict:
        """The verdict for a refusal of the server, in the game's words if it has this refusal."""
        known = next((line for line in self.game.refusals if line.name == name), None)
        if known is None:
            return Verdict(verdict="refused", code=name, sentence=sentence)
        return self.game.verdict(known.code)

    @careful
    def change(self, row: Sequence[int], answer: Callable[[Verdict | None], None]) -> None:
        """Enter a change by an organiser. `answer` is called when it is durable, or with None if the match is over.
        DUN-243"""
        if self.match.result is not None or self.state != "running":
            return answer(None)
        verdict = self.match.change(row, self.timer.now_ms())
        self._outbox.put(self.match.step, answer, verdict)
        return self._settle()

    @careful
    def close_round(self) -> None:
        """Tick now, even if seats have not answered. DUN-157"""
        if self.match.result is None and self.state == "running":
            self.match.tick(self.timer.now_ms())
            self._settle()

    def ask(self, seat: int, message: Ask, answer: Answer) -> None:
        """Answer with the forecast of an action, as far as the seat can know."""
        if not gives(self.setup.seats[seat - 1].assist, "hints"):
            answer(Error("assist", "Forecasts need the assist level hints.", seq=message.seq))
            return
        if self.game.forecast is None:
            answer(Error("no_forecast", f"{self.game.name} has no forecasts.", seq=message.seq))
            return
        try:
            action = meant(self.match, seat, message.action)
            forecast = self.game.forecast(self.match.view(seat), self.setup, seat, action)
        except UNREADABLE as error:
            verdict = no_action(message.action, error)
            answer(Error(verdict.code, verdict.sentence, verdict.field, message.seq))
        else:
            answer(Forecast(message.seq, forecast))

    def resign(self, seat: int) -> None:
        self._leave(seat, RESIGNED)

    def seen(self, seat: int, step: int) -> None:
        """The player of a seat has been shown everything up to a step."""

    def being_shown(self, seat: int) -> bool:
        """Whether the player of a seat is still being shown the round before this one."""
        return False

    def remark(self, book: RemarkBook) -> None:
        """Record remarks and the cost of turns from now on."""
        self.remarking = MatchRemarks(self, book)
        self.match.clock.closed = self.remarking.closed

    def debug(self, seat: int, debugged: bool) -> bool:
        """Set whether the program of a seat is in a debugger; its time stands still then. Returns False if the match
        does not allow it, because it counts or has a calendar."""
        unhurried = self.match.clock.unhurried
        if debugged and (self.terms.rated or self.clock.key == CALENDAR or not self.debug_max_ms):
            return False
        if debugged != (seat in unhurried):
            if debugged:
                unhurried[seat] = self.debug_max_ms
            else:
                del unhurried[seat]
            self._outbox.put(self.match.step, self._tell_debugged, sorted(unhurried))
            self._outbox.flush()
            self._rearm()
        return True

    def _tell_debugged(self, seats: list[int]) -> None:
        self.broadcast.debugged = seats or UNSET
        for subscriber in tuple(self.broadcast.everybody()):
            self.fresh(subscriber)

    def fail(self, seat: int, why: str) -> None:
        """The player of a seat cannot go on: it leaves the match."""
        name = self.setup.seats[seat - 1].name
        log.error("%s falls out of match %d of %s: %s", name, self.number, self.game.key, why)
        self._leave(seat, CONNECTION_LOST)

    @careful
    def _leave(self, seat: int, reason: str) -> None:
        match = self.match
        if match.result is not None or self.seat_states[seat].left or self.state != "running":
            return
        known = {line.name: line.code for line in self.game.leave_reasons}
        match.leave(seat, known.get(reason, next(iter(known.values()))), self.timer.now_ms())
        still = sum((seat_state.owed or self._unasked) and not seat_state.left for seat_state in self.seat_states.taken)
        if match.result is None and still <= 1:
            state = clone(match.state)
            enter(self.game.rules, state, tick())
            if self.game.result(state) is not None:  # no remaining answer could change the result
                match.tick(self.timer.now_ms())
        self._settle()

    # After an entry

    def _append(self, step: int, entry: Entry) -> None:
        if self._write_entry is None:
            self._outbox.durable = step
        else:
            self._write_entry(self.id, step, entry, self._on_durable)

    @careful
    def _on_durable(self) -> None:
        """Called by the log when the oldest unwritten entry is durable; entries become durable in order."""
        self._outbox.durable += 1
        self._outbox.flush()
        self._advance()

    def _on_step(self, made: Step) -> None:
        """Called by `Match` after every step: queue the messages for seats and spectators."""
        if made.entry.kind == TICK:
            now = self.timer.time()
            on_time = now - self._next_tick < self._pace_s * ON_TIME
            self._next_tick = (self._next_tick if on_time else now) + self._pace_s + self._spread_s
            self._spread_s = 0.0
        if self.seat_states.remember(made):
            match = self.match
            waiting = match.waited_for() if match.result is None else []
            if self._gathering:
                self.broadcast.gather(made, waiting)
                return
            for group, message in self.broadcast.take(made, waiting, *self._remaining(made.entry.kind, waiting)):
                self._outbox.put(made.number, group.send, message)

    def _tell_gathered(self) -> None:
        """Queue one step for all that a list of actions caused."""
        if self._gathering:
            self._gathering = False
            for group, message in self.broadcast.tell(*self._remaining(ORDER, self.broadcast.waiting)):
                self._outbox.put(self.match.step, group.send, message)

    def _remaining(self, kind: int, waiting: list[int]) -> tuple[int | None, int]:
        """The time left to the seats that are waited for, and the time until their windows begin."""
        clock = self.match.clock
        if kind == TICK:
            left = [clock.whole_ms(seat) for seat in waiting]
        else:
            now_ms = self.timer.now_ms()
            left = [clock.left_ms(seat, now_ms) for seat in waiting]
        return min((ms for ms in left if ms is not None), default=None), 0

    def _settle(self) -> None:
        """After an entry: finish the match or ask the next seats, and send what may be sent."""
        if self.match.result is not None:
            self._finish()
        else:
            self._ask()
        self._outbox.flush()
        self._advance()

    def _ask(self) -> list[int]:
        """Queue a turn for each seat that is waited for and was not asked; returns all that are waited for."""
        asked: list[tuple[SeatState, bytes | None]] = []
        owing = self.match.waited_for()
        for seat_state in self.seat_states.taken:
            if seat_state.seat not in owing:
                seat_state.asked = False
            elif not seat_state.asked:
                self.seat_states.ask(seat_state)
                if self.remarking is not None:
                    self.remarking.asked(seat_state.seat)
                seat_state.tally.asked(self.timer.now_ms())
                heard = seat_state.subscriber is not None or seat_state.coming is not None
                asked.append((seat_state, self._turn(seat_state, seat_state.told) if heard else None))
        if asked:
            self._outbox.put(self.match.step, self._hand_out, asked)
        return owing

    def _ask_again(self, seat_state: SeatState) -> None:
        """Send the turn again to a seat whose answer was useless."""
        if seat_state.subscriber is not None:
            self.seat_states.ask(seat_state)
            self._outbox.put(self.match.step, seat_state.subscriber.send, self._turn(seat_state, seat_state.told))

    def _hand_out(self, asked: list[tuple[SeatState, bytes | None]]) -> None:
        """Send the turns; the windows begin now."""
        self.match.clock.open([seat_state.seat for seat_state, _ in asked], self.timer.now_ms())
        self._due_ms = self.match.clock.next_deadline_ms()
        for seat_state, turn in asked:
            if seat_state.subscriber is not None and turn is not None:
                seat_state.subscriber.send(turn)
        self._rearm()

    # Time

    def _advance(self) -> None:
        """Tick, if no seat is waited for, everything is durable and the round was shown long enough."""
        match = self.match
        self._pacing = False
        if match.result is not None or self._stopped or self._outbox.durable < match.step or match.waited_for():
            return
        self._move_on()

    def _move_on(self) -> None:
        match = self.match
        if self.timer.time() < self._next_tick - EARLY_S:
            self._pacing = True
            self._rearm()
            return
        match.tick(self.timer.now_ms())
        if match.result is not None:
            self._finish()
        elif not self._ask():  # no seat is asked in this round; the next one is not played in the same call
            self._pacing = True
            self._rearm()
        self._outbox.flush()

    def _rearm(self) -> None:
        """Set the timer to the next deadline."""
        if self._stopped:
            return
        if self._pacing or self.timer.time() < self._next_tick:  # most rounds are answered by then, and it stays there
            self.timer.arm(self._next_tick)
        if self.timer.paused:
            self.timer.arm(self.timer.pause_ends)
        elif (due_ms := self.match.clock.next_deadline_ms()) is not None:
            self.timer.arm(self.timer.at(due_ms))

    @careful
    def _on_timer(self) -> None:
        if self._stopped or self.match.result is not None:
            return
        self.timer.patience_over()
        now = self.timer.time()
        if self._pacing and now >= self._next_tick - EARLY_S:
            self._late(max(0.0, now - self._next_tick))
            self._advance()
        elif not self.timer.paused and self.match.clock.expired(self.timer.now_ms()):
            # Read what has arrived before any seat is judged late, in case the server itself was late.
            self._timers.call_later(MOMENT_S, self._expire)
            return
        self._rearm()

    @careful
    def _expire(self) -> None:
        if self._stopped or self.match.result is not None:
            return
        if not self.timer.paused:
            late = self.match.clock.next_deadline_ms()
            if missed := self.match.expire(self.timer.now_ms()):
                for seat in missed:
                    self.seat_states[seat].tally.missed(self.timer.now_ms())
                self._late(max(0.0, self.timer.time() - self.timer.at(late or 0)))
                self._settle()
        self._rearm()

    # The end

    def _finish(self) -> None:
        """Store result and ratings in one transaction; then `_finished` tells everybody."""
        result = self.match.result
        if self._ending or result is None:
            return
        self._ending = True
        self.timer.cancel()
        if self.remarking is not None:
            self.remarking.end()
        for group, message in self.broadcast.release():
            self._outbox.put(self.match.step, group.send, message)
        for seat_state in self.seat_states.taken:
            if seat_state.absent:
                seat_state.left = seat_state.left or CONNECTION_LOST
        left = [seat_state.left for seat_state in self.seat_states.taken]
        refusals = [seat_state.refusals for seat_state in self.seat_states.taken]
        figures = self.game.counted(self.match.state)
        ending = Ending(
            self.id, result, left, refusals, self.terms.rated, figures, self.game.achievements, self._accounts(result)
        )
        self._match_log.finish(ending, self._finished)

    def _accounts(self, result: Result) -> list[SeatAccount]:
        """The account of every seat, and how the match ended for it."""
        made = []
        for seat_state in self.seat_states.taken:
            seat_state.tally.rested(self.timer.now_ms())
            end = end_of(self.game, result, seat_state.seat, seat_state.left, seat_state.tally.failing)
            made.append(seat_state.tally.account(end))
        return made

    @careful
    def _finished(self, counted: CountedMatch) -> None:
        result = self.match.result
        if result is None or self.state != "running":
            return
        self._outbox.durable = self.match.step
        self._outbox.flush()
        self.state = "finished"
        log.info("match %d of %s is over: %s", self.number, self.game.key, result.reason)
        record, figures = f"/api/matches/{self.key}/record", self.game.counted(self.match.state)
        self._end(encode(Over(self.match.step, result, record, counted.ratings, figures, counted.unlocked)))

    def break_off(self, why: str) -> None:
        """Close the match; it does not count."""
        if self.state != "running":
            return
        self.state = "abandoned"
        self.stop()
        self._outbox.clear()
        error = encode(Error("broken_off", f"The match is closed and does not count. {why}"))
        self._match_log.abandon(self.id, why[:200], lambda: self._end(error))

    def stop(self) -> None:
        """Stop ticks and deadlines, because the server stops. The match goes on at the next start."""
        self._stopped = True
        self.timer.cancel()

    def hand_over(self) -> None:
        """Another process has the match now: dismiss all subscribers. What was not durable here was sent to nobody."""
        self.state = "moved"
        self.stop()
        self._outbox.clear()
        for subscriber in self.there():
            subscriber.dismissed("moved")

    def _end(self, last: bytes) -> None:
        self.stop()
        there = self._close(last)
        self._over(self)
        for subscriber in there:
            subscriber.dismissed("over")
