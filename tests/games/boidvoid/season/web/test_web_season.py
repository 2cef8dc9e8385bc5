"""The administration of seasons and their games in a browser: registered, created, begun, steered, paused and ended."""

import datetime
import json
import re

import pytest
from playwright.sync_api import expect
from tests.web.site import QUICK_MATCHES, serving, violations

pytestmark = pytest.mark.slow


TODAY = datetime.datetime.now(datetime.UTC).date()


def day(offset):
    return str(TODAY + datetime.timedelta(offset))


@pytest.fixture
def yard(tmp_path):
    """A server of its own: there is only one season at a time."""
    with serving(tmp_path / "data", environment=QUICK_MATCHES) as running:
        yield running


def refused(member, path, body=None, method="POST"):
    answer = member._http.request(method, path, json=body, headers={"x-csrf-token": member._http.cookies["rh_csrf"]})
    return answer.status_code, answer.json().get("code")


def teams_of(*teams):
    roles = ("leader", "vice_leader", "trooper")
    return [[{"player": one.name, "role": roles[min(n, 2)]} for n, one in enumerate(team)] for team in teams]


def running_game(boss, *teams, **settings):
    """A game of the running season."""
    season = boss.post("/api/seasons", {"name": "Comets", "start": day(-3), "end": day(9)})
    body = {"name": "Ring", "teams": teams_of(*teams), "settings": settings}
    game = boss.post(f"/api/seasons/{season['id']}/games", body)
    boss.post("/api/jobs/season_start/run", {})
    return season, boss.get(f"/api/season-games/{game['id']}")


def answer_yes(page, name):
    page.get_by_role("dialog").get_by_role("button", name=name, exact=True).click()


@pytest.mark.rule("BOI-302")
def test_nobody_else_sees_the_portal_or_may_use_it(yard, visitor):
    boss, organiser, player = yard.member("boss", "admin"), yard.member("helper", "organiser"), yard.member("nosy")
    season, game = running_game(boss, [boss], [player])
    page = visitor("/admin/seasons", member=player, at=yard.address)
    expect(page.get_by_role("heading", name="Only for organisers")).to_be_visible()
    expect(page.get_by_role("navigation", name="Main").get_by_role("link", name="Admin")).to_have_count(0)
    page = visitor("/admin/seasons", member=organiser, at=yard.address)
    tabs = page.get_by_role("navigation", name="Admin")
    expect(tabs.get_by_role("link", name="Players")).to_be_visible()
    for name in ("Seasons", "Maps", "Collectibles", "Jobs", "Audit log"):
        expect(tabs.get_by_role("link", name=name)).to_have_count(0)
    expect(page.get_by_role("button", name=re.compile("Register a season"))).to_have_count(0)

    at, one = f"/api/season-games/{game['id']}", player.name
    asked = [
        ("/api/seasons", {"name": "Mine", "start": day(20), "end": day(30)}, "POST"),
        (f"/api/seasons/{season['id']}", {"name": "Mine"}, "PATCH"),
        (f"/api/seasons/{season['id']}/games", {"name": "Mine", "teams": teams_of([boss], [player])}, "POST"),
        (at, {"name": "Mine"}, "PATCH"),
        (at, None, "DELETE"),
        (f"{at}/pause", {}, "POST"),
        (f"{at}/resume", {}, "POST"),
        (f"{at}/end", {}, "POST"),
        (f"{at}/roles", {"player": one, "role": "trooper"}, "POST"),
        (f"{at}/replace", {"player": one, "by": organiser.name}, "POST"),
        (f"{at}/power", None, "GET"),
        ("/api/jobs", None, "GET"),
        ("/api/jobs/maintenance/run", {}, "POST"),
        ("/api/collections", {"key": "mine", "name": "Mine"}, "POST"),
        ("/api/schemas", {"collection": "keepsakes", "kind": "boost"}, "POST"),
        ("/api/templates", {"key": "mine", "name": "M", "collection": "core", "schema": "boost"}, "POST"),
        ("/api/templates/boost-hull/mint", {"to": one, "count": 1}, "POST"),
    ]
    for member in (organiser, player):
        for path, body, method in asked:
            assert refused(member, path, body, method) == (403, "not_allowed"), (member.name, method, path)
    assert boss.get(at)["state"] == "running"


@pytest.mark.rule("BOI-296", "BOI-011")
def test_seasons_are_registered_edited_listed_and_at_last_over(yard, visitor):
    boss = yard.member("boss", "admin")
    page = visitor("/admin/seasons", member=boss, at=yard.address)
    expect(page.get_by_text("No season is registered.")).to_be_visible()

    def register(name, start, end):
        page.get_by_role("button", name="+ Register a season").click()
        fill(name, start, end)

    def fill(name, start, end):
        panel = page.get_by_role("dialog")
        panel.get_by_label("Name").fill(name)
        panel.get_by_label("First day").fill(start)
        panel.get_by_label("Ends on").fill(end)
        panel.get_by_role("button", name=re.compile("Register a season|Save")).click()

    register("Comets", day(-2), day(5))
    expect(page.get_by_text("Comets is registered.")).to_be_visible()
    register("Gate", day(4), day(20))  # it would begin before the other ends
    expect(page.get_by_text(re.compile("overlap|Comets", re.I)).last).to_be_visible()
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("row")).to_have_count(2)
    register("Gate", day(5), day(20))  # touching is fine
    expect(page.get_by_role("row")).to_have_count(3)
    page.get_by_role("button", name="Edit Gate").click()
    fill("Winter Gate", day(6), day(21))
    expect(page.get_by_text("Winter Gate is saved.")).to_be_visible()
    seasons = {one["name"]: one for one in boss.get("/api/seasons")}
    assert (seasons["Winter Gate"]["start"], seasons["Winter Gate"]["end"]) == (day(6), day(21))

    boss.post("/api/jobs/season_start/run", {})
    page.reload()
    row = page.get_by_role("row").filter(has_text="Comets")
    expect(row).to_contain_text("Running")
    page.get_by_role("button", name="Edit Comets").click()
    fill("Comets", day(-2), day(0))
    expect(page.get_by_text("Comets is saved.")).to_be_visible()
    boss.post("/api/jobs/season_end/run", {})
    page.reload()
    expect(row).to_contain_text("Over")
    expect(page.get_by_role("button", name="Edit Comets")).to_be_disabled()
    code = refused(boss, f"/api/seasons/{seasons['Comets']['id']}", {"name": "Other"}, "PATCH")
    assert code[0] == 409, code
    assert violations(page) == []


@pytest.mark.rule("BOI-297", "BOI-014", "BOI-301", "BOI-046")
def test_a_game_is_created_with_all_its_settings_which_are_fixed_once_it_has_begun(yard, visitor):
    boss, crew = yard.member("boss", "admin"), [yard.member(name) for name in ("ada", "ben", "cleo", "dora")]
    season = boss.post("/api/seasons", {"name": "Comets", "start": day(-3), "end": day(9)})
    tiles = [{"x": x, "y": y, "type": "clear"} for y in range(7) for x in range(9)]
    offered = {"key": "belt", "name": "Belt", "width": 9, "height": 7, "homes": [[1, 3], [7, 3]], "tiles": tiles}
    crew[0].post("/api/games/boidvoid/offers", {"text": json.dumps(offered)})

    page = visitor(f"/admin/seasons/{season['id']}", member=boss, at=yard.address)
    page.get_by_role("link", name="+ New game").click()
    page.get_by_role("textbox", name="Name of the game").fill("Northern Ring")
    page.get_by_role("button", name="6 h", exact=True).click()
    page.get_by_role("combobox", name="Map").select_option(label=f"Belt, by {crew[0].name}")
    create = page.get_by_role("button", name="Create the game")
    expect(create).to_be_disabled()
    for n, one in enumerate(crew):
        team = page.get_by_role("group", name=f"Team {n % 2 + 1}")
        team.get_by_role("combobox", name=f"Player for team {n % 2 + 1}").fill(one.name)
        team.get_by_role("button", name="Add").click()
        expect(team.get_by_role("combobox", name=f"Role of {one.name}")).to_be_visible()
    team.get_by_role("combobox", name="Player for team 2").fill("nobody-at-all")
    team.get_by_role("button", name="Add").click()
    expect(team.get_by_role("alert")).to_have_text("There is no player called nobody-at-all.")
    # the first leads, the second is the vice-leader; whoever leads now was the vice-leader before
    team.get_by_role("combobox", name=f"Role of {crew[3].name}").select_option("leader")
    expect(team.get_by_role("combobox", name=f"Role of {crew[1].name}")).to_have_value("vice_leader")

    settings = page.get_by_role("region", name="Settings")
    settings.get_by_text("Game and turn", exact=True).click()
    settings.get_by_role("spinbutton", name="Actions of a unit in a turn").fill("2")
    settings.get_by_role("combobox", name="Ends when it is decided").select_option(label="Yes")
    settings.get_by_text("Base stats of units", exact=True).click()
    settings.get_by_role("spinbutton", name="Attack: Mothership").fill("21")
    settings.get_by_role("spinbutton", name="Attack: Mothership").blur()
    settings.get_by_text("Battery and power source", exact=True).click()
    settings.get_by_role("combobox", name="Where powered stakes come from").select_option("ledger")
    settings.get_by_text("Combat and swarms", exact=True).click()
    settings.get_by_role("switch", name=re.compile("^Targets strike back")).click()
    settings.get_by_text("Map", exact=True).click()
    expect(settings.get_by_role("spinbutton", name="Radius of the bases")).to_be_visible()
    expect(settings.get_by_role("spinbutton", name="Share of obstacles")).to_have_count(0)  # the map says it
    assert violations(page) == []
    create.click()
    expect(page.get_by_role("heading", name="Northern Ring")).to_be_visible()

    game = boss.get(f"/api/season-games/{page.url.rpartition('/')[2]}")
    assert (game["name"], game["state"], game["turn_seconds"]) == ("Northern Ring", "draft", 21600)
    assert [[(seat["player"]["name"], seat["role"]) for seat in team] for team in game["teams"]] == [
        [(crew[0].name, "leader"), (crew[2].name, "vice_leader")],
        [(crew[1].name, "vice_leader"), (crew[3].name, "leader")],
    ]
    chosen = game["settings"]
    assert json.loads(chosen["map"])["name"] == "Belt"
    assert {key: chosen[key] for key in ("actions_per_turn", "early_end", "power_source", "counterattack")} == {
        "actions_per_turn": 2, "early_end": True, "power_source": "ledger", "counterattack": False,
    }  # fmt: skip
    assert (chosen["mothership"]["attack"], chosen["mothership"]["health"]) == (21, 300)
    # changed as long as it has not begun
    page.get_by_role("link", name="Edit", exact=True).click()
    page.get_by_role("textbox", name="Name of the game").fill("Southern Ring")
    page.get_by_role("button", name="10 min", exact=True).click()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="Southern Ring")).to_be_visible()
    assert boss.get(f"/api/season-games/{game['id']}")["turn_seconds"] == 600

    # roles of a draft: what is refused is not shown as if it were so, and the rest is kept
    leads = page.get_by_role("combobox", name=f"Role of {crew[3].name}")
    leads.select_option("trooper")
    expect(page.get_by_text("Every team needs a leader")).to_be_visible()
    expect(leads).to_have_value("leader")
    page.get_by_role("combobox", name=f"Role of {crew[1].name}").select_option("trooper")
    expect(page.get_by_text("Team 2 has no vice-leader. That is allowed.")).to_be_visible()
    drafted = boss.get(f"/api/season-games/{game['id']}")["teams"]
    assert [[seat["role"] for seat in team] for team in drafted] == [["leader", "vice_leader"], ["trooper", "leader"]]

    boss.post("/api/jobs/season_start/run", {})
    page.reload()
    expect(page.get_by_text("The game has begun: its settings are fixed.")).to_be_visible()
    expect(page.get_by_role("link", name="Edit", exact=True)).to_have_count(0)
    code = refused(boss, f"/api/season-games/{game['id']}", {"settings": {"turn_seconds": 60}}, "PATCH")
    assert code[0] == 409, code
    # what the power source said of every player
    power = page.get_by_role("region", name="Power source").first
    for one in crew:
        expect(power.get_by_role("row").filter(has_text=one.name)).to_contain_text("ledger")
    assert boss.get(f"/api/season-games/{game['id']}/power")[0]["source"] == "ledger"


@pytest.mark.rule("BOI-298", "BOI-300", "BOI-240")
def test_a_running_game_is_steered_and_jobs_are_run_and_logged(yard, visitor):
    boss, crew = yard.member("boss", "admin"), [yard.member(name) for name in ("ada", "ben", "cleo", "eve", "dora")]
    ada, ben, cleo, eve, dora = crew
    season, game = running_game(boss, [ada, ben], [cleo, eve], turn_seconds=3600)
    page = visitor(f"/admin/seasons/{season['id']}/{game['id']}", member=boss, at=yard.address)

    def now():
        return boss.get(f"/api/season-games/{game['id']}")

    page.get_by_role("combobox", name=f"Role of {ben.name}").select_option("leader")
    expect(page.get_by_text(f"{ben.name} has a new role.")).to_be_visible()
    assert [seat["role"] for seat in now()["teams"][0]] == ["vice_leader", "leader"]
    page.get_by_role("button", name=f"Replace {cleo.name}").click()
    page.get_by_role("dialog").get_by_label("By").fill(dora.name)
    answer_yes(page, "Replace")
    expect(page.get_by_text(f"{dora.name} flies for {cleo.name} now.")).to_be_visible()
    assert now()["teams"][1][0]["player"]["name"] == dora.name
    assert [one["id"] for one in dora.get("/api/me/season-games")] == [game["id"]]

    page.get_by_role("button", name="Pause Ring").click()
    assert now()["state"] == "running"  # only a question so far
    answer_yes(page, "Pause")
    expect(page.get_by_text("Ring is paused.")).to_be_visible()
    assert now()["state"] == "paused"
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_text("Ring goes on.")).to_be_visible()
    assert now()["state"] == "running"

    # everybody sees the season, and who plays finds the way to the game
    hers = visitor("/season", member=dora, at=yard.address)
    expect(hers.get_by_role("heading", name="Comets", level=1)).to_be_visible()
    card = hers.get_by_role("article").filter(has_text="Ring")
    expect(card).to_contain_text("You fly here")
    expect(card).to_contain_text("Turn 1")
    expect(card.get_by_role("link", name="To the game")).to_have_attribute("href", f"/match/{now()['match']}")
    days = hers.get_by_role("region", name="Calendar").get_by_role("listitem")
    expect(days).to_have_count(13)  # with the day on which it ends
    expect(days.nth(3)).to_contain_text("today")
    assert violations(hers) == []

    # nobody resigns from a season's game, and nobody ends its turns: neither is offered
    hers.goto(f"/match/{now()['match']}")
    expect(hers.get_by_text("Nobody resigns from a season\u2019s game.")).to_be_visible()
    expect(hers.get_by_role("button", name=re.compile("^(Resign|Done)$"))).to_have_count(0)
    hers.goto("/season")

    # jobs: when they ran and will run, and by hand
    jobs = visitor("/admin/jobs", member=boss, at=yard.address)
    turn_end = jobs.get_by_role("region", name="Turn end")
    expect(turn_end).to_contain_text("never")
    start = jobs.get_by_role("region", name="Season start")
    expect(start).to_contain_text("0 0 * * * UTC")
    upkeep = jobs.get_by_role("region", name="Daily maintenance")
    upkeep.get_by_role("button", name="Run now: Daily maintenance").click()
    answer_yes(jobs, "Run now")
    expect(jobs.get_by_text(re.compile("Daily maintenance: (done|nothing to do)"))).to_be_visible()
    upkeep.get_by_text("Log", exact=True).click()
    expect(upkeep.get_by_role("row").filter(has_text=boss.name)).to_have_count(1)
    start.get_by_text("Log", exact=True).click()
    expect(start.get_by_role("row").filter(has_text=boss.name).first).to_contain_text("done")
    assert violations(jobs) == []

    page.get_by_role("button", name="End Ring").click()
    answer_yes(page, "End")
    expect(page.get_by_text("Ring is over.")).to_be_visible()
    assert now()["state"] == "ended"
    expect(page.get_by_role("button", name=re.compile("Pause|Replace|End"))).to_have_count(0)
    hers.reload()
    expect(hers.get_by_role("region", name="Table").get_by_role("row")).to_have_count(5)
    # who did it is written down
    page.get_by_role("navigation", name="Admin").get_by_role("link", name="Audit log").click()
    expect(page.get_by_role("row").filter(has_text=boss.name).nth(4)).to_be_visible()
