"""What the pages of all matches share: addresses that lead on, rules beside the board, hidden ends, the first paint."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.slow


PAPER, NIGHT = "rgb(241, 238, 230)", "rgb(10, 13, 18)"


@pytest.fixture(scope="module")
def twins(site):
    """A finished match of a bot against itself."""
    host = site.member("host")
    key = host.match("random", "random", clock="bot", settings={"max_rounds": 40})
    match = site.finished(key)
    host.close()
    return match, site.frames(key)


def scrubber(page):
    return page.get_by_role("slider", name="Round shown")


def test_a_match_that_is_over_opens_as_its_replay_at_the_round_asked_for(visitor, twins):
    match, _ = twins
    assert [(seat["name"], seat["player"]["name"]) for seat in match["seats"]] == [
        ("random", "random"),
        ("random 2", "random"),
    ]
    page = visitor(f"/match/{match['key']}?round=12")
    page.wait_for_url(re.compile(f"/replay/{match['key']}[?]round=12"))
    expect(scrubber(page)).to_have_attribute("aria-valuetext", re.compile("Round 12: random [0-9]+, random 2 [0-9]+"))
    expect(page.get_by_role("heading", level=1)).to_have_text("random vs random 2")
    expect(page.get_by_text("There is no such match.")).to_have_count(0)
    frame = visitor(f"/embed/match/{match['key']}?round=12")
    expect(scrubber(frame)).to_have_attribute("aria-valuetext", re.compile("^Round 12 "))


def test_what_lies_ahead_is_hidden_until_it_is_asked_for(visitor, twins):
    match, frames = twins
    page = visitor(f"/replay/{match['key']}?round=4")
    expect(scrubber(page)).to_have_attribute("aria-valuetext", re.compile("Round 4:"))
    now = page.locator(".scrub .now")
    # a column of the timeline near its end: empty while nothing is told of it
    colours = """canvas => { const data = canvas.getContext('2d').getImageData(canvas.width * 0.9, 0, 1, canvas.height)
        .data; return new Set(Array.from({length: data.length / 4}, (_, n) => data.slice(n * 4, n * 4 + 4).join()))
        .size; }"""
    timeline = page.locator(".scrub canvas")
    expect(now).to_have_text("4")
    hidden = timeline.evaluate(colours)
    page.get_by_role("button", name="Show result").click()
    expect(now).to_have_text(f"4/{frames[-1]['round']}")
    assert timeline.evaluate(colours) > hidden


def test_a_running_match_is_watched_live_and_looked_back_at_and_its_rules_are_a_click_away(visitor, member):
    host = member("host")
    key = host.match("random", clock="day", listed=True)
    for mine, size in ((True, {"width": 390, "height": 844}), (False, {})):
        page = visitor(f"/replay/{key}", member=host if mine else None, **size)
        page.wait_for_url(re.compile(f"/match/{key}$"))
        expect(page.get_by_role("heading", name="Your turn" if mine else "Watching")).to_be_visible()
        for name, part in (("How to play", "short"), ("Rules", "rulebook")):
            link = page.get_by_role("link", name=name, exact=True)
            expect(link).to_have_attribute("href", f"/games/spacegoo#{part}")
            expect(link).to_have_attribute("target", "_blank")
    page.goto(f"/replay/{key}?round=0")
    page.get_by_role("link", name="Watch it live").click()
    page.wait_for_url(re.compile(f"/match/{key}$"))


def test_who_resigns_against_a_bot_is_told_of_the_loss_and_can_watch_it(visitor, member):
    host = member("host")
    key = host.match("random", game="dungeon", seats=2, settings={"map_side": 5})
    page = visitor(f"/match/{key}", member=host)
    page.get_by_role("button", name="Resign", exact=True).click()
    panel = page.get_by_role("dialog", name="Resign this match?")
    expect(panel).to_contain_text("You lose it at once.")
    panel.get_by_role("button", name="Resign").click()
    expect(page.get_by_role("heading", name="You lost")).to_be_visible()
    expect(page.get_by_text(f"{host.name} resigned.").first).to_be_visible()
    page.get_by_role("dialog", name="The match is over").get_by_role("link", name="Watch the replay").click()
    expect(scrubber(page)).to_be_visible()


def test_the_first_paint_has_the_visitors_theme(visitor):
    for system, asked, chosen, ground in (
        ("light", "", None, PAPER),
        ("dark", "", None, NIGHT),
        ("dark", "", "light", PAPER),
        ("light", "", "dark", NIGHT),
        ("dark", "?theme=light", "dark", PAPER),
    ):
        page = visitor("", theme=system, alone=True)
        page.route("**/assets/*.js", lambda route: route.abort())
        if chosen:
            page.goto("/")
            page.evaluate("theme => localStorage.setItem('roundhouse', JSON.stringify({theme}))", chosen)
        page.goto(f"/{asked}")
        expect(page.locator("#app")).to_be_empty()
        look = page.evaluate(
            """() => [getComputedStyle(document.body).backgroundColor,
                document.querySelector('meta[name="theme-color"]').content]"""
        )
        assert look == [ground, {PAPER: "#f1eee6", NIGHT: "#0a0d12"}[ground]], (system, asked, chosen)


def test_the_theme_follows_the_system_until_one_is_chosen(visitor):
    page = visitor("/settings", theme="light", alone=True)
    root = page.locator("html")
    expect(root).to_have_attribute("data-theme", "light")
    page.emulate_media(color_scheme="dark")
    expect(root).to_have_attribute("data-theme", "dark")
    page.get_by_role("radio", name="Light").check(force=True)
    page.emulate_media(color_scheme="light")
    page.emulate_media(color_scheme="dark")
    page.reload()
    expect(root).to_have_attribute("data-theme", "light")
