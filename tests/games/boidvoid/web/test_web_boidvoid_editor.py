"""The map editor of BoidVoid in a browser: selecting, editing, symmetry, size, files, problems, trying, offering."""

import json
import math
import re

import pytest
from playwright.sync_api import expect
from tests.web.site import fresh, violations

from roundhouse.games.boidvoid import maps

pytestmark = pytest.mark.slow

EDIT = "/games/boidvoid/boards/edit"
GOOD = "This map can be played."
RIM = 0.4  # around the map in the editor, in sides of a tile


def plain(width=11, height=7, key="plain", homes=((1, 3), (9, 3)), **tiles):
    """A map file of clear tiles; others by their place, as `x3y4={"poi": ...}`, None for void."""
    made = []
    for y in range(height):
        for x in range(width):
            change = tiles.get(f"x{x}y{y}", {})
            if change is not None:
                made.append({"x": x, "y": y, "type": "clear"} | change)
    return {"key": key, "name": "Plain", "width": width, "height": height, "homes": homes, "tiles": made}


class Map:
    """The map on a page of the editor, by its tiles."""

    def __init__(self, page):
        self.page = page
        self.area = page.get_by_role("application")
        expect(self.area).to_be_visible()
        page.locator("summary", has_text="As text").click()
        self.text = page.get_by_role("textbox", name="As text")
        self.panel = page.get_by_role("region", name="Selected tiles")

    @property
    def file(self):
        return json.loads(self.text.input_value())

    def tile(self, x, y):
        found = [tile for tile in self.file["tiles"] if (tile["x"], tile["y"]) == (x, y)]
        return {key: value for key, value in found[0].items() if key not in "xy"} if found else None

    def point(self, x, y):
        file, box = self.file, self.area.bounding_box()
        wide = math.sqrt(3) * (file["width"] + 0.5) + 2 * RIM
        high = 1.5 * file["height"] + 0.5 + 2 * RIM
        side = min(box["width"] / wide, box["height"] / high)
        left = box["x"] + (box["width"] - wide * side) / 2
        top = box["y"] + (box["height"] - high * side) / 2
        across = math.sqrt(3) * (x + y % 2 / 2 + 0.5) + RIM
        return left + across * side, top + (1.5 * y + 1 + RIM) * side

    def click(self, x, y, *, add=False):
        self.area.scroll_into_view_if_needed()
        if add:
            self.page.keyboard.down("Shift")
        self.page.mouse.click(*self.point(x, y))
        if add:
            self.page.keyboard.up("Shift")

    def pull(self, first, last):
        """A frame around tiles."""
        self.area.scroll_into_view_if_needed()
        (x, y), (x2, y2) = self.point(*first), self.point(*last)
        self.page.mouse.move(x - 9, y - 9)
        self.page.mouse.down()
        self.page.mouse.move(x2 + 9, y2 + 9, steps=4)
        self.page.mouse.up()

    def selected(self, text):
        expect(self.panel.get_by_role("status")).to_have_text(text)

    def choose(self, label, option):
        self.panel.get_by_role("combobox", name=label).select_option(label=option)

    def press(self, name):
        self.page.get_by_role("button", name=name, exact=True).click()

    def symmetry(self, name):
        self.page.get_by_role("region", name="Symmetry").get_by_text(name, exact=True).click()

    def verdict(self, text):
        expect(self.page.get_by_role("region", name="Check")).to_contain_text(text)


def edit(visitor, file=None, symmetry="None", **options):
    """The editor with a map in it."""
    page = visitor(EDIT, width=1400, height=1100, **options)
    board = Map(page)
    board.text.fill(json.dumps(file or plain()))
    board.text.blur()
    board.verdict(GOOD)
    board.symmetry(symmetry)
    return board


@pytest.mark.rule("BOI-295", "BOI-044")
def test_tiles_are_selected_edited_and_removed(visitor):
    board = edit(visitor)
    board.selected("No tile is selected.")
    board.click(5, 3)
    board.selected("1 tile")
    board.panel.get_by_text("Nebula", exact=True).click()
    board.choose("Point of importance", "Alien artifact")
    board.choose("Non-playable character", "Space pirate")
    board.choose("Owner", "Team 2")
    assert board.tile(5, 3) == {"type": "nebula", "npc": "space_pirate", "poi": "alien_artifact", "captured": 1}
    # several: a frame, one more, one less; what differs is said
    board.pull((2, 0), (4, 1))
    board.selected("6 tiles")
    board.click(5, 3, add=True)
    board.selected("7 tiles")
    expect(board.panel.get_by_role("combobox", name="Owner")).to_have_value("*")
    board.click(2, 0, add=True)
    board.selected("6 tiles")
    board.choose("Obstacle", "Black hole")
    assert board.tile(5, 3) == {"type": "nebula", "obstacle": "black_hole"}  # an obstacle is alone
    assert [board.tile(*at) for at in ((3, 0), (2, 1), (4, 1))] == [{"type": "clear", "obstacle": "black_hole"}] * 3
    assert board.tile(2, 0) == {"type": "clear"}
    for what in ("Non-playable character", "Point of importance", "Owner"):
        expect(board.panel.get_by_role("combobox", name=what)).to_be_disabled()
    # all, none, those that are alike
    board.press("Select all")
    board.selected("77 tiles")
    board.press("Deselect")
    board.selected("No tile is selected.")
    board.click(3, 0)
    board.press("Select alike")
    board.selected("5 tiles")
    # tiles go, and come back; a home somewhere else
    board.press("Remove tiles")
    assert board.tile(3, 0) is None
    assert len(board.file["tiles"]) == 77 - 5
    board.press("Bring tiles back")
    assert board.tile(3, 0) == {"type": "clear"}
    board.click(1, 5)
    board.press("Make it the home of team 1")
    assert board.file["homes"] == [[1, 5], [9, 3]]
    board.verdict(GOOD)
    for _ in range(3):
        board.press("Undo")
    assert board.file["homes"] == [[1, 3], [9, 3]]
    assert board.tile(3, 0) == {"type": "clear", "obstacle": "black_hole"}
    board.page.keyboard.press("Control+Shift+Z")
    assert board.tile(3, 0) is None


@pytest.mark.rule("BOI-295", "BOI-037")
def test_the_other_sides_follow_and_the_size_has_sliders_and_buttons(visitor):
    board = edit(visitor, symmetry="Half turn")
    board.click(3, 1)
    board.choose("Obstacle", "Quantum rift")
    # the last tile of an odd row has no other side, for odd rows lie half a tile to the right
    assert board.tile(6, 5) == {"type": "clear", "obstacle": "quantum_rift"}
    board.click(2, 2)
    board.choose("Owner", "Team 1")
    assert (board.tile(2, 2), board.tile(8, 4)) == ({"type": "clear", "captured": 0}, {"type": "clear", "captured": 1})
    board.click(2, 4)
    board.press("Make it the home of team 1")
    assert board.file["homes"] == [[2, 4], [8, 2]]
    expect(board.page.get_by_text("All sides are equal.")).to_be_visible()
    board.symmetry("Left and right")
    board.press("Make all sides equal")
    assert board.tile(6, 1) == {"type": "clear", "obstacle": "quantum_rift"}
    assert board.file["homes"] == [[2, 4], [8, 4]]
    # name, key, width and height
    page = board.page
    page.get_by_role("textbox", name="Name").fill("Gürtel / Belt")
    page.get_by_role("textbox", name="Key").fill("belt")
    slider = page.get_by_role("slider", name="Width")
    slider.focus()
    page.keyboard.press("ArrowRight")
    board.press("Width: one more")
    board.press("Height: one less")
    file = board.file
    assert (file["name"], file["key"], file["width"], file["height"]) == ("Gürtel / Belt", "belt", 13, 6)
    assert len(file["tiles"]) == 13 * 6
    # a third team has no home yet
    page.get_by_role("region", name="About the map").get_by_text("3", exact=True).click()
    board.verdict("Team 3 has no home.")
    board.symmetry("None")
    board.click(11, 0)
    board.press("Make it the home of team 3")
    board.verdict(GOOD)


@pytest.mark.rule("BOI-043", "BOI-045", "BOI-295")
def test_files_come_and_go_and_problems_are_shown_where_they_are(visitor, tmp_path):
    board = edit(visitor)
    page = board.page
    board.click(4, 4)
    board.choose("Point of importance", "Wormhole entry")
    before = board.file
    with page.expect_download() as waiting:
        board.press("Download JSON")
    assert waiting.value.suggested_filename == "plain.json"
    file = tmp_path / "plain.json"
    waiting.value.save_as(file)
    assert json.loads(file.read_text()) == before
    assert maps.check(file.read_text()).problems == []
    with page.expect_download() as waiting:
        board.press("Download PNG")
    assert waiting.value.suggested_filename == "plain.png"
    waiting.value.save_as(tmp_path / "plain.png")
    assert (tmp_path / "plain.png").read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"

    other = visitor("/games/boidvoid/boards", height=1100, width=1400)
    other.locator("input[type=file]").set_input_files(file)
    other.wait_for_url(re.compile(r"\?draft="))
    again = Map(other)
    assert again.file == before
    # an island, a home on an obstacle
    wrong = plain(x9y3={"obstacle": "star_cluster"}, x0y1=None, x1y0=None, x1y1=None)
    wrong["tiles"][0] = {"x": 0, "y": 0, "type": "clear"}
    again.text.fill(json.dumps(wrong))
    again.text.blur()
    check = other.get_by_role("region", name="Check")
    expect(check.get_by_role("listitem")).to_have_text(
        [re.compile("The home of team 2 is an obstacle."), re.compile("These tiles cannot be reached.")]
    )
    assert [problem.rule for problem in maps.check(json.dumps(wrong)).problems] == ["BOI-045"] * 2
    expect(other.get_by_role("button", name="Play on it")).to_be_disabled()
    check.get_by_role("button", name=re.compile("The home of team 2")).click()
    expect(again.area).to_be_focused()
    expect(other.get_by_text("x 9, y 3. Clear space. Star cluster. Home of team 2").first).to_be_visible()
    # what only the server knows
    strange = plain(x4y4={"poi": "teapot"})
    again.text.fill(json.dumps(strange))
    again.text.blur()
    expect(check.get_by_role("button", name=re.compile("has the poi 'teapot'"))).to_contain_text("x 4, y 4")
    (tmp_path / "no.json").write_text('{"a": 1}')
    other.locator("input[type=file]").set_input_files(tmp_path / "no.json")
    expect(other.get_by_text("This file is no map of BoidVoid.")).to_be_visible()


@pytest.mark.rule("BOI-295")
def test_the_keyboard_alone_edits_and_says_what_is_where(visitor):
    board = edit(visitor)
    board.area.focus()
    live = board.area.locator("[aria-live=polite]")
    for key in ("ArrowRight", "ArrowUp", "Enter"):
        board.page.keyboard.press(key)
    expect(live).to_have_text("x 6, y 2. Clear space")
    board.page.keyboard.press("ArrowLeft")
    board.page.keyboard.press("Space")
    board.selected("2 tiles")
    board.page.keyboard.press("Delete")
    expect(live).to_have_text("x 5, y 2. Void")
    assert (board.tile(5, 2), board.tile(6, 2)) == (None, None)
    board.page.keyboard.press("Control+a")
    board.selected("75 tiles")
    board.page.keyboard.press("Escape")
    board.selected("No tile is selected.")
    board.page.keyboard.press("Control+z")
    assert board.tile(5, 2) == {"type": "clear"}
    board.click(1, 3)
    board.verdict(GOOD)
    assert violations(board.page) == []
    board.page.get_by_role("button", name="Deutsch").click()
    expect(board.page.get_by_role("region", name="Gewählte Felder")).to_be_visible()
    assert violations(board.page) == []


@pytest.mark.rule("BOI-046")
def test_a_map_is_tried_out_offered_and_chosen_by_the_administrator(visitor, member, site):
    maker, admin = member("maker"), member("boss", role="admin")
    key = fresh("offered")
    board = edit(visitor, plain(key=key) | {"name": key}, member=maker)
    page = board.page
    expect(page.get_by_role("button", name="Install")).to_have_count(0)
    board.press("Offer it")
    expect(page.get_by_text(f"{key} is offered.")).to_be_visible()
    page.get_by_role("combobox", name="Level of the AIs").select_option("random")
    board.press("Play on it")
    page.wait_for_url(re.compile("/match/"))
    match = site.get(f"/api/matches/{page.url.rpartition('/')[2]}")
    assert (match["game"], match["rated"]) == ("boidvoid", False)

    assert [one["key"] for one in maker.get("/api/games/boidvoid/offers")] == [key]
    assert member("other").get("/api/games/boidvoid/offers") == []
    portal = visitor("/admin/maps", member=admin)
    card = portal.get_by_role("article").filter(has_text=key)
    expect(card).to_contain_text(maker.name)
    card.get_by_role("button", name=f"Install {key}").click()
    expect(portal.get_by_text(f"{key} is installed.")).to_be_visible()
    assert key in [one["key"] for one in maker.get("/api/games/boidvoid/maps")]
    assert violations(portal) == []
    card.get_by_role("button", name=f"Turn down {key}").click()
    portal.get_by_role("dialog").get_by_role("button", name="Turn down").click()
    expect(portal.get_by_role("article").filter(has_text=key)).to_have_count(0)
