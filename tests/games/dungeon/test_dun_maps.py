"""Maps made by hand: their text, what is said about it, and a game on one."""

import pytest

from roundhouse.core.settings import SetupError
from roundhouse.games.dungeon import GAME
from roundhouse.games.dungeon.maps import MAPS, SHIPPED, check, load, read, text_of
from roundhouse.games.dungeon.rules import tables as t
from roundhouse.match.match import Match

SMALL = """map: tiny
name: Tiny
grid:
1S 1. 1c 1. 1.
1. 2i 2. 2m 1.
1. 2. 3g -- 1.
1. 2. 3p 2. 1.
1. 1. 1. 1. 1S
"""


def wrong(text):
    return [(one.rule, one.line, one.column) for one in check(text).problems]


@pytest.mark.rule("DUN-270")
@pytest.mark.parametrize("key", SHIPPED)
def test_a_shipped_map_can_be_played_and_is_written_as_it_was_read(key):
    found = check(SHIPPED[key])
    assert found.problems == []
    assert (found.key, found.seats) == (key, t.SEATS_MAX)
    assert text_of(load(key)) == SHIPPED[key]
    assert set(found.facts["patches"]) == set(t.KIND_NAMES)


@pytest.mark.rule("DUN-270", "DUN-271")
def test_whatever_is_wrong_is_told_with_its_place():
    assert wrong(SMALL) == []
    assert check(SMALL).facts == {
        "size": [5, 5], "planets": 24, "stations": 2,
        "patches": {"coal": 1, "iron": 1, "gem": 1, "gold": 1, "platin": 1},
    }  # fmt: skip
    assert wrong(SMALL.replace("2m", "4m").replace("3p", "3x")) == [("DUN-270", 5, 10), ("DUN-270", 7, 7)]
    assert wrong(SMALL.replace("1S", "1.")) == [("DUN-271", 0, 0)]
    assert wrong(SMALL.replace("2i 2. 2m 1.", "2i 2. 2m")) == [("DUN-271", 5, 1)]
    assert wrong(SMALL.replace("1. 2. 3g -- 1.\n", "")) == [("DUN-271", 0, 0)]
    assert wrong(SMALL.replace("1. 2. 3g -- 1.", "-- -- -- -- --")) == [("DUN-271", 5, 1)]
    assert wrong("grid:\n") == [("DUN-270", 0, 0), ("DUN-270", 0, 0), ("DUN-271", 0, 0)]
    assert wrong("no map") == [("DUN-270", 0, 0)]
    assert wrong(SMALL.replace("name", "title")) == [("DUN-270", 2, 1), ("DUN-270", 0, 0)]
    for setting in ("nowhere", SMALL.replace("1S", "1.")):
        with pytest.raises(SetupError) as refused:
            Match(GAME, GAME.setup(["a", "b"], settings={"map": setting}))
        assert (refused.value.code, refused.value.field) == ("bad_map", "map")


@pytest.mark.rule("DUN-272")
def test_a_game_on_a_map_has_its_planets_and_nothing_else():
    world, _ = read(SMALL)
    for seed in (1, 2):
        setup = GAME.setup(["a", "b"], seed=seed, settings={"map": SMALL, "map_side": 9, "patch_amount": 70})
        g = Match(GAME, setup).state
        planets = g.planets[: g.side**2]
        assert g.side == 5
        assert [planet.gravity if planet.exists else 0 for planet in planets] == world.gravities
        assert [bool(planet.station) for planet in planets] == world.stations
        assert [planet.kind for planet in planets] == world.kinds
        assert {planet.amount for planet in planets if planet.kind != t.NOTHING} == {70}
        assert (g.planet_count, g.station_count) == (24, 2)
    marked = GAME.setup(["a"], settings={"map": SMALL, "marks": ["1,0 deserted"]})
    assert not Match(GAME, marked).state.planets[1 * 5 + 0].exists


@pytest.mark.rule("DUN-270")
def test_the_registry_knows_the_maps():
    assert GAME.maps is MAPS
    assert MAPS.setting == "map"
