"""Games of a season: made by an administrator, started with their season, played turn by turn, and ended with it."""

import asyncio

import pytest
from sqlalchemy import update
from tests.games.boidvoid.season.server.season_site import (
    DAY,
    FIRST,
    HOUR,
    HOURLY,
    NAMES,
    SeasonSite,
    day,
    digest_of,
    team_list,
)

from roundhouse.server import accounts
from roundhouse.server.accounts import hasher
from roundhouse.store import notices, players
from roundhouse.store.schema import platform

MOVE = {"type": "battery", "attack": 80}


@pytest.fixture
def site(tmp_path, monkeypatch):
    monkeypatch.setattr(accounts, "hasher", lambda **_: hasher(time_cost=1, memory_cost=8))
    with SeasonSite(tmp_path) as site:
        site.tokens = site.people(*NAMES)
        site.boss = site.admin()
        yield site


def season(site, name="Autumn", start=0, end=3):
    return site.boss.post("/api/seasons", {"name": name, "start": day(start), "end": day(end)}, status=201)


def game(site, season_id, **how):
    wanted = {"name": "Void", "teams": team_list(), "settings": HOURLY} | how
    return site.boss.post(f"/api/seasons/{season_id}/games", wanted, status=201)


def going(site, **how):
    """A game that runs since the first moment of its season."""
    made = game(site, season(site)["id"], **how)
    site.move(FIRST)
    return site.boss.get(f"/api/season-games/{made['id']}")


def do(site, known, what, data=None, status=200):
    return site.boss.post(f"/api/season-games/{known['id']}/{what}", data, status=status)


def ms(moment):
    return round(moment.timestamp() * 1000)


@pytest.mark.rule("BOI-012", "BOI-014", "BOI-231", "BOI-235", "BOI-236", "BOI-237")
def test_games_start_with_their_season_and_turns_end_when_their_time_is_up(site):
    made = season(site)
    first = game(site, made["id"])
    second = game(site, made["id"], name="Slow", settings=HOURLY | {"turn_seconds": 7200})
    assert (first["state"], first["turn_seconds"], second["turn_seconds"]) == ("draft", 3600, 7200)

    def turns():
        known = site.boss.get(f"/api/seasons/{made['id']}")
        return known["state"], [(one["state"], one["turn"]) for one in known["games"]]

    assert turns() == ("registered", [("draft", 0), ("draft", 0)])
    site.move(FIRST)
    assert turns() == ("active", [("running", 1), ("running", 1)])
    site.move(FIRST + HOUR)
    assert turns() == ("active", [("running", 2), ("running", 1)])
    assert site.boss.get(f"/api/season-games/{first['id']}")["due_ms"] == ms(FIRST + 2 * HOUR)
    assert site.playing(first["id"]).turn_no == 2
    site.move(FIRST + 2 * HOUR)
    assert turns() == ("active", [("running", 3), ("running", 2)])
    site.move(FIRST + 3 * DAY)
    assert turns() == ("ended", [("ended", 3), ("ended", 2)])
    known = site.boss.get(f"/api/seasons/{made['id']}")
    assert [line["games"] for line in known["table"]] == [2, 2, 2, 2]
    assert sum(line["points"] for line in known["table"]) == 4
    turns_of_first = [(job, key) for job, key, _, _ in site.log() if key.startswith("1/")]
    assert turns_of_first == [
        ("turn_start", "1/1"),
        ("turn_end", "1/1"),
        ("turn_start", "1/2"),
        ("turn_end", "1/2"),
        ("turn_start", "1/3"),
        ("turn_end", "1/3"),
    ]
    assert {job for job, *_ in site.log()} == {"season_end", "season_start", "maintenance", "turn_end", "turn_start"}


@pytest.mark.rule("BOI-010", "BOI-232", "BOI-233", "BOI-265")
def test_seasons_follow_each_other_and_each_has_its_table(site):
    first, second = season(site), season(site, "Winter", 3, 6)
    one, other = game(site, first["id"]), game(site, second["id"])
    site.move(FIRST)
    assert [(card["name"], card["state"]) for card in site.boss.get("/api/seasons")] == [
        ("Autumn", "active"),
        ("Winter", "registered"),
    ]
    site.move(FIRST + 3 * DAY)
    assert [card["state"] for card in site.boss.get("/api/seasons")] == ["ended", "active"]
    assert site.boss.get(f"/api/season-games/{one['id']}")["state"] == "ended"
    assert site.boss.get(f"/api/season-games/{other['id']}")["state"] == "running"
    known = site.boss.get(f"/api/seasons/{first['id']}")
    ranks, tiles = known["games"][0]["ranks"], known["games"][0]["tiles"]
    points = [0.5, 0.5] if ranks == [1, 1] else [2 - rank for rank in ranks]  # a shared rank is the mean of its places
    teams = {"ada": 0, "bob": 0, "cleo": 1, "dan": 1}
    gained = {line["player"]["name"]: (line["points"], line["tiles"]) for line in known["table"]}
    assert gained == {name: (points[team], tiles[team]) for name, team in teams.items()}
    assert site.boss.get(f"/api/seasons/{second['id']}")["table"] == []


@pytest.mark.rule("BOI-238")
def test_after_a_downtime_an_overdue_turn_ends_once_and_daily_jobs_run_once(site):
    known = going(site)
    before = site.log()
    late = FIRST + DAY + 7 * HOUR  # 31 turns and one night later
    site.move(late)
    now = site.boss.get(f"/api/season-games/{known['id']}")
    assert (now["turn"], now["due_ms"]) == (2, ms(late + HOUR))
    assert [(job, key, due) for job, key, due, _ in site.log()[len(before) :]] == [
        ("season_end", "", ms(FIRST + DAY)),
        ("season_start", "", ms(FIRST + DAY)),
        ("maintenance", "", ms(FIRST + DAY) + 600_000),
        ("turn_end", "1/1", ms(FIRST + HOUR)),
        ("turn_start", "1/2", ms(late)),
    ]
    site.move(late)  # a second look has no effect
    assert len(site.log()) == len(before) + 5


@pytest.mark.rule("BOI-218", "BOI-091")
def test_a_bot_plays_the_live_turn_and_is_refused_near_its_end(site):
    known = going(site, settings=HOURLY | {"lock_seconds": 30})
    with site.seat(site.tokens["ada"], known["match"]) as bot:
        turn = bot.hear("turn")
        assert (bot.seat, turn["clock"]["window_ms"], turn["clock"]["left_ms"]) == (1, 3_600_000, 3_600_000)
        assert bot.act(MOVE) == ["accepted"]
        assert site.playing(known["id"]).match.state.players[0].ratio == 80  # at once
        site.moment = FIRST + HOUR - 31 * (HOUR / 3600)
        assert bot.act(MOVE, seq=2) == ["accepted"]
        site.moment = FIRST + HOUR - 30 * (HOUR / 3600)
        assert bot.act(MOVE, seq=3) == ["turn_locked"]
        site.move(FIRST + HOUR)
        turn = bot.hear("turn")
        assert (turn["view"]["turn"], turn["clock"]["left_ms"]) == (2, 3_600_000)
        assert bot.act(MOVE, {"type": "done"}, seq=4) == ["accepted", "accepted"]
        assert site.playing(known["id"]).turn_no == 2  # done or not, the turn lasts its time
    assert site.boss.get(f"/api/season-games/{known['id']}")["turn"] == 2


def test_a_bot_finds_its_game_by_the_preset_and_cannot_resign(site):
    known = going(site)
    with site.seat(site.tokens["dan"], game="boidvoid", preset="season") as bot:
        assert bot.seat == 4
        bot.say({"type": "leave"})
        assert bot.hear("error")["code"] == "in_season"
        assert bot.act({"type": "automode", "on": True}) == ["accepted"]
    assert site.playing(known["id"]).match.state.units[3].automode == 1


def test_a_built_in_bot_plays_in_a_season(site):
    known = going(site, teams=team_list([["ada", "random"], ["cleo", "dan"]]))
    playing = site.playing(known["id"])

    async def until_done():
        done = asyncio.Event()
        playing.match.listen(lambda step: playing.match.state.done[2] and done.set())
        if not playing.match.state.done[2]:
            await done.wait()

    site.call(until_done)
    site.move(FIRST + HOUR)
    site.call(until_done)
    assert playing.turn_no == 2


@pytest.mark.rule("BOI-237", "BOI-298")
def test_a_paused_game_stands_still_and_goes_on_where_it_was(site):
    known = going(site)
    site.moment = FIRST + HOUR / 4
    paused = do(site, known, "pause")
    assert (paused["state"], paused["due_ms"], paused["left_ms"]) == ("paused", None, 2_700_000)
    assert do(site, known, "pause", status=409)["code"] == "not_running"
    with site.seat(site.tokens["ada"], known["match"]) as bot:
        assert bot.act(MOVE) == ["game_paused"]
        site.move(FIRST + 5 * HOUR)
        assert site.boss.get(f"/api/season-games/{known['id']}")["turn"] == 1
        resumed = do(site, known, "resume")
        assert (resumed["state"], resumed["due_ms"]) == ("running", ms(FIRST + 5.75 * HOUR))
        assert bot.act(MOVE, seq=2) == ["accepted"]
    assert do(site, known, "resume", status=409)["code"] == "not_paused"
    site.move(FIRST + 5.75 * HOUR)
    assert site.boss.get(f"/api/season-games/{known['id']}")["turn"] == 2


@pytest.mark.rule("BOI-257", "BOI-298")
def test_an_administrator_ends_a_game_after_its_open_turn(site):
    known = going(site)
    ended = do(site, known, "end")
    assert (ended["state"], ended["turn"], sorted(ended["ranks"])) in [("ended", 1, [1, 1]), ("ended", 1, [1, 2])]
    assert site.boss.get(f"/api/matches/{known['match']}")["state"] == "finished"
    assert ("turn_end", "1/1", ms(FIRST + HOUR), "done") in site.log()
    for what in ("pause", "resume", "end"):
        assert do(site, known, what, status=409)["rule"] == "BOI-298"
    site.move(FIRST + 2 * HOUR)
    assert site.boss.get(f"/api/season-games/{known['id']}")["turn"] == 1


@pytest.mark.rule("BOI-017", "BOI-019", "BOI-298")
def test_roles_change_hands_and_no_team_loses_its_leader(site):
    known = going(site)
    changed = do(site, known, "roles", {"player": "bob", "role": "leader"})
    assert [seat["role"] for seat in changed["teams"][0]] == ["vice_leader", "leader"]
    roles = [player.role for player in site.playing(known["id"]).match.state.players[:4]]
    assert roles == [2, 1, 1, 2]
    assert do(site, known, "roles", {"player": "bob", "role": "trooper"}, status=400)["code"] == "no_team_leader"
    changed = do(site, known, "roles", {"player": "ada", "role": "trooper"})
    assert [warning["code"] for warning in changed["warnings"]] == ["no_vice_leader"]
    assert do(site, known, "roles", {"player": "boss", "role": "leader"}, status=404)["code"] == "no_player"


@pytest.mark.rule("BOI-298")
def test_a_replaced_player_is_out_and_the_other_flies_on(site):
    known = going(site)
    fresh = site.people("eve")["eve"]
    with site.seat(site.tokens["ada"], known["match"]) as bot:
        changed = do(site, known, "replace", {"player": "ada", "by": "eve"})
        assert bot.hear("error")["code"] == "reseated"
    assert changed["teams"][0][0]["player"]["name"] == "eve"
    with site.seat(fresh, known["match"]) as bot:
        assert bot.seat == 1
        assert bot.act(MOVE) == ["accepted"]
    with site.seat(site.tokens["ada"], known["match"]) as bot:
        assert bot.seat == 0
    assert do(site, known, "replace", {"player": "ada", "by": "bob"}, status=404)["code"] == "no_player"
    assert do(site, known, "replace", {"player": "eve", "by": "bob"}, status=409)["code"] == "player_twice"
    site.move(FIRST + 3 * DAY)
    table = site.boss.get(f"/api/seasons/{known['season']}")["table"]
    assert {line["player"]["name"] for line in table} == {"eve", "bob", "cleo", "dan"}


@pytest.mark.rule("BOI-018")
def test_roles_are_those_that_the_administrator_has_given(site):
    teams = team_list()
    teams[0][0]["role"], teams[0][1]["role"] = "trooper", "leader"
    known = going(site, teams=teams)
    assert [player.role for player in site.playing(known["id"]).match.state.players[:4]] == [3, 1, 1, 2]


def test_a_game_goes_on_after_a_restart_with_its_time_its_roles_and_its_pause(tmp_path, monkeypatch):
    monkeypatch.setattr(accounts, "hasher", lambda **_: hasher(time_cost=1, memory_cost=8))
    with SeasonSite(tmp_path) as site:
        site.tokens, site.boss = site.people(*NAMES), site.admin()
        known = going(site)
        do(site, known, "roles", {"player": "bob", "role": "leader"})
        with site.seat(site.tokens["cleo"], known["match"]) as bot:
            assert bot.act(MOVE) == ["accepted"]
        site.moment = FIRST + HOUR / 2
        do(site, known, "pause")
        before = digest_of(site.playing(known["id"]).match.state)
        tokens = site.tokens
    with SeasonSite(tmp_path, moment=FIRST + 2 * HOUR) as site:
        site.boss = site.admin()
        assert digest_of(site.playing(known["id"]).match.state) == before
        now = do(site, known, "resume")
        assert (now["turn"], now["due_ms"]) == (1, ms(FIRST + 2.5 * HOUR))
        assert [seat["role"] for seat in now["teams"][0]] == ["vice_leader", "leader"]
        with site.seat(tokens["cleo"], known["match"]) as bot:
            turn = bot.hear("turn")
            assert (turn["view"]["turn"], turn["clock"]["left_ms"]) == (1, 1_800_000)
            site.move(FIRST + 2.5 * HOUR)
            assert bot.hear("turn")["view"]["turn"] == 2


@pytest.mark.slow
def test_a_season_on_postgresql(tmp_path, postgresql, monkeypatch):
    monkeypatch.setattr(accounts, "hasher", lambda **_: hasher(time_cost=1, memory_cost=8))
    with SeasonSite(tmp_path, database=postgresql) as site:
        site.tokens, site.boss = site.people(*NAMES), site.admin()
        known = going(site, settings={"turn_seconds": 3600})  # with what players own
        with site.seat(site.tokens["ada"], known["match"]) as bot:
            assert bot.act(MOVE) == ["accepted"]
        do(site, known, "roles", {"player": "dan", "role": "leader"})
        site.move(FIRST + HOUR)
        do(site, known, "pause")
    with SeasonSite(tmp_path, database=postgresql, moment=FIRST + 2 * HOUR) as site:
        site.boss = site.admin()
        assert do(site, known, "resume")["turn"] == 2
        site.move(FIRST + 3 * DAY)
        found = site.boss.get(f"/api/seasons/{known['season']}")
        assert (found["state"], len(found["table"])) == ("ended", 4)


def test_people_who_are_away_are_told_of_new_turns_once_until_they_have_read_it(site):
    person, bot = NAMES[:2]
    now_people = update(platform.players).where(platform.players.c.name == person).values(kind="person")
    site.database.submit(lambda connection: connection.execute(now_people)).result()
    known = going(site)
    site.move(FIRST + HOUR)
    site.move(FIRST + 2 * HOUR)

    def told(name):
        found = site.read(lambda connection: notices.of(connection, players.find(connection, name).id))
        return [(notice.code, notice.data["name"], notice.data["match"]) for notice in found]

    site.database.submit(lambda connection: None).result()  # what was noted before is written now
    assert told(person) == [("turn_started", "Void", known["match"])]
    assert told(bot) == []


@pytest.mark.rule("BOI-302")
def test_what_a_season_game_is_cannot_be_got_around(site):
    """Roles of organisers, the changes of matches and forks lead to no game of a season."""
    known = going(site)
    judge = site.browser("judge", role="organiser")
    match = f"/api/matches/{known['match']}"
    end = {"type": "end"}
    assert judge.post(f"{match}/changes", end, status=403)["code"] == "not_allowed"
    assert judge.post(f"/api/admin/matches/{known['match']}/abort", status=403)["code"] == "not_allowed"
    role = {"type": "role", "player": 2, "role": "leader"}
    assert site.boss.post(f"{match}/changes", role, status=409)["code"] == "in_season"
    do(site, known, "end")
    assert site.boss.post(f"{match}/fork", {"step": 0, "seat": 1}, status=409)["code"] == "no_fork"
    assert site.boss.post(f"{match}/rematch", status=403)["code"] == "not_seated"


def test_items_return_although_the_server_was_gone_before_the_ledger_heard_of_the_end(tmp_path, monkeypatch):
    monkeypatch.setattr(accounts, "hasher", lambda **_: hasher(time_cost=1, memory_cost=8))

    async def unheard(playing):
        """As if the server had been killed right before."""

    def use_of(site):
        return site.boss.get("/api/players/ada/collectibles")["items"][0]["use"]

    with SeasonSite(tmp_path) as site:
        site.people(*NAMES)
        site.boss = site.admin()
        site.boss.post("/api/templates/boost-lucky/mint", {"to": "ada"}, status=201)
        known = going(site, settings={"turn_seconds": 3600})
        assert use_of(site) == "game"
        monkeypatch.setattr(site.scheduler.runner.outside, "settle", unheard)
        do(site, known, "end")
        assert use_of(site) == "game"
    with SeasonSite(tmp_path, moment=FIRST) as site:
        site.boss = site.admin()
        assert use_of(site) == ""
