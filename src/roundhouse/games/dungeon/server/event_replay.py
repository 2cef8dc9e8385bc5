"""A match told again from its log: what every seat was sent, so that after an outage nothing is missing."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol

from ....core.entries import TICK, Entry
from ....core.game import Setup
from .. import GAME
from .. import events as e
from ..view import View
from ....match.match import Match, Step
from .broker_message import Letter
from .round_messages import Insight, Times, insight_of, times_of


class Story(Protocol):
    """What one seat is told of a game, in the words of a wire."""

    def opening(self, view: View, times: Times) -> list[Letter]: ...

    def tick(
        self, events: Sequence[e.Event], view: View, insight: Insight, ended_at: float, next_times: Times
    ) -> tuple[list[Letter], list[Letter]]: ...

    def resume(self, times: Times) -> None: ...

    def given(self, transaction: str, name: str) -> None:
        """A command has named something: what a message about it may repeat."""


Told = Callable[[int, Letter, float], None]  # seat, letter, milliseconds of the wall clock


def retell(stories: Mapping[int, Story], setup: Setup, entries: Iterable[Entry], started_ms: float, told: Told) -> None:
    """Tell every seat's story up to the last entry. Takes a while for a long match, so it is done on a thread."""
    match = Match(GAME, setup)
    for seat, story in stories.items():
        view = match.view(seat)
        for letter in story.opening(view, times_of(started_ms, view.round_ms)):
            told(seat, letter, started_ms)

    def follow(made: Step) -> None:
        if made.entry.kind != TICK:
            return
        at = started_ms + made.entry.at_ms
        for seat, story in stories.items():
            known = (GAME.of_event(match.state, event, seat) for event in made.events)
            events, view = [event for event in known if event is not None], match.view(seat)
            begins = at + view.round_ms - view.round_ms * 3 // 4
            now, later = story.tick(events, view, insight_of(match.state, seat), at, times_of(begins, view.round_ms))
            for letter in now:
                told(seat, letter, at)
            for letter in later:
                told(seat, letter, begins)

    match.listen(follow)
    match.restore(entries)
