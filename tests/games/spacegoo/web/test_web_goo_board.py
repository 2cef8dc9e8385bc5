"""The picture of a Spacegoo match: what GOO-112 wants to be seen on it, read back from its pixels and its texts."""

import math
import re
from itertools import pairwise
from random import Random

import pytest
from playwright.sync_api import expect
from tests.games.spacegoo.web.board import Board
from tests.games.spacegoo.web.maps import LAST_STAND, SHOW, SHOW_LANES
from tests.games.spacegoo.web.positions import as_map, full_view
from tests.scale import run_seed
from tests.web.board import drawn, off, rgb
from tests.web.site import PATIENCE_S

pytestmark = pytest.mark.slow

THEMES = {
    "dark": {0: "#141a23", 1: "#74b2e6", 2: "#e0350f", "ground": "#0d1117"},
    "light": {0: "#ede9df", 1: "#0488d3", 2: "#a61c0c", "ground": "#f6f3ec"},
}
NOTE_TEXTS = """
window.drawn = [];
const fillText = CanvasRenderingContext2D.prototype.fillText;
CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
    if (this.canvas.closest('[role=application]')) window.drawn.push({text, x, y});
    return fillText.apply(this, arguments);
};
"""


@pytest.fixture(scope="module")
def show(site):
    """A finished match whose first round is a known picture."""
    member = site.member("painter")
    key = member.match("random", "random", clock="bot", settings={"map": SHOW, "max_rounds": 44})
    site.finished(key)
    member.close()
    return key, site.frames(key)


@pytest.fixture(scope="module")
def gallery(browser, site):
    """A page that notes what is written on its board, and the troubles it had."""
    context = browser.new_context(
        viewport={"width": 1600, "height": 1200}, locale="en", color_scheme="dark", base_url=site.address
    )
    context.set_default_timeout(PATIENCE_S * 1000)
    page, troubles = context.new_page(), []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("console", lambda said: troubles.append(said.text) if said.type == "error" else None)
    page.add_init_script(NOTE_TEXTS)
    yield page, troubles
    context.close()


@pytest.fixture
def see(gallery):
    page, troubles = gallery
    troubles.clear()

    def open_at(key, frames, at=0, theme="dark"):
        page.mouse.move(0, 0)
        page.goto(f"/replay/{key}?round={frames[at]['round']}&theme={theme}")
        board = page.get_by_role("application")
        expect(board).to_be_visible()
        page.wait_for_function("() => window.drawn.length > 0")
        return Board(page, frames[at]["view"])

    yield open_at
    assert not troubles, "the page complained:\n" + "\n".join(troubles)


@pytest.mark.rule("GOO-112")
@pytest.mark.parametrize("theme", THEMES)
def test_planets_lie_where_the_map_has_them_in_the_tint_of_their_owner(show, see, theme):
    colours = THEMES[theme]
    board = see(*show, theme=theme)
    picture = board.pixels()
    for planet in board.view["planets"]:
        (x, y), r = board.at[planet["id"]], board.r[planet["id"]]
        own = rgb(colours[planet["owner_id"]])
        inside = [picture.at(x + r * dx, y + r * dy) for dx, dy in ((-0.55, 0.6), (0.55, 0.6), (0, 0.8))]
        for colour in inside:
            others = [off(colour, rgb(colours[owner])) for owner in range(3) if owner != planet["owner_id"]]
            assert off(colour, own) < min(60, *others), planet
        assert off(picture.at(x - (r + 2) * 0.7, y + (r + 2) * 0.7), rgb(colours["ground"])) < 30, planet


@pytest.mark.rule("GOO-112")
def test_the_size_of_a_planet_follows_its_production(show, see):
    board = see(*show)
    picture = board.pixels()
    measured = {}
    for planet in board.view["planets"]:
        (x, y), own = board.at[planet["id"]], rgb(THEMES["dark"][planet["owner_id"]])
        if planet["owner_id"]:
            # beyond the number inside, up to the dark edge around it
            way = next(n / 4 for n in range(64, 400) if off(at_angle(picture, x, y, n / 4), own) > 75)
            measured[sum(planet["production"])] = way
            assert way == pytest.approx(board.radius(sum(planet["production"])), abs=1.5)
    assert sorted(measured) == sorted(measured, key=measured.get) == [1, 3, 8, 20]
    assert measured[20] > 1.25 * measured[3]


def at_angle(picture, x, y, far):
    """To the left below: neither bars nor marks are there."""
    return picture.at(x - far * math.sqrt(0.5), y + far * math.sqrt(0.5))


KINDS = {"dark": ["#f6f3ee", "#e6a700", "#2c8378"], "light": ["#1c1c22", "#c8721c", "#1f7a76"]}


@pytest.mark.rule("GOO-112")
@pytest.mark.parametrize("theme", THEMES)
def test_columns_tell_ships_by_kind_on_a_logarithmic_scale_and_production_below_them(show, see, theme):
    board = see(*show, theme=theme)
    picture = board.pixels()
    up, _ = columns(board, picture, 1, theme)  # 3, 27 and 195 ships: each seven times the one before, and one more
    assert up[0] > 0
    assert up[1] - up[0] == pytest.approx(up[2] - up[1], abs=1.1)
    assert up[2] - up[1] > 2
    up, down = columns(board, picture, 2, theme)  # ships 300, 0, 3, production 9, 9, 2
    assert up[0] > 2 * up[2] > 0 == up[1]
    assert down[0] == down[1] > down[2] > 0
    _, down = columns(board, picture, 1, theme)  # production 3, 0, 0
    assert down[0] > 0 == down[1] == down[2]


def columns(board, picture, planet, theme):
    """The heights of the columns that stand on the three signs below a planet, and of those that hang from them."""
    (x, y), r = board.at[planet], board.r[planet]
    sign, high, deep, pitch = max(2.8, r * 0.2), max(7, r * 0.66), max(4.5, r * 0.42), max(6.6, r * 0.48)
    row = y + r + 4 + high + 1.5 + sign
    up, down = [], []
    for kind, colour in enumerate(KINDS[theme]):
        middle = x + (kind - 1) * pitch
        above = [picture.at(middle, row - sign - 2 - n) for n in range(math.ceil(high) + 3)]
        below = [picture.at(middle, row + sign + 3 + n) for n in range(int(deep) - 1)]
        up.append(sum(off(one, rgb(colour)) < 40 for one in above))
        down.append(sum(off(one, rgb(colour)) < 40 for one in below))
    return up, down


@pytest.mark.rule("GOO-112")
def test_every_kind_has_its_shape_wherever_it_is_drawn(show, see):
    """A rocket is narrow at the top, paper as wide there as below, goo has a hole; on planets and behind fleets."""
    board = see(*show)
    picture = board.pixels()
    (x, y), r = board.at[1], board.r[1]
    sign = r * 0.2
    row = y + r + 4 + r * 0.66 + 1.5 + sign
    shapes = [shape(picture, x + (kind - 1) * r * 0.48, row, sign, rgb(KINDS["dark"][kind])) for kind in range(3)]
    top, middle, bottom, hole = zip(*shapes, strict=True)
    assert bottom[0] > 1.3 * top[0]  # the rocket
    assert middle[1] > 1.6 * sign  # the paper
    assert hole == (False, False, True)
    dart = board.dart(board.view["fleets"][1])  # 300, 100 and 100
    behind = [(dart.x - math.cos(dart.angle) * n / 2, dart.y - math.sin(dart.angle) * n / 2) for n in range(200)]
    seen = [kind for spot in behind for kind in range(3) if off(picture.at(*spot), rgb(KINDS["dark"][kind])) < 30]
    assert [kind for n, kind in enumerate(seen) if n == 0 or seen[n - 1] != kind] == [0, 1, 2]


def shape(picture, x, y, r, colour):
    """How wide it is at the top, in the middle and below, in px, and whether it has a hole."""

    def wide(high):
        return sum(off(picture.at(x + n / 4, y + high * r), colour) < 60 for n in range(-60, 61)) / 4

    return wide(-0.5), wide(0.1), wide(0.4), off(picture.at(x, y), colour) > 60


@pytest.mark.rule("GOO-112")
def test_numbers_stand_at_every_planet_ships_and_production_by_kind_and_the_rounds_it_can_produce(show, see):
    board = see(*show)
    drawn = board.page.evaluate("window.drawn")
    for planet in board.view["planets"]:
        (x, y), r = board.at[planet["id"]], board.r[planet["id"]]
        near = [text for text in drawn if math.dist((text["x"], text["y"]), (x, y)) < r * 4.5]
        inside = [text["text"] for text in near if math.dist((text["x"], text["y"]), (x, y)) < r / 3]
        assert set(inside) == {str(sum(planet["ships"]))}
        beside = {text["text"] for text in near}
        assert str(planet["production_rounds_left"]) in beside
        assert {str(n) for n in planet["ships"] if n} <= beside
        assert {f"+{n}" for n in planet["production"] if n} <= beside


@pytest.mark.rule("GOO-112")
@pytest.mark.parametrize("theme", THEMES)
def test_lanes_are_dashed_lines_and_only_lanes_are_drawn(show, see, theme):
    board = see(*show, theme=theme)
    picture = board.pixels()
    for a, b in SHOW_LANES:
        assert dashes(board, picture, a, b) > 9, (a, b)
    for a, b in ((1, 4), (2, 3)):
        assert dashes(board, picture, a, b) < 6, (a, b)


def dashes(board, picture, a, b):
    """How often a line between two planets begins anew, where nothing else is drawn over it."""
    (ax, ay), (bx, by) = board.at[a], board.at[b]
    way, angle = math.dist((ax, ay), (bx, by)), math.atan2(by - ay, bx - ax)
    cos, sin = math.cos(angle), math.sin(angle)

    def stands_out(far):
        here = [picture.at(ax + cos * far - sin * side, ay + sin * far + cos * side) for side in (-1, 0, 1)]
        ground = [picture.at(ax + cos * far - sin * side, ay + sin * far + cos * side) for side in (-5, 5)]
        return max(min(off(colour, other) for other in ground) for colour in here) > 9

    quiet = range(int(way * 0.35), int(way * 0.62))
    line = [stands_out(far) for far in quiet]
    return sum(now and not before for before, now in pairwise(line))


@pytest.mark.rule("GOO-112")
@pytest.mark.parametrize("at", [0, 1])
def test_fleets_are_arrows_sized_by_their_ships_at_their_share_of_the_way(show, see, at):
    key, frames = show
    board = see(key, frames, at)
    picture = board.pixels()
    ground = rgb(THEMES["dark"]["ground"])
    sizes = {}
    for fleet in board.view["fleets"]:
        if fleet["id"] > 2:
            continue  # what the bots have sent meanwhile
        dart, own = board.dart(fleet), rgb(THEMES["dark"][fleet["owner_id"]])
        cos, sin = math.cos(dart.angle), math.sin(dart.angle)
        ahead = [picture.at(dart.x + cos * n / 2, dart.y + sin * n / 2) for n in range(120)]
        assert off(ahead[0], own) < 10, fleet
        tip = next(n for n, colour in enumerate(ahead) if off(colour, own) > off(colour, ground)) / 2
        assert tip == pytest.approx(dart.r, abs=3), fleet  # a round is 15 px or more, and the tip is thin
        sizes[sum(fleet["ships"])] = tip
        texts = board.page.evaluate("window.drawn")
        close = {t["text"] for t in texts if math.dist((t["x"], t["y"]), (dart.x, dart.y)) < 6 * dart.r + 30}
        assert {str(n) for n in fleet["ships"] if n} <= close
    assert sorted(sizes) == sorted(sizes, key=sizes.get) == [5, 30, 500]


@pytest.mark.rule("GOO-112")
def test_the_board_says_in_words_what_it_shows(show, see):
    board = see(*show)
    expect(board.element).to_have_accessible_name(
        "Round 40 of 44: random holds 2 planets and 281 ships, random 2 holds 2 planets and 983 ships. "
        "One planet is neutral."
    )
    board.hover(1)
    for text in ("Planet 1 · random", "3 27 195", "3 0 0", "57"):
        expect(board.element.get_by_text(text, exact=True)).to_be_visible()
    dart = board.dart(board.view["fleets"][1])
    board.page.mouse.move(board.left + dart.x, board.top + dart.y)
    for text in ("Fleet · random 2", "300 100 100", "2 → 0", "47 (50 %)"):
        expect(board.element.get_by_text(text, exact=True)).to_be_visible()


@pytest.mark.rule("GOO-112")
def test_at_the_end_the_winner_or_a_draw_is_written_across_the_board(show, see, site, member):
    key, frames = show
    board = see(key, frames, -1)
    assert "draw!" in texts(board)
    expect(board.element).to_have_accessible_name(re.compile(r"The match is a draw\.$"))

    key = member().match("greedy", "random", settings={"map": LAST_STAND, "max_rounds": 20}, clock="bot")
    frames = site.finished(key) and site.frames(key)
    assert frames[-1]["view"]["winner"] == 1
    board = see(key, frames, -1)
    assert "greedy" in texts(board)
    assert "draw!" not in texts(board)
    board = see(key, frames, 0)
    assert "greedy" not in texts(board)


def texts(board):
    return {text["text"] for text in board.page.evaluate("window.drawn")}


@pytest.fixture(scope="module")
def crowd(site):
    """A match that begins with 21 planets and 40 fleets."""
    member = site.member("crowd")
    at_start = as_map(full_view(Random(run_seed())))
    key = member.match("random", "random", clock="bot", settings={"map": at_start, "max_rounds": 42})
    site.finished(key)
    member.close()
    return key


def touch(page, *moments):
    """Fingers on the board, at shares of it, one list of places after the other."""
    box = page.get_by_role("application").bounding_box()
    hands = page.context.new_cdp_session(page)
    for n, fingers in enumerate(moments):
        points = [
            {"x": box["x"] + x * box["width"], "y": box["y"] + y * box["height"], "id": at}
            for at, (x, y) in enumerate(fingers)
        ]
        hands.send("Input.dispatchTouchEvent", {"type": "touchMove" if n else "touchStart", "touchPoints": points})
    hands.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    hands.detach()


@pytest.mark.rule("GOO-112")
def test_a_full_board_is_seen_nearer_and_moved_by_wheel_mouse_fingers_and_keys(visitor, crowd):
    page = visitor(f"/replay/{crowd}?round=40", width=390, height=844, has_touch=True)
    board = page.get_by_role("application")
    expect(board).to_be_visible()
    nearer, farther, whole = (
        page.get_by_role("button", name=name) for name in ("Nearer", "Farther", "The whole board")
    )
    expect(whole).to_be_disabled()  # all is seen
    seen = [shot(page)]

    def changed():
        seen.append(shot(page))
        assert seen[-1] != seen[-2]

    board.hover(position={"x": 200, "y": 100})
    page.mouse.wheel(0, -300)
    changed()
    page.mouse.down()
    page.mouse.move(280, 500, steps=4)
    page.mouse.up()
    changed()
    whole.click()
    expect(whole).to_be_disabled()
    page.mouse.move(0, 0)
    assert shot(page) == seen[0]
    touch(page, [(0.4, 0.5), (0.6, 0.5)], [(0.4, 0.5), (0.9, 0.5)])
    changed()
    expect(farther).to_be_enabled()
    touch(page, [(0.5, 0.5)], [(0.6, 0.55)], [(0.7, 0.6)])
    changed()
    board.focus()
    for key in ("+", "Shift+ArrowRight", "-", "*"):
        page.keyboard.press(key)
        changed()
    expect(whole).to_be_disabled()
    expect(nearer).to_be_enabled()


def shot(page):
    """The picture, once it is drawn."""
    drawn(page)
    return page.get_by_role("application").locator("canvas").evaluate("canvas => canvas.toDataURL()")
