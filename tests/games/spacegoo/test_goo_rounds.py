"""A round: production, landing and what happens there, with the worked examples 4 to 7."""

import pytest
from tests.games.spacegoo.text_matches import DUEL, BoardMatch

from roundhouse.games.spacegoo.events import BattleFought, FleetLaunched, PlanetTaken, Side

# Both seats can reach planet 0 in three rounds, seat 1 from two planets; nothing is produced.
MEETING = """
    0@0,0 0 0,0,0 +0,0,0
    1@3,0 1 50,50,50 +0,0,0 | 2@-3,0 2 50,50,50 +0,0,0
    3@0,3 1 50,50,50 +0,0,0
"""


@pytest.mark.rule("GOO-041", "GOO-042", "GOO-043")
def test_goo_041_commands_then_production_then_landing_then_the_next_round():
    # The fleet leaves before production (so 5 go, not 9) and lands after it (so it meets 8, not 4).
    match = BoardMatch("0@0,0 1 5,0,0 +4,0,0 | 1@1,0 2 0,0,0 +0,4,0 | 2@9,9 2 +0,0,0", edition="classic")

    match.play("send 0 1 9 0 0")
    assert (match.planet(0), match.planet(1), match.fleets()) == ("1 4,0,0", "2 0,4,0", ["#0 1 0>1 5,0,0 eta 1"])
    events = match.play("")

    assert events == [
        BattleFought(1, 4, 1, (Side(1, (5, 0, 0), (1, 0, 0)), Side(2, (0, 8, 0), (0, 0, 0)))),
        PlanetTaken(1, 1, 2),
    ]
    assert match.state.round_no == 2


@pytest.mark.rule("GOO-042")
def test_goo_042_owned_planets_with_rounds_left_produce_and_neutral_ones_do_not():
    match = BoardMatch("0@0,0 0 1,1,1 +5,5,5 | 1@9,0 1 1,1,1 +1,2,3 | 2@-9,0 2 0,0,0 +9,0,0 0")

    match.wait(2)

    assert [match.planet(n) for n in range(3)] == ["0 1,1,1 100", "1 3,5,7 98", "2 0,0,0 0"]


@pytest.mark.rule("GOO-042")
def test_goo_042_a_planet_conquered_in_this_round_produces_from_the_next():
    match = BoardMatch("0@0,0 0 0,0,0 +5,0,0 | 1@2,0 1 9,0,0 +0,0,0 | 2@-9,0 2 +0,0,0")

    match.play("send 1 0 9 0 0", "", "")
    assert match.planet(0) == "1 9,0,0 100"
    match.play("")
    assert match.planet(0) == "1 14,0,0 99"


@pytest.mark.rule("GOO-042")
def test_goo_042_the_ships_of_a_planet_about_to_fall_are_joined_by_its_last_production():
    match = BoardMatch("0@0,0 2 0,0,0 +0,1,0 | 1@1,0 1 100,0,0 +0,0,0 | 2@9,9 2 +0,0,0", edition="classic")

    events = match.play("send 1 0 100 0 0", "")

    assert events[1] == BattleFought(0, 1, 1, (Side(1, (100, 0, 0), (99, 0, 0)), Side(2, (0, 2, 0), (0, 0, 0))))


@pytest.mark.rule("GOO-042")
def test_example_7_exhaustion():
    match = BoardMatch("0@0,0 1 0,0,0 +2,1,0 2 | 1@9,0 2 +0,0,0")

    assert [(match.wait(1), match.planet(0))[1] for _ in range(3)] == ["1 2,1,0 1", "1 4,2,0 0", "1 4,2,0 0"]


@pytest.mark.rule("GOO-002", "GOO-042")
def test_goo_002_classic_planets_produce_for_ever():
    match = BoardMatch("0@0,0 1 0,0,0 +2,1,0 | 1@9,0 2 +0,0,0", edition="classic")

    match.wait(300)

    assert match.planet(0) == "1 600,300,0"


@pytest.mark.rule("GOO-023", "GOO-038", "GOO-043")
def test_example_4_a_fleet_over_distance_8_is_listed_in_rounds_1_to_8_and_gone_in_9():
    match = BoardMatch("0@0,0 1 50,0,0 +0,0,0 | 1@5,5 2 50,0,0 +0,0,0")

    listed = []
    for command in ["send 0 1 1 0 0", *[""] * 8]:
        match.play(command)
        listed.append((match.state.round_no, match.fleets()))

    there = ["#0 1 0>1 1,0,0 eta 8"]
    assert listed == [(n, there) for n in range(1, 9)] + [(9, [])]


@pytest.mark.rule("GOO-043")
def test_goo_043_a_fleet_given_with_the_current_round_lands_at_once():
    match = BoardMatch("round 10 | 0@0,0 1 1,0,0 +0,0,0 | 1@9,0 2 +0,0,0 | #5 1 1>0 4,5,6 eta 10")

    match.wait(1)

    assert (match.planet(0), match.fleets()) == ("1 5,5,6 99", [])


@pytest.mark.rule("GOO-044")
def test_goo_044_fleets_of_one_player_that_arrive_together_become_one():
    apart = BoardMatch(MEETING.replace("0 0,0,0", "0 0,20,0"), edition="classic")

    events = apart.play("send 1 0 7 0 1", "", "send 3 0 50 0 0", "")[2:]
    assert events[0] == BattleFought(0, 7, 0, (Side(1, (7, 0, 1), (0, 0, 0)), Side(0, (0, 20, 0), (0, 5, 0))))

    together = BoardMatch(MEETING.replace("0 0,0,0", "0 0,20,0") + "| #0 1 1>0 7,0,1 eta 3", edition="classic")
    events = together.play("send 3 0 50 0 0", "", "", "")
    assert events[1:] == [
        BattleFought(0, 2, 1, (Side(1, (57, 0, 1), (55, 0, 0)), Side(0, (0, 20, 0), (0, 0, 0)))),
        PlanetTaken(0, 1, 0),
    ]


@pytest.mark.rule("GOO-045", "GOO-048")
def test_goo_045_fleets_of_both_players_first_fight_each_other_then_the_planet():
    match = BoardMatch(MEETING.replace("0 0,0,0", "0 0,0,5"), edition="classic")

    events = match.play("send 1 0 0 20 0 / send 2 0 0 0 20", "", "", "")[2:]

    assert events == [
        BattleFought(0, 5, 1, (Side(1, (0, 20, 0), (0, 15, 0)), Side(2, (0, 0, 20), (0, 0, 0)))),
        BattleFought(0, 2, 1, (Side(1, (0, 15, 0), (0, 13, 0)), Side(0, (0, 0, 5), (0, 0, 0)))),
        PlanetTaken(0, 1, 0),
    ]
    assert match.planet(0) == "1 0,13,0"


@pytest.mark.rule("GOO-045")
def test_goo_045_ships_on_the_planet_take_no_part_in_orbit_even_if_it_is_ones_own():
    match = BoardMatch(MEETING.replace("0@0,0 0 0,0,0", "0@0,0 2 99,99,99"), edition="classic")

    events = match.play("send 1 0 10 0 0 / send 2 0 0 5 0", "", "", "")[2:]

    assert events[0] == BattleFought(0, 3, 1, (Side(1, (10, 0, 0), (7, 0, 0)), Side(2, (0, 5, 0), (0, 0, 0))))
    assert events[1].sides == (Side(1, (7, 0, 0), (0, 0, 0)), Side(2, (99, 99, 99), (98, 97, 98)))


@pytest.mark.rule("GOO-046")
def test_goo_046_if_nobody_is_left_in_orbit_nobody_lands_and_the_planet_is_unchanged():
    match = BoardMatch(MEETING, edition="classic")

    events = match.play("send 1 0 9 9 9 / send 2 0 9 9 9", "", "", "")[2:]

    nobody = (0, 0, 0)
    assert events == [BattleFought(0, 3, 0, (Side(1, (9, 9, 9), nobody), Side(2, (9, 9, 9), nobody)))]
    assert match.planet(0) == "0 0,0,0"  # empty, and yet nobody's


@pytest.mark.rule("GOO-046")
def test_goo_046_a_side_left_with_fractions_only_does_not_land():
    # 11 against 12 of a kind leaves 0.9 of a ship (worked example 3), which counts as none.
    match = BoardMatch(MEETING, edition="classic")

    match.play("send 1 0 11 0 0 / send 2 0 12 0 0", "", "", "")

    assert match.planet(0) == "0 0,0,0"


@pytest.mark.rule("GOO-047")
def test_goo_047_landing_on_an_own_planet_adds_the_ships():
    match = BoardMatch(MEETING, edition="classic")

    events = match.play("send 1 3 1 2 3", *[""] * 5)

    assert events == [FleetLaunched(0, 1, 1, 3, (1, 2, 3), 5)]
    assert match.planet(3) == "1 51,52,53"


@pytest.mark.rule("GOO-048")
def test_goo_048_a_planet_with_ships_left_is_defended_and_keeps_them():
    match = BoardMatch(MEETING.replace("0 0,0,0", "0 20,20,20"), edition="classic")

    events = match.play("send 1 0 1 1 1", "", "", "")[1:]

    assert events == [BattleFought(0, 1, 0, (Side(1, (1, 1, 1), (0, 0, 0)), Side(0, (20, 20, 20), (16, 16, 16))))]
    assert match.planet(0) == "0 16,16,16"


@pytest.mark.rule("GOO-048")
def test_goo_048_a_planet_without_ships_left_is_taken_with_what_remains():
    match = BoardMatch(MEETING, edition="classic")

    events = match.play("send 1 0 0 0 1", "", "", "")[1:]

    assert events == [
        BattleFought(0, 0, 1, (Side(1, (0, 0, 1), (0, 0, 1)), Side(0, (0, 0, 0), (0, 0, 0)))),
        PlanetTaken(0, 1, 0),
    ]
    assert match.planet(0) == "1 0,0,1"


@pytest.mark.rule("GOO-048")
def test_goo_048_after_mutual_destruction_the_attacker_holds_the_empty_planet():
    match = BoardMatch(MEETING.replace("0@0,0 0 0,0,0", "0@0,0 2 7,0,0"), edition="classic")

    events = match.play("send 1 0 7 0 0", "", "", "")[1:]

    assert events[1] == PlanetTaken(0, 1, 2)
    assert match.planet(0) == "1 0,0,0"


@pytest.mark.rule("GOO-049")
def test_goo_049_planets_are_dealt_with_in_rising_id():
    board = (
        "0@0,0 1 9,9,9 +0,0,0 | 1@3,0 0 0,0,0 +0,0,0 | 2@0,3 0 0,0,0 +0,0,0 | 3@-3,0 0 0,0,0 +0,0,0 | 4@50,0 2 +0,0,0"
    )
    match = BoardMatch(board + "| #0 1 0>3 1,0,0 eta 3 | #1 1 0>1 1,0,0 eta 3", edition="classic")

    events = match.play("send 0 2 1 0 0", "", "", "")

    assert [event.planet for event in events if isinstance(event, PlanetTaken)] == [1, 2, 3]


@pytest.mark.rule("GOO-049")
def test_goo_049_planets_do_not_influence_each_other():
    alone = "0@0,0 1 9,9,9 +0,0,0 | 1@3,0 2 5,5,5 +0,0,0 | 2@0,3 2 5,5,5 +0,0,0"
    one, two, both = (
        BoardMatch(alone + fleets, edition="classic")
        for fleets in ("|#0 1 0>1 9,0,0 eta 0", "|#1 1 0>2 0,9,9 eta 0", "|#0 1 0>1 9,0,0 eta 0|#1 1 0>2 0,9,9 eta 0")
    )

    assert one.wait(1) + two.wait(1) == both.wait(1)


# Worked examples


@pytest.mark.rule("GOO-041", "GOO-042", "GOO-043", "GOO-048")
def test_example_5_two_fleets_take_the_centre():
    match = BoardMatch(DUEL)
    orders = {0: "send 1 0 25 0 0", 5: "send 1 0 60 20 20"}

    seen = {}
    for number in range(15):
        match.play(orders.get(number, ""))
        seen[number + 1] = [match.planet(n) for n in range(3)], match.fleets()

    assert seen[1][0][1] == "1 18,10,10 99"
    assert seen[6][1] == ["#0 1 1>0 25,0,0 eta 8", "#1 1 1>0 30,10,10 eta 13"]
    assert seen[9][0][0] == "0 13,5,16 100"
    assert seen[14][0][0] == "1 12,0,0 100"
    assert seen[15][0] == ["1 13,1,1 99", "1 30,0,0 85", "2 85,10,10 85"]


@pytest.mark.rule("GOO-045", "GOO-046")
def test_example_6_both_die_in_orbit_or_one_gets_through():
    match, other = BoardMatch(DUEL), BoardMatch(DUEL)

    match.play("send 1 0 40 10 10 / send 2 0 40 10 10", *[""] * 8)
    other.play("send 1 0 40 10 10 / send 2 0 40 0 0", *[""] * 8)

    assert [match.planet(n) for n in range(3)] == ["0 20,20,20 100", "1 27,0,0 91", "2 27,0,0 91"]
    assert other.planet(0) == "0 12,5,15 100"
