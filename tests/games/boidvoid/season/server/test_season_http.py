"""What administrators do about seasons over HTTP, what is refused, what is written down, and who may do none of it."""

import asyncio

import pytest
from tests.games.boidvoid.season.server.season_site import DAY, FIRST, HOUR, HOURLY, NAMES, SeasonSite, day, team_list

from roundhouse.games.boidvoid.season.power_source import PowerUnavailableError
from roundhouse.server import accounts
from roundhouse.server.accounts import hasher


@pytest.fixture
def site(tmp_path, monkeypatch):
    monkeypatch.setattr(accounts, "hasher", lambda **_: hasher(time_cost=1, memory_cost=8))
    with SeasonSite(tmp_path) as site:
        site.tokens, site.boss = site.people(*NAMES), site.admin()
        yield site


def season(site, start=0, end=3, name="Autumn", status=201):
    return site.boss.post("/api/seasons", {"name": name, "start": day(start), "end": day(end)}, status=status)


def game(site, season_id, status=201, **how):
    wanted = {"name": "Void", "teams": team_list(), "settings": HOURLY} | how
    return site.boss.post(f"/api/seasons/{season_id}/games", wanted, status=status)


def patch(site, path, data, status=200):
    return site.boss.post(path, data, method="PATCH", status=status)


def newest(site):
    line = site.boss.get("/api/admin/audit?limit=1")[0]
    return line["actor"], line["action"], line["target"]


@pytest.mark.rule("BOI-009", "BOI-011", "BOI-296")
def test_seasons_are_registered_listed_and_changed_until_they_have_ended(site):
    first = season(site)
    assert newest(site) == ("boss", "season_registered", str(first["id"]))
    assert season(site, 2, 5, status=409) | {"sentence": ""} == {
        "code": "season_overlap",
        "sentence": "",
        "field": "start",
        "rule": "BOI-011",
    }
    assert season(site, 5, 5, status=409)["code"] == "bad_dates"
    second = season(site, 3, 5, "Winter")
    changed = patch(site, f"/api/seasons/{second['id']}", {"name": "Frost", "end": day(6)})
    assert (changed["name"], changed["start"], changed["end"]) == ("Frost", day(3), day(6))
    assert newest(site) == ("boss", "season_changed", str(second["id"]))
    assert patch(site, f"/api/seasons/{second['id']}", {"start": day(2)}, 409)["code"] == "season_overlap"
    cards = site.browser().get("/api/seasons")  # whoever looks
    assert [(card["name"], card["state"], card["games"]) for card in cards] == [
        ("Autumn", "registered", 0),
        ("Frost", "registered", 0),
    ]
    site.move(FIRST)
    assert patch(site, f"/api/seasons/{first['id']}", {"start": day(1)}, 409)["code"] == "season_active"
    site.move(FIRST + 3 * DAY)
    assert patch(site, f"/api/seasons/{first['id']}", {"name": "Late"}, 409)["code"] == "season_ended"
    assert game(site, first["id"], status=409)["code"] == "season_ended"
    assert site.boss.get("/api/seasons/99", status=404)["code"] == "no_season"


@pytest.mark.rule("BOI-015", "BOI-016", "BOI-017", "BOI-019", "BOI-020")
@pytest.mark.parametrize(
    ("teams", "code", "field"),
    [
        ([["ada", "bob"]], "bad_settings", "teams"),
        ([["ada", "bob"], ["cleo"]], "bad_settings", "teams"),
        ([["ada", "bob"], ["cleo", "nobody"]], "no_player", "teams[1][1].player"),
        ([["ada", "bob"], ["cleo", "ada"]], "player_twice", "teams[1][1].player"),
    ],
)
def test_teams_that_cannot_be(one_site, teams, code, field):
    refused = game(one_site, one_site.season, None, teams=team_list(teams))
    assert (refused["code"], refused["field"]) == (code, field)


@pytest.fixture(scope="module")
def one_site(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(accounts, "hasher", lambda **_: hasher(time_cost=1, memory_cost=8))
        with SeasonSite(tmp_path_factory.mktemp("season")) as site:
            site.tokens, site.boss = site.people(*NAMES), site.admin()
            site.season = season(site)["id"]
            yield site


@pytest.mark.rule("BOI-019")
def test_a_team_needs_a_leader_and_should_have_a_vice_leader(one_site):
    made = game(one_site, one_site.season, teams=team_list(vice=False))
    assert [(one["code"], one["team"]) for one in made["warnings"]] == [("no_vice_leader", 1), ("no_vice_leader", 2)]
    nobody = [[seat | {"role": "trooper"} for seat in team] for team in team_list()]
    refused = game(one_site, one_site.season, 400, teams=nobody)
    assert (refused["code"], refused["rule"]) == ("no_team_leader", "BOI-019")
    both = [[seat | {"role": "leader"} for seat in team] for team in team_list()]
    assert game(one_site, one_site.season, 400, teams=both)["code"] == "too_many_leaders"


@pytest.mark.rule("BOI-297")
@pytest.mark.parametrize(
    ("settings", "field"),
    [
        ({"turn_seconds": 0}, "turn_seconds"),
        ({"nonsense": 1}, "nonsense"),
        ({"teams": 3}, "teams"),
        ({"seat_model": "team"}, "seat_model"),
        ({"mode": "match"}, "mode"),
        ({"map": "nowhere"}, "map"),
        ({"lock_seconds": 60, "turn_seconds": 60}, "lock_seconds"),
    ],
)
def test_settings_that_cannot_be_are_refused_when_the_game_is_made(one_site, settings, field):
    refused = game(one_site, one_site.season, 400, settings=settings)
    assert refused["field"] == field


@pytest.mark.rule("BOI-014", "BOI-046", "BOI-297")
def test_a_game_is_changed_until_it_starts_and_plays_on_the_map_that_was_chosen(site):
    made = game(site, season(site)["id"])
    shipped = site.boss.get("/api/games/boidvoid/maps")[0]
    path = f"/api/season-games/{made['id']}"
    changed = patch(site, path, {"name": "Chosen", "settings": HOURLY | {"map": shipped["key"], "turn_seconds": 60}})
    assert (changed["name"], changed["turn_seconds"]) == ("Chosen", 60)
    assert newest(site) == ("boss", "season_game_changed", str(made["id"]))
    turned = [team_list()[1], team_list()[0]]
    assert patch(site, path, {"teams": turned})["teams"][0][0]["player"]["name"] == "cleo"
    dropped = game(site, made["season"], name="Gone")
    site.boss.post(f"/api/season-games/{dropped['id']}", method="DELETE", status=204)
    assert newest(site) == ("boss", "season_game_dropped", str(dropped["id"]))
    site.move(FIRST)
    assert site.boss.get(path)["due_ms"] == round(FIRST.timestamp() * 1000) + 60_000
    assert site.playing(made["id"]).setup.settings["map"] == shipped["key"]
    assert patch(site, path, {"settings": {}}, 409)["code"] == "game_started"
    assert site.boss.post(path, method="DELETE", status=409)["rule"] == "BOI-297"
    eve = site.browser("eve")
    mine = eve.get("/api/me/season-games")
    assert mine == []


def test_players_find_their_own_games(site):
    site.browser("zoe")
    made = game(site, season(site)["id"], teams=team_list([["ada", "zoe"], ["cleo", "dan"]]))
    zoe = site.browser()
    zoe.post("/api/sign-in", {"name": "zoe", "password": "correct horse"})
    assert zoe.get("/api/me/season-games") == []
    site.move(FIRST)
    (mine,) = zoe.get("/api/me/season-games")
    assert (mine["id"], mine["mine"], mine["season_name"], mine["turn"]) == (made["id"], 2, "Autumn", 1)
    assert zoe.get("/api/me")["playing"] == [mine["match"]]


@pytest.mark.rule("BOI-240", "BOI-300")
def test_jobs_tell_when_they_run_and_are_run_by_hand(site):
    def told():
        return {one["job"]: one for one in site.boss.get("/api/jobs")}

    assert list(told()) == ["season_end", "season_start", "maintenance", "turn_end", "turn_start"]
    start = told()["season_start"]
    assert (start["line"], start["zone"]) == ("0 0 * * *", "UTC")
    assert start["next_ms"] == round(FIRST.timestamp() * 1000)
    assert told()["maintenance"]["line"] == "10 0 * * *"
    assert told()["turn_end"]["next_ms"] is None
    made = game(site, season(site, -1)["id"])  # its first day has begun, and nobody has noticed
    run = site.boss.post("/api/jobs/season_start/run")
    assert (run["job"], run["by"], run["outcome"], run["detail"]) == (
        "season_start",
        "boss",
        "done",
        {"seasons": [1], "games": [made["id"]]},
    )
    assert newest(site) == ("boss", "job_run", "season_start")
    assert site.boss.post("/api/jobs/season_start/run")["outcome"] == "nothing"  # no second effect
    assert [one["by"] for one in told()["season_start"]["runs"]] == ["boss", "boss", ""]
    assert told()["turn_end"]["next_ms"] == round((FIRST - HOUR + HOUR).timestamp() * 1000)
    late = game(site, 1, name="Late")
    assert site.boss.post("/api/jobs/season_start/run")["detail"] == {"games": [late["id"]]}
    assert site.boss.post("/api/jobs/turn_end/run")["outcome"] == "nothing"  # no turn is over
    site.moment = FIRST + HOUR
    site.boss.post("/api/jobs/turn_end/run")
    assert [site.game(one["id"]).turn_no for one in (made, late)] == [2, 2]
    assert site.boss.post("/api/jobs/turn_start/run")["outcome"] == "nothing"
    site.boss.post("/api/jobs/nonsense/run", status=400)


@pytest.mark.rule("BOI-234", "BOI-238", "BOI-301")
def test_maintenance_asks_the_source_that_was_chosen_and_shows_what_it_said(site, monkeypatch):
    made = game(site, season(site)["id"], settings=HOURLY | {"power_source": "ledger"})
    path = f"/api/season-games/{made['id']}/power"
    assert [(one["stake"], one["asked_ms"]) for one in site.boss.get(path)] == [(None, None)] * 4
    headers = {"authorization": f"Bearer {site.tokens['bob']}"}
    site.browser().ask("POST", "/api/me/stake", {"points": 6400}, headers=headers, status=200)
    site.move(FIRST)
    assert [(one["source"], one["stake"]) for one in site.boss.get(path)] == [
        ("ledger", 0),
        ("ledger", 6400),
        ("ledger", 0),
        ("ledger", 0),
    ]
    state = site.playing(made["id"]).match.state
    assert [player.stake for player in state.players[:4]] == [0, 6400, 0, 0]
    assert state.players[1].battery == 8000  # hundredths: the square root of the stake
    site.browser().ask("POST", "/api/me/stake", {"points": 400}, headers=headers, status=200)
    site.move(FIRST + HOUR / 6)
    state = site.playing(made["id"]).match.state
    assert (state.players[1].stake, state.players[1].battery) == (400, 2000)  # cut to the new maximum
    steps = site.playing(made["id"]).match.step
    run = site.boss.post("/api/jobs/maintenance/run")
    assert (run["outcome"], site.playing(made["id"]).match.step) == ("done", steps)  # nothing changes twice a day

    async def silent(known, seat, player):
        raise PowerUnavailableError("nobody answers")

    monkeypatch.setattr(site.scheduler.runner.outside, "stake_of", silent)
    site.move(FIRST + DAY + HOUR / 6)
    assert [one["code"] for one in site.boss.get(path)] == ["power_unavailable"] * 4
    assert site.boss.get(path)[1]["stake"] == 400  # the newest that is known
    assert site.playing(made["id"]).match.state.players[1].stake == 400
    jobs = {one["job"]: one for one in site.boss.get("/api/jobs")}
    assert jobs["maintenance"]["last"]["outcome"] == "partly"


def test_a_game_that_cannot_start_does_not_keep_the_others_from_it(site):
    made = season(site)
    bad = game(site, made["id"], teams=team_list([["ada", "bob"], ["cleo", "dan"]]))
    site.people("eve", "fay", "gus", "hal")
    good = game(site, made["id"], teams=team_list([["eve", "fay"], ["gus", "hal"]]))
    patch(site, "/api/admin/players/ada", {"blocked": True})
    site.move(FIRST)
    assert site.game(bad["id"]).state == "draft"
    assert site.game(good["id"]).state == "running"
    last = next(one for one in site.boss.get("/api/jobs") if one["job"] == "season_start")["last"]
    assert (last["outcome"], last["detail"]["failed"][0]["code"]) == ("partly", "no_player")
    patch(site, "/api/admin/players/ada", {"blocked": False})
    site.move(FIRST + DAY)
    assert site.game(bad["id"]).state == "running"


CLOSED = [
    ("POST", "/api/seasons", {"name": "x", "start": day(0), "end": day(1)}),
    ("PATCH", "/api/seasons/1", {"name": "x"}),
    ("POST", "/api/seasons/1/games", {"name": "x", "teams": team_list(), "settings": {}}),
    ("PATCH", "/api/season-games/1", {"name": "x"}),
    ("DELETE", "/api/season-games/1", None),
    ("POST", "/api/season-games/1/pause", None),
    ("POST", "/api/season-games/1/resume", None),
    ("POST", "/api/season-games/1/end", None),
    ("POST", "/api/season-games/1/roles", {"player": "ada", "role": "leader"}),
    ("POST", "/api/season-games/1/replace", {"player": "ada", "by": "bob"}),
    ("GET", "/api/season-games/1/power", None),
    ("GET", "/api/jobs", None),
    ("POST", "/api/jobs/season_start/run", None),
]


@pytest.mark.rule("BOI-302")
def test_nobody_without_the_role_does_any_of_it(one_site):
    game(one_site, one_site.season)
    lines = one_site.boss.get("/api/admin/audit?limit=200")
    nobody = one_site.browser()
    people = [(nobody, 401)]
    for role in ("player", "organiser"):
        people.append((one_site.browser(f"just-{role}", role=role), 403))
    for method, path, data in CLOSED:
        for browser, status in people:
            headers = {"x-csrf-token": browser.csrf}
            assert browser.ask(method, path, data, headers=headers).status_code == status, (method, path)
    assert one_site.boss.get("/api/admin/audit?limit=200") == lines


@pytest.mark.rule("BOI-012")
def test_a_season_game_begins_at_no_table_and_in_no_queue(one_site):
    for options in ({"preset": "season"}, {"settings": {"mode": "season"}}):
        refused = one_site.boss.post("/api/tables", {"options": {"game": "boidvoid"} | options}, status=400)
        assert (refused["code"], refused["rule"]) == ("in_season", "BOI-012")
    hello = {"type": "hello", "version": 1, "token": one_site.tokens["ada"], "game": "boidvoid", "preset": "season"}
    answer = one_site.browser().ask("POST", "/api/play", hello)
    assert (answer.status_code, answer.json()["code"]) == (409, "in_season")


@pytest.mark.rule("BOI-025", "BOI-256")
@pytest.mark.parametrize(
    "settings",
    [
        {"ships_per_team": 2},
        {"powered_stakes": [90_000]},
        {"inventory_mode": "ledger"},
        {"starting_inventory": ["boost-lucky"]},
    ],
)
def test_matches_that_count_have_the_settings_of_their_preset(one_site, settings):
    options = {"game": "boidvoid", "preset": "standard", "rated": True}
    made = one_site.boss.post("/api/tables", {"options": options | {"settings": settings}}, status=201)
    assert made["unrated"] == "settings"
    one_site.boss.post(f"/api/tables/{made['key']}", method="DELETE", status=204)


def test_the_timer_rings_when_something_is_due(site, monkeypatch):
    """Nobody calls the scheduler here: it wakes by itself."""
    game(site, season(site)["id"])
    site.moment = FIRST - HOUR / 3600 / 20

    async def until_started():
        site.scheduler.wake()
        while not site.server.context.arena.matches.running:
            site.moment = FIRST
            await asyncio.sleep(0.02)

    site.call(until_started)
    assert site.game(1).state == "running"
