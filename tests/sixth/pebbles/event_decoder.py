"""The ring of events in the state, as the messages of `events.py`."""

from .events import Event, GameOver, Taken
from .reasons import END_REASONS
from .rules.state import State
from .rules.tables import TAKEN

_ENDED = {reason.code: reason.name for reason in END_REASONS}


def events_of(g: State) -> list[Event]:
    """The events of the newest entry, from the ring of the state."""
    return [
        Taken(event.who, event.a, event.b) if event.kind == TAKEN else GameOver(event.who, _ENDED[event.a])
        for event in g.events[: g.event_count]
    ]
