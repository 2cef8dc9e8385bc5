"""Rated matches of two that are played twice: the seats swapped, a seed of its own, and both count. RAL-317"""

import pytest
from tests.server.matchmaking.manual_matchmaker import ManualMatchmaker

from roundhouse.games.rally import GAME
from roundhouse.store import ladder


@pytest.fixture
def manual(database):
    with ManualMatchmaker(database) as manual:
        yield manual


def waiter(manual, name, *, matches=1, choice="", game="rally", **values):
    wire = manual.wire(name, **values).hello(game=game, matches=matches, choice=choice)
    wire.heard()
    return wire


def seats(playing):
    return [(seat.name, seat.choice) for seat in playing.setup.seats]


def starts(playing):
    """The start field of every seat."""
    return [robot.start for robot in GAME.view(GAME.start(playing.setup), 0, "ab").robots]


def running(manual):
    return list(manual.arena.matches.running.values())


@pytest.mark.rule("RAL-317")
def test_the_return_match_follows_by_itself_and_both_count(manual):
    ann, bob = waiter(manual, "ann", choice="peach"), waiter(manual, "bob")
    manual.advance(1)
    (first,) = running(manual)
    manual.end("ann")
    assert [wire.closed for wire in (ann, bob)] == [None, None], "they play on"
    (second,) = running(manual)

    assert seats(second) == seats(first)[::-1], "everybody keeps the robot that was chosen"
    assert dict(seats(second)) == {"ann": "peach", "bob": "tanky"}
    assert second.setup.settings == first.setup.settings
    assert second.setup.seed != first.setup.seed, "the record of the first would tell the hands of the second"
    assert starts(second) == starts(first), "everybody has each start field once"
    assert [one.terms.rated for one in (first, second)] == [True, True]
    assert [wire.types().count("start") for wire in (ann, bob)] == [2, 2]

    manual.end("bob")
    assert running(manual) == [], "two matches are a pair"
    assert [wire.closed for wire in (ann, bob)] == ["", ""]
    page = manual.read(lambda c: ladder.page(c, "rally", "standard", "bots", now_ms=1))
    assert {(row.player.name, row.wins, row.losses) for row in page.rows} == {("ann", 1, 1), ("bob", 1, 1)}


@pytest.mark.rule("RAL-317")
def test_every_match_has_another_seed_and_who_wants_more_waits_again(manual):
    waiter(manual, "ann", matches=2), waiter(manual, "bob", matches=2)
    seeds = []
    for _ in range(4):
        manual.advance(1)
        if not running(manual):
            break
        seeds.append(running(manual)[0].setup.seed)
        manual.end("ann")
    assert len(seeds) == 4
    assert len(set(seeds)) == 4
    assert running(manual) == []


@pytest.mark.rule("RAL-317")
def test_built_in_bots_play_the_return_match_too(manual):
    waiter(manual, "ann")
    manual.advance(9)
    (first,) = running(manual)
    assert {seat.builtin for seat in first.setup.seats} == {False, True}
    manual.end("ann")
    (second,) = running(manual)
    assert seats(second) == seats(first)[::-1]


def test_who_is_gone_leaves_the_other_without_a_return_match(manual):
    ann, bob = waiter(manual, "ann"), waiter(manual, "bob", matches=5)
    manual.advance(1)
    ann.session.lost()
    manual.end("ann")
    assert running(manual) == []
    assert bob.closed is None
    assert manual.matchmaker.waiting_count("rally") == 1


def test_a_return_match_that_cannot_begin_lets_both_go_on(manual, monkeypatch):
    ann, bob = waiter(manual, "ann"), waiter(manual, "bob", matches=5)
    manual.advance(1)

    async def start(*arguments, **named):
        raise OSError("no room")

    with monkeypatch.context() as patch:
        patch.setattr(manual.arena.matches, "start", start)
        manual.end("ann")
    assert (ann.closed, bob.closed) == ("", None)
    assert manual.matchmaker.waiting_count("rally") == 1
    assert not manual.matchmaker.expects(bob.session)


def test_what_was_broken_off_has_no_return_match(manual):
    waiter(manual, "ann"), waiter(manual, "bob")
    manual.advance(1)
    (first,) = running(manual)
    manual.run(manual.call(first.break_off, "An organiser closed it."))
    manual.settle()
    assert running(manual) == []


def test_other_games_and_guests_play_once(manual):
    waiter(manual, "ann", game="spacegoo"), waiter(manual, "bob", game="spacegoo")
    manual.advance(1)
    manual.end("ann")
    assert running(manual) == []
    waiter(manual, "gast", guest=True), waiter(manual, "cid")
    manual.advance(1)
    (playing,) = running(manual)
    assert not playing.terms.rated
    manual.end("cid")
    assert running(manual) == []


def test_a_robot_that_there_is_not_cannot_wait(manual):
    wire = manual.wire("ann").hello(game="rally", choice="tank")
    assert wire.types() == ["welcome", "bad_settings"]
    assert wire.hello(game="spacegoo", choice="tanky").types() == ["welcome", "bad_settings"]
    assert wire.hello(game="rally", choice="lazy").types() == ["welcome"]
