"""What is done once in a cluster, by the process that leads: tables, pairing, demo matches, seasons, events, bots that
are called, the line servers, and what has to be in the database. It begins with the lead and ends with it."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import Connection

from ..rendering.archive import width
from ..errors import Refused
from ..connections.session import Session
from ...store import matches
from ...store.database.cluster_database import running_ids
from ...store.schema.platform import RUNNING

if TYPE_CHECKING:
    from ..contest.contest_service import Keeper
    from ..matchmaking.matchmaker import Matchmaker
    from ...games.boidvoid.season.server.scheduler import Scheduler
    from ...games.spacegoo.server.line_server import LineServer
    from ..connections.webhooks.webhook_bots import Webhooks
    from ..rendering.render_service import Workshop
    from .node import Node

log = logging.getLogger("roundhouse.server.cluster")

AGAIN_S = 2.0  # before ports are tried again that somebody else still has


@dataclass
class Crew:
    """Those who work for the leader and rest otherwise. Line servers are new for every time it leads."""

    matchmaker: "Matchmaker"
    scheduler: "Scheduler"
    keeper: "Keeper"
    workshop: "Workshop"
    webhooks: "Webhooks"
    new_lines: "Callable[[], LineServer]"
    prepare: Callable[[], Awaitable[None]]


class Leading:
    def __init__(self, node: "Node", crew: Crew) -> None:
        self.lines = crew.new_lines()
        self._node = node
        self._crew = crew
        self._leads = False
        self._opening: asyncio.Task[None] | None = None

    def waiting(self) -> dict[str, int]:
        """How many wait for opponents, by game."""
        counts: dict[str, int] = {}
        for _, game, _, _ in self._crew.matchmaker.guests() if self._leads else ():
            counts[game] = counts.get(game, 0) + 1
        return counts

    async def begin(self) -> None:
        node, crew, arena = self._node, self._crew, self._node.hall.arena
        node.database.leader_epoch = await arena.write(node.database.lead)
        await crew.prepare()
        await arena.restore_tables()
        built_in = {player.id for player in arena.builtins.values()}
        leases = node.leases.matches.items()
        crew.matchmaker.demo.join([key for key, held in leases if built_in.issuperset(held.lease.players)])
        await crew.matchmaker.start()
        self._leads = True
        node.hall.matchmaker = crew.matchmaker
        self._take_in()
        await crew.scheduler.start()
        await crew.keeper.start()
        crew.workshop.resume()
        await crew.webhooks.start()
        await self._open_lines()

    def _take_in(self) -> None:
        """Those who waited here for the leader are ours now."""
        hall = self._node.hall
        for guest, wait in self._node.far.hand_over():
            try:
                if wait.table:
                    table = hall.arena.tables.get(wait.table)
                    if table is None:
                        raise Refused("no_table", f"There is no table {wait.table!r}.", field="table", status=404)
                    guest.waits_at(table)
                    hall.arena.sit(table, guest.player, 0, guest=guest, choice=wait.choice)
                else:
                    hall.matchmaker.wait(guest, wait.game, wait.preset, wait.matches, choice=wait.choice)
            except Refused as refused:
                guest.turned_away(refused)

    # The line servers

    async def _open_lines(self) -> None:
        """Take up their matches, and listen. A leader that was stopped, not ended, may still have the ports."""
        arena, database = self._node.hall.arena, self._node.database
        self.lines = self._crew.new_lines()
        database.owned.update(await arena.write(self._take_lines))
        for match_id in sorted(await arena.read(lambda connection: running_ids(connection, line=True))):
            stored = await arena.read(lambda connection, n=match_id[0]: matches.by_id(connection, n))  # type: ignore[misc]
            if stored is not None and stored.state == RUNNING:
                entries = await arena.read(
                    lambda connection, n=stored.id: matches.entries_of(connection, n, width)  # type: ignore[misc]
                )
                self.lines.restore(stored, entries)
        try:
            await self.lines.listen()
        except OSError as error:
            log.warning("the line servers do not listen yet: %s", error.strerror or error)
            self._opening = asyncio.get_running_loop().create_task(self._listen_later(self.lines))

    async def _listen_later(self, lines: "LineServer") -> None:
        while True:
            await asyncio.sleep(AGAIN_S)
            try:
                return await lines.listen()
            except OSError:
                continue

    def _take_lines(self, connection: Connection) -> dict[int, int]:
        """From now on nobody else writes about matches of the line servers."""
        return self._node.database.take(connection, [number for number, _ in running_ids(connection, line=True)])

    # The end

    async def end(self) -> None:
        """Another process leads; those who wait here are told to it by `far`."""
        if not self._leads:
            return
        self._leads = False
        hall, far, crew = self._node.hall, self._node.far, self._crew
        hall.matchmaker = far
        at_tables = hall.arena.drop_tables()
        for guest, game, preset, choice in crew.matchmaker.guests():
            if isinstance(guest, Session) and not guest.gone:
                far.wait(guest, game, preset, choice=choice)
        for key, guests in at_tables.items():
            for sitting in guests.values():
                if isinstance(sitting, Session) and not sitting.gone:
                    sitting.waits_at(far.sit(sitting, key, sitting.wish[2]))
        crew.matchmaker.clear()
        if self._opening is not None:
            self._opening.cancel()
        await crew.webhooks.rest()
        await crew.keeper.stop()
        await crew.scheduler.stop()
        await crew.matchmaker.stop()
        await self.lines.stop()
        self.lines = crew.new_lines()
