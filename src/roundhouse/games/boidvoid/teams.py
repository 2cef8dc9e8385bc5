"""The team of a seat, and who its captains are. BOI-021, BOI-022, BOI-024"""

from ...core.game import Crew
from .rules import tables as t
from .rules.state import State


def crew_of(g: State, seat: int) -> Crew:
    """The team of a seat; leader and vice-leader are its captains, and so is the player of a whole team."""
    captain = g.by_team != 0 or any(
        g.players[n].seat == seat and g.players[n].role != t.TROOPER for n in range(g.player_count)
    )
    return Crew(int(g.seat_team[seat]), captain)
