"""Those who follow a match: one encoding for all of a group, a bounded history, fresh views after a gap."""

import pytest
from stagehands import GAME, NOP, Ear, Scene, duel_setup

from roundhouse.match.match import Match
from roundhouse.server.matches import broadcast as feeds
from roundhouse.server.matches.broadcast import Feed


def steps(ear):
    return [message["step"] for message in ear.heard() if message["type"] == "step"]


@pytest.fixture
def scene():
    return Scene()


def test_all_spectators_get_the_very_same_bytes(scene):
    ears = [scene.watch() for _ in range(5)]
    scene.round()
    assert len({id(ear.raw[-1]) for ear in ears}) == 1
    assert scene.playing.watching == 5


def test_a_step_is_encoded_once_per_group_and_not_at_all_for_nobody(scene, monkeypatch):
    made = []
    view = Match.view
    monkeypatch.setattr(Match, "view", lambda match, seat: made.append(seat) or view(match, seat))
    scene.round()
    assert made == []
    for _ in range(3):
        scene.watch()
    scene.join(2, follow=True)
    made.clear()
    scene.round()
    assert sorted(made) == [0, 2, 2]  # for spectators, for who follows from seat 2, and for its turn


def test_who_knows_a_step_gets_what_came_after_it(scene):
    watcher = scene.watch()
    for _ in range(4):
        scene.round()
    assert steps(watcher) == [0, 3, 6, 9, 12]

    assert steps(scene.watch(since=6)) == [9, 12]
    assert steps(scene.watch(since=12)) == []
    assert steps(scene.watch(since=7)) == [9, 12]
    assert steps(scene.watch(since=99)) == [12]  # never happened: how things stand
    assert steps(scene.watch()) == [12]
    assert scene.watch(since=6).raw[1] is watcher.raw[4]


def test_steps_that_nobody_was_there_for_are_not_known(scene):
    scene.round()
    scene.round()
    assert steps(scene.watch(since=3)) == [6]


def test_who_was_alone_and_comes_back_soon_misses_nothing(scene):
    watcher = scene.watch()
    scene.playing.part(watcher)
    for _ in range(5):
        scene.round()
    assert steps(scene.watch(since=0)) == [3, 6, 9, 12, 15]


def test_nothing_is_kept_for_long_for_those_who_do_not_come_back(scene, monkeypatch):
    monkeypatch.setattr(feeds, "IDLE_STEPS", 3)
    scene.playing.part(scene.watch())
    for _ in range(5):
        scene.round()
    assert scene.playing.feed._groups == {}
    assert steps(scene.watch(since=0)) == [15]


@pytest.mark.parametrize(("steps_kept", "bytes_kept"), [(3, 1 << 30), (1000, 3500)])
def test_the_history_is_bounded(scene, monkeypatch, steps_kept, bytes_kept):
    monkeypatch.setattr(feeds, "STEPS_KEPT", steps_kept)
    monkeypatch.setattr(feeds, "BYTES_KEPT", bytes_kept)
    scene.watch()
    for _ in range(30):
        scene.round()
    group = scene.playing.feed._groups[0]
    assert len(group._history) <= min(steps_kept, 10)
    assert group._bytes == sum(len(message) for _, message in group._history) <= bytes_kept
    newest = 90
    assert steps(scene.watch(since=newest - 3)) == [newest]
    assert steps(scene.watch(since=0)) == [newest]  # too long ago
    oldest = group._history[0][0]
    assert steps(scene.watch(since=oldest - 3)) == list(range(oldest, newest + 1, 3))
    assert steps(scene.watch(since=oldest - 4)) == [newest]


def test_who_could_not_keep_up_is_told_how_things_stand(scene):
    watcher = scene.watch()
    scene.round()
    watcher.heard()
    scene.playing.fresh(watcher)
    [step] = watcher.heard()
    assert (step["step"], step["events"], step["view"]["round"], step["waiting"]) == (3, [], 1, [1, 2])
    scene.playing.fresh(Ear())  # a stranger is told nothing


def test_a_step_says_what_remains_of_the_time():
    scene = Scene(window_ms=1000, bank_ms=400)
    scene.timers.advance(0.3)
    assert scene.watch().heard()[-1]["left_ms"] == 1100
    watcher = scene.watch()
    scene.timers.advance(0.9)
    scene.round()
    assert watcher.heard()[-1]["left_ms"] == 1200


def test_whoever_goes_while_it_is_told_something_disturbs_nobody(scene):
    class Touchy(Ear):
        def send(self, message):
            super().send(message)
            if b'"step":3' in message:
                scene.playing.part(self)

    touchy = [Touchy() for _ in range(3)]
    for ear in touchy:
        scene.playing.watch(ear)
    calm = scene.watch()
    scene.round()
    scene.round()
    assert steps(calm) == [0, 3, 6]
    assert [steps(ear) for ear in touchy] == [[0, 3]] * 3


def test_who_answers_while_it_is_told_something_is_heard_in_order(scene):
    """A bot in this process answers its turn before `send` returns."""

    class Eager(Ear):
        def send(self, message):
            super().send(message)
            if b'"type":"turn"' in message:
                scene.act(1, NOP)

    eager = Eager()
    scene.playing.join(1, eager)
    for _ in range(5):
        scene.act(2, NOP)
    assert scene.playing.round == 5
    assert [m["step"] for m in eager.heard() if m["type"] == "turn"] == [0, 3, 6, 9, 12, 15]


def test_a_feed_knows_where_somebody_follows():
    match = Match(GAME, duel_setup())
    feed = Feed(match)
    one, watcher = Ear(), Ear()
    feed.add(1, one)
    feed.add(0, watcher)
    assert [feed.seat_of(one), feed.seat_of(watcher), feed.seat_of(Ear())] == [1, 0, None]
    assert list(feed.everybody()) == [one, watcher]
