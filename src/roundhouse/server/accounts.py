"""Accounts: passwords, sessions, tokens and line secrets. Hashing is slow on purpose, so it runs on threads."""

import asyncio
import hashlib
import hmac
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from msgspec import Struct
from sqlalchemy import Connection

from ..store import line_elo, players, sessions, tokens
from ..store.database import Database
from ..store.players import Kind, Player, Role
from .errors import Refused
from .player_names import new_name, usable_name
from .settings import ServerSettings
from .timers import wall_ms

T = TypeVar("T")
Also = Callable[[Connection], None]

THREADS = 2  # hashing at the same time, for the pages and for the line protocol each; each takes 19 MiB
HASHES_WAITING = 64  # sign-ins that may wait for a thread; more are refused
READERS = 4
SEEN_EVERY_MS = 600_000  # how often the last use of an account or token is written
GUEST = "Guest-"
GUEST_TRIES = 20


class Account(Struct, frozen=True):
    """A player logged in by the line protocol, with the Elo in the edition asked for."""

    player_id: int
    name: str
    rating: float


class AccountError(ValueError):
    """An account cannot be made; the message says why."""


def hasher(*, time_cost: int = 2, memory_cost: int = 19_456) -> PasswordHasher:
    return PasswordHasher(time_cost=time_cost, memory_cost=memory_cost, parallelism=1)


class LineLogin(Protocol):
    """What the line server needs of accounts."""

    async def login(self, name: str, secret: str, game: str, edition: str) -> Account | None: ...


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
        self._nobody = self._passwords.hash(secrets.token_hex(8))  # so that unknown names take as long as known ones
        self._lines = ThreadPoolExecutor(THREADS, thread_name_prefix="login")
        self._pages = ThreadPoolExecutor(THREADS, thread_name_prefix="sign-in")
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="accounts")
        self._hashing = 0
        self._seen: dict[str, int] = {}

    def close(self) -> None:
        for pool in (self._lines, self._pages, self._readers):
            pool.shutdown(wait=True, cancel_futures=True)

    # People on the pages

    async def sign_up(self, name: str, password: str, *, also: Also = lambda connection: None) -> Player:
        """A new account for a person; raises Refused if the name is taken. `also` happens in the same transaction."""
        self.check_name(name)
        hashed = await self._hash(password)

        def make(connection: Connection) -> tuple[Player, bool]:
            player, made = players.create(connection, name=name, kind="person", password=hashed, now_ms=wall_ms())
            if made:
                also(connection)
            return player, made

        player, made = await self.write(make)
        if not made:
            raise name_taken()
        return player

    @staticmethod
    def check_name(name: str) -> None:
        """Raises Refused for names like those the server gives to guests."""
        if of_guest(name):
            raise name_taken()

    async def sign_in(self, name: str, password: str) -> Player | None:
        """The account, or None. Neither the answer nor its time reveals whether the name or the password was wrong."""
        player = await self.read(lambda connection: players.find(connection, name))
        kept = self._nobody if player is None or player.password is None else player.password
        right = await self._verify(kept, password)
        return player if right and player is not None and player.password is not None else None

    async def guest(self) -> Player:
        """A guest account: nobody can sign in to it later."""
        for attempt in range(GUEST_TRIES):
            player, made = await self._new_guest(GUEST + secrets.token_hex(2 + attempt // 4))
            if made:
                return player
        raise Refused("busy", "There are too many guests now.", status=503)

    async def _new_guest(self, name: str) -> tuple[Player, bool]:
        return await self.write(
            lambda connection: players.create(connection, name=name, kind="person", guest=True, now_ms=wall_ms())
        )

    async def change_password(self, player: Player, old: str, new: str) -> bool:
        """Returns False if the old password is wrong. Closes all sessions and ends all tokens."""
        known = await self.read(lambda connection: players.by_id(connection, player.id))
        kept = known.password if known is not None else None
        if not await self._verify(kept or self._nobody, old) or kept is None:
            return False
        await self.set_password(player, new)
        return True

    async def set_password(self, player: Player, new: str, *, also: Also = lambda connection: None) -> None:
        hashed = await self._hash(new)

        def change(connection: Connection) -> None:
            players.change(connection, player.id, password=hashed)
            sign_out(connection, player)
            also(connection)

        await self.write(change)

    # Sessions and tokens

    async def open_session(self, player: Player) -> str:
        return await self.write(lambda connection: sessions.open(connection, player.id, wall_ms()))

    async def close_session(self, secret: str) -> None:
        await self.write(lambda connection: sessions.close(connection, secret))

    async def by_session(self, secret: str) -> Player | None:
        if not secret:
            return None
        player = await self.read(lambda connection: sessions.player_of(connection, secret, wall_ms()))
        return self._known(player)

    async def by_token(self, token: str) -> Player | None:
        if not token:
            return None
        player = self._known(await self.read(lambda connection: tokens.player_of(connection, token)))
        if player is not None and self._due("token " + hashlib.sha256(token.encode()).hexdigest()):
            self._database.submit(lambda connection: tokens.used(connection, token, wall_ms()))
        return player

    def _known(self, player: Player | None) -> Player | None:
        if player is None or player.blocked:
            return None
        if self._due(f"player {player.id}"):
            self._database.submit(lambda connection: players.seen(connection, player.id, wall_ms()))
        return player

    def _due(self, what: str) -> bool:
        """Whether the last use was written long enough ago to be written again."""
        now_ms = wall_ms()
        if now_ms - self._seen.get(what, 0) < SEEN_EVERY_MS:
            return False
        if len(self._seen) > 10_000:
            self._seen.clear()
        self._seen[what] = now_ms
        return True

    # The line protocol

    async def login(self, name: str, secret: str, game: str, edition: str) -> Account | None:
        """The account, made now if the name is new (GOO-073), or None for an invalid login (GOO-076)."""
        return await asyncio.get_running_loop().run_in_executor(self._lines, self._login, name, secret, game, edition)

    def create(self, name: str, password: str | None = None, *, kind: Kind = "bot", role: Role = "player") -> str:
        """Make an account for somebody, with a random password if none is given; returns the password. GOO-121

        A bot logs in with it by the line protocol, a person signs in with it on the page.
        """
        if not usable_name(name, self._name_max):
            raise AccountError(f"{name!r} is no name: it must have 1 to {self._name_max} printable characters")
        password = self._chosen(password, line=kind != "person")
        if '"' in name:
            raise AccountError("a name must not contain a double quote")
        if not new_name(name) or of_guest(name):
            allowed = "Latin letters, digits and signs other than < and >, single blanks between them"
            raise AccountError(f"{name!r} is no name: it has {allowed}, and does not begin with {GUEST}")
        hashed = self._passwords.hash(password)
        on_page, by_line = (hashed, None) if kind == "person" else (None, hashed)
        _, made = self._database.submit(
            lambda connection: players.create(
                connection, name=name, kind=kind, role=role, password=on_page, line_secret=by_line, now_ms=wall_ms()
            )
        ).result()
        if not made:
            raise AccountError(f"there is an account called {name!r} already")
        return password

    def reset(self, name: str, password: str | None = None) -> tuple[Player, str]:
        """Give an account a new password, a bot a new line secret; returns whose it is, and the password."""
        with self._database.engine.connect() as connection:
            player = players.find(connection, name)
        if player is None:
            raise AccountError(f"there is no account called {name!r}")
        column = "password" if player.kind == "person" else "line_secret"
        password = self._chosen(password, line=column == "line_secret")
        hashed = self._passwords.hash(password)

        def change(connection: Connection) -> None:
            players.change(connection, player.id, **{column: hashed})
            sign_out(connection, player)

        self._database.submit(change).result()
        return player, password

    @staticmethod
    def _chosen(password: str | None, *, line: bool) -> str:
        if password is None:
            return secrets.token_hex(8)
        if not password or not password.isprintable() or (line and '"' in password):
            raise AccountError("a password must be printable, and in the line protocol without a double quote")
        if not line and len(password) < 8:
            raise AccountError("a password for the page has at least 8 characters")
        return password

    def _login(self, name: str, secret: str, game: str, edition: str) -> Account | None:
        with self._database.engine.connect() as connection:
            player = players.by_line(connection, name)
        if player is None and self._allow_creation and new_name(name) and not of_guest(name):
            hashed = self._passwords.hash(secret)
            # Two connections may make the same name at once: the second finds the account of the first.
            player, made = self._database.submit(
                lambda connection: players.create(
                    connection, name=name, line_secret=hashed, now_ms=wall_ms(), taken=players.by_line
                )
            ).result()
            if made:
                return Account(player.id, player.name, self._start_elo)
        kept = None if player is None else player.line_secret
        right = self._right(kept or self._nobody, secret)  # takes the same time, whatever is wrong
        if player is None or kept is None or not right:
            return None
        with self._database.engine.connect() as connection:
            if players.barred(connection, player):
                return None
            rating = line_elo.rating(connection, player.id, game, edition)
        return Account(player.id, player.name, self._start_elo if rating is None else rating)

    # Helpers

    async def read(self, query: Callable[[Connection], T]) -> T:
        """Query the database on a thread, so that the loop goes on."""

        def ask() -> T:
            with self._database.engine.connect() as connection:
                return query(connection)

        return await asyncio.get_running_loop().run_in_executor(self._readers, ask)

    async def write(self, change: Callable[[Connection], T]) -> T:
        return await asyncio.wrap_future(self._database.submit(change))

    async def hashed(self, password: str) -> str:
        """The hash of a password, for an account that is made elsewhere."""
        return await self._hash(password)

    async def _hash(self, password: str) -> str:
        return await self._slowly(lambda: self._passwords.hash(password))

    async def _verify(self, kept: str, password: str) -> bool:
        return await self._slowly(lambda: self._right(kept, password))

    async def _slowly(self, work: Callable[[], T]) -> T:
        if self._hashing >= HASHES_WAITING:
            raise Refused("busy", "Too many sign-ins at once. Try again in a moment.", status=503)
        self._hashing += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pages, work)
        finally:
            self._hashing -= 1

    def _right(self, kept: str, secret: str) -> bool:
        try:
            return self._passwords.verify(kept, secret)
        except (VerificationError, InvalidHashError):
            return False


def sign_out(connection: Connection, player: Player) -> None:
    """After a new password: closes the sessions and ends the tokens of the account."""
    sessions.close_all(connection, player.id)
    tokens.revoke_all(connection, players.household(connection, player.id))


def of_guest(name: str) -> bool:
    """Whether a name is like those that guests get."""
    return name.casefold().startswith(GUEST.casefold())


def name_taken() -> Refused:
    return Refused("name_taken", "Somebody has this name already.", field="name", status=409)


class Guests:
    """Accounts in memory, for a server without a store."""

    def __init__(self, *, start_elo: float = 1000.0, rating: Callable[[int, str], float] | None = None) -> None:
        self._start_elo = start_elo
        self._rating = rating
        self._known: dict[str, tuple[int, bytes]] = {}

    async def login(self, name: str, secret: str, game: str, edition: str) -> Account | None:
        digest = hashlib.blake2b(secret.encode()).digest()
        if name not in self._known and (not new_name(name) or of_guest(name)):
            return None
        player_id, known = self._known.setdefault(name, (len(self._known) + 1, digest))
        if not hmac.compare_digest(known, digest):
            return None
        rating = self._start_elo if self._rating is None else self._rating(player_id, edition)
        return Account(player_id, name, rating)


def accounts_of(settings: ServerSettings, database: Database) -> Accounts:
    return Accounts(
        database,
        start_elo=settings.start_elo,
        allow_creation=settings.allow_account_creation,
        name_max=settings.name_max,
    )
