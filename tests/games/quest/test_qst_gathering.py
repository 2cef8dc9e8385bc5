"""Digging, picking up, dropping and looking."""

import pytest
from tests.games.quest.rule_states import Play, two

from roundhouse.games.quest import GAME
from roundhouse.games.quest.rules import tables as t


@pytest.mark.rule("QST-046", "QST-080")
def test_a_dig_tells_what_is_buried_and_changes_nothing():
    game = Play(two("100 5,5", "200 15,9", "buried iron 12 5,5", "buried gold 3 5,5", "surface wood 9 5,5"))
    game.do("100 dig")
    assert game.unit(100).energy == 190
    assert game.buried(5, 5) == {"iron": 12, "gold": 3}
    dug = GAME.view(game.g, 1, ["a", "b"]).dug
    assert [(one.x, one.y, one.round, one.resources) for one in dug] == [(5, 5, 1, {"iron": 12, "gold": 3})]
    assert GAME.view(game.g, 2, ["a", "b"]).dug == []
    assert game.points(1) == 0
    game.do("100 move 6,5", "100 dig")
    assert GAME.view(game.g, 1, ["a", "b"]).dug[0].resources == {}


@pytest.mark.rule("QST-081", "QST-030")
def test_resources_from_above_and_below_and_items_come_from_the_own_cell_alone():
    lines = ["100 5,5", "200 15,9", "buried wood 3 5,5 6,5", "surface stone 2 5,5", "surface armour1 1 5,5"]
    game = Play(two(*lines))
    game.do("100 pickup wood 3 stone 2 armour1 1")
    assert game.held(100) == {"wood": 3, "stone": 2, "armour1": 1}
    assert (game.buried(5, 5), game.surface(5, 5), game.buried(6, 5)) == ({}, {}, {"wood": 3})
    assert game.unit(100).energy == 195
    game.do("100 pickup wood 1")
    assert game.held(100)["wood"] == 3


@pytest.mark.rule("QST-082")
def test_each_pair_is_all_or_nothing_and_no_dig_is_needed():
    game = Play(two("100 5,5", "200 15,9", "buried wood 3 5,5", "surface wood 2 5,5", "buried iron 4 5,5"))
    game.do("100 pickup wood 6 iron 4")
    assert game.held(100) == {"iron": 4}
    game.do("100 pickup wood 5")
    assert game.held(100) == {"wood": 5, "iron": 4}


@pytest.mark.rule("QST-083")
def test_the_surface_is_used_first():
    game = Play(two("100 5,5", "200 15,9", "buried wood 3 5,5", "surface wood 2 5,5"))
    game.do("100 pickup wood 1")
    assert (game.surface(5, 5), game.buried(5, 5), game.points(1)) == ({"wood": 1}, {"wood": 3}, 0)
    game.do("100 pickup wood 2")
    assert (game.surface(5, 5), game.buried(5, 5), game.points(1)) == ({}, {"wood": 2}, 1)
    assert game.rows(t.TOOK, "a", "b", "c") == [(t.WOOD, 2, 1)]


@pytest.mark.rule("QST-084")
def test_the_cost_is_paid_once_and_also_for_nothing():
    towers = ["tower 1 of 2 10,5 level 1 energy 9", "tower 2 of 2 0,10 level 1 energy 9",
              "tower 3 of 2 11,5 level 1 energy 9", "tower 4 of 1 6,5 level 1 energy 9"]  # fmt: skip
    game = Play(two("100 5,5", "200 15,9", "buried wood 3 5,5", "buried iron 3 5,5", *towers), pickup_cost=6)
    game.do("100 pickup wood 1 iron 1")
    assert game.unit(100).energy == 200 - 6 - 20
    game.do("100 pickup stone 1")
    assert game.unit(100).energy == 200 - 2 * 26
    game = Play(two("100 5,5 energy 25 of 200", "200 15,9", *towers), pickup_cost=6)
    assert game.refusal("100 pickup wood 1") == "energy"


@pytest.mark.rule("QST-085")
def test_what_was_taken_of_every_pair_is_told():
    game = Play(two("100 5,5", "200 15,9", "buried wood 3 5,5", "surface iron 2 5,5", "surface sword1 1 5,5"))
    game.do("100 pickup wood 4 iron 2 sword1 1 stone 1")
    assert game.rows(t.TOOK, "unit", "a", "b", "c") == [(100, t.IRON, 2, 0), (100, t.FIRST_ITEM, 1, 0)]


@pytest.mark.rule("QST-087", "QST-036", "QST-127")
def test_gold_goes_to_the_team_at_once():
    game = Play(two("100 5,5", "200 15,9", "buried gold 30 5,5", "surface gold 5 5,5"))
    game.do("100 pickup gold 35")
    assert (game.player(1).gold, game.held(100), game.weight(100), game.points(1)) == (235, {}, 0, 30)
    assert game.player(1).taken[t.GOLD] == 30
    assert game.refusal("100 drop gold 1") == "missing"


@pytest.mark.rule("QST-088", "QST-090", "QST-027", "QST-028")
def test_a_drop_is_free_and_anybody_may_pick_it_up():
    game = Play(two("100 5,5 energy 0 of 200 iron 9 sword1 2", "101 5,5", "200 6,6", "201 15,9"))
    assert game.refusal("101 drop iron 1") == "missing"  # what a unit carries is its own
    game.do("100 drop iron 4 sword1 1")
    assert (game.held(100), game.surface(5, 5)) == ({"iron": 5, "sword1": 1}, {"iron": 4, "sword1": 1})
    game.do("101 pickup iron 1")
    assert game.held(101) == {"iron": 1}
    game.end()
    game.do("200 move 5,5", "200 pickup iron 3 sword1 1")
    assert game.held(200) == {"iron": 3, "sword1": 1}
    assert (game.points(1), game.points(2)) == (0, 0)


@pytest.mark.rule("QST-089")
def test_a_drop_of_more_than_there_is_is_refused_whole():
    game = Play(two("100 5,5 iron 9 wood 1", "200 15,9"))
    assert game.refused("100 drop iron 5 wood 2") == "missing"
    assert (game.held(100), game.surface(5, 5)) == ({"iron": 9, "wood": 1}, {})


@pytest.mark.rule("QST-089", "QST-032")
def test_items_fall_from_the_inventory_first_and_then_from_the_slot():
    game = Play(two("100 5,5 sword2 1 wears sword2 armour3", "200 15,9"))
    assert game.refusal("100 drop sword2 3") == "missing"
    assert game.refusal("100 drop sword1 1") == "missing"
    game.do("100 drop sword2 1")
    assert (game.worn(100), game.held(100)) == ((2, 3), {})
    game.do("100 drop sword2 1")
    assert (game.worn(100), game.surface(5, 5)) == ((0, 3), {"sword2": 2})
    game.do("100 drop armour3 1")
    assert (game.worn(100), game.surface(5, 5)) == ((0, 0), {"sword2": 2, "armour3": 1})
    game.do("100 pickup sword2 2", "100 equip sword2", "100 drop sword2 2")
    assert (game.worn(100), game.held(100)) == ((0, 0), {})


@pytest.mark.rule("QST-091")
def test_looking_is_free_and_changes_nothing_but_the_count():
    game = Play(two("100 5,5 energy 0 of 200", "200 15,9"))
    game.do("100 view", "100 view")
    assert (game.unit(100).energy, game.player(1).acted, game.g.event_count) == (0, 2, 0)


@pytest.mark.rule("QST-030", "QST-072", "QST-127")
def test_what_lies_on_the_surface_was_paid_for_once():
    """Killing for goods: what the dead unit had dug out is worth nothing to the next."""
    game = Play(two("100 5,5", "200 6,5 energy 1 of 1 iron 30"))
    game.do("100 attack 200 1", "100 move 6,5", "100 pickup iron 30")
    assert game.points(1) == 150
