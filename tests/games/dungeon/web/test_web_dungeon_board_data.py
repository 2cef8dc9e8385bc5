"""The Dungeon board's data without a browser: where planets lie, what is fog, and a round of events as a film."""

import json
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from tests.web.node import Script

from roundhouse.games.dungeon.bots.simple import Random
from roundhouse.match.frames import frames
from roundhouse.match.record import read
from roundhouse.sdk.local_match import play

pytestmark = pytest.mark.slow
STEPS = {"NORTH": (0, -1), "EAST": (1, 0), "SOUTH": (0, 1), "WEST": (-1, 0)}
ask = Script("dungeon.ts")


def teardown_module() -> None:
    ask.close()


def film(record, seat: int) -> list[dict[str, Any]]:
    """The rounds as a seat saw them, 0 for everything: the view before, what happened, the view after."""
    shown = json.loads(msgspec.json.encode(frames(record, seat)))
    return [
        {"before": before["view"], "events": after["events"], "after": after["view"]}
        for before, after in pairwise(shown)
    ]


@pytest.fixture(scope="module")
def record(tmp_path_factory):
    """A short match in which robots do everything, from blocking to nukes."""
    file = tmp_path_factory.mktemp("film") / "match.rhr"
    settings = {"max_rounds": 40, "start_money": 4000, "start_robots": 6, "map_side": 9, "stations_per_player": 1}
    bots = [Random(seed=seat) for seat in range(1, 5)]
    play("dungeon", bots, seed=5, settings=settings, out=file, timeout=False)
    return read(file)


@pytest.fixture(scope="module")
def whole(record):
    rounds = film(record, 0)
    kinds = {event["type"] for one in rounds for event in one["events"]}
    wanted = {"planet_blocked", "trade", "robot_spawned", "movement", "fight", "item_fight", "robot_destroyed"}
    assert wanted | {"mining", "regeneration", "item_movement", "item_repair", "game_over"} <= kinds
    return rounds


@pytest.fixture(scope="module")
def mine(record):
    return film(record, 1)


def robots_of(view: dict[str, Any]) -> dict[str, str]:
    owns = view.get("all") or [view["you"]]
    return {robot["id"]: robot["planet"] for own in owns for robot in own["robots"]}


# The film


@pytest.mark.rule("DUN-055", "DUN-119", "DUN-196")
def test_the_events_of_a_round_lead_every_robot_from_one_view_to_the_next(whole, mine):
    for rounds in (whole, mine):
        steps = [{"before": one["before"], "events": one["events"]} for one in rounds]
        (reached,) = ask(["robotsAfter", steps])
        for one, robots in zip(rounds, reached, strict=True):
            own = robots_of(one["after"])
            assert {id: robots.get(id) for id in own} == own
            lost = robots_of(one["before"]).keys() - own.keys()
            assert not lost & robots.keys()
            if rounds is whole:
                assert robots == own


@pytest.mark.rule("DUN-045", "DUN-047")
def test_a_seat_sees_others_come_in_the_film_where_its_view_has_them_afterwards(mine):
    (reached,) = ask(["robotsAfter", [{"before": one["before"], "events": one["events"]} for one in mine]])
    seen = 0
    for one, robots in zip(mine, reached, strict=True):
        for sighting in one["after"]["sightings"]:
            seen += sighting["id"] not in {old["id"] for old in one["before"]["sightings"]}
            assert robots[sighting["id"]] == sighting["planet"]
    assert seen > 10


@pytest.mark.rule("DUN-119")
def test_phases_come_one_after_the_other_and_every_event_once(whole):
    for one, beats in zip(whole, ask(*(["beats", one["events"]] for one in whole)), strict=True):
        assert sorted(t for beat in beats for t in beat["types"]) == sorted(event["type"] for event in one["events"])
        phases = [(beat["phase"], beat["ends"]) for beat in beats if beat["phase"]]
        assert phases == sorted(set(phases))
        assert all(beat["lasts"] > 0 for beat in beats if beat["ends"])
        ends = [beat["begins"] + beat["lasts"] for beat in beats]
        assert all(beat["begins"] == end for beat, end in zip(beats[1:], ends, strict=False))
        seen = [beat["seen"] for beat in beats]
        assert seen == sorted(seen)
        assert seen[-1] == len(one["events"])


def test_a_round_in_which_nothing_happens_takes_no_time_and_one_with_everything_only_seconds(whole):
    quiet = [{"type": "round_status", "id": "a", "round": 1, "phase": 0, "transaction": None, "status": "ended"}]
    answers = ask(["film", quiet], *(["film", one["events"]] for one in whole))
    assert answers[0] == {"span": 250, "shown": False}
    assert all(film["shown"] and film["span"] < 7000 for film in answers[1:])


@pytest.mark.rule("DUN-071", "DUN-081", "DUN-119")
def test_pictures_show_what_the_phase_is_about(whole):
    shown = dict.fromkeys(("trips", "shots", "blocked"), 0)
    sparks, kinds = set(), set()
    for one, pictures in zip(whole, ask(*(["pictures", one["before"], one["events"]] for one in whole)), strict=True):
        moved = {e["robot"] for e in one["events"] if e["type"] == "movement" and e["success"] and e["phase"] == 4}
        for picture in pictures:
            away = [bot["id"] for trip in picture["trips"] if trip["kind"] != "stopped" for bot in trip["bots"]]
            assert set(away) == (moved if picture["phase"] == 4 else set(away))
            assert not set(away) & set(picture["bots"])
            assert picture["trips"] == [] or picture["phase"] in (3, 4)
            assert picture["shots"] == [] or picture["phase"] == 6
            for key in shown:
                shown[key] += len(picture[key])
            kinds |= {trip["kind"] for trip in picture["trips"]}
            sparks |= {(spark["kind"], picture["phase"]) for spark in picture["sparks"]}
    assert all(shown.values()), shown
    assert kinds == {"move", "wormhole", "stopped"}
    assert {("shield", 1), ("coin", 2), ("spawn", 2), ("blast", 6), ("hit", 7), ("mine", 8), ("charge", 9)} <= sparks
    assert {phase for kind, phase in sparks if kind == "boom"} <= {6, 7}


def test_without_gliding_robots_stand_where_they_arrive(whole):
    for pictures in ask(*(["pictures", one["before"], one["events"], True] for one in whole)):
        for picture in pictures:
            away = {bot["id"] for trip in picture["trips"] for bot in trip["bots"]}
            assert away <= set(picture["bots"])


# The map


def nowhere(view: dict[str, Any]) -> dict[str, Any]:
    """The same view without coordinates."""
    return view | {"planets": [planet | {"x": None, "y": None} for planet in view["planets"]]}


@pytest.mark.rule("DUN-013", "DUN-056", "DUN-186")
def test_planets_lie_by_their_coordinates_with_the_north_above(whole):
    view = whole[-1]["after"]
    (drawn,) = ask(["map", view])
    for planet in view["planets"]:
        assert drawn["at"][planet["id"]] == [planet["x"], view["side"] - 1 - planet["y"]]
        for way, other in planet["neighbours"].items():
            (x, y), (dx, dy) = drawn["at"][planet["id"]], STEPS[way]
            assert drawn["at"][other] == [x + dx, y + dy]
    links = {frozenset((planet["id"], other)) for planet in view["planets"] for other in planet["neighbours"].values()}
    assert len(drawn["links"]) == len(links)
    assert {frozenset(link) for link in drawn["links"]} == links
    assert drawn["fog"] == []


@pytest.mark.rule("DUN-056")
def test_without_coordinates_planets_lie_as_their_directions_say(whole, mine):
    for view in (whole[-1]["after"], mine[2]["after"], mine[-1]["after"]):
        hidden = nowhere(view)
        (drawn,) = ask(["map", hidden])
        places = [tuple(place) for place in drawn["at"].values()]
        assert len(set(places)) == len(view["planets"])
        assert all(0 <= x < drawn["width"] and 0 <= y < drawn["height"] for x, y in places)
        for planet in hidden["planets"]:
            for way, other in planet["neighbours"].items():
                (x, y), (dx, dy) = drawn["at"][planet["id"]], STEPS[way]
                assert drawn["at"][other] == [x + dx, y + dy]


@pytest.mark.rule("DUN-039", "DUN-187")
def test_fog_hides_every_planet_that_is_not_known_and_only_sure_gaps_are_none(whole, mine):
    truth = {(planet["x"], planet["y"]) for planet in whole[-1]["after"]["planets"]}
    gaps = 0
    for one in mine[:: len(mine) // 4]:
        view = one["after"]
        (drawn,) = ask(["map", view])
        fog = {tuple(map(int, place.split(","))) for place in drawn["fog"]}
        known = {tuple(place) for place in drawn["at"].values()}
        assert not fog & known
        side = view["side"]
        every = {(x, y) for x in range(side) for y in range(side)}
        sure = every - fog - known
        gaps += len(sure)
        assert not {(x, side - 1 - y) for x, y in sure} & truth
    assert gaps


@pytest.mark.rule("DUN-048", "DUN-187")
def test_robots_are_grouped_by_owner_and_remembered_ones_have_their_age(mine):
    view = mine[-1]["after"]
    assert view["sightings"]
    (groups,) = ask(["groups", view])
    for planet, here in groups.items():
        own = [robot for robot in view["you"]["robots"] if robot["planet"] == planet]
        seen = [one for one in view["sightings"] if one["planet"] == planet]
        assert sum(group["count"] for group in here) == len(own) + len(seen)
        for group in here:
            if group["seat"] == 1:
                assert (group["count"], group["age"]) == (len(own), 0)
            else:
                news = max(one["round"] for one in seen if one["seat"] == group["seat"])
                assert group["age"] == max(0, view["round"] - news - 1)
    assert any(group["age"] > 0 for here in groups.values() for group in here)


# The overlay


def test_orders_become_marks_at_their_place_with_their_aim():
    robot = {"seat": 2, "planet": "p"}
    commands = [
        {"type": "mining", "robot": "r"},
        {"type": "movement", "robot": "r", "planet": "q"},
        {"type": "battle", "robot": "r", "target": "t"},
        {"type": "battleItemUse", "robot": "r", "item": "NUKE", "target": "q"},
        {"type": "battleItemUse", "robot": "r", "item": "ROCKET", "target": "t"},
        {"type": "buying", "robot": "r", "article": "HEALTH", "quantity": 1},
        None,
    ]
    (marks,) = ask(["ordersOf", {"robots": [robot | {"command": command} for command in commands]}])
    base = {"seat": 2, "planet": "p"}
    assert marks == [
        base | {"kind": "mining"},
        base | {"kind": "movement", "to": "q"},
        base | {"kind": "battle", "target": "t"},
        base | {"kind": "battleItemUse", "item": "NUKE", "to": "q"},
        base | {"kind": "battleItemUse", "item": "ROCKET", "target": "t"},
        base | {"kind": "buying", "item": "HEALTH"},
    ]


def test_pieces_tell_what_they_are():
    asked = ask(
        ["pieceOf", "planet:a-b"], ["pieceOf", "robots:a-b:12"], ["pieceOf", "robot:c"], ["pieceOf", "cell:1,2"]
    )
    assert asked == [
        {"kind": "planet", "planet": "a-b"},
        {"kind": "robots", "planet": "a-b", "seat": 12},
        {"kind": "robot", "robot": "c"},
        None,
    ]
