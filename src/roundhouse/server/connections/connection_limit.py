"""Which connection is closed for a newcomer when all are taken: silent ones first, before anybody is refused."""

from collections import Counter
from collections.abc import Iterable
from typing import Protocol, TypeVar

SILENT_S = 5.0  # a program says hello at once; a connection that has not by then may be closed for any other


class Present(Protocol):
    """A connection. `unknown`: no accepted hello yet; `silent`: no message at all."""

    address: str
    since: float

    @property
    def unknown(self) -> bool: ...

    @property
    def silent(self) -> bool: ...


P = TypeVar("P", bound=Present)


def in_the_way(present: Iterable[P], address: str, now: float) -> P | None:
    """The connection to close for a newcomer: the oldest unknown one of the address with the most of them, if it has
    more than the newcomer's address; else one that has been silent for a while. None: refuse the newcomer."""
    unknown = [one for one in present if one.unknown]
    counts = Counter(one.address for one in unknown)
    most = max(counts, key=counts.__getitem__, default="")
    if unknown and counts[most] > counts[address] + 1:
        there = [one for one in unknown if one.address == most]
    else:
        there = [one for one in unknown if one.silent and now - one.since >= SILENT_S]
    return min(there, key=lambda one: (not one.silent, one.since), default=None)
