"""What is counted for every seat, and what can be won."""

import pytest
from tests.games.quest.text_states import Field, arena, random_play

from roundhouse.core.entries import enter, leave
from roundhouse.core.figures import Counted, Tally, fold
from roundhouse.games.quest import GAME
from roundhouse.games.quest.figures import FIGURES, figures_by_key, places_by, points_of
from roundhouse.games.quest.rules import tables as t

BOARD = """
round 1 of 80 turn 1
..........
..........
..........
..........
..........
1 start 0,0
2 start 9,4
100 3,2 iron 30 stone 60 wood 70 wears sword1
101 3,3
200 4,2 energy 40 of 40
201 4,3 strikes 50 of 50
buried gold 12 3,3
buried iron 9 3,2
trap 1 of 2 2,3
"""


def some(g, seat):
    return {key: number for key, number in figures_by_key(g, seat).items() if number}


@pytest.mark.rule("QST-135", "QST-136", "QST-137")
def test_figures_are_what_the_state_has_counted():
    field = Field(BOARD)
    field.do("100 attack 200 32")
    field.do("100 pickup iron 9")
    field.do("100 craft sword1 iron 10 stone 4 wood 4")
    field.do("100 place_trap trap1 stone 12 wood 18")
    field.do("101 attack 201 1")
    field.do("101 pickup gold 12")
    field.ask("101 move 9,9")
    field.do("101 move 2,3")
    assert some(field.g, 1) == {
        "kills": 1, "traps_placed": 1, "first_blood": 1, "taken_gold": 12, "taken_iron": 9, "used_wood": 22,
        "used_stone": 16, "used_iron": 10, "crafted_sword1": 1, "crafted_trap1": 1, "points_kill": 150,
        "points_pickup": 21, "points_craft": 144, "points": 315, "damage_dealt": 41, "damage_taken": 50,
        "energy_spent": 32 + 5 + 40 + 1 + 5 + 20, "refused": 1,
    }  # fmt: skip
    assert some(field.g, 2) == {
        "losses": 1,
        "traps_sprung": 1,
        "damage_dealt": 50,
        "damage_taken": 41,
        "energy_spent": 50,
    }
    field.next()
    assert figures_by_key(field.g, 1)["timed_out"] == 1
    assert GAME.counted(field.g)[0] == figures_by_key(field.g, 1)
    assert field.view(1).figures == figures_by_key(field.g, 1)


@pytest.mark.rule("QST-135")
def test_the_scoreboard_has_the_statistics_of_everybody():
    field = Field(BOARD)
    field.do("100 attack 200 32")
    for seat in (0, 1, 2):
        lines = [{key: n for key, n in line.stats.items() if n} for line in field.view(seat).players]
        assert lines == [{"kills": 1, "first_blood": 1}, {"losses": 1}]


def test_every_figure_is_counted_once_and_only_grows():
    keys = [figure.key for figure in FIGURES]
    assert len(keys) == len(set(keys))
    before = [[0] * len(keys)] * 4
    for g in random_play(arena(), 14, every=5):
        for seat in range(1, g.seats + 1):
            now = GAME.figures_of(g, seat)
            assert len(now) == len(keys)
            assert all(more >= less for more, less in zip(now, before[seat], strict=True))
            before[seat] = now


@pytest.mark.rule("QST-129", "QST-137")
def test_points_are_the_sum_of_their_sources_and_of_all_that_was_told():
    told = [0] * 4
    for g in random_play(arena(), 15):
        for event in GAME.events(g):
            if event.__struct_config__.tag == "points":
                told[event.seat] += event.gained
                assert event.points <= points_of(g, event.seat)
        for seat in range(1, g.seats + 1):
            figures = figures_by_key(g, seat)
            assert figures["points"] == sum(figures[f"points_{name}"] for name in t.SOURCE_NAMES) == told[seat]
    assert sum(told) > 500


@pytest.mark.rule("QST-130", "QST-133", "QST-149")
def test_places_as_of_now_are_those_of_the_end():
    board = """
    .....
    .....
    1 start 0,0 points 5
    2 start 0,0 points 9
    3 start 0,0 points 9
    4 start 0,0 points 99
    100 0,0
    200 0,0
    300 0,0
    400 0,0
    """
    field = Field(board)
    assert places_by(field.g)[1:] == [4, 2, 2, 1]
    enter(GAME.rules, field.g, leave(4, t.RESIGNED))
    enter(GAME.rules, field.g, leave(2, t.RESIGNED))
    assert places_by(field.g)[1:] == [2, 3, 1, 4]
    enter(GAME.rules, field.g, leave(3, t.RESIGNED))
    result = GAME.result(field.g)
    assert places_by(field.g)[1:] == [place.place for place in result.places] == [1, 3, 2, 4]


ACHIEVEMENTS = {
    "first_blood": ("first_blood", 1), "slayer": ("kills", 100), "rampage": ("sprees", 1),
    "thorns": ("retaliation_kills", 10), "trapper": ("traps_sprung", 10), "warden": ("towers_placed", 10),
    "prospector": ("taken_wood", 1000), "gold_rush": ("taken_gold", 1000), "swordsmith": ("crafted_sword2", 25),
    "armourer": ("crafted_armour3", 25), "titan": ("crafted_sword3", 1),
}  # fmt: skip


@pytest.mark.rule("QST-155")
@pytest.mark.parametrize("key", ACHIEVEMENTS)
def test_achievements_are_unlocked_over_all_matches(key):
    figure, least = ACHIEVEMENTS[key]
    usual = dict.fromkeys((one.key for one in FIGURES), 0) | {"losses": 1}
    tally, new = fold(Tally(), [Counted(1, True, usual | {figure: least - 1})], GAME.achievements, 1, 5)
    assert key not in [name for _, name in new]
    tally, new = fold(tally, [Counted(1, True, usual | {figure: 1})], GAME.achievements, 2, 6)
    assert (1, key) in new
    assert tally.unlocked[key].match == 2


@pytest.mark.rule("QST-155")
def test_untouched_is_who_loses_no_unit_in_a_match_that_it_stays_in():
    usual = dict.fromkeys((one.key for one in FIGURES), 0)
    for stayed, losses, unlocked in ((True, 0, True), (True, 1, False), (False, 0, False)):
        _, new = fold(Tally(), [Counted(1, stayed, usual | {"losses": losses})], GAME.achievements, 1, 5)
        assert ((1, "untouched") in new) == unlocked


@pytest.mark.rule("QST-155")
def test_the_achievements_and_leaderboards_are_those_of_the_rulebook():
    names = [one.name for one in GAME.achievements]
    line = next(line for line in GAME.rulebook.splitlines() if "**QST-155**" in line)
    assert all(f"{name} (" in line for name in names)
    assert [one.key for one in GAME.achievements] == [*ACHIEVEMENTS, "untouched"]
    assert set(GAME.leaderboards) == {
        "points", "points_kill", "points_pickup", "points_craft", "kills", "towers_placed", "traps_sprung"
    }  # fmt: skip
    assert set(GAME.leaderboards) <= {figure.key for figure in FIGURES}
