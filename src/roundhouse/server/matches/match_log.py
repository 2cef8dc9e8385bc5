"""Where the arena's matches are written: their beginning, every entry before it is sent to anybody, their end with
ratings."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec
from msgspec import Struct
from sqlalchemy import Connection

from ...core.entries import Entry
from ...core.figures import Achievement
from ...core.game import Result, Setup
from ...match.seat_account import SeatAccount
from ...protocol.api.platform import Pool, TableOptions
from ...protocol.messages import RatingChange, Unlocked
from ...store import figures as feats
from ...store import matches
from ...store.database import Database
from ...store.database.engine import TakenOverError
from ...store.matches import Begun, Count, new_key
from ..store_access import answer
from ..timers import wall_ms

log = logging.getLogger("roundhouse.arena")

Done = Callable[[], None]
Also = Callable[[Connection, Begun], None]  # written in the transaction that begins a match


class MatchTerms(Struct, frozen=True, kw_only=True):
    """Whether and where a match counts, and which match it plays on from."""

    options: TableOptions
    rated: bool = False
    listed: bool = True
    pool: Pool = "mixed"
    fork_of: str = ""
    fork_step: int = 0
    host_id: int = 0  # the player who opened the table, 0 for nobody


class NewMatch(Struct, frozen=True):
    """What a match begins with. `fork_of` is the id of the match it plays on from, with `entries` from there; `also` is
    called in the transaction that begins it."""

    setup: Setup
    player_ids: Sequence[int]  # by seat
    terms: MatchTerms
    fork_of: int | None
    entries: Sequence[Entry]
    also: Also | None = None


class Ending(Struct, frozen=True):
    """How a match ended; `left` (why a seat left, or nothing), `refusals` and `figures` are by seat."""

    match_id: int
    result: Result
    left: list[str]
    refusals: list[int]
    rated: bool
    figures: list[dict[str, int]] = []
    achievements: tuple[Achievement, ...] = ()
    accounts: list[SeatAccount] = []


class CountedMatch(Struct, frozen=True):
    """What the end of a match changed for its players: ratings and achievements."""

    ratings: list[RatingChange] = []
    unlocked: list[Unlocked] = []


class MatchLog(Protocol):
    """Callbacks are called on the loop's thread. If `durable` is False entries are not kept, and no match waits for
    them."""

    durable: bool

    async def begin(self, new: NewMatch) -> Begun: ...

    def append(self, match_id: int, step: int, entry: Entry, done: Done) -> None: ...

    def finish(self, ending: Ending, then: Callable[[CountedMatch], None]) -> None: ...

    def abandon(self, match_id: int, reason: str, then: Done) -> None: ...


class StoredMatchLog:
    """Writes to a database. `count` counts a rated match in its ladder, in the transaction that
    finishes it and logs its figures."""

    durable = True

    def __init__(
        self,
        database: Database,
        loop: asyncio.AbstractEventLoop,
        *,
        failure: Callable[[BaseException], None],
        count: Count | None = None,
    ) -> None:
        self._database = database
        self._loop = loop
        self._failure = failure
        self._count = count

    async def begin(self, new: NewMatch) -> Begun:
        ids, terms, now_ms = tuple(new.player_ids), new.terms, wall_ms()
        options = msgspec.msgpack.encode(terms.options)
        check = self._database.leading()

        def write(connection: Connection) -> Begun:
            check(connection)
            begun = matches.begin(
                connection,
                new.setup,
                ids,
                options=options,
                line=False,
                rated=terms.rated,
                listed=terms.listed,
                pool=terms.pool,
                fork_of=new.fork_of,
                fork_step=terms.fork_step,
                host_id=terms.host_id or None,
                entries=new.entries,
                now_ms=now_ms,
            )
            if new.also is not None:
                new.also(connection, begun)
            return begun

        return await asyncio.wrap_future(self._database.submit(write))

    def append(self, match_id: int, step: int, entry: Entry, done: Done) -> None:
        self._database.append(matches.row_of(match_id, step, entry), done)

    def finish(self, ending: Ending, then: Callable[[CountedMatch], None]) -> None:
        now_ms, check = wall_ms(), self._database.holding(ending.match_id)

        def write(connection: Connection, count: Count | None, counting: bool) -> CountedMatch:
            check(connection)
            finished = matches.finish(
                connection,
                ending.match_id,
                ending.result,
                reason=ending.result.sentence,
                left=ending.left,
                refusals=ending.refusals,
                accounts=ending.accounts,
                now_ms=now_ms,
                count=count,
            )
            line = feats.append(connection, ending.match_id, ending.figures) if ending.figures else None
            unlocked = feats.count(connection, line, ending.achievements) if line is not None and counting else []
            return CountedMatch(finished.ratings, unlocked)

        def uncounted(error: BaseException) -> None:
            """An error in counting must not keep a match from ending; ladders and figures can be recomputed."""
            if isinstance(error, TakenOverError):
                return self._failure(error)
            log.error("match %d could not be counted", ending.match_id, exc_info=error)
            again = self._database.submit(lambda connection: write(connection, None, False))
            return answer(self._loop, again, then, self._failure)

        count = self._count if ending.rated else None
        submitted = self._database.submit(lambda connection: write(connection, count, True))
        fragile = count is not None or bool(ending.figures)
        answer(self._loop, submitted, then, uncounted if fragile else self._failure)

    def abandon(self, match_id: int, reason: str, then: Done) -> None:
        now_ms, check = wall_ms(), self._database.holding(match_id)

        def write(connection: Connection) -> None:
            check(connection)
            matches.abandon(connection, match_id, reason=reason, now_ms=now_ms)

        answer(self._loop, self._database.submit(write), lambda _: then(), self._failure)


class MemoryMatchLog:
    """Numbers matches and keeps nothing."""

    durable = False

    def __init__(self) -> None:
        self._begun = 0

    async def begin(self, new: NewMatch) -> Begun:
        self._begun += 1
        return Begun(self._begun, self._begun, new_key())

    def append(self, match_id: int, step: int, entry: Entry, done: Done) -> None:
        done()

    def finish(self, ending: Ending, then: Callable[[CountedMatch], None]) -> None:
        then(CountedMatch())

    def abandon(self, match_id: int, reason: str, then: Done) -> None:
        then()
