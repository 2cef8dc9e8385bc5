"""A whole contest in the browser: the organiser moves it on from a page, everybody watches, and somebody wins."""

import re

import pytest
from playwright.sync_api import expect
from tests.server.contest import contest_day
from tests.server.contest.contest_day import fits
from tests.server.contest.contest_site import PIN
from tests.web.pages import join_event, settled
from tests.web.site import violations
from tests.web.visitors import EMPTY

pytestmark = pytest.mark.slow

TEAMS = {"ada": "greedy", "bob": "slow", "cyd": "slow", "dan": "slow"}


@pytest.fixture(scope="module")
def day(browser, tmp_path_factory):
    how = {"codes": 6, "rounds": 12, "size": 4, "best_of": 2, "format": "single-elimination", "grace_s": 30}
    with contest_day.holding(tmp_path_factory.mktemp("event") / "day", **how) as made:
        for name, kind in TEAMS.items():
            made.join(name, kind)
        made.until(lambda page: page["online"] == len(TEAMS))
        yield made


def go(desk, button):
    """Press a button of the desk, and say yes."""
    desk.get_by_role("button", name=button, exact=True).click()
    desk.get_by_role("dialog").get_by_role("button", name=button, exact=True).click()
    expect(desk.get_by_role("dialog")).to_have_count(0)


def phase(desk):
    return desk.get_by_role("region", name=re.compile("^(Registration|Ladder|Frozen|Finals|Closed)$"))


def test_an_organiser_holds_an_event_from_the_desk(visitor, day):
    desk = visitor("/event/desk", member=day.boss, at=day.address)
    visit = visitor("/event", at=day.address)
    expect(phase(desk).get_by_role("heading", name="Registration")).to_be_visible()
    entrants = desk.get_by_role("region", name="4 entrants")
    expect(entrants.get_by_role("row").filter(has_text="ada-bot")).to_contain_text("waits")

    # codes: one more, and one that is ended
    codes = desk.get_by_role("region", name="Codes")
    expect(codes.get_by_text("2 of 6 are free.")).to_be_visible()
    codes.get_by_label("For a team").fill("late-team")
    codes.get_by_role("button", name="Make").click()
    expect(codes.get_by_text("3 of 7 are free.")).to_be_visible()
    codes.get_by_role("button", name="End it").first.click()
    expect(codes.get_by_text("2 of 7 are free.")).to_be_visible()

    # the ladder begins; everybody sees it without reloading
    go(desk, "Begin the ladder")
    expect(visit.get_by_text("Every match counts.")).to_be_visible()
    day.until(lambda page: min(line["matches"] for line in page["table"]) >= 1)
    screen = visitor("/event/screen?only=board", at=day.address, width=1920, height=1080)
    expect(screen.get_by_role("article")).to_have_count(2)  # two matches run, each with a board
    expect(screen.get_by_role("article").first.get_by_role("img").last).to_be_visible()
    screen.goto(EMPTY)  # two large boards that move are much to draw

    # the freeze is planned, and comes later than planned
    desk.get_by_label("When Frozen begins").fill("2099-01-01T10:00")
    desk.get_by_label("When Frozen begins").blur()
    expect(visit.get_by_text("Frozen in")).to_be_visible()
    desk.get_by_role("button", name="15 minutes later").click()
    expect(desk.get_by_label("When Frozen begins")).to_have_value("2099-01-01T10:15")
    desk.get_by_role("button", name="Only by hand").first.click()
    expect(visit.get_by_text("Frozen in")).to_have_count(0)

    # frozen by mistake, and taken back
    go(desk, "Freeze the ladder")
    expect(visit.get_by_role("heading", name="Ladder, frozen")).to_be_visible()
    desk.get_by_role("button", name="Undo: back to Ladder").click()
    expect(visit.get_by_role("heading", name="Ladder", exact=True)).to_be_visible()
    expect(desk.get_by_text(re.compile("undone"))).to_be_visible()
    go(desk, "Freeze the ladder")
    page = day.until(lambda page: page["settled"])
    assert (page["champion"], page["joining"]) == ("", False)
    expect(visit.get_by_text("Nobody can join any more.", exact=True)).to_be_visible()

    # the finals: the bracket fills while one looks at it
    finals = visitor("/event/finals", at=day.address)
    go(desk, "Begin the finals")
    bracket = finals.get_by_role("region", name="Bracket").first
    expect(bracket.get_by_role("button", name=re.compile("^Final: .*open.*open"))).to_be_visible()
    expect(finals.get_by_role("link", name=re.compile(r"^Match \d: running")).first).to_be_visible()
    expect(finals.get_by_role("table", name="Cross-table")).to_be_visible()
    assert page["table"] == [{**line, "seed": None} for line in day.page()["table"]]

    # somebody wins, and all pages say so
    over = day.until(lambda made: made["over"], "/api/event/finals")
    final = re.compile(rf"^Final: .*{over['champion']}")
    expect(bracket.get_by_role("button", name=final)).to_be_visible()
    expect(finals.get_by_role("status").filter(has_text="Champion")).to_contain_text(over["champion"])
    expect(visit.get_by_role("link", name=re.compile("Champion"))).to_contain_text(over["champion"])
    screen.goto("/event/screen?only=bracket&lang=de")
    expect(screen.get_by_role("heading", name=f"{over['champion']} hat gewonnen")).to_be_visible()
    finals.get_by_role("link", name=re.compile("^Match 1: ")).first.click()
    expect(finals).to_have_url(re.compile("/replay/"))

    # everybody can use it, by keyboard and on a phone
    finals.goto("/event/finals")
    settled(finals)
    assert violations(finals) == []
    phone = visitor("/event/finals?theme=light", at=day.address, width=390, height=844, language="de")
    settled(phone)
    assert fits(phone)

    # closed by mistake: the finals stand as they were
    go(desk, "Close the event")
    expect(visit.get_by_text("The event is over.")).to_be_visible()
    desk.get_by_role("button", name="Undo: back to Finals").click()
    expect(visit.get_by_text("The best of the ladder play for the title.")).to_be_visible()
    assert day.site.get("/api/event/finals") == over

    # back in the ladder the finals of before are shown nowhere
    go(desk, "Unfreeze: ladder again")
    expect(visit.get_by_role("link", name=re.compile("Champion"))).to_have_count(0)
    assert day.site.get("/api/event/finals")["begun"] is False

    # whoever guesses codes is told to wait; the last of all, because from now on this address waits
    thief = visitor("/event/join", at=day.address)
    for letter in "ABCDEFGHJKLMNP":
        join_event(thief, f"2345678{letter}", "thief", PIN)
        alert = thief.get_by_role("alert")
        expect(alert).to_have_text(re.compile("wrong|wait|Wait|seconds"))
        if "code is wrong" not in alert.inner_text():
            break
    else:
        pytest.fail("fourteen wrong codes were tried and nobody had to wait")
