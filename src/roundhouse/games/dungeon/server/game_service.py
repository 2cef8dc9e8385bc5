"""One game at a time as the original knows it, from its creation to the last message about it.

A game that was started is a match of the arena like all others, and its programs sit there as bots; durability, fog,
clocks and records are the platform's. What this adds is kept in the store: who has joined, which match it is, and how
many messages every broker has confirmed. After a restart the messages of a game are made again from the match's log,
and those that were not confirmed are sent.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import msgspec

from ....core.entries import Entry
from ....core.game import Setup
from ....match.record import from_bytes
from ....protocol.api.platform import TableOptions
from ....server.accounts import Accounts
from ....server.arena import Arena
from ....server.connections.http_stream import StreamAnswer
from ....server.errors import Refused
from ....server.matches.live_match import LiveMatch
from ....server.tables.options import widths
from ....server.timers import exact_wall_ms
from ....store import matches
from ....store.database import Database
from .. import GAME
from .. import actions as a
from . import store
from .broker_message import BrokerMessage
from .broker_queue import Broker, BrokerAwayError, Destination
from .dispatch import MessageDispatch
from .event_replay import MessageWriter, replay_messages
from .game_status import Joined, Played
from .registered_players import RegisteredPlayers
from .round_messages import times_of
from .seat_connection import LEAD_S, WireSeat
from .settings import WireTerms
from .store import WirePlayer

log = logging.getLogger("roundhouse.wire")

TOGETHER_S = 3.0  # so long a request waits for another one that it has overtaken
SETTLE_S = 0.1  # and a start for all others that were sent with it


class GameService:
    """`game` is the active one, or None; `last` the newest that is over, with what everybody saw at its end."""

    def __init__(self, arena: Arena, accounts: Accounts, database: Database, terms: WireTerms, broker: Broker) -> None:
        self.arena = arena
        self.terms = terms
        self.players = RegisteredPlayers(database, accounts)
        self.dispatch = MessageDispatch(terms, self.players, database, broker)
        self.game: Played | None = None
        self.last: tuple[Played, Any] | None = None
        self._seats: dict[int, WireSeat] = {}  # by player
        self._writers: dict[int, MessageWriter] = {}  # by seat
        self.round_began = 0.0  # when the running round did, by the wall clock
        self._busy = asyncio.Lock()  # one change of the game at a time
        self._changed = asyncio.Condition()  # somebody has joined, or a game is over
        self._ended: set[str] = set()
        self._unannounced: list[Joined] = []  # who has joined the active game and was not told of it yet

    @property
    def refusing(self) -> int:
        """The status with which a registration or a join is refused. DUN-206, DUN-210, DUN-221, DUN-222"""
        return 403 if self.terms.generation == "k1" else 400

    # Players

    async def register(self, name: str, email: str) -> WirePlayer:
        """Raises Refused; where a player would not find its queue because the broker is away, it is not registered."""
        await self.players.check(name, email, taken_status=self.refusing)
        if self.terms.generation != "k1":
            await self._declare(Destination(0, name, ""))
        return await self.players.register(name, email, taken_status=self.refusing)

    async def _declare(self, destination: Destination) -> None:
        try:
            await self.dispatch.broker_queue.declare(destination)
        except BrokerAwayError as away:
            where = self.dispatch.broker_queue.broker.where
            raise Refused("broker_away", f"{where} is away ({away}); try again later.", status=503) from None

    # The life of a game

    def found(self, uuid: str) -> Played:
        """The active game, if it has this id; raises Refused."""
        if self.game is None or self.game.ended_ms or self.game.uuid != uuid.lower():
            raise Refused("not_found", "There is no such active game.", status=404)
        return self.game

    async def _until(self, true: Callable[[], bool]) -> None:
        """Wait for something that a program has sent together with this, for a moment. Programs do not wait for the
        answer to one request before they send the next, so that one overtakes the other. DUN-209"""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(TOGETHER_S), self._changed:
                await self._changed.wait_for(true)

    async def _tell_changed(self) -> None:
        async with self._changed:
            self._changed.notify_all()

    async def create(self, max_rounds: int, max_players: int) -> Played:
        """While another game is active it waits for that one's end. DUN-002, DUN-209"""
        await self._until(lambda: self.game is None)
        async with self._busy:
            if self.game is not None:
                raise Refused("active_game", "There is an active game already.", status=403)
            game = Played(
                uuid=str(uuid4()),
                generation=self.terms.generation,
                created_ms=exact_wall_ms(),
                max_rounds=max_rounds,
                max_players=max_players,
                round_ms=self.terms.round_ms,
                told=[wired.player.id for wired in self.players.all],
            )
            self._check(game)
            await self._keep(game)
            self.game = game
            self.dispatch.created(game)
            return game

    async def join(self, uuid: str, wired: WirePlayer) -> Joined:
        """DUN-003"""
        async with self._busy:
            game, status = self.found(uuid), self.refusing
            if wired.player.id in game.ids:
                raise Refused("already_joined", "Player is already participating", status=status)
            if game.match:
                raise Refused("started", "The game has started already.", status=status)
            if len(game.joined) >= game.max_players:
                raise Refused("game_full", "The game is full.", status=status)
            if self.terms.brokers and wired.name not in self.terms.brokers:
                raise Refused("no_broker", f"There is no broker for {wired.name}: dungeon_wire_brokers.", status=status)
            joined = Joined(wired.player.id, str(uuid4()), exact_wall_ms())
            game.joined = [*game.joined, joined]
            await self._keep(game)
            self._unannounced.append(joined)
            self.later(LEAD_S, lambda: self.announce(joined))
        await self._tell_changed()
        return joined

    def announce(self, last: Joined | None = None) -> None:
        """Tell of those who have joined, all or up to one: in a moment, or before more is told. DUN-007, DUN-226"""
        if last is not None and last not in self._unannounced:
            return
        count = len(self._unannounced) if last is None else self._unannounced.index(last) + 1
        joined, self._unannounced = self._unannounced[:count], self._unannounced[count:]
        for one in joined:
            if self.game is not None:
                self.dispatch.joined(self.game, one)

    async def begin(self, uuid: str, host_id: int) -> None:
        """What was sent together with the start still counts: a join that it overtook, a duration. DUN-006, DUN-209"""
        game = self.found(uuid)
        if not game.match:
            await self._until(lambda: bool(game.joined) or self.game is not game)
            await asyncio.sleep(SETTLE_S)
        async with self._busy:
            game = self.found(uuid)
            if game.match:
                raise Refused("started", "The game has started already.", status=403)
            if not game.joined:
                raise Refused("no_players", "Nobody has joined the game.", status=403)
            game.started_ms = exact_wall_ms()
            self._writers = {}
            self._seats = {one: WireSeat(self, self.players[one]) for one in game.ids}
            clients = {seat: self._seats[one] for seat, one in enumerate(game.ids, 1)}
            players = [self.players[one].player for one in game.ids]
            options = self._options(game)
            try:
                live = await self.arena.matches.start(options, players, rated=False, host_id=host_id, clients=clients)
            except Exception:
                game.started_ms, self._seats = 0, {}
                raise
            game.match = live.key
            self.dispatch.started(game)
            await self._keep(game)

    async def end(self, uuid: str) -> None:
        """At once: the round that is played is closed and executed. A game that has ended already may be ended again,
        as when two programs do it at the same time. DUN-157, DUN-209"""
        async with self._busy:
            if uuid.lower() in self._ended:
                return
            game = self.found(uuid)
            live = self.live
            if live is None:
                await self._close(game)
                return
            await self._change(a.EndGame())
            live.close_round()
            await self._until(lambda: self.game is not game)

    async def change_rounds(self, uuid: str, max_rounds: int) -> None:
        """DUN-158"""
        async with self._busy:
            game = self.found(uuid)
            await self._settle(game, a.ChangeRounds(max_rounds), max_rounds=max_rounds)

    async def change_duration(self, uuid: str, round_ms: int) -> None:
        """DUN-117"""
        async with self._busy:
            game = self.found(uuid)
            await self._settle(game, a.ChangeRoundTime(round_ms), round_ms=round_ms)

    async def _settle(self, game: Played, change: a.Change, **values: int) -> None:
        self._check(msgspec.structs.replace(game, **values))
        if game.match:
            await self._change(change)
        for name, value in values.items():
            setattr(game, name, value)
        await self._keep(game)

    async def _change(self, change: a.Change) -> None:
        live = self.live
        if live is None:
            raise Refused("not_running", "The game is over.", status=403)
        answer = StreamAnswer()
        live.change(a.change_row_of(change, live.match.state), answer.give)
        verdict = await answer.wait()
        if verdict is None:
            raise Refused("not_running", "The game is over.", status=403)
        if verdict.verdict != "accepted":
            raise Refused(verdict.code, verdict.sentence, field=verdict.field, status=403)

    def over(self, live: LiveMatch) -> None:
        """A match of ours has ended; every seat says so."""
        game = self.game
        if game is not None and game.match == live.key and not game.ended_ms:
            self.last = (game, live.match.view(0))
            self.arena.tasks.run(self._close(game))

    async def _close(self, game: Played) -> None:
        """It is the active one until everybody is told of its end, so that nobody hears of the next one before."""
        if not game.ended_ms:
            game.ended_ms = exact_wall_ms()
            self._ended.add(game.uuid)
            await self._keep(game)
            self.announce()
            self.game = None
            self._seats = {}
            self.dispatch.ended(game)
            await self._tell_changed()

    async def _keep(self, game: Played) -> None:
        content = msgspec.msgpack.encode(game)
        created_ms = int(game.created_ms)
        await self.players.write(lambda connection: store.keep_game(connection, game.uuid, content, created_ms))

    def _options(self, game: Played) -> TableOptions:
        settings = {**self.terms.settings, "max_rounds": game.max_rounds, "round_ms": game.round_ms}
        seats = len(game.joined) or 1
        return TableOptions(
            game=GAME.key, preset=self.terms.preset, seats=seats, clock="own", settings=settings, chat=False
        )

    def _check(self, game: Played) -> None:
        """Whether a match can be played like this; raises Refused. DUN-209"""
        if game.max_players not in GAME.seat_counts:
            raise Refused("bad_field", "maxPlayers is 1 to 99.", field="maxPlayers", status=403)
        try:
            self.arena.options.checked(self._options(game))
        except Refused as refused:
            raise Refused("bad_field", str(refused), field=refused.problem.field, status=403) from None

    # Playing

    @property
    def live(self) -> LiveMatch | None:
        return None if self.game is None else self.arena.matches.running.get(self.game.match)

    def seat_of(self, wired: WirePlayer) -> int:
        """The seat of a player in the active game, or 0."""
        ids = [] if self.game is None else self.game.ids
        return ids.index(wired.player.id) + 1 if wired.player.id in ids else 0

    async def command(self, wired: WirePlayer, action: dict[str, Any]) -> str:
        """DUN-064, DUN-065"""
        if self.game is None or not self.game.match:
            raise Refused("not_running", "No game is running.", status=403)
        seat = self._seats.get(wired.player.id)
        if seat is None:
            raise Refused("not_in_game", "The player does not take part in the game.", status=403)
        return await seat.act(action)

    def writer_of(self, live: LiveMatch, seat: int) -> MessageWriter | None:
        """Who writes a seat's messages; None where all players read the messages of another seat."""
        if not self._writers and self.game is not None:
            self._writers = self.dispatch.writers(self.game, live.setup)
        return self._writers.get(seat)

    def tell_seat(self, wired: WirePlayer, message: BrokerMessage, now: float) -> None:
        if self.game is not None:
            self.dispatch.tell(self.game, self.dispatch.destination(wired), message, now)

    def later(self, delay_s: float, what: Callable[[], None]) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(delay_s, what)

    # Starting and stopping

    async def start(self) -> None:
        """Take up what was there when the server stopped."""
        await self.players.load()
        for kept in await self.arena.store.read(store.undelivered):
            game = msgspec.msgpack.decode(kept.content, type=Played)
            if game.generation == self.terms.generation:
                await self._take_up(game)
            else:
                await self._give_up(game)

    async def _give_up(self, game: Played) -> None:
        """A game of another generation's wire; its match goes on, but its programs would not understand this one."""
        log.warning("game %s of %s is not told on: this wire is %s", game.uuid, game.generation, self.terms.generation)
        await self.players.write(lambda connection: store.delivered(connection, game.uuid))

    async def _take_up(self, game: Played) -> None:
        self.dispatch.know(game, await self.arena.store.read(lambda connection: store.confirmed(connection, game.uuid)))
        self.game = game
        if not game.match and game.joined:  # the server may have stopped in the moment of the start
            begun = (one for one in self.arena.matches.running.values() if list(one.player_ids) == game.ids)
            game.match = next((one.key for one in begun if one.game is GAME), "")
        self.dispatch.created(game)
        for joined in game.joined:
            self.dispatch.joined(game, joined)
        if game.match:
            self.dispatch.started(game)
            await self._retell(game)
        if game.ended_ms:
            self.game = None
            self._ended.add(game.uuid)
            self.dispatch.ended(game)

    async def _retell(self, game: Played) -> None:
        """The match so far, from its log; then its programs sit down again."""
        setup, entries = await self.arena.store.read(lambda connection: log_of(connection, game.match))
        self._writers = writers = self.dispatch.writers(game, setup)
        wired = [self.players[one] for one in game.ids]
        told: list[tuple[int, BrokerMessage, float]] = []

        def tell() -> None:
            replay_messages(writers, setup, entries, game.started_ms, lambda *one: told.append(one))

        await asyncio.get_running_loop().run_in_executor(None, tell)
        for seat, message, at in told:
            self.dispatch.tell(game, self.dispatch.destination(wired[seat - 1]), message, at)
        log.info("game %s was told again from its log: %d messages, or fewer that are missing", game.uuid, len(told))
        live = self.arena.matches.running.get(game.match)
        if live is None:
            game.ended_ms = game.ended_ms or exact_wall_ms()
            await self._keep(game)
            return
        state = live.match.state
        self.round_began = exact_wall_ms()
        for seat, one in enumerate(wired, 1):
            writer = writers.get(seat)
            if writer is not None:
                writer.resume(times_of(exact_wall_ms(), state.round_ms))
            sitting = self._seats[one.player.id] = WireSeat(self, one, writer, round_no=state.round_no)
            sitting.seated(live, seat)

    async def stop(self) -> None:
        self._unannounced = []  # told after the next start
        for seat in self._seats.values():
            seat.stop()
        await self.dispatch.broker_queue.close()


def log_of(connection: Any, key: str) -> tuple[Setup, list[Entry]]:
    """The setup and the entries of a match, over or not."""
    stored = matches.by_key(connection, key)
    if stored is None:
        raise LookupError(f"there is no match {key}")
    kept = matches.record_of(connection, stored.id)
    if kept is not None:
        return stored.setup, list(from_bytes(kept).entries)
    return stored.setup, list(matches.entries_of(connection, stored.id, widths(GAME)))
