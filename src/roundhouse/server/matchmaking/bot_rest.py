"""Bots that fail too often are rested: not paired until their owners, who get a notice, wake them."""

import asyncio
import logging
from collections.abc import Iterable
from typing import TYPE_CHECKING

from sqlalchemy import Connection

from ...competition.ladder.bot_rest import WINDOW, failures, should_rest
from ...store import ladder, notices, players
from ...store.database import Database
from ...store.players import Player
from ..errors import Refused
from ..timers import wall_ms

if TYPE_CHECKING:
    from ..notices.page_updates import PageUpdates
    from ..settings import ServerSettings

log = logging.getLogger("roundhouse.matchmaker")

NOTICE = "bot_rested"


class BotRest:
    def __init__(self, database: Database, settings: "ServerSettings", news: "PageUpdates") -> None:
        self._database = database
        self._settings = settings
        self._news = news
        self._woken: dict[int, int] = {}  # since when failures count

    async def consider(self, player_ids: Iterable[int]) -> list[Player]:
        """Rest the players among these that failed too often; returns them."""
        now_ms, ids, woken = wall_ms(), set(player_ids), self._woken

        def rest(connection: Connection) -> list[Player]:
            rested = []
            for player in players.by_ids(connection, ids).values():
                if player.kind == "person" or player.builtin or player.rested_ms is not None:
                    continue
                since_ms = woken.get(player.id, 0)
                why = ladder.departures(connection, player.id, limit=WINDOW, since_ms=since_ms)
                if should_rest(why, rest_after=self._settings.rest_after):
                    rested.append(put_to_rest(connection, player, why, now_ms))
            return rested

        rested = await asyncio.wrap_future(self._database.submit(rest))
        for player in rested:
            log.info("%s rests: %s", player.name, player.rested_why)
            self._news.tell("me", player_id=owner_of(player))
        return rested

    async def wake(self, player_id: int) -> Player | None:
        """Let a bot be paired again, with a clean record."""
        self._woken[player_id] = wall_ms()
        return await asyncio.wrap_future(
            self._database.submit(
                lambda connection: players.change(connection, player_id, rested_ms=None, rested_why="")
            )
        )


def put_to_rest(connection: Connection, player: Player, departures: list[str], now_ms: int) -> Player:
    """Store it with the account and send the owner a notice. Reasons are codes, for pages to put into words."""
    why = ", ".join(dict.fromkeys(failures(departures)))[:200]
    changed = players.change(connection, player.id, rested_ms=now_ms, rested_why=why)
    notices.tell(connection, owner_of(player), NOTICE, {"bot": player.name, "why": why}, now_ms)
    return changed or player


def owner_of(player: Player) -> int:
    """The owner of a bot, or the bot itself if it has none."""
    return player.id if player.owner_id is None else player.owner_id


def rested(player: Player) -> Refused:
    sentence = f"{player.name} rests because it failed too often ({player.rested_why}); its owner can wake it."
    return Refused("rested", sentence, status=403)
