"""Seats in a debugger: where nothing is at stake the match waits for them, but not for ever."""

import pytest
from arenas import Inn, Visitor, options
from sessions import Playing, Room
from stagehands import Ear

NOP = {"type": "nop"}


@pytest.fixture
def inn(database):
    with Inn(database, debug_max_ms=60_000) as inn:
        yield inn


def begin(inn, *, follow=True, **how):
    guests = [Visitor(inn.player(name, "bot"), follow) for name in ("b1", "b2")]
    chosen = options(**({"clock": "bot", "settings": {"deadline_s": 2.0}} | how))
    seated = dict(enumerate(guests, 1))
    players = [guest.player for guest in guests]
    return inn.do(inn.arena.start(chosen, players, rated=chosen.rated, guests=seated)), guests


def test_a_debugged_seat_has_time_and_everybody_sees_it(inn):
    playing, (_, other) = begin(inn)
    spectator = Ear()
    playing.watch(spectator)
    assert inn.call(playing.debug, 1, True)
    inn.play(playing, 2, NOP)
    inn.advance(30)

    assert playing.match.result is None
    assert spectator.last("step")["debugged"] == other.last("step")["debugged"] == [1]
    inn.play(playing, 1, NOP)
    assert playing.match.ticks == 1


def test_the_others_have_their_window_but_nobody_is_judged_meanwhile(inn):
    """The rules move on for all at once; once the debugged seat has answered, who is late is late."""
    playing, _ = begin(inn)
    inn.call(playing.debug, 1, True)
    inn.advance(30)
    assert playing.match.result is None

    inn.play(playing, 1, NOP)
    inn.advance(1)
    assert [place.left for place in playing.places.taken] == ["", "no_command"]


def test_nobody_is_waited_for_for_ever(inn):
    playing, _ = begin(inn)
    inn.call(playing.debug, 1, True)
    inn.play(playing, 2, NOP)
    inn.advance(61)

    assert playing.places[1].left == "no_command"


def test_a_rated_match_waits_for_no_debugger(inn):
    playing, _ = begin(inn, rated=True, settings={})
    assert playing.terms.rated
    assert inn.call(playing.debug, 1, True) is False
    assert playing.match.clock.unhurried == {}


def test_a_connection_that_goes_or_comes_anew_is_not_debugged_any_more(inn):
    playing, (first, _) = begin(inn)
    inn.call(playing.debug, 1, True)
    inn.call(playing.part, first)
    assert playing.match.clock.unhurried == {}
    assert not playing.feed.debugged

    again = Ear()
    inn.call(playing.join, 1, again)
    inn.call(playing.debug, 1, True)
    inn.call(playing.join, 1, Ear())
    assert playing.match.clock.unhurried == {}


def test_a_debugged_turn_draws_on_no_bank(inn):
    playing, _ = begin(inn, clock="blitz", settings={})
    bank_ms = playing.match.clock.budget(1).bank_ms
    assert bank_ms
    inn.call(playing.debug, 1, True)
    inn.play(playing, 2, NOP)
    inn.advance(50)
    inn.play(playing, 1, NOP)

    assert playing.match.clock.budget(1).bank_ms == bank_ms


def test_without_the_setting_nobody_is_waited_for(database):
    with Inn(database, debug_max_ms=0) as inn:
        playing, _ = begin(inn)
        assert inn.call(playing.debug, 1, True) is False


# Hello


def test_hello_says_it_and_is_told_where_it_does_not_count():
    with Room() as room:
        playing = room.arena.add(Playing("m1", room.player("ann").id))
        playing.debug = lambda seat, debugged: playing.calls.append(("debug", seat, debugged)) or False
        wire = room.connect()
        wire.hello(token="rh_ann", match="m1", debugger=True)  # noqa: S106

        assert ("debug", 1, True) in playing.calls
        assert "no_debugger" in wire.types()
