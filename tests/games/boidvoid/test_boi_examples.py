"""The worked examples of movement, capture, building, battery and turns; those of combat have a file of their own."""

import pytest
from tests.games.boidvoid.positions import fix_draws, game, place, structure, swarm, template, tile
from tests.games.boidvoid.turns import at, battery, health, order, refused, turn

from roundhouse.games.boidvoid import GAME
from roundhouse.games.boidvoid.rules import tables as t
from roundhouse.games.boidvoid.rules.hexes import NOWHERE, distance, neighbour
from roundhouse.games.boidvoid.rules.phases.destruction import destroy
from roundhouse.games.boidvoid.rules.phases.moving import enter_cost
from roundhouse.games.boidvoid.rules.phases.pirates import first_team
from roundhouse.games.boidvoid.rules.phases.stats import battery_max, structure_field, structure_stat
from roundhouse.games.boidvoid.rules.phases.tile_work import own
from roundhouse.games.boidvoid.rules.phases.turns import maintain, nth_team

ANNA, BERT, CARL = 1, 2, 3  # ships of team 1, whose mothership is 7
XENA = 4
MOTHER = 7
LIVE = {"turn_mode": "live"}


def poi(g, x, y, kind, owner=0):
    g.poi[tile(g, x, y)] = t.POI_NAMES.index(kind)
    if owner:
        own(g, tile(g, x, y), owner)


def seeds_example(g, ap):
    """A point of importance with move +2 on [2, 2] and a ship with a modifier of +1."""
    poi(g, 2, 2, "meteor_shower_zone")
    return place(g, ANNA, 1, 2, ap=ap, stats={"move_cost": 1})


@pytest.mark.rule("BOI-108", "BOI-109", "BOI-112")
@pytest.mark.parametrize(("ap", "code"), [(9, ""), (8, "not_enough_ap")])
def test_m1_the_seeds_example(ap, code):
    g = game(**LIVE)
    seeds_example(g, ap)
    own(g, tile(g, 3, 2), 1)
    structure(g, 3, 2, 1)
    assert refused(g, 1, type="move", path=[[2, 2], [3, 2]]) == code
    assert at(g, ANNA) == ((3, 2) if not code else (1, 2))
    assert g.units[0].ap == (0 if not code else 8)


@pytest.mark.rule("BOI-073", "BOI-108")
@pytest.mark.parametrize(("radius", "where", "cost"), [(1, (3, 3), 9), (0, (3, 3), 10), (1, (3, 2), 8)])
def test_m2_the_seeds_example_by_the_letter(radius, where, cost):
    g = game(superstructure_radius=radius, **LIVE)
    seeds_example(g, 20)
    own(g, tile(g, *where), 1)
    structure(g, *where, 1)
    assert order(g, 1, type="move", path=[[2, 2], [3, 2]]) == 0
    assert g.units[0].ap == 20 - cost


@pytest.mark.rule("BOI-027", "BOI-028", "BOI-029")
def test_m3_distances_and_neighbours():
    g = game()
    pairs = [((1, 2), (3, 2), 2), ((3, 2), (3, 3), 1), ((2, 2), (3, 3), 2), ((0, 0), (3, 3), 5), ((4, 1), (2, 6), 5),
             ((5, 4), (5, 7), 3), ((0, 0), (0, 10), 10)]  # fmt: skip
    for one, other, far in pairs:
        assert distance(g, tile(g, *one), tile(g, *other)) == far
        assert distance(g, tile(g, *other), tile(g, *one)) == far

    def around(x, y):
        return [(n % g.side, n // g.side) for n in (neighbour(g, tile(g, x, y), way) for way in range(6))]

    assert around(3, 2) == [(4, 2), (3, 3), (2, 3), (2, 2), (2, 1), (3, 1)]
    assert around(3, 3) == [(4, 3), (4, 4), (3, 4), (2, 3), (3, 2), (4, 2)]
    assert neighbour(g, tile(g, 0, 0), 3) == NOWHERE


@pytest.mark.rule("BOI-108", "BOI-072")
def test_m4_a_step_costs_something():
    g = game()
    place(g, ANNA, 1, 1)
    g.tile_kind[tile(g, 2, 1)] = t.TILE_NAMES.index("conduit")
    poi(g, 2, 1, "wormhole_entry", owner=2)  # its move modifier is for everybody
    assert enter_cost(g, 0, tile(g, 2, 1)) == 1
    assert enter_cost(g, 0, tile(g, 1, 2)) == 3


@pytest.mark.rule("BOI-077", "BOI-114")
def test_m5_a_swarm_moves_together():
    g = game(**LIVE)
    for unit, ap, extra in ((ANNA, 9, 0), (BERT, 7, 1), (CARL, 12, 0)):
        place(g, unit, unit, 1, ap=ap, stats={"move_cost": extra})
    flock = swarm(g, 5, 5, [ANNA, BERT, CARL])
    assert refused(g, 1, type="move", unit=flock, path=[[6, 5], [7, 5]]) == "not_enough_ap"
    assert order(g, 1, type="move", unit=flock, path=[[6, 5]]) == 0
    assert [g.units[n].ap for n in range(3)] == [6, 3, 9]
    assert {at(g, unit) for unit in (flock, ANNA, BERT, CARL)} == {(6, 5)}
    shown = next(one for one in GAME.view(g, 1, ["a", "b", "c", "d", "e", "f"]).units if one.id == flock)
    assert shown.ap == 3


@pytest.mark.rule("BOI-071", "BOI-076", "BOI-078")
def test_m6_action_points_come_back():
    g = game()
    place(g, ANNA, 3, 3, ap=20)
    g.tile_kind[tile(g, 3, 3)] = t.TILE_NAMES.index("conduit")
    place(g, BERT, 5, 5, ap=4)
    poi(g, 5, 5, "space_oasis", owner=1)
    place(g, CARL, 7, 7, ap=4)
    poi(g, 7, 7, "space_oasis", owner=2)
    place(g, MOTHER, 1, 1)
    turn(g)
    assert [g.units[n].ap for n in range(3)] == [24, 16, 13]


# Capture and building


def capture_until_owned(g, x, y, most=20):
    """The turn at whose end the tile belongs to team 1."""
    for _ in range(most):
        before = g.turn_no
        turn(g)
        if g.owner[tile(g, x, y)] == 1:
            return before
    return None


def to_turn(g, number):
    while g.turn_no < number:
        turn(g)


@pytest.mark.rule("BOI-118", "BOI-122", "BOI-123", "BOI-126")
def test_b1_a_free_tile():
    g = game(**LIVE)
    place(g, MOTHER, 1, 1)
    place(g, ANNA, 5, 5)
    to_turn(g, 5)
    assert order(g, 1, type="capture") == 0
    turn(g)
    assert (g.units[0].job, g.units[0].progress, g.units[0].needed) == (t.CAPTURING, 1, 2)
    assert capture_until_owned(g, 5, 5) == 6
    assert g.units[0].job == t.IDLE
    assert refused(g, 1, type="move", to=[6, 5]) == ""


@pytest.mark.rule("BOI-119")
def test_b2_enemy_tiles_take_twice_as_long():
    g = game(**LIVE)
    place(g, MOTHER, 1, 1)
    place(g, ANNA, 5, 5)
    g.tile_kind[tile(g, 5, 5)] = t.TILE_NAMES.index("planet")
    own(g, tile(g, 5, 5), 2)
    to_turn(g, 5)
    assert order(g, 1, type="capture") == 0
    assert capture_until_owned(g, 5, 5) == 10
    poi(g, 7, 7, "space_time_anomaly", owner=2)
    place(g, BERT, 7, 7)
    assert order(g, 2, type="capture") == 0
    assert g.units[1].needed == 2


@pytest.mark.rule("BOI-057", "BOI-121", "BOI-122")
def test_b3_without_a_mothership_captures_pause():
    g = game(**LIVE)
    place(g, MOTHER, 1, 1)
    place(g, ANNA, 5, 5)
    own(g, tile(g, 2, 2), 1)
    to_turn(g, 5)
    assert order(g, 1, type="capture") == 0
    destroy(g, MOTHER - 1, 0)
    place(g, BERT, 8, 8)
    assert refused(g, 2, type="capture") == "mothership_destroyed"
    to_turn(g, 10)
    assert g.units[0].progress == 0
    assert g.units[MOTHER - 1].respawn == 0
    assert refused(g, 1, type="spawn", unit=MOTHER, tile=[2, 2]) == ""
    turn(g)
    assert g.units[0].progress == 1
    assert capture_until_owned(g, 5, 5) == 11


@pytest.mark.rule("BOI-122")
def test_a_capture_that_pauses_keeps_its_progress():
    g = game(**LIVE)
    place(g, MOTHER, 1, 1)
    place(g, ANNA, 5, 5)
    own(g, tile(g, 2, 2), 1)
    assert order(g, 1, type="capture") == 0
    turn(g)
    destroy(g, MOTHER - 1, 0)
    to_turn(g, 8)
    assert (g.units[0].job, g.units[0].progress, g.units[0].needed) == (t.CAPTURING, 1, 2)
    assert refused(g, 1, type="spawn", unit=MOTHER, tile=[2, 2]) == ""
    assert capture_until_owned(g, 5, 5) == 8


@pytest.mark.rule("BOI-066", "BOI-128", "BOI-129", "BOI-130", "BOI-131", "BOI-134")
@pytest.mark.parametrize(("boosted", "done"), [(False, 5), (True, 4)])
def test_b4_a_bastion(boosted, done):
    g = game(starting_inventory=("ss-bastion", "boost-yard", "ss-bastion"), **LIVE)
    place(g, ANNA, 5, 5)
    own(g, tile(g, 5, 5), 1)
    to_turn(g, 3)
    if boosted:
        assert order(g, 1, type="boost", item=1, mode="burn") == 0
    assert order(g, 1, type="build", item=0) == 0
    to_turn(g, done)
    assert g.structure_count == 0
    turn(g)
    assert g.structure_count == 1
    stats = [structure_stat(g, 0, stat) for stat in (t.ATTACK_STAT, t.DEFENSE, t.HEALTH)]
    assert stats == [25, 30, 250]
    assert g.structures[0].health == 25000
    assert refused(g, 1, type="build", item=0) == "no_such_item"  # it was burned
    assert refused(g, 1, type="build", item=2) == ""
    to_turn(g, 10)
    stats = [structure_stat(g, 0, stat) for stat in (t.ATTACK_STAT, t.DEFENSE, t.HEALTH)]
    assert (g.structures[0].level, stats) == (2, [50, 60, 500])
    assert structure_field(g, 0, t.F_DEFENSE) == 50


# Battery


@pytest.mark.rule("BOI-079", "BOI-080", "BOI-084")
@pytest.mark.parametrize(("stake", "most"), [(10_000, 100), (12_345, 111), (2_500_000, 1000), (50, 10)])
def test_p1_from_stake_to_battery(stake, most):
    g = game(powered_stakes=(stake,))
    assert battery_max(g, 0) == most * 100
    assert battery_max(g, 1) == 10_000
    linear = game(powered_stakes=(12_345,), battery_formula="linear")
    assert battery_max(linear, 0) == 12_300


@pytest.mark.rule("BOI-080", "BOI-081", "BOI-234")
def test_p2_maintenance():
    for stake, now, later in ((6_400, 80, (80, 80)), (14_400, 95, (115, 120))):
        g = game()
        place(g, ANNA, 5, 5, battery=95)
        maintain(g, 0, stake)
        assert battery(g, ANNA) == now
        for expected in later:
            turn(g)
            assert battery(g, ANNA) == expected


# Turns


@pytest.mark.rule("BOI-216")
def test_t1_initiative():
    two, three = game(), game(teams=3, ships_per_team=2, map=None)

    def firsts(g, count):
        found = []
        for number in range(1, count + 1):
            g.turn_no = number
            found.append(first_team(g))
        return found

    assert firsts(two, 8) == [0, 1, 1, 0, 1, 0, 0, 1]
    assert firsts(three, 9) == [0, 1, 2, 1, 2, 0, 2, 0, 1]
    three.turn_no = 5
    assert [nth_team(three, n) - 1 for n in range(3)] == [2, 0, 1]


@pytest.mark.rule("BOI-136", "BOI-138", "BOI-205", "BOI-212", "BOI-270")
def test_t2_respawn():
    g = game(**LIVE)
    place(g, ANNA, 5, 5, battery=60)
    own(g, tile(g, 2, 2), 1)
    to_turn(g, 4)
    destroy(g, 0, 0)
    counted = []
    for _ in range(5):
        assert refused(g, 1, type="spawn", tile=[2, 2]) == "still_respawning"
        turn(g)
        counted.append(g.units[0].respawn)
    assert counted == [4, 3, 2, 1, 0]
    assert g.turn_no == 9
    assert order(g, 1, type="spawn", tile=[2, 2]) == 0
    assert (g.units[0].ap, health(g, ANNA), g.players[0].respawns) == (0, 100, 1)
    turn(g)
    assert g.units[0].ap == 9


@pytest.mark.rule("BOI-032", "BOI-033", "BOI-034", "BOI-036", "BOI-039", "BOI-040", "BOI-041", "BOI-048")
def test_t5_a_drawn_map():
    g = GAME.start(GAME.setup(seed=3))
    assert (sum(kind != 0 for kind in g.tile_kind), g.side) == (91, 11)
    assert [(g.team_list[n].home % 11, g.team_list[n].home // 11) for n in (1, 2)] == [(1, 5), (9, 5)]
    assert sum(bool(kind) for kind in g.obstacle) <= 7
    assert sum(bool(kind) for kind in g.poi) == 4
    assert g.npc_count == 2
    assert [at(g, unit) for unit in range(1, 7)] == [(1, 4), (2, 4), (0, 5), (10, 6), (9, 6), (10, 5)]
    four = GAME.start(GAME.setup(seed=3, preset="three", settings={"teams": 4}))
    homes = [four.team_list[n].home for n in range(1, 5)]
    assert four.side == 13
    assert [(home % 13, home // 13) for home in homes] == [(5, 11), (2, 4), (6, 1), (10, 8)]


@pytest.mark.rule("BOI-160")
def test_t6_a_staked_boost():
    g = game(starting_inventory=("boost-cell",), **LIVE)
    place(g, ANNA, 5, 5, battery=60)
    assert order(g, 1, type="boost", item=0, mode="stake") == 0
    assert (battery(g, ANNA), battery_max(g, 0)) == (60, 11_000)
    turn(g)
    assert battery(g, ANNA) == 83
    assert order(g, 1, type="unstake", item=0) == 0
    assert battery_max(g, 0) == 10_000


@pytest.mark.rule("BOI-160")
@pytest.mark.parametrize(("percent", "cost"), [(50, 3), (99, 3), (100, 2)])
def test_the_part_of_a_staked_boost_is_rounded_toward_0(percent, cost):
    g = game(starting_inventory=("boost-thrusters",), boost_stake_percent=percent, move_cost=3, **LIVE)
    place(g, ANNA, 5, 5)
    assert order(g, 1, type="boost", item=0, mode="stake") == 0
    assert enter_cost(g, 0, tile(g, 6, 5)) == cost


@pytest.mark.rule("BOI-065")
def test_templates_change_what_they_name(monkeypatch):
    fix_draws(monkeypatch)
    g = game()
    place(g, XENA, 5, 5)
    g.units[3].template = template(g, {"health": 40, "respawn_rate": -2, "battery": 7, "action_points": 2})
    g.units[3].health = 14_000
    assert battery_max(g, 3) == 10_700
    turn(g)
    assert g.units[3].ap == 11
    destroy(g, 3, 0)
    assert g.units[3].respawn == 3
