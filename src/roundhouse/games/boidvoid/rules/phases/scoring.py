"""Ranks of the teams. BOI-262 to BOI-264"""

from .....core.rules import rules
from ..state import State


@rules
def pois_of(g: State, team: int) -> int:
    count = 0
    for tile in range(g.side * g.side):
        if g.poi[tile] != 0 and g.owner[tile] == team:
            count += 1
    return count


@rules
def levels_of(g: State, team: int) -> int:
    total = 0
    for n in range(g.structure_count):
        if g.structures[n].team == team:
            total += g.structures[n].level
    return total


@rules
def defeated_by(g: State, team: int) -> int:
    total = 0
    first = g.team_list[team].first
    for player in range(first, first + g.team_list[team].size_of):
        total += g.players[player].defeated
    return total


@rules
def has_left(g: State, team: int) -> bool:
    """Whether nobody plays for a team any more."""
    there = 0
    for seat in range(1, g.seats + 1):
        if g.seat_team[seat] == team and g.left[seat] == 0:
            there += 1
    return there == 0


@rules
def is_before(g: State, team: int, other: int) -> bool:
    """Whether a team is ranked before another; who has left comes last. BOI-262, BOI-263"""
    gone = has_left(g, team)
    other_gone = has_left(g, other)
    if gone != other_gone:
        return other_gone
    mine = int(g.tiles_owned[team])
    its = int(g.tiles_owned[other])
    if mine == its:
        mine = pois_of(g, team)
        its = pois_of(g, other)
    if mine == its:
        mine = levels_of(g, team)
        its = levels_of(g, other)
    if mine == its:
        mine = defeated_by(g, team)
        its = defeated_by(g, other)
    if mine == its:
        mine = -int(g.team_list[team].lost)
        its = -int(g.team_list[other].lost)
    return mine > its


@rules
def rank(g: State, team: int) -> int:
    """Still equal teams share a rank. BOI-263"""
    better = 0
    for other in range(1, g.teams + 1):
        if other != team and is_before(g, other, team):
            better += 1
    return better + 1
