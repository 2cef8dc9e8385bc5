"""A team among itself in the browser: talk, the board of its captains, what happened meanwhile, and a game's course."""

import re

import pytest
from playwright.sync_api import expect
from tests.web.site import violations

pytestmark = pytest.mark.slow

DONE = {"actions": [{"type": "done"}]}
SETTINGS = {"turn_seconds": 600, "turn_limit": 20, "map": "first-light"}


@pytest.fixture
def crew(member):
    """A match of two teams of three: Ada leads the first, Tom is its trooper, Eve plays in the other."""
    ada, tom, eve = member("ada"), member("tom"), member("eve")
    bots = dict.fromkeys(("2", "5", "6"), "random")
    table = ada.table(game="boidvoid", preset="crew", rated=False, settings=SETTINGS, bots=bots)["key"]
    for who, seat in ((tom, 3), (eve, 4)):
        who.post(f"/api/tables/{table}/sit", {"seat": seat})
        who.post(f"/api/tables/{table}/ready", {"ready": True})
    return ada, tom, eve, ada.post(f"/api/tables/{table}/start")["match"]


def test_a_team_plans_and_talks_and_the_others_do_not_see_it(visitor, crew):
    ada, tom, eve, match = crew
    hers, his = visitor(f"/match/{match}/team", member=ada), visitor(f"/match/{match}/team", member=tom)
    board = hers.get_by_role("region", name="Orders board")
    board.get_by_label("What to do").select_option("capture")
    expect(board.get_by_role("button", name="Mark it")).to_be_disabled()
    board.get_by_label("Column").fill("4")
    board.get_by_label("Row").fill("5")
    board.get_by_label("Note").fill("before turn 9")
    board.get_by_role("button", name="Mark it").click()
    expect(board.get_by_role("listitem")).to_have_text(re.compile("capture.*4, 5.*before turn 9"))

    shown = his.get_by_role("region", name="Orders board")
    expect(shown.get_by_role("listitem")).to_contain_text("before turn 9")
    expect(shown.get_by_role("button")).to_have_count(0)
    talk = his.get_by_role("region", name="Talk among the team")
    talk.get_by_label("What to say to the team").fill("On my way")
    talk.get_by_label("What to say to the team").press("Enter")
    expect(hers.get_by_role("region", name="Talk among the team").get_by_role("listitem")).to_contain_text("On my way")
    expect(hers.get_by_role("region", name="Members").get_by_text("captain")).to_have_count(2)

    other = visitor(f"/match/{match}/team", member=eve)
    expect(other.get_by_text("Nothing is marked.")).to_be_visible()
    expect(other.get_by_text("Nobody has said anything yet.")).to_be_visible()
    assert violations(hers) == []
    board.get_by_role("button", name="Take away the mark on 4, 5").click()
    expect(board.get_by_text("Nothing is marked.")).to_be_visible()

    stranger = visitor(f"/match/{match}/team")
    expect(stranger.get_by_text("This page is for those who play in the match")).to_be_visible()


def test_who_was_away_reads_what_has_changed_and_everybody_the_course(visitor, crew, site):
    ada, tom, eve, match = crew
    page = visitor(f"/match/{match}/team", member=ada)
    report = page.get_by_role("region", name="While you were away")
    expect(report.get_by_text("No turn has ended since you were last here.")).to_be_visible()
    ada.post(f"/api/play/{match}/act", {"actions": [{"type": "automode", "on": True}, {"type": "done"}]})
    for who in (tom, eve):
        who.post(f"/api/play/{match}/act", DONE)
    site.eventually(f"/api/matches/{match}/history", lambda told: len(told["rounds"]) == 1)
    page.reload()
    expect(report).to_contain_text("Turns 1 to 1")
    expect(report).to_contain_text("flies by itself (automode)")
    page.reload()
    expect(report.get_by_text("No turn has ended since you were last here.")).to_be_visible()

    page.get_by_role("link", name="Course").click()
    expect(page.get_by_role("heading", name="Tiles", exact=True)).to_be_visible()
    expect(page.get_by_role("row")).to_have_count(7)
    assert violations(page) == []
