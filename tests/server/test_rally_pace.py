"""The time of a match of Rally: windows that begin when the last round was shown, AIs, absence, and no clock at all."""

import pytest
from rallies import CONFIRM, RALLY, RESIGN, Race, draft
from stagehands import SlowLedger

from roundhouse.core.game import SeatSetup
from roundhouse.server.matches.time_controls import clocks_of

ANN, BOB = SeatSetup("ann", "person"), SeatSetup("bob", "person")
BOT = SeatSetup("beep", "bot")
AI = SeatSetup("normal", "bot", builtin=True)


def rounds(race):
    return race.playing.round


@pytest.mark.rule("RAL-083")
def test_a_round_ends_when_all_have_confirmed_or_when_the_time_is_over():
    race = Race(settings={"timer_seconds": 20, "step_seconds": 0})
    one, _ = race.joined()
    race.timers.advance(3)
    race.program()
    assert rounds(race) == 2
    [turn] = one.heard()
    assert turn["clock"] == {"last_cost_ms": 3000, "window_ms": 20_000, "left_ms": 20_000}
    race.program(1)
    race.timers.advance(19.9)
    assert rounds(race) == 2
    race.timers.advance(0.2)
    assert rounds(race) == 3, "seat 2 has said nothing"


@pytest.mark.rule("RAL-085")
def test_without_a_timer_only_the_last_confirmation_ends_a_round():
    race = Race(settings={"timer_seconds": "off", "step_seconds": 0, "disconnect_grace_seconds": 600})
    one, _ = race.joined(follow=True)
    race.program(1)
    race.timers.advance(100_000)
    assert rounds(race) == 1
    assert one.heard()[-1]["left_ms"] is None
    race.program(2)
    assert rounds(race) == 2
    assert "left_ms" not in one.heard()[-1]["clock"]


@pytest.mark.rule("RAL-084")
def test_with_an_ai_a_round_that_is_answered_lasts_its_least_time_and_the_timer_is_not_delayed():
    race = Race(ANN, AI, settings={"timer_seconds": 30, "ai_min_seconds": 12, "step_seconds": 0})
    one, _ = race.joined(follow=True)
    race.program()
    assert (one.heard()[-1]["waiting"], one.last("step")["left_ms"]) == ([], 12_000), "so long it takes now"
    race.timers.advance(11.9)
    assert rounds(race) == 1
    assert race.watch().last("step")["left_ms"] == 100
    race.timers.advance(0.2)
    assert rounds(race) == 2

    race.program(1)
    race.timers.advance(20)
    assert rounds(race) == 2, "the AI has not decided yet"
    race.program(2)
    assert rounds(race) == 3

    slow = Race(ANN, AI, settings={"timer_seconds": 15, "ai_min_seconds": 60, "step_seconds": 0})
    slow.joined()
    slow.program()
    slow.timers.advance(14.9)
    assert rounds(slow) == 1
    slow.timers.advance(0.2)
    assert rounds(slow) == 2, "the least time does not delay the timer"


@pytest.mark.rule("RAL-084")
def test_without_an_ai_there_is_no_least_time():
    race = Race(ANN, BOT, settings={"ai_min_seconds": 60, "step_seconds": 0})
    race.joined()
    race.program()
    assert rounds(race) == 2


@pytest.mark.rule("RAL-087")
def test_ais_among_themselves_play_a_round_in_their_least_time():
    race = Race(AI, SeatSetup("hard", "bot", builtin=True), settings={"ai_min_seconds": 9, "step_seconds": 10})
    race.joined()
    for number in range(2, 5):
        race.program()
        race.timers.advance(8.8)
        assert rounds(race) == number - 1
        race.timers.advance(0.2)
        assert rounds(race) == number, "nobody has to be shown the round"


@pytest.mark.rule("RAL-315")
def test_the_time_of_a_round_begins_when_people_have_seen_the_last_one():
    race = Race(settings={"timer_seconds": 20, "step_seconds": 2})
    one, two = race.joined(follow=True)
    race.program()
    assert rounds(race) == 2
    step, turn = (message for message in one.heard()[-2:])
    assert (step["type"], step["starts_ms"], step["left_ms"]) == ("step", 10_000, 30_000)
    assert turn["clock"] == {"window_ms": 20_000, "left_ms": 30_000, "starts_ms": 10_000}
    race.timers.advance(4)
    [fresh] = [message for message in race.watch().heard() if message["type"] == "step"]
    assert (fresh["starts_ms"], fresh["left_ms"]) == (6000, 26_000)

    race.program()  # taken at once, but the round is not over before it has begun
    race.timers.advance(5.9)
    assert rounds(race) == 2
    race.timers.advance(0.2)
    assert rounds(race) == 3
    assert [turn["clock"].get("last_cost_ms", 0) for turn in two.heard() if turn["type"] == "turn"][-1] == 0

    race.timers.advance(29.9)
    assert rounds(race) == 3
    race.timers.advance(0.2)
    assert rounds(race) == 4, "10 seconds to watch and 20 to think"


@pytest.mark.rule("RAL-315")
def test_the_time_of_a_round_begins_when_all_people_who_are_there_have_seen_or_skipped_the_last_one():
    race = Race(ANN, BOB, BOT, AI, settings={"timer_seconds": 20, "step_seconds": 2, "ai_min_seconds": 5})
    one, two, *_ = race.joined(follow=True)
    race.timers.advance(5)
    race.program()
    step = one.last("step")["step"]
    race.playing.seen(3, step)  # bots are shown nothing, so that says nothing
    race.playing.seen(1, step - 1)  # a film that was skipped late
    race.playing.seen(1, step)
    race.timers.advance(3)
    assert race.playing._starts_ms() == 7_000, "bob still watches"
    race.playing.seen(2, step)
    told = two.last("step")
    assert (told["starts_ms"], told["left_ms"], told["view"]["round"]) == (0, 20_000, 2)
    race.program()
    race.timers.advance(4.9)
    assert rounds(race) == 2, "AIs still have their time"
    race.timers.advance(0.2)
    assert rounds(race) == 3

    race.playing.seen(2, two.last("step")["step"])
    race.playing.part(one)
    assert two.last("step")["starts_ms"] == 0, "nobody waits for somebody who has gone"
    race.timers.advance(19.9)
    assert rounds(race) == 3
    race.timers.advance(0.2)
    assert rounds(race) == 4


@pytest.mark.rule("RAL-315")
def test_nobody_is_shown_what_nobody_watches():
    race = Race(ANN, BOT, settings={"step_seconds": 10})
    one, two = race.joined()
    race.playing.part(one)
    race.program()
    assert two.heard()[-1]["clock"]["left_ms"] == 60_000
    race.program()
    assert rounds(race) == 3


@pytest.mark.rule("RAL-315", "RAL-043")
def test_a_step_in_the_middle_of_a_round_says_what_remains():
    race = Race(settings={"timer_seconds": 20, "step_seconds": 0})
    race.joined()
    watcher = race.watch()
    race.timers.advance(7)
    race.program(1)
    last = watcher.heard()[-1]
    assert (last["events"][-1]["type"], last["waiting"], last["left_ms"]) == ("confirmed", [2], 13_000)


@pytest.mark.rule("RAL-088")
def test_who_is_away_for_too_long_is_not_waited_for_until_back():
    race = Race(people=3, settings={"timer_seconds": "off", "disconnect_grace_seconds": 30, "step_seconds": 0})
    race.playing.part(race.joined()[2])
    race.program(1, 2)
    race.timers.advance(29.9)
    assert rounds(race) == 1
    race.timers.advance(0.2)
    assert rounds(race) == 2
    race.program(1, 2)
    assert rounds(race) == 3, "nobody waits for it any more"
    race.join(3)
    race.program(1, 2)
    race.timers.advance(1000)
    assert rounds(race) == 3, "it is back"
    race.program(3)
    assert rounds(race) == 4


@pytest.mark.rule("RAL-088")
def test_who_never_came_is_away_from_the_beginning():
    race = Race(settings={"timer_seconds": "off", "disconnect_grace_seconds": 30, "step_seconds": 0}, grace_ms=10_000)
    race.join(1)
    race.program(1)
    race.timers.advance(39.9)
    assert rounds(race) == 1
    race.timers.advance(0.3)
    assert rounds(race) == 2


@pytest.mark.rule("RAL-088", "RAL-162")
def test_a_match_without_ais_is_played_on_without_anybody():
    race = Race(settings={"timer_seconds": "off", "disconnect_grace_seconds": 10, "max_rounds": 10})
    for ear in race.joined():
        race.playing.part(ear)
    race.timers.advance(11)
    for _ in range(20):
        race.timers.advance(0.1)
    assert race.match.result is not None
    assert race.over == [race.playing]


@pytest.mark.rule("RAL-086")
def test_the_clock_for_bots_knows_no_time_but_the_limit_of_an_answer():
    race = Race(BOT, AI, clock="bot", settings={"timer_seconds": 300, "ai_min_seconds": 60, "step_seconds": 10})
    one, _ = race.joined()
    race.program()
    assert rounds(race) == 2
    [turn] = one.heard()
    assert turn["clock"] == {"window_ms": 10_000, "left_ms": 10_000}
    chosen = draft(race.match, 1)
    race.act(1, chosen)
    race.program(2)
    race.timers.advance(9.9)
    assert rounds(race) == 2
    race.timers.advance(0.2)
    assert rounds(race) == 3
    [tick] = [turn for turn in one.heard() if turn["step"] and turn["view"]["round"] == 3]
    revealed = [event["commands"]["1"] for event in tick["events"] if event["type"] == "revealed"]
    assert [mine for mine, wanted in zip(revealed, chosen["slots"], strict=False) if mine != wanted and mine] == []


@pytest.mark.rule("RAL-244")
def test_after_an_outage_the_time_of_the_round_begins_afresh():
    settings = {"timer_seconds": 20, "step_seconds": 3}
    race = Race(ledger=SlowLedger(), settings=settings)
    race.joined()
    race.program()
    race.write()
    race.timers.advance(25)
    race.act(1, draft(race.match, 1))
    race.write()
    assert rounds(race) == 2
    back = Race(ledger=SlowLedger(race.ledger.log), entries=race.ledger.log, settings=settings, grace_ms=60_000)
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
    race = Race(people=3)
    race.joined()
    race.program(1)
    [answer] = race.act(1, CONFIRM)
    assert answer.verdicts[0].code == "already_confirmed"
    assert race.act(1, RESIGN)[0].verdicts[0].verdict == "accepted"
    assert race.playing.places[1].left == "resigned"
    race.program(2, 3)
    race.timers.advance(0.1)
    assert race.match.view(0).robots[0].eliminated


@pytest.mark.rule("RAL-162")
def test_when_only_ais_are_left_the_match_is_broken_off_at_once():
    race = Race(ANN, BOT, AI, ledger=SlowLedger(), settings={"disconnect_grace_seconds": 20})
    one, two, three = race.joined()
    race.playing.part(two)
    race.timers.advance(10)
    race.playing.part(one)
    race.timers.advance(19)
    assert race.playing.state == "running"
    race.timers.advance(1.1)
    race.write()
    assert race.playing.state == "abandoned"
    assert race.match.result is None
    assert race.ledger.ended == ["Nobody is left but built-in bots."]
    assert three.heard()[-1]["code"] == "broken_off"


@pytest.mark.rule("RAL-162", "RAL-064")
@pytest.mark.parametrize("how", ["resign", "leave"])
def test_who_resigns_loses_although_only_ais_are_left(how):
    race = Race(ANN, AI, ledger=SlowLedger(), settings={"disconnect_grace_seconds": 20})
    one, _ = race.joined()
    if how == "resign":
        race.act(1, RESIGN)
    else:
        race.playing.resign(1)
    race.write()
    assert (race.playing.state, race.match.result.winner) == ("finished", 2)
    assert one.heard()[-1]["type"] == "over"


@pytest.mark.rule("RAL-162")
def test_several_ais_play_on_without_who_resigned_and_without_who_is_away():
    race = Race(ANN, BOB, AI, AI, settings={"disconnect_grace_seconds": 20, "ai_min_seconds": 0})
    _, two, *_ = race.joined()
    race.playing.resign(1)
    race.playing.part(two)
    race.timers.advance(21)
    race.program(3, 4)
    race.timers.advance(1)
    assert (race.playing.state, rounds(race)) == ("running", 2)


@pytest.mark.rule("RAL-162")
def test_what_counts_and_what_only_ais_play_goes_on():
    race = Race(BOT, AI, rated=True, clock="bot", settings={"disconnect_grace_seconds": 0})
    race.joined()
    race.act(1, RESIGN)
    assert race.match.result.winner == 2
    alone = Race(AI, AI, settings={"disconnect_grace_seconds": 0, "ai_min_seconds": 0})
    alone.joined()
    alone.program()
    alone.timers.advance(1)
    assert (alone.playing.state, rounds(alone)) == ("running", 2)


def test_a_resignation_that_the_rules_do_not_take_ends_nothing():
    race = Race(ANN, AI, AI)
    race.joined()
    race.match.state.robots[1].out = 1
    [answer] = race.act(1, RESIGN)
    assert answer.verdicts[0].code == "wrong_phase"
    assert race.playing.state == "running"


# Hosts


@pytest.mark.rule("RAL-222", "RAL-216")
def test_the_host_of_a_match_who_leaves_is_followed_by_the_person_in_the_lowest_seat():
    sitting = (SeatSetup("beep", "bot"), ANN, BOB, SeatSetup("cid", "person"))
    race = Race(*sitting, host_id=13, ledger=SlowLedger())
    race.joined()
    assert race.playing.host_id == 13
    race.act(3, RESIGN)
    assert race.playing.host_id == 12
    race.playing.resign(2)
    assert race.playing.host_id == 14
    race.write()
    back = Race(*sitting, host_id=13, ledger=SlowLedger(race.ledger.log), entries=race.ledger.log)
    assert back.playing.host_id == 14
    assert Race().playing.host_id == 0
    watching = Race(host_id=99)
    watching.playing.resign(1)
    assert watching.playing.host_id == 99, "who does not play cannot leave"


def test_the_time_that_a_page_is_told_of():
    assert [(one.key, one.window_ms) for one in clocks_of(RALLY, 600)] == [("own", 60_000), ("bot", 10_000)]
