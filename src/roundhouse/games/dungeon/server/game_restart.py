"""A game goes on after the server was away: its messages are made again from its log, and its programs sit down."""

import asyncio
import logging
from typing import TYPE_CHECKING, Any

from ....core.entries import Entry
from ....core.game import Setup
from ....match.record import from_bytes
from ....server.tables.options import widths
from ....server.timers import exact_wall_ms
from ....store import matches
from .. import GAME
from . import store
from .broker_message import BrokerMessage
from .event_replay import replay_messages
from .game_status import Played
from .round_messages import times_of
from .seat_connection import WireSeat

if TYPE_CHECKING:
    from .game_service import GameService

log = logging.getLogger("roundhouse.wire")


async def take_up(service: "GameService", game: Played) -> None:
    """A game that is not over, or of which somebody has still to be told."""
    if game.generation != service.terms.generation:
        await give_up(service, game)
        return
    sent = await service.arena.store.read(lambda connection: store.confirmed(connection, game.uuid))
    service.dispatch.know(game, sent)
    service.game = game
    if not game.match and game.joined:  # the server may have stopped in the moment of the start
        begun = (one for one in service.arena.matches.running.values() if list(one.player_ids) == game.ids)
        game.match = next((one.key for one in begun if one.game is GAME), "")
    service.dispatch.created(game)
    for joined in game.joined:
        service.dispatch.joined(game, joined)
    if game.match:
        service.dispatch.started(game)
        await retell(service, game)
    if game.ended_ms:
        service.game = None
        service.ended.add(game.uuid)
        service.dispatch.ended(game)


async def give_up(service: "GameService", game: Played) -> None:
    """A game of another generation's wire; its match goes on, but its programs would not understand this one."""
    log.warning("game %s of %s is not told on: this wire is %s", game.uuid, game.generation, service.terms.generation)
    await service.players.write(lambda connection: store.delivered(connection, game.uuid))


async def retell(service: "GameService", game: Played) -> None:
    """The match so far, from its log; then its programs sit down again."""
    setup, entries = await service.arena.store.read(lambda connection: log_of(connection, game.match))
    service.writers = writers = service.dispatch.writers(game, setup)
    wired = [service.players[one] for one in game.ids]
    told: list[tuple[int, BrokerMessage, float]] = []

    def tell() -> None:
        replay_messages(writers, setup, entries, game.started_ms, lambda *one: told.append(one))

    await asyncio.get_running_loop().run_in_executor(None, tell)
    for seat, message, at in told:
        service.dispatch.tell(game, service.dispatch.destination(wired[seat - 1]), message, at)
    log.info("game %s was told again from its log: %d messages, or fewer that are missing", game.uuid, len(told))
    live = service.arena.matches.running.get(game.match)
    if live is None:
        game.ended_ms = game.ended_ms or exact_wall_ms()
        await service.keep(game)
        return
    state = live.match.state
    service.round_began = exact_wall_ms()
    for seat, one in enumerate(wired, 1):
        writer = writers.get(seat)
        if writer is not None:
            writer.resume(times_of(exact_wall_ms(), state.round_ms))
        sitting = service.seats[one.player.id] = WireSeat(service, one, writer, round_no=state.round_no)
        sitting.seated(live, seat)


def log_of(connection: Any, key: str) -> tuple[Setup, list[Entry]]:
    """The setup and the entries of a match, over or not."""
    stored = matches.by_key(connection, key)
    if stored is None:
        raise LookupError(f"there is no match {key}")
    kept = matches.record_of(connection, stored.id)
    if kept is not None:
        return stored.setup, list(from_bytes(kept).entries)
    return stored.setup, list(matches.entries_of(connection, stored.id, widths(GAME)))
