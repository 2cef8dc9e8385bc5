"""One game at a time as the original knows it, from its creation to the last message about it.

A game that was started is a match of the arena like all others, and its programs sit there as bots; durability, fog,
clocks and records are the platform's. What this adds is kept in the store: who has joined, which match it is, and how
many messages every broker has confirmed. After a restart the messages of a game are made again from the match's log,
and those that were not confirmed are sent.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Mapping
from typing import Any
from uuid import uuid4

import msgspec

from ....protocol.api.platform import TableOptions
from ....server.accounts import Accounts
from ....server.arena import Arena
from ....server.connections.http_stream import StreamAnswer
from ....server.errors import Refused
from ....server.matches.live_match import LiveMatch
from ....server.timers import exact_wall_ms
from ....store.database import Database
from .. import GAME
from .. import actions as a
from . import store
from .broker_message import BrokerMessage
from .broker_queue import BrokerAwayError, BrokerQueue, Destination
from .dispatch import MessageDispatch
from .event_replay import MessageWriter
from .game_restart import take_up
from .game_status import Joined, Played
from .player_notes import NotesByPlayer
from .registered_players import RegisteredPlayers
from .seat_connection import LEAD_S, WireSeat
from .settings import WireTerms
from .store import SHARED, Space, WirePlayer

log = logging.getLogger("roundhouse.wire")

TOGETHER_S = 3.0  # so long a request waits for another one that it has overtaken
SETTLE_S = 0.1  # and a start for all others that were sent with it


class GameService:
    """`game` is the active one, or None; `last` the newest that is over, with what everybody saw at its end."""

    def __init__(
        self,
        arena: Arena,
        accounts: Accounts,
        database: Database,
        terms: WireTerms,
        broker_queue: BrokerQueue,
        space: Space = SHARED,
    ) -> None:
        self.arena = arena
        self.terms = terms
        self.space = space
        self.players = RegisteredPlayers(database, accounts, space, limit=terms.space_players_max if space.key else 0)
        self.notes = NotesByPlayer()
        self.dispatch = MessageDispatch(terms, self.players, database, broker_queue, self.notes, space)
        self.game: Played | None = None
        self.last: tuple[Played, Any] | None = None
        self.seats: dict[int, WireSeat] = {}  # by player
        self.writers: dict[int, MessageWriter] = {}  # by seat
        self.round_began = 0.0  # when the running round did, by the wall clock
        self.asked_ms = self.commanded_ms = exact_wall_ms()  # when anybody did last
        self._busy = asyncio.Lock()  # one change of the game at a time
        self._changed = asyncio.Condition()  # somebody has joined, or a game is over
        self.ended: set[str] = set()
        self._unannounced: list[Joined] = []  # who has joined the active game and was not told of it yet

    @property
    def refusing(self) -> int:
        """The status with which a registration or a join is refused. DUN-206, DUN-210, DUN-221, DUN-222"""
        return 403 if self.terms.generation == "k1" else 400

    @property
    def label(self) -> str:
        return f"the name space {self.space.name}" if self.space.key else "the shared view"

    def is_abandoned(self, now_ms: float) -> bool:
        """Whether nobody cares for the game any more; one of the shared view that waits may be meant for later.
        DUN-263"""
        game = self.game
        if game is None or not self.terms.abandoned_ms:
            return False
        if game.match:
            return now_ms - max(game.started_ms, self.commanded_ms) > self.terms.abandoned_ms
        return bool(self.space.key) and now_ms - max(game.created_ms, self.asked_ms) > self.terms.abandoned_ms

    # Players

    async def register(self, name: str, email: str) -> WirePlayer:
        """Raises Refused; where a player would not find its queue because the broker is away, it is not registered."""
        await self.players.check(name, email, taken_status=self.refusing)
        if self.terms.generation != "k1":
            await self._declare(Destination(0, name, "", prefix=self.space.prefix))
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

    async def create(
        self, max_rounds: int, max_players: int, *, round_ms: int = 0, settings: Mapping[str, Any] | None = None
    ) -> Played:
        """While another game is active it waits for that one's end. `round_ms` and `settings` are those of the wire
        where nothing else is given. DUN-002, DUN-209"""
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
                round_ms=round_ms or self.terms.round_ms,
                space=self.space.key,
                settings=dict(settings or {}),
                told=[wired.player.id for wired in self.players.all],
            )
            self._check(game)
            await self.keep(game)
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
            await self.keep(game)
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
            self.writers = {}
            self.seats = {one: WireSeat(self, self.players[one]) for one in game.ids}
            clients = {seat: self.seats[one] for seat, one in enumerate(game.ids, 1)}
            players = [self.players[one].player for one in game.ids]
            options = self._options(game)
            try:
                live = await self.arena.matches.start(options, players, rated=False, host_id=host_id, clients=clients)
            except Exception:
                game.started_ms, self.seats = 0, {}
                raise
            game.match = live.key
            self.dispatch.started(game)
            await self.keep(game)

    async def end(self, uuid: str) -> None:
        """At once: the round that is played is closed and executed. A game that has ended already may be ended again,
        as when two programs do it at the same time. DUN-157, DUN-209"""
        async with self._busy:
            if uuid.lower() in self.ended:
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
        await self.keep(game)

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
            self.ended.add(game.uuid)
            await self.keep(game)
            self.announce()
            self.game = None
            self.seats = {}
            self.dispatch.ended(game)
            await self._tell_changed()

    async def keep(self, game: Played) -> None:
        content = msgspec.msgpack.encode(game)
        created_ms = int(game.created_ms)
        await self.players.write(lambda connection: store.keep_game(connection, game.uuid, content, created_ms))

    def _options(self, game: Played) -> TableOptions:
        chosen = {"max_rounds": game.max_rounds, "round_ms": game.round_ms}
        settings = {**self.terms.settings, **game.settings, **chosen}
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
        notes, now = self.notes[wired.player.id], exact_wall_ms()
        self.commanded_ms = now
        notes.commanded(str(action["type"]), now)
        try:
            receipt = await self._command(wired, action)
        except Refused as refused:
            notes.was_refused(refused.problem.code, refused.problem.sentence)
            raise
        notes.accepted += 1
        return receipt

    async def _command(self, wired: WirePlayer, action: dict[str, Any]) -> str:
        if self.game is None or not self.game.match:
            raise Refused("not_running", "No game is running.", status=403)
        seat = self.seats.get(wired.player.id)
        if seat is None:
            raise Refused("not_in_game", "The player does not take part in the game.", status=403)
        return await seat.act(action)

    def writer_of(self, live: LiveMatch, seat: int) -> MessageWriter | None:
        """Who writes a seat's messages; None where all players read the messages of another seat."""
        if not self.writers and self.game is not None:
            self.writers = self.dispatch.writers(self.game, live.setup)
        return self.writers.get(seat)

    def tell_seat(self, wired: WirePlayer, message: BrokerMessage, now: float) -> None:
        if self.game is not None:
            self.dispatch.tell(self.game, self.dispatch.destination(wired), message, now)

    def later(self, delay_s: float, what: Callable[[], None]) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(delay_s, what)

    # Starting and stopping

    async def start(self, games: list[Played]) -> None:
        """Take up what was there when the server stopped: games that are not over or not told of, oldest first."""
        await self.players.load()
        for game in games:
            await take_up(self, game)

    async def stop(self) -> None:
        self._unannounced = []  # told after the next start
        for seat in self.seats.values():
            seat.stop()
