"""What a turn adds to a game's history: enough to draw charts, and to tell a returning player what has changed.
Everybody may know all of it. BOI-088, BOI-266"""

from msgspec import Struct

from .figures import COUNTED
from .rules.state import State


class HistoryRound(Struct, frozen=True, kw_only=True):
    """Of one turn that is over. `tiles` and `ships` (on the map) are by team, the rest by player in their order, with
    the seat and the team of each. A ship off the map has the place -1; `health` is in hundredths. `stats` are the
    figures of BOI-266 as they stood, in the unit that they are counted in."""

    round: int
    side: int  # of the grid: a place is y * side + x
    seats: list[int]
    teams: list[int]
    tiles: list[int]
    ships: list[int]
    place: list[int]
    health: list[int]
    automode: list[bool]
    stats: dict[str, list[int]]


def history_of(g: State) -> HistoryRound:
    """The turn that has ended: the state is already in the next one, unless the game is over."""
    players = range(g.player_count)
    teams = range(1, g.teams + 1)
    flying = [0] * (g.teams + 1)
    for n in players:
        flying[g.players[n].team] += g.units[n].tile >= 0
    return HistoryRound(
        round=g.turn_no if g.reason else g.turn_no - 1,
        side=g.side,
        seats=[g.players[n].seat for n in players],
        teams=[g.players[n].team for n in players],
        tiles=[g.tiles_owned[team] for team in teams],
        ships=[flying[team] for team in teams],
        place=[g.units[n].tile for n in players],
        health=[g.units[n].health for n in players],
        automode=[g.units[n].automode != 0 for n in players],
        stats={key: [getattr(g.players[n], key) for n in players] for key, _, _ in COUNTED},
    )
