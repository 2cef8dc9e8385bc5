"""What the state remembers for players: sightings, ghosts, and what was told by hits."""

import pytest
from tests.games.dungeon.rule_states import MAP, THREE, TWO, Game

from roundhouse.games.dungeon.rules import tables as t


def seen(game, name, seat):
    """Round and place of the last sighting; None for never, - for a place that is not known."""
    robot = game.robot(name)
    if robot.seen_round[seat] == 0:
        return None
    index = robot.seen_planet[seat]
    return (robot.seen_round[seat], "-" if index < 0 else "{},{}".format(*divmod(index, game.g.side)))


@pytest.mark.rule("DUN-045", "DUN-047", "DUN-234")
def test_who_enters_and_who_is_there_are_told_of_each_other():
    game = Game(THREE + "r1 1 0,1\nr2 2 0,3\nr3 3 2,0\n")
    game.round("r2 move 0,2")
    game.round("r2 move 0,1")
    assert (seen(game, "r1", 2), seen(game, "r2", 1)) == ((2, "0,1"), (2, "0,1"))
    assert (seen(game, "r1", 3), seen(game, "r2", 3), seen(game, "r1", 1)) == (None, None, None)


@pytest.mark.rule("DUN-046")
def test_robots_that_pass_each_other_do_not_meet():
    game = Game(TWO + "r1 1 0,1\nr2 2 0,2\n")
    game.round("r1 move 0,2", "r2 move 0,1")
    assert (seen(game, "r1", 2), seen(game, "r2", 1)) == (None, None)


@pytest.mark.rule("DUN-048", "DUN-235")
def test_who_leaves_stays_remembered_until_the_place_is_visited_again():
    game = Game(TWO + "r1 1 0,1\nr2 2 0,1\n")
    game.round("r2 move 0,2")
    assert seen(game, "r2", 1) == (1, "0,1")
    game.round("r1 move 1,1")
    game.round("r1 move 0,1")
    assert seen(game, "r2", 1) == (1, "-")
    game.round("r2 move 0,1")
    assert seen(game, "r2", 1) == (4, "0,1")


@pytest.mark.rule("DUN-040", "DUN-039", "DUN-041")
def test_entering_makes_a_planet_and_its_neighbours_known():
    game = Game(TWO + "r1 1 0,1\n")
    known = {place: game.planet_at(place).known[1] for place in ("0,1", "0,0", "0,2", "1,1", "1,2", "0,3")}
    assert known == {"0,1": 2, "0,0": 1, "0,2": 1, "1,1": 1, "1,2": 0, "0,3": 0}
    game.round("r1 move 0,2")
    assert [game.planet_at(place).known[1] for place in ("0,2", "0,3", "1,2")] == [2, 1, 1]
    assert [game.planet_at(place).known[2] for place in ("0,1", "0,2")] == [0, 0]
    assert (game.planet_at("0,3").info_round[1], game.planet_at("0,2").info_round[1]) == (0, 1)


@pytest.mark.rule("DUN-049", "DUN-238")
def test_who_is_hit_from_afar_learns_of_the_attacker_but_not_its_place():
    game = Game(THREE + "r1 1 0,1 LONG_RANGE_BOMBARDMENT 1\nr2 2 4,1 HEALTH 1\nr3 3 4,1 HEALTH 1\nr4 1 4,2\n")
    game.round("r1 use LONG_RANGE_BOMBARDMENT 4,1")
    assert (seen(game, "r1", 2), seen(game, "r1", 3)) == ((1, "-"), (1, "-"))
    assert (seen(game, "r2", 1), seen(game, "r3", 1)) == ((1, "4,1"), (1, "4,1"))


@pytest.mark.rule("DUN-235", "DUN-048", "DUN-254")
def test_who_was_not_told_of_a_destruction_keeps_a_ghost_until_it_comes_back():
    game = Game(THREE + "r1 1 0,1\nr2 2 0,1 health 1\nr3 3 0,1\nr4 1 0,1 DAMAGE 1\nr5 2 4,4\n")
    game.round("r3 move 0,2")
    game.round("r4 battle r2")
    (ghost,) = game.g.ghosts[: game.g.ghost_count]
    assert (ghost.serial, ghost.owner, list(ghost.seen_round[:4])) == (2, 2, [0, 0, 0, 1])
    assert ghost.seen_planet[3] == game.index("0,1")
    game.round("r3 move 0,1")
    assert game.g.ghost_count == 0


@pytest.mark.rule("DUN-235", "DUN-196")
def test_those_present_and_those_with_the_kill_forget_a_destroyed_robot():
    game = Game(THREE + "r1 1 0,2 NUKE 1\nr2 2 0,1\nr3 3 0,1 HEALTH 5\nr4 1 0,1\n")
    game.round("r1 use NUKE 0,1")
    assert game.alive() == ["r1", "r3"]
    assert game.g.ghost_count == 0


@pytest.mark.rule("DUN-235")
def test_the_oldest_ghosts_go_when_there_are_too_many():
    game = Game(THREE + "r1 1 0,1\nr2 2 0,1 health 1\nr3 3 0,1\nr4 1 0,1 DAMAGE 1\nr5 2 4,4\n")
    cap = len(game.g.ghosts)
    for n in range(cap):
        ghost = game.g.ghosts[n]
        ghost.serial, ghost.owner = 1000 + n, 2
        ghost.seen_round[3], ghost.seen_planet[3] = 1, game.index("4,0")
    game.g.ghost_count = cap
    game.round("r3 move 0,2")
    game.round("r4 battle r2")
    assert game.g.ghost_count == cap
    serials = [ghost.serial for ghost in game.g.ghosts]
    assert serials == [*range(1001, 1000 + cap), 2]


@pytest.mark.rule("DUN-054", "DUN-095", "DUN-238")
def test_with_open_everybody_knows_and_is_told_of_what_any_event_names():
    game = Game(MAP + "1 money 500\n2 money 500\n", visibility="open", seed=2)
    game.round("1: buy 1 ROBOT", "2: buy 1 ROBOT")
    for name, owner, other in (("r1", 1, 2), ("r2", 2, 1)):
        robot = game.robot(name)
        assert seen(game, name, other) == (1, game.place(name))
        assert [game.g.planets[robot.planet].known[seat] for seat in (1, 2)] == [t.VISITED] * 2
        assert robot.owner == owner


@pytest.mark.rule("DUN-043", "DUN-042")
def test_a_patch_that_appears_is_known_to_those_present():
    game = Game("1S 1.\n1c --\n1\n2\nr1 1 0,0\nr2 2 1,1\n", patch_amount=2)
    game.round("r1 mine")
    planet = game.planet_at("1,1")
    assert (planet.kind, planet.info_kind[2], planet.info_amount[2]) == (t.COAL, t.COAL, -1)
    assert planet.info_round[1] == 0
