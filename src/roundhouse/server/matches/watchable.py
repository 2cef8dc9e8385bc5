"""What can be watched: matches of the arena, and those of the line server, which cost nothing while nobody looks."""

from typing import Any, Protocol

from ...core.entries import TICK
from ...match.visibility import shows
from ...match.match import Step
from ...protocol.messages import Over, encode
from .broadcast import Audience, Feed, start_message
from ...games.spacegoo.server.line_match import LiveMatch
from ..errors import Refused


class Spectacle(Protocol):
    """A running match as spectators see it."""

    key: str

    @property
    def round(self) -> int: ...

    @property
    def watching(self) -> int: ...

    def watch(self, audience: Audience, *, since: int | None = None) -> None: ...

    def part(self, audience: Audience) -> None: ...

    def fresh(self, audience: Audience) -> None: ...

    def say(self, seat: int, name: str, text: str) -> None: ...

    def view(self) -> Any: ...


class LineSpectacle:
    """A match of the line server. It is listened to from the first spectator to the last."""

    def __init__(self, key: str, live: LiveMatch) -> None:
        self.key = key
        self._live = live
        self._match = live.match
        self._feed: Feed | None = None

    @property
    def round(self) -> int:
        return int(self._match.state.round_no)

    @property
    def watching(self) -> int:
        return 0 if self._feed is None else self._feed.watching

    @property
    def view(self) -> Any:
        return self._match.view(0)

    def watch(self, audience: Audience, *, since: int | None = None) -> None:
        if self._feed is None:
            ticks = (step for step, entry in enumerate(self._live.entries, 1) if entry.kind == TICK)
            self._feed = Feed(self._match, step=max(ticks, default=0))
            self._feed.waiting = [1, 2]
            self._match.listen(self._follow)
        audience.send(start_message(self.key, self._match.game, self._match.setup, 0))
        for message in self._feed.newcomer(0, since, self._left_ms()):
            audience.send(message)
        self._feed.add(0, audience)

    def part(self, audience: Audience) -> None:
        if self._feed is not None:
            self._feed.remove(audience)
            if not self._feed.watching:
                self._match.unlisten(self._follow)
                self._feed = None

    def fresh(self, audience: Audience) -> None:
        if self._feed is not None:
            audience.send(self._feed.fresh(0, self._left_ms()))

    def say(self, seat: int, name: str, text: str) -> None:
        raise Refused("no_chat", "There is no chat at matches of the line protocol.", status=403)

    def closed(self) -> None:
        """The match is over or broken off; whoever still watches is told."""
        feed, self._feed = self._feed, None
        if feed is None:
            return
        self._match.unlisten(self._follow)
        there = list(feed.everybody())
        if self._match.result is not None:
            over = encode(Over(self._match.step, self._match.result, f"/api/matches/{self.key}/record"))
            for audience in there:
                audience.send(over)
        for audience in there:
            audience.dismissed("over")

    def _follow(self, made: Step) -> None:
        if self._feed is not None and shows(self._match.game, made):
            waiting = [] if self._match.result is not None else self._match.owing()
            for group, message in self._feed.take(made, waiting, self._match.clock.window_ms):
                group.send(message)

    def _left_ms(self) -> int | None:
        return self._match.clock.window_ms
