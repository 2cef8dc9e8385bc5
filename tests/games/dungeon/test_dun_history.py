"""The history of a match round by round: prices, trades, balances and scores, and who may read what of it."""

import pytest
from msgspec import UNSET
from tests.games.dungeon.text_states import Sky, encode, random_match

from roundhouse.core.game import EVERYTHING
from roundhouse.games.dungeon import GAME

SKY = """
round 1 of 3
1S 1.
1. 1S
1 money 300
2 money 100
"""


@pytest.mark.rule("DUN-183", "DUN-184", "DUN-154", "DUN-246")
def test_a_round_adds_prices_trades_balances_and_scores():
    sky = Sky(SKY + "r1 1 0,1 coal 20\nr2 1 0,1 STORAGE 1 coal 40\n", economy_scale="flat")
    sky.round("r1 sell", "r2 sell", "1: buy 2 ROBOT")
    first = GAME.history(sky.g)
    assert (first.round, first.resources["coal"], first.articles["ROBOT"]) == (1, 5, 100)
    assert (first.bought, first.sold) == ({"ROBOT": 2}, {"coal": 60})
    assert (first.balances, first.robots) == ([400, 100], [4, 0])
    assert first.scores["trading"] == [75, 0]
    assert first.sums == [76, 0]  # and a level of storage
    sky.round("r1 buy ROCKET")
    second = GAME.history(sky.g)
    assert (second.round, second.resources["coal"]) == (2, 1)  # the price that the sale has made
    assert (second.bought, second.sold) == ({"ROCKET": 1}, {})


@pytest.mark.rule("DUN-007", "DUN-184")
def test_the_last_round_has_the_balances_before_accounts_were_closed():
    sky = Sky(SKY.replace("round 1", "round 3") + "r1 1 0,1 coal 20\n")
    sky.round("r1 sell")
    assert [sky.g.players[seat].money for seat in (1, 2)] == [0, 0]
    last = GAME.history(sky.g)
    assert (last.round, last.balances) == (3, [400, 100])


@pytest.mark.rule("DUN-183", "DUN-184", "DUN-052")
def test_while_a_game_runs_everybody_reads_its_own_balance_alone():
    sky = Sky(SKY + "r1 1 0,1 coal 20\n")
    sky.round("r1 sell")
    row = GAME.history(sky.g)
    assert GAME.of_history(row, EVERYTHING) == row
    one, two, nobody = (GAME.of_history(row, seat) for seat in (1, 2, 0))
    assert (one.balances, one.robots) == ([400, None], [1, None])
    assert (two.balances, two.robots) == ([None, 100], [None, 0])
    assert (nobody.balances, nobody.robots) == (UNSET, UNSET)
    for other in (one, two, nobody):
        assert (other.resources, other.articles, other.sold, other.sums) == (
            row.resources, row.articles, row.sold, row.sums,
        )  # fmt: skip


@pytest.mark.rule("DUN-183", "DUN-235")
def test_histories_have_every_round_and_the_prices_that_were_announced_for_it():
    announced = {}
    rounds = []
    for g in random_match(3, 20):
        if g.event_count:
            rounds.append(GAME.history(g))
        announced[g.round_no] = dict(zip(("coal", "iron", "gem", "gold", "platin"), g.resource_prices, strict=True))
        final = g.round_no
    assert [row.round for row in rounds] == list(range(1, final + 1))
    held = {**announced, final: rounds[-1].resources}  # after the last round new prices were computed, which hold never
    assert [row.resources for row in rounds] == [held[row.round] for row in rounds]
    assert all(encode(row) for row in rounds)
