"""A record as a list of frames for viewers: what one seat could see at each moment, and what had happened since."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from ..core.entries import TICK
from ..core.game import EVERYTHING
from .record import Record
from .replay import Replay


class Frame(Struct, frozen=True):
    """A moment of a replay: the step it stands at, the round, what could be seen, and what had happened."""

    step: int
    round: int
    at_ms: int
    view: Any
    events: list[Any]


class Stop(Struct, frozen=True):
    """A frame before its view is made. `state` is the replay's own object, which changes when the replay goes on."""

    step: int
    at_ms: int
    events: list[Any]
    replay: Replay


def frames(record: Record, seat: int = 0) -> list[Frame]:
    """The frames of a match as a seat saw it; seat 0 is a spectator, who sees everything once the match is over. A
    match that still runs gives the frames so far."""
    return list(each_frame(record, seat))


def each_frame(record: Record, seat: int = 0, *, veiled: bool = False, everything: bool = False) -> Iterator[Frame]:
    """The same one by one: all frames of a long match together need much memory. `veiled`: see `walk`. `everything`: a
    spectator sees everything although the match is not over, because these rounds are long past."""
    game, seats = record.game, len(record.setup.seats)
    if not 0 <= seat <= seats:
        raise ValueError(f"there is no seat {seat}; 0 to {seats} can look")
    names = [one.name for one in record.setup.seats]
    looks = EVERYTHING if seat == 0 and game.secrets and (record.result or everything) else seat
    for stop in walk(record, looks, veiled=veiled):
        view = game.view(stop.replay.state, looks, names)
        yield Frame(stop.step, stop.replay.round, stop.at_ms, view, stop.events)


def walk(record: Record, seat: int = 0, *, veiled: bool = False) -> Iterator[Stop]:
    """The match at every frame: its start, then every tick, and in games whose orders are frames every entry that
    caused something. Events are those the seat could know. An entry that the rules do not take ends it.

    `veiled`: steps count only the entries that the seat may know of, as long as the match runs and others have secrets.
    """
    replay = Replay(record.game, record.setup)
    orders = record.game.immediate_orders and record.game.order_frames
    yield Stop(0, 0, _told(replay, seat), replay)
    gathered: list[Any] = []
    noticed = 0
    for step, entry in enumerate(record.entries, 1):
        if replay.fault(entry):
            return
        replay.enter(entry)
        told = _told(replay, seat)
        gathered += told
        if told or entry.kind == TICK:
            noticed, noticed_ms = noticed + 1, entry.at_ms
        if entry.kind == TICK or (orders and gathered):
            yield Stop(noticed if veiled else step, entry.at_ms, gathered, replay)
            gathered = []
    if gathered:  # the end of a running match: what happened since its last tick
        step, at_ms = len(record.entries), record.entries[-1].at_ms
        yield Stop(noticed if veiled else step, noticed_ms if veiled else at_ms, gathered, replay)


def _told(replay: Replay, seat: int) -> list[Any]:
    """The events of the newest entry, as far as a seat could know."""
    game, events = replay.game, replay.events()
    if not game.secrets:
        return events
    known = (game.of_event(replay.state, event, seat) for event in events)
    return [event for event in known if event is not None]
