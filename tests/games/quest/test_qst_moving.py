"""Steps and traps."""

import pytest
from tests.games.quest.rule_states import FIELD, Play, two

from roundhouse.games.quest.rules import tables as t

ROCKY = FIELD[: 5 * 21 + 6] + "#" + FIELD[5 * 21 + 7 :]  # at 6,5


@pytest.mark.rule("QST-002", "QST-057")
def test_a_unit_moves_to_any_of_the_8_cells_around_it_and_nowhere_else():
    for x in range(3, 8):
        for y in range(3, 8):
            game = Play(two("100 5,5", "200 15,9"))
            if max(abs(x - 5), abs(y - 5)) == 1:
                game.do(f"100 move {x},{y}")
                assert game.place(100) == (x, y)
            else:
                assert game.refusal(f"100 move {x},{y}") == "bad_target"
    game = Play(two("100 0,0", "101 19,13", "200 15,9", "201 15,9"))
    for words in ("100 move -1,0", "100 move 0,-1", "100 move -1,-1", "101 move 20,13", "101 move 19,14"):
        assert game.refusal(words) == "bad_target"
    assert game.refusal("100 move 1000000,-1000000") == "bad_target"


@pytest.mark.rule("QST-004", "QST-058")
def test_nobody_moves_onto_rock():
    game = Play(two("100 5,5", "200 15,9", ground=ROCKY))
    assert game.refusal("100 move 6,5") == "rock"
    game.do("100 move 6,4", "100 move 7,5")


@pytest.mark.rule("QST-059")
def test_nobody_moves_into_a_tower_and_who_stands_in_one_may_leave():
    for owner in (1, 2):
        game = Play(two("100 5,5", "101 6,5", "200 15,9", "201 15,9", f"tower 1 of {owner} 6,5 level 1 energy 9"))
        assert game.refusal("100 move 6,5") == "tower"
        game.do("101 move 7,5")
        assert game.refusal("101 move 6,5") == "tower"


@pytest.mark.rule("QST-033", "QST-060", "QST-086")
def test_weight_limits_moving_but_not_picking_up():
    lines = ["100 5,5 wood 20 stone 20 leather 20 bronze 20 wears sword3", "200 15,9", "buried iron 500 5,5"]
    game = Play(two(*lines), carry_limit=90)
    assert game.weight(100) == 90
    game.do("100 pickup iron 1")
    assert game.weight(100) == 91
    assert game.refusal("100 move 5,6") == "overweight"
    game.do("100 pickup iron 499")
    assert game.weight(100) == 590
    game.do("100 drop iron 500")
    game.do("100 move 5,6")


@pytest.mark.rule("QST-061")
def test_every_enemy_tower_that_covers_the_target_makes_a_step_dearer():
    towers = ["tower 1 of 2 11,5 level 1 energy 9", "tower 2 of 2 6,11 level 3 energy 9",
              "tower 3 of 1 7,5 level 1 energy 9", "tower 4 of 2 12,6 level 1 energy 9"]  # fmt: skip
    game = Play(two("100 5,5", "200 15,9", *towers), tower_surcharge=7)
    game.do("100 move 6,5")  # towers 1 and 2 reach it, 3 is the own one, 4 is too far
    assert game.unit(100).energy == 200 - 20 - 14
    game.do("100 move 7,6")  # 4 reaches this one as well
    assert game.unit(100).energy == 166 - 20 - 21


@pytest.mark.rule("QST-061")
def test_the_price_of_a_step_is_rounded_down():
    for load, pct, cost, expected in ((3, 2, 20, 21), (1, 50, 25, 37), (99, 1, 1, 1), (7, 0, 33, 33), (5, 100, 0, 0)):
        game = Play(two(f"100 5,5 iron {load}", "200 15,9"), move_weight_pct=pct, move_cost=cost)
        game.do("100 move 6,6")
        assert game.unit(100).energy == 200 - expected


@pytest.mark.rule("QST-062", "QST-104", "QST-140")
def test_a_trap_springs_under_whoever_steps_on_it_and_is_gone():
    for level, extra in ((1, 1), (2, 1), (3, 0), (3, 10)):
        game = Play(two("100 5,5", "200 15,9", f"trap {level} of 2 6,5"), trap_extra=extra)
        game.do("100 move 6,5")
        assert game.place(100) == (6, 5)
        assert (game.unit(100).energy, game.unit(100).frozen) == (0, level + extra)
        assert game.player(1).energy_spent == 20  # the step; what the trap takes is not spent
        assert game.built(6, 5) == 0
        assert (game.player(2).traps, game.player(2).traps_sprung) == (0, 1)
        assert game.rows(t.TRAP_SPRUNG, "seat", "unit", "a", "b", "c") == [(1, 100, level, 2, level + extra)]


@pytest.mark.rule("QST-105")
def test_own_traps_catch_own_units_without_credit():
    game = Play(two("100 5,5", "200 15,9", "trap 1 of 1 6,5"))
    game.do("100 move 6,5")
    assert (game.unit(100).frozen, game.player(1).traps, game.player(1).traps_sprung) == (2, 0, 0)


@pytest.mark.rule("QST-106", "QST-091")
def test_a_frozen_unit_can_do_nothing_but_look():
    game = Play(two("100 5,5 frozen 1 iron 10 stone 4 wood 4 sword1 1", "200 6,5", "surface wood 1 5,5"))
    for words in (
        "move 5,6", "attack 200 1", "retaliate 1 1", "dig", "pickup wood 1", "drop iron 1", "equip sword1",
        "craft sword1 iron 10 stone 4 wood 4", "research trap", "place_trap trap1 stone 12 wood 18",
        "place_tower tower1 stone 50 wood 50",
    ):  # fmt: skip
        assert game.refusal(f"100 {words}") == "frozen"
    game.do("100 view")


@pytest.mark.rule("QST-106", "QST-108")
def test_a_frozen_unit_does_not_strike_back_and_can_be_killed():
    game = Play(two("100 5,5", "200 6,5 frozen 2 strikes 10 of 100"))
    game.do("100 attack 200 20")
    assert (game.energy(100), game.energy(200)) == ((180, 200), (180, 180))
    game.do("100 attack 200 180")
    assert (game.player(1).kills, game.unit(200).frozen) == (1, 0)


@pytest.mark.rule("QST-107")
def test_frozen_falls_only_at_the_end_of_turns_that_began_frozen():
    game = Play(two("100 5,5", "200 15,9", "trap 1 of 2 6,5"))
    game.do("100 move 6,5")
    frozen = []
    for _ in range(6):
        frozen.append(game.unit(100).frozen)
        game.end()
    assert frozen == [2, 2, 2, 1, 1, 0]


@pytest.mark.rule("QST-107", "QST-073")
def test_whoever_dies_frozen_is_free_at_home():
    game = Play(two("100 5,5", "200 6,5 frozen 3 energy 0 of 5"))
    game.do("100 attack 200 9")
    game.end()
    assert (game.unit(200).frozen, game.unit(200).energy) == (0, 200)
    game.do("200 move 18,13")
