"""Matches that their hosts save, to go on with them another time with the same people. RAL-237 to RAL-244"""

import asyncio
import re
from collections.abc import Callable

import msgspec
from sqlalchemy import Connection

from ...core.entries import TICK
from ...match.record import RecordError, from_bytes, to_bytes
from ...match.table import TableSeat
from ...protocol.api.platform import NewSave, PlayerCard, SaveInfo, TableOptions
from ...store import matches, players, saves
from ...store.players import Player
from ...store.saves import SAVES_MAX, Save, SaveRefusedError
from ..errors import Refused
from ..matches.live_match import LiveMatch
from ..matches.match_host import Forked, MatchHost
from ..rendering.render_jobs import record_of
from ..store_access import StoreAccess
from .forks import Forks
from .open_tables import OpenTables, Table
from .options import widths
from .seating import Seating

NAME = re.compile(r"[\w \-]{1,40}")  # letters, digits, blanks, - and _. RAL-240
REFUSALS = {
    "save_exists": "You have a save of this name; say that it may be overwritten.",
    "too_many_saves": f"You have {SAVES_MAX} saves; delete one first.",
}


class SavedMatches:
    """A save holds everything up to the last tick, the start of a round, without drafted orders. A host who is still
    shown a round saves that round, not the next one. Loading starts another match that plays on from there."""

    def __init__(
        self,
        tables: OpenTables,
        seating: Seating,
        forks: Forks,
        matches: MatchHost,
        *,
        store: StoreAccess,
        wall: Callable[[], int],
    ) -> None:
        self._tables = tables
        self._seating = seating
        self._forks = forks
        self._matches = matches
        self._store = store
        self._wall = wall

    async def save(self, who: Player, match_key: str, new: NewSave) -> SaveInfo:
        """By the host of a running match. RAL-237"""
        live = self._matches.running.get(match_key)
        if live is None:
            raise Refused("no_match", "No such match is running.", status=404)
        if live.host_id != who.id:
            raise Refused("not_host", "Only the host of the match can save it.", status=403)
        if live.terms.rated:  # nobody may try out what comes next and then play it rated
            raise Refused("rated", "A match that counts cannot be saved.", status=409)
        name = new.name.strip(" ")
        if not NAME.fullmatch(name):
            sentence = "A name has 1 to 40 letters, digits, blanks, - and _."
            raise Refused("bad_name", sentence, field="name", rule="RAL-240")
        shown = live.being_shown(live.seat_of(who.id))  # the round that the host is still shown is not over for them
        round_no, step = live.round - shown, live.match.step
        record = await asyncio.get_running_loop().run_in_executor(None, self._recorded, live, step, 1 + shown)
        save = Save(
            player_id=who.id,
            name=name,
            game=live.game.key,
            match_id=live.id,
            match=live.key,
            round=round_no,
            player_ids=live.player_ids,
            setup=live.setup,
            options=msgspec.msgpack.encode(live.options),
            at_ms=self._wall(),
        )
        try:
            kept = await self._store.write(
                lambda connection: saves.keep(connection, save, record, overwrite=new.overwrite)
            )
        except SaveRefusedError as error:
            raise Refused(str(error), REFUSALS[str(error)], field="name", status=409) from None
        return (await self._infos([kept]))[0]

    def _recorded(self, live: LiveMatch, step: int, back: int) -> bytes:
        """The record up to the last tick, or `back` ticks earlier, made on a thread. RAL-241"""
        entries = self._store.look(lambda connection: matches.entries_of(connection, live.id, widths(live.game)))
        ticks = [number for number, entry in enumerate(entries[:step], 1) if entry.kind == TICK]
        end = ticks[-back] if back <= len(ticks) else 0
        return to_bytes(record_of(live.setup, entries[:end]), packed=False)

    async def of_player(self, who: Player, game: str | None = None) -> list[SaveInfo]:
        return await self._infos(await self._store.read(lambda connection: saves.of(connection, who.id, game)))

    async def drop(self, who: Player, save_id: int) -> None:
        save = await self._mine(who, save_id)
        await self._store.write(lambda connection: saves.drop(connection, save.id))

    async def fitting(self, table: Table, who: Player) -> list[SaveInfo]:
        """The saves that the host can load with the players at the table now. RAL-242"""
        self._tables.check_open(table)
        if table.host_id != who.id:
            raise Refused("not_host", "Only the host of the table can load a save.", status=403)
        found = await self._store.read(lambda connection: saves.of(connection, who.id, table.options.game))
        return await self._infos([save for save in found if self._fits(save, table)])

    async def load(self, table: Table, who: Player, save_id: int) -> None:
        """By the host, when everybody else is ready: seats, choices and settings of the save replace those of the
        table, and the match goes on. RAL-229, RAL-243"""
        self._seating.check_begins(table, who)
        save = await self._mine(who, save_id)
        self._seating.check_begins(table, who)  # again, because reading took a while
        if not self._fits(save, table):
            sentence = "This save is of other players; those who played then must sit here, and nobody else."
            raise Refused("save_does_not_fit", sentence, field="save", rule="RAL-243", status=409)
        self._seating.check_clients(table)
        forked = await asyncio.get_running_loop().run_in_executor(None, self._loaded, save)
        before = (table.seats, table.options, table.fork_of, table.fork_step)
        table.seats, table.options = self._seats_of(save, table), self._options_of(save)
        self._forks.keep(table, forked)
        try:
            await self._seating.launch(table)
        except Exception:
            table.seats, table.options, table.fork_of, table.fork_step = before
            self._forks.forget(table)
            raise

    # Helpers

    async def _mine(self, who: Player, save_id: int) -> Save:
        save = await self._store.read(lambda connection: saves.by_id(connection, save_id))
        if save is None or save.player_id != who.id:
            raise Refused("no_save", "You have no such save.", field="save", status=404)
        return save

    def _fits(self, save: Save, table: Table) -> bool:
        """Whether people and bots from outside are exactly those who played then. RAL-243"""
        known = {player.id for player in self._matches.builtins.values()}
        both = list(zip(save.player_ids, save.setup.seats, strict=True))
        played = {player_id for player_id, seat in both if not seat.builtin}
        there = {sitter.id for sitter in table.sitters() if not sitter.builtin}
        able = all(player_id in known for player_id, seat in both if seat.builtin)
        return save.game == table.options.game and played == there and able

    def _loaded(self, save: Save) -> Forked:
        try:
            record = from_bytes(self._store.look(lambda connection: saves.record_of(connection, save.id)) or b"")
        except RecordError as error:
            raise Refused("save_does_not_fit", error.sentence, field="save", status=409) from None
        return Forked(save.match_id, save.match, record.setup, record.entries)

    def _seats_of(self, save: Save, table: Table) -> list[TableSeat]:
        there = {sitter.id: sitter for sitter in table.sitters()}
        house = {player.id: player for player in self._matches.builtins.values()}
        made = []
        for player_id, was in zip(save.player_ids, save.setup.seats, strict=True):
            sitter = self._seating.sitter(house[player_id], table.options) if was.builtin else there[player_id]
            made.append(TableSeat(sitter, ready=True, choice=was.choice))
        return made

    def _options_of(self, save: Save) -> TableOptions:
        options = msgspec.msgpack.decode(save.options, type=TableOptions)
        return msgspec.structs.replace(options, seats=len(save.player_ids), rated=False, seed=None)

    async def _infos(self, found: list[Save]) -> list[SaveInfo]:
        ids = {player_id for save in found for player_id in save.player_ids}

        def read(connection: Connection) -> dict[int, Player]:
            return players.by_ids(connection, ids)

        known = await self._store.read(read) if ids else {}
        cards = {one.id: PlayerCard(one.name, one.kind, one.guest, one.builtin) for one in known.values()}
        return [
            SaveInfo(
                id=save.id,
                name=save.name,
                game=save.game,
                match=save.match,
                round=save.round,
                at_ms=save.at_ms,
                seats=[cards[player_id] for player_id in save.player_ids],
                choices=[seat.choice for seat in save.setup.seats],
                settings=save.setup.settings,
            )
            for save in found
        ]
