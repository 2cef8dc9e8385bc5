"""News to pages: that something has changed, gathered, and to those whom it concerns."""

import json

import pytest
from tests.server.manual_match import Listener
from tests.server.manual_timers import ManualTimers

from roundhouse.server.notices.page_updates import PageUpdates


@pytest.fixture
def timers():
    return ManualTimers()


@pytest.fixture
def desk(timers):
    return PageUpdates(timers)


def topics(listener):
    return [message["topics"] for message in listener.heard()]


def test_the_first_news_leave_at_once_and_the_next_are_gathered(desk, timers):
    listener = Listener()
    desk.subscribe(listener, None)
    desk.tell("tables")
    timers.advance(0)
    assert topics(listener) == [["tables"]]
    for _ in range(20):
        desk.tell("matches", "tables")
        desk.tell("tables")
        timers.advance(0.01)
    assert topics(listener) == []
    timers.advance(0.3)
    assert topics(listener) == [["matches", "tables"]]
    timers.advance(5)
    assert topics(listener) == []


def test_what_concerns_one_player_is_told_to_that_player(desk, timers):
    mine, mine_too, other, nobody = Listener(), Listener(), Listener(), Listener()
    for listener, player_id in ((mine, 7), (mine_too, 7), (other, 8), (nobody, None)):
        desk.subscribe(listener, player_id)
    desk.tell("me", player_id=7)
    timers.advance(0)
    assert [topics(listener) for listener in (mine, mine_too, other, nobody)] == [[["me"]], [["me"]], [], []]
    desk.tell("me", player_id=8)
    desk.tell("matches")
    timers.advance(1)
    assert [topics(listener) for listener in (mine, other, nobody)] == [
        [["matches"]],
        [["matches", "me"]],
        [["matches"]],
    ]


def test_equal_news_are_encoded_once(desk, timers):
    listeners = [Listener() for _ in range(3)]
    for number, listener in enumerate(listeners):
        desk.subscribe(listener, number)
    desk.tell("tables")
    timers.advance(0)
    assert len({id(listener.raw[0]) for listener in listeners}) == 1
    assert json.loads(listeners[0].raw[0]) == {"type": "news", "topics": ["tables"]}


def test_who_has_gone_is_told_nothing(desk, timers):
    class Touchy(Listener):
        def send(self, message):
            super().send(message)
            desk.unsubscribe(self)

    touchy, calm = Touchy(), Listener()
    desk.subscribe(touchy, None)
    desk.subscribe(calm, None)
    for _ in range(2):
        desk.tell("tables")
        timers.advance(1)
    assert (len(touchy.raw), len(calm.raw), desk.readers) == (1, 2, 1)
    desk.unsubscribe(touchy)  # once more is no mistake


def test_a_desk_that_is_stopped_tells_nothing_more(desk, timers):
    listener = Listener()
    desk.subscribe(listener, None)
    desk.tell("tables")
    desk.stop()
    timers.advance(5)
    assert listener.raw == []
