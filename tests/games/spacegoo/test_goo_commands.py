"""Commands: what a player may give, what it does, and what becomes of one that is not as it should be."""

import pytest
from tests.games.spacegoo.text_matches import DUEL, BoardMatch

from roundhouse.core.schema import canonical
from roundhouse.games.spacegoo import GAME, notation
from roundhouse.games.spacegoo.actions import Nop, Send, action_of, row_of
from roundhouse.games.spacegoo.events import FleetLaunched
from roundhouse.games.spacegoo.rules import tables as t

# Planet 3 lies behind planet 1, so that 0-3 is no lane; classic knows no lanes.
ROW = DUEL + "| 3@16,0 0 5,5,5 +0,0,0"


@pytest.mark.rule("GOO-030", "GOO-040")
@pytest.mark.parametrize(("first", "second"), [(1, 2), (2, 1)])
def test_goo_030_per_round_a_player_gives_exactly_one_command(first, second):
    match = BoardMatch(DUEL)

    assert match.waited_for() == [1, 2]
    match.give(first, "nop")
    assert match.waited_for() == [second]
    match.give(second, f"send {second} 0 1 0 0")
    assert match.waited_for() == []
    match.tick()
    assert match.waited_for() == [1, 2]


@pytest.mark.rule("GOO-030")
def test_goo_030_there_are_two_commands():
    assert row_of(notation.read_action("nop")) == [0, 0, 0, 0, 0, 0]
    assert row_of(notation.read_action("send 1 0 25 0 7")) == [1, 1, 0, 25, 0, 7]


@pytest.mark.rule("GOO-031")
def test_goo_031_nop_does_nothing():
    match = BoardMatch("0@0,0 1 5,5,5 +0,0,0 | 1@3,0 2 5,5,5 +0,0,0", edition="classic")

    events = match.play("nop / nop")

    assert events == []
    assert match.board() == "round 1 of 500\n0@0,0 1 5,5,5 +0,0,0\n1@3,0 2 5,5,5 +0,0,0"


@pytest.mark.rule("GOO-032", "GOO-038")
def test_goo_032_send_launches_a_fleet_that_leaves_at_once_and_takes_the_distance():
    match = BoardMatch("round 3 | " + DUEL)

    events = match.play("send 1 0 25 4 1")

    assert events == [FleetLaunched(0, 1, 1, 0, (25, 4, 1), 11)]
    assert match.fleets() == ["#0 1 1>0 25,4,1 eta 11"]
    assert match.planet(1) == "1 18,6,9 99"  # what is left, and three produced


@pytest.mark.rule("GOO-033")
def test_goo_033_of_each_kind_at_most_the_ships_present_are_sent():
    match = BoardMatch(DUEL)

    match.play("send 1 0 41 9 2147483647")

    assert match.fleets() == ["#0 1 1>0 40,9,10 eta 8"]
    assert match.planet(1) == "1 3,1,0 99"


@pytest.mark.rule("GOO-033")
def test_goo_033_what_is_produced_in_this_round_cannot_be_sent_yet():
    match = BoardMatch("0@0,0 1 5,0,0 +9,9,0 | 1@4,0 2 +0,0,0")

    match.play("send 0 1 100 100 100")

    assert match.fleets() == ["#0 1 0>1 5,0,0 eta 4"]


@pytest.mark.rule("GOO-034")
@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("send 0 1 1 0 0", "not_owner"),
        ("send 2 0 1 0 0", "not_owner"),
        ("send 1 0 0 0 0", "no_ships"),
        ("send 3 1 0 0 9", "no_ships"),
    ],
)
def test_goo_034_a_send_that_cannot_start_counts_but_does_nothing(command, code):
    match = BoardMatch(DUEL + "| 3@16,0 1 5,5,0 +0,0,0")

    assert match.give(1, command) == code
    assert match.waited_for() == [2]
    assert match.give(1, "nop") == "second_command"


@pytest.mark.rule("GOO-034")
def test_goo_034_such_a_send_leaves_the_board_as_it_is():
    idle, sent = BoardMatch(DUEL), BoardMatch(DUEL)

    assert idle.play("nop") == sent.play("send 2 0 1 0 0") == []
    assert sent.board() == idle.board()


@pytest.mark.rule("GOO-035")
@pytest.mark.parametrize("pair", ["1 4", "1 2147483647", "4 1", "1 1", "-1 0", "1 -1"])
def test_goo_035_in_classic_a_planet_that_does_not_exist_counts_but_does_nothing(pair):
    match = BoardMatch(ROW, edition="classic")

    assert match.give(1, f"send {pair} 1 0 0") == "no_planet"
    assert match.waited_for() == [2]
    match.give(2, "nop")
    match.tick()
    assert (match.result, match.fleets()) == (None, [])


@pytest.mark.rule("GOO-035", "GOO-036")
@pytest.mark.parametrize("pair", ["1 4", "4 1", "1 1", "-1 0", "1 -1", "1 2147483647"])
def test_goo_035_in_standard_such_a_pair_is_no_lane(pair):
    match = BoardMatch(ROW)

    assert match.give(1, f"send {pair} 1 0 0") == "off_lane"
    match.play("")
    assert match.result is not None
    assert match.result.winner == 2


@pytest.mark.rule("GOO-035", "GOO-036")
def test_goo_036_free_travel_goes_anywhere_and_lanes_only_to_neighbours():
    assert BoardMatch(ROW, edition="classic").give(1, "send 1 2 1 0 0") == "accepted"
    assert BoardMatch(ROW).give(1, "send 1 2 1 0 0") == "off_lane"
    assert BoardMatch(ROW).give(1, "send 1 3 1 0 0") == "accepted"
    assert BoardMatch(ROW + "| lanes 1-2").give(1, "send 1 2 1 0 0") == "accepted"
    assert BoardMatch(ROW + "| lanes 1-2").give(1, "send 1 3 1 0 0") == "off_lane"


@pytest.mark.rule("GOO-036")
def test_goo_036_leaving_the_lanes_disqualifies_or_counts_as_nop():
    match, lenient, idle = BoardMatch(ROW), BoardMatch(ROW, off_lane="ignore"), BoardMatch(ROW, off_lane="ignore")

    match.play("send 1 2 1 0 0")
    lenient.play("send 1 2 1 0 0")
    idle.play("nop")

    assert match.board().splitlines()[-2:] == ["out 1@0", "over disqualified 2"]
    assert lenient.board() == idle.board()
    assert lenient.result is None


@pytest.mark.rule("GOO-036")
@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("send 2 1 -1 0 0", "negative_ships"),  # also no lane, not owned
        ("send 2 0 0 -1 0", "negative_ships"),  # also not owned, no ships
        ("send 2 1 0 0 0", "off_lane"),  # also not owned, no ships
        ("send 0 1 0 0 0", "not_owner"),  # also no ships
        ("send 1 0 0 0 0", "no_ships"),
    ],
)
def test_goo_036_the_order_of_checks(command, code):
    match = BoardMatch(ROW)
    assert match.give(1, command) == code

    second = BoardMatch(ROW)
    second.give(1, "nop")
    assert second.give(1, command) == "second_command"


@pytest.mark.rule("GOO-036", "GOO-130")
def test_goo_036_a_second_nop_is_a_second_command_too():
    match = BoardMatch(DUEL)
    match.give(1, "nop")

    assert match.give(1, "nop") == "second_command"


@pytest.mark.rule("GOO-037")
@pytest.mark.parametrize("ships", ["-1 5 5", "5 -1 5", "5 5 -1"])
def test_goo_037_a_negative_number_of_ships_disqualifies(ships):
    match = BoardMatch(DUEL)

    match.play(f"send 1 0 {ships}")

    assert match.board().splitlines()[-2:] == ["out 1@0", "over disqualified 2"]


@pytest.mark.rule("GOO-039")
def test_goo_039_commands_are_applied_in_the_order_of_player_ids_whatever_arrived_first():
    match = BoardMatch(DUEL)

    match.give(2, "send 2 0 2 0 0")
    match.give(1, "send 1 0 1 0 0")
    match.tick()

    assert match.fleets() == ["#0 1 1>0 1,0,0 eta 8", "#1 2 2>0 2,0,0 eta 8"]


# GOO-130: rows and codes


@pytest.mark.rule("GOO-130")
@pytest.mark.parametrize(
    ("action", "row"),
    [
        (Nop(), [0, 0, 0, 0, 0, 0]),
        (Send(1, 2, (3, 4, 5)), [1, 1, 2, 3, 4, 5]),
        (Send(-1, 0, (-3, 0, 0)), [1, -1, 0, -3, 0, 0]),
    ],
)
def test_goo_130_an_action_is_a_row_of_six_numbers(action, row):
    assert row_of(action) == row
    assert action_of(row) == action


@pytest.mark.rule("GOO-130")
def test_goo_130_numbers_too_large_for_a_row_are_taken_as_the_largest():
    most = 2_147_483_647

    assert row_of(Send(2**31, 2**70, (2**40, 5, -(2**40)))) == [1, most, most, most, 5, -most]


@pytest.mark.rule("GOO-130")
def test_goo_130_every_refusal_has_its_code_and_verdict():
    verdicts = {(refusal.name, refusal.verdict) for refusal in GAME.refusals}

    assert verdicts == {
        ("second_command", "forfeit"), ("negative_ships", "forfeit"), ("off_lane", "forfeit"),
        ("off_lane", "void"), ("not_owner", "void"), ("no_ships", "void"), ("no_planet", "void"),
        ("game_over", "refused"), ("bad_action", "refused"),
    }  # fmt: skip


@pytest.mark.rule("GOO-130")
def test_goo_130_the_rules_know_the_verdicts_of_the_table():
    assert [refusal.code for refusal in GAME.refusals] == list(range(1, len(t.COUNTS)))
    for refusal in GAME.refusals:
        assert t.COUNTS[refusal.code] == (refusal.verdict == "void"), refusal.name
        assert t.LEAVES[refusal.code] == refusal.leaves, refusal.name
        assert (refusal.verdict == "forfeit") == (refusal.leaves != 0), refusal.name


@pytest.mark.rule("GOO-130")
def test_goo_130_after_the_end_every_command_is_refused_and_nothing_changes():
    match = BoardMatch(DUEL)
    match.play("send 1 0 -1 0 0")
    over = canonical(match.state)

    for seat, command in ((1, "nop"), (2, "nop"), (2, "send 2 0 -1 0 0")):
        assert match.give(seat, command) == "game_over"
    assert canonical(match.state) == over


@pytest.mark.rule("GOO-130")
def test_goo_130_a_row_of_another_kind_is_refused_and_does_not_count():
    match = BoardMatch(DUEL)

    assert match.act(1, [2, 1, 0, 1, 0, 0]).code == "bad_action"
    assert match.waited_for() == [1, 2]


@pytest.mark.rule("GOO-034", "GOO-036", "GOO-037", "GOO-130")
def test_goo_130_a_refusal_names_its_rule_its_field_and_says_why():
    match = BoardMatch(ROW)

    verdict = match.act(1, [1, 1, 2, 1, 0, 0])

    assert (verdict.verdict, verdict.code, verdict.field, verdict.rule) == ("forfeit", "off_lane", "target", "GOO-036")
    assert verdict.sentence == "There is no lane between these planets; leaving the lanes disqualifies."
