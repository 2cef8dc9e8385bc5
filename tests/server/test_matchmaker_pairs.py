"""Rated matches of two that are played twice: the seats swapped, a seed of its own, and both count. RAL-317"""

import pytest
from tests.server.matchroom import MatchRoom

from roundhouse.games.rally import GAME
from roundhouse.store import ladder


@pytest.fixture
def room(database):
    with MatchRoom(database) as room:
        yield room


def waiter(room, name, *, matches=1, choice="", game="rally", **values):
    wire = room.wire(name, **values).hello(game=game, matches=matches, choice=choice)
    wire.heard()
    return wire


def seats(playing):
    return [(seat.name, seat.choice) for seat in playing.setup.seats]


def starts(playing):
    """The start field of every seat."""
    return [robot.start for robot in GAME.view(GAME.start(playing.setup), 0, "ab").robots]


def running(room):
    return list(room.arena.playing.values())


@pytest.mark.rule("RAL-317")
def test_the_return_match_follows_by_itself_and_both_count(room):
    ann, bob = waiter(room, "ann", choice="peach"), waiter(room, "bob")
    room.advance(1)
    (first,) = running(room)
    room.end("ann")
    assert [wire.closed for wire in (ann, bob)] == [None, None], "they play on"
    (second,) = running(room)

    assert seats(second) == seats(first)[::-1], "everybody keeps the robot that was chosen"
    assert dict(seats(second)) == {"ann": "peach", "bob": "tanky"}
    assert second.setup.settings == first.setup.settings
    assert second.setup.seed != first.setup.seed, "the record of the first would tell the hands of the second"
    assert starts(second) == starts(first), "everybody has each start field once"
    assert [one.terms.rated for one in (first, second)] == [True, True]
    assert [wire.types().count("start") for wire in (ann, bob)] == [2, 2]

    room.end("bob")
    assert running(room) == [], "two matches are a pair"
    assert [wire.closed for wire in (ann, bob)] == ["", ""]
    page = room.read(lambda c: ladder.page(c, "rally", "standard", "bots", now_ms=1))
    assert {(row.player.name, row.wins, row.losses) for row in page.rows} == {("ann", 1, 1), ("bob", 1, 1)}


@pytest.mark.rule("RAL-317")
def test_every_match_has_another_seed_and_who_wants_more_waits_again(room):
    waiter(room, "ann", matches=2), waiter(room, "bob", matches=2)
    seeds = []
    for _ in range(4):
        room.advance(1)
        if not running(room):
            break
        seeds.append(running(room)[0].setup.seed)
        room.end("ann")
    assert len(seeds) == 4
    assert len(set(seeds)) == 4
    assert running(room) == []


@pytest.mark.rule("RAL-317")
def test_built_in_bots_play_the_return_match_too(room):
    waiter(room, "ann")
    room.advance(9)
    (first,) = running(room)
    assert {seat.builtin for seat in first.setup.seats} == {False, True}
    room.end("ann")
    (second,) = running(room)
    assert seats(second) == seats(first)[::-1]


def test_who_is_gone_leaves_the_other_without_a_return_match(room):
    ann, bob = waiter(room, "ann"), waiter(room, "bob", matches=5)
    room.advance(1)
    ann.session.lost()
    room.end("ann")
    assert running(room) == []
    assert bob.closed is None
    assert room.matchmaker.waiting_count("rally") == 1


def test_a_return_match_that_cannot_begin_lets_both_go_on(room, monkeypatch):
    ann, bob = waiter(room, "ann"), waiter(room, "bob", matches=5)
    room.advance(1)

    async def start(*arguments, **named):
        raise OSError("no room")

    with monkeypatch.context() as patch:
        patch.setattr(room.arena, "start", start)
        room.end("ann")
    assert (ann.closed, bob.closed) == ("", None)
    assert room.matchmaker.waiting_count("rally") == 1
    assert not room.matchmaker.expects(bob.session)


def test_what_was_broken_off_has_no_return_match(room):
    waiter(room, "ann"), waiter(room, "bob")
    room.advance(1)
    (first,) = running(room)
    room.run(room.call(first.break_off, "An organiser closed it."))
    room.settle()
    assert running(room) == []


def test_other_games_and_guests_play_once(room):
    waiter(room, "ann", game="spacegoo"), waiter(room, "bob", game="spacegoo")
    room.advance(1)
    room.end("ann")
    assert running(room) == []
    waiter(room, "gast", guest=True), waiter(room, "cid")
    room.advance(1)
    (playing,) = running(room)
    assert not playing.terms.rated
    room.end("cid")
    assert running(room) == []


def test_a_robot_that_there_is_not_cannot_wait(room):
    wire = room.wire("ann").hello(game="rally", choice="tank")
    assert wire.types() == ["welcome", "bad_settings"]
    assert wire.hello(game="spacegoo", choice="tanky").types() == ["welcome", "bad_settings"]
    assert wire.hello(game="rally", choice="lazy").types() == ["welcome"]
