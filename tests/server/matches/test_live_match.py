"""A running match of the arena: who is asked, what becomes of answers, what time does, and how it ends."""

import inspect
from dataclasses import replace

import msgspec
import pytest
from tests.server.manual_match import DUEL, GAME, NOP, WIN, ManualMatch, SlowLog, duel_setup, proof_of, verdicts

from roundhouse.core.entries import LEAVE, ORDER, TICK, VOID
from roundhouse.games import GAMES
from roundhouse.protocol.messages import Ask, Verdicts, encode
from roundhouse.server.matches.live_match import ASKED_MAX, LiveMatch

NOT_MINE = {"type": "send", "source": 2, "target": 0, "ships": [1, 0, 0]}  # for seat 1
FROM_1 = {"type": "send", "source": 1, "target": 0, "ships": [1, 0, 0]}
NEGATIVE = {"type": "send", "source": 1, "target": 0, "ships": [-1, 0, 0]}
RUBBISH = {"type": "send", "source": "one"}


def four(**settings):
    names = ["ann", "bob", "cid", "dot"]
    return GAME.setup(names, seed=3, preset="classic", settings={"players": 4, **settings})


# Turns


def test_a_seat_is_told_the_start_and_then_its_turn():
    manual = ManualMatch(bank_ms=500)
    start, turn = manual.join(1).heard()

    assert (start["type"], start["match"], start["seat"], start["version"]) == ("start", "key1", 1, 1)
    assert start["setup"]["seats"] == [{"name": "ann"}, {"name": "bob"}]
    assert (turn["type"], turn["step"], turn["may"], turn["events"]) == ("turn", 0, ["nop", "send"], [])
    assert turn["view"]["player_id"] == 1
    assert turn["clock"] == {"window_ms": 3000, "bank_ms": 500, "left_ms": 3500}


def test_after_the_tick_everybody_is_asked_with_what_happened():
    manual = ManualMatch()
    listeners = manual.joined()
    manual.timers.advance(0.8)
    manual.round(FROM_1)

    for listener in listeners:
        [turn] = listener.heard()
        assert (turn["step"], turn["view"]["round"]) == (3, 1)
        assert [event["type"] for event in turn["events"]] == ["fleet_launched", "round_played"]
        assert turn["clock"] == {"last_cost_ms": 800, "window_ms": 3000, "left_ms": 3000}


def test_a_seat_that_comes_late_is_asked_when_it_comes():
    manual = ManualMatch()
    one = manual.join(1)
    manual.act(1, NOP)
    manual.timers.advance(1)

    assert one.types() == ["start", "turn"]
    assert manual.join(2).heard()[1]["clock"]["left_ms"] == 2000
    assert manual.join(1).types() == ["start"]  # it has answered


def test_a_followed_match_is_told_step_by_step_besides():
    manual = ManualMatch()
    one = manual.join(1, follow=True)
    two = manual.join(2)
    assert [(m["type"], m.get("step")) for m in one.heard()] == [("start", None), ("step", 0), ("turn", 0)]
    two.heard()
    manual.round(FROM_1)

    step, turn = one.heard()
    assert (step["type"], turn["type"]) == ("step", "turn")
    assert step["view"] == turn["view"]
    assert (step["waiting"], step["left_ms"]) == ([1, 2], 3000)
    assert two.types() == ["turn"]


# Answers


def test_every_action_gets_its_own_verdict():
    manual = ManualMatch()
    manual.joined()

    assert verdicts(manual.act(1, RUBBISH, NOP, seq=7)) == ["bad_action", "accepted"]
    [answer] = manual.act(2, NOT_MINE | {"source": 1}, seq=8)
    assert isinstance(answer, Verdicts)
    assert answer.seq == 8
    assert (answer.verdicts[0].verdict, answer.verdicts[0].rule) == ("void", "GOO-034")
    assert manual.live.seat_states[1].refusals == manual.live.seat_states[2].refusals == 1


def test_an_empty_answer_is_none():
    manual = ManualMatch()
    [one, _] = manual.joined()
    assert verdicts(manual.act(1)) == ["bad_action"]
    assert one.types() == ["turn"]


def test_a_second_command_in_the_same_answer_breaks_the_rules_of_the_game():
    ledger = SlowLog()
    manual = ManualMatch(match_log=ledger)
    assert verdicts_when_written(manual, 1, NOP, NOP) == ["accepted", "second_command"]
    assert [entry.kind for entry in ledger.log] == [ORDER, LEAVE]
    manual.act(2, NOP)
    manual.write()
    assert manual.live.match.result.winner == 2


def verdicts_when_written(manual, seat, *actions):
    answers = manual.act(seat, *actions)
    manual.write()
    return verdicts(answers)


@pytest.mark.parametrize(
    ("before", "step", "code"),
    [
        ([], 2, "stale"),
        ([(1, NOP)], 0, "not_your_turn"),
        ([(1, NOP)], None, "not_your_turn"),
        ([(1, NOP), (2, NOP)], 0, "stale"),
        ([(1, NEGATIVE), (2, NOP)], 0, "over"),
    ],
)
def test_an_answer_that_comes_at_the_wrong_time_changes_nothing(before, step, code):
    manual = ManualMatch(match_log=SlowLog())
    for seat, action in before:
        manual.act(seat, action)
        manual.write()
    entered = len(manual.match_log.entered)

    [answer] = manual.act(1, NOP, step=step, seq=5)

    assert (answer.code, answer.seq) == (code, 5)
    assert len(manual.match_log.entered) == entered


def test_the_step_of_the_newest_turn_is_the_right_one():
    manual = ManualMatch()
    [one, _] = manual.joined()
    manual.round()
    assert one.heard()[-1]["step"] == 3
    assert verdicts(manual.act(1, NOP, step=3)) == ["accepted"]


def test_whoever_talks_rubbish_is_asked_again_but_not_for_ever():
    manual = ManualMatch()
    [one, _] = manual.joined()
    for _ in range(10):
        manual.act(1, RUBBISH)

    assert one.types() == ["turn"] * (ASKED_MAX - 1)
    assert verdicts(manual.act(1, NOP)) == ["accepted"]  # it may still answer


def test_a_forecast_says_what_would_come_of_an_action():
    manual = ManualMatch()
    answers = []
    manual.live.ask(2, Ask(msgspec.Raw(encode(WIN)), 3), answers.append)
    manual.live.ask(2, Ask(msgspec.Raw(b'{"type":"send"}'), 4), answers.append)
    manual.live.ask(2, Ask(msgspec.Raw(b"[1]"), 5), answers.append)

    assert answers[0].forecast.taken
    assert [(answer.code, answer.seq) for answer in answers[1:]] == [("bad_action", 4), ("bad_action", 5)]
    assert manual.live.match.step == 0


def test_a_game_without_forecasts_says_so():
    manual = ManualMatch(game=replace(GAME, forecast=None))
    answers = []
    manual.live.ask(1, Ask(msgspec.Raw(b"{}"), 1), answers.append)
    assert answers[0].code == "no_forecast"


# Time


def test_a_missed_window_is_judged_by_the_rules_of_the_game():
    manual = ManualMatch(match_log=SlowLog())
    manual.joined()
    manual.act(2, NOP)
    manual.write()
    manual.timers.advance(2.999)
    assert manual.live.match.result is None
    manual.timers.advance(0.01)
    manual.write()

    assert [entry.kind for entry in manual.match_log.log] == [ORDER, LEAVE, TICK]
    assert manual.match_log.ended[0].left == ["no_command", ""]
    assert manual.over == [manual.live]


def test_what_has_arrived_is_taken_before_anybody_is_judged():
    """The server was late itself: the timer rings, and an answer lies in a socket since long ago."""
    manual = ManualMatch()
    manual.joined()
    manual.act(2, NOP)
    manual.timers.now += 3.2
    manual.timers.advance(0)  # the timer rings now
    manual.act(1, NOP)
    manual.timers.advance(0.01)
    assert (manual.live.match.result, manual.live.round) == (None, 1)


def test_a_bank_is_drawn_on_after_the_window():
    manual = ManualMatch(window_ms=1000, bank_ms=700)
    listeners = manual.joined()
    manual.timers.advance(1.4)
    manual.round()

    assert [listener.heard()[-1]["clock"]["bank_ms"] for listener in listeners] == [300, 300]
    manual.act(2, NOP)
    manual.timers.advance(1.299)
    assert manual.live.match.result is None
    manual.timers.advance(0.01)
    assert manual.live.match.result.winner == 2


def test_without_a_window_nobody_is_too_late():
    manual = ManualMatch(window_ms=None)
    [one, _] = manual.joined()
    manual.timers.advance(10**6)
    assert manual.live.match.result is None
    manual.round()
    assert one.heard()[-1]["clock"] == {"last_cost_ms": 10**9}


def test_rounds_do_not_follow_each_other_faster_than_their_pace():
    manual = ManualMatch(pace_ms=1000)
    [one, _] = manual.joined()
    began = manual.timers.now
    times = []
    for _ in range(3):
        manual.timers.advance(0.3)
        manual.round()
        assert one.heard() == []
        while not one.heard():
            manual.timers.advance(0.01)
        times.append(round(manual.timers.now - began, 2))

    assert times == [1.0, 2.0, 3.0]
    assert len(manual.late) == 3
    assert max(manual.late) < 0.011


def test_after_a_long_thought_the_round_is_still_shown_for_its_time():
    manual = ManualMatch(pace_ms=600, window_ms=60_000)
    [one, _] = manual.joined()
    manual.timers.advance(20)
    manual.round()
    assert one.types() == ["turn"]
    manual.round()
    manual.timers.advance(0.59)
    assert one.types() == []
    manual.timers.advance(0.02)
    assert one.types() == ["turn"]


def test_one_timer_serves_many_rounds():
    manual = ManualMatch()
    manual.joined()
    for _ in range(50):
        manual.timers.advance(0.01)
        manual.round()
    assert len(manual.timers._due) == 1


def test_a_round_that_nobody_plays_is_played_nevertheless():
    """All four lose their last ships to each other, so the match goes on without them to its last round."""
    planets = [dict(planet, owner_id=0) for planet in DUEL["planets"]]
    seats = range(1, 5)
    fleets = [{"id": n, "owner_id": n, "ships": [1, 0, 0], "origin": n % 3, "target": n % 2, "eta": 1} for n in seats]
    lost = four(map={"planets": planets, "fleets": fleets}, max_rounds=9)
    manual = ManualMatch(setup=lost, pace_ms=100)
    watcher = manual.watch()
    while manual.live.match.waited_for():
        manual.round()
        manual.timers.advance(0.1)
    alone = manual.live.round
    manual.timers.advance(0.25)
    assert manual.live.round == alone + 2
    manual.timers.advance(5)
    assert manual.live.match.result.reason == "draw"
    assert watcher.parted == "over"


# Seats that go


def test_who_loses_the_connection_may_come_back_in_time():
    manual = ManualMatch()
    one, two = manual.joined()
    manual.round(FROM_1)
    manual.live.part(one)
    manual.timers.advance(2.5)
    again = manual.join(1)

    turn = again.heard()[-1]
    assert (turn["step"], turn["clock"]["left_ms"]) == (3, 500)
    assert [event["type"] for event in turn["events"]] == ["fleet_launched", "round_played"]
    manual.round()
    assert manual.live.round == 2
    assert two.parted is None


def test_who_stays_away_is_judged_by_the_clock():
    manual = ManualMatch()
    one, two = manual.joined()
    manual.live.part(one)
    manual.act(2, NOP)
    manual.timers.advance(3.1)
    assert two.heard()[-1]["result"]["reason"] == "disqualified"


def test_a_newer_connection_replaces_the_older_one():
    manual = ManualMatch()
    one, _ = manual.joined(follow=True)
    newer = manual.join(1)
    assert one.parted == "replaced"
    assert newer.types() == ["start", "turn"]
    manual.live.part(one)  # the old one is gone for good; that is no news
    manual.round()
    assert newer.types() == ["turn"]


def test_resigning_ends_a_match_of_two_at_once():
    manual = ManualMatch()
    one, two = manual.joined()
    manual.live.resign(1)

    assert two.heard()[-1]["result"]["places"][1] == {"seat": 2, "place": 1, "points": 2}
    assert (one.parted, two.parted) == ("over", "over")
    manual.live.resign(2)  # too late


def test_among_four_the_others_play_on():
    manual = ManualMatch(setup=four())
    manual.joined()
    manual.live.resign(3)
    assert manual.live.match.result is None
    for seat in (1, 2, 4):
        manual.act(seat, NOP)
    assert manual.live.round == 1
    assert manual.act(3, NOP)[0].code == "not_your_turn"
    manual.live.resign(2)
    manual.live.resign(4)
    assert manual.live.match.result.winner == 1


def test_who_is_out_of_the_match_does_not_keep_it_going():
    """Seats 3 and 4 are out of ships and planets; of the other two one resigns."""
    planets = [dict(planet, ships=[90, 0, 0]) for planet in DUEL["planets"]]
    doomed = [{"id": n, "owner_id": n, "ships": [1, 0, 0], "origin": 1, "target": 0, "eta": 1} for n in (3, 4)]
    manual = ManualMatch(setup=four(map={"planets": planets, "fleets": doomed}))
    manual.joined()
    while len(manual.live.match.waited_for()) > 2:
        manual.round()
    manual.live.resign(1)
    assert manual.live.match.result.winner == 2


def test_in_the_last_round_those_who_are_left_still_have_their_say():
    manual = ManualMatch(setup=four(max_rounds=1))
    manual.joined()
    manual.live.resign(3)
    assert manual.live.match.result is None
    for seat in (1, 2, 4):
        assert verdicts(manual.act(seat, NOP)) == ["accepted"]
    assert manual.live.match.result is not None


def test_a_seat_that_breaks_down_leaves(caplog):
    manual = ManualMatch(match_log=SlowLog())
    manual.joined()
    manual.live.fail(2, "ValueError: no idea")
    manual.write()
    assert manual.match_log.ended[0].left == ["", "connection_lost"]
    assert "bob falls out of match 1 of spacegoo: ValueError: no idea" in caplog.messages


# The end


def test_at_the_end_everybody_is_told_where_the_record_is():
    manual = ManualMatch()
    one, two = manual.joined()
    watcher = manual.watch()
    manual.round(NOP, WIN)
    while manual.live.match.result is None:
        manual.round()

    for listener in (one, two, watcher):
        over = listener.heard()[-1]
        assert (over["type"], over["record"]) == ("over", "/api/matches/key1/record")
        assert over["result"]["reason"] == "won"
        assert listener.parted == "over"
    assert manual.over == [manual.live]
    assert manual.live.state == "finished"
    assert manual.timers._due == [] or all(handle.cancelled for _, _, handle in manual.timers._due)


def test_a_mistake_of_ours_closes_the_match_and_says_so(monkeypatch, caplog):
    manual = ManualMatch(match_log=SlowLog())
    one, _ = manual.joined()
    monkeypatch.setattr(GAMES["spacegoo"].rules, "check", lambda *_: 1 / 0)
    manual.act(1, NOP)
    manual.write()

    assert manual.match_log.ended == ["A mistake of the server."]
    assert one.heard()[-1]["code"] == "broken_off"
    assert (one.parted, manual.live.state, manual.over) == ("over", "abandoned", [manual.live])
    assert "match 1 of spacegoo is closed because of a mistake of the server" in caplog.messages
    assert manual.act(2, NOP)[0].code == "over"


def test_a_match_that_is_stopped_does_nothing_more():
    manual = ManualMatch()
    manual.joined()
    manual.live.stop()
    manual.round()
    manual.timers.advance(100)
    assert (manual.live.match.result, manual.live.round) == (None, 0)


# Chat


def test_what_is_said_reaches_those_who_follow_and_those_who_come_later():
    manual = ManualMatch()
    one = manual.join(1, follow=True)
    two = manual.join(2)
    watcher = manual.watch()
    for listener in (one, two, watcher):
        listener.heard()
    manual.live.say(1, "ann", "hello\u202e \x07there")

    said = {"type": "said", "name": "ann", "seat": 1, "text": "hello there"}
    assert (one.heard(), watcher.heard(), two.heard()) == ([said], [said], [])
    assert manual.watch().heard()[-1] == said


@pytest.mark.parametrize("setup", [duel_setup(), four()])
def test_the_log_of_a_match_proves_right(setup):
    ledger = SlowLog()
    manual = ManualMatch(setup=setup, match_log=ledger)
    for turn in range(8):
        for seat in sorted(manual.seats):
            manual.act(seat, [NOP, FROM_1, NOT_MINE, RUBBISH][(turn + seat) % 4])
            manual.act(seat, NOP)
        manual.write()
    manual.live.resign(1)
    manual.live.resign(2)
    manual.live.resign(3 if len(manual.seats) == 4 else 2)
    manual.write()

    assert VOID in {entry.kind for entry in ledger.log}
    assert proof_of(GAME, setup, ledger.log).ok


def test_playing_asks_nothing_of_a_game_but_its_contract():
    assert "spacegoo" not in inspect.getsource(inspect.getmodule(LiveMatch))


def test_matches_of_bots_that_begin_together_play_their_rounds_at_different_times():
    second = []
    for number in (1, 2, 3):
        manual = ManualMatch(pace_ms=1000, number=number)
        manual.joined()
        manual.round()
        manual.timers.advance(1.0)
        manual.round()
        began = manual.timers.now
        while manual.live.round < 2:
            manual.timers.advance(0.01)
        second.append(round(manual.timers.now - began, 2))

    assert second == [1.62, 1.24, 1.86]
