"""The messages of a match made again from its log, so that after an outage no seat misses any."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol

from ....core.entries import TICK, Entry
from ....core.game import Setup
from ....match.match import Match, Step
from .. import GAME
from .. import events as e
from ..view import View
from .broker_message import BrokerMessage
from .round_messages import Insight, Times, insight_of, times_of


class MessageWriter(Protocol):
    """Turns what one seat may know of a game into messages of one generation of the original."""

    def opening(self, view: View, times: Times) -> list[BrokerMessage]: ...

    def tick(
        self, events: Sequence[e.Event], view: View, insight: Insight, ended_at: float, next_times: Times
    ) -> tuple[list[BrokerMessage], list[BrokerMessage]]: ...

    def resume(self, times: Times) -> None: ...

    def given(self, transaction: str, name: str) -> None:
        """Remember a name that a command used; a message about that command repeats it."""


Told = Callable[[int, BrokerMessage, float], None]  # seat, message, milliseconds of the wall clock


def replay_messages(
    writers: Mapping[int, MessageWriter], setup: Setup, entries: Iterable[Entry], started_ms: float, told: Told
) -> None:
    """Call `told` with every message of every seat up to the last entry. Slow for a long match: run it on a thread."""
    match = Match(GAME, setup)
    for seat, writer in writers.items():
        view = match.view(seat)
        for message in writer.opening(view, times_of(started_ms, view.round_ms)):
            told(seat, message, started_ms)

    def follow(made: Step) -> None:
        if made.entry.kind != TICK:
            return
        at = started_ms + made.entry.at_ms
        for seat, writer in writers.items():
            known = (GAME.of_event(match.state, event, seat) for event in made.events)
            events, view = [event for event in known if event is not None], match.view(seat)
            begins = at + view.round_ms - view.round_ms * 3 // 4
            now, later = writer.tick(events, view, insight_of(match.state, seat), at, times_of(begins, view.round_ms))
            for message in now:
                told(seat, message, at)
            for message in later:
                told(seat, message, begins)

    match.listen(follow)
    match.restore(entries)
