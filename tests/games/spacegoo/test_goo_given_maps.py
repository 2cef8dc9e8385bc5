"""Hand-made maps: what a map object may say, and every way it can be wrong."""

import copy
from typing import Any

import pytest

from roundhouse.core.schema import LARGE, SMALL
from roundhouse.core.settings import SetupError
from roundhouse.games.spacegoo import GAME, notation

PLANETS: list[dict[str, Any]] = [
    {"id": 0, "x": 0, "y": 0, "owner_id": 0, "production": [1, 1, 1]},
    {"id": 1, "x": 8, "y": 0, "owner_id": 1, "production": [3, 0, 0]},
    {"id": 2, "x": -8, "y": 0, "owner_id": 2, "production": [3, 0, 0], "ships": [0, 0, 0]},
]
FLEET = {"id": 4, "owner_id": 1, "ships": [1, 2, 3], "origin": 1, "target": 0, "eta": 7}


def started(given, **settings):
    return GAME.start(GAME.setup(settings={**settings, "map": given}))


@pytest.mark.rule("GOO-017")
def test_goo_017_a_map_gives_planets_and_the_rest_follows():
    state = started({"planets": PLANETS})

    assert notation.write(state).splitlines() == [
        "round 0 of 500",
        "0@0,0 0 20,20,20 +1,1,1 100",
        "1@8,0 1 40,10,10 +3,0,0 100",
        "2@-8,0 2 0,0,0 +3,0,0 100",
    ]


@pytest.mark.rule("GOO-017")
def test_goo_017_a_map_may_give_fleets_the_round_lanes_and_rounds_left():
    worn = [{**PLANETS[0], "production_rounds_left": 0}, *PLANETS[1:]]

    state = started({"planets": worn, "fleets": [FLEET], "round": 7, "hyperlanes": [[1, 2]]})

    assert notation.write(state).splitlines() == [
        "round 7 of 500",
        "0@0,0 0 20,20,20 +1,1,1 0",
        "1@8,0 1 40,10,10 +3,0,0 100",
        "2@-8,0 2 0,0,0 +3,0,0 100",
        "#4 1 1>0 1,2,3 eta 7",
        "lanes 1-2",
    ]
    assert state.next_fleet == 5


@pytest.mark.rule("GOO-017")
def test_goo_017_fleets_alone_are_enough_to_be_in_the_game():
    planets = [{**planet, "owner_id": 2 if planet["owner_id"] else 0} for planet in PLANETS]

    assert started({"planets": planets, "fleets": [FLEET]}).flying[1:3] == [1, 0]


def broken(path, value):
    given = {"planets": copy.deepcopy(PLANETS), "fleets": [copy.deepcopy(FLEET)], "round": 5}
    place: Any = given
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return given


@pytest.mark.rule("GOO-017")
@pytest.mark.parametrize(
    ("path", "value", "field"),
    [
        (["planets"], [], "planets"),
        (["planets"], [{**PLANETS[0], "id": n, "x": n} for n in range(65)], "planets"),
        (["planets", 1, "id"], 2, "planets[1].id"),
        (["planets", 1, "x"], 0, "planets"),
        (["planets", 1, "x"], 101, "planets[1]"),
        (["planets", 1, "y"], -101, "planets[1]"),
        (["planets", 1, "owner_id"], 3, "planets[1].owner_id"),
        (["planets", 1, "owner_id"], -1, "planets[1].owner_id"),
        (["planets", 2, "owner_id"], 0, "planets"),
        (["planets", 1, "production"], [101, 0, 0], "planets[1].production"),
        (["planets", 1, "production"], [0, -1, 0], "planets[1].production"),
        (["planets", 1, "ships"], [0, 0, 1_000_001], "planets[1].ships"),
        (["planets", 1, "ships"], [0, 0, -1], "planets[1].ships"),
        (["planets", 1, "production_rounds_left"], -1, "planets[1].production_rounds_left"),
        (["planets", 1, "name"], "Sol", "map"),
        (["planets", 1, "production"], [1, 2], "map"),
        (["fleets", 0, "eta"], 4, "fleets[0].eta"),
        (["fleets", 0, "eta"], 600, "fleets[0].eta"),
        (["fleets", 0, "owner_id"], 0, "fleets[0].owner_id"),
        (["fleets", 0, "target"], 3, "fleets[0]"),
        (["fleets", 0, "origin"], -1, "fleets[0]"),
        (["fleets", 0, "ships"], [0, 0, 0], "fleets[0].ships"),
        (["fleets", 0, "ships"], [-1, 2, 0], "fleets[0].ships"),
        (["fleets", 0, "id"], -1, "fleets[0].id"),
        (["fleets"], [FLEET, FLEET], "fleets"),
        (["fleets"], [{**FLEET, "id": n} for n in range(1136)], "fleets"),
        (["round"], -1, "round"),
        (["round"], 500, "round"),
        (["hyperlanes"], [[0, 3]], "hyperlanes[0]"),
        (["hyperlanes"], [[0, 1], [1, 1]], "hyperlanes[1]"),
    ],
)
def test_goo_017_a_map_that_is_wrong_is_refused_with_its_field(path, value, field):
    with pytest.raises(SetupError) as refused:
        started(broken(path, value))

    assert (refused.value.code, refused.value.field) == ("bad_map", field)


@pytest.mark.rule("GOO-017")
def test_goo_017_a_map_that_is_no_object_is_refused():
    for given in (3, "big", [PLANETS]):
        with pytest.raises(SetupError, match="bad_settings: map"):
            started(given)


@pytest.mark.rule("GOO-017")
def test_goo_017_a_map_that_fits_plays_in_the_small_form_and_a_larger_one_in_the_large():
    def form(**given):
        return GAME.form_of(GAME.setup(settings={"map": {"planets": PLANETS, **given}}))

    many = PLANETS + [{**PLANETS[0], "id": n, "x": n, "y": 9} for n in range(3, 22)]
    far = [PLANETS[0], {**PLANETS[1], "x": 43}, PLANETS[2]]
    assert form() == form(fleets=[FLEET, {**FLEET, "id": 5}]) == form(planets=many[:21]) == SMALL
    assert form(planets=many) == form(planets=far) == LARGE
    assert form(fleets=[{**FLEET, "id": n} for n in range(3)]) == form(fleets=[{**FLEET, "eta": 64}]) == LARGE
