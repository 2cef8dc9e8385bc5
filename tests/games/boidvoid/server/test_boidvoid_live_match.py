"""BoidVoid on the server, without sockets: one observation a turn, sealed lists, and streams that tell no secrets."""

import json

import pytest
from tests.server.manual_match import ManualMatch, verdicts

from roundhouse.core.game import SeatSetup
from roundhouse.games.boidvoid import GAME as BOIDVOID
from roundhouse.protocol.api.platform import ClockInfo
from roundhouse.protocol.messages import Ask
from roundhouse.server.matches.paced_match import PacedMatch

DONE = {"type": "done"}


class Void(ManualMatch):
    kind = PacedMatch

    def __init__(self, *, seed=3, **settings):
        chosen = {"map": "first-light", "turn_limit": 6, **settings}
        setup = BOIDVOID.setup([SeatSetup("ann"), SeatSetup("bob")], seed=seed, settings=chosen)
        super().__init__(game=BOIDVOID, setup=setup, clock=ClockInfo("own", 30_000, 0, 0))


def moves_of(turn):
    """The cheapest move of the first ship that can move."""
    choice = next(one for one in turn["view"]["you"]["choices"] if one["reach"])
    goal = choice["reach"][0]
    return {"type": "move", "unit": choice["unit"], "to": [goal["x"], goal["y"]]}


@pytest.mark.rule("BOI-219", "BOI-281", "BOI-283")
def test_a_bot_gets_one_observation_a_turn_and_answers_with_its_list():
    playing = Void()
    listeners = [playing.join(seat) for seat in (1, 2)]
    for number in (1, 2, 3):
        for seat, listener in enumerate(listeners, 1):
            turns = [message for message in listener.heard() if message["type"] == "turn"]
            assert [turn["view"]["turn"] for turn in turns] == [number]  # one, and all of it
            you = turns[0]["view"]["you"]
            assert set(you) >= {"units", "choices", "items", "orders", "players"}
            assert {"reach", "targets", "may", "swarms", "state"} <= set(you["choices"][0])
            order = moves_of(turns[0])
            assert verdicts(playing.act(seat, order, DONE)) == ["accepted", "accepted"]


@pytest.mark.rule("BOI-214", "BOI-282")
def test_the_orders_of_a_sealed_answer_are_taken_in_their_order():
    playing = Void()
    listener = playing.join(1, follow=True)
    orders = [{"type": "battery", "attack": 80}, {"type": "move", "to": [3, 4]}, {"type": "attack", "target": 4}]
    assert verdicts(playing.act(1, *orders)) == ["accepted"] * 3
    you = listener.last("step")["view"]["you"]
    assert [one["order"]["type"] for one in you["orders"]] == ["battery", "move", "attack"]
    assert {one["player"] for one in you["orders"]} == {1}
    assert verdicts(playing.act(1, {"action": "capture"}, DONE)) == ["accepted"] * 2  # `action` is understood too
    assert verdicts(playing.act(1, {"type": "capture"})) == ["turn_closed"]
    assert verdicts(playing.act(1, {"type": "restart"}, DONE)) == ["accepted"] * 2
    assert listener.last("step")["view"]["you"]["orders"] == []


@pytest.mark.rule("BOI-218")
def test_near_the_end_of_a_live_turn_of_a_match_nothing_is_taken():
    playing = Void(turn_mode="live", turn_seconds=30, lock_seconds=8)
    listener = playing.join(1, follow=True)
    battery = {"type": "battery", "attack": 80}
    playing.timers.advance(21.9)
    assert verdicts(playing.act(1, battery)) == ["accepted"]
    playing.timers.advance(0.1)
    answer = playing.act(1, battery, DONE)[-1].verdicts
    assert [(one.verdict, one.code, one.rule) for one in answer] == [("refused", "turn_locked", "BOI-218")] * 2
    playing.timers.advance(8.1)
    assert listener.last("step")["view"]["turn"] == 2
    assert verdicts(playing.act(1, battery)) == ["accepted"]


@pytest.mark.rule("BOI-218")
def test_a_sealed_turn_takes_orders_to_its_end():
    playing = Void(turn_seconds=30, lock_seconds=8)
    playing.timers.advance(29.9)
    assert verdicts(playing.act(1, {"type": "battery", "attack": 80})) == ["accepted"]


def everything(*first):
    """All bytes that seat 2 and spectators get, with something ordered by seat 1 before."""
    playing = Void()
    listeners = [playing.join(2, follow=True), playing.watch()]
    for order in first:
        playing.act(1, order)
    listeners += [playing.watch(), playing.join(2, follow=True), playing.join(2)]
    answers = playing.act(2, {"type": "battery", "attack": 30}, seq=4)
    listeners.append(playing.watch(since=0))
    return [listener.raw for listener in listeners], [json.dumps(str(answer)) for answer in answers]


@pytest.mark.rule("BOI-090", "BOI-214", "BOI-275")
def test_sealed_orders_change_no_byte_of_what_others_get():
    nothing = everything()
    assert nothing == everything({"type": "battery", "attack": 80})
    assert nothing == everything({"type": "move", "to": [3, 4]}, {"type": "capture"})
    assert nothing == everything({"type": "move", "to": [3, 4]}, {"type": "restart"})


def test_that_somebody_is_done_is_all_that_others_see_of_it():
    quiet, done = everything(), everything(DONE)
    assert quiet[1] == done[1]
    for before, after in zip(quiet[0], done[0], strict=True):
        for one, other in zip(before, after, strict=True):
            one, other = json.loads(one), json.loads(other)
            one.pop("waiting", None), other.pop("waiting", None)
            assert one == other


@pytest.mark.rule("BOI-277")
def test_a_player_can_read_all_that_it_was_told_again():
    """Whoever follows from the beginning gets every event that it may know of, in the order and with the same words."""
    playing = Void()
    first, watcher = playing.join(1, follow=True), playing.watch()
    for _ in range(3):
        for seat in (1, 2):
            playing.act(seat, {"type": "battery", "attack": 20 + seat}, {"type": "capture", "unit": 8}, DONE)
    again = playing.join(1, follow=True, since=0)

    def log(listener):
        return [event for message in listener.heard() if message["type"] == "step" for event in message["events"]]

    mine, public = log(first), log(watcher)
    assert log(again)[-len(mine) :] == mine
    kinds = [event["type"] for event in mine]
    assert kinds.count("turn_started") == 3
    assert {"battery_changed", "action_rejected", "order_taken"} <= set(kinds)
    assert not {"battery_changed", "action_rejected", "order_taken"} & {event["type"] for event in public}
    assert all(event["team"] == 1 for event in mine if event["type"] == "battery_changed")


@pytest.mark.rule("BOI-090", "BOI-093")
def test_a_player_may_ask_what_would_come_of_an_order():
    playing = Void()
    answers = []
    for number, action in enumerate(({"type": "move", "to": [3, 4]}, {"type": "fly"}, {"type": "capture"}), 1):
        playing.live.ask(1, Ask(action, seq=number), answers.append)
    way, error, work = answers
    assert (way.forecast.unit, way.forecast.ap) == (1, 9)
    assert sum(way.forecast.costs) == way.forecast.cost
    assert (error.seq, error.code) == (2, "bad_action")
    assert work.forecast.refusal.code == "already_owned"
