"""Collectibles in a browser: the administrator fills the catalogue, players look at their album, give and burn."""

import re

import pytest
from playwright.sync_api import expect
from tests.web.site import fresh, violations

pytestmark = pytest.mark.slow


SPRITE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="12" fill="#ffb020"/></svg>'
)


@pytest.mark.rule("BOI-299", "BOI-243", "BOI-247", "BOI-251")
def test_the_administrator_fills_the_catalogue_and_mints(visitor, member):
    boss, ada = member("boss", role="admin"), member("ada")
    key = fresh("relics")
    page = visitor("/admin/collectibles", member=boss, height=1100)
    page.get_by_role("button", name="+ New collection").click()
    panel = page.get_by_role("dialog")
    panel.get_by_label("Name").fill(f"Relics {key}")
    panel.get_by_label("Key").fill(key)
    panel.get_by_role("button", name="Create").click()
    expect(page.get_by_role("heading", name=f"Relics {key}")).to_be_visible()
    expect(page.get_by_role("button", name="+ New template")).to_be_disabled()  # it has no schema yet

    page.get_by_role("button", name="+ New schema").click()
    panel.get_by_role("combobox", name="Kind").select_option("boost")
    panel.get_by_label("Sprite").fill(SPRITE)
    panel.get_by_label("Attack").fill("2")
    panel.get_by_role("button", name="Create").click()
    expect(page.get_by_role("region", name="Schemas")).to_contain_text("Boost")

    page.get_by_role("button", name="+ New template").click()
    panel.get_by_label("Name").fill("Old spark")
    panel.get_by_label("Key").fill(f"{key}-spark")
    panel.get_by_label("Sprite").fill("<svg><script>alert(1)</script></svg>")
    panel.get_by_label("Attack").fill("3")
    panel.get_by_label("Range").fill("1")
    panel.get_by_label("Maximum supply").fill("3")
    panel.get_by_label("Turns of a burnt boost").fill("7")
    expect(panel.get_by_role("note")).to_contain_text("changes nothing in games yet")
    panel.get_by_role("button", name="Create").click()
    expect(panel).to_be_visible()  # refused: a sprite is a drawing and nothing else
    panel.get_by_label("Sprite").fill("")
    panel.get_by_role("button", name="Create").click()
    row = page.get_by_role("row").filter(has_text="Old spark")
    expect(row).to_contain_text("Attack +5, Range +1")  # with what the schema adds
    expect(row).to_contain_text("Changes nothing in games yet")
    template = boss.get(f"/api/templates/{key}-spark")
    assert (template["sprite"], template["max_supply"], template["data"]) == (SPRITE, 3, {"turns": 7})

    row.get_by_role("button", name="Mint Old spark").click()
    panel.get_by_label("To").fill(ada.name)
    panel.get_by_label("How many").fill("2")
    panel.get_by_role("button", name="Mint").click()
    expect(page.get_by_text(re.compile(f"2 × Old spark for {ada.name}"))).to_be_visible()  # noqa: RUF001
    expect(row).to_contain_text("2 of 3")
    owned = ada.get(f"/api/players/{ada.name}/collectibles")["items"]
    assert [(one["template"], one["mint_number"]) for one in owned] == [(f"{key}-spark", 1), (f"{key}-spark", 2)]
    row.get_by_role("button", name="Mint Old spark").click()
    panel.get_by_label("To").fill(ada.name)
    panel.get_by_label("How many").fill("2")
    panel.get_by_role("button", name="Mint").click()
    expect(page.get_by_text(re.compile("There can be 3 of this template"))).to_be_visible()
    page.keyboard.press("Escape")
    assert violations(page) == []

    page.get_by_role("tab", name="Ledger").click()
    page.get_by_role("combobox", name="Player").fill(ada.name)
    page.get_by_role("button", name="Search by name").click()
    lines = page.get_by_role("row").filter(has_text=f"{key}-spark")
    expect(lines).to_have_count(2)
    expect(lines.first).to_contain_text("Minted")
    assert violations(page) == []

    # whoever owns it is told, too; what the rulebook lists does what it says
    hers = visitor("/album", member=ada, language="de")
    card = hers.get_by_role("button", name=re.compile("^Old spark"))
    expect(card).to_contain_text("Ändert in Spielen noch nichts")
    card.click()
    expect(hers.get_by_role("dialog").get_by_role("note")).to_contain_text("Spiele verwenden es noch nicht")
    page.goto("/admin/collectibles/core")
    known = page.get_by_role("row").filter(has_text="boost-overcharge")
    expect(known).to_contain_text("Attack +10")
    expect(known).not_to_contain_text("Changes nothing")


@pytest.mark.rule("BOI-085", "BOI-253", "BOI-291", "BOI-248", "BOI-249", "BOI-252", "BOI-294")
def test_the_album_shows_what_is_owned_and_missing_and_gives_burns_and_wears(visitor, member):
    boss, ada, ben = member("boss", role="admin"), member("ada"), member("ben")
    keepsakes = boss.get("/api/collections/keepsakes")["templates"]
    faces = boss.get("/api/collections/faces")["templates"]
    for template in (keepsakes[0], keepsakes[1], faces[0]):
        boss.post(f"/api/templates/{template['key']}/mint", {"to": ada.name, "count": 1})
    page = visitor("/", member=ada)
    page.get_by_role("button", name=f"Account: {ada.name}").click()
    page.get_by_role("link", name="Album").click()
    pages = page.get_by_role("region", name="Keepsakes")
    expect(pages).to_contain_text(f"2 of {len(keepsakes)}")
    cards = pages.get_by_role("listitem")
    expect(cards).to_have_count(len(keepsakes))
    expect(pages.get_by_role("button", name=re.compile("missing"))).to_have_count(len(keepsakes) - 2)
    expect(page.get_by_role("region", name="Faces of the yard")).to_contain_text(f"1 of {len(faces)}")
    page.get_by_role("switch", name="Only what I own").click()
    expect(cards).to_have_count(2)
    # its sprite is a picture
    first, second = keepsakes[0]["name"], keepsakes[1]["name"]
    card = pages.get_by_role("button", name=re.compile(f"^{first}"))
    assert card.locator("img").get_attribute("src").startswith("data:image/svg+xml,")
    assert violations(page) == []

    def mine():
        return [one["name"] for one in ada.get(f"/api/players/{ada.name}/collectibles")["items"]]

    card.click()
    panel = page.get_by_role("dialog").filter(has_text="What it changes")
    expect(panel).to_contain_text("No effect: only to collect.")
    panel.get_by_role("button", name=re.compile(f"^Transfer {first}")).click()
    small = page.get_by_role("dialog").filter(has_text="only they can give it back")
    small.get_by_label("To").fill("nobody-at-all")
    small.get_by_role("button", name="Transfer", exact=True).click()
    expect(small).to_be_visible()
    small.get_by_label("To").fill(ben.name)
    small.get_by_role("button", name="Transfer", exact=True).click()
    expect(page.get_by_text(f"{first} belongs to {ben.name} now.")).to_be_visible()
    assert mine() == [second, faces[0]["name"]]
    panel.get_by_role("button", name="Close").click()

    pages.get_by_role("button", name=re.compile(f"^{second}")).click()
    panel.get_by_role("button", name=re.compile(f"^Burn {second}")).click()
    question = page.get_by_role("dialog").filter(has_text="It is gone for ever")
    assert mine() == [second, faces[0]["name"]]  # only a question so far
    question.get_by_role("button", name="Burn", exact=True).click()
    expect(page.get_by_text(f"{second} is burnt.")).to_be_visible()
    assert mine() == [faces[0]["name"]]
    panel.get_by_role("button", name="Close").click()

    face = faces[0]["name"]
    page.get_by_role("button", name=re.compile(f"^{face}")).click()
    panel.get_by_role("button", name=f"Show as my avatar: {face}").click()
    expect(page.get_by_text(f"{face} is your avatar now.")).to_be_visible()
    expect(panel.get_by_role("button", name=re.compile("^Burn"))).to_be_disabled()
    theirs = visitor(f"/player/{ada.name}")
    picture = theirs.get_by_role("main").locator(".head img")
    expect(picture).to_be_visible()
    assert picture.get_attribute("src").startswith("data:image/svg+xml,")

    boss.post(f"/api/players/{ada.name}/points", {"points": 2000})
    page.goto(page.url)
    points = page.get_by_role("region", name="Stake points")
    points.get_by_label("Points to be staked").fill("2001")
    expect(points.get_by_role("button", name="Stake")).to_be_disabled()
    points.get_by_label("Points to be staked").fill("500")
    points.get_by_role("button", name="Stake").click()
    expect(points).to_contain_text("500 of 2,000 staked")
    assert ada.get("/api/me/stake")["counted"] == 500

    guest = visitor("/album")
    expect(guest.get_by_role("main").get_by_role("link", name="Sign in")).to_be_visible()
