"""Hosting a Dungeon match: the table with its settings, the map before the start, and the organiser's panel."""

import re

import pytest
from playwright.sync_api import expect
from tests.games.dungeon.web import matches as dungeon_matches
from tests.web.site import PATIENCE_S, violations

pytestmark = pytest.mark.slow


@pytest.mark.rule("DUN-002", "DUN-191", "DUN-232")
def test_a_table_is_made_with_an_edition_and_the_settings_people_want(visitor, member):
    host = member("host")
    page = visitor("/games/dungeon", member=host, height=1000)
    page.get_by_role("button", name="Host a match").click()
    form = page.get_by_role("dialog", name="New table")
    form.get_by_role("radio", name="Original 2023").check(force=True)
    expect(form.get_by_label("Start money", exact=True)).to_have_attribute("placeholder", "500")
    form.get_by_label("Number of seats").fill("12")
    form.get_by_label("Players needed to start").fill("2")
    form.get_by_label("Rounds", exact=True).fill("80")
    form.get_by_label("Length of a round").fill("30")
    form.get_by_role("switch", name="Close rounds early").check()
    form.get_by_label("Start robots").fill("3")
    form.get_by_role("switch", name="by the number of players").uncheck()
    form.get_by_label("Side of the map").fill("20")
    form.get_by_label("Visibility").select_option("open")
    form.get_by_text("More settings").click()
    levels = form.get_by_label("Storage by level")
    levels.fill("1 2 3")
    levels.blur()
    expect(levels).to_have_attribute("aria-invalid", "true")
    levels.fill("10 20 30 40 50 60")
    levels.blur()
    expect(levels).to_have_attribute("aria-invalid", "false")
    form.get_by_label("All other seats").select_option("warlord")
    form.get_by_label("Seat 12").select_option("")
    form.get_by_role("button", name="Open the table").click()
    page.wait_for_url(re.compile("/table/"))
    table = host.get(f"/api/tables/{page.url.rsplit('/', 1)[1]}")
    assert table["options"]["preset"] == "msd-2023"
    assert table["options"]["least_seats"] == 2
    assert table["options"]["settings"] == {
        "max_rounds": 80, "round_ms": 30000, "early_close": True, "start_robots": 3, "map_side": 20,
        "visibility": "open", "storage": [10, 20, 30, 40, 50, 60],
    }  # fmt: skip
    assert [seat["player"] and seat["player"]["name"] for seat in table["seats"]] == [
        host.name, *["warlord"] * 10, None,
    ]  # fmt: skip
    # at the table the host changes the number of seats
    expect(page.get_by_text("Length of a round", exact=True)).to_be_visible()
    page.get_by_label("Number of seats").fill("40")
    page.get_by_label("Number of seats").blur()
    expect(page.get_by_text("40 of up to 99 seats")).to_be_visible()


def cell(page, x, y):
    return page.get_by_role("button", name=re.compile(f"^{x}, {y}, "))


def alone(world):
    """A planet without which the map would fall apart, if there is one: the only neighbour of another."""
    by_id = {planet["id"]: planet for planet in world["planets"]}
    for planet in world["planets"]:
        if len(planet["neighbours"]) == 1:
            (only,) = planet["neighbours"].values()
            if not by_id[only]["station"]:
                return by_id[only]
    raise AssertionError("no such planet; choose another seed")


@pytest.mark.rule("DUN-194")
def test_the_host_prepares_the_map_and_starts_in_it(visitor, member, site):
    host, other = member("host"), member("late")
    options = {"seats": 3, "seed": 21, "listed": True, "settings": {"desert_factor": 3, "max_rounds": 2}}
    table = host.table(game="dungeon", seat=0, bots={"1": "miner", "2": "warlord"}, **options)["key"]
    page = visitor(f"/table/{table}", member=host, height=1400)
    late = visitor(f"/table/{table}", member=other)
    expect(late.get_by_role("button", name="Sit here")).to_be_visible()
    page.get_by_role("button", name="Prepare the map").click()
    page.get_by_role("dialog", name="Prepare the map now?").get_by_role("button", name="Prepare the map").click()
    expect(page.get_by_role("heading", name="The map of this match")).to_be_visible()
    expect(page.get_by_text("Joining is closed")).to_be_visible()
    expect(late.get_by_role("button", name="Sit here")).to_have_count(0)  # nobody joins any more
    expect(late.get_by_role("heading", name="The map of this match")).to_have_count(0)
    world = host.get(f"/api/tables/{table}/world")
    planets = {(planet["x"], planet["y"]): planet for planet in world["planets"]}
    grid = page.get_by_role("group", name="The whole map, 15 by 15.")
    expect(grid.get_by_role("button")).to_have_count(15 * 15)
    # a station stays
    station = next(planet for planet in world["planets"] if planet["station"])
    cell(page, station["x"], station["y"]).click()
    expect(page.get_by_role("alert").filter(has_text="A station stays where it is.")).to_be_visible()
    # a gap becomes a planet, and a planet with a patch goes
    gap = next(
        (x, y)
        for x in range(15)
        for y in range(15)
        if (x, y) not in planets and {(x - 1, y), (x, y - 1)} & planets.keys()
    )
    cell(page, *gap).click()
    expect(page.get_by_text(f"There is a planet at {gap[0]}, {gap[1]} now.")).to_be_visible()
    expect(cell(page, *gap)).to_have_accessible_name(re.compile("changed"))
    # what would split the map is refused in words
    bridge = alone(world)
    cell(page, bridge["x"], bridge["y"]).click()
    expect(page.get_by_role("alert").filter(has_text="That would cut the map in two.")).to_be_visible()
    inner = next(
        planet for planet in world["planets"] if planet["resource"] == "platin" and len(planet["neighbours"]) == 4
    )
    cell(page, inner["x"], inner["y"]).click()
    expect(page.get_by_text(f"Planet {inner['x']}, {inner['y']} is gone.")).to_be_visible()
    expect(page.get_by_text("2 changes")).to_be_visible()
    assert violations(page) == []
    # a second click takes a change back
    cell(page, inner["x"], inner["y"]).click()
    expect(page.get_by_text("1 change", exact=True)).to_be_visible()
    # the match begins in this map
    page.get_by_role("button", name="Start the match").click()
    page.wait_for_url(re.compile("/match/"))
    key = page.url.rsplit("/", 1)[1]
    first = site.get(f"/api/matches/{key}/frames")["frames"][0]["view"]
    spots = {(planet["x"], planet["y"]) for planet in first["planets"]}
    assert spots == planets.keys() | {gap}


@pytest.fixture(scope="module")
def staff(site):
    """Somebody with a role, the same one for all tests of this file: giving a role takes a process."""
    made = {}

    def get(role):
        if role not in made:
            made[role] = site.member("boss", role)
        return made[role]

    yield get
    for one in made.values():
        one.close()


@pytest.fixture
def panel(visitor, member, staff, site):
    """A running match, and the panel of somebody who may change it."""

    def make(who="admin", **options):
        host = member("host")
        key = dungeon_matches.running(host, round_ms=4000)
        boss = host if who == "host" else staff(who)
        page = visitor(f"/match/{key}?organise", member=boss, height=1300, **options)
        dungeon_matches.after_rounds(site, key)
        title = "Diese Partie leiten" if options.get("language") == "de" else "Organise this match"
        return key, boss, page.get_by_role("dialog", name=title)

    return make


@pytest.mark.rule("DUN-264")
def test_an_organiser_sees_how_every_team_does_and_whose_the_robots_are(panel):
    key, boss, dialog = panel("organiser")
    table = dialog.get_by_role("table").first
    everything = boss.get(f"/api/matches/{key}/everything")
    for player in everything["players"]:
        expect(table.get_by_role("row", name=player["name"]).first).to_contain_text("connected")
    owned = next(one for one in everything["all"] if one["robots"])
    name = next(one["name"] for one in everything["players"] if one["seat"] == owned["seat"])
    expect(dialog.get_by_role("button", name=re.compile(f" of {re.escape(name)}")).first).to_be_visible()
    assert violations(dialog.page) == []


@pytest.mark.rule("DUN-117", "DUN-158", "DUN-191", "DUN-243")
def test_an_organiser_changes_rounds_and_time_of_a_running_match(panel):
    key, boss, dialog = panel("organiser")

    def now():
        return boss.get(f"/api/matches/{key}/everything")

    rounds = dialog.get_by_label("Last round")
    expect(rounds).to_have_value("500")
    rounds.fill("1")
    dialog.get_by_role("button", name="Change").first.click()
    expect(dialog.get_by_role("alert")).to_contain_text("must be greater than the current one")
    assert now()["max_rounds"] == 500
    rounds.fill("321")
    dialog.get_by_role("button", name="Change").first.click()
    expect(dialog.get_by_role("alert")).to_have_count(0)
    boss.site.eventually(f"/api/matches/{key}/history", lambda _: now()["max_rounds"] == 321)
    time = dialog.get_by_label("Length of a round in seconds")
    expect(time).to_have_value("4")
    time.fill("1")
    dialog.get_by_role("button", name="Change").last.click()
    expect(dialog.get_by_role("alert")).to_contain_text("A round lasts from 2 to 3,600 seconds.")
    time.fill("2.5")
    dialog.get_by_role("button", name="Change").last.click()
    boss.site.eventually(f"/api/matches/{key}/history", lambda _: now()["round_ms"] == 2500)
    dialog.get_by_role("switch", name="Close rounds early").check()
    boss.site.eventually(f"/api/matches/{key}/history", lambda _: now()["early_close"])
    expect(dialog.get_by_role("switch", name="Close rounds early")).to_be_checked()


def robots_on(grid):
    """As many as the labels of the fields speak of."""
    labels = grid.get_by_role("button", name=re.compile("robot")).evaluate_all("all => all.map(e => e.ariaLabel)")
    return sum(int(re.search(r"(\d+) robots?", label).group(1)) for label in labels)


def until(page, holds):
    """The panel asks the server now and then."""
    for _ in range(int(PATIENCE_S)):
        if holds():
            return
        page.wait_for_timeout(1000)
    assert holds()


@pytest.mark.rule("DUN-192", "DUN-193")
def test_an_organiser_who_does_not_play_sees_the_whole_map_and_refills_a_patch(panel):
    key, boss, dialog = panel("admin")
    everything = boss.get(f"/api/matches/{key}/everything")
    grid = dialog.get_by_role("group", name="The whole map, 15 by 15.")
    expect(grid.get_by_role("button", name=re.compile("no planet"))).to_have_count(225 - len(everything["planets"]))
    for kind in ("Coal", "Iron", "Gem", "Gold", "Platin"):
        patches = sum(planet["resource"] == kind.lower() for planet in everything["planets"])
        expect(grid.get_by_role("button", name=re.compile(f"{kind}, [\\d,]+ units"))).to_have_count(patches)
    expect(grid.get_by_role("button", name=re.compile("Space station"))).to_have_count(6)
    robots = sum(len(own["robots"]) for own in everything["all"])
    until(dialog.page, lambda: robots_on(grid) >= robots)
    patch = next(planet for planet in everything["planets"] if planet["resource"])
    refill = dialog.get_by_role("button", name="Refill")
    expect(refill).to_be_disabled()
    grid.get_by_role("button", name=re.compile(f"^{patch['x']}, {patch['y']}, ")).click()
    refill.click()
    expect(dialog.page.get_by_text("The patch is full at the start of the next round.")).to_be_visible()
    audit = boss.get("/api/admin/audit")
    assert any(str(line).find("refill") >= 0 for line in audit)
    assert violations(dialog.page) == []


@pytest.mark.rule("DUN-157", "DUN-191", "DUN-192")
def test_a_host_who_plays_ends_the_match_after_a_question_and_sees_no_map(panel):
    key, host, dialog = panel("host")
    expect(dialog.get_by_text("The whole map is for organisers who do not play.")).to_be_visible()
    dialog.get_by_role("button", name="End the match").click()
    question = dialog.page.get_by_role("dialog", name="End the match after this round?")
    question.get_by_role("button", name="Cancel").click()
    assert host.site.get(f"/api/matches/{key}")["state"] == "running"
    dialog.get_by_role("button", name="End the match").click()
    question.get_by_role("button", name="End after this round").click()
    match = host.site.finished(key)
    assert match["result"]["reason"] == "admin"
    expect(dialog.page.get_by_text("The organiser ended the match.").first).to_be_visible()


@pytest.mark.rule("DUN-191")
def test_nobody_else_is_offered_the_panel(visitor, member):
    key = dungeon_matches.running(member("host"))
    page = visitor(f"/match/{key}?organise", member=member("onlooker"))
    expect(page.get_by_role("link", name="Market")).to_be_visible()
    expect(page.get_by_role("button", name="Organise")).to_have_count(0)
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_the_panel_speaks_german(panel):
    _, _, dialog = panel("admin", language="de")
    expect(dialog.get_by_label("Letzte Runde")).to_have_value("500")
    expect(dialog.get_by_role("heading", name="Die ganze Karte")).to_be_visible()
    expect(dialog.get_by_role("group", name="Die ganze Karte, 15 mal 15.")).to_be_visible()
