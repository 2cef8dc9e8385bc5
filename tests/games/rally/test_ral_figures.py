"""What is counted for every seat, and the table of achievements."""

import re

import pytest
from tests.games.rally.text_states import KEYS, Floor

from roundhouse.games.rally import GAME
from roundhouse.games.rally.figures import ACHIEVEMENTS, FIGURES, figures_of

OPEN = "+  +  +  +  +  +\n .. .. .. .. ..\n+  +  +  +  +  +\n"


def line(cells, *robots):
    rim = "+  " * len(cells.split()) + "+"
    return "\n".join([rim, f" {cells}", rim, *robots])


@pytest.mark.rule("RAL-164")
def test_everyone_gets_the_figures_of_all_seats_at_the_end():
    play = Floor(line(".. c1 .. ..", "1 lazy 0,0 E", "2 lazy 3,0 N"))
    over = play.round({1: "1@490"})[-1]
    assert over.figures[0] == {key: int(key == "walked_forwards") for key in KEYS}
    assert GAME.of_event(play.g, over, 0) is over
    assert [figure.key for figure in GAME.figures] == KEYS
    assert figures_of(play.g, 1) == [1, *[0] * 11]


@pytest.mark.rule("RAL-167")
@pytest.mark.parametrize(
    ("cells", "robot", "command", "walked"),
    [(".. .. .. ..", "0,0 E", "2@670", {"walked_forwards": 2}),
     (".. .. .. ..", "2,0 E", "B@430", {"walked_backwards": 1}),
     (".. () .. ..", "0,0 E", "3@790", {"walked_forwards": 1, "deaths": 1}),  # a hole counts
     (".. .. .. ..", "0,0 W", "1@490", {"deaths": 1}),  # a step off the board does not
     (".. ~~ .. ..", "0,0 E", "1@490", {"walked_forwards": 1}), ("s> .. .. ..", "0,0 N", "", {}),
     ("f> f> .. ..", "0,0 N", "", {})],
)  # fmt: skip
def test_fields_walked_are_own_steps_onto_the_board(cells, robot, command, walked):
    play = Floor(line(cells, f"1 lazy {robot}", "2 lazy 3,0 N"))
    play.g.robots[1].damage = 0
    play.step({1: command} if command else {})
    assert {key: value for key, value in play.figures(1).items() if key != "damage_dealt"} == walked


@pytest.mark.rule("RAL-167", "RAL-177")
def test_being_pushed_is_not_walking():
    play = Floor(line(".. .. .. .. ..", "1 lazy 0,0 E", "2 lazy 1,0 N", "3 lazy 2,0 N"))
    play.step({1: "2@670"})
    assert play.figures(1) == {"walked_forwards": 2, "pushed": 2, "damage_dealt": 1}  # each once a command
    assert play.figures(2) == {"damage_taken": 1}


@pytest.mark.rule("RAL-177")
def test_each_command_counts_its_own_pushes():
    play = Floor(line(".. .. .. .. .. ..", "1 tanky 0,0 E", "2 lazy 1,0 N"))
    play.step({1: "1@490"})
    play.step({1: "2@670"})
    assert play.figures(1)["pushed"] == 2


@pytest.mark.rule("RAL-168", "RAL-169", "RAL-170")
def test_turns_count_by_command_and_nothing_else_turns_them():
    play = Floor(line("g+ .. .. ..", "1 lazy 0,0 N", "2 lazy 3,0 N"))
    play.step()
    assert play.figures(1) == {"damage_dealt": 1}
    play = Floor(line(".. .. .. ..", "1 lazy 0,0 N", "2 lazy 3,0 N"))
    play.round({1: "L@70 L@90 R@80 U@10 R@100"})
    counted = play.figures(1)
    assert [counted.get(key) for key in ("left_turns", "right_turns", "u_turns")] == [2, 2, 1]
    curve = Floor("+  +  +\n s> Sv\n+  +  +\n .. ..\n+  +  +\n1 lazy 0,0 N\n2 lazy 0,1 W")
    curve.step()
    assert curve.figures(1) == {}


@pytest.mark.rule("RAL-171", "RAL-173", "RAL-174", "RAL-172")
def test_damage_counts_in_full_also_beyond_the_ninth():
    play = Floor(OPEN + "1 james 0,0 E\n2 lazy 1,0 N damage 8\n3 james 4,0 W")
    play.step()
    assert play.figures(2) == {"damage_taken": 4, "deaths": 1}
    assert [play.figures(seat) for seat in (1, 3)] == [{"damage_dealt": 2, "destroyed": 1}] * 2


@pytest.mark.rule("RAL-173")
def test_a_field_laser_is_nobodys_damage():
    play = Floor("+  +  +\n}.. ..\n+  +  +\n1 lazy 0,0 N\n2 lazy 1,0 N damage 8")
    play.step()
    assert (play.figures(1), play.figures(2)) == ({"damage_taken": 1}, {"damage_taken": 1, "deaths": 1})


@pytest.mark.rule("RAL-174")
@pytest.mark.parametrize(("cells", "command"), [(".. .. s> ()", "1@490"), (".. .. ~~ ()", "1@490")])
def test_deaths_by_belt_or_slide_credit_no_one(cells, command):
    play = Floor(line(cells, "1 lazy 0,0 E", "2 lazy 1,0 N"))
    play.step({1: command})
    assert play.stand(2) == "dead"
    assert play.figures(1) == {"walked_forwards": 1, "pushed": 1}


@pytest.mark.rule("RAL-174")
def test_a_field_laser_that_kills_with_a_shot_of_an_earlier_phase_credits_no_one():
    play = Floor("+  +  +\n .. ..{\n+  +  +\n1 lazy 0,0 E\n2 lazy 1,0 N damage 7\n")
    play.step()
    assert play.figures(1) == {"damage_taken": 1, "damage_dealt": 1, "destroyed": 1}  # died in phase 7, by the shot
    play = Floor("+  +  +\n .. ..{\n+  +  +\n1 lazy 0,0 E\n2 lazy 1,0 N damage 7\n")
    play.g.robots[2].hit_by = 2  # as of the program step before
    play.g.robots[2].damage = 8
    play.step()
    assert "destroyed" not in play.figures(1)


@pytest.mark.rule("RAL-175", "RAL-176")
def test_only_points_actually_removed_count_as_repaired():
    play = Floor("+  +  +  +\n r2 .. ..\n+  +  +  +\n1 tanky 0,0 N damage 1\n2 lazy 2,0 N damage 3 announced")
    play.round()
    assert play.figures(1) == {"repaired": 1}
    assert play.figures(2) == {"repaired": 3, "power_downs": 1}
    play = Floor(OPEN + "1 lazy - N dead 1 damage 9\n2 lazy 4,0 N")
    play.round()
    assert "repaired" not in play.figures(1)  # points lost by respawning do not count


WORDS = {
    "destroyed": ("destroyed",), "damage points taken": ("damage_taken",),
    "died": ("deaths",), "fields walked backwards": ("walked_backwards",),
    "fields walked": ("walked_forwards", "walked_backwards"),
    "turns in total": ("left_turns", "right_turns", "u_turns"), "U-turn": ("u_turns",),
    "damage dealt": ("damage_dealt",), "repaired": ("repaired",), "power-down": ("power_downs",),
    "other robots pushed": ("pushed",),
}  # fmt: skip
ONCE = {"no damage taken": "damage_taken", "did not die": "deaths", "dealt no damage": "damage_dealt"}


@pytest.mark.rule(
    "RAL-182", "RAL-183", "RAL-184", "RAL-185", "RAL-186", "RAL-187", "RAL-188", "RAL-189", "RAL-190", "RAL-191",
    "RAL-192", "RAL-193", "RAL-194", "RAL-195", "RAL-196", "RAL-197", "RAL-198", "RAL-199", "RAL-200", "RAL-201",
    "RAL-202", "RAL-203", "RAL-204", "RAL-205", "RAL-206", "RAL-207", "RAL-208", "RAL-209", "RAL-210", "RAL-211",
    "RAL-212", "RAL-213", "RAL-214", "RAL-215",
)  # fmt: skip
@pytest.mark.parametrize("achievement", ACHIEVEMENTS, ids=lambda achievement: achievement.key)
def test_every_achievement_is_as_the_rulebook_says(achievement):
    found = re.search(rf"\*\*{achievement.rule}\*\* `(\w+)` \*.*? / (.*?)\*: (.*?)\. \[seed\]", GAME.rulebook)
    assert (found[1], found[2]) == (achievement.key, achievement.name)
    condition = found[3]
    if achievement.exactly is not None:
        assert ONCE[condition] == achievement.figures[0]
        assert (achievement.exactly, achievement.over) == (0, "match")
        return
    number = 1 if condition == "died once" else int(re.search(r"\d+", condition)[0])
    figures = next(figures for words, figures in WORDS.items() if words in condition)
    assert (achievement.least, achievement.figures) == (number, figures)
    one_less = dict.fromkeys(figures, 0) | {figures[0]: number - 1}
    assert not achievement.reached(one_less, {})
    assert achievement.reached(one_less | {figures[-1]: one_less[figures[-1]] + 1}, {})


def test_figures_and_achievements_name_rules_and_each_other():
    assert len(ACHIEVEMENTS) == 34
    assert len({achievement.key for achievement in ACHIEVEMENTS}) == 34
    for entry in (*FIGURES, *ACHIEVEMENTS):
        assert f"**{entry.rule}**" in GAME.rulebook
    assert {key for achievement in ACHIEVEMENTS for key in achievement.figures} <= set(KEYS)
