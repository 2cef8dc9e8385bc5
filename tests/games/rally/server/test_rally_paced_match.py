"""The time of a match of Rally: windows that begin when the last round was shown, AIs, absence, and no clock at all."""

import pytest
from tests.games.rally.server.manual_rally import CONFIRM, RALLY, RESIGN, ManualRally, draft
from tests.server.manual_match import SlowLog

from roundhouse.core.game import SeatSetup
from roundhouse.server.matches.time_controls import clocks_of

ANN, BOB = SeatSetup("ann", "person"), SeatSetup("bob", "person")
BOT = SeatSetup("beep", "bot")
AI = SeatSetup("normal", "bot", builtin=True)


def rounds(manual):
    return manual.live.round


@pytest.mark.rule("RAL-083")
def test_a_round_ends_when_all_have_confirmed_or_when_the_time_is_over():
    manual = ManualRally(settings={"timer_seconds": 20, "step_seconds": 0})
    one, _ = manual.joined()
    manual.timers.advance(3)
    manual.program()
    assert rounds(manual) == 2
    [turn] = one.heard()
    assert turn["clock"] == {"last_cost_ms": 3000, "window_ms": 20_000, "left_ms": 20_000}
    manual.program(1)
    manual.timers.advance(19.9)
    assert rounds(manual) == 2
    manual.timers.advance(0.2)
    assert rounds(manual) == 3, "seat 2 has said nothing"


@pytest.mark.rule("RAL-085")
def test_without_a_timer_only_the_last_confirmation_ends_a_round():
    manual = ManualRally(settings={"timer_seconds": "off", "step_seconds": 0, "disconnect_grace_seconds": 600})
    one, _ = manual.joined(follow=True)
    manual.program(1)
    manual.timers.advance(100_000)
    assert rounds(manual) == 1
    assert one.heard()[-1]["left_ms"] is None
    manual.program(2)
    assert rounds(manual) == 2
    assert "left_ms" not in one.heard()[-1]["clock"]


@pytest.mark.rule("RAL-084")
def test_with_an_ai_a_round_that_is_answered_lasts_its_least_time_and_the_timer_is_not_delayed():
    manual = ManualRally(ANN, AI, settings={"timer_seconds": 30, "ai_min_seconds": 12, "step_seconds": 0})
    one, _ = manual.joined(follow=True)
    manual.program()
    assert (one.heard()[-1]["waiting"], one.last("step")["left_ms"]) == ([], 12_000), "so long it takes now"
    manual.timers.advance(11.9)
    assert rounds(manual) == 1
    assert manual.watch().last("step")["left_ms"] == 100
    manual.timers.advance(0.2)
    assert rounds(manual) == 2

    manual.program(1)
    manual.timers.advance(20)
    assert rounds(manual) == 2, "the AI has not decided yet"
    manual.program(2)
    assert rounds(manual) == 3

    slow = ManualRally(ANN, AI, settings={"timer_seconds": 15, "ai_min_seconds": 60, "step_seconds": 0})
    slow.joined()
    slow.program()
    slow.timers.advance(14.9)
    assert rounds(slow) == 1
    slow.timers.advance(0.2)
    assert rounds(slow) == 2, "the least time does not delay the timer"


@pytest.mark.rule("RAL-084")
def test_without_an_ai_there_is_no_least_time():
    manual = ManualRally(ANN, BOT, settings={"ai_min_seconds": 60, "step_seconds": 0})
    manual.joined()
    manual.program()
    assert rounds(manual) == 2


@pytest.mark.rule("RAL-087")
def test_ais_among_themselves_play_a_round_in_their_least_time():
    manual = ManualRally(AI, SeatSetup("hard", "bot", builtin=True), settings={"ai_min_seconds": 9, "step_seconds": 10})
    manual.joined()
    for number in range(2, 5):
        manual.program()
        manual.timers.advance(8.8)
        assert rounds(manual) == number - 1
        manual.timers.advance(0.2)
        assert rounds(manual) == number, "nobody has to be shown the round"


@pytest.mark.rule("RAL-315")
def test_the_time_of_a_round_begins_when_people_have_seen_the_last_one():
    manual = ManualRally(settings={"timer_seconds": 20, "step_seconds": 2})
    one, two = manual.joined(follow=True)
    manual.program()
    assert rounds(manual) == 2
    step, turn = (message for message in one.heard()[-2:])
    assert (step["type"], step["starts_ms"], step["left_ms"]) == ("step", 10_000, 30_000)
    assert turn["clock"] == {"window_ms": 20_000, "left_ms": 30_000, "starts_ms": 10_000}
    manual.timers.advance(4)
    [fresh] = [message for message in manual.watch().heard() if message["type"] == "step"]
    assert (fresh["starts_ms"], fresh["left_ms"]) == (6000, 26_000)

    manual.program()  # taken at once, but the round is not over before it has begun
    manual.timers.advance(5.9)
    assert rounds(manual) == 2
    manual.timers.advance(0.2)
    assert rounds(manual) == 3
    assert [turn["clock"].get("last_cost_ms", 0) for turn in two.heard() if turn["type"] == "turn"][-1] == 0

    manual.timers.advance(29.9)
    assert rounds(manual) == 3
    manual.timers.advance(0.2)
    assert rounds(manual) == 4, "10 seconds to watch and 20 to think"


@pytest.mark.rule("RAL-315")
def test_the_time_of_a_round_begins_when_all_people_who_are_there_have_seen_or_skipped_the_last_one():
    manual = ManualRally(ANN, BOB, BOT, AI, settings={"timer_seconds": 20, "step_seconds": 2, "ai_min_seconds": 5})
    one, two, *_ = manual.joined(follow=True)
    manual.timers.advance(5)
    manual.program()
    step = one.last("step")["step"]
    manual.live.seen(3, step)  # bots are shown nothing, so that says nothing
    manual.live.seen(1, step - 1)  # a film that was skipped late
    manual.live.seen(1, step)
    manual.timers.advance(3)
    assert manual.live._starts_ms() == 7_000, "bob still watches"
    manual.live.seen(2, step)
    told = two.last("step")
    assert (told["starts_ms"], told["left_ms"], told["view"]["round"]) == (0, 20_000, 2)
    manual.program()
    manual.timers.advance(4.9)
    assert rounds(manual) == 2, "AIs still have their time"
    manual.timers.advance(0.2)
    assert rounds(manual) == 3

    manual.live.seen(2, two.last("step")["step"])
    manual.live.part(one)
    assert two.last("step")["starts_ms"] == 0, "nobody waits for somebody who has gone"
    manual.timers.advance(19.9)
    assert rounds(manual) == 3
    manual.timers.advance(0.2)
    assert rounds(manual) == 4


@pytest.mark.rule("RAL-315")
def test_nobody_is_shown_what_nobody_watches():
    manual = ManualRally(ANN, BOT, settings={"step_seconds": 10})
    one, two = manual.joined()
    manual.live.part(one)
    manual.program()
    assert two.heard()[-1]["clock"]["left_ms"] == 60_000
    manual.program()
    assert rounds(manual) == 3


@pytest.mark.rule("RAL-315", "RAL-043")
def test_a_step_in_the_middle_of_a_round_says_what_remains():
    manual = ManualRally(settings={"timer_seconds": 20, "step_seconds": 0})
    manual.joined()
    watcher = manual.watch()
    manual.timers.advance(7)
    manual.program(1)
    last = watcher.heard()[-1]
    assert (last["events"][-1]["type"], last["waiting"], last["left_ms"]) == ("confirmed", [2], 13_000)


@pytest.mark.rule("RAL-088")
def test_who_is_away_for_too_long_is_not_waited_for_until_back():
    manual = ManualRally(people=3, settings={"timer_seconds": "off", "disconnect_grace_seconds": 30, "step_seconds": 0})
    manual.live.part(manual.joined()[2])
    manual.program(1, 2)
    manual.timers.advance(29.9)
    assert rounds(manual) == 1
    manual.timers.advance(0.2)
    assert rounds(manual) == 2
    manual.program(1, 2)
    assert rounds(manual) == 3, "nobody waits for it any more"
    manual.join(3)
    manual.program(1, 2)
    manual.timers.advance(1000)
    assert rounds(manual) == 3, "it is back"
    manual.program(3)
    assert rounds(manual) == 4


@pytest.mark.rule("RAL-088")
def test_who_never_came_is_away_from_the_beginning():
    manual = ManualRally(
        settings={"timer_seconds": "off", "disconnect_grace_seconds": 30, "step_seconds": 0}, grace_ms=10_000
    )
    manual.join(1)
    manual.program(1)
    manual.timers.advance(39.9)
    assert rounds(manual) == 1
    manual.timers.advance(0.3)
    assert rounds(manual) == 2


@pytest.mark.rule("RAL-088", "RAL-162")
def test_a_match_without_ais_is_played_on_without_anybody():
    manual = ManualRally(settings={"timer_seconds": "off", "disconnect_grace_seconds": 10, "max_rounds": 10})
    for listener in manual.joined():
        manual.live.part(listener)
    manual.timers.advance(11)
    for _ in range(20):
        manual.timers.advance(0.1)
    assert manual.match.result is not None
    assert manual.over == [manual.live]


@pytest.mark.rule("RAL-086")
def test_the_clock_for_bots_knows_no_time_but_the_limit_of_an_answer():
    manual = ManualRally(
        BOT, AI, clock="bot", settings={"timer_seconds": 300, "ai_min_seconds": 60, "step_seconds": 10}
    )
    one, _ = manual.joined()
    manual.program()
    assert rounds(manual) == 2
    [turn] = one.heard()
    assert turn["clock"] == {"window_ms": 10_000, "left_ms": 10_000}
    chosen = draft(manual.match, 1)
    manual.act(1, chosen)
    manual.program(2)
    manual.timers.advance(9.9)
    assert rounds(manual) == 2
    manual.timers.advance(0.2)
    assert rounds(manual) == 3
    [tick] = [turn for turn in one.heard() if turn["step"] and turn["view"]["round"] == 3]
    revealed = [event["commands"]["1"] for event in tick["events"] if event["type"] == "revealed"]
    assert [mine for mine, wanted in zip(revealed, chosen["slots"], strict=False) if mine != wanted and mine] == []


@pytest.mark.rule("RAL-244")
def test_after_an_outage_the_time_of_the_round_begins_afresh():
    settings = {"timer_seconds": 20, "step_seconds": 3}
    manual = ManualRally(match_log=SlowLog(), settings=settings)
    manual.joined()
    manual.program()
    manual.write()
    manual.timers.advance(25)
    manual.act(1, draft(manual.match, 1))
    manual.write()
    assert rounds(manual) == 2
    back = ManualRally(
        match_log=SlowLog(manual.match_log.log), entries=manual.match_log.log, settings=settings, grace_ms=60_000
    )
    one = back.join(1)
    back.timers.advance(30)
    back.join(2)
    turn = one.last("turn")
    assert turn["clock"] == {"window_ms": 20_000, "left_ms": 20_000}, "and nothing is shown again"
    assert turn["view"]["you"]["slots"][0] is not None, "the draft was kept"
    back.timers.advance(19.9)
    assert rounds(back) == 2
    back.timers.advance(0.2)
    back.write()
    assert rounds(back) == 3


# Who may act, and who resigns


@pytest.mark.rule("RAL-052", "RAL-064")
def test_the_rules_answer_whoever_is_not_waited_for():
    manual = ManualRally(people=3)
    manual.joined()
    manual.program(1)
    [answer] = manual.act(1, CONFIRM)
    assert answer.verdicts[0].code == "already_confirmed"
    assert manual.act(1, RESIGN)[0].verdicts[0].verdict == "accepted"
    assert manual.live.seat_states[1].left == "resigned"
    manual.program(2, 3)
    manual.timers.advance(0.1)
    assert manual.match.view(0).robots[0].eliminated


@pytest.mark.rule("RAL-162")
def test_when_only_ais_are_left_the_match_is_broken_off_at_once():
    manual = ManualRally(ANN, BOT, AI, match_log=SlowLog(), settings={"disconnect_grace_seconds": 20})
    one, two, three = manual.joined()
    manual.live.part(two)
    manual.timers.advance(10)
    manual.live.part(one)
    manual.timers.advance(19)
    assert manual.live.state == "running"
    manual.timers.advance(1.1)
    manual.write()
    assert manual.live.state == "abandoned"
    assert manual.match.result is None
    assert manual.match_log.ended == ["Nobody is left but built-in bots."]
    assert three.heard()[-1]["code"] == "broken_off"


@pytest.mark.rule("RAL-162", "RAL-064")
@pytest.mark.parametrize("how", ["resign", "leave"])
def test_who_resigns_loses_although_only_ais_are_left(how):
    manual = ManualRally(ANN, AI, match_log=SlowLog(), settings={"disconnect_grace_seconds": 20})
    one, _ = manual.joined()
    if how == "resign":
        manual.act(1, RESIGN)
    else:
        manual.live.resign(1)
    manual.write()
    assert (manual.live.state, manual.match.result.winner) == ("finished", 2)
    assert one.heard()[-1]["type"] == "over"


@pytest.mark.rule("RAL-162")
def test_several_ais_play_on_without_who_resigned_and_without_who_is_away():
    manual = ManualRally(ANN, BOB, AI, AI, settings={"disconnect_grace_seconds": 20, "ai_min_seconds": 0})
    _, two, *_ = manual.joined()
    manual.live.resign(1)
    manual.live.part(two)
    manual.timers.advance(21)
    manual.program(3, 4)
    manual.timers.advance(1)
    assert (manual.live.state, rounds(manual)) == ("running", 2)


@pytest.mark.rule("RAL-162")
def test_what_counts_and_what_only_ais_play_goes_on():
    manual = ManualRally(BOT, AI, rated=True, clock="bot", settings={"disconnect_grace_seconds": 0})
    manual.joined()
    manual.act(1, RESIGN)
    assert manual.match.result.winner == 2
    alone = ManualRally(AI, AI, settings={"disconnect_grace_seconds": 0, "ai_min_seconds": 0})
    alone.joined()
    alone.program()
    alone.timers.advance(1)
    assert (alone.live.state, rounds(alone)) == ("running", 2)


def test_a_resignation_that_the_rules_do_not_take_ends_nothing():
    manual = ManualRally(ANN, AI, AI)
    manual.joined()
    manual.match.state.robots[1].out = 1
    [answer] = manual.act(1, RESIGN)
    assert answer.verdicts[0].code == "wrong_phase"
    assert manual.live.state == "running"


# Hosts


@pytest.mark.rule("RAL-222", "RAL-216")
def test_the_host_of_a_match_who_leaves_is_followed_by_the_person_in_the_lowest_seat():
    sitting = (SeatSetup("beep", "bot"), ANN, BOB, SeatSetup("cid", "person"))
    manual = ManualRally(*sitting, host_id=13, match_log=SlowLog())
    manual.joined()
    assert manual.live.host_id == 13
    manual.act(3, RESIGN)
    assert manual.live.host_id == 12
    manual.live.resign(2)
    assert manual.live.host_id == 14
    manual.write()
    back = ManualRally(*sitting, host_id=13, match_log=SlowLog(manual.match_log.log), entries=manual.match_log.log)
    assert back.live.host_id == 14
    assert ManualRally().live.host_id == 0
    watching = ManualRally(host_id=99)
    watching.live.resign(1)
    assert watching.live.host_id == 99, "who does not play cannot leave"


def test_the_time_that_a_page_is_told_of():
    assert [(one.key, one.window_ms) for one in clocks_of(RALLY, 600)] == [("own", 60_000), ("bot", 10_000)]
