"""A tiny game with secrets, made of nothing but the contract: every seat knows its own number and guesses the sum.

Guesses are sealed until the tick. With `open` they are not: then orders happen at once and one seat after the other
guesses, as often as it likes, until it is done.
"""

from dataclasses import replace
from types import SimpleNamespace
from typing import Annotated

import msgspec
from msgspec import Struct

from roundhouse.core.game import Game, Reason, Refusal
from roundhouse.core.rules import below, draw, stream
from roundhouse.core.schema import DERIVED, i4, new, struct, u1, u2

SEATS = 4
GUESS, DONE = 0, 1
NOT_NOW, TOO_LARGE = 1, 2
ROUNDS = 4


@struct
class State:
    seats: u1
    round_no: u2
    turn: u1  # whose turn it is, in the open game
    openly: u1
    last_seat: u1
    secret: Annotated[list[i4], SEATS + 1]
    guess: Annotated[list[i4], SEATS + 1]
    ordered: Annotated[list[u1], SEATS + 1]
    points: Annotated[list[i4], SEATS + 1]
    left: Annotated[list[u1], SEATS + 1]
    event_count: Annotated[u2, DERIVED]
    events_lost: Annotated[u2, DERIVED]
    last_kind: Annotated[u1, DERIVED]


class Guess(Struct, frozen=True, tag="guess"):
    number: int


class Done(Struct, frozen=True, tag="done"):
    pass


class Dealt(Struct, frozen=True, tag="dealt"):
    seat: int
    number: int | None


class Guessed(Struct, frozen=True, tag="guessed"):
    seat: int
    number: int


class Scored(Struct, frozen=True, tag="scored"):
    points: list[int]


class View(Struct, frozen=True):
    round: int
    mine: int | None
    my_guess: int | None
    points: list[int]


class Settings(Struct, frozen=True):
    players: int = 2


def start(setup):
    state = new(State)
    state.seats = len(setup.seats)
    state.turn = 1
    deal(state, setup.seed)
    return state


def deal(state, seed):
    for seat in range(1, state.seats + 1):
        state.secret[seat] = below(draw(stream(seed, seat), state.round_no), 100)


def waiting(state, out):
    count = 0
    for seat in range(1, state.seats + 1):
        due = state.turn == seat if state.openly else not state.ordered[seat]
        out[seat] = state.round_no < ROUNDS and not state.left[seat] and due
        count += out[seat]
    return count


def check(state, seat, row):
    if state.round_no >= ROUNDS or state.left[seat] or (state.openly and state.turn != seat):
        return NOT_NOW
    return TOO_LARGE if not 0 <= row[1] <= 1000 else 0


def act(state, seat, row):
    state.last_kind = 0
    state.last_seat = seat
    if row[0] == GUESS:
        state.guess[seat] = row[1]
        state.ordered[seat] = 1
        if state.openly:
            state.last_kind = 1
            state.event_count = 1
    elif state.openly:
        state.turn += 1
        if state.turn > state.seats:
            state.turn = 0
    else:
        state.ordered[seat] = 1


def leave(state, seat, reason):
    state.left[seat] = reason
    state.last_kind = 0


def tick(state):
    total = sum(state.secret[1 : state.seats + 1])
    for seat in range(1, state.seats + 1):
        state.points[seat] += max(0, 100 - abs(total - state.guess[seat])) if state.ordered[seat] else 0
        state.guess[seat] = state.ordered[seat] = 0
    state.round_no += 1
    state.turn = 1
    if sum(not state.left[seat] for seat in range(1, state.seats + 1)) < 2:
        state.round_no = ROUNDS
    state.last_kind = 2
    state.event_count = 1


def result(state, out):
    if state.round_no < ROUNDS:
        return 0
    for seat in range(1, state.seats + 1):
        out[seat, 0] = 1 + sum(state.points[other] > state.points[seat] for other in range(1, state.seats + 1))
        out[seat, 1] = state.points[seat]
    return 1


def view(state, seat, names):
    shown = [state.points[n] for n in range(1, state.seats + 1)]
    return View(state.round_no, state.secret[seat] if seat else None, state.guess[seat] if seat else None, shown)


def state_from_view(view, setup):
    """The view does not say whose it is: the own number is seat 1's, and nobody else has one."""
    shown = msgspec.convert(msgspec.to_builtins(view), View)
    state = new(State)
    state.seats, state.round_no, state.turn = len(setup.seats), shown.round, 1
    state.points[1 : state.seats + 1] = shown.points
    state.secret[1], state.guess[1] = shown.mine or 0, shown.my_guess or 0
    return state


def events(state):
    if not state.event_count:
        return []
    if state.last_kind == 1:
        return [Guessed(state.last_seat, state.guess[state.last_seat])]
    shown = [state.points[n] for n in range(1, state.seats + 1)]
    return [Scored(shown), *(Dealt(n, state.secret[n]) for n in range(1, state.seats + 1))]


def of_event(state, event, seat):
    if isinstance(event, Dealt) and event.seat != seat:
        return Dealt(event.seat, None)
    return event


def row_of(action):
    return [GUESS, action.number] if isinstance(action, Guess) else [DONE, 0]


WHISPER = Game(
    key="whisper",
    name="Whisper",
    sentence="Guess the sum of all numbers.",
    version="1",
    rules_prefix="WHI",
    seat_counts=(2, 3, 4),
    state=State,
    seats_max=SEATS,
    width=2,
    settings=Settings,
    presets={"standard": {}},
    actions=Guess | Done,
    refusals=(
        Refusal(NOT_NOW, "not_now", "", "WHI-001", "Not now."),
        Refusal(TOO_LARGE, "too_large", "number", "WHI-002", "At most 1000."),
    ),
    leave_reasons=(Reason(1, "connection_lost", "", "gone"), Reason(2, "resigned", "", "resigned")),
    end_reasons=(Reason(1, "counted", "", "The points were counted."),),
    immediate_orders=False,
    timeout_reason=0,
    make_start=start,
    row_of=lambda action, state: row_of(action),
    action_of=lambda row, state: Guess(row[1]) if row[0] == GUESS else Done(),
    view=view,
    state_from_view=state_from_view,
    events=events,
    window_ms=lambda setup: 1000,
    bots={},
    secrets=True,
    of_event=of_event,
)


def open_start(setup):
    state = start(setup)
    state.openly = 1
    return state


OPEN = replace(WHISPER, immediate_orders=True, make_start=open_start)

RULES = SimpleNamespace(waiting=waiting, check=check, act=act, void=act, leave=leave, tick=tick, result=result)
WHISPER.__dict__["rules"] = OPEN.__dict__["rules"] = RULES
