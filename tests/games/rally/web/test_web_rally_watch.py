"""A Rally match that runs, as somebody sees it who only watches: the round moves, and ends where it ended."""

import re

import pytest
from playwright.sync_api import expect
from tests.games.rally.web.board import RallyBoard
from tests.games.rally.web.match_page import Rival
from tests.web.visitors import let_pass, stop_clock

pytestmark = pytest.mark.slow

PICTURE = "canvas => canvas.toDataURL()"


@pytest.fixture
def match(member):
    """A match of one person, who plays without a browser, against a bot."""
    host = member("driver")
    settings = {"timer_seconds": 300, "ai_min_seconds": 0, "start_assignment": "seat", "board": "assembly-line"}
    key = host.table(game="rally", seats=2, bots={"2": "easy"}, start=True, clock="own", seed=7, settings=settings)
    rival = Rival(host, key["match"])
    yield rival
    rival.leave()


@pytest.mark.rule("RAL-272", "RAL-245")
def test_spectators_see_the_round_move_and_end_where_it_ended(visitor, site, match):
    page = visitor(f"/match/{match.key}", width=1400, height=1000, clock=True)
    board = page.get_by_role("application")
    expect(board).to_have_attribute("aria-label", re.compile("^Round 1 of 100"))
    stop_clock(page)
    canvas = board.locator("canvas")
    still = set()
    for _ in range(5):
        still.add(canvas.evaluate(PICTURE))
        page.clock.fast_forward(100)
    assert len(still) == 1
    match.program()
    expect(page.get_by_role("table", name="Programs")).to_be_visible()
    seen = set()
    for _ in range(30):
        page.clock.fast_forward(200)
        seen.add(canvas.evaluate(PICTURE))
        if len(seen) > 5:
            break
    assert len(seen) > 5
    view = site.frames(match.key)[-1]["view"]
    assert view["round"] == 2
    shown = RallyBoard(page, view)
    robots = [robot for robot in view["robots"] if robot["cell"] and not robot["powered_down"]]

    def seats():
        picture = shown.pixels()
        return [shown.seat_at(picture, shown.back_of(robot), 90) for robot in robots]

    let_pass(page, lambda: seats() == [robot["seat"] for robot in robots], 1000)
