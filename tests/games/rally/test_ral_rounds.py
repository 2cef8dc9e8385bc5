"""Between the program steps: damage and burned-in slots, the end of the round, respawns and backups."""

import pytest
from tests.games.rally.text_states import Floor, named, owing, start, tag

from roundhouse.games.rally.cards import names_of
from roundhouse.games.rally.event_decoder import events_of
from roundhouse.games.rally.rules.phases.deal import begin_round
from roundhouse.games.rally.view import at

ROW = "+  +  +  +  +  +\n .. .. .. .. ..\n+  +  +  +  +  +\n"
HOLE = "+  +  +  +  +\n () .. .. c1\n+  +  +  +  +\n"


@pytest.mark.rule("RAL-068", "RAL-071")
def test_robots_that_resigned_are_eliminated_first_together_and_credit_nobody():
    play = Floor(
        ROW + "1 lazy 0,0 N resigned slots - - - - U@10 locked 1\n2 lazy 2,0 N\n3 lazy 3,0 N resigned\n4 lazy 4,0 N"
    )
    begin_round(play.g)
    assert play.stands()[0] == play.stands()[2] == "out"
    assert play.g.robots[1].slots == [0] * 5
    assert play.g.robots[1].death_no == play.g.robots[3].death_no == 1
    assert [play.figures(seat) for seat in (1, 2, 3, 4)] == [{}, {}, {}, {}]
    assert (play.g.standing, play.g.reason) == (2, 0)


@pytest.mark.rule("RAL-069", "RAL-074", "RAL-171")
@pytest.mark.parametrize("damage", [0, 2, 4])
def test_a_respawn_costs_a_life_and_sets_the_damage(damage):
    play = Floor(ROW + "1 lazy - N dead 1 damage 9 lives 2 backup 1,0S start 0,0E\n2 lazy 4,0 N", respawn_damage=damage)
    begin_round(play.g)
    assert (play.stand(1), play.g.robots[1].lives, play.g.robots[1].dead) == (f"1,0S d{damage}", 1, 0)
    assert play.figures(1).get("damage_taken", 0) == damage


@pytest.mark.rule("RAL-070", "RAL-138")
def test_three_lives_are_three_respawns_and_the_fourth_death_is_final():
    play = Floor(HOLE + "1 lazy 1,0 W\n2 lazy 3,0 N\n3 tanky 2,0 N", lives=3)
    for deaths in (1, 2, 3):
        play.round({1: "1@490"})
        assert (play.stand(1), play.g.robots[1].lives) == ("1,0W d2", 3 - deaths)
        for robot in play.g.robots[1:4]:
            robot.hand_count = 0
    events = play.round({1: "1@490"})
    assert play.stand(1) == "out"
    assert [tag(event) for event in events if tag(event) in ("died", "eliminated")] == ["died", "eliminated"]


@pytest.mark.rule("RAL-071")
def test_respawns_follow_the_order_of_deaths_then_seats():
    robots = "1 lazy - N dead 3 start 0,0E backup 0,0E\n2 lazy - N dead 2 start 0,0E backup 0,0E\n"
    play = Floor(ROW + robots + "3 lazy - N dead 2 start 0,0E backup 0,0E\n4 lazy 4,0 N")
    begin_round(play.g)
    assert [play.stand(seat)[:3] for seat in (2, 3, 1)] == ["0,0", "1,0", "2,0"]


@pytest.mark.rule("RAL-072", "RAL-073", "RAL-074", "RAL-163")
def test_an_occupied_backup_leads_to_the_start_field_and_then_nearby():
    grid = "+  +  +  +\n .. () ..\n+  +  +  +\n .. .. ..\n+  +  +  +\n"
    robot = "1 lazy - N dead 1 backup 2,0S start 0,0E"
    for others, told in (
        ("2 lazy 1,1 N", "respawned 1 2,0 S 2 2 backup"),
        ("2 lazy 2,0 N", "respawned 1 0,0 E 2 2 start"),
        ("2 lazy 2,0 N\n3 lazy 0,0 N", "respawned 1 0,1 E 2 2 near"),  # (1,0) is a hole
        ("2 lazy 2,0 N\n3 lazy 0,0 N\n4 lazy 0,1 N", "respawned 1 1,1 E 2 2 near"),
    ):
        play = Floor(grid + robot + "\n" + others)
        begin_round(play.g)
        assert named(events_of(play.g), "respawned") == [told]
        assert at(play.g.robots[1].backup) == (2, 0)


@pytest.mark.rule("RAL-073")
def test_of_equally_near_cells_the_northern_then_the_western_is_taken():
    grid = "+  +  +  +\n .. .. ..\n+  +  +  +\n .. .. ..\n+  +  +  +\n .. .. ..\n+  +  +  +\n"
    robots = "1 lazy - N dead 1 backup 1,1S start 1,1E\n2 lazy 1,1 N\n"
    for taken, cell in (("", "1,0"), ("3 lazy 1,0 N\n", "0,1"), ("3 lazy 1,0 N\n4 lazy 0,1 N\n", "2,1")):
        play = Floor(grid + robots + taken)
        begin_round(play.g)
        assert play.stand(1) == f"{cell}E d2"


@pytest.mark.rule("RAL-075")
def test_a_respawned_robot_takes_part_at_once():
    play = Floor(ROW + "1 lazy - N dead 1 damage 9 backup 1,0S start 0,0E\n2 lazy 4,0 N")
    begin_round(play.g)
    assert (play.g.robots[1].hand_count, play.g.robots[1].locked) == (7, 0)


@pytest.mark.rule("RAL-076")
def test_being_placed_is_not_entering():
    play = Floor("+  +  +  +\n c1 ~~ ..\n+  +  +  +\n1 lazy - N dead 1 backup 0,0S start 0,0E\n2 lazy 2,0 N")
    begin_round(play.g)
    assert (play.stand(1), play.g.robots[1].ticked, play.g.reason) == ("0,0S d2", 0, 0)
    play = Floor("+  +  +  +\n c1 ~~ ..\n+  +  +  +\n1 lazy - N dead 1 backup 1,0E start 0,0E\n2 lazy 2,0 N")
    begin_round(play.g)
    play.step()
    assert play.stand(1)[:3] == "1,0"


@pytest.mark.rule("RAL-134", "RAL-135")
@pytest.mark.parametrize(("damage", "stand"), [(6, "1,0N d8"), (7, "dead"), (8, "dead")])
def test_nine_damage_points_kill_at_once(damage, stand):
    play = Floor(ROW + f"1 lazy 1,0 N damage {damage}\n2 james 3,0 W")
    play.step()
    assert play.stand(1) == stand


@pytest.mark.rule("RAL-137")
def test_dying_empties_the_slots_and_cancels_a_power_down():
    play = Floor(
        HOLE + "1 lazy 1,0 W announced slots 1@490 2@670 P U@10 L@70 locked 2\n2 lazy 3,0 N down\n3 lazy 2,0 S"
    )
    play.step()
    robot = play.g.robots[1]
    assert (robot.cell, robot.slots, robot.locked, robot.announced, robot.down) == (0, [0] * 5, 0, 0, 0)
    assert sorted(names_of(play.g.discard[: play.g.discard_count])) == ["1@490", "2@670", "L@70", "U@10"]
    begin_round(play.g)
    assert (robot.down, robot.hand_count) == (0, 7)


@pytest.mark.rule("RAL-139", "RAL-140", "RAL-141")
def test_burned_in_commands_are_executed_round_after_round_and_repairs_free_the_lowest_first():
    play = Floor(ROW + "1 lazy 0,0 N damage 7\n2 lazy 4,0 N")
    play.round({1: "L@70 R@80 L@90 R@100 U@10"})
    robot = play.g.robots[1]
    assert names_of(robot.slots[2:]) == ["L@90", "R@100", "U@10"]
    robot.hand_count = play.g.robots[2].hand_count = 0
    robot.damage = 6  # as if repaired meanwhile
    events = play.round({1: "L@110 R@120 L@90 R@100 U@10"})
    executed = [event.command for event in events if tag(event) == "executing" and event.seat == 1]
    assert executed[2:] == ["L@90", "R@100", "U@10"]
    assert (robot.locked, names_of(robot.slots[3:])) == (2, ["R@100", "U@10"])
    assert named(events, "burned_in") == ["burned_in 1 4=R@100,5=U@10"]


@pytest.mark.rule("RAL-141")
def test_a_lock_that_comes_and_goes_within_a_round_has_no_effect():
    grid = "+  +  +  +\n}r2 .. ..\n+  +  +  +\n .. .. ..\n+  +  +  +\n"
    play = Floor(grid + "1 lazy 0,0 N damage 0\n2 lazy 2,1 S")
    events = play.round({1: "L@70 R@80 L@90 R@100 U@10"})
    assert (play.g.robots[1].damage, play.g.robots[1].locked, named(events, "burned_in")) == (3, 0, [])


@pytest.mark.rule("RAL-142", "RAL-143", "RAL-145", "RAL-146")
def test_the_end_of_the_round_in_its_order():
    play = Floor("+  +  +\n r2|..\n+  +  +\n1 tanky 0,0 N damage 7 announced\n2 lazy 1,0 N damage 8")
    events = play.round({1: "L@70 R@80 L@90 R@100 U@10", 2: "L@110 R@120 L@130 R@140 U@20"})
    told = [
        event
        for event in events
        if event.step == 0 and tag(event) in ("repaired", "backup", "powered_down", "burned_in")
    ]
    assert named(told, "repaired", "backup", "powered_down", "burned_in") == [
        "repaired 1 2 5 field", "backup 1 0,0 S", "repaired 1 1 4 regeneration", "powered_down 1",
        "repaired 1 4 0 power_down", "burned_in 2 2=R@120,3=L@130,4=R@140,5=U@20",
    ]  # fmt: skip
    assert (play.g.robots[1].slots, play.g.robots[2].slots[0]) == ([0] * 5, 0)


@pytest.mark.rule("RAL-144", "RAL-145", "RAL-148", "RAL-149")
def test_a_power_down_lasts_one_round_and_is_told_when_the_move_phase_begins():
    play = Floor(ROW + "1 lazy 0,0 N damage 3 announced\n2 lazy 4,0 N")
    events = play.round()
    assert named(events, "move_phase_started") == ["move_phase_started 1"]
    assert (play.g.robots[1].down, play.g.robots[1].damage, play.g.robots[1].hand_count) == (1, 0, 0)
    assert play.give(1, "draft - - - - - down") == "wrong_phase"
    play.g.robots[2].hand_count = 0
    events = play.round()
    assert named(events, "move_phase_started", "powered_up") == ["move_phase_started -", "powered_up 1"]
    assert (play.g.robots[1].down, play.g.robots[1].hand_count) == (0, 9)


@pytest.mark.rule("RAL-147")
def test_a_powered_down_robot_is_conveyed_slides_ticks_is_hit_dies_and_is_repaired():
    play = Floor("+  +  +  +  +\n .. s> .. ..\n+  +  +  +  +\n1 lazy 1,0 N down\n2 lazy 3,0 N")
    play.step()
    assert play.stand(1) == "2,0N d0"
    play = Floor("+  +  +  +  +\n .. .. ~~ c1\n+  +  +  +  +\n1 lazy 1,0 N down\n2 lazy 0,0 E")
    events = play.step({2: "1@490"})
    assert named(events, "moved")[-1] == "moved 1 2,0 3,0 E slide 0 2"
    assert named(events, "ticked") == ["ticked 1 1"]
    play = Floor(ROW + "1 lazy 1,0 N down damage 8\n2 lazy 0,0 E")
    play.step()
    assert play.stand(1) == "dead"
    play = Floor("+  +  +\n r1 ..\n+  +  +\n1 lazy 0,0 N down damage 2\n2 lazy 1,0 N")
    play.round()
    assert play.g.robots[1].damage == 1


@pytest.mark.rule("RAL-038", "RAL-150")
def test_rounds_follow_each_other():
    g = start("lazy", "lazy")
    assert g.round_no == 1
    assert next(g.events[n].kind for n in range(g.event_count)) == 1
    play = Floor.__new__(Floor)
    play.g = g
    events = play.round()
    assert g.round_no == 2
    assert [event.round for event in events if tag(event) in ("move_phase_started", "round_started")] == [1, 2]


@pytest.mark.rule("RAL-151", "RAL-152", "RAL-153")
def test_a_backup_stores_cell_and_facing_and_replaces_the_one_before():
    play = Floor("+  +  +  +  +\n .. c1 r1 c2\n+  +  +  +  +\n1 lazy 0,0 E\n2 lazy 3,0 N")
    robot = play.g.robots[1]
    assert (at(robot.backup), robot.backup_facing) == ((0, 0), 1)  # RAL-153: the start field
    play.step({1: "1@490"})
    assert (at(robot.backup), robot.backup_facing) == ((1, 0), 1)
    play.step({1: "R@80"})
    assert robot.backup_facing == 1
    robot.facing = 1
    robot.slots[0] = 0
    play.round({1: "1@500 R@80"})
    assert (at(robot.backup), robot.backup_facing) == ((2, 0), 2)


@pytest.mark.rule("RAL-320")
def test_every_programming_phase_starts_with_an_empty_draft():
    g = start("albot", "lazy", seed=4)
    play = Floor.__new__(Floor)
    play.g = g
    hand = names_of(g.robots[1].hand)
    assert play.give(1, "redeal") == "ok"
    hand = names_of(g.robots[1].hand)
    assert play.give(1, f"program {' '.join(hand[:5])}") == "ok"
    play.round()
    robot = g.robots[1]
    assert (robot.draft, robot.announced, robot.confirmed, robot.used) == ([0] * 5, 0, 0, 0)
    assert owing(g) == [1, 2]
