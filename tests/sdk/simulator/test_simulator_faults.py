"""What is wrong comes back as a number with a sentence: beliefs for other libraries, and states of any bytes."""

import base64
import ctypes
import random
import zlib

import pytest
from msgspec import to_builtins
from tests.contract.random_play import setups
from tests.scale import amount, seed_for
from tests.sdk.simulator.conftest import needs_compiler

from roundhouse.core.belief import encoded
from roundhouse.core.schema import LARGE, SMALL, schema_of
from roundhouse.games import GAMES

pytestmark = [needs_compiler, pytest.mark.slow]
LAYOUT, FORM, TEXT, SIZE, SEAT, FAULT, ENDLESS = -1, -2, -3, -4, -5, -8, -9
CALLS = (
    lambda sim, state, row: sim.waiting(state),
    lambda sim, state, row: sim.check(state, 1, row),
    lambda sim, state, row: sim.act(state, 1, row),
    lambda sim, state, row: sim.leave(state, 1, 1),
    lambda sim, state, row: sim.legal(state, 1),
    lambda sim, state, row: sim.random(state, 1, 5),
    lambda sim, state, row: sim.worth(state, 1),
    lambda sim, state, row: sim.observe(state, 1),
    lambda sim, state, row: sim.result(state),
    lambda sim, state, row: sim.tick(state),
    lambda sim, state, row: sim.playout(state, 5, 3),
)


def first(game, form=SMALL):
    """The belief of a first state."""
    game = GAMES[game]
    return to_builtins(encoded(game.start(next(iter(setups(game, 1, form=form, seed=0)))), form))


def refused(sim, belief):
    with pytest.raises(sim.SimulatorError) as raised:
        sim.load(belief)
    return raised.value.code, str(raised.value)


def text_of(data):
    return base64.b64encode(zlib.compress(data)).decode()


def test_a_belief_that_is_not_for_this_library_is_refused_with_the_reason(simulators):
    sim, belief = simulators.module("spacegoo"), first("spacegoo")
    size = ctypes.sizeof(sim.State)
    layout = f"the layout is another than {belief['layout']}: the library is of another version"
    form = "this library is for states of the small form"
    torn = "this is no deflated state in base64, or it is torn"

    assert refused(sim, belief | {"layout": "0" * 16}) == (LAYOUT, layout)
    assert refused(sim, first("spacegoo", LARGE)) == (FORM, form)
    for text in ("", "no base64", belief["state"][:-4], belief["state"][4:], belief["state"] + "AAAA", "AAAA" * 9):
        assert refused(sim, belief | {"state": text}) == (TEXT, torn)
    assert refused(sim, belief | {"state": text_of(bytes(size - 1))}) == (
        SIZE, f"a state has {size} bytes, and this text has {size - 1}"
    )  # fmt: skip
    assert refused(sim, belief | {"state": text_of(bytes(50_000_000))}) == (
        SIZE, f"a state has {size} bytes, and this text has more"
    )  # fmt: skip


def test_a_seat_or_an_action_that_is_not_there_is_refused(simulators):
    sim = simulators.module("spacegoo")
    state = sim.load(first("spacegoo"))
    count = sim.seats(state)
    for seat in (0, -1, count + 1, 2**31 - 1):
        with pytest.raises(sim.SimulatorError, match=f"there is no seat {seat}; there are {count}") as raised:
            sim.act(state, seat, [0] * 6)
        assert raised.value.code == SEAT
    sim.act(state, 1, [0] * 6)
    with pytest.raises(sim.SimulatorError, match="seat 1 is not waited for"):
        sim.random(state, 1, 5)
    assert sim.legal(state, 1) == []
    with pytest.raises(ValueError, match="an action is a row of 6 numbers, not of 2"):
        sim.act(state, 2, [0, 0])


def test_a_refused_action_changes_nothing_unless_it_counts(simulators):
    sim = simulators.module("spacegoo")
    state = sim.load(first("spacegoo"))
    before = bytes(state)
    assert sim.refusal(sim.act(state, 1, [7, 0, 0, 0, 0, 0]))["name"] == "bad_action"
    assert bytes(state) == before
    theirs = next(n for n in range(state.planet_count) if state.planets[n].owner == 2)
    near = next(n for n in range(state.planet_count) if state.lane[theirs][n])
    assert sim.refusal(sim.act(state, 1, [sim.SEND, theirs, near, 1, 0, 0]))["name"] == "not_owner"
    assert not sim.waited(state, 1)


def test_a_state_with_a_ring_in_its_lists_does_not_run_for_ever(simulators):
    sim = simulators.module("spacegoo")
    state = sim.load(first("spacegoo"))
    state.first[3], state.fleets[1].after = 1, 1
    with pytest.raises(
        sim.SimulatorError, match=r"spacegoo/.*\.py:\d+: loops took more turns than a call is allowed"
    ) as raised:
        sim.worth(state, 1)
    assert raised.value.code == ENDLESS


def test_a_count_out_of_range_names_the_line_of_the_rule(simulators):
    sim = simulators.module("spacegoo")
    state = sim.load(first("spacegoo"))
    state.planet_count = 30_000
    with pytest.raises(
        sim.SimulatorError, match=r"games/spacegoo/.*\.py:\d+: index 21 is out of range for a length of 21"
    ) as raised:
        sim.worth(state, 1)
    assert raised.value.code == FAULT
    assert sim.round(sim.load(first("spacegoo"))) == 0


@pytest.mark.timeout(amount(120, 3600))
@pytest.mark.parametrize(
    "game", [pytest.param(key, marks=[] if key == "rally" else [pytest.mark.long]) for key in GAMES]
)
def test_states_of_any_bytes_harm_nobody(simulators, game):
    """All numbers of the state itself, and any bytes."""
    sim, dice = simulators.module(game), random.Random(seed_for(f"hostile states of {game}"))
    kind = schema_of(GAMES[game].state).dtype(SMALL)
    places = [
        (kind.fields[name][1], kind.fields[name][0].itemsize)
        for name in kind.names
        if not kind.fields[name][0].subdtype
    ]
    state = sim.load(first(game))
    sim.playout(state, 1, 3)
    whole, codes = bytes(state), set()
    for n in range(amount(40, 3000)):
        data = bytearray(whole)
        if n % 3 == 0:
            data[:] = dice.randbytes(len(data))
        elif n % 3 == 1:
            for _ in range(dice.choice((1, 3, 20))):
                at, size = dice.choice(places)
                data[at : at + size] = dice.choice((b"\xff" * size, b"\x7f" * size, dice.randbytes(size), bytes(size)))
        else:
            for _ in range(dice.choice((1, 30, 1000))):
                data[dice.randrange(len(data))] = dice.randrange(256)
        belief = sim.save(state) | {"state": text_of(bytes(data))}
        for call in CALLS:
            one = sim.load(belief)
            row = [
                dice.choice((0, 1, 2, -1, dice.randrange(-9, 99), 2**31, -(2**63))) for _ in range(sim.WIDTH_OF_A_ROW)
            ]
            try:
                call(sim, one, row)
            except sim.SimulatorError as error:
                codes.add(error.code)
    assert codes  # which ones, the bytes decide; those above are sure
