"""The map editor of the Dungeon in a browser: placing, text, problems, trying out, installing."""

import pytest
from playwright.sync_api import expect
from tests.web.site import violations

pytestmark = pytest.mark.slow

EDIT = "/games/dungeon/boards/edit"


def click(page, side, x, y):
    area = page.get_by_role("application")
    box = area.bounding_box()
    cell = min(box["width"], box["height"]) / (side + 0.5)
    left, top = (box["width"] - side * cell) / 2, (box["height"] - side * cell) / 2
    page.mouse.click(box["x"] + left + (x + 0.5) * cell, box["y"] + top + (y + 0.5) * cell)


@pytest.mark.rule("DUN-270", "DUN-271")
def test_a_map_is_built_checked_and_installed(visitor, member):
    boss = member("boss", "organiser")
    page = visitor(EDIT, member=boss, height=1500)
    page.get_by_label("Name", exact=True).fill("Two Mines")
    page.get_by_label("Key", exact=True).fill("two-mines")
    page.get_by_role("radio", name="Gold").check(force=True)
    click(page, 9, 4, 4)
    expect(page.get_by_text("81 planets, 2 stations, 1 patches.")).to_be_visible()
    page.get_by_role("radio", name="No planet").check(force=True)
    click(page, 9, 0, 1)
    click(page, 9, 1, 0)
    expect(page.get_by_text("is cut off")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("This map can be played.")).to_be_visible()
    expect(page.get_by_text("80 planets, 2 stations, 1 patches.")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("button", name="Install").click()
    expect(page.get_by_text("Two Mines is installed.")).to_be_visible()
    installed = [one for one in boss.get("/api/games/dungeon/maps") if not one["shipped"]]
    assert [(one["key"], one["facts"]["patches"]) for one in installed] == [("two-mines", {"gold": 1})]
    boss.post("/api/games/dungeon/maps/two-mines", method="DELETE")


@pytest.mark.rule("DUN-272")
def test_a_match_is_hosted_on_a_shipped_map(visitor, member):
    host = member("host")
    table = host.table(game="dungeon", seat=0, bots={"1": "miner"}, settings={"map": "first-claim"})["key"]
    page = visitor(f"/table/{table}", member=host)
    expect(page.get_by_text("First Claim").first).to_be_visible()
