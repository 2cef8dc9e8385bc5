"""Heavy work outside the loop: frames and pages of matches, their records, and the analysis after each match.

Child processes never see the database: they get bytes and return bytes. One serves page requests, another with lower
priority computes analyses, so that pages do not wait for those.
"""

import asyncio
import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Connection

from ...core.entries import TICK
from ...core.maps import MapCheck
from ...core.registry import GAMES
from ...match.analysis import FAILED, PENDING, Analysis
from ...match.visibility import veiled
from ...protocol.api.platform import RoundCommand, TableOptions
from ...store import matches
from ...store.database import Database
from ...store.matches import Stored
from ...store.schema.platform import FINISHED, RUNNING
from ..errors import Refused
from ..matches.round_history import BLOCK
from ..matches.spectator_view import SpectatorView, spectator_view_of
from .archive import Archive, log_of, whole_log_of
from .render_jobs import Log, Source
from .render_process import RenderProcess

log = logging.getLogger("roundhouse.workshop")

T = TypeVar("T")

CACHE_BYTES = 64 << 20
ROLLOUTS = 128
WAITING_MAX = 100  # matches that may wait for their analysis; others are analysed on request
PAGE_LIMIT_S = 60.0
ANALYSIS_LIMIT_S = 1800.0
NICENESS = 5  # gives way to matches, and gets a share beside them

# Priorities of jobs
WRITING, ASKED, LATER = -1, 0, 1


class RenderService:
    """All methods but `analyse_later` and those for the archive are called on the loop. Without rollouts nothing is
    analysed."""

    def __init__(self, database: Database, *, rollouts: int = ROLLOUTS, cache_bytes: int = CACHE_BYTES) -> None:
        self._database = database
        self._rollouts = rollouts
        self._pages = RenderProcess("pages", limit_s=PAGE_LIMIT_S)
        self._analyses = RenderProcess("analyses", limit_s=ANALYSIS_LIMIT_S, niceness=NICENESS)
        self._kept = Cache(cache_bytes)
        self._making: dict[Hashable, asyncio.Future[bytes]] = {}
        self._analysing: dict[int, int] = {}  # by match, its priority
        self._lock = threading.Lock()
        self.archive = Archive(database, self._record_of, kept=self.analyse_later)
        self.analysed: Callable[[int], None] = lambda match_id: None  # told of every analysis, on the writer's thread

    def resume(self) -> None:
        """Do what an earlier run left."""
        self.archive.keep_all()
        if self._rollouts:
            with self._database.engine.connect() as connection:
                left = matches.unanalysed(connection, WAITING_MAX // 2)
            for match_id in left:
                self.analyse_later(match_id)

    async def close(self) -> None:
        """End all children; unfinished jobs are done after the next start."""
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        self.archive.close()
        self._analyses.close()
        self._pages.close()

    # Pages

    async def frames(self, stored: Stored, seat: int = 0) -> bytes:
        """The frames as a JSON list, as a seat saw the match; of a running one only what spectators may see."""
        running = stored.state == RUNNING
        key = ("frames", stored.id, seat)
        if not running and (kept := self._kept.get(key)) is not None:
            return kept
        hidden = running and veiled(GAMES[stored.game])
        made = await self._shared(key, "frames", stored, lambda source: (source, seat, hidden))
        if not running:
            self._kept.put(key, made)
        return made

    async def history(self, stored: Stored) -> bytes:
        """The history of a match that is over, as a JSON list by round."""
        return await self._lasting(("history", stored.id), "history", stored)

    async def commands(self, stored: Stored, number: int) -> list[RoundCommand]:
        """All commands of a finished round, also of a running match. Raises Refused if there is no such round. Finished
        rounds do not change, so a full block of them can be cached."""
        block, place = divmod(number - 1, BLOCK)
        made = await self._lasting(("commands", stored.id, block), "commands", stored, block)
        found = msgspec.msgpack.decode(made, type=list[list[RoundCommand]])
        if place >= len(found):
            raise Refused("no_round", f"The match has no round {number} that is over.", field="round", status=404)
        return found[place]

    async def _lasting(self, key: Hashable, craft: str, stored: Stored, *more: Any) -> bytes:
        """A cached result, made from the whole log, also while the match runs."""
        made = self._kept.get(key)
        if made is None:
            made = await self._shared(key, craft, stored, lambda source: (source, *more), everything=True)
            if stored.state != RUNNING or (craft == "commands" and len(msgspec.msgpack.decode(made)) == BLOCK):
                self._kept.put(key, made)
        return made

    async def record(self, stored: Stored) -> bytes:
        """The record as a file; of a running match up to now."""
        found = await self._read(lambda connection: matches.record_of(connection, stored.id))
        if found is not None:
            return found
        return await self._shared(("record", stored.id), "record", stored, lambda source: (source,))

    async def entries(self, stored: Stored) -> bytes:
        """The record of a match that is over as JSON that a page can prove."""
        return await self._shared(("entries", stored.id), "entries", stored, lambda source: (source,))

    async def html(self, stored: Stored) -> str:
        """The match as a self-contained page, with its analysis if there is one."""
        analysis = await self._read(lambda connection: matches.analysis_of(connection, stored.id))
        facts: dict[str, Any] = {
            "key": stored.key,
            "number": stored.number,
            "state": stored.state,
            "rated": stored.rated,
            "pool": stored.pool,
            "line": stored.line,
            "started_ms": stored.started_ms,
            "ended_ms": stored.ended_ms,
        }
        key = ("html", stored.id, analysis is None)
        return (await self._shared(key, "html", stored, lambda source: (source, facts, analysis))).decode()

    async def check_map(self, game: str, text: str) -> MapCheck:
        """What a game says about a map's text."""
        made: bytes = await asyncio.wrap_future(self._pages.submit(ASKED, "map_check", lambda: (game, text)))
        return msgspec.msgpack.decode(made, type=MapCheck)

    async def _shared(
        self,
        key: Hashable,
        craft: str,
        stored: Stored,
        arguments: Callable[[Source], tuple[Any, ...]],
        *,
        everything: bool = False,
    ) -> bytes:
        """Equal requests before the job starts share it. `everything`: also what nobody may see yet."""
        made = self._making.get(key)
        if made is None:
            loop = asyncio.get_running_loop()

            def prepare() -> tuple[Any, ...]:
                loop.call_soon_threadsafe(self._making.pop, key, None)
                with self._database.engine.connect() as connection:
                    return arguments(source_of(connection, stored, everything=everything))

            made = asyncio.wrap_future(self._pages.submit(ASKED, craft, prepare), loop=loop)
            made.add_done_callback(lambda done: done.cancelled() or done.exception())
            self._making[key] = made
        # A cancelled request must not cancel it for the others.
        return await asyncio.shield(made)

    async def _read(self, query: Callable[[Connection], T]) -> T:
        def ask() -> T:
            with self._database.engine.connect() as connection:
                return query(connection)

        return await asyncio.to_thread(ask)

    def _record_of(self, entered: Log) -> bytes:
        """For the archive, on its own thread."""
        return self._pages.submit(LATER, "record", lambda: (entered,)).result()

    # Analyses

    async def analysis(self, stored: Stored) -> Analysis:
        """How the chances moved; a request for one that is not ready moves it to the front of the queue."""
        packed = await self._read(lambda connection: matches.analysis_of(connection, stored.id))
        if packed is not None:
            return msgspec.msgpack.decode(packed, type=Analysis)
        if stored.state == FINISHED and self._rollouts:
            self._analyse(stored.id, ASKED)
            return PENDING
        return PENDING if stored.state == RUNNING else FAILED

    def analyse_later(self, match_id: int) -> None:
        """Queue the analysis of a finished match, from any thread. When too many wait, it is left until asked for."""
        if self._rollouts and self._analyses.waiting < WAITING_MAX:
            self._analyse(match_id, LATER)

    def _analyse(self, match_id: int, priority: int) -> None:
        with self._lock:
            if self._analysing.get(match_id, LATER + 1) <= priority:
                return
            self._analysing[match_id] = priority

        def prepare() -> tuple[Any, ...]:
            with self._lock:
                if self._analysing.get(match_id, WRITING) == WRITING:
                    raise NothingToDo  # it was also requested directly, and is done
            with self._database.engine.connect() as connection:
                stored = matches.by_id(connection, match_id)
                if stored is None or stored.state != FINISHED or matches.analysis_of(connection, match_id) is not None:
                    raise NothingToDo
                return source_of(connection, stored), self._rollouts

        self._analyses.submit(priority, "analysis", prepare).add_done_callback(lambda done: self._done(match_id, done))

    def _done(self, match_id: int, done: Future[bytes]) -> None:
        """On the thread of the analyses."""
        error = done.exception()
        if isinstance(error, NothingToDo) or (isinstance(error, Refused) and error.problem.code == "stopping"):
            with self._lock:
                if self._analysing.get(match_id) != WRITING:
                    self._analysing.pop(match_id, None)
            return
        with self._lock:
            self._analysing[match_id] = WRITING
        if error is None:
            analysis = done.result()
        else:
            log.error("match %d could not be analysed: %s", match_id, error)
            analysis = msgspec.msgpack.encode(FAILED)
        kept = self._database.submit(lambda connection: matches.keep_analysis(connection, match_id, analysis))
        kept.add_done_callback(lambda _: self._written(match_id))

    def _written(self, match_id: int) -> None:
        with self._lock:
            self._analysing.pop(match_id, None)
        self.analysed(match_id)


class NothingToDo(Exception):  # noqa: N818
    """The job is already done, or not to be done."""


def source_of(connection: Connection, stored: Stored, *, everything: bool = False) -> Source:
    """The input for child processes. Of a running match it is what spectators may see, or everything."""
    entered = log_of(connection, stored.id) if stored.state == RUNNING else whole_log_of(connection, stored.id)
    # The entries may become a record between the two queries; then the second one finds the record.
    record = matches.record_of(connection, stored.id)
    if record is not None or stored.state != RUNNING or everything:
        return record or entered
    delay = 0 if stored.options is None else msgspec.msgpack.decode(stored.options, type=TableOptions).delay_rounds
    return public(entered, spectator_view_of(GAMES[entered.setup.game], entered.setup, delay))


def public(entered: Log, spectator_view: SpectatorView) -> Log:
    """A log without its newest rounds, and without orders that wait for their tick."""
    delay = spectator_view.delay
    if delay == 0 and GAMES[entered.setup.game].immediate_orders:
        return Log(entered.setup, entered.entries, spectator_view.everything)
    ticks = [n for n, entry in enumerate(entered.entries, 1) if entry.kind == TICK]
    end = ticks[-delay - 1] if len(ticks) > delay else 0
    return Log(entered.setup, entered.entries[:end], spectator_view.everything and len(ticks) >= delay)


class Cache:
    """A cache of results up to a number of bytes; the least recently used go first."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._size = 0
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()

    def get(self, key: Hashable) -> bytes | None:
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
        return found

    def put(self, key: Hashable, content: bytes) -> None:
        self._size += len(content) - len(self._kept.pop(key, b""))
        self._kept[key] = content
        while self._size > self._limit:
            _, gone = self._kept.popitem(last=False)
            self._size -= len(gone)
