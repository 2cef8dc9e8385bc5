"""The arena: tables and matches, and the ways from an old match or another player to a new table."""

import asyncio

import msgspec

from ..match import fork as forks
from ..match.record import Record, RecordError, from_bytes
from ..match.table import Sitter, turned
from ..protocol.api.platform import ClockKey, Fork, TableOptions
from ..store import matches, players
from ..store.matches import Stored
from ..store.players import Player
from ..store.schema.platform import RUNNING
from .matches.time_controls import CALENDAR, calmest, checked_clock
from .matches.broadcast import Audience
from .matches.live_match import Playing
from .errors import Refused
from .matches.match_host import Forked, Guest
from .tables.saved_matches import Saves
from .matches.watchable import Spectacle
from .tables.open_tables import Table
from .tables.seating import refusing, seat_number
from .tables.options import MARKS, game_of, sitter_of, widths

__all__ = ["Arena", "Audience", "Forked", "Guest", "Playing", "Spectacle", "Table"]


def timed(options: TableOptions, wanted: ClockKey | None, kind: str) -> TableOptions:
    """With the clock that is asked for. Nobody but a bot gets the clock of bots without having asked for it. Raises
    Refused."""
    game = game_of(options.game)
    if wanted is not None:
        return msgspec.structs.replace(options, clock=checked_clock(game, wanted))
    if kind == "bot":
        return options
    return msgspec.structs.replace(options, clock=calmest(game), settings={**options.settings, **game.unhurried})


class Arena(Saves):
    # Challenges

    async def challenge(self, who: Player, opponent: Player, options: TableOptions) -> Table:
        """An unrated table with a seat kept for somebody, who is told."""
        if opponent.id == who.id:
            raise Refused("yourself", "Challenge somebody else.", field="opponent")
        if opponent.blocked:
            raise Refused("no_player", f"{opponent.name} does not play any more.", field="opponent", status=409)
        self._check_comes(opponent, "opponent")
        options, seats = self.checked(msgspec.structs.replace(options, rated=False))
        table = self._new_table(who, options, seats)
        with refusing():
            self._settle(table, who, 1, ready=True)
            self._expect(table, 2, self._sitter(opponent, options))
        await self._set_up(table, who, start=False)
        if table.place(2).reserved_id:
            said = {"table": table.key, "by": who.name, "game": options.game}
            self._notify(opponent.id, "challenged", said)
        await self._begin_if_ready(table)
        return table

    def _expect(self, table: Table, seat: int, sitter: Sitter) -> None:
        """A built-in bot sits down at once, a seat is kept for anybody else."""
        if not sitter.builtin:
            table.keep_for(seat, sitter.id, sitter.name)
            table.place(seat).choice = sitter.choice
        elif self._built_in(sitter.id) in game_of(table.options.game).bots:
            table.put(seat, sitter)

    async def _begin_if_ready(self, table: Table) -> None:
        if table.all_ready and not table.match:
            await self.launch(table)

    # Rematches

    async def rematch(self, who: Player, match_key: str) -> Table:
        """The same players once more, everybody one seat further. Whoever asks second sits down at the same table."""
        stored = await self._over_by_now(match_key)
        if who.id not in stored.player_ids:
            raise Refused("not_seated", "Only those who played it can ask for a rematch.", status=403)
        if stored.options is None:
            raise Refused("no_rematch", "Matches of the line protocol have no rematch here.", status=409)
        known = await self.read(lambda connection: players.by_ids(connection, stored.player_ids))
        table = self._rematch_of(match_key, who)
        if table is None:
            options = msgspec.msgpack.decode(stored.options, type=TableOptions)
            settings = {key: value for key, value in options.settings.items() if key != MARKS}  # of another world
            options, seats = self.checked(msgspec.structs.replace(options, seed=None, settings=settings))
            table = self._new_table(who, options, seats)
            both = zip(stored.player_ids, stored.setup.seats, strict=True)
            sitters = [msgspec.structs.replace(sitter_of(known[one]), choice=was.choice) for one, was in both]
            with refusing():
                for seat, sitter in enumerate(turned(sitters), 1):
                    self._expect(table, seat, sitter)
            self._rematches[match_key] = table
            await self._set_up(table, who, start=False)
            said = {"table": table.key, "by": who.name, "game": options.game}
            for player_id in set(stored.player_ids) - {who.id}:
                if not known[player_id].builtin:
                    self._notify(player_id, "rematch", said)
        if not table.match and who.kind == "person":
            self.sit(table, who)
            with refusing():
                table.set_ready(who.id, True)
            self._changed(table)
            await self._begin_if_ready(table)
        return table

    def _rematch_of(self, match_key: str, who: Player) -> Table | None:
        self._rematches = {key: table for key, table in self._rematches.items() if table.key in self.tables}
        table = self._rematches.get(match_key)
        return table if table is not None and (not table.match or table.seat_of(who.id)) else None

    # Forks

    async def fork(self, who: Player, match_key: str, wanted: Fork) -> Table:
        """Play on from a moment of a match that is over, unrated; it begins at once if all seats are taken."""
        forked, chosen = await self._forked(match_key, wanted.step)
        setup = forked.setup
        if chosen is not None and chosen.clock == CALENDAR:
            raise Refused("no_fork", "A game of a season cannot be played on: nobody would end its turns.", status=409)
        options = msgspec.structs.replace(
            chosen or TableOptions(game=setup.game), preset=setup.preset, seats=len(setup.seats), rated=False, seed=None
        )
        options = timed(options, wanted.clock, who.kind)
        table = self._new_table(who, options, len(setup.seats))
        table.fork_of, table.fork_step = match_key, forked.step
        for place, was in zip(table.seats, setup.seats, strict=True):
            place.choice = was.choice
        with refusing():
            self._settle(table, who, wanted.seat, ready=True)
            for seat, name in wanted.bots.items():
                self._invite(table, who, seat_number(seat), name)
        self._forks[table.key] = forked
        await self._set_up(table, who, start=False)
        await self._begin_if_ready(table)
        return table

    async def _fork_of(self, table: Table) -> Forked | None:
        if not table.fork_of:
            return None
        known = self._forks.get(table.key)
        return known or (await self._forked(table.fork_of, table.fork_step))[0]

    async def _forked(self, match_key: str, step: int) -> tuple[Forked, TableOptions | None]:
        """What there is to play on from, and the options it was played with."""
        stored = await self._over_by_now(match_key)
        game = game_of(stored.game)

        def read() -> Record:
            with self.database.engine.connect() as connection:  # type: ignore[union-attr]  # it was found there
                kept = matches.record_of(connection, stored.id)
                if kept is not None:
                    return from_bytes(kept)
                entries = matches.entries_of(connection, stored.id, widths(game))
            return Record(game, stored.setup, True, tuple(entries), result=stored.result)

        try:
            record = await asyncio.get_running_loop().run_in_executor(None, read)
        except RecordError as error:
            raise Refused("no_fork", f"This match cannot be played on: {error.sentence}", status=409) from None
        options = None if stored.options is None else msgspec.msgpack.decode(stored.options, type=TableOptions)
        return Forked(stored.id, stored.key, record.setup, forks.prefix(record, step)), options

    async def _over_by_now(self, match_key: str) -> Stored:
        stored = await self.read(lambda connection: matches.by_key(connection, match_key))
        if stored is None:
            raise Refused("no_match", "There is no such match.", status=404)
        if stored.state == RUNNING:
            raise Refused("running", "The match is not over yet.", status=409)
        return stored
