"""Forwards HTTP requests that only another process can answer: about tables the leader, about a match the process that
plays it."""

import asyncio
import logging
import re
from collections.abc import Callable
from typing import Any

import msgspec
from nats.errors import Error as NatsError
from nats.errors import MaxPayloadError

from ..errors import Refused
from ..tasks import Tasks
from .messages import Fetch, Fetched, Subjects, encode, pack
from .nats_connection import NatsConnection

log = logging.getLogger("roundhouse.server.cluster")

ANSWER_S = 35.0  # longer than an order may take to become durable
PART = 512 * 1024  # bytes of a response in one message; NATS takes a megabyte by default

MCP = "/mcp"
# Paths that only the leader can answer
LEADERS = re.compile(
    r"^/api/(tables|challenges|saves|seasons|season-games|jobs|events?|admin/tables|me/season-games|me/webhook)(/|$)"
    r"|^/api/matches/[^/]+/(rematch|fork)$"
    r"|^/api/me$"
    r"|^/spacegoo/api/"
    rf"|^{MCP}$"  # the seats of agents
)
# Paths that the process of the match answers
MATCHES = re.compile(r"^/api/(?:admin/)?(?:matches|play)/([^/]+)(?:/|$)")

App = Callable[[Any, Any, Any], Any]


class HttpProxy:
    """`owner` returns the process of a match, `leader` the leading one; both return "" if unknown."""

    def __init__(
        self,
        nats: NatsConnection,
        subjects: Subjects,
        process: str,
        *,
        owner: Callable[[str], str],
        leader: Callable[[], str],
    ) -> None:
        self._nats = nats
        self._subjects = subjects
        self._process = process
        self._owner = owner
        self._leader = leader
        self._app: App | None = None
        self._tasks = Tasks()

    # Outgoing

    def around(self, app: App) -> App:
        """Wraps the application: requests for other processes are forwarded."""
        self._app = app

        async def call(scope: Any, receive: Any, send: Any) -> None:
            target = self._target(scope) if scope["type"] == "http" else ""
            if not target or target == self._process:
                await app(scope, receive, send)
            else:
                await self._fetch(target, scope, receive, send)

        return call

    def _target(self, scope: Any) -> str:
        """The process that must answer a request; "" if any can."""
        path = scope["path"]
        if path == MCP and scope["method"] != "POST":
            return ""  # not about a seat; any process can answer
        if LEADERS.match(path):
            leader = self._leader()
            if not leader and path != "/api/me":
                raise Refused("no_leader", "No process leads at the moment; try again.", status=503)
            return leader
        found = MATCHES.match(path)
        return self._owner(found[1]) if found else ""

    async def _fetch(self, target: str, scope: Any, receive: Any, send: Any) -> None:
        body, more = b"", True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            body += message.get("body", b"")
            more = message.get("more_body", False)
        fetch = Fetch(
            scope["method"],
            scope["path"],
            scope.get("query_string", b""),
            [(bytes(name), bytes(value)) for name, value in scope["headers"]],
            body,
            (scope.get("client") or ("", 0))[0],
            scope.get("scheme", "http"),
        )
        inbox = self._nats.client.new_inbox()
        answers = await self._nats.client.subscribe(inbox)
        try:
            await self._nats.client.publish(self._subjects.question(target), pack(encode(fetch)), reply=inbox)
            first = True
            while True:
                message = await answers.next_msg(timeout=ANSWER_S)
                if not message.data:
                    raise NatsError  # no process answers
                part = msgspec.msgpack.decode(message.data, type=Fetched)
                if first:
                    await send({"type": "http.response.start", "status": part.status, "headers": part.headers})
                    first = False
                await send({"type": "http.response.body", "body": part.body, "more_body": part.more})
                if not part.more:
                    return
        except MaxPayloadError:
            raise Refused("too_large", "The request is too large to be handed on.", status=413) from None
        except (NatsError, TimeoutError):
            raise Refused(
                "unreachable", "The process that knows this does not answer; try again.", status=503
            ) from None
        finally:
            await answers.unsubscribe()

    # Incoming

    def serve(self, fetch: Fetch, reply: str) -> None:
        self._tasks.run(self._serve(fetch, reply))

    async def _serve(self, fetch: Fetch, reply: str) -> None:
        scope = {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "method": fetch.method,
            "path": fetch.path,
            "raw_path": fetch.path.encode(),
            "root_path": "",
            "query_string": fetch.query,
            "headers": fetch.headers,
            "client": (fetch.client, 0),
            "server": None,
            "scheme": fetch.scheme,
        }
        given = False
        status, headers, body = 500, [], b""

        async def receive() -> Any:
            nonlocal given
            if given:
                await asyncio.Event().wait()  # the client stays connected until the response is complete
            given = True
            return {"type": "http.request", "body": fetch.body, "more_body": False}

        async def send(message: Any) -> None:
            nonlocal status, headers, body
            if message["type"] == "http.response.start":
                status, headers = message["status"], list(message.get("headers", ()))
            else:
                body += message.get("body", b"")

        try:
            if self._app is not None:
                await self._app(scope, receive, send)
        except Exception:
            log.exception("a mistake at a request that another process has handed on: %s", fetch.path)
        pieces = [body[start : start + PART] for start in range(0, len(body), PART)] or [b""]
        for number, piece in enumerate(pieces, 1):
            more = number < len(pieces)
            self._nats.send(reply, encode(Fetched(status, headers, piece, more)))
