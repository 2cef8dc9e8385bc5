"""Badges are for what a player has done so far in the game; they change nothing. BOI-274"""

from .....core.rules import rules
from ..state import Side, State
from ..tables import BADGE, BADGES, MOTHERSHIP, NPC, SWARM
from .scoring import rank
from .units import note

(
    FIRST_LIGHT, CARTOGRAPHER, USURPER, EXPLORER, ARCHITECT, STACKER, FOUNDER, SWARM_LORD, LUCKY_SHOT, ACE,
    GIANT_SLAYER, PIRATE_BANE, PHOENIX, UNTOUCHED, TOTAL_VOID, SEASON_CHAMPION,
) = range(BADGES)  # fmt: skip
MANY_TILES, MANY_ENEMIES, MANY_RESPAWNS, MANY_SHIPS = 10, 5, 5, 5


@rules
def award(g: State, player: int, badge: int) -> None:
    """Once in a game."""
    one = g.players[player]
    if one.badges >> badge & 1 == 0:
        one.badges |= 1 << badge
        note(g, BADGE, one.team, player, 0, 0, -1, badge, 0, 0, 0)


@rules
def award_fight(g: State, own: Side, other: Side, player: int) -> None:
    """For what a combat has brought to the commander of one side."""
    if own.kind == SWARM and own.struck != 0 and g.swarms[own.where].ships >= MANY_SHIPS:
        award(g, player, SWARM_LORD)
    if other.fell == 0:
        return
    if own.critical != 0 and own.struck != 0:
        award(g, player, LUCKY_SHOT)
    if other.kind == MOTHERSHIP:
        award(g, player, GIANT_SLAYER)
    if other.kind == NPC:
        award(g, player, PIRATE_BANE)


@rules
def award_badges(g: State) -> None:
    """At the end of a turn, those that follow from what is counted."""
    for player in range(g.player_count):
        one = g.players[player]
        if one.captured >= 1:
            award(g, player, FIRST_LIGHT)
        if one.captured >= MANY_TILES:
            award(g, player, CARTOGRAPHER)
        if one.usurped >= 1:
            award(g, player, USURPER)
        if one.pois >= 1:
            award(g, player, EXPLORER)
        if one.built >= 1:
            award(g, player, ARCHITECT)
        if one.defeated >= MANY_ENEMIES:
            award(g, player, ACE)
        if one.respawns >= MANY_RESPAWNS:
            award(g, player, PHOENIX)


@rules
def award_last_badges(g: State) -> None:
    """At the end of the game."""
    for team in range(1, g.teams + 1):
        first = rank(g, team) == 1
        everything = g.tiles_owned[team] == g.tile_count
        for player in range(g.team_list[team].first, g.team_list[team].first + g.team_list[team].size_of):
            if first and g.players[player].ships_lost == 0:
                award(g, player, UNTOUCHED)
            if everything:
                award(g, player, TOTAL_VOID)
