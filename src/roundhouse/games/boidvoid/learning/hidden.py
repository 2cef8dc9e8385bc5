"""Draws anew what a seat cannot know in BoidVoid: action points, batteries, orders and items of other teams."""

from typing import Any

from ....rl.hidden_information import Dice
from ..rules import tables
from ..rules.phases.stats import battery_max


def draw_hidden(g: Any, seat: int, key: int) -> None:
    """Of other teams a seat sees where their units are and how they are. Not their action points, how soon they come
    back, their batteries (unless the settings show them) and what they have left of their items: these are drawn evenly
    from what is possible. Sealed orders that others have given in this turn are taken back."""
    own = g.seat_team[seat]
    dice = Dice(key)
    for index in range(g.unit_count):
        unit = g.units[index]
        if unit.team == own:
            continue
        unit.ap = dice.between(0, g.ap_max)
        if unit.tile < 0:
            unit.respawn = dice.between(0, g.base_stats[unit.kind, tables.RESPAWN])
    for n in range(g.player_count):
        player = g.players[n]
        if player.team == own:
            continue
        player.pending = 0
        if not g.enemy_battery_visible:  # BOI-090
            player.ratio = dice.between(g.ratio_min, g.ratio_max)
            player.battery = dice.between(0, battery_max(g, n))
        for item, state in enumerate(player.item_states):
            if state in (tables.ITEM_FREE, tables.ITEM_GONE):
                player.item_states[item] = (tables.ITEM_FREE, tables.ITEM_GONE)[dice.between(0, 1)]
