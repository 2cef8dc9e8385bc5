"""Whether a seat owes more than one order is part of a game's contract: its window stays open until it owes nothing."""

import random

import pytest
from tests.contract.random_play import legal_row, setups

from roundhouse.games import GAMES
from roundhouse.match.match import Match


@pytest.mark.parametrize("key", GAMES)
def test_a_game_says_so_if_a_seat_owes_several_orders(key):
    game = GAMES[key]
    rng = random.Random(1)
    for setup in setups(game, 6):
        match = Match(game, setup)
        for _ in range(15):
            for seat in match.waited_for():
                accepted = match.act(seat, legal_row(game, match.state, seat, rng)).verdict == "accepted"
                if accepted and seat in match.waited_for():
                    assert game.multiple_orders or game.immediate_orders
            if match.result is not None:
                break
            match.tick()
