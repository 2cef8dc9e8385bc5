"""The remarks of seats and the cost of their turns, on the way to the store. Nothing waits for them, and no order fails
because of them."""

import asyncio
import logging
from collections.abc import Sequence
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

from ...match.remarks import Note, Remark, Remarks, joined
from ...store import remarks as store
from ...store.database import Database
from ...store.remarks import RemarkRow
from ..timers import Timers

if TYPE_CHECKING:
    from .attendance import Attendance
    from .live_match import LiveMatch

log = logging.getLogger("roundhouse.match")

FLUSH_S = 1.0  # how long remarks are collected before they are written
ROWS_MAX = 500  # or until there are so many


class RemarkBook:
    """The remarks of all running matches, written in batches."""

    def __init__(self, database: Database, timers: Timers) -> None:
        self._database = database
        self._timers = timers
        self._rows: list[RemarkRow] = []
        self._timer: Any = None

    def keep(self, row: RemarkRow) -> None:
        self._rows.append(row)
        if len(self._rows) >= ROWS_MAX:
            self.flush()
        elif self._timer is None:
            self._timer = self._timers.call_later(FLUSH_S, self.flush)

    def flush(self) -> Future[None] | None:
        """Write what was collected; the future is done when it is durable."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        rows, self._rows = self._rows, []
        if not rows:
            return None
        written = self._database.submit(lambda connection: store.add(connection, rows))
        written.add_done_callback(told)
        return written

    async def settle(self) -> None:
        """Wait until all remarks so far can be read."""
        written = self.flush()
        if written is not None:
            await asyncio.wait([asyncio.wrap_future(written)])


def told(written: Future[None]) -> None:
    """Remarks that cannot be written are lost; the match does not depend on them."""
    if not written.cancelled() and (error := written.exception()) is not None:
        log.warning("remarks could not be kept: %s", error)


class Pending:
    """A turn whose remark is not complete yet."""

    __slots__ = ("round", "said", "step", "turn")

    def __init__(self, attendance: "Attendance", seat: int) -> None:
        self.step = attendance.match.step
        self.turn = attendance.seat_states[seat].turn_step
        self.round = attendance.round
        self.said: list[tuple[str, Sequence[Note]]] = []


class MatchRemarks:
    """The remarks of one running match: started when a seat is asked, complete when it has answered or its time is
    over."""

    def __init__(self, live: "LiveMatch", book: RemarkBook) -> None:
        self._live = live
        self._book = book
        self._pending: dict[int, Pending] = {}
        self._bounds = Remarks()

    def asked(self, seat: int) -> None:
        self._pending[seat] = Pending(self._live, seat)

    def said(self, seat: int, text: str, notes: Sequence[Note]) -> None:
        """Called with an answer, before it is entered; a seat may also remark without being asked."""
        if seat not in self._pending:
            self._pending[seat] = Pending(self._live, seat)
        self._pending[seat].said.append((text, notes))

    def answered(self, seat: int, *, asked: bool) -> None:
        """Called when a seat is not waited for any more: its remark is complete."""
        if not asked and seat in self._pending:
            self._keep(seat, None)

    def closed(self, seat: int, cost_ms: int) -> None:
        """Called by the clock with the cost of a turn."""
        if seat in self._pending:
            self._keep(seat, cost_ms)

    def end(self) -> None:
        """Called before the end of the match is written: hand over all remarks."""
        for seat in list(self._pending):
            self._keep(seat, None)
        self._book.flush()

    def _keep(self, seat: int, cost_ms: int | None) -> None:
        turn = self._pending.pop(seat)
        said = joined(*turn.said) if turn.said else ("", [])
        kept = self._bounds.fitted(Remark(seat, turn.step, turn.round, cost_ms, *said))
        if kept is not None:
            self._book.keep(RemarkRow(self._live.id, turn.turn, kept))
