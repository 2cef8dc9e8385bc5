"""Who may log in: accounts with line secrets, made at the first login. Hashing is slow on purpose, so threads do it."""

import asyncio
import hashlib
import hmac
import secrets
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from msgspec import Struct

from ..games.spacegoo import GAME
from ..protocol.dialects.spacegoo import usable_name
from ..store import players
from ..store.database import Database

THREADS = 2  # that hash at the same time; every one takes 19 MiB


class Account(Struct, frozen=True):
    """Somebody who has logged in, with the rating in the edition asked for."""

    player_id: int
    name: str
    rating: float


class AccountError(ValueError):
    """An account cannot be made; the message says why."""


def hasher(*, time_cost: int = 2, memory_cost: int = 19_456) -> PasswordHasher:
    return PasswordHasher(time_cost=time_cost, memory_cost=memory_cost, parallelism=1)


class Door(Protocol):
    """What the line server asks for a login."""

    async def login(self, name: str, secret: str, edition: str) -> Account | None: ...


class Accounts:
    """The accounts of a database."""

    def __init__(
        self,
        database: Database,
        *,
        start_elo: float = 1000.0,
        allow_creation: bool = True,
        name_max: int = 100,
        passwords: PasswordHasher | None = None,
    ) -> None:
        self._database = database
        self._start_elo = start_elo
        self._allow_creation = allow_creation
        self._name_max = name_max
        self._passwords = passwords or hasher()
        self._pool = ThreadPoolExecutor(THREADS, thread_name_prefix="login")

    async def login(self, name: str, secret: str, edition: str) -> Account | None:
        """The account, made now if the name is new (GOO-073), or None for an invalid login (GOO-076)."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, self._login, name, secret, edition)

    def create(self, name: str, password: str | None = None) -> str:
        """Make an account for somebody, with a random password if none is given; returns the password. GOO-121"""
        if not usable_name(name, self._name_max):
            raise AccountError(f"{name!r} is no name: it must have 1 to {self._name_max} printable characters")
        if password is None:
            password = secrets.token_hex(8)
        if not password or not password.isprintable() or '"' in password or '"' in name:
            raise AccountError("name and password must be printable and must not contain a double quote")
        _, made = self._create(name, password)
        if not made:
            raise AccountError(f"there is an account called {name!r} already")
        return password

    def close(self) -> None:
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _login(self, name: str, secret: str, edition: str) -> Account | None:
        with self._database.engine.connect() as connection:
            player = players.find(connection, name)
        if player is None:
            if not self._allow_creation:
                return None
            player, made = self._create(name, secret)
            if made:
                return Account(player.id, name, self._start_elo)
        if not self._right(player, secret):
            return None
        with self._database.engine.connect() as connection:
            rating = players.rating(connection, player.id, GAME.key, edition)
        return Account(player.id, name, self._start_elo if rating is None else rating)

    def _create(self, name: str, secret: str) -> tuple[players.Player, bool]:
        """Two connections may make the same name at once: the second finds the account of the first."""
        hashed = self._passwords.hash(secret)
        now_ms = round(time.time() * 1000)
        return self._database.submit(lambda connection: players.create(connection, name, hashed, now_ms)).result()

    def _right(self, player: players.Player, secret: str) -> bool:
        if player.line_secret is None:
            return False
        try:
            return self._passwords.verify(player.line_secret, secret)
        except (VerificationError, InvalidHashError):
            return False


class Guests:
    """Accounts that live as long as the process, for a server without a store."""

    def __init__(self, *, start_elo: float = 1000.0, rating: Callable[[int, str], float] | None = None) -> None:
        self._start_elo = start_elo
        self._rating = rating
        self._known: dict[str, tuple[int, bytes]] = {}

    async def login(self, name: str, secret: str, edition: str) -> Account | None:
        digest = hashlib.blake2b(secret.encode()).digest()
        player_id, known = self._known.setdefault(name, (len(self._known) + 1, digest))
        if not hmac.compare_digest(known, digest):
            return None
        rating = self._start_elo if self._rating is None else self._rating(player_id, edition)
        return Account(player_id, name, rating)
