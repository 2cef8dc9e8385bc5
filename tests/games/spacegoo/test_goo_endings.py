"""How a match ends: elimination, the last round, disqualification, and the places of four; worked examples 8 and 13."""

import pytest
from tests.games.spacegoo.text_matches import DUEL, BoardMatch

from roundhouse.core.schema import canonical, clone
from roundhouse.games.spacegoo import GAME
from roundhouse.games.spacegoo.events import Disqualified, GameOver, PlayerEliminated
from roundhouse.games.spacegoo.rules import tables as t
from roundhouse.match.clock import Clock

QUIET = "0@0,0 1 1,0,0 +0,0,0 | 1@9,0 2 1,0,0 +0,0,0"
# Seat 1 has nothing but fleets.
FLYING = "0@0,0 2 50,0,0 +0,0,0 | 1@3,0 2 20,0,0 +0,0,0"


def ended(match):
    """Why the match is over, and the places by seat."""
    return match.result.reason, [place.place for place in match.result.places]


@pytest.mark.rule("GOO-057", "GOO-058")
def test_example_8_elimination():
    match = BoardMatch("0@0,0 0 50,0,0 +1,0,0 | 1@3,0 1 5,0,0 +1,0,0 | 2@-3,0 2 40,0,0 +1,0,0", edition="classic")

    match.play("send 1 0 5 0 0 / send 2 1 40 0 0", "", "", "")
    assert match.planet(0) == "0 49,0,0"
    events = match.wait(3)

    assert events[-2:] == [PlayerEliminated(1, 6), GameOver(2, "won", 7)]
    assert match.planet(1) == "2 38,0,0"
    assert match.state.round_no == 7
    assert ended(match) == ("won", [2, 1])


@pytest.mark.rule("GOO-057")
def test_goo_057_a_fleet_that_lands_in_this_round_keeps_its_player_alive_for_the_round():
    match = BoardMatch(FLYING + "| #0 1 1>0 1,0,0 eta 3", edition="classic")

    assert match.wait(4)[-1].planet == 0  # the battle; nobody is out yet
    assert match.result is None
    assert match.wait(1) == [PlayerEliminated(1, 4), GameOver(2, "won", 5)]


@pytest.mark.rule("GOO-057")
def test_goo_057_a_fleet_launched_in_this_round_counts_and_so_does_a_planet_taken():
    match = BoardMatch("0@0,0 2 50,0,0 +0,0,0 | 1@3,0 1 20,0,0 +0,0,0 | #9 2 0>1 99,0,0 eta 0", edition="classic")
    match.play("send 1 0 20 0 0")  # the planet is lost in the same round
    assert match.state.owned[1] == 0
    assert match.result is None

    taker = BoardMatch("0@0,0 2 0,0,0 +0,0,0 | 1@3,0 2 9,0,0 +0,0,0 | #0 1 1>0 1,0,0 eta 0", edition="classic")
    taker.wait(10)
    assert taker.result is None


@pytest.mark.rule("GOO-058")
def test_goo_058_while_both_are_alive_nobody_wins():
    match = BoardMatch(QUIET)

    assert match.wait(499) == []
    assert match.result is None


@pytest.mark.rule("GOO-058", "GOO-059")
def test_goo_059_two_who_are_both_gone_draw_after_the_last_round():
    match = BoardMatch("0@0,0 0 9,0,0 +0,0,0 | #0 1 0>0 1,0,0 eta 0 | #1 2 0>0 1,0,0 eta 0", max_rounds=6)

    match.wait(5)
    assert match.result is None
    assert match.waited_for() == [1, 2]
    assert match.wait(1) == [GameOver(0, "draw", 6)]


@pytest.mark.rule("GOO-059")
def test_goo_059_after_the_last_round_it_is_a_draw_whatever_they_have():
    match = BoardMatch("0@0,0 1 9,9,9 +9,9,9 | 1@9,0 2 0,0,0 +0,0,0 | 2@0,9 1 +0,0,0", max_rounds=3)

    assert match.wait(2) == []
    assert match.wait(1) == [GameOver(0, "draw", 3)]
    assert ended(match) == ("draw", [1, 1])
    assert match.state.round_no == 3


@pytest.mark.rule("GOO-060")
def test_goo_060_a_disqualified_player_loses_at_once_and_the_state_is_left_as_it_is():
    match = BoardMatch(DUEL)
    match.play("send 1 0 5 0 0")
    before = match.board()

    events = match.play("send 1 0 -5 0 0 / send 2 0 5 0 0")

    assert events == [Disqualified(1, "negative_ships", 1), GameOver(2, "disqualified", 1)]
    assert match.board() == before + "\nout 1@1\nover disqualified 2"
    assert ended(match) == ("disqualified", [2, 1])


@pytest.mark.rule("GOO-061")
@pytest.mark.parametrize(
    ("commands", "reason"),
    [
        (["nop", "nop"], "second_command"),
        (["send 1 0 0 0 -1"], "negative_ships"),
        (["send 1 2 1 0 0"], "off_lane"),
    ],
)
def test_goo_061_commands_that_disqualify(commands, reason):
    match = BoardMatch(DUEL)
    for command in commands:
        match.give(1, command)

    assert match.play("") == [Disqualified(1, reason, 0), GameOver(2, "disqualified", 0)]


@pytest.mark.rule("GOO-061")
def test_goo_061_the_reasons_in_their_words():
    assert [reason.sentence for reason in GAME.leave_reasons][:5] == [
        "no command sent",
        "sent more than one command",
        "sent negative amount of ships",
        "travel outside of hyperlanes is not allowed!",
        "connection lost",
    ]


@pytest.mark.rule("GOO-061", "GOO-063")
def test_goo_061_no_command_within_the_deadline_disqualifies():
    match = BoardMatch(DUEL)
    match.clock = Clock(2, window_ms=3000)
    match.open_windows(1000)
    match.act(2, [0] * 6, 2000)

    assert match.expire(3999) == []
    assert match.result is None
    assert match.expire(4000) == [1]
    assert match.steps[-1].events == [Disqualified(1, "no_command", 0), GameOver(2, "disqualified", 0)]


@pytest.mark.rule("GOO-062")
def test_goo_062_if_both_fail_to_send_in_time_it_is_a_draw():
    match = BoardMatch(DUEL)
    match.clock = Clock(2, window_ms=3000)
    match.open_windows(0)

    assert match.expire(3000) == [1, 2]
    assert match.steps[-1].events == [
        Disqualified(1, "no_command", 0), Disqualified(2, "no_command", 0), GameOver(0, "all_silent", 0),
    ]  # fmt: skip
    assert ended(match) == ("all_silent", [1, 1])


@pytest.mark.rule("GOO-128")
@pytest.mark.parametrize("first", [1, 2])
def test_goo_128_when_both_commands_disqualify_it_is_a_draw_whoever_came_first(first):
    match = BoardMatch(DUEL)
    match.give(first, "send 1 2 1 0 0")
    assert match.result is None
    match.give(3 - first, "send 1 2 -1 0 0")

    match.tick()

    assert ended(match) == ("all_disqualified", [1, 1])
    assert match.view(1).winner is None


@pytest.mark.rule("GOO-062", "GOO-128")
def test_goo_128_silence_and_a_bad_command_together_are_both_disqualified():
    match = BoardMatch(DUEL)
    match.leave(1, t.NO_COMMAND)
    match.give(2, "send 1 2 -1 0 0")

    match.tick()

    assert ended(match) == ("all_disqualified", [1, 1])


@pytest.mark.rule("GOO-060", "GOO-128")
def test_goo_128_a_tick_after_one_disqualification_ends_the_match_for_that_one():
    match = BoardMatch(DUEL)
    match.give(2, "send 2 1 1 0 0")

    match.tick()

    assert ended(match) == ("disqualified", [1, 2])


@pytest.mark.rule("GOO-129")
@pytest.mark.parametrize(("max_rounds", "last", "ships"), [(4, 4, 53), (500, 5, 54)])
def test_example_13_in_the_last_round_alive_is_only_who_is_left_after_landing(max_rounds, last, ships):
    board = "0@0,0 2 50,0,0 +1,0,0 | 1@3,0 2 20,0,0 +1,0,0 | #0 1 1>0 1,0,0 eta 3"
    match = BoardMatch(board, edition="classic", max_rounds=max_rounds)

    match.wait(last)

    assert ended(match) == ("won", [2, 1])
    assert (match.state.round_no, match.planet(0)) == (last, f"2 {ships},0,0")


@pytest.mark.rule("GOO-129")
def test_goo_129_a_fleet_still_on_the_way_in_the_last_round_is_alive():
    match = BoardMatch(FLYING + "| #0 1 1>0 1,0,0 eta 4", edition="classic", max_rounds=4)

    match.wait(4)

    assert ended(match) == ("draw", [1, 1])


@pytest.mark.rule("GOO-129")
def test_goo_129_two_who_both_lose_their_last_fleet_in_the_last_round_draw():
    match = BoardMatch("0@0,0 0 9,0,0 +0,0,0 | #0 1 0>0 1,0,0 eta 1 | #1 2 0>0 1,0,0 eta 1", max_rounds=2)

    match.wait(2)

    assert ended(match) == ("draw", [1, 1])


# Four players

CROSS = """
    0@0,0 0 20,20,20 +1,1,1
    1@8,0 1 40,0,0 +0,0,0 | 2@-8,0 2 40,0,0 +0,0,0 | 3@0,8 3 40,0,0 +0,0,0 | 4@0,-8 4 40,0,0 +0,0,0
"""


@pytest.mark.rule("GOO-124")
def test_goo_124_the_last_player_alive_wins_and_the_others_are_placed_by_when_they_went():
    doomed = "| #0 4 0>1 99,0,0 eta 0 | #1 4 0>2 99,0,0 eta 3 | #2 4 0>3 99,0,0 eta 3"
    match = BoardMatch(CROSS + doomed, edition="classic")

    events = [event for event in match.wait(4) if isinstance(event, PlayerEliminated | GameOver)]

    assert events == [
        PlayerEliminated(1, 0), PlayerEliminated(2, 3), PlayerEliminated(3, 3), GameOver(4, "won", 4),
    ]  # fmt: skip
    assert ended(match) == ("won", [4, 2, 2, 1])
    assert [place.points for place in match.result.places] == [0, 3, 3, 6]


@pytest.mark.rule("GOO-124")
def test_goo_124_at_the_last_round_the_players_alive_share_the_first_place():
    match = BoardMatch(CROSS + "| #0 4 0>1 99,0,0 eta 0 | #1 3 0>2 99,0,0 eta 1", edition="classic", max_rounds=5)

    match.wait(5)

    assert ended(match) == ("draw", [4, 3, 1, 1])
    assert [place.points for place in match.result.places] == [0, 2, 5, 5]


@pytest.mark.rule("GOO-124")
def test_goo_124_elimination_and_disqualification_in_the_same_round_share_a_place():
    match = BoardMatch(CROSS + "| #0 4 0>1 99,0,0 eta 1", max_rounds=5)
    match.wait(1)

    match.play("/ send 2 0 -1 0 0")
    match.wait(3)

    assert ended(match) == ("draw", [3, 3, 1, 1])


@pytest.mark.rule("GOO-021", "GOO-124")
def test_goo_124_the_planets_of_a_disqualified_player_turn_neutral_and_his_fleets_vanish():
    match = BoardMatch(CROSS)
    match.play("send 1 0 5 0 0 / send 2 0 6 0 0 / send 3 0 7 0 0", "send 1 0 8 0 0")

    events = match.play("send 1 0 -1 0 0 / send 2 0 1 0 0")

    assert events[:1] == [Disqualified(1, "negative_ships", 2)]
    assert match.planet(1) == "0 27,0,0 98"  # neutral: it did not produce in the round
    assert match.fleets() == ["#1 2 2>0 6,0,0 eta 8", "#2 3 3>0 7,0,0 eta 8", "#4 2 2>0 1,0,0 eta 10"]
    assert match.waited_for() == [2, 3, 4]
    assert match.result is None


@pytest.mark.rule("GOO-124")
@pytest.mark.parametrize("owners", ["1111", "1122", "2211", "1212", "2112", "1121"])
def test_goo_124_only_his_fleets_vanish_from_those_that_land_together(owners):
    fleets = [f"#{n} {owner} 3>{n // 2} 1,0,0 eta 9" for n, owner in enumerate(owners)]
    match = BoardMatch("|".join([CROSS, *fleets]))

    match.play("send 1 0 -1 0 0")

    assert match.fleets() == [fleet for fleet in fleets if fleet[3] == "2"]
    match.play("/ send 2 0 1 0 0 / send 3 0 2 0 0")  # new fleets take the places of the old ones
    assert match.fleets()[-2:] == ["#4 2 2>0 1,0,0 eta 9", "#5 3 3>0 2,0,0 eta 9"]
    assert len(match.fleets()) == 2 + owners.count("2")
    assert match.state.fleet_end == 1 + max(4, 2 + owners.count("2"))


@pytest.mark.rule("GOO-124")
def test_goo_124_a_command_given_before_the_disqualification_is_not_applied():
    match = BoardMatch(CROSS)
    match.give(1, "send 1 0 30 0 0")
    match.give(1, "nop")

    assert match.play("") == [Disqualified(1, "second_command", 0)]
    assert (match.planet(1), match.fleets()) == ("0 40,0,0 100", [])


@pytest.mark.rule("GOO-124")
def test_goo_124_a_fleet_of_a_player_who_lost_connection_after_his_command_does_not_start():
    match = BoardMatch(CROSS)
    match.give(3, "send 3 0 30 0 0")
    match.leave(3, t.CONNECTION_LOST)

    assert match.play("") == [Disqualified(3, "connection_lost", 0)]
    assert (match.planet(3), match.fleets()) == ("0 40,0,0 100", [])


@pytest.mark.rule("GOO-124")
def test_goo_124_a_disqualification_that_leaves_one_player_ends_the_match():
    match = BoardMatch(CROSS)
    match.play("send 1 0 -1 0 0 / send 2 0 -1 0 0")
    match.wait(1)

    events = match.play("//send 3 0 -1 0 0")

    assert events == [Disqualified(3, "negative_ships", 2), GameOver(4, "won", 2)]
    assert ended(match) == ("won", [3, 3, 2, 1])


@pytest.mark.rule("GOO-124", "GOO-128")
def test_goo_124_if_all_players_still_in_fail_in_the_same_round_they_share_the_place():
    match = BoardMatch(CROSS)
    match.play("send 1 0 -1 0 0")

    events = match.play("/ send 2 0 -1 0 0 / send 3 0 -1 0 0 / send 4 0 -1 0 0")

    assert events[-1] == GameOver(0, "all_disqualified", 1)
    assert ended(match) == ("all_disqualified", [4, 1, 1, 1])


@pytest.mark.rule("GOO-124")
def test_goo_124_who_is_out_is_not_waited_for_and_gives_no_commands():
    match = BoardMatch(CROSS)
    match.play("send 1 0 -1 0 0")
    before = canonical(clone(match.state))

    assert match.give(1, "send 1 0 1 0 0") == "game_over"
    assert canonical(match.state) == before
