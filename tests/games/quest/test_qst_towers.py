"""Towers: whom they reach, what they drain, and when they fall."""

import pytest
from tests.games.quest.rule_states import WIDE, Play, both_modes, grass, two

from roundhouse.games.quest.rules import tables as t
from roundhouse.games.quest.rules.phases.turns import rounded_distance


def drained(*lines, native=False, ground=WIDE, **settings):
    """What the towers drain when the turn of player 2 begins, with the game."""
    game = Play(two(*lines, ground=ground), native=native, **settings)
    game.end()
    return game, game.rows(t.DRAINED, "unit", "other", "a")


@pytest.mark.rule("QST-109")
def test_a_tower_acts_on_units_of_others_within_its_square():
    for level, radius in ((1, 5), (2, 6), (3, 7)):
        for x, y, reached in ((10 + radius, 10 - radius, True), (10 + radius + 1, 10, False), (10, 10, True),
                              (10, 10 + radius + 1, False)):  # fmt: skip
            tower = f"tower 1 of 1 10,10 level {level} energy 999"
            game, rows = drained("100 11,10", f"200 {x},{y}", tower)
            assert bool(rows) is reached
            assert game.unit(100).energy == 200  # not on its owner's


@pytest.mark.rule("QST-110")
def test_the_distance_is_rounded_to_the_nearest_whole_number():
    for dx in range(-21, 22):
        for dy in range(-21, 22):
            exact = (dx * dx + dy * dy) ** 0.5
            assert rounded_distance(dx, dy) == max(1, int(exact + 0.5))


@pytest.mark.rule("QST-110")
def test_what_is_drained_by_distance():
    for place, amount in (("10,10", 125), ("11,11", 125), ("12,10", 62), ("12,11", 62), ("12,12", 41), ("13,14", 25),
                          ("15,15", 17)):  # fmt: skip
        game, rows = drained("100 29,0", f"200 {place}", "tower 1 of 1 10,10 level 1 energy 999")
        assert rows == [(200, 1, amount)]
        assert game.unit(200).energy == 200 - amount


@both_modes
@pytest.mark.rule("QST-111", "QST-116")
def test_units_by_rising_id_and_for_each_the_towers_by_rising_id(native):
    game, rows = drained(
        "100 29,0", "101 29,0", "200 10,11", "201 10,12", "tower 3 of 1 10,10 level 1 energy 130",
        "tower 5 of 1 11,10 level 1 energy 70", "tower 9 of 1 9,10 level 1 energy 9", native=native,
    )  # fmt: skip
    assert rows == [(200, 3, 125), (200, 5, 70), (200, 9, 5), (201, 3, 5), (201, 9, 4)]
    assert game.energy(200) == (0, 200)
    assert [(tower.serial, tower.energy) for tower in game.towers()] == []
    assert game.rows(t.TOWER_DESTROYED, "other") == [(5,), (3,), (9,)]


@pytest.mark.rule("QST-111")
def test_tower_and_unit_lose_the_same():
    for energy, keeps, unit in ((999, 999 - 125, 75), (60, 0, 140)):
        game, rows = drained("100 29,0", "200 10,11", f"tower 1 of 1 10,10 level 1 energy {energy}")
        assert game.unit(200).energy == unit
        assert sum(tower.energy for tower in game.towers()) == keeps
        assert rows[0][2] == 200 - unit
    game, rows = drained("100 29,0", "200 10,11 energy 0 of 50", "tower 1 of 1 10,10 level 1 energy 999")
    assert (rows, game.energy(200), game.towers()[0].energy) == ([(200, 1, 20)], (0, 50), 979)
    game, rows = drained("100 29,0", "200 10,11 frozen 1", "tower 1 of 1 10,10 level 1 energy 999")
    assert (rows, game.towers()[0].energy) == ([], 999)


@both_modes
@pytest.mark.rule("QST-112", "QST-140")
def test_a_tower_without_energy_is_gone_at_once_and_its_cell_is_free(native):
    game, _ = drained("100 29,0", "101 29,0", "200 10,11", "201 9,11", "tower 4 of 1 10,10 level 1 energy 125",
                      "tower 7 of 1 20,20 level 2 energy 5", native=native)  # fmt: skip
    assert game.unit(201).energy == 200  # it was gone when 201's turn came
    assert [(tower.serial, tower.owner, tower.level, tower.cell, tower.energy) for tower in game.towers()] == [
        (7, 1, 2, game.cell(20, 20), 5)
    ]
    assert (game.player(1).towers, game.built(10, 10)) == (1, 0)
    game.do("200 move 10,10")
    assert not game.g.watched[1, game.cell(10, 10)]
    assert game.rows(t.TOWER_DESTROYED, "other") == []  # it was told when it fell


@pytest.mark.rule("QST-113")
def test_towers_cannot_be_attacked():
    game = Play(two("100 5,5", "200 15,9", "tower 1 of 2 5,6 level 1 energy 312"))
    assert game.refusal("100 attack 1 50") == "no_target"


@pytest.mark.rule("QST-109", "QST-110")
def test_towers_of_all_others_drain_and_only_in_the_victims_own_turn():
    board = grass(20, 20) + "1 start 0,0\n2 start 19,19\n3 start 19,0\n100 10,10\n200 5,5\n300 15,15\n"
    for n, place in enumerate(("10,9", "9,9", "9,10"), 1):
        board += f"tower {n} of {n} {place} level 1 energy 900\n"
    game = Play(board, tower_drain=40)
    seen = []
    for _ in range(3):
        game.end()
        seen.append(game.rows(t.DRAINED, "unit", "other"))
    assert seen == [[(200, 1), (200, 3)], [], [(100, 2), (100, 3)]]  # 300 stands at the distance of 6
    assert game.unit(100).energy == 200 - 2 * 50
