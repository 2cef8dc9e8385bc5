"""What seats said about their turns in matches that are not archived yet."""

from collections.abc import Collection, Sequence

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, delete, insert, select

from ..protocol.messages import Note, Remark
from .database.sql_dialect import NUMBER_MAX
from .schema.remarks import remarks


class RemarkRow(Struct, frozen=True):
    """A remark to be stored: `turn` is its step as the seat could count it."""

    match_id: int
    turn: int
    remark: Remark


def add(connection: Connection, rows: Sequence[RemarkRow]) -> None:
    connection.execute(insert(remarks), [_values(row) for row in rows])


def of_match(
    connection: Connection, match_id: int, *, seats: Collection[int] | None = None, by_turn: bool = False
) -> list[Remark]:
    """In the order they were made. `by_turn`: steps as the seats could count them, while the match runs."""
    step = remarks.c.turn if by_turn else remarks.c.step
    query = select(remarks.c.seat, step, remarks.c.round, remarks.c.ms, remarks.c.said).where(
        remarks.c.match_id == match_id
    )
    if seats is not None:
        query = query.where(remarks.c.seat.in_(list(seats)))
    return [
        Remark(seat, at, number, ms, *_said(said))
        for seat, at, number, ms, said in connection.execute(query.order_by(remarks.c.id))
    ]


def drop(connection: Connection, match_id: int) -> None:
    """Called when the remarks are in the archived record."""
    connection.execute(delete(remarks).where(remarks.c.match_id == match_id))


def _values(row: RemarkRow) -> dict[str, object]:
    remark = row.remark
    said = msgspec.msgpack.encode((remark.log, remark.notes)) if remark.log or remark.notes else b""
    return {
        "match_id": row.match_id,
        "seat": remark.seat,
        "step": remark.step,
        "turn": row.turn,
        "round": remark.round,
        "ms": None if remark.ms is None else min(remark.ms, NUMBER_MAX),
        "said": said,
    }


def _said(packed: bytes) -> tuple[str, list[Note]]:
    return msgspec.msgpack.decode(packed, type=tuple[str, list[Note]]) if packed else ("", [])
