"""Numbers for learning: observations, choices and masks."""

from random import Random

import numpy as np
import pytest
from msgspec import UNSET
from tests.games.boidvoid.positions import game, place, setup_of, structure, swarm, tile
from tests.games.boidvoid.scenes import scene
from tests.modes import both_modes

from roundhouse.core.batch import Batch
from roundhouse.core.schema import pack
from roundhouse.games.boidvoid import GAME
from roundhouse.games.boidvoid.learning import actions, arrays
from roundhouse.games.boidvoid.rules import contract
from roundhouse.games.boidvoid.rules import tables as t
from roundhouse.games.boidvoid.rules.hexes import neighbour
from roundhouse.games.boidvoid.rules.phases.orders import check_order
from roundhouse.games.boidvoid.rules.phases.tile_work import own
from roundhouse.games.boidvoid.rules.phases.units import take_off

ANNA, BERT, CARL = 1, 2, 3
XENA, YURI, ZORA = 4, 5, 6
MOTHER, THEIRS = 7, 8
NAMES = ["Anna", "Bert", "Carl", "Xena", "Yuri", "Zora", "Udo", "Vera"]


@pytest.fixture
def g():
    made = game(turn_mode="live", starting_inventory=("ss-relay", "boost-lucky"))
    for number, x in ((ANNA, 3), (BERT, 5), (CARL, 7)):
        place(made, number, x, 5, ap=9, battery=60, ratio=70)
    for number, x in ((XENA, 4), (YURI, 8), (ZORA, 9)):
        place(made, number, x, 7, ap=9, health=50)
    place(made, MOTHER, 1, 5)
    place(made, THEIRS, 10, 9)
    own(made, tile(made, 5, 5), 1)
    structure(made, 5, 5, 1, "ss-bastion")
    swarm(made, 8, 7, [YURI, ZORA])
    return made


def seen(g, seat):
    return {name: part[0] for name, part in arrays.parts(arrays.observations([g], seat)).items()}


def column(names, row):
    return {name: number for name, number in zip(names, row.tolist(), strict=True) if number}


@pytest.mark.rule("BOI-088", "BOI-089")
def test_an_observation_has_what_the_seat_knows(g):
    part = seen(g, BERT)
    assert column(arrays.GAME_COLUMNS, part["game"]) == {
        "turn": 1, "turns left": 59, "teams": 2, "team": 1, "seats": 6, "seat": 2, "players": 6, "units": 8,
        "side": 12, "tiles": 144, "live": 1, "first ship": 1,
    }  # fmt: skip
    assert [row[0] for row in part["teams"].tolist()] == [1, 2, 0, 0, 0, 0, 0, 0]
    bert = column(arrays.UNIT_COLUMNS, part["units"][BERT - 1])
    assert bert == {
        "kind": 1, "team": 1, "on map": 1, "x": 5, "y": 5, "health": 10000, "maximum": 10000, "attack": 10,
        "defense": 10, "range": 2, "crit chance": 10, "crit value": 50, "template": 1, "commanded": 1,
        "action points": 9, "battery": 6000, "maximum battery": 10000, "ratio": 70, "role": 2,
    }  # fmt: skip
    assert column(arrays.STRUCTURE_COLUMNS, part["structures"][0]) == {
        "id": 9, "team": 1, "x": 5, "y": 5, "template": 4, "level": 1, "health": 25000, "maximum": 25000,
        "attack": 25, "defense": 30, "range": 2, "builder": 1,
    }  # fmt: skip
    assert column(arrays.SWARM_COLUMNS, part["swarms"][0]) == {
        "id": 10, "team": 2, "x": 8, "y": 7, "ships": 2, "acted": -1, "action points": -1, "health": 10000,
    }  # fmt: skip
    assert part["items"][:4, :3].tolist() == [[[3, 1], [13, 1], [0, 0]]] * 3 + [[[0, 0]] * 3]
    assert column(arrays.TILE_COLUMNS, part["tiles"][5 * 12 + 5]) == {
        "type": 1, "owner": 1, "unit": BERT, "structure": 9
    }  # fmt: skip


@pytest.mark.rule("BOI-090")
def test_what_others_keep_to_themselves_is_not_observed(g):
    hidden = ("action points", "respawn", "acted", "orders", "battery", "maximum battery", "ratio")
    xena = column(arrays.UNIT_COLUMNS, seen(g, ANNA)["units"][XENA - 1])
    assert {name: xena[name] for name in hidden} == dict.fromkeys(hidden, -1)
    assert (xena["team"], xena["health"]) == (2, 5000)
    before = arrays.observations([g], XENA)
    for index in range(3):
        one = g.players[index]
        one.battery, one.ratio, one.pending, one.missed, one.stake = 7 * index, 20 + index, 3, 2, 9
        one.item_states[0], one.item_templates[1] = t.ITEM_GONE, 9
        g.units[index].ap, g.units[index].acted = index, 1
    g.done[ANNA] = 1
    g.orders[2, 5] = 7
    g.seed = 99
    assert np.array_equal(arrays.observations([g], XENA), before)
    g.enemy_battery_visible = 1
    anna = column(arrays.UNIT_COLUMNS, seen(g, XENA)["units"][BERT - 1])
    assert (anna["battery"], anna["ratio"], anna["action points"]) == (7, 21, -1)


def test_an_observation_says_the_same_as_the_view():
    for seed in range(4):
        g, _ = scene(Random(seed))
        view, part = GAME.view(g, 2, NAMES), seen(g, 2)
        for unit in view.units:
            if unit.kind == "swarm":
                continue
            row = dict(zip(arrays.UNIT_COLUMNS, part["units"][unit.id - 1].tolist(), strict=True))
            assert (row["x"], row["y"], row["health"]) == (unit.x, unit.y, round(100 * unit.health))
            assert (row["attack"], row["defense"], row["range"]) == (unit.attack, unit.defense, unit.range)
            assert row["battery"] == (-1 if unit.battery is UNSET else round(100 * unit.battery))
            assert row["action points"] == (-1 if unit.ap is UNSET else unit.ap)
            assert row["commanded"] == (unit.id in view.you.units)
        places = {(one.x, one.y): one for one in view.tiles}
        for number, row in enumerate(part["tiles"][: g.side * g.side].tolist()):
            shown = places.get((number % g.side, number // g.side))
            assert row[0] == (0 if shown is None else t.TILE_NAMES.index(shown.type))
            if shown is not None:
                assert row[3] == {0: 0, 2: 1, 1: 2}[shown.owner]


def test_every_column_has_a_name(g):
    part = seen(g, ANNA)
    named = {
        "game": arrays.GAME_COLUMNS, "teams": arrays.TEAM_COLUMNS, "units": arrays.UNIT_COLUMNS,
        "swarms": arrays.SWARM_COLUMNS, "structures": arrays.STRUCTURE_COLUMNS, "items": arrays.ITEM_COLUMNS,
        "tiles": arrays.TILE_COLUMNS,
    }  # fmt: skip
    assert {name: len(columns) for name, columns in named.items()} == {
        name: one.shape[-1] for name, one in part.items()
    }
    assert sum(one.size for one in part.values()) == arrays.observation_shape()[0]


def test_larger_games_and_seats_that_are_not_there_are_not_observed(g):
    assert not arrays.observations([g], 7).any()
    assert not arrays.observations([g], 0).any()
    g.side = 33
    assert not arrays.observations([g], 1).any()


def chosen(mask):
    return set(np.flatnonzero(mask).tolist())


@pytest.mark.rule("BOI-020", "BOI-021", "BOI-023")
def test_a_seat_has_slots_for_what_it_commands(g):
    flock = swarm(g, 3, 8, [CARL])
    leader, trooper = arrays.masks([g], ANNA)[0], arrays.masks([g], CARL)[0]
    assert [slot for slot in range(actions.SLOTS) if leader[slot].any()] == [
        0, actions.MOTHERSHIP_SLOT, actions.MOTHERSHIP_SLOT + 1
    ]  # fmt: skip
    assert [slot for slot in range(actions.SLOTS) if trooper[slot].any()] == [2]
    assert arrays.rows([g], ANNA, actions.MOTHERSHIP_SLOT + 1, [actions.TO_DETONATE]).tolist() == [
        [t.DETONATE, flock, 0, 0, 0, 0]
    ]
    g.done[ANNA] = 1
    assert not arrays.masks([g], ANNA).any()


def test_masks_have_what_the_rules_allow(g):
    mask = arrays.masks([g], ANNA)[0, 0]
    kinds = {row[0] for row in arrays.rows([g] * len(chosen(mask)), ANNA, 0, sorted(chosen(mask))).tolist()}
    assert {t.MOVE, t.ATTACK, t.DETONATE, t.SWARM_CREATE, t.BATTERY, t.AUTOMODE, t.BOOST, t.CAPTURE} == kinds
    assert actions.TO_BURN + 1 in chosen(mask)
    assert actions.TO_BUILD not in chosen(mask)  # the tile is nobody's


def test_every_choice_of_a_mask_is_accepted_and_no_other():
    """Except what is set already, which is not set again."""
    tried = set()
    for seed in range(4):
        g, _ = scene(Random(seed))
        legal = arrays.masks([g], 1)[0]
        for slot in range(actions.SLOTS):
            if not legal[slot].any():
                continue
            for choice in range(actions.CHOICES):
                row = arrays.rows([g], 1, slot, [choice])[0].tolist()
                accepted = contract.check(g, 1, row) == 0
                if actions.TO_DIAL <= choice < actions.TO_SPAWN and not legal[slot, choice]:
                    continue
                assert legal[slot, choice] == accepted, (seed, slot, choice, row)
                tried.add(row[t.ACTION] if accepted else 0)
    assert {t.MOVE, t.ATTACK, t.CAPTURE, t.SWARM_CREATE, t.BATTERY, t.BUILD, t.BOOST, t.SWARM_LEAVE} <= tried


@pytest.mark.rule("BOI-082", "BOI-139", "BOI-155")
def test_what_is_set_already_is_not_set_again(g):
    g.players[ANNA - 1].ratio = actions.dialled(g, 2)
    mask = arrays.masks([g], ANNA)[0, 0]
    dials = [choice - actions.TO_DIAL for choice in chosen(mask) if actions.TO_DIAL <= choice < actions.TO_SLEEP]
    assert sorted(dials) == [0, 1, 3, 4]
    assert (actions.dialled(g, 0), actions.dialled(g, 4)) == (g.ratio_min, g.ratio_max)
    assert (mask[actions.TO_SLEEP], mask[actions.TO_SLEEP + 1]) == (False, True)


@pytest.mark.rule("BOI-214")
def test_a_full_list_of_sealed_orders_leaves_no_choice():
    g = game(turn_mode="sealed", orders_per_turn=2)
    place(g, ANNA, 3, 5, ap=9)
    place(g, MOTHER, 1, 5)
    assert arrays.masks([g], ANNA)[0, 0].any()
    g.players[ANNA - 1].pending = 2
    assert not arrays.masks([g], ANNA)[0, 0].any()


def test_records_have_the_same_masks_and_rows_as_objects(g):
    record = pack(g)
    assert np.array_equal(arrays.masks(record, ANNA), arrays.masks([g], ANNA))
    for choice in (actions.TO_MOVE + 3, actions.TO_ATTACK, actions.TO_DIAL, actions.TO_BURN + 1):
        assert np.array_equal(arrays.rows(record, ANNA, 0, [choice]), arrays.rows([g], ANNA, 0, [choice]))


def test_rows_of_choices(g):
    at, side = tile(g, 3, 5), g.side
    near = [neighbour(g, at, direction) for direction in range(6)]
    for choice, row in {
        **{actions.TO_MOVE + n: [t.MOVE, 1, to % side, to // side, 0, 0] for n, to in enumerate(near)},
        actions.TO_ATTACK: [t.ATTACK, 1, XENA, 0, 0, 0],
        actions.TO_ATTACK + 1: [actions.NO_ORDER, 1, 0, 0, 0, 0],  # there is no second one
        actions.TO_DIAL + 2: [t.BATTERY, 1, 50, 0, 0, 0],
        actions.TO_SLEEP + 1: [t.AUTOMODE, 1, 1, 0, 0, 0],
        actions.TO_STAKE + 1: [t.BOOST, 1, 1, t.STAKE, 1, 0],
        actions.TO_EQUIP + 3: [t.EQUIP, 1, 3, 0, 0, 0],
    }.items():
        assert arrays.rows([g], ANNA, 0, [choice]).tolist() == [row]
    with pytest.raises(ValueError, match=f"0 to {actions.CHOICES - 1}"):
        arrays.rows([g], ANNA, 0, [actions.CHOICES])
    assert arrays.rows([g], ANNA, 1, [5]).tolist() == [[actions.NO_ORDER, 0, 0, 0, 0, 0]]  # not its ship


def test_a_destroyed_ship_can_choose_where_to_come_back(g):
    for index in (ANNA - 1, MOTHER - 1):
        take_off(g, index)
    mask = arrays.masks([g], ANNA)[0]
    spawns = [choice for choice in chosen(mask[0]) if actions.TO_SPAWN <= choice < actions.TO_BUILD]
    assert len(spawns) == 3  # its base has three tiles on this map, and Bert stands on the fourth that it owns
    row = arrays.rows([g], ANNA, 0, [actions.TO_SPAWN])[0].tolist()
    assert row == [t.SPAWN, 1, 0, 0, 0, 0]
    assert check_order(g, 0, row) == 0


@both_modes
def test_batches_are_observed_and_played_by_choices(native):
    setups = [setup_of(seed, preset="standard", turn_limit=5, map=None) for seed in range(2)]
    batch = Batch.of(GAME, setups, native=native)
    rng = Random(5)
    played = 0
    for n in range(6):
        objects = [batch.state(i) for i in range(2)]
        ordered = np.zeros((2, t.SEATS_MAX + 1, t.WIDTH), np.int64)
        for seat in (1, 2):
            if native:
                assert np.array_equal(arrays.observations(batch.states, seat), arrays.observations(objects, seat))
            slot = n % 3
            legal = arrays.masks(objects, seat)
            for i in range(2):
                choices = sorted(chosen(legal[i, slot]))
                if choices and n % 4 < 3:  # else the seat is done
                    ordered[i, seat] = arrays.rows([objects[i]], seat, slot, [rng.choice(choices)])[0]
                    played += 1
        verdicts, _ = batch.step(ordered)
        assert not np.asarray(verdicts).any()
    assert played > 6
    assert any(batch.state(i).turn_no > 1 for i in range(2))
