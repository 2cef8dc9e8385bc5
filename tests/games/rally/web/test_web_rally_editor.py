"""The board editor in a browser: placing, turning, drawing, text, problems, sharing, drafts, trying out, installing."""

import re

import pytest
from playwright.sync_api import expect
from tests.web.site import fresh, violations
from tests.web.visitors import wait_inside

pytestmark = pytest.mark.slow

EDIT = "/games/rally/boards/edit"
SMALL = """\
board: small
name: Small
size: 4x3
players: 2-2
level: easy
grid:
+  +  +  +  +
|1> .. .. ..
+  +  +  +  +
|2> .. .. c1
+  +  +  +  +
 .. .. .. ..
+  +  +  +  +
"""


# Until something has been at the same place for five pictures.
SETTLED = """element => new Promise(done => {
    let place = '', pictures = 0
    const look = () => {
        const now = JSON.stringify(element.getBoundingClientRect())
        pictures = now === place ? pictures + 1 : 0
        place = now
        if (pictures < 5) requestAnimationFrame(look)
        else done()
    }
    look()
})"""


class Board:
    """The board on a page of the editor, by its fields."""

    def __init__(self, page):
        self.page = page
        self.area = page.get_by_role("application")
        self.text = page.get_by_role("textbox", name="As text")

    @property
    def rows(self):
        return self.text.input_value().split("grid:\n")[1].splitlines()

    def token(self, x, y):
        return self.rows[2 * y + 1].ljust(80)[3 * x + 1 : 3 * x + 3]

    def point(self, x, y, dx=0.5, dy=0.5):
        """Where a field is on the page; dx and dy are a place inside it."""
        width, height = map(int, re.search(r"size: (\d+)x(\d+)", self.text.input_value()).groups())
        box = self.area.bounding_box()
        side = min(box["width"] / (width + 0.6), box["height"] / (height + 0.6))
        left, top = (box["width"] - side * width) / 2, (box["height"] - side * height) / 2
        return box["x"] + left + (x + dx) * side, box["y"] + top + (y + dy) * side

    def click(self, x, y, dx=0.5, dy=0.5, **how):
        self.area.evaluate(SETTLED)
        self.page.mouse.click(*self.point(x, y, dx, dy), **how)
        self.area.evaluate(SETTLED)

    def drag(self, *cells):
        self.area.evaluate(SETTLED)
        self.page.mouse.move(*self.point(*cells[0]))
        self.page.mouse.down()
        for cell in cells[1:]:
            self.page.mouse.move(*self.point(*cell), steps=4)
        self.page.mouse.up()

    def take(self, tool):
        self.page.get_by_title(tool, exact=True).click()
        expect(self.page.get_by_role("radio", name=tool, exact=True)).to_be_checked()

    def shows(self, x, y, token):
        expect(self.text).to_have_value(re.compile(re.escape(token)))
        assert self.token(x, y) == token

    def verdict(self, text):
        expect(self.page.get_by_role("region", name="Check")).to_contain_text(text)


def edit(visitor, text=SMALL, **options):
    """The editor with a text in it."""
    page = visitor(EDIT, **options)
    board = Board(page)
    board.text.fill(text)
    board.verdict("This board can be played.")
    return board


def test_an_empty_board_is_filled_with_the_keyboard_until_it_can_be_played(visitor):
    board = Board(visitor(EDIT))
    board.verdict("problems")
    board.take("Start field")
    board.area.focus()
    for key in ("Enter", "ArrowDown", "Enter"):
        board.page.keyboard.press(key)
    board.take("Checkpoint")
    board.area.focus()
    for key in ("ArrowRight", "ArrowRight", "Enter"):
        board.page.keyboard.press(key)
    assert (board.token(0, 0), board.token(0, 1), board.token(2, 1)) == ("1>", "2>", "c1")
    board.verdict("This board can be played.")
    board.page.keyboard.press("Delete")
    board.verdict("There is no checkpoint.")
    assert violations(board.page) == []


def test_belts_follow_the_pointer_with_curves_where_it_turns(visitor):
    board = edit(visitor)
    board.take("Fast conveyor")
    board.drag((1, 0), (2, 0), (2, 1), (2, 2), (1, 2))
    assert [board.token(*cell) for cell in ((1, 0), (2, 0), (2, 1), (2, 2), (1, 2))] == ["f>", "Fv", "fv", "F<", "f<"]
    board.page.get_by_role("button", name="Undo").click()  # the whole stroke
    assert board.text.input_value() == SMALL
    board.page.keyboard.press("Control+Shift+Z")
    assert board.token(2, 0) == "Fv"


def test_right_click_and_r_turn_what_is_there(visitor):
    board = edit(visitor)
    board.take("Slow conveyor")
    board.click(1, 2)
    board.shows(1, 2, "s>")
    board.click(1, 2, button="right")
    board.shows(1, 2, "sv")
    board.page.keyboard.press("r")
    board.shows(1, 2, "s<")
    board.take("Gear, clockwise")
    board.click(2, 2)
    board.click(2, 2, button="right")
    board.shows(2, 2, "g-")


def test_walls_and_lasers_stand_on_edges(visitor):
    board = edit(visitor)
    board.take("Wall")
    board.click(1, 1, 0.5, 0.06)
    assert board.rows[2][4:6] == "--"
    board.click(1, 1, 0.5, 0.06)
    assert board.rows[2].ljust(20)[4:6] == "  "
    board.take("Wall with laser")
    board.click(1, 1, 0.06, 0.5)  # it fires into the field that was clicked
    assert board.rows[3][3] == "}"
    board.click(1, 2, 0.5, 0.94)
    assert board.rows[6][4:6] == "^^"
    board.verdict("This board can be played.")


def test_the_text_and_the_board_follow_each_other_and_problems_are_marked(visitor):
    board = edit(visitor)
    board.text.fill(SMALL.replace("c1", "zz"))
    board.verdict("2 problems")
    problem = board.page.get_by_role("button", name=re.compile("`zz` is no field"))
    expect(problem).to_contain_text("Line 10, column 11")
    expect(board.page.locator("mark").filter(has_text="zz")).to_be_attached()
    problem.click()
    selected = board.text.evaluate("area => area.value.slice(area.selectionStart, area.selectionEnd)")
    assert selected == "zz"
    board.take("Checkpoint")
    board.click(3, 1)
    board.shows(3, 1, "c1")
    board.verdict("This board can be played.")
    # the rest of the header
    board.page.get_by_role("textbox", name="Name").fill("Kleine Halle / Small Hall")
    board.page.get_by_role("spinbutton", name="Width").fill("5")
    board.page.get_by_role("spinbutton", name="Width").press("Enter")
    expect(board.text).to_have_value(re.compile("name: Kleine Halle / Small Hall\nsize: 5x3"))
    board.text.fill("nothing at all")
    expect(board.page.get_by_text("No board can be made of this text yet")).to_be_visible()


def test_problems_are_told_in_german(visitor):
    page = visitor(EDIT, language="de")
    page.get_by_role("textbox", name="Als Text").fill(SMALL.replace("c1", ".."))
    expect(page.get_by_role("region", name="Prüfung")).to_contain_text("Es gibt keinen Checkpoint.")


def test_a_finger_paints_and_a_long_press_turns(visitor):
    board = edit(visitor, width=1024, height=768, has_touch=True)
    board.take("Oil")
    board.area.scroll_into_view_if_needed()
    board.page.touchscreen.tap(*board.point(2, 2))
    board.shows(2, 2, "~~")
    board.take("Slow conveyor")
    x, y = board.point(1, 2)
    send = board.page.context.new_cdp_session(board.page).send
    send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    wait_inside(board.page, 700)
    send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    # nothing was there to turn, so the tool has turned; another touch places it that way
    board.page.touchscreen.tap(x, y)
    board.shows(1, 2, "sv")


def test_a_draft_is_kept_in_the_browser_and_listed(visitor):
    board = edit(visitor)
    page = board.page
    expect(page).to_have_url(re.compile(r"\?draft=\w+$"))
    page.reload()
    expect(board.text).to_have_value(SMALL)
    page.get_by_role("link", name="All boards").click()
    drafts = page.get_by_role("region", name="Your drafts")
    drafts.get_by_role("link", name="Edit Small").click()
    expect(board.text).to_have_value(SMALL)
    page.go_back()
    drafts.get_by_role("button", name="Delete Small").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(drafts.get_by_role("article")).to_have_count(0)


def test_a_board_is_shared_by_link_download_and_file(visitor, tmp_path):
    board = edit(visitor, permissions=["clipboard-read", "clipboard-write"])
    page = board.page
    page.get_by_role("button", name="Copy link").click()
    link = page.evaluate("navigator.clipboard.readText()")
    other = Board(visitor(link))
    expect(other.text).to_have_value(SMALL)
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Download").click()
    assert waiting.value.suggested_filename == "small.txt"
    file = tmp_path / "small.txt"
    waiting.value.save_as(file)
    assert file.read_text() == SMALL
    third = visitor("/games/rally/boards")
    third.locator("input[type=file]").set_input_files(file)
    third.wait_for_url(re.compile(r"\?draft="))
    expect(Board(third).text).to_have_value(SMALL)


def test_a_copy_of_a_shipped_board_is_tried_out_against_ais(visitor, site):
    page = visitor("/games/rally/boards")
    page.get_by_role("link", name="Edit a copy of Oil Cellar").click()
    board = Board(page)
    board.verdict("This board can be played.")
    expect(board.text).to_have_value(re.compile("^board: my-oil-cellar\n"))
    page.get_by_role("combobox", name="Level of the AIs").select_option("easy")
    page.get_by_role("button", name="Play on it").click()
    page.wait_for_url(re.compile("/match/"))
    match = site.get(f"/api/matches/{page.url.rpartition('/')[2]}")
    assert (match["rated"], len(match["seats"])) == (False, 4)
    frames = site.get(f"/api/matches/{match['key']}/frames")
    assert "board: my-oil-cellar" in frames["settings"]["board"]


@pytest.mark.rule("RAL-314")
def test_an_organiser_installs_a_board_and_removes_it(visitor, member):
    player, organiser = member("player"), member("organiser", role="organiser")
    assert edit(visitor, member=player).page.get_by_role("button", name="Install").count() == 0
    key = fresh("hall")
    board = edit(visitor, SMALL.replace("board: small", f"board: {key}").replace("name: Small", f"name: {key}"),
                 member=organiser)  # fmt: skip
    board.page.get_by_role("button", name="Install").click()
    expect(board.page.get_by_text(f"{key} is installed.")).to_be_visible()

    # whoever opens a table can choose it
    table = player.table(game="rally", clock="own", seats=2)["key"]
    page = visitor(f"/table/{table}", member=player)
    page.get_by_role("button", name="Choose a board").click()
    page.get_by_role("dialog").locator("label", has_text=key).click()
    page.get_by_role("button", name="Take this board").click()
    expect(page.get_by_role("region", name="Options")).to_contain_text(key)

    boards = visitor("/games/rally/boards", member=organiser)
    boards.get_by_role("button", name=f"Delete {key}").click()
    boards.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(boards.get_by_role("button", name=f"Delete {key}")).to_have_count(0)
    assert key not in [one["key"] for one in player.get("/api/games/rally/maps")]
