"""What a view shows: to a seat what it knows, to spectators what is public, and everything where nothing is secret."""

import pytest
from msgspec import UNSET
from tests.games.dungeon.text_states import Sky, encode, random_match

from roundhouse.core.game import EVERYTHING
from roundhouse.games.dungeon import GAME
from roundhouse.games.dungeon.rules.phases.end_of_round import OVERALL, place

SKY = """
round 4 of 50
1S 1. 1c 1. 1.
1. 2. -- 2i 1.
1. 3m 3g 3p 1.
1. 2. 2. 2. 1.
1. 1. 1. 1. 1S
patch 2,4 120
"""
TWO = SKY + "1 money 150 orders 7\n2 money 60\nr1 1 1,4\nr2 2 4,0\n"


@pytest.mark.rule("DUN-038")
def test_a_player_sees_all_of_its_own_robots_and_its_account():
    sky = Sky(
        SKY
        + "1 money 150 orders 7 buys 2\n2 money 60\n"
        + "r1 1 1,4 health 12 energy 9 STORAGE 1 HEALTH 1 MINING 2 coal 5 gem 1 ROCKET 1 NUKE 2 does move 1,3\n"
    )
    you = sky.plain(sky.view(1).you)
    assert (you["seat"], you["money"], you["robot_limit"], you["done"]) == (1, 150, 128, False)
    assert you["purchase"] == {"quantity": 2, "transaction": "1#8"}
    assert you["robots"] == [
        {
            "id": "r1", "seat": 1, "planet": "1,4", "health": 12, "max_health": 25, "energy": 9, "max_energy": 20,
            "regeneration": 4, "damage": 1, "mining_speed": 2, "storage": 50,
            "levels": {
                "STORAGE": 1, "HEALTH": 1, "DAMAGE": 0, "MINING_SPEED": 0, "MINING": 2, "MAX_ENERGY": 0,
                "ENERGY_REGEN": 0,
            },
            "cargo": {"coal": 5, "iron": 0, "gem": 1, "gold": 0, "platin": 0},
            "items": {
                "ROCKET": 1, "WORMHOLE": 0, "LONG_RANGE_BOMBARDMENT": 0, "SELF_DESTRUCTION": 0, "REPAIR_SWARM": 0,
                "NUKE": 2,
            },
            "command": {"type": "movement", "robot": "r1", "planet": "1,3"}, "transaction": "1#9", "last": None,
        }
    ]  # fmt: skip


@pytest.mark.rule("DUN-038", "DUN-067", "DUN-195")
def test_a_robot_remembers_how_its_last_command_ended():
    sky = Sky(TWO)
    sky.round("r1 mine", "r2 move 4,1")
    assert sky.plain(sky.view(1).you.robots[0].last) == {
        "type": "mining", "reason": "no_resource", "transaction": "1#8"
    }  # fmt: skip
    assert sky.plain(sky.view(2).you.robots[0].last) == {"type": "movement", "reason": "", "transaction": "2#1"}
    sky.round()
    assert sky.view(1).you.robots[0].last is None


@pytest.mark.rule("DUN-039", "DUN-041", "DUN-056")
def test_only_visited_planets_and_their_neighbours_are_known():
    sky = Sky(TWO)
    places = {one["id"]: one for one in sky.plain(sky.view(1).planets)}
    assert set(places) == {"1,4", "0,4", "2,4", "1,3"}
    assert places["1,4"] == {
        "id": "1,4", "x": 1, "y": 4, "gravity": 1, "visited": True, "station": False, "resource": None, "amount": None,
        "as_of": 4, "neighbours": {"EAST": "2,4", "SOUTH": "1,3", "WEST": "0,4"},
    }  # fmt: skip
    # It is a station, and the other has coal, but nobody was there.
    assert places["0,4"] == {
        "id": "0,4", "x": 0, "y": 4, "gravity": 1, "visited": False, "station": None, "resource": None, "amount": None,
        "as_of": 0, "neighbours": {"EAST": "1,4"},
    }  # fmt: skip
    assert (places["2,4"]["resource"], places["2,4"]["amount"], places["1,3"]["gravity"]) == (None, None, 2)


@pytest.mark.rule("DUN-041")
def test_two_unvisited_planets_do_not_show_the_way_between_them():
    sky = Sky(SKY + "1 money 0\nr1 1 0,1\nr2 1 3,1\n")
    assert sky.planet(1, "1,1")["neighbours"] == {"WEST": "0,1"}
    assert sky.planet(1, "2,1")["neighbours"] == {"EAST": "3,1"}
    sky.round("r1 move 1,1")
    assert sky.planet(1, "2,1")["neighbours"] == {"EAST": "3,1", "WEST": "1,1"}


@pytest.mark.rule("DUN-040", "DUN-042", "DUN-043")
def test_entering_reveals_the_contents_without_the_amount():
    sky = Sky(TWO)
    sky.round("r1 move 2,4")
    assert sky.planet(1, "2,4") == {
        "id": "2,4", "x": 2, "y": 4, "gravity": 1, "visited": True, "station": False, "resource": "coal",
        "amount": None, "as_of": 4, "neighbours": {"EAST": "3,4", "WEST": "1,4"},
    }  # fmt: skip
    assert sky.planet(1, "3,4") is not None
    sky.round("r1 move 1,4")
    sky.round("r1 move 0,4")
    assert sky.planet(1, "0,4")["station"] is True


@pytest.mark.rule("DUN-043", "DUN-044", "DUN-234")
def test_what_was_told_of_a_patch_stays_with_its_round_until_it_is_told_anew():
    sky = Sky(SKY + "1 money 0\n2 money 0\nr1 1 2,4\nr2 2 1,4\n")
    sky.round("r1 mine")
    assert [sky.planet(1, "2,4")[key] for key in ("resource", "amount", "as_of")] == ["coal", 118, 4]
    sky.round("r1 move 3,4", "r2 move 2,4")
    sky.round("r2 mine")
    assert [sky.planet(1, "2,4")[key] for key in ("resource", "amount", "as_of")] == ["coal", 118, 4]  # stale
    assert [sky.planet(2, "2,4")[key] for key in ("resource", "amount", "as_of")] == ["coal", 116, 6]


@pytest.mark.rule("DUN-044")
def test_who_comes_back_keeps_an_amount_that_it_was_told_and_without_one_knows_the_kind_anew():
    sky = Sky(SKY + "1 money 0\n2 money 0\nr1 1 2,4\nr2 2 2,4\n")
    sky.round("r1 mine")
    sky.round("r1 move 3,4", "r2 move 3,4")
    sky.round("r1 move 2,4", "r2 move 2,4")
    assert [sky.planet(1, "2,4")[key] for key in ("resource", "amount", "as_of")] == ["coal", 118, 4]
    assert [sky.planet(2, "2,4")[key] for key in ("resource", "amount", "as_of")] == ["coal", None, 6]


@pytest.mark.rule("DUN-045", "DUN-235")
def test_met_robots_are_shown_with_owner_place_and_round_and_nothing_else():
    sky = Sky(TWO + "r3 2 2,4 NUKE 1 gold 3\n")
    sky.round("r1 move 2,4")
    assert sky.plain(sky.view(1).sightings) == [{"id": "r3", "seat": 2, "planet": "2,4", "round": 4}]
    assert sky.sightings(2) == {"r1": "1 4 2,4"}


@pytest.mark.rule("DUN-048", "DUN-235")
def test_robots_that_leave_stay_where_they_were_seen_until_there_is_news():
    sky = Sky(TWO + "r3 2 1,4\n")
    sky.round("r3 move 1,3")
    sky.round("r3 move 1,2")
    assert sky.sightings(1) == {"r3": "2 4 1,4"}
    sky.round("r1 move 1,3")
    assert sky.sightings(1) == {"r3": "2 4 1,4"}
    sky.round("r1 move 1,2")
    assert sky.sightings(1) == {"r3": "2 7 1,2"}


@pytest.mark.rule("DUN-050", "DUN-051")
def test_everybody_sees_prices_scores_and_the_ids_of_stations_but_not_their_places():
    sky = Sky(TWO.replace("2 money 60", "2 money 60 scores 1,2,3,4,5 achieved 9 left 2") + "price coal 3 ROBOT 120\n")
    stations = [sky.planet_id("0,4"), sky.planet_id("4,0")]
    for seat in (0, 1, 2, EVERYTHING):
        view = sky.view(seat)
        assert view.stations == sorted(stations)
        assert (view.market.resources["coal"], view.market.articles["ROBOT"]) == (3, 120)
        assert (view.round, view.max_rounds, view.phase) == (4, 50, "collecting")
        assert sky.plain(view.players[1]) == {
            "seat": 2, "name": "player 2",
            "scores": {"fighting": 1, "mining": 2, "movement": 3, "robot": 4, "trading": 5},
            "places": {"fighting": 2, "mining": 2, "movement": 2, "robot": 2, "trading": 2},
            "sum": 15, "total": 109.9, "place": 2, "achievements": ["First Blood", "Miner"], "left": True,
        }  # fmt: skip
    assert sky.view(0).planets == []
    assert sky.view(0).sightings == []
    assert (sky.view(0).you, sky.view(0).all, sky.view(1).all) == (UNSET, UNSET, UNSET)


@pytest.mark.rule("DUN-050")
def test_the_order_of_the_stations_tells_nothing_of_their_places():
    g = GAME.start(GAME.setup(list("abcd"), seed=5))
    stations = GAME.view(g, 1, list("abcd")).stations
    by_place = [planet.id for planet in GAME.view(g, EVERYTHING, list("abcd")).planets if planet.station]
    assert stations == sorted(by_place) != by_place


@pytest.mark.rule("DUN-170")
@pytest.mark.parametrize(("scores", "total"), [("37,210,18,60,125", 450.0), ("-10,4,0,0,0", 0.0), ("5,0,0,0,0", 0.0)])
def test_the_total_is_the_logarithm_of_the_average(scores, total):
    sky = Sky(SKY + f"1 money 0 scores {scores}\n")
    assert sky.view(0).players[0].total == total


@pytest.mark.rule("DUN-171", "DUN-172")
def test_places_of_the_scoreboard_are_those_of_the_result():
    for g in random_match(3, 12, seats=5):
        g.players[1 + g.round_no % 5].left = int(g.round_no == 7)
        lines = GAME.view(g, 0, list("abcde")).players
        for line in lines:
            assert line.place == place(g, line.seat, OVERALL)
            assert list(line.places.values()) == [place(g, line.seat, category) for category in range(5)]


@pytest.mark.rule("DUN-055")
def test_everything_is_the_whole_map_with_all_that_players_own():
    sky = Sky(TWO, show_coordinates=False)
    view = sky.view(EVERYTHING)
    assert len(view.planets) == 24
    places = {one["id"]: one for one in sky.plain(view.planets)}
    assert places["2,4"] == {
        "id": "2,4", "x": 2, "y": 4, "gravity": 1, "visited": True, "station": False, "resource": "coal",
        "amount": 120, "as_of": 4, "neighbours": {"EAST": "3,4", "WEST": "1,4"},
    }  # fmt: skip
    assert [(one.seat, one.money, len(one.robots)) for one in view.all] == [(1, 150, 1), (2, 60, 1)]
    assert view.sightings == []
    assert view.you is UNSET


@pytest.mark.rule("DUN-056")
def test_without_coordinates_neither_places_nor_the_order_of_planets_tell_where_they_are():
    sky = Sky(TWO, show_coordinates=False)
    planets = sky.view(1).planets
    assert {(planet.x, planet.y) for planet in planets} == {(None, None)}
    assert [planet.id for planet in planets] == sorted(planet.id for planet in planets)
    placed = Sky(TWO).view(1).planets
    assert [(planet.x, planet.y) for planet in placed] == [(0, 4), (1, 3), (1, 4), (2, 4)]
    assert {planet.id for planet in planets} == {planet.id for planet in placed}


@pytest.mark.rule("DUN-054")
def test_with_open_everybody_knows_what_anybody_was_told():
    sky = Sky(TWO, visibility="open")
    sky.round("r2 move 4,1")
    assert sky.planet(1, "4,1")["visited"] is True
    assert sky.sightings(1) == {"r2": "2 4 4,1"}


@pytest.mark.rule("DUN-187")
def test_a_view_has_what_a_map_needs_to_draw_memory_by_its_age():
    sky = Sky(SKY + "1 money 0\nr1 1 2,4\n")
    sky.round("r1 mine")
    sky.round("r1 move 1,4")
    sky.round()
    view = sky.view(1)
    ages = {place["id"]: view.round - place["as_of"] for place in sky.plain(view.planets) if place["as_of"]}
    muted = [place["id"] for place in sky.plain(view.planets) if not place["visited"]]
    assert (ages, sorted(muted)) == ({"2,4": 3, "1,4": 2}, ["0,4", "1,3", "3,4"])


@pytest.mark.rule("DUN-233")
def test_players_get_ids_and_never_an_index_or_a_serial_number():
    for g in random_match(5, 10):
        for seat in (1, 2):
            told = encode([GAME.view(g, seat, list("abc")), *(GAME.of_event(g, one, seat) for one in GAME.events(g))])
            assert b'"serial"' not in told
            assert b'"index"' not in told
    ids = {robot.id for one in GAME.view(g, EVERYTHING, list("abc")).all for robot in one.robots}
    assert all(len(name) == 36 and name[14] == "4" and name[19] in "89ab" for name in ids)
