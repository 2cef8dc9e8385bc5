"""A person plays Spacegoo in the browser: choosing, foreseeing, sending, and the time there is for it. GOO-120"""

import re

import pytest
from playwright.sync_api import expect
from tests.games.spacegoo.web.board import Board
from tests.games.spacegoo.web.maps import ALONE
from tests.web.held_answers import HeldAnswers

pytestmark = pytest.mark.slow


class Play:
    """The page of a match that waits for me, on a map where nothing else happens."""

    def __init__(self, visitor, site, member, prepare=lambda page: None, **options):
        self.key = member.match("random", settings={"map": ALONE, "max_rounds": 60}, **{"clock": "day", **options})
        self.page = visitor("/icon.svg", member=member)
        prepare(self.page)
        self.page.goto(f"/match/{self.key}")
        self.site = site
        self.order = self.page.get_by_role("region", name="Your order")
        self.heading = self.page.get_by_role("heading", level=1)
        expect(self.heading).to_have_text("Your turn")
        self.board = Board(self.page, self.view)

    @property
    def view(self):
        return self.site.frames(self.key)[-1]["view"]

    def slider(self, kind):
        return self.order.get_by_role("slider", name=f"Ships of kind {kind}")

    def number(self, kind):
        return self.order.get_by_role("spinbutton", name=f"Ships of kind {kind}")

    def button(self, name):
        return self.order.get_by_role("button", name=name)

    def wait_for_round(self, number):
        expect(self.board.element).to_have_accessible_name(re.compile(rf"^Round {number} of"))
        expect(self.heading).to_have_text("Your turn")


@pytest.fixture
def play(visitor, site, member):
    return lambda **options: Play(visitor, site, member("player"), **options)


@pytest.mark.rule("GOO-120")
def test_what_is_foreseen_comes_true(play):
    one = play()
    expect(one.order).to_contain_text("Choose one of your planets to send ships from.")
    one.board.click(1)
    expect(one.order).to_contain_text("Choose a target along the lanes.")
    one.board.click(0)
    for kind, number in zip("abc", (70, 30, 11), strict=True):
        one.slider(kind).fill(str(number))
    expect(one.order).to_contain_text("6 rounds on the way, arrives in round 6")
    expect(one.order).to_contain_text("Meets Neutral with 20 20 20")
    # what is shown of the order before the last change is marked as such
    forecast = one.order.get_by_role("group", name="Forecast")
    expect(forecast).to_have_attribute("aria-busy", "false")
    # it comes a moment after the choice, and moves no button
    buttons = [button.bounding_box() for button in one.order.get_by_role("button").all()]
    assert max(box["y"] + box["height"] for box in buttons) <= forecast.bounding_box()["y"]
    verdict = one.order.get_by_text(re.compile(r"You take the planet with (\d+ \d+ \d+) left"))
    expect(verdict).to_be_visible()
    left = list(map(int, re.findall(r"\d+", verdict.inner_text())))
    one.order.get_by_text(re.compile(r"battle rounds?$")).click()
    shown = one.order.get_by_role("table").get_by_role("row")
    steps = shown.count() - 1
    assert one.order.get_by_text(re.compile(rf"^({steps}|One) battle rounds?$")).is_visible()

    one.button("Send 111").click()
    for number in range(1, 8):
        one.wait_for_round(number)
        if number < 7:
            one.button("Pass").first.click()
    planet = one.view["planets"][0]
    assert (planet["owner_id"], planet["ships"]) == (1, left)
    expect(one.page.get_by_role("listitem").filter(has_text="took planet 0")).to_be_visible()


@pytest.mark.rule("GOO-120")
def test_forecasts_come_from_the_rules_in_the_page(play):
    held = []
    one = play(prepare=lambda page: held.append(HeldAnswers(page)))
    for number in range(1, 4):
        one.board.click(1)
        one.board.click(0)
        for ships, end in (((70, 30, 11), "You take the planet"), ((2, 0, 0), "It is held")):
            for kind, count in zip("abc", ships, strict=True):
                one.slider(kind).fill(str(count))
            expect(one.order.get_by_text(end)).to_be_visible()
        one.button("Clear").click()
        one.button("Pass").first.click()
        one.wait_for_round(number)
    assert held[0].asked == []


@pytest.mark.rule("GOO-120")
def test_a_page_without_the_rules_asks_the_server(play):
    held = []

    def without_rules(page):
        page.route("**/modules", lambda route: route.fulfill(json=[]))
        held.append(HeldAnswers(page, held=False))

    one = play(prepare=without_rules)
    one.board.click(1)
    one.board.click(0)
    one.button("All").click()
    expect(one.order.get_by_text("You take the planet")).to_be_visible()
    assert held[0].asked


@pytest.mark.rule("GOO-120")
def test_an_attack_that_fails_is_foreseen_too(play):
    one = play()
    one.board.click(1)
    one.board.click(0)
    for kind, number in zip("abc", (2, 0, 0), strict=True):
        one.number(kind).fill(str(number))
    expect(one.order.get_by_text(re.compile(r"It is held: (\d+ \d+ \d+) are left there"))).to_be_visible()


@pytest.mark.rule("GOO-120")
def test_numbers_stay_within_what_there_is_and_only_lanes_lead_to_targets(play):
    one = play()
    one.board.click(0)  # not mine
    expect(one.order).to_contain_text(re.compile(r"From\s*not chosen"))
    one.board.click(1)
    one.board.click(2)  # no lane leads there
    expect(one.order).to_contain_text(re.compile(r"From\s*Planet 1\s*To\s*not chosen"))
    expect(one.button("Send")).to_be_disabled()
    one.board.click(0)
    expect(one.slider("b")).to_have_attribute("max", "40")
    one.number("b").fill("999")
    expect(one.slider("b")).to_have_value("40")
    one.button("Half").click()
    assert [one.number(kind).input_value() for kind in "abc"] == ["40", "20", "10"]
    one.button("None").click()
    expect(one.button("Send")).to_be_disabled()
    one.button("All").click()
    expect(one.button("Send 140")).to_be_enabled()


@pytest.mark.rule("GOO-120")
def test_an_order_can_be_undone_until_it_is_sent_and_repeated_afterwards(play):
    one = play()
    one.board.click(1)
    one.board.click(0)
    one.number("a").fill("5")
    one.button("Undo").click()
    expect(one.number("a")).to_have_value("80")
    one.button("Undo").click()
    expect(one.order).to_contain_text(re.compile(r"From\s*Planet 1\s*To\s*not chosen"))
    one.button("Undo").click()
    expect(one.button("Undo")).to_be_disabled()
    assert one.view["round"] == 0
    one.board.click(1)
    one.board.click(0)
    one.number("a").fill("5")
    one.button("Send 65").click()
    one.wait_for_round(1)
    expect(one.button("Undo")).to_be_disabled()
    one.button("Repeat last order").click()
    expect(one.order).to_contain_text(re.compile(r"From\s*Planet 1\s*To\s*Planet 0"))
    expect(one.number("a")).to_have_value("5")
    one.button("Clear").click()
    expect(one.order).to_contain_text(re.compile(r"From\s*not chosen"))


@pytest.mark.rule("GOO-120")
@pytest.mark.parametrize(("clock", "least", "most"), [("Blitz", 5, 40), ("Calm", 100, 720)])
def test_the_deadline_is_chosen_with_the_table(visitor, member, clock, least, most):
    page = visitor("/play?new", member=member("host"))
    panel = page.get_by_role("dialog", name="New table")
    panel.get_by_role("radio", name=clock).check(force=True)
    panel.get_by_label("Seat 2").select_option(label="Random (built-in bot)")
    panel.get_by_role("button", name="Start at once").click()
    timer = page.get_by_role("timer", name=re.compile(r"(\d+) seconds left"))
    expect(timer).to_be_visible()
    seconds = int(re.search(r"\d+", timer.get_attribute("aria-label")).group())
    assert least <= seconds <= most


def test_shortly_before_the_time_is_over_a_pass_is_sent_for_me(play):
    one = play(clock="bot")
    one.page.wait_for_function("() => document.title.startsWith('●')")
    expect(one.board.element).to_have_accessible_name(re.compile(r"^Round [1-9]\d* of"))
    assert one.site.get(f"/api/matches/{one.key}")["state"] == "running"


def test_passing_until_something_happens_stops_when_a_planet_changes_hands(play):
    one = play()
    one.board.click(1)
    one.board.click(0)
    one.button("Send 140").click()
    one.wait_for_round(1)
    one.button("Pass until something happens").click()
    expect(one.order).to_contain_text("Stopped passing: a planet has changed hands.")
    assert one.view["planets"][0]["owner_id"] == 1
    expect(one.heading).to_have_text("Your turn")


def test_passing_is_ended_by_hand_also_while_the_other_thinks(visitor, member):
    host, rita = member("host"), member("rita")
    table = host.table(clock="day", settings={"map": ALONE})["key"]
    rita.post(f"/api/tables/{table}/sit", {"seat": 2})
    rita.post(f"/api/tables/{table}/ready", {"ready": True})
    page = visitor(f"/match/{host.post(f'/api/tables/{table}/start')['match']}", member=host)
    begin = page.get_by_role("button", name="Pass until something happens")
    end = page.get_by_role("button", name="Stop passing")
    begin.click()
    expect(end).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Waiting for {rita.name}")
    end.click()
    expect(begin).to_have_attribute("aria-pressed", "false")
