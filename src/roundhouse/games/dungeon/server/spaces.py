"""All games of a wire at once: the one of the shared view, and one in every name space. DUN-260 to DUN-263"""

import asyncio
import contextlib
import logging
import re
import secrets

import msgspec
from sqlalchemy import Connection

from ....server.accounts import Accounts
from ....server.arena import Arena
from ....server.errors import Refused
from ....server.tasks import cancel_all
from ....server.timers import exact_wall_ms
from ....store.database import Database
from . import store
from .broker_queue import Broker, BrokerAwayError, BrokerQueue
from .game_service import GameService
from .game_status import Played
from .settings import WireTerms
from .store import SHARED, Space

log = logging.getLogger("roundhouse.wire")

NAME = re.compile(r"[a-z0-9]([a-z0-9-]{0,22}[a-z0-9])?")  # it becomes a part of addresses and of names at the broker
SECRET_BYTES = 5
SWEEP_S = 30.0  # between two looks for abandoned games


class Spaces:
    """`shared` is the game service that has no name space; `services` are all by the key of theirs, it included."""

    def __init__(self, arena: Arena, accounts: Accounts, database: Database, terms: WireTerms, broker: Broker) -> None:
        self.arena = arena
        self.terms = terms
        self.broker_queue = BrokerQueue(broker)
        self._accounts = accounts
        self._database = database
        self._busy = asyncio.Lock()  # one name space is made or removed at a time
        self._sweep: asyncio.Task[None] | None = None
        self.services: dict[str, GameService] = {}
        self.shared = self._open(SHARED)

    def _open(self, space: Space) -> GameService:
        made = GameService(self.arena, self._accounts, self._database, self.terms, self.broker_queue, space)
        self.services[space.key] = made
        return made

    @property
    def named(self) -> list[GameService]:
        """Those with a name space, oldest first."""
        return [one for one in self.services.values() if one.space.key]

    def found(self, key: str) -> GameService:
        """Raises Refused."""
        if key not in self.services:
            raise Refused("not_found", "There is no such name space; ask your organiser for its address.", status=404)
        return self.services[key]

    async def create(self, name: str) -> GameService:
        """DUN-260, DUN-262"""
        if not NAME.fullmatch(name):
            raise Refused(
                "bad_field", "A name space is called by 1 to 24 small letters, digits and dashes.", field="name"
            )
        async with self._busy:
            if any(one.space.name == name for one in self.named):
                raise Refused("space_exists", f"There is a name space {name} already.", field="name", status=403)
            if len(self.named) >= self.terms.spaces_max:
                there = f"There are {len(self.named)} name spaces, and dungeon_wire_spaces allows no more"
                raise Refused("too_many_spaces", f"{there}; remove one first.", status=403, rule="DUN-262")
            space = Space(f"{name}-{secrets.token_hex(SECRET_BYTES)}", name, int(exact_wall_ms()))
            await self.shared.players.write(lambda connection: store.keep_space(connection, space))
            return self._open(space)

    async def remove(self, key: str) -> None:
        """Its game ends, and its queues go, with what nobody has read. DUN-263"""
        if not key:
            raise Refused("not_found", "The view that everybody shares stays.", status=404)
        async with self._busy:
            service = self.found(key)
            if service.game is not None:
                with contextlib.suppress(Refused):  # it is over meanwhile
                    await service.end(service.game.uuid)
            del self.services[key]
            await service.stop()
            undelivered = [one for one in await self._undelivered() if one.space == key]

            def gone(connection: Connection) -> None:
                for game in undelivered:
                    store.delivered(connection, game.uuid)
                store.remove_space(connection, service.space)

            await self.shared.players.write(gone)
            service.dispatch.close()
            for destination in service.dispatch.destinations():
                try:
                    await self.broker_queue.remove(destination)
                except BrokerAwayError as away:
                    log.warning("%s stays at %s: %s", destination.queue, self.broker_queue.broker.where, away)

    async def _undelivered(self) -> list[Played]:
        kept = await self.arena.store.read(store.undelivered)
        return [msgspec.msgpack.decode(one.content, type=Played) for one in kept]

    # Starting and stopping

    async def start(self) -> None:
        """Take up what was there when the server stopped."""
        for space in await self.arena.store.read(store.all_spaces):
            self._open(space)
        games = await self._undelivered()
        for key, service in self.services.items():
            await service.start([game for game in games if game.space == key])
        if self.terms.abandoned_ms:
            self._sweep = asyncio.get_running_loop().create_task(self._sweep_always())

    async def _sweep_always(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_S)
            await self.sweep(exact_wall_ms())

    async def sweep(self, now_ms: float) -> None:
        """End what was abandoned. DUN-263"""
        for service in list(self.services.values()):
            game = service.game
            if game is None or not service.is_abandoned(now_ms):
                continue
            minutes = self.terms.abandoned_ms // 60_000
            log.info("game %s of %s was left alone for %d minutes and ends", game.uuid, service.label, minutes)
            with contextlib.suppress(Refused):
                await service.end(game.uuid)

    async def stop(self) -> None:
        if self._sweep is not None:
            await cancel_all([self._sweep])
        for service in self.services.values():
            await service.stop()
        await self.broker_queue.close()
