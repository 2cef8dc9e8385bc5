"""Lost connections in Quest: turns are passed over until somebody is back. A lost line is not a lost game. QST-125"""

import pytest
from tests.games.quest.server.manual_quest import END, QUEST, ManualQuest, ends, look, move
from tests.server.manual_match import SlowLog, proof_of, verdicts

from roundhouse.core.game import SeatSetup
from roundhouse.server.matches.paced_match import DESERTED

ANN, BOB = SeatSetup("ann", "person"), SeatSetup("bob", "person")
BUILT_IN = SeatSetup("robot", "bot", builtin=True)
CALM = {"turn_ms": 60_000}

pytestmark = pytest.mark.rule("QST-125")


def away(made, *listeners):
    for listener in listeners:
        made.live.part(listener)


@pytest.mark.parametrize("seats", [(ANN, BOB), ()], ids=["people", "bots"])
@pytest.mark.rule("QST-138")
def test_a_lost_line_ends_the_turn_after_a_few_seconds_and_passes_over_the_next_ones(seats):
    made = ManualQuest(*seats, settings=CALM)
    one, two = made.joined()
    made.act(1, move(100, 3, 3))
    away(made, one)
    made.timers.advance(4.9)
    assert made.turn_of == 1
    made.timers.advance(0.2)
    assert made.turn_of == 2, "far before the clock of the turn is up"
    [turn] = two.heard()
    assert ends([turn]) == [(1, "disconnected")]
    assert [line["away"] for line in turn["view"]["players"]] == [True, False]
    made.act(2, END)
    made.timers.advance(0.01)
    assert (made.turn_of, made.match.state.round_no) == (2, 2), "its turn is passed over at once"
    assert ends(two.heard()) == [(2, "end_turn"), (1, "disconnected")]
    assert made.match.state.players[1].timed_out == 0
    assert made.match.result is None


def test_a_line_that_is_back_in_a_moment_costs_nothing():
    made = ManualQuest(ANN, BOB, settings=CALM)
    one, two = made.joined()
    made.act(1, move(100, 3, 3))
    step = one.last("turn")["step"]
    away(made, one)
    made.timers.advance(4)
    back = made.join(1)
    _, turn = back.heard()
    assert turn["view"]["units"][0]["x"] == 3, "a fresh view in the middle of the turn"
    assert turn["clock"]["left_ms"] == 56_000, "its clock has run"
    assert turn["step"] > step
    made.timers.advance(50)
    assert made.turn_of == 1
    assert verdicts(made.act(1, move(100, 4, 4), step=turn["step"])) == ["accepted"]
    assert two.heard() == []


def test_nobody_is_waited_for_longer_than_the_clock_of_the_turn():
    made = ManualQuest(settings={"turn_ms": 1000})
    one, two = made.joined()
    away(made, one)
    made.timers.advance(1.01)
    assert ends(two.heard()) == [(1, "time")]
    made.act(2, END)
    made.timers.advance(1.01)
    assert ends(two.heard()) == [(2, "end_turn"), (1, "time")]
    made.timers.advance(4)
    two.heard()
    made.act(2, END)
    made.timers.advance(0.01)
    assert ends(two.heard()) == [(2, "end_turn"), (1, "disconnected")]


def test_who_comes_back_plays_its_next_turn():
    made = ManualQuest(ANN, BOB, settings=CALM)
    one, two = made.joined()
    away(made, one)
    made.timers.advance(5.1)
    made.act(2, END)
    made.timers.advance(0.01)
    assert made.turn_of == 2
    back = made.join(1, follow=True)
    told = back.heard()
    assert [message["type"] for message in told] == ["start", "step"]
    assert [line["away"] for line in told[1]["view"]["players"]] == [False, False]
    two.heard()
    made.act(2, END)
    assert made.turn_of == 1
    assert back.types() == ["step", "turn"]
    made.timers.advance(30)
    assert made.turn_of == 1, "it is waited for again"
    assert verdicts(made.act(1, look(100))) == ["accepted"]


def test_who_comes_back_too_late_for_a_turn_that_nobody_has_ended_yet_still_has_it():
    made = ManualQuest(ANN, BOB, settings=CALM, match_log=SlowLog())
    one, two = made.joined()
    away(made, one)
    made.timers.advance(5.1)  # that it is gone is entered, but not on the disk yet
    assert made.turn_of == 1
    back = made.join(1)
    made.write()
    assert made.turn_of == 1
    assert back.types() == ["start", "turn"]
    assert two.heard() == []


def test_somebody_gone_in_the_turn_of_another_is_only_missed_when_its_own_comes():
    made = ManualQuest(ANN, BOB, settings=CALM)
    one, two = made.joined()
    away(made, two)
    made.timers.advance(40)
    assert made.turn_of == 1
    made.act(1, END)
    made.timers.advance(0.01)
    assert made.turn_of == 1
    assert ends(one.heard()) == [(1, "end_turn"), (2, "disconnected")]


def test_when_nobody_is_left_the_game_ends_with_the_points_as_they_are():
    made = ManualQuest(settings=CALM, rated=True)
    one, two = made.joined()
    watcher = made.watch()
    made.act(1, {"type": "pickup", "unit": 100, "what": {"wood": 20}})
    away(made, one)
    made.timers.advance(3)
    away(made, two)
    made.timers.advance(4.9)
    assert made.match.result is None
    made.timers.advance(0.2)
    result = made.match.result
    assert result.reason == "nobody_connected"
    assert [(place.place, place.points) for place in result.places] == [(1, 20), (2, 0)]
    assert [place.left for place in made.live.seat_states.taken] == ["connection_lost"] * 2
    assert watcher.heard()[-1]["result"]["reason"] == "nobody_connected"
    assert made.over == [made.live]


def test_it_does_not_end_because_everybody_was_gone_for_a_moment():
    made = ManualQuest(settings=CALM)
    one, two = made.joined()
    away(made, one, two)
    made.timers.advance(4)
    made.join(2)
    made.timers.advance(10)
    assert made.match.result is None
    assert made.turn_of == 2


def test_built_in_bots_count_as_connected_where_the_match_counts():
    made = ManualQuest(SeatSetup("ann", "bot"), BUILT_IN, settings=CALM, rated=True)
    one, _ = made.joined()
    away(made, one)
    made.timers.advance(5.1)
    for _ in range(29):
        assert made.match.result is None
        made.act(2, END)
        made.timers.advance(0.01)
    made.act(2, END)
    assert made.match.result.reason == "rounds"


def test_built_in_bots_alone_wait_a_minute_where_it_does_not_count_and_then_close_the_match():
    made = ManualQuest(ANN, BUILT_IN, settings=CALM)
    one, two = made.joined()
    made.act(1, END)
    away(made, one)
    made.act(2, END)
    made.timers.advance(50)
    assert made.turn_of == 1, "they do not race through the game of somebody who loads the page anew"
    back = made.join(1)
    assert back.types() == ["start", "turn"]
    away(made, back)
    made.timers.advance(59)
    made.act(made.turn_of, END)
    assert made.live.state == "running"
    made.timers.advance(1.1)
    assert made.live.state == "abandoned"
    assert DESERTED in two.heard()[-1]["sentence"]


def test_a_defeated_player_who_goes_is_missed_by_nobody():
    made = ManualQuest(bots=3, settings=CALM)
    one, two, three = made.joined()
    made.live.resign(3)
    away(made, three)
    made.timers.advance(5.1)
    assert made.match.result is None
    away(made, two)
    made.timers.advance(5.1)
    assert made.match.result is None
    away(made, one)
    made.timers.advance(5.1)
    assert made.match.result.reason == "nobody_connected"
    assert [place.left for place in made.live.seat_states.taken] == ["connection_lost", "connection_lost", "resigned"]


def test_who_never_came_is_waited_for_at_the_start_and_then_passed_over():
    made = ManualQuest(settings=CALM, grace_ms=10_000)
    two = made.join(2)
    made.timers.advance(14.9)
    assert made.turn_of == 1
    made.timers.advance(0.2)
    assert made.turn_of == 2
    assert ends(two.heard()) == [(1, "disconnected")]


# After an outage


def again(made, **how):
    log = made.match_log.log
    made.live.stop()
    return ManualQuest(setup=made.setup, match_log=SlowLog(log), entries=list(log), **how)


def test_after_an_outage_it_is_known_who_was_away_and_who_is_back():
    made = ManualQuest(settings=CALM, match_log=SlowLog())
    one, _ = made.joined()
    away(made, one)
    made.timers.advance(5.1)
    made.write()
    made.act(2, look(200))
    made.write()
    assert made.turn_of == 2
    later = again(made, grace_ms=60_000)
    assert later.live.seat_states[1].absent
    two = later.join(2)
    assert two.types() == ["start", "turn"], "who was away before is not waited for"
    later.timers.advance(1)
    later.act(2, END)
    later.write()
    later.timers.advance(0.01)
    later.write()
    assert later.turn_of == 2
    later.join(1)
    later.write()
    assert not later.live.seat_states[1].absent
    once_more = again(later)
    assert not once_more.live.seat_states[1].absent
    assert once_more.match.state.players[1].away == 0
    for seat in (1, 2):
        once_more.live.resign(seat)
        once_more.write()
    assert proof_of(QUEST, made.setup, once_more.match_log.log).ok, "departures and returns stand in the record"
