"""Observations and choices for learning."""

from random import Random

import numpy as np
import pytest
from tests.games.rally.playing import Floor, setup, start

from roundhouse.core.schema import clone
from roundhouse.games.rally import GAME
from roundhouse.games.rally.learning import arrays
from roundhouse.games.rally.rules import tables as t
from roundhouse.games.rally.maps import SHIPPED, load
from roundhouse.games.rally.rules.contract import tick

ROW = "+  +  +  +\n .. .. ..\n+  +  +  +\n"


def test_an_observation_names_what_a_seat_sees():
    play = Floor(
        "goal 0\nround 4 of 10\n" + ROW + "1 lazy 0,0 E damage 6 lives 2 hand R@80 1@490 draft R@80 - - - - announced "
        "slots - - - U@10 P locked 2\n2 james - S dead 3 backup 2,0W start 1,0N hand L@70"
    )
    one, two = (arrays.observations([play.g], seat)[0] for seat in (1, 2))
    assert len(arrays.COLUMNS) == t.ROBOT_FEATURES
    mine = {name: int(value) for name, value in zip(arrays.COLUMNS, one[0], strict=True) if value}
    assert mine == {
        "seat": 1, "model": 2, "facing": 1, "damage": 6, "lives": 2, "backup facing": 1, "start facing": 1, "slot 4": 1,
        "slot 5": 85, "hand size": 2, "rounds left": 6, "announced": 1, "draft 1": 8, "hand 1": 8, "hand 2": 49,
    }  # fmt: skip
    other = {name: int(value) for name, value in zip(arrays.COLUMNS, one[1], strict=True) if value}
    assert other == {
        "seat": 2, "model": 1, "x": -1, "y": -1, "facing": 2, "lives": 3, "backup x": 2, "backup facing": 3,
        "start x": 1, "hand size": 1, "dead": 1,
    }  # fmt: skip
    assert not one[2:].any()
    assert (two[0, t.SEE_SEAT], two[1, t.SEE_SEAT], two[0, t.SEE_HAND]) == (2, 1, 7)


@pytest.mark.rule("RAL-045")
def test_an_observation_does_not_depend_on_what_others_hide():
    g = start("lazy", "tanky", "albot", seed=3)
    other = clone(g)
    other.robots[1].hand[:9], other.pile[:9] = other.pile[:9], g.robots[1].hand[:9]
    other.robots[1].draft[0] = other.robots[1].hand[0]
    other.robots[1].announced = other.robots[1].used = 1
    for seat in (2, 3):
        assert (arrays.observations([g], seat) == arrays.observations([other], seat)).all()
    assert (arrays.observations([g], 1) != arrays.observations([other], 1)).any()


def test_floors_are_the_boards():
    keys = list(SHIPPED)
    states = [start("lazy", "tanky", board=key) for key in keys]
    floors = arrays.floors(states)
    assert floors.shape == (4, 24, 24, len(arrays.LAYERS))
    for floor, key in zip(floors, keys, strict=True):
        board = load(SHIPPED[key])
        inside = floor[: board.height, : board.width]
        assert inside[:, :, 2].reshape(-1).tolist() == board.walls
        assert (floor[board.height :, :, 0] == t.OFF).all()
        beams = [(y * board.width + x, way) for y, x in np.argwhere(inside[:, :, 3]).tolist() for way in range(4)
                 if inside[y, x, 3] >> way & 1]  # fmt: skip
        assert sorted(beams) == sorted(board.lasers)


def chosen_at_random(states, seat, rng):
    chosen = np.zeros((len(states), 0), np.int64)
    for _ in range(t.SLOTS):
        legal = arrays.masks(states, seat, chosen)
        picks = [rng.choice(np.flatnonzero(row).tolist() or [0]) for row in legal]
        chosen = np.concatenate([chosen, np.array(picks)[:, None]], axis=1)
    return chosen


def test_programs_of_legal_choices_are_accepted_and_others_refused():
    rng = Random(2)
    g = start("lazy", "albot", "peach", seed=6, board="scrap-press")
    looked = 0
    for _ in range(25):
        for seat in (1, 2, 3):
            states = [g]
            legal = arrays.masks(states, seat)
            if not g.robots[seat].hand_count:
                assert not legal.any()
                continue
            chosen = chosen_at_random(states, seat, rng)
            row = arrays.rows(states, seat, chosen, power_down=rng.random() < 0.1)[0].tolist()
            assert GAME.rules.check(g, seat, row) == 0
            for slot in range(t.SLOTS):
                mask = arrays.masks(states, seat, chosen[:, :slot])[0]
                for choice in range(arrays.CHOICES):
                    trial = chosen.copy()
                    trial[0, slot] = choice
                    trial[0, slot + 1 :] = [pick if pick != choice else arrays.KEEP for pick in trial[0, slot + 1 :]]
                    drafted = arrays.rows(states, seat, trial)[0].tolist()
                    drafted[0] = t.DRAFT
                    fine = GAME.rules.check(g, seat, drafted) == 0
                    empty = choice == arrays.KEEP or g.robots[seat].hand_count <= choice < t.HAND
                    burned = slot >= t.SLOTS - g.robots[seat].locked
                    assert mask[choice] == (choice == arrays.KEEP if burned else fine and not empty)
                    looked += 1
            GAME.rules.act(g, seat, row)
        tick(g)
        if g.reason:
            break
    assert looked > 500


def test_choices_of_the_wrong_shape_are_named():
    g = start("lazy", "albot")
    with pytest.raises(ValueError, match="5 slots"):
        arrays.masks([g], 1, [[0, 1, 2, 3, 4]])
    with pytest.raises(ValueError, match="shape"):
        arrays.rows([g], 1, [[0, 1]])
    with pytest.raises(ValueError, match="0 to 10"):
        arrays.rows([g], 1, [[0, 1, 2, 3, 11]])


def test_a_seat_that_does_not_exist_has_no_choices():
    assert not arrays.masks([GAME.start(setup("lazy", "albot"))], 5).any()
