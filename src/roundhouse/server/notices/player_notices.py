"""Notices for single players: stored until read, shown by their pages, and passed on to a service of the operator."""

import asyncio
from collections.abc import Callable, Collection
from concurrent.futures import Future
from typing import Any

from sqlalchemy import Connection

from ...store import notices, players
from ..settings import ServerSettings
from ..store_access import StoreAccess, noticed
from ..tasks import Tasks
from .notice_webhook import NoticeWebhook
from .page_updates import PageUpdates


class PlayerNotices:
    """Without a database there are no notices, because they could not be read later."""

    def __init__(
        self,
        settings: ServerSettings,
        *,
        store: StoreAccess,
        news: PageUpdates,
        tasks: Tasks,
        wall: Callable[[], int],
    ) -> None:
        self.webhook = NoticeWebhook(settings.notice_url, token=settings.notice_token)
        self._handed_on = bool(settings.notice_url)
        self._store = store
        self._news = news
        self._tasks = tasks
        self._wall = wall

    def tell(self, player_id: int, code: str, data: dict[str, Any]) -> None:
        now_ms = self._wall()
        self._tell_noted([player_id], lambda connection: notices.tell(connection, player_id, code, data, now_ms))
        self._hand_on([player_id], code, data, now_ms)

    def remind(self, player_ids: Collection[int], code: str, data: dict[str, Any]) -> None:
        """Send several players the same notice; not again to those who have not read the last one."""
        now_ms = self._wall()
        self._tell_noted(player_ids, lambda connection: notices.renew(connection, player_ids, code, data, now_ms))
        self._hand_on(player_ids, code, data, now_ms)

    def _tell_noted(self, player_ids: Collection[int], change: Callable[[Connection], object]) -> None:
        """Write the notice before pages are told, because they load it at once."""
        if self._store.database is None:
            return

        async def tell_noted(written: Future[object]) -> None:
            await asyncio.wait([asyncio.wrap_future(written)])
            for player_id in told:
                self._news.tell("me", player_id=player_id)

        told, written = tuple(player_ids), self._store.database.submit(change)
        written.add_done_callback(noticed)
        self._tasks.run(tell_noted(written))

    def _hand_on(self, player_ids: Collection[int], code: str, data: dict[str, Any], now_ms: int) -> None:
        async def hand_on() -> None:
            known = await self._store.read(lambda connection: players.by_ids(connection, player_ids))
            for player in known.values():
                self.webhook.tell(player.name, code, data, now_ms)

        if self._handed_on and self._store.database is not None:
            self._tasks.run(hand_on())
