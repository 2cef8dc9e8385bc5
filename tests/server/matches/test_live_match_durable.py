"""Nothing is told before it cannot get lost any more, and after an outage a match goes on where it was."""

import random

import msgspec
import pytest
from tests.server.manual_match import (
    GAME,
    NOP,
    WIN,
    Listener,
    ManualMatch,
    SlowLog,
    act,
    duel_setup,
    proof_of,
    ticks,
    verdicts,
)

from roundhouse.core.entries import ORDER, TICK, leave, order, tick
from roundhouse.core.schema import canonical
from roundhouse.protocol.messages import RatingChange, Verdicts

FROM_1 = {"type": "send", "source": 1, "target": 0, "ships": [1, 0, 0]}


@pytest.fixture
def manual():
    return ManualMatch(match_log=SlowLog(), rated=True)


# Before and after the disk


def test_a_verdict_comes_when_the_order_is_durable(manual):
    manual.joined()
    answers = manual.act(1, NOP)
    assert answers == []
    manual.write()
    assert verdicts(answers) == ["accepted"]


def test_an_answer_that_entered_nothing_does_not_overtake_one_that_did(manual):
    manual.joined()
    told = []
    for action in ({"type": "zap"}, NOP):
        manual.live.act(2, act(action), told.append)
    assert len(told) == 1, "nothing was entered, so nothing is waited for"
    manual.live.act(1, act({"type": "zap"}), told.append)
    assert len(told) == 1, "what was entered before comes first"
    manual.write()
    assert [[verdict.verdict for verdict in answer.verdicts] for answer in told] == [
        ["refused"],
        ["accepted"],
        ["refused"],
    ]


def test_the_tick_comes_when_all_orders_are_durable_and_turns_when_the_tick_is(manual):
    one, two = manual.joined()
    watcher = manual.watch()
    watcher.heard()
    manual.round(FROM_1)
    assert [entry.kind for entry in manual.match_log.entered] == [ORDER, ORDER]
    manual.match_log.write(2)
    assert [entry.kind for entry in manual.match_log.entered] == [ORDER, ORDER, TICK]
    assert (one.heard(), two.heard(), watcher.heard()) == ([], [], [])
    manual.write()
    assert (one.types(), two.types(), watcher.types()) == (["turn"], ["turn"], ["step"])


def test_a_newcomer_hears_of_nothing_that_could_still_get_lost(manual):
    manual.joined()
    manual.round(FROM_1)
    manual.match_log.write(2)  # the tick is entered, not written
    late, seat = manual.watch(), manual.join(1, follow=True)
    assert (late.heard(), seat.heard()) == ([], [])
    manual.write()
    assert [message.get("step") for message in late.heard()] == [None, 3]
    assert [(m["type"], m.get("step")) for m in seat.heard()] == [("start", None), ("step", 3), ("turn", 3)]


def test_who_comes_while_a_tick_is_written_gets_its_turn(manual):
    manual.round()
    manual.match_log.write(1)
    listener = manual.join(1)  # waits for the second order to be written
    assert listener.heard() == []
    manual.write()
    assert listener.types() == ["start", "turn"]


def test_who_is_gone_before_it_was_let_in_is_told_nothing(manual):
    manual.joined()
    manual.act(1, NOP)
    watcher, seat = manual.watch(), manual.join(2)
    manual.live.part(watcher)
    manual.live.part(seat)
    manual.write()
    assert (watcher.raw, seat.raw, manual.live.watching) == ([], [], 0)


def test_a_window_begins_when_the_turn_leaves(manual):
    one, _ = manual.joined()
    manual.round()
    manual.match_log.write(2)
    manual.timers.advance(10)  # a very slow disk
    manual.write()
    manual.timers.advance(2.9)
    assert one.heard()[-1]["clock"]["left_ms"] == 3000
    assert manual.live.match.result is None


def test_the_end_is_told_when_result_and_ratings_are_stored(manual):
    one, two = manual.joined()
    watcher = manual.watch()
    manual.act(2, WIN)
    manual.act(1, NOP)
    while manual.live.match.result is None:
        manual.write()
        manual.round()
        manual.match_log.write(2)
    manual.match_log.ratings = [RatingChange(1, 1000.0, 980.0), RatingChange(2, 1000.0, 1020.0)]
    before = len(one.raw)
    manual.match_log.write(1)  # the last tick
    assert [one.types()[-1], watcher.types()[-1]] == ["turn", "step"]
    assert (len(one.raw), one.parted, manual.over) == (before, None, [])
    manual.write()

    ending = manual.match_log.ended[0]
    assert (ending.match_id, ending.result.winner, ending.left, ending.rated) == (0, 2, ["", ""], True)
    for listener in (one, two, watcher):
        assert listener.heard()[-1]["ratings"] == [
            {"seat": 1, "before": 1000.0, "after": 980.0},
            {"seat": 2, "before": 1000.0, "after": 1020.0},
        ]
        assert listener.parted == "over"
    assert proof_of(GAME, manual.setup, manual.match_log.log).ok


# After an outage


def again(manual, **how):
    """What a restart does: everything is gone but what was written."""
    log = manual.match_log.log
    manual.live.stop()
    return ManualMatch(setup=manual.setup, match_log=SlowLog(log), entries=list(log), **how)


def test_a_match_goes_on_where_it_was(manual):
    manual.joined()
    for _ in range(3):
        manual.round(FROM_1)
        manual.write()
    manual.act(1, FROM_1)
    manual.write()
    state = canonical(manual.live.match.state)

    back = again(manual)
    assert canonical(back.live.match.state) == state
    one, two = back.join(1), back.join(2, follow=True)
    assert one.types() == ["start"], "its order is kept"
    _, step, turn = two.heard()
    assert (step["step"], turn["step"], turn["view"]["round"]) == (9, 9, 3)
    assert [event["type"] for event in turn["events"]] == ["fleet_launched", "round_played"]
    back.act(2, NOP, step=9)
    back.write()
    assert back.live.round == 4
    assert ticks(back.match_log.log) == 4


def test_a_crash_between_the_last_order_and_the_tick_loses_nothing(manual):
    manual.round()
    manual.match_log.write(2)
    back = again(manual)
    back.write()
    assert (back.live.round, [entry.kind for entry in back.match_log.log]) == (1, [ORDER, ORDER, TICK])


def test_a_crash_between_the_last_tick_and_the_result_loses_nothing(manual):
    manual.joined()
    manual.act(1, {"type": "send", "source": 1, "target": 0, "ships": [-1, 0, 0]})
    manual.act(2, NOP)
    manual.match_log.write(3)
    assert manual.match_log.ended == []
    back = again(manual)
    back.write()
    assert [ending.left for ending in back.match_log.ended] == [["negative_ships", ""]]
    assert back.over == [back.live]


def test_clocks_stand_still_until_the_seats_are_back(manual):
    manual.joined()
    manual.round()
    manual.write()
    back = again(manual, grace_ms=60_000)
    one = back.join(1)
    back.timers.advance(50)
    assert back.live.match.result is None
    two = back.join(2)
    assert one.heard()[-1]["clock"]["left_ms"] == two.heard()[-1]["clock"]["left_ms"] == 3000
    back.timers.advance(2.9)
    assert back.live.match.result is None
    back.act(2, NOP)
    back.timers.advance(0.2)
    assert back.live.match.result.winner == 2


def test_clocks_do_not_wait_for_ever(manual):
    manual.joined()
    manual.round()
    manual.write()
    back = again(manual, grace_ms=60_000)
    back.join(2)
    back.act(2, NOP)
    back.timers.advance(62.9)
    assert back.live.match.result is None
    back.timers.advance(0.2)
    assert back.live.match.result.winner == 2


def test_a_seat_that_has_left_is_not_waited_for(manual):
    setup = GAME.setup(["a", "b", "c", "d"], seed=3, preset="classic", settings={"players": 4})
    back = ManualMatch(setup=setup, match_log=SlowLog([leave(2, 6)]), entries=[leave(2, 6)], grace_ms=60_000)
    for seat in (1, 3, 4):
        back.join(seat)
    back.timers.advance(3.1)
    back.write()
    assert back.live.match.result.reason == "all_disqualified"


def test_playing_time_shows_neither_the_outage_nor_the_pause():
    manual = ManualMatch(match_log=SlowLog(), window_ms=1000, bank_ms=5000)
    manual.joined()
    manual.timers.advance(3)
    manual.round()
    manual.write()
    back = again(manual, window_ms=1000, bank_ms=5000, grace_ms=60_000)
    back.timers.advance(40)
    listeners = [back.join(1), back.join(2)]
    assert [listener.heard()[-1]["clock"] for listener in listeners] == [
        {"last_cost_ms": 3000, "window_ms": 1000, "bank_ms": 3000, "left_ms": 4000}
    ] * 2
    back.timers.advance(1.5)
    back.round()
    back.write()
    assert [entry.at_ms for entry in back.match_log.log] == [3000, 3000, 3000, 4500, 4500, 4500]
    once_more = again(back, window_ms=1000, bank_ms=5000)
    assert once_more.join(1).heard()[-1]["clock"]["bank_ms"] == 2500


def test_a_match_that_plays_on_from_another_has_its_own_banks():
    inherited = [order(1, [0] * 6, 90_000), order(2, [0] * 6, 91_000), tick(91_000)]
    manual = ManualMatch(entries=inherited, fork_step=3, match_log=SlowLog(inherited), window_ms=1000, bank_ms=5000)
    manual.joined()
    manual.timers.advance(2)
    manual.round()
    manual.write()
    assert manual.match_log.log[-1].at_ms == 93_000
    back = again(manual, fork_step=3, window_ms=1000, bank_ms=5000)
    assert back.join(2).heard()[-1]["clock"]["bank_ms"] == 4000


def test_after_an_outage_nobody_learns_who_had_answered(manual):
    manual.round()
    manual.write()
    manual.act(1, NOP)
    manual.write()
    back = again(manual)
    assert back.watch().heard()[-1]["waiting"] == [1, 2]


# Anything may happen


@pytest.mark.parametrize("seed", range(12))
def test_whatever_happens_nothing_acknowledged_is_lost_and_the_log_proves_right(seed):
    """Random actions, departures, returns and crashes."""
    rng = random.Random(seed)
    players = rng.choice((2, 2, 4))
    setup = GAME.setup(seed=seed, preset="classic", settings={"players": players, "max_rounds": 25})
    options = {"window_ms": 1000, "bank_ms": rng.choice((0, 2000)), "pace_ms": rng.choice((0, 100))}
    options["delay_rounds"] = rng.choice((0, 3))
    manual = ManualMatch(setup=setup, match_log=SlowLog(), **options)
    acknowledged = []
    listeners = []

    for _ in range(400):
        if manual.over:
            break
        luck = rng.random()
        seat = rng.randrange(1, players + 1)
        if luck < 0.5:
            action = random_action(rng, manual, seat)

            def answered(answer, seat=seat, action=action):
                if isinstance(answer, Verdicts) and answer.verdicts[0].verdict == "accepted":
                    acknowledged.append((seat, action))

            manual.live.act(seat, act(action), answered)
        elif luck < 0.75:
            manual.match_log.write(rng.randrange(1, 4))
        elif luck < 0.85:
            listener = Listener()
            listeners.append(listener)
            since = rng.choice((None, rng.randrange(40)))
            if rng.random() < 0.5:
                manual.live.join(seat, listener, follow=rng.random() < 0.5, since=since)
            else:
                manual.live.watch(listener, since=since)
        elif luck < 0.9 and listeners:
            manual.live.part(rng.choice(listeners))
        elif luck < 0.905:
            manual.live.resign(seat)
        elif luck < 0.97:
            manual.timers.advance(rng.choice((0.01, 0.1, 0.5)))
        elif luck < 0.98:
            manual = again(manual, grace_ms=rng.choice((0, 500)), **options)
            listeners.clear()
        check(listeners)
    manual.write()
    for seat in range(1, players + 1):
        manual.live.resign(seat)
    manual.write()

    log = manual.match_log.log
    assert manual.live.state == "finished"
    assert proof_of(GAME, setup, log).ok
    kept = [(entry.seat, GAME.action_of(entry.row, None)) for entry in log if entry.kind == ORDER]
    for seat, action in acknowledged:
        typed = GAME.action_of(GAME.row_of(msgspec.convert(action, GAME.actions), None), None)
        kept.remove((seat, typed))


def random_action(rng, manual, seat):
    kind = rng.random()
    if kind < 0.1:
        return {"type": "send", "source": rng.randrange(9), "target": rng.randrange(9), "ships": [1, 0, 0]}
    if kind < 0.15:
        return {"type": "zap"}
    row = [0] * GAME.width
    GAME.rules.sample(manual.live.match.state, seat, rng.getrandbits(64), 0, row)
    kind, source, target, *ships = row
    return {"type": "send", "source": source, "target": target, "ships": ships} if kind else NOP


def check(listeners):
    """Steps only ever go up, and every message can be read."""
    for listener in listeners:
        steps = [message["step"] for message in listener.heard() if message["type"] in ("step", "turn")]
        last = getattr(listener, "newest", -1)
        for step in steps:
            assert step >= last
            last = step
        listener.newest = last


def test_a_round_cannot_be_seen_before_it_is_kept():
    """The newest step of any message is never beyond the log."""
    manual = ManualMatch(match_log=SlowLog(), setup=duel_setup())
    listeners = [manual.join(1, follow=True), manual.join(2), manual.watch()]
    rng = random.Random(5)
    for _ in range(200):
        seat = rng.choice((1, 2))
        manual.act(seat, NOP)
        manual.match_log.write(rng.randrange(3))
        for listener in listeners:
            for message in listener.heard():
                assert message.get("step", 0) <= len(manual.match_log.log)
