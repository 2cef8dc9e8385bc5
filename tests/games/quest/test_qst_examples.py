"""The worked examples of the rulebook, number by number, in both modes."""

import pytest
from tests.games.quest.rule_states import WIDE, Play, both_modes, start, two

from roundhouse.games.quest import GAME
from roundhouse.games.quest.rules import tables as t
from roundhouse.games.quest.rules.phases.fighting import damage_of
from roundhouse.games.quest.rules.phases.moving import move_price


def replenished(energy, maximum, turns, native):
    game = Play(two(f"100 5,5 energy {energy} of {maximum}", "200 15,9"), native=native)
    seen = []
    for _ in range(turns):
        game.end(2)
        seen.append(game.unit(100).energy)
    return seen


@both_modes
@pytest.mark.rule("QST-117")
def test_example_1_replenishing(native):
    assert replenished(0, 200, 11, native) == [80, 128, 157, 174, 184, 190, 194, 196, 198, 199, 199]
    assert replenished(13, 200, 1, native) == [88]
    # The maximum of these heals by 5 a turn, which the rulebook's line leaves out: it is switched off here.
    for energy, maximum, expected in ((0, 137, [55, 88, 108, 120, 127]), (101, 150, [121])):
        game = Play(two(f"100 5,5 energy {energy} of {maximum}", "200 15,9"), native=native, max_energy_heal=0)
        for wanted in expected:
            game.end(2)
            assert game.energy(100) == (wanted, maximum)


@both_modes
@pytest.mark.rule("QST-060", "QST-061")
def test_example_2_the_cost_of_a_step_by_weight(native):
    for load, cost in ((0, 20), (3, 21), (10, 24), (18, 27), (37, 34), (100, 60)):
        game = Play(two(f"100 5,5 wood {load}", "200 15,9"), native=native)
        game.do("100 move 6,6")
        assert game.unit(100).energy == 200 - cost
    assert Play(two("100 5,5 wood 101", "200 15,9")).refusal("100 move 6,6") == "overweight"
    game = Play(two("100 5,5 wood 10", "200 15,9", "tower 1 of 2 11,6 level 1 energy 312"), native=native)
    game.do("100 move 6,6")
    assert game.unit(100).energy == 200 - 34


@pytest.mark.rule("QST-064")
def test_example_3_damage():
    for energy, sword, armour, damage in ((100, 2, 1, 113), (10, 1, 0, 13), (1, 0, 3, 0), (114, 3, 0, 200)):
        game = Play(two("100 5,5", "200 6,5"))
        game.unit(100).sword, game.unit(200).armour = sword, armour
        assert damage_of(game.g, game.unit(100), game.unit(200), energy) == damage


@both_modes
@pytest.mark.rule("QST-065", "QST-071", "QST-072", "QST-073", "QST-075", "QST-079", "QST-126")
def test_example_4_an_attack_and_a_death(native):
    other = "200 6,5 energy 90 of 120 iron 7 wood 3 armour1 1 wears armour2"
    game = Play(two("100 5,5 wears sword1", other), native=native)
    game.do("100 attack 200 190")
    assert game.rows(t.DAMAGED, "unit", "other", "a", "b", "c") == [(100, 200, 119, 190, 0)]
    assert game.energy(200) == (1, 1)
    game.do("100 attack 200 5")
    assert game.rows(t.DAMAGED, "a") == [(3,)]
    assert game.surface(6, 5) == {"iron": 7, "wood": 3, "armour1": 1, "armour2": 1}
    assert game.place(200) == (19, 13)
    assert game.energy(200) == (200, 200)
    assert (game.held(200), game.worn(200), game.unit(200).shield) == ({}, (0, 0), 1)
    assert game.points(1) == 150
    assert game.energy(100) == (5, 200)


@both_modes
@pytest.mark.rule("QST-069")
def test_example_5_striking_back_up_to_the_cutoff(native):
    board = two("100 4,5", "101 5,4", "102 6,5", "200 5,5 energy 150 of 200 wears sword1 strikes 30 of 70",
                "201 15,9", "202 15,9")  # fmt: skip
    game = Play(board, native=native)
    game.do("100 attack 200 20")
    assert (game.energy(200), game.energy(100)) == ((120, 180), (162, 162))
    game.do("101 attack 200 20")
    assert (game.energy(200), game.energy(101)) == ((90, 160), (162, 162))
    game.do("102 attack 200 20")
    assert (game.energy(200), game.energy(102)) == ((90, 140), (180, 200))


@both_modes
@pytest.mark.rule("QST-076", "QST-077", "QST-135")
def test_example_6_death_by_a_strike_back(native):
    game = Play(two("100 5,5 energy 30 of 30 stone 4", "200 6,6 strikes 40 of 40"), native=native)
    game.do("100 attack 200 10")
    assert game.energy(200) == (150, 190)
    assert game.surface(5, 5) == {"stone": 4}
    assert (game.place(100), game.energy(100)) == ((0, 0), (200, 200))
    assert game.refusal("100 move 1,0") == "respawned"
    assert (game.points(2), game.player(2).kills, game.player(2).retaliation_kills) == (150, 1, 1)
    assert game.player(1).losses == 1


@both_modes
@pytest.mark.rule("QST-104", "QST-106", "QST-107")
def test_example_7_a_trap(native):
    game = Play(two("100 7,5", "200 15,9", "trap 1 of 2 5,5"), native=native)
    game.do("100 move 6,5")
    assert game.unit(100).energy == 180
    game.do("100 move 5,5")
    assert game.rows(t.MOVED, "b") == [(160,)]
    assert (game.unit(100).energy, game.unit(100).frozen) == (0, 2)
    for _ in range(2):
        assert game.refusal("100 move 4,5") == "frozen"
        game.end(2)
        assert game.unit(100).energy == 0
    for words in ("move 4,5", "dig", "drop iron 1", "retaliate 0 0", "equip sword1", "research trap"):
        assert game.refusal(f"100 {words}") == "frozen"
    game.end(2)
    assert (game.unit(100).energy, game.unit(100).frozen) == (80, 0)
    game.do("100 move 4,5")


@both_modes
@pytest.mark.rule("QST-109", "QST-110", "QST-111")
def test_example_8_a_tower_drains(native):
    board = two("100 29,0", "101 29,0", "102 29,0", "103 29,0", "104 29,0", "200 12,10", "201 13,13", "202 15,15",
                "203 16,10", "204 11,11 energy 20 of 40", "tower 1 of 1 10,10 level 1 energy 312",
                ground=WIDE)  # fmt: skip
    game = Play(board, native=native)
    game.end()
    assert game.rows(t.DRAINED, "unit", "a", "b") == [
        (200, 62, 312 - 62),
        (201, 31, 312 - 93),
        (202, 17, 312 - 110),
        (204, 28, 174),
    ]
    assert game.energy(204) == (0, 40)
    assert game.energy(203) == (200, 200)
    assert game.towers()[0].energy == 174


@both_modes
@pytest.mark.rule("QST-082", "QST-083", "QST-084", "QST-127")
def test_example_9_picking_up(native):
    lines = ["100 5,5", "200 15,9", "buried iron 12 5,5", "buried wood 30 5,5", "surface iron 5 5,5",
             "surface sword2 1 5,5"]  # fmt: skip
    game = Play(two(*lines), native=native)
    game.do("100 pickup iron 18")
    assert (game.held(100), game.unit(100).energy, game.points(1)) == ({}, 195, 0)
    game.do("100 pickup iron 17 wood 31")
    assert (game.held(100), game.points(1)) == ({"iron": 17}, 12)
    game.do("100 pickup wood 30 sword2 1")
    assert (game.held(100), game.points(1)) == ({"wood": 30, "iron": 17, "sword2": 1}, 42)
    game.do("100 drop iron 17", "100 pickup iron 17")
    assert (game.held(100)["iron"], game.points(1)) == (17, 42)


@both_modes
@pytest.mark.rule("QST-094", "QST-098", "QST-128")
def test_example_10_crafting_and_research(native):
    game = Play(two("100 5,5 iron 30 stone 10 wood 20", "200 15,9"), native=native)
    game.do("100 craft sword1 iron 10 stone 4 wood 4")
    assert (game.points(1), game.weight(100)) == (54, 47)
    game.do("100 research sword")
    assert (game.player(1).gold, game.unit(100).energy) == (0, 160)
    game.do("100 craft sword2 sword1 1 iron 12 wood 6")
    assert game.points(1) == 108
    assert game.held(100) == {"iron": 8, "stone": 6, "wood": 10, "sword2": 1}
    assert game.weight(100) == 31


@pytest.mark.rule("QST-131")
def test_example_11_the_score_of_the_original():
    board = two("100 5,5", "200 15,9", second="kills 0",
                first="kills 12 towers_placed 3 traps_placed 4 traps_sprung 2 sprees 1 first_blood 1")  # fmt: skip
    game = Play(board, scoring="origin")
    assert GAME.view(game.g, 1, ["a", "b"]).points["1"] == pytest.approx(41.1)
    from roundhouse.games.quest.rules.phases.scoring import score

    assert score(game.g, 1) == pytest.approx(41.1)
    game.leave(2)
    assert game.result() == [(1, 41), (2, 0)]


@both_modes
@pytest.mark.rule("QST-007", "QST-008", "QST-009", "QST-109")
def test_example_12_start_cells_and_the_reach_of_a_tower(native):
    g = start()
    assert [(player.start_x, player.start_y) for player in g.players[1:3]] == [(5, 5), (54, 54)]
    game = Play(g, native=native)
    assert (game.place(107), game.place(207)) == ((5, 6), (54, 53))
    ground = ("." * 40 + "\n") * 40
    for place, near, covered in (("24,15", "25,15", True), ("15,24", "15,25", True), ("25,21", "26,20", False)):
        board = two(f"100 {place}", "200 39,0", "tower 1 of 2 20,20 level 1 energy 312", ground=ground)
        game = Play(board)
        x, y = map(int, near.split(","))
        assert move_price(game.g, game.unit(100), x, y) == (30 if covered else 20)


@both_modes
@pytest.mark.rule("QST-079", "QST-122")
def test_example_13_how_long_a_shield_lasts(native):
    # Dies in the turn of another: shielded until the end of the owner's next turn
    game = Play(two("100 5,5", "200 6,5 energy 1 of 1"), native=native)
    game.do("100 attack 200 5")
    assert game.unit(200).shield
    game.end()
    assert game.g.turn_of == 2
    assert game.unit(200).shield
    game.end()
    assert not game.unit(200).shield

    # Dies in its own turn: the shield survives it and ends with the owner's next one
    game = Play(two("100 5,5 energy 30 of 30", "200 6,6 strikes 40 of 40"), native=native)
    game.do("100 attack 200 10")
    game.end()
    assert game.unit(100).shield
    game.end()
    assert (game.g.turn_of, game.unit(100).shield) == (1, 1)
    game.end()
    assert not game.unit(100).shield

    # Whoever attacks loses it before the strike back
    game = Play(two("100 5,5 shield shield_before", "200 6,6 strikes 40 of 40"), native=native)
    game.do("100 attack 200 10")
    assert (game.energy(100), game.unit(100).shield) == ((160, 160), 0)
    game.end()
    assert game.refusal("200 attack 100 1") == ""
