"""What must be true of every state of BoidVoid, whatever was ordered."""

from collections import Counter
from typing import Any

from roundhouse.core.entries import enter, order, tick
from roundhouse.games.boidvoid import GAME
from roundhouse.games.boidvoid.rules import tables as t
from roundhouse.games.boidvoid.rules.hexes import distance
from roundhouse.games.boidvoid.rules.phases.stats import battery_max, structure_stat, unit_stat
from roundhouse.games.boidvoid.rules.state import State

EVERYTHING = (
    "ss-relay", "boost-overcharge", "ss-bastion", "boost-hull", "ss-relay", "boost-cell", "boost-thrusters",
    "ss-beacon", "ship-standard", "mothership-standard", "boost-drydock", "boost-yard",
)  # fmt: skip
# (preset, settings): all ways to sit, to take turns and to share damage
VARIETY: dict[str, tuple[str, dict[str, Any]]] = {
    "standard": ("standard", {}),
    "live crew": ("crew", {"turn_mode": "live", "starting_inventory": EVERYTHING, "boost_slots": 4}),
    "three": ("three", {"damage_distribution": "spread", "superstructure_radius": 2, "ap_start": 24}),
    "asleep": (
        "crew",
        {
            "missed_turns_automode": 1,
            "starting_inventory": EVERYTHING,
            "spaceship": {"swarm_join_turns": 1, "respawn_turns": 2},
            "swarm_max_ships": 2,
            "damage_distribution": "weak_first",
        },
    ),
    "wild": (
        "standard",
        {
            "teams": 4,
            "ships_per_team": 2,
            "actions_per_turn": 3,
            "counterattack": False,
            "deplete_battery_on_defense": True,
            "damage_distribution": "random",
            "npc_per_team": 3,
            "npc_aggro": 8,
            "npc_leash": 8,
            "capture_turns": 1,
            "spaceship": {"attack": 60, "health": 40, "respawn_turns": 1},
            "starting_inventory": EVERYTHING,
            "superstructure_radius": 1,
        },
    ),
    "frail": (
        "crew",
        {
            "turn_mode": "live",
            "ships_per_team": 2,
            "mothership": {"health": 1, "defense": 0, "respawn_turns": 2},
            "npc": {"attack": 200, "range": 3, "respawn_turns": 1},
            "spaceship": {"attack": 90, "health": 30, "range": 4, "ap_recharge": 24},
            "enemy_capture_factor": 1,
            "capture_turns": 1,
            "boost_stake_percent": 100,
            "initial_spawn": "manual",
            "battery_formula": "linear",
            "starting_inventory": EVERYTHING,
        },
    ),
    "season": ("season", {"teams": 3, "ships_per_team": 9, "inventory_mode": "granted", "turn_limit": 30}),
}


def started(name: str, seed: int, **more: Any) -> State:
    preset, settings = VARIETY[name]
    made: State = GAME.start(GAME.setup(seed=seed, preset=preset, settings={"turn_limit": 40, **settings, **more}))
    return made


def moments(g: State, key: int, turns: int = 40) -> Any:
    """Random play: the row of every entry that was made (None for a tick), with the seat. The state is `g`."""
    owing, row, asked = [0] * (g.seats + 1), [0] * GAME.width, 0
    for _ in range(turns):
        while GAME.rules.waiting(g, owing):
            for seat in [seat for seat in range(1, g.seats + 1) if owing[seat]]:
                GAME.rules.sample(g, seat, key, asked, row)
                asked += 1
                assert GAME.rules.check(g, seat, row) == 0
                enter(GAME.rules, g, order(seat, row))
                yield seat, row
        enter(GAME.rules, g, tick())
        yield 0, None
        if g.reason != 0:
            return


def assert_sound(g: State) -> None:
    units_are_sound(g)
    ships_and_batteries_are_sound(g)
    swarms_are_sound(g)
    structures_are_sound(g)
    derived_fields_are_sound(g)
    items_are_sound(g)


def units_are_sound(g: State) -> None:
    for index in range(g.unit_count):
        unit = g.units[index]
        npc = unit.kind == t.NPC
        assert unit.ap >= 0
        assert npc or unit.ap <= max(g.ap_max, g.ap_start)
        assert 0 <= unit.acted <= g.actions_per_turn
        assert unit.respawn >= 0
        if unit.tile == -1:
            assert (unit.health, unit.swarm, unit.job) == (0, 0, t.IDLE)
            assert unit.ap == 0 or unit.destroyed == 0
            continue
        assert g.tile_kind[unit.tile] != t.VOID
        assert g.obstacle[unit.tile] == 0
        assert unit.respawn == 0
        assert 1 <= unit.health <= t.HUNDRED * unit_stat(g, index, t.HEALTH)
        n = g.structure_at[unit.tile] - 1
        assert n < 0 or g.structures[n].team == unit.team
        if npc:
            assert distance(g, unit.tile, unit.home) <= max(g.npc_leash, 0) or unit.destroyed > 0


def ships_and_batteries_are_sound(g: State) -> None:
    for index in range(g.player_count):
        unit, player = g.units[index], g.players[index]
        assert 0 <= player.battery <= battery_max(g, index)
        assert g.ratio_min <= player.ratio <= g.ratio_max
        assert 0 <= player.pending <= g.orders_per_turn
        if unit.job == t.IDLE:
            assert (unit.progress, unit.needed, unit.build_item, unit.joining) == (0, 0, 0, 0)
            continue
        assert unit.tile != -1
        assert unit.swarm == 0
        assert 0 <= unit.progress < unit.needed
        assert (unit.build_item != 0) == (unit.job == t.BUILDING)
        assert (unit.joining != 0) == (unit.job == t.JOINING)
        if unit.job == t.CAPTURING:
            assert g.owner[unit.tile] != unit.team


def swarms_are_sound(g: State) -> None:
    members = Counter(unit.swarm for unit in g.units[: g.unit_count])
    serials = [swarm.serial for swarm in g.swarms[: g.swarm_count]]
    assert serials == sorted(set(serials))
    assert set(members) - {0} == set(serials)
    for swarm in g.swarms[: g.swarm_count]:
        assert g.unit_count < swarm.serial <= g.serials
        assert swarm.ships == members[swarm.serial] >= 1
        assert g.swarm_max_ships == 0 or swarm.ships <= g.swarm_max_ships
        assert 0 <= swarm.acted <= g.actions_per_turn
        for unit in g.units[: g.unit_count]:
            if unit.swarm == swarm.serial:
                assert (unit.tile, unit.team, unit.kind) == (swarm.tile, swarm.team, t.SPACESHIP)


def structures_are_sound(g: State) -> None:
    serials = [structure.serial for structure in g.structures[: g.structure_count]]
    assert serials == sorted(set(serials))
    assert not set(serials) & {swarm.serial for swarm in g.swarms[: g.swarm_count]}
    for n, structure in enumerate(g.structures[: g.structure_count]):
        assert g.unit_count < structure.serial <= g.serials
        assert 1 <= structure.level <= g.superstructure_max_level
        assert 0 <= structure.staked < structure.level
        assert 1 <= structure.health <= t.HUNDRED * structure_stat(g, n, t.HEALTH)
        assert g.owner[structure.tile] == structure.team


def derived_fields_are_sound(g: State) -> None:
    """What is kept only so that nobody must look for it is what looking for it finds; so nothing shares a tile."""
    size = g.side * g.side
    standing = [
        (unit.tile, n + 1) for n, unit in enumerate(g.units[: g.unit_count]) if unit.tile >= 0 and not unit.swarm
    ]
    standing += [(swarm.tile, swarm.serial) for swarm in g.swarms[: g.swarm_count]]
    assert len(dict(standing)) == len(standing)
    assert {tile: unit for tile, unit in enumerate(g.standing) if unit} == dict(standing)
    built = {structure.tile: n + 1 for n, structure in enumerate(g.structures[: g.structure_count])}
    assert len(built) == g.structure_count
    assert {tile: n for tile, n in enumerate(g.structure_at) if n} == built
    owned = Counter(g.owner)
    assert [g.tiles_owned[team] for team in range(1, g.teams + 1)] == [owned[team] for team in range(1, g.teams + 1)]
    ground = [tile for tile in range(size) if g.tile_kind[tile] != t.VOID and g.obstacle[tile] == 0]
    assert g.tile_count == len(ground)
    assert {tile for tile, team in enumerate(g.owner) if team} <= set(ground)
    assert all(g.seat_team[player.seat] == player.team for player in g.players[: g.player_count])
    assert not any(g.queued)
    assert g.events_lost == 0


def holders(g: State) -> list[tuple[int, Any]]:
    """Everything that boosts can be on, with its id."""
    made = [(n + 1, unit) for n, unit in enumerate(g.units[: g.unit_count])]
    made += [(swarm.serial, swarm) for swarm in g.swarms[: g.swarm_count]]
    return made + [(structure.serial, structure) for structure in g.structures[: g.structure_count]]


def items_are_sound(g: State) -> None:
    """A staked item is where it says, once; a burned one is nowhere."""
    staked = []
    for unit, holder in holders(g):
        slots = [k for k in range(t.BOOSTS) if holder.boosts[k]]
        assert len(slots) <= g.boost_slots
        for k in slots:
            assert holder.boost_turns[k] > 0 or holder.boost_turns[k] == -1
            if holder.boost_turns[k] < 0:
                staked.append((holder.boost_players[k], holder.boost_items[k], unit))
    levels: Counter[int] = Counter()
    said = []
    for n, player in enumerate(g.players[: g.player_count]):
        for item, state in enumerate(player.item_states):
            template = player.item_templates[item]
            assert (state == t.ITEM_NONE) == (template == 0)
            assert (player.item_targets[item] != 0) == (state == t.ITEM_STAKED)
            if state == t.ITEM_STAKED:
                if g.schema_of[template] == t.SCHEMA_SUPERSTRUCTURE:
                    levels[player.item_targets[item]] += 1
                else:
                    said.append((n, item, player.item_targets[item]))
            if state == t.ITEM_EQUIPPED and g.schema_of[template] == t.SCHEMA_SPACESHIP:
                assert g.units[n].template == template
    assert sorted(said) == sorted(staked)
    assert levels == Counter(
        {structure.serial: structure.staked for structure in g.structures[: g.structure_count] if structure.staked}
    )
