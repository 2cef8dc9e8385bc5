"""Native and interpreted rules give the same bytes: large games, games with actions that are off, all entries."""

from random import Random

import numpy as np
import pytest
from tests.contract.random_play import forms, legal_row, odd_row, same_bytes, setups
from tests.scale import amount, seed_for

from roundhouse.core import schema
from roundhouse.core.batch import Batch
from roundhouse.core.entries import enter as enter_object
from roundhouse.core.entries import leave, order, tick, void
from roundhouse.core.native import available, why_not
from roundhouse.core.schema import LARGE, SMALL
from roundhouse.games import GAMES

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not available(), reason=f"rules cannot run natively here: {why_not()}"),
]


ROUNDS = {"dungeon": 15, "quest": 18, "boidvoid": 15}  # of a part
LARGE_GAMES = {"dungeon": 3, "quest": 3, "boidvoid": 4}  # of which each is a hundred times as large as one of Spacegoo


def large_games():
    """All but one only in the long run: compiling them takes many times as long as playing them."""
    for game in GAMES.values():
        if LARGE in forms(game):
            yield pytest.param(game, id=game.key, marks=[pytest.mark.long] if game.key in LARGE_GAMES else [])


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("game", list(large_games()))
def test_games_in_the_large_form_are_equal_in_all_bytes(game):
    seed = seed_for(f"large games of {game.key}")
    chosen = list(setups(game, LARGE_GAMES.get(game.key, amount(6, 42)), form=LARGE, seed=seed))
    fast, slow = Batch.of(game, chosen, native=True), Batch.of(game, chosen, native=False)
    for part in range(3):
        rounds = ROUNDS.get(game.key, 60)
        assert fast.rollout(rounds, seed=seed + part) == slow.rollout(rounds, seed=seed + part)
        assert same_bytes(slow.states, fast.states, game, fast.form)

    rng = Random(seed)
    waited = [0] * (game.seats_max + 1)
    for _ in range(40):
        actions = np.zeros((len(chosen), game.seats_max + 1, game.width), np.int64)
        for i in range(len(chosen)):
            game.rules.waiting(slow.states[i], waited)
            for seat in range(1, slow.states[i].seats + 1):
                if waited[seat]:
                    make = odd_row if rng.random() < 0.1 else legal_row
                    actions[i, seat] = make(game, slow.states[i], seat, rng)
        for one, two in zip(fast.step(actions), slow.step(actions), strict=True):
            assert one.tolist() == two.tolist()
    assert same_bytes(slow.states, fast.states, game, fast.form)


@every_game
def test_entries_of_all_kinds_are_equal_in_all_bytes(game):
    """Checked and entered one by one: orders, actions that count but do nothing, and seats that leave."""
    seed = seed_for(f"entries of {game.key}")
    rng = Random(seed)
    seen = set()
    for number, setup in enumerate(setups(game, amount(12, 60), form=SMALL, seed=seed)):
        state = game.start(setup)
        form = game.form_of(setup)
        record = schema.pack(state, form)
        waited = [0] * (game.seats_max + 1)
        leaves_at = number  # somebody, at the latest: in the first match at once
        for ticks in range(60):
            game.rules.waiting(state, waited)
            for seat in (seat for seat in range(1, state.seats + 1) if waited[seat]):
                if ticks == leaves_at or rng.random() < 0.005:
                    leaves_at = -1
                    gone = leave(seat, rng.choice(game.leave_reasons).code)
                    seen.add(gone.name)
                    enter_object(game.rules, state, gone)
                    enter_record(game, record, gone)
                    continue
                make = odd_row if rng.random() < 0.2 else legal_row
                row = np.array(make(game, state, seat, rng), np.int64)
                code = game.rules.check(state, seat, row.tolist())
                assert game.native.checked(record, 0, seat, row) == code
                entry = entry_of(game, seat, row.tolist(), code)
                if entry is not None:
                    seen.add(entry.name)
                    enter_object(game.rules, state, entry)
                    enter_record(game, record, entry)
            enter_object(game.rules, state, tick())
            enter_record(game, record, tick())
            if game.result(state) is not None:
                break
        assert same_bytes([state], record, game, form)
    assert seen == {"order", "leave", *({"void"} & {refusal.verdict for refusal in game.refusals})}


def entry_of(game, seat, row, code):
    """What becomes of an action, as a match decides it."""
    if code == 0:
        return order(seat, row)
    refusal = game.refusal(code)
    if refusal.verdict == "void":
        return void(seat, row)
    return leave(seat, refusal.leaves) if refusal.verdict == "forfeit" else None


def enter_record(game, record, entry):
    row = np.array(entry.row, np.int64)
    record["event_count"] = record["events_lost"] = 0
    if entry.name == "order":
        game.native.enter_order(record, 0, entry.seat, row)
    elif entry.name == "void":
        game.native.enter_void(record, 0, entry.seat, row)
    elif entry.name == "leave":
        game.native.enter_leave(record, 0, entry.seat, entry.row[0])
    else:
        game.native.enter_tick(record, 0)


@every_game
def test_results_and_observations_are_equal(game):
    seed = seed_for(f"results of {game.key}")
    chosen = list(setups(game, amount(4, 12), form=SMALL, seed=seed))
    fast, slow = Batch.of(game, chosen, native=True), Batch.of(game, chosen, native=False)

    assert fast.playout(600, seed=seed).tolist() == slow.playout(600, seed=seed).tolist()
    places = np.zeros((game.seats_max + 1, 2), np.int64)
    for i in range(len(chosen)):
        assert game.native.finished(fast.states, i, places) != 0
        result = game.result(slow.states[i])
        told = [tuple(places[seat]) for seat in range(1, len(result.places) + 1)]
        assert told == [(place.place, place.points) for place in result.places]
