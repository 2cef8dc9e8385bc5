"""Native and interpreted rules, invariants of random matches, and arrays over records."""

from random import Random

import pytest
from tests.games.rally.text_states import all_cards, setup
from tests.scale import amount, seed_for

from roundhouse.core.batch import Batch
from roundhouse.core.native import available, why_not
from roundhouse.core.schema import canonical, canonical_record, pack
from roundhouse.games.rally import GAME
from roundhouse.games.rally.learning import arrays
from roundhouse.games.rally.maps import SHIPPED
from roundhouse.games.rally.rules import tables as t
from roundhouse.games.rally.rules.contract import act, sample, tick, waiting

DECK = list(range(1, t.CARDS + 1))
fast = pytest.mark.skipif(not available(), reason=f"rules cannot run natively here: {why_not()}")


def setups(count, seed=0):
    """Two to eight robots of all models on all boards."""
    rng = Random(seed + 7)
    boards = list(SHIPPED)
    for number in range(seed, seed + count):
        models = [rng.choice(t.MODELS) for _ in range(2 + number % 7)]
        yield setup(*models, seed=number, board=boards[number % 4], lives=number % 4, respawn_damage=number % 5)


def play(g, key, rounds, look):
    """Random legal rounds, with a look at the state whenever it rests."""
    owing, row, n = [0] * t.SEATS, [0] * t.WIDTH, 0
    for _ in range(rounds):
        while waiting(g, owing):
            for seat in range(1, g.seats + 1):
                if owing[seat]:
                    sample(g, seat, key, n, row)
                    assert GAME.rules.check(g, seat, row) == 0
                    act(g, seat, row)
                    n += 1
            look(g)
        tick(g)
        look(g)
        if g.reason:
            break


def look(g):
    assert all_cards(g) == DECK
    on_board = [robot.cell for robot in g.robots if robot.cell]
    assert len(set(on_board)) == len(on_board)
    for seat in range(1, g.seats + 1):
        robot = g.robots[seat]
        assert (robot.cell == 0) == bool(robot.dead)
        assert robot.damage < t.DEATH_DAMAGE or robot.dead
        assert not (robot.out and not robot.dead)
        if robot.cell:
            assert g.standing_at[robot.cell] == seat
            assert g.kinds[robot.cell] not in (t.OFF, t.HOLE)
            if not g.reason and not robot.down:
                assert robot.hand_count == t.HAND - robot.damage
                assert robot.locked == max(0, robot.damage - t.LOCK_DAMAGE + 1)
    assert sum(seat != 0 for seat in g.standing_at) == len(on_board)
    assert g.standing == sum(not robot.out for robot in g.robots[1 : g.seats + 1])
    assert g.events_lost == 0


@pytest.mark.rule("RAL-003", "RAL-039", "RAL-041", "RAL-080", "RAL-135", "RAL-319")
def test_invariants_hold_in_random_matches():
    for n, made in enumerate(setups(28)):
        play(GAME.start(made), n, 60, look)


@fast
@pytest.mark.slow
@pytest.mark.rule("RAL-154")
def test_matches_of_two_to_eight_robots_are_equal_in_all_bytes():
    """As many of every number of robots; tests/contract plays others with other settings."""
    seed = seed_for("matches of Rally in both modes")
    chosen = list(setups(amount(21, 210), seed=seed))
    quick, plain = Batch.of(GAME, chosen, native=True), Batch.of(GAME, chosen, native=False)
    for part in range(2):
        assert quick.rollout(20, seed=seed + part) == plain.rollout(20, seed=seed + part)
        for state, record in zip(plain.states, quick.states, strict=True):
            assert pack(state).tobytes() == record.tobytes()
            assert canonical(state) == canonical_record(GAME.state, record)


@fast
@pytest.mark.slow
def test_rows_with_any_numbers_are_judged_alike_in_both_modes():
    seed = seed_for("rows of Rally in both modes")
    rng = Random(seed)
    chosen = list(setups(amount(14, 40), seed=seed))
    quick, plain = Batch.of(GAME, chosen, native=True), Batch.of(GAME, chosen, native=False)
    numbers = (-1, 0, 1, 2, 3, 4, 5, 84, 85, 86, 2**31, -(2**40))
    for n in range(15):
        actions = plain.sample(seed=1, n=n)
        for i in range(len(chosen)):
            for seat in range(1, t.SEATS):
                if rng.random() < 0.3:
                    actions[i, seat, rng.randrange(t.WIDTH)] = rng.choice(numbers)
        for one, two in zip(quick.step(actions), plain.step(actions), strict=True):
            assert one.tolist() == two.tolist()
    for state, record in zip(plain.states, quick.states, strict=True):
        assert pack(state).tobytes() == record.tobytes()


@fast
@pytest.mark.slow
def test_arrays_of_records_and_of_objects_are_the_same():
    chosen = list(setups(20))
    quick, plain = Batch.of(GAME, chosen, native=True), Batch.of(GAME, chosen, native=False)
    for batch in (quick, plain):
        batch.rollout(4, seed=2)
    assert (arrays.floors(quick.states) == arrays.floors(plain.states)).all()
    for seat in (1, 2):
        assert (arrays.observations(quick.states, seat) == arrays.observations(plain.states, seat)).all()
        masks = [arrays.masks(batch.states, seat) for batch in (quick, plain)]
        assert (masks[0] == masks[1]).all()
        first = masks[0].argmax(axis=1)
        assert (arrays.rows(quick.states, seat, first) == arrays.rows(plain.states, seat, first)).all()
