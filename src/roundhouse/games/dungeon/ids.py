"""What planets, robots, orders and events are called: version-4 UUIDs drawn from the match's seed. DUN-233, DUN-065

Nothing can be guessed by counting, and nobody's ids depend on what others do in secret: an order is counted by its own
seat, an event by what it is about. Ids are hashed, and not numbers of a stream as all other draws are: those are mixed
by steps that can be undone, and an id shows so many bits that the seed, and with it the whole map, would follow.
"""

from functools import lru_cache
from hashlib import blake2b
from threading import Lock
from typing import Annotated, Protocol
from uuid import UUID

from msgspec import Meta

from .rules.state import State
from .rules.tables import DRAW_ID_EVENT, DRAW_ID_GAME, DRAW_ID_ORDER, DRAW_ID_PLANET, DRAW_ID_ROBOT, MALFORMED, UNKNOWN

Id = Annotated[str, Meta(max_length=40)]  # as a field of a message
ORDER_BITS = 32
KIND_BITS, ABOUT_BITS, NUMBER_BITS = 5, 22, 22  # with 14 for the round these are 63: an id takes two numbers
MATCHES_KEPT = 256  # whose names are remembered


def drawn(seed: int, purpose: int, number: int) -> str:
    """The id with this number of a purpose, written as `uuid.UUID(int=..., version=4)` would write it, but faster."""
    bits = int.from_bytes(blake2b(b"%d %d %d" % (seed, purpose, number), digest_size=16).digest(), "big")
    name = f"{bits & ~(0xF << 76 | 3 << 62) | 4 << 76 | 1 << 63:032x}"
    return f"{name[:8]}-{name[8:12]}-{name[12:16]}-{name[16:20]}-{name[20:]}"


class Names:
    """The ids of one kind of thing, numbered from 0, in both directions. Drawn when they are first asked for."""

    def __init__(self, seed: int, purpose: int) -> None:
        self._seed = seed
        self._purpose = purpose
        self._growing = Lock()
        self._names: list[str] = []
        self._numbers: dict[str, int] = {}

    def upto(self, last: int) -> list[str]:
        """Of all numbers up to this one, perhaps of more."""
        names = self._names
        if len(names) <= last:
            with self._growing:  # replays are made in other threads
                for number in range(len(names), last + 1):
                    name = drawn(self._seed, self._purpose, number)
                    self._numbers[name] = number
                    names.append(name)
        return names

    def number_of(self, name: str, last: int) -> int:
        """The number up to `last` that is called so, or UNKNOWN."""
        self.upto(last)
        number = self._numbers.get(name, UNKNOWN)
        return number if number <= last else UNKNOWN


@lru_cache(maxsize=MATCHES_KEPT)
def _planets(seed: int) -> Names:
    return Names(seed, DRAW_ID_PLANET)


@lru_cache(maxsize=MATCHES_KEPT)
def _robots(seed: int) -> Names:
    return Names(seed, DRAW_ID_ROBOT)


def planet_ids(seed: int, count: int) -> list[str]:
    """Of so many planets, by index."""
    return _planets(seed).upto(count - 1)[:count]


def planet_id(g: State, index: int) -> str:
    return _planets(g.seed).upto(index)[index]


def robot_id(g: State, serial: int) -> str:
    return _robots(g.seed).upto(serial)[serial]


def order_id(g: State, seat: int, number: int) -> str:
    """The transaction of a seat's order."""
    return drawn(g.seed, DRAW_ID_ORDER, seat << ORDER_BITS | number)


def receipt(g: State, seat: int) -> str:
    """What the newest order of a seat is called. DUN-065"""
    return order_id(g, seat, g.players[seat].orders)


def event_id(g: State, round_no: int, kind: int, about: int, number: int) -> str:
    """`about` is the serial number of a robot, or a seat, or a planet; `number` tells apart what happens to it in a
    round."""
    counted = ((round_no << KIND_BITS | kind) << ABOUT_BITS | about) << NUMBER_BITS | number
    return drawn(g.seed, DRAW_ID_EVENT, counted)


def game_id(g: State, number: int) -> str:
    """0 the world, then rounds."""
    return drawn(g.seed, DRAW_ID_GAME, number)


def planet_of(g: State, name: str) -> int:
    """The index of a planet, or UNKNOWN for an id that no planet has."""
    return _planets(g.seed).number_of(name, g.side * g.side - 1)


def robot_of(g: State, name: str) -> int:
    """The serial number of a robot that lives or has lived, or UNKNOWN. Whether somebody remembers a destroyed one
    makes no difference: an order must not tell its seat what others know."""
    serial = _robots(g.seed).number_of(name, g.serials)
    return serial if serial > 0 else UNKNOWN


def is_id(text: str) -> bool:
    """Only the usual spelling, in small or capital letters."""
    try:
        return str(UUID(text)) == text.lower()
    except ValueError:
        return False


def planet_number(g: State, text: str) -> int:
    return planet_of(g, text.lower()) if is_id(text) else MALFORMED


NOWHERE = "00000000-0000-4000-8000-000000000000"  # an id that names nothing


def planet_name(g: State, index: int) -> str:
    return planet_id(g, index) if 0 <= index < g.side * g.side else NOWHERE


class Naming(Protocol):
    """What planets and robots are called, in both directions: in a match, or in a belief, which numbers them otherwise.
    A number that nothing has is called NOWHERE, a name that nothing has is UNKNOWN."""

    def robot_of(self, name: str) -> int: ...
    def planet_of(self, name: str) -> int: ...
    def robot_name(self, serial: int) -> str: ...
    def planet_name(self, index: int) -> str: ...


class MatchNaming:
    """As the match has it."""

    def __init__(self, g: State) -> None:
        self.g = g

    def robot_of(self, name: str) -> int:
        return robot_of(self.g, name)

    def planet_of(self, name: str) -> int:
        return planet_of(self.g, name)

    def robot_name(self, serial: int) -> str:
        return robot_id(self.g, serial) if 0 < serial <= self.g.serials else NOWHERE

    def planet_name(self, index: int) -> str:
        return planet_name(self.g, index)
