"""The administration: only for those with a role, and everything done there is written down."""

import re

import pytest
from playwright.sync_api import expect
from tests.web.site import PASSWORD, fresh

pytestmark = pytest.mark.slow


def test_the_pages_need_a_role(visitor, member):
    page = visitor("/admin/players", member=member("nosy"))
    expect(page.get_by_role("heading", name="Only for organisers")).to_be_visible()
    expect(page.get_by_role("table")).to_have_count(0)
    expect(page.get_by_role("navigation", name="Main").get_by_role("link", name="Admin")).to_have_count(0)


def test_an_organiser_looks_but_changes_no_players(visitor, member):
    page = visitor("/admin/players", member=member("organiser", role="organiser"))
    expect(page.get_by_text("Organisers see players; administrators change them.")).to_be_visible()
    expect(page.get_by_role("row").nth(1)).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^Block "))).to_have_count(0)
    expect(page.get_by_role("link", name="Audit log")).to_have_count(0)


def test_a_blocked_player_is_out_at_once_and_the_log_says_by_whom(visitor, member):
    admin, rogue = member("boss", role="admin"), member("rogue")
    his = visitor("/settings", member=rogue)
    expect(his.get_by_role("button", name=f"Account: {rogue.name}")).to_be_visible()
    page = visitor("/admin/players", member=admin)
    page.get_by_role("searchbox", name="Search by name").fill(rogue.name)
    row = page.get_by_role("row").filter(has_text=rogue.name)
    row.get_by_role("button", name=f"Block {rogue.name}").click()
    page.get_by_role("dialog").get_by_role("button", name="Block").click()
    expect(row.get_by_text("blocked", exact=True)).to_be_visible()

    his.reload()
    expect(his.get_by_role("link", name="Sign in").first).to_be_visible()
    his.goto("/sign-in")
    his.get_by_label("Name").fill(rogue.name)
    his.get_by_label("Password", exact=True).fill(PASSWORD)
    his.get_by_role("button", name="Sign in").click()
    expect(his.get_by_role("alert").filter(has_text=re.compile("."))).to_be_visible()
    expect(his.get_by_role("button", name=f"Account: {rogue.name}")).to_have_count(0)

    page.get_by_role("navigation", name="Admin").get_by_role("link", name="Audit log").click()
    line = page.get_by_role("row").filter(has_text=rogue.name).first
    expect(line.get_by_role("cell").nth(1)).to_have_text(admin.name)
    expect(line).to_contain_text("blocked")


def test_an_aborted_match_does_not_count(visitor, site, member):
    admin, player = member("boss", role="admin"), member("player")
    key = player.match("greedy", rated=True, listed=True, clock="day")
    hers = visitor(f"/match/{key}", member=player)
    expect(hers.get_by_role("heading", name="Your turn")).to_be_visible()
    page = visitor("/admin/matches", member=admin)
    page.get_by_role("button", name=re.compile(f"^Abort .*{player.name}")).click()
    page.get_by_role("dialog").get_by_role("button", name="Abort").click()
    expect(page.get_by_text("The match is aborted.")).to_be_visible()
    match = site.finished(key)
    assert match["state"] == "abandoned"
    assert [seat["change"] for seat in match["seats"]] == [None, None]
    expect(hers.get_by_text("The match was stopped and does not count.")).to_be_visible()
    page.get_by_role("navigation", name="Admin").get_by_role("link", name="Audit log").click()
    expect(page.get_by_role("row").filter(has_text=key)).to_contain_text(admin.name)


def test_an_admin_makes_accounts_and_sets_passwords(visitor, member):
    page, name = visitor("/admin/players", member=member("boss", role="admin")), fresh("made")
    page.get_by_role("button", name="+ Make an account").click()
    panel = page.get_by_role("dialog")
    panel.get_by_label("Name").fill(name)
    password = panel.get_by_label("Password").input_value()
    assert len(password) >= 12
    panel.get_by_role("button", name="Make an account").click()
    expect(page.get_by_text(f"{name} has an account now.")).to_be_visible()
    theirs = visitor("/sign-in")
    theirs.get_by_label("Name").fill(name)
    theirs.get_by_label("Password", exact=True).fill(password)
    theirs.get_by_role("button", name="Sign in").click()
    expect(theirs.get_by_role("button", name=f"Account: {name}")).to_be_visible()


def test_the_health_of_the_server_is_shown(visitor, member):
    page = visitor("/admin", member=member("boss", role="admin"))
    for what in ("Matches", "Connections", "Lateness of rounds", "Memory", "Database"):
        expect(page.get_by_role("main").get_by_text(what, exact=True).first).to_be_visible()
    expect(page.get_by_text("SQLite")).to_be_visible()
