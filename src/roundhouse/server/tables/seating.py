"""What players do at tables: open them, sit down, be ready; what hosts decide; and the start of the match."""

import contextlib
import logging
from collections.abc import Iterator

import msgspec

from ...core.game import Setup
from ...match.table import Sitter, TableError, TableSeat
from ...protocol.api.platform import NewTable, TableOptions
from ...store import players, webhooks
from ...store.matches import new_key
from ...store.players import Player
from ..matches.live_match import Playing
from .preparation import Preparing
from ..errors import Refused
from ..matches.match_host import Forked, Guest
from .open_tables import Table as Table
from .open_tables import foreseen
from .options import MARKS, assisted, checked_choice, game_of, sitter_of

log = logging.getLogger("roundhouse.tables")

TABLES_MAX = 2000
HOSTED_MAX = 5  # tables of one host


@contextlib.contextmanager
def refusing() -> Iterator[None]:
    try:
        yield
    except TableError as error:
        raise Refused(error.code, error.sentence, field=error.field, status=403 if error.forbidden else 409) from None


class Tables(Preparing):
    """What a player does here raises Refused if it cannot be done. `take` finds a bot that waits for opponents."""

    # Opening and closing

    async def open(self, who: Player, new: NewTable) -> Table:
        options, seats = self.checked(new.options)
        table = self._new_table(who, options, seats)
        with refusing():
            if new.seat:
                self._settle(table, who, new.seat)
            for seat, name in new.bots.items():
                self._invite(table, who, seat_number(seat), name)
            for seat, choice in new.choices.items():
                chosen = checked_choice(game_of(options.game), choice)
                table.place(seat_number(seat)).choice = chosen
        await self._set_up(table, who, start=new.start)
        return table

    def _new_table(self, who: Player, options: TableOptions, seats: int) -> Table:
        if self.draining:
            raise Refused("stopping", "The server is about to stop.", status=503)
        hosted = sum(table.host_id == who.id and not table.match for table in self.tables.values())
        if hosted >= HOSTED_MAX or len(self.tables) >= TABLES_MAX:
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

    async def _set_up(self, table: Table, who: Player, *, start: bool) -> None:
        """A table is as its host wants it: let others see it, or begin at once."""
        if table.seat_of(who.id):
            self._leave_others(who, table)
        self.tables[table.key] = table
        self._changed(table)
        self._fetch(table)
        if start and table.full:
            await self.launch(table)

    def close(self, table: Table, who: Player | None) -> None:
        """By the host, or without a name by whoever may do everything."""
        self._check_open(table)
        if who is not None:
            with refusing():
                table.only_host(who.id)
        self._close(table)

    # Sitting

    def sit(self, table: Table, who: Player, seat: int = 0, guest: Guest | None = None, *, choice: str = "") -> None:
        """Take a seat, with a connection that waits for the match or without. Whoever waits is ready."""
        self._check_open(table)
        choice = "" if table.fork_of else checked_choice(game_of(table.options.game), choice)
        if guest is None and who.kind != "person":
            raise Refused("connect", "A bot takes its seat with the connection it plays over.", status=409)
        if guest is not None:
            before = self._guests.setdefault(table.key, {}).pop(who.id, None)
            if before is not None and before is not guest:
                before.end("replaced", "You are connected anew elsewhere; that connection waits on.")
        others = table.seat_of(who.id) == 0
        with refusing():
            sitter = msgspec.structs.replace(assisted(self._sitter(who, table.options), guest), choice=choice)
            table.sit(sitter, seat, ready=guest is not None)
        if guest is not None:
            self._guests.setdefault(table.key, {})[who.id] = guest
        elif who.kind == "person":
            self._leave_others(who, table)
        if others and who.kind == "person" and who.id != table.host_id:
            self._notify(table.host_id, "seat_taken", {"table": table.key, "by": who.name, "game": table.options.game})
        self._changed(table)
        self._start_if_ready(table)

    def stand(self, table: Table, who: Player) -> None:
        """Leave the table; it is no mistake not to be there."""
        if self.tables.get(table.key) is not table or table.match or table.key in self._starting:
            return
        if not table.seat_of(who.id) and table.host_id != who.id:
            return
        self._guests.get(table.key, {}).pop(who.id, None)
        seat = table.seat_of(who.id)
        if table.prepared and seat and who.kind != "person":  # only its connection is gone
            table.seats[seat - 1] = TableSeat(reserved_id=who.id, reserved=who.name)
            self._changed(table)
            return
        if seat:
            self._reopen(table)
        if table.stand(who.id):
            self._changed(table)
        else:
            self._close(table)

    async def ready(self, table: Table, who: Player, ready: bool) -> None:
        """When everybody is, the match starts."""
        self._check_open(table)
        with refusing():
            table.set_ready(who.id, ready)
        self._changed(table)
        if table.all_ready and self._starts_itself(table):
            await self.launch(table)

    def choose(self, table: Table, who: Player, seat: int, choice: str) -> None:
        """What the own seat plays with; for built-in bots the host chooses. RAL-218, RAL-231"""
        self._check_open(table)
        checked_choice(game_of(table.options.game), choice)
        if table.fork_of:
            raise Refused("fork", "What is played on from another match keeps its choices.", status=409)
        with refusing():
            table.choose(who.id, seat, choice)
        self._changed(table)

    # What the host does

    def change_seat(self, table: Table, who: Player, seat: int, bot: str) -> None:
        """A bot for a seat, or the seat free again."""
        self._check_open(table)
        with refusing():
            table.only_host(who.id)
            before = table.place(seat).sitter
            if not bot:
                table.free(seat)
            else:
                self._invite(table, who, seat, bot)
        self._reopen(table)
        guest = self._guests.get(table.key, {}).pop(before.id, None) if before is not None else None
        if guest is not None:
            guest.end("kicked", "The host has given your seat to somebody else.")
        if before is not None and not before.builtin and before.id != who.id:
            self._notify(before.id, "seat_lost", {"table": table.key, "by": who.name, "game": table.options.game})
        self._changed(table)
        self._fetch(table)
        self._start_if_ready(table)

    def change_options(self, table: Table, who: Player, options: TableOptions, tried: Setup | None = None) -> None:
        self._check_open(table)
        with refusing():
            table.only_host(who.id)
        if table.fork_of:
            raise Refused("fork", "What is played on from another match keeps its options.", status=409)
        plain = {key: value for key, value in options.settings.items() if key != MARKS or not table.prepared}
        chosen, seats = self.checked(msgspec.structs.replace(options, settings=plain))
        if self._mark(table, options, chosen, tried):
            self._changed(table)
            return
        with refusing():
            table.agree(chosen, seats)
        self._reopen(table)
        game = game_of(chosen.game)
        for place in table.seats:
            if place.sitter is not None and place.sitter.builtin and self._built_in(place.sitter.id) not in game.bots:
                place.sitter, place.ready = None, False
            if place.choice not in game.choices:
                place.choice = ""
        self._changed(table)

    async def begin(self, table: Table, who: Player) -> Playing:
        """By the host, when all seats are taken and everybody else is ready. Where a game is for any number of
        players, those who are there are enough. RAL-228, RAL-230, RAL-236"""
        self._check_host(table, who)
        self._check_prepared(table)
        seats, options = table.seats, table.options
        if game_of(options.game).spare_seats and not table.fork_of:
            self._check_count(table)
            self._check_guests(table)
            table.drop_open_seats()
            table.options = msgspec.structs.replace(options, seats=table.taken)
        try:
            return await self.launch(table)
        except Exception:
            table.seats, table.options = seats, options
            raise

    def _check_host(self, table: Table, who: Player) -> None:
        """Only the host begins, and only when all others want it."""
        self._check_open(table)
        with refusing():
            table.only_host(who.id)
        if table.unready:
            names = " and ".join(table.unready)
            raise Refused("not_ready", f"Not ready yet: {names}.", status=409)

    # Beginning

    async def launch(self, table: Table) -> Playing:
        """Begin the match of a table that is full."""
        self._check_open(table)
        if not table.full:
            raise Refused("not_full", "Not all seats are taken yet.", status=409)
        self._check_guests(table)
        self._check_prepared(table)
        self._starting.add(table.key)
        try:
            fork = await self._fork_of(table)
            waiting = self._guests.get(table.key, {})
            guests = {table.seat_of(player_id): guest for player_id, guest in waiting.items()}
            options = table.options
            playing = await self.start(
                options,
                self._players(table),
                rated=options.rated and not foreseen(table),
                listed=options.listed,
                fork=fork,
                guests=guests,
                host_id=table.host_id,
                seed=table.seed,
            )
        finally:
            self._starting.discard(table.key)
        table.match = playing.key
        table.changed_ms = self._wall()
        self._guests.pop(table.key, None)
        self._forget(table)
        people = [sitter for sitter in table.sitters() if sitter.kind == "person"]
        if len(people) > 1:
            for sitter in people:
                self._notify(sitter.id, "match_started", {"match": playing.key, "game": options.game})
        self._tell(table)
        return playing

    def _players(self, table: Table) -> list[Sitter]:
        """Those who play, with what they play with."""
        chosen = [self.choice_of(table, seat) for seat in range(1, len(table.seats) + 1)]
        both = zip(table.sitters(), chosen, strict=True)
        return [msgspec.structs.replace(sitter, choice=choice) for sitter, choice in both]

    async def _fork_of(self, table: Table) -> Forked | None:
        return None

    def _start_if_ready(self, table: Table) -> None:
        if table.all_ready and self._starts_itself(table) and table.key not in self._starting:
            self.run(self._launch_quietly(table))

    async def _launch_quietly(self, table: Table) -> None:
        try:
            await self.launch(table)
        except Refused as refused:
            log.info("table %s does not start: %s", table.key, refused)

    def _check_guests(self, table: Table) -> None:
        """Bots from outside play over the connection they wait with; one without is not there any more."""
        waiting = self._guests.get(table.key, {})
        for seat, place in enumerate(table.seats, 1):
            one = place.sitter
            if one is None or one.builtin or one.kind == "person":
                continue
            guest = waiting.get(one.id)
            if guest is None or guest.gone:
                waiting.pop(one.id, None)
                table.seats[seat - 1] = TableSeat(reserved_id=one.id, reserved=one.name, choice=place.choice)
                self._changed(table)
                raise Refused("player_gone", f"{one.name} is not connected any more.", status=409)

    # Bots for seats

    def _invite(self, table: Table, who: Player, seat: int, name: str) -> None:
        """A built-in bot sits down; for another one the seat is kept until it comes."""
        if name in game_of(table.options.game).bots and name in self.builtins:
            table.put(seat, self._sitter(self.builtins[name], table.options))
            return
        found = self.look(lambda connection: players.find(connection, name)) if self.database else None
        barred = found is None or self.look(lambda connection: players.barred(connection, found))
        if found is None or barred or found.kind == "person" or found.builtin:
            known = ", ".join(game_of(table.options.game).bots)
            raise Refused("no_such_bot", f"There is no bot {name!r}; built-in are {known}.", field="bot")
        self._check_comes(found, "bot")
        if table.seat_of(found.id):
            raise Refused("seated", f"{found.name} has a seat at this table already.", field="bot", status=409)
        before = table.place(seat).sitter
        if before is not None and before.kind != "person":
            table.seats[seat - 1] = TableSeat()
        table.keep_for(seat, found.id, found.name)

    def _check_comes(self, player: Player, field: str) -> None:
        """Raises Refused for a bot that cannot come to a table."""
        if self.database is not None and self.look(lambda connection: webhooks.line_only(connection, player)):
            sentence = f"{player.name} plays by the line protocol only, and comes to no table."
            raise Refused("line_only", sentence, field=field, status=409)

    def _fetch(self, table: Table) -> None:
        """Fill seats that are kept for bots which wait for opponents just now."""
        for seat, place in enumerate(table.seats, 1):
            guest = self.take(place.reserved_id) if place.reserved_id else None
            if guest is not None and not guest.gone:
                sitter = assisted(self._sitter(guest.player, table.options), guest)
                table.sit(sitter, seat, ready=True)
                self._guests.setdefault(table.key, {})[guest.player.id] = guest
                self._changed(table)

    def _built_in(self, player_id: int) -> str:
        """What games call a built-in bot."""
        return next((name for name, player in self.builtins.items() if player.id == player_id), "")

    def _sitter(self, who: Player, options: TableOptions) -> Sitter:
        return sitter_of(who, self.rating_of(who.id, options.game, options.preset))

    def _settle(self, table: Table, who: Player, seat: int, *, ready: bool = False) -> None:
        """Sit down at an own table. A bot has yet to come with the connection it plays over."""
        if who.kind == "person":
            table.sit(self._sitter(who, table.options), seat, ready=ready)
        else:
            table.keep_for(seat, who.id, who.name)

    def _leave_others(self, who: Player, but: Table) -> None:
        """A person sits at one table at a time."""
        if who.kind == "person":
            for table in list(self.tables.values()):
                if table is not but and not table.match and table.seat_of(who.id):
                    self.stand(table, who)


def seat_number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 2:
        raise Refused("no_seat", f"{text!r} is no seat.", field="bots")
    return int(text)
