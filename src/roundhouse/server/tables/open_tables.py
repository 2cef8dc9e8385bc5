"""The open tables: found by key or player, kept in the store over a restart, shown by pages, and closed when nobody
uses them."""

import contextlib
import logging
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from ...match import table as tables
from ...match.table import TableError, TableSeat
from ...protocol.api.platform import PlayerCard, SeatInfo, TableInfo, TableOptions
from ...store import open_tables
from ...store.players import Player
from ..errors import Refused
from ..matches.match_host import SeatedClient
from ..notices.page_updates import PageUpdates
from ..store_access import StoreAccess
from ..timers import Timers
from .forks import Forks
from .options import announced, game_of, unrated

log = logging.getLogger("roundhouse.tables")

Table = tables.Table[TableOptions]

DESERTED_MS = 30 * 60_000  # an empty table is closed after this
FORGOTTEN_MS = 24 * 3_600_000  # and one without changes after this
REMEMBERED_MS = 10 * 60_000  # how long a started table still says which match it became
SWEEP_S = 60.0


@contextlib.contextmanager
def refusing() -> Iterator[None]:
    """Turns a TableError into Refused."""
    try:
        yield
    except TableError as error:
        raise Refused(error.code, error.sentence, field=error.field, status=403 if error.forbidden else 409) from None


class OpenTables:
    """Call `changed` after every change of a table: it stores the table and updates pages."""

    def __init__(
        self, *, store: StoreAccess, forks: Forks, timers: Timers, news: PageUpdates, wall: Callable[[], int]
    ) -> None:
        self.by_key: dict[str, Table] = {}
        self._store = store
        self._forks = forks
        self._timers = timers
        self._news = news
        self._wall = wall
        self._clients: dict[str, dict[int, SeatedClient]] = {}  # connections that wait at tables, by key and player
        self._starting: set[str] = set()
        self._sweeper: Any = None

    # Queries

    def table_of(self, player_id: int) -> Table | None:
        """The open table a player sits at."""
        return next((one for one in self.by_key.values() if not one.match and one.seat_of(player_id)), None)

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

    def clients_at(self, table: Table) -> dict[int, SeatedClient]:
        """The connections that wait at a table, by player."""
        return self._clients.setdefault(table.key, {})

    def is_starting(self, table: Table) -> bool:
        """Whether the match of a table is being started."""
        return table.key in self._starting

    def check_open(self, table: Table) -> None:
        if table.match:
            raise Refused("started", "The match of this table has begun.", status=409)
        if self.by_key.get(table.key) is not table:
            raise Refused("no_table", "This table is closed.", status=404)
        if self.is_starting(table):
            raise Refused("starting", "The match of this table is about to begin.", status=409)

    def check_host(self, table: Table, who: Player) -> None:
        """Raises Refused unless the table is open, and this is its host."""
        self.check_open(table)
        with refusing():
            table.only_host(who.id)

    # Opening and closing

    def add(self, table: Table) -> None:
        self.by_key[table.key] = table
        self.changed(table)

    def close(self, table: Table) -> None:
        """Close a table, and the connections that wait at it."""
        self.by_key.pop(table.key, None)
        self._forget(table)
        for client in list(self._clients.pop(table.key, {}).values()):
            client.end("table_closed", "The table was closed.")
        self._tell(table)

    @contextlib.contextmanager
    def starting(self, table: Table) -> Iterator[None]:
        """Context: the match is being started, and nobody may change the table."""
        self._starting.add(table.key)
        try:
            yield
        finally:
            self._starting.discard(table.key)

    def begun(self, table: Table, match_key: str) -> None:
        """The match has begun; the table says which one it is for a while."""
        table.match = match_key
        table.changed_ms = self._wall()
        self._clients.pop(table.key, None)
        self._forget(table)
        self._tell(table)

    # Storing and showing

    def changed(self, table: Table) -> None:
        table.changed_ms = self._wall()
        content = msgspec.msgpack.encode(table)
        self._store.note(lambda connection: open_tables.keep(connection, table.key, content, table.opened_ms))
        self._tell(table)

    def _forget(self, table: Table) -> None:
        self._forks.forget(table)
        self._store.note(lambda connection: open_tables.drop(connection, table.key))

    def _tell(self, table: Table) -> None:
        self._news.tell("tables")
        for sitter in table.sitters():
            if not sitter.builtin:
                self._news.tell("me", player_id=sitter.id)

    async def restore(self) -> None:
        for kept in await self._store.read(open_tables.all) if self._store.database is not None else []:
            try:
                table = msgspec.msgpack.decode(kept.content, type=Table)
            except msgspec.MsgspecError:
                log.exception("table %s cannot be read and is closed", kept.key)
                self._store.note(lambda connection, key=kept.key: open_tables.drop(connection, key))  # type: ignore[misc]
                continue
            for seat, place in enumerate(table.seats, 1):
                one = place.sitter
                if one is not None and one.kind != "person" and not one.builtin:  # its connection is gone
                    table.seats[seat - 1] = TableSeat(reserved_id=one.id, reserved=one.name, choice=place.choice)
            self.by_key[table.key] = table
        self._sweep()

    def stop(self) -> None:
        if self._sweeper is not None:
            self._sweeper.cancel()

    def drop_all(self) -> dict[str, dict[int, SeatedClient]]:
        """Forget all tables, because another process keeps them now; returns the connections that wait here."""
        self.stop()
        waiting, self._clients = self._clients, {}
        self.by_key.clear()
        self._forks.clear()
        return waiting

    def _sweep(self) -> None:
        """Close deserted and forgotten tables."""
        now_ms = self._wall()
        for table in list(self.by_key.values()):
            age_ms = now_ms - table.changed_ms
            if table.match and age_ms > REMEMBERED_MS:
                del self.by_key[table.key]
            elif not table.match and age_ms > (DESERTED_MS if table.deserted else FORGOTTEN_MS):
                self.close(table)
        self._sweeper = self._timers.call_later(SWEEP_S, self._sweep)


def foreseen(table: Table) -> str:
    """Why a prepared match does not count: its host has seen the world, or could have and plays in it; or ""."""
    return "seed" if table.prepared and (table.looked or table.seat_of(table.host_id)) else ""
