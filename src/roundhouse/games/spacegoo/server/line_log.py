"""Where line matches are written: their beginning, every entry before it is acknowledged, their end with the Elo."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any, Protocol

from sqlalchemy import Connection

from ....competition.ladder import elo
from ....core.entries import Entry
from ....core.game import Result, Setup
from ....server.store_access import answer
from ....server.timers import wall_ms
from ....store import matches
from ....store.database import Database
from ....store.matches import Begun, Count, new_key
from .. import GAME

Done = Callable[[], None]

LEFT = {0: "", **{reason.code: reason.name for reason in GAME.leave_reasons}}  # why a seat left, by its number


class LineLog(Protocol):
    """Callbacks are called on the loop's thread. If `durable` is False entries are not kept, and no match waits for
    them."""

    durable: bool

    def begin(self, setup: Setup, player_ids: Sequence[int], edition: str, then: Callable[[Begun], None]) -> None: ...

    def append(self, match_id: int, step: int, entry: Entry, done: Done | None) -> None: ...

    def finish(
        self, match_id: int, result: Result, reason: str, edition: str, player_ids: Sequence[int],
        then: Callable[[list[float]], None],
    ) -> None: ...  # fmt: skip

    def abandon(self, match_id: int, reason: str) -> None: ...


class StoredLineLog:
    """Writes to a database."""

    durable = True

    def __init__(
        self,
        database: Database,
        loop: asyncio.AbstractEventLoop,
        *,
        start_elo: float,
        elo_k: float,
        failure: Callable[[BaseException], None],
        count: Count | None = None,  # counts a finished match in its ladder
    ) -> None:
        self._database = database
        self._loop = loop
        self._start_elo = start_elo
        self._elo_k = elo_k
        self._failure = failure
        self._count = count

    def begin(self, setup: Setup, player_ids: Sequence[int], edition: str, then: Callable[[Begun], None]) -> None:
        ids, now_ms = tuple(player_ids), wall_ms()
        check = self._database.leading()

        def write(connection: Connection) -> Begun:
            check(connection)
            return matches.begin(
                connection,
                setup,
                ids,
                line=True,
                rated=True,
                pool="bots",
                start_elo=self._start_elo,
                now_ms=now_ms,
            )

        self._answer(self._database.submit(write), then)

    def append(self, match_id: int, step: int, entry: Entry, done: Done | None) -> None:
        self._database.append(matches.row_of(match_id, step, entry), done)

    def finish(
        self, match_id: int, result: Result, reason: str, edition: str, player_ids: Sequence[int],
        then: Callable[[list[float]], None],
    ) -> None:  # fmt: skip
        places, now_ms = [place.place for place in result.places], wall_ms()
        check = self._database.holding(match_id)

        def rate(before: Sequence[float]) -> list[float]:
            return elo.changes(before, places, k=self._elo_k)

        def write(connection: Connection) -> list[float]:
            check(connection)
            left, void = matches.failings_of(connection, match_id)
            by_seat = range(1, len(places) + 1)
            return matches.finish(
                connection,
                match_id,
                result,
                reason=reason,
                left=[LEFT.get(left.get(seat, 0), "") for seat in by_seat],
                refusals=[void.get(seat, 0) for seat in by_seat],
                now_ms=now_ms,
                elo=rate,
                count=self._count,
            ).elo_changes

        self._answer(self._database.submit(write), then)

    def abandon(self, match_id: int, reason: str) -> None:
        now_ms, check = wall_ms(), self._database.holding(match_id)

        def write(connection: Connection) -> None:
            check(connection)
            matches.abandon(connection, match_id, reason=reason, now_ms=now_ms)

        self._answer(self._database.submit(write), lambda _: None)

    def _answer(self, future: Future[Any], then: Callable[[Any], None]) -> None:
        answer(self._loop, future, then, self._failure)


class MemoryLineLog:
    """Keeps only numbers and ratings, and those as long as the process lives."""

    durable = False

    def __init__(self, *, start_elo: float = 1000.0, elo_k: float = 10.0) -> None:
        self._start_elo = start_elo
        self._elo_k = elo_k
        self._begun = 0
        self._ratings: dict[tuple[int, str], float] = {}

    def rating(self, player_id: int, edition: str) -> float:
        return self._ratings.get((player_id, edition), self._start_elo)

    def begin(self, setup: Setup, player_ids: Sequence[int], edition: str, then: Callable[[Begun], None]) -> None:
        self._begun += 1
        then(Begun(self._begun, self._begun, new_key()))

    def append(self, match_id: int, step: int, entry: Entry, done: Done | None) -> None:
        if done is not None:
            done()

    def finish(
        self, match_id: int, result: Result, reason: str, edition: str, player_ids: Sequence[int],
        then: Callable[[list[float]], None],
    ) -> None:  # fmt: skip
        before = [self.rating(player_id, edition) for player_id in player_ids]
        changes = elo.changes(before, [place.place for place in result.places], k=self._elo_k)
        for player_id, rating, change in zip(player_ids, before, changes, strict=True):
            self._ratings[player_id, edition] = rating + change
        then(changes)

    def abandon(self, match_id: int, reason: str) -> None:
        pass
