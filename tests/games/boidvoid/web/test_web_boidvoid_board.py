"""The map of BoidVoid in a browser: tiles, territories, units; looking around on it; replays and matches that are
watched; the help page."""

import re
from itertools import combinations

import pytest
from playwright.sync_api import expect
from tests.games.boidvoid.web import board as boards
from tests.games.boidvoid.web.board import OBSTACLES, POIS, THEMES, TYPES, BoidvoidBoard, everything, played, seeing
from tests.web.board import drawn, off, rgb, settle
from tests.web.site import violations

pytestmark = pytest.mark.slow
EVEN = ((1, 0), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1))
ODD = ((1, 0), (1, 1), (0, 1), (-1, 0), (0, -1), (1, -1))


@pytest.fixture(scope="module")
def match(site):
    return played(site)


@pytest.fixture
def see(visitor, match):
    return seeing(visitor, match)


def next_to(x: int, y: int) -> list[tuple[int, int]]:
    return [(x + dx, y + dy) for dx, dy in (ODD if y % 2 else EVEN)]


@pytest.mark.rule("BOI-027", "BOI-088", "BOI-288", "BOI-294")
@pytest.mark.parametrize("theme", THEMES)
def test_tiles_borders_and_units_are_drawn_where_and_as_they_are(see, theme):
    board = see(theme=theme)
    view, colours = board.view, board.colours
    owners = {(tile["x"], tile["y"]): tile.get("owner", 0) for tile in view["tiles"]}
    stands = {(unit["x"], unit["y"]): unit for unit in view["units"]}
    picture = board.pixels()

    def lined(x, y, direction, team):
        line = rgb(colours["players"][team])
        return sum(off(spot, line) < 40 for spot in board.side(picture, x, y, direction))

    # the owner's colour is on the border of what it owns, and nowhere else
    outside = inside = 0
    for (x, y), team in owners.items():
        for direction, near in enumerate(next_to(x, y)):
            if team and owners.get(near) != team:
                assert lined(x, y, direction, team) > 8, (x, y, direction)
                outside += 1
            elif team and (x, y) not in stands:
                assert lined(x, y, direction, team) < 6, (x, y, direction)
                inside += 1
            elif not team and not owners.get(near):
                assert max(lined(x, y, direction, one) for one in (1, 2)) < 3
    assert outside > 30
    assert inside > 10

    # every kind has a sprite of its own
    kinds = [(2 * n + 1, 0) for n in range(len(TYPES))]
    stops = [(4 * n + 2, 2) for n in range(len(OBSTACLES))]
    signs = [(n + 1, 8) for n in range(len(POIS))]
    for group, least in ((kinds[1:], 3), (stops, 6), (signs, 4)):
        for one, other in combinations(group, 2):
            assert board.unlike(picture, one, other) > least, (one, other)
    for one in (*kinds[1:], *stops, *signs):
        assert board.unlike(picture, kinds[0], one) > 2, one

    # units have the colour of their team, a pirate has none
    assert {unit["kind"] for unit in stands.values()} == {"spaceship", "mothership", "npc"}
    for (x, y), unit in stands.items():
        seen = [board.has(picture, x, y, colours["players"][team], half=0.5) for team in (1, 2)]
        if unit["team"]:
            assert seen[unit["team"] - 1] > 60
            assert seen[2 - unit["team"]] == 0
        else:
            assert seen == [0, 0]
            assert board.has(picture, x, y, colours["ink"], slack=200, half=0.5) > 60

    # a sentence says the same
    for team in view["teams"]:
        expect(board.element).to_have_accessible_name(re.compile(f"random holds {team['tiles']} tiles with 3 ships"))
    expect(board.element).to_have_accessible_name(re.compile("^Turn 1 of 16: .* 1 space pirate roams"))


@pytest.mark.rule("BOI-288")
def test_the_map_is_looked_at_from_near_moved_and_centred_and_a_tile_is_marked(see):
    board = see()
    page, live = board.page, board.element.locator("[aria-live]")
    whole = board.pixels()
    card = board.element.locator(".card")

    # the tile under the pointer is told, a click keeps it and marks it
    board.hover(7, 0)
    expect(card).to_contain_text("Tile 7, 0")
    expect(card).to_contain_text("Conduit")
    expect(card).to_contain_text("Movement cost \u22121")
    board.click(5, 5)
    page.mouse.move(0, 0)
    expect(card).to_contain_text("captured")
    drawn(page)
    marked = board.pixels()
    assert board.unlike(whole, (5, 5), (5, 5)) == 0  # the same picture is equal to itself
    changed = [off(a, b) > 60 for a, b in zip(board.patch(whole, 5, 5, 1), board.patch(marked, 5, 5, 1), strict=True)]
    assert sum(changed) > 10
    board.click(6, 2)
    expect(card).to_contain_text("Star cluster")
    board.click(6, 2)
    page.mouse.move(0, 0)
    expect(card).to_be_hidden()

    # the wheel comes nearer where the pointer is, a drag moves the map, a button shows the whole again
    out = page.get_by_role("button", name="Farther")
    expect(out).to_be_disabled()
    board.hover(6, 4)
    page.mouse.wheel(0, -240)
    expect(out).to_be_enabled()
    page.mouse.down()
    page.mouse.move(board.left + 200, board.top + 120, steps=6)
    page.mouse.up()
    moved = board.pixels()
    page.mouse.move(0, 0)
    expect(card).to_be_hidden()  # a drag is no click
    page.get_by_role("button", name="The whole board").click()
    expect(out).to_be_disabled()
    page.mouse.move(0, 0)
    drawn(page)
    again = board.pixels()
    spots = [board.spot(x, y) for x in range(1, 12) for y in range(9)]
    assert all(off(whole.at(*spot), again.at(*spot)) < 12 for spot in spots)
    assert sum(off(whole.at(*spot), moved.at(*spot)) > 12 for spot in spots) > 20

    # keys: from tile to tile, to units, nearer and back
    board.element.focus()
    page.keyboard.press("ArrowRight")
    expect(live).to_contain_text(re.compile(r"Tile \d+, \d+\."))
    x, y = map(int, re.search(r"Tile (\d+), (\d+)", live.inner_text()).groups())
    page.keyboard.press("ArrowLeft")
    expect(live).to_contain_text(f"Tile {x - 1}, {y}.")
    page.keyboard.press(".")
    expect(live).to_contain_text("Health: 100 of 100.")
    page.keyboard.press("+")
    expect(out).to_be_enabled()
    page.keyboard.press("*")
    expect(out).to_be_disabled()


@pytest.mark.rule("BOI-288")
def test_two_fingers_come_nearer_on_a_phone(see):
    board = see(width=390, height=844, has_touch=True, is_mobile=True)
    page = board.page
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    board.element.scroll_into_view_if_needed()
    board.refresh()
    x, y = board.left + board.width / 2, board.top + board.height / 2
    touch = page.context.new_cdp_session(page)

    def fingers(kind, apart):
        points = [{"x": x - apart, "y": y, "id": 0}, {"x": x + apart, "y": y, "id": 1}] if apart else []
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    fingers("touchStart", 20)
    for apart in range(25, 70, 5):
        fingers("touchMove", apart)
    fingers("touchEnd", 0)
    expect(page.get_by_role("button", name="Farther")).to_be_enabled()


@pytest.mark.rule("BOI-266", "BOI-271", "BOI-272", "BOI-274", "BOI-277", "BOI-278", "BOI-292")
def test_a_replay_tells_the_turn_its_combats_step_by_step_and_the_teams(see, match):
    frames = match[1]
    # the pirate attacks whom it meets
    at = next(n for n, frame in enumerate(frames) if n > 1 and any(e["type"] == "combat" for e in frame["events"]))
    board = see(at)
    page, view = board.page, frames[at]["view"]

    # every step of the combat with its numbers
    turn = page.get_by_role("region", name="The turn")
    line = turn.get_by_role("button", name=re.compile("attacks")).first
    line.click()
    expect(line).to_have_attribute("aria-expanded", "true")
    told = page.get_by_role("table").filter(has_text="Main attack")
    fights = [event for event in frames[at]["events"] if event["type"] == "combat"]
    first = fights[0]
    rows = {
        row.get_by_role("rowheader").inner_text(): row.get_by_role("cell").all_inner_texts()
        for row in told.locator("tbody tr").all()
    }

    def number(text):
        found = re.match(r"\+?(-?[\d.,]+)", text.replace(",", ""))
        return float(found[1]) if found else 0.0

    for word, key in (
        ("Main attack, from the battery", "main"), ("Additional attack", "additional"), ("Damage dealt", "damage"),
        ("Shields, from the battery", "shields"), ("Defence", "defense"), ("Total defence", "total_defense"),
        ("Health lost", "health_lost"), ("Battery spent", "battery_spent"), ("Health left", "health"),
    ):  # fmt: skip
        sides = (first["attacker"], first["target"])
        struck = [key != "damage" or side["struck"] for side in sides]
        expected = [side[key] if hit else 0.0 for side, hit in zip(sides, struck, strict=True)]
        assert [number(text) for text in rows[word]] == pytest.approx(expected), word

    # the scoreboard, then the members with what they have done and their badges
    scores = page.get_by_role("table").filter(has=page.get_by_role("columnheader", name="Superstructures"))
    page.get_by_role("slider").fill(str(len(frames) - 1))
    last = frames[-1]["view"]
    ranked = sorted(last["teams"], key=lambda team: (team["rank"], team["team"]))
    for row, team in zip(scores.locator("tbody tr").all(), ranked, strict=True):
        keys = ("tiles", "pois", "structures", "levels", "defeated", "lost", "ships", "attack", "defense")
        expect(row.get_by_role("cell").last).to_have_text(str(team["defense"]))
        assert row.get_by_role("cell").all_inner_texts()[-9:] == [str(team[key]) for key in keys]
    members = page.get_by_role("region", name=re.compile("^Members of"))
    expect(members).to_have_count(2)
    expect(members.first.locator("tbody tr")).to_have_count(3)
    expect(members.first).to_contain_text("Vice-leader")
    page.get_by_text("Statistics, Badges").first.click()
    team = ranked[0]["team"]
    mates = [player for player in last["players"] if player["team"] == team]
    stats = page.get_by_role("region", name=re.compile("^Statistics of team")).first
    captured = stats.get_by_role("row").filter(has_text=re.compile("^Tiles captured"))
    assert captured.get_by_role("cell").all_inner_texts()[1:] == [f"{one['stats']['captured']:g}" for one in mates]
    for one in mates:
        names = [badge.replace("_", " ").title() for badge in one["badges"]]
        expect(
            page.get_by_role("definition").filter(has_text=" \u00b7 ".join(names) or "none yet").first
        ).to_be_attached()
    assert view["turn"] > 1
    assert violations(page) == []


@pytest.mark.rule("BOI-088", "BOI-094", "BOI-271")
def test_who_watches_sees_the_map_the_scoreboard_and_what_is_chosen_in_german_too(visitor, member):
    host = member("captain")
    settings = {"map": everything(), "turn_limit": 12, "turn_seconds": 600, "ap_start": 12}
    key = host.match("random", game="boidvoid", preset="standard", clock="own", seed=3, settings=settings)
    page = visitor(f"/match/{key}?lang=de", width=1400, height=1000, language="de")
    expect(page.get_by_role("application")).to_have_accessible_name(re.compile("^Zug 1 von 12: .* hält 8 Felder"))
    scores = page.get_by_role("region", name="Punktetafel")
    expect(scores.locator("tbody tr")).to_have_count(2)
    expect(scores).to_contain_text(host.name)
    settle(page, boards.LEAST_PX)
    view = {"tiles": [{"x": x, "y": y} for y in range(9) for x in range(13) if (x, y) not in ((0, 0), (12, 0))]}
    board = BoidvoidBoard(page, view)
    board.click(1, 4)
    chosen = page.locator("section").filter(has=page.get_by_role("heading", name="Gewählt")).last
    expect(chosen).to_contain_text(f"Mutterschiff von {host.name}")
    expect(chosen).to_contain_text("300 von 300")
    board.click(6, 5)
    expect(chosen).to_contain_text("Weltraumpirat")
    page.keyboard.press("Escape")
    expect(chosen).to_contain_text("Klick auf ein Feld")


@pytest.mark.rule("BOI-017", "BOI-271")
def test_a_replay_of_crews_names_and_colours_teams_and_not_seats(visitor, member, site):
    """Four seats in two teams are two sides: in the title, beside the board, and where the turn is told."""
    host = member("captain")
    bots = {"1": "random", "2": "raider", "3": "random", "4": "raider"}
    settings = {"map": everything(), "turn_limit": 5, "teams": 2, "ships_per_team": 2}
    options = {"game": "boidvoid", "preset": "crew", "seats": 4, "clock": "bot", "seed": 3, "settings": settings}
    key = host.table(seat=0, bots=bots, start=True, **options)["match"]
    site.finished(key)
    names = [seat["name"] for seat in site.get(f"/api/matches/{key}")["seats"]]
    teams = [one["team"] for one in site.frames(key)[0]["view"]["players"]]
    sides = [[name for name, team in zip(names, teams, strict=True) if team == side] for side in (1, 2)]
    page = visitor(f"/replay/{key}", width=1400, height=1000)
    title = " vs ".join(" + ".join(side) for side in sides)
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    players = page.get_by_role("list", name="Players").get_by_role("listitem")
    expect(players).to_have_count(2)
    for n, side in enumerate(sides):
        expect(players.nth(n)).to_contain_text(f"Team {n + 1}")
        for name in side:
            expect(players.nth(n)).to_contain_text(name)
    expect(page.get_by_role("slider")).to_have_attribute("aria-valuetext", re.compile(r"Team 1 \d+, Team 2 \d+$"))


def test_the_help_page_shows_every_kind_of_tile_and_building(visitor):
    page = visitor("/games/boidvoid", width=1280, height=900)
    for heading in ("In short", "A turn", "Tiles", "A combat, step by step", "Scoring", "What is what on the map"):
        expect(page.get_by_role("heading", name=heading, exact=True).first).to_be_visible()
    tiles = page.locator("#tiles")
    for word in ("Asteroid field", "Conduit", "Black hole", "Wormhole entry", "Dyson sphere ruins"):
        expect(tiles).to_contain_text(word)
    expect(tiles.locator("canvas")).to_have_count(len(TYPES) + len(OBSTACLES) + len(POIS))
    expect(page.locator("#builds")).to_contain_text("Bastion")
    expect(page.locator("#turn")).to_contain_text("A clear tile costs 3.")
    pictures = page.locator("#legend canvas")
    expect(pictures).to_have_count(10)
    german = visitor("/games/boidvoid?lang=de", language="de", width=390, height=844)
    expect(german.locator("#tiles")).to_contain_text("Asteroidenfeld")
    assert german.evaluate("document.documentElement.scrollWidth <= innerWidth")
