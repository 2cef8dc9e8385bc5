"""What players do at tables: open them, sit down, be ready; what hosts decide; and the start of the match."""

import logging
from collections.abc import Callable

import msgspec

from ...core.game import Setup
from ...match.table import Sitter, TableSeat
from ...protocol.api.platform import NewTable, TableOptions
from ...store import players, webhooks
from ...store.matches import new_key
from ...store.players import Player
from ..errors import Refused
from ..matches.live_match import LiveMatch
from ..matches.match_host import MatchHost, SeatedClient
from ..notices.player_notices import PlayerNotices
from ..store_access import StoreAccess
from ..tasks import Tasks
from .forks import Forks
from .open_tables import OpenTables, Table, foreseen, refusing
from .option_checks import OptionChecks
from .options import MARKS, assisted, checked_choice, game_of, sitter_of
from .preparation import Preparation

log = logging.getLogger("roundhouse.tables")

TABLES_MAX = 2000
HOSTED_MAX = 5  # tables of one host


class Seating:
    """Everything here raises Refused if it cannot be done. `take` gets a bot out of the queue, `rating_of` is shown
    beside a name."""

    def __init__(
        self,
        tables: OpenTables,
        preparation: Preparation,
        options: OptionChecks,
        forks: Forks,
        matches: MatchHost,
        *,
        store: StoreAccess,
        notices: PlayerNotices,
        tasks: Tasks,
        wall: Callable[[], int],
    ) -> None:
        self.take: Callable[[int], SeatedClient | None] = lambda player_id: None
        # whether bots of a line protocol come to tables with these options, as soon as they connect
        self.comes_by_line: Callable[[TableOptions], bool] = lambda options: False
        self.rating_of: Callable[[int, str, str], float | None] = lambda player_id, game, preset: None
        self._tables = tables
        self._preparation = preparation
        self._options = options
        self._forks = forks
        self._matches = matches
        self._store = store
        self._notices = notices
        self._tasks = tasks
        self._wall = wall

    # Opening and closing

    async def open(self, who: Player, new: NewTable) -> Table:
        options, seats = self._options.checked(new.options)
        table = self.new_table(who, options, seats)
        with refusing():
            if new.seat:
                self.settle(table, who, new.seat)
            for seat, name in new.bots.items():
                self.invite(table, who, seat_number(seat), name)
            for seat, choice in new.choices.items():
                chosen = checked_choice(game_of(options.game), choice)
                table.place(seat_number(seat)).choice = chosen
        await self.set_up(table, who, start=new.start)
        return table

    def new_table(self, who: Player, options: TableOptions, seats: int) -> Table:
        if self._matches.draining:
            raise Refused("stopping", "The server is about to stop.", status=503)
        hosted = sum(table.host_id == who.id and not table.match for table in self._tables.by_key.values())
        if hosted >= HOSTED_MAX or len(self._tables.by_key) >= TABLES_MAX:
            raise Refused("too_many_tables", "You have too many open tables; close one first.", status=429)
        now_ms = self._wall()
        return Table(
            key=new_key(),
            host_id=who.id,
            host=who.name,
            options=options,
            seats=[TableSeat() for _ in range(seats)],
            opened_ms=now_ms,
            changed_ms=now_ms,
        )

    async def set_up(self, table: Table, who: Player, *, start: bool) -> None:
        """A table is set up: show it to others, or begin at once."""
        if table.seat_of(who.id):
            self._leave_others(who, table)
        self._tables.add(table)
        self._fetch(table)
        if start and table.full:
            await self.launch(table)

    def close(self, table: Table, who: Player | None) -> None:
        """By the host; by an organiser if `who` is None."""
        if who is None:
            self._tables.check_open(table)
        else:
            self._tables.check_host(table, who)
        self._tables.close(table)

    # Sitting

    def sit(
        self, table: Table, who: Player, seat: int = 0, client: SeatedClient | None = None, *, choice: str = ""
    ) -> None:
        """Take a seat, with or without a connection that waits for the match; a waiting connection is ready."""
        self._tables.check_open(table)
        choice = "" if table.fork_of else checked_choice(game_of(table.options.game), choice)
        if client is None and who.kind != "person":
            raise Refused("connect", "A bot takes its seat with the connection it plays over.", status=409)
        if client is not None:
            before = self._tables.clients_at(table).pop(who.id, None)
            if before is not None and before is not client:
                before.end("replaced", "You are connected anew elsewhere; that connection waits on.")
        others = table.seat_of(who.id) == 0
        with refusing():
            sitter = msgspec.structs.replace(assisted(self.sitter(who, table.options), client), choice=choice)
            table.sit(sitter, seat, ready=client is not None)
        if client is not None:
            self._tables.clients_at(table)[who.id] = client
        elif who.kind == "person":
            self._leave_others(who, table)
        if others and who.kind == "person" and who.id != table.host_id:
            self._notices.tell(
                table.host_id, "seat_taken", {"table": table.key, "by": who.name, "game": table.options.game}
            )
        self._tables.changed(table)
        self._start_if_ready(table)

    def stand(self, table: Table, who: Player) -> None:
        """Leave the table; does nothing for a player who is not there."""
        if self._tables.by_key.get(table.key) is not table or table.match or self._tables.is_starting(table):
            return
        if not table.seat_of(who.id) and table.host_id != who.id:
            return
        self._tables.clients_at(table).pop(who.id, None)
        seat = table.seat_of(who.id)
        if table.prepared and seat and who.kind != "person":  # only its connection is gone
            table.seats[seat - 1] = TableSeat(reserved_id=who.id, reserved=who.name)
            self._tables.changed(table)
            return
        if seat:
            self._preparation.forget_world(table)
        if table.stand(who.id):
            self._tables.changed(table)
        else:
            self._tables.close(table)

    async def ready(self, table: Table, who: Player, ready: bool) -> None:
        """Set whether a player is ready; when all are, the match starts."""
        self._tables.check_open(table)
        with refusing():
            table.set_ready(who.id, ready)
        self._tables.changed(table)
        if table.all_ready and self._preparation.starts_itself(table):
            await self.launch(table)

    def choose(self, table: Table, who: Player, seat: int, choice: str) -> None:
        """Set the choice of the own seat; the host chooses for built-in bots. RAL-218, RAL-231"""
        self._tables.check_open(table)
        checked_choice(game_of(table.options.game), choice)
        if table.fork_of:
            raise Refused("fork", "What is played on from another match keeps its choices.", status=409)
        with refusing():
            table.choose(who.id, seat, choice)
        self._tables.changed(table)

    # Called for the host

    def change_seat(self, table: Table, who: Player, seat: int, bot: str) -> None:
        """Put a bot on a seat, or free the seat."""
        self._tables.check_host(table, who)
        with refusing():
            before = table.place(seat).sitter
            if not bot:
                table.free(seat)
            else:
                self.invite(table, who, seat, bot)
        self._preparation.forget_world(table)
        client = self._tables.clients_at(table).pop(before.id, None) if before is not None else None
        if client is not None:
            client.end("kicked", "The host has given your seat to somebody else.")
        if before is not None and not before.builtin and before.id != who.id:
            self._notices.tell(before.id, "seat_lost", {"table": table.key, "by": who.name, "game": table.options.game})
        self._tables.changed(table)
        self._fetch(table)
        self._start_if_ready(table)

    def change_options(self, table: Table, who: Player, options: TableOptions, tried: Setup | None = None) -> None:
        self._tables.check_host(table, who)
        if table.fork_of:
            raise Refused("fork", "What is played on from another match keeps its options.", status=409)
        plain = {key: value for key, value in options.settings.items() if key != MARKS or not table.prepared}
        chosen, seats = self._options.checked(msgspec.structs.replace(options, settings=plain))
        if self._preparation.mark(table, options, chosen, tried):
            self._tables.changed(table)
            return
        with refusing():
            table.agree(chosen, seats)
        self._preparation.forget_world(table)
        game = game_of(chosen.game)
        for place in table.seats:
            if (
                place.sitter is not None
                and place.sitter.builtin
                and self.builtin_name(place.sitter.id) not in game.bots
            ):
                place.sitter, place.ready = None, False
            if place.choice not in game.choices:
                place.choice = ""
        self._tables.changed(table)

    async def begin(self, table: Table, who: Player) -> LiveMatch:
        """By the host, when all seats are taken and everybody else is ready. Where a game is for any number of
        players, those who are there are enough. RAL-228, RAL-230, RAL-236"""
        self.check_begins(table, who)
        self._preparation.check_there(table)
        seats, options = table.seats, table.options
        if game_of(options.game).spare_seats and not table.fork_of:
            self._options.check_count(table)
            self.check_clients(table)
            table.drop_open_seats()
            table.options = msgspec.structs.replace(options, seats=table.taken)
        try:
            return await self.launch(table)
        except Exception:
            table.seats, table.options = seats, options
            raise

    def check_begins(self, table: Table, who: Player) -> None:
        """Raises Refused unless this is the host, all others are ready and the seats are taken."""
        self._tables.check_host(table, who)
        if table.unready:
            names = " and ".join(table.unready)
            raise Refused("not_ready", f"Not ready yet: {names}.", status=409)

    # Beginning

    async def launch(self, table: Table) -> LiveMatch:
        """Begin the match of a table that is full."""
        self._tables.check_open(table)
        if not table.full:
            raise Refused("not_full", "Not all seats are taken yet.", status=409)
        self.check_clients(table)
        self._preparation.check_there(table)
        with self._tables.starting(table):
            fork = await self._forks.of(table)
            waiting = self._tables.clients_at(table)
            clients = {table.seat_of(player_id): client for player_id, client in waiting.items()}
            options = table.options
            live = await self._matches.start(
                options,
                self._players(table),
                rated=options.rated and not foreseen(table),
                listed=options.listed,
                fork=fork,
                clients=clients,
                host_id=table.host_id,
                seed=table.seed,
            )
        self._tables.begun(table, live.key)
        people = [sitter for sitter in table.sitters() if sitter.kind == "person"]
        if len(people) > 1:
            for sitter in people:
                self._notices.tell(sitter.id, "match_started", {"match": live.key, "game": options.game})
        return live

    def _players(self, table: Table) -> list[Sitter]:
        """The sitters of a table with their choices."""
        chosen = [self._tables.choice_of(table, seat) for seat in range(1, len(table.seats) + 1)]
        both = zip(table.sitters(), chosen, strict=True)
        return [msgspec.structs.replace(sitter, choice=choice) for sitter, choice in both]

    def _start_if_ready(self, table: Table) -> None:
        if table.all_ready and self._preparation.starts_itself(table) and not self._tables.is_starting(table):
            self._tasks.run(self._launch_quietly(table))

    async def _launch_quietly(self, table: Table) -> None:
        try:
            await self.launch(table)
        except Refused as refused:
            log.info("table %s does not start: %s", table.key, refused)

    def check_clients(self, table: Table) -> None:
        """Raises Refused for bots without a waiting connection: they are not there any more."""
        waiting = self._tables.clients_at(table)
        for seat, place in enumerate(table.seats, 1):
            one = place.sitter
            if one is None or one.builtin or one.kind == "person":
                continue
            client = waiting.get(one.id)
            if client is None or client.gone:
                waiting.pop(one.id, None)
                table.seats[seat - 1] = TableSeat(reserved_id=one.id, reserved=one.name, choice=place.choice)
                self._tables.changed(table)
                raise Refused("player_gone", f"{one.name} is not connected any more.", status=409)

    # Bots for seats

    def invite(self, table: Table, who: Player, seat: int, name: str) -> None:
        """Seat a built-in bot, or keep the seat for another bot until it comes."""
        if name in game_of(table.options.game).bots and name in self._matches.builtins:
            table.put(seat, self.sitter(self._matches.builtins[name], table.options))
            return
        kept = self._store.database is not None
        found = self._store.look(lambda connection: players.find(connection, name)) if kept else None
        barred = found is None or self._store.look(lambda connection: players.barred(connection, found))
        if found is None or barred or found.kind == "person" or found.builtin:
            known = ", ".join(game_of(table.options.game).bots)
            raise Refused("no_such_bot", f"There is no bot {name!r}; built-in are {known}.", field="bot")
        self.check_comes(found, table.options, "bot")
        if table.seat_of(found.id):
            raise Refused("seated", f"{found.name} has a seat at this table already.", field="bot", status=409)
        before = table.place(seat).sitter
        if before is not None and before.kind != "person":
            table.seats[seat - 1] = TableSeat()
        table.keep_for(seat, found.id, found.name)

    def check_comes(self, player: Player, options: TableOptions, field: str) -> None:
        """Raises Refused for a bot that cannot come to a table with these options."""
        if self._store.database is None or self.comes_by_line(options):
            return
        if self._store.look(lambda connection: webhooks.line_only(connection, player)):
            sentence = f"{player.name} plays by the line protocol only, and comes to no such table."
            raise Refused("line_only", sentence, field=field, status=409)

    def _fetch(self, table: Table) -> None:
        """Seat bots from the queue for which seats are kept."""
        for seat, place in enumerate(table.seats, 1):
            client = self.take(place.reserved_id) if place.reserved_id else None
            if client is not None and not client.gone:
                self._sit_client(table, seat, client)

    def come(self, table: Table, seat: int, client: SeatedClient) -> None:
        """Seat a bot that has come for a seat kept for it; the match begins if everybody is ready."""
        with refusing():
            self._sit_client(table, seat, client)
        self._start_if_ready(table)

    def _sit_client(self, table: Table, seat: int, client: SeatedClient) -> None:
        table.sit(assisted(self.sitter(client.player, table.options), client), seat, ready=True)
        self._tables.clients_at(table)[client.player.id] = client
        self._tables.changed(table)

    def builtin_name(self, player_id: int) -> str:
        """The name of a built-in bot in games."""
        return next((name for name, player in self._matches.builtins.items() if player.id == player_id), "")

    def sitter(self, who: Player, options: TableOptions) -> Sitter:
        return sitter_of(who, self.rating_of(who.id, options.game, options.preset))

    def settle(self, table: Table, who: Player, seat: int, *, ready: bool = False) -> None:
        """Seat the host at the own table. A bot has yet to connect."""
        if who.kind == "person":
            table.sit(self.sitter(who, table.options), seat, ready=ready)
        else:
            table.keep_for(seat, who.id, who.name)

    def _leave_others(self, who: Player, but: Table) -> None:
        """A person sits at one table at a time."""
        if who.kind == "person":
            for table in list(self._tables.by_key.values()):
                if table is not but and not table.match and table.seat_of(who.id):
                    self.stand(table, who)


def seat_number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 2:
        raise Refused("no_seat", f"{text!r} is no seat.", field="bots")
    return int(text)
