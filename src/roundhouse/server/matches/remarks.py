"""What seats say about their turns, and what their turns cost, on the way to the store. Nobody waits for it, and no
order fails because of it."""

import asyncio
import logging
from collections.abc import Sequence
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any, Protocol

from ...match.remarks import Note, Remark, Remarks, joined
from ...store import remarks as store
from ...store.database import Database
from ...store.remarks import Row

if TYPE_CHECKING:
    from .live_match import Playing
    from .attendance import Stage

log = logging.getLogger("roundhouse.match")

FLUSH_S = 1.0  # so long remarks gather before they are written together
ROWS_MAX = 500  # or so many of them


class Timers(Protocol):
    def call_later(self, delay: float, callback: Any, /) -> Any: ...


class RemarkBook:
    """The remarks of all running matches. They are written in one go now and then, with what else is committed."""

    def __init__(self, database: Database, timers: Timers) -> None:
        self._database = database
        self._timers = timers
        self._rows: list[Row] = []
        self._timer: Any = None

    def keep(self, row: Row) -> None:
        self._rows.append(row)
        if len(self._rows) >= ROWS_MAX:
            self.flush()
        elif self._timer is None:
            self._timer = self._timers.call_later(FLUSH_S, self.flush)

    def flush(self) -> Future[None] | None:
        """Hand over what has gathered; the future is done when it is written."""
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
        """Until everything that was said so far can be read."""
        written = self.flush()
        if written is not None:
            await asyncio.wait([asyncio.wrap_future(written)])


def told(written: Future[None]) -> None:
    """Remarks that cannot be written are lost; the match does not depend on them."""
    if not written.cancelled() and (error := written.exception()) is not None:
        log.warning("remarks could not be kept: %s", error)


class Pending:
    """A turn whose remark is not whole yet."""

    __slots__ = ("round", "said", "step", "turn")

    def __init__(self, stage: "Stage", seat: int) -> None:
        self.step = stage.match.step
        self.turn = stage.places[seat].turn_step
        self.round = stage.round
        self.said: list[tuple[str, Sequence[Note]]] = []


class Remarking:
    """The remarks of one running match: begun when a seat is asked, whole when it has answered or its time is over."""

    def __init__(self, playing: "Playing", book: RemarkBook) -> None:
        self._playing = playing
        self._book = book
        self._pending: dict[int, Pending] = {}
        self._bounds = Remarks()

    def asked(self, seat: int) -> None:
        self._pending[seat] = Pending(self._playing, seat)

    def said(self, seat: int, text: str, notes: Sequence[Note]) -> None:
        """With an answer, before it is entered; a seat may also say something unasked."""
        if seat not in self._pending:
            self._pending[seat] = Pending(self._playing, seat)
        self._pending[seat].said.append((text, notes))

    def answered(self, seat: int, *, asked: bool) -> None:
        """Whoever is not waited for any more has said what it had to say."""
        if not asked and seat in self._pending:
            self._keep(seat, None)

    def closed(self, seat: int, cost_ms: int) -> None:
        """The clock has measured a turn."""
        if seat in self._pending:
            self._keep(seat, cost_ms)

    def end(self) -> None:
        """The match is over: all that was said is handed over before its end is written."""
        for seat in list(self._pending):
            self._keep(seat, None)
        self._book.flush()

    def _keep(self, seat: int, cost_ms: int | None) -> None:
        turn = self._pending.pop(seat)
        said = joined(*turn.said) if turn.said else ("", [])
        kept = self._bounds.fitted(Remark(seat, turn.step, turn.round, cost_ms, *said))
        if kept is not None:
            self._book.keep(Row(self._playing.id, turn.turn, kept))
