"""The pages of a contest for those who take part: joining by code, the table, and what is not theirs."""

import re

import pytest
from playwright.sync_api import expect
from tests.scale import LONG
from tests.server.contest import contest_day
from tests.server.contest.contest_day import fits, shown
from tests.server.contest.contest_site import PIN
from tests.web.pages import join_event, settled, turn_light
from tests.web.site import COLOURS, violations

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def day(browser, tmp_path_factory):
    with contest_day.holding(tmp_path_factory.mktemp("event") / "day", codes=20, rounds=40) as made:
        made.move("ladder")
        made.join("early", "slow")
        made.join("bird", "slow")
        made.until(lambda page: page["live"] and page["results"])
        yield made


def fill(page, code, name, pin=PIN):
    join_event(page, code, name, pin)


def test_whoever_has_a_code_joins_and_gets_a_bot_with_a_token(visitor, day):
    page, code = visitor("/event", at=day.address), shown(day.codes()[0])
    page.get_by_role("link", name="Join", exact=True).first.click()
    fill(page, code.lower().replace("-", " "), "newcomer")

    expect(page.get_by_role("heading", name="Welcome, newcomer")).to_be_visible()
    token = page.get_by_label("Token", exact=True).input_value()
    assert token.startswith("rh_")
    expect(page.get_by_text(f"--token {token}")).to_be_visible()
    page.get_by_role("link", name="To the event").click()
    expect(page.get_by_text("Your bot is called newcomer-bot.")).to_be_visible()
    expect(page.get_by_text("It is not connected.")).to_be_visible()
    expect(page.get_by_role("table", name="Ladder").get_by_role("row").filter(has_text="newcomer")).to_be_visible()


def test_a_code_that_is_in_use_lets_its_team_back_in_and_nobody_else(visitor, day):
    code = shown(day.codes()[0])
    fill(visitor("/event/join", at=day.address), code, "owner")
    expect(visitor("/event", at=day.address).get_by_role("row").filter(has_text="owner")).to_be_visible()

    thief = visitor("/event/join", at=day.address)
    fill(thief, code, "owner", pin="not the pin")
    expect(thief.get_by_role("alert")).to_have_text("This code is wrong, or in use with another password.")
    back = visitor("/event/join", at=day.address)
    fill(back, code, "")
    expect(back.get_by_role("heading", name="Welcome back, owner")).to_be_visible()


@pytest.mark.parametrize(
    ("name", "said"),
    [("early", "already"), ("a b", "A name has 2 to 28 letters"), ("", "Choose a name for your team.")],
)
def test_a_name_that_cannot_be_is_refused_in_words_and_costs_no_code(visitor, day, name, said):
    code = day.codes()[0]
    page = visitor("/event/join", at=day.address)
    fill(page, code, name)

    expect(page.get_by_role("alert")).to_contain_text(said)
    assert day.codes()[0] == code


def test_the_table_and_a_running_match_are_shown_and_move(visitor, day):
    page = visitor("/event", at=day.address)
    table = page.get_by_role("table", name="Ladder")
    expect(table.get_by_role("row").filter(has_text="early")).to_contain_text("±")
    expect(page.get_by_role("article", name=re.compile("early against bird|bird against early"))).to_be_visible()
    expect(page.get_by_role("link", name="Watch")).to_be_visible()
    first = page.get_by_role("region", name="Newest results").get_by_role("link").first
    href = first.get_attribute("href")
    expect(first).not_to_have_attribute("href", href)  # another match is over; nobody had to reload


def test_the_desk_is_not_for_those_who_play(visitor, day):
    page = visitor("/event/desk", member=day.join("nosy"), at=day.address)

    expect(page.get_by_text("This page is for organisers.")).to_be_visible()
    expect(page.get_by_role("button", name="Freeze the ladder")).to_have_count(0)
    expect(page.get_by_text(shown(day.codes()[0]))).to_have_count(0)


def test_before_the_finals_their_page_says_so(visitor, day):
    page = visitor("/event/finals", at=day.address)
    expect(page.get_by_role("heading", name="The finals have not begun")).to_be_visible()


def test_the_pages_speak_german(visitor, day):
    page = visitor("/event", at=day.address, language="de")
    expect(page.get_by_role("heading", name="Rangliste")).to_be_visible()
    expect(page.get_by_text("Jede Partie zählt.")).to_be_visible()
    page.goto("/event/join")
    expect(page.get_by_role("button", name="Anmelden", exact=True)).to_be_visible()
    page.goto("/event/screen?only=table")
    expect(page.get_by_role("table", name="Rangliste")).to_be_visible()
    page.goto("/event/finals")
    expect(page.get_by_role("heading", name="Die Finalrunde hat noch nicht begonnen")).to_be_visible()


@pytest.mark.parametrize("path", ["/event", "/event/join", "/event/desk", "/event/screen?only=countdown"])
def test_everybody_can_use_the_pages_and_a_phone_is_wide_enough(visitor, day, path):
    def look(how):
        page.goto(f"{path}{'&' if '?' in path else '?'}{how}")
        settled(page)

    page = visitor("", member=day.boss, at=day.address)
    look("theme=dark")
    assert violations(page) == []
    if LONG:
        look("theme=light")
        assert violations(page) == []
    else:
        turn_light(page)
        assert violations(page, rules=COLOURS) == []

    page.set_viewport_size({"width": 390, "height": 844})
    look("theme=light&lang=de")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    assert fits(page)
