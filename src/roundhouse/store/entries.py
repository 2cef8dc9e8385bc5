"""The log of a match: entries as rows and back."""

from collections.abc import Callable, Sequence

import msgspec
from sqlalchemy import Connection, insert, select

from ..core.entries import CHANGE, LEAVE, VOID, Entry
from .database.writer import Row
from .schema.platform import entries


def row_of(match_id: int, step: int, entry: Entry) -> Row:
    numbers = entry.row
    if entry.kind == CHANGE:  # rare, and not as wide as an action
        packed = msgspec.msgpack.encode(numbers)
    elif any(numbers):
        end = len(numbers)
        while not numbers[end - 1]:
            end -= 1
        packed = msgspec.msgpack.encode(numbers[:end])
    else:
        packed = b""
    return match_id, step, entry.kind, entry.seat, packed, entry.at_ms


def entry_of(kind: int, seat: int, numbers: bytes, at_ms: int, width: int) -> Entry:
    """The entry of a row; the zeros at the end of an action's row, which are not stored, are added again."""
    row: tuple[int, ...] = msgspec.msgpack.decode(numbers, type=tuple[int, ...]) if numbers else ()
    return Entry(kind, seat, row + (0,) * (width - len(row)) if width else row, at_ms)


def entries_of(connection: Connection, match_id: int, width: Callable[[int], int]) -> list[Entry]:
    """The log of a match that is not archived. `width` says how many numbers an entry of a kind has."""
    columns = select(entries.c.kind, entries.c.seat, entries.c.numbers, entries.c.at_ms)
    rows = connection.execute(columns.where(entries.c.match_id == match_id).order_by(entries.c.step))
    return [entry_of(kind, seat, numbers, at_ms, width(kind)) for kind, seat, numbers, at_ms in rows]


def failings_of(connection: Connection, match_id: int) -> tuple[dict[int, int], dict[int, int]]:
    """From the log of a match: the reasons for which seats left, and how many of their actions were void."""
    rows = connection.execute(
        select(entries.c.kind, entries.c.seat, entries.c.numbers)
        .where(entries.c.match_id == match_id, entries.c.kind.in_((LEAVE, VOID)))
        .order_by(entries.c.step)
    )
    left: dict[int, int] = {}
    void: dict[int, int] = {}
    for kind, seat, numbers in rows:
        if kind == LEAVE:
            left.setdefault(seat, msgspec.msgpack.decode(numbers, type=list[int])[0] if numbers else 0)
        else:
            void[seat] = void.get(seat, 0) + 1
    return left, void


def log(connection: Connection, rows: Sequence[Row]) -> None:
    """Write entries inside the caller's transaction; those of running matches go through `Database.append`."""
    names = entries.c.keys()
    connection.execute(insert(entries), [dict(zip(names, row, strict=True)) for row in rows])
