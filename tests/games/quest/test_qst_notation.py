"""States and actions as short text, there and back."""

from random import Random

import msgspec
import pytest
from tests.games.quest.text_states import ARENA, NAMES, arena, random_match, random_play

from roundhouse.core.schema import canonical, clone
from roundhouse.games.quest import GAME, actions, notation
from roundhouse.games.quest.rules import tables as t

BOARD = """
round 3 of 80 turn 2 ended end_turn
..........
...##.....
..........
..........
..........
1 start 2,0 gold 120 points 12 kills 1 levels 1,1,2,1 taken 0,0,0,0,12,0,0   ; the first player
2 start 7,2
100 2,0 energy 80 of 150 iron 5 sword1 1 wears sword2 armour1 strikes 30 of 70 spent 30 frozen 2 shield
101 gone
200 7,1
201 7,1 energy 0
tower 7 of 1 5,0 level 2 energy 300
trap 1 of 2 6,1 8..9,1
buried iron 40 2,0 4..6,2
surface sword1 1 2,0
dug 1 2,0 round 2 iron 40
counted serials 7 blood 1
"""
SIGNS = ".#;,-_ \n\t0123456789abz\x00é٣²½Ⅷ\U0001f600"


def test_a_text_becomes_a_state_and_the_state_the_text_again():
    g = notation.read(BOARD)
    assert (g.round_no, g.max_rounds, g.turn_of, g.ended) == (3, 80, 2, t.BY_END_TURN)
    assert (g.width, g.height, g.seats, g.units_each, g.unit_count) == (10, 5, 2, 2, 4)
    assert [cell for cell in range(50) if g.terrain[cell] == t.ROCK] == [13, 14]
    one, gone, _, tired = g.units[:4]
    assert (one.x, one.y, one.energy, one.max_energy) == (2, 0, 80, 150)
    assert (one.carried[t.IRON], one.carried[t.FIRST_ITEM], one.sword, one.armour) == (5, 1, 2, 1)
    assert (one.retaliation, one.cutoff, one.spent, one.frozen, one.shield) == (30, 70, 30, 2, 1)
    assert (gone.alive, gone.owner, tired.energy, tired.max_energy) == (0, 1, 0, 200)
    tower = g.towers[0]
    assert (g.tower_count, tower.serial, tower.owner, tower.level, tower.cell, tower.energy) == (1, 7, 1, 2, 5, 300)
    assert (g.players[1].towers, g.players[2].traps, g.serials, g.blood) == (1, 3, 7, 1)
    assert [g.buried[t.IRON, cell] for cell in (20, 2, 24, 26, 27)] == [0, 40, 40, 40, 0]
    assert (g.players[1].digs, g.digs[0, 200], g.digs[1, 200], g.digs[2 + t.IRON, 200]) == (1, 2, 2, 40)
    assert notation.write(g).splitlines() == [
        "round 3 of 80 turn 2 ended end_turn",
        "..........",
        "...##.....",
        "..........",
        "..........",
        "..........",
        "1 start 2,0 gold 120 points 12 kills 1 levels 1,1,2,1 taken 0,0,0,0,12,0,0",
        "2 start 7,2 gold 200",
        "100 2,0 energy 80 of 150 iron 5 sword1 1 wears sword2 armour1 strikes 30 of 70 spent 30 frozen 2 shield",
        "101 gone",
        "200 7,1",
        "201 7,1 energy 0 of 200",
        "tower 7 of 1 5,0 level 2 energy 300",
        "trap 1 of 2 6,1 8..9,1",
        "buried iron 40 2,0 4..6,2",
        "surface sword1 1 2,0",
        "dug 1 2,0 round 2 iron 40",
        "counted serials 7 blood 1",
    ]


@pytest.mark.parametrize("settings", [{}, {"respawn": False}, {"scoring": "origin"}], ids=str)
def test_what_is_written_of_random_matches_reads_as_the_same_state(settings):
    """All but what players remember of places that they do not see."""
    for g in random_play(arena(**settings), 9, every=40):
        again = notation.read(notation.write(g), seed=g.seed, **{"view_radius": 3, "no_build_radius": 0, **settings})
        assert notation.write(again) == notation.write(g)
        for seat in range(1, g.seats + 1):
            count = g.width * g.height
            assert again.watched[seat][:count] == g.watched[seat][:count]
        assert without_memory(again) == without_memory(g)


def without_memory(g):
    other = clone(g)
    for row in other.memory:
        row[:] = [0] * len(row)
    for unit in other.units:
        if not unit.alive:
            unit.x = unit.y = 0  # where it was
    return canonical(other)


def test_a_drawn_map_is_read_as_it_was_written():
    for g in random_match(4, 3, every=30):
        assert notation.write(notation.read(notation.write(g), seed=g.seed)) == notation.write(g)


def test_a_large_map_is_read_in_the_large_form():
    g = GAME.start(GAME.setup(NAMES[:2], seed=2, preset="medium"))
    again = notation.read(notation.write(g), seed=2)
    assert len(again.terrain) == t.CELLS.large
    assert notation.write(again) == notation.write(g)


@pytest.mark.parametrize(
    ("words", "action"),
    [
        ("end_turn", actions.EndTurn()),
        ("resign", actions.Resign()),
        ("100 move 6,5", actions.Move(unit=100, to=(6, 5))),
        ("100 move -1,5", actions.Move(unit=100, to=(-1, 5))),
        ("100 attack 203 40", actions.Attack(unit=100, target=203, energy=40)),
        ("100 retaliate 30 70", actions.Retaliate(unit=100, energy=30, cutoff=70)),
        ("100 dig", actions.Dig(unit=100)),
        ("100 dig blind", actions.Dig(unit=100, view=False)),
        ("100 view", actions.Look(unit=100)),
        ("100 pickup wood 3 iron 5", actions.Pickup(unit=100, what={"iron": 5, "wood": 3})),
        ("100 drop armour1 1", actions.Drop(unit=100, what={"armour1": 1})),
        ("100 craft sword1 wood 4 bronze 14", actions.Craft(unit=100, item="sword1", use={"bronze": 14, "wood": 4})),
        ("100 equip sword1", actions.Equip(unit=100, item="sword1")),
        ("100 research sword", actions.Research(unit=100, kind="sword")),
        ("100 place_trap trap1 wood 18", actions.PlaceTrap(unit=100, item="trap1", use={"wood": 18})),
        (
            "100 place_tower tower1 wood 5 blind",
            actions.PlaceTower(unit=100, item="tower1", use={"wood": 5}, view=False),
        ),
    ],
)
def test_actions_there_and_back(words, action):
    assert notation.read_action(words) == action
    assert notation.write_action(action) == words


@pytest.mark.parametrize(
    "words",
    [
        "", "move", "100", "100 fly", "100 move", "100 move 6", "100 move 6,5,4", "100 attack 203 0", "100 dig deep",
        "100 pickup", "100 pickup iron", "100 pickup mud 3", "100 pickup iron 3 iron 4", "100 pickup iron 0",
        "100 pickup iron 1000001", "100 craft tower1 wood 5", "100 craft sword1", "100 equip tower1",
        "100 research gold", "100 place_trap tower1 wood 1", "100 retaliate -1 5", "end_turn now", "²00 dig",
        "100 move ٣,1", "blind",
        "99999999999999999999 dig", "100 move 1e3,4", "100 end_turn",
    ],
)  # fmt: skip
def test_what_is_no_action_is_told_with_those_that_are(words):
    with pytest.raises(notation.TextError, match="101 place_tower"):
        notation.read_action(words)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("...##.....", "...##...."),
        ("...##.....", "...##..x.."),
        ("1 start 2,0 gold 120", "1 start 3,1 gold 120"),
        ("1 start 2,0 gold 120", "1 start 12,0 gold 120"),
        ("1 start 2,0 gold 120", "1 start 2,0 luck 120"),
        ("1 start 2,0 gold 120", "1 start 2,0 gold"),
        ("1 start 2,0 gold 120", "1 start 2,0 gold 99999999999"),
        ("levels 1,1,2,1", "levels 1,1,2"),
        ("levels 1,1,2,1", "levels 1,1,2,4"),
        ("2 start 7,2", "3 start 7,2"),
        ("2 start 7,2", ""),
        ("200 7,1", "200 gone now"),
        ("200 7,1", "202 7,1"),
        ("200 7,1", ""),
        ("200 7,1", "200 3,1"),
        ("200 7,1", "200 7,1 energy"),
        ("200 7,1", "200 7,1 energy 40000"),
        ("200 7,1", "200 7,1 mud 4"),
        ("tower 7 of 1", "tower 7 of 3"),
        ("5,0 level 2 energy", "5,0 level 4 energy"),
        ("5,0 level 2 energy", "3,1 level 2 energy"),
        ("trap 1 of 2 6,1", "trap 1 of 2 5,0"),
        ("trap 1 of 2 6,1", "trap 1 of 2 6..11,1"),
        ("buried iron 40", "buried mud 40"),
        ("buried iron 40", "buried sword1 40"),
        ("buried iron 40 2,0", "buried iron 40000 2,0"),
        ("dug 1 2,0", "dug 5 2,0"),
        ("dug 1 2,0 round 2 iron 40", "dug 1 2,0 round 2 iron"),
        ("counted serials 7", "counted stars 7"),
        ("round 3 of 80 turn 2 ended end_turn", "round 3 of 80 turn 2 ended somehow"),
        ("round 3 of 80", "round three of 80"),
        ("surface sword1 1 2,0", "over somehow"),
        ("surface sword1 1 2,0", "a dragon"),
    ],
)
def test_what_is_no_state_is_told(before, after):
    assert before in BOARD
    with pytest.raises(notation.TextError):
        notation.read(BOARD.replace(before, after))


def test_hostile_texts_are_a_state_or_an_error_that_says_so():
    rng = Random(12)
    read = 0
    for _ in range(400):
        letters = list(rng.choice((BOARD, ARENA)))
        for _ in range(rng.randrange(1, 3)):
            place = rng.randrange(len(letters))
            match rng.randrange(4):
                case 0:
                    letters[place] = rng.choice(SIGNS)
                case 1:
                    letters.insert(place, rng.choice(SIGNS))
                case 2:
                    del letters[place : place + rng.randrange(1, 30)]
                case _:
                    letters[place:place] = letters[max(0, place - 20) : place]
        try:
            g = notation.read("".join(letters))
        except notation.TextError:
            continue
        read += 1
        GAME.view(g, 1, NAMES[: g.seats])
        notation.write(g)
    assert 20 < read < 380


def test_hostile_actions_are_an_action_or_an_error_that_says_so():
    rng = Random(5)
    words = [
        "100",
        "move",
        "6,5",
        "iron",
        "pickup",
        "dig",
        "craft",
        "sword1",
        "end_turn",
        "-7",
        "1" * 40,
        "blind",
        "view",
    ]
    for _ in range(2000):
        line = " ".join(rng.choice(words) for _ in range(rng.randrange(5)))
        line += "".join(rng.choice(SIGNS) for _ in range(rng.randrange(3)))
        try:
            action = notation.read_action(line)
        except notation.TextError:
            continue
        assert msgspec.convert(msgspec.to_builtins(action), actions.Action) == action
        assert notation.read_action(notation.write_action(action)) == action
