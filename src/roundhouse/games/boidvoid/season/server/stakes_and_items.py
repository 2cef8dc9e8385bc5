"""What a season's game gets from elsewhere, and gives back: powered stakes, and items that players own."""

import logging
from typing import Any, cast

from sqlalchemy import Connection

from .... import GAMES
from .....match.record import from_bytes
from .....match.replay import Replay
from ...collectibles import match_bridge
from ..power_source import Kind, PowerPlayer, PowerSource, source_of
from ...collectibles.store import items, match_items
from .....store import matches
from .....store.players import Player
from ..store.seasons import SeasonGame, Seat
from .....store.schema.platform import FINISHED
from .....server.arena import Arena
from ....spacegoo.server.line_log import wall_ms
from .....server.matches.scheduled_match import Seasonal
from .....server.tables.options import widths
from .times import GAME, PRESET

log = logging.getLogger("roundhouse.seasons")


class Outside:
    """Power sources by the settings of each game, and the bridge to the ledger. BOI-051, BOI-084 to BOI-087, BOI-301"""

    def __init__(self, arena: Arena) -> None:
        self._arena = arena
        self._sources: dict[int, PowerSource] = {}  # by game, because one may remember answers
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
        return (await self._arena.read(lambda connection: items.stake_of(connection, player_id))).staked

    def forget(self, game: SeasonGame) -> None:
        """The settings of a game may have changed."""
        self._sources.pop(game.id, None)

    # Items

    async def bring(self, playing: Seasonal) -> None:
        """Let players have in the game what they own and it lacks; once more does no harm."""
        if not match_bridge.plays_with_ledger(playing.setup.settings) or playing.match.result is not None:
            return
        inventory = match_bridge.inventory_of(playing.match.state, playing.match.step)
        ids, now_ms = playing.player_ids, wall_ms()

        def take(connection: Connection) -> list[Any]:
            return list(match_bridge.grants(connection, playing.key, ids, inventory, now_ms))

        row_of = GAMES[GAME].change_row_of
        for change in await self._arena.write(take):
            playing.change(row_of(change, playing.match.state) if row_of else [], lambda verdict: None)

    async def settle(self, playing: Seasonal) -> None:
        """Carry what happened to items to the ledger; once more does no harm."""
        if not match_bridge.plays_with_ledger(playing.setup.settings):
            return
        if playing.state == "abandoned":
            await self._arena.write(lambda connection: match_bridge.give_back(connection, playing.key, wall_ms()))
            return
        now_ms, inventory = wall_ms(), match_bridge.inventory_of(playing.match.state, playing.match.step)
        if inventory.same_items(self._settled.get(playing.key)):
            return
        self._settled[playing.key] = inventory
        if inventory.over:
            self._settled.pop(playing.key)
        await self._arena.write(lambda connection: match_bridge.settle(connection, playing.key, inventory, now_ms))

    async def settle_ended(self) -> None:
        """Games whose match was over before the ledger heard of it: what became of their items is in its record."""
        for key in await self._arena.read(match_items.open_games):
            if key not in self._arena.playing:
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

        inventory = await self._arena.read(look)

        def write(connection: Connection) -> None:
            if inventory is None:
                match_bridge.give_back(connection, key, wall_ms())
            else:
                match_bridge.settle(connection, key, inventory, wall_ms())

        await self._arena.write(write)
        log.info("the items of match %s are settled, which was over before", key)


def settings_of(game: SeasonGame) -> dict[str, Any]:
    """All settings of a game, also those that are as usual."""
    teams = max((seat.team for seat in game.seats), default=2)
    known = {"teams": teams, "ships_per_team": max(1, len(game.seats) // teams)}
    chosen = {key: value for key, value in game.settings.items() if key != "map"}
    return GAMES[GAME].setup(preset=PRESET, settings=chosen | known).settings
