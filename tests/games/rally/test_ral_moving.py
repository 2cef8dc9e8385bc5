"""Phase 1 of a program step: order, turning, walking, pushing."""

import pytest
from tests.games.rally.text_states import Floor, named, tag

from roundhouse.games.rally.rules.contract import tick

ROW = "+  +  +  +  +  +  +\n .. .. .. .. .. ..\n+  +  +  +  +  +  +\n"


@pytest.mark.rule("RAL-067", "RAL-091", "RAL-092", "RAL-047")
def test_a_round_reveals_and_executes_five_slots_in_seven_phases_each():
    grid = "+  +  +  +\n}.. .. ..\n+  +  +  +\n .. s> f>\n+  +  +  +\n .. ~~ g+\n+  +  +  +\n .. .. ..\n+  +  +  +\n"
    play = Floor(grid + "1 lazy 0,2 E\n2 lazy 1,1 N\n3 lazy 2,3 N\n4 lazy 0,0 N")
    events = play.step({1: "1@490", 3: "1@500"})
    assert [event.phase for event in events if tag(event) == "phase_started"] == [1, 2, 3, 4, 5, 6, 7]
    assert tag(events[0]) == "revealed"
    assert events[0].commands == {"1": "1@490", "2": None, "3": "1@500", "4": None}

    play = Floor(ROW + "1 lazy 0,0 N\n2 lazy 5,0 N")
    events = play.round({1: "L@70 R@80 U@10 L@90 R@100"})
    assert [event.command for event in events if tag(event) == "executing"] == [
        "L@70", "R@80", "U@10", "L@90", "R@100",
    ]  # fmt: skip
    assert [(event.step, event.commands["1"]) for event in events if tag(event) == "revealed"] == [
        (1, "L@70"), (2, "R@80"), (3, "U@10"), (4, "L@90"), (5, "R@100"),
    ]  # fmt: skip
    assert [tag(event) for event in events if event.step == 0] == [
        "move_phase_started", "round_started", "dealt", "hand_size", "dealt", "hand_size", "programming_started",
    ]  # fmt: skip


@pytest.mark.rule("RAL-093", "RAL-049")
def test_a_dead_robot_executes_nothing_more_and_its_commands_stay_hidden():
    play = Floor("+  +  +  +\n () .. ..\n+  +  +  +\n1 tanky 1,0 W\n2 lazy 2,0 N")
    events = play.round({1: "1@490 U@10 1@500 1@510 1@520"})
    assert [event.command for event in events if tag(event) == "executing"] == ["1@490"]
    assert [event.commands["1"] for event in events if tag(event) == "revealed"] == ["1@490", None, None, None, None]
    play = Floor(ROW + "1 tanky 0,0 W\n2 lazy 2,0 N\n3 lazy 3,0 W")
    play.g.robots[2].facing = 3
    events = play.step({1: "U@10", 2: "3@790"})  # 2 pushes 1 off the board before its turn
    assert [event.seat for event in events if tag(event) == "executing"] == [2]


@pytest.mark.rule("RAL-094", "RAL-095")
def test_commands_are_executed_by_descending_priority_and_pauses_last_in_seat_order():
    play = Floor(ROW + "1 lazy 0,0 N\n2 lazy 1,0 N\n3 tanky 2,0 N\n4 tanky 3,0 N\n5 lazy 4,0 N")
    events = play.step({1: "P", 2: "P", 3: "U@10", 4: "R@420", 5: "L@410"})
    assert [event.seat for event in events if tag(event) == "executing"] == [4, 5, 3, 1, 2]


@pytest.mark.rule("RAL-096")
@pytest.mark.parametrize(("command", "facing"), [("L@70", "W"), ("R@80", "E"), ("U@10", "S")])
def test_turns_happen_in_place(command, facing):
    play = Floor(ROW + "1 lazy 2,0 N\n2 lazy 5,0 N")
    play.step({1: command})
    assert play.stand(1).startswith(f"2,0{facing}")


@pytest.mark.rule("RAL-097")
@pytest.mark.parametrize(
    ("command", "x", "walked"), [("1@490", 3, 1), ("2@670", 4, 2), ("3@790", 5, 3), ("B@430", 1, 1)]
)
def test_steps_go_one_field_at_a_time(command, x, walked):
    play = Floor(ROW + "1 lazy 2,0 E\n2 lazy 0,0 N")
    events = play.step({1: command})
    assert play.stand(1) == f"{x},0E d0"
    assert len(named(events, "moved")) == walked
    assert len({event.beat for event in events if tag(event) == "moved"}) == walked


@pytest.mark.rule("RAL-098")
def test_a_wall_ends_the_command():
    grid = "+  +  +  +\n .. ..|..\n+  +  +  +\n"
    play = Floor(grid + "1 lazy 0,0 E\n2 lazy 2,0 N")
    assert play.happened({1: "3@790"}) == ["moved 1 0,0 1,0 E step 0 1", "blocked 1 E wall"]


@pytest.mark.rule("RAL-099", "RAL-136", "RAL-104")
@pytest.mark.parametrize(("facing", "cell"), [("N", "0,0"), ("E", "1,1"), ("S", "1,1"), ("W", "0,0")])
def test_a_robot_that_leaves_the_board_dies(facing, cell):
    play = Floor(f"+  +  +\n .. ..\n+  +  +\n .. ..\n+  +  +\n1 lazy {cell} {facing}\n2 lazy 1,0 N")
    assert play.happened({1: "3@790"})[:2] == [f"moved 1 {cell} - {facing} step 0 1", f"died 1 {cell} edge -"]
    assert play.stand(1) == "dead"


@pytest.mark.rule("RAL-100")
def test_a_pushed_robot_keeps_its_facing():
    play = Floor(ROW + "1 lazy 0,0 E\n2 lazy 1,0 N\n3 lazy 5,0 S")
    assert play.happened({1: "1@490"})[:2] == ["moved 2 1,0 2,0 E push 1 1", "moved 1 0,0 1,0 E step 0 1"]
    assert play.stand(2) == "2,0N d1"


@pytest.mark.rule("RAL-100")
def test_a_robot_pushes_backwards_too():
    play = Floor(ROW + "1 lazy 3,0 E\n2 lazy 2,0 N\n3 lazy 5,0 S")
    assert play.happened({1: "B@430"})[0] == "moved 2 2,0 1,0 W push 1 1"


@pytest.mark.rule("RAL-101")
def test_a_wall_anywhere_blocks_the_whole_line():
    grid = "+  +  +  +  +  +\n .. .. .. ..|..\n+  +  +  +  +  +\n"
    play = Floor(grid + "1 lazy 1,0 E\n2 lazy 2,0 N\n3 lazy 3,0 N\n4 lazy 4,0 N")
    assert play.happened({1: "2@670"})[0] == "blocked 1 E robot"
    grid = "+  +  +  +  +  +\n .. .. ..|.. ..\n+  +  +  +  +  +\n"
    play = Floor(grid + "1 lazy 1,0 E\n2 lazy 2,0 N\n3 lazy 3,0 N\n4 lazy 4,0 N")
    assert play.happened({1: "2@670"})[0] == "blocked 1 E robot"
    assert [play.stand(seat)[:3] for seat in (1, 2, 3)] == ["1,0", "2,0", "3,0"]


@pytest.mark.rule("RAL-102", "RAL-103")
def test_a_line_moves_farthest_first_and_each_arrival_is_resolved_before_the_next():
    grid = "+  +  +  +  +  +\n .. .. .. .. ()\n+  +  +  +  +  +\n"
    play = Floor(grid + "1 lazy 1,0 E\n2 lazy 2,0 N\n3 lazy 3,0 N", lives=1)
    assert play.happened({1: "3@790"}) == [
        "moved 3 3,0 4,0 E push 1 1", "died 3 4,0 hole 1", "moved 2 2,0 3,0 E push 1 1", "moved 1 1,0 2,0 E step 0 1",
        "moved 2 3,0 4,0 E push 1 2", "died 2 4,0 hole 1", "moved 1 2,0 3,0 E step 0 2",
        "moved 1 3,0 4,0 E step 0 3", "died 1 4,0 hole -",
    ]  # fmt: skip
    assert [play.g.robots[seat].death_no for seat in (1, 2, 3)] == [3, 2, 1]


@pytest.mark.rule("RAL-105", "RAL-147")
def test_robots_that_are_down_do_nothing_but_are_pushed():
    play = Floor(ROW + "1 lazy 0,0 E\n2 lazy 1,0 E down\n3 lazy 5,0 N")
    play.step({1: "2@670"})
    assert play.stands() == ["2,0E d0", "3,0E d1", "5,0N d0"]


@pytest.mark.rule("RAL-129", "RAL-130")
def test_every_robot_that_is_not_down_fires_up_to_a_wall_the_edge_or_the_first_robot():
    grid = "+  +  +  +  +  +\n .. .. .. ..|..\n+  +  +  +  +  +\n .. .. .. .. ..\n+  +  +  +  +  +\n"
    play = Floor(grid + "1 lazy 0,0 E\n2 lazy 2,0 E\n3 lazy 4,0 W\n4 lazy 0,1 E\n5 lazy 4,1 W down")
    beams = [(e.source, e.origin, e.to, e.hits) for e in play.step() if tag(e) == "beam"]
    assert beams == [(1, (1, 0), (2, 0), [2]), (2, (3, 0), (3, 0), []), (4, (1, 1), (4, 1), [5])]


@pytest.mark.rule("RAL-130")
def test_a_wall_on_the_own_front_stops_the_shot_at_once():
    play = Floor("+  +  +\n ..|..\n+  +  +\n1 lazy 0,0 E\n2 lazy 1,0 W")
    assert [e for e in play.step() if tag(e) == "beam"] == []


@pytest.mark.rule("RAL-133")
def test_all_shots_count_also_of_those_who_are_killed_by_them():
    play = Floor(ROW + "1 lazy 0,0 E damage 8\n2 lazy 3,0 W damage 8\n3 lazy 5,0 W")
    events = play.step()
    assert named(events, "damaged") == ["damaged 2 1 9 1", "damaged 1 1 9 2", "damaged 2 1 10 3"]
    assert named(events, "died") == ["died 1 0,0 damage 2", "died 2 3,0 damage 1,3"]


@pytest.mark.rule("RAL-133")
def test_who_died_before_phase_7_has_not_fired():
    play = Floor("+  +  +  +\n () .. ..\n+  +  +  +\n1 lazy 1,0 W\n2 lazy 2,0 N")
    assert [e.source for e in play.step({1: "1@490"}) if tag(e) == "beam"] == []


@pytest.mark.rule("RAL-066", "RAL-067")
def test_a_tick_of_a_match_that_is_over_changes_nothing():
    play = Floor("+  +  +\n .. c1\n+  +  +\n1 lazy 0,0 E\n2 lazy 1,0 N")
    play.g.reason = 1
    tick(play.g)
    assert (play.g.round_no, play.g.event_count) == (1, 0)
