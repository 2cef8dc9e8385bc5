"""Nobody learns what it may not know: states and rounds that differ in a secret look the same, byte for byte."""

import pytest
from tests.games.dungeon.text_states import Sky, encode, seen

SKY = """
round 4 of 50
1S 1. 1c 1. 1.
1. 2. 1. 2i 1.
1. 3m 3g 3p 1.
1. 2. 2. 2. 1.
1. 1. 1. 1. 1S
1 money 500
2 money 500
3 money 500
r1 1 0,4
r2 2 3,1
r3 3 4,4
"""


def played(board, *orders, **settings):
    """What seat 1 is sent after rounds of orders."""
    sky = Sky(board, **settings)
    told = [seen(sky.g, 1)]
    for words in orders:
        sky.round(*words)
        told.append(seen(sky.g, 1))
    return told


@pytest.mark.rule("DUN-048", "DUN-052", "DUN-053")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("r2 move 2,1",), ("r2 move 3,0",)),  # where somebody goes: both ways cost and count the same
        (("r2 regenerate",), ("r2 block",)),
        (("r2 regenerate",), ("r2 move 0,0",)),  # which fails
        ((), ("2: done",)),
        (("2: buy 9 ROBOT",), ("2: buy 0 ROBOT",)),  # neither succeeds
        (("r2 battle r1",), ("r2 use NUKE 0,0",)),
    ],
)
def test_what_another_does_out_of_sight_makes_no_difference(one, other):
    after = ("r1 move 1,4", "r3 regenerate")
    assert played(SKY, one, after) == played(SKY, other, after)


@pytest.mark.rule("DUN-043", "DUN-044", "DUN-052")
@pytest.mark.parametrize(
    ("what", "instead"),
    [
        ("r2 2 3,1", "r2 2 3,1 health 3 energy 2"),
        ("r2 2 3,1", "r2 2 3,1 DAMAGE 0 gold 5 NUKE 1"),
        ("r2 2 3,1", "r2 2 2,1"),
        ("r2 2 3,1", "r2 2 3,1 seen 3@2:1,1"),
        ("r3 3 4,4", "r3 3 4,4\nr4 3 4,4"),
        ("2 money 500", "2 money 7"),
        ("2 money 500", "2 money 500 orders 12"),
        ("1 money 500", "patch 2,4 5\n1 money 500"),
        ("2. 1. 2i", "2. -- 2i"),
        ("3m 3g 3p", "3. 3. 3i"),
    ],
)
def test_what_was_never_seen_makes_no_difference(what, instead):
    orders = ("r1 move 1,4", "r2 regenerate")
    assert what in SKY
    assert played(SKY, orders) == played(SKY.replace(what, instead), orders)


@pytest.mark.rule("DUN-048", "DUN-235")
def test_a_robot_that_was_destroyed_out_of_sight_is_remembered_like_one_that_lives():
    board = SKY.replace("r2 2 3,1", "r2 2 3,1 seen 1@2:1,4")
    gone = board.replace("r2 2 3,1", "ghost r2 2")
    assert [Sky(one).sightings(1) for one in (board, gone)] == [{"r2": "2 2 1,4"}] * 2
    assert encode(Sky(board).view(1)) == encode(Sky(gone).view(1))
    assert encode(Sky(board).view(2)) != encode(Sky(gone).view(2))
    found = ("r1 move 1,4",)
    assert played(board, found) == played(gone, found)  # and both are gone from where it was seen


@pytest.mark.rule("DUN-048")
def test_the_order_of_sightings_does_not_tell_who_lives():
    for serial in (3, 9):
        board = SKY.replace("r3 3 4,4", "") + "r4 3 4,4 seen 1@3:1,1\n"
        alive = Sky(board + f"r{serial} 3 4,3 seen 1@2:2,2\n").view(1)
        gone = Sky(board + f"ghost r{serial} 3 seen 1@2:2,2\n").view(1)
        assert encode(alive) == encode(gone)


@pytest.mark.rule("DUN-052", "DUN-053")
def test_the_scores_of_a_fight_are_public_and_the_rest_of_it_is_not():
    board = SKY.replace("r3 3 4,4", "r3 3 3,1")
    told = [played(board, ("r2 battle r3",))[1], played(board, ("r2 regenerate",))[1]]
    sky = Sky(board)
    for name in ("r2", "r3"):
        assert not any(sky.robot_id(name).encode() in one for one in told)
    assert told[0] != told[1]
    sky.round("r2 battle r3")
    assert [player.sum for player in sky.view(1).players] == [0, 1, 0]
