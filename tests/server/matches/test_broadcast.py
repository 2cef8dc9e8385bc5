"""Those who follow a match: one encoding for all of a group, a bounded history, fresh views after a gap."""

import pytest
from tests.server.manual_match import GAME, NOP, Listener, ManualMatch, duel_setup

from roundhouse.match.match import Match
from roundhouse.server.matches import broadcast as feeds
from roundhouse.server.matches.broadcast import Broadcast


def steps(listener):
    return [message["step"] for message in listener.heard() if message["type"] == "step"]


@pytest.fixture
def manual():
    return ManualMatch()


def test_all_spectators_get_the_very_same_bytes(manual):
    listeners = [manual.watch() for _ in range(5)]
    manual.round()
    assert len({id(listener.raw[-1]) for listener in listeners}) == 1
    assert manual.live.watching == 5


def test_a_step_is_encoded_once_per_group_and_not_at_all_for_nobody(manual, monkeypatch):
    made = []
    view = Match.view
    monkeypatch.setattr(Match, "view", lambda match, seat: made.append(seat) or view(match, seat))
    manual.round()
    assert made == []
    for _ in range(3):
        manual.watch()
    manual.join(2, follow=True)
    made.clear()
    manual.round()
    assert sorted(made) == [0, 2, 2]  # for spectators, for who follows from seat 2, and for its turn


def test_who_knows_a_step_gets_what_came_after_it(manual):
    watcher = manual.watch()
    for _ in range(4):
        manual.round()
    assert steps(watcher) == [0, 3, 6, 9, 12]

    assert steps(manual.watch(since=6)) == [9, 12]
    assert steps(manual.watch(since=12)) == []
    assert steps(manual.watch(since=7)) == [9, 12]
    assert steps(manual.watch(since=99)) == [12]  # never happened: how things stand
    assert steps(manual.watch()) == [12]
    assert manual.watch(since=6).raw[1] is watcher.raw[4]


def test_steps_that_nobody_was_there_for_are_not_known(manual):
    manual.round()
    manual.round()
    assert steps(manual.watch(since=3)) == [6]


def test_who_was_alone_and_comes_back_soon_misses_nothing(manual):
    watcher = manual.watch()
    manual.live.part(watcher)
    for _ in range(5):
        manual.round()
    assert steps(manual.watch(since=0)) == [3, 6, 9, 12, 15]


def test_nothing_is_kept_for_long_for_those_who_do_not_come_back(manual, monkeypatch):
    monkeypatch.setattr(feeds, "IDLE_STEPS", 3)
    manual.live.part(manual.watch())
    for _ in range(5):
        manual.round()
    assert manual.live.broadcast._groups == {}
    assert steps(manual.watch(since=0)) == [15]


@pytest.mark.parametrize(("steps_kept", "bytes_kept"), [(3, 1 << 30), (1000, 3500)])
def test_the_history_is_bounded(manual, monkeypatch, steps_kept, bytes_kept):
    monkeypatch.setattr(feeds, "STEPS_KEPT", steps_kept)
    monkeypatch.setattr(feeds, "BYTES_KEPT", bytes_kept)
    manual.watch()
    for _ in range(30):
        manual.round()
    group = manual.live.broadcast._groups[0]
    assert len(group._history) <= min(steps_kept, 10)
    assert group._bytes == sum(len(message) for _, message in group._history) <= bytes_kept
    newest = 90
    assert steps(manual.watch(since=newest - 3)) == [newest]
    assert steps(manual.watch(since=0)) == [newest]  # too long ago
    oldest = group._history[0][0]
    assert steps(manual.watch(since=oldest - 3)) == list(range(oldest, newest + 1, 3))
    assert steps(manual.watch(since=oldest - 4)) == [newest]


def test_who_could_not_keep_up_is_told_how_things_stand(manual):
    watcher = manual.watch()
    manual.round()
    watcher.heard()
    manual.live.fresh(watcher)
    [step] = watcher.heard()
    assert (step["step"], step["events"], step["view"]["round"], step["waiting"]) == (3, [], 1, [1, 2])
    manual.live.fresh(Listener())  # a stranger is told nothing


def test_a_step_says_what_remains_of_the_time():
    manual = ManualMatch(window_ms=1000, bank_ms=400)
    manual.timers.advance(0.3)
    assert manual.watch().heard()[-1]["left_ms"] == 1100
    watcher = manual.watch()
    manual.timers.advance(0.9)
    manual.round()
    assert watcher.heard()[-1]["left_ms"] == 1200


def test_whoever_goes_while_it_is_told_something_disturbs_nobody(manual):
    class Touchy(Listener):
        def send(self, message):
            super().send(message)
            if b'"step":3' in message:
                manual.live.part(self)

    touchy = [Touchy() for _ in range(3)]
    for listener in touchy:
        manual.live.watch(listener)
    calm = manual.watch()
    manual.round()
    manual.round()
    assert steps(calm) == [0, 3, 6]
    assert [steps(listener) for listener in touchy] == [[0, 3]] * 3


def test_who_answers_while_it_is_told_something_is_heard_in_order(manual):
    """A bot in this process answers its turn before `send` returns."""

    class Eager(Listener):
        def send(self, message):
            super().send(message)
            if b'"type":"turn"' in message:
                manual.act(1, NOP)

    eager = Eager()
    manual.live.join(1, eager)
    for _ in range(5):
        manual.act(2, NOP)
    assert manual.live.round == 5
    assert [m["step"] for m in eager.heard() if m["type"] == "turn"] == [0, 3, 6, 9, 12, 15]


def test_a_feed_knows_where_somebody_follows():
    match = Match(GAME, duel_setup())
    broadcast = Broadcast(match)
    one, watcher = Listener(), Listener()
    broadcast.add(1, one)
    broadcast.add(0, watcher)
    assert [broadcast.seat_of(one), broadcast.seat_of(watcher), broadcast.seat_of(Listener())] == [1, 0, None]
    assert list(broadcast.everybody()) == [one, watcher]
