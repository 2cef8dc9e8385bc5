"""A running match and everybody who is there: seats and spectators come, go, come back, and hear how things stand."""

import logging
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, Literal, TypeVar, cast

from ...core.game import Game, Setup
from ...match.match import Match
from ...protocol.messages import Turn, action_types, encode
from ...store.matches import Begun
from .match_log import Terms
from .chat import Chat
from .broadcast import Audience, Feed, start_message
from .outbox import Outbox
from .seat_states import Place, Places
from ..errors import Refused
from .spectator_view import sight_of
from .match_timer import Timepiece

log = logging.getLogger("roundhouse.match")

F = TypeVar("F", bound=Callable[..., None])


def careful(method: F) -> F:
    """A mistake of ours closes one match and leaves the others alone."""

    @wraps(method)
    def call(self: "Stage", *arguments: Any, **named: Any) -> None:
        try:
            method(self, *arguments, **named)
        except Exception:
            log.exception("match %d of %s is closed because of a mistake of the server", self.number, self.game.key)
            self.break_off("A mistake of the server.")

    return cast(F, call)


class Stage:
    """Everybody who comes is sent `start` first; then followers get how things stand and what was said, and a seat that
    is waited for its `turn`. Nothing of it leaves before the entries it tells of are durable."""

    time: Timepiece

    def __init__(
        self, begun: Begun, game: Game, setup: Setup, terms: Terms, player_ids: Sequence[int], first: Any = None
    ) -> None:
        self.id, self.number, self.key = begun.id, begun.number, begun.key
        self.game = game
        self.setup = setup
        self.terms = terms
        self.options = terms.options
        self.player_ids = tuple(player_ids)
        self.state: Literal["running", "finished", "abandoned", "moved"] = "running"
        self.match = Match(game, setup, state=first)
        self.feed = Feed(self.match, sight=sight_of(game, setup, terms.options.delay_rounds))
        self.chat = Chat()
        self.places = Places(game, len(setup.seats), self.feed)
        self._outbox = Outbox()
        self._arriving: dict[Audience, None] = {}
        self._may = action_types(game.actions)
        # How many messages may answer one turn: where every action is answered, one for each.
        self.requests = int(setup.settings.get("max_actions", 1)) if game.answer is not None else 1
        self._due_ms: int | None = None  # when the time of those who were asked is over, as everybody may know it

    # Coming and going

    @careful
    def join(
        self, seat: int, audience: Audience, *, follow: bool = False, since: int | None = None, present: bool = True
    ) -> None:
        """Somebody takes a seat, for the first time or again; an older connection is replaced.

        `present` False: clocks still wait for it, until `arrived` says that it can play.
        """
        place = self.places[seat]
        self.debug(seat, False)  # whoever stands in a debugger says so anew
        messages = [start_message(self.key, self.game, self.setup, seat)]
        if follow:
            messages += self.feed.newcomer(seat, since, self._left_ms(), self._starts_ms())
            messages += self.chat.lines
        if place.asked:
            place.turn_step = self.feed.step_of(seat)
            messages.append(self._turn(place, place.told + place.since))
        place.coming = audience
        self._come(seat, audience, follow, messages)
        if present:
            self.arrived(seat)

    @careful
    def watch(self, audience: Audience, *, since: int | None = None) -> None:
        """A spectator comes."""
        messages = [start_message(self.key, self.game, self.setup, 0)]
        messages += self.feed.newcomer(0, since, self._left_ms(), self._starts_ms())
        messages += self.chat.lines
        self._come(0, audience, True, messages)

    def part(self, audience: Audience) -> None:
        """Somebody is gone. A seat may be taken up again; meanwhile its clock runs."""
        self._arriving.pop(audience, None)
        self.feed.remove(audience)
        for place in self.places.taken:
            if place.audience is audience:
                place.audience = None
                place.away_ms = self.time.now_ms()
                self.debug(place.seat, False)
            if place.coming is audience:
                place.coming = None

    @careful
    def fresh(self, audience: Audience) -> None:
        """Tell somebody who could not keep up how things stand now."""
        seat = self.feed.seat_of(audience)
        if seat is not None:
            told = self.feed.fresh(seat, self._left_ms(), self._starts_ms())
            self._outbox.put(self.match.step, audience.send, told)
            self._outbox.flush()

    def debug(self, seat: int, debugged: bool) -> bool:
        """Somebody steps through the program of a seat, or does not any more."""
        raise NotImplementedError

    def absent(self, seat: int, grace_ms: int) -> None:
        """A seat cannot play for a while, and it is our fault: clocks stand still, but not for ever."""
        if self.state == "running" and not self.places[seat].left:
            self.time.wait_for({seat}, grace_ms)

    def arrived(self, seat: int) -> None:
        """A seat that clocks may have waited for can play."""
        if self.time.arrived(seat):
            self._rearm()

    def _come(self, seat: int, audience: Audience, follow: bool, messages: list[bytes]) -> None:
        self._arriving[audience] = None
        self._outbox.put(self.match.step, self._arrive, (seat, audience, follow, messages))
        self._outbox.flush()

    def _arrive(self, arrival: tuple[int, Audience, bool, list[bytes]]) -> None:
        """All that a newcomer is told is durable, so from now on it belongs to the audience."""
        seat, audience, follow, messages = arrival
        if audience not in self._arriving:
            return  # gone again
        del self._arriving[audience]
        if seat:
            place = self.places[seat]
            old, place.audience = place.audience, audience
            place.away_ms = None
            if place.coming is audience:
                place.coming = None
            if old is not None and old is not audience:
                self.feed.remove(old)
                old.dismissed("replaced")
        if follow:
            self.feed.add(seat, audience)
        for message in messages:
            audience.send(message)

    def say(self, seat: int, name: str, text: str) -> None:
        """A line of chat to everybody who follows. Raises Refused."""
        if not self.options.chat:
            raise Refused("no_chat", "There is no chat at this match.", status=403)
        line = self.chat.say(seat, name, text, self.time.time())
        for audience in self.feed.everybody():
            audience.send(line)

    def _close(self, last: bytes) -> list[Audience]:
        """The last message to everybody; returns those who were told."""
        there = self.there()
        for audience in there:
            audience.send(last)
        return there

    def there(self) -> list[Audience]:
        """Everybody who plays or watches."""
        there = dict.fromkeys(self.feed.everybody())
        there |= {place.audience: None for place in self.places.taken if place.audience is not None}
        there |= self._arriving
        return list(there)

    # What others ask

    @property
    def round(self) -> int:
        return int(getattr(self.match.state, "round_no", self.match.ticks))

    @property
    def watching(self) -> int:
        """How many spectators there are."""
        return self.feed.watching

    @property
    def view(self) -> Any:
        """What spectators see now."""
        return self.feed.view()

    def seat_of(self, player_id: int) -> int:
        """The first seat of a player, or 0."""
        return self.player_ids.index(player_id) + 1 if player_id in self.player_ids else 0

    @property
    def host_id(self) -> int:
        """Who may save the match: whoever opened its table; once gone, the person in the lowest seat. RAL-222"""
        first = self.terms.host_id
        if not self.places[self.seat_of(first)].left:
            return first
        there = (place.seat for place in self.places.taken if not place.left)
        people = (self.player_ids[seat - 1] for seat in there if self.setup.seats[seat - 1].kind == "person")
        return next(people, 0)

    # Small things

    def _turn(self, place: Place, events: list[Any]) -> bytes:
        budget = self.match.clock.budget(place.seat, self.time.now_ms())
        return encode(Turn(place.turn_step, self.match.view(place.seat), events, self._may, budget))

    def _left_ms(self) -> int | None:
        """What remains of the time of those who were asked, as everybody may know it."""
        return None if self._due_ms is None else max(0, self._due_ms - self.time.now_ms())

    def _starts_ms(self) -> int:
        """How long it is until that time begins."""
        return 0

    def _rearm(self) -> None:
        """Have the timer ring for the next thing to do."""
        raise NotImplementedError

    def break_off(self, why: str) -> None:
        """Close the match; it does not count."""
        raise NotImplementedError
