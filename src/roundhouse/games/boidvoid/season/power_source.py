"""Where powered stakes come from. A power source is a replaceable part with one operation: player -> powered stake.

BOI-079, BOI-084 to BOI-087. docs/power-sources.md explains how to write another one.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Annotated, Literal, Protocol
from urllib.parse import quote

import httpx
import msgspec
from msgspec import Meta, Struct

from ..collectibles.permissions import counted

log = logging.getLogger("roundhouse.power")

Kind = Literal["embedded", "ledger", "http"]
STAKE_MAX = 10**12
ANSWER_MAX = 4096  # bytes
TRIES = 2
PAUSE_S = 0.1  # before the second try
AT_ONCE = 8  # requests to an external service at the same time
SILENT_MAX = 3  # after so many requests in a row without an answer none is sent for a while
REST_S = 60.0


class PowerPlayer(Struct, frozen=True):
    """The player whose stake is asked for: the account, and the player's number in the game, from 1."""

    id: int
    name: str
    number: int


class PowerUnavailableError(Exception):
    """A source cannot tell a stake now: the old maximum stays. `last` is the newest answer it remembers."""

    code = "power_unavailable"

    def __init__(self, why: str, last: int | None = None) -> None:
        super().__init__(why)
        self.last = last


class PowerSource(Protocol):
    """BOI-087"""

    async def stake_of(self, player: PowerPlayer) -> int:
        """The powered stake, a whole number from 0 on. Raises PowerUnavailableError."""
        ...


class Embedded:
    """The same for everybody, except for players with their own value in the game's settings. BOI-084"""

    def __init__(self, default: int, stakes: Sequence[int] = ()) -> None:
        self._default = default
        self._stakes = stakes

    async def stake_of(self, player: PowerPlayer) -> int:
        return self._stakes[player.number - 1] if player.number <= len(self._stakes) else self._default


class Ledger:
    """The points that players have staked on this server, up to the maximum. BOI-085"""

    def __init__(self, staked: Callable[[int], Awaitable[int]]) -> None:
        self._staked = staked

    async def stake_of(self, player: PowerPlayer) -> int:
        return counted(await self._staked(player.id))


class Answer(Struct, frozen=True):
    powered_stake: Annotated[int, Meta(ge=0, le=STAKE_MAX)]


class Http:
    """An external service that answers `{"powered_stake": n}`. Within its time limit it gives an answer or raises
    PowerUnavailableError, which is logged. BOI-086

    `{player}` in the address is replaced by the player's name; without it the name is sent as `?player=`.
    """

    def __init__(self, address: str, *, timeout_s: float = 5.0, token: str = "") -> None:
        self.last: dict[str, int] = {}  # newest answers, by name
        self._address = address
        self._timeout_s = timeout_s
        self._headers = {"accept": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
        self._tls = httpx.create_ssl_context() if address.startswith("https:") else False  # expensive, so only once
        self._room = asyncio.Semaphore(AT_ONCE)
        self._silent, self._silent_at = 0, 0.0

    async def stake_of(self, player: PowerPlayer) -> int:
        loop = asyncio.get_running_loop()
        try:
            async with self._room:
                if self._silent >= SILENT_MAX and loop.time() < self._silent_at + REST_S:
                    # do not let thousands of players wait one after the other
                    raise self._unavailable(player, "the power service does not answer")
                async with asyncio.timeout(self._timeout_s):
                    stake = await self._ask(player.name)
                self._silent = 0
        except TimeoutError:
            self._silent, self._silent_at = self._silent + 1, loop.time()
            raise self._unavailable(player, f"no answer within {self._timeout_s:g} seconds") from None
        except (httpx.HTTPError, httpx.InvalidURL, msgspec.DecodeError, UnicodeError, ValueError) as error:
            raise self._unavailable(player, str(error) or type(error).__name__) from None
        self.last[player.name] = stake
        return stake

    async def _ask(self, name: str) -> int:
        """A request that fails is tried once more."""
        async with httpx.AsyncClient(headers=self._headers, timeout=self._timeout_s, verify=self._tls) as client:
            for _ in range(TRIES - 1):
                try:
                    return await self._once(client, name)
                except httpx.HTTPError as error:
                    log.debug("the power service is asked again: %s", error)
                    await asyncio.sleep(PAUSE_S)
            return await self._once(client, name)

    async def _once(self, client: httpx.AsyncClient, name: str) -> int:
        async with client.stream("GET", address_for(self._address, name)) as answer:
            answer.raise_for_status()
            read = b""
            async for part in answer.aiter_bytes():
                read += part
                if len(read) > ANSWER_MAX:
                    raise ValueError(f"the answer has more than {ANSWER_MAX} bytes")
        return msgspec.json.decode(read, type=Answer).powered_stake

    def _unavailable(self, player: PowerPlayer, why: str) -> PowerUnavailableError:
        log.warning("power_unavailable: %s: %s", player.name, why)
        return PowerUnavailableError(why, self.last.get(player.name))


def address_for(address: str, name: str) -> str:
    """The address for a player's stake."""
    if "{player}" in address:
        return address.replace("{player}", quote(name, safe=""))
    return f"{address}{'&' if '?' in address else '?'}player={quote(name, safe='')}"


class Missing:
    """No external service is configured: no request is ever answered. BOI-086"""

    async def stake_of(self, player: PowerPlayer) -> int:
        log.warning("power_unavailable: %s: this server has no power_url", player.name)
        raise PowerUnavailableError("this server has no power_url")


def source_of(
    kind: Kind,
    *,
    default: int = 10_000,
    stakes: Sequence[int] = (),
    staked: Callable[[int], Awaitable[int]] | None = None,
    address: str = "",
    timeout_s: float = 5.0,
    token: str = "",
) -> PowerSource:
    """The source of a season's game: `default` and `stakes` are its settings default_powered_stake and powered_stakes,
    `staked` returns an account's staked points, the rest comes from the server's settings. BOI-301"""
    if kind == "ledger" and staked is not None:
        return Ledger(staked)
    if kind == "http":
        return Http(address, timeout_s=timeout_s, token=token) if address else Missing()
    return Embedded(default, stakes)
