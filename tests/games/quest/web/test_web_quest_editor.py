"""The map editor of Quest in a browser: drawing with symmetry, regions, teams, files, problems, numbers, trying out."""

import json
import re

import pytest
from playwright.sync_api import expect
from tests.web.number_text import TIMES
from tests.web.site import fresh, violations

from roundhouse.games.quest import maps

pytestmark = pytest.mark.slow

EDIT = "/games/quest/boards/edit"
GOOD = "This map can be played."


class Map:
    """The map on a page of the editor, by its cells."""

    def __init__(self, page):
        self.page = page
        self.area = page.get_by_role("application")
        expect(self.area).to_be_visible()
        page.locator("summary", has_text="As text").click()
        self.text = page.get_by_role("textbox", name="As text")

    @property
    def file(self):
        return json.loads(self.text.input_value())

    @property
    def scenario(self):
        return self.file["scenario"]

    def point(self, x, y):
        lines = self.scenario["terrain"]
        box = self.area.bounding_box()
        side = box["width"] / len(lines[0])
        return box["x"] + (x + 0.5) * side, box["y"] + (y + 0.5) * side

    def click(self, x, y, **how):
        self.area.scroll_into_view_if_needed()
        self.page.mouse.click(*self.point(x, y), **how)

    def drag(self, *cells):
        self.area.scroll_into_view_if_needed()
        points = [self.point(*cell) for cell in cells]
        self.page.mouse.move(*points[0])
        self.page.mouse.down()
        for point in points[1:]:
            self.page.mouse.move(*point, steps=5)
        self.page.mouse.up()

    def take(self, tool, **choices):
        self.page.get_by_title(tool, exact=True).click()
        expect(self.page.get_by_role("radio", name=tool, exact=True)).to_be_checked()
        for label in choices.values():
            self.page.get_by_role("group", name="The tool in hand").get_by_text(label, exact=True).click()

    def mirror(self, *names):
        for name in ("Left and right are equal", "Top and bottom are equal"):
            switch = self.page.get_by_role("switch", name=name)
            if switch.is_checked() != (name in names):
                switch.click()

    def rocks(self):
        return {(x, y) for y, line in enumerate(self.scenario["terrain"]) for x, at in enumerate(line) if at == "#"}

    def buried(self, resource):
        heaps = self.scenario.get("buried", [])
        return {(heap["x"], heap["y"]): n for heap in heaps if (n := heap["resources"].get(resource))}

    def verdict(self, text):
        expect(self.page.get_by_role("region", name="Check")).to_contain_text(text)


LR, TB = "Left and right are equal", "Top and bottom are equal"


def plain(width=20, height=16, key="plain", **more):
    """A scenario file of grass with two teams of two."""
    cells = {100: (1, 1), 101: (2, 1), 200: (width - 2, height - 2), 201: (width - 3, height - 2)}
    units = [{"id": unit, "player": unit // 100, "x": x, "y": y} for unit, (x, y) in cells.items()]
    scenario = {"terrain": ["." * width] * height, "units": units, "start": {"1": [1, 1], "2": [width - 2, height - 2]}}
    return {"key": key, "name": "Plain", "scenario": scenario | more}


def edit(visitor, file=None, mirror=(), **options):
    """The editor with a map in it."""
    page = visitor(EDIT, height=1100, **options)
    board = Map(page)
    board.text.fill(json.dumps(file or plain()))
    board.text.blur()
    board.verdict(GOOD)
    board.mirror(*mirror)
    return board


@pytest.mark.rule("QST-147")
def test_what_is_drawn_is_mirrored_left_right_and_top_bottom_and_undone_as_one(visitor):
    board = edit(visitor, mirror=(LR, TB))
    board.take("Rock")
    board.drag((4, 5), (7, 5))
    quarter = {(x, 5) for x in range(4, 8)}
    both = {(mx, my) for x, y in quarter for mx in (x, 19 - x) for my in (y, 15 - y)}
    assert board.rocks() == both
    board.mirror(LR)
    board.click(3, 2)
    assert board.rocks() == both | {(3, 2), (16, 2)}
    board.mirror()
    board.click(9, 0)
    assert board.rocks() == both | {(3, 2), (16, 2), (9, 0)}
    for _ in range(3):
        board.page.get_by_role("button", name="Undo").click()
    assert board.rocks() == set()
    board.page.keyboard.press("Control+Shift+Z")
    assert board.rocks() == both  # the whole stroke
    board.take("Grass", size=f"3{TIMES}3")
    board.click(4, 5)
    assert board.rocks() == both - {(4, 5), (5, 5)}
    board.verdict(GOOD)


def test_a_switch_makes_the_other_side_equal(visitor):
    terrain = ["." * 20] * 16
    terrain[4] = "....##" + "." * 14
    board = edit(visitor, plain(terrain=terrain, buried=[{"x": 3, "y": 3, "resources": {"iron": 7}}]))
    for name in (LR, TB):  # it is equal neither way when it is opened
        expect(board.page.get_by_role("switch", name=name)).not_to_be_checked()
    board.mirror(LR)
    assert board.rocks() == {(4, 4), (5, 4), (14, 4), (15, 4)}
    assert board.buried("iron") == {(3, 3): 7, (16, 3): 7}
    assert board.scenario["start"] == {"1": [1, 1], "2": [18, 1]}
    assert [(unit["id"], unit["x"], unit["y"]) for unit in board.scenario["units"]] == [
        (100, 1, 1), (101, 2, 1), (200, 18, 1), (201, 17, 1),
    ]  # fmt: skip
    board.page.get_by_role("button", name="Undo").click()
    expect(board.page.get_by_role("switch", name=LR)).not_to_be_checked()
    assert board.rocks() == {(4, 4), (5, 4)}


def test_lines_and_areas(visitor):
    board = edit(visitor)
    board.take("Rock", shape="Line")
    board.drag((10, 0), (3, 9), (10, 15))  # it ends where the hand lets go
    assert board.rocks() == {(10, y) for y in range(16)}
    board.take("Rock", shape="Fill")
    board.click(15, 3)
    # but not where units stand and where a team starts
    assert board.rocks() == {(x, y) for x in range(10, 20) for y in range(16)} - {(17, 14), (18, 14)}
    board.take("Grass", shape="Fill")
    board.click(15, 3)
    assert board.rocks() == set()


def test_regions_are_those_of_the_rules(visitor):
    """QST-019"""
    board = edit(visitor)
    board.take("Iron", shape="Disc")
    board.click(6, 6)
    distance = {(x, y): max(abs(x - 6), abs(y - 6)) for x in range(4, 9) for y in range(4, 9)}
    assert board.buried("iron") == {cell: (40, 25, 6)[d] for cell, d in distance.items()}
    board.take("Gold", shape="Vein")
    board.page.get_by_role("button", name="Direction: down to the right").click()
    board.page.get_by_role("spinbutton", name="Amount in the richest cell").fill("10")
    board.click(12, 8)
    vein = {(12 + j + k, 8 + j): (10 if k == 0 else 2) for j in range(-4, 5) for k in (-1, 0, 1)}
    assert board.buried("gold") == vein
    # amounts of single cells, on the surface too; mirrored like everything else
    board.mirror(TB)
    board.take("Wood", shape="Brush", where="On the surface")
    board.page.get_by_role("spinbutton", name="Amount in each cell").fill("9")
    board.click(15, 2)
    lying = {(heap["x"], heap["y"]): heap["resources"] for heap in board.scenario["surface"]}
    assert lying == {(15, 2): {"wood": 9}, (15, 13): {"wood": 9}}
    assert {(x, 15 - y) for x, y in board.buried("iron")} == set(board.buried("iron"))
    board.verdict(GOOD)


def test_teams_items_towers_and_traps_are_placed_for_all_who_follow(visitor):
    board = edit(visitor, mirror=(LR, TB))
    board.page.get_by_role("combobox", name="Players", exact=True).select_option("4")
    starts = {"1": [1, 1], "2": [18, 14], "3": [18, 1], "4": [1, 14]}
    assert board.scenario["start"] == starts
    board.take("Start cell")
    board.click(3, 4)
    assert board.scenario["start"] == {"1": [3, 4], "2": [16, 11], "3": [16, 4], "4": [3, 11]}
    board.take("Unit")
    board.click(5, 5)
    placed = [(unit["id"], unit["x"], unit["y"]) for unit in board.scenario["units"]]
    assert placed[2::3] == [(102, 5, 5), (202, 14, 10), (302, 14, 5), (402, 5, 10)]
    board.take("Tower", level="2")
    board.click(7, 3)
    assert sorted((one["player"], one["x"], one["y"], one["level"]) for one in board.scenario["towers"]) == [
        (1, 7, 3, 2), (2, 12, 12, 2), (3, 12, 3, 2), (4, 7, 12, 2),
    ]  # fmt: skip
    board.take("Trap")
    board.click(8, 3)
    assert len(board.scenario["traps"]) == 4
    board.take("Item")
    board.page.get_by_role("combobox", name="Item").select_option("armour3")
    board.page.get_by_role("spinbutton", name="Amount in each cell").fill("1")
    board.click(9, 7)
    assert board.scenario["items"][0] == {"x": 9, "y": 7, "items": {"armour3": 1}}
    board.verdict(GOOD)
    # cleared on all sides again
    board.click(7, 3, button="right")
    assert "towers" not in board.scenario
    assert len(board.scenario["traps"]) == 4
    # in a block at the start, as many as are wanted
    board.page.get_by_role("spinbutton", name="Units of every player").fill("6")
    board.page.get_by_role("button", name="Arrange around the starts").click()
    cells = [(unit["x"], unit["y"]) for unit in board.scenario["units"] if unit["player"] == 2]
    assert cells == [(18, 11), (17, 11), (16, 11), (15, 11), (14, 11), (18, 10)]
    board.verdict(GOOD)


@pytest.mark.rule("QST-147")
def test_a_saved_map_opens_again_as_it_was(visitor, tmp_path):
    board = edit(visitor, mirror=(LR, TB))
    board.take("Rock")
    board.click(5, 5)
    board.take("Titanium", shape="Disc")
    board.click(4, 8)
    page = board.page
    page.get_by_role("textbox", name="Name").fill("Ebene / Plain")
    page.get_by_role("spinbutton", name="Rounds").fill("12")
    before = board.file
    assert before["settings"] == {"rounds": 12}
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Save as a file").click()
    assert waiting.value.suggested_filename == "plain.json"
    file = tmp_path / "plain.json"
    waiting.value.save_as(file)
    assert json.loads(file.read_text()) == before
    assert maps.check(file.read_text()).problems == []

    other = visitor("/games/quest/boards")
    other.locator("input[type=file]").set_input_files(file)
    other.wait_for_url(re.compile(r"\?draft="))
    again = Map(other)
    assert again.file == before
    again.verdict(GOOD)
    for name in (LR, TB):
        expect(other.get_by_role("switch", name=name)).to_be_checked()
    # it is kept as a draft, with its name in the visitor's language
    other.get_by_role("link", name="All maps").click()
    other.get_by_role("link", name="Edit Plain").click()
    third = Map(other)
    assert third.file == before
    (tmp_path / "no.json").write_text('{"a": 1}')
    other.locator("input[type=file]").set_input_files(tmp_path / "no.json")
    expect(other.get_by_text("This file is no map of Quest.")).to_be_visible()
    assert third.file == before


def test_problems_are_listed_and_shown_on_the_map(visitor):
    board = edit(visitor)
    file = plain()
    file["scenario"]["terrain"] = ["#" + "." * 19, "." + "#" + "." * 18, *["." * 20] * 14]
    file["name"] = ""
    del file["scenario"]["start"]["2"]
    board.text.fill(json.dumps(file))
    board.text.blur()
    check = board.page.get_by_role("region", name="Check")
    expect(check.get_by_role("listitem")).to_have_text(
        [
            "The map has no name.",
            re.compile("The start cell of player 1 is rock."),
            "Player 2 has no start cell.",
            re.compile("A unit stands on rock."),
        ]
    )
    assert maps.check(json.dumps(file)).problems  # the game thinks so too
    expect(board.page.get_by_role("button", name="Play on it")).to_be_disabled()
    check.get_by_role("button", name=re.compile("A unit stands on rock")).click()
    expect(board.area).to_be_focused()
    expect(board.page.get_by_text("x 1, y 1. Rock. Start cell, Player 1. 1 unit of player 1").first).to_be_visible()
    # what only the server knows: a unit that has more energy than it can have
    file = plain()
    file["scenario"]["units"][3]["energy"] = 900
    board.text.fill(json.dumps(file))
    board.text.blur()
    problem = check.get_by_role("button", name=re.compile(r"units\[3\].energy: 900 is more than its maximum"))
    expect(problem).to_contain_text("x 17, y 14")
    board.page.get_by_role("button", name="Deutsch").click()
    expect(board.page.get_by_role("region", name="Prüfung")).to_contain_text("Diese Karte passt nicht zu den Regeln.")


def test_the_keyboard_alone_draws_and_says_what_is_where(visitor):
    board = edit(visitor)
    board.take("Rock")
    board.area.focus()
    for key in ("ArrowRight", "ArrowDown", "ArrowDown", "Enter"):
        board.page.keyboard.press(key)
    assert board.rocks() == {(1, 2)}
    live = board.area.locator("[aria-live=polite]")
    expect(live).to_have_text("x 1, y 2. Rock")
    board.page.keyboard.press("ArrowUp")
    expect(live).to_have_text("x 1, y 1. Grass. Start cell, Player 1. 1 unit of player 1")
    board.page.keyboard.press("Delete")
    expect(live).to_have_text("x 1, y 1. Grass. Start cell, Player 1")
    board.verdict("All players must have the same number of units.")
    board.page.keyboard.press("Control+z")
    board.verdict(GOOD)
    assert violations(board.page) == []


def test_the_map_is_seen_near_and_drawn_on_there(visitor):
    board = edit(visitor, plain(60, 60))
    page = board.page
    board.area.focus()
    for key in ("+", "+", "Shift+ArrowLeft", "Shift+ArrowUp", "Shift+ArrowLeft", "Shift+ArrowUp"):
        page.keyboard.press(key)
    board.take("Rock")
    board.area.scroll_into_view_if_needed()
    box = board.area.bounding_box()
    page.mouse.move(box["x"] + box["width"] * 0.6, box["y"] + box["height"] * 0.6)
    here = page.get_by_text(re.compile(r"^x \d+, y \d+\. Grass$"))
    expect(here).to_be_visible()
    x, y = map(int, re.findall(r"\d+", here.inner_text()))
    assert (x, y) != (36, 36)  # what lies there when the whole map is seen
    page.mouse.down()
    page.mouse.up()
    assert board.rocks() == {(x, y)}
    page.get_by_role("button", name="The whole map").click()
    board.click(x, y, button="right")  # clearing leaves terrain
    expect(page.get_by_text(f"x {x}, y {y}. Rock").first).to_be_visible()
    assert board.rocks() == {(x, y)}


def test_numbers_and_blueprints_travel_with_the_map(visitor):
    board = edit(visitor)
    page = board.page
    numbers = page.get_by_role("region", name="Numbers of the match")
    numbers.get_by_role("spinbutton", name="Gold at the start").fill("500")
    numbers.locator("summary", has_text="All other numbers").click()
    numbers.get_by_role("switch", name="Fallen units come back").click()
    numbers.locator("summary", has_text="Blueprints").click()
    numbers.get_by_role("combobox", name="Blueprint").select_option("sword2")
    way = numbers.get_by_role("group", name="One way", exact=True)
    way.get_by_role("spinbutton", name="Iron").fill("3")
    way.get_by_role("spinbutton", name="Iron").blur()
    numbers.get_by_role("spinbutton", name="Weight of the item").fill("2")
    numbers.get_by_role("spinbutton", name="Weight of the item").blur()
    page.locator("summary", has_text="What teams begin with").click()
    page.get_by_role("group", name="Player 2").get_by_role("combobox", name="Level: Sword").select_option("2")
    file = board.file
    sword = {"ways": [{"iron": 3, "stone": 10, "wood": 10}, {"sword1": 1, "iron": 12, "wood": 6}], "weight": 2}
    assert file["settings"] == {"gold": 500, "respawn": False, "blueprints": {"sword2": sword}}
    assert file["scenario"]["players"] == {"2": {"levels": {"sword": 2}}}
    board.verdict(GOOD)
    numbers.get_by_role("button", name="As usual").click()
    assert board.file["settings"] == {"gold": 500, "respawn": False}


def test_a_map_of_the_game_is_tried_out_with_one_click(visitor, site):
    page = visitor("/games/quest/boards")
    page.get_by_role("link", name="Edit a copy of The Arena").click()
    board = Map(page)
    board.verdict(GOOD)
    assert board.file["key"] == "my-arena"
    page.get_by_role("combobox", name="Level of the AIs").select_option("random")
    page.get_by_role("button", name="Play on it").click()
    page.wait_for_url(re.compile("/match/"))
    match = site.get(f"/api/matches/{page.url.rpartition('/')[2]}")
    assert (match["game"], match["rated"]) == ("quest", False)
    assert [seat["player"]["name"] for seat in match["seats"]][1:] == ["random"] * 3
    expect(page.get_by_role("button", name="End turn").first).to_be_visible()


def test_an_organiser_installs_a_map_and_it_is_chosen_at_a_table(visitor, member):
    player, organiser = member("player"), member("organiser", role="organiser")
    assert edit(visitor, member=player).page.get_by_role("button", name="Install").count() == 0
    key = fresh("plain")
    page = edit(visitor, plain(key=key) | {"name": key}, member=organiser).page
    page.get_by_role("button", name="Install").click()
    expect(page.get_by_text(f"{key} is installed.")).to_be_visible()

    table = player.table(game="quest", clock="own", preset="skirmish")["key"]
    page = visitor(f"/table/{table}", member=player)
    options = page.get_by_role("region", name="Options")
    expect(options).to_contain_text("Drawn for the match")
    page.get_by_role("button", name="Choose a map").click()
    page.get_by_role("dialog").locator("label", has_text=key).click()
    page.get_by_role("button", name="Take this map").click()
    expect(options).to_contain_text(key)
    expect(options.get_by_role("img", name=f"Map: {key}")).to_be_visible()
    expect(options).not_to_contain_text("Width of the map")  # the map says it

    boards = visitor("/games/quest/boards", member=organiser)
    boards.get_by_role("button", name=f"Delete {key}").click()
    boards.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(boards.get_by_role("button", name=f"Delete {key}")).to_have_count(0)
    assert key not in [one["key"] for one in player.get("/api/games/quest/maps")]
