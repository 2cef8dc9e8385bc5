"""The book of open tables: looked up, kept in the store over a restart, told to pages, and swept now and then."""

import asyncio
import logging
import random
from collections.abc import Callable, Collection
from concurrent.futures import Future
from typing import Any

import msgspec
from sqlalchemy import Connection

from ...match import table as tables
from ...match.table import TableSeat
from ...protocol.api.platform import PlayerCard, SeatInfo, TableInfo, TableOptions
from ...store import notices, open_tables, players
from ...store.database import Database
from ...store.players import Player
from ..matches.match_log import MatchLedger
from ..builtin_bots.supervisor import BotHouse
from ...games.spacegoo.server.line_log import wall_ms
from ...games.spacegoo.server.line_match import Timers
from ..notices.notice_webhook import Messenger
from ..notices.page_updates import NewsDesk
from ..errors import Refused
from ..matches.match_host import Forked, Guest, Running
from ..settings import ServerSettings
from .options import announced, game_of, unrated

log = logging.getLogger("roundhouse.tables")

Table = tables.Table[TableOptions]

DESERTED_MS = 30 * 60_000  # a table without anybody is closed after this
FORGOTTEN_MS = 24 * 3_600_000  # and one at which nothing happens
REMEMBERED_MS = 10 * 60_000  # so long a table still says which match has come of it
SWEEP_S = 60.0


class TableBook(Running):
    """`take` finds a bot that waits for opponents, `rating_of` what is shown beside a name."""

    def __init__(
        self,
        settings: ServerSettings,
        *,
        ledger: MatchLedger,
        timers: Timers,
        news: NewsDesk,
        database: Database | None = None,
        bots: BotHouse | None = None,
        draws: random.Random | None = None,
        wall: Callable[[], int] = wall_ms,
    ) -> None:
        super().__init__(settings, ledger=ledger, timers=timers, news=news, database=database, bots=bots, draws=draws)
        self.tables: dict[str, Table] = {}
        self.take: Callable[[int], Guest | None] = lambda player_id: None
        self.rating_of: Callable[[int, str, str], float | None] = lambda player_id, game, preset: None
        self.messenger = Messenger(settings.notice_url, token=settings.notice_token)
        self._wall = wall
        self._guests: dict[str, dict[int, Guest]] = {}  # connections that wait at tables, by key and player
        self._starting: set[str] = set()
        self._forks: dict[str, Forked] = {}  # by the table that plays on
        self._rematches: dict[str, Table] = {}  # by the match that was played
        self._sweeper: Any = None

    # Looking

    def table_of(self, player_id: int) -> Table | None:
        """The open table a player sits at."""
        return next((one for one in self.tables.values() if not one.match and one.seat_of(player_id)), None)

    def info(self, table: Table, who: Player | None) -> TableInfo:
        me = 0 if who is None else who.id
        seats = []
        for seat, place in enumerate(table.seats, 1):
            one = place.sitter
            card = None if one is None else PlayerCard(one.name, one.kind, one.guest, one.builtin)
            rating, choice = None if one is None else one.rating, self.choice_of(table, seat)
            assist = "" if one is None else one.assist
            seats.append(SeatInfo(seat, card, place.ready, rating, place.reserved, choice, assist))
        options, fork = table.options, bool(table.fork_of)
        if me != table.host_id:
            options = msgspec.structs.replace(options, settings=announced(game_of(options.game), options.settings))
        return TableInfo(
            key=table.key,
            host=table.host,
            options=options,
            seats=seats,
            opened_ms=table.opened_ms,
            mine=me == table.host_id,
            my_seat=table.seat_of(me),
            fork_of=table.fork_of,
            fork_step=table.fork_step,
            match=table.match,
            unrated=(unrated(options, table.sitters(), fork=fork) or foreseen(table)) if options.rated or fork else "",
            prepared=table.prepared,
            kicked=me in table.kicked,
        )

    def choice_of(self, table: Table, seat: int) -> str:
        """What a seat plays with. People who have not chosen get something different each. RAL-231"""
        choices = game_of(table.options.game).choices
        chosen = table.place(seat).choice
        if chosen or not choices:
            return chosen
        return choices[(seat - 1) % len(choices)] if table.of_people else choices[0]

    def _check_open(self, table: Table) -> None:
        if table.match:
            raise Refused("started", "The match of this table has begun.", status=409)
        if self.tables.get(table.key) is not table:
            raise Refused("no_table", "This table is closed.", status=404)
        if table.key in self._starting:
            raise Refused("starting", "The match of this table is about to begin.", status=409)

    def _close(self, table: Table) -> None:
        self.tables.pop(table.key, None)
        self._forget(table)
        for guest in list(self._guests.pop(table.key, {}).values()):
            guest.end("table_closed", "The table was closed.")
        self._tell(table)

    # Keeping and telling

    def _changed(self, table: Table) -> None:
        table.changed_ms = self._wall()
        content = msgspec.msgpack.encode(table)
        self._note(lambda connection: open_tables.keep(connection, table.key, content, table.opened_ms))
        self._tell(table)

    def _forget(self, table: Table) -> None:
        self._forks.pop(table.key, None)
        self._note(lambda connection: open_tables.drop(connection, table.key))

    def _tell(self, table: Table) -> None:
        self.news.tell("tables")
        for sitter in table.sitters():
            if not sitter.builtin:
                self.news.tell("me", player_id=sitter.id)

    def _notify(self, player_id: int, code: str, data: dict[str, Any]) -> None:
        now_ms = self._wall()
        self._tell_noted([player_id], lambda connection: notices.tell(connection, player_id, code, data, now_ms))
        self._hand_on([player_id], code, data, now_ms)

    def remind(self, player_ids: Collection[int], code: str, data: dict[str, Any]) -> None:
        """Tell several players the same; who has not read it since the last time is not told twice."""
        now_ms = self._wall()
        self._tell_noted(player_ids, lambda connection: notices.renew(connection, player_ids, code, data, now_ms))
        self._hand_on(player_ids, code, data, now_ms)

    def _tell_noted(self, player_ids: Collection[int], change: Callable[[Connection], object]) -> None:
        """Write it first: who is told asks at once, and would not find it."""
        if self.database is None:
            return

        async def tell_noted(written: Future[object]) -> None:
            await asyncio.wait([asyncio.wrap_future(written)])
            for player_id in told:
                self.news.tell("me", player_id=player_id)

        told, written = tuple(player_ids), self.database.submit(change)
        written.add_done_callback(noticed)
        self.run(tell_noted(written))

    def _hand_on(self, player_ids: Collection[int], code: str, data: dict[str, Any], now_ms: int) -> None:
        async def hand_on() -> None:
            known = await self.read(lambda connection: players.by_ids(connection, player_ids))
            for player in known.values():
                self.messenger.tell(player.name, code, data, now_ms)

        if self.settings.notice_url and self.database is not None:
            self.run(hand_on())

    def _note(self, change: Callable[[Connection], object]) -> None:
        """Write something that nobody waits for."""
        if self.database is not None:
            self.database.submit(change).add_done_callback(noticed)

    async def restore(self) -> None:
        await super().restore()
        await self.restore_tables()

    async def restore_tables(self) -> None:
        for kept in await self.read(open_tables.all) if self.database is not None else []:
            try:
                table = msgspec.msgpack.decode(kept.content, type=Table)
            except msgspec.MsgspecError:
                log.exception("table %s cannot be read and is closed", kept.key)
                self._note(lambda connection, key=kept.key: open_tables.drop(connection, key))  # type: ignore[misc]
                continue
            for seat, place in enumerate(table.seats, 1):
                one = place.sitter
                if one is not None and one.kind != "person" and not one.builtin:  # its connection is gone
                    table.seats[seat - 1] = TableSeat(reserved_id=one.id, reserved=one.name, choice=place.choice)
            self.tables[table.key] = table
        self._sweep()

    def drop_tables(self) -> dict[str, dict[int, Guest]]:
        """Another process keeps the tables from now on; returns who waits at them here."""
        if self._sweeper is not None:
            self._sweeper.cancel()
        waiting, self._guests = self._guests, {}
        self.tables.clear()
        self._forks.clear()
        self._rematches.clear()
        return waiting

    async def drain(self) -> None:
        if self._sweeper is not None:
            self._sweeper.cancel()
        await super().drain()

    def _sweep(self) -> None:
        """Close what nobody wants any more."""
        now_ms = self._wall()
        for table in list(self.tables.values()):
            age_ms = now_ms - table.changed_ms
            if table.match and age_ms > REMEMBERED_MS:
                del self.tables[table.key]
            elif not table.match and age_ms > (DESERTED_MS if table.deserted else FORGOTTEN_MS):
                self._close(table)
        self._sweeper = self._timers.call_later(SWEEP_S, self._sweep)


def foreseen(table: Table) -> str:
    """Why a prepared match does not count: its host has seen the world, or could have and plays in it."""
    return "seed" if table.prepared and (table.looked or table.seat_of(table.host_id)) else ""


def noticed(future: Any) -> None:
    if not future.cancelled() and future.exception() is not None:
        log.error("something about a table could not be written", exc_info=future.exception())
