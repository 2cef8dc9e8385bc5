"""A person plays a whole match against a bot with mouse and keyboard, from the first robot to the final screen."""

import re

import pytest
from playwright.sync_api import expect
from tests.games.dungeon.web.match_page import DungeonPage, against
from tests.scale import amount

pytestmark = pytest.mark.slow
ROUNDS = amount(20, 40)


def command(one: DungeonPage, miners: set[str]) -> None:
    """What somebody would do in a round: whoever finds coal mines and sells it from then on, robots at stations are
    upgraded, the others explore."""
    for robot in one.robots:
        if one.planet(robot["planet"])["resource"] == "coal" and robot["id"] not in miners:
            one.row(robot).click()
            one.press("o")
            miners.add(robot["id"])
    if one.view["round"] % 5 == 2:
        one.press("t")  # those at stations
        for wish in ("Buy Storage for 50", "Buy Mining speed for 50"):
            offer = one.shop.get_by_role("button", name=re.compile(f"^{wish}"))
            if offer.count() and offer.get_attribute("aria-disabled") == "false":
                offer.click()
                break
    price = one.view["market"]["articles"]["ROBOT"]
    if one.view["you"]["money"] >= 2 * price and len(one.robots) < 8:
        one.panel.get_by_role("spinbutton", name="How many robots").fill("1")
        one.panel.get_by_role("button", name=re.compile(r"^Buy for \d+$")).click()
    one.press("i", "x", "i")


@pytest.mark.rule("DUN-188", "DUN-189", "DUN-190")
def test_a_person_plays_a_match_against_the_miner(visitor, member):
    host = member("robin")
    # coal is near and robots are soon full, so that there are rounds enough to sell some
    rich = {"patch_cells": [6, 30, 40, 50, 60], "storage": [6, 50, 200, 400, 1000, 2000]}
    settings = {"max_rounds": ROUNDS, "start_robots": 0, "start_money": 400} | rich
    one = DungeonPage(visitor, host, against(host, "miner", seed=4, **settings))
    expect(one.list).to_contain_text("You have no robot.")
    one.panel.get_by_role("spinbutton", name="How many robots").fill("3")
    one.panel.get_by_role("button", name="Buy 3 for 300").click()
    expect(one.panel).to_contain_text("3 robots on order")
    one.done.click()
    one.await_round(2)
    expect(one.rows).to_have_count(3)
    miners: set[str] = set()
    screen = one.page.get_by_role("dialog", name="The match is over")
    for number in range(2, ROUNDS + 1):
        command(one, miners)
        one.press("Enter")
        if number < ROUNDS:
            one.await_round(number + 1)
    expect(screen).to_be_visible()
    ranking = screen.get_by_role("region", name="Ranking").get_by_role("listitem")
    expect(ranking).to_have_count(2)
    expect(screen).to_contain_text(host.name)
    result = one.member.get(f"/api/matches/{one.key}")["result"]
    points = {place["seat"]: place["points"] for place in result["places"]}
    figures = one.view["you"]["figures"]
    assert points[1] > 100  # it explored, mined and sold
    assert figures["robots_bought"] >= 3
    assert figures["moves"] > ROUNDS
    assert figures["mined_coal"] > 0
    assert figures["earned"] > 0
