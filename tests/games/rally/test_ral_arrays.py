"""Observations and choices for learning."""

from random import Random

import numpy as np
import pytest
from tests.games.rally.text_states import Floor, start

from roundhouse.core.schema import clone
from roundhouse.games.rally import GAME
from roundhouse.games.rally.learning import actions, arrays
from roundhouse.games.rally.maps import SHIPPED, load
from roundhouse.games.rally.rules import tables as t
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


def test_programs_of_legal_choices_are_accepted_and_others_refused():
    """A seat chooses card after card; what is not legal for a slot would be refused there."""
    rng = Random(2)
    g = start("lazy", "albot", "peach", seed=6, board="scrap-press")
    looked = 0
    for _ in range(25):
        for seat in (1, 2, 3):
            robot = g.robots[seat]
            while robot.hand_count and not robot.confirmed:
                legal = arrays.masks([g], seat)[0]
                for choice in range(1, actions.actions(g)):
                    row = arrays.rows([g], seat, [choice])[0].tolist()
                    assert legal[choice] == (GAME.rules.check(g, seat, row) == 0), (seat, choice, row)
                    looked += 1
                choice = rng.choice(np.flatnonzero(legal).tolist())
                GAME.rules.act(g, seat, arrays.rows([g], seat, [choice])[0].tolist())
            assert np.flatnonzero(arrays.masks([g], seat)[0]).tolist() == [0]  # nothing is left to choose
        tick(g)
        if g.reason:
            break
    assert looked > 500


@pytest.mark.rule("RAL-318")
def test_rows_are_drafts_until_the_program_is_full():
    g = start("lazy", "albot")
    hand = list(g.robots[1].hand[:5])
    for n in range(1, t.SLOTS + 1):
        row = arrays.rows([g], 1, [n])[0].tolist()
        assert row[t.TYPE] == (t.PROGRAM if n == t.SLOTS else t.DRAFT)
        assert row[t.SLOT : t.SLOT + t.SLOTS] == hand[:n] + [0] * (t.SLOTS - n)
        GAME.rules.act(g, 1, row)
    assert g.robots[1].confirmed


def test_numbers_that_are_no_actions_are_refused():
    g = start("lazy", "albot")
    with pytest.raises(ValueError, match="0 to 20"):
        arrays.rows([g], 1, [21])
