"""Maps over HTTP: looked at and checked by anybody, installed and removed by organisers, chosen at tables by key."""

import pytest

from roundhouse.core.maps import MapCheck
from roundhouse.games.rally.maps import SHIPPED, check
from roundhouse.server.http import maps as pages
from roundhouse.store import audit, maps

MAPS = "/api/games/rally/maps"
TEXT = SHIPPED["training-shop"]
YARD = TEXT.replace("board: training-shop", "board: yard").replace("name: ", "name: Back Yard / ", 1)


@pytest.fixture(scope="module")
def organiser(one_site):
    """Signed in for the whole file: accounts have names only once."""
    browser = one_site.browser("map-organiser", role="organiser")
    one_site._browsers.remove(browser)  # closed with the site, not after each test
    yield browser
    browser.close()


@pytest.fixture(autouse=True)
def no_maps(one_site):
    yield
    keys = one_site.read(lambda connection: maps.keys(connection, "rally"))
    for key in keys:
        one_site.database.submit(lambda connection, key=key: maps.remove(connection, "rally", key)).result()


def notes(site):
    return [(line.actor, line.action, line.target, line.detail) for line in site.read(audit.lines)]


def test_shipped_maps_come_first_and_say_what_the_game_says_of_them(site, organiser):
    organiser.post(MAPS, {"text": YARD}, status=201)
    listed = site.browser().get(MAPS)
    assert [(one["key"], one["shipped"]) for one in listed] == [*((key, True) for key in SHIPPED), ("yard", False)]
    for one in listed[:-1]:
        said = check(one["text"])
        assert (one["text"], one["name"], one["seats"]) == (SHIPPED[one["key"]], said.name, said.seats)
        assert one["facts"] == said.facts
    assert (listed[-1]["text"], listed[-1]["author"]) == (YARD, "map-organiser")
    assert listed[-1]["at_ms"] > 0


def test_games_without_such_maps_have_none(site, organiser):
    nobody = site.browser()
    assert nobody.get("/api/games/spacegoo/maps") == []
    assert nobody.post("/api/games/spacegoo/maps/check", {"text": YARD}, status=404)["code"] == "no_maps"
    assert organiser.post("/api/games/spacegoo/maps", {"text": YARD}, status=404)["code"] == "no_maps"
    assert nobody.get("/api/games/chess/maps", status=404)["code"] == "no_game"
    assert organiser.post("/api/games/chess/maps", {"text": YARD}, status=404)["code"] == "no_game"


@pytest.mark.rule("RAL-314")
def test_anybody_may_have_a_map_checked(site):
    nobody = site.browser()
    good = nobody.post(f"{MAPS}/check", {"text": YARD})
    assert (good["problems"], good["key"], good["seats"]) == ([], "yard", 8)
    bad = nobody.post(f"{MAPS}/check", {"text": YARD.replace("c1", "c9")})
    assert {problem["rule"] for problem in bad["problems"]} >= {"RAL-319"}
    assert all(problem["line"] for problem in bad["problems"])
    assert [one["key"] for one in nobody.get(MAPS)] == list(SHIPPED), "checking installs nothing"


@pytest.mark.rule("RAL-314")
def test_an_organiser_installs_a_map_and_it_is_written_down(site, organiser):
    made = organiser.post(MAPS, {"text": YARD}, status=201)
    assert (made["key"], made["shipped"], made["text"], made["author"]) == ("yard", False, YARD, "map-organiser")
    assert notes(site)[0] == ("map-organiser", "map_installed", "yard", {"game": "rally"})
    again = organiser.post(MAPS, {"text": YARD.replace("Back Yard", "Front Yard")}, status=201)
    assert again["name"].startswith("Front Yard")
    assert len(site.browser().get(MAPS)) == len(SHIPPED) + 1, "it was replaced"


@pytest.mark.rule("RAL-314", "RAL-319")
@pytest.mark.parametrize(
    ("text", "code", "rule"),
    [
        ("", "bad_header", "RAL-017"),
        ("hello", "bad_header", "RAL-017"),
        (YARD.replace("size: 12x12", "size: 99x99"), "board_too_large", "RAL-319"),
        (YARD.replace("c1", "c2"), "number_gap", "RAL-021"),
        (YARD.replace("board: yard", "board: ../../etc"), "bad_header", "RAL-017"),
        ("\N{ROBOT FACE}" * 400, "unknown_token", "RAL-017"),
        ("grid:\n" * 5000, "bad_header", "RAL-017"),
    ],
)
def test_a_map_that_cannot_be_played_is_refused_with_the_first_problem(site, organiser, text, code, rule):
    problem = organiser.post(MAPS, {"text": text}, status=400)
    assert (problem["field"], problem["rule"]) == ("text", rule)
    assert problem["code"] == site.browser().post(f"{MAPS}/check", {"text": text})["problems"][0]["code"]
    assert problem["code"] == code
    assert site.read(lambda connection: maps.keys(connection, "rally")) == []


def test_only_organisers_install_and_remove(site, organiser):
    organiser.post(MAPS, {"text": YARD}, status=201)
    nobody, player = site.browser(), site.browser()
    player.post("/api/guest", status=201)
    for who, status, code in ((nobody, 401, "sign_in_first"), (player, 403, "not_allowed")):
        assert who.post(MAPS, {"text": YARD}, status=status)["code"] == code
        assert who.post(f"{MAPS}/yard", status=status, method="DELETE")["code"] == code
    assert site.read(lambda connection: maps.keys(connection, "rally")) == ["yard"]


def test_a_map_is_removed_and_it_is_written_down(site, organiser):
    organiser.post(MAPS, {"text": YARD}, status=201)
    organiser.post(f"{MAPS}/yard", status=204, method="DELETE")
    assert notes(site)[0] == ("map-organiser", "map_removed", "yard", {"game": "rally"})
    before = notes(site)
    assert organiser.post(f"{MAPS}/yard", status=404, method="DELETE")["code"] == "no_map"
    assert notes(site) == before
    for key in ("%00", "%F0%9F%A4%96", "x" * 40):
        assert organiser.post(f"{MAPS}/{key}", status=None, method="DELETE")["code"] in ("no_map", "bad_text")


@pytest.mark.rule("RAL-314")
def test_what_ships_with_the_game_stays(site, organiser):
    assert organiser.post(MAPS, {"text": TEXT}, status=409)["code"] == "map_exists"
    assert organiser.post(f"{MAPS}/training-shop", status=409, method="DELETE")["code"] == "map_exists"


@pytest.mark.rule("RAL-319")
def test_a_game_has_no_more_than_so_many_maps(site, organiser, monkeypatch):
    monkeypatch.setattr(maps, "MAPS_MAX", 1)
    organiser.post(MAPS, {"text": YARD}, status=201)
    second = YARD.replace("board: yard", "board: cellar")
    before = notes(site)
    problem = organiser.post(MAPS, {"text": second}, status=409)
    assert problem["code"] == "too_many_maps"
    assert notes(site) == before, "what was not done is not written down"
    organiser.post(MAPS, {"text": YARD}, status=201)


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"text": "a\0b"}, 400, "bad_text"),
        ({"text": 7}, 400, "bad_request"),
        ({}, 400, "bad_request"),
        ({"text": "x", "key": "y"}, 400, "bad_request"),
        ({"text": "x" * 70_000}, 413, "too_large"),
    ],
)
def test_what_is_no_map_at_all_is_refused_before_anybody_looks_at_it(site, organiser, body, status, code):
    assert site.browser().post(f"{MAPS}/check", body, status=status)["code"] == code
    assert organiser.post(MAPS, body, status=status)["code"] == code


def test_checking_too_often_is_told_to_wait(site, monkeypatch):
    monkeypatch.setattr(pages, "CHECKS_PER_MINUTE", 6)
    player = site.browser()
    player.post("/api/guest", status=201)
    statuses = []
    for _ in range(4):
        answer = player.ask("POST", f"{MAPS}/check", {"text": ""}, headers={"x-csrf-token": player.csrf})
        statuses.append(answer.status_code)
    assert (statuses[0], statuses[-1]) == (200, 429)
    assert int(answer.headers["retry-after"]) >= 1


# At tables


def table_of(site, board, status=201):
    host = site.browser()
    host.post("/api/guest", status=201)
    options = {"game": "rally", "seats": 2, "settings": {"board": board}}
    return host, host.post("/api/tables", {"options": options}, status=status)


@pytest.mark.rule("RAL-314")
def test_a_table_takes_the_text_of_an_installed_map_and_keeps_it(site, organiser):
    organiser.post(MAPS, {"text": YARD}, status=201)
    host, table = table_of(site, "yard")
    assert table["options"]["settings"] == {"board": YARD}
    organiser.post(f"{MAPS}/yard", status=204, method="DELETE")
    changed = table["options"] | {"settings": {"board": YARD, "checkpoints": 2}}
    answer = host.post(f"/api/tables/{table['key']}", changed, method="PATCH")
    assert answer["options"]["settings"]["board"] == YARD


def test_a_shipped_map_stays_its_key(site):
    _, table = table_of(site, "oil-cellar")
    assert table["options"]["settings"] == {"board": "oil-cellar"}


@pytest.mark.rule("RAL-236")
@pytest.mark.parametrize("board", ["no-such-board", "", "x" * 5000, "\N{ROBOT FACE}"])
def test_an_unknown_map_is_a_bad_setting_and_the_known_ones_are_named(site, organiser, board):
    organiser.post(MAPS, {"text": YARD}, status=201)
    _, problem = table_of(site, board, status=400)
    assert (problem["code"], problem["field"]) == ("bad_settings", "board")
    assert all(key in problem["sentence"] for key in (*SHIPPED, "yard"))
    assert len(problem["sentence"]) < 400


def test_a_map_of_no_sense_is_refused_at_the_table(site):
    _, problem = table_of(site, YARD.replace("c1", "c2"), status=400)
    assert (problem["code"], problem["field"], problem["rule"]) == ("bad_map", "board", "RAL-021")
    _, problem = table_of(site, 7, status=400)
    assert problem["code"] == "bad_settings"


def test_a_check_of_a_good_map_also_begins_a_match_on_it():
    """What the rules would refuse at a table is refused before."""
    from roundhouse.games import GAMES
    from roundhouse.match.map_check import examine

    long = "# " + "x" * 20_000 + "\n" + YARD
    found = examine(GAMES["rally"], long)
    assert isinstance(found, MapCheck)
    assert [problem.code for problem in found.problems] == ["bad_settings"]


@pytest.mark.rule("BOI-046")
def test_anybody_with_an_account_offers_maps_and_organisers_see_them_all(site, organiser):
    offers = "/api/games/rally/offers"
    anna, ben, guest = site.browser("offer-anna"), site.browser("offer-ben"), site.browser()
    guest.post("/api/guest", status=201)
    made = anna.post(offers, {"text": YARD}, status=201)
    assert (made["key"], made["author"], made["seats"]) == ("yard", "offer-anna", check(YARD).seats)
    again = anna.post(offers, {"text": YARD.replace("Back Yard", "Front Yard")}, status=201)
    assert again["id"] == made["id"], "a map with the same key is replaced"
    other = ben.post(offers, {"text": YARD}, status=201)
    assert [one["id"] for one in anna.get(offers)] == [made["id"]]
    assert {one["id"] for one in organiser.get(offers)} == {made["id"], other["id"]}
    assert "yard" not in [one["key"] for one in anna.get(MAPS)], "offered is not installed"
    assert guest.post(offers, {"text": YARD}, status=403)["code"] == "sign_up_first"
    assert anna.post(offers, {"text": "no map"}, status=400)["code"]
    assert ben.post(f"/api/offers/{made['id']}", method="DELETE", status=403)["code"] == "not_allowed"
    ben.post(f"/api/offers/{other['id']}", method="DELETE", status=204)
    organiser.post(f"/api/offers/{made['id']}", method="DELETE", status=204)
    assert organiser.get(offers) == []
    assert notes(site)[0][1:3] == ("offer_removed", "yard")
