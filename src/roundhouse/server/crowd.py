"""Who makes room where every connection is taken: those who say nothing, before anybody else is refused."""

from collections import Counter
from collections.abc import Iterable
from typing import Protocol, TypeVar

SILENT_S = 5.0  # a program says who it is at once; who has not by then makes room for anybody


class Present(Protocol):
    """A connection. `unknown`: it has not said who it is; `silent`: it has said nothing at all."""

    address: str
    since: float

    @property
    def unknown(self) -> bool: ...

    @property
    def silent(self) -> bool: ...


P = TypeVar("P", bound=Present)


def in_the_way(present: Iterable[P], address: str, now: float) -> P | None:
    """The connection that is closed for a newcomer: the oldest unknown one of the address that has most of them, if
    that has more than the newcomer's; else one that is silent for a while. None: the newcomer is refused."""
    unknown = [one for one in present if one.unknown]
    counts = Counter(one.address for one in unknown)
    most = max(counts, key=counts.__getitem__, default="")
    if unknown and counts[most] > counts[address] + 1:
        there = [one for one in unknown if one.address == most]
    else:
        there = [one for one in unknown if one.silent and now - one.since >= SILENT_S]
    return min(there, key=lambda one: (not one.silent, one.since), default=None)
