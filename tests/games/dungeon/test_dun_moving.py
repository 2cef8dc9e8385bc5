"""Blockades, moves and wormholes: phases 1, 3 and 4."""

import pytest
from tests.games.dungeon.rule_states import TWO, Game

from roundhouse.games.dungeon.rules import tables as t


@pytest.mark.rule("DUN-071", "DUN-073", "DUN-075", "DUN-123")
def test_nobody_leaves_a_blocked_planet_in_that_round_alone():
    game = Game(TWO + "r1 1 0,1\nr2 2 0,1\nr3 1 0,1\n")
    game.round("r1 block", "r2 move 0,2", "r3 move 0,2")
    assert [game.place(name) for name in ("r1", "r2", "r3")] == ["0,1"] * 3
    game.round("r2 move 0,2", "r3 move 0,2")
    assert [game.place(name) for name in ("r2", "r3")] == ["0,2"] * 2


@pytest.mark.rule("DUN-074", "DUN-123")
def test_several_robots_may_block_a_planet_and_each_pays():
    game = Game(TWO + "r1 1 0,1\nr2 2 0,1\nr3 2 0,1 energy 3\n")
    game.round("r1 block", "r2 block", "r3 block")
    assert [game.robot(name).energy for name in ("r1", "r2", "r3")] == [16, 16, 3]
    assert [row[:3] for row in game.rows(t.BLOCKED)] == [(1, 0, 1), (2, 0, 2), (2, t.NOT_ENOUGH_ENERGY, 3)]


@pytest.mark.rule("DUN-072")
def test_a_blocker_without_enough_energy_blocks_nothing():
    game = Game(TWO + "r1 1 0,1 energy 3\nr2 2 0,1\n")
    game.round("r1 block", "r2 move 0,2")
    assert (game.why("r1"), game.place("r2")) == ("not_enough_energy", "0,2")


@pytest.mark.rule("DUN-072")
def test_the_share_of_energy_that_blocking_costs_is_rounded_down():
    game = Game(TWO + "r1 1 0,1\nr2 1 0,1 MAX_ENERGY 1\n", block_percent=19)
    before = [game.robot(name).energy for name in ("r1", "r2")]
    game.round("r1 block", "r2 block")
    assert before == [20, 30]
    assert [game.robot(name).energy for name in ("r1", "r2")] == [20 - 2 - 3, 30 - 2 - 5]  # of 3.8 and 5.7


@pytest.mark.rule("DUN-075")
def test_without_block_affects_own_only_other_players_are_held():
    board = TWO + "r1 1 0,1\nr2 1 0,1\nr3 2 0,1\nr4 1 0,1 WORMHOLE 1\nr5 2 0,1\n"
    game = Game(board, block_affects_own=False)
    game.round("r1 block", "r2 move 0,2", "r3 move 0,2", "r4 use WORMHOLE")
    assert [game.why(name) for name in ("r2", "r3", "r4")] == ["", "planet_blocked", ""]
    game = Game(board, block_affects_own=False)
    game.round("r1 block", "r5 block", "r2 move 0,2", "r3 move 0,2")
    assert [game.why(name) for name in ("r2", "r3")] == ["planet_blocked", "planet_blocked"]


@pytest.mark.rule("DUN-076")
def test_a_blocked_planet_can_be_entered():
    game = Game(TWO + "r1 1 0,1\nr2 2 0,2\n")
    game.round("r1 block", "r2 move 0,1")
    assert (game.why("r2"), game.place("r2")) == ("", "0,1")


@pytest.mark.rule("DUN-077", "DUN-079", "DUN-012")
def test_a_move_goes_one_step_to_a_neighbour_and_costs_nothing_else():
    game = Game(TWO + "r1 1 0,1\nr2 1 2,0\n")
    for place, reason in (("2,0", "not_neighbour"), ("1,2", "unknown_planet"), ("0,1", "not_neighbour")):
        game.round(f"r1 move {place}")
        assert (game.why("r1"), game.robot("r1").energy, game.place("r1")) == (reason, 20, "0,1")
    game.round("r1 move 1,1")
    assert game.place("r1") == "1,1"


@pytest.mark.rule("DUN-078")
def test_the_gravity_of_the_planet_left_and_the_multiplier_make_the_cost():
    game = Game(TWO + "r1 1 2,2\nr2 1 1,3\n", movement_multiplier=3, gravity_cost=[1, 2, 4])
    game.round("r1 move 2,3", "r2 move 1,2")
    assert (game.robot("r1").energy, game.robot("r2").energy) == (8, 14)


@pytest.mark.rule("DUN-080", "DUN-202")
def test_a_held_robot_pays_for_the_move():
    game = Game(TWO + "r1 1 2,2\nr2 2 2,2\n")
    game.round("r1 block", "r2 move 2,3")
    assert (game.why("r2"), game.robot("r2").energy) == ("planet_blocked", 17)
    assert (game.player(2).moves, game.player(2).scores[t.MOVEMENT]) == (0, 0)


@pytest.mark.rule("DUN-081")
def test_robots_can_swap_places():
    game = Game(TWO + "r1 1 0,1\nr2 2 0,2\n")
    game.round("r1 move 0,2", "r2 move 0,1")
    assert (game.place("r1"), game.place("r2")) == ("0,2", "0,1")


@pytest.mark.rule("DUN-083", "DUN-178", "DUN-167")
def test_a_wormhole_leads_to_some_existing_planet_without_energy():
    robots = [f"r{n}" for n in range(1, 101)]
    game = Game("1S 1.\n2. --\n1\n" + "".join(f"{name} 1 0,0 WORMHOLE 2 energy 0\n" for name in robots))
    game.round(*(f"{name} use WORMHOLE" for name in robots))
    for name in robots:
        assert (game.robot(name).items[t.WORMHOLE], game.robot(name).energy) == (1, 0)
    assert (game.player(1).moves, game.player(1).scores[t.MOVEMENT]) == (100, 200)
    assert {game.place(name) for name in robots} == {"0,0", "0,1", "1,1"}


@pytest.mark.rule("DUN-084", "DUN-237")
def test_a_wormhole_needs_the_item_and_no_blockade():
    game = Game(TWO + "r1 1 0,1\nr2 1 0,1 WORMHOLE 1\nr3 2 0,1\n")
    game.round("r1 use WORMHOLE", "r2 use WORMHOLE", "r3 block")
    assert (game.why("r1"), game.why("r2")) == ("no_item", "planet_blocked")
    assert game.robot("r2").items[t.WORMHOLE] == 1


@pytest.mark.rule("DUN-126", "DUN-119", "DUN-045")
def test_wormhole_arrivals_are_there_when_moves_begin():
    for seed in range(40):
        game = Game("1S 1.\n1. 1.\n1\n2\nr1 1 0,0 WORMHOLE 1\nr2 2 1,1\n", seed=seed)
        game.round("r1 use WORMHOLE", "r2 move 0,1")
        if game.place("r1") == "1,1":  # they met there before r2 went on
            assert game.robot("r1").seen_planet[2] == game.index("1,1")
            assert game.robot("r2").seen_planet[1] == game.index("1,1")
            return
    pytest.fail("no wormhole led to 1,1")


@pytest.mark.rule("DUN-082", "DUN-121", "DUN-196")
def test_rows_of_a_phase_come_in_the_order_of_the_robots():
    game = Game(TWO + "r1 2 0,1\nr2 1 0,2\nr3 2 0,3\n")
    game.round("r3 move 0,2", "r2 move 0,1", "r1 move 1,1")
    assert [row[2] for row in game.rows(t.MOVED)] == [1, 2, 3]
    assert game.rows(t.MOVED)[0] == (2, 0, 1, game.index("1,1"), 19, game.index("0,1"))
