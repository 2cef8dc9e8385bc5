"""A person plays a short match of Quest against the built-in gatherer, from the first step to the final screen."""

import re

import pytest
from playwright.sync_api import expect
from tests.games.quest.web.match_page import TURN, QuestPage
from tests.web.site import violations

pytestmark = pytest.mark.slow
ROUNDS = 7


def begin(member) -> str:
    """The shipped scenario `first-steps`, a little shorter."""
    settings = {"scenario": "first-steps", "rounds": ROUNDS, "turn_ms": 600_000}
    options = {"game": "quest", "seats": 2, "clock": "own", "seed": 7, "settings": settings}
    return member.table(seat=1, bots={"2": "gatherer"}, start=True, **options)["match"]


def way(one: QuestPage, name: str):
    return one.dialog.get_by_role("group", name=name)


@pytest.mark.rule("QST-145", "QST-146")
def test_a_person_plays_against_the_gatherer_to_the_end(visitor, member):
    host = member("robin")
    one = QuestPage(visitor, host, begin(host))
    expect(one.page.get_by_role("heading", level=1)).to_have_text(TURN)
    expect(one.panel).to_contain_text(f"Round 1 of {ROUNDS}")
    expect(one.panel.get_by_role("timer")).to_be_visible()

    # 100 walks to the iron, digs and takes all of it
    one.press("1")
    one.click(3, 3)
    one.await_unit(100, x=3, y=3, energy=160)
    one.press("s")
    expect(one.notice).to_have_text("100 found: Stone 4, Iron 10.")
    one.press("i")
    one.await_unit(100, resources={"iron": 10, "stone": 4}, energy=145)
    # 101 takes the wood that lies about and goes on gathering
    one.choose(101)
    one.click(2, 4)
    one.await_unit(101, x=2, y=4)
    one.act("Pick up").click()
    one.dialog.get_by_role("button", name="Pick up for 5 energy").click()
    one.await_unit(101, resources={"wood": 4})
    one.press("h")
    one.await_view(lambda view: next(u for u in view["units"] if u["id"] == 101)["weight"] > 4)
    one.next_round()

    # 101 brings wood to 100, who crafts a sword of it and wears it
    for _ in range(2):
        if one.unit(101)["resources"].get("wood", 0) < 8:
            one.next_round()
    one.choose(101)
    one.press("Delete")  # enough gathered
    one.act("Drop").click()
    one.dialog.get_by_role("spinbutton", name="How much: Wood").fill("4")
    one.dialog.get_by_role("button", name="Drop").click()
    one.await_view(lambda view: any(cell.get("resources", {}).get("wood", 0) >= 4 for cell in view["cells"]))
    spot = one.unit(101)
    one.choose(100)
    while (one.unit(100)["x"], one.unit(100)["y"]) != (spot["x"], spot["y"]):
        dx = (spot["x"] > one.unit(100)["x"]) - (spot["x"] < one.unit(100)["x"])
        dy = (spot["y"] > one.unit(100)["y"]) - (spot["y"] < one.unit(100)["y"])
        there = one.unit(100)["x"] + dx, one.unit(100)["y"] + dy
        one.press("qweasdzxc"[(dy + 1) * 3 + dx + 1])
        one.await_unit(100, x=there[0], y=there[1])
    one.act("Pick up").click()
    one.dialog.get_by_role("button", name="Nothing").click()
    one.dialog.get_by_role("spinbutton", name="How much: Wood").fill("4")
    one.dialog.get_by_role("button", name=re.compile("^Pick up for")).click()
    one.await_unit(100, resources={"iron": 10, "stone": 4, "wood": 4})
    one.press("r")
    expect(way(one, "Sword 1, Way A")).to_contain_text("in reach")
    way(one, "Sword 1, Way A").get_by_role("button", name="Craft Sword 1").click()
    one.await_unit(100, items={"sword1": 1}, resources={})
    one.act("Equip: Sword 1").click()
    one.await_unit(100, sword=1)

    # what the team has learned, and what it has gained
    one.tab("Research")
    one.page.get_by_role("button", name="Learn Trap 2: 50 gold").click()
    one.await_view(lambda view: view["levels"]["trap"] == 2)
    one.tab("Scores")
    board = one.page.get_by_role("group", name="Scoreboard")
    expect(board.get_by_role("row", name=re.compile("^Crafting"))).to_contain_text("54")
    assert violations(one.page) == []
    one.tab("Units")

    screen = one.page.get_by_role("dialog", name="The match is over")
    while one.view["round"] < ROUNDS:
        one.next_round()
    one.end.click()
    expect(screen).to_be_visible()
    expect(screen).to_contain_text(host.name)
    expect(screen.get_by_role("region", name="Ranking").get_by_role("listitem")).to_have_count(2)
    assert violations(one.page) == []

    result = host.get(f"/api/matches/{one.key}")["result"]
    points = {place["seat"]: place["points"] for place in result["places"]}
    assert points[1] >= 54 + 14  # the sword, and the iron and stone of it
    assert points[2] > 0
    kinds = {action["type"] for action in one.sent}
    assert kinds >= {"move", "dig", "pickup", "drop", "craft", "equip", "research", "end_turn"}
    assert {verdict["verdict"] for verdict in one.verdicts} == {"accepted"}
