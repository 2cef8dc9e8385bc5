"""How a match ends, and who is placed where."""

import pytest
from tests.games.rally.text_states import Floor, owing, places, start, tag

from roundhouse.games.rally import GAME
from roundhouse.games.rally.rules.contract import tick

ROW = "+  +  +  +  +  +\n .. c1 .. .. ()\n+  +  +  +  +  +\n"
OPEN = "+  +  +  +  +  +\n .. .. .. .. ..\n+  +  +  +  +  +\n"


def reason(g):
    return GAME.result(g).reason


@pytest.mark.rule("RAL-155", "RAL-156")
def test_the_last_checkpoint_ends_the_match_in_the_middle_of_a_command():
    play = Floor(ROW + "1 lazy 0,0 E\n2 lazy 3,0 N")
    events = play.round({1: "3@790 1@490 1@500", 2: "L@70"})
    assert play.stands() == ["1,0E d0", "3,0N d0"]
    assert tag(events[-1]) == "game_over"
    assert (events[-1].step, events[-1].winner, events[-1].reason, events[-1].places) == (1, 1, "checkpoints", [1, 2])
    assert (play.g.steps, owing(play.g)) == (1, [])


@pytest.mark.rule("RAL-155")
def test_with_fewer_checkpoints_the_last_of_those_wins():
    grid = "+  +  +  +  +\n .. c1 c2 ..\n+  +  +  +  +\n"
    play = Floor("goal 1\n" + grid + "1 lazy 0,0 E\n2 lazy 3,0 N")
    play.step({1: "1@490"})
    assert reason(play.g) == "checkpoints"
    play = Floor(grid + "1 lazy 0,0 E\n2 lazy 3,0 N")
    play.step({1: "1@490"})
    assert GAME.result(play.g) is None


@pytest.mark.rule("RAL-157")
def test_a_survivor_wins_at_the_end_of_the_phase_and_the_rest_is_not_executed():
    play = Floor(ROW + "1 lazy 3,0 E lives 0\n2 lazy 2,0 N", lives=3)
    events = play.round({1: "1@490 1@500", 2: "R@80 L@70"})
    assert (events[-1].phase, events[-1].step, events[-1].winner) == (1, 1, 2)
    assert [event.seat for event in events if tag(event) == "executing"] == [1, 2]  # the phase itself is finished
    assert reason(play.g) == "survivor"


@pytest.mark.rule("RAL-157")
def test_a_survivor_may_be_dead_and_resignations_count_too():
    play = Floor(OPEN + "1 lazy 0,0 N resigned\n2 lazy - N dead 1\n3 lazy - N out 2")
    play.round()
    assert (play.g.winner, reason(play.g), play.g.round_no) == (2, "survivor", 2)


@pytest.mark.rule("RAL-158")
def test_nobody_survives_if_the_last_ones_are_out_in_the_same_phase():
    grid = "+  +  +  +\n () .. ()\n+  +  +  +\n .. .. ..\n+  +  +  +\n"
    play = Floor(grid + "1 lazy 0,1 N\n2 lazy 2,1 N", lives=0)
    events = play.step({1: "1@490", 2: "1@500"})
    assert (events[-1].reason, events[-1].winner) == ("ranking", 1)  # 2 was out first
    assert places(play.g) == [1, 2]


@pytest.mark.rule("RAL-159")
def test_the_match_ends_after_the_last_round():
    g = start("lazy", "lazy", max_rounds=10, lives=9)
    for _ in range(10):
        assert g.reason == 0
        tick(g)
    assert (g.round_no, reason(g)) == (10, "ranking")


def ranked(*robots, winner=0):
    play = Floor(OPEN + "\n".join(f"{n} lazy {words}" for n, words in enumerate(robots, 1)))
    play.g.reason, play.g.winner = 3, winner
    return places(play.g)


@pytest.mark.rule("RAL-160")
def test_the_ranking_compares_in_its_order():
    assert ranked("0,0 N ticked 1@9", "1,0 N ticked 2@8", winner=1) == [1, 2]
    assert ranked("0,0 N ticked 1@1", "- N out 1 ticked 2@8") == [2, 1]  # more checkpoints
    assert ranked("0,0 N ticked 1@7", "- N out 1 ticked 1@3") == [2, 1]  # the earlier tick
    assert ranked("- N out 5", "0,0 N", "- N dead 4") == [3, 1, 1]  # not eliminated first; these two share
    assert ranked("- N out 3", "- N out 5", "- N out 3") == [2, 1, 2]  # the later elimination
    assert ranked("0,0 N", "1,0 N", "2,0 N") == [1, 1, 1]


@pytest.mark.rule("RAL-160")
@pytest.mark.parametrize(("second", "winner"), [("", 0), (" ticked 1@1", 2)])
def test_a_first_place_by_ranking_is_a_win_only_if_it_is_not_shared(second, winner):
    play = Floor("round 10 of 10\n" + OPEN + f"1 lazy 0,0 N\n2 lazy 4,0 N{second}")
    events = play.round()
    assert (events[-1].winner or 0, GAME.result(play.g).winner) == (winner, winner)
    assert GAME.view(play.g, 0, ["a", "b"]).winner == (winner or None)


@pytest.mark.rule("RAL-161", "RAL-304")
def test_a_result_has_place_and_ticked_checkpoints_and_the_reason():
    play = Floor(ROW + "1 lazy 0,0 E\n2 lazy 3,0 N")
    play.round({1: "1@490"})
    result = GAME.result(play.g)
    assert [(place.seat, place.place, place.points) for place in result.places] == [(1, 1, 1), (2, 2, 0)]
    assert (result.reason, play.g.round_no) == ("checkpoints", 1)
    assert GAME.view(play.g, 1, ["a", "b"]).phase == "over"
