"""Takes over matches whose process is gone: first their leases, then their epochs, then they are rebuilt from the log.

The lease decides who tries; the epoch in the database decides who may write. So a process that was wrongly thought gone
loses the match and nothing else.
"""

import asyncio
import logging
import random
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import Connection

from ...core.entries import Entry
from ...core.registry import GAMES
from ...protocol.api.platform import TableOptions
from ...store import matches
from ...store.database.cluster_database import SharedDatabase, running_ids
from ...store.matches import Stored
from ..matches.time_controls import CALENDAR
from ..tables.options import widths
from .leases import LEASE_S, MARGIN_S, TROUBLE, Leases
from .messages import Lease

if TYPE_CHECKING:
    from ..arena import Arena
    from ..matches.live_match import LiveMatch

log = logging.getLogger("roundhouse.server.cluster")

TOGETHER = 100  # matches whose epochs are raised in one transaction
AHEAD = 8  # matches whose logs are read while those before them are rebuilt
SCAN_S = 5.0  # between two looks at the database for matches that have no lease


def lease_of(live: "LiveMatch", process: str, address: str) -> Lease:
    return Lease(
        process=process,
        address=address,
        match_id=live.id,
        game=live.game.key,
        preset=live.setup.preset,
        players=list(live.player_ids),
        requests=live.requests,
        calendar=live.clock.key == CALENDAR,
    )


def stored_lease(stored: Stored, process: str, address: str) -> Lease:
    options = None if stored.options is None else msgspec.msgpack.decode(stored.options, type=TableOptions)
    answered = stored.game in GAMES and GAMES[stored.game].answer is not None
    return Lease(
        process=process,
        address=address,
        match_id=stored.id,
        game=stored.game,
        preset=stored.edition,
        players=list(stored.player_ids),
        requests=int(stored.setup.settings.get("max_actions", 1)) if answered else 1,
        calendar=options is not None and options.clock == CALENDAR,
        line=stored.line,
    )


def logged(connection: Connection, match_ids: list[int]) -> list[tuple[Stored, list[Entry]]]:
    """Matches with their logs."""
    found = (matches.by_id(connection, match_id) for match_id in match_ids)
    return [(one, matches.entries_of(connection, one.id, widths(GAMES[one.game]))) for one in found if one is not None]


class Takeover:
    """`look` is called at every beat; the work itself runs as a task, one at a time."""

    def __init__(
        self, leases: Leases, database: SharedDatabase, arena: "Arena", process: str, *, address: Callable[[], str]
    ) -> None:
        self.taken = 0
        self._leases = leases
        self._database = database
        self._arena = arena
        self._process = process
        self._address = address
        self._task: asyncio.Task[None] | None = None
        self._scanned = 0.0
        self._unleased: set[str] = set()  # matches without a lease at the last look

    def look(self, *, leads: bool) -> None:
        """Start to take over what is orphaned."""
        if self._arena.matches.draining or self._leases.known_for_s() < LEASE_S + MARGIN_S:
            return  # live processes may not have announced themselves yet
        if self._task is not None and not self._task.done():
            return
        scan = time.monotonic() - self._scanned > SCAN_S
        if scan or self._orphans(leads):
            self._task = asyncio.get_running_loop().create_task(self._work(leads, scan))

    def _orphans(self, leads: bool) -> list[str]:
        """Matches whose process is gone, or whose takeover here is unfinished."""
        there, here = self._leases.processes, self._arena.matches.running
        return [
            key
            for key, held in self._leases.matches.items()
            if (key not in here if held.lease.process == self._process else held.lease.process not in there)
            and (leads or not held.lease.calendar)
        ]

    async def _work(self, leads: bool, scan: bool) -> None:
        try:
            keys = self._orphans(leads)
            random.shuffle(keys)  # so that processes do not all start with the same one
            for start in range(0, len(keys), TOGETHER):
                await self._adopt(keys[start : start + TOGETHER])
            if scan:
                await self._scan(leads)
                self._scanned = time.monotonic()
        except TROUBLE as error:
            log.warning("matches could not be taken over yet: %r", error)
        except Exception:
            log.exception("matches could not be taken over")

    async def _adopt(self, keys: list[str]) -> None:
        began = time.monotonic()
        found = await asyncio.gather(*(self._take_lease(key) for key in keys))
        if taken := [match_id for match_id in found if match_id]:
            await self._resume(taken)
            log.info("%d matches were taken over in %.2f s", len(taken), time.monotonic() - began)

    async def _take_lease(self, key: str) -> int:
        held = self._leases.matches.get(key)
        if held is None:
            return 0
        lease = msgspec.structs.replace(held.lease, process=self._process, address=self._address())
        return lease.match_id if await self._leases.take(key, lease, held.revision) else 0

    async def _resume(self, match_ids: list[int]) -> None:
        """Raise the epochs of matches whose leases we have, and resume them."""
        if not match_ids:
            return
        epochs = await self._arena.store.write(lambda connection: self._database.take(connection, match_ids))
        self._database.owned |= epochs
        parts = [match_ids[start : start + AHEAD] for start in range(0, len(match_ids), AHEAD)]
        reading: asyncio.Task[list[tuple[Stored, list[Entry]]]] | None = self._read(parts.pop(0))
        while reading is not None:
            found = await reading
            reading = self._read(parts.pop(0)) if parts else None
            for stored, entries in found:
                if stored.id in epochs:
                    await self._arena.matches.resume(stored, entries)
                    self.taken += 1
                    await asyncio.sleep(0)  # let other work run in between
                else:  # the match is over
                    await self._leases.drop(stored.key)

    def _read(self, match_ids: list[int]) -> asyncio.Task[list[tuple[Stored, list[Entry]]]]:
        reading = self._arena.store.read(lambda connection: logged(connection, match_ids))
        return asyncio.get_running_loop().create_task(reading)

    # Matches without a lease: of a server that was alone before, or begun while NATS was away

    async def _scan(self, leads: bool) -> None:
        known = await self._arena.store.read(lambda connection: running_ids(connection, line=False))
        here, leased = self._arena.matches.running, self._leases.matches
        missing = {key: match_id for match_id, key in known if key not in here and key not in leased}
        alone = not any(one != self._process and self._leases.alive(one) for one in self._leases.processes)
        for key, match_id in missing.items():
            if alone or key in self._unleased:
                await self._adopt_unleased(key, match_id, leads)
        self._unleased = set(missing)

    async def _adopt_unleased(self, key: str, match_id: int, leads: bool) -> None:
        stored = await self._arena.store.read(lambda connection: matches.by_id(connection, match_id))
        if stored is None:
            return
        lease = stored_lease(stored, self._process, self._address())
        if (leads or not lease.calendar) and await self._leases.take(key, lease, 0):
            await self._resume([match_id])

    async def take_seasons(self) -> None:
        """Take over all games of seasons, because the leader plays them."""
        for key, held in list(self._leases.matches.items()):
            if held.lease.calendar and held.lease.process != self._process:
                await self._adopt([key])
