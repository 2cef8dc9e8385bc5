"""Games give the same bytes interpreted, native by two compilers, and in WebAssembly: both forms, entries of all kinds,
steps, playouts and observations. A thousand games of each in the long run."""

from random import Random

import numpy as np
import pytest
from tests.contract.random_play import forms, legal_row, odd_row, same_bytes, setups
from tests.core.native.small_library import Wasm, native, needs_compiler, needs_zig, node
from tests.scale import amount, seed_for

from roundhouse.core import schema
from roundhouse.core.native import entry_modules, kernels
from roundhouse.core.native.compiler import zig
from roundhouse.core.rules import stream
from roundhouse.core.schema import LARGE, SMALL
from roundhouse.games import GAMES

pytestmark = [pytest.mark.slow, needs_compiler]
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
# Of a part; a round of the Dungeon is a long one, and so is a turn of Quest.
ROUNDS = {"dungeon": 5, "quest": 6, "boidvoid": 5}
LARGE_ROUNDS = {"spacegoo": 60, "dungeon": 8, "quest": 10, "boidvoid": 8}
BY_FORM = [pytest.param(game, form, id=f"{game.key}-{form}") for game in GAMES.values() for form in sorted(forms(game))]


class Matches:
    """Some matches as objects and as records, which are to be the same."""

    def __init__(self, game, form, count, seed):
        self.game, self.form = game, form
        self.objects = [game.start(setup) for setup in setups(game, count, form=form, seed=seed)]
        self.first = [schema.clone(state) for state in self.objects]
        self.records, self.first_records = self.packed(), self.packed()
        self.interpreted = entry_modules.kernels(game.package)
        self.room = [schema.new(self.interpreted.Scratch, form)]
        self.room_record = schema.records(self.interpreted.Scratch, 1, form)

    def packed(self):
        made = schema.records(self.game.state, len(self.objects), self.form)
        for i, state in enumerate(self.objects):
            made[i] = schema.pack(state, self.form)[0]
        return made

    def rollout(self, functions, rounds, key):
        """Random play in both; returns how many matches ended."""
        n = len(self.objects)
        ended = self.interpreted.rollout(self.objects, self.first, rounds, key, 0, n, self.room)
        got = functions.rollout(self.records, self.first_records, rounds, np.uint64(key), 0, n, self.room_record)
        assert got == ended
        return ended

    def assert_same(self):
        assert same_bytes(self.objects, self.records, self.game, self.form)


@pytest.mark.timeout(amount(300, 3600))
@pytest.mark.parametrize(("game", "form"), BY_FORM)
def test_random_games_are_equal_in_all_bytes(game, form):
    seed = seed_for(f"native games of {game.key} in the {form} form")
    count, rounds = (amount(16, 1000), ROUNDS.get(game.key, 40)) if form == SMALL else (2, LARGE_ROUNDS[game.key])
    for first in range(0, count, 100):
        matches = Matches(game, form, min(100, count - first), seed + first)
        for part in range(3):
            matches.rollout(kernels(game.package), rounds, stream(seed + part, 0))
            matches.assert_same()


@every_game
def test_entries_of_all_kinds_are_equal_in_all_bytes(game):
    """Checked and entered one by one: orders, actions that count but do nothing, and seats that leave."""
    rng = Random(seed_for(f"native entries of {game.key}"))
    functions = kernels(game.package)
    places, seen = np.zeros((game.seats_max + 1, 2), np.int64), set()
    for number in range(amount(4, 60)):
        matches = Matches(game, SMALL, 1, rng.randrange(10**6))
        state, record, waited = matches.objects[0], matches.records, [0] * (game.seats_max + 1)
        for ticks in range(40):
            game.rules.waiting(state, waited)
            for seat in (seat for seat in range(1, state.seats + 1) if waited[seat]):
                if ticks == number or rng.random() < 0.005:
                    reason = rng.choice(game.leave_reasons).code
                    game.rules.leave(state, seat, reason)
                    functions.enter_leave(record, 0, seat, reason)
                    seen.add("leave")
                    continue
                row = (odd_row if rng.random() < 0.2 else legal_row)(game, state, seat, rng)
                given = np.array(row, np.int64)
                code = game.rules.check(state, seat, row)
                assert functions.checked(record, 0, seat, given) == code
                if code == 0:
                    game.rules.act(state, seat, row)
                    functions.enter_order(record, 0, seat, given)
                    seen.add("order")
                elif game.refusal(code).verdict == "void":
                    game.rules.void(state, seat, row)
                    functions.enter_void(record, 0, seat, given)
            game.rules.tick(state)
            functions.enter_tick(record, 0)
            over = game.result(state)
            assert (functions.finished(record, 0, places) != 0) == (over is not None)
            if over is not None:
                told = [tuple(places[seat]) for seat in range(1, state.seats + 1)]
                assert told == [(place.place, place.points) for place in over.places]
                break
        matches.assert_same()
    assert seen == {"leave", "order"}


@every_game
def test_steps_playouts_and_samples_are_equal(game):
    seed = seed_for(f"native steps of {game.key}")
    matches, functions = Matches(game, SMALL, amount(3, 20), seed), kernels(game.package)
    n, seats = len(matches.objects), game.seats_max + 1
    for turn in range(12):
        key = stream(seed, turn)
        actions = np.zeros((n, seats, game.width), np.int64)
        listed = schema.Grid(actions.tolist())
        functions.sampled(matches.records, np.uint64(key), turn, actions, 0, n, matches.room_record)
        matches.interpreted.sampled(matches.objects, key, turn, listed, 0, n, matches.room)
        assert actions.tolist() == listed
        actions[turn % n, 1, turn % game.width] += turn  # now and then one that is refused
        out = [np.zeros((n, seats), np.int64) for _ in range(2)]
        plain = [schema.Grid(one.tolist()) for one in out]
        functions.step(matches.records, actions, *out, 0, n, matches.room_record)
        matches.interpreted.step(matches.objects, schema.Grid(actions.tolist()), *plain, 0, n, matches.room)
        assert [one.tolist() for one in out] == plain
    matches.assert_same()
    points = np.zeros((n, seats), np.int64)
    counted = schema.Grid(points.tolist())
    functions.playout(matches.records, 40, np.uint64(seed), points, 0, n, matches.room_record)
    matches.interpreted.playout(matches.objects, 40, seed, counted, 0, n, matches.room)
    assert points.tolist() == counted
    draws, drawn = np.zeros(n, np.int64), [0] * n
    functions.rollout_by_round(
        matches.records, matches.first_records, 3, np.uint64(seed), draws, 0, n, matches.room_record
    )
    matches.interpreted.rollout_by_round(matches.objects, matches.first, 3, seed, drawn, 0, n, matches.room)
    assert draws.tolist() == drawn
    matches.assert_same()


# Other compilers. What `make test` builds is one game; a night builds them all.
def another(game):
    return pytest.param(game, id=game.key, marks=[] if game.key == "spacegoo" else [pytest.mark.long])


other_games = pytest.mark.parametrize("game", [another(game) for game in GAMES.values()])


def kernels_alone(game):
    return {name.removeprefix("kernels_"): f for name, f in entry_modules.entry_points(game.package).items()
            if name in ("kernels_rollout", "kernels_observed")}  # fmt: skip


@needs_zig
@other_games
@pytest.mark.parametrize("form", [SMALL, pytest.param(LARGE, marks=pytest.mark.long)])
def test_zig_s_compiler_gives_the_same_bytes(game, form, tmp_path):
    if form not in forms(game):
        pytest.skip("the game has one form")
    functions = native(kernels_alone(game).values(), tmp_path, form, used=zig())
    matches = Matches(game, form, amount(6, 200) if form == SMALL else 2, seed_for(f"zig {game.key}"))
    for part in range(2):
        matches.rollout(functions, ROUNDS.get(game.key, 40), stream(part, 0))
        matches.assert_same()


@needs_zig
@pytest.mark.skipif(node() is None, reason="Node is not here")
@other_games
@pytest.mark.parametrize("form", [SMALL, pytest.param(LARGE, marks=pytest.mark.long)])
def test_webassembly_gives_the_same_bytes(game, form, tmp_path):
    if form not in forms(game):
        pytest.skip("the game has one form")
    matches = Matches(game, form, amount(6, 200) if form == SMALL else 2, seed_for(f"wasm {game.key}"))
    with Wasm(kernels_alone(game), tmp_path, form) as module:
        for part in range(2):
            matches.rollout(module.functions(), ROUNDS.get(game.key, 40), stream(part, 0))
            matches.assert_same()
