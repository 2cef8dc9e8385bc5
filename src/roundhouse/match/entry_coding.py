"""Entries as one large number: each choice is coded by its index among the usual ones, so a round takes a few bytes.

A state knows how many planets a seat owns and how many ships are there. A number that is one of `n` usual values
therefore needs log2(n) bits and no more. Symbols are pushed on a number like on a stack (asymmetric numeral systems on
Python's long integers): a symbol with the share `size` of `total` costs log2(total / size) bits. Shares adapt to what
was coded before. An unusual value can be coded as well, it only takes more room.
"""

from collections.abc import Sequence
from typing import Any

from ..core.entries import CHANGE, ORDER, TICK, VOID, Entry
from ..core.game import Game

Symbol = tuple[int, int, int]  # where its share begins, its size, the total

NUMBER_BITS = 64
ROW_MAX = 64

# The ways in which a seat that is waited for can answer
USUAL_ORDER, ODD_ORDER, VOID_ACTION = 0, 1, 2


class Habits:
    """How often each symbol occurred in a context so far: frequent ones get a larger share of the next code."""

    def __init__(self) -> None:
        self._seen: dict[tuple[object, ...], list[int]] = {}

    def shares(self, context: tuple[object, ...], count: int) -> list[int]:
        return [2 * seen + 1 for seen in self._seen.setdefault((*context, count), [0] * count)]

    def note(self, context: tuple[object, ...], count: int, which: int) -> None:
        self._seen[(*context, count)][which] += 1


class Packer:
    """Takes symbols in the order in which they will be read. All packers of a record share one `Habits`."""

    def __init__(self, habits: Habits) -> None:
        self._habits = habits
        self._symbols: list[Symbol] = []

    def choice(self, which: int, count: int, *context: object) -> None:
        """One of a few values, of which some are likelier."""
        shares = self._habits.shares(context, count)
        self._symbols.append((sum(shares[:which]), shares[which], sum(shares)))
        self._habits.note(context, count, which)

    def index(self, place: int, count: int) -> None:
        """One of `count` equally likely values."""
        self._symbols.append((place, 1, count))

    def number(self, value: int) -> None:
        """Any whole number."""
        length = abs(value).bit_length()
        self.choice(length, NUMBER_BITS, "length")
        if length:
            self.choice(int(value < 0), 2, "sign")
            self.index(abs(value) - (1 << (length - 1)), 1 << (length - 1))

    def packed(self) -> bytes:
        number = 0
        for begin, size, total in reversed(self._symbols):
            number = number // size * total + begin + number % size
        return number.to_bytes((number.bit_length() + 7) // 8, "little")


class Unpacker:
    """Gives the symbols back."""

    def __init__(self, habits: Habits, packed: bytes) -> None:
        self._habits = habits
        self._number = int.from_bytes(packed, "little")

    def choice(self, count: int, *context: object) -> int:
        shares = self._habits.shares(context, count)
        number, slot = divmod(self._number, sum(shares))
        which, begin = 0, 0
        while slot >= begin + shares[which]:
            begin += shares[which]
            which += 1
        self._number = number * shares[which] + slot - begin
        self._habits.note(context, count, which)
        return which

    def index(self, count: int) -> int:
        self._number, place = divmod(self._number, count)
        return place

    def number(self) -> int:
        length = self.choice(NUMBER_BITS, "length")
        if not length:
            return 0
        negative = self.choice(2, "sign")
        value = self.index(1 << (length - 1)) + (1 << (length - 1))
        return -value if negative else value

    @property
    def empty(self) -> bool:
        return self._number == 0


def pack_entry(game: Game, state: Any, owing: Sequence[int], entry: Entry, out: Packer) -> None:
    """Add an entry; `state` and `owing` are those before it.

    The seat comes first: an index into `owing` (or a tick if nobody is owing); the last index stands for anything else.
    """
    answers = entry.kind in (ORDER, VOID) and entry.seat in owing and len(entry.row) == game.width
    if answers:
        out.choice(owing.index(entry.seat), len(owing) + 1, "who")
    elif entry.kind == TICK and not owing:
        out.choice(0, 2, "tick")
    else:
        out.choice(len(owing) or 1, len(owing) + 1 if owing else 2, "who" if owing else "tick")
        out.choice(entry.kind, CHANGE + 1, "kind")
        out.number(entry.seat)
        out.index(len(entry.row), ROW_MAX)
        for number in entry.row:
            out.number(number)
    if answers:
        way = VOID_ACTION if entry.kind == VOID else USUAL_ORDER if _is_usual(game, state, entry) else ODD_ORDER
        out.choice(way, 3, "way", entry.seat)
        _pack_row(game, state, entry, way, out)


def _is_usual(game: Game, state: Any, entry: Entry) -> bool:
    return all(number in game.usual_row(state, entry.seat, entry.row[:place]) for place, number in enumerate(entry.row))


def _pack_row(game: Game, state: Any, entry: Entry, way: int, out: Packer) -> None:
    for place, number in enumerate(entry.row):
        usual = game.usual_row(state, entry.seat, entry.row[:place])
        known = number in usual
        if way != USUAL_ORDER and usual:
            out.choice(int(known), 2, "known", place)
        if not known:
            out.number(number)
        elif place == 0:
            out.choice(usual.index(number), len(usual), "first", entry.seat)  # the kind of action
        else:
            out.index(usual.index(number), len(usual))


def unpack_entry(game: Game, state: Any, owing: Sequence[int], source: Unpacker) -> Entry:
    """The next entry; `state` and `owing` are those before it. Any bytes decode to some entry; the rules check it
    later."""
    if not owing and source.choice(2, "tick") == 0:
        return Entry(TICK)
    who = source.choice(len(owing) + 1, "who") if owing else 0
    if who == len(owing):
        kind, seat = source.choice(CHANGE + 1, "kind"), source.number()
        return Entry(kind, seat, tuple(source.number() for _ in range(source.index(ROW_MAX))))
    seat = owing[who]
    way = source.choice(3, "way", seat)
    row: list[int] = []
    while len(row) < game.width:
        usual = game.usual_row(state, seat, row)
        known = bool(usual) and (way == USUAL_ORDER or source.choice(2, "known", len(row)) == 1)
        if not known:
            row.append(source.number())
        elif not row:
            row.append(usual[source.choice(len(usual), "first", seat)])
        else:
            row.append(usual[source.index(len(usual))])
    return Entry(VOID if way == VOID_ACTION else ORDER, seat, tuple(row))
