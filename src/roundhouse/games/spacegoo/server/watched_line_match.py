"""A match of the line server as spectators see it; it costs nothing while nobody looks."""

from typing import Any

from ....core.entries import TICK
from ....match.match import Step
from ....match.visibility import shows
from ....protocol.messages import Over, encode
from ....server.errors import Refused
from ....server.matches.broadcast import Broadcast, Subscriber, start_message
from .line_match import LineMatch


class WatchedLineMatch:
    """A match of the line server. It is listened to from the first spectator to the last."""

    def __init__(self, key: str, line_match: LineMatch) -> None:
        self.key = key
        self._line_match = line_match
        self._match = line_match.match
        self._broadcast: Broadcast | None = None

    @property
    def round(self) -> int:
        return int(self._match.state.round_no)

    @property
    def watching(self) -> int:
        return 0 if self._broadcast is None else self._broadcast.watching

    @property
    def view(self) -> Any:
        return self._match.view(0)

    def watch(self, subscriber: Subscriber, *, since: int | None = None) -> None:
        if self._broadcast is None:
            ticks = (step for step, entry in enumerate(self._line_match.entries, 1) if entry.kind == TICK)
            self._broadcast = Broadcast(self._match, step=max(ticks, default=0))
            self._broadcast.waiting = [1, 2]
            self._match.listen(self._on_step)
        subscriber.send(start_message(self.key, self._match.game, self._match.setup, 0))
        for message in self._broadcast.newcomer(0, since, self._left_ms()):
            subscriber.send(message)
        self._broadcast.add(0, subscriber)

    def part(self, subscriber: Subscriber) -> None:
        if self._broadcast is not None:
            self._broadcast.remove(subscriber)
            if not self._broadcast.watching:
                self._match.unlisten(self._on_step)
                self._broadcast = None

    def fresh(self, subscriber: Subscriber) -> None:
        if self._broadcast is not None:
            subscriber.send(self._broadcast.fresh(0, self._left_ms()))

    def say(self, seat: int, name: str, text: str) -> None:
        raise Refused("no_chat", "There is no chat at matches of the line protocol.", status=403)

    def closed(self) -> None:
        """The match is over or broken off; whoever still watches is told."""
        broadcast, self._broadcast = self._broadcast, None
        if broadcast is None:
            return
        self._match.unlisten(self._on_step)
        there = list(broadcast.everybody())
        if self._match.result is not None:
            over = encode(Over(self._match.step, self._match.result, f"/api/matches/{self.key}/record"))
            for subscriber in there:
                subscriber.send(over)
        for subscriber in there:
            subscriber.dismissed("over")

    def _on_step(self, made: Step) -> None:
        if self._broadcast is not None and shows(self._match.game, made):
            waiting = [] if self._match.result is not None else self._match.waited_for()
            for group, message in self._broadcast.take(made, waiting, self._match.clock.window_ms):
                group.send(message)

    def _left_ms(self) -> int | None:
        return self._match.clock.window_ms
