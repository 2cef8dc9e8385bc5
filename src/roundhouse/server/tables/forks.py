"""Where matches of tables play on from: a step of another match, or a save."""

from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import Connection

from ...match import replay
from ...match.record import Record, RecordError, from_bytes
from ...protocol.api.platform import TableOptions
from ...store import matches
from ...store.matches import Stored
from ...store.schema.platform import RUNNING
from ..errors import Refused
from ..matches.match_host import Forked
from ..store_access import StoreAccess
from .options import game_of, widths

if TYPE_CHECKING:
    from .open_tables import Table


class Forks:
    def __init__(self, store: StoreAccess) -> None:
        self._store = store
        self._by_table: dict[str, Forked] = {}

    def keep(self, table: "Table", forked: Forked) -> None:
        """Set where the match of a table plays on from."""
        table.fork_of, table.fork_step = forked.key, forked.step
        self._by_table[table.key] = forked

    def forget(self, table: "Table") -> None:
        self._by_table.pop(table.key, None)

    def clear(self) -> None:
        self._by_table.clear()

    async def of(self, table: "Table") -> Forked | None:
        """Where the match of a table plays on from; read again after a restart."""
        if not table.fork_of:
            return None
        known = self._by_table.get(table.key)
        return known or (await self.read(table.fork_of, table.fork_step))[0]

    async def read(self, match_key: str, step: int) -> tuple[Forked, TableOptions | None]:
        """The match to play on from, and the options it was played with. Raises Refused."""
        stored = await self.over_by_now(match_key)
        game = game_of(stored.game)

        def recorded(connection: Connection) -> Record:
            kept = matches.record_of(connection, stored.id)
            if kept is not None:
                return from_bytes(kept)
            entries = matches.entries_of(connection, stored.id, widths(game))
            return Record(game, stored.setup, True, tuple(entries), result=stored.result)

        try:
            record = await self._store.read(recorded)
        except RecordError as error:
            raise Refused("no_fork", f"This match cannot be played on: {error.sentence}", status=409) from None
        options = None if stored.options is None else msgspec.msgpack.decode(stored.options, type=TableOptions)
        return Forked(stored.id, stored.key, record.setup, replay.prefix(record, step)), options

    async def over_by_now(self, match_key: str) -> Stored:
        """The stored match, which must be over. Raises Refused."""
        stored = await self._store.read(lambda connection: matches.by_key(connection, match_key))
        if stored is None:
            raise Refused("no_match", "There is no such match.", status=404)
        if stored.state == RUNNING:
            raise Refused("running", "The match is not over yet.", status=409)
        return stored
