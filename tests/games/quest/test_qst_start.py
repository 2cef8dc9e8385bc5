"""What a game starts with: units, gold, blueprints of one's own, and what the settings must be."""

import pytest
from tests.games.quest.rule_states import Play, start, two

from roundhouse.core.schema import LARGE, SMALL
from roundhouse.core.settings import SetupError
from roundhouse.games.quest import GAME
from roundhouse.games.quest.rules import tables as t


def refused(**settings):
    with pytest.raises(SetupError) as error:
        GAME.start(GAME.setup(settings=settings))
    return error.value.code, error.value.field, error.value.rule


@pytest.mark.rule("QST-001", "QST-011", "QST-012")
def test_every_player_has_as_many_equal_units():
    for seats, units in ((2, 1), (3, 7), (4, 20)):
        g = start(seats, units=units, unit_energy=123)
        assert g.unit_count == seats * units
        game = Play(g)
        for seat in range(1, seats + 1):
            for k in range(units):
                unit = game.unit(seat * 100 + k)
                assert (unit.owner, unit.alive, unit.energy, unit.max_energy) == (seat, 1, 123, 123)
                assert (unit.sword, unit.armour, unit.retaliation, unit.frozen, unit.shield) == (0, 0, 0, 0, 0)
                assert not any(unit.carried)
                assert game.is_there(seat * 100 + k)
        assert not any(game.is_there(number) for number in (0, 99, 100 + units, seats * 100 + 100, -100))
    for wrong in (0, 21):
        assert refused(units=wrong)[:2] == ("bad_settings", "units")


@pytest.mark.rule("QST-022", "QST-036")
def test_every_team_starts_with_gold_and_the_basic_blueprints():
    for gold in (200, 0, 99):
        g = start(4, gold=gold)
        for player in g.players[1:5]:
            assert (player.gold, list(player.levels), player.points) == (gold, [1, 1, 1, 1], 0)


@pytest.mark.rule("QST-022")
def test_level_1_can_be_crafted_and_level_2_not_before_research():
    game = Play(two("100 5,5 iron 20 stone 10 wood 10", "200 15,9"))
    assert game.refusal("100 craft sword1 iron 10 stone 4 wood 4") == ""
    assert game.refusal("100 craft sword2 iron 20 stone 10 wood 10") == "unknown_blueprint"


@pytest.mark.rule("QST-115", "QST-116")
def test_the_first_turn_has_begun():
    g = start(3)
    assert (g.round_no, g.turn_of, g.ended, g.reason) == (1, 1, 0, 0)
    owing = [0] * 5
    assert GAME.rules.waiting(g, owing) == 1
    assert owing[:4] == [0, 1, 0, 0]
    assert Play(g).rows(t.TURN_STARTED, "seat", "a") == [(1, 1)]


def test_settings_out_of_range_are_bad_settings():
    wrong = {
        "players": (1, 5), "rounds": (0, 1001), "turn_ms": (-1, 1, 49, 3_600_001), "max_actions": (0, 100_001),
        "unit_energy": (19, 2001), "replenish_model": ("half",), "replenish_keep": (-1, 101),
        "replenish_on": ("never",), "view_radius": (0, 21), "max_energy_heal": (-1, 501), "move_cost": (-1, 501),
        "move_weight_pct": (-1, 101), "carry_limit": (-1, 100_001), "tower_surcharge": (501,), "dig_cost": (501,),
        "pickup_cost": (501,), "drop_cost": (1,), "craft_cost": (501,), "place_trap_cost": (501,),
        "place_tower_cost": (501,), "research_energy": (501,), "level_pct": ((25, 50), (1, 2, 101)),
        "tower_radius": (0, 21), "tower_drain": (0, 1001), "tower_energy": (0, 10_001), "trap_extra": (-1, 11),
        "gold": (-1, 100_001), "no_build_radius": (-1, 11), "scoring": ("none",), "kill_points": (-1, 100_001),
        "pickup_points": (1001,), "craft_points": (1001,), "spree_length": (1, 101), "rock_pct": (-1, 21),
        "region_peak": (0, 1001), "start": ("edges",), "research_gold": ((1, 2, 3), (0,) * 7 + (100_001,)),
        "respawn": (2,), "spawn_shield": ("yes",),
    }  # fmt: skip
    for name, values in wrong.items():
        for value in values:
            assert refused(**{name: value})[:2] == ("bad_settings", name)
    assert refused(colour="red")[:2] == ("bad_settings", "colour")


def test_all_settings_at_their_bounds_can_be_played():
    low = {
        "rounds": 1, "turn_ms": 0, "max_actions": 1, "unit_energy": 20, "replenish_keep": 0, "view_radius": 1,
        "max_energy_heal": 0, "move_cost": 0, "move_weight_pct": 0, "carry_limit": 0, "tower_radius": 1,
        "tower_drain": 1, "tower_energy": 1, "trap_extra": 0, "gold": 0, "no_build_radius": 0, "kill_points": 0,
        "pickup_points": 0, "craft_points": 0, "spree_length": 2, "rock_pct": 0, "region_peak": 1, "width": 50,
        "height": 50, "level_pct": (0, 0, 0), "research_gold": (0,) * 8, "units": 1,
    }  # fmt: skip
    high = {
        "rounds": 1000, "turn_ms": 3_600_000, "max_actions": 100_000, "unit_energy": 2000, "replenish_keep": 100,
        "view_radius": 20, "max_energy_heal": 500, "move_cost": 500, "move_weight_pct": 100, "carry_limit": 100_000,
        "tower_radius": 20, "tower_drain": 1000, "tower_energy": 10_000, "trap_extra": 10, "gold": 100_000,
        "no_build_radius": 10, "kill_points": 100_000, "pickup_points": 1000, "craft_points": 1000,
        "spree_length": 100, "rock_pct": 20, "region_peak": 1000, "width": 100, "height": 100,
        "level_pct": (100, 100, 100), "research_gold": (100_000,) * 8, "units": 20,
    }  # fmt: skip
    row = [0] * GAME.width
    for settings in (low, high):
        g = start(4, **settings)
        for n in range(60):
            if g.reason == 0 and not g.ended:
                GAME.rules.sample(g, g.turn_of, 5, n, row)
                assert GAME.rules.check(g, g.turn_of, row) == 0
                GAME.rules.act(g, g.turn_of, row)
            else:
                GAME.rules.tick(g)


@pytest.mark.rule("QST-002")
def test_the_state_form_follows_from_the_size_of_the_map():
    for width, height, form in ((60, 60, SMALL), (50, 72, SMALL), (61, 60, LARGE), (100, 100, LARGE)):
        setup = GAME.setup(settings={"width": width, "height": height})
        assert GAME.form_of(setup) == form
        assert len(GAME.start(setup).terrain) == (3600 if form == SMALL else 10000)


@pytest.mark.rule("QST-120")
def test_the_clock_of_a_turn():
    def window(**settings):
        setup = GAME.setup(settings=settings)
        return GAME.window_ms(setup), GAME.pace(setup, GAME.start(setup)).window_ms

    assert window() == (1000, 1000)
    assert window(turn_ms=50) == (50, 50)
    assert window(turn_ms=0) == (None, None)


# Blueprints of one's own


@pytest.mark.rule("QST-153")
def test_blueprints_of_ones_own_replace_single_ones():
    recipes = {
        "sword1": {"ways": [{"wood": 3}], "weight": 2},
        "tower1": {"ways": [{"stone": 1}, {"sword1": 2}]},
        "armour1": {"ways": [{"leather": 1000}]},
    }
    game = Play(two("100 5,5 wood 9 stone 1 iron 10", "200 15,9"), blueprints=recipes)
    assert game.refusal("100 craft sword1 iron 10 stone 4 wood 4") == "wrong_ingredients"
    assert game.refusal("100 craft sword1 bronze 14 wood 4") == "wrong_ingredients"  # no second way is left
    game.do("100 craft sword1 wood 3", "100 craft sword1 wood 3")
    assert game.held(100) == {"wood": 3, "stone": 1, "iron": 10, "sword1": 2}
    assert game.weight(100) == 3 + 1 + 10 + 2 * 2
    assert game.refusal("100 place_tower tower1 stone 1") == ""
    game.do("100 place_tower tower1 sword1 2")
    assert list(game.g.item_weights) == [2, 7, 10, 10, 15, 20]
    assert game.refusal("100 place_trap trap1 stone 12 wood 18") == "missing"  # as usual


@pytest.mark.rule("QST-153")
def test_what_no_blueprint_can_be_like():
    for recipes in (
        {"sword1": {"ways": []}},
        {"sword1": {"ways": [{"wood": 1}, {"wood": 2}, {"wood": 3}]}},
        {"sword1": {"ways": [{}]}},
        {"sword1": {"ways": [{"wood": 0}]}},
        {"sword1": {"ways": [{"wood": 1001}]}},
        {"sword1": {"ways": [{"mud": 1}]}},
        {"sword9": {"ways": [{"wood": 1}]}},
        {"sword1": {"ways": [{"wood": 1}], "weight": 1001}},
        {"sword1": {"ways": [{"wood": 1}], "colour": "red"}},
    ):
        assert refused(blueprints=recipes)[:2] == ("bad_settings", "blueprints")
    assert refused(blueprints={"tower1": {"ways": [{"wood": 1}], "weight": 3}}) == (
        "bad_settings", "blueprints", "QST-153"
    )  # fmt: skip
    assert refused(blueprints={"sword1": {"ways": [{"gold": 1}]}})[:2] == ("bad_settings", "blueprints")


@pytest.mark.rule("QST-153")
def test_a_blueprint_that_needs_itself_in_all_ways_is_refused():
    for recipes, named in (
        ({"sword1": {"ways": [{"sword1": 1}]}}, "sword1"),
        ({"sword1": {"ways": [{"sword2": 1}]}, "sword2": {"ways": [{"sword1": 1}, {"sword3": 1}]},
          "sword3": {"ways": [{"armour1": 1, "sword1": 1}]}}, "sword1"),
        ({"armour3": {"ways": [{"wood": 1, "armour3": 1}]}, "tower1": {"ways": [{"armour3": 1}]}}, "armour3"),
        ({"sword1": {"ways": [{"sword2": 1}]}, "sword2": {"ways": [{"sword2": 1}]}}, "sword2"),
    ):  # fmt: skip
        with pytest.raises(SetupError, match=f"{named} needs itself") as error:
            GAME.start(GAME.setup(settings={"blueprints": recipes}))
        assert (error.value.code, error.value.field, error.value.rule) == ("bad_settings", "blueprints", "QST-153")
    for recipes in (
        {"sword1": {"ways": [{"sword1": 1}, {"wood": 1}]}},
        {"sword1": {"ways": [{"sword2": 1}]}, "sword2": {"ways": [{"sword1": 1}, {"iron": 1}]}},
        {"sword1": {"ways": [{"armour3": 2}]}},
    ):
        assert GAME.start(GAME.setup(settings={"blueprints": recipes})).reason == 0
