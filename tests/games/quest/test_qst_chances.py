"""The chances of a position: they add up, follow what the seats have, and become certain towards the end."""

import pytest
from tests.games.quest.text_states import NAMES, random_match

from roundhouse.core.schema import clone
from roundhouse.games.quest import GAME, chances
from roundhouse.games.quest.rules import tables as t
from roundhouse.games.quest.rules.state import State


def state(seats: int = 3, **settings: object) -> State:
    g: State = GAME.start(GAME.setup(NAMES[:seats], seed=2, settings={"players": seats, **settings}))
    return g


def test_in_the_beginning_all_have_the_same_chance_and_they_add_up_to_one() -> None:
    assert chances.of(state()) == pytest.approx([1 / 3] * 3)


def scored(g: State) -> None:
    g.players[1].points += 300


def loaded(g: State) -> None:
    g.units[0].carried[t.IRON] += 90


def hurt(g: State) -> None:
    for unit in g.units[10:15]:
        unit.max_energy = 20


def test_points_goods_and_healthy_units_all_help() -> None:
    for give in (scored, loaded, hurt):
        g = state(2)
        give(g)
        early = chances.of(g)
        assert sum(early) == pytest.approx(1)
        assert early[0] > 0.5


def test_a_lead_is_worth_more_near_the_end() -> None:
    g = state(2)
    scored(g)
    early = chances.of(g)[0]
    g.round_no = 79
    assert chances.of(g)[0] > early


@pytest.mark.rule("QST-149")
def test_who_is_defeated_has_no_chance_while_others_are_not() -> None:
    g = state()
    scored(g)
    g.players[1].defeated = 1
    assert chances.of(g)[0] == 0
    assert chances.of(g)[1] == pytest.approx(0.5)


@pytest.mark.rule("QST-131")
def test_with_the_scoring_of_the_original_its_score_counts() -> None:
    g = state(2, scoring="origin")
    scored(g)
    assert chances.of(g) == pytest.approx([0.5, 0.5])
    g.players[2].kills = 40
    assert chances.of(g)[1] > 0.9


def test_judging_changes_nothing_and_is_possible_everywhere() -> None:
    for g in random_match(3, 6, every=40):
        before = clone(g)
        told = chances.of(g)
        assert sum(told) == pytest.approx(1)
        assert all(0 <= one <= 1 for one in told)
        assert GAME.view(g, 1, NAMES[:2]) == GAME.view(before, 1, NAMES[:2])
    lists, rollouts = chances.chances([g, g], GAME.setup(NAMES[:2]), 7, 1)
    assert (lists, rollouts) == ([told, told], 7)
