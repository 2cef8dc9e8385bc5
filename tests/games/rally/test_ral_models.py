"""The five models and their abilities."""

import pytest
from tests.games.rally.text_states import Floor, named, setup, start

from roundhouse.core.settings import SetupError
from roundhouse.games.rally import GAME

ROW = "+  +  +  +  +  +\n .. .. .. .. ..\n+  +  +  +  +  +\n"
LASER = "+  +  +  +  +  +\n}.. .. .. .. ..\n+  +  +  +  +  +\n"


@pytest.mark.rule("RAL-004", "RAL-005")
def test_every_seat_has_one_of_five_models_and_several_may_have_the_same():
    assert GAME.choices == ("tanky", "james", "lazy", "albot", "peach")
    g = start("peach", "peach", "")
    assert [robot.model for robot in g.robots[1:4]] == [4, 4, 0]
    view = GAME.view(g, 0, ["a", "b", "c"])
    assert [(robot.name, robot.model) for robot in view.robots] == [("a", "peach"), ("b", "peach"), ("c", "tanky")]
    with pytest.raises(SetupError, match="'hal' is not allowed"):
        GAME.start(setup("hal", "tanky"))


@pytest.mark.rule("RAL-006", "RAL-143")
def test_tanky_loses_a_damage_point_at_the_end_of_every_round():
    play = Floor(ROW + "1 tanky 0,0 N damage 2\n2 lazy 4,0 N damage 2\n3 tanky 2,0 N")
    events = play.round()
    assert [play.g.robots[seat].damage for seat in (1, 2, 3)] == [1, 2, 0]
    assert named(events, "repaired") == ["repaired 1 1 1 regeneration"]


@pytest.mark.rule("RAL-007", "RAL-131")
def test_the_double_laser_gives_two_points():
    play = Floor(ROW + "1 james 0,0 E\n2 lazy 2,0 N\n3 lazy 4,0 W")
    play.step()
    assert play.g.robots[2].damage == 3
    assert (play.figures(1), play.figures(3)) == ({"damage_dealt": 2}, {"damage_dealt": 1})


@pytest.mark.rule("RAL-008", "RAL-105")
def test_a_pausing_robot_only_does_not_move():
    board = "+  +  +  +  +  +\n .. s> .. .. ..\n+  +  +  +  +  +\n"
    play = Floor(board + "1 lazy 1,0 E\n2 tanky 4,0 N\n3 tanky 0,0 E")
    told = play.happened({1: "P", 3: "1@490"})

    assert told == [
        "moved 1 1,0 2,0 E push 3 1",  # a push moves it
        "moved 3 0,0 1,0 E step 0 1",
        "blocked 3 E robot",  # belts do not
        "damaged 2 1 1 1",  # and its own shot goes on
        "damaged 1 1 1 3",
    ]
    play = Floor(board + "1 lazy 1,0 N\n2 tanky 4,0 N")
    play.step({1: "P"})
    assert play.stand(1) == "2,0N d0"  # and so do belts


@pytest.mark.rule("RAL-009", "RAL-058")
def test_a_burned_in_pause_is_the_pause_of_the_round():
    hand = "hand R@80 1@490 2@670 slots - - - - P locked 1"
    play = Floor(ROW + f"1 lazy 0,0 N damage 5 {hand}\n2 lazy 4,0 N hand R@100 R@120 R@140 R@160 R@180")
    assert play.give(1, "draft P - - - -") == "pause_not_allowed"
    assert play.give(1, "draft R@80 - - - P") == "ok"
    assert play.give(2, "draft P - - - P") == "pause_not_allowed"
    assert play.give(2, "draft - - - - P") == "ok"


@pytest.mark.rule("RAL-010", "RAL-062")
def test_albot_gets_as_many_new_commands_once_a_round():
    g = start("albot", "tanky", seed=2)
    play = Floor.__new__(Floor)
    play.g = g
    before = set(g.robots[1].hand)
    assert play.give(2, "redeal") == "no_ability"
    assert play.give(1, "redeal") == "ok"
    assert g.robots[1].hand_count == 9
    assert not before & set(g.robots[1].hand)
    assert play.give(1, "redeal") == "ability_used"
    play.round()
    assert play.give(1, "redeal") == "ok"


@pytest.mark.rule("RAL-062")
def test_a_redeal_leaves_burned_in_slots_and_damage_alone():
    play = Floor(ROW + "1 albot 0,0 N damage 6 hand R@80 1@490 2@670 slots - - - U@10 L@70 locked 2\n2 lazy 4,0 N")
    assert play.give(1, "redeal") == "ok"
    robot = play.g.robots[1]
    assert (robot.slots, robot.damage, robot.hand_count, robot.locked) == ([0, 0, 0, 1, 7], 6, 3, 2)


@pytest.mark.rule("RAL-011", "RAL-012", "RAL-132")
@pytest.mark.parametrize(("facing", "mirrored"), [("E", True), ("W", False), ("N", False), ("S", False)])
def test_the_mirror_returns_only_shots_into_the_back(facing, mirrored):
    play = Floor(ROW + f"1 james 0,0 E\n2 peach 2,0 {facing}\n3 lazy 4,0 N down")
    events = play.step()
    hits = {1: 0, 2: 0, 3: 0} | {
        event.seat: event.total for event in events if event.__struct_config__.tag == "damaged"
    }
    assert hits[1] == (2 if mirrored else 1 if facing == "W" else 0)
    assert hits[2] == (0 if mirrored else 2)
    beam = next(event for event in events if event.__struct_config__.tag == "beam" and event.source == 1)
    assert (beam.reflected, beam.hits) == (mirrored, [2])


@pytest.mark.rule("RAL-013")
def test_a_field_laser_is_never_reflected():
    play = Floor(LASER + "1 peach 1,0 E\n2 lazy 4,0 S down")
    play.step()
    assert (play.stand(1), play.stand(2)) == ("1,0E d1", "4,0S d2")


@pytest.mark.rule("RAL-014")
def test_a_reflected_shot_hits_the_shooter_even_if_it_is_a_mirror_itself():
    play = Floor(ROW + "1 peach 0,0 E\n2 peach 2,0 E\n3 lazy 4,0 N down")
    play.step()
    assert play.stands() == ["0,0E d1", "2,0E d0", "4,0N d1"]


@pytest.mark.rule("RAL-015")
def test_passive_abilities_work_while_powered_down():
    play = Floor(ROW + "1 lazy 0,0 E\n2 peach 2,0 E down\n3 tanky 4,0 N damage 3 down")
    play.step()
    assert play.stands() == ["0,0E d1", "2,0E d0", "4,0N d3"]
    play = Floor(ROW + "1 lazy 0,0 N\n2 tanky 4,0 N damage 3 down")
    play.round()
    assert play.g.robots[2].damage == 2
