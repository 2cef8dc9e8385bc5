"""Numbers for learning: observations, choices and masks."""

from random import Random

import numpy as np
import pytest
from tests.games.dungeon.looking import Sky, random_match, tag
from tests.modes import both_modes

from roundhouse.core.batch import Batch
from roundhouse.core.entries import enter, tick
from roundhouse.games.dungeon import GAME
from roundhouse.games.dungeon.learning import arrays
from roundhouse.games.dungeon.rules import tables as t

SKY = """
round 4 of 50
1S 1. 1c 1. 1.
1. 2. -- 2i 1.
1. 3m 3g 3p 1.
1. 2. 2. 2. 1.
1. 1. 1. 1. 1S
1 money 350 scores 1,2,3,4,5
2 money 60 left 2
3 money 0
price ROBOT 120 coal 4
r1 1 2,4 health 7 energy 9 MINING 2 coal 3 ROCKET 1 LONG_RANGE_BOMBARDMENT 1
r2 2 2,4
r3 1 0,4
ghost r4 3 seen 1@2:2,2
"""
# What may still happen to a choice that could succeed: others' secrets, and money that was spent before
NEWS = {
    "planet_blocked", "target_not_found", "target_out_of_reach", "robot_destroyed", "no_resource", "not_enough_money",
    "mining_level_too_low",
}  # fmt: skip


def seen(sky, seat):
    return {name: part[0] for name, part in arrays.parts(arrays.observations([sky.g], seat)).items()}


def column(names, row):
    return dict(zip(names, row.tolist(), strict=True))


@pytest.mark.rule("DUN-038", "DUN-041", "DUN-043", "DUN-051")
def test_an_observation_has_what_the_seat_knows():
    part = seen(Sky(SKY), 1)
    game = column(arrays.GAME_COLUMNS, part["game"])
    assert [game[name] for name in ("round", "rounds left", "seat", "side", "money", "robots")] == [4, 46, 1, 5, 350, 2]
    assert (part["prices"][t.ROBOT_ARTICLE], part["resources"].tolist()) == (120, [4, 15, 30, 50, 60])
    assert column(arrays.PLAYER_COLUMNS, part["players"][0]) == {
        "seat": 1, "left": 0, "fighting": 1, "mining": 2, "movement": 3, "robot": 4, "trading": 5
    }  # fmt: skip
    assert [row[:2].tolist() for row in part["players"][:4]] == [[1, 0], [2, 1], [3, 0], [0, 0]]
    here = column(arrays.PLANET_COLUMNS, part["planets"][14])
    assert {name: number for name, number in here.items() if number} == {
        "known": 2, "gravity": 1, "resource": 2, "amount": -1, "age": 1, "own robots": 1, "sighting age": 1,
        "robots of other 1": 1,
    }  # fmt: skip
    ghost = column(arrays.PLANET_COLUMNS, part["planets"][12])
    assert {name: number for name, number in ghost.items() if number} == {"sighting age": 3, "robots of other 2": 1}
    near = column(arrays.PLANET_COLUMNS, part["planets"][19])
    assert {name: number for name, number in near.items() if number} == {"known": 1, "gravity": 1}
    robot = column(arrays.ROBOT_COLUMNS, part["robots"][0])
    assert {name: number for name, number in robot.items() if number} == {
        "there": 1, "planet": 14, "health": 7, "energy": 9, "move to": -1, "article": -1, "MINING": 2, "coal": 3,
        "ROCKET": 1, "LONG_RANGE_BOMBARDMENT": 1,
    }  # fmt: skip
    assert part["robots"][:3, 0].tolist() == [1, 1, 0]


def test_every_column_has_a_name():
    part = seen(Sky(SKY), 2)
    widths = {name: part[name].shape[-1] for name in ("game", "players", "planets", "robots")}
    assert widths == {
        "game": len(arrays.GAME_COLUMNS), "players": len(arrays.PLAYER_COLUMNS),
        "planets": len(arrays.PLANET_COLUMNS), "robots": len(arrays.ROBOT_COLUMNS),
    }  # fmt: skip
    assert sum(one.size for one in part.values()) == arrays.observation_shape()[0]


def test_a_game_of_the_large_form_is_not_observed():
    sky = Sky("1S 1.\n1. 1.\n" + "\n".join(f"{n} money 9" for n in range(1, 12)) + "\nr1 1 0,0\n")
    assert not arrays.observations([sky.g], 1).any()
    assert not arrays.observations([Sky(SKY).g], 5).any()  # a seat that does not exist


def test_masks_have_what_can_succeed():
    (first, second), rest = arrays.masks([Sky(SKY).g], 1)[0, :2], arrays.masks([Sky(SKY).g], 1)[0, 2:]
    assert not rest.any()
    known = [9, 14, 19, 4, 3]  # planets around 2,4 and 0,4: 1,4 and 3,4; 0,4 and 0,3
    expected = {
        arrays.NOTHING, arrays.REGENERATE, arrays.BLOCK, arrays.MINE, arrays.MOVE + t.EAST, arrays.MOVE + t.WEST,
        arrays.BATTLE, arrays.ROCKET, *(arrays.BOMB + index for index in known),
    }  # fmt: skip
    assert set(np.flatnonzero(first).tolist()) == expected
    bought = {
        t.ARTICLE_NAMES[choice - arrays.BUY + 1]
        for choice in np.flatnonzero(second).tolist()
        if arrays.BUY <= choice < arrays.BOMB
    }
    upgrades = {f"{stat}_1" for stat in t.STAT_NAMES}
    assert bought == {"HEALTH", "ENERGY", *t.ITEM_NAMES, *upgrades}
    assert not second[arrays.SELL]  # it carries nothing


def test_rows_of_choices():
    g = Sky(SKY).g
    for choice, row in {
        arrays.NOTHING: [t.WITHDRAW, 1, -1, -1, -1],
        arrays.MOVE + t.EAST: [t.MOVE, 1, 19, -1, -1],
        arrays.MOVE + t.SOUTH: [t.MOVE, 1, t.UNKNOWN, -1, -1],
        arrays.BATTLE: [t.BATTLE, 1, 2, -1, -1],
        arrays.BATTLE + 1: [t.BATTLE, 1, t.UNKNOWN, -1, -1],
        arrays.ROCKET: [t.BATTLE_ITEM, 1, 2, t.ROCKET, -1],
        arrays.SELF_DESTRUCT: [t.BATTLE_ITEM, 1, 1, t.SELF_DESTRUCTION, -1],
        arrays.WORMHOLE: [t.MOVE_ITEM, 1, -1, t.WORMHOLE, -1],
        arrays.REPAIR: [t.REPAIR_ITEM, 1, -1, t.REPAIR_SWARM, -1],
        arrays.BUY + t.ENERGY_ARTICLE - 1: [t.BUY, 1, -1, t.ENERGY_ARTICLE, 1],
        arrays.BOMB + 7: [t.BATTLE_ITEM, 1, 7, t.BOMBARDMENT, -1],
        arrays.NUKE + 224: [t.BATTLE_ITEM, 1, t.UNKNOWN, t.NUKE, -1],
    }.items():
        assert arrays.rows([g], 1, 0, [choice]).tolist() == [row]
        assert GAME.rules.check(g, 1, row) == 0
    assert arrays.purchase(3) == [t.BUY, -1, -1, t.ROBOT_ARTICLE, 3]
    with pytest.raises(ValueError, match=f"0 to {arrays.CHOICES - 1}"):
        arrays.rows([g], 1, 0, [arrays.CHOICES])


@pytest.mark.slow
def test_choices_that_can_succeed_fail_only_by_what_the_seat_could_not_know():
    rng = Random(4)
    tried = set()
    for g in random_match(8, 40, seats=3, start_money=9000, trade_anywhere=True):
        if g.round_no > 18 or g.reason:
            break
        for seat in (1, 2, 3):
            legal = arrays.masks([g], seat)
            chosen = [rng.choice(np.flatnonzero(row).tolist() or [0]) for row in legal[0]]
            arrays.give([g], seat, [chosen])
            tried |= {choice for row, choice in zip(legal[0], chosen, strict=True) if row.any()}
        enter(GAME.rules, g, tick())
        failed = {event.reason for event in GAME.events(g) if not getattr(event, "success", True)}
        assert failed <= NEWS
        assert not [event for event in GAME.events(g) if tag(event) == "fight" and event.reason == "no_item"]
    assert len(tried) > 25


@both_modes
@pytest.mark.rule("DUN-253")
def test_batches_are_observed_and_played_by_choices(jit):
    settings = {"start_robots": 2, "max_rounds": 5, "map_side": 6}
    batch = Batch.of(GAME, [GAME.setup(["a", "b"], seed=seed, settings=settings) for seed in range(3)], jit=jit)
    objects = [batch.state(i) for i in range(3)]
    rng = Random(5)
    done = np.zeros((3, len(batch.sample(seed=1)[0]), t.WIDTH), np.int64)
    done[:, :] = arrays.DONE_ROW
    for _ in range(4):
        for seat in (1, 2):
            assert np.array_equal(arrays.observations(batch.states, seat), arrays.observations(objects, seat))
            legal = arrays.masks(batch.states, seat)
            assert np.array_equal(legal, arrays.masks(objects, seat))
            chosen = [[rng.choice(np.flatnonzero(row).tolist() or [0]) for row in one] for one in legal]
            arrays.give(batch.states, seat, chosen)
        batch.step(done)
        objects = [batch.state(i) for i in range(3)]
    assert any(one.players[1].moves for one in objects)
