"""Accounts over HTTP: signing up, in and out, guests, sessions, tokens and bots."""

import re

import pytest
from tests.server.threaded_site import PASSWORD, ThreadedSite
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from roundhouse.store import players


def test_before_sign_in_there_is_nobody(site):
    assert site.browser().get("/api/me") == {
        "player": None, "role": "player", "notices": [], "playing": [], "table": None,
    }  # fmt: skip


def test_sign_up_sign_out_sign_in(site):
    browser = site.browser()
    card = {"name": "alice", "kind": "person", "guest": False, "builtin": False}
    assert browser.post("/api/sign-up", {"name": "alice", "password": PASSWORD}, status=201)["player"] == card
    assert browser.get("/api/me")["player"] == card
    assert browser.post("/api/sign-out")["player"] is None
    assert browser.get("/api/me")["player"] is None
    assert browser.post("/api/sign-in", {"name": "ALICE", "password": PASSWORD})["player"] == card


def test_a_name_is_taken_in_any_case(site):
    site.browser("Bertha")
    for name in ("Bertha", "bertha", "BERTHA"):
        problem = site.browser().post("/api/sign-up", {"name": name, "password": PASSWORD}, status=409)
        assert (problem["code"], problem["field"]) == ("name_taken", "name")


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"name": "x", "password": PASSWORD}, "name"),
        ({"name": "x" * 33, "password": PASSWORD}, "name"),
        ({"name": "Zoë", "password": PASSWORD}, "name"),
        ({"name": "a b", "password": PASSWORD}, "name"),
        ({"name": "\u202eevil", "password": PASSWORD}, "name"),
        ({"name": "'; DROP TABLE players; --", "password": PASSWORD}, "name"),
        ({"name": "fine", "password": "short"}, "password"),
        ({"name": "fine", "password": "x" * 201}, "password"),
        ({"name": "fine", "password": 12345678}, "password"),
    ],
)
def test_names_and_passwords_that_do_not_fit_are_refused_with_the_field(site, data, field):
    problem = site.browser().post("/api/sign-up", data, status=400)
    assert (problem["code"], problem["field"]) == ("bad_request", field)


def test_names_of_guests_and_of_built_in_bots_cannot_be_had(site):
    for name in ("guest-1234", "Guest-x", "greedy", "Random"):
        assert site.browser().post("/api/sign-up", {"name": name, "password": PASSWORD}, status=409)


def test_a_guest_plays_by_one_click_and_stays_the_same(site):
    browser = site.browser()
    first = browser.post("/api/guest", status=201)["player"]
    assert re.fullmatch(r"Guest-[0-9a-f]{4}", first["name"])
    assert (first["kind"], first["guest"]) == ("person", True)
    assert browser.post("/api/guest", status=201)["player"] == first
    assert site.browser().post("/api/guest", status=201)["player"] != first


def test_nobody_can_sign_in_as_a_guest(site):
    name = site.browser().post("/api/guest", status=201)["player"]["name"]
    assert site.browser().post("/api/sign-in", {"name": name, "password": ""}, status=400)
    assert site.browser().post("/api/sign-in", {"name": name, "password": "None"}, status=401)["code"] == "wrong"


def test_guests_have_no_bots_tokens_and_passwords(site):
    browser = site.browser()
    browser.post("/api/guest", status=201)
    for path, data in (
        ("/api/me/bots", {"name": "guests-bot"}),
        ("/api/me/tokens", {"name": "mine"}),
        ("/api/me/password", {"old": "", "new": "new password"}),
    ):
        assert browser.post(path, data, status=403)["code"] == "sign_up_first"


def test_a_guest_can_make_an_account(site):
    browser = site.browser()
    browser.post("/api/guest", status=201)
    browser.post("/api/sign-up", {"name": "grown-up", "password": PASSWORD}, status=201)
    assert browser.get("/api/me")["player"]["name"] == "grown-up"


def test_the_session_cookie_is_out_of_reach_of_scripts_and_new_at_every_sign_in(site):
    browser = site.browser("carla")
    headers = {"x-csrf-token": browser.csrf}
    before = browser.cookies["rh_session"]
    data = {"name": "carla", "password": PASSWORD}
    answer = browser.ask("POST", "/api/sign-in", data, headers=headers, status=200)
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Path=/" in cookie
    assert f"Max-Age={30 * 86_400}" in cookie
    assert "Secure" not in cookie  # the address is http
    assert browser.cookies["rh_session"] != before
    thief = site.browser()
    thief.cookies.set("rh_session", before)
    assert thief.get("/api/me")["player"] is None


def test_a_forged_or_empty_session_is_nobody(site):
    for secret in ("", "x", "0" * 43, "a" * 5000, "'; --"):
        browser = site.browser()
        browser.cookies.set("rh_session", secret)
        assert browser.get("/api/me")["player"] is None


def test_a_new_password_ends_all_other_sessions(site):
    one = site.browser("dora")
    two = site.browser()
    two.post("/api/sign-in", {"name": "dora", "password": PASSWORD})
    one.post("/api/me/password", {"old": PASSWORD, "new": "another horse"})
    assert one.get("/api/me")["player"]["name"] == "dora"
    assert two.get("/api/me")["player"] is None
    assert two.post("/api/sign-in", {"name": "dora", "password": PASSWORD}, status=401)
    assert two.post("/api/sign-in", {"name": "dora", "password": "another horse"})


def test_a_new_password_ends_connections_that_the_old_one_opened(site):
    browser = site.browser("erna")
    cookie = f"rh_session={browser.cookies['rh_session']}"
    url = site.address.replace("http", "ws") + "/ws"
    with connect(url, origin=site.address, additional_headers={"cookie": cookie}) as socket:
        socket.send('{"type":"hello","version":1,"role":"person"}')
        assert '"name":"erna"' in socket.recv(timeout=10)
        browser.post("/api/me/password", {"old": PASSWORD, "new": "another horse"})
        with pytest.raises(ConnectionClosed, match="signed_out"):
            [socket.recv(timeout=10) for _ in range(5)]


def test_whoever_runs_the_server_may_close_its_doors(tmp_path):
    with ThreadedSite(tmp_path, allow_sign_up=False, allow_guests=False) as site:
        browser = site.browser()
        for path, data in (("/api/sign-up", {"name": "late-comer", "password": PASSWORD}), ("/api/guest", None)):
            assert browser.post(path, data, status=403)["code"] == "closed"


def test_too_many_who_want_in_from_one_address_wait(tmp_path):
    with ThreadedSite(tmp_path, sign_ins_per_minute=12) as site:
        statuses = []
        for _ in range(5):
            browser = site.browser()
            headers = {"x-csrf-token": browser.csrf}
            statuses.append(browser.ask("POST", "/api/guest", headers=headers).status_code)
        assert statuses == [201] * 3 + [429] * 2


def test_a_new_password_needs_the_old_one(site):
    browser = site.browser("emil")
    problem = browser.post("/api/me/password", {"old": "wrong", "new": "another horse"}, status=403)
    assert (problem["code"], problem["field"]) == ("wrong", "old")
    assert browser.get("/api/me")["player"]["name"] == "emil"


# Bots and tokens


def bearer(site, token, path, **options):
    return site.browser().ask("GET", path, headers={"authorization": f"Bearer {token}"}, **options)


def test_a_bot_belongs_to_whoever_made_it_and_its_token_is_shown_once(site):
    browser = site.browser("frida")
    made = browser.post("/api/me/bots", {"name": "frida-bot", "language": "Rust"}, status=201)
    assert made["bot"]["card"] == {"name": "frida-bot", "kind": "bot", "guest": False, "builtin": False}
    assert (made["bot"]["online"], made["bot"]["rested_ms"]) == (False, None)
    assert made["token"].startswith("rh_")
    assert bearer(site, made["token"], "/api/me", status=200).json()["player"]["name"] == "frida-bot"
    assert made["token"] not in str(browser.get("/api/me/bots")) + str(browser.get("/api/me/tokens"))
    page = browser.get("/api/players/frida-bot")
    assert (page["owner"], page["language"]) == ("frida", "Rust")
    assert [bot["name"] for bot in browser.get("/api/players/frida")["bots"]] == ["frida-bot"]


def test_tokens_of_me_and_of_my_bots(site):
    browser = site.browser("gustav")
    browser.post("/api/me/bots", {"name": "gustav-bot"}, status=201)
    mine = browser.post("/api/me/tokens", {"name": "laptop"}, status=201)
    its = browser.post("/api/me/tokens", {"name": "server", "player": "gustav-bot"}, status=201)
    assert [(one["name"], one["player"]) for one in browser.get("/api/me/tokens")] == [
        ("first", "gustav-bot"),
        ("laptop", "gustav"),
        ("server", "gustav-bot"),
    ]
    assert bearer(site, its["token"], "/api/me").json()["player"]["name"] == "gustav-bot"
    browser.post(f"/api/me/tokens/{its['info']['id']}", method="DELETE", status=204)
    assert bearer(site, its["token"], "/api/me", status=401).json()["code"] == "bad_token"
    assert bearer(site, mine["token"], "/api/me", status=200)


def test_tokens_of_others_cannot_be_seen_made_or_ended(site):
    theirs = site.browser("hanna")
    bot = theirs.post("/api/me/bots", {"name": "hanna-bot"}, status=201)
    number = theirs.get("/api/me/tokens")[0]["id"]
    browser = site.browser("igor")
    assert browser.get("/api/me/tokens") == []
    assert browser.post(f"/api/me/tokens/{number}", method="DELETE", status=404)["code"] == "no_token"
    assert browser.post("/api/me/tokens", {"name": "x", "player": "hanna-bot"}, status=404)["code"] == "no_bot"
    assert browser.post("/api/me/bots/hanna-bot/wake", status=404)["code"] == "no_bot"
    assert bearer(site, bot["token"], "/api/me", status=200)


def test_a_wrong_token_is_refused_also_beside_a_right_cookie(site):
    browser = site.browser("jutta")
    answer = browser.ask("GET", "/api/me", headers={"authorization": "Bearer rh_nothing"}, status=401)
    assert answer.json()["code"] == "bad_token"


def test_a_token_needs_no_csrf_header(site):
    browser = site.browser("karl")
    token = browser.post("/api/me/tokens", {"name": "x"}, status=201)["token"]
    headers = {"authorization": f"Bearer {token}"}
    site.browser().ask("POST", "/api/me/bots", {"name": "karl-bot"}, headers=headers, status=201)


def test_nobody_has_endless_tokens_and_bots(site):
    browser = site.browser("lotte")
    for n in range(20):
        browser.post("/api/me/bots", {"name": f"lotte-{n}"}, status=201)
    assert browser.post("/api/me/bots", {"name": "lotte-20"}, status=409)["code"] == "too_many_bots"
    for n in range(30):
        browser.post("/api/me/tokens", {"name": str(n)}, status=201)
    assert browser.post("/api/me/tokens", {"name": "x"}, status=409)["code"] == "too_many_tokens"


def test_a_rested_bot_is_woken_by_its_owner(site):
    browser = site.browser("mia")
    browser.post("/api/me/bots", {"name": "mia-bot"}, status=201)
    bot = site.read(lambda connection: players.find(connection, "mia-bot"))
    rest = {"rested_ms": 5, "rested_why": "It failed three times."}
    site.database.submit(lambda connection: players.change(connection, bot.id, **rest)).result()
    (info,) = browser.get("/api/me/bots")
    assert (info["rested_ms"], info["rested_why"]) == (5, "It failed three times.")
    assert browser.get("/api/players/mia-bot")["rested"] is True
    assert browser.post("/api/me/bots/mia-bot/wake")["rested_ms"] is None
    assert browser.get("/api/players/mia-bot")["rested"] is False


def test_notices_are_read(site):
    from roundhouse.store import notices

    browser = site.browser("nora")
    me = site.read(lambda connection: players.find(connection, "nora"))
    site.database.submit(lambda connection: notices.tell(connection, me.id, "challenged", {"by": "otto"}, 5)).result()
    (notice,) = browser.get("/api/me")["notices"]
    assert (notice["code"], notice["data"], notice["read"]) == ("challenged", {"by": "otto"}, False)
    (notice,) = browser.post("/api/me/notices/read")["notices"]
    assert notice["read"] is True


@pytest.mark.parametrize("path", ["/api/me/tokens", "/api/me/bots", "/api/admin/players", "/api/admin/health"])
def test_what_is_mine_needs_a_sign_in(site, path):
    assert site.browser().get(path, status=401)["code"] == "sign_in_first"
