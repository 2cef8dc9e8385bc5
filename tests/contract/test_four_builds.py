"""Games give the same bytes interpreted, by this machine's compiler, by Zig's, and in WebAssembly.

Each random game is played interpreted once, with entries of all kinds: orders, actions that are refused, that count but
do nothing or that cost the seat, seats that leave, ticks. The others play the same entries and must end with the same
bytes. A thousand games of each game in the long run, and a hundred of each large form.
"""

import importlib
from dataclasses import dataclass
from pathlib import Path
from random import Random

import numpy as np
import pytest
from tests.contract.random_play import forms, legal_row, odd_row, same_bytes, setups
from tests.core.native.small_library import Wasm, native, needs_compiler, needs_zig, node
from tests.scale import LONG, amount, seed_for

from roundhouse.core import schema
from roundhouse.core.batch import Batch
from roundhouse.core.native import entry_modules
from roundhouse.core.native.compiler import compiler, zig
from roundhouse.core.schema import LARGE, SMALL
from roundhouse.games import GAMES

pytestmark = [pytest.mark.slow, needs_compiler]
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)

REPLAY = Path(__file__).with_name("entry_replay.py")
CHECKED, ORDER, VOID, TICK, LEAVE = 0, 1, 2, 3, 4
TOGETHER = {SMALL: 50, LARGE: 8}  # games at a time: a large state takes 60 MB as objects
# Rounds of a game at the most; a round of the Dungeon is a long one, and so is a turn of Quest.
ROUNDS = {"spacegoo": 60, "rally": 12, "dungeon": 8, "quest": 12, "boidvoid": 8}
LARGE_ROUNDS = {"spacegoo": 40, "dungeon": 3, "quest": 5, "boidvoid": 3}


@dataclass
class Played:
    """Games as they were played interpreted: where they began, the entries of each, and where they ended."""

    game: object
    form: str
    starts: list
    entries: list
    ends: list

    def records(self):
        return packed(self.game, self.starts, self.form)

    def assert_same(self, records):
        assert same_bytes(self.ends, records, self.game, self.form)


def packed(game, states, form):
    made = schema.records(game.state, len(states), form)
    for i, state in enumerate(states):
        made[i] = schema.pack(state, form)[0]
    return made


def interpreted(game, form, count, seed):
    """Random games in batches, so that the long run does not hold all of them at once."""
    rng = Random(seed)
    chosen = setups(game, count, form=form, seed=seed)
    kinds = set()
    together = TOGETHER[form]
    for first in range(0, count, together):
        starts = [game.start(setup) for setup, _ in zip(chosen, range(min(together, count - first)), strict=False)]
        ends = [schema.clone(state) for state in starts]
        entries = [play(game, state, rng, ROUNDS[game.key] if form == SMALL else LARGE_ROUNDS[game.key], first + i == 0)
                   for i, state in enumerate(ends)]  # fmt: skip
        kinds |= {int(kind) for rows in entries for kind in rows[:, 0]}
        yield Played(game, form, starts, entries, ends)
    verdicts = {refusal.verdict for refusal in game.refusals}
    assert kinds >= {ORDER, TICK, LEAVE, *([VOID] if "void" in verdicts and count >= TOGETHER[SMALL] else [])}


def play(game, state, rng, rounds, leaves):
    """Random play until the game is over, at most so many rounds. Returns its entries; in a game that `leaves`, a seat
    does at once."""
    rules, waited, rows = game.rules, [0] * (game.seats_max + 1), []

    def enter(kind, seat, row, code=0):
        state.event_count = state.events_lost = 0
        if kind == ORDER:
            rules.act(state, seat, row)
        elif kind == VOID:
            rules.void(state, seat, row)
        elif kind == LEAVE:
            rules.leave(state, seat, row[0])
        elif kind == TICK:
            rules.tick(state)
        rows.append([kind, seat, code, *row, *[0] * (game.width - len(row))])

    for _ in range(rounds):
        while rules.waiting(state, waited):
            seat = rng.choice([seat for seat in range(1, state.seats + 1) if waited[seat]])
            if leaves or (len(rows) > 20 and rng.random() < 0.002):
                leaves = False
                enter(LEAVE, seat, [rng.choice(game.leave_reasons).code])
                continue
            row = odd_row(game, state, seat, rng) if rng.random() < 0.15 else legal_row(game, state, seat, rng)
            code = rules.check(state, seat, row)
            refusal = game.refusal(code) if code else None
            enter({None: ORDER, "void": VOID}.get(refusal and refusal.verdict, CHECKED), seat, row, code)
            if refusal is not None and refusal.verdict == "forfeit":
                enter(LEAVE, seat, [refusal.leaves])
        enter(TICK, 0, [])
        if game.result(state) is not None:
            break
    return np.array(rows, np.int64)


def replay_module(game):
    """`entry_replay.py` with the rules of a game."""
    contract, tables = (importlib.import_module(f"{game.package}.rules.{name}") for name in ("contract", "tables"))
    names = {name: getattr(contract, name) for name in ("act", "check", "leave", "tick", "void")}
    names |= {"State": game.state, "WIDTH": tables.WIDTH}
    return entry_modules.executed(REPLAY, f"tests.contract.entry_replay_{game.key}", names)


def replayed(game, played, call):
    """All games once more by `call`, which takes the arguments of `replay` for each of them."""
    records, row = played.records(), np.zeros(game.width, np.int64)
    codes = [np.zeros(1, np.int64) for _ in played.entries]
    done = call([(records, i, rows, row, codes[i]) for i, rows in enumerate(played.entries)])
    assert done == [len(rows) for rows in played.entries]
    assert [int(code[0]) for code in codes] == [-1] * len(codes)
    played.assert_same(records)


def share(game, form):
    """A game and form; which are only for a night."""
    many = game.key != "spacegoo" or form == LARGE
    return pytest.param(game, form, id=f"{game.key}-{form}", marks=[pytest.mark.long] if many else [])


BY_FORM = [(game, form) for game in GAMES.values() for form in sorted(forms(game), reverse=True)]
NUMBERS = {SMALL: amount(20, 1000), LARGE: amount(2, 100)}


@pytest.mark.timeout(amount(300, 7200))  # interpreted rules are slow
@pytest.mark.parametrize(("game", "form"), [pytest.param(*one, id=f"{one[0].key}-{one[1]}") for one in BY_FORM])
def test_the_library_plays_as_the_interpreter_does(game, form):
    """The library that the product uses, entry by entry as a match enters them."""
    functions, row = game.native, np.zeros(game.width, np.int64)
    for played in interpreted(game, form, NUMBERS[form], seed_for(f"the library's games of {game.key}, {form}")):
        records = played.records()
        for i, rows in enumerate(played.entries):
            for kind, seat, code, *given in rows.tolist():
                records[i]["event_count"] = records[i]["events_lost"] = 0
                row[:] = given
                if kind == TICK:
                    functions.enter_tick(records, i)
                elif kind == LEAVE:
                    functions.enter_leave(records, i, seat, given[0])
                else:
                    assert functions.checked(records, i, seat, row) == code
                    if kind == ORDER:
                        functions.enter_order(records, i, seat, row)
                    elif kind == VOID:
                        functions.enter_void(records, i, seat, row)
        played.assert_same(records)
        if LONG:
            with_results(played, records)


def with_results(played, records):
    places = np.zeros((played.game.seats_max + 1, 2), np.int64)
    for i, state in enumerate(played.ends):
        over = played.game.result(state)
        assert (played.game.native.finished(records, i, places) != 0) == (over is not None)
        if over is not None:
            told = [tuple(places[seat]) for seat in range(1, state.seats + 1)]
            assert told == [(place.place, place.points) for place in over.places]


@needs_zig
@pytest.mark.skipif(node() is None, reason="Node is not here")
@pytest.mark.timeout(amount(300, 7200))
@pytest.mark.parametrize(("game", "form"), [share(*one) for one in BY_FORM])
def test_both_compilers_and_webassembly_play_as_the_interpreter_does(game, form, tmp_path):
    entries = {"replay": replay_module(game).replay}
    ours, zigs = (native(entries.values(), tmp_path, form, used=used) for used in (compiler(), zig()))
    with Wasm(entries, tmp_path, form) as module:
        calls = [
            lambda given: [ours.replay(*one) for one in given],
            lambda given: [zigs.replay(*one) for one in given],
            lambda given: module.call(*(("replay", one) for one in given)),
        ]
        for played in interpreted(game, form, NUMBERS[form], seed_for(f"four builds of {game.key}, {form}")):
            for call in calls:
                replayed(game, played, call)


@every_game
def test_batches_play_step_and_sample_alike(game):
    """What batches offer beside single entries: rollouts, steps from given actions, samples, playouts with points."""
    seed = seed_for(f"batches of {game.key}")
    chosen = list(setups(game, amount(3, 20), form=SMALL, seed=seed))
    fast, slow = (Batch.of(game, chosen, native=native) for native in (True, False))
    for turn in range(8):
        actions = fast.sample(seed=seed, n=turn)
        assert actions.tolist() == slow.sample(seed=seed, n=turn).tolist()
        actions[turn % len(chosen), 1, turn % game.width] += turn  # now and then one that is refused
        for one, two in zip(fast.step(actions), slow.step(actions), strict=True):
            assert one.tolist() == two.tolist()
    for by_round in (False, True):
        ended = [batch.rollout(3, seed=seed, by_round=by_round) for batch in (fast, slow)]
        assert ended[0] == ended[1]
    assert same_bytes(slow.states, fast.states, game, fast.form)
    assert fast.playout(600, seed=seed).tolist() == slow.playout(600, seed=seed).tolist()
    assert same_bytes(slow.states, fast.states, game, fast.form)
