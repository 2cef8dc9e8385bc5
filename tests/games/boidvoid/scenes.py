"""Positions of BoidVoid at random: crowded maps with swarms, superstructures, boosts and worn batteries."""

from random import Random
from typing import Any

from roundhouse.core.game import Setup
from roundhouse.games.boidvoid import GAME
from roundhouse.games.boidvoid.rules import tables as t
from roundhouse.games.boidvoid.rules.phases import tile_work, units
from roundhouse.games.boidvoid.rules.phases.destruction import top_up
from roundhouse.games.boidvoid.rules.phases.stats import battery_max, unit_stat
from roundhouse.games.boidvoid.rules.state import State

ITEMS = ("ss-relay", "ss-bastion", "ss-array", "boost-overcharge", "boost-hull", "boost-cell")
BOOSTS = range(7, 16)


def scene(rng: Random, **settings: Any) -> tuple[State, Setup]:
    """Two teams near each other on a small map, after who knows what."""
    asked = {
        "turn_mode": "live", "map_radius": 4, "teams": 2, "ships_per_team": 4, "seat_model": "team",
        "starting_inventory": ITEMS, "initial_spawn": "manual", "npc_per_team": 2, "poi_per_team": 4,
    }  # fmt: skip
    setup = GAME.setup(seed=rng.randrange(2**32), settings=asked | settings)
    g: State = GAME.start(setup)
    ground = [n for n in range(g.side * g.side) if g.tile_kind[n] and not g.obstacle[n]]
    for tile in ground:
        if rng.random() < 0.5:
            tile_work.own(g, tile, rng.randint(1, 2))
    for tile in rng.sample(ground, 8):
        if g.owner[tile] and not g.standing[tile]:
            template = rng.randint(3, 6)
            tile_work.raise_structure(g, g.owner[tile], tile, template, 4 * (g.owner[tile] - 1))
            n = g.structure_count - 1
            g.structures[n].level = rng.randint(1, 3)
            g.structures[n].health = rng.randint(1, tile_work.structure_health(g, n))
    for index in range(g.player_count + g.teams):
        free = [tile for tile in ground if g.standing[tile] == 0 and may_stand(g, tile, g.units[index].team)]
        top_up(g, index)
        units.put(g, index + 1, rng.choice(free))
    for index in range(g.player_count):
        wear(g, index, rng)
    for team in (1, 2):
        first = g.team_list[team].first
        if rng.random() < 0.7:
            serial = units.new_swarm(g, team, g.units[first].tile)
            for index in range(first, first + rng.randint(1, 3)):
                units.enlist(g, index, serial)
            if rng.random() < 0.5:
                boost(g.swarms[g.swarm_count - 1], rng)
    for index in range(g.unit_count):  # boosts of a swarm change what is the most
        g.units[index].health = rng.randint(1, t.HUNDRED * unit_stat(g, index, t.HEALTH))
    for index in range(g.player_count):
        g.players[index].battery = min(g.players[index].battery, battery_max(g, index))
    g.event_count = 0
    return g, setup


def may_stand(g: State, tile: int, team: int) -> bool:
    n = g.structure_at[tile] - 1
    return n < 0 or g.structures[n].team == team


def wear(g: State, index: int, rng: Random) -> None:
    player = g.players[index]
    if rng.random() < 0.5:
        boost(g.units[index], rng)
    player.battery = rng.choice([0, battery_max(g, index), rng.randint(0, battery_max(g, index))])
    player.ratio = rng.randint(g.ratio_min, g.ratio_max)
    g.units[index].ap = rng.randint(0, 24)


def boost(holder: Any, rng: Random) -> None:
    holder.boosts[0] = rng.choice(BOOSTS)
    holder.boost_turns[0] = rng.choice([-1, rng.randint(1, 9)])
