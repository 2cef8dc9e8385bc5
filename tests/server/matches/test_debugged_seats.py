"""Seats in a debugger: where nothing is at stake the match waits for them, but not for ever."""

import pytest
from tests.server.connections.manual_session import ManualSessions, SessionMatch
from tests.server.manual_arena import ArenaClient, ManualArena, options
from tests.server.manual_match import Listener

NOP = {"type": "nop"}


@pytest.fixture
def manual(database):
    with ManualArena(database, debug_max_ms=60_000) as manual:
        yield manual


def begin(manual, *, follow=True, **how):
    guests = [ArenaClient(manual.player(name, "bot"), follow) for name in ("b1", "b2")]
    chosen = options(**({"clock": "bot", "settings": {"deadline_s": 2.0}} | how))
    seated = dict(enumerate(guests, 1))
    players = [guest.player for guest in guests]
    return manual.do(manual.arena.matches.start(chosen, players, rated=chosen.rated, clients=seated)), guests


def test_a_debugged_seat_has_time_and_everybody_sees_it(manual):
    playing, (_, other) = begin(manual)
    spectator = Listener()
    playing.watch(spectator)
    assert manual.call(playing.debug, 1, True)
    manual.play(playing, 2, NOP)
    manual.advance(30)

    assert playing.match.result is None
    assert spectator.last("step")["debugged"] == other.last("step")["debugged"] == [1]
    manual.play(playing, 1, NOP)
    assert playing.match.ticks == 1


def test_the_others_have_their_window_but_nobody_is_judged_meanwhile(manual):
    """The rules move on for all at once; once the debugged seat has answered, who is late is late."""
    playing, _ = begin(manual)
    manual.call(playing.debug, 1, True)
    manual.advance(30)
    assert playing.match.result is None

    manual.play(playing, 1, NOP)
    manual.advance(1)
    assert [place.left for place in playing.seat_states.taken] == ["", "no_command"]


def test_nobody_is_waited_for_for_ever(manual):
    playing, _ = begin(manual)
    manual.call(playing.debug, 1, True)
    manual.play(playing, 2, NOP)
    manual.advance(61)

    assert playing.seat_states[1].left == "no_command"


def test_a_rated_match_waits_for_no_debugger(manual):
    playing, _ = begin(manual, rated=True, settings={})
    assert playing.terms.rated
    assert manual.call(playing.debug, 1, True) is False
    assert playing.match.clock.unhurried == {}


def test_a_connection_that_goes_or_comes_anew_is_not_debugged_any_more(manual):
    playing, (first, _) = begin(manual)
    manual.call(playing.debug, 1, True)
    manual.call(playing.part, first)
    assert playing.match.clock.unhurried == {}
    assert not playing.broadcast.debugged

    again = Listener()
    manual.call(playing.join, 1, again)
    manual.call(playing.debug, 1, True)
    manual.call(playing.join, 1, Listener())
    assert playing.match.clock.unhurried == {}


def test_a_debugged_turn_draws_on_no_bank(manual):
    playing, _ = begin(manual, clock="blitz", settings={})
    bank_ms = playing.match.clock.budget(1).bank_ms
    assert bank_ms
    manual.call(playing.debug, 1, True)
    manual.play(playing, 2, NOP)
    manual.advance(50)
    manual.play(playing, 1, NOP)

    assert playing.match.clock.budget(1).bank_ms == bank_ms


def test_without_the_setting_nobody_is_waited_for(database):
    with ManualArena(database, debug_max_ms=0) as manual:
        playing, _ = begin(manual)
        assert manual.call(playing.debug, 1, True) is False


# Hello


def test_hello_says_it_and_is_told_where_it_does_not_count():
    with ManualSessions() as manual:
        playing = manual.arena.add(SessionMatch("m1", manual.player("ann").id))
        playing.debug = lambda seat, debugged: playing.calls.append(("debug", seat, debugged)) or False
        wire = manual.connect()
        wire.hello(token="rh_ann", match="m1", debugger=True)  # noqa: S106

        assert ("debug", 1, True) in playing.calls
        assert "no_debugger" in wire.types()
