"""What followers of a match are sent: every step encoded once per group, with a bounded history for latecomers."""

from collections import deque
from collections.abc import Iterator
from typing import Any, Literal, Protocol

from msgspec import UNSET, Raw, UnsetType

from ...core.entries import TICK
from ...core.game import Game, Setup
from ...match.match import Match, Step
from ...match.visibility import veiled
from ...protocol.messages import VERSION, Start, StepMessage, encode
from ..tables.options import announced
from .spectator_view import SpectatorView

STEPS_KEPT = 200  # in the history of a group
BYTES_KEPT = 1 << 18
NOBODY: frozenset[int] = frozenset()
NOW = SpectatorView()
IDLE_STEPS = 50  # for so many steps an empty group is still kept up to date


class Subscriber(Protocol):
    """A receiver of a match's messages. `send` takes one encoded message; it never blocks and never raises.

    `dismissed` is the last call: the match is over, a newer connection has taken the seat, or another process has the
    match. With `replaced` and `moved` no message about it has been sent yet.
    """

    def send(self, message: bytes) -> None: ...

    def dismissed(self, reason: Literal["over", "replaced", "moved"]) -> None: ...


class SubscriberGroup:
    """Subscribers who see the same: all spectators, or the followers of one seat."""

    __slots__ = ("_base", "_bytes", "_history", "gathered", "idle", "members")

    def __init__(self, base: int) -> None:
        self.members: dict[Subscriber, None] = {}
        self.idle = 0
        self.gathered: list[Any] | None = None  # events to send with the next step; None: there are none
        self._history: deque[tuple[int, bytes]] = deque()
        self._bytes = 0
        self._base = base  # the first step that is not in the history is this one

    def send(self, message: bytes) -> None:
        for subscriber in tuple(self.members):  # a subscriber may leave while it is sent something
            subscriber.send(message)

    def note(self, step: int, message: bytes) -> None:
        self._history.append((step, message))
        self._bytes += len(message)
        while len(self._history) > STEPS_KEPT or (self._bytes > BYTES_KEPT and len(self._history) > 1):
            self._base, dropped = self._history.popleft()
            self._bytes -= len(dropped)

    def after(self, since: int) -> list[bytes] | None:
        """The messages after a step, or None if the history does not reach back that far."""
        newest = self._history[-1][0] if self._history else self._base
        if not self._base <= since <= newest:
            return None
        return [message for step, message in self._history if step > since]

    @property
    def last(self) -> bytes:
        return self._history[-1][1]


class Broadcast:
    """All subscribers of one match, in groups. `spectator_view` says how many ticks later spectators see what happened.

    It encodes and remembers; whoever owns it decides when a message may leave. `waiting` are the seats that were
    asked since the last tick, whether or not they have answered: even that is nobody else's business before the tick.

    Where seats know different things and orders happen at once, an entry that a group may not know of is not told to
    it, and does not count in its steps either: what is known alone has a number of its own for everybody.

    Several entries can be told as one step: what a whole list of actions caused, or to spectators a whole turn.
    """

    def __init__(self, match: Match, *, step: int = 0, spectator_view: SpectatorView = NOW) -> None:
        self.match = match
        self.step = step  # the newest step that was sent, or is about to be
        self.waiting: list[int] = []
        self.debugged: list[int] | UnsetType = UNSET  # seats whose programs are in a debugger
        self._own = [0] * (match.seats + 1) if veiled(match.game) else None  # the newest step each seat may know of
        self._delay = self.delay = spectator_view.delay
        self._looks = [*range(match.seats + 1)]  # the seat whose view each group gets
        self._looks[0] = spectator_view.looks
        # Where a turn has many orders, spectators see it as a whole, as in replays.
        self._turnwise = match.game.ends_turn is not None and not match.game.order_frames
        self._ticks = 0
        self._groups: dict[int, SubscriberGroup] = {}
        self._held: deque[tuple[int, int, bytes, Raw]] = deque()  # tick, step, message, view
        self._seen: Raw | None = None  # the view of delayed spectators
        if spectator_view.delay:
            self._seen = Raw(encode(match.view(0)))
            self._group(0).note(step, encode(StepMessage(step, [], self._seen)))
            if spectator_view.everything:
                view = Raw(encode(match.view(spectator_view.looks)))
                self._held.append((0, step, encode(StepMessage(step, [], view)), view))

    # Steps

    def step_of(self, seat: int) -> int:
        """The newest step that a seat may know of, 0 for spectators."""
        return self.step if self._own is None else self._own[seat]

    def take(
        self, made: Step, waiting: list[int], left_ms: int | None, starts_ms: int = 0
    ) -> list[tuple[SubscriberGroup, bytes]]:
        """Encode a step, once per group. Returns the messages to send when the step may be known."""
        self.gather(made, waiting)
        return self.tell(left_ms, starts_ms, tick=made.entry.kind == TICK)

    def gather(self, made: Step, waiting: list[int]) -> None:
        """Keep the events of a step, to send them together with the next ones."""
        self.waiting = waiting
        self._ticks += made.entry.kind == TICK
        unaware = self._count(made)
        for seat, group in self._groups.items():
            if seat not in unaware:
                group.gathered = (group.gathered or []) + self.events(made.events, seat)

    def tell(
        self, left_ms: int | None, starts_ms: int = 0, *, tick: bool = False
    ) -> list[tuple[SubscriberGroup, bytes]]:
        """The gathered events, as one step for each group."""
        out = []
        for seat, group in tuple(self._groups.items()):
            events = group.gathered
            if events is None or (seat == 0 and self._turnwise and not tick):
                continue
            group.gathered = None
            delayed = self._delay and seat == 0
            if group.members:
                group.idle = 0
            elif not delayed:
                group.idle += 1
                if group.idle > IDLE_STEPS:
                    del self._groups[seat]
                    continue
            view, number = Raw(encode(self.match.view(self._looks[seat]))), self.step_of(seat)
            message = encode(StepMessage(number, events, view, self.waiting, left_ms, starts_ms, self.debugged))
            if delayed:
                self._held.append((self._ticks, number, message, view))
            else:
                group.note(number, message)
                out.append((group, message))
        return out + self._ripe(self._ticks - self._delay) if self._held else out

    def recall(self, made: Step, waiting: list[int], *, late: bool = True) -> None:
        """Enter a step again after an outage: everybody knows it, except delayed spectators. With `late` False they
        have seen it too."""
        if not self._delay:
            self.waiting = waiting
            self._count(made)
        elif late:
            self.take(made, waiting, None)
        else:
            self.gather(made, waiting)
            self._groups[0].gathered = None

    def _count(self, made: Step) -> frozenset[int]:
        """Number a step; returns the seats that may not know of it, 0 for spectators."""
        self.step = made.number
        own, entry = self._own, made.entry
        if own is None or entry.kind == TICK:
            if own is not None:
                own[:] = [number + 1 for number in own]
            return NOBODY
        # A seat that gets an answer needs no step in which nothing happened; in other games the step is the answer.
        heard = 0 if self.match.game.answer is not None else entry.seat
        unaware = frozenset(
            seat for seat in range(len(own)) if not (heard and seat == heard) and not self.events(made.events, seat)
        )
        for seat in range(len(own)):
            own[seat] += seat not in unaware
        return unaware

    def events(self, events: list[Any], seat: int) -> list[Any]:
        """Events as a seat may know them."""
        game = self.match.game
        if not game.secrets or not events:
            return events
        looks = self._looks[seat]
        known = (game.of_event(self.match.state, event, looks) for event in events)
        return [event for event in known if event is not None]

    def release(self) -> list[tuple[SubscriberGroup, bytes]]:
        """The match is over: return what was held back from spectators."""
        return self._ripe(self._ticks)

    def _ripe(self, ticks: int) -> list[tuple[SubscriberGroup, bytes]]:
        out = []
        while self._held and self._held[0][0] <= ticks:
            _, step, message, self._seen = self._held.popleft()
            self._groups[0].note(step, message)
            out.append((self._groups[0], message))
        return out

    # Joining and leaving

    def newcomer(self, seat: int, since: int | None, left_ms: int | None, starts_ms: int = 0) -> list[bytes]:
        """The first messages of a newcomer: the steps after `since`, or the current view."""
        group = self._group(seat)
        missed = None if since is None else group.after(since)
        return [self.fresh(seat, left_ms, starts_ms)] if missed is None else missed

    def fresh(self, seat: int, left_ms: int | None, starts_ms: int = 0) -> bytes:
        """The current view of a seat, or of spectators."""
        if self._delay and seat == 0:
            return self._groups[0].last
        view = self.match.view(self._looks[seat])
        return encode(StepMessage(self.step_of(seat), [], view, self.waiting, left_ms, starts_ms, self.debugged))

    def add(self, seat: int, subscriber: Subscriber) -> None:
        self._group(seat).members[subscriber] = None

    def remove(self, subscriber: Subscriber) -> None:
        for group in self._groups.values():
            group.members.pop(subscriber, None)

    def seat_of(self, subscriber: Subscriber) -> int | None:
        """The seat a subscriber follows, 0 for a spectator."""
        return next((seat for seat, group in self._groups.items() if subscriber in group.members), None)

    def everybody(self) -> Iterator[Subscriber]:
        for group in tuple(self._groups.values()):
            yield from tuple(group.members)

    @property
    def watching(self) -> int:
        """How many spectators there are. One member may stand for many who are connected to another process."""
        return sum(getattr(one, "people", 1) for one in self._groups[0].members) if 0 in self._groups else 0

    def view(self) -> Any:
        """What spectators see now."""
        return self.match.view(self._looks[0]) if self._seen is None else self._seen

    def _group(self, seat: int) -> SubscriberGroup:
        if seat not in self._groups:
            self._groups[seat] = SubscriberGroup(self.step_of(seat))
        return self._groups[seat]


def start_message(key: str, game: Game, setup: Setup, seat: int) -> bytes:
    """The `start` message. In games with secrets it leaves out the seed, which would tell what is drawn later, and
    hidden settings."""
    shown = Setup(setup.game, setup.preset, announced(game, setup.settings), setup.seats, 0) if game.secrets else setup
    return encode(Start(VERSION, key, game.key, game.version, shown, seat))
