"""The picture of a Dungeon match: the map by gravity, what lies on it, fog and memory, and a round as it moves."""

import re

import pytest
from playwright.sync_api import expect
from tests.games.dungeon.web.board import GLYPH, ROW, THEMES, DungeonBoard, robots_of
from tests.web.board import drawn, off, rgb, scrub, settle
from tests.web.downloads import film_of, open_offline
from tests.web.site import violations

pytestmark = pytest.mark.slow
LOOKS = [  # every theme and every width; all pairs of them in the long run
    ("dark", 1280), ("light", 390), pytest.param("dark", 390, marks=pytest.mark.long),
    pytest.param("light", 1280, marks=pytest.mark.long),
]  # fmt: skip
KINDS = ("coal", "iron", "gem", "gold", "platin")


@pytest.fixture(scope="module")
def quest(site):
    """A finished match of three bots, and its frames as everybody and as the first seat saw it."""
    member = site.member("explorer")
    table = {
        "options": {
            "game": "dungeon", "seats": 3, "clock": "bot", "listed": False, "seed": 11,
            "settings": {"max_rounds": 40, "start_money": 1500, "start_robots": 3, "desert_factor": 2},
        },
        "seat": 0,
        "bots": {"1": "miner", "2": "warlord", "3": "random"},
        "start": True,
    }  # fmt: skip
    key = member.post("/api/tables", table)["match"]
    site.finished(key)
    member.close()
    seen = {seat: site.get(f"/api/matches/{key}/frames?seat={seat}")["frames"] for seat in (0, 1)}
    return key, seen


def seeing(visit, quest):
    """Opens the replay of the match at a frame, as everybody or as a seat saw it."""

    def open_at(at=-1, *, seat=0, theme="dark", language="en", width=1500, height=1000, **options):
        key, seen = quest
        frames = seen[seat]
        at %= len(frames)
        page = visit("", width=width, height=height, theme=theme, language=language, **options)
        page.goto(f"/replay/{key}?round={frames[at]['round']}&seat={seat}&theme={theme}&lang={language}")
        expect(page.get_by_role("application")).to_be_visible()
        page.evaluate("document.fonts.ready")
        return turned(page, frames, at, theme, language)

    return open_at


def turned(page, frames, at, theme="dark", language="en"):
    """The board once it shows this frame."""
    at %= len(frames)
    scrub(page, at)
    settle(page)
    return DungeonBoard(page, frames[at]["view"], theme, language)


@pytest.fixture
def see(visitor, quest):
    return seeing(visitor, quest)


@pytest.fixture(scope="module")
def still(visitors, quest):
    """Takes pictures of the replay, each once for all tests of this file: the board, what was on it, and what was said
    of it."""
    taken = {}

    def take(at, *, seat=0, theme="dark", language="en"):
        which = at, seat, theme, language
        if which not in taken:
            with visitors.visitor() as visit:
                board = seeing(visit, quest)(at, seat=seat, theme=theme, language=language)
                taken[which] = board, board.pixels(), board.element.get_attribute("aria-label")
        return taken[which]

    return take


def remembered(view: dict) -> list[dict]:
    """Planets without robots on which something was seen to lie, more than two rounds ago."""
    taken, now = robots_of(view), view["round"]
    return [p for p in view["planets"] if p["id"] not in taken and p["resource"] and now - p["as_of"] > 2]


# The map


@pytest.mark.rule("DUN-186")
@pytest.mark.parametrize("theme", THEMES)
def test_planets_are_green_yellow_and_orange_squares_with_gaps_between(still, theme):
    board, picture, _ = still(20, theme=theme)
    planets = board.view["planets"]
    for planet in board.empty():
        assert board.gravity_at(picture, board.bare(planet)) == planet["gravity"], planet
    assert {planet["gravity"] for planet in board.empty()} == {1, 2, 3}
    # green is greenest, orange reddest, yellow has as much of one as of the other
    (_, *_), (red, green, _), (orange, less, _) = (rgb(colour) for colour in board.colours["gravity"])
    assert rgb(board.colours["gravity"][0])[1] > rgb(board.colours["gravity"][0])[0]
    assert abs(red - green) < orange - less
    side = board.view["side"]
    there = {(planet["x"], planet["y"]) for planet in planets}
    gaps = [(x, y) for x in range(side) for y in range(side) if (x, y) not in there]
    assert gaps
    for x, y in gaps:
        assert board.gravity_at(picture, board.cell(x, y, -0.325, -0.12)) == 0

    # a line leads to a neighbour, none to a gap
    def between(planet, dx):
        return picture.at(*board.spot(planet, 0.44 * dx))

    linked = next(planet for planet in planets if "EAST" in planet["neighbours"])
    alone = next(planet for planet in planets if "EAST" not in planet["neighbours"] and planet["x"] < side - 1)
    ground = rgb(board.colours["bg"])
    assert off(between(linked, 1), ground) > off(between(alone, 1), ground) + 30


@pytest.mark.rule("DUN-186")
@pytest.mark.parametrize("theme", THEMES)
def test_station_and_minerals_have_signs_of_different_forms(still, theme):
    board, picture, _ = still(20, theme=theme)
    forms = {"station": board.sign(picture, board.free(lambda planet: planet["station"]))}
    for kind in KINDS:
        forms[kind] = board.sign(picture, board.free(lambda planet, kind=kind: planet["resource"] == kind))
    nothing = board.sign(picture, board.free(lambda planet: not planet["station"] and planet["resource"] is None))
    assert not nothing
    for name, form in forms.items():
        assert len(form) > 20, name
        for other, its in forms.items():
            if other > name:
                assert len(form ^ its) > 0.3 * len(form | its), (name, other)


@pytest.mark.rule("DUN-186")
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_legend_explains_colours_and_signs_beside_the_map(still, language):
    board, picture, _ = still(20, language=language)
    assert board.beside
    x, top = board.legend
    for n in range(3):
        assert board.gravity_at(picture, (x, top + (n + 0.5) * ROW + 2)) == n + 1
    ink = rgb(board.colours["ink"])
    for n in range(3, 9):
        y = top + (n + 0.5) * ROW
        sign = [picture.at(x + dx / 2, y + dy / 2) for dx in range(-12, 13) for dy in range(-12, 13)]
        assert min(off(spot, ink) for spot in sign) < 60, n
        text = [picture.at(x + GLYPH + 8 + dx, y + dy) for dx in range(30) for dy in range(-4, 5)]
        assert min(off(spot, ink) for spot in text) < 130, n


@pytest.mark.rule("DUN-186")
def test_a_narrow_board_has_the_legend_below_and_the_map_is_still_whole(see):
    narrow = see(20, language="de", width=640, height=1000)
    assert not narrow.beside
    picture = narrow.pixels()
    for planet in narrow.empty()[::5]:
        assert narrow.gravity_at(picture, narrow.bare(planet), 24) == planet["gravity"]


@pytest.mark.rule("DUN-055", "DUN-026")
@pytest.mark.parametrize("theme", THEMES)
def test_robots_are_on_their_planets_in_the_colours_of_their_owners(see, quest, theme):
    page = see(0, theme=theme).page
    for at in (0, 15, -1):
        board = turned(page, quest[1][0], at, theme)
        picture = board.pixels()
        places = {planet["id"]: planet for planet in board.view["planets"]}
        robots = board.robots()
        for planet, seats in robots.items():
            assert board.seats_near(picture, places[planet]) >= set(seats), (at, planet)
        empty = [planet for planet in board.view["planets"] if planet["id"] not in robots and not planet["station"]]
        for planet in empty[:20]:
            assert not board.seats_near(picture, planet, 20) & {1, 2}


# What a seat knows


@pytest.mark.rule("DUN-187", "DUN-039", "DUN-053")
@pytest.mark.parametrize("theme", THEMES)
def test_a_seats_map_has_only_what_it_knows_and_fog_elsewhere(still, quest, theme):
    board, picture, _ = still(12, seat=1, theme=theme)
    known = {(planet["x"], planet["y"]) for planet in board.view["planets"]}
    truth = [planet for planet in quest[1][0][12]["view"]["planets"] if (planet["x"], planet["y"]) not in known]
    assert len(truth) > 20
    fog = rgb(board.colours["fog"])
    for planet in truth:
        assert board.gravity_at(picture, board.bare(planet)) == 0
        # darker (by day: greyer) than the ground, as no place that is known
        assert off(picture.at(*board.spot(planet, 0.3, 0.3)), fog) < 40


@pytest.mark.rule("DUN-187", "DUN-041")
@pytest.mark.parametrize("theme", THEMES)
def test_planets_that_nobody_visited_are_muted(still, theme):
    board, picture, _ = still(12, seat=1, theme=theme)
    visited = [planet for planet in board.empty() if planet["visited"]]
    others = [planet for planet in board.empty() if not planet["visited"]]
    assert visited
    assert others
    for planet in visited:
        assert board.gravity_at(picture, board.bare(planet)) == planet["gravity"]
    ground = rgb(board.colours["bg"])
    for planet in others:
        seen = picture.at(*board.bare(planet))
        full = rgb(board.colours["gravity"][planet["gravity"] - 1])
        assert board.gravity_at(picture, board.bare(planet)) == 0
        assert 4 < off(seen, ground) < off(full, ground)


@pytest.mark.rule("DUN-187", "DUN-044", "DUN-041")
def test_cards_say_what_is_remembered_and_since_when(see, quest):
    # bots think by time, so which frame remembers something old is not the same in every run
    frames = quest[1][1]
    board = see(max(at for at, frame in enumerate(frames) if remembered(frame["view"])), seat=1)
    page, now = board.page, board.view["round"]
    old = remembered(board.view)[0]
    board.hover(old)
    card = page.locator(".card")
    expect(card).to_contain_text(f"Planet {old['x']}·{old['y']}")
    expect(card).to_contain_text({"coal": "Coal", "iron": "Iron", "gem": "Gem"}.get(old["resource"], ""))
    ago = now - old["as_of"] - 1
    expect(card).to_contain_text(re.compile(rf"round {old['as_of']}, {ago} rounds? ago"))
    unknown = next(planet for planet in board.view["planets"] if not planet["visited"])
    board.hover(unknown)
    expect(card).to_contain_text("what lies on it is not known")
    # and the number of rounds stands on the planet
    picture = board.pixels()
    aged = [picture.at(*board.spot(old, 0.1 + dx / 100, -0.30 + dy / 100)) for dx in range(26) for dy in range(12)]
    fresh = board.free(lambda planet: planet["visited"] and not planet["resource"] and not planet["station"])
    plain = [picture.at(*board.spot(fresh, 0.1 + dx / 100, -0.30 + dy / 100)) for dx in range(26) for dy in range(12)]
    assert len(set(aged)) > 3 * len(set(plain))


@pytest.mark.rule("DUN-055")
def test_a_replay_can_be_seen_as_a_player_saw_it_and_as_it_was(see, quest):
    board = see(12)
    page = board.page
    whole = quest[1][0][12]["view"]["planets"]
    expect(board.element).to_have_accessible_name(re.compile(rf"The map has {len(whole)} planets"))
    page.get_by_label("Seen by").select_option("miner")
    mine = quest[1][1][12]["view"]["planets"]
    visited = sum(planet["visited"] for planet in mine)
    name = re.compile(rf"{len(mine)} planets are known, {visited} of them visited")
    expect(board.element).to_have_accessible_name(name)


# Nearer


def test_the_map_comes_nearer_by_wheel_buttons_and_keys_and_cards_follow(see):
    board = see(20)
    page = board.page
    target = board.free(lambda planet: planet["resource"] == "platin")
    before = board.pixels()
    board.hover(target, dy=0)
    x, y = board.spot(target)
    for _ in range(6):
        page.mouse.wheel(0, -120)
        drawn(page)
    nearer = board.pixels()
    # what is under the pointer stays there, and is larger
    expect(page.locator(".card")).to_contain_text("Platin")
    square = board.colours["gravity"][target["gravity"] - 1]
    far = board.c * 0.8
    assert off(nearer.at(x - far, y - 0.2 * far), rgb(square)) < 20
    assert off(before.at(x - far, y - 0.2 * far), rgb(square)) >= 20 or before._data != nearer._data
    # dragged
    page.mouse.down()
    page.mouse.move(board.left + x + 90, board.top + y + 40, steps=4)
    page.mouse.up()
    page.mouse.move(board.left + x + 90, board.top + y + 41)
    expect(page.locator(".card")).to_contain_text("Platin")
    page.get_by_role("button", name="The whole board").click()
    board.hover(target)
    expect(page.locator(".card")).to_contain_text("Platin")
    board.element.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("+")
    page.keyboard.press("+")
    expect(page.get_by_role("button", name="Farther")).to_be_enabled()
    for _ in range(12):
        page.keyboard.press("ArrowRight")
    # the cursor went to the edge of the map and the map went with it: its card is still shown
    expect(page.locator(".card")).to_contain_text(re.compile(r"Planet|Space station"))
    page.keyboard.press("*")
    expect(page.get_by_role("button", name="Farther")).to_be_disabled()


# The round


@pytest.mark.rule("DUN-119")
def test_phases_of_a_round_are_told_and_lead_to_their_moment(see, quest):
    frames = quest[1][0]
    at = next(n for n, one in enumerate(frames) if {e["phase"] for e in one["events"]} >= {2, 4, 8, 9})
    board = see(at)
    page = board.page
    panel = page.locator("section.panel").filter(has=page.get_by_role("heading", name="The round, phase by phase"))
    expect(panel).to_contain_text("End of the round")
    still = board.pixels()
    for phase, name in ((4, "Moving"), (8, "Mining")):
        panel.get_by_role("button", name=re.compile(rf"^{phase} {name} ?, \d+ events?$")).click()
        expect(panel.locator("header")).to_contain_text(f"{phase} · {name}")
        drawn(page)
        assert board.pixels()._data != still._data
    moves = [e for e in frames[at]["events"] if e["type"] == "movement" and e["success"]]
    listed = panel.get_by_role("region", name="The round, phase by phase")
    shown = listed.get_by_role("listitem").filter(has_text=re.compile(r"moves from|comes out of a wormhole"))
    expect(shown).to_have_count(len(moves))
    # of one player alone
    seat = moves[0]["seat"]
    name = ["miner", "warlord", "random"][seat - 1]
    panel.get_by_label("Show").select_option(name)
    expect(shown).to_have_count(sum(e["seat"] == seat for e in moves))
    for other in {"miner", "warlord", "random"} - {name}:
        expect(listed.locator("b", has_text=re.compile(f"^{other}$"))).to_have_count(0)


@pytest.mark.rule("DUN-055", "DUN-119")
def test_a_round_plays_and_can_be_stopped_in_its_middle(see):
    board = see(10)
    page = board.page
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("slider")).not_to_have_value("10", timeout=60000)
    page.get_by_role("button", name="Pause").click()
    header = page.locator("section.panel header").filter(has_text="The round, phase by phase")
    expect(header).to_be_visible()


# Figures


@pytest.mark.rule("DUN-162", "DUN-170", "DUN-171", "DUN-172")
def test_the_scoreboard_has_all_five_categories_the_best_first(see):
    board = see()
    page = board.page
    table = page.get_by_role("table").filter(has=page.get_by_role("columnheader", name="Fighting"))
    heads = [text.lower() for text in table.get_by_role("columnheader").all_inner_texts()]
    assert heads[1:8] == ["total", "sum", "fighting", "mining", "travelling", "robots", "trading"]
    ranked = sorted(board.view["players"], key=lambda player: (player["place"], player["seat"]))
    rows = table.locator("tbody tr")
    for row, player in zip(rows.all(), ranked, strict=True):
        cells = [text.replace(",", "") for text in row.get_by_role("cell").all_inner_texts()]
        assert player["name"] in cells[0]
        assert cells[1:3] == [f"{player['total']:.1f}", str(player["sum"])]
        categories = ("fighting", "mining", "movement", "robot", "trading")
        assert cells[3:8] == [str(player["scores"][key]) for key in categories]


@pytest.mark.rule("DUN-146", "DUN-183")
def test_the_market_has_the_prices_of_the_round_and_lines_over_the_rounds_before(see, quest):
    board = see(30)
    page = board.page
    panel = page.locator("section.panel").filter(has=page.get_by_role("heading", name="Market", exact=True))
    market = board.view["market"]
    for name, price in (
        ("Coal", market["resources"]["coal"]),
        ("Platin", market["resources"]["platin"]),
        ("Robot", market["articles"]["ROBOT"]),
        ("Nuke", market["articles"]["NUKE"]),
    ):
        row = panel.get_by_role("row", name=re.compile(f"^{name} "))
        assert row.get_by_role("cell").last.inner_text().replace(",", "") == str(price)
        expect(row.locator("svg")).to_have_count(1)
    panel.get_by_text("Upgrades").click()
    expect(panel.get_by_role("row", name=re.compile("^Storage 5 "))).to_be_visible()


# For everybody, everywhere


def test_the_picture_is_said_in_words_in_both_languages(still, quest):
    view = quest[1][0][20]["view"]
    best = min(view["players"], key=lambda player: player["place"])
    robots = next(len(own["robots"]) for own in view["all"] if own["seat"] == best["seat"])
    _, _, said = still(20)
    assert said.startswith(f"Round {view['round']} of 40: {best['name']} has {best['sum']:,} points")
    assert re.search(rf"{robots} robots?", said)
    _, _, german = still(20, language="de")
    assert german.startswith(
        f"Runde {view['round']} von 40: {best['name']} hat {best['sum']:,} Punkte".replace(",", ".")
    )


@pytest.mark.parametrize(("theme", "width"), LOOKS)
def test_nothing_is_wrong_for_those_who_need_help(see, theme, width):
    board = see(20, theme=theme, width=width, height=900)
    assert violations(board.page) == []
    wide = board.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0


def test_who_wants_no_motion_sees_phases_without_gliding(see):
    board = see(10, reduced_motion="reduce")
    page = board.page
    panel = page.locator("section.panel").filter(has=page.get_by_role("heading", name="The round, phase by phase"))
    panel.get_by_role("button", name=re.compile("^4 Moving ?, ")).click()
    expect(panel.locator("header")).to_contain_text("4 · Moving")
    drawn(page)
    first = board.pixels()
    for _ in range(10):
        drawn(page)
    assert board.pixels()._data == first._data


def test_film_page_and_frame_of_a_match_can_be_taken_away(see, visitor, quest, tmp_path):
    key, seen = quest
    board = see(5, width=1280)
    page = board.page
    alone = open_offline(page, visitor, tmp_path, seen[0][20]["round"])
    expect(alone.get_by_role("application")).to_have_accessible_name(re.compile(r"^Round \d+ of 40: "))
    expect(alone.get_by_role("heading", name="Market", exact=True)).to_be_visible()
    shown = DungeonBoard(alone, seen[0][20]["view"])
    picture = shown.pixels()
    for planet in shown.empty()[::7]:
        assert shown.gravity_at(picture, shown.bare(planet)) == planet["gravity"]

    wide, pictures = film_of(page, tmp_path, seen[0][5]["round"], seen[0][7]["round"])
    assert wide == 400
    assert pictures > 5

    frame = visitor(f"/embed/match/{key}", width=500, height=420)
    expect(frame.locator("canvas").first).to_be_visible()
