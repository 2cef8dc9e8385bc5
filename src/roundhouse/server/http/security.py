"""The gate before every request: rate limits, origin, protection against forgery, and response headers.

Litestar's own CSRF and rate-limit parts are not used: they run only where a route was found, keep a cookie that a
restart invalidates, know no requests with a bearer token, and count without growing waits.
"""

import re
import secrets
import time
from collections.abc import Awaitable, Callable
from hmac import compare_digest
from typing import Any
from urllib.parse import urlsplit

import msgspec

from ...protocol.api.platform import Problem
from ..errors import Refused
from ..metrics import Metrics
from ..rate_limits import Limiter, address_key
from ..settings import ServerSettings
from .problems import WaitingRefused, noted

Scope = Any
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

SESSION, CSRF, CSRF_HEADER = "rh_session", "rh_csrf", "x-csrf-token"
SAFE = ("GET", "HEAD", "OPTIONS")
CSRF_DAYS = 30
BODY_MAX = 64 * 1024
ROOMY_MAX = 1024 * 1024  # for requests with maps: every cell of a large one may hold something
ROOMY = (
    "/api/tables", "/api/seasons", "/api/season-games", "/api/games/quest/maps", "/api/games/boidvoid/maps",
    "/api/games/boidvoid/offers",
)  # fmt: skip
PLAYS = 10  # a playing bot may send so many times as many requests; how it plays is limited elsewhere

# The policy for JSON, files and refusals, which load nothing
CLOSED_POLICY = "default-src 'none'; frame-ancestors 'none'"
WASM = "'wasm-unsafe-eval'"  # compiling WebAssembly, and nothing else that is made while a page runs
_HOST = re.compile(r"[A-Za-z0-9.\-]{1,253}(:\d{1,5})?|\[[0-9A-Fa-f:.]{2,45}\](:\d{1,5})?")

ALWAYS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"strict-origin-when-cross-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    (b"cross-origin-opener-policy", b"same-origin"),
)


def page_policy(host: str, *, embedded: bool, scripts: str = "") -> str:
    """The content security policy of the web client: its own files, the digests of scripts in the page itself, rules as
    WebAssembly, and sockets to its own host."""
    sockets = f" ws://{host} wss://{host}" if _HOST.fullmatch(host) else ""
    scripts = scripts if embedded else f"{WASM} {scripts}"  # a picture of a match plays and proves nothing
    return "; ".join(
        (
            "default-src 'self'",
            f"script-src 'self' {scripts}".rstrip(),
            "style-src 'self'",
            "img-src 'self' data: blob:",
            "media-src 'self' data: blob:",
            "worker-src 'self' blob:",
            f"connect-src 'self'{sockets}",
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'self'",
            f"frame-ancestors {'*' if embedded else chr(39) + 'none' + chr(39)}",
        )
    )


def is_embedded(path: str) -> bool:
    """Whether other sites may embed this page in a frame."""
    return path.startswith("/embed/")


class Gate:
    """Wraps the whole application, so that requests without a route pass it too."""

    def __init__(self, settings: ServerSettings, metrics: Metrics, clock: Callable[[], float] = time.monotonic) -> None:
        self._settings = settings
        self._metrics = metrics
        self._limiter = Limiter(clock)
        self.secure = settings.address.startswith("https://")
        self._own = origin_of(settings.address)

    async def __call__(self, app: App, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self._socket(app, scope, receive, send)
        elif scope["type"] == "http":
            await self._request(app, scope, receive, send)
        else:
            await app(scope, receive, send)

    async def _socket(self, app: App, scope: Scope, receive: Receive, send: Send) -> None:
        who = address_key((scope.get("client") or ("local", 0))[0])
        if self._limiter.wait_s(who, self._settings.requests_per_minute):
            await receive()
            await send({"type": "websocket.close", "code": 1013})
            return
        await app(scope, receive, send)

    async def _request(self, app: App, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        head = Head(scope)
        answer = GateAnswer(self, head, send)
        inner = scope | {"method": "GET"} if head.method == "HEAD" else scope
        try:
            self._admit(head)
            await app(inner, receive, answer)
            if answer.status >= 400:
                self._metrics.refused(f"http_{answer.status}")
        except Refused as error:
            self._metrics.refused(error.problem.code)
            await answer.refuse(error)
        except Exception as error:
            if answer.status:
                raise  # the response has begun, so only closing the connection is left
            await answer.problem(noted(error, head.path), 500)
        finally:
            route = inner.get("path_template") or "other"
            self._metrics.answered(head.method, route, answer.status, time.perf_counter() - began)

    def _admit(self, head: "Head") -> None:
        """Raises Refused for requests that are not processed at all."""
        settings = self._settings
        if not head.path.startswith("/assets/"):
            if head.plays and head.bearer:  # a bot may answer hundreds of turns a second
                wait = self._limiter.wait_s(("play", head.address), settings.requests_per_minute * PLAYS)
            else:
                wait = self._limiter.wait_s(head.address, settings.requests_per_minute)
            if not wait and head.unsafe and not head.plays:
                wait = self._limiter.wait_s(("change", head.address), settings.changes_per_minute)
            if wait:
                raise WaitingRefused(wait)
        most = ROOMY_MAX if head.path.startswith(ROOMY) else BODY_MAX
        if head.length > most:
            raise Refused("too_large", f"The request is too large; {most} bytes are allowed.", status=413)
        if "\0" in head.path or b"%00" in head.query:
            raise Refused("bad_text", "The address holds a character that is not allowed.")
        if not head.unsafe or head.bearer or (head.plays and SESSION not in head.cookies):
            return  # no credentials that a browser adds by itself
        self._check_origin(head)
        given, kept = head.headers.get(CSRF_HEADER, ""), head.cookies.get(CSRF, "")
        if len(kept) < 16 or not compare_digest(given.encode(), kept.encode()):
            raise Refused("csrf", f"The header {CSRF_HEADER} must repeat the value of the cookie {CSRF}.", status=403)

    def _check_origin(self, head: "Head") -> None:
        """Raises Refused for changes that a page of another origin asks for, whatever cookies the browser adds."""
        origin = head.headers.get("origin")
        if origin is None:
            fine = head.headers.get("sec-fetch-site", "none") in ("none", "same-origin")
        else:
            fine = origin == self._own or (origin != "null" and urlsplit(origin).netloc == head.host)
        if not fine:
            raise Refused("bad_origin", "This request comes from a page of another address.", status=403)


class Head:
    """The parts of a request that the gate checks."""

    def __init__(self, scope: Scope) -> None:
        self.method: str = scope["method"]
        self.path: str = scope["path"]
        self.query: bytes = scope.get("query_string", b"")
        self.headers: dict[str, str] = {}
        for name, value in scope["headers"]:
            key, text = name.decode("latin-1"), value.decode("latin-1")
            # proxies may split cookies; of anything else the last one counts
            self.headers[key] = f"{self.headers[key]}; {text}" if key == "cookie" and key in self.headers else text
        self.host = self.headers.get("host", "")
        self.address = address_key((scope.get("client") or ("local", 0))[0])
        self.unsafe = self.method not in SAFE
        self.plays = self.path in ("/api/play", "/mcp") or self.path.startswith("/api/play/")
        self.bearer = self.headers.get("authorization", "").lower().startswith("bearer ")
        self.cookies = cookies_of(self.headers.get("cookie", ""))
        length = self.headers.get("content-length", "0")
        self.length = int(length) if length.isdecimal() else 0

    @property
    def is_page(self) -> bool:
        """Whether the answer may be a page of the web client."""
        return not self.path.startswith(("/api/", "/spacegoo/api/", "/schema", "/health", "/metrics"))


class GateAnswer:
    """Sends a response with the headers that all have."""

    def __init__(self, gate: Gate, head: Head, send: Send) -> None:
        self._gate = gate
        self._head = head
        self._send = send
        self.status = 0

    async def __call__(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            message["headers"] = [*message.get("headers", ()), *self._more(dict(message.get("headers", ())))]
        elif self._head.method == "HEAD" and message["type"] == "http.response.body":
            message = message | {"body": b""}
        await self._send(message)

    async def refuse(self, error: Refused) -> None:
        headers = [(b"retry-after", str(error.retry_s).encode())] if isinstance(error, WaitingRefused) else []
        if error.status == 413:
            headers.append((b"connection", b"close"))  # the rest of the body is not read
        await self.problem(error.problem, error.status, headers)

    async def problem(self, problem: Problem, status: int, headers: list[tuple[bytes, bytes]] | None = None) -> None:
        body = msgspec.json.encode(problem)
        kept = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
            *(headers or []),
        ]
        await self({"type": "http.response.start", "status": status, "headers": kept})
        await self({"type": "http.response.body", "body": body})

    def _more(self, given: dict[bytes, bytes]) -> list[tuple[bytes, bytes]]:
        head, gate = self._head, self._gate
        more = list(ALWAYS)
        embedded = is_embedded(head.path)
        html = given.get(b"content-type", b"").startswith(b"text/html")
        # a browser applies the headers of 304 to the page it has cached
        if b"content-security-policy" not in given and self.status != 304:
            policy = page_policy(head.host, embedded=embedded) if head.is_page and html else CLOSED_POLICY
            more.append((b"content-security-policy", policy.encode()))
        if not embedded:
            more.append((b"x-frame-options", b"DENY"))
        if gate.secure:
            more.append((b"strict-transport-security", b"max-age=31536000"))
        if b"cache-control" not in given:
            more.append((b"cache-control", b"no-store"))
        shared = b"public" in given.get(b"cache-control", b"")  # shared caches may serve it to others
        if not head.unsafe and not shared and len(head.cookies.get(CSRF, "")) < 16:
            value = secrets.token_urlsafe(24)
            cookie = f"{CSRF}={value}; Path=/; Max-Age={CSRF_DAYS * 86_400}; SameSite=Lax"
            more.append((b"set-cookie", (cookie + ("; Secure" if gate.secure else "")).encode()))
        return more


def cookies_of(header: str) -> dict[str, str]:
    pairs = (part.strip().partition("=") for part in header.split(";"))
    return {name: value.strip('"') for name, sign, value in pairs if sign}


def origin_of(address: str) -> str:
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}" if parts.netloc else ""
