"""BoidVoid over HTTP: signing in, tables with maps, a match by hand, and what remains of it."""

import pytest
from tests.server.threaded_site import PASSWORD

from roundhouse.games.boidvoid import maps

DONE = {"type": "done"}
OPTIONS = {"game": "boidvoid", "settings": {"map": "first-light", "turn_limit": 5, "turn_seconds": 60}}


def opened(host, *, status=201, **options):
    return host.post("/api/tables", {"options": OPTIONS | options}, status=status)


def act(browser, match, *actions):
    return browser.post(f"/api/play/{match}/act", {"actions": list(actions)})["verdicts"]


@pytest.mark.rule("BOI-280")
def test_who_has_signed_in_with_name_and_password_plays_a_match(site):
    stranger = site.browser()
    assert stranger.post("/api/tables", {"options": OPTIONS}, status=401)["code"] == "sign_in_first"
    other, _ = site.browser("void-other"), site.browser("void-host")
    host = site.browser()
    host.post("/api/sign-in", {"name": "void-host", "password": "not this one"}, status=401)
    host.post("/api/sign-in", {"name": "void-host", "password": PASSWORD})
    key = opened(host)["key"]
    other.post(f"/api/tables/{key}/sit", {"seat": 0})
    other.post(f"/api/tables/{key}/ready", {"ready": True})
    match = host.post(f"/api/tables/{key}/start")["match"]
    for _ in range(5):
        for browser in (host, other):
            told = act(browser, match, {"type": "battery", "attack": 70}, DONE)
            assert [one["verdict"] for one in told] == ["accepted", "accepted"]
    site.until_over(match)
    assert host.get(f"/api/matches/{match}")["result"]["reason"] == "turns"


@pytest.mark.rule("BOI-043", "BOI-045")
def test_a_table_has_a_seat_for_every_team_on_its_map_or_of_its_preset(site):
    host = site.browser("void-maps")
    for key, text in maps.SHIPPED.items():
        table = opened(host, settings={"map": key})
        assert len(table["seats"]) == maps.check(text).seats
        host.post(f"/api/tables/{table['key']}", method="DELETE", status=204)
    for preset, seats in (("standard", 2), ("crew", 6), ("three", 3)):
        table = opened(host, preset=preset, settings={})
        assert len(table["seats"]) == seats
        host.post(f"/api/tables/{table['key']}", method="DELETE", status=204)
    assert len(opened(host, seats=4, settings={})["seats"]) == 4
    problem = opened(host, settings={"map": "long-drift", "teams": 4}, status=400)
    assert (problem["code"], problem["field"], problem["rule"]) == ("bad_map", "map", "BOI-045")
    problem = opened(host, settings={"map": '{"name": "x"}'}, status=400)
    assert (problem["code"], problem["field"]) == ("bad_map", "map")
