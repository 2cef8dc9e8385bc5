"""The connections of a running match: seats and spectators join, leave and come back."""

import logging
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, Literal, TypeVar, cast

from ...core.game import Game, Setup
from ...match.match import Match
from ...protocol.messages import Turn, action_types, encode
from ...store.matches import Begun
from ..errors import Refused
from .broadcast import Broadcast, Subscriber, start_message
from .chat import Chat
from .match_log import MatchTerms
from .match_timer import MatchTimer
from .outbox import Outbox
from .seat_states import SeatState, SeatStates
from .spectator_view import spectator_view_of

log = logging.getLogger("roundhouse.match")

F = TypeVar("F", bound=Callable[..., None])


def careful(method: F) -> F:
    """Decorator: an unexpected exception closes this match and leaves the others alone."""

    @wraps(method)
    def call(self: "Attendance", *arguments: Any, **named: Any) -> None:
        try:
            method(self, *arguments, **named)
        except Exception:
            log.exception("match %d of %s is closed because of a mistake of the server", self.number, self.game.key)
            self.break_off("A mistake of the server.")

    return cast(F, call)


class Attendance:
    """Every newcomer is sent `start` first; then followers get the current view and the chat, and a seat that is waited
    for gets its `turn`. No message is sent before the entries it tells of are durable."""

    timer: MatchTimer

    def __init__(
        self, begun: Begun, game: Game, setup: Setup, terms: MatchTerms, player_ids: Sequence[int], first: Any = None
    ) -> None:
        self.id, self.number, self.key = begun.id, begun.number, begun.key
        self.game = game
        self.setup = setup
        self.terms = terms
        self.options = terms.options
        self.player_ids = tuple(player_ids)
        self.state: Literal["running", "finished", "abandoned", "moved"] = "running"
        self.match = Match(game, setup, state=first)
        self.broadcast = Broadcast(
            self.match, spectator_view=spectator_view_of(game, setup, terms.options.delay_rounds)
        )
        self.chat = Chat()
        self.seat_states = SeatStates(game, len(setup.seats), self.broadcast)
        self._outbox = Outbox()
        self._arriving: dict[Subscriber, None] = {}
        self._may = action_types(game.actions)
        # How many messages may answer one turn: where every action is answered, one for each action.
        self.requests = int(setup.settings.get("max_actions", 1)) if game.answer is not None else 1
        self._due_ms: int | None = None  # the deadline of the seats that were asked, as everybody may know it

    # Joining and leaving

    @careful
    def join(
        self, seat: int, subscriber: Subscriber, *, follow: bool = False, since: int | None = None, present: bool = True
    ) -> None:
        """A connection takes a seat, for the first time or again; it replaces an older one. With `present` False clocks
        still wait for the seat, until `arrived` is called."""
        seat_state = self.seat_states[seat]
        self.debug(seat, False)  # a client in a debugger says so again
        messages = [start_message(self.key, self.game, self.setup, seat)]
        if follow:
            messages += self.broadcast.newcomer(seat, since, self._left_ms(), self._starts_ms())
            messages += self.chat.lines
        if seat_state.asked:
            seat_state.turn_step = self.broadcast.step_of(seat)
            messages.append(self._turn(seat_state, seat_state.told + seat_state.since))
        seat_state.coming = subscriber
        self._come(seat, subscriber, follow, messages)
        if present:
            self.arrived(seat)

    @careful
    def watch(self, subscriber: Subscriber, *, since: int | None = None) -> None:
        """A spectator joins."""
        messages = [start_message(self.key, self.game, self.setup, 0)]
        messages += self.broadcast.newcomer(0, since, self._left_ms(), self._starts_ms())
        messages += self.chat.lines
        self._come(0, subscriber, True, messages)

    def part(self, subscriber: Subscriber) -> None:
        """A connection is gone. Its seat can be resumed; meanwhile the clock runs."""
        self._arriving.pop(subscriber, None)
        self.broadcast.remove(subscriber)
        for seat_state in self.seat_states.taken:
            if seat_state.subscriber is subscriber:
                seat_state.subscriber = None
                seat_state.away_ms = self.timer.now_ms()
                self.debug(seat_state.seat, False)
            if seat_state.coming is subscriber:
                seat_state.coming = None

    @careful
    def fresh(self, subscriber: Subscriber) -> None:
        """Send the current view to a client that could not keep up."""
        seat = self.broadcast.seat_of(subscriber)
        if seat is not None:
            told = self.broadcast.fresh(seat, self._left_ms(), self._starts_ms())
            self._outbox.put(self.match.step, subscriber.send, told)
            self._outbox.flush()

    def debug(self, seat: int, debugged: bool) -> bool:
        """Set whether the program of a seat is in a debugger."""
        raise NotImplementedError

    def absent(self, seat: int, grace_ms: int) -> None:
        """A seat cannot play for a while through the server's fault: clocks stand still, at most for `grace_ms`."""
        if self.state == "running" and not self.seat_states[seat].left:
            self.timer.wait_for({seat}, grace_ms)

    def arrived(self, seat: int) -> None:
        """A seat can play; clocks need not wait for it any more."""
        if self.timer.arrived(seat):
            self._rearm()

    def _come(self, seat: int, subscriber: Subscriber, follow: bool, messages: list[bytes]) -> None:
        self._arriving[subscriber] = None
        self._outbox.put(self.match.step, self._arrive, (seat, subscriber, follow, messages))
        self._outbox.flush()

    def _arrive(self, arrival: tuple[int, Subscriber, bool, list[bytes]]) -> None:
        """Called when all that a newcomer is told is durable: from now on it is a subscriber."""
        seat, subscriber, follow, messages = arrival
        if subscriber not in self._arriving:
            return  # it has left in the meantime
        del self._arriving[subscriber]
        if seat:
            seat_state = self.seat_states[seat]
            old, seat_state.subscriber = seat_state.subscriber, subscriber
            seat_state.away_ms = None
            if seat_state.coming is subscriber:
                seat_state.coming = None
            if old is not None and old is not subscriber:
                self.broadcast.remove(old)
                old.dismissed("replaced")
        if follow:
            self.broadcast.add(seat, subscriber)
        for message in messages:
            subscriber.send(message)

    def say(self, seat: int, name: str, text: str) -> None:
        """A line of chat to everybody who follows. Raises Refused."""
        if not self.options.chat:
            raise Refused("no_chat", "There is no chat at this match.", status=403)
        line = self.chat.say(seat, name, text, self.timer.time())
        for subscriber in self.broadcast.everybody():
            subscriber.send(line)

    def _close(self, last: bytes) -> list[Subscriber]:
        """Send the last message to all; returns those who got it."""
        there = self.there()
        for subscriber in there:
            subscriber.send(last)
        return there

    def there(self) -> list[Subscriber]:
        """Everybody who plays or watches."""
        there = dict.fromkeys(self.broadcast.everybody())
        there |= {
            seat_state.subscriber: None for seat_state in self.seat_states.taken if seat_state.subscriber is not None
        }
        there |= self._arriving
        return list(there)

    # Queries

    @property
    def round(self) -> int:
        return int(getattr(self.match.state, "round_no", self.match.ticks))

    @property
    def watching(self) -> int:
        """How many spectators there are."""
        return self.broadcast.watching

    @property
    def view(self) -> Any:
        """What spectators see now."""
        return self.broadcast.view()

    def seat_of(self, player_id: int) -> int:
        """The first seat of a player, or 0."""
        return self.player_ids.index(player_id) + 1 if player_id in self.player_ids else 0

    @property
    def host_id(self) -> int:
        """The player who may save the match: who opened its table, or once that player has left, the person in the
        lowest seat. RAL-222"""
        first = self.terms.host_id
        if not self.seat_states[self.seat_of(first)].left:
            return first
        there = (seat_state.seat for seat_state in self.seat_states.taken if not seat_state.left)
        people = (self.player_ids[seat - 1] for seat in there if self.setup.seats[seat - 1].kind == "person")
        return next(people, 0)

    # Helpers

    def _turn(self, seat_state: SeatState, events: list[Any]) -> bytes:
        budget = self.match.clock.budget(seat_state.seat, self.timer.now_ms())
        return encode(Turn(seat_state.turn_step, self.match.view(seat_state.seat), events, self._may, budget))

    def _left_ms(self) -> int | None:
        """The time left to the seats that were asked, as everybody may know it."""
        return None if self._due_ms is None else max(0, self._due_ms - self.timer.now_ms())

    def _starts_ms(self) -> int:
        """The time until their window begins."""
        return 0

    def _rearm(self) -> None:
        """Set the timer to the next deadline."""
        raise NotImplementedError

    def break_off(self, why: str) -> None:
        """Close the match; it does not count."""
        raise NotImplementedError
