"""Programs of the original that are registered: their names, ids and tokens. Each plays with a bot's account."""

import asyncio
from collections.abc import Callable
from typing import TypeVar
from uuid import uuid4

from sqlalchemy import Connection

from ....server.accounts import Accounts
from ....server.errors import Refused
from ....server.player_names import usable_name
from ....server.timers import wall_ms
from ....store import players
from ....store.database import Database
from . import store
from .broker_message import NOTION
from .store import SHARED, Space, WirePlayer

T = TypeVar("T")

EMAIL_MAX = 200
NAME_MAX = 100
BYTES_MAX = 240  # of a name: a queue is called after it


class RegisteredPlayers:
    """Those of one name space; `limit` is how many there may be, 0: any number."""

    def __init__(self, database: Database, accounts: Accounts, space: Space = SHARED, limit: int = 0) -> None:
        self._space = space
        self._limit = limit
        self._database = database
        self._accounts = accounts
        self._by_id: dict[int, WirePlayer] = {}
        self._by_uuid: dict[str, WirePlayer] = {}

    async def load(self) -> None:
        for wired in await self._accounts.read(lambda connection: store.all_players(connection, self._space.key)):
            self._note(wired)

    def _note(self, wired: WirePlayer) -> None:
        self._by_id[wired.player.id] = wired
        self._by_uuid[wired.uuid] = wired

    @property
    def all(self) -> list[WirePlayer]:
        return list(self._by_id.values())

    def __getitem__(self, player_id: int) -> WirePlayer:
        return self._by_id[player_id]

    async def register(self, name: str, email: str, *, taken_status: int) -> WirePlayer:
        """A new player. Raises Refused if the name or the address is taken. The name is shared with the whole platform,
        in a name space with that alone."""
        uuid, now_ms = self._new_uuid(), wall_ms()
        made = await self.write(
            lambda connection: store.register(connection, self._space, name=name, email=email, uuid=uuid, now_ms=now_ms)
        )
        if made is None:
            raise taken(taken_status)
        self._note(made)
        return made

    def _new_uuid(self) -> str:
        """An id whose beginning, by which players know each other, nobody else has. DUN-230"""
        taken = {known[:NOTION] for known in self._by_uuid}
        return next(made for made in iter(lambda: str(uuid4()), "") if made[:NOTION] not in taken)

    async def check(self, name: str, email: str, *, taken_status: int) -> None:
        """Raises Refused for what cannot be registered."""
        longest = NAME_MAX - (len(store.account_names(self._space, "")[-1]) if self._space.key else 0)
        if not usable_name(name, longest) or len(name.encode()) > BYTES_MAX:
            raise Refused("bad_field", f"A name has 1 to {longest} printable characters.", field="name")
        if not usable_name(email, EMAIL_MAX):
            raise Refused("bad_field", f"An email address has 1 to {EMAIL_MAX} printable characters.", field="email")
        try:
            self._accounts.check_name(name)
        except Refused:
            raise taken(taken_status) from None
        if any(known.email == email or known.name == name for known in self._by_id.values()):
            raise taken(taken_status)
        if self._limit and len(self._by_id) >= self._limit:
            sentence = f"The name space {self._space.name} has {self._limit} players, and no more are allowed."
            raise Refused("too_many_players", sentence, status=taken_status, rule="DUN-262")
        if self._space.key:
            return
        if await self._accounts.read(lambda connection: players.find(connection, name)) is not None:
            raise taken(taken_status)

    def find(self, name: str, email: str) -> WirePlayer:
        for wired in self._by_id.values():
            if (wired.name, wired.email) == (name, email):
                return wired
        raise Refused("not_found", "There is no player with this name and address.", status=404)

    async def by_uuid(self, uuid: str) -> WirePlayer:
        wired = self._by_uuid.get(uuid.lower())
        now = None
        if wired is not None:
            player_id = wired.player.id
            now = await self._accounts.read(lambda connection: players.by_id(connection, player_id))
        if wired is None or now is None or now.blocked:
            raise Refused("not_found", "There is no such player.", status=404)
        return wired

    async def give_token(self, wired: WirePlayer) -> str:
        """A token for a player. Hashes cannot be read back, so everybody who asks gets a new one; the last ones stay
        good."""
        now_ms = wall_ms()
        return await self.write(lambda connection: store.give_token(connection, wired.player.id, now_ms))

    async def by_token(self, token: str) -> WirePlayer:
        player = await self._accounts.by_token(token)
        if player is None or player.id not in self._by_id:
            raise Refused("not_found", "No player has this token.", status=404)
        return self._by_id[player.id]

    async def write(self, change: Callable[[Connection], T]) -> T:
        return await asyncio.wrap_future(self._database.submit(change))


def taken(status: int) -> Refused:
    return Refused("already_registered", "The name or the email address is already used.", status=status)
