"""Joining by code: once, or again with the password; guessed, reused and raced for."""

import threading

import pytest
from tests.server.contest import contest_site
from tests.server.contest.contest_site import PIN, toml

from roundhouse.store import contest, players


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def site(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp("joining")
    config = toml(codes=40, more='teams = ["named"]')
    with contest_site.store_of(request.param) as settings, contest_site.ContestSite(folder, config, **settings) as made:
        yield made


@pytest.fixture(autouse=True)
def patient(site):
    """Nobody waits for what another test has failed."""
    yield
    site.close_browsers()
    site.boss = site.browser()
    site.boss.post("/api/sign-in", {"name": "boss", "password": "correct horse"})


def problem(answer):
    return answer["code"]


def names(site):
    return {one.name for one in site.read(contest.entrants)}


def free(site):
    return next(one.code for one in site.read(contest.codes) if one.player_id is None and not one.void and not one.team)


def test_whoever_joins_is_signed_in_and_has_a_bot_with_a_token_that_works(site):
    browser = site.browser()
    joined = site.join("amy", free(site), browser=browser)

    assert browser.get("/api/me")["player"]["name"] == "amy"
    assert browser.get("/api/me")["event"] == "Test day"
    assert joined["bot"] == "amy-bot"
    assert joined["token"] in joined["commands"][-1]
    bot = site.browser(headers={"authorization": f"Bearer {joined['token']}"})
    assert bot.get("/api/me")["player"] == {"name": "amy-bot", "kind": "bot", "guest": False, "builtin": False}
    assert [one["card"]["name"] for one in browser.get("/api/me/bots")] == ["amy-bot"]


def test_a_code_works_again_for_its_team_with_the_password_and_for_nobody_else(site):
    code = free(site)
    first = site.join("bob", code)
    again = site.join("", code)
    other = site.join("mallory", code, pin="not-the-pin", status=403)

    assert (first["again"], again["again"]) == (False, True)
    assert again["me"]["player"]["name"] == "bob"
    assert again["token"] != first["token"]
    assert problem(other) == "wrong_code"
    assert "mallory" not in names(site)


def test_old_tokens_of_a_team_that_joins_often_end(site):
    code = free(site)
    first = site.join("often", code)["token"]
    for _ in range(3):
        site.join("", code)

    site.browser(headers={"authorization": f"Bearer {first}"}).get("/api/me", status=401)


def test_a_code_with_a_name_gives_that_name(site):
    code = next(one.code for one in site.read(contest.codes) if one.team == "named")
    joined = site.join("somebody-else", code)

    assert joined["me"]["player"]["name"] == "named"


def test_two_who_join_with_the_same_code_at_once(site):
    code, answers = free(site), []

    def join(name):
        browser = site.browser()
        browser.get("/api/me")
        start.wait()
        headers = {"x-csrf-token": browser.csrf}
        body = {"code": code, "name": name, "pin": PIN}
        answers.append(browser.ask("POST", "/api/event/join", body, headers=headers).status_code)

    start = threading.Barrier(4)
    threads = [threading.Thread(target=join, args=(f"racer-{n}",)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    joined = [name for name in names(site) if name.startswith("racer-")]
    assert len(joined) == 1
    made = site.read(lambda connection: players.search(connection, "racer-"))
    assert {one.name for one in made} == {joined[0], f"{joined[0]}-bot"}  # nothing is left of the others
    # the one who was first, and maybe others who came after it with the same password as if they came back
    assert answers.count(200) >= 1
    assert set(answers) <= {200, 403}


@pytest.mark.parametrize("name", ["ada", "ADA", "guest-1", "boss"])
def test_a_name_that_is_taken_costs_no_code(site, name):
    if "ada" not in names(site):
        site.join("ada", free(site))
    code = free(site)
    refused = site.join(name, code, status=409)

    assert problem(refused) == "name_taken"
    assert free(site) == code


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"code": "", "pin": PIN}, 400),
        ({"code": "ABCD-EFGH", "pin": "short"}, 400),
        ({"code": "ABCD-EFGH", "pin": PIN, "name": "a b"}, 400),
        ({"code": "ABCD-EFGH", "pin": PIN, "name": "x" * 29}, 400),
        ({"code": "x" * 41, "pin": PIN}, 400),
        ({"code": "ABCD-EFGH", "pin": PIN, "more": 1}, 400),
        ({"pin": PIN}, 400),
        ([], 400),
        ({"code": "A\u0000CDEFGH", "pin": PIN}, 403),
        ({"code": "' OR 1=1", "pin": PIN}, 403),
    ],
)
def test_what_is_no_way_to_join_is_refused(site, body, status):
    before = names(site)
    answer = site.browser().post("/api/event/join", body, status=status)

    assert answer["sentence"]
    assert names(site) == before


def test_a_team_needs_a_name(site):
    refused = site.join("", free(site), status=400)

    assert (refused["code"], refused["field"]) == ("name_needed", "name")


def test_a_void_code_is_as_wrong_as_one_that_never_was(site):
    code = free(site)
    site.boss.post(f"/api/event/codes/{code}", {"void": True})
    refused = site.join("eve", code, status=403)
    assert refused == site.join("eve", "22222222", status=403)

    site.boss.post(f"/api/event/codes/{code}", {"void": False})
    assert site.join("eve", code)["bot"] == "eve-bot"
    site.boss.post(f"/api/event/codes/{code}", {"void": True}, status=404)  # it is in use


def test_the_desk_is_for_organisers(site):
    code = free(site)
    somebody = site.browser()
    site.join("nosy", code, browser=somebody)
    for path in ("/api/event/desk", "/api/event/sheet"):
        assert somebody.get(path, status=403)["code"] == "not_allowed"
        site.browser().get(path, status=401)
    for path, body in (
        ("/api/event/move", {"to": "finals"}), ("/api/event/undo", None), ("/api/event/codes", {"count": 3}),
        ("/api/event/plan", {"phase": "finals", "at_ms": None}), ("/api/event/entrants/nosy", {"out": True}),
        ("/api/event/finals/0/replay", {}),
    ):  # fmt: skip
        assert somebody.post(path, body or {}, status=403)["code"] == "not_allowed"
    page = site.browser().ask("GET", "/api/event").text
    assert all(one.code not in page for one in site.read(contest.codes))  # codes are shown to nobody


def test_the_sheet_has_the_codes_that_are_free(site):
    code = free(site)
    sheet = site.boss.get("/api/event/sheet")

    assert f"{code[:4]}-{code[4:]}" in sheet
    assert all(f"{one.code[:4]}-{one.code[4:]}" not in sheet for one in site.read(contest.codes) if one.player_id)


def test_more_codes_for_a_team_that_has_one_make_none(site):
    before = len(site.boss.get("/api/event/desk")["codes"])
    desk = site.boss.post("/api/event/codes", {"count": 2, "teams": ["fresh-team", "fresh-team", "named"]})

    assert len(desk["codes"]) == before + 3
