"""The newcomer's story, once with the mouse and once by keyboard only: from the home page to a place on the ladder."""

import re

import pytest
from playwright.sync_api import expect
from tests.games.spacegoo.web.board import Board
from tests.scale import LONG
from tests.web.keyboard import Keys
from tests.web.number_text import signed
from tests.web.site import PASSWORD, QUICK_MATCHES, fresh, serving

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def lively(browser, tmp_path_factory):
    """A server with a match to watch, as `make run` starts it."""
    with serving(tmp_path_factory.mktemp("lively") / "data", "--demo", "1", environment=QUICK_MATCHES) as running:
        yield running


def test_with_the_mouse(visitor, lively):
    page, name = visitor("/", at=lively.address, reduced_motion="reduce"), fresh("newcomer")
    see_that_the_home_page_is_alive(page)

    page.get_by_role("link", name="Sign in").click()
    page.get_by_role("link", name="Make an account").click()
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Make the account").click()
    expect(page.get_by_role("button", name=f"Account: {name}")).to_be_visible()

    page.get_by_role("button", name="+ New table").click()
    panel = page.get_by_role("dialog", name="New table")
    panel.get_by_role("switch", name="Rated").click()
    panel.get_by_label("Seat 2").select_option(label="Greedy (built-in bot)")
    panel.get_by_role("button", name="Start at once").click()

    match = MouseMatch(page, lively)
    match.attack()
    match.attack()
    match.play_on()
    look_at_the_result(match, name)

    page.get_by_role("link", name="Watch the replay").click()
    page.wait_for_url(re.compile("/replay/"))
    expect(scrubber(page)).to_have_attribute("aria-valuetext", re.compile(rf"Round 0: {name} \d+, greedy \d+"))
    for _ in range(3):
        page.get_by_role("button", name="Forward one round").click()
    page.get_by_role("button", name="Back one round").click()
    expect(scrubber(page)).to_have_attribute("aria-valuetext", re.compile("Round 2:"))

    page.get_by_role("navigation", name="Main").get_by_role("link", name="Ladder").click()
    page.get_by_role("navigation", name="Pool").get_by_role("link", name="Mixed").click()
    expect(page.get_by_role("row").filter(has_text=name)).to_contain_text("you")


def test_by_keyboard_only(visitor, lively):
    page, name = visitor("/", at=lively.address, reduced_motion="reduce"), fresh("keyboarder")
    keys = Keys(page)
    see_that_the_home_page_is_alive(page)

    keys.to("link", "Sign in").press("Enter")
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    keys.to("link", "Make an account").press("Enter")
    expect(page.get_by_role("heading", name="Make an account")).to_be_visible()
    keys.to("textbox", "Name").type(name)
    keys.to("textbox", "Password").type(PASSWORD)
    keys.press("Enter")
    expect(page.get_by_role("button", name=f"Account: {name}")).to_be_visible()

    keys.to("button", "+ New table").press("Enter")
    keys.to("switch", "Rated", exact=False).press("Space")
    keys.to("combobox", "Seat 2").type("Gr")
    keys.to("button", "Start at once").press("Enter")

    match = KeyMatch(page, lively)
    match.attack()
    match.attack()
    if LONG:  # another whole match; with the mouse one is played at every commit
        match.play_on()
        look_at_the_result(match, name)
    else:
        match.resign()
        look_at_the_result(match, name, resigned=True)

    keys.to("link", "Watch the replay").press("Enter")
    page.wait_for_url(re.compile("/replay/"))
    expect(scrubber(page)).to_have_attribute("aria-valuetext", re.compile(rf"Round 0: {name} \d+, greedy \d+"))
    keys.press("ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft")
    expect(scrubber(page)).to_have_attribute("aria-valuetext", re.compile("Round 2:"))
    keys.press("End")
    expect(page.get_by_role("heading", name="Final standings")).to_be_visible()

    keys.to("link", "Ladder", back=True).press("Enter")
    keys.to("link", "Mixed", exact=False).press("Enter")
    expect(page.get_by_role("row").filter(has_text=name)).to_contain_text("you")


def see_that_the_home_page_is_alive(page):
    """The board's sentence tells of another round without anybody doing anything."""
    board = page.get_by_role("main").get_by_role("img", name=re.compile(r"\d")).first
    expect(board).not_to_have_attribute("aria-label", board.get_attribute("aria-label"))


def scrubber(page):
    return page.get_by_role("slider", name="Round shown")


class Match:
    """A running match as its player sees it; how orders are given and passing begins is told by the ways below."""

    def __init__(self, page, site):
        page.wait_for_url(re.compile(r"/match/"))
        self.page, self.site = page, site
        self.key = page.url.rpartition("/")[2]
        self.order = page.get_by_role("region", name="Your order")
        self.heading = page.get_by_role("heading", level=1)
        self.mine = self.heading.filter(has_text="Your turn")
        self.over = self.heading.filter(has_text=re.compile("You won|You lost|A draw"))
        self.rests = page.get_by_role("button", name="Pass until something happens")
        expect(self.mine).to_be_visible()
        self.board = Board(page, self.view)
        self.sent = 0

    @property
    def view(self):
        return self.site.frames(self.key)[-1]["view"]

    def attack(self):
        """Everything from my strongest planet goes to its strongest neighbour: bravely, and soon lost."""
        board = self.board
        board.view = self.view
        source = next(iter(board.own(1)), None)
        if source is None:
            return
        target = max(board.near(source), key=lambda n: (board.view["planets"][n]["owner_id"] != 1, board.ships(n)))
        self.pick(source)
        self.pick(target)
        expect(self.order).to_contain_text(re.compile(rf"From\s*Planet {source}\s*To\s*Planet {target}\b"))
        kind = max(range(3), key=board.view["planets"][source]["ships"].__getitem__)
        if self.sent < 2:
            self.choose_ships(kind, board.view["planets"][source]["ships"][kind])
            expect(self.order).to_contain_text("Forecast if nobody else sends anything")
            expect(self.order).to_contain_text(re.compile("You take the planet|It is held|Joins your|in orbit"))
        before = re.compile(rf"^Round {board.view['round']} of")
        self.send()
        expect(board.element).not_to_have_accessible_name(before)
        # what was ordered happened in this very round
        assert launches(self.site.frames(self.key)) > self.sent
        self.sent += 1
        expect(self.mine.or_(self.over)).to_be_visible()

    def play_on(self):
        """Passes until the match is over, and attacks whenever something has ended the passing. That is never ended by
        hand: the match, which goes on meanwhile, could be over before the hand is there."""
        while not self.over.is_visible():
            self.begin_to_pass()
            expect(self.rests.or_(self.over).first).to_be_visible()
            expect(self.mine.or_(self.over)).to_be_visible()
            if self.mine.is_visible():
                self.attack()


class MouseMatch(Match):
    def pick(self, planet):
        self.board.click(planet)

    def choose_ships(self, kind, most):
        slider = self.order.get_by_role("slider", name=f"Ships of kind {'abc'[kind]}")
        box = slider.bounding_box()
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        assert 0 < int(slider.input_value()) < most

    def send(self):
        self.order.get_by_role("button", name=re.compile(r"Send \d+")).click()

    def begin_to_pass(self):
        self.rests.click()


class KeyMatch(Match):
    def __init__(self, page, site):
        super().__init__(page, site)
        self.keys = Keys(page)

    def pick(self, planet):
        """With the key for the next planet, until the board says that the cursor is there."""
        if not self.board.element.evaluate("element => element === document.activeElement"):
            self.keys.press("ArrowRight")  # any arrow leads to the board
            expect(self.board.element).to_be_focused()
        spoken = self.board.element.get_by_role("paragraph")
        for _ in self.board.at:
            before = spoken.inner_text()
            if before.startswith(f"Planet {planet} ·"):
                self.keys.press("Enter")
                return
            self.keys.press(".")
            expect(spoken).not_to_have_text(before)
        raise AssertionError(f"the cursor never came to planet {planet}")

    def choose_ships(self, kind, most):
        self.keys.press(str(kind + 1))
        self.keys.type(str(most // 2))

    def send(self):
        self.keys.press("Enter")

    def begin_to_pass(self):
        self.keys.press("a")

    def resign(self):
        self.keys.to("button", "Resign").press("Enter")
        expect(self.page.get_by_role("dialog")).to_be_visible()
        self.keys.to("button", "Resign", inside=self.page.get_by_role("dialog")).press("Enter")
        expect(self.over).to_be_visible()


def launches(frames):
    events = [event for frame in frames for event in frame["events"]]
    return sum(event["type"] == "fleet_launched" and event["seat"] == 1 for event in events)


BY_THE_RULES = {("won", "You won"), ("won", "You lost"), ("draw", "A draw")}


def look_at_the_result(match, name, *, resigned=False):
    """It ended by the rules, or because I resigned; it counted, and the page says what the server knows."""
    known = match.site.finished(match.key)
    mine = next(seat for seat in known["seats"] if seat["player"]["name"] == name)
    heading = match.heading.inner_text()
    assert match.sent >= 2
    assert known["rated"]
    assert [seat["left"] for seat in known["seats"]] == ["resigned" if resigned else "", ""]
    assert (known["result"]["reason"], heading) in ({("disqualified", "You lost")} if resigned else BY_THE_RULES)
    assert (heading == "You lost") == (mine["place"] == 2)
    row = match.page.get_by_role("listitem").filter(has=match.page.get_by_role("link", name=name))
    expect(row).to_contain_text(signed(mine["change"], 1))
    expect(row).to_contain_text(f"{mine['rating'] + mine['change']:.0f}")
