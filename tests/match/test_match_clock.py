"""What a match does with its clock: windows of several orders, what is left, and banks after a restart."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from roundhouse.core.entries import order, tick
from roundhouse.games import GAMES
from roundhouse.match.clock import Budget, Clock
from roundhouse.match.match import Match

GAME = GAMES["spacegoo"]
NOP = [0] * 6


def match(window_ms=100, bank_ms=50, game=GAME):
    return Match(game, GAME.setup(seed=1), clock=Clock(2, window_ms=window_ms, bank_ms=bank_ms))


def test_a_budget_says_what_is_left():
    clock = Clock(2, window_ms=100, bank_ms=50)
    assert clock.budget(1, 700) == Budget(0, 100, 50, 150), "not opened yet"
    clock.open([1], 1000)
    assert clock.budget(1, 1030) == Budget(0, 100, 50, 120)
    assert clock.budget(1, 1120).left_ms == 30
    assert clock.budget(1, 9999).left_ms == 0
    clock.pause(1040)
    assert clock.left_ms(1, 5000) == 110
    assert (clock.whole_ms(2), Clock(1, window_ms=None).budget(1, 5).left_ms) == (150, None)


def test_banks_are_counted_again_from_the_times_of_the_log():
    played = match()
    logged = []
    played.log = lambda number, entry: logged.append(entry)
    for at in (0, 300, 600):
        played.open_windows(at)
        played.act(1, NOP, at + 110)
        played.act(2, NOP, at + 20)
        played.tick(at + 300)
    played.open_windows(900)
    played.act(2, NOP, 905)

    again = match()
    again.restore(logged)

    assert [again.clock.budget(seat) for seat in (1, 2)] == [Budget(110, 100, 20), Budget(5, 100, 50)]
    assert again.clock.next_deadline_ms() is None, "windows are opened anew"
    again.open_windows(2000)
    assert again.clock.next_deadline_ms() == 2120


def test_what_was_played_before_the_first_window_costs_nothing():
    again = match()
    again.restore([order(1, NOP, 5090), order(2, NOP, 5095), tick(5095)], from_ms=5000)
    assert [again.clock.budget(seat) for seat in (1, 2)] == [Budget(90, 100, 50), Budget(95, 100, 50)]


def test_a_seat_that_owes_more_keeps_its_window():
    rules = SimpleNamespace(**{name: getattr(GAME.rules, name) for name in ("check", "act", "tick", "result", "leave")})
    rules.waiting = lambda state, out: out.__setitem__(slice(1, 3), [1, 1]) or 2  # nobody is ever done
    for several in (True, False):
        game = replace(GAME, multiple_orders=several)
        game.__dict__["rules"] = rules
        played = match(game=game)
        played.clock.open([1, 2], 0)
        played.act(1, NOP, 40)
        assert played.clock.deadline_ms(1) == (150 if several else None)


def test_a_listener_can_stop_listening():
    played, heard = match(), []
    played.listen(heard.append)
    played.act(1, NOP)
    played.unlisten(heard.append)
    played.act(2, NOP)
    assert len(heard) == 1
    with pytest.raises(ValueError, match="not in list"):
        played.unlisten(heard.append)
