"""Games with secrets: nobody learns more than the rules let them, and spectators may see things later."""

import json

from tests.server.manual_match import GAME, NOP, ManualMatch, SlowLog, duel_setup, verdicts
from tests.server.matches.secret_numbers import OPEN, WHISPER

from roundhouse.core.rules import below, draw, stream

WINDOW = {"window_ms": 1000}


def manual(game=WHISPER, seed=5, players=3, **how):
    setup = game.setup(["ann", "bob", "cid"][:players], seed=seed, settings={"players": players})
    return ManualMatch(game=game, setup=setup, **(WINDOW | how))


def guess(number):
    return {"type": "guess", "number": number}


def everything(make, first):
    """All bytes that seats 2 and 3 and a spectator get until the tick, with something done by seat 1 before."""
    playing = make()
    listeners = [playing.join(2, follow=True), playing.join(3)]
    first(playing)
    listeners += [playing.watch(), playing.join(2, follow=True), playing.join(3)]
    answers = playing.act(2, guess(7), seq=4)
    listeners.append(playing.watch(since=0))
    return [listener.raw for listener in listeners], [json.dumps(str(answer)) for answer in answers]


def test_a_sealed_order_changes_no_byte_of_what_others_get():
    with_none = everything(manual, lambda playing: None)
    with_one = everything(manual, lambda playing: playing.act(1, guess(150)))
    with_other = everything(manual, lambda playing: playing.act(1, {"type": "done"}))

    assert with_none == with_one == with_other


def test_the_same_holds_in_a_game_without_other_secrets():
    def all_heard(*before):
        playing = ManualMatch(setup=duel_setup(), window_ms=1000, bank_ms=5000)
        listeners = [playing.join(2, follow=True)]
        playing.timers.advance(1.5)
        playing.act(1, *before)
        playing.timers.advance(0.1)
        listeners += [playing.watch(), playing.join(2, follow=True)]
        return [listener.raw for listener in listeners]

    assert all_heard() == all_heard({"type": "send", "source": 1, "target": 0, "ships": [3, 0, 0]}) == all_heard(NOP)


def test_nobody_sees_the_numbers_of_others_in_views_or_events():
    playing = manual()
    listeners = [playing.join(seat, follow=True) for seat in (1, 2, 3)]
    watcher = playing.watch()
    state = playing.live.match.state
    for _ in range(3):
        playing.round(guess(1), guess(2), guess(3))
        for seat, listener in enumerate([*listeners, watcher], 1):
            mine = state.secret[seat] if seat < 4 else None
            for message in listener.heard():
                if message["type"] in ("turn", "step"):
                    dealt = [event for event in message["events"] if event["type"] == "dealt"]
                    assert all((event["number"] is None) == (event["seat"] != seat) for event in dealt)
                    assert message["view"]["mine"] == mine


def test_nobody_is_told_the_seed_that_the_secrets_are_drawn_from():
    playing = manual(seed=12345)
    assert b"12345" not in b"".join(playing.join(1, follow=True).raw + playing.watch().raw)
    assert b"12345" in ManualMatch(setup=GAME.setup(["a", "b"], seed=12345)).join(1).raw[0]


def test_two_matches_that_differ_in_a_secret_look_the_same_to_others():
    """Seeds under which seats 2 and 3 have the same numbers and seat 1 another."""

    known = {}
    for seed in range(20_000):
        mine, *others = (below(draw(stream(seed, seat), 0), 100) for seat in (1, 2, 3))
        first, was = known.setdefault(tuple(others), (seed, mine))
        if was != mine:
            break
    heard = []
    for chosen in (first, seed):
        playing = manual(seed=chosen)
        assert playing.live.match.state.secret[1] == {first: was, seed: mine}[chosen]
        heard.append([playing.join(2, follow=True).raw, playing.join(3).raw, playing.watch().raw])
    assert heard[0] == heard[1]


# Spectators see things later


def test_spectators_see_what_happened_some_rounds_ago():
    playing = manual(delay_rounds=2)
    early = playing.watch()
    rounds = [message["view"]["round"] for message in early.heard() if message["type"] == "step"]
    assert rounds == [0]
    for _ in range(3):
        playing.round(guess(1), guess(2), guess(3))
    late = playing.watch()

    assert [message["view"]["round"] for message in early.heard()] == [1]
    assert late.heard()[-1]["view"]["round"] == 1
    assert json.loads(bytes(playing.live.view))["round"] == 1
    assert playing.join(1, follow=True).heard()[1]["view"]["round"] == 3
    assert playing.watch(since=0).heard()[-1]["view"]["round"] == 1


def test_at_the_end_all_is_shown():
    playing = manual(delay_rounds=3)
    watcher = playing.watch()
    for _ in range(4):
        playing.round(guess(1), guess(2), guess(3))
    told = watcher.heard()
    assert [message["view"]["round"] for message in told if message["type"] == "step"] == [0, 1, 2, 3, 4]
    assert told[-1]["type"] == "over"


def test_an_outage_does_not_shorten_the_delay():
    first = manual(match_log=SlowLog(), delay_rounds=2)
    for _ in range(3):
        first.round(guess(1), guess(2), guess(3))
        first.write()
    log = first.match_log.log
    back = manual(match_log=SlowLog(log), entries=log, delay_rounds=2)
    watcher = back.watch()
    assert watcher.heard()[-1]["view"]["round"] == 1
    back.round(guess(1), guess(2), guess(3))
    back.write()
    assert [message["view"]["round"] for message in watcher.heard() if message["type"] == "step"] == [2, 3, 4]


# What a missed window means is the game's rule


def test_in_this_game_who_is_late_only_misses_the_round():
    playing = manual()
    [one, _, _] = playing.joined()
    playing.act(2, guess(5))
    playing.timers.advance(1.01)
    assert one.heard()[-1]["step"] == 2
    assert playing.live.match.result is None
    assert verdicts(playing.act(1, guess(5))) == ["accepted"]


# Orders that happen at once, one seat after the other


def test_orders_that_happen_at_once_are_told_at_once():
    playing = manual(OPEN, players=2)
    one, two = playing.join(1), playing.join(2, follow=True)
    watcher = playing.watch()
    assert (one.types(), two.types()) == (["start", "turn"], ["start", "step"])
    watcher.heard()
    assert verdicts(playing.act(1, guess(4))) == ["accepted"]

    step = {"type": "step", "step": 1, "events": [{"type": "guessed", "seat": 1, "number": 4}], "waiting": [1]}
    [heard] = watcher.heard()
    assert heard.items() >= step.items()
    [turn] = one.heard()  # it may go on
    assert (turn["step"], turn["view"]["my_guess"]) == (1, 4)
    assert two.types() == ["step"]


def test_a_window_is_not_prolonged_by_small_answers():
    playing = manual(OPEN, players=2)
    one, two = playing.joined()
    for _ in range(9):
        playing.timers.advance(0.1)
        playing.act(1, guess(4))
    assert one.heard()[-1]["clock"]["left_ms"] == 100
    playing.act(1, {"type": "done"})
    turn = two.heard()[-1]
    assert (turn["type"], turn["clock"]["left_ms"]) == ("turn", 1000)
    assert len([event for event in turn["events"] if event["type"] == "guessed"]) == 9


def test_a_seat_of_its_own_is_asked_when_its_turn_comes_and_again_after_the_tick():
    playing = manual(OPEN, players=2)
    one, two = playing.joined()
    for seat in (1, 2):
        playing.act(seat, guess(1), {"type": "done"})
    assert playing.live.match.ticks == 1
    assert two.types() == ["turn"]
    assert one.types() == ["turn"]
    assert playing.act(2, guess(1))[0].code == "not_your_turn"


def test_who_comes_just_before_its_turn_is_asked():
    playing = manual(OPEN, players=2, match_log=SlowLog())
    playing.act(1, guess(1))
    two = playing.join(2)  # what it is told first is not durable yet
    playing.act(1, {"type": "done"})
    assert two.raw == []
    playing.write()
    assert two.types() == ["start", "turn"]
