"""Tells open pages which topics have changed, a few times a second at most; the pages load them again."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Literal

from ...protocol.messages import News, encode

if TYPE_CHECKING:
    from ..matches.broadcast import Subscriber
    from ..timers import Timers

Topic = Literal["tables", "matches", "me", "event"]

PAUSE_S = 0.4  # between two batches of news


class PageUpdates:
    """The first news after a quiet time are sent at once; later ones are collected."""

    def __init__(self, timers: "Timers") -> None:
        self._timers = timers
        self._readers: dict[Subscriber, int | None] = {}
        self._for_all: set[str] = set()
        self._for_one: dict[int, set[str]] = {}
        self._timer: Any = None
        self._quiet_from = 0.0
        # tells the other processes that share our database
        self.pass_on: Callable[[tuple[str, ...], int | None], None] = lambda topics, player_id: None

    def subscribe(self, subscriber: "Subscriber", player_id: int | None) -> None:
        self._readers[subscriber] = player_id

    def unsubscribe(self, subscriber: "Subscriber") -> None:
        self._readers.pop(subscriber, None)

    @property
    def readers(self) -> int:
        return len(self._readers)

    def tell(self, *topics: Topic, player_id: int | None = None) -> None:
        """A topic has changed, for everybody or for one player."""
        self.pass_on(topics, player_id)
        self.hear(topics, player_id=player_id)

    def hear(self, topics: Iterable[str], *, player_id: int | None) -> None:
        """Send news about a change here or in another process to the pages of this process."""
        if player_id is None:
            self._for_all.update(topics)
        else:
            self._for_one.setdefault(player_id, set()).update(topics)
        if self._timer is None:
            wait_s = max(0.0, self._quiet_from - self._timers.time())
            self._timer = self._timers.call_later(wait_s, self._deliver)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _deliver(self) -> None:
        self._timer = None
        self._quiet_from = self._timers.time() + PAUSE_S
        for_all, self._for_all = self._for_all, set()
        for_one, self._for_one = self._for_one, {}
        messages: dict[frozenset[str], bytes] = {}
        for subscriber, player_id in tuple(self._readers.items()):
            topics = frozenset(for_all | for_one.get(player_id, set())) if player_id in for_one else frozenset(for_all)
            if topics:
                if topics not in messages:
                    messages[topics] = encode(News(sorted(topics)))
                subscriber.send(messages[topics])
