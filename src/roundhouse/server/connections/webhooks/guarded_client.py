"""HTTP calls to addresses that players give: only where the operator allows it, bounded in time, size and number.

A name is resolved once, the resulting address is checked, and that very address is connected to, so that a changing DNS
answer cannot reach anything else. Redirects are not followed, proxies of the environment not used.
"""

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Literal

import httpcore

from ....sdk.players.addresses import Address, AddressError, address_of

Reach = Literal["off", "local", "public"]

IP = ipaddress.IPv4Address | ipaddress.IPv6Address
NAT64 = ipaddress.ip_network("64:ff9b::/96")
CONNECT_S = 5.0
LOOKUPS_MAX = 8  # DNS lookups at the same time
BLOCKED = "no address of this kind may be called"


class GuardedCallError(Exception):
    """The call gave no usable response; the sentence says why."""


def allowed(ip: IP, reach: Reach) -> bool:
    """Whether an address may be called. Link-local ones never, because clouds serve their secrets there."""
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped is not None:
            return allowed(ip.ipv4_mapped, reach)
        if ip.sixtofour is not None or ip.teredo is not None or ip in NAT64:
            return False  # an IPv4 address written as IPv6
    if ip.is_multicast or ip.is_unspecified or ip.is_link_local or reach == "off":
        return False
    if ip.is_global and not ip.is_reserved:  # reserved ranges have more ways to write an IPv4 address as IPv6
        return True
    return reach == "local" and (ip.is_private or ip.is_loopback) and not (ip.is_reserved and not ip.is_loopback)


def checked(url: str, reach: Reach) -> Address:
    """Raises AddressError for an address that can never be called. Names are resolved later, at every call."""
    address = address_of(url)
    if address.scheme not in ("http", "https"):
        raise AddressError(f"{url!r}: a webhook begins with http:// or https://")
    try:
        literal = ipaddress.ip_address(address.host)
    except ValueError:
        return address
    if not allowed(literal, reach):
        raise AddressError(f"{url!r}: {BLOCKED} here")
    return address


class Guarded(httpcore.AsyncNetworkBackend):
    """A network backend that connects only to allowed addresses."""

    def __init__(self, reach: Reach) -> None:
        self._reach = reach
        self._under = httpcore.AnyIOBackend()
        # Own threads, because a slow name server must not block the threads of the rest of the server.
        self._lookups = ThreadPoolExecutor(LOOKUPS_MAX, thread_name_prefix="lookup")

    def close(self) -> None:
        self._lookups.shutdown(wait=False, cancel_futures=True)

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - the backend's own signature
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        def look() -> list[Any]:
            return socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)

        try:
            found = await asyncio.get_running_loop().run_in_executor(self._lookups, look)
        except (OSError, UnicodeError) as error:
            raise httpcore.ConnectError(f"the name cannot be looked up: {error}") from None
        numbers = [str(one[4][0]).partition("%")[0] for one in found]
        fine = next((number for number in numbers if allowed(ipaddress.ip_address(number), self._reach)), None)
        if fine is None:
            raise httpcore.ConnectError(BLOCKED)
        return await self._under.connect_tcp(fine, port, timeout, local_address, socket_options)

    async def connect_unix_socket(
        self,
        path: str,
        timeout: float | None = None,  # noqa: ASYNC109
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        raise httpcore.ConnectError(BLOCKED)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


class GuardedCaller:
    """All calls of a server; at most `calls_max` at the same time, the others wait."""

    def __init__(self, reach: Reach, *, calls_max: int, body_max: int) -> None:
        self.reach = reach
        self._body_max = body_max
        self._calls = asyncio.Semaphore(calls_max)
        self._guarded = Guarded(reach)
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=ssl.create_default_context(),
            max_connections=calls_max,
            max_keepalive_connections=calls_max,
            keepalive_expiry=30.0,
            network_backend=self._guarded,
        )

    async def close(self) -> None:
        await self._pool.aclose()
        self._guarded.close()

    async def call(
        self, address: Address, method: str, path: str, body: bytes | None, headers: Mapping[str, str], seconds: float
    ) -> tuple[int, bytes]:
        """Status and body of the response. Raises CallError."""
        told = {"host": address.netloc, "accept": "application/json", "user-agent": "roundhouse", **headers}
        if body is not None:
            told |= {"content-type": "application/json"}
        url = f"{address.scheme}://{address.netloc}{address.path.rstrip('/')}{path}"
        try:
            async with asyncio.timeout(seconds), self._calls:
                return await self._call(method, url, body, told)
        except TimeoutError:
            raise GuardedCallError("it does not answer in time") from None
        except (httpcore.NetworkError, httpcore.TimeoutException, httpcore.ProtocolError, OSError) as error:
            raise GuardedCallError(f"it cannot be reached ({str(error).strip() or type(error).__name__})") from None

    async def _call(self, method: str, url: str, body: bytes | None, headers: Mapping[str, str]) -> tuple[int, bytes]:
        timeouts = {"connect": CONNECT_S, "pool": CONNECT_S}
        extensions = {"timeout": timeouts}
        async with self._pool.stream(
            method, url, headers=list(headers.items()), content=body, extensions=extensions
        ) as answer:
            content = bytearray()
            async for piece in answer.aiter_stream():
                content += piece
                if len(content) > self._body_max:
                    raise GuardedCallError(f"its answer has more than {self._body_max} bytes")
            return answer.status, bytes(content)
