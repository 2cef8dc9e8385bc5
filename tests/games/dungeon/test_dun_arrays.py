"""Numbers for learning: observations, choices and masks."""

from random import Random

import numpy as np
import pytest
from tests.games.dungeon.text_states import Sky, random_match, tag
from tests.modes import both_modes

from roundhouse.core.batch import Batch
from roundhouse.core.entries import enter, tick
from roundhouse.games.dungeon import GAME
from roundhouse.games.dungeon.learning import actions, arrays
from roundhouse.games.dungeon.rules import tables as t
from roundhouse.games.dungeon.rules.phases.blocking import block_cost
from roundhouse.games.dungeon.rules.phases.fighting import attack_cost
from roundhouse.games.dungeon.rules.phases.mining import mining_cost
from roundhouse.games.dungeon.rules.phases.moving import move_cost

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
    near = [0, 1 + t.EAST, 1 + t.WEST]  # bombs fall on the own planet 2,4, or on 3,4 and 1,4
    expected = {
        actions.TO_REST, actions.TO_BLOCK, actions.TO_MINE, actions.TO_MOVE + t.EAST, actions.TO_MOVE + t.WEST,
        actions.TO_FIGHT, actions.TO_FIRE, *(actions.TO_BOMB + k for k in near),
    }  # fmt: skip
    assert set(np.flatnonzero(first).tolist()) == expected
    bought = {
        t.ARTICLE_NAMES[choice - actions.TO_BUY + 1]
        for choice in np.flatnonzero(second).tolist()
        if actions.TO_BUY <= choice < actions.TO_BOMB
    }
    upgrades = {f"{stat}_1" for stat in t.STAT_NAMES}
    assert bought == {"HEALTH", "ENERGY", *t.ITEM_NAMES, *upgrades}
    assert not second[actions.TO_SELL]  # it carries nothing


@pytest.mark.rule("DUN-072", "DUN-078", "DUN-086", "DUN-099")
@pytest.mark.parametrize(
    ("energy", "choices"),
    [
        (0, set()),
        (1, {"move"}),
        (2, {"move"}),
        (3, {"move", "mine"}),
        (4, {"move", "mine", "block"}),
        (5, {"move", "mine", "block", "fight"}),
    ],
)
def test_masks_ask_what_the_rules_ask(energy, choices):
    sky = Sky(SKY, attack_multiplier=5)
    robot = sky.g.robots[0]
    robot.energy = energy
    mask = arrays.masks([sky.g], 1)[0, 0]
    firsts = {
        "move": actions.TO_MOVE + t.EAST, "mine": actions.TO_MINE, "block": actions.TO_BLOCK, "fight": actions.TO_FIGHT
    }  # fmt: skip
    assert {name for name, first in firsts.items() if mask[first]} == choices
    costs = {
        "move": move_cost(sky.g, robot.planet), "mine": mining_cost(sky.g, robot, t.COAL),
        "block": block_cost(sky.g, robot), "fight": attack_cost(sky.g, robot),
    }  # fmt: skip
    assert costs == {"move": 1, "mine": 3, "block": 4, "fight": 5}


def test_rows_of_choices():
    g = Sky(SKY).g
    for choice, row in {
        actions.TO_MOVE + t.EAST: [t.MOVE, 1, 19, -1, -1],
        actions.TO_MOVE + t.SOUTH: [t.MOVE, 1, t.UNKNOWN, -1, -1],
        actions.TO_FIGHT: [t.BATTLE, 1, 2, -1, -1],
        actions.TO_FIGHT + 1: [t.BATTLE, 1, t.UNKNOWN, -1, -1],
        actions.TO_FIRE: [t.BATTLE_ITEM, 1, 2, t.ROCKET, -1],
        actions.TO_BURST: [t.BATTLE_ITEM, 1, 1, t.SELF_DESTRUCTION, -1],
        actions.TO_JUMP: [t.MOVE_ITEM, 1, -1, t.WORMHOLE, -1],
        actions.TO_REPAIR: [t.REPAIR_ITEM, 1, -1, t.REPAIR_SWARM, -1],
        actions.TO_BUY + t.ENERGY_ARTICLE - 1: [t.BUY, 1, -1, t.ENERGY_ARTICLE, 1],
        actions.TO_BOMB + 1 + t.WEST: [t.BATTLE_ITEM, 1, 9, t.BOMBARDMENT, -1],
        actions.TO_NUKE + 1 + t.NORTH: [t.BATTLE_ITEM, 1, t.UNKNOWN, t.NUKE, -1],
    }.items():
        assert arrays.rows([g], 1, 0, [choice]).tolist() == [row]
        assert GAME.rules.check(g, 1, row) == 0
    with pytest.raises(ValueError, match=f"0 to {actions.CHOICES - 1}"):
        arrays.rows([g], 1, 0, [actions.CHOICES])


@pytest.mark.rule("DUN-107", "DUN-241")
def test_robots_are_offered_as_long_as_money_and_room_last():
    g = Sky(SKY).g
    legal = [0] * actions.actions(g)
    actions.legal(g, 1, legal)
    assert legal[: actions.FIRST] == [1, 1, 1, 0, 0]  # 350 money at 120 each
    g.robot_limit = 3
    actions.legal(g, 1, legal)
    assert legal[: actions.FIRST] == [1, 1, 0, 0, 0]
    row = [0] * t.WIDTH
    actions.spell(g, 1, 2, row)
    assert row == [t.BUY, -1, -1, t.ROBOT_ARTICLE, 2]


@pytest.mark.slow
def test_choices_that_can_succeed_fail_only_by_what_the_seat_could_not_know():
    rng = Random(4)
    tried = set()
    for g in random_match(8, 40, seats=3, start_money=9000, trade_anywhere=True):
        if g.round_no > 18 or g.reason:
            break
        for seat in (1, 2, 3):
            chosen = chosen_at_random(rng, arrays.masks([g], seat)[0])
            give([g], 0, seat, chosen)
            tried |= set(chosen.values())
        enter(GAME.rules, g, tick())
        failed = {event.reason for event in GAME.events(g) if not getattr(event, "success", True)}
        assert failed <= NEWS
        assert not [event for event in GAME.events(g) if tag(event) == "fight" and event.reason == "no_item"]
    assert len(tried) > 25


def chosen_at_random(rng, legal):
    """A choice that can succeed for every robot that has one, by the robot's number."""
    return {n: rng.choice(np.flatnonzero(row).tolist()) for n, row in enumerate(legal) if row.any()}


def give(states, i, seat, chosen):
    """Enter the choices of a seat's robots in one state of a batch."""
    for robot, choice in chosen.items():
        row = arrays.rows(states[i : i + 1], seat, robot, [choice])[0]
        if isinstance(states, np.ndarray):
            assert GAME.native.checked(states, i, seat, row) == 0
            GAME.native.enter_order(states, i, seat, row)
        else:
            assert GAME.rules.check(states[i], seat, row.tolist()) == 0
            GAME.rules.act(states[i], seat, row.tolist())


@both_modes
@pytest.mark.rule("DUN-253")
def test_batches_are_observed_and_played_by_choices(native):
    settings = {"start_robots": 2, "max_rounds": 5, "map_side": 6}
    batch = Batch.of(GAME, [GAME.setup(["a", "b"], seed=seed, settings=settings) for seed in range(3)], native=native)
    objects = [batch.state(i) for i in range(3)]
    rng = Random(5)
    done = np.full((3, len(batch.sample(seed=1)[0]), t.WIDTH), t.UNUSED, np.int64)
    done[:, :, t.TYPE] = t.DONE
    for _ in range(4):
        for seat in (1, 2):
            assert np.array_equal(arrays.observations(batch.states, seat), arrays.observations(objects, seat))
            legal = arrays.masks(batch.states, seat)
            assert np.array_equal(legal, arrays.masks(objects, seat))
            for i in range(3):
                give(batch.states, i, seat, chosen_at_random(rng, legal[i]))
        batch.step(done)
        objects = [batch.state(i) for i in range(3)]
    assert any(one.players[1].moves for one in objects)
