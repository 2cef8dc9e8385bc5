"""The maps that come with the game: playable, and the same for every team."""

import json

import pytest

from roundhouse.core.settings import SetupError
from roundhouse.games.boidvoid import GAME, maps
from roundhouse.games.boidvoid.map_generator import SYMMETRIES
from roundhouse.games.boidvoid.maps.placement import images_in
from roundhouse.games.boidvoid.rules import tables as t

every_map = pytest.mark.parametrize("key", sorted(maps.SHIPPED))


def place_of(tile, centre):
    """Cube coordinates around a centre, doubled, so that a centre may lie between tiles."""
    x, y = tile
    q, r = 2 * (x - (y - y % 2) // 2), 2 * y
    return q - centre[0], r - centre[1]


def contents(made):
    """What is on every place, around the middle of the homes."""
    homes = [place_of(home, (0, 0)) for home in made.homes]
    count = len(homes)
    centre = sum(q for q, _ in homes) // count, sum(r for _, r in homes) // count
    tiles = {place_of((tile.x, tile.y), centre): (tile.type, tile.obstacle, tile.npc, tile.poi) for tile in made.tiles}
    return tiles, [place_of(home, centre) for home in made.homes]


@pytest.mark.rule("BOI-043", "BOI-044", "BOI-045")
@every_map
def test_a_shipped_map_is_sound(key):
    found = maps.check(maps.SHIPPED[key])
    assert (found.problems, found.key) == ([], key)
    assert json.loads(maps.SHIPPED[key])["name"] == found.name
    assert found.facts["teams"] == found.seats
    assert max(found.facts["size"]) <= t.MATCH_SIDE


@pytest.mark.rule("BOI-037")
@every_map
def test_a_shipped_map_is_the_same_for_every_team(key):
    made = maps.read(maps.SHIPPED[key])
    tiles, homes = contents(made)
    for number, turn in enumerate(SYMMETRIES[len(made.homes)]):
        assert turn(*homes[0], -sum(homes[0]))[:2] == homes[number]
        assert {turn(q, r, -q - r)[:2]: what for (q, r), what in tiles.items()} == tiles


@pytest.mark.rule("BOI-038")
@every_map
def test_around_the_homes_of_a_shipped_map_all_is_clear(key):
    made = maps.read(maps.SHIPPED[key])
    tiles, homes = contents(made)
    for home in homes:
        for (q, r), what in tiles.items():
            if max(abs(q - home[0]), abs(r - home[1]), abs(q + r - sum(home))) <= 4:  # two tiles
                assert what == ("clear", "", "", "")


@pytest.mark.rule("BOI-048")
@every_map
def test_on_a_shipped_map_the_ships_of_every_team_begin_on_images_of_the_first_teams(key):
    made = maps.read(maps.SHIPPED[key])
    g = GAME.start(GAME.setup(seed=1, settings={"map": key}))
    _, homes = contents(made)
    centre = tuple(a - b for a, b in zip(place_of(made.homes[0], (0, 0)), homes[0], strict=True))
    ships = [place_of((one.tile % g.side, one.tile // g.side), centre) for one in g.units[: g.player_count]]
    for number, turn in enumerate(SYMMETRIES[g.teams]):
        for first, own in zip(ships[:3], ships[3 * number : 3 * number + 3], strict=True):
            assert turn(*first, -sum(first))[:2] == own


@pytest.mark.rule("BOI-048")
def test_on_any_other_map_ships_begin_in_the_order_of_the_tiles():
    made = json.loads(maps.SHIPPED["first-light"])
    made["tiles"][0]["type"] = "planet"
    assert images_in(maps.read(json.dumps(made)), []) == []
    g = GAME.start(GAME.setup(seed=1, settings={"map": json.dumps(made)}))
    starts = [(one.tile % g.side, one.tile // g.side) for one in g.units[: g.player_count]]
    assert starts == [(0, 3), (1, 3), (0, 4), (6, 3), (7, 3), (6, 4)]


@pytest.mark.rule("BOI-047", "BOI-048")
@every_map
def test_a_match_begins_on_a_shipped_map(key):
    teams = maps.check(maps.SHIPPED[key]).seats
    setup = GAME.setup(seed=1, settings={"map": key})
    g = GAME.start(setup)
    assert (g.teams, len(setup.seats)) == (teams, teams)  # the map says how many play
    assert len(set(g.tiles_owned[1 : teams + 1])) == 1
    assert g.tiles_owned[1] >= 4
    assert all(g.units[index].tile >= 0 for index in range(g.unit_count))
    assert g.npc_count % teams == 0
    g = GAME.start(GAME.setup(seed=1, settings={"map": key, "ships_per_team": 6}))
    assert all(g.units[index].tile >= 0 for index in range(g.player_count))


def test_for_every_number_of_teams_there_is_a_map():
    seats = [maps.check(text).seats for text in maps.SHIPPED.values()]
    assert sorted(seats) == [2, 2, 2, 3, 4, 6]


def test_fewer_teams_than_homes_may_play():
    assert GAME.start(GAME.setup(settings={"map": "trefoil", "teams": 2})).teams == 2


@pytest.mark.rule("BOI-043", "BOI-045")
def test_a_bad_map_is_refused_before_a_match_begins():
    for settings, words in (
        ({"map": "nowhere"}, "neither one of first-light"),
        ({"map": "{}"}, "missing required field"),
        ({"map": "long-drift", "teams": 3}, "homes for 2 teams only"),
    ):
        with pytest.raises(SetupError, match=words) as caught:
            GAME.try_setup(GAME.setup(settings=settings))
        assert (caught.value.code, caught.value.field) == ("bad_map", "map")
