"""States as lines: the fast writer gives the bytes of the view."""

import json

import msgspec
import pytest

from roundhouse.core.entries import enter, leave, order, tick
from roundhouse.games.spacegoo import GAME
from roundhouse.games.spacegoo.rules.tables import CONNECTION_LOST
from roundhouse.games.spacegoo.server.line_states import StateWriter, spaced

NAMES = ["alice", 'Bob "the, {box}": Zoë']


def playing(setup, rounds):
    """A match of random legal commands, round by round."""
    state = GAME.start(setup)
    yield state
    row = [0] * GAME.width
    for n in range(rounds):
        for seat in range(1, state.seats + 1):
            if state.out_round[seat] == 0:
                GAME.rules.sample(state, seat, setup.seed + seat, n, row)
                enter(GAME.rules, state, order(seat, row))
        enter(GAME.rules, state, tick())
        yield state
        if state.reason:
            return


def written(writer, seat):
    return writer.shared() + writer.own(seat)


@pytest.mark.rule("GOO-026", "GOO-027", "GOO-028", "GOO-095", "GOO-002")
@pytest.mark.parametrize("preset", ["standard", "classic"])
@pytest.mark.parametrize("seed", range(6))
def test_a_written_state_is_the_view_byte_for_byte(preset, seed):
    setup = GAME.setup(NAMES, seed=seed, preset=preset, settings={"max_rounds": 120})
    states = playing(setup, 120)
    state = next(states)
    writer = StateWriter(state, NAMES)
    count = 0
    for _ in [None, *states]:
        for seat in (0, 1, 2):
            assert written(writer, seat) == spaced(GAME.view(state, seat, NAMES))
        count += 1

    assert count > 20


@pytest.mark.rule("GOO-026")
def test_four_players_are_written_as_well():
    names = ["a", "b", "c", "d"]
    setup = GAME.setup(names, seed=3, settings={"players": 4, "max_rounds": 60})
    states = playing(setup, 60)
    state = next(states)
    writer = StateWriter(state, names)
    for _ in [None, *states]:
        assert written(writer, 3) == spaced(GAME.view(state, 3, names))


@pytest.mark.rule("GOO-025", "GOO-095")
def test_a_state_is_one_line_of_json_with_spaces():
    state = GAME.start(GAME.setup(NAMES, seed=2))

    line = written(StateWriter(state, NAMES), 2)

    assert line.startswith(b'{"planets": [{"id": 0, "x": 0, "y": 0, "owner_id": 0, "ships": [')
    assert b"\n" not in line
    assert json.dumps(json.loads(line), ensure_ascii=False).encode() == line


@pytest.mark.rule("GOO-026", "GOO-027", "GOO-002")
def test_the_keys_and_their_order():
    standard = json.loads(written(StateWriter(GAME.start(GAME.setup(NAMES, seed=2)), NAMES), 1))
    classic = json.loads(written(StateWriter(GAME.start(GAME.setup(NAMES, seed=2, preset="classic")), NAMES), 1))

    keys = ["planets", "fleets", "round", "max_rounds", "hyperlanes", "player_id", "game_over", "winner", "players"]
    planet = ["id", "x", "y", "owner_id", "ships", "production", "production_rounds_left"]
    assert list(standard) == keys
    assert list(standard["planets"][0]) == planet
    assert standard["players"] == [
        {"id": 1, "name": NAMES[0], "itsme": True},
        {"id": 2, "name": NAMES[1], "itsme": False},
    ]
    assert list(classic) == [key for key in keys if key != "hyperlanes"]
    assert list(classic["planets"][0]) == planet[:-1]


@pytest.mark.rule("GOO-101")
def test_the_log_has_neither_player_id_nor_itsme():
    state = GAME.start(GAME.setup(NAMES, seed=2))

    line = json.loads(written(StateWriter(state, NAMES), 0))

    assert "player_id" not in line
    assert line["players"] == [{"id": 1, "name": NAMES[0]}, {"id": 2, "name": NAMES[1]}]


@pytest.mark.rule("GOO-029")
def test_the_last_state_names_the_winner():
    state = GAME.start(GAME.setup(NAMES, seed=2))
    writer = StateWriter(state, NAMES)
    running = msgspec.json.decode(written(writer, 1))
    enter(GAME.rules, state, leave(1, CONNECTION_LOST))
    enter(GAME.rules, state, tick())
    final = msgspec.json.decode(written(writer, 1))

    assert (running["game_over"], running["winner"]) == (False, None)
    assert (final["game_over"], final["winner"]) == (True, 2)


@pytest.mark.rule("GOO-019", "GOO-026")
def test_quiet_rounds_are_written_as_exactly_as_busy_ones():
    """Nothing flies most of the time, and production ends in between; planets change by a single fleet now and then."""
    setup = GAME.setup(NAMES, seed=4, settings={"production_rounds": 30, "max_rounds": 200})
    state = GAME.start(setup)
    writer = StateWriter(state, NAMES)
    row = [0] * GAME.width
    for n in range(150):
        if n % 37 == 5:
            GAME.rules.sample(state, 1, 9, n, row)
            enter(GAME.rules, state, order(1, row))
        enter(GAME.rules, state, tick())
        if n % 11 != 3:  # not every state is asked for
            assert written(writer, 1) == spaced(GAME.view(state, 1, NAMES))
    assert state.next_fleet >= 3
