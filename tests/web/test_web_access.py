"""Pages without a mouse: where the focus goes, and the keys that are explained."""

import pytest
from playwright.sync_api import expect
from tests.web.keyboard import Keys

pytestmark = pytest.mark.slow


def test_the_first_stop_skips_to_the_content(visitor):
    page = visitor("/ladder")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    keys = Keys(page).press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    expect(page.get_by_role("link", name="Skip to content")).to_be_in_viewport()
    keys.press("Enter", "Tab")
    assert page.evaluate("document.getElementById('main').contains(document.activeElement)")


def test_a_new_page_gets_the_focus_at_its_heading(visitor):
    page = visitor("/")
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Bot kit").click()
    expect(page.get_by_role("heading", level=1, name="Bot kit")).to_be_focused()
    expect(page).to_have_title("Bot kit · Roundhouse")


def test_a_panel_keeps_the_focus_and_gives_it_back(visitor, member):
    page = visitor("/play", member=member())
    opener = page.get_by_role("button", name="+ New table")
    keys = Keys(page).to("button", "+ New table").press("Enter")
    expect(page.get_by_role("dialog", name="New table")).to_be_visible()
    for _ in range(30):
        keys.press("Tab")
        assert page.evaluate("document.activeElement === document.body || !!document.activeElement.closest('dialog')")
    keys.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(opener).to_be_focused()


def test_every_step_of_the_cursor_is_read_out_to_the_edge_of_the_board(visitor, member):
    mine = member()
    page = visitor(f"/match/{mine.match('random', clock='day')}", member=mine)
    expect(page.get_by_role("heading", name="Your turn")).to_be_visible()
    board = page.get_by_role("application")
    told = board.locator("[aria-live]")
    Keys(page).to("application", None).press("ArrowLeft")
    expect(told).to_contain_text(" at ")
    heard = [told.inner_text()]
    while "The board ends here." not in heard[-1]:
        page.keyboard.press("ArrowLeft")
        expect(told).not_to_have_text(heard[-1])
        heard.append(told.inner_text())
    assert len(set(heard)) == len(heard)


def test_the_keys_of_the_board_are_explained(visitor, member):
    mine = member()
    page = visitor(f"/match/{mine.match('random', clock='day')}", member=mine)
    expect(page.get_by_role("heading", name="Your turn")).to_be_visible()
    page.keyboard.press("?")
    panel = page.get_by_role("dialog", name="Keys")
    expect(panel).to_contain_text("move the cursor from planet to planet")
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
