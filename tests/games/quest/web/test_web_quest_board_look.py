"""How the map of Quest is looked at: filter, cards, zoom, overview, keys."""

import re

import pytest
from playwright.sync_api import expect
from tests.games.quest.web.board import HEIGHT, RESOURCES, THEMES, WIDTH
from tests.web.board import drawn, off, rgb

pytestmark = pytest.mark.slow


# Nearer, elsewhere, and what is shown


@pytest.mark.rule("QST-144")
@pytest.mark.parametrize("theme", ["dark", pytest.param("light", marks=pytest.mark.long)])
def test_the_filter_shows_all_resources_none_or_one(see, theme):
    board = see(theme=theme)
    page = board.page
    group = page.get_by_role("group", name="Resources shown")
    names = ["All resources", "No resources", *(name.capitalize() for name in RESOURCES)]
    expect(group.get_by_role("button")).to_have_count(9)
    page.mouse.move(0, 0)
    drawn(page)

    def shown(buried_line=6, heap_line=9):
        picture = board.pixels()
        ground = {n: board.patch(picture, 5 + n, 27, 0.4) for n in range(7)}
        quiet = max(max(map(sum, spots)) - min(map(sum, spots)) for spots in ground.values())
        found = []
        for line in (heap_line, buried_line):
            spots = [board.patch(picture, 5 + n, line, 0.4) for n in range(7)]
            found.append([max(map(sum, own)) - min(map(sum, own)) > quiet + 60 for own in spots])
        return found

    everything = [True] * 7
    assert shown() == [everything, everything]
    group.get_by_role("button", name="No resources").click()
    page.mouse.move(0, 0)
    drawn(page)
    assert shown() == [[False] * 7] * 2
    for n in (0, 4, 6):
        button = group.get_by_role("button", name=names[n + 2])
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")
        page.mouse.move(0, 0)
        drawn(page)
        alone = [k == n for k in range(7)]
        assert shown() == [alone, alone], names[n + 2]
    group.get_by_role("button", name="All resources").click()
    page.mouse.move(0, 0)
    drawn(page)
    assert shown() == [everything, everything]


@pytest.mark.rule("QST-144")
def test_cell_info_on_click_stays_until_another_and_says_what_is_there(see):
    board = see()
    page = board.page
    card = page.locator(".card")
    board.click(33, 10)
    expect(card).to_contain_text("Cell 33, 10")
    expect(card).to_contain_text("20 Gold")
    expect(card).to_contain_text("9 Iron")
    # it stays when the pointer goes elsewhere
    board.hover(20, 25)
    expect(card).to_contain_text("Cell 33, 10")
    board.click(26, 9)
    expect(card).to_contain_text("Cell 26, 9")
    expect(card).to_contain_text("rock")
    board.click(33, 16)
    expect(card).to_contain_text("Tower 2 of crafter")
    expect(card).to_contain_text("6 cells")
    board.click(6, 11)
    expect(card).to_contain_text("gatherer · Unit 101")
    expect(card).to_contain_text(f"{board.view['all'][0]['units'][1]['energy']} of 100")
    board.click(6, 11)
    board.hover(20, 25)
    expect(card).to_contain_text("Cell 20, 25")


@pytest.mark.rule("QST-144", "QST-040")
def test_a_seats_card_tells_seen_from_remembered_and_hides_amounts(see, hunt):
    board = see(seat=1)
    page, card = board.page, board.page.locator(".card")
    board.click(9, 6)
    expect(card).to_contain_text("seen now")
    expect(card).to_contain_text("Iron")
    expect(card).not_to_contain_text("40")
    board.click(38, 1)
    expect(card).to_contain_text("never seen")
    expect(card).not_to_contain_text("grass")
    board.click(13, 14)
    expect(card).to_contain_text("crafter · Unit 200")
    expect(card).to_contain_text("What foreign units carry is not known.")
    assert page.get_by_role("application").count() == 1


@pytest.mark.rule("QST-144")
def test_the_map_comes_nearer_to_twenty_cells_and_can_be_dragged(see):
    board = see()
    page, card = board.page, board.page.locator(".card")
    board.hover(6, 11)
    for _ in range(30):
        page.mouse.wheel(0, -120)
        drawn(page)
    expect(page.get_by_role("button", name="Nearer")).to_be_disabled()
    # what is under the pointer stays there
    expect(card).to_contain_text("Unit 101")
    x, y = board.spot(6, 11)
    c = board.c * WIDTH / 20

    def over(dx, dy):
        page.mouse.move(board.left + x + dx * c, board.top + y + dy * c)

    # cells are twice as large: 40 of them became 20
    over(3, 0)
    expect(card).to_contain_text("Cell 9, 11")
    over(0, 4)
    expect(card).to_contain_text("Cell 6, 15")
    # dragged two cells to the right, the cell comes along
    over(3, 0)
    page.mouse.down()
    page.mouse.move(board.left + x + 5 * c, board.top + y, steps=6)
    page.mouse.up()
    over(5, 0.02)
    expect(card).to_contain_text("Cell 9, 11")
    page.get_by_role("button", name="The whole board").click()
    board.hover(6, 11)
    expect(card).to_contain_text("Unit 101")


@pytest.mark.rule("QST-144")
@pytest.mark.parametrize("theme", THEMES)
def test_the_overview_shows_all_units_and_the_seen_part_and_leads_elsewhere(see, theme):
    board = see(theme=theme)
    page, card = board.page, board.page.locator(".card")
    long = min(168, max(92, min(board.width, board.height) * 0.2))
    k = long / WIDTH
    left, top = board.width - long - 12, board.height - HEIGHT * k - 12

    def on_map(x, y):
        return left + (x + 0.5) * k, top + (y + 0.5) * k

    for _ in range(4):
        page.keyboard.press("+") if board.element.evaluate(
            "e => e === document.activeElement"
        ) else board.element.focus()
    board.element.focus()
    page.keyboard.press("+")
    page.keyboard.press("+")
    drawn(page)
    picture = board.pixels()
    for team in board.view["all"]:
        colour = rgb(board.colours["players"][team["seat"] - 1])
        for unit in team["units"]:
            x, y = on_map(unit["x"], unit["y"])
            near = [off(picture.at(x + dx / 2, y + dy / 2), colour) for dx in range(-3, 4) for dy in range(-3, 4)]
            # outside the frame the map is dimmed
            assert min(near) < 110, unit["id"]
    # a press on it brings that place into the middle
    x, y = on_map(33, 10)
    page.mouse.click(board.left + x, board.top + y)
    page.mouse.move(board.left + board.width / 2, board.top + board.height / 2 - 3)
    page.keyboard.press("Escape")
    expect(card).to_contain_text(re.compile(r"Cell 3[234], (9|10|11)\b"))
    # and a drag on it goes along, without dragging the map
    page.mouse.move(board.left + x, board.top + y)
    page.mouse.down()
    x, y = on_map(6, 24)
    page.mouse.move(board.left + x, board.top + y, steps=5)
    page.mouse.up()
    page.mouse.move(board.left + board.width / 2, board.top + board.height / 2 - 3)
    expect(card).to_contain_text(re.compile(r"Cell [567], (23|24|25)\b"))


@pytest.mark.rule("QST-144")
def test_keys_lead_from_cell_to_cell_and_from_unit_to_unit(see):
    board = see()
    page, card = board.page, board.page.locator(".card")
    board.element.focus()
    page.keyboard.press("ArrowRight")
    x, y = map(int, re.search(r"Cell (\d+), (\d+)", card.inner_text()).groups())
    page.keyboard.press("ArrowRight")
    expect(card).to_contain_text(f"Cell {x + 1}, {y}")
    page.keyboard.press("ArrowDown")
    expect(card).to_contain_text(f"Cell {x + 1}, {y + 1}")
    page.keyboard.press(".")
    expect(card).to_contain_text("Unit 100")
    page.keyboard.press(".")
    expect(card).to_contain_text("Unit 101")
    page.keyboard.press(",")
    expect(card).to_contain_text("Unit 100")
    # what the card says is said to who does not see it, too
    expect(board.element.locator("[aria-live]")).to_contain_text("Unit 100")
    # nearer, the part that is seen goes with the cursor
    page.keyboard.press("+")
    page.keyboard.press("+")
    for _ in range(30):
        page.keyboard.press("ArrowRight")
    expect(card).to_contain_text(re.compile(r"Cell 3\d, \d+"))
    page.keyboard.press("Shift+ArrowLeft")
    page.keyboard.press("*")
    expect(page.get_by_role("button", name="Farther")).to_be_disabled()
