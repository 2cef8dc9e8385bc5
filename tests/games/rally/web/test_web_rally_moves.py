"""A person watches a round of Rally: the table of programs, damage, announcements, and the screen at the end."""

import re

import pytest
from playwright.sync_api import expect
from tests.games.rally.web.match_page import CELLS, KINDS, RallyPage, Rival, against_person
from tests.web.visitors import let_pass, stop_clock

pytestmark = pytest.mark.slow

HIDDEN = "not revealed yet"


class Duel:
    """Two people; mine is the page, where time passes only when a test lets it; the other answers when told to."""

    def __init__(self, visitor, member, board=CELLS, **others):
        self.host, self.guest = member("host"), member("rita")
        self.key = against_person(self.host, self.guest, board, **others)
        self.rival = Rival(self.guest, self.key)
        self.match_page = RallyPage(visitor, self.host, self.key, pace=1, clock=True)
        expect(self.match_page.programming).to_be_visible()
        stop_clock(self.match_page.page)

    def begin(self, **rival) -> tuple[list[str], list[str]]:
        """Both confirm; what my slots said, and the rival's program."""
        self.match_page.fill()
        mine = [slot.get_attribute("aria-label") for slot in self.match_page.slots.all()]
        self.match_page.confirm.click()
        theirs = self.rival.program(**rival)
        expect(self.match_page.moving).to_be_visible()
        return mine, theirs

    def row(self, name: str):
        return self.match_page.programs.get_by_role("row").filter(
            has=self.match_page.page.get_by_role("button", name=name)
        )

    def cells(self, name: str) -> list[str]:
        return [" ".join(cell.inner_text().split()) for cell in self.row(name).get_by_role("cell").all()]

    def step(self, number: int) -> None:
        """Until the board shows a program step."""
        let_pass(self.match_page.page, lambda: f"Program step {number} of 5: " in self.match_page.moving.inner_text())


@pytest.fixture
def duel(visitor, member):
    return lambda *board, **others: Duel(visitor, member, *board, **others)


def words(card: str) -> str:
    kind, priority = card.split("@")
    return f"{KINDS[kind]}, {priority}"


@pytest.mark.rule("RAL-273", "RAL-274")
def test_programs_are_revealed_step_by_step_and_the_own_one_is_known(duel):
    one = duel()
    mine, theirs = one.begin()
    rows = one.match_page.programs.get_by_role("row")
    expect(rows).to_have_count(3)
    expect(rows.last).to_contain_text("you")
    names = [re.sub(r"^Slot \d(, burned in)?: ", "", name).replace(" priority", "") for name in mine]
    known = one.row(f"About {one.host.name}").get_by_role("cell")
    for slot, name in enumerate(names):
        expect(known.nth(slot)).to_contain_text(name)
    other = one.row(f"About {one.guest.name}").get_by_role("cell")
    one.step(1)
    expect(other.nth(0)).to_contain_text(words(theirs[0]))
    expect(other.nth(4)).to_contain_text(HIDDEN)
    one.step(2)
    expect(other.nth(1)).to_contain_text(words(theirs[1]))
    expect(other.nth(2)).to_contain_text(HIDDEN)
    one.match_page.skip.click()
    one.match_page.page.get_by_role("button", name=f"About {one.guest.name}").click()
    window = one.match_page.page.get_by_role("dialog", name=one.guest.name)
    for card in theirs:
        expect(window).to_contain_text(words(card).replace(",", ""))


@pytest.mark.rule("RAL-274", "RAL-276", "RAL-277")
def test_burned_in_commands_are_known_and_a_destroyed_robot_keeps_the_rest_to_itself(visitor, member):
    host, guest = member("host"), member("rita")
    key = against_person(guest, host, CELLS, model="peach")  # I sit in seat 2, the laser hits seat 1
    rival = Rival(guest, key)
    one = RallyPage(visitor, host, key, pace=1, clock=True)
    expect(one.programming).to_be_visible()
    stop_clock(one.page)
    one.fill()
    one.confirm.click()
    burned = rival.program()[4]
    expect(one.moving).to_be_visible()
    one.skip.click()
    expect(one.programming).to_be_visible()
    one.fill()
    one.confirm.click()
    rival.program()
    expect(one.moving).to_be_visible()
    row = one.programs.get_by_role("row").filter(has_text=guest.name)
    expect(row.get_by_role("cell").nth(4)).to_contain_text(words(burned))
    expect(row.get_by_role("cell").nth(3)).to_contain_text(HIDDEN)
    alive = row.locator("canvas").evaluate("c => c.toDataURL()")
    let_pass(one.page, lambda: "destroyed" in row.inner_text())
    assert row.locator("canvas").evaluate("c => c.toDataURL()") != alive
    expect(row.get_by_role("cell").nth(4)).to_have_text("nothing")


@pytest.mark.rule("RAL-277")
def test_the_own_damage_follows_the_program_steps(duel):
    one = duel()
    one.begin()
    points = one.match_page.page.get_by_role("toolbar", name=re.compile("damage points$"))
    for step in (2, 3, 4):
        one.step(step)
        expect(points).to_have_accessible_name(f"{step - 1} of 9 damage points")
    one.match_page.skip.click()
    expect(points).to_have_accessible_name("4 of 9 damage points")  # Tanky regenerates one of five


@pytest.mark.rule("RAL-275", "RAL-280")
def test_power_downs_are_announced_and_leave_a_row_empty(duel):
    one = duel()
    one.begin(power_down=True)
    expect(one.match_page.moving).to_contain_text(f"Power-down next round: {one.guest.name}")
    expect(one.row(f"About {one.guest.name}")).to_contain_text("power-down next")
    one.match_page.skip.click()
    expect(one.match_page.programming).to_be_visible()
    expect(one.match_page.programming).to_contain_text("powered down")
    one.match_page.fill()
    one.match_page.confirm.click()
    expect(one.match_page.moving).to_be_visible()
    one.step(3)
    assert one.cells(f"About {one.guest.name}") == ["nothing"] * 5
    expect(one.row(f"About {one.guest.name}")).to_contain_text("powered down")


@pytest.mark.rule("RAL-278", "RAL-279")
def test_the_menu_and_the_state_of_others_can_be_looked_at_while_robots_move(duel):
    one = duel()
    one.begin()
    one.match_page.moving.get_by_role("button", name="Menu").click()
    menu = one.match_page.page.get_by_role("dialog", name="Game menu")
    expect(menu).to_be_visible()
    one.match_page.page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    one.step(1)
    one.match_page.moving.get_by_role("button", name=f"About {one.guest.name}").click()
    window = one.match_page.page.get_by_role("dialog", name=one.guest.name)
    for text in ("Damage points", "0 / 9", "Life points", "Program of the round"):
        expect(window).to_contain_text(text)


def test_the_next_program_can_be_made_while_the_round_is_shown(duel):
    one = duel()
    one.begin()
    one.match_page.page.get_by_role("button", name="Program next round").click()
    expect(one.match_page.programming).to_be_visible()
    expect(one.match_page.programming).to_contain_text("Round 1 is being shown.")
    one.match_page.fill()
    expect(one.match_page.confirm).to_be_enabled()
    one.match_page.page.get_by_role("button", name="Watch the round").click()
    expect(one.match_page.moving).to_be_visible()
    one.match_page.page.get_by_role("group", name="Speed").get_by_role("button", name=re.compile("^4")).click()
    let_pass(one.match_page.page, one.match_page.programming.is_visible)
    expect(one.match_page.confirm).to_be_enabled()
    one.match_page.page.get_by_role("button", name="Show the last round again").click()
    expect(one.match_page.moving).to_be_visible()


@pytest.mark.rule("RAL-315")
def test_who_has_confirmed_early_watches_on_and_then_waits_for_the_others(duel):
    one = duel(step_seconds=10)
    one.begin()
    one.match_page.page.get_by_role("button", name="Program next round").click()
    one.match_page.fill()
    one.match_page.confirm.click()
    expect(one.match_page.moving).to_be_visible()
    one.match_page.skip.click()
    expect(one.match_page.page.get_by_role("heading", level=1)).to_have_text(f"Waiting for {one.guest.name}")


def test_spectators_see_the_programs_as_they_are_revealed(visitor, duel):
    one = duel()
    page = visitor(f"/match/{one.key}")
    expect(page.get_by_role("region", name="Players").get_by_role("listitem")).to_have_count(2)
    _, theirs = one.begin()
    row = page.get_by_role("table", name="Programs").get_by_role("row").filter(has_text=one.guest.name)
    expect(row.get_by_role("cell").nth(0)).to_contain_text(words(theirs[0]))
    expect(page.get_by_role("group", name="Commands")).to_have_count(0)


@pytest.mark.rule("RAL-301")
def test_after_the_match_a_screen_shows_winner_ranking_statistics_and_what_was_unlocked(duel):
    one = duel()
    one.begin()
    one.match_page.skip.click()
    expect(one.match_page.programming).to_be_visible()
    one.match_page.page.clock.resume()
    one.rival.leave()
    screen = one.match_page.page.get_by_role("dialog", name="The match is over")
    expect(screen).to_contain_text(re.compile(rf"Winner\s*{one.host.name}"))
    ranking = screen.get_by_role("region", name="Ranking").get_by_role("listitem")
    expect(ranking.nth(0)).to_contain_text(re.compile(rf"1\.\s*{one.host.name}"))
    expect(ranking.nth(1)).to_contain_text(re.compile(rf"2\.\s*{one.guest.name}"))
    figures = one.match_page.member.site.finished(one.key)["figures"]
    table = screen.get_by_role("region", name="Statistics of the match").get_by_role("table")
    expect(table.get_by_role("row")).to_have_count(1 + len(figures[0]))
    for label, key in (("Damage taken", "damage_taken"), ("Damage points repaired", "repaired")):
        row = table.get_by_role("row").filter(has_text=label)
        assert row.get_by_role("cell").all_inner_texts() == [str(one[key]) for one in figures]
    assert figures[0]["damage_taken"] == 5
    unlocked = screen.get_by_role("region", name="New achievements")
    expect(unlocked).to_contain_text("Ouch.")
    expect(unlocked).to_contain_text("unlocked by you")
    for way, address in (("Watch the replay", f"/replay/{one.key}"), ("Main menu", "/games/rally")):
        expect(screen.get_by_role("link", name=way)).to_have_attribute("href", address)
    expect(screen.get_by_role("button", name="Rematch")).to_be_enabled()
    one.match_page.page.keyboard.press("Escape")
    expect(one.match_page.page.get_by_role("heading", level=1)).to_have_text("You won")
    one.match_page.page.get_by_role("button", name="Statistics of the match").click()
    expect(screen).to_be_visible()
