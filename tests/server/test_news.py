"""News to pages: that something has changed, gathered, and to those whom it concerns."""

import json

import pytest
from hall import Timers
from stagehands import Ear

from roundhouse.server.notices.page_updates import NewsDesk


@pytest.fixture
def timers():
    return Timers()


@pytest.fixture
def desk(timers):
    return NewsDesk(timers)


def topics(ear):
    return [message["topics"] for message in ear.heard()]


def test_the_first_news_leave_at_once_and_the_next_are_gathered(desk, timers):
    ear = Ear()
    desk.subscribe(ear, None)
    desk.tell("tables")
    timers.advance(0)
    assert topics(ear) == [["tables"]]
    for _ in range(20):
        desk.tell("matches", "tables")
        desk.tell("tables")
        timers.advance(0.01)
    assert topics(ear) == []
    timers.advance(0.3)
    assert topics(ear) == [["matches", "tables"]]
    timers.advance(5)
    assert topics(ear) == []


def test_what_concerns_one_player_is_told_to_that_player(desk, timers):
    mine, mine_too, other, nobody = Ear(), Ear(), Ear(), Ear()
    for ear, player_id in ((mine, 7), (mine_too, 7), (other, 8), (nobody, None)):
        desk.subscribe(ear, player_id)
    desk.tell("me", player_id=7)
    timers.advance(0)
    assert [topics(ear) for ear in (mine, mine_too, other, nobody)] == [[["me"]], [["me"]], [], []]
    desk.tell("me", player_id=8)
    desk.tell("matches")
    timers.advance(1)
    assert [topics(ear) for ear in (mine, other, nobody)] == [[["matches"]], [["matches", "me"]], [["matches"]]]


def test_equal_news_are_encoded_once(desk, timers):
    ears = [Ear() for _ in range(3)]
    for number, ear in enumerate(ears):
        desk.subscribe(ear, number)
    desk.tell("tables")
    timers.advance(0)
    assert len({id(ear.raw[0]) for ear in ears}) == 1
    assert json.loads(ears[0].raw[0]) == {"type": "news", "topics": ["tables"]}


def test_who_has_gone_is_told_nothing(desk, timers):
    class Touchy(Ear):
        def send(self, message):
            super().send(message)
            desk.unsubscribe(self)

    touchy, calm = Touchy(), Ear()
    desk.subscribe(touchy, None)
    desk.subscribe(calm, None)
    for _ in range(2):
        desk.tell("tables")
        timers.advance(1)
    assert (len(touchy.raw), len(calm.raw), desk.readers) == (1, 2, 1)
    desk.unsubscribe(touchy)  # once more is no mistake


def test_a_desk_that_is_stopped_tells_nothing_more(desk, timers):
    ear = Ear()
    desk.subscribe(ear, None)
    desk.tell("tables")
    desk.stop()
    timers.advance(5)
    assert ear.raw == []
