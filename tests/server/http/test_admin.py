"""Organisers and administrators: who may do what, what it does, and that it is written down."""

import pytest
from tests.server.threaded_site import PASSWORD
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from roundhouse.store import players

SHORT = {"game": "spacegoo", "clock": "day"}


@pytest.fixture
def admin(site):
    """An administrator, the same in all tests of this file."""
    browser = site.browser()
    if site.read(lambda connection: players.find(connection, "boss")) is None:
        return site.browser("boss", role="admin")
    browser.post("/api/sign-in", {"name": "boss", "password": PASSWORD})
    return browser


def organiser(site, name):
    return site.browser(name, role="organiser")


def newest(admin):
    return admin.get("/api/admin/audit?limit=1")[0]


EVERYTHING = [
    ("GET", "/api/admin/players", "organiser"),
    ("GET", "/api/admin/health", "organiser"),
    ("DELETE", "/api/admin/tables/x", "organiser"),
    ("POST", "/api/admin/matches/x/abort", "organiser"),
    ("POST", "/api/admin/players", "admin"),
    ("PATCH", "/api/admin/players/somebody", "admin"),
    ("GET", "/api/admin/audit", "admin"),
]


@pytest.mark.parametrize(("method", "path", "needed"), EVERYTHING)
@pytest.mark.parametrize("role", ["nobody", "player", "organiser", "admin"])
def test_everybody_may_do_as_much_as_the_role_says(site, admin, method, path, needed, role):
    name = f"{role}-{EVERYTHING.index((method, path, needed))}"
    browser = site.browser() if role == "nobody" else site.browser(name, role=role)
    headers = {"x-csrf-token": browser.csrf}
    data = {"/api/admin/players": {"name": "x-" + name, "password": PASSWORD}}.get(path, {})
    answer = browser.ask(method, path, None if method == "GET" else data, headers=headers)
    rank = ["nobody", "player", "organiser", "admin"]
    if role == "nobody":
        assert answer.status_code == 401
    elif rank.index(role) < rank.index(needed):
        assert (answer.status_code, answer.json()["code"]) == (403, "not_allowed")
    else:
        assert answer.status_code in (200, 201, 404)


def test_players_are_found_by_a_part_of_their_name(site, admin):
    site.browser("findable-one")
    site.browser("findable-two")
    found = admin.get("/api/admin/players?query=DABLE")
    assert [one["card"]["name"] for one in found] == ["findable-one", "findable-two"]
    assert {"role": "player", "blocked": False, "matches": 0}.items() <= found[0].items()
    assert admin.get("/api/admin/players?query=%25") == []


def test_an_account_made_by_an_administrator(site, admin):
    made = admin.post("/api/admin/players", {"name": "made-one", "password": PASSWORD}, status=201)
    assert made["card"]["name"] == "made-one"
    assert site.browser().post("/api/sign-in", {"name": "made-one", "password": PASSWORD})["player"]
    line = newest(admin)
    assert (line["actor"], line["action"], line["target"]) == ("boss", "account_made", "made-one")
    assert PASSWORD not in str(line)
    assert admin.post("/api/admin/players", {"name": "made-one", "password": PASSWORD}, status=409)


def test_roles_are_given_and_take_effect_at_once(site, admin):
    browser = site.browser("riser")
    browser.get("/api/admin/health", status=403)
    admin.post("/api/admin/players/riser", {"role": "organiser"}, method="PATCH")
    assert browser.get("/api/me")["role"] == "organiser"
    browser.get("/api/admin/health")
    line = newest(admin)
    assert (line["action"], line["target"], line["detail"]) == ("player_changed", "riser", {"role": "organiser"})


def test_a_blocked_player_is_out_everywhere_and_comes_back_when_let_in(site, admin):
    browser = site.browser("rowdy")
    bot = browser.post("/api/me/bots", {"name": "rowdy-bot"}, status=201)
    with connect(site.address.replace("http", "ws") + "/ws") as socket:
        socket.send(f'{{"type":"hello","version":1,"token":"{bot["token"]}"}}')
        assert '"welcome"' in socket.recv(timeout=10)
        admin.post("/api/admin/players/rowdy", {"blocked": True}, method="PATCH")
        with pytest.raises(ConnectionClosed, match="blocked"):
            [socket.recv(timeout=10) for _ in range(5)]
    assert browser.get("/api/me")["player"] is None
    answer = site.browser().post("/api/sign-in", {"name": "rowdy", "password": PASSWORD}, status=403)
    assert answer["code"] == "blocked"
    headers = {"authorization": f"Bearer {bot['token']}"}
    assert site.browser().ask("GET", "/api/me", headers=headers).status_code == 401
    admin.post("/api/admin/players/rowdy", {"blocked": False}, method="PATCH")
    assert site.browser().post("/api/sign-in", {"name": "rowdy", "password": PASSWORD})["player"]


def test_a_password_set_by_an_administrator_ends_the_sessions(site, admin):
    browser = site.browser("forgetful")
    admin.post("/api/admin/players/forgetful", {"password": "brand new one"}, method="PATCH")
    assert browser.get("/api/me")["player"] is None
    assert browser.post("/api/sign-in", {"name": "forgetful", "password": "brand new one"})["player"]
    line = newest(admin)
    assert (line["action"], line["target"], line["detail"]) == ("password_set", "forgetful", {})


def test_nobody_locks_himself_out_and_built_in_bots_stay(admin):
    for change in ({"role": "player"}, {"blocked": True}):
        assert admin.post("/api/admin/players/boss", change, method="PATCH", status=409)["code"] == "yourself"
    assert admin.post("/api/admin/players/greedy", {"blocked": True}, method="PATCH", status=409)["code"] == "builtin"
    assert admin.post("/api/admin/players/nobody-x", {"blocked": True}, method="PATCH", status=404)


def test_a_change_that_changes_nothing_is_not_written_down(site, admin):
    site.browser("steady")
    admin.post("/api/admin/players/steady", {"role": "organiser"}, method="PATCH")
    admin.post("/api/admin/players/steady", {"role": "player"}, method="PATCH")
    before = newest(admin)["id"]
    admin.post("/api/admin/players/steady", {}, method="PATCH")
    admin.post("/api/admin/players/steady", {"role": "player", "blocked": False}, method="PATCH")
    assert newest(admin)["id"] == before


def test_an_organiser_closes_tables_and_ends_matches(site, admin):
    helper, host = organiser(site, "helper"), site.browser("hosting")
    key = host.post("/api/tables", {"options": SHORT}, status=201)["key"]
    helper.post(f"/api/admin/tables/{key}", method="DELETE", status=204)
    host.get(f"/api/tables/{key}", status=404)
    assert newest(admin)["action"] == "table_closed"

    new = {"options": SHORT, "bots": {"2": "random"}, "start": True}
    match = host.post("/api/tables", new, status=201)["match"]
    helper.post(f"/api/admin/matches/{match}/abort", status=204)
    assert host.get(f"/api/matches/{match}")["state"] == "abandoned"
    line = newest(admin)
    assert (line["actor"], line["action"], line["target"]) == ("helper", "match_aborted", match)
    assert helper.post(f"/api/admin/matches/{match}/abort", status=404)["code"] == "no_match"


def test_the_health_of_the_server(site, admin):
    health = admin.get("/api/admin/health")
    assert health["version"]
    assert health["database"].startswith(("SQLite", "PostgreSQL"))
    assert health["database_bytes"] > 10_000
    assert health["memory_bytes"] > 10_000_000
    assert health["tables"] >= 0
    assert len(health["lateness_ms"]) == 2
    assert health["warm"] is True


def test_the_audit_log_goes_on_page_by_page(admin):
    for n in range(3):
        admin.post("/api/admin/players", {"name": f"paged-{n}", "password": PASSWORD}, status=201)
    first = admin.get("/api/admin/audit?limit=2")
    assert [line["target"] for line in first] == ["paged-2", "paged-1"]
    second = admin.get(f"/api/admin/audit?limit=1&before={first[-1]['id']}")
    assert second[0]["target"] == "paged-0"
