"""Which players have a party in a match: a person, their bots and those bots' bots are one party."""

from typing import TYPE_CHECKING

from sqlalchemy import Connection

from ...store import players
from ...store.players import Player
from ..errors import Refused
from ..http.dependencies import HttpContext

if TYPE_CHECKING:
    from .live_match import LiveMatch


async def need_outsider(context: HttpContext, live: "LiveMatch", who: Player) -> None:
    """Raises Refused for a player who plays in the match, or has a bot in it."""
    if live.seat_of(who.id):
        raise Refused("seated", "You play in this match.", status=403)
    theirs = await context.read(lambda connection: party_of(connection, who))
    if theirs & set(live.player_ids):
        raise Refused("seated", "A bot of yours plays in this match, or you are one of its owner's.", status=403)


def party_of(connection: Connection, player: Player) -> set[int]:
    passed = {player.id}
    while player.owner_id is not None and player.owner_id not in passed:
        passed.add(player.owner_id)
        owner = players.by_id(connection, player.owner_id)
        if owner is None:
            break
        player = owner
    return players.household(connection, player.id)
