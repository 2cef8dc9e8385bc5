"""What fields do to robots, and the phases in which they do it."""

import pytest
from tests.games.rally.text_states import Floor, named, tag

from roundhouse.games.rally.view import at


def line(cells, *robots):
    """A floor of one row, and robots on it."""
    width = len(cells.split())
    rim = "+  " * width + "+"
    return "\n".join([rim, f" {cells}", rim, *robots])


@pytest.mark.rule("RAL-024", "RAL-136")
@pytest.mark.parametrize("command", ["1@490", "2@670", "3@790"])
def test_a_robot_that_enters_a_hole_dies_at_once(command):
    play = Floor(line(".. () .. ..", "1 tanky 0,0 E", "2 lazy 3,0 N"))
    assert play.happened({1: command}) == ["moved 1 0,0 1,0 E step 0 1", "died 1 1,0 hole -"]
    assert play.g.standing_at[play.g.robots[1].origin + 1] == 0


@pytest.mark.rule("RAL-025", "RAL-151", "RAL-152")
def test_checkpoints_act_on_entering_also_in_the_middle_of_a_move():
    play = Floor(line(".. c1 .. .. ()", "1 tanky 0,0 E", "2 lazy 3,0 N"))
    told = play.happened({1: "2@670"})
    assert told[:4] == [
        "moved 1 0,0 1,0 E step 0 1", "backup 1 1,0 E", "ticked 1 1",
        "game_over 1 checkpoints 1,2 " + told[3].split(" ", 4)[4],
    ]  # fmt: skip
    assert len(told) == 4


@pytest.mark.rule("RAL-025")
@pytest.mark.parametrize(
    ("cells", "command", "cause"),
    [(".. .. c1 c2", "1@490", "push"), (".. ~~ c1 c2", "1@490", "slide"), (".. s> c1 c2", "1@490", "slow"),
     (".. f> c1 c2", "1@490", "fast")],
)  # fmt: skip
def test_checkpoints_act_however_a_robot_gets_there(cells, command, cause):
    if cause == "push":
        play = Floor(line(cells, "1 tanky 0,0 E", "2 lazy 1,0 N"))
    else:
        play = Floor(line(cells, "2 tanky 0,0 E", "1 lazy 3,0 N"))
    events = play.step({1 if cause == "push" else 2: command})
    assert [event.cause for event in events if tag(event) == "moved" and event.to == (2, 0)] == [cause]
    assert named(events, "ticked") == ["ticked 2 1"]
    assert at(play.g.robots[2].backup) == (2, 0)


@pytest.mark.rule("RAL-026")
def test_entering_a_start_field_does_nothing_and_checkpoint_0_is_ticked_from_the_beginning():
    grid = "+  +  +  +\n .. 1> ..\n+  +  +  +\n1 tanky 0,0 E\n2 lazy 2,0 N"
    play = Floor(grid)
    assert play.happened({1: "1@490"}) == ["moved 1 0,0 1,0 E step 0 1", "damaged 2 1 1 1"]
    assert play.g.robots[1].ticked == 0  # so that checkpoint 1 is the next one
    assert at(play.g.robots[1].backup) == (0, 0)


@pytest.mark.rule("RAL-027")
def test_a_checkpoint_out_of_order_makes_a_backup_and_must_be_entered_again():
    play = Floor(line("c1 c2 c3 ..", "1 tanky 0,0 E", "2 lazy 3,0 S"))
    assert play.happened({1: "1@490"})[:-1] == ["moved 1 0,0 1,0 E step 0 1", "backup 1 1,0 E"]
    play.g.robots[1].ticked = 1
    assert play.happened({1: "U@10"})[0] == "turned 1 W command"
    assert play.g.robots[1].ticked == 1  # standing there is not entering
    play.step({1: "1@490"})
    assert named(play.step({1: "B@430"}), "ticked") == ["ticked 1 2"]


@pytest.mark.rule("RAL-028", "RAL-142", "RAL-151")
@pytest.mark.parametrize(("field", "damage", "left"), [("r1", 3, 2), ("r2", 3, 1), ("r2", 1, 0), ("r1", 0, 0)])
def test_repair_fields_act_at_the_end_of_the_round_only(field, damage, left):
    play = Floor(line(f".. {field} .. ..", f"1 lazy 0,0 E damage {damage}", "2 lazy 3,0 S"))
    assert "repaired" not in " ".join(play.happened({1: "1@490"}))
    play.g.robots[1].slots[0] = 0
    play.g.robots[1].facing = 0
    events = play.round()
    assert play.g.robots[1].damage == left
    assert (at(play.g.robots[1].backup), play.g.robots[1].backup_facing) == ((1, 0), 0)
    assert named(events, "repaired") == ([f"repaired 1 {damage - left} {left} field"] if damage else [])


@pytest.mark.rule("RAL-028")
def test_passing_over_a_repair_field_does_nothing():
    play = Floor(line(".. r1 .. ..", "1 lazy 0,0 E damage 3", "2 lazy 3,0 S"))
    play.round({1: "2@670 U@10"})
    assert play.g.robots[1].damage == 3
    assert at(play.g.robots[1].backup) == (0, 0)


@pytest.mark.rule("RAL-029", "RAL-114", "RAL-115")
@pytest.mark.parametrize(
    ("cells", "end"),
    [("s> s> s> s> ..", 1), ("f> f> f> f> ..", 2), ("f> .. .. .. ..", 1), ("s> f> f> f> ..", 3), ("f> s> .. .. ..", 1)],
)
def test_belts_carry_a_robot_by_their_speed(cells, end):
    play = Floor(line(cells, "1 tanky 0,0 N", "2 lazy 4,0 S"))
    play.step()
    assert play.stand(1) == f"{end},0N d0"


@pytest.mark.rule("RAL-030", "RAL-124", "RAL-147")
def test_gears_turn_robots_also_those_that_are_powered_down():
    play = Floor(line("g+ g- .. ..", "1 tanky 0,0 N", "2 lazy 1,0 N down", "3 lazy 3,0 N"))
    assert play.happened()[:2] == ["turned 1 E gear", "turned 2 W gear"]


@pytest.mark.rule("RAL-031", "RAL-098")
def test_walls_stop_movement_and_lasers_from_both_sides():
    grid = "+  +  +  +  +\n .. ..|.. ..\n+  +  +  +  +\n"
    play = Floor(grid + "1 tanky 0,0 E\n2 lazy 3,0 W")
    told = play.happened({1: "3@790", 2: "2@670"})
    assert told == [
        "moved 1 0,0 1,0 E step 0 1", "blocked 1 E wall", "moved 2 3,0 2,0 W step 0 2", "blocked 2 W wall",
    ]  # fmt: skip
    assert play.stands() == ["1,0E d0", "2,0W d0"]  # no damage, and no shot through the wall


@pytest.mark.rule("RAL-031")
def test_a_wall_on_the_outer_edge_holds_a_robot():
    play = Floor("+  +  +\n|.. ..\n+--+  +\n1 tanky 0,0 W\n2 lazy 1,0 N")
    play.step({1: "1@490"})
    assert play.stand(1) == "0,0W d0"
    play.g.robots[1].facing = 2
    play.step({1: "2@670"})
    assert play.stand(1) == "0,0S d0"


@pytest.mark.rule("RAL-032")
def test_a_wall_with_a_laser_is_a_wall_for_movement_and_other_lasers():
    grid = "+  +  +  +  +\n .. ..}.. ..\n+  +  +  +  +\n"
    play = Floor(grid + "1 tanky 0,0 E\n2 lazy 3,0 W")
    told = play.happened({1: "2@670"})
    assert told == ["moved 1 0,0 1,0 E step 0 1", "blocked 1 E wall", "damaged 2 1 1 0"]


@pytest.mark.rule("RAL-033", "RAL-109", "RAL-110")
@pytest.mark.parametrize(
    ("cells", "other", "end"), [(".. ~~ ~~ .. ..", 4, 3), (".. ~~ ~~ .. ..", 3, 2), (".. ~~ ~~ ~~ ~~", 4, 3)]
)
def test_oil_carries_to_one_field_beyond_and_never_pushes(cells, other, end):
    play = Floor(line(cells, "1 tanky 0,0 E", f"2 lazy {other},0 S"))
    play.step({1: "1@490"})
    assert play.stand(1) == f"{end},0E d0"
    assert play.stand(2).startswith(f"{other},0")


@pytest.mark.rule("RAL-106", "RAL-107")
def test_only_a_robot_moved_onto_oil_in_this_step_slides():
    play = Floor(line("~~ ~~ .. .. ..", "1 tanky 0,0 E", "2 lazy 4,0 S"))
    play.step({1: "U@10"})
    assert play.stand(1) == "0,0W d0"  # it only turned
    play = Floor(line(".. ~~ .. .. ..", "1 tanky 0,0 E", "2 lazy 4,0 S"))
    assert "slide" not in " ".join(play.happened({1: "2@670"}))  # it only crossed the oil
    play = Floor(line(".. .. ~~ .. ..", "1 tanky 0,0 E", "2 lazy 1,0 S", "3 lazy 4,0 S"))
    play.step({1: "1@490"})
    assert play.stand(2) == "3,0S d1"  # a push counts


@pytest.mark.rule("RAL-108")
def test_a_slide_follows_the_last_displacement_not_the_facing():
    grid = "+  +  +  +\n .. ~~ ..\n+  +  +  +\n .. ~~ ..\n+  +  +  +\n .. .. ..\n+  +  +  +\n"
    play = Floor(grid + "1 tanky 0,0 E\n2 lazy 1,1 E\n3 tanky 2,1 W")
    told = play.happened({3: "1@490"})  # 2, who faces E, is pushed W off the oil; 3 enters it and slides on to 2
    assert told[:3] == ["moved 2 1,1 0,1 W push 3 1", "moved 3 2,1 1,1 W step 0 1", "blocked 3 W robot"]
    play = Floor(grid + "1 tanky 1,2 S\n2 lazy 0,0 N")
    told = [event for event in play.happened({1: "B@430"}) if "slide" in event]
    assert told == ["moved 1 1,1 1,0 N slide 0 2", "moved 1 1,0 - N slide 0 3"]


@pytest.mark.rule("RAL-110", "RAL-112")
def test_a_slider_stops_for_good_before_a_wall():
    grid = "+  +  +  +  +\n .. ~~ ~~|..\n+  +  +  +  +\n"
    play = Floor(grid + "1 tanky 0,0 E\n2 lazy 3,0 S")
    assert play.happened({1: "1@490"}) == [
        "moved 1 0,0 1,0 E step 0 1", "moved 1 1,0 2,0 E slide 0 2", "blocked 1 E wall",
    ]  # fmt: skip


@pytest.mark.rule("RAL-111")
@pytest.mark.parametrize(
    ("cells", "death"), [(".. ~~ () ..", "died 1 2,0 hole -"), ("~~ .. .. ..", "died 1 0,0 edge -")]
)
def test_sliding_into_a_hole_or_over_the_edge_kills(cells, death):
    facing, place = ("E", "0,0") if "()" in cells else ("W", "1,0")
    play = Floor(line(cells, f"1 tanky {place} {facing}", "2 lazy 3,0 S"))
    assert named(play.step({1: "1@490"}), "died") == [death]


@pytest.mark.rule("RAL-113")
def test_a_robot_conveyed_onto_oil_does_not_slide():
    play = Floor(line("s> ~~ ~~ .. ..", "1 tanky 0,0 N", "2 lazy 4,0 S"))
    play.step()
    assert play.stand(1) == "1,0N d0"
    play.step()
    assert play.stand(1) == "1,0N d0"
    play.step({1: "R@80"})
    assert play.stand(1) == "1,0E d0"


@pytest.mark.rule("RAL-116", "RAL-115")
def test_slow_before_fast():
    play = Floor(line("f> s> .. .. ..", "1 tanky 0,0 N", "2 lazy 4,0 S"))
    events = play.step()
    assert named(events, "moved") == ["moved 1 0,0 1,0 E fast 0 1"]
    assert [event.phase for event in events if tag(event) == "moved"] == [4]


@pytest.mark.rule("RAL-117", "RAL-119")
def test_belts_never_push():
    play = Floor(line("s> .. .. ..", "1 tanky 0,0 N", "2 lazy 1,0 S"))
    assert play.happened() == ["blocked 1 E robot"]


@pytest.mark.rule("RAL-118")
def test_a_wall_stops_a_belt():
    play = Floor("+  +  +  +\n s>|.. ..\n+  +  +  +\n1 tanky 0,0 N\n2 lazy 2,0 S")
    assert play.happened() == ["blocked 1 E wall"]


@pytest.mark.rule("RAL-119")
def test_three_who_want_one_cell_all_stay():
    grid = "+  +  +  +\n .. sv ..\n+  +  +  +\n s> .. s<\n+  +  +  +\n .. .. ..\n+  +  +  +\n"
    play = Floor(grid + "1 tanky 1,0 N\n2 tanky 0,1 N\n3 tanky 2,1 N")
    assert sorted(play.happened()) == ["blocked 1 S conflict", "blocked 2 E conflict", "blocked 3 W conflict"]


@pytest.mark.rule("RAL-119", "RAL-120")
def test_whoever_waits_behind_a_blocked_robot_stays_too():
    play = Floor(line("s> s> s> .. ..", "1 tanky 0,0 N", "2 lazy 1,0 N", "3 lazy 2,0 N", "4 lazy 3,0 N"))
    assert [play.stand(seat)[:3] for seat in (1, 2, 3)] == ["0,0", "1,0", "2,0"]
    play.step()
    assert [play.stand(seat)[:3] for seat in (1, 2, 3)] == ["0,0", "1,0", "2,0"]
    play = Floor(line("s> s> s> .. ..", "1 tanky 0,0 N", "2 lazy 1,0 N", "3 lazy 2,0 N", "4 lazy 4,0 N"))
    events = play.step()
    assert [play.stand(seat)[:3] for seat in (1, 2, 3)] == ["1,0", "2,0", "3,0"]
    assert {event.beat for event in events if tag(event) == "moved"} == {1}


@pytest.mark.rule("RAL-121")
@pytest.mark.parametrize(("curve", "facing"), [("Sv", "E"), ("S^", "W"), ("S>", "N"), ("S<", "N"), ("Fv", "E")])
def test_a_curve_turns_with_the_direction_of_travel(curve, facing):
    below = "+  +  +  +\n .. .. ..\n+  +  +  +\n"
    play = Floor(f"+  +  +  +\n .. .. ..\n+  +  +  +\n s> {curve} ..\n" + below + "1 tanky 0,1 N\n2 lazy 2,2 S down")
    events = [event for event in play.step() if event.phase == 3]
    assert [event.facing for event in events if tag(event) == "turned"] == ([] if facing == "N" else [facing])


@pytest.mark.rule("RAL-122")
@pytest.mark.parametrize("way", ["step", "push", "slide"])
def test_no_turn_for_a_robot_that_came_onto_the_curve_by_other_means(way):
    grid = "+  +  +  +  +\n .. .. S^ ..\n+  +  +  +  +\n .. ~~ Sv ..\n+  +  +  +  +\n .. .. .. ..\n+  +  +  +  +\n"
    robots = {
        "step": ("1 tanky 1,0 E\n2 lazy 3,2 S", 1, 1),
        "push": ("1 tanky 1,0 N\n2 lazy 0,0 E", 2, 1),
        "slide": ("1 tanky 0,1 E\n2 lazy 3,2 S", 1, 1),
    }
    given, mover, seat = robots[way]
    play = Floor(grid + given)
    events = play.step({mover: "1@490"})
    assert named(events, "turned") == []
    assert [event.cause for event in events if tag(event) == "moved" and event.seat == seat][-1] == "slow"


@pytest.mark.rule("RAL-123", "RAL-071")
def test_after_a_simultaneous_move_deaths_come_before_checkpoints_each_in_seat_order():
    grid = "+  +  +  +  +  +\n s> c1 s> () s<\n+  +  +  +  +  +\n s< .. .. s> ()\n+  +  +  +  +  +\n"
    play = Floor(grid + "1 tanky 0,0 N\n2 lazy 3,1 N\n3 lazy 0,1 N\n4 lazy 4,0 N\n5 lazy 1,1 N")
    told = list(named(play.step(), "died", "ticked", "backup", "moved"))
    assert told == [
        "moved 1 0,0 1,0 E slow 0 1", "moved 2 3,1 4,1 E slow 0 1", "moved 3 0,1 - W slow 0 1",
        "moved 4 4,0 3,0 W slow 0 1", "died 2 4,1 hole -", "died 3 0,1 edge -", "died 4 3,0 hole -",
        "backup 1 1,0 N", "ticked 1 1",
    ]  # fmt: skip
    assert {play.g.robots[seat].death_no for seat in (2, 3, 4)} == {1}


@pytest.mark.rule("RAL-125", "RAL-126")
def test_field_lasers_fire_in_every_step_up_to_a_wall_over_everything():
    grid = "+  +  +  +  +  +\n}.. () ~~ s>|..\n+  +  +  +  +  +\n .. .. .. .. ..\n+  +  +  +  +  +\n"
    play = Floor(grid + "1 tanky 0,1 S\n2 lazy 4,0 S")
    events = play.round()
    beams = [event for event in events if tag(event) == "beam" and event.source == 0]
    assert [(event.step, event.origin, event.to, event.hits) for event in beams] == [
        (step, (0, 0), (3, 0), []) for step in range(1, 6)
    ]


@pytest.mark.rule("RAL-126")
def test_a_beam_ends_at_the_edge():
    play = Floor("+  +\n ..\n+^^+\n .. \n+  +\n1 tanky 0,0 W\n")
    beam = next(event for event in play.step() if tag(event) == "beam")
    assert (beam.origin, beam.to, beam.direction, beam.hits) == ((0, 0), (0, 0), "N", [1])


@pytest.mark.rule("RAL-127")
@pytest.mark.parametrize(("pierces", "damage"), [(True, [1, 1]), (False, [1, 0])])
def test_a_field_laser_pierces_unless_the_setting_says_otherwise(pierces, damage):
    grid = "+  +  +  +\n}.. .. ..\n+  +  +  +\n"
    play = Floor(grid + "1 tanky 0,0 N\n2 lazy 2,0 N", field_laser_pierces=pierces)
    play.step()
    assert [play.g.robots[seat].damage for seat in (1, 2)] == damage


@pytest.mark.rule("RAL-127", "RAL-128")
def test_beams_add_up_before_anybody_dies():
    grid = "+  +vv+  +\n}.. .. ..{\n+  +  +  +\n"
    play = Floor(grid + "1 tanky 1,0 N damage 6\n2 lazy 2,0 N damage 8\n3 lazy 0,0 S", lives=1)
    events = play.step()
    assert named(events, "damaged")[:3] == ["damaged 1 3 9 0", "damaged 2 2 10 0", "damaged 3 2 2 0"]
    assert named(events, "died") == ["died 1 1,0 damage -", "died 2 2,0 damage -"]
    assert play.g.robots[1].death_no == play.g.robots[2].death_no == 1
