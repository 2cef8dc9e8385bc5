"""What pages ask for: games, tables, matches, ladders, players, and the web client itself."""

import gzip
import json

import pytest
from tests.server.threaded_site import PASSWORD, ThreadedSite

from roundhouse.match.record import from_bytes
from roundhouse.match.verification import verify

SHORT = {"game": "spacegoo", "clock": "bot", "settings": {"max_rounds": 4}}


def bots_play(site, browser, **options):
    """A match between built-in bots that is over; its key."""
    new = {"options": SHORT | options, "seat": 0, "bots": {"1": "random", "2": "greedy"}, "start": True}
    table = browser.post("/api/tables", new, status=201)
    assert table["match"]
    site.until_over(table["match"])
    return table["match"]


# Games


def test_games_with_their_settings_bots_and_clocks(site):
    game, rally, dungeon, quest, boidvoid = site.browser().get("/api/games")
    assert (game["key"], game["rules_prefix"], game["seat_counts"]) == ("spacegoo", "GOO", [2, 4])
    assert game["bots"] == ["random", "greedy", "master"]
    assert [clock["key"] for clock in game["clocks"]] == ["bot", "blitz", "brisk", "calm", "day"]
    assert [(clock["key"], clock["window_ms"]) for clock in rally["clocks"]] == [("own", 60_000), ("bot", 10_000)]
    assert (rally["choices"][0], rally["spare_seats"], rally["map_setting"]) == ("tanky", True, "board")
    assert dungeon["seat_counts"] == list(range(1, 100))
    assert [(clock["key"], clock["window_ms"]) for clock in dungeon["clocks"]] == [("own", 45_000), ("bot", 10_000)]
    assert (quest["seat_counts"], quest["map_setting"]) == ([2, 3, 4], "scenario")
    assert [(clock["key"], clock["window_ms"]) for clock in quest["clocks"]] == [("own", 1000)]
    assert (boidvoid["key"], boidvoid["rules_prefix"], boidvoid["map_setting"]) == ("boidvoid", "BOI", "map")
    assert {"key": "max_rounds"}.items() <= next(s for s in game["settings"] if s["key"] == "max_rounds").items()


def test_rules_one_by_one_and_as_a_book(site):
    browser = site.browser()
    rules = browser.get("/api/games/spacegoo/rules")
    assert rules[0]["id"] == "GOO-001"
    assert len(rules) > 100
    assert browser.get("/api/games/spacegoo/rulebook").startswith("# Spacegoo")
    assert browser.get("/api/games/chess/rules", status=404)["code"] == "no_game"


def test_what_has_not_changed_is_not_sent_again(site):
    browser = site.browser()
    first = browser.ask("GET", "/api/games", status=200)
    assert first.headers["content-encoding"] == "gzip"
    again = browser.ask("GET", "/api/games", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    plain = browser.ask("GET", "/api/games", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.json() == first.json()


# Tables


def test_a_table_from_opening_to_the_match(site):
    host, other = site.browser("host-one"), site.browser("other-one")
    table = host.post("/api/tables", {"options": SHORT}, status=201)
    key = table["key"]
    assert (table["host"], table["mine"], table["my_seat"]) == ("host-one", True, 1)
    assert [one["key"] for one in other.get("/api/tables") if one["key"] == key] == [key]
    assert host.get("/api/me")["table"] == key

    seen = other.post(f"/api/tables/{key}/sit", {"seat": 2})
    assert (seen["mine"], seen["my_seat"]) == (False, 2)
    assert other.post(f"/api/tables/{key}/start", status=403)["code"] == "not_host"
    other.post(f"/api/tables/{key}/ready", {"ready": True})
    started = host.post(f"/api/tables/{key}/ready", {"ready": True})
    assert started["match"]
    assert other.get("/api/me")["playing"] == [started["match"]]
    info = other.get(f"/api/matches/{started['match']}")
    assert [seat["player"]["name"] for seat in info["seats"]] == ["host-one", "other-one"]
    assert (info["state"], info["clock"], info["round"]) == ("running", "bot", 0)


def test_the_host_changes_options_and_seats_and_closes(site):
    host, other = site.browser("host-two"), site.browser("other-two")
    key = host.post("/api/tables", {"options": SHORT}, status=201)["key"]
    changed = host.post(f"/api/tables/{key}", SHORT | {"clock": "calm"}, method="PATCH")
    assert changed["options"]["clock"] == "calm"
    assert host.post(f"/api/tables/{key}/seats/2", {"bot": "greedy"}, method="PUT")["seats"][1]["player"]["builtin"]
    assert host.post(f"/api/tables/{key}/seats/2", {"bot": ""}, method="PUT")["seats"][1]["player"] is None
    other.post(f"/api/tables/{key}/sit", {})
    host.post(f"/api/tables/{key}/seats/2", {"bot": ""}, method="PUT")
    assert other.post(f"/api/tables/{key}/sit", {}, status=403)["code"] == "kicked"
    assert other.post(f"/api/tables/{key}", SHORT, method="PATCH", status=403)["code"] == "not_host"
    assert other.post(f"/api/tables/{key}", method="DELETE", status=403)["code"] == "not_host"
    host.post(f"/api/tables/{key}", method="DELETE", status=204)
    assert host.get(f"/api/tables/{key}", status=404)["code"] == "no_table"


def test_a_private_table_is_found_by_its_link_only(site):
    host, other = site.browser("host-three"), site.browser()
    key = host.post("/api/tables", {"options": SHORT | {"listed": False}}, status=201)["key"]
    assert key not in [table["key"] for table in other.get("/api/tables")]
    assert key in [table["key"] for table in host.get("/api/tables")]
    assert other.get(f"/api/tables/{key}")["host"] == "host-three"


def test_tables_need_somebody(site):
    assert site.browser().post("/api/tables", {"options": SHORT}, status=401)["code"] == "sign_in_first"


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"game": "chess"}, "game"),
        ({"game": "spacegoo", "clock": "never"}, "options.clock"),
        ({"game": "spacegoo", "settings": {"max_rounds": 0}}, "max_rounds"),
        ({"game": "spacegoo", "settings": {"colour": "red"}}, "colour"),
        ({"game": "spacegoo", "preset": "other"}, "preset"),
        ({"game": "spacegoo", "seats": 3}, "seats"),
        ({"game": "spacegoo", "seed": -1}, "options.seed"),
    ],
)
def test_options_that_are_not_allowed_are_named(site, options, field):
    browser = site.browser()
    browser.post("/api/guest", status=201)
    assert browser.post("/api/tables", {"options": options}, status=400)["field"] == field


def test_a_challenge_keeps_a_seat_and_tells_the_other(site):
    one, two = site.browser("challenger"), site.browser("challenged")
    table = one.post("/api/challenges", {"opponent": "challenged", "options": SHORT}, status=201)
    assert table["seats"][1]["reserved"] == "challenged"
    site.database.flush()  # nobody waits for a notice to be written
    assert two.get("/api/me")["notices"][0]["code"] == "challenged"
    assert one.post("/api/challenges", {"opponent": "nobody-here", "options": SHORT}, status=404)["code"] == "no_player"
    assert one.post("/api/challenges", {"opponent": "challenger", "options": SHORT}, status=400)["code"] == "yourself"


# Matches


def test_a_match_that_is_over_with_frames_record_page_and_analysis(site, monkeypatch):
    monkeypatch.setattr(site.server.http_context.render_service, "_rollouts", 4)
    browser = site.browser("watcher")
    key = bots_play(site, browser)
    info = browser.get(f"/api/matches/{key}")
    assert (info["state"], info["rated"], info["pool"]) == ("finished", False, "bots")
    assert info["result"]["places"]

    frames = browser.get(f"/api/matches/{key}/frames")
    assert [frame["round"] for frame in frames["frames"]] == [0, 1, 2, 3, 4]
    assert (frames["match"]["key"], frames["match"]["round"], frames["seat"]) == (key, 4, 0)
    assert frames["settings"]["max_rounds"] == 4
    assert browser.get(f"/api/matches/{key}/frames?seat=2")["seat"] == 2
    assert browser.get(f"/api/matches/{key}/frames?seat=3", status=404)["code"] == "no_seat"

    file = browser.ask("GET", f"/api/matches/{key}/record", status=200)
    assert file.headers["content-disposition"] == f'attachment; filename="spacegoo-{info["number"]}.rhr"'
    assert verify(from_bytes(file.content)).ok
    assert browser.get(f"/api/matches/{key}/analysis")["state"] in ("pending", "ready")


def test_the_replay_as_one_page_runs_its_own_script_and_nothing_else(site):
    browser = site.browser("keeper")
    key = bots_play(site, browser)
    answer = browser.ask("GET", f"/api/matches/{key}/html", status=200)
    assert answer.text.startswith("<!doctype html>")
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'sha256-" in policy
    assert "unsafe" not in policy.replace("'wasm-unsafe-eval'", "")
    assert "sandbox allow-scripts" in policy


def test_frames_of_a_match_that_is_over_never_change(site):
    browser = site.browser("cacher")
    key = bots_play(site, browser)
    answer = browser.ask("GET", f"/api/matches/{key}/frames", status=200)
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["content-encoding"] == "gzip"
    again = browser.ask("GET", f"/api/matches/{key}/frames", headers={"if-none-match": answer.headers["etag"]})
    assert again.status_code == 304


def test_a_running_match_shows_what_spectators_see_and_keeps_the_rest(site):
    browser = site.browser("player-now")
    new = {"options": SHORT | {"clock": "day"}, "bots": {"2": "random"}, "start": True}
    key = browser.post("/api/tables", new, status=201)["match"]
    live = browser.get("/api/matches?live=true&view=true")["matches"]
    mine = next(match for match in live if match["key"] == key)
    assert mine["view"]["round"] == 0
    assert "view" not in browser.get("/api/matches?live=true")["matches"][0]
    frames = browser.ask("GET", f"/api/matches/{key}/frames", status=200)
    assert len(frames.json()["frames"]) == 1
    assert "immutable" not in frames.headers["cache-control"]
    assert browser.get(f"/api/matches/{key}/frames?seat=1", status=409)["code"] == "running"
    assert browser.get(f"/api/matches/{key}/record", status=409)["code"] == "running"
    assert browser.get(f"/api/matches/{key}/html", status=409)["code"] == "running"
    assert browser.post(f"/api/matches/{key}/rematch", status=409)["code"] == "running"


def test_lists_of_matches_go_on_page_by_page(site):
    browser = site.browser("lister")
    keys = [bots_play(site, browser) for _ in range(3)]
    first = browser.get("/api/matches?live=false&limit=2&game=spacegoo")
    assert [match["key"] for match in first["matches"]] == [keys[2], keys[1]]
    second = browser.get(f"/api/matches?live=false&limit=2&game=spacegoo&before={first['more']}")
    assert second["matches"][0]["key"] == keys[0]
    assert browser.get("/api/matches?game=chess") == {"matches": [], "more": "", "waiting": 0}
    assert browser.get("/api/matches?player=nobody-here")["matches"] == []


def test_a_match_that_is_not_listed_is_in_lists_of_its_players_only(site):
    browser = site.browser("secretive")
    new = {"options": SHORT | {"listed": False, "clock": "day"}, "bots": {"2": "random"}, "start": True}
    key = browser.post("/api/tables", new, status=201)["match"]
    everybody = site.browser()
    assert key not in json.dumps(everybody.get("/api/matches"))
    assert key not in json.dumps(everybody.get("/api/matches?player=secretive"))
    assert key in json.dumps(browser.get("/api/matches?player=secretive"))
    assert key not in json.dumps(everybody.get("/api/players/secretive"))
    assert key in json.dumps(browser.get("/api/players/secretive"))
    assert everybody.get(f"/api/matches/{key}")["key"] == key


def test_play_on_from_a_match_that_is_over(site):
    browser = site.browser("forker")
    key = bots_play(site, browser)
    step = browser.get(f"/api/matches/{key}/frames")["frames"][2]["step"]
    table = browser.post(f"/api/matches/{key}/fork", {"step": step, "seat": 1, "bots": {"2": "random"}}, status=201)
    info = browser.get(f"/api/matches/{table['match']}")
    assert (info["fork_of"], info["fork_step"], info["rated"]) == (key, step, False)
    assert browser.post("/api/matches/nothing/fork", {"step": 0, "seat": 1}, status=404)["code"] == "no_match"


# Ladders and players


def sign(number):
    return (number > 0) - (number < 0)


def test_rated_matches_move_the_ladder_and_are_in_the_log(site):
    browser = site.browser("ranker")
    new = {"options": {"game": "spacegoo", "clock": "bot", "rated": True}, "seat": 0, "start": True}
    key = browser.post("/api/tables", new | {"bots": {"1": "random", "2": "greedy"}}, status=201)["match"]
    site.until_over(key)
    keys = browser.get("/api/ladders")
    assert {"game": "spacegoo", "preset": "standard", "pool": "bots", "players": 2} in keys
    page = browser.get("/api/ladders/spacegoo/standard/bots")
    assert {row["player"]["name"] for row in page["rows"]} == {"random", "greedy"}
    assert page["total"] == 2
    assert browser.get("/api/ladders/spacegoo/standard/bots?offset=1&limit=1")["rows"][0]["rank"] == 2
    (history,) = browser.get("/api/ladders/spacegoo/standard/bots/history?player=greedy")
    assert history["points"][-1]["match"] == key
    log = browser.ask("GET", "/api/ladders/log", status=200)
    assert log.headers["content-type"].startswith("application/x-ndjson")
    assert [json.loads(line)["match"] for line in log.text.splitlines()] == [key]
    first, second = browser.get(f"/api/matches/{key}")["seats"]
    assert first["rating"] == 1500
    assert sign(first["change"]) == sign(second["place"] - first["place"]) == -sign(second["change"])
    player = browser.get("/api/players/greedy")
    assert player["card"]["builtin"]
    assert player["ratings"][0]["ladder"]["pool"] == "bots"
    assert player["matches"][0]["key"] == key


def test_nobody_has_no_page(site):
    assert site.browser().get("/api/players/nobody-here", status=404)["code"] == "no_player"


# The web client


@pytest.mark.parametrize(
    "path",
    [
        "/", "/play", "/table/abc", "/match/abc", "/match/latest?game=spacegoo", "/replay/abc", "/ladder/spacegoo",
        "/player/Zo%C3%AB", "/player/my.bot-1.2", "/bots", "/games/spacegoo", "/admin", "/sign-in", "/settings",
        "/embed/match/abc",
    ],
)  # fmt: skip
def test_every_page_is_the_client(site, path):
    answer = site.browser().ask("GET", path, status=200)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "<title>Roundhouse</title>" in answer.text
    assert answer.headers["cache-control"] == "private, no-cache"


def test_people_who_went_astray_see_the_client_and_programs_a_problem(site):
    browser = site.browser()
    person = browser.ask("GET", "/no/such/page", headers={"accept": "text/html,*/*"}, status=404)
    assert "<title>Roundhouse</title>" in person.text
    assert "script-src 'self'" in person.headers["content-security-policy"]
    assert browser.ask("GET", "/no/such/page", status=404).json()["code"] == "not_found"
    assert browser.ask("GET", "/none.png", headers={"accept": "text/html"}, status=404).json()["code"] == "not_found"


def test_files_of_the_client_are_kept_for_good_and_sent_small(site):
    browser = site.browser()
    answer = browser.ask("GET", "/assets/main-1a2b.js", status=200)
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["content-encoding"] == "gzip"
    assert "roundhouse" in answer.text
    assert browser.ask("GET", "/assets/main-9z.js").status_code == 404
    head = browser.ask("HEAD", "/assets/main-1a2b.js", status=200)
    assert head.content == b""


def test_a_newer_build_is_served_without_a_restart(site):
    browser = site.browser()
    index = site.web / "index.html"
    before = index.read_text()
    browser.get("/")
    (site.web / "assets" / "newer-3c.js").write_text("1")
    index.write_text("<!doctype html><title>newer</title>")
    import os

    os.utime(index, (1, 1))
    try:
        assert "newer" in browser.get("/")
        assert browser.get("/assets/newer-3c.js") == "1"
    finally:
        index.write_text(before)


def test_without_a_build_the_page_says_what_to_do(tmp_path):
    with ThreadedSite(tmp_path) as site:
        answer = site.browser().ask("GET", "/play", status=200)
        assert "make setup" in answer.text
        assert site.browser().get("/api/me")["player"] is None


# Old addresses of Spacegoo


@pytest.mark.rule("GOO-116")
def test_old_pages_lead_to_the_new_ones(site):
    browser = site.browser("historian")
    key = bots_play(site, browser)
    number = browser.get(f"/api/matches/{key}")["number"]
    new = {"options": SHORT | {"clock": "day"}, "bots": {"2": "random"}, "start": True}
    running = browser.post("/api/tables", new, status=201)["match"]
    there = browser.get(f"/api/matches/{running}")["number"]
    for path, target in (
        (f"/spacegoo/game/{number}", f"/replay/{key}"),
        (f"/spacegoo/game/{there}", f"/match/{running}"),
        (f"/spacegoo/game/{number}/page", f"/api/matches/{key}/html"),
        (f"/spacegoo/game/{number}/record", f"/api/matches/{key}/record"),
        ("/spacegoo/game/latest", "/match/latest?game=spacegoo"),
        ("/spacegoo/player/Zo%C3%AB%20%26%20co/live", "/player/Zo%C3%AB%20%26%20co/live"),
    ):
        answer = browser.ask("GET", path, status=302)
        assert answer.headers["location"] == target
    for path in ("/spacegoo/game/999999", "/spacegoo/game/99999999999999999999", "/spacegoo/game/x"):
        assert browser.ask("GET", path).status_code in (400, 404)


def test_json_is_compressed_only_for_those_who_can_read_it(site):
    browser = site.browser()
    browser.post("/api/sign-up", {"name": "zipper", "password": PASSWORD}, status=201)
    for _ in range(2):
        bots_play(site, browser)
    answer = browser.ask("GET", "/api/matches?limit=20", status=200)
    assert answer.headers["content-encoding"] == "gzip"
    with browser.stream("GET", "/api/matches?limit=20") as raw:
        packed = b"".join(raw.iter_raw())
    assert json.loads(gzip.decompress(packed)) == answer.json()


def test_pages_and_documents_name_the_ports_that_the_server_listens_on(site):
    ports = site.server.ports
    assert site.browser().get("/api/ports") == {name: ports[name] for name in ("json", "standard", "classic")}


def test_a_bot_that_comes_by_the_line_protocol_alone_is_challenged_only_to_what_that_can_play(site):
    browser = site.browser("duellist")
    site.server.context.accounts.create("only-lines", "pw")
    assert browser.get("/api/players/only-lines")["line_only"]
    elsewhere = {"game": "rally"}
    problem = browser.post("/api/challenges", {"opponent": "only-lines", "options": elsewhere}, status=409)
    assert (problem["code"], problem["field"]) == ("line_only", "opponent")
    for options in (elsewhere, SHORT | {"seats": 4}):
        table = browser.post("/api/tables", {"options": options}, status=201)["key"]
        problem = browser.post(f"/api/tables/{table}/seats/2", {"bot": "only-lines"}, status=409, method="PUT")
        assert (problem["code"], problem["field"]) == ("line_only", "bot")
    made = browser.post("/api/me/bots", {"name": "by-token"}, status=201)
    assert not browser.get(f"/api/players/{made['bot']['card']['name']}")["line_only"]
    assert browser.post("/api/challenges", {"opponent": "by-token", "options": SHORT}, status=201)
