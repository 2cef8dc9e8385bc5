"""Many matches at once: the same in both modes, with any number of threads, and clear about wrong input."""

import numpy as np
import pytest
from tests.contract.random_play import setups
from tests.modes import both_modes, needs_native

from roundhouse.core.batch import Batch, copied
from roundhouse.core.native import available
from roundhouse.core.schema import SMALL, canonical, pack
from roundhouse.games import GAMES

GAME = GAMES["spacegoo"]
SETUPS = list(setups(GAME, 6, form=SMALL))


def digests(batch):
    return [batch.digest(i) for i in range(len(batch))]


def nops(batch):
    return np.zeros((len(batch), GAME.seats_max + 1, GAME.width), np.int64)


@both_modes
def test_a_batch_starts_with_the_first_states(native):
    batch = Batch.of(GAME, SETUPS, native=native)

    assert len(batch) == 6
    assert [canonical(batch.state(i)) for i in range(6)] == [canonical(GAME.start(setup)) for setup in SETUPS]


def test_without_being_asked_a_batch_is_native_where_it_can_be():
    assert Batch.of(GAME, SETUPS[:1]).native == available()


@both_modes
def test_rollouts_repeat_with_the_seed_and_differ_without(native):
    one, two, other = (Batch.of(GAME, SETUPS, native=native) for _ in range(3))
    one.rollout(30, seed=5)
    two.rollout(30, seed=5)
    other.rollout(30, seed=6)

    assert digests(one) == digests(two)
    assert not set(digests(one)) & set(digests(other))


@both_modes
@pytest.mark.parametrize("threads", [2, 3, 8])
def test_threads_share_the_work_without_changing_it(native, threads):
    alone, shared = (Batch.of(GAME, SETUPS, native=native) for _ in range(2))

    assert alone.rollout(200, seed=5) == shared.rollout(200, seed=5, threads=threads)
    assert digests(alone) == digests(shared)
    assert alone.playout(600, seed=1).tolist() == shared.playout(600, seed=1, threads=threads).tolist()


@both_modes
def test_playing_round_by_round_is_the_same(native):
    whole, by_round = (Batch.of(GAME, SETUPS, native=native) for _ in range(2))

    assert whole.rollout(40, seed=5) == by_round.rollout(40, seed=5, by_round=True)
    assert digests(whole) == digests(by_round)


@both_modes
def test_a_match_that_ends_in_a_rollout_starts_again(native):
    setup = GAME.setup(seed=1, settings={"max_rounds": 10})
    batch = Batch.of(GAME, [setup], native=native)

    assert batch.rollout(25, seed=1) == 2
    assert batch.state(0).round_no == 5
    assert batch.rollout(5, seed=1) == 1
    assert canonical(batch.state(0)) == canonical(GAME.start(setup))


@both_modes
def test_playouts_give_points_or_say_that_a_match_still_runs(native):
    batch = Batch.of(GAME, [GAME.setup(seed=2, settings={"max_rounds": 10}), GAME.setup(seed=2)], native=native)

    assert batch.playout(10, seed=1).tolist() == [[0, 1, 1, 0, 0], [-1, -1, -1, -1, -1]]


@both_modes
def test_a_clone_goes_its_own_way_and_a_restart_goes_back(native):
    batch = Batch.of(GAME, SETUPS, native=native)
    start = digests(batch)
    copy = batch.clone()
    copy.rollout(10, seed=1)

    assert digests(batch) == start != digests(copy)
    copy.restart()
    assert digests(copy) == start


def test_copies_are_equal_in_all_bytes_and_independent():
    records = np.concatenate([pack(GAME.start(setup)) for setup in SETUPS])
    records.view(np.uint8)[:] = np.arange(records.nbytes) % 251  # also what lies between the fields

    made = copied(records)

    assert made.tobytes() == records.tobytes()
    made["round_no"] = 3
    assert made.tobytes() != records.tobytes()


@both_modes
def test_a_state_can_be_taken_out_changed_and_put_back(native):
    batch = Batch.of(GAME, SETUPS, native=native)
    state = batch.state(2)
    state.planets[0].ships[1] = 77
    assert batch.state(2).planets[0].ships[1] != 77

    batch.put(2, state)
    state.planets[0].ships[1] = 78

    assert batch.state(2).planets[0].ships[1] == 77


def test_matches_of_two_and_of_four_share_a_batch_of_the_large_form():
    four, two = GAME.setup(seed=1, settings={"players": 4}), GAME.setup(seed=1, settings={"max_x": 30, "max_y": 30})
    batch = Batch.of(GAME, [four, two, four, two], native=False)
    off = nops(batch)
    off[:, 1] = off[:, 3] = [1, 0, 0, -1, 0, 0]

    verdicts, points = batch.step(off)

    assert verdicts.tolist() == [[0, 2, 0, 2, 0], [0, 2, 0, 0, 0]] * 2
    assert points.tolist() == [[0] * 5, [0, 0, 2, 0, 0]] * 2


@both_modes
def test_numbers_too_large_for_a_row_are_taken_as_the_largest(native):
    batch = Batch.of(GAME, [GAME.setup(seed=1, preset="classic")], native=native)
    home = batch.state(0)
    actions = nops(batch)
    actions[0, 1] = [1, 1, 2, 2**32, 2**40 + 1, 2**63 - 1]

    verdicts, _ = batch.step(actions)

    assert verdicts[0, 1] == 0
    assert batch.state(0).fleets[1].ships == home.planets[1].ships


@both_modes
@pytest.mark.parametrize("by", ["rollout", "by_round", "playout", "step"])
def test_a_number_that_does_not_fit_its_field_is_refused(native, by):
    state = GAME.start(GAME.setup(seed=1, preset="classic"))
    home = next(planet for planet in state.planets if planet.owner == 1)
    home.ships[0], home.production[0] = 2**31 - 1, 9
    state.next_fleet = 2**31 - 1
    batch = Batch(GAME, [state], native=native)
    acts = {
        "rollout": lambda: batch.rollout(3),
        "by_round": lambda: batch.rollout(3, by_round=True),
        "playout": lambda: batch.playout(3),
        "step": lambda: [batch.step(nops(batch)) for _ in range(3)],
    }

    with pytest.raises(OverflowError, match="does not fit"):
        acts[by]()


@both_modes
def test_wrong_input_is_refused_with_what_is_wrong(native):
    batch = Batch.of(GAME, SETUPS, native=native)

    with pytest.raises(ValueError, match=r"actions have the shape \(6, 2, 6\), not \(6, 5, 6\)"):
        batch.step(np.zeros((6, 2, 6), np.int64))
    with pytest.raises(TypeError, match="float"):
        batch.step(np.zeros((6, 5, 6)))
    with pytest.raises(ValueError, match="threads must be at least 1, not 0"):
        batch.rollout(5, threads=0)
    assert digests(batch) == digests(Batch.of(GAME, SETUPS, native=native))


def test_a_batch_holds_matches_of_one_state_form():
    with pytest.raises(ValueError, match=r"one state form, these setups need \['large', 'small'\]"):
        Batch.of(GAME, [GAME.setup(), GAME.setup(settings={"players": 4})])


@both_modes
def test_sampled_actions_are_legal_and_differ_from_round_to_round(native: bool) -> None:
    batch = Batch.of(GAME, [GAME.setup(seed=seed, preset="classic") for seed in range(6)], native=native)
    taken = []
    for n in range(20):
        actions = batch.sample(seed=4, n=n)
        refusals, _ = batch.step(actions)
        assert not refusals.any()
        taken.append(actions)

    assert (taken[0][:, 1:3, 0] == 1).all()
    assert not taken[0][:, 3:].any()
    assert not np.array_equal(taken[0], taken[1])


@pytest.mark.slow
@needs_native
def test_sampled_actions_are_the_same_in_both_modes() -> None:
    fast, slow = (Batch.of(GAME, SETUPS, native=native) for native in (True, False))
    for n in range(30):
        actions = fast.sample(seed=4, n=n)
        assert np.array_equal(actions, slow.sample(seed=4, n=n))
        fast.step(actions)
        slow.step(actions)
