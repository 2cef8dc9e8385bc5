"""The version of a layout: the same everywhere, another one after every change."""

from typing import Annotated

import pytest

from roundhouse.core.layout import layout_version
from roundhouse.core.schema import LARGE, SMALL, Grid, Size, i2, i4, struct, u1
from roundhouse.games import GAMES


@struct
class Cell:
    kind: u1
    amount: i4


@struct
class Board:
    round_no: i4
    cells: Annotated[list[Cell], Size(4, large=9)]
    marks: Annotated[Grid[u1], 2, 3]


def test_it_does_not_depend_on_the_process_or_the_machine():
    assert layout_version(Board) == "b02f31b26ef36481"


def test_forms_of_other_lengths_have_other_versions():
    assert layout_version(Board, LARGE) != layout_version(Board, SMALL)


@struct
class Renamed:
    round_number: i4
    cells: Annotated[list[Cell], Size(4, large=9)]
    marks: Annotated[Grid[u1], 2, 3]


@struct
class Reordered:
    cells: Annotated[list[Cell], Size(4, large=9)]
    round_no: i4
    marks: Annotated[Grid[u1], 2, 3]


@struct
class Narrowed:
    round_no: i2
    cells: Annotated[list[Cell], Size(4, large=9)]
    marks: Annotated[Grid[u1], 2, 3]


@struct
class Turned:
    round_no: i4
    cells: Annotated[list[Cell], Size(4, large=9)]
    marks: Annotated[Grid[u1], 3, 2]


@pytest.mark.parametrize("changed", [Renamed, Reordered, Narrowed, Turned], ids=lambda cls: cls.__name__)
def test_every_change_gives_another_version(changed):
    assert layout_version(changed) != layout_version(Board)


def test_no_two_states_of_games_have_the_same_version():
    versions = [layout_version(game.state) for game in GAMES.values()]
    assert len(set(versions)) == len(GAMES)
