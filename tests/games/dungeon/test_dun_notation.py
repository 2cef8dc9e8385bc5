"""States and actions as short text, there and back."""

from itertools import islice

import msgspec
import pytest
from tests.games.dungeon.text_states import Sky, random_match

from roundhouse.core.schema import SMALL
from roundhouse.games.dungeon import GAME, actions, notation
from roundhouse.games.dungeon.rules import tables as t

SKY = """
round 3 of 50
1S 1. 1c
1. 3p --
1i 1. 2S
patch 2,2 120
price ROBOT 150 coal 4
1 money 150 orders 2 kills 1 scores 1,2,3,4,5 mined 5,0,0,0,0 buys 2
2 money 0 left 2
r1 1 0,2 health 5 energy 3 STORAGE 1 coal 5 ROCKET 1 does move 1,2
r2 2 0,2
ghost r3 2 seen 1@1:2,0
"""


def test_a_text_becomes_a_state_and_the_state_the_text_again():
    g = notation.read(SKY)
    assert (g.round_no, g.max_rounds, g.side, g.seats) == (3, 50, 3, 2)
    assert (g.planets[2].station, g.planets[4].gravity, g.planets[4].kind) == (1, 3, t.PLATIN)
    assert g.planets[7].exists == 0
    assert (g.planets[8].kind, g.planets[8].amount) == (t.COAL, 120)
    assert (g.prices[t.ROBOT_ARTICLE], g.resource_prices[t.COAL]) == (150, 4)
    robot = g.robots[0]
    assert (robot.owner, robot.planet, robot.health, robot.energy, robot.cargo[t.COAL]) == (1, 2, 5, 3, 5)
    assert (robot.command, robot.target, robot.order_no) == (t.MOVE, 5, 4)  # after two orders and the purchase
    assert (g.players[1].quantity, g.players[1].order_no) == (2, 3)
    assert notation.write(g).splitlines() == [
        "round 3 of 50",
        "1S 1. 1c",
        "1. 3p --",
        "1i 1. 2S",
        "patch 2,2 120",
        "price ROBOT 150 coal 4",
        "1 money 150 orders 4 kills 1 mined 5,0,0,0,0 scores 1,2,3,4,5 buys 2 # has visited 1 planets, knows 2 more",
        "2 money 0 left 2 # has visited 1 planets, knows 2 more",
        "r1 1 0,2 health 5 energy 3 STORAGE 1 coal 5 ROCKET 1 seen 2@3:0,2 does move 1,2",
        "r2 2 0,2 health 10 energy 20 seen 1@3:0,2",
        "ghost r3 2 seen 1@1:2,0",
    ]


@pytest.mark.slow
def test_what_is_written_of_random_matches_reads_as_the_same():
    for seed in (1, 2):
        for g in islice(random_match(seed, 25), 0, None, 5):
            written = notation.write(g)
            again = notation.write(notation.read(written, seed=g.seed, patch_amount=g.patch_amount))
            # what was seen or visited long ago is not in a text
            for before, after in zip(_without_memory(written), _without_memory(again), strict=True):
                assert after == before


def _without_memory(written):
    lines = [line.partition(" #")[0] for line in written.splitlines() if not line.startswith("ghost")]
    return [" ".join(word for word in line.split() if "@" not in word and word != "seen") for line in lines]


@pytest.mark.parametrize(
    ("words", "action"),
    [
        ("done", actions.Done()),
        ("withdraw", actions.Withdraw()),
        ("r1 withdraw", actions.Withdraw("r1")),
        ("buy 3 ROBOT", actions.Buying("ROBOT", None, 3)),
        ("buy ROBOT", actions.Buying("ROBOT")),
        ("r1 buy MINING_1", actions.Buying("MINING_1", "r1")),
        ("r1 sell", actions.Selling("r1")),
        ("r1 sell 5 coal", actions.Selling("r1", "coal", 5)),
        ("r1 move 1,2", actions.Movement("r1", "1,2")),
        ("r1 battle r2", actions.Battle("r1", "r2")),
        ("r1 block", actions.Blocking("r1")),
        ("r1 mine", actions.Mining("r1")),
        ("r1 regenerate", actions.Regeneration("r1")),
        ("r1 use ROCKET r2", actions.BattleItemUse("r1", "ROCKET", "r2")),
        ("r1 use NUKE 1,2", actions.BattleItemUse("r1", "NUKE", "1,2")),
        ("r1 use WORMHOLE", actions.MoveItemUse("r1")),
        ("r1 use REPAIR_SWARM", actions.RepairItemUse("r1")),
    ],
)
def test_actions_are_read_and_written(words, action):
    sky = Sky(SKY)
    read = notation.read_action(words, sky.g)
    assert sky.plain(read) == msgspec.to_builtins(action)
    assert notation.short(notation.write_action(read), sky.g) == words


@pytest.mark.parametrize("words", ["", "fly", "r1", "r1 move", "r1 move 9,9", "r1 move here", "move 1,1", "done now"])
def test_what_is_no_action_is_named(words):
    with pytest.raises(notation.TextError, match=r"no action|no place"):
        notation.read_action(words, notation.read(SKY))


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (("1. 3p --", "1. 3p"), "square"),
        (("2 money", "3 money"), "without a gap"),
        (("kills 1", "cats 1"), "cats"),
        (("energy 3", "wings 3"), "wings"),
        (("seen 1@1:2,0", "seen 1"), "who has seen"),
        (("price", "prices"), "prices"),
    ],
)
def test_what_is_no_state_is_named(change, named):
    with pytest.raises(notation.TextError, match=named):
        notation.read(SKY.replace(*change))


@pytest.mark.slow
def test_many_seats_or_planets_take_the_large_form():
    seats = "\n".join(f"{n} money 1" for n in range(1, 11))
    assert len(notation.read("1S 1.\n1. 1.\n" + seats).robots) == 4096
    assert len(notation.read(SKY).robots) == len(GAME.start(GAME.setup(["a"])).robots) == 576
    assert GAME.form_of(GAME.setup(["a"])) == SMALL
