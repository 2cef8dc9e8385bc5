"""The Dungeon over HTTP: prepared tables, changes of running matches, histories, cabinets and leaderboards."""

import pytest
from sqlalchemy import select

from roundhouse.store.schema.platform import matches, seats

SETTINGS = {"map_side": 6, "desert_factor": 0, "max_rounds": 30, "start_robots": 1}
OPTIONS = {"game": "dungeon", "seats": 4, "clock": "bot", "settings": SETTINGS}
DONE = {"type": "done"}


def opened(host, *, seat=1, status=201, bots=None, **options):
    asked = {"options": OPTIONS | options, "seat": seat, "bots": bots or {}}
    return host.post("/api/tables", asked, status=status)


def seated(site, tag, **options):
    """A table of two persons, of whom the first is the host."""
    host, other = site.browser(f"host-{tag}"), site.browser(f"other-{tag}")
    key = opened(host, **options)["key"]
    other.post(f"/api/tables/{key}/sit", {"seat": 0})
    other.post(f"/api/tables/{key}/ready", {"ready": True})
    return key, host, other


def started(site, tag, **options):
    key, host, other = seated(site, tag, **options)
    return host.post(f"/api/tables/{key}/start")["match"], host, other


def act(browser, match, *actions):
    return browser.post(f"/api/play/{match}/act", {"actions": list(actions)})["verdicts"]


def rounds(match, count, *browsers):
    for _ in range(count):
        for browser in browsers:
            assert act(browser, match, DONE)[0]["verdict"] == "accepted"


# Tables


@pytest.mark.rule("DUN-001", "DUN-002", "DUN-003", "DUN-005", "DUN-006")
def test_players_join_in_their_order_until_the_host_starts(site):
    host = site.browser("host-lobby")
    assert opened(host, seats=0, status=201)["seats"] != []
    for wrong in ({"seats": 100}, {"settings": SETTINGS | {"max_rounds": 0}}):
        assert opened(host, status=400, **wrong)["code"]
    key = opened(host, seats=3, seat=0, least_seats=2)["key"]
    others = [site.browser(f"player-{n}-lobby") for n in range(1, 5)]
    for n, other in enumerate(others[:2], 1):
        assert other.post(f"/api/tables/{key}/sit", {"seat": 0})["my_seat"] == n
    assert others[1].post(f"/api/tables/{key}/sit", {"seat": 0})["my_seat"] == 2, "nobody joins twice"
    others[1].post(f"/api/tables/{key}/stand")
    problem = host.post(f"/api/tables/{key}/start", status=409)
    assert problem["code"] == "not_ready"
    others[0].post(f"/api/tables/{key}/ready", {"ready": True})
    problem = host.post(f"/api/tables/{key}/start", status=409)
    assert (problem["code"], problem["field"]) == ("bad_seat_count", "least_seats")
    for other in others[1:3]:
        other.post(f"/api/tables/{key}/sit", {"seat": 0})
        other.post(f"/api/tables/{key}/ready", {"ready": True})
    assert others[3].post(f"/api/tables/{key}/sit", {"seat": 0}, status=409)["code"] == "full"
    table = host.get(f"/api/tables/{key}")
    assert table["match"] == "", "who only organises a match begins it"
    match = host.post(f"/api/tables/{key}/start")["match"]
    info = host.get(f"/api/matches/{match}")
    assert [seat["player"]["name"] for seat in info["seats"]] == [f"player-{n}-lobby" for n in (1, 2, 3)]
    assert others[3].post(f"/api/tables/{key}/sit", {"seat": 0}, status=409)["code"] == "started"
    assert host.post(f"/api/tables/{key}/start", status=409)["code"] == "started"


@pytest.mark.rule("DUN-002", "DUN-004", "DUN-006", "DUN-007")
def test_one_player_alone_can_play_and_begins_with_the_start_money(site):
    host = site.browser("alone")
    table = opened(host, seats=6, settings=SETTINGS | {"start_money": 321})
    match = host.post(f"/api/tables/{table['key']}/start")["match"]
    assert len(host.get(f"/api/matches/{match}")["seats"]) == 1
    rounds(match, 2, host)
    [first, second] = host.get(f"/api/matches/{match}/history")["rounds"]
    assert (first["balances"], second["round"]) == ([321], 2)
    again = host.post("/api/tables", {"options": OPTIONS | {"seats": 1}, "start": False}, status=201)
    fresh = host.post(f"/api/tables/{again['key']}/start")["match"]
    rounds(fresh, 1, host)
    assert host.get(f"/api/matches/{fresh}/history")["rounds"][0]["balances"] == [200], "nothing is carried over"


@pytest.mark.slow
@pytest.mark.rule("DUN-006")
def test_a_table_for_99_has_a_match_of_those_who_came(site):
    host = site.browser("crowd")
    bots = {str(seat): "random" for seat in range(2, 14)}
    table = opened(host, seats=99, bots=bots)
    assert len(table["seats"]) == 99
    match = host.post(f"/api/tables/{table['key']}/start")["match"]
    assert len(host.get(f"/api/matches/{match}")["seats"]) == 13
    host.post(f"/api/play/{match}/leave", status=204)


@pytest.mark.rule("DUN-194")
def test_a_prepared_table_is_closed_and_its_world_can_be_seen_and_marked(site):
    fixed = OPTIONS | {"seed": 5}
    key, host, other = seated(site, "prepare", seed=5)
    table, late = f"/api/tables/{key}", site.browser("late-prepare")
    assert host.get(f"{table}/world", status=409)["code"] == "not_prepared"
    marks = {"marks": ["2,2 deserted"]}
    problem = host.post(table, fixed | {"settings": SETTINGS | marks}, method="PATCH", status=400)
    assert (problem["code"], problem["field"]) == ("bad_settings", "marks")
    assert other.post(f"{table}/prepare", status=403)["code"] == "not_host"
    assert host.post(f"{table}/prepare")["prepared"] is True
    assert late.post(f"{table}/sit", {"seat": 0}, status=409)["code"] == "prepared"
    assert other.get(f"{table}/world", status=403)["code"] == "not_host"
    world = host.get(f"{table}/world")
    assert (len(world["planets"]), len(world["all"])) == (36, 2)
    plain = next(one for one in world["planets"] if not one["station"] and one["resource"] is None)
    mark = f"{plain['x']},{plain['y']} deserted"
    marked = host.post(table, fixed | {"settings": SETTINGS | {"marks": [mark]}}, method="PATCH")
    assert (marked["prepared"], marked["options"]["settings"]["marks"]) == (True, [mark])
    again = host.get(f"{table}/world")
    assert {one["id"] for one in again["planets"]} == {one["id"] for one in world["planets"]} - {plain["id"]}
    stations = {(one["x"], one["y"]) for one in world["planets"] if one["station"]}
    corners = ([(0, 1), (1, 0)], [(5, 4), (4, 5)], [(0, 4), (1, 5)], [(4, 0), (5, 1)])
    cut_off = next(corner for corner in corners if not stations & set(corner))
    for wrong in ([min(stations)], cut_off, [(6, 0)]):
        marks = {"marks": [f"{x},{y} deserted" for x, y in wrong]}
        problem = host.post(table, fixed | {"settings": SETTINGS | marks}, method="PATCH", status=400)
        assert (problem["code"], problem["rule"]) == ("bad_settings", "DUN-194")
    assert host.post(table, fixed | {"settings": SETTINGS | {"marks": ["x"]}}, method="PATCH", status=400)
    assert host.get(f"{table}/world") == again
    assert other.get(table)["options"]["settings"]["marks"] == [], "what is marked would tell what nobody has seen"
    match = host.post(f"{table}/start")["match"]
    assert other.get(f"/api/matches/{match}/frames")["settings"]["marks"] == []
    hello = {"type": "hello", "version": 1, "role": "spectator", "match": match}
    with other.stream("POST", "/api/play", json=hello, headers={"x-csrf-token": other.csrf}) as answer:
        start = next(line for line in answer.iter_lines() if '"type":"start"' in line)
    assert '"marks":[]' in start
    state = site.server.context.arena.matches.running[match].match
    ids = {one.id for one in state.view(-1).planets}
    assert ids == {one["id"] for one in again["planets"]}, "the match begins in the world that was shown"


@pytest.mark.rule("DUN-194", "DUN-191")
def test_changing_anything_else_opens_a_prepared_table_again(site):
    key, host, other = seated(site, "reopen")
    table = f"/api/tables/{key}"
    for change in (
        lambda: host.post(f"{table}/prepare", method="DELETE"),
        lambda: host.post(table, OPTIONS | {"settings": SETTINGS | {"max_rounds": 31}}, method="PATCH"),
        lambda: host.post(f"{table}/seats/3", {"bot": "random"}, method="PUT"),
        lambda: other.post(f"{table}/stand"),
    ):
        host.post(f"{table}/prepare")
        world = host.get(f"{table}/world")
        plain = next(one for one in world["planets"] if not one["station"] and one["resource"] is None)
        now = host.get(table)["options"]
        marks = {"marks": [f"{plain['x']},{plain['y']} deserted"]}
        host.post(table, now | {"settings": now["settings"] | marks}, method="PATCH")
        assert host.get(table)["prepared"]
        change()
        after = host.get(table)
        assert not after["prepared"]
        assert "marks" not in after["options"]["settings"]


def test_a_host_who_has_seen_the_world_and_plays_in_it_plays_for_nothing(site):
    key, host, _ = seated(site, "foreseen", settings={}, rated=True, seats=2)
    assert host.get(f"/api/tables/{key}")["unrated"] == ""
    assert host.post(f"/api/tables/{key}/prepare")["unrated"] == "seed"
    match = host.post(f"/api/tables/{key}/start")["match"]
    assert host.get(f"/api/matches/{match}")["rated"] is False


def test_tables_of_other_games_cannot_be_prepared(site):
    host = site.browser("host-other-game")
    key = host.post("/api/tables", {"options": {"game": "spacegoo"}}, status=201)["key"]
    assert host.post(f"/api/tables/{key}/prepare", status=409)["code"] == "not_prepared"


# Running matches


@pytest.mark.rule("DUN-191", "DUN-157", "DUN-158", "DUN-243")
def test_the_host_or_an_organiser_changes_a_running_match(site):
    match, host, other = started(site, "change")
    changes = f"/api/matches/{match}/changes"
    assert other.post(changes, {"type": "end"}, status=403)["code"] == "not_host"
    assert site.browser().post(changes, {"type": "end"}, status=401)["code"]
    assert host.post(changes, {"type": "max_rounds", "value": 12})["verdict"] == "accepted"
    refused = host.post(changes, {"type": "max_rounds", "value": 1})
    assert (refused["verdict"], refused["code"], refused["rule"]) == ("refused", "bad_rounds", "DUN-158")
    wrong = [({"type": "explode"}, "type"), ({"type": "max_rounds"}, ""), ({"type": "round_ms", "value": "x"}, "value")]
    for change, field in wrong:
        problem = host.post(changes, change, status=400)
        assert (problem["code"], problem.get("field", "")) == ("bad_change", field)
    boss = site.browser("boss-change", role="organiser")
    assert boss.post(changes, {"type": "end"})["verdict"] == "accepted"
    rounds(match, 1, host, other)
    site.until_over(match)
    assert host.get(f"/api/matches/{match}")["result"]["reason"] == "admin"
    assert boss.post(changes, {"type": "end"}, status=404)["code"] == "no_match"
    admin = site.browser("admin-change", role="admin")
    lines = [one for one in admin.get("/api/admin/audit") if one["target"] == match]
    assert [(one["actor"], one["action"], one["detail"]["change"]["type"]) for one in reversed(lines)] == [
        ("host-change", "match_changed", "max_rounds"),
        ("boss-change", "match_changed", "end"),
    ]


def test_a_match_that_counts_is_not_ended_by_who_plays_it(site):
    match, host, _ = started(site, "rated", rated=True, settings={}, seats=2)
    assert host.get(f"/api/matches/{match}")["rated"]
    assert host.post(f"/api/matches/{match}/changes", {"type": "end"}, status=403)["code"] == "rated"


def test_matches_of_other_games_know_no_changes(site):
    host = site.browser("host-goo-change")
    asked = {"options": {"game": "spacegoo"}, "bots": {"2": "scout"}, "start": True}
    bot = next(iter(host.get("/api/games")[0]["bots"]))
    match = host.post("/api/tables", asked | {"bots": {"2": bot}}, status=201)["match"]
    assert host.post(f"/api/matches/{match}/changes", {"type": "end"}, status=409)["code"] == "no_changes"
    assert host.get(f"/api/matches/{match}/history", status=404)["code"] == "no_history"
    assert host.get(f"/api/matches/{match}/commands?round=1", status=404)["code"] == "no_history"


@pytest.mark.rule("DUN-192")
def test_an_organiser_who_does_not_play_sees_everything(site):
    match, host, _ = started(site, "look")
    path = f"/api/matches/{match}/everything"
    assert host.get(path, status=403)["code"] == "not_allowed"
    assert site.browser().get(path, status=401)["code"]
    boss = site.browser("boss-look", role="organiser")
    world = boss.get(path)
    assert (len(world["planets"]), len(world["all"])) == (36, 2)
    assert all(one["robots"] for one in world["all"])
    boss.get(path)
    admin = site.browser("admin-look", role="admin")
    lines = [one for one in admin.get("/api/admin/audit") if one["target"] == match]
    assert [(one["actor"], one["action"]) for one in lines] == [("boss-look", "match_looked_at")]
    boss.post(f"/api/matches/{match}/changes", {"type": "end"})


@pytest.mark.rule("DUN-192")
def test_an_organiser_who_plays_sees_no_more_than_the_others(site):
    boss = site.browser("boss-plays", role="organiser")
    key = opened(boss, seats=1)["key"]
    match = boss.post(f"/api/tables/{key}/start")["match"]
    assert boss.get(f"/api/matches/{match}/everything", status=403)["code"] == "seated"


@pytest.mark.rule("DUN-055")
def test_no_page_shows_a_running_match_too_early(site):
    match, host, other = started(site, "leak")
    rounds(match, 3, host, other)
    visitor = site.browser()
    playing = site.server.context.arena.matches.running[match]
    secret = {robot.id for seat in (1, 2) for robot in playing.match.view(seat).you.robots}
    secret |= {planet.id for planet in playing.match.view(-1).planets if not planet.station}
    paths = [
        "/api/matches?live=true&view=true",
        f"/api/matches/{match}",
        f"/api/matches/{match}/frames",
        f"/api/matches/{match}/history",
        "/api/players/host-leak",
    ]
    for path in paths:
        answer = visitor.ask("GET", path, status=200).text
        assert match in answer or "rounds" in answer
        assert not [one for one in secret if one in answer], path
    for path in ("record", "html", "everything", "frames?seat=1", "commands?round=1"):
        assert visitor.ask("GET", f"/api/matches/{match}/{path}").status_code in (401, 409)
    host.post(f"/api/matches/{match}/changes", {"type": "end"})
    rounds(match, 1, host, other)
    site.until_over(match)
    answer = visitor.ask("GET", f"/api/matches/{match}/frames", status=200).text
    assert not [one for one in secret if one not in answer], "after the end everything is shown"


# History


@pytest.mark.rule("DUN-183", "DUN-184", "DUN-185")
def test_the_history_of_a_match_is_everybodys_own_until_its_end(site):
    match, host, other = started(site, "past")
    visitor, path = site.browser(), f"/api/matches/{match}"
    assert host.get(f"{path}/history")["rounds"] == []
    buy = {"type": "buying", "article": "ROBOT"}
    receipt = act(host, match, buy, DONE)[0]["receipt"]
    act(other, match, DONE)
    rounds(match, 2, host, other)

    mine, theirs, public = (who.get(f"{path}/history") for who in (host, other, visitor))
    assert (mine["seat"], theirs["seat"], public["seat"], mine["game"]) == (1, 2, 0, "dungeon")
    assert [one["balances"] for one in mine["rounds"]] == [[100, None]] * 3
    assert [one["balances"] for one in theirs["rounds"]] == [[None, 200]] * 3
    assert "balances" not in public["rounds"][0]
    assert [one["round"] for one in public["rounds"]] == [1, 2, 3]
    assert (public["rounds"][0]["bought"], public["rounds"][0]["articles"]["ROBOT"]) == ({"ROBOT": 1}, 100)
    assert [one["round"] for one in visitor.get(f"{path}/history?since=2")["rounds"]] == [3]

    command = {"round": 1, "seat": 1, "receipt": receipt, "action": {"type": "buying", "article": "ROBOT"}}
    [own] = host.get(f"{path}/commands?round=1")["commands"]
    assert {key: own[key] for key in ("round", "seat", "receipt")} == {
        key: command[key] for key in own if key != "action"
    }
    assert (own["action"]["type"], own["action"]["article"]) == ("buying", "ROBOT")
    assert other.get(f"{path}/commands?round=1")["commands"] == []
    assert visitor.get(f"{path}/commands?round=1", status=409)["code"] == "running"
    assert host.get(f"{path}/commands?round=4", status=404)["code"] == "no_round"

    host.post(f"{path}/changes", {"type": "end"})
    rounds(match, 1, host, other)
    site.until_over(match)
    after = visitor.get(f"{path}/history")["rounds"]
    assert [one["balances"] for one in after] == [[100, 200]] * 4
    assert [one["round"] for one in visitor.get(f"{path}/history?since=3")["rounds"]] == [4]
    assert visitor.get(f"{path}/commands?round=1")["commands"] == [own]
    assert visitor.get(f"{path}/commands?round=5", status=404)["code"] == "no_round"
    assert visitor.get("/api/matches/nothing/history", status=404)["code"] == "no_match"


@pytest.mark.rule("DUN-185")
@pytest.mark.slow
def test_commands_of_long_ago_are_found_while_the_match_runs(site):
    match, host, other = started(site, "long", settings=SETTINGS | {"max_rounds": 200})
    [robot] = [one.id for one in site.server.context.arena.matches.running[match].match.view(1).you.robots]
    for _ in range(70):
        act(host, match, {"type": "regeneration", "robot": robot}, DONE)
        act(other, match, DONE)
    for number in (1, 5, 51, 70):
        [own] = host.get(f"/api/matches/{match}/commands?round={number}")["commands"]
        assert (own["round"], own["action"]) == (number, {"type": "regeneration", "robot": robot})
        assert other.get(f"/api/matches/{match}/commands?round={number}")["commands"] == []
    host.post(f"/api/play/{match}/leave", status=204)


# What was won


@pytest.mark.rule("DUN-174", "DUN-182")
def test_cabinets_and_leaderboards_are_made_of_finished_matches(site):
    match, host, other = started(site, "won", settings=SETTINGS | {"max_rounds": 2})
    act(host, match, {"type": "buying", "article": "ROBOT"}, DONE)
    act(other, match, DONE)
    rounds(match, 1, host, other)
    site.until_over(match)
    number = host.get(f"/api/matches/{match}")["number"]
    cabinet = site.browser().get("/api/players/host-won/cabinet?game=dungeon")
    won = [(one["key"], one["match"], one["number"]) for one in cabinet["awards"]]
    assert ("trophy_game_1", match, number) in won
    assert all(one["at_ms"] > 0 for one in cabinet["awards"])
    board = site.browser().get("/api/games/dungeon/leaderboards/score_sum")
    assert (board["game"], board["figure"]) == ("dungeon", "score_sum")
    mine = next(one for one in board["leaders"] if one["name"] == "host-won")
    assert (mine["matches"], mine["total"], mine["best"]) == (1, mine["total"], mine["total"])
    idle = next(one for one in board["leaders"] if one["name"] == "other-won")
    assert mine["total"] > idle["total"]
    assert mine["place"] < idle["place"]
    assert site.browser().get("/api/games/dungeon/leaderboards/kills", status=404)["code"] == "no_figure"
    assert site.browser().get("/api/players/host-won/cabinet?game=spacegoo", status=404)["code"] == "no_awards"
    assert site.browser().get("/api/players/nobody-here/cabinet?game=dungeon", status=404)["code"] == "no_player"


@pytest.mark.slow
@pytest.mark.rule("DUN-063", "DUN-116", "DUN-242")
@pytest.mark.parametrize("early", [False, True])
def test_built_in_bots_command_while_commands_are_collected(site, early):
    host = site.browser(f"host-house-{early}")
    settings = SETTINGS | {"round_ms": 2000, "early_close": early, "max_rounds": 4}
    bots = {"1": "miner", "2": "miner"}
    key = opened(host, seat=0, seats=2, clock="own", settings=settings, bots=bots)["key"]
    match = host.post(f"/api/tables/{key}/start")["match"]
    site.until_over(match)
    for number in range(1, 5):
        commands = host.get(f"/api/matches/{match}/commands?round={number}")["commands"]
        assert {one["seat"] for one in commands} == {1, 2}
    late = select(seats.c.refusals).join(matches, matches.c.id == seats.c.match_id).where(matches.c.key == match)
    assert site.read(lambda connection: connection.execute(late).scalars().all()) == [0, 0]
    frames = host.get(f"/api/matches/{match}/frames")["frames"]
    assert early or frames[-1]["at_ms"] >= 7500, "four collections and three executions"
