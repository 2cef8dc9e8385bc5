"""Numbers for learning: observations, choices and masks."""

from random import Random

import numpy as np
import pytest
from tests.games.quest.text_states import NAMES, Field, arena, plain, random_play
from tests.modes import both_modes

from roundhouse.core.batch import Batch
from roundhouse.core.entries import enter, order, tick
from roundhouse.core.schema import pack
from roundhouse.games.quest import GAME
from roundhouse.games.quest.learning import actions, arrays
from roundhouse.games.quest.rules import tables as t
from roundhouse.games.quest.rules.phases.gathering import pickup_price
from roundhouse.games.quest.rules.phases.lookup import weight
from roundhouse.games.quest.rules.phases.moving import move_price, step_price

BOARD = """
round 4 of 50 turn 1
............
....#.......
............
............
............
............
1 start 1,1 gold 120 levels 2,1,1,1 points 30 kills 1 by_source 0,10,20
2 start 10,5 points 4
3 start 10,0 defeated 1
100 2,2 energy 90 of 150 iron 12 wood 6 sword1 1 wears armour2 strikes 5 of 9 spent 5
101 0,5 frozen 2 energy 0
200 3,2 energy 50 of 80 wears sword3 shield
201 3,3 iron 40 strikes 9 of 9
300 gone
301 gone
buried iron 40 2,2
buried wood 6 2,2
surface iron 5 2,2
surface sword2 1 4,3
surface stone 3 11,5
tower 3 of 2 4,4 level 2 energy 99
tower 4 of 1 0,3 level 1 energy 8
trap 1 of 2 2,3
trap 2 of 1 1,3
dug 1 5,5 round 2 gold 4
dug 1 2,2 round 3 iron 40 wood 6
"""
# Why a choice that could succeed may still be refused: what the seat cannot see
NEWS = {"energy", "occupied", "no_build", "full", "cap"}


def seen(g, seat):
    return {name: part[0] for name, part in arrays.parts(arrays.observations([g], seat)).items()}


def column(names, row):
    return {name: number for name, number in zip(names, row.tolist(), strict=True) if number}


def cell(part, x, y, width=12):
    return column(arrays.CELL_COLUMNS, part["cells"][y * width + x])


@pytest.mark.rule("QST-040", "QST-041", "QST-042", "QST-043", "QST-045", "QST-046")
def test_an_observation_has_what_the_seat_knows():
    part = seen(Field(BOARD, view_radius=3).g, 1)
    assert column(arrays.GAME_COLUMNS, part["game"]) == {
        "round": 4, "rounds left": 46, "seats": 3, "seat": 1, "turn of": 1, "width": 12, "height": 6, "gold": 120,
        "requests left": 1000, "sword level": 2, "armour level": 1, "tower level": 1, "trap level": 1,
    }  # fmt: skip
    assert [column(arrays.PLAYER_COLUMNS, row) for row in part["players"]] == [
        {"seat": 1, "points": 30, "kills": 1, "points for pickup": 10, "points for craft": 20},
        {"seat": 2, "points": 4},
        {"seat": 3, "defeated": 1},
        {},
    ]
    assert column(arrays.UNIT_COLUMNS, part["units"][0]) == {
        "there": 1, "x": 2, "y": 2, "energy": 90, "maximum": 150, "armour": 2, "retaliation": 5, "cutoff": 9,
        "spent": 5, "iron": 12, "wood": 6, "sword1": 1,
    }  # fmt: skip
    assert part["units"][:3, 0].tolist() == [1, 1, 0]
    assert [column(arrays.ENEMY_COLUMNS, row) for row in part["enemies"][:3]] == [
        {"there": 1, "x": 3, "y": 2, "energy": 50, "maximum": 80, "sword": 3, "shield": 1, "id": 200},
        {"there": 1, "x": 3, "y": 3, "energy": 200, "maximum": 200, "id": 201},
        {},
    ]
    assert column(arrays.TOWER_COLUMNS, part["towers"][0]) == {"there": 1, "y": 3, "level": 1, "energy": 8}
    assert not part["towers"][1:].any()
    assert [column(arrays.DIG_COLUMNS, row) for row in part["digs"][:3]] == [
        {"there": 1, "x": 2, "y": 2, "round": 3, "wood": 6, "iron": 40},
        {"there": 1, "x": 5, "y": 5, "round": 2, "gold": 4},
        {},
    ]
    iron_and_wood = (1 << t.IRON) + (1 << t.WOOD)
    assert cell(part, 2, 2) == {"sight": 2, "buried types": iron_and_wood, "resources": 5, "own units": 1}
    assert cell(part, 3, 3) == {"sight": 2, "enemy units": 1}
    assert cell(part, 4, 1) == {"sight": 2, "rock": 1}
    assert cell(part, 4, 3) == {"sight": 2, "items": 1}
    assert cell(part, 4, 4) == {"sight": 2, "tower of": 2, "tower level": 2, "tower energy": 99}
    assert cell(part, 2, 3) == {"sight": 2}  # the trap of another
    assert cell(part, 1, 3) == {"sight": 2, "trap of": 1}
    assert cell(part, 11, 5) == {}


@pytest.mark.rule("QST-040", "QST-043")
def test_what_is_out_of_sight_is_observed_as_it_was():
    field = Field(BOARD.replace("100 2,2", "100 8,2"), view_radius=3, trap_visible=True)
    field.do("100 move 9,2")
    part = seen(field.g, 1)
    assert cell(part, 5, 3) == {"sight": 2}  # around the tower
    far = Field(BOARD.replace("tower 4 of 1 0,3 level 1 energy 8", ""), view_radius=3, trap_visible=True)
    far.do("100 move 1,1")
    part = seen(far.g, 1)
    assert cell(part, 4, 3) == {"sight": 2, "items": 1}
    far.do("100 move 0,1")
    part = seen(far.g, 1)
    assert cell(part, 4, 3) == {"sight": 1, "items": -1}
    assert (
        cell(part, 4, 4) == {"sight": 2, "tower of": 2, "tower level": 2, "tower energy": 99}
        or far.g.watched[1, 52] == 0
    )
    assert cell(part, 4, 1) == {"sight": 1, "rock": 1}


def test_others_are_counted_from_the_own_seat():
    part = seen(Field(BOARD, view_radius=3).g, 2)
    assert [row[0] for row in part["players"].tolist()] == [2, 1, 3, 0]
    assert cell(part, 4, 4)["tower of"] == 1
    assert cell(part, 2, 3) == {"sight": 2, "trap of": 1}
    assert cell(part, 1, 3) == {"sight": 2}


@pytest.mark.rule("QST-039", "QST-041")
def test_units_and_towers_out_of_sight_are_not_observed():
    far = BOARD.replace("201 3,3", "201 11,0").replace("tower 3 of 2 4,4", "tower 3 of 2 9,5")
    part = seen(Field(far, view_radius=3).g, 1)
    assert [column(arrays.ENEMY_COLUMNS, row).get("id") for row in part["enemies"][:2]] == [200, None]
    assert (cell(part, 11, 0), cell(part, 9, 5)) == ({}, {})


def test_every_column_has_a_name():
    part = seen(Field(BOARD).g, 2)
    named = {
        "game": arrays.GAME_COLUMNS, "players": arrays.PLAYER_COLUMNS, "units": arrays.UNIT_COLUMNS,
        "enemies": arrays.ENEMY_COLUMNS, "towers": arrays.TOWER_COLUMNS, "digs": arrays.DIG_COLUMNS,
        "cells": arrays.CELL_COLUMNS,
    }  # fmt: skip
    assert {name: len(columns) for name, columns in named.items()} == {
        name: one.shape[-1] for name, one in part.items()
    }
    assert sum(one.size for one in part.values()) == arrays.observation_shape()[0]


def test_a_map_of_the_large_form_is_not_observed():
    g = GAME.start(GAME.setup(NAMES[:2], preset="medium"))
    assert not arrays.observations([g], 1).any()
    assert not arrays.observations([Field(BOARD).g], 4).any()  # a seat that does not exist
    assert arrays.masks([g], 1)[0, :, actions.TO_MOVE : actions.TO_ATTACK].any()


def chosen(mask):
    return set(np.flatnonzero(mask).tolist())


def test_masks_have_what_can_succeed():
    first, second = arrays.masks([Field(BOARD).g], 1)[0, :2]
    steps = {actions.TO_MOVE + n for n in range(8)}
    assert steps <= chosen(first)
    assert {n for n in chosen(first) if actions.TO_ATTACK <= n < actions.TO_REACT} == {
        actions.TO_ATTACK, actions.TO_ATTACK + 1, actions.TO_ATTACK + 2
    }  # fmt: skip
    assert {n - actions.TO_REACT for n in chosen(first) if actions.TO_REACT <= n < actions.TO_DIG} == {0, 1, 2}
    taken = {t.THING_NAMES[n - actions.TO_TAKE] for n in chosen(first) if actions.TO_TAKE <= n < actions.TO_DROP}
    dropped = {t.THING_NAMES[n - actions.TO_DROP] for n in chosen(first) if actions.TO_DROP <= n < actions.TO_CRAFT}
    assert (taken, dropped) == ({"iron", "wood"}, {"iron", "wood", "sword1", "armour2"})
    made = {n for n in chosen(first) if actions.TO_CRAFT <= n < actions.TO_WEAR or n >= actions.TO_BUILD}
    assert made == {actions.TO_CRAFT + 2 * t.WAYS - 1}  # sword2 out of sword1, iron and wood
    assert {n - actions.TO_WEAR for n in chosen(first) if actions.TO_WEAR <= n < actions.TO_LEARN} == {0}
    learnt = {n - actions.TO_LEARN for n in chosen(first) if actions.TO_LEARN <= n < actions.TO_BUILD}
    assert learnt == {t.TOWER, t.TRAP}  # for the others there is not enough gold
    assert not second.any()  # it is frozen
    assert not arrays.masks([Field(BOARD).g], 2).any()  # not its turn
    assert not arrays.masks([Field(BOARD).g], 1)[0, 2:].any()


@pytest.mark.rule("QST-060", "QST-061", "QST-080", "QST-084", "QST-098")
def test_masks_ask_what_the_rules_ask():
    g = Field(BOARD).g
    unit = g.units[0]
    here, there = actions.TO_TAKE + t.IRON, actions.TO_MOVE  # at 2,2 and to 1,1; a known tower reaches both
    prices = {
        there: move_price(g, unit, 1, 1), here: pickup_price(g, unit), actions.TO_DIG: g.dig_cost,
        actions.TO_LEARN + t.TRAP: g.research_energy,
    }  # fmt: skip
    assert move_price(g, unit, 1, 1) == step_price(g, weight(g, unit)) + g.tower_surcharge
    for choice, price in prices.items():
        for energy in (price - 1, price):
            unit.energy = energy
            assert arrays.masks([g], 1)[0, 0, choice] == (energy >= price)
    unit.energy = 150
    g.carry_limit = weight(g, unit)
    assert arrays.masks([g], 1)[0, 0, there]
    g.carry_limit -= 1
    assert not arrays.masks([g], 1)[0, 0, there]


def test_rows_of_choices():
    g = Field(BOARD).g
    nothing = [0] * t.THINGS
    amounts = {name: [int(thing == name) for thing in t.THING_NAMES] for name in t.THING_NAMES}
    for choice, row in {
        actions.TO_MOVE: [t.MOVE, 100, 1, 1, *nothing],
        actions.TO_MOVE + 7: [t.MOVE, 100, 3, 3, *nothing],
        actions.TO_ATTACK + 1: [t.ATTACK, 100, 201, 45, *nothing],
        actions.TO_REACT: [t.RETALIATE, 100, 0, 0, *nothing],
        actions.TO_REACT + 2: [t.RETALIATE, 100, 75, 150, *nothing],
        actions.TO_DIG: [t.DIG, 100, 0, 0, *nothing],
        actions.TO_TAKE + t.IRON: [t.PICKUP, 100, 0, 0, *(45 * n for n in amounts["iron"])],
        actions.TO_DROP + t.FIRST_ITEM + 4: [t.DROP, 100, 0, 0, *amounts["armour2"]],
        actions.TO_CRAFT + 3: [t.CRAFT, 100, 1, 0, *t.USES[3]],
        actions.TO_WEAR: [t.EQUIP, 100, 0, 0, *nothing],
        actions.TO_LEARN + t.TRAP: [t.RESEARCH, 100, t.TRAP, 0, *nothing],
    }.items():
        assert arrays.rows([g], 1, 0, [choice]).tolist() == [row]
        assert GAME.rules.check(g, 1, row) == 0
    assert arrays.rows([g], 1, 1, [actions.TO_BUILD + 1]).tolist() == [[t.PLACE_TOWER, 101, 6, 0, *t.USES[13]]]
    assert arrays.rows([g], 1, 1, [actions.CHOICES - 1]).tolist() == [[t.PLACE_TRAP, 101, 11, 0, *t.USES[23]]]
    with pytest.raises(ValueError, match=f"0 to {actions.CHOICES - 1}"):
        arrays.rows([g], 1, 0, [actions.CHOICES])


def test_choices_that_can_succeed_are_refused_only_for_what_the_seat_could_not_know():
    rng = Random(4)
    tried, refused = set(), []
    g = arena()
    for n in range(300):
        if g.reason:
            break
        seat, record = g.turn_of, pack(g)
        legal = arrays.masks(record, seat)[0]
        able = [unit for unit in range(g.units_each) if legal[unit].any()]
        if not able or n % 9 == 8:
            enter(GAME.rules, g, tick())
            continue
        unit = rng.choice(able)
        options = [choice for choice in chosen(legal[unit]) if choice != actions.TO_DIG]
        choice = rng.choice(options)
        row = arrays.rows(record, seat, unit, [choice])[0].tolist()
        code = GAME.rules.check(g, seat, row)
        tried.add(row[t.DO])
        if code:
            refused.append(GAME.refusal(code).name)
        else:
            enter(GAME.rules, g, order(seat, row))
    assert set(refused) <= NEWS
    assert len(refused) < 25
    assert {t.MOVE, t.ATTACK, t.PICKUP, t.DROP, t.CRAFT, t.PLACE_TRAP, t.RESEARCH} <= tried


def test_no_choice_that_the_rules_allow_is_masked_out():
    """Steps, attacks, crafts, wearing and learning depend on nothing hidden, unless a tower is out of sight. How to
    strike back is left out: what is set already is not set again."""
    for g in random_play(arena(view_radius=8), 21, every=60):
        if g.reason or g.ended:
            continue
        seat, record = g.turn_of, pack(g)
        legal = arrays.masks(record, seat)[0]
        for unit in range(g.units_each):
            if not g.units[(seat - 1) * g.units_each + unit].alive:
                continue
            firsts = range(actions.TO_MOVE, actions.TO_REACT)
            for choice in (*firsts, actions.TO_DIG, *range(actions.TO_DROP, actions.CHOICES)):
                row = arrays.rows(record, seat, unit, [choice])[0].tolist()
                if any(row[t.N :]) or row[t.DO] not in (t.DROP,):
                    assert legal[unit, choice] or GAME.rules.check(g, seat, row) != 0, plain(GAME.action_of(row, g))


@both_modes
@pytest.mark.rule("QST-150")
def test_batches_are_observed_and_played_by_choices(native):
    settings = {"units": 3, "rounds": 3, "width": 50, "height": 50}
    batch = Batch.of(GAME, [GAME.setup(["a", "b"], seed=seed, settings=settings) for seed in range(3)], native=native)
    rng = Random(5)
    played = 0
    for n in range(13):
        objects = [batch.state(i) for i in range(3)]
        entered = np.zeros((3, t.SEATS, t.WIDTH), np.int64)
        for seat in (1, 2):
            if n % 6 == 0:
                assert np.array_equal(arrays.observations(batch.states, seat), arrays.observations(objects, seat))
            legal = arrays.masks(batch.states, seat)
            assert np.array_equal(legal, arrays.masks(objects, seat))
            unit = n % 3
            for i in range(3):
                choices = sorted(chosen(legal[i, unit]))
                if choices:  # who has none ends the turn
                    entered[i, seat] = arrays.rows(batch.states[i : i + 1], seat, unit, [rng.choice(choices)])[0]
                    played += 1
        verdicts, _ = batch.step(entered)
        assert not np.asarray(verdicts).any()
    assert played > 10
    assert any(one.players[1].energy_spent for one in (batch.state(i) for i in range(3)))
