"""The chances of a position: the same in both modes, sure at the end, and better than random play."""

import pytest
from tests.contract.judge_chances import brier_of
from tests.games.rally.judge_chances import by_checkpoints, matches, positions, scores
from tests.games.rally.text_states import setup, start
from tests.modes import both_modes, needs_native
from tests.scale import amount

from roundhouse.core.schema import canonical
from roundhouse.games.rally.chances import ROLLOUTS_INTERPRETED, Outlook, chances
from roundhouse.games.rally.rules.phases.damage import over
from roundhouse.games.rally.rules.tables import BY_SURVIVAL


@both_modes
def test_who_is_far_ahead_will_win(native: bool) -> None:
    given = setup("tanky", "tanky", board="scrap-press")
    g = start("tanky", "tanky", board="scrap-press")
    g.robots[2].ticked = 5
    (row,), rollouts = chances([g], given, 16, 0, native=native)

    assert row[1] > 0.8
    assert sum(row) == pytest.approx(1)
    assert rollouts == (16 if native else ROLLOUTS_INTERPRETED)


@both_modes
def test_a_position_that_is_over_is_certain(native: bool) -> None:
    g = start("tanky", "tanky")
    over(g, BY_SURVIVAL, 2)

    assert chances([g], setup("tanky", "tanky"), 4, 0, native=native)[0] == [[0.0, 1.0]]


def test_the_state_is_left_alone_and_hands_do_not_matter() -> None:
    given, g = setup("tanky", "lazy", "albot"), start("tanky", "lazy", "albot")
    before = canonical(g)
    (row,), _ = chances([g], given, 2, 0, native=False)
    assert canonical(g) == before

    g.robots[1].hand[:], g.robots[2].hand[:] = g.robots[2].hand[:], g.robots[1].hand[:]
    assert chances([g], given, 2, 0, native=False)[0] == [row]


def test_all_seats_share_the_chances_and_who_is_out_has_none() -> None:
    given, g = setup("tanky", "lazy", "albot", "peach"), start("tanky", "lazy", "albot", "peach")
    robot = g.robots[4]
    g.standing_at[robot.cell] = 0
    robot.cell, robot.dead, robot.out, robot.hand_count = 0, 1, 1, 0
    g.standing = 3
    (row,), _ = chances([g], given, 2, 0, native=False)

    assert len(row) == 4
    assert sum(row) == pytest.approx(1)
    assert row[3] < 0.01


@pytest.mark.slow
@needs_native
def test_both_modes_play_the_same_rollouts() -> None:
    given, g = setup("tanky", "lazy", board="oil-cellar"), start("tanky", "lazy", board="oil-cellar")
    rows = [Outlook(given, native=native).of(g, 3, 7, rounds=3) for native in (False, True)]

    assert rows[0] == rows[1]


@pytest.mark.slow
@needs_native
def test_chances_foretell_results_better_than_random_play_or_not_looking() -> None:
    """A small part of what `judge_chances` measures."""
    found = scores(matches(amount(2, 3), [("normal", "normal"), ("hard", "normal")]))
    for part, (rollouts, by_chance, _, half) in found.items():
        assert rollouts < half, part
        assert rollouts < by_chance, part


def test_the_measure_itself_is_right() -> None:
    records = matches(1, [("easy", "normal")])
    played = positions(records, 0.5)
    scored = [one.score for one in played]

    assert brier_of(scored, played) == 0
    assert brier_of([1 - one for one in scored], played) == 1
    assert set(scored) == {0.0}  # normal sits at seat 2
    assert brier_of(by_checkpoints(played), played) <= 0.25
    assert all(not one.state.reason for one in played)
