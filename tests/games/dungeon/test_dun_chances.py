"""The chances of a position: they add up, follow what the seats own, and become certain towards the end."""

import pytest
from tests.games.dungeon.bot_matches import play

from roundhouse.core.schema import clone
from roundhouse.games.dungeon import GAME, chances
from roundhouse.games.dungeon.bots.miner import Miner
from roundhouse.games.dungeon.bots.simple import Random
from roundhouse.games.dungeon.rules import tables as t
from roundhouse.games.dungeon.rules.state import State
from roundhouse.match.analysis import analyse
from roundhouse.match.record import read
from roundhouse.sdk.local_match import play as play_recorded


def state(seats: int = 3) -> State:
    return GAME.start(GAME.setup([f"seat {n}" for n in range(1, seats + 1)], seed=2, settings={"start_robots": 2}))


def test_in_the_beginning_all_have_the_same_chance_and_they_add_up_to_one() -> None:
    assert chances.of(state()) == pytest.approx([1 / 3] * 3)


def test_levels_robots_money_and_points_all_help_and_more_so_near_the_end() -> None:
    for give in (lambda g: g.robots[0].levels.__setitem__(t.STORAGE, 3), richer, scored):
        g = state(2)
        give(g)
        early = chances.of(g)
        assert sum(early) == pytest.approx(1)
        assert early[0] > 0.5

    g = state(2)
    scored(g)
    early = chances.of(g)[0]
    g.round_no = 199
    assert chances.of(g)[0] > early


def richer(g: State) -> None:
    g.players[1].money += 5000


def scored(g: State) -> None:
    g.players[1].scores[t.MINING_SCORE] += 300


@pytest.mark.rule("DUN-256")
def test_who_has_left_has_no_chance_while_others_stay() -> None:
    g = state()
    g.players[2].left = t.RESIGNED
    scored(g)
    assert chances.of(g)[1] == 0

    for seat in (1, 2, 3):
        g.players[seat].left = t.RESIGNED
    assert chances.of(g)[0] == max(chances.of(g))


def test_judging_changes_nothing_and_draws_nothing() -> None:
    g = state()
    before = clone(g)
    setup = GAME.setup(["a", "b", "c"])
    once, rollouts = chances.chances([g, g], setup, 64, 1)

    assert once == chances.chances([g, g], setup, 64, 2)[0]
    assert rollouts == 64
    assert GAME.rules.result(g, GAME._scratch) == GAME.rules.result(before, GAME._scratch) == 0
    assert [player.scores for player in g.players] == [player.scores for player in before.players]


@pytest.mark.slow
def test_the_chances_of_a_miner_against_random_play_grow() -> None:
    told = []
    play([Miner, Random], 5, watch=lambda g: told.append(chances.of(g)[0]), max_rounds=120)

    assert told[-1] > 0.99
    assert sum(told[60:]) / 60 > sum(told[:60]) / 60


@pytest.mark.slow
def test_a_finished_match_can_be_analysed(tmp_path) -> None:
    path = tmp_path / "match.rhr"
    outcome = play_recorded("dungeon", ["miner", "random"], seed=3, settings={"max_rounds": 60}, out=path)
    made = analyse(read(path))

    assert made.state == "ready"
    assert made.chances[-1] == [float(outcome.winner == 1), float(outcome.winner == 2)]
    assert len(made.frames) >= 41
