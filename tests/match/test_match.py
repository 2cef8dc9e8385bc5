"""One match: what becomes of actions, missed windows and departures, and who is told."""

import pytest

from roundhouse.core.entries import LEAVE, ORDER, TICK, VOID
from roundhouse.core.game import ACCEPTED
from roundhouse.core.schema import canonical
from roundhouse.games import GAMES
from roundhouse.match.clock import Budget, Clock
from roundhouse.match.match import Match

GAME = GAMES["spacegoo"]
NOP = [0] * 6
NOT_MINE = [1, 2, 0, 1, 0, 0]  # planet 2 belongs to seat 2
NEGATIVE = [1, 1, 0, -1, 0, 0]
NO_COMMAND, CONNECTION_LOST = 1, 5


@pytest.fixture
def steps():
    return []


@pytest.fixture
def match(steps):
    setup = GAME.setup(["ann", "bob"], seed=1, preset="classic")
    return Match(GAME, setup, clock=Clock(2, window_ms=3000), listen=steps.append)


def kinds(steps):
    return [(step.entry.kind, step.entry.seat) for step in steps]


def test_an_accepted_action_is_entered_and_its_window_closed(match, steps):
    match.open_windows(100)

    assert match.act(1, NOP, 600) == ACCEPTED
    assert (steps[0].number, steps[0].entry.row, steps[0].entry.at_ms) == (1, tuple(NOP), 600)
    assert match.waited_for() == [2]
    assert match.clock.budget(1) == Budget(500, 3000, 0)
    assert match.clock.next_deadline_ms() == 3100


def test_an_action_that_counts_but_does_nothing_is_entered_as_void(match, steps):
    verdict = match.act(1, NOT_MINE)

    assert (verdict.verdict, verdict.code) == ("void", "not_owner")
    assert kinds(steps) == [(VOID, 1)]
    assert match.waited_for() == [2]


def test_an_action_that_forfeits_makes_its_seat_leave_and_the_tick_ends_the_match(match, steps):
    verdict = match.act(1, NEGATIVE)

    assert (verdict.verdict, verdict.code) == ("forfeit", "negative_ships")
    assert kinds(steps) == [(LEAVE, 1)]
    assert match.result is None
    match.tick()
    assert match.result.winner == 2


def test_a_refused_action_enters_nothing(match, steps):
    assert match.act(1, [9, 0, 0, 0, 0, 0]).verdict == "refused"
    assert steps == []
    assert match.waited_for() == [1, 2]


def test_after_the_end_there_are_no_more_entries(match, steps):
    match.act(1, NEGATIVE)
    match.tick()
    over, count = canonical(match.state), len(steps)

    assert match.act(2, NOP).code == "game_over"
    match.leave(2, CONNECTION_LOST)
    assert match.expire(10**9) == []
    with pytest.raises(RuntimeError, match="the match is over"):
        match.tick()
    assert (canonical(match.state), len(steps)) == (over, count)


def test_a_seat_that_does_not_exist_is_a_mistake_of_the_caller(match):
    for seat in (0, 3):
        with pytest.raises(ValueError, match=f"there is no seat {seat}"):
            match.act(seat, NOP)


def test_a_missed_window_makes_the_seat_leave_and_ticks(match, steps):
    match.open_windows(0)
    match.act(2, NOP, 10)

    assert match.expire(2999) == []
    assert match.expire(3000) == [1]
    assert kinds(steps) == [(ORDER, 2), (LEAVE, 1), (TICK, 0)]
    assert steps[1].entry.row == (NO_COMMAND,)
    assert match.result.winner == 2
    assert match.clock.next_deadline_ms() is None


def test_a_seat_with_time_in_its_bank_is_still_waited_for(steps):
    match = Match(GAME, GAME.setup(seed=1), clock=Clock(2, window_ms=100, bank_ms=50), listen=steps.append)
    match.open_windows(0)
    match.act(1, NOP, 140)
    match.act(2, NOP, 20)
    match.tick(140)
    match.open_windows(200)

    assert match.expire(310) == [1]  # 10 ms were left in its bank
    assert match.result is None
    assert match.waited_for() == [2]
    match.act(2, NOP, 320)
    match.tick(320)
    assert match.result.winner == 2


def test_a_departure_closes_the_window(match):
    match.open_windows(0)
    match.leave(1, CONNECTION_LOST, 40)

    assert match.waited_for() == [2]
    assert match.clock.expired(3000) == [2]
    assert match.clock.budget(1).last_cost_ms == 40


def test_listeners_are_told_every_step_in_order_with_its_events(match, steps):
    more = []
    match.listen(more.append)
    match.act(2, NOP)
    match.act(1, NOP)
    match.tick(77)

    assert steps == more
    assert [step.number for step in steps] == [1, 2, 3]
    assert kinds(steps) == [(ORDER, 2), (ORDER, 1), (TICK, 0)]
    assert steps[2].events == GAME.events(match.state) != []
    assert (match.step, match.ticks) == (3, 1)


def test_a_view_bears_the_names_of_the_seats(match):
    assert [player.name for player in match.view(0).players] == ["ann", "bob"]


def test_a_match_goes_on_from_what_was_logged(match):
    logged = []
    match.log = lambda number, entry: logged.append((number, entry))
    for _ in range(3):
        match.act(1, NOP)
        match.act(2, [1, 1, 0, 1, 0, 0])
        match.tick()
    match.act(1, NEGATIVE)

    again = Match(GAME, match.setup, log=lambda number, entry: pytest.fail("told the log again"))
    again.restore(entry for _, entry in logged)

    assert [number for number, _ in logged] == list(range(1, len(logged) + 1))
    assert canonical(again.state) == canonical(match.state)
    assert (again.step, again.ticks, again.result) == (match.step, match.ticks, match.result)
