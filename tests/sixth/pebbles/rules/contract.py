"""The contract of Pebbles with the platform: who is waited for, what is accepted, and what a tick does."""

from typing import Any

from roundhouse.core.rules import below, draw, emit, rules

from .state import State
from .tables import (
    BAD_COUNT,
    COUNT,
    GAME_OVER,
    LAST_PEBBLE,
    NOT_YOUR_TURN,
    OVER,
    SEAT_LEFT,
    SEE_MOST,
    SEE_MY_TURN,
    SEE_PEBBLES,
    TAKEN,
    TOO_FEW,
)

PLACE, POINTS = 0, 1


@rules
def waiting(g: State, out: Any) -> int:
    """One flag per seat: whoever has the turn owes an action. PEB-002"""
    count = 0
    for seat in range(1, g.seats + 1):
        owes = g.reason == 0 and g.turn == seat and g.ordered == 0 and g.left[1] == 0 and g.left[2] == 0
        out[seat] = owes
        if owes:
            count += 1
    return count


@rules
def check(g: State, seat: int, action: Any) -> int:
    """0, or the code of a refusal. PEB-002, PEB-003, PEB-007"""
    if g.reason != 0 or g.left[seat] != 0:
        return OVER
    if g.turn != seat or g.ordered != 0:
        return NOT_YOUR_TURN
    if action[COUNT] < 1 or action[COUNT] > g.most:
        return BAD_COUNT
    if action[COUNT] > g.pebbles:
        return TOO_FEW
    return 0


@rules
def act(g: State, seat: int, action: Any) -> None:
    """An order waits for the tick."""
    g.ordered = action[COUNT]


@rules
def void(g: State, seat: int, action: Any) -> None:
    """No refusal of this game counts as an action. PEB-004"""


@rules
def leave(g: State, seat: int, reason: int) -> None:
    """The tick draws the consequence. PEB-006"""
    if g.reason == 0 and g.left[seat] == 0:
        g.left[seat] = reason


@rules
def tick(g: State) -> None:
    """One turn."""
    g.event_count = 0
    g.events_lost = 0
    if g.left[1] != 0 or g.left[2] != 0:  # PEB-006
        winner = 0  # nobody, if both have left
        if g.left[1] == 0:
            winner = 1
        elif g.left[2] == 0:
            winner = 2
        end(g, winner, SEAT_LEFT)
        return
    if g.ordered == 0:
        return
    g.pebbles -= g.ordered
    g.round_no += 1
    emit(g, TAKEN, g.turn, g.ordered, g.pebbles)
    g.ordered = 0
    if g.pebbles == 0:  # PEB-005
        end(g, g.turn, LAST_PEBBLE)
        return
    g.turn = 3 - g.turn  # PEB-002


@rules
def end(g: State, winner: int, reason: int) -> None:
    g.winner = winner
    g.reason = reason
    emit(g, GAME_OVER, winner, reason, 0)


@rules
def result(g: State, out: Any) -> int:
    """0 while the match runs; else the reason, with place and points of every seat."""
    if g.reason == 0:
        return 0
    for seat in range(1, g.seats + 1):
        won = g.winner == seat or g.winner == 0
        out[seat, PLACE] = 1 if won else 2
        out[seat, POINTS] = 1 if g.winner == 0 else 2 if won else 0
    return int(g.reason)


@rules
def sample(g: State, seat: int, key: int, n: int, out: Any) -> None:
    """A random legal action."""
    out[COUNT] = 1 + below(draw(key, n), min(g.most, g.pebbles))


@rules
def observe(g: State, seat: int, out: Any) -> None:
    """What a seat sees, as numbers for learning."""
    out[SEE_PEBBLES] = g.pebbles
    out[SEE_MOST] = g.most
    out[SEE_MY_TURN] = g.reason == 0 and g.turn == seat
