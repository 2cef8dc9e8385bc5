"""The chance of every seat to win from a position, judged by what its team has."""

from collections.abc import Sequence

from ...core.game import Setup
from .rules import tables as t
from .rules.phases.scoring import has_left
from .rules.state import State

SHIP_TILES = 0.3  # tiles that a ship on the map adds per turn
MOTHERSHIP_SHARE = 0.5  # share of that while the mothership is away
SHARPNESS = 2.2  # the exponent in the beginning
TURNS_AHEAD = 20  # in a season, which has no turn limit


def chances(states: Sequence[State], setup: Setup, rollouts: int, seed: int) -> tuple[list[list[float]], int]:
    """For each state the chances by seat. Nothing is drawn: rollouts and seed do not matter."""
    return [of(g) for g in states], rollouts


def of(g: State) -> list[float]:
    """By seat; the seats of a team share its chance."""
    limit = g.turn_limit or g.turn_no + TURNS_AHEAD
    left = max(0, limit - g.turn_no + 1)
    power = SHARPNESS / max(left / max(1, limit), 0.02) ** 0.5
    marks = [outlook(g, team, left) for team in range(1, g.teams + 1)]
    most = max(marks)
    stays = [not has_left(g, team) for team in range(1, g.teams + 1)]
    shares = [
        (mark / most) ** power if stay or not any(stays) else 0.0 for mark, stay in zip(marks, stays, strict=True)
    ]
    seats = [g.seat_team[seat] for seat in range(1, g.seats + 1)]
    return [shares[team - 1] / sum(shares) / seats.count(team) for team in seats]


def outlook(g: State, team: int, left: int) -> float:
    """The tiles that a team is likely to own at the end."""
    ships = sum(unit.team == team and unit.tile >= 0 for unit in g.units[: g.player_count])
    mothership = g.units[g.player_count + team - 1]
    share = 1.0 if mothership.tile >= 0 else MOTHERSHIP_SHARE
    hull = mothership.health / (t.HUNDRED * max(1, g.base_stats[t.MOTHERSHIP, t.HEALTH]))
    return float(1.0 + g.tiles_owned[team] + SHIP_TILES * ships * left * share * (0.8 + 0.2 * hull))
