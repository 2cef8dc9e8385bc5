"""What can be watched: matches of the arena, and those that a game runs beside it."""

from typing import Any, Protocol

from .broadcast import Subscriber


class Watchable(Protocol):
    """A running match as spectators see it."""

    key: str

    @property
    def round(self) -> int: ...

    @property
    def watching(self) -> int: ...

    def watch(self, subscriber: Subscriber, *, since: int | None = None) -> None: ...

    def part(self, subscriber: Subscriber) -> None: ...

    def fresh(self, subscriber: Subscriber) -> None: ...

    def say(self, seat: int, name: str, text: str) -> None: ...

    def view(self) -> Any: ...
