"""Passes notices on to a service of the operator, which may send mail or a push message.

Every notice is one POST of JSON to the address in the setting `notice_url`. Nothing waits for it: a failed one is tried
again a little later, then logged and dropped. The player finds it on the site anyway.
"""

import asyncio
import logging
from typing import Any

import httpx

from ..tasks import cancel_all

log = logging.getLogger("roundhouse.notices")

WAITING_MAX = 10_000  # notices that may wait, so that an absent service does not fill our memory
TRIES = 3
PAUSE_S = 2.0  # before the second try, twice as long before the third


class NoticeWebhook:
    def __init__(self, address: str, *, token: str = "", timeout_s: float = 5.0, pause_s: float = PAUSE_S) -> None:
        self._address = address
        self._headers = {"authorization": f"Bearer {token}"} if token else {}
        self._timeout_s = timeout_s
        self._pause_s = pause_s
        self._waiting: asyncio.Queue[dict[str, Any]] = asyncio.Queue(WAITING_MAX)
        self._task: asyncio.Task[None] | None = None
        self.dropped = 0

    def tell(self, player: str, code: str, data: dict[str, Any], at_ms: int) -> None:
        """Pass on a notice for a player. Returns at once."""
        if not self._address:
            return
        try:
            self._waiting.put_nowait({"player": player, "code": code, "data": data, "at_ms": at_ms})
        except asyncio.QueueFull:
            self._drop("too many notices wait")
            return
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._work())

    async def stop(self) -> None:
        """Stop; notices that still wait are dropped."""
        if self._task is not None:
            await cancel_all([self._task])
            self._task = None

    async def _work(self) -> None:
        async with httpx.AsyncClient(headers=self._headers, timeout=self._timeout_s) as client:
            while True:
                await self._hand_on(client, await self._waiting.get())

    async def _hand_on(self, client: httpx.AsyncClient, notice: dict[str, Any]) -> None:
        why = ""
        for number in range(TRIES):
            if number:
                await asyncio.sleep(self._pause_s * number)
            try:
                (await client.post(self._address, json=notice)).raise_for_status()
            except (httpx.HTTPError, httpx.InvalidURL) as error:
                why = str(error) or type(error).__name__
            else:
                return
        self._drop(why)

    def _drop(self, why: str) -> None:
        self.dropped += 1
        log.warning("a notice was not handed on to %s: %s", self._address, why)
