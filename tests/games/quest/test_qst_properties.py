"""What holds in every moment of random matches: nothing appears or vanishes that the rules do not say."""

from collections import Counter

import pytest
from tests.games.quest.rule_states import start

from roundhouse.core.entries import enter, order, tick
from roundhouse.games.quest import GAME
from roundhouse.games.quest.rules import tables as t

LIVELY = {"move_cost": 2, "pickup_cost": 1, "max_actions": 40}
CHEAP = {"blueprints": {name: {"ways": [{thing: 2}]} for name, thing in (("tower1", "wood"), ("trap1", "stone"),
                                                                        ("sword1", "iron"))}}  # fmt: skip
MATCHES = [
    (1, 2, {"scenario": "creek", "rounds": 8, **LIVELY, **CHEAP}),
    (2, 4, {"scenario": "arena", "rounds": 5, **LIVELY, **CHEAP, "gold": 900, "spawn_shield": False}),
    (3, 2, {"scenario": "creek", "rounds": 15, **LIVELY, "respawn": False, "unit_energy": 60, "view_radius": 2}),
    (4, 4, {"scenario": "arena", "rounds": 5, "preset": "origin", **LIVELY, "view_buried_types": False}),
    (5, 3, {"width": 50, "height": 50, "units": 3, "rounds": 4}),
    (6, 2, {"scenario": "first-steps", "rounds": 12, **LIVELY, **CHEAP, "trap_visible": True, "tower_drain": 5}),
]
# After steps and words the things of the map are not counted again, because that takes long; a tick counts them all.
TOUCHING = (t.ATTACK, t.DIG, t.PICKUP, t.DROP, t.CRAFT, t.EQUIP, t.RESEARCH, t.PLACE_TRAP, t.PLACE_TOWER)
every_match = pytest.mark.parametrize(("seed", "seats", "settings"), MATCHES, ids=[str(line[0]) for line in MATCHES])


def moments(seed, seats, settings):
    """The state after every entry, with the entry's row, None for a tick; always the same object."""
    options = dict(settings)
    g = start(seats, seed=seed, preset=options.pop("preset", None), **options)
    owing, row, asked = [0] * 5, [0] * GAME.width, 0
    yield g, None
    while g.reason == 0:
        if GAME.rules.waiting(g, owing):
            GAME.rules.sample(g, g.turn_of, 1000 + seed, asked, row)
            asked += 1
            assert GAME.rules.check(g, g.turn_of, row) == 0
            enter(GAME.rules, g, order(g.turn_of, row))
            yield g, row
        else:
            enter(GAME.rules, g, tick())
            yield g, None


def all_things(g):
    """How many of each resource there are: buried, on the surface, carried, used up, and gold that was taken; an item
    is counted for itself."""
    count = [sum(row) for row in g.surface]
    for k in range(t.RESOURCES):
        count[k] += sum(g.buried[k]) + sum(player.used[k] for player in g.players)
    for unit in g.units[: g.unit_count]:
        for k in range(t.THINGS):
            count[k] += unit.carried[k]
        if unit.sword:
            count[t.FIRST_ITEM + unit.sword - 1] += 1
        if unit.armour:
            count[t.FIRST_ITEM + 2 + unit.armour] += 1
    count[t.GOLD] += sum(player.gold for player in g.players)
    return count


@every_match
@pytest.mark.rule("QST-020", "QST-028", "QST-072", "QST-080", "QST-083", "QST-087", "QST-095", "QST-098")
def test_nothing_appears_or_vanishes(seed, seats, settings):
    """Resources are constant; gold falls by research alone; items come from crafting and go into other items."""
    first, spent = None, 0
    made = Counter()
    for g, row in moments(seed, seats, settings):
        if first is None:
            first = all_things(g)
        researched = [event for event in g.events[: g.event_count] if event.kind == t.RESEARCHED]
        for event in researched:
            spent += g.research_gold[event.a * 2 + event.b - 2]
        if row is not None and row[t.DO] in (t.CRAFT, t.PLACE_TRAP, t.PLACE_TOWER):
            for k in range(t.ITEMS):
                made[k] -= row[t.N + t.FIRST_ITEM + k]
            if row[t.DO] == t.CRAFT:
                made[row[t.A]] += 1
        if row is not None and row[t.DO] not in TOUCHING:
            continue
        now = all_things(g)
        assert now[: t.GOLD] == first[: t.GOLD]
        assert now[t.GOLD] == first[t.GOLD] - spent
        assert now[t.FIRST_ITEM :] == [n + made[k] for k, n in enumerate(first[t.FIRST_ITEM :])]


@every_match
@pytest.mark.rule("QST-026", "QST-036", "QST-053", "QST-058", "QST-129")
def test_units_and_teams_stay_within_their_bounds(seed, seats, settings):
    points = [0] * (seats + 1)
    for g, row in moments(seed, seats, settings):
        for unit in g.units[: g.unit_count]:
            assert 0 <= unit.energy <= unit.max_energy <= max(g.unit_energy, 200)
            assert unit.alive == (unit.max_energy > 0)
            assert min(unit.carried) >= 0
            assert unit.carried[t.GOLD] == 0
            assert max(unit.frozen, unit.spent, unit.retaliation) >= 0
            if unit.alive:
                assert g.terrain[unit.y * g.width + unit.x] == t.GRASS
        for seat in range(1, seats + 1):
            player = g.players[seat]
            assert player.gold >= 0
            assert player.points == sum(player.by_source) >= points[seat]
            assert all(1 <= level <= 3 for level in player.levels)
            points[seat] = player.points
        if row is None:
            assert all(min(amounts) >= 0 for amounts in (*g.buried, *g.surface))


@every_match
@pytest.mark.rule("QST-039", "QST-044", "QST-024")
def test_what_is_seen_is_what_units_and_towers_see_and_only_that_is_remembered(seed, seats, settings):
    ever = [set() for _ in range(seats + 1)]
    for n, (g, _) in enumerate(moments(seed, seats, settings)):
        if n % 7 and not g.reason:
            # Every cell that is seen in between is seen for a moment at least
            for seat in range(1, seats + 1):
                ever[seat].update(cell for cell, count in enumerate(g.watched[seat]) if count)
            continue
        eyes = [(unit.owner, unit.x, unit.y, g.view_radius) for unit in g.units[: g.unit_count] if unit.alive]
        for tower in g.towers[: g.tower_count]:
            eyes.append((tower.owner, tower.cell % g.width, tower.cell // g.width, g.tower_radius[tower.level]))
        counted = [Counter() for _ in range(seats + 1)]
        for seat, x, y, radius in eyes:
            for cy in range(max(0, y - radius), min(g.height, y + radius + 1)):
                for cx in range(max(0, x - radius), min(g.width, x + radius + 1)):
                    counted[seat][cy * g.width + cx] += 1
        for seat in range(1, seats + 1):
            assert {cell: n for cell, n in enumerate(g.watched[seat]) if n} == counted[seat]
            ever[seat].update(counted[seat])
            remembered = {cell for cell, saw in enumerate(g.memory[seat]) if saw}
            assert remembered <= ever[seat]
            assert ever[seat] - set(counted[seat]) <= remembered
        assert not any(g.watched[0])
        assert not any(g.memory[0])


@every_match
@pytest.mark.rule("QST-034", "QST-037", "QST-101", "QST-112")
def test_towers_and_traps_stand_where_the_cells_say(seed, seats, settings):
    for g, _ in moments(seed, seats, settings):
        serials = [tower.serial for tower in g.towers[: g.tower_count]]
        assert serials == sorted(set(serials))
        assert all(tower.energy > 0 for tower in g.towers[: g.tower_count])
        built = {cell: value for cell, value in enumerate(g.built) if value}
        towers = {
            tower.cell: t.BUILT_KIND + tower.owner * t.BUILT_SEAT + tower.level for tower in g.towers[: g.tower_count]
        }
        assert {cell: value for cell, value in built.items() if value < 2 * t.BUILT_KIND} == towers
        traps = Counter(value % t.BUILT_KIND // t.BUILT_SEAT for value in built.values() if value >= 2 * t.BUILT_KIND)
        owned = Counter(tower.owner for tower in g.towers[: g.tower_count])
        for seat in range(1, seats + 1):
            assert (g.players[seat].traps, g.players[seat].towers) == (traps[seat], owned[seat])


@every_match
@pytest.mark.rule("QST-135", "QST-137", "QST-141")
def test_what_players_have_counted_is_what_happened(seed, seats, settings):
    kills, losses, told, damage = Counter(), Counter(), Counter(), Counter()
    for g, _ in moments(seed, seats, settings):
        assert g.events_lost == 0
        for event in g.events[: g.event_count]:
            if event.kind == t.DIED:
                losses[event.seat] += 1
                kills[event.other // 100] += 1
            elif event.kind == t.POINTS:
                told[event.seat] += event.b
            elif event.kind == t.DAMAGED:
                damage[event.seat] += event.a
        for seat in range(1, seats + 1):
            player = g.players[seat]
            assert (player.kills, player.losses, player.damage_dealt) == (kills[seat], losses[seat], damage[seat])
            assert g.origin_scoring or player.points == told[seat]


@pytest.mark.rule("QST-049")
def test_random_play_does_everything_and_ends():
    seen, happened = Counter(), Counter()
    for seed, seats, settings in MATCHES:
        for g, row in moments(seed, seats, settings):
            seen[-1 if row is None else row[t.DO]] += 1
            happened.update(event.kind for event in g.events[: g.event_count])
    assert {t.END_TURN, t.MOVE, t.ATTACK, t.RETALIATE, t.DIG, t.PICKUP, t.DROP, t.VIEW, t.CRAFT, t.EQUIP, t.RESEARCH,
            t.PLACE_TRAP, t.PLACE_TOWER} <= set(seen)  # fmt: skip
    assert seen[t.MOVE] > seen.total() / 3
    assert seen[t.RESIGN] == 0
    assert {t.DIED, t.RESPAWNED_AT, t.TRAP_SPRUNG, t.DRAINED, t.HEALED, t.POINTS, t.GAME_OVER} <= set(happened)
