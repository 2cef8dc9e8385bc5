"""Seats on another server: over its WebSocket, and its HTTP API for what comes before and after a match."""

import asyncio
import contextlib
import json
import urllib.error
import urllib.request
from typing import Any
from urllib.parse import quote, urlsplit

import msgspec
from msgspec.structs import replace
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from ..core.registry import GAMES
from ..match.record import Record, RecordError, from_bytes
from ..match.seat_account import SeatAccount
from ..protocol.api.platform import NewTable
from ..protocol.messages import VERSION, FromClient, Hello, encode
from .agent_seat import AgentRefusal, AgentSeat
from .match_source import MatchRequest, new_table

PATIENCE_S = 3.0  # for a response of the server: a tool call may not take longer
RECORD_S = 20.0  # for a record, which may have to be packed first
MESSAGE_MAX = 64 << 20
RECORD_MAX = 32 << 20
BACK_TRIES = 6  # tries to reconnect to a match; the pauses grow
BACK_S = 0.5
FINAL = ("replaced", "unauthorised", "blocked", "kicked", "table_closed")  # no reconnection after these errors


class ServerMatches:
    """Seats of one server, for the account of one token."""

    kind = "server"
    sits = "a new match against built-in bots, a running match of yours, an open table, or the ladder"

    def __init__(self, server: str, token: str) -> None:
        parts = urlsplit(server if "://" in server else f"http://{server}")
        secure = parts.scheme in ("https", "wss")
        self._http = f"{'https' if secure else 'http'}://{parts.netloc}"
        self._ws = f"{'wss' if secure else 'ws'}://{parts.netloc}/ws"
        self._token = token
        self._links: set[ServerLink] = set()

    async def sit(self, request: MatchRequest, owner: int) -> AgentSeat:
        # the `start` message names the real game
        game = request.of_game() if request.game else next(iter(GAMES.values()))
        agent_seat = AgentSeat(game, request.assist, owner=owner, tries=request.tries)
        hello = Hello(
            VERSION, token=self._token, follow=True, assist=request.assist, tries=request.tries, choice=request.choice
        )
        if request.match:
            hello = replace(hello, match=request.match)
        elif request.table:
            hello = replace(hello, table=request.table)
        elif request.ladder:
            hello = replace(hello, game=request.game, preset=request.preset)
        else:
            hello = replace(hello, table=await self._open(new_table(request)))
        agent_seat.link = link = ServerLink(self._ws, agent_seat, hello)
        self._links.add(link)
        await link.open()
        await agent_seat.until(lambda: agent_seat.state != "waiting" or bool(agent_seat.trouble), 1.0)
        if agent_seat.state != "playing" and agent_seat.trouble:
            link.close()
            raise AgentRefusal(agent_seat.trouble["code"], agent_seat.trouble["sentence"])
        if agent_seat.state == "playing" and agent_seat.seat == 0:  # it runs, but this account has no seat in it
            link.close()
            raise AgentRefusal("not_seated", "You have no seat in this match.", field="match")
        return agent_seat

    async def _open(self, table: NewTable) -> str:
        made = json.loads(await self._ask("POST", "/api/tables", msgspec.json.encode(table)))
        return str(made["key"])

    async def account(self, agent_seat: AgentSeat) -> SeatAccount | None:
        if agent_seat.state != "over":
            return None
        told = json.loads(await self._ask("GET", f"/api/matches/{quote(agent_seat.match, safe='')}"))
        found = told["seats"][agent_seat.seat - 1].get("account")
        return None if found is None else msgspec.convert(found, SeatAccount)

    async def record(self, key: str, owner: int) -> Record:
        try:
            return from_bytes(await self._ask("GET", f"/api/matches/{quote(key, safe='')}/record", seconds=RECORD_S))
        except RecordError as error:
            raise AgentRefusal(error.code, error.sentence) from None

    async def close(self) -> None:
        for link in self._links:
            link.close()
        await asyncio.gather(*(link.ended() for link in self._links))

    async def _ask(self, method: str, path: str, body: bytes | None = None, *, seconds: float = PATIENCE_S) -> bytes:
        """Raises AgentRefusal with the server's own sentence."""
        headers = {"authorization": f"Bearer {self._token}", "content-type": "application/json"}
        request = urllib.request.Request(self._http + path, body, headers, method=method)

        def ask() -> bytes:
            with urllib.request.urlopen(request, timeout=seconds) as answer:
                return bytes(answer.read(RECORD_MAX))

        try:
            return await asyncio.to_thread(ask)
        except urllib.error.HTTPError as error:
            raise _refusal(error) from None
        except OSError as error:
            reason = getattr(error, "reason", error)
            raise AgentRefusal("no_server", f"The server {self._http} does not answer: {reason}.") from None


def _refusal(error: urllib.error.HTTPError) -> AgentRefusal:
    with error:
        try:
            told: dict[str, Any] = json.loads(error.read(65_536))
            return AgentRefusal(told["code"], told["sentence"], field=told.get("field", ""), rule=told.get("rule", ""))
        except (ValueError, KeyError, TypeError):
            return AgentRefusal("no_server", f"The server answers with the status {error.code}.")


class ServerLink:
    """A WebSocket that plays one match, and reconnects when the connection is lost."""

    def __init__(self, address: str, agent_seat: AgentSeat, hello: Hello) -> None:
        self._address = address
        self._agent_seat = agent_seat
        self._hello = hello
        self._socket: ClientConnection | None = None
        self._reading: asyncio.Task[None] | None = None
        self._out: asyncio.Queue[bytes] = asyncio.Queue()

    async def open(self) -> None:
        """Raises AgentRefusal."""
        try:
            self._socket = await self._connected(self._hello)
        except (OSError, WebSocketException, TimeoutError) as error:
            raise AgentRefusal("no_server", f"The server cannot be reached: {error}.") from None
        self._reading = asyncio.get_running_loop().create_task(self._run())

    async def _connected(self, hello: Hello) -> ClientConnection:
        socket = await connect(self._address, open_timeout=PATIENCE_S, max_size=MESSAGE_MAX)
        await socket.send(encode(hello).decode())
        return socket

    async def _run(self) -> None:
        try:
            while self._socket is not None:
                await self._talk(self._socket)
                self._socket = await self._back()
        finally:
            self._agent_seat.closed()

    async def _talk(self, socket: ClientConnection) -> None:
        writing = asyncio.get_running_loop().create_task(self._write(socket))
        try:
            async for message in socket:
                self._agent_seat.receive(message)
        except ConnectionClosed:
            pass
        finally:
            writing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await writing
            await socket.close()

    async def _write(self, socket: ClientConnection) -> None:
        with contextlib.suppress(ConnectionClosed):
            while True:
                await socket.send((await self._out.get()).decode())

    async def _back(self) -> ClientConnection | None:
        """Reconnect to the match, if it still runs and is still ours."""
        agent_seat = self._agent_seat
        for attempt in range(1, BACK_TRIES + 1):
            if agent_seat.state != "playing" or agent_seat.trouble.get("code") in FINAL:
                return None
            await asyncio.sleep(BACK_S * attempt)
            try:
                return await self._connected(replace(self._hello, match=agent_seat.match, table="", game="", preset=""))
            except (OSError, WebSocketException, TimeoutError):
                continue
        return None

    # The link of `AgentSeat`

    def send(self, message: FromClient) -> None:
        self._out.put_nowait(encode(message))

    def close(self) -> None:
        if self._reading is not None:
            self._reading.cancel()

    async def ended(self) -> None:
        if self._reading is not None:
            with contextlib.suppress(asyncio.CancelledError):
                await self._reading
