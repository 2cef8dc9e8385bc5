"""Agents at this server's own seats: a chair is a connection like any other, only that its messages stay in here."""

import asyncio
import contextlib
import ipaddress
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import msgspec
from litestar import asgi
from litestar.enums import ScopeType
from litestar.handlers import ASGIRouteHandler
from litestar.types import Receive, Scope, Send

from ...match.seat_account import SeatAccount
from ...match.record import Record, from_bytes
from ...mcp.agent_seat import Chair, Refusal
from ...mcp.match_source import Wish, new_table
from ...protocol.api.platform import Problem
from ...protocol.messages import VERSION, FromClient, Hello, encode
from ...store import matches
from ...store.players import Player
from ...store.schema.platform import RUNNING
from ..http.dependencies import Parts
from ..errors import Refused
from .session import Session
from ..settings import ServerSettings
from .websocket import answer, welcome_origin

if TYPE_CHECKING:
    from ...mcp.tools import Tools
    from ..context import Hall

log = logging.getLogger("roundhouse.agents")

PATH = "/mcp"
SEATS_MAX = 20  # of one account at the same time
BODY_MAX = 64 * 1024


class ChairWire:
    """The session's way to a chair, and the chair's way to the session."""

    kind = "mcp"

    def __init__(self, hall: "Hall", chair: Chair, player: Player) -> None:
        self._chair = chair
        self._held: deque[bytes] = deque()
        self._paused = False
        self.session = Session(hall, self, address="mcp", player=player)

    # What the session does

    def send(self, message: bytes) -> None:
        self._chair.receive(message)

    def pause(self) -> None:
        self._paused = True

    def resume(self) -> None:
        self._paused = False
        while self._held and not self._paused:
            self.session.receive(self._held.popleft())

    def close(self, code: str = "") -> None:
        """By the session, which has said why; or by the chair, which is not used any more."""
        self.session.lost()
        self._chair.closed()


class ChairLink:
    """What a chair says goes to its session."""

    def __init__(self, wire: ChairWire) -> None:
        self._wire = wire

    def send(self, message: FromClient) -> None:
        raw = encode(message)
        if self._wire._paused:
            self._wire._held.append(raw)
        else:
            self._wire.session.receive(raw)

    def close(self) -> None:
        self._wire.session.lost()


class ServerHouse:
    """Seats of this server, for accounts of agents."""

    kind = "server"
    sits = "a new match against built-in bots, a running match of yours, an open table, or the ladder"

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._seats: dict[int, list[Chair]] = {}  # by account

    async def sit(self, wish: Wish, owner: int) -> Chair:
        player = await self._agent(owner)
        theirs = [chair for chair in self._seats.get(owner, []) if chair.state in ("waiting", "playing")]
        if len(theirs) >= SEATS_MAX:
            raise Refusal("too_many", f"An account has at most {SEATS_MAX} seats at once.")
        chair = Chair(self._game(wish), wish.assist, owner=owner, tries=wish.tries)
        try:
            hello = await self._hello(wish, player)
            wire = ChairWire(self._parts.hall, chair, player)
            chair.link = ChairLink(wire)
            await wire.session.admit(hello)
        except Refused as refused:
            chair.leave()
            problem = refused.problem
            raise Refusal(problem.code, problem.sentence, field=problem.field, rule=problem.rule) from None
        self._seats[owner] = [*theirs, chair]
        return chair

    def _game(self, wish: Wish) -> Any:
        if wish.match and wish.match in self._parts.arena.playing:
            return self._parts.arena.playing[wish.match].game
        if wish.table and wish.table in self._parts.arena.tables:
            return Wish(game=self._parts.arena.tables[wish.table].options.game).of_game()
        if not wish.game:
            code, field = ("no_match", "match") if wish.match else ("no_table", "table")
            raise Refusal(code, f"There is no such {field} any more.", field=field)
        return wish.of_game()

    async def _hello(self, wish: Wish, player: Player) -> Hello:
        """What this seat is for; a new match begins as a table of its own."""
        hello = Hello(VERSION, follow=True, assist=wish.assist, tries=wish.tries, choice=wish.choice)
        if wish.match:
            playing = self._parts.arena.playing.get(wish.match)
            if playing is not None and not playing.seat_of(player.id):
                raise Refusal("not_seated", "You have no seat in this match.", field="match")
            return msgspec.structs.replace(hello, match=wish.match)
        if wish.table:
            return msgspec.structs.replace(hello, table=wish.table)
        if wish.ladder:
            return msgspec.structs.replace(hello, game=wish.game, preset=wish.preset)
        table = await self._parts.arena.open(player, new_table(wish))
        return msgspec.structs.replace(hello, table=table.key)

    async def _agent(self, owner: int) -> Player:
        from ...store import players

        found = await self._parts.read(lambda connection: players.allowed(connection, owner)) if owner else None
        if found is None:
            raise Refusal("sign_in_first", "To play here send the token of an agent's account as a bearer token.")
        if found.kind != "agent":
            sentence = f"{found.name} is the account of a {found.kind}; agents play with an account of the kind agent."
            raise Refusal("not_an_agent", sentence)
        return found

    async def account(self, chair: Chair) -> SeatAccount | None:
        if chair.state != "over":
            return None
        seats = await self._parts.read(lambda connection: _seats_of(connection, chair.match))
        return seats[chair.seat - 1].account if len(seats) >= chair.seat > 0 else None

    async def record(self, key: str, owner: int) -> Record:
        stored = await self._parts.read(lambda connection: matches.by_key(connection, key))
        if stored is None:
            raise Refusal("no_match", f"There is no match {key[:40]!r}.", field="match")
        if stored.state == RUNNING:
            raise Refusal("running", "The match is not over; its record is shown afterwards.", field="match")
        made = await self._parts.workshop.record(stored)
        return await self._parts.aside(lambda: from_bytes(made))

    async def close(self) -> None:
        self._seats.clear()


def _seats_of(connection: Any, key: str) -> list[matches.Seat]:
    stored = matches.by_key(connection, key)
    return [] if stored is None else matches.seats_of(connection, [stored.id])[stored.id]


# The mount


class Door:
    """`/mcp`. What it needs takes a second to import, so it is opened when somebody comes first."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._manager: Any = None
        self._tools: Tools | None = None
        self._opening: asyncio.Task[None] | None = None
        self._ready = asyncio.Event()
        self._closing = asyncio.Event()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        settings = self._parts.settings
        problem = self._refusal(scope, settings)
        if problem is not None:
            await answer(send, "http", *problem)
            return
        if self._opening is None:
            self._opening = asyncio.get_running_loop().create_task(self._run())
        opened = asyncio.ensure_future(self._ready.wait())
        await asyncio.wait({opened, self._opening}, return_when=asyncio.FIRST_COMPLETED)
        if not self._ready.is_set():
            opened.cancel()
            await answer(
                send, "http", 501, Problem("no_agents", "This server has no MCP: the extra `agents` is missing.")
            )
            return
        await self._manager.handle_request(scope, receive, send)

    def _refusal(self, scope: Any, settings: ServerSettings) -> tuple[int, Problem] | None:
        """Why a request is not even looked at. The gate has counted it already."""
        if not settings.mcp:
            return 404, Problem("off", "Agents cannot play over MCP here; the operator can allow it.")
        if self._closing.is_set() or self._parts.hall.stopping:
            return 503, Problem("stopping", "The server is about to stop.")
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        host, origin = headers.get("host", ""), headers.get("origin")
        if not welcome_host(host, settings):
            return 421, Problem("bad_host", "This is not a name of this server; the operator can set its address.")
        if origin is not None and not welcome_origin(origin, host, settings):
            return 403, Problem("bad_origin", "This request comes from a page of another address.")
        return None

    async def _run(self) -> None:
        """Holds the session manager, from the first request to the end of the server."""
        try:
            build, make_manager = await asyncio.to_thread(_import)
        except ImportError as error:
            log.warning("there is no MCP: %s", error)
            return
        server, self._tools = build(ServerHouse(self._parts), self._owner_of)
        self._manager = make_manager(server)
        async with self._manager.run():
            self._ready.set()
            await self._closing.wait()

    async def _owner_of(self, context: Any) -> int:
        """By the bearer token of the request; cookies do not count here."""
        header = (context.headers or {}).get("authorization", "")
        scheme, _, token = header.partition(" ")
        if scheme.lower() != "bearer" or not token.strip():
            raise Refusal("sign_in_first", "To play here send the token of an agent's account as a bearer token.")
        player = await self._parts.hall.accounts.by_token(token.strip())
        if player is None:
            raise Refusal("bad_token", "No player signs in with this token.")
        return player.id

    async def close(self) -> None:
        self._closing.set()
        if self._tools is not None:
            await self._tools.close()
        if self._opening is not None:
            with contextlib.suppress(Exception):
                await self._opening


def _import() -> tuple[Callable[..., Any], Callable[[Any], Any]]:
    from ...mcp.server import build
    from ...mcp.http_transport import manager_of

    return build, manager_of


def handler(door: Callable[[Any, Any, Any], Awaitable[None]]) -> ASGIRouteHandler:
    """What Litestar serves at `/mcp`."""

    @asgi(PATH, copy_scope=True)
    async def mcp(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP:
            await door(scope, receive, send)

    return mcp


def welcome_host(host: str, settings: ServerSettings) -> bool:
    """Whether a request names us: by our address, by a number, or by a name of this machine. A page elsewhere whose
    name was bent to our address names itself."""
    name = (urlsplit(f"//{host}").hostname or "") if host else ""
    known = [settings.address, *settings.allowed_origins.split()]
    if name in ("localhost", *(urlsplit(address).hostname for address in known if address)):
        return True
    with contextlib.suppress(ValueError):
        ipaddress.ip_address(name)
        return True
    return False
