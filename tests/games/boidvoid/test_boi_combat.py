"""The worked examples of combat, C-1 to C-17, to the hundredth."""

import pytest
from tests.games.boidvoid.positions import fix_draws, game, place, structure, swarm, template, tile
from tests.games.boidvoid.turns import battery, health

from roundhouse.games.boidvoid.rules import tables as t
from roundhouse.games.boidvoid.rules.phases.combat import fight, range_of
from roundhouse.games.boidvoid.rules.phases.destruction import attack
from roundhouse.games.boidvoid.rules.phases.orders import check_attack
from roundhouse.games.boidvoid.rules.phases.tile_work import own

ANNA, BERT, CARL = 1, 2, 3  # ships of team 1
XENA, YURI, ZORA = 4, 5, 6  # ships of team 2
MOTHER = 8  # of team 2


@pytest.fixture
def dull(monkeypatch):
    """No critical hits."""
    fix_draws(monkeypatch)


def field(g, x, y, **values):
    """Give a tile a kind of its own with these field modifiers."""
    kind = t.TILE_NAMES.index("nebula")
    for name in t.FIELD_NAMES:
        g.tile_fields[kind, t.FIELD_NAMES.index(name)] = values.get(name, 0)
    g.tile_kind[tile(g, x, y)] = kind


@pytest.mark.rule("BOI-167", "BOI-168", "BOI-173", "BOI-174", "BOI-176", "BOI-177", "BOI-178", "BOI-187", "BOI-188")
def test_c1_equal_ships(dull):
    g = game()
    place(g, ANNA, 5, 5, battery=100, ratio=50)
    place(g, XENA, 6, 5, battery=100, ratio=50)
    fight(g, ANNA, XENA)
    assert (battery(g, ANNA), health(g, ANNA)) == (0, 100)
    assert (battery(g, XENA), health(g, XENA)) == (0, 100)
    a, x = g.sides
    assert (a.dealt, a.total_defense, x.dealt, x.total_defense) == (6000, 6000, 6000, 6000)


@pytest.mark.rule("BOI-180", "BOI-184", "BOI-190", "BOI-191", "BOI-192")
def test_c2_more_attack(dull):
    g = game()
    place(g, ANNA, 5, 5, battery=100, ratio=90)
    place(g, XENA, 7, 5, battery=100, ratio=50)
    fight(g, ANNA, XENA)
    assert (battery(g, XENA), health(g, XENA)) == (0, 60)
    assert (battery(g, ANNA), health(g, ANNA)) == (0, 60)


@pytest.mark.rule("BOI-005", "BOI-172", "BOI-179")
@pytest.mark.parametrize(("drawn", "left"), [(999, 10), (1000, 60)])
def test_c3_critical(monkeypatch, drawn, left):
    fix_draws(monkeypatch, drawn, 9999)
    g = game()
    place(g, ANNA, 5, 5, battery=100, ratio=90)
    place(g, XENA, 6, 5, battery=100, ratio=50)
    fight(g, ANNA, XENA)
    assert (health(g, XENA), battery(g, XENA)) == (left, 0)
    assert (health(g, ANNA), battery(g, ANNA)) == (60, 0)


@pytest.mark.rule("BOI-171")
@pytest.mark.parametrize(("drawn", "left"), [(4999, 47.5), (5000, 100)])
def test_c4_the_chance_has_a_limit(monkeypatch, drawn, left):
    fix_draws(monkeypatch, drawn, 9999)
    g = game()
    place(g, ANNA, 5, 5, battery=100, ratio=60)
    place(g, XENA, 6, 5, battery=100, ratio=40)
    field(g, 5, 5, crit_chance=55, crit_value=25)
    fight(g, ANNA, XENA)
    assert (health(g, XENA), battery(g, XENA)) == (left, 0)
    assert (health(g, ANNA), battery(g, ANNA)) == (100, 0)


@pytest.mark.rule("BOI-182", "BOI-187")
def test_c5_without_counterattack(dull):
    g = game(counterattack=False)
    place(g, ANNA, 5, 5, battery=100, ratio=90)
    place(g, XENA, 7, 5, battery=100, ratio=50)
    fight(g, ANNA, XENA)
    assert (battery(g, ANNA), health(g, ANNA)) == (10, 100)
    assert (battery(g, XENA), health(g, XENA)) == (50, 60)


@pytest.mark.rule("BOI-165", "BOI-183")
def test_c6_out_of_the_targets_range(dull):
    g = game()
    place(g, ANNA, 5, 5, battery=100, ratio=80, stats={"range": 1})
    place(g, XENA, 8, 5, battery=60, ratio=50)
    fight(g, ANNA, XENA)
    assert (battery(g, XENA), health(g, XENA)) == (30, 50)
    assert (battery(g, ANNA), health(g, ANNA)) == (20, 100)


@pytest.mark.rule("BOI-166")
def test_c7_out_of_range():
    g = game()
    place(g, ANNA, 5, 5, battery=100, ratio=80)
    place(g, XENA, 8, 5, battery=60, ratio=50)
    assert check_attack(g, ANNA, XENA) == t.OUT_OF_RANGE
    assert g.combats == 0


@pytest.mark.rule("BOI-181", "BOI-204")
@pytest.mark.parametrize(("hull", "left"), [(80, 10), (90, 0)])
def test_c8_a_deadly_hit(dull, hull, left):
    g = game()
    place(g, ANNA, 5, 5, battery=100, ratio=90)
    place(g, XENA, 6, 5, battery=0, ratio=50, health=hull)
    attack(g, ANNA, XENA, ANNA - 1)
    assert (health(g, XENA), g.units[XENA - 1].tile) == (0, -1)
    assert (battery(g, ANNA), health(g, ANNA)) == (left, 100)


@pytest.mark.rule("BOI-188")
@pytest.mark.parametrize(("deplete", "left"), [(False, 60), (True, 0)])
def test_c9_depletion(dull, deplete, left):
    g = game(deplete_battery_on_defense=deplete)
    place(g, ANNA, 5, 5, battery=40, ratio=50)
    place(g, XENA, 6, 5, battery=100, ratio=10)
    fight(g, ANNA, XENA)
    assert (battery(g, XENA), health(g, XENA)) == (left, 100)
    assert (battery(g, ANNA), health(g, ANNA)) == (0, 100)


@pytest.mark.rule("BOI-167", "BOI-169", "BOI-194", "BOI-199")
def test_c10_a_swarm_attacks(dull):
    g = game()
    for unit, b, ratio, stats in ((ANNA, 80, 60, {}), (BERT, 50, 50, {"range": 1}), (CARL, 33.33, 50, {"range": -1})):
        place(g, unit, unit, 1, battery=b, ratio=ratio, stats=stats)
    flock = swarm(g, 5, 5, [ANNA, BERT, CARL])
    place(g, XENA, 7, 5, battery=100, ratio=40)
    assert range_of(g, flock) == 3
    fight(g, flock, XENA)
    assert (health(g, XENA), battery(g, XENA)) == (77, 0)
    assert [(battery(g, unit), health(g, unit)) for unit in (ANNA, BERT, CARL)] == [(0, 92), (25, 100), (33.33, 100)]


@pytest.mark.rule("BOI-194", "BOI-195", "BOI-196", "BOI-197", "BOI-200", "BOI-201", "BOI-202")
@pytest.mark.parametrize(
    ("how", "left"),
    [
        ("stronger_first", [(0, None), (40, 0), (100, 0)]),
        ("weak_first", [(70, 30), (38, 0), (0, None)]),
        ("random", [(70, 6), (40, 10), (0, None)]),
        ("spread", [(68.67, 0), (18.67, 0), (62.67, 0)]),
    ],
)
def test_c11_a_swarm_is_hit(monkeypatch, how, left):
    fix_draws(monkeypatch)
    g = game(damage_distribution=how)
    place(g, ANNA, 5, 5, battery=150, ratio=80)
    place(g, XENA, 1, 1, battery=60, ratio=50, health=70)
    place(g, YURI, 2, 1, battery=20, ratio=50, health=40)
    place(g, ZORA, 3, 1, battery=0, ratio=50, stats={"defense": -5})
    flock = swarm(g, 6, 5, [XENA, YURI, ZORA])
    field(g, 6, 5, defense=20)
    if how == "random":  # the order 23, 21, 22 of the example
        from roundhouse.games.boidvoid.rules.phases import combat

        def shuffled(g, count, number):
            g.member_list[:3] = [ZORA - 1, XENA - 1, YURI - 1]

        monkeypatch.setattr(combat, "shuffle", shuffled)
    fight(g, ANNA, flock)
    assert (health(g, ANNA), battery(g, ANNA)) == (70, 0)
    for unit, (hull, cell) in zip((XENA, YURI, ZORA), left, strict=True):
        assert health(g, unit) == hull
        assert cell is None or battery(g, unit) == cell


@pytest.mark.rule("BOI-188", "BOI-200")
@pytest.mark.parametrize(
    ("how", "deplete", "left"),
    [
        ("stronger_first", False, [35, 60, 40]),
        ("stronger_first", True, [32, 60, 40]),
        ("weak_first", False, [80, 60, 16]),
        ("weak_first", True, [80, 60, 16]),
        ("spread", False, [65, 45, 25]),
        ("spread", True, [32, 24, 16]),
    ],
)
def test_c12_depletion_in_a_swarm(dull, how, deplete, left):
    g = game(damage_distribution=how, deplete_battery_on_defense=deplete, counterattack=False)
    place(g, ANNA, 5, 5, battery=70, ratio=50)
    for unit, b in ((XENA, 80), (YURI, 60), (ZORA, 40)):
        place(g, unit, unit, 1, battery=b, ratio=40)
    flock = swarm(g, 7, 5, [XENA, YURI, ZORA])
    fight(g, ANNA, flock)
    assert [battery(g, unit) for unit in (XENA, YURI, ZORA)] == left
    assert health(g, ZORA) == (89 if how == "weak_first" else 100)
    assert [health(g, unit) for unit in (XENA, YURI)] == [100, 100]


@pytest.mark.rule("BOI-002", "BOI-171", "BOI-172", "BOI-197")
def test_c13_means_are_rounded(monkeypatch):
    fix_draws(monkeypatch, 1499, 999)
    g = game(damage_distribution="spread")
    place(g, ANNA, 1, 1, battery=90, ratio=70)
    place(g, BERT, 2, 1, battery=60, ratio=70, stats={"crit_chance": 5, "crit_value": 10})
    place(g, CARL, 3, 1, battery=30, ratio=70, stats={"crit_chance": 10})
    ours = swarm(g, 5, 5, [ANNA, BERT, CARL])
    field(g, 5, 5, attack=10)
    place(g, XENA, 1, 3, battery=100, ratio=30)
    place(g, YURI, 2, 3, battery=80, ratio=30, health=60)
    theirs = swarm(g, 6, 5, [XENA, YURI])
    fight(g, ours, theirs)
    a, x = g.sides
    assert (a.dealt, x.dealt) == (26311, 11100)
    assert [health(g, unit) for unit in (XENA, YURI)] == [48.44, 0]
    assert [health(g, unit) for unit in (ANNA, BERT, CARL)] == [100, 91, 82]
    assert [battery(g, unit) for unit in (ANNA, BERT, CARL, XENA, YURI)] == [0] * 5


@pytest.mark.rule("BOI-002", "BOI-171", "BOI-172")
@pytest.mark.parametrize(("drawn", "critical"), [(1066, 1), (1067, 0)])
def test_the_critical_means_of_a_swarm_are_rounded_up_where_that_is_nearer(monkeypatch, drawn, critical):
    fix_draws(monkeypatch, drawn)
    g = game()
    place(g, ANNA, 1, 1)
    for ship, x in ((BERT, 2), (CARL, 3)):
        place(g, ship, x, 1, stats={"crit_chance": 1, "crit_value": 1})
    place(g, XENA, 6, 5)
    fight(g, swarm(g, 5, 5, [ANNA, BERT, CARL]), XENA)
    assert g.sides[0].crit_chance == 1067  # a third of 10 + 11 + 11
    assert (g.sides[0].critical, g.sides[0].crit_damage) == (critical, 5067 * critical)


@pytest.mark.rule("BOI-185", "BOI-193", "BOI-182", "BOI-062")
@pytest.mark.parametrize(("answers", "left"), [(True, 0), (False, 10)])
def test_c14_a_mothership(dull, answers, left):
    g = game(mothership_counterattack=answers)
    place(g, ANNA, 5, 5, battery=100, ratio=90)
    place(g, MOTHER, 6, 5)
    g.tile_kind[tile(g, 6, 5)] = t.TILE_NAMES.index("planet")
    fight(g, ANNA, MOTHER)
    assert health(g, MOTHER) == 233
    assert (battery(g, ANNA), health(g, ANNA)) == (left, 100)


@pytest.mark.rule("BOI-062", "BOI-073", "BOI-193")
def test_c15_a_superstructure(dull):
    g = game()
    place(g, ANNA, 5, 5, battery=100, ratio=90)
    own(g, tile(g, 6, 5), 2)
    g.tile_kind[tile(g, 6, 5)] = t.TILE_NAMES.index("asteroid_field")
    bastion = structure(g, 6, 5, 2, "ss-bastion")
    fight(g, ANNA, bastion)
    assert g.structures[0].health == 18600
    assert (health(g, ANNA), battery(g, ANNA)) == (95, 0)


@pytest.mark.rule("BOI-063", "BOI-168", "BOI-193")
def test_c16_a_pirate(monkeypatch):
    fix_draws(monkeypatch, 499, 9999)
    g = game(tiles={"t6_5": {"npc": "space_pirate"}})
    pirate = 9
    place(g, ANNA, 5, 5, battery=20, ratio=50)
    fight(g, pirate, ANNA)
    assert (health(g, ANNA), battery(g, ANNA)) == (75, 0)
    assert health(g, pirate) == 70


@pytest.mark.rule("BOI-170", "BOI-175", "BOI-071", "BOI-073")
def test_c17_the_ground_counts(dull):
    g = game()
    place(g, ANNA, 5, 5, battery=100, ratio=75)
    place(g, XENA, 6, 5, battery=90, ratio=20, stats={"defense": 2})
    here, there = tile(g, 5, 5), tile(g, 6, 5)
    g.tile_kind[here] = t.TILE_NAMES.index("planet")
    g.poi[here] = t.POI_NAMES.index("dyson_sphere_ruins")
    own(g, here, 1)
    structure(g, 5, 5, 1, "ss-array")
    g.tile_kind[there] = t.TILE_NAMES.index("asteroid_field")
    g.poi[there] = t.POI_NAMES.index("abandoned_space_station")
    own(g, there, 2)
    structure(g, 6, 5, 2, "ss-bastion")
    fight(g, ANNA, XENA)
    a, x = g.sides
    assert (a.bonus_attack, x.bonus_defense) == (55, 70)
    assert (a.dealt, x.total_defense) == (13175, 9240)
    assert (health(g, XENA), battery(g, XENA)) == (60.65, 0)
    assert (health(g, ANNA), battery(g, ANNA)) == (100, 0)


@pytest.mark.rule("BOI-189", "BOI-203")
def test_without_damage_shields_cost_nothing(dull):
    g = game()
    place(g, ANNA, 5, 5, battery=0, ratio=50, stats={"attack": -10})
    place(g, XENA, 6, 5, battery=100, ratio=50, stats={"attack": -10, "range": -2})
    fight(g, ANNA, XENA)
    assert battery(g, XENA) == 100


@pytest.mark.rule("BOI-147")
def test_an_empty_battery_still_strikes(dull):
    g = game()
    place(g, ANNA, 5, 5, battery=0, ratio=50)
    place(g, XENA, 6, 5, battery=0, ratio=50)
    fight(g, ANNA, XENA)
    assert g.sides[0].dealt == 1000


@pytest.mark.rule("BOI-198")
def test_equal_members_are_hit_by_rising_id(dull):
    g = game()
    place(g, ANNA, 5, 5, battery=100, ratio=90)
    for unit in (ZORA, YURI, XENA):
        place(g, unit, unit, 1, battery=0, ratio=50, health=10)
    flock = swarm(g, 6, 5, [ZORA, XENA, YURI])
    g.players[ANNA - 1].battery = 3000
    fight(g, ANNA, flock)  # 37: the first dies, the second is hurt
    assert [health(g, unit) for unit in (XENA, YURI, ZORA)] == [0, 3, 10]


@pytest.mark.rule("BOI-001", "BOI-307")
def test_templates_of_a_test_are_the_games(dull):
    g = game()
    made = template(g, {"attack": 3})
    place(g, ANNA, 5, 5)
    g.units[0].template = made
    place(g, XENA, 6, 5, battery=0.01, ratio=50)
    g.players[0].battery = 333
    g.players[0].ratio = 50
    fight(g, ANNA, XENA)
    assert g.sides[0].main == 167  # 1.665 rounded half up
    assert g.sides[0].additional == 1300
