"""Teams among themselves: who may read and say what, the captains' board, and what remains of it."""

from itertools import count

import pytest

from roundhouse.games import GAMES
from roundhouse.store import teams

OPTIONS = {"game": "boidvoid", "preset": "crew", "settings": {"turn_seconds": 600}, "rated": False}


NUMBERS = count(1)


@pytest.fixture
def crew(site):
    """A match of two teams of three: Ada leads the first, Tom is its trooper, Eve plays in the other."""
    number = next(NUMBERS)
    people = {name: site.browser(f"{name}-{number}") for name in ("ada", "tom", "eve")}
    bots = dict.fromkeys(("2", "5", "6"), "random")
    table = people["ada"].post("/api/tables", {"options": OPTIONS, "bots": bots}, status=201)["key"]
    for name, seat in (("tom", 3), ("eve", 4)):
        people[name].post(f"/api/tables/{table}/sit", {"seat": seat})
        people[name].post(f"/api/tables/{table}/ready", {"ready": True})
    match = people["ada"].post(f"/api/tables/{table}/start")["match"]
    yield people, match
    site.call(site.server.context.arena.matches.running[match].break_off, "the test is over")


def test_a_team_talks_among_itself_and_nobody_else_hears_it(site, crew):
    people, match = crew
    place = f"/api/matches/{match}/team"
    said = people["tom"].post(f"{place}/lines", {"text": "  Going\u202e west\n now "}, status=201)
    assert said["text"] == "Going west now"
    told = people["ada"].get(place)
    assert (told["team"], told["seat"], told["captain"]) == (1, 1, True)
    ada, bot, tom = told["members"]
    assert [(one["seat"], one["captain"]) for one in (ada, bot, tom)] == [(1, True), (2, True), (3, False)]
    assert (ada["name"][:4], bot["name"], tom["name"][:4]) == ("ada-", "random", "tom-")
    assert told["lines"] == [said]
    assert (said["name"], said["seat"]) == (tom["name"], 3)
    other = people["eve"].get(place)
    assert (other["team"], other["lines"], other["marks"]) == (2, [], [])
    assert site.browser("team-stranger").get(place, status=403)["code"] == "not_seated"
    assert site.browser().get(place, status=401)["code"] == "sign_in_first"
    shown = people["eve"].get(f"/api/matches/{match}")
    assert "Going west" not in str(shown)


def test_captains_mark_targets_which_their_team_sees(crew):
    people, match = crew
    place = f"/api/matches/{match}/team"
    mark = people["ada"].post(f"{place}/marks", {"x": 4, "y": 5, "kind": "attack", "note": "all of us"}, status=201)
    again = people["ada"].post(f"{place}/marks", {"x": 4, "y": 5, "kind": "avoid"}, status=201)
    people["ada"].post(f"{place}/marks", {"x": 6, "y": 5, "kind": "capture"}, status=201)
    assert mark["id"] == again["id"], "there is one mark on a tile"
    told = people["tom"].get(place)["marks"]
    assert [(one["x"], one["y"], one["kind"], one["note"]) for one in told] == [
        (4, 5, "avoid", ""),
        (6, 5, "capture", ""),
    ]
    assert told[0]["name"].startswith("ada-")
    assert people["eve"].get(place)["marks"] == []
    refused = people["tom"].post(f"{place}/marks", {"x": 1, "y": 1, "kind": "attack"}, status=403)
    assert refused["code"] == "not_captain"
    assert people["tom"].post(f"{place}/marks/{mark['id']}", method="DELETE", status=403)["code"] == "not_captain"
    assert people["eve"].post(f"{place}/marks/{mark['id']}", method="DELETE", status=404)["code"] == "no_mark"
    people["ada"].post(f"{place}/marks/{mark['id']}", method="DELETE", status=204)
    assert [one["x"] for one in people["tom"].get(place)["marks"]] == [6]


@pytest.mark.parametrize(
    ("path", "data", "field"),
    [
        ("lines", {"text": ""}, "text"),
        ("lines", {"text": "x" * 301}, "text"),
        ("marks", {"x": -1, "y": 0, "kind": "attack"}, "x"),
        ("marks", {"x": 1, "y": 0, "kind": "love"}, "kind"),
        ("marks", {"x": 1, "y": 0, "kind": "attack", "note": "x" * 101}, "note"),
    ],
)
def test_what_makes_no_sense_is_refused_with_its_field(crew, path, data, field):
    people, match = crew
    refused = people["ada"].post(f"/api/matches/{match}/team/{path}", data, status=400)
    assert refused["field"] == field
    told = people["ada"].get(f"/api/matches/{match}/team")
    assert (told["lines"], told["marks"]) == ([], [])


def test_who_talks_too_much_waits(crew):
    people, match = crew
    answers = [
        people["eve"].ask(
            "POST", f"/api/matches/{match}/team/lines", {"text": "again"}, headers={"x-csrf-token": people["eve"].csrf}
        )
        for _ in range(60)
    ]
    assert {answer.status_code for answer in answers} == {201, 429}
    assert "retry-after" in answers[-1].headers


def test_a_game_without_teams_has_no_team_page(site):
    ada = site.browser("team-alone")
    options = {"game": "spacegoo", "rated": False, "clock": "calm"}
    table = ada.post("/api/tables", {"options": options, "bots": {"2": "random"}}, status=201)["key"]
    match = ada.post(f"/api/tables/{table}/start")["match"]
    assert ada.get(f"/api/matches/{match}/team", status=409)["code"] == "no_teams"
    site.call(site.server.context.arena.matches.running[match].break_off, "the test is over")
    assert ada.get("/api/matches/nowhere/team", status=404)["code"] == "no_match"


def test_old_lines_are_forgotten_and_a_board_can_be_full(site, crew, monkeypatch):
    monkeypatch.setattr(teams, "LINES_KEPT", 3)
    monkeypatch.setattr(teams, "MARKS_MAX", 2)
    people, match = crew
    place = f"/api/matches/{match}/team"
    for n in range(5):
        people["tom"].post(f"{place}/lines", {"text": f"line {n}"}, status=201)
    assert [line["text"] for line in people["tom"].get(place)["lines"]] == ["line 2", "line 3", "line 4"]
    for n in range(2):
        people["ada"].post(f"{place}/marks", {"x": n, "y": 0, "kind": "build"}, status=201)
    assert people["ada"].post(f"{place}/marks", {"x": 2, "y": 0, "kind": "build"}, status=409)["code"] == "board_full"
    people["ada"].post(f"{place}/marks", {"x": 1, "y": 0, "kind": "defend"}, status=201)


def test_the_history_says_what_changed_while_somebody_was_away():
    game = GAMES["boidvoid"]
    state = game.start(game.setup(seed=4))
    first = game.history(state)
    state.players[0].captured += 2
    state.units[1].tile = -1
    second = game.history(state)
    assert first.stats["captured"][0] + 2 == second.stats["captured"][0]
    assert (first.ships, second.ships) == ([3, 3], [2, 3])
    assert second.place[1] == -1
    assert first.tiles == [state.tiles_owned[1], state.tiles_owned[2]]
