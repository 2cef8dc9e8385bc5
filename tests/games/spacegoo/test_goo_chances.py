"""The chances of a position: the same in both modes, even at the start, sure at the end, and better than counting."""

import pytest
from tests.contract.judge_chances import brier_of
from tests.games.spacegoo.judge_chances import PAIRS, by_ships, matches, positions, scores, ships
from tests.games.spacegoo.text_matches import BoardMatch
from tests.modes import both_modes, needs_native
from tests.scale import amount

from roundhouse.core.schema import canonical
from roundhouse.games.spacegoo import GAME
from roundhouse.games.spacegoo.chances import ROLLOUTS_INTERPRETED, Outlook, chances
from roundhouse.games.spacegoo.setup import form_of

WINNING = """
    0@0,0 1 900,900,900 +9,9,9
    1@4,0 1 400,100,100 +9,9,9
    2@-4,0 2 4,1,1 +0,0,1
"""


@both_modes
def test_who_has_nearly_everything_will_win(native: bool) -> None:
    match = BoardMatch(WINNING, edition="classic")
    (row,), rollouts = chances([match.state], match.setup, 16, 0, native=native)

    assert row[0] > 0.9
    assert sum(row) == pytest.approx(1)
    assert rollouts == (16 if native else ROLLOUTS_INTERPRETED)


@both_modes
def test_a_position_that_is_over_is_certain(native: bool) -> None:
    match = BoardMatch(WINNING, edition="classic")
    match.leave(1, 6)
    match.tick()

    assert chances([match.state], match.setup, 8, 0, native=native)[0] == [[0.0, 1.0]]


def test_among_seats_with_nothing_left_nobody_is_ahead() -> None:
    match = BoardMatch("0@0,0 0 5,0,0 +0,0,0 | 1@4,0 1 1,0,0 +0,0,0 | 2@-4,0 2 1,0,0 +0,0,0", edition="classic")
    for planet in match.state.planets[:3]:
        planet.owner = 0
    match.state.owned[:3] = [3, 0, 0]

    assert chances([match.state], match.setup, 4, 0, native=False)[0] == [[0.5, 0.5]]


def test_the_state_is_left_alone() -> None:
    setup = GAME.setup(seed=3)
    state = GAME.start(setup)
    before = canonical(state)
    chances([state], setup, 2, 0, native=False)

    assert canonical(state) == before


@pytest.mark.slow
@needs_native
@pytest.mark.parametrize("preset", ["standard", "classic"])
def test_both_modes_play_the_same_rollouts(preset: str) -> None:
    setup = GAME.setup(seed=8, preset=preset)
    state = GAME.start(setup)
    rows = [Outlook(state, form_of(setup), native=native).of(state, 4, 7, rounds=80) for native in (False, True)]

    assert rows[0] == rows[1]


@pytest.mark.slow
@needs_native
def test_on_symmetric_maps_both_seats_start_even() -> None:
    first = []
    for seed in range(amount(6, 12)):
        setup = GAME.setup(seed=seed, preset=("standard", "classic")[seed % 2])
        first.append(chances([GAME.start(setup)], setup, 256, 0)[0][0][0])

    assert all(0.35 < one < 0.65 for one in first)
    assert sum(first) / len(first) == pytest.approx(0.5, abs=0.04)


@pytest.mark.slow
def test_four_seats_share_the_chances() -> None:
    setup = GAME.setup(seed=2, settings={"players": 4, "max_rounds": 20})
    (row,), _ = chances([GAME.start(setup)], setup, 4, 0, native=False)

    assert len(row) == 4
    assert sum(row) == pytest.approx(1)


@pytest.mark.slow
@needs_native
def test_chances_foretell_results_better_than_counting_ships_or_not_looking() -> None:
    """A small part of what `judge_chances` measures. Late in so few matches counting ships happens to be right always;
    the chances may be a little off then, as chances are."""
    for part, (rollouts, half, counting) in scores(matches(amount(4, 8), PAIRS[:4])).items():
        assert rollouts < 0.6 * half, part
        assert rollouts < (counting if part < 0.75 else 0.01), part


def test_the_measure_itself_is_right() -> None:
    records = matches(1, [PAIRS[1]])
    played = positions(records, 0.5)
    scored = [one.score for one in played]

    assert brier_of(scored, played) == 0
    assert brier_of([0.5] * len(played), played) == pytest.approx(0.25)  # nobody drew
    assert brier_of([1 - one for one in scored], played) == 1
    assert set(scored) == {0.0}  # greedy sits at seat 2
    leads = [ships(one.state, 1) < ships(one.state, 2) for one in played]
    assert brier_of(by_ships(played), played) == pytest.approx(0 if len(set(leads)) == 1 else 0.25)
