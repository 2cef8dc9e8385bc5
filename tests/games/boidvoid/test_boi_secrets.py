"""Nobody learns what is another team's affair: what is hidden is changed, and nothing that is shown."""

from random import Random

import numpy as np
import pytest
from msgspec import json
from tests.games.boidvoid.positions import game, place
from tests.games.boidvoid.scenes import scene
from tests.games.boidvoid.turns import order

from roundhouse.core.game import EVERYTHING
from roundhouse.core.schema import clone
from roundhouse.games.boidvoid import GAME
from roundhouse.games.boidvoid.learning import actions, arrays
from roundhouse.games.boidvoid.notation import read_action
from roundhouse.games.boidvoid.rules import contract
from roundhouse.games.boidvoid.rules import tables as t

NAMES = ["Anna", "Bert", "Carl", "Xena", "Yuri", "Zora"]
ANNA, XENA, MOTHER, THEIRS = 1, 4, 7, 8


def scrambled(g, team, rng):
    """The same state with everything changed that only a team knows."""
    other = clone(g)
    for n in range(g.player_count):
        player, unit = other.players[n], other.units[n]
        if player.team == team:
            player.battery, player.ratio = rng.randrange(10_000), rng.randint(10, 90)
            player.stake, player.missed, player.ordered = rng.randrange(10**6), rng.randrange(9), rng.randrange(2)
            player.item_states = [rng.choice([t.ITEM_FREE, t.ITEM_GONE]) for _ in player.item_states]
            player.item_templates = [rng.randint(1, 15) for _ in player.item_templates]
            unit.ap, unit.acted = rng.randrange(25), rng.randrange(2)
            player.pending = rng.randrange(4)
            for at in range(player.pending):
                for k, value in enumerate([t.BATTERY, n + 1, rng.randint(10, 90), 0, 0, 0]):
                    other.orders[k, n * t.ORDERS + at] = value
    mother = other.units[g.player_count + team - 1]
    mother.ap, mother.acted = rng.randrange(25), rng.randrange(2)
    for swarm in other.swarms[: other.swarm_count]:
        if swarm.team == team:
            swarm.acted = rng.randrange(2)
    other.done[team] = rng.randrange(2)
    other.seed = rng.randrange(2**32)
    return other


@pytest.mark.rule("BOI-089", "BOI-090", "BOI-094")
def test_views_observations_and_masks_do_not_depend_on_what_another_team_hides():
    rng = Random(7)
    for seed in range(6):
        g, setup = scene(Random(seed), turn_mode=("live", "sealed")[seed % 2])
        other = scrambled(g, 1, rng)
        for seat in (0, 2):
            assert json.encode(GAME.view(other, seat, NAMES)) == json.encode(GAME.view(g, seat, NAMES))
        assert json.encode(GAME.view(other, 1, NAMES)) != json.encode(GAME.view(g, 1, NAMES))
        assert json.encode(GAME.view(other, EVERYTHING, NAMES)) != json.encode(GAME.view(g, EVERYTHING, NAMES))
        assert np.array_equal(arrays.observations([other], 2), arrays.observations([g], 2))
        assert not np.array_equal(arrays.observations([other], 1), arrays.observations([g], 1))
        assert np.array_equal(arrays.masks([other], 2), arrays.masks([g], 2))
        for action in ({"type": "move", "unit": 5, "to": [4, 4]}, {"type": "attack", "unit": 5, "target": 1}):
            answers = {json.encode(GAME.forecast(GAME.view(one, 2, NAMES), setup, 2, action)) for one in (g, other)}
            assert len(answers) == 1


def told_to(g, seat):
    return [json.encode(told) for event in GAME.events(g) if (told := GAME.of_event(g, event, seat)) is not None]


@pytest.mark.rule("BOI-090", "BOI-214", "BOI-275")
@pytest.mark.parametrize("first", [(), ("battery 80",), ("battery 20", "boost 1 stake"), ("restart",)])
def test_a_sealed_list_and_a_dial_look_to_others_as_if_nothing_was_ordered(first):
    """Up to the end of the turn, events and views of the other team and of spectators are the same to the byte."""
    quiet, other = (game(starting_inventory=("ss-relay", "boost-lucky"), boost_slots=0) for _ in range(2))
    heard = {}
    for g, orders in ((quiet, ()), (other, first)):
        place(g, ANNA, 3, 5, battery=60)
        place(g, XENA, 9, 5)
        place(g, MOTHER, 1, 5)
        place(g, THEIRS, 10, 9)
        lines = []
        for words in orders:
            text = words if words == "restart" else f"1 {words}"
            g.event_count = 0
            row = GAME.row_of(read_action(text), g)
            assert contract.check(g, 1, row) == 0
            contract.act(g, 1, row)
            lines += [told_to(g, seat) for seat in (0, 4, 5)]
        assert not any(lines)  # not even that there is an order
        views = [json.encode(GAME.view(g, seat, NAMES)) for seat in (0, 4, 6)]
        g.event_count = 0
        contract.tick(g)
        views += [json.encode(GAME.view(g, seat, NAMES)) for seat in (0, 4, 6)]
        heard[g is other] = views, [told_to(g, seat) for seat in (0, 4, 6)]
    assert heard[True] == heard[False]


@pytest.mark.rule("BOI-090")
def test_a_refusal_does_not_tell_what_another_team_hides():
    """Which orders are refused, and why, is the same whatever the others have in store."""
    rng = Random(3)
    for seed in range(3):
        g, _ = scene(Random(seed))
        other = scrambled(g, 2, rng)
        for choice in range(0, actions.CHOICES, 5):
            for slot in (0, 1, actions.MOTHERSHIP_SLOT, actions.MOTHERSHIP_SLOT + 1):
                row = arrays.rows([g], 1, slot, [choice])[0].tolist()
                assert contract.check(g, 1, row) == contract.check(other, 1, row)


def test_an_order_is_told_to_the_whole_team_in_a_sealed_turn():
    g = game()
    place(g, ANNA, 3, 5, ap=9)
    assert order(g, ANNA, type="move", to=[4, 5]) == 0
    assert [len(told_to(g, seat)) for seat in (1, 2, 3, 4)] == [1, 1, 1, 0]
    mate = GAME.view(g, 2, NAMES).you
    assert [(one.player, one.order["type"]) for one in mate.orders] == [(ANNA, "move")]
