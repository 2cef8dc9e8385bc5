"""A running match of the arena: who is asked, what becomes of answers, what time does, and how it ends."""

import inspect
from dataclasses import replace

import msgspec
import pytest
from stagehands import DUEL, GAME, NOP, WIN, Scene, SlowLedger, duel_setup, proof_of, verdicts

from roundhouse.core.entries import LEAVE, ORDER, TICK, VOID
from roundhouse.games import GAMES
from roundhouse.protocol.messages import Ask, Verdicts, encode
from roundhouse.server.matches.live_match import ASKED_MAX, Playing

NOT_MINE = {"type": "send", "source": 2, "target": 0, "ships": [1, 0, 0]}  # for seat 1
FROM_1 = {"type": "send", "source": 1, "target": 0, "ships": [1, 0, 0]}
NEGATIVE = {"type": "send", "source": 1, "target": 0, "ships": [-1, 0, 0]}
RUBBISH = {"type": "send", "source": "one"}


def four(**settings):
    names = ["ann", "bob", "cid", "dot"]
    return GAME.setup(names, seed=3, preset="classic", settings={"players": 4, **settings})


# Turns


def test_a_seat_is_told_the_start_and_then_its_turn():
    scene = Scene(bank_ms=500)
    start, turn = scene.join(1).heard()

    assert (start["type"], start["match"], start["seat"], start["version"]) == ("start", "key1", 1, 1)
    assert start["setup"]["seats"] == [{"name": "ann"}, {"name": "bob"}]
    assert (turn["type"], turn["step"], turn["may"], turn["events"]) == ("turn", 0, ["nop", "send"], [])
    assert turn["view"]["player_id"] == 1
    assert turn["clock"] == {"window_ms": 3000, "bank_ms": 500, "left_ms": 3500}


def test_after_the_tick_everybody_is_asked_with_what_happened():
    scene = Scene()
    ears = scene.joined()
    scene.timers.advance(0.8)
    scene.round(FROM_1)

    for ear in ears:
        [turn] = ear.heard()
        assert (turn["step"], turn["view"]["round"]) == (3, 1)
        assert [event["type"] for event in turn["events"]] == ["fleet_launched", "round_played"]
        assert turn["clock"] == {"last_cost_ms": 800, "window_ms": 3000, "left_ms": 3000}


def test_a_seat_that_comes_late_is_asked_when_it_comes():
    scene = Scene()
    one = scene.join(1)
    scene.act(1, NOP)
    scene.timers.advance(1)

    assert one.types() == ["start", "turn"]
    assert scene.join(2).heard()[1]["clock"]["left_ms"] == 2000
    assert scene.join(1).types() == ["start"]  # it has answered


def test_a_followed_match_is_told_step_by_step_besides():
    scene = Scene()
    one = scene.join(1, follow=True)
    two = scene.join(2)
    assert [(m["type"], m.get("step")) for m in one.heard()] == [("start", None), ("step", 0), ("turn", 0)]
    two.heard()
    scene.round(FROM_1)

    step, turn = one.heard()
    assert (step["type"], turn["type"]) == ("step", "turn")
    assert step["view"] == turn["view"]
    assert (step["waiting"], step["left_ms"]) == ([1, 2], 3000)
    assert two.types() == ["turn"]


# Answers


def test_every_action_gets_its_own_verdict():
    scene = Scene()
    scene.joined()

    assert verdicts(scene.act(1, RUBBISH, NOP, seq=7)) == ["bad_action", "accepted"]
    [answer] = scene.act(2, NOT_MINE | {"source": 1}, seq=8)
    assert isinstance(answer, Verdicts)
    assert answer.seq == 8
    assert (answer.verdicts[0].verdict, answer.verdicts[0].rule) == ("void", "GOO-034")
    assert scene.playing.places[1].refusals == scene.playing.places[2].refusals == 1


def test_an_empty_answer_is_none():
    scene = Scene()
    [one, _] = scene.joined()
    assert verdicts(scene.act(1)) == ["bad_action"]
    assert one.types() == ["turn"]


def test_a_second_command_in_the_same_answer_breaks_the_rules_of_the_game():
    ledger = SlowLedger()
    scene = Scene(ledger=ledger)
    assert verdicts_when_written(scene, 1, NOP, NOP) == ["accepted", "second_command"]
    assert [entry.kind for entry in ledger.log] == [ORDER, LEAVE]
    scene.act(2, NOP)
    scene.write()
    assert scene.playing.match.result.winner == 2


def verdicts_when_written(scene, seat, *actions):
    answers = scene.act(seat, *actions)
    scene.write()
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
    scene = Scene(ledger=SlowLedger())
    for seat, action in before:
        scene.act(seat, action)
        scene.write()
    entered = len(scene.ledger.entered)

    [answer] = scene.act(1, NOP, step=step, seq=5)

    assert (answer.code, answer.seq) == (code, 5)
    assert len(scene.ledger.entered) == entered


def test_the_step_of_the_newest_turn_is_the_right_one():
    scene = Scene()
    [one, _] = scene.joined()
    scene.round()
    assert one.heard()[-1]["step"] == 3
    assert verdicts(scene.act(1, NOP, step=3)) == ["accepted"]


def test_whoever_talks_rubbish_is_asked_again_but_not_for_ever():
    scene = Scene()
    [one, _] = scene.joined()
    for _ in range(10):
        scene.act(1, RUBBISH)

    assert one.types() == ["turn"] * (ASKED_MAX - 1)
    assert verdicts(scene.act(1, NOP)) == ["accepted"]  # it may still answer


def test_a_forecast_says_what_would_come_of_an_action():
    scene = Scene()
    answers = []
    scene.playing.ask(2, Ask(msgspec.Raw(encode(WIN)), 3), answers.append)
    scene.playing.ask(2, Ask(msgspec.Raw(b'{"type":"send"}'), 4), answers.append)
    scene.playing.ask(2, Ask(msgspec.Raw(b"[1]"), 5), answers.append)

    assert answers[0].forecast.taken
    assert [(answer.code, answer.seq) for answer in answers[1:]] == [("bad_action", 4), ("bad_action", 5)]
    assert scene.playing.match.step == 0


def test_a_game_without_forecasts_says_so():
    scene = Scene(game=replace(GAME, forecast=None))
    answers = []
    scene.playing.ask(1, Ask(msgspec.Raw(b"{}"), 1), answers.append)
    assert answers[0].code == "no_forecast"


# Time


def test_a_missed_window_is_judged_by_the_rules_of_the_game():
    scene = Scene(ledger=SlowLedger())
    scene.joined()
    scene.act(2, NOP)
    scene.write()
    scene.timers.advance(2.999)
    assert scene.playing.match.result is None
    scene.timers.advance(0.01)
    scene.write()

    assert [entry.kind for entry in scene.ledger.log] == [ORDER, LEAVE, TICK]
    assert scene.ledger.ended[0].left == ["no_command", ""]
    assert scene.over == [scene.playing]


def test_what_has_arrived_is_taken_before_anybody_is_judged():
    """The server was late itself: the timer rings, and an answer lies in a socket since long ago."""
    scene = Scene()
    scene.joined()
    scene.act(2, NOP)
    scene.timers.now += 3.2
    scene.timers.advance(0)  # the timer rings now
    scene.act(1, NOP)
    scene.timers.advance(0.01)
    assert (scene.playing.match.result, scene.playing.round) == (None, 1)


def test_a_bank_is_drawn_on_after_the_window():
    scene = Scene(window_ms=1000, bank_ms=700)
    ears = scene.joined()
    scene.timers.advance(1.4)
    scene.round()

    assert [ear.heard()[-1]["clock"]["bank_ms"] for ear in ears] == [300, 300]
    scene.act(2, NOP)
    scene.timers.advance(1.299)
    assert scene.playing.match.result is None
    scene.timers.advance(0.01)
    assert scene.playing.match.result.winner == 2


def test_without_a_window_nobody_is_too_late():
    scene = Scene(window_ms=None)
    [one, _] = scene.joined()
    scene.timers.advance(10**6)
    assert scene.playing.match.result is None
    scene.round()
    assert one.heard()[-1]["clock"] == {"last_cost_ms": 10**9}


def test_rounds_do_not_follow_each_other_faster_than_their_pace():
    scene = Scene(pace_ms=1000)
    [one, _] = scene.joined()
    began = scene.timers.now
    times = []
    for _ in range(3):
        scene.timers.advance(0.3)
        scene.round()
        assert one.heard() == []
        while not one.heard():
            scene.timers.advance(0.01)
        times.append(round(scene.timers.now - began, 2))

    assert times == [1.0, 2.0, 3.0]
    assert len(scene.late) == 3
    assert max(scene.late) < 0.011


def test_after_a_long_thought_the_round_is_still_shown_for_its_time():
    scene = Scene(pace_ms=600, window_ms=60_000)
    [one, _] = scene.joined()
    scene.timers.advance(20)
    scene.round()
    assert one.types() == ["turn"]
    scene.round()
    scene.timers.advance(0.59)
    assert one.types() == []
    scene.timers.advance(0.02)
    assert one.types() == ["turn"]


def test_one_timer_serves_many_rounds():
    scene = Scene()
    scene.joined()
    for _ in range(50):
        scene.timers.advance(0.01)
        scene.round()
    assert len(scene.timers._due) == 1


def test_a_round_that_nobody_plays_is_played_nevertheless():
    """All four lose their last ships to each other, so the match goes on without them to its last round."""
    planets = [dict(planet, owner_id=0) for planet in DUEL["planets"]]
    seats = range(1, 5)
    fleets = [{"id": n, "owner_id": n, "ships": [1, 0, 0], "origin": n % 3, "target": n % 2, "eta": 1} for n in seats]
    lost = four(map={"planets": planets, "fleets": fleets}, max_rounds=9)
    scene = Scene(setup=lost, pace_ms=100)
    watcher = scene.watch()
    while scene.playing.match.owing():
        scene.round()
        scene.timers.advance(0.1)
    alone = scene.playing.round
    scene.timers.advance(0.25)
    assert scene.playing.round == alone + 2
    scene.timers.advance(5)
    assert scene.playing.match.result.reason == "draw"
    assert watcher.parted == "over"


# Seats that go


def test_who_loses_the_connection_may_come_back_in_time():
    scene = Scene()
    one, two = scene.joined()
    scene.round(FROM_1)
    scene.playing.part(one)
    scene.timers.advance(2.5)
    again = scene.join(1)

    turn = again.heard()[-1]
    assert (turn["step"], turn["clock"]["left_ms"]) == (3, 500)
    assert [event["type"] for event in turn["events"]] == ["fleet_launched", "round_played"]
    scene.round()
    assert scene.playing.round == 2
    assert two.parted is None


def test_who_stays_away_is_judged_by_the_clock():
    scene = Scene()
    one, two = scene.joined()
    scene.playing.part(one)
    scene.act(2, NOP)
    scene.timers.advance(3.1)
    assert two.heard()[-1]["result"]["reason"] == "disqualified"


def test_a_newer_connection_replaces_the_older_one():
    scene = Scene()
    one, _ = scene.joined(follow=True)
    newer = scene.join(1)
    assert one.parted == "replaced"
    assert newer.types() == ["start", "turn"]
    scene.playing.part(one)  # the old one is gone for good; that is no news
    scene.round()
    assert newer.types() == ["turn"]


def test_resigning_ends_a_match_of_two_at_once():
    scene = Scene()
    one, two = scene.joined()
    scene.playing.resign(1)

    assert two.heard()[-1]["result"]["places"][1] == {"seat": 2, "place": 1, "points": 2}
    assert (one.parted, two.parted) == ("over", "over")
    scene.playing.resign(2)  # too late


def test_among_four_the_others_play_on():
    scene = Scene(setup=four())
    scene.joined()
    scene.playing.resign(3)
    assert scene.playing.match.result is None
    for seat in (1, 2, 4):
        scene.act(seat, NOP)
    assert scene.playing.round == 1
    assert scene.act(3, NOP)[0].code == "not_your_turn"
    scene.playing.resign(2)
    scene.playing.resign(4)
    assert scene.playing.match.result.winner == 1


def test_who_is_out_of_the_match_does_not_keep_it_going():
    """Seats 3 and 4 are out of ships and planets; of the other two one resigns."""
    planets = [dict(planet, ships=[90, 0, 0]) for planet in DUEL["planets"]]
    doomed = [{"id": n, "owner_id": n, "ships": [1, 0, 0], "origin": 1, "target": 0, "eta": 1} for n in (3, 4)]
    scene = Scene(setup=four(map={"planets": planets, "fleets": doomed}))
    scene.joined()
    while len(scene.playing.match.owing()) > 2:
        scene.round()
    scene.playing.resign(1)
    assert scene.playing.match.result.winner == 2


def test_in_the_last_round_those_who_are_left_still_have_their_say():
    scene = Scene(setup=four(max_rounds=1))
    scene.joined()
    scene.playing.resign(3)
    assert scene.playing.match.result is None
    for seat in (1, 2, 4):
        assert verdicts(scene.act(seat, NOP)) == ["accepted"]
    assert scene.playing.match.result is not None


def test_a_seat_that_breaks_down_leaves(caplog):
    scene = Scene(ledger=SlowLedger())
    scene.joined()
    scene.playing.fail(2, "ValueError: no idea")
    scene.write()
    assert scene.ledger.ended[0].left == ["", "connection_lost"]
    assert "bob falls out of match 1 of spacegoo: ValueError: no idea" in caplog.messages


# The end


def test_at_the_end_everybody_is_told_where_the_record_is():
    scene = Scene()
    one, two = scene.joined()
    watcher = scene.watch()
    scene.round(NOP, WIN)
    while scene.playing.match.result is None:
        scene.round()

    for ear in (one, two, watcher):
        over = ear.heard()[-1]
        assert (over["type"], over["record"]) == ("over", "/api/matches/key1/record")
        assert over["result"]["reason"] == "won"
        assert ear.parted == "over"
    assert scene.over == [scene.playing]
    assert scene.playing.state == "finished"
    assert scene.timers._due == [] or all(handle.cancelled for _, _, handle in scene.timers._due)


def test_a_mistake_of_ours_closes_the_match_and_says_so(monkeypatch, caplog):
    scene = Scene(ledger=SlowLedger())
    one, _ = scene.joined()
    monkeypatch.setattr(GAMES["spacegoo"].rules, "check", lambda *_: 1 / 0)
    scene.act(1, NOP)
    scene.write()

    assert scene.ledger.ended == ["A mistake of the server."]
    assert one.heard()[-1]["code"] == "broken_off"
    assert (one.parted, scene.playing.state, scene.over) == ("over", "abandoned", [scene.playing])
    assert "match 1 of spacegoo is closed because of a mistake of the server" in caplog.messages
    assert scene.act(2, NOP)[0].code == "over"


def test_a_match_that_is_stopped_does_nothing_more():
    scene = Scene()
    scene.joined()
    scene.playing.stop()
    scene.round()
    scene.timers.advance(100)
    assert (scene.playing.match.result, scene.playing.round) == (None, 0)


# Chat


def test_what_is_said_reaches_those_who_follow_and_those_who_come_later():
    scene = Scene()
    one = scene.join(1, follow=True)
    two = scene.join(2)
    watcher = scene.watch()
    for ear in (one, two, watcher):
        ear.heard()
    scene.playing.say(1, "ann", "hello\u202e \x07there")

    said = {"type": "said", "name": "ann", "seat": 1, "text": "hello there"}
    assert (one.heard(), watcher.heard(), two.heard()) == ([said], [said], [])
    assert scene.watch().heard()[-1] == said


@pytest.mark.parametrize("setup", [duel_setup(), four()])
def test_the_log_of_a_match_proves_right(setup):
    ledger = SlowLedger()
    scene = Scene(setup=setup, ledger=ledger)
    for turn in range(8):
        for seat in sorted(scene.seats):
            scene.act(seat, [NOP, FROM_1, NOT_MINE, RUBBISH][(turn + seat) % 4])
            scene.act(seat, NOP)
        scene.write()
    scene.playing.resign(1)
    scene.playing.resign(2)
    scene.playing.resign(3 if len(scene.seats) == 4 else 2)
    scene.write()

    assert VOID in {entry.kind for entry in ledger.log}
    assert proof_of(GAME, setup, ledger.log).ok


def test_playing_asks_nothing_of_a_game_but_its_contract():
    assert "spacegoo" not in inspect.getsource(inspect.getmodule(Playing))


def test_matches_of_bots_that_begin_together_play_their_rounds_at_different_times():
    second = []
    for number in (1, 2, 3):
        scene = Scene(pace_ms=1000, number=number)
        scene.joined()
        scene.round()
        scene.timers.advance(1.0)
        scene.round()
        began = scene.timers.now
        while scene.playing.round < 2:
            scene.timers.advance(0.01)
        second.append(round(scene.timers.now - began, 2))

    assert second == [1.62, 1.24, 1.86]
