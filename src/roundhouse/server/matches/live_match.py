"""One running match of the arena, of any game: takes actions, asks seats, ticks, and tells each what it may know.

There is no task and no future per match or message. The state moves on as entries are made; whatever tells of an entry
waits in the outbox until the entry is durable. One timer serves deadlines, pace and pauses.
"""

import logging
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec import UNSET

from ...core.assist import gives
from ...core.entries import ORDER, TICK, Entry, enter, tick
from ...core.game import Game, Result, Setup, Verdict
from ...core.schema import clone
from ...match.seat_account import SeatAccount, end_of
from ...match.clock import Clock
from ...match.visibility import veiled
from ...match.match import Step
from ...protocol.actions import UNREADABLE, enter_all, no_action, typed
from ...protocol.api.platform import ClockInfo
from ...protocol.messages import Act, Ask, Error, Forecast, Over, Verdicts, encode
from ...store.matches import Begun
from .match_log import Counted, Ending, MatchLedger, Terms
from .round_history import Chronicle
from .time_controls import CALENDAR
from ...games.spacegoo.server.line_match import MOMENT_S, Timers
from .seat_states import CONNECTION_LOST, RESIGNED, Place, tail_of
from .remarks import RemarkBook, Remarking
from .attendance import Stage, careful
from .match_timer import EARLY_S, Timepiece

log = logging.getLogger("roundhouse.match")

Answer = Callable[[Verdicts | Forecast | Error], None]

LOCKED = "turn_locked"
ABOUT_TO_END = "The turn is about to end; nothing is taken any more."
ASKED_MAX = 3  # times a seat is asked between two ticks while its answers are no use
ON_TIME = 0.25  # of the pace: a round that is late by less does not make the next one late
GOLDEN = 0.6180339887  # multiples of it are spread evenly over a round


class Playing(Stage):
    """`entries` are what was logged before: of this match before an outage, or of the one it plays on from. `first` is
    the state it begins with, where somebody has made it already."""

    chronicle: Chronicle | None = None
    remarking: Remarking | None = None  # keeps what seats say about their turns
    debug_max_ms = 0  # so long a seat in a debugger may think about a turn, where nothing is at stake

    def __init__(
        self,
        begun: Begun,
        game: Game,
        setup: Setup,
        terms: Terms,
        player_ids: Sequence[int],
        *,
        clock: ClockInfo,
        ledger: MatchLedger,
        timers: Timers,
        over: Callable[["Playing"], None],
        late: Callable[[float], None] = lambda seconds: None,
        entries: Sequence[Entry] = (),
        first: Any = None,
    ) -> None:
        super().__init__(begun, game, setup, terms, player_ids, first)
        self.clock = clock
        self.match.log = self._note
        if game.history is not None or game.commands is not None:
            self.chronicle = self.match.ticking = Chronicle(game)
        self._ledger = ledger
        self._append = ledger.append if ledger.durable else None
        self._timers = timers
        self._over = over
        self._late = late
        self._ending = self._stopped = False
        self._pace_s = clock.pace_ms / 1000
        self._next_tick = 0.0  # not before this time
        # Matches that begin or come back together would play all their rounds in the same moments. A person is not
        # kept waiting for that.
        alone = all(seat.kind != "person" for seat in setup.seats)
        self._spread_s = self._pace_s * (self.id * GOLDEN % 1) if alone else 0.0
        self._pacing = False  # everybody has answered, only the time of the round is waited for
        # Where orders are several and happen at once, the rules themselves say who may give one now.
        # Where they are collected, everybody may until the tick.
        self._unasked = game.collects or (game.at_once and game.several)
        self._gathering = False  # a list of actions is entered, which is told as one step
        self._recall(entries)
        self._outbox.durable = len(entries)
        self.time = Timepiece(timers, self._ring, played_ms=entries[-1].at_ms if entries else 0)

    def _recall(self, entries: Sequence[Entry]) -> None:
        """Enter what was logged. Banks are counted again, but not from another match that this one plays on from."""
        match, inherited = self.match, self.terms.fork_step
        newest = tail_of(entries, self.feed.delay)
        tail = 0 if veiled(self.game) else newest
        if self.game.ends_turn is not None:  # the first turn begins with the start itself
            self.places.begin(self.game.events(match.state))

        def remember(made: Step) -> None:
            if self.places.recall_step(made):
                self.feed.recall(made, match.owing(), late=made.number > newest)

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
            self.places.recall(entries, inherited)
        match.listen(self._follow)

    @careful
    def begin(self, seats: set[int], grace_ms: int) -> None:
        """Ask the first seats. Clocks stand still until these seats are there, or the grace is over."""
        self.time.wait_for({seat for seat in seats if not self.places[seat].left}, grace_ms)
        self._next_tick = self.time.time() + self._pace_s
        self._after()
        if self.game.at_once:
            self.feed.waiting = self.match.owing()
        else:  # who had answered before an outage is still nobody's business
            self.feed.waiting = [place.seat for place in self.places.taken if place.owed and not place.left]

    # What seats do

    @careful
    def act(self, seat: int, message: Act, answer: Answer) -> None:
        """Actions of a seat, entered one by one. The answer comes when all that was accepted is durable."""
        place, match = self.places[seat], self.match
        if match.result is not None or self.state != "running":
            return answer(Error("over", "The match is over.", seq=message.seq))
        if message.step is not None and message.step != place.turn_step:
            sentence = f"This answers step {message.step}, but your newest turn is of step {place.turn_step}."
            return answer(Error("stale", sentence, "step", message.seq))
        if not place.asked and not self._unasked:
            return answer(Error("not_your_turn", "You are not waited for now.", seq=message.seq))
        before = match.step
        self._gathering = self.game.answer is not None
        read = not self.setup.seats[seat - 1].builtin
        if self.remarking is not None and (message.log or message.notes):
            self.remarking.said(seat, message.log, message.notes)
        verdicts = enter_all(match, seat, message.actions, self.time.now_ms(), answers=read)
        if self.remarking is not None:
            self.remarking.answered(seat, asked=seat in match.owing())
        if seat in match.clock.unhurried:
            self._rearm()  # nobody's time was over while it was waited for
        self._tell_gathered()
        if message.actions:
            place.refusals += sum(verdict.verdict != "accepted" for verdict in verdicts)
        # The step of the log would tell whether others have answered already, so it is the one that all know.
        self._outbox.put(match.step, answer, Verdicts(message.seq, self.feed.step_of(seat), verdicts))
        place.tries += match.step == before
        done = match.result is not None or seat not in match.owing()
        place.tally.answered(verdicts, self.time.now_ms(), done=done, usage=message.usage)
        asks = not self.game.collects and self.game.answer is None
        if asks and place.tries < (self.setup.seats[seat - 1].tries or ASKED_MAX) and not done:
            self._ask_again(place)
        return self._after()

    def _refuse(self, seat: int, message: Act, answer: Answer, why: Verdict) -> None:
        """None of these actions is taken now, whatever they are."""
        self.places[seat].refusals += len(message.actions)
        verdicts = [why] * max(1, len(message.actions))
        self._outbox.put(self.match.step, answer, Verdicts(message.seq, self.feed.step_of(seat), verdicts))
        self._outbox.flush()

    def _refusal(self, name: str, sentence: str) -> Verdict:
        """A refusal of the server in the words of the game, if it has some for this."""
        known = next((line for line in self.game.refusals if line.name == name), None)
        if known is None:
            return Verdict(verdict="refused", code=name, sentence=sentence)
        return self.game.verdict(known.code)

    @careful
    def change(self, row: Sequence[int], answer: Callable[[Verdict | None], None]) -> None:
        """An organiser alters the match; the answer comes when it is durable, None if the match is over. DUN-243"""
        if self.match.result is not None or self.state != "running":
            return answer(None)
        verdict = self.match.change(row, self.time.now_ms())
        self._outbox.put(self.match.step, answer, verdict)
        return self._after()

    @careful
    def close_round(self) -> None:
        """Tick now, whoever has not answered yet. DUN-157"""
        if self.match.result is None and self.state == "running":
            self.match.tick(self.time.now_ms())
            self._after()

    def ask(self, seat: int, message: Ask, answer: Answer) -> None:
        """What would come of an action, as far as the seat can know."""
        if not gives(self.setup.seats[seat - 1].assist, "hints"):
            answer(Error("assist", "Forecasts need the assist level hints.", seq=message.seq))
            return
        if self.game.forecast is None:
            answer(Error("no_forecast", f"{self.game.name} has no forecasts.", seq=message.seq))
            return
        try:
            action = typed(self.game, message.action)
            forecast = self.game.forecast(self.match.view(seat), self.setup, seat, action)
        except UNREADABLE as error:
            verdict = no_action(message.action, error)
            answer(Error(verdict.code, verdict.sentence, verdict.field, message.seq))
        else:
            answer(Forecast(message.seq, forecast))

    def resign(self, seat: int) -> None:
        self._leave(seat, RESIGNED)

    def seen(self, seat: int, step: int) -> None:
        """Somebody at a seat has watched what led to a step."""

    def being_shown(self, seat: int) -> bool:
        """Whether somebody at a seat is still shown the round before this one."""
        return False

    def remark(self, book: RemarkBook) -> None:
        """Keep what is said from now on, and what turns cost."""
        self.remarking = Remarking(self, book)
        self.match.clock.closed = self.remarking.closed

    def debug(self, seat: int, debugged: bool) -> bool:
        """Somebody steps through the program of a seat, or does not any more: its time stands still then. False: the
        match waits for no debugger, because it counts or has a calendar."""
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
        self.feed.debugged = seats or UNSET
        for audience in tuple(self.feed.everybody()):
            self.fresh(audience)

    def fail(self, seat: int, why: str) -> None:
        """Whoever plays a seat cannot go on."""
        name = self.setup.seats[seat - 1].name
        log.error("%s falls out of match %d of %s: %s", name, self.number, self.game.key, why)
        self._leave(seat, CONNECTION_LOST)

    @careful
    def _leave(self, seat: int, reason: str) -> None:
        match = self.match
        if match.result is not None or self.places[seat].left or self.state != "running":
            return
        known = {line.name: line.code for line in self.game.leave_reasons}
        match.leave(seat, known.get(reason, next(iter(known.values()))), self.time.now_ms())
        still = sum((place.owed or self._unasked) and not place.left for place in self.places.taken)
        if match.result is None and still <= 1:
            state = clone(match.state)
            enter(self.game.rules, state, tick())
            if self.game.result(state) is not None:  # nobody is left whose answer could matter
                match.tick(self.time.now_ms())
        self._after()

    # What comes of an entry

    def _note(self, step: int, entry: Entry) -> None:
        if self._append is None:
            self._outbox.durable = step
        else:
            self._append(self.id, step, entry, self._written)

    @careful
    def _written(self) -> None:
        """The oldest entry on its way has arrived; entries arrive in their order."""
        self._outbox.durable += 1
        self._outbox.flush()
        self._advance()

    def _follow(self, made: Step) -> None:
        """The match's listener: note what seats and audience are to be told."""
        if made.entry.kind == TICK:
            now = self.time.time()
            on_time = now - self._next_tick < self._pace_s * ON_TIME
            self._next_tick = (self._next_tick if on_time else now) + self._pace_s + self._spread_s
            self._spread_s = 0.0
        if self.places.remember(made):
            match = self.match
            waiting = match.owing() if match.result is None else []
            if self._gathering:
                self.feed.gather(made, waiting)
                return
            for group, message in self.feed.take(made, waiting, *self._remaining(made.entry.kind, waiting)):
                self._outbox.put(made.number, group.send, message)

    def _tell_gathered(self) -> None:
        """What a list of actions caused."""
        if self._gathering:
            self._gathering = False
            for group, message in self.feed.tell(*self._remaining(ORDER, self.feed.waiting)):
                self._outbox.put(self.match.step, group.send, message)

    def _remaining(self, kind: int, waiting: list[int]) -> tuple[int | None, int]:
        """What those who are waited for after an entry have left, and how long it is until their windows begin."""
        clock = self.match.clock
        if kind == TICK:
            left = [clock.whole_ms(seat) for seat in waiting]
        else:
            now_ms = self.time.now_ms()
            left = [clock.left_ms(seat, now_ms) for seat in waiting]
        return min((ms for ms in left if ms is not None), default=None), 0

    def _after(self) -> None:
        """Draw the consequences of what was entered."""
        if self.match.result is not None:
            self._finish()
        else:
            self._ask()
        self._outbox.flush()
        self._advance()

    def _ask(self) -> list[int]:
        """Ask the seats that are waited for and do not know it yet; returns all that are waited for."""
        asked: list[tuple[Place, bytes | None]] = []
        owing = self.match.owing()
        for place in self.places.taken:
            if place.seat not in owing:
                place.asked = False
            elif not place.asked:
                self.places.ask(place)
                if self.remarking is not None:
                    self.remarking.asked(place.seat)
                place.tally.asked(self.time.now_ms())
                heard = place.audience is not None or place.coming is not None
                asked.append((place, self._turn(place, place.told) if heard else None))
        if asked:
            self._outbox.put(self.match.step, self._hand_out, asked)
        return owing

    def _ask_again(self, place: Place) -> None:
        """Whoever still owes something is asked anew."""
        if place.audience is not None:
            self.places.ask(place)
            self._outbox.put(self.match.step, place.audience.send, self._turn(place, place.told))

    def _hand_out(self, asked: list[tuple[Place, bytes | None]]) -> None:
        """Windows begin when the turns leave."""
        self.match.clock.open([place.seat for place, _ in asked], self.time.now_ms())
        self._due_ms = self.match.clock.next_deadline_ms()
        for place, turn in asked:
            if place.audience is not None and turn is not None:
                place.audience.send(turn)
        self._rearm()

    # Time

    def _advance(self) -> None:
        """Tick, if nobody is waited for, everything is durable and the round was shown long enough."""
        match = self.match
        self._pacing = False
        if match.result is not None or self._stopped or self._outbox.durable < match.step or match.owing():
            return
        self._move_on()

    def _move_on(self) -> None:
        match = self.match
        if self.time.time() < self._next_tick - EARLY_S:
            self._pacing = True
            self._rearm()
            return
        match.tick(self.time.now_ms())
        if match.result is not None:
            self._finish()
        elif not self._ask():  # a round without anybody; the next one is not played in the same breath
            self._pacing = True
            self._rearm()
        self._outbox.flush()

    def _rearm(self) -> None:
        """Have the timer ring for the next thing to do."""
        if self._stopped:
            return
        if self._pacing or self.time.time() < self._next_tick:  # most rounds are answered by then, and it stays there
            self.time.arm(self._next_tick)
        if self.time.paused:
            self.time.arm(self.time.pause_ends)
        elif (due_ms := self.match.clock.next_deadline_ms()) is not None:
            self.time.arm(self.time.at(due_ms))

    @careful
    def _ring(self) -> None:
        if self._stopped or self.match.result is not None:
            return
        self.time.patience_over()
        now = self.time.time()
        if self._pacing and now >= self._next_tick - EARLY_S:
            self._late(max(0.0, now - self._next_tick))
            self._advance()
        elif not self.time.paused and self.match.clock.expired(self.time.now_ms()):
            # What has arrived already is read before anybody is judged, should the server itself have been late.
            self._timers.call_later(MOMENT_S, self._judge)
            return
        self._rearm()

    @careful
    def _judge(self) -> None:
        if self._stopped or self.match.result is not None:
            return
        if not self.time.paused:
            late = self.match.clock.next_deadline_ms()
            if missed := self.match.expire(self.time.now_ms()):
                for seat in missed:
                    self.places[seat].tally.missed(self.time.now_ms())
                self._late(max(0.0, self.time.time() - self.time.at(late or 0)))
                self._after()
        self._rearm()

    # The end

    def _finish(self) -> None:
        """Result and ratings are stored together; then everybody is told."""
        result = self.match.result
        if self._ending or result is None:
            return
        self._ending = True
        self.time.cancel()
        if self.remarking is not None:
            self.remarking.end()
        for group, message in self.feed.release():
            self._outbox.put(self.match.step, group.send, message)
        for place in self.places.taken:
            if place.absent:
                place.left = place.left or CONNECTION_LOST
        left = [place.left for place in self.places.taken]
        refusals = [place.refusals for place in self.places.taken]
        figures = self.game.counted(self.match.state)
        ending = Ending(
            self.id, result, left, refusals, self.terms.rated, figures, self.game.achievements, self._accounts(result)
        )
        self._ledger.finish(ending, self._finished)

    def _accounts(self, result: Result) -> list[SeatAccount]:
        """What every seat answered, and how the match ended for it."""
        made = []
        for place in self.places.taken:
            place.tally.rested(self.time.now_ms())
            end = end_of(self.game, result, place.seat, place.left, place.tally.failing)
            made.append(place.tally.account(end))
        return made

    @careful
    def _finished(self, counted: Counted) -> None:
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
        self._ledger.abandon(self.id, why[:200], lambda: self._end(error))

    def stop(self) -> None:
        """The server stops: no more ticks and deadlines. The match goes on at the next start."""
        self._stopped = True
        self.time.cancel()

    def hand_over(self) -> None:
        """Another process has the match now. What was not durable here was not told to anybody; all are sent there."""
        self.state = "moved"
        self.stop()
        self._outbox.clear()
        for audience in self.there():
            audience.dismissed("moved")

    def _end(self, last: bytes) -> None:
        self.stop()
        there = self._close(last)
        self._over(self)
        for audience in there:
            audience.dismissed("over")
