"""Checks an administrator's request for a game: teams become seats with roles, and the settings must be playable."""

from collections.abc import Mapping, Sequence
from typing import Any

from .....core.settings import bad_settings
from .....match.table import Sitter
from .....protocol.api.platform import TableOptions
from .....server.errors import Refused
from .....server.matches.time_controls import CALENDAR
from .....server.tables.options import refusal, sitter_of
from .....store.players import Player
from ..api import NewSeasonSeat, SeasonWarning
from ..store.seasons import Seat
from .times import GAME, PRESET

LEADER, VICE_LEADER = "leader", "vice_leader"


def seats_of(teams: Sequence[Sequence[NewSeasonSeat]], known: Mapping[str, Player | None]) -> list[Seat]:
    """Seats for the players that are named. Raises Refused. BOI-015 to BOI-020"""
    if len(teams) < 2:
        raise Refused("bad_settings", "A game has at least two teams.", field="teams", rule="BOI-015")
    if len({len(team) for team in teams}) > 1:
        raise Refused("bad_settings", "All teams have the same number of players.", field="teams", rule="BOI-016")
    made: list[Seat] = []
    for number, team in enumerate(teams, 1):
        for place, wanted in enumerate(team, 1):
            field = f"teams[{number - 1}][{place - 1}].player"
            player = playable(known.get(wanted.player), wanted.player, field)
            if any(seat.player_id == player.id for seat in made):
                sentence = f"{player.name} has a ship in this game already."
                raise Refused("player_twice", sentence, field=field, rule="BOI-020", status=409)
            made.append(Seat(len(made) + 1, number, place, wanted.role, player.id))
    check_roles(made)
    return made


def playable(player: Player | None, name: str, field: str) -> Player:
    """An account that can have a seat in a season. Raises Refused."""
    if player is None:
        raise Refused("no_player", f"There is no player called {name!r}.", field=field, status=404)
    if player.guest or player.blocked:
        raise Refused("no_player", f"{player.name} cannot play in a season.", field=field, status=409)
    return player


def check_roles(seats: Sequence[Seat]) -> None:
    """Every team has one leader and at most one vice-leader. Raises Refused. BOI-017, BOI-019"""
    for team in sorted({seat.team for seat in seats}):
        roles: list[str] = [seat.role for seat in seats if seat.team == team]
        if LEADER not in roles:
            sentence = f"Team {team} has no leader."
            raise Refused("no_team_leader", sentence, field=f"teams[{team - 1}]", rule="BOI-019")
        if roles.count(LEADER) > 1 or roles.count(VICE_LEADER) > 1:
            sentence = f"Team {team} has more than one leader or vice-leader."
            raise Refused("too_many_leaders", sentence, field=f"teams[{team - 1}]", rule="BOI-017")


def warnings_of(seats: Sequence[Seat]) -> list[SeasonWarning]:
    """What is allowed but probably a mistake. BOI-019"""
    teams = sorted({seat.team for seat in seats})
    lacking = [one for one in teams if not any(seat.team == one and seat.role == VICE_LEADER for seat in seats)]
    return [SeasonWarning("no_vice_leader", one, f"Team {one} has no vice-leader.") for one in lacking]


def options_of(settings: Mapping[str, Any], seats: Sequence[Seat], stakes: Sequence[int] = ()) -> TableOptions:
    """The options of the game's match: one seat for each player, and turns by the calendar. Raises Refused."""
    teams = max(seat.team for seat in seats)
    fixed = {"mode": "season", "seat_model": "player", "teams": teams, "ships_per_team": len(seats) // teams}
    for key, value in fixed.items():
        if settings.get(key, value) != value:
            raise refusal(bad_settings(key, settings[key], f"{value}: it follows from the players", "BOI-297"))
    chosen = {**settings, **fixed}
    if stakes:
        chosen["powered_stakes"] = list(stakes)
    return TableOptions(game=GAME, preset=PRESET, clock=CALENDAR, settings=chosen)


def sitters_of(seats: Sequence[Seat], players: Mapping[int, Player]) -> list[Sitter]:
    return [sitter_of(players[seat.player_id]) for seat in seats]
