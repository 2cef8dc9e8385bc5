"""What the pages of organisers show of a wire and of the teams of a match. DUN-264, DUN-265"""

import asyncio
from typing import Any

from .....core.game import EVERYTHING
from .....server.matches.live_match import LiveMatch
from .....server.timers import exact_wall_ms
from ..broker_queue import BrokerAwayError
from ..game_service import GameService
from ..spaces import Spaces
from ..store import WirePlayer
from .api import DungeonTeam, WireEvent, WireGame, WireInfo, WireSpace, WireTeam


def teams_of(live: LiveMatch) -> list[DungeonTeam]:
    """DUN-264"""
    view: Any = live.match.view(EVERYTHING)
    own = {one.seat: one for one in view.all}
    commands = last_commands(live)
    found = []
    for player in view.players:
        state, mine = live.seat_states[player.seat], own[player.seat]
        kind, number = commands.get(player.seat, ("", 0))
        found.append(
            DungeonTeam(
                seat=player.seat,
                name=player.name,
                connected=state.subscriber is not None and state.away_ms is None,
                late=state.tally.late,
                refused=state.refusals,
                command=kind,
                command_round=number,
                robots=len(mine.robots),
                money=mine.money,
                score=player.total,
                place=player.place,
                left=player.left,
            )
        )
    return found


def last_commands(live: LiveMatch) -> dict[int, tuple[str, int]]:
    """By seat, the kind and the round of the newest command that was executed, as far back as rounds are kept."""
    found: dict[int, tuple[str, int]] = {}
    history = live.round_history
    for number in range(history.rounds, 0, -1) if history is not None else ():
        commands = history.commands(number) if history is not None else None
        if commands is None or len(found) == len(live.setup.seats):
            break
        for one in reversed(commands):
            found.setdefault(one.seat, (str(one.action.get("type", "")), number))
    return found


async def wire_info(spaces: Spaces, ports: list[int]) -> WireInfo:
    """DUN-265"""
    terms = spaces.terms
    return WireInfo(
        generation=terms.generation,
        ports=ports,
        broker=terms.broker,
        away=spaces.broker_queue.away,
        open=terms.open_admin,
        spaces_max=terms.spaces_max,
        players_max=terms.space_players_max,
        round_ms=terms.round_ms,
        now_ms=int(exact_wall_ms()),
        spaces=await asyncio.gather(*(space_info(spaces, one) for one in spaces.services.values())),
    )


async def space_info(spaces: Spaces, service: GameService) -> WireSpace:
    space, game, live = service.space, service.game, service.live
    shown = None
    if game is not None and not game.ended_ms:
        shown = WireGame(
            id=game.uuid,
            status=game.status,
            round=0 if live is None else int(live.match.state.round_no),
            max_rounds=game.max_rounds,
            max_players=game.max_players,
            round_ms=game.round_ms,
            match=game.match,
        )
    players = [await team_info(spaces, service, one) for one in service.players.all]
    return WireSpace(key=space.key, name=space.name, path=space.path, prefix=space.prefix, game=shown, players=players)


async def team_info(spaces: Spaces, service: GameService, wired: WirePlayer) -> WireTeam:
    notes, destination = service.notes[wired.player.id], service.dispatch.destination(wired)
    try:
        unread, readers = await spaces.broker_queue.broker.look(destination)
    except BrokerAwayError:
        unread = readers = -1
    return WireTeam(
        id=wired.uuid,
        name=wired.name,
        plays=service.seat_of(wired) > 0,
        readers=readers,
        unread=unread,
        unsent=spaces.broker_queue.length(destination),
        asked_ms=int(notes.asked_ms),
        command=notes.command,
        command_ms=int(notes.command_ms),
        accepted=notes.accepted,
        refused=notes.refused,
        late=notes.late,
        failed=notes.failed,
        refusal=notes.refusal,
    )


def events_of(service: GameService, wired: WirePlayer) -> list[WireEvent]:
    """The newest messages of a player, newest first; on a shared broker those of everybody."""
    told = service.notes[service.dispatch.destination(wired).player_id].events
    return [
        WireEvent(
            id=one.message.id,
            type=one.message.type,
            at_ms=int(one.at_ms),
            transaction=one.message.transaction,
            payload=one.message.payload,
        )
        for one in reversed(told)
    ]
