"""New tables from another player or an old match: challenges, rematches, and forks."""

import msgspec

from ...match.table import Sitter, turned
from ...protocol.api.platform import ClockKey, Fork, TableOptions
from ...store import players
from ...store.players import Player
from ..errors import Refused
from ..matches.time_controls import CALENDAR, calmest, checked_clock
from ..notices.player_notices import PlayerNotices
from ..store_access import StoreAccess
from .forks import Forks
from .open_tables import OpenTables, Table, refusing
from .option_checks import OptionChecks
from .options import MARKS, game_of, sitter_of
from .seating import Seating, seat_number


def timed(options: TableOptions, wanted: ClockKey | None, kind: str) -> TableOptions:
    """The options with the clock asked for. Only bots get the bots' clock without asking for it. Raises Refused."""
    game = game_of(options.game)
    if wanted is not None:
        return msgspec.structs.replace(options, clock=checked_clock(game, wanted))
    if kind == "bot":
        return options
    return msgspec.structs.replace(options, clock=calmest(game), settings={**options.settings, **game.unhurried})


class Rematches:
    def __init__(
        self,
        tables: OpenTables,
        seating: Seating,
        options: OptionChecks,
        forks: Forks,
        *,
        store: StoreAccess,
        notices: PlayerNotices,
    ) -> None:
        self._tables = tables
        self._seating = seating
        self._options = options
        self._forks = forks
        self._store = store
        self._notices = notices
        self._rematches: dict[str, Table] = {}  # by the key of the match that was played

    # Challenges

    async def challenge(self, who: Player, opponent: Player, options: TableOptions) -> Table:
        """Open an unrated table with a seat kept for another player, who gets a notice."""
        if opponent.id == who.id:
            raise Refused("yourself", "Challenge somebody else.", field="opponent")
        if opponent.blocked:
            raise Refused("no_player", f"{opponent.name} does not play any more.", field="opponent", status=409)
        options, seats = self._options.checked(msgspec.structs.replace(options, rated=False))
        self._seating.check_comes(opponent, msgspec.structs.replace(options, seats=seats), "opponent")
        table = self._seating.new_table(who, options, seats)
        with refusing():
            self._seating.settle(table, who, 1, ready=True)
            self._expect(table, 2, self._seating.sitter(opponent, options))
        await self._seating.set_up(table, who, start=False)
        if table.place(2).reserved_id:
            said = {"table": table.key, "by": who.name, "game": options.game}
            self._notices.tell(opponent.id, "challenged", said)
        await self._begin_if_ready(table)
        return table

    def _expect(self, table: Table, seat: int, sitter: Sitter) -> None:
        """Seat a built-in bot at once, or keep the seat for another player."""
        if not sitter.builtin:
            table.keep_for(seat, sitter.id, sitter.name)
            table.place(seat).choice = sitter.choice
        elif self._seating.builtin_name(sitter.id) in game_of(table.options.game).bots:
            table.put(seat, sitter)

    async def _begin_if_ready(self, table: Table) -> None:
        if table.all_ready and not table.match:
            await self._seating.launch(table)

    # Rematches

    async def rematch(self, who: Player, match_key: str) -> Table:
        """A table for the same players, everybody one seat further. The second player to ask joins the same table."""
        stored = await self._forks.over_by_now(match_key)
        if who.id not in stored.player_ids:
            raise Refused("not_seated", "Only those who played it can ask for a rematch.", status=403)
        if stored.options is None:
            raise Refused("no_rematch", "Matches of the line protocol have no rematch here.", status=409)
        known = await self._store.read(lambda connection: players.by_ids(connection, stored.player_ids))
        table = self._rematch_of(match_key, who)
        if table is None:
            options = msgspec.msgpack.decode(stored.options, type=TableOptions)
            settings = {key: value for key, value in options.settings.items() if key != MARKS}  # of another world
            options, seats = self._options.checked(msgspec.structs.replace(options, seed=None, settings=settings))
            table = self._seating.new_table(who, options, seats)
            both = zip(stored.player_ids, stored.setup.seats, strict=True)
            sitters = [msgspec.structs.replace(sitter_of(known[one]), choice=was.choice) for one, was in both]
            with refusing():
                for seat, sitter in enumerate(turned(sitters), 1):
                    self._expect(table, seat, sitter)
            self._rematches[match_key] = table
            await self._seating.set_up(table, who, start=False)
            said = {"table": table.key, "by": who.name, "game": options.game}
            for player_id in set(stored.player_ids) - {who.id}:
                if not known[player_id].builtin:
                    self._notices.tell(player_id, "rematch", said)
        if not table.match and who.kind == "person":
            self._seating.sit(table, who)
            with refusing():
                table.set_ready(who.id, True)
            self._tables.changed(table)
            await self._begin_if_ready(table)
        return table

    def _rematch_of(self, match_key: str, who: Player) -> Table | None:
        known = self._tables.by_key
        self._rematches = {key: table for key, table in self._rematches.items() if known.get(table.key) is table}
        table = self._rematches.get(match_key)
        return table if table is not None and (not table.match or table.seat_of(who.id)) else None

    # Forks

    async def fork(self, who: Player, match_key: str, wanted: Fork) -> Table:
        """Play on from a step of a finished match, unrated; it begins at once if all seats are taken."""
        forked, chosen = await self._forks.read(match_key, wanted.step)
        setup = forked.setup
        if chosen is not None and chosen.clock == CALENDAR:
            raise Refused("no_fork", "A game of a season cannot be played on: nobody would end its turns.", status=409)
        options = msgspec.structs.replace(
            chosen or TableOptions(game=setup.game), preset=setup.preset, seats=len(setup.seats), rated=False, seed=None
        )
        options = timed(options, wanted.clock, who.kind)
        table = self._seating.new_table(who, options, len(setup.seats))
        for place, was in zip(table.seats, setup.seats, strict=True):
            place.choice = was.choice
        with refusing():
            self._seating.settle(table, who, wanted.seat, ready=True)
            for seat, name in wanted.bots.items():
                self._seating.invite(table, who, seat_number(seat), name)
        self._forks.keep(table, forked)
        await self._seating.set_up(table, who, start=False)
        await self._begin_if_ready(table)
        return table
