"""What a season's game exchanges with other parts: powered stakes, and items that players own."""

import logging
from typing import Any, cast

from sqlalchemy import Connection

from .....match.record import from_bytes
from .....match.replay import Replay
from .....server.arena import Arena
from .....server.matches.scheduled_match import ScheduledMatch
from .....server.tables.options import widths
from .....server.timers import wall_ms
from .....store import matches
from .....store.players import Player
from .....store.schema.platform import FINISHED
from .... import GAMES
from ...collectibles import match_bridge
from ...collectibles.store import items, match_items
from ..power_source import Kind, PowerPlayer, PowerSource, source_of
from ..store.seasons import SeasonGame, Seat
from .times import GAME, PRESET

log = logging.getLogger("roundhouse.seasons")


class Outside:
    """Power sources by the settings of each game, and the bridge to the ledger. BOI-051, BOI-084 to BOI-087, BOI-301"""

    def __init__(self, arena: Arena) -> None:
        self._arena = arena
        self._sources: dict[int, PowerSource] = {}  # by game, because a source may remember answers
        self._settled: dict[str, match_bridge.Inventory] = {}  # by match

    # Power

    def kind_of(self, game: SeasonGame) -> Kind:
        return cast(Kind, settings_of(game)["power_source"])

    async def stake_of(self, game: SeasonGame, seat: Seat, player: Player) -> int:
        """Raises PowerUnavailableError."""
        if game.id not in self._sources:
            self._sources[game.id] = self._source(game)
        return await self._sources[game.id].stake_of(PowerPlayer(player.id, player.name, seat.number))

    def _source(self, game: SeasonGame) -> PowerSource:
        settings, server = settings_of(game), self._arena.settings
        return source_of(
            self.kind_of(game),
            default=settings["default_powered_stake"],
            stakes=settings["powered_stakes"],
            staked=self._staked,
            address=server.power_url,
            timeout_s=server.power_timeout_seconds,
            token=server.power_token,
        )

    async def _staked(self, player_id: int) -> int:
        return (await self._arena.store.read(lambda connection: items.stake_of(connection, player_id))).staked

    def forget(self, game: SeasonGame) -> None:
        """Drop the source of a game whose settings may have changed."""
        self._sources.pop(game.id, None)

    # Items

    async def bring(self, live: ScheduledMatch) -> None:
        """Give players in the game the items that they own and that are missing there; may be repeated."""
        if not match_bridge.plays_with_ledger(live.setup.settings) or live.match.result is not None:
            return
        inventory = match_bridge.inventory_of(live.match.state, live.match.step)
        ids, now_ms = live.player_ids, wall_ms()

        def take(connection: Connection) -> list[Any]:
            return list(match_bridge.grants(connection, live.key, ids, inventory, now_ms))

        row_of = GAMES[GAME].change_row_of
        for change in await self._arena.store.write(take):
            live.change(row_of(change, live.match.state) if row_of else [], lambda verdict: None)

    async def settle(self, live: ScheduledMatch) -> None:
        """Write what happened to items to the ledger; may be repeated."""
        if not match_bridge.plays_with_ledger(live.setup.settings):
            return
        if live.state == "abandoned":
            await self._arena.store.write(lambda connection: match_bridge.give_back(connection, live.key, wall_ms()))
            return
        now_ms, inventory = wall_ms(), match_bridge.inventory_of(live.match.state, live.match.step)
        if inventory.same_items(self._settled.get(live.key)):
            return
        self._settled[live.key] = inventory
        if inventory.over:
            self._settled.pop(live.key)
        await self._arena.store.write(lambda connection: match_bridge.settle(connection, live.key, inventory, now_ms))

    async def settle_ended(self) -> None:
        """For games whose match ended before the ledger was updated: what happened to their items is in the match's
        record."""
        for key in await self._arena.store.read(match_items.open_games):
            if key not in self._arena.matches.running:
                await self._settle_ended(key)

    async def _settle_ended(self, key: str) -> None:
        def look(connection: Connection) -> match_bridge.Inventory | None:
            stored = matches.by_key(connection, key)
            if stored is None or stored.state != FINISHED:
                return None
            kept = matches.record_of(connection, stored.id)
            game = GAMES[stored.game]
            entries = from_bytes(kept).entries if kept else matches.entries_of(connection, stored.id, widths(game))
            replay = Replay(game, stored.setup)
            for entry in entries:
                replay.enter(entry)
            return match_bridge.inventory_of(replay.state, len(entries))

        inventory = await self._arena.store.read(look)

        def write(connection: Connection) -> None:
            if inventory is None:
                match_bridge.give_back(connection, key, wall_ms())
            else:
                match_bridge.settle(connection, key, inventory, wall_ms())

        await self._arena.store.write(write)
        log.info("the items of match %s are settled, which was over before", key)


def settings_of(game: SeasonGame) -> dict[str, Any]:
    """All settings of a game, including defaults."""
    teams = max((seat.team for seat in game.seats), default=2)
    known = {"teams": teams, "ships_per_team": max(1, len(game.seats) // teams)}
    chosen = {key: value for key, value in game.settings.items() if key != "map"}
    return GAMES[GAME].setup(preset=PRESET, settings=chosen | known).settings
