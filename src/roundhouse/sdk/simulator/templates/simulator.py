"""The rules of GAME_NAME (form FORM, layout LAYOUT), exactly as a server plays them, for Python without any package.

    import simulator as sim
    state = sim.load(turn["belief"])
    for row in sim.legal(state, seat):
        after = sim.clone(state)
        sim.act(after, seat, row)

A state is a record whose fields are read like `state.round_no`. Only the functions below change it. What is wrong
raises SimulatorError with a number and a sentence; whatever a state holds, nothing crashes and nothing runs for ever.
Threads may call at once, each with states of its own.

# sim: about
"""

import sys
from ctypes import (
    CDLL, POINTER, Structure as _Record, byref, c_char_p, c_double, c_int8, c_int16, c_int32, c_int64, c_uint8, c_uint16,
    c_uint32, c_uint64, create_string_buffer, pointer, sizeof,
)
from pathlib import Path

WIDTH_OF_A_ROW = WIDTH_OF_ROW  # numbers in an action's row
MOST_SEATS_OF_A_MATCH = MOST_SEATS  # seats are counted from 1
ENDINGS = {"darwin": "dylib", "win32": "dll"}

# The constants of the rules

# sim: constants


# What a state is made of


# sim: records


# The library

_library = CDLL(str(Path(__file__).with_name(f"libsimulator.{ENDINGS.get(sys.platform, 'so')}")))
_State, _Row, _Ints = POINTER(State), POINTER(c_int64), POINTER(c_int32)
for _name, _takes in {
    "load": [_State, c_char_p, c_char_p, c_char_p, c_int32], "save": [_State, c_char_p, c_int32],
    "clone": [_State, _State], "seats": [_State], "round": [_State], "tick": [_State],
    "waiting": [_State, _Ints, c_int32], "waited": [_State, c_int32], "check": [_State, c_int32, _Row],
    "act": [_State, c_int32, _Row], "leave": [_State, c_int32, c_int32], "result": [_State, _Ints],
    "legal": [_State, c_int32, _Row, c_int32], "random": [_State, c_int32, c_int64, c_int32, _Row],
    "playout": [_State, c_int64, c_int32], "worth": [_State, c_int32],
    "observe": [_State, c_int32, _Ints, c_int32],
}.items():
    getattr(_library, f"sim_{_name}").argtypes = _takes
for _name in ("error", "game", "form", "layout", "refusal", "refusal_name", "refusal_field", "refusal_rule", "ending",
              "ending_name"):
    getattr(_library, f"sim_{_name}").restype = c_char_p
_SEATS = c_int32 * MOST_SEATS_OF_A_MATCH


class SimulatorError(Exception):
    """`code` is a number below 0 (simulator.h names them), the text says what is wrong."""

    def __init__(self, code, sentence):
        super().__init__(sentence)
        self.code = code


def _checked(number):
    if number < 0:
        raise SimulatorError(number, _library.sim_error().decode())
    return number


def _word(name, code):
    return getattr(_library, f"sim_{name}")(code).decode()


if sizeof(State) != _library.sim_size() or _library.sim_layout() != b"LAYOUT":
    raise ImportError("the library beside this file is not the one that it was written with")


def load(belief):
    """The state that a belief holds: a dictionary with `layout`, `form` and `state`, as a turn brings it."""
    state, text = State(), belief["state"].encode()
    layout, form = belief["layout"].encode(), belief["form"].encode()
    _checked(_library.sim_load(byref(state), layout, form, text, len(text)))
    return state


def save(state):
    """The belief of a state."""
    text = create_string_buffer(_library.sim_text_room())
    _checked(_library.sim_save(byref(state), text, len(text)))
    return {"layout": "LAYOUT", "form": "FORM", "state": text.value.decode()}


def clone(state):
    """A copy."""
    copy = State()
    pointer(copy)[0] = state
    return copy


def seats(state):
    """How many seats the match has."""
    return _checked(_library.sim_seats(byref(state)))


def round(state):
    """Which round it is."""
    return _checked(_library.sim_round(byref(state)))


def waiting(state):
    """The seats that are waited for. A round goes on with `tick` when there are none any more."""
    listed = _SEATS()
    return listed[: _checked(_library.sim_waiting(byref(state), listed, len(listed)))]


def waited(state, seat):
    """Whether a seat is waited for."""
    return bool(_checked(_library.sim_waited(byref(state), seat)))


def check(state, seat, row):
    """0 if the action would be accepted, else the code of the refusal."""
    return _checked(_library.sim_check(byref(state), seat, _row(row)))


def refusal(code):
    """A refusal in words: name, field, rule and sentence."""
    return {what: _word(name, code) for what, name in (
        ("name", "refusal_name"), ("field", "refusal_field"), ("rule", "refusal_rule"), ("sentence", "refusal"))}


def act(state, seat, row):
    """Takes an action as a match takes it. Returns 0, or the code of the refusal; then the state is as before, except
    where a refused action counts or costs the seat, as it does in a match."""
    return _checked(_library.sim_act(byref(state), seat, _row(row)))


def leave(state, seat, reason):
    """A seat leaves, for a reason of the rules."""
    _checked(_library.sim_leave(byref(state), seat, reason))


def tick(state):
    """What happens when all have answered or the time is up."""
    _checked(_library.sim_tick(byref(state)))


def result(state):
    """None while the match runs; else why it is over, with the places and points of all seats in their order."""
    places = (c_int32 * (2 * MOST_SEATS_OF_A_MATCH))()
    reason = _checked(_library.sim_result(byref(state), places))
    if reason == 0:
        return None
    count = 2 * seats(state)
    return {"reason": reason, "name": _word("ending_name", reason), "sentence": _word("ending", reason),
            "places": places[0:count:2], "points": places[1:count:2]}


def legal(state, seat):
    """LEGAL_ACTIONS
    A list of rows; empty for a seat that is not waited for."""
    for room in (256, _checked(_library.sim_legal(byref(state), seat, None, 0))):
        rows = _rows(room)
        count = _checked(_library.sim_legal(byref(state), seat, rows, room))
        if count <= room:
            break
    numbers = rows[: count * WIDTH_OF_A_ROW]
    return [numbers[n : n + WIDTH_OF_A_ROW] for n in range(0, len(numbers), WIDTH_OF_A_ROW)]


def random(state, seat, key, number=0):
    """A legal action drawn from all that the rules allow. The same key and number give the same action."""
    row = _rows(1)
    _checked(_library.sim_random(byref(state), seat, key, number, row))
    return list(row)


def playout(state, key, rounds=1_000_000):
    """Plays on with random actions of all seats, to the end or for so many rounds. Returns why the match is over, 0 if
    it still runs."""
    return _checked(_library.sim_playout(byref(state), key, rounds))


def worth(state, seat):
    """What a seat has: the larger the better it stands."""
    return _checked(_library.sim_worth(byref(state), seat))


def observe(state, seat):
    """What a seat sees as numbers, for learning; their shape is OBSERVED_SHAPE."""
    numbers = (c_int32 * _library.sim_observed())()
    _checked(_library.sim_observe(byref(state), seat, numbers, len(numbers)))
    return list(numbers)


def _row(row):
    if len(row) != WIDTH_OF_A_ROW:
        raise ValueError(f"an action is a row of {WIDTH_OF_A_ROW} numbers, not of {len(row)}")
    return (c_int64 * WIDTH_OF_A_ROW)(*row)


def _rows(count):
    return (c_int64 * (count * WIDTH_OF_A_ROW))()
