"""The time of a match of the Dungeon: three quarters of a round to command, one to execute, and changes of both."""

import pytest
from tests.games.dungeon.server.manual_dungeon import BUY, DONE, DUNGEON, ManualDungeon
from tests.server.manual_match import SlowLog, verdicts

from roundhouse.core.game import SeatSetup
from roundhouse.server.matches.time_controls import clocks_of

ANN = SeatSetup("ann", "person")


@pytest.mark.rule("DUN-116")
def test_three_quarters_of_a_round_are_for_commands_and_one_for_executing_them():
    trip = ManualDungeon(settings={"round_ms": 8000})
    one, two = trip.joined(follow=True)
    trip.timers.advance(5.9)
    assert trip.number == 1
    trip.timers.advance(0.2)
    assert trip.number == 2, "6 of 8 seconds are over"
    [step] = one.heard()
    assert (step["type"], step["starts_ms"], step["left_ms"]) == ("step", 2000, 8000)
    trip.timers.advance(1.8)
    assert one.heard() == [], "the next round has not begun"
    trip.timers.advance(0.2)
    [turn] = one.heard()
    assert (turn["type"], turn["clock"]["window_ms"], turn["clock"]["left_ms"]) == ("turn", 6000, 6000)
    assert two.heard()[-1]["type"] == "turn"
    trip.timers.advance(5.9)
    assert trip.number == 2
    trip.timers.advance(0.2)
    assert trip.number == 3, "a round lasts 8 seconds, whatever its length of window"


@pytest.mark.rule("DUN-116", "DUN-242")
def test_a_round_that_everybody_has_finished_still_takes_its_time_without_early_close():
    trip = ManualDungeon(settings={"round_ms": 8000})
    trip.joined()
    trip.act(1, BUY, DONE)
    trip.act(2, DONE)
    assert trip.join(2, follow=True).last("step")["left_ms"] == 6000
    trip.timers.advance(5.9)
    assert trip.number == 1
    trip.timers.advance(0.2)
    assert trip.number == 2


@pytest.mark.rule("DUN-063", "DUN-236")
def test_no_command_is_taken_while_the_round_before_is_executed():
    trip = ManualDungeon(settings={"round_ms": 8000})
    trip.joined()
    trip.timers.advance(6.1)
    [answer] = trip.act(1, BUY, DONE)
    assert [one.code for one in answer.verdicts] == ["collection_closed"] * 2
    assert trip.match.view(1).you.purchase is None
    trip.timers.advance(1.8)
    assert verdicts(trip.act(1, BUY)) == ["collection_closed"]
    trip.timers.advance(0.2)
    assert verdicts(trip.act(1, BUY)) == ["accepted"]
    assert trip.match.view(1).you.purchase.quantity == 1


@pytest.mark.rule("DUN-063")
def test_who_comes_while_a_round_is_executed_is_asked_when_the_next_one_begins():
    trip = ManualDungeon(settings={"round_ms": 8000})
    trip.joined()
    trip.timers.advance(6.5)
    late = trip.join(1, follow=True)
    assert late.types() == ["start", "step"]
    trip.timers.advance(1.6)
    assert late.types() == ["turn"]
    assert verdicts(trip.act(1, DONE)) == ["accepted"]


@pytest.mark.rule("DUN-058", "DUN-059", "DUN-060", "DUN-061")
def test_commands_replace_each_other_and_are_taken_back_until_the_collection_ends():
    trip = ManualDungeon(settings={"start_robots": 2})
    one, _ = trip.joined(follow=True)
    first, second = trip.robots(1)
    [answer] = trip.act(1, {"type": "regeneration", "robot": first}, {"type": "mining", "robot": second}, BUY)
    old = [verdict.receipt for verdict in answer.verdicts]
    assert len(set(old)) == 3
    [answer] = trip.act(1, DONE, {"type": "mining", "robot": first}, {"type": "withdraw", "robot": second})
    assert [verdict.verdict for verdict in answer.verdicts] == ["accepted"] * 3, "also after done"
    [answer] = trip.act(1, BUY | {"quantity": 2})
    again = answer.verdicts[0].receipt
    assert again not in old
    assert one.heard() == [], "nobody is asked again"
    trip.timers.advance(3.1)
    listed = [(cmd.action["type"], cmd.receipt) for cmd in trip.live.round_history.commands(1)]
    assert [kind for kind, _ in listed] == ["mining", "buying"]
    assert listed[1][1] == again
    assert listed[0][1] not in old, "what replaces a command has a name of its own"


@pytest.mark.rule("DUN-242")
@pytest.mark.parametrize("robots", [0, 1])
def test_with_early_close_a_round_is_executed_as_soon_as_everybody_is_done(robots):
    trip = ManualDungeon(settings={"early_close": True, "round_ms": 60_000, "start_robots": robots})
    one, two = trip.joined(follow=True)
    trip.timers.advance(2)
    trip.act(1, DONE)
    assert trip.number == 1
    trip.act(2, DONE)
    assert trip.number == 2
    assert one.types() == two.types() == ["step", "turn"], "bots do not wait for what people would be shown"
    trip.act(2, DONE)
    trip.timers.advance(44.9)
    assert trip.number == 2
    trip.timers.advance(0.2)
    assert trip.number == 3, "seat 1 has said nothing for three quarters of a round"


@pytest.mark.rule("DUN-242")
def test_with_early_close_nobody_waits_for_whoever_has_neither_a_robot_nor_money_for_one():
    trip = ManualDungeon(settings={"early_close": True, "round_ms": 60_000, "start_robots": 1, "start_money": 0})
    trip.joined()
    trip.match.state.players[2].robots = 0
    trip.match.state.robot_count = 1
    trip.act(1, DONE)
    assert trip.number == 2


def test_with_early_close_a_person_sees_a_round_before_the_next_one_begins():
    trip = ManualDungeon(ANN, SeatSetup("bob", "bot"), settings={"early_close": True, "round_ms": 60_000})
    one, two = trip.joined(follow=True)
    trip.act(1, DONE)
    trip.act(2, DONE)
    assert (one.types(), two.types()) == (["step"], ["step"])
    assert verdicts(trip.act(2, DONE)) == ["collection_closed"]
    trip.timers.advance(1.6)
    assert (one.types(), two.types()) == (["turn"], ["turn"])


@pytest.mark.rule("DUN-117", "DUN-243")
def test_a_new_length_holds_from_the_next_round_on():
    trip = ManualDungeon(settings={"round_ms": 8000})
    trip.joined()
    [verdict] = trip.change({"type": "round_ms", "value": 4000})
    assert verdict.verdict == "accepted"
    trip.timers.advance(5.9)
    assert trip.number == 1, "this round is as long as it was"
    trip.timers.advance(0.2)
    assert trip.number == 2
    trip.timers.advance(1.8)
    assert verdicts(trip.act(1, DONE)) == ["collection_closed"], "and so is the quarter that belongs to it"
    trip.timers.advance(0.2)
    assert verdicts(trip.act(1, DONE)) == ["accepted"]
    trip.timers.advance(2.8)
    assert trip.number == 2
    trip.timers.advance(0.2)
    assert trip.number == 3, "three of four seconds"


@pytest.mark.rule("DUN-242", "DUN-243")
def test_early_close_holds_from_the_next_round_on():
    trip = ManualDungeon(settings={"round_ms": 8000})
    trip.joined()
    trip.change({"type": "early_close", "value": True})
    trip.rounds(1)
    assert trip.number == 1
    trip.timers.advance(8.1)
    assert trip.number == 2
    trip.rounds(1)
    assert trip.number == 3
    trip.change({"type": "early_close", "value": False})
    trip.rounds(1)
    assert trip.number == 4
    trip.rounds(1)
    assert trip.number == 4


def test_the_clock_for_bots_knows_neither_quarters_nor_a_least_time():
    trip = ManualDungeon(clock="bot", settings={"round_ms": 60_000})
    one, _ = trip.joined()
    trip.rounds(3)
    assert trip.number == 4
    assert one.types() == ["turn"] * 3
    trip.act(1, DONE)
    trip.timers.advance(10.1)
    assert trip.number == 5, "so long a bot has for an answer"


@pytest.mark.rule("DUN-118")
def test_rounds_go_on_without_anybody():
    trip = ManualDungeon(settings={"round_ms": 4000, "max_rounds": 3})
    trip.timers.advance(12.5)
    assert trip.match.result.reason == "rounds"
    assert trip.over == [trip.live]


@pytest.mark.rule("DUN-160")
def test_after_the_end_no_command_is_taken():
    trip = ManualDungeon(settings={"round_ms": 4000, "max_rounds": 1})
    trip.joined()
    trip.timers.advance(3.1)
    [answer] = trip.act(1, BUY)
    assert answer.code == "over"


def test_after_an_outage_orders_are_there_and_the_time_of_the_round_begins_afresh():
    trip = ManualDungeon(match_log=SlowLog(), settings={"round_ms": 8000})
    trip.joined()
    trip.write()
    trip.timers.advance(6.1)
    trip.write()
    trip.timers.advance(2)
    trip.write()
    trip.act(1, BUY)
    trip.write()
    back = ManualDungeon(match_log=SlowLog(trip.match_log.log), entries=trip.match_log.log, settings={"round_ms": 8000})
    one = back.join(1)
    back.write()
    assert one.last("turn")["view"]["you"]["purchase"]["quantity"] == 1
    assert verdicts(back.act(1, BUY) or back.write() or back.answers[-1]) == ["accepted"]
    back.timers.advance(5.9)
    assert back.number == 2
    back.timers.advance(0.2)
    assert back.number == 3


def test_the_time_that_a_page_is_told_of():
    assert [(one.key, one.window_ms) for one in clocks_of(DUNGEON, 600)] == [("own", 45_000), ("bot", 10_000)]
