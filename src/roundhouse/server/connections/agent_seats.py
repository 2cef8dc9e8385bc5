"""Agents that play on this server over `/mcp`. Each `AgentSeat` has a session like any other connection."""

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

from ...match.record import Record, from_bytes
from ...match.seat_account import SeatAccount
from ...mcp.agent_seat import AgentRefusal, AgentSeat
from ...mcp.match_source import MatchRequest, new_table
from ...protocol.api.platform import Problem
from ...protocol.messages import VERSION, FromClient, Hello, encode
from ...store import matches
from ...store.players import Player
from ...store.schema.platform import RUNNING
from ..errors import Refused
from ..http.dependencies import HttpContext
from ..settings import ServerSettings
from .session import Session
from .websocket import answer, welcome_origin

if TYPE_CHECKING:
    from ...mcp.tools import Tools
    from ..context import ServerContext

log = logging.getLogger("roundhouse.agents")

PATH = "/mcp"
SEATS_MAX = 20  # of one account at the same time
BODY_MAX = 64 * 1024


class AgentTransport:
    """The transport between a session and an `AgentSeat`."""

    kind = "mcp"

    def __init__(self, context: "ServerContext", agent_seat: AgentSeat, player: Player) -> None:
        self._agent_seat = agent_seat
        self._held: deque[bytes] = deque()
        self._paused = False
        self.session = Session(context, self, address="mcp", player=player)

    # What the session does

    def send(self, message: bytes) -> None:
        self._agent_seat.receive(message)

    def pause(self) -> None:
        self._paused = True

    def resume(self) -> None:
        self._paused = False
        while self._held and not self._paused:
            self.session.receive(self._held.popleft())

    def close(self, code: str = "") -> None:
        """Called by the session, after it has sent the reason, or by the agent's seat when it is not used any more."""
        self.session.lost()
        self._agent_seat.closed()


class AgentSeatLink:
    """Passes the messages of an `AgentSeat` to its session."""

    def __init__(self, transport: AgentTransport) -> None:
        self._transport = transport

    def send(self, message: FromClient) -> None:
        raw = encode(message)
        if self._transport._paused:
            self._transport._held.append(raw)
        else:
            self._transport.session.receive(raw)

    def close(self) -> None:
        self._transport.session.lost()


class HostedMatches:
    """The matches of this server as a `MatchSource` for agents."""

    kind = "server"
    sits = "a new match against built-in bots, a running match of yours, an open table, or the ladder"

    def __init__(self, http_context: HttpContext) -> None:
        self._http_context = http_context
        self._seats: dict[int, list[AgentSeat]] = {}  # by account

    async def sit(self, request: MatchRequest, owner: int) -> AgentSeat:
        player = await self._agent(owner)
        theirs = [agent_seat for agent_seat in self._seats.get(owner, []) if agent_seat.state in ("waiting", "playing")]
        if len(theirs) >= SEATS_MAX:
            raise AgentRefusal("too_many", f"An account has at most {SEATS_MAX} seats at once.")
        agent_seat = AgentSeat(self._game(request), request.assist, owner=owner, tries=request.tries)
        try:
            hello = await self._hello(request, player)
            transport = AgentTransport(self._http_context.server, agent_seat, player)
            agent_seat.link = AgentSeatLink(transport)
            await transport.session.admit(hello)
        except Refused as refused:
            agent_seat.leave()
            problem = refused.problem
            raise AgentRefusal(problem.code, problem.sentence, field=problem.field, rule=problem.rule) from None
        self._seats[owner] = [*theirs, agent_seat]
        return agent_seat

    def _game(self, request: MatchRequest) -> Any:
        if request.match and request.match in self._http_context.arena.matches.running:
            return self._http_context.arena.matches.running[request.match].game
        if request.table and request.table in self._http_context.arena.tables.by_key:
            return MatchRequest(game=self._http_context.arena.tables.by_key[request.table].options.game).of_game()
        if not request.game:
            code, field = ("no_match", "match") if request.match else ("no_table", "table")
            raise AgentRefusal(code, f"There is no such {field} any more.", field=field)
        return request.of_game()

    async def _hello(self, request: MatchRequest, player: Player) -> Hello:
        """The hello for what the agent asked for; a new match begins as a table of its own."""
        hello = Hello(VERSION, follow=True, assist=request.assist, tries=request.tries, choice=request.choice)
        if request.match:
            live = self._http_context.arena.matches.running.get(request.match)
            if live is not None and not live.seat_of(player.id):
                raise AgentRefusal("not_seated", "You have no seat in this match.", field="match")
            return msgspec.structs.replace(hello, match=request.match)
        if request.table:
            return msgspec.structs.replace(hello, table=request.table)
        if request.ladder:
            return msgspec.structs.replace(hello, game=request.game, preset=request.preset)
        table = await self._http_context.arena.seating.open(player, new_table(request))
        return msgspec.structs.replace(hello, table=table.key)

    async def _agent(self, owner: int) -> Player:
        from ...store import players

        found = await self._http_context.read(lambda connection: players.allowed(connection, owner)) if owner else None
        if found is None:
            raise AgentRefusal("sign_in_first", "To play here send the token of an agent's account as a bearer token.")
        if found.kind != "agent":
            sentence = f"{found.name} is the account of a {found.kind}; agents play with an account of the kind agent."
            raise AgentRefusal("not_an_agent", sentence)
        return found

    async def account(self, agent_seat: AgentSeat) -> SeatAccount | None:
        if agent_seat.state != "over":
            return None
        seats = await self._http_context.read(lambda connection: _seats_of(connection, agent_seat.match))
        return seats[agent_seat.seat - 1].account if len(seats) >= agent_seat.seat > 0 else None

    async def record(self, key: str, owner: int) -> Record:
        stored = await self._http_context.read(lambda connection: matches.by_key(connection, key))
        if stored is None:
            raise AgentRefusal("no_match", f"There is no match {key[:40]!r}.", field="match")
        if stored.state == RUNNING:
            raise AgentRefusal("running", "The match is not over; its record is shown afterwards.", field="match")
        made = await self._http_context.render_service.record(stored)
        return await self._http_context.aside(lambda: from_bytes(made))

    async def close(self) -> None:
        self._seats.clear()


def _seats_of(connection: Any, key: str) -> list[matches.Seat]:
    stored = matches.by_key(connection, key)
    return [] if stored is None else matches.seats_of(connection, [stored.id])[stored.id]


# The mount


class McpEndpoint:
    """Serves `/mcp`. Its imports take a second, so it is opened with the first request."""

    def __init__(self, http_context: HttpContext) -> None:
        self._http_context = http_context
        self._manager: Any = None
        self._tools: Tools | None = None
        self._opening: asyncio.Task[None] | None = None
        self._ready = asyncio.Event()
        self._closing = asyncio.Event()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        settings = self._http_context.settings
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
        """Why a request is refused before it is read. The gate has counted it already."""
        if not settings.mcp:
            return 404, Problem("off", "Agents cannot play over MCP here; the operator can allow it.")
        if self._closing.is_set() or self._http_context.server.stopping:
            return 503, Problem("stopping", "The server is about to stop.")
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        host, origin = headers.get("host", ""), headers.get("origin")
        if not welcome_host(host, settings):
            return 421, Problem("bad_host", "This is not a name of this server; the operator can set its address.")
        if origin is not None and not welcome_origin(origin, host, settings):
            return 403, Problem("bad_origin", "This request comes from a page of another address.")
        return None

    async def _run(self) -> None:
        """Runs the session manager, from the first request to the end of the server."""
        try:
            build, make_manager = await asyncio.to_thread(_import)
        except ImportError as error:
            log.warning("there is no MCP: %s", error)
            return
        server, self._tools = build(HostedMatches(self._http_context), self._owner_of)
        self._manager = make_manager(server)
        async with self._manager.run():
            self._ready.set()
            await self._closing.wait()

    async def _owner_of(self, context: Any) -> int:
        """The account of the bearer token; cookies do not count here."""
        header = (context.headers or {}).get("authorization", "")
        scheme, _, token = header.partition(" ")
        if scheme.lower() != "bearer" or not token.strip():
            raise AgentRefusal("sign_in_first", "To play here send the token of an agent's account as a bearer token.")
        player = await self._http_context.server.accounts.by_token(token.strip())
        if player is None:
            raise AgentRefusal("bad_token", "No player signs in with this token.")
        return player.id

    async def close(self) -> None:
        self._closing.set()
        if self._tools is not None:
            await self._tools.close()
        if self._opening is not None:
            with contextlib.suppress(Exception):
                await self._opening


def _import() -> tuple[Callable[..., Any], Callable[[Any], Any]]:
    from ...mcp.http_transport import manager_of
    from ...mcp.server import build

    return build, manager_of


def handler(door: Callable[[Any, Any, Any], Awaitable[None]]) -> ASGIRouteHandler:
    """The route handler of `/mcp`."""

    @asgi(PATH, copy_scope=True)
    async def mcp(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP:
            await door(scope, receive, send)

    return mcp


def welcome_host(host: str, settings: ServerSettings) -> bool:
    """Whether the Host header is one of ours: our address, an IP address, or a name of this machine. A foreign page
    whose name was pointed at our address (DNS rebinding) sends its own name."""
    name = (urlsplit(f"//{host}").hostname or "") if host else ""
    known = [settings.address, *settings.allowed_origins.split()]
    if name in ("localhost", *(urlsplit(address).hostname for address in known if address)):
        return True
    with contextlib.suppress(ValueError):
        ipaddress.ip_address(name)
        return True
    return False
