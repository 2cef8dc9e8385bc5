"""Playing BoidVoid by hand in a real browser: every control of the section "Interface" of the rules, each against what
the server then says."""

import re

import pytest
from playwright.sync_api import expect
from tests.games.boidvoid.web.match_page import BoidvoidPage, duel, match_pages, pairs
from tests.web.site import violations

pytestmark = pytest.mark.slow
CALM = {"crit_chance": 0}  # fights without luck


@pytest.fixture
def match_page(visitor, member):
    return match_pages(visitor, member)


@pytest.fixture
def two(visitor, member):
    return pairs(visitor, member)


@pytest.mark.rule("BOI-286", "BOI-289", "BOI-290")
def test_a_captain_plays_a_match_to_its_end(match_page):
    """Moves with their cost beforehand, a capture, the battery, a swarm, a building, automode, and the result."""
    one: BoidvoidPage = match_page(turn_limit=6)
    expect(one.panel).to_contain_text("Turn 1 of 6", ignore_case=True)
    for name, shown in (("Health", "100 of 100"), ("Boid battery", "100 of 100"), ("Action points", "9 of 24")):
        expect(one.panel.locator("header").get_by_role("img", name=f"{name}: {shown}")).to_be_visible()
    expect(one.panel.get_by_role("img", name="Mothership: 300 of 300")).to_be_visible()
    expect(one.panel.get_by_role("timer")).to_be_visible()
    # Ship 1 goes as far as it can; what it costs is told before
    goal = next(spot for spot in reversed(one.reach(1)) if one.owner(spot["x"], spot["y"]) == 0)
    assert goal["cost"] == 9
    one.choose("Ship 1")
    one.look(goal["x"], goal["y"])
    panel = one.tile(goal["x"], goal["y"])
    expect(panel).to_contain_text("9 points")
    expect(panel).to_contain_text("0 left")
    assert [step.inner_text() for step in panel.locator(".step").all()] == ["3", "3", "3"]
    assert one.offered() == ["Move here", "Go and capture"]
    one.click(goal["x"], goal["y"])
    one.await_orders("move")
    one.act("Capture").click()
    one.await_orders("move", "capture")
    expect(one.row("Ship 1")).to_contain_text(f"to {goal['x']}, {goal['y']} (\u22129) · capture")
    # the battery of Ship 2 by its slider, and a swarm; Ship 3 builds
    one.choose("Ship 2")
    one.page.get_by_label("Battery for attack").fill("70")
    expect(one.panel.get_by_role("group", name="Boid battery, Ship 2")).to_contain_text("Attack value 80")
    one.act("Create swarm").click()
    one.choose("Ship 3")
    one.act("Build: Relay").click()
    one.await_orders("move", "capture", "battery", "swarm_create", "build")
    assert violations(one.page) == []
    one.next_turn()
    # all of it has happened as it was drawn
    assert one.at(1) == [goal["x"], goal["y"]]
    assert one.unit(1)["job"] == {"type": "capturing", "progress": 1, "needed": 2, "what": ""}
    assert one.unit(2)["ratio"] == 70
    assert one.unit(3)["job"]["type"] == "building"
    expect(one.row("Ship 1")).to_contain_text("capturing 1 of 2 turns")
    swarm = one.unit(2)["swarm"]
    expect(one.row(f"Swarm {swarm}")).to_contain_text("1 ship")
    expect(one.swarms).to_contain_text("Ship 2")
    # the swarm moves by the keyboard, the mothership by two clicks; Ship 1 is locked
    one.choose(f"Swarm {swarm}")
    there = one.reach(swarm)[0]
    one.look(there["x"], there["y"])
    one.press("g")
    one.await_orders("move")
    one.choose("Mothership")
    near = next(spot for spot in one.reach(8 - 1) if spot != there)
    one.look(near["x"], near["y"])
    one.click(near["x"], near["y"])
    one.await_orders("move", "move")
    one.choose("Ship 1")
    assert one.offered() == ["Cancel"]
    one.press("d")
    expect(one.notice).to_have_text("The ship is capturing a tile; cancel that first.")
    one.next_turn()
    assert one.owner(goal["x"], goal["y"]) == 1
    assert one.at(swarm) == [there["x"], there["y"]]
    assert [built["template"] for built in one.view["structures"] if built["team"] == 1] == ["ss-relay"]
    # automode, by its key; then Enter alone ends turns
    one.choose("Ship 3")
    one.press("t")
    one.await_orders("automode")
    for turn in (4, 5, 6):
        one.press("Enter")
        one.await_view(lambda view, turn=turn: view["turn"] >= turn)
    assert one.unit(3)["automode"]
    one.press("Enter")
    expect(one.page.get_by_role("heading", level=1)).to_have_text(re.compile("You won|You lost|A draw"))
    assert one.view["phase"] == "over"
    assert {verdict["verdict"] for verdict in one.verdicts} == {"accepted"}


@pytest.mark.rule("BOI-287")
def test_units_are_switched_detonated_after_a_question_and_come_back(match_page):
    one: BoidvoidPage = match_page(spaceship={"respawn_turns": 1})
    rows = one.list.get_by_role("option")
    expect(rows).to_have_count(4)
    for row in rows.all():
        expect(row).to_contain_text("active")
    expect(one.row("Ship 1")).to_have_attribute("aria-selected", "true")
    switch = one.panel.get_by_role("button", name="Switch unit")
    switch.click()
    expect(one.row("Ship 2")).to_have_attribute("aria-selected", "true")
    one.press("q", "q")
    expect(one.row("Mothership")).to_have_attribute("aria-selected", "true")
    switch.click()
    expect(one.row("Ship 1")).to_have_attribute("aria-selected", "true")
    one.press("3")
    detonate = one.panel.get_by_role("button", name="Detonate")
    detonate.click()
    expect(one.dialog).to_contain_text("Detonate Ship 3?")
    one.dialog.get_by_role("button", name="Cancel").click()
    assert one.sent == []
    detonate.click()
    one.dialog.get_by_role("button", name="Detonate").click()
    one.await_orders("detonate")
    before = one.at(3)
    one.next_turn()
    expect(one.row("Ship 3")).to_contain_text("Can now respawn")
    taken = [[unit["x"], unit["y"]] for unit in one.view["units"]]
    own = [tile for tile in one.view["tiles"] if tile.get("owner") == 1 and [tile["x"], tile["y"]] not in taken]
    home = next(tile for tile in own if [tile["x"], tile["y"]] != before)
    one.choose("Ship 3")
    one.look(home["x"], home["y"])
    assert one.offered() == ["Spawn here"]
    one.act("Spawn here").click()
    one.await_orders("spawn")
    one.next_turn()
    assert one.at(3) == [home["x"], home["y"]]


@pytest.mark.rule("BOI-289")
def test_a_tile_tells_what_it_is_costs_and_brings(match_page):
    weights = {"tile_weights": [20, 20, 20, 20, 20], "poi_per_team": 2, "obstacle_percent": 8, "npc_per_team": 1}
    one: BoidvoidPage = match_page(**weights, ap_start=24)
    one.choose("Ship 1")
    seen = set()
    facts = {
        "asteroid_field": ("Asteroid field", "4 points", "Defence +20 %"),
        "nebula": ("Nebula", "4 points", "Attack \u221210 %"),
        "conduit": ("Conduit", "2 points", "Action points per turn +3"),
        "planet": ("Planet", "3 points", "Attack +10 %"),
    }
    taken = {(unit["x"], unit["y"]) for unit in one.view["units"]}
    for tile in one.view["tiles"]:
        spot = (tile["x"], tile["y"])
        if tile["type"] not in facts or tile["type"] in seen or tile.get("poi") or spot in taken:
            continue
        if tile.get("obstacle"):
            continue
        seen.add(tile["type"])
        one.look(*spot)
        for text in facts[tile["type"]]:
            expect(one.tile(*spot)).to_contain_text(text)
        expect(one.tile(*spot)).to_contain_text("Nobody")
        expect(one.tile(*spot)).to_contain_text("3 turns" if tile["type"] == "planet" else "2 turns")
    assert len(seen) >= 3
    poi = next(tile for tile in one.view["tiles"] if tile.get("poi"))
    one.look(poi["x"], poi["y"])
    panel = one.tile(poi["x"], poi["y"])
    panel.get_by_role("tab", name="More").click()
    expect(panel.get_by_role("list", name="On this tile")).not_to_be_empty()
    panel.get_by_role("tab", name="Details").click()
    expect(panel).to_contain_text("Usual cost")
    pirate = next(unit for unit in one.view["units"] if unit["kind"] == "npc")
    one.look(pirate["x"], pirate["y"])
    panel = one.tile(pirate["x"], pirate["y"])
    panel.get_by_role("tab", name="More").click()
    expect(panel).to_contain_text("80/80")
    expect(panel).to_contain_text("Attack 30")
    # a capture that runs has a bar
    goal = next(spot for spot in one.reach(1) if one.owner(spot["x"], spot["y"]) == 0)
    one.look(goal["x"], goal["y"])
    one.page.get_by_role("button", name="Go and capture").click()
    one.await_orders("move", "capture")
    one.next_turn()
    one.look(goal["x"], goal["y"])
    panel = one.tile(goal["x"], goal["y"])
    panel.get_by_role("tab", name="Tile").click()
    expect(panel).to_contain_text("is being captured")
    expect(panel.get_by_role("img", name=re.compile(r"1 of \d turns"))).to_be_visible()


@pytest.mark.rule("BOI-290")
def test_swarms_are_created_joined_and_left_where_it_is_possible(match_page):
    one: BoidvoidPage = match_page(actions_per_turn=2)
    one.choose("Ship 1")
    assert one.offered() == ["Create swarm", "Build: Relay"]  # on an own tile nothing can be captured
    one.press("s")
    one.await_orders("swarm_create")
    one.next_turn()
    swarm = one.unit(1)["swarm"]
    one.choose("Ship 2")
    joins = one.act(f"Join Swarm {swarm}")
    expect(joins).to_be_visible()  # ships begin side by side
    joins.click()
    one.await_orders("swarm_join")
    expect(one.swarms.get_by_role("list", name="Ships")).to_contain_text("Ship 2")
    one.next_turn()
    assert one.unit(swarm)["ships"] == [1, 2]
    one.choose("Ship 2")
    assert one.offered() == []
    expect(one.panel).to_contain_text("all action points are lost")
    one.swarms.get_by_role("button", name=re.compile("Leave: Ship 2")).click()
    one.await_orders("swarm_leave")
    one.next_turn()
    assert one.unit(swarm)["ships"] == [1]
    assert one.at(2) != one.at(swarm)


@pytest.mark.rule("BOI-291")
def test_the_menu_has_all_its_pages(match_page):
    one: BoidvoidPage = match_page()
    team = one.menu("Team")
    for text in ("Leader", "Vice-leader", "Trooper", "Boid battery", "Respawns", "Action points"):
        expect(team).to_contain_text(text)
    expect(one.menu("Stats")).to_contain_text("Fights won")
    board = one.menu("Scoreboard").get_by_role("table")
    for text in ("Cells captured", "Enemies defeated", "Attack", "Defence", "Superstructures", "Points of importance"):
        expect(board).to_contain_text(text)
    battery = one.menu("Boid battery").get_by_role("group", name="Boid battery, Ship 2")
    battery.get_by_role("slider").fill("90")
    expect(battery).to_contain_text("Attack value 100")
    expect(battery).to_contain_text("Defence value 20")
    one.await_orders("battery")
    expect(one.menu("Badges")).to_contain_text("No badge yet in this game.")
    expect(one.menu("Logs").get_by_role("list", name="Logs")).to_be_visible()
    items = one.menu("Inventory")
    expect(items.get_by_role("link", name="Album")).to_be_visible()
    items.get_by_role("region", name="Ship 1").get_by_role("button", name="Burn: Overcharge").click()
    one.await_orders("boost", "battery")
    assert violations(one.page) == []
    expect(one.menu("Settings")).to_contain_text("Show combat forecasts")
    expect(one.dialog.get_by_role("link", name="Exit")).to_be_visible()
    one.press("Escape")
    expect(one.dialog).not_to_be_visible()
    one.next_turn()
    assert (one.unit(1)["attack"], one.unit(2)["ratio"]) == (20, 90)
    assert one.unit(1)["boosts"] == [{"template": "boost-overcharge", "turns": 9}]


@pytest.mark.rule("BOI-292")
def test_an_attack_is_foreseen_and_both_sides_see_the_result(two):
    ann, ben = two(map=duel(), base_radius=1, spaceship=CALM)
    assert (ann.at(2), ben.at(4)) == ([2, 1], [4, 1])
    ann.choose("Ship 2")
    ann.page.get_by_label("Battery for attack").fill("90")
    ann.await_orders("battery")
    ann.look(4, 1)
    ahead = ann.page.get_by_role("group", name=re.compile("^Combat forecast: ben"))
    # a battery of 100 of which 90 strike, and 10; the other battery is hidden
    expect(ahead).to_contain_text("Deals 100 against")
    ahead.get_by_text("Numbers of every step").click()
    expect(ahead.get_by_role("row", name=re.compile("^Main attack 90"))).to_be_visible()
    expect(ahead).to_contain_text("Its battery is hidden")
    assert {"type": "attack", "unit": 2, "target": 4} in ann.asked
    ann.act("Attack: ben").click()
    ann.await_orders("battery", "attack")
    ann.done.click()
    ben.next_turn()
    ann.await_view(lambda view: view["turn"] == 2)
    for page in (ann, ben):
        expect(page.fights).to_contain_text("Combat results", ignore_case=True)
        for row in ("Damage given 100 60", "Damage received 60 100", "Health lost 40 40", "Health left 60 60"):
            expect(page.fights.get_by_role("row", name=row)).to_be_visible()
        expect(page.fights.get_by_role("row", name="Battery spent 100 100")).to_be_visible()
    assert (ann.unit(2)["health"], ann.unit(4)["health"]) == (60, 60)
    # both want the same tile: who comes second reads why not
    for page, ship, name in ((ann, 2, "Ship 2"), (ben, 4, "Ship 1")):
        page.choose(name)
        page.look(3, 1)
        page.act("Move here").click()
        page.await_orders("move")
        assert page.at(ship) != [3, 1]
    ann.done.click()
    ben.next_turn()
    ann.await_view(lambda view: view["turn"] == 3)
    late = ann if ann.at(2) != [3, 1] else ben
    rejected = late.page.get_by_role("region", name="Orders that could not run")
    expect(rejected).to_contain_text("There is another unit, or an obstacle.")


@pytest.mark.rule("BOI-293")
def test_automode_of_one_and_of_the_team(match_page):
    """A trooper sees who of the team flies by itself, and commands one ship alone."""
    one: BoidvoidPage = match_page(preset="crew", seats=6, ships_per_team=3, seat=3)
    ship = one.view["you"]["players"][0]
    assert one.view["you"]["units"] == [ship]
    expect(one.list.get_by_role("option")).to_have_count(1)
    expect(one.panel.get_by_role("button", name="Switch unit")).to_have_count(0)
    own = one.panel.get_by_role("switch", name="Automode")
    expect(own).not_to_be_checked()
    own.click()
    one.await_view(lambda view: [order["order"]["type"] for order in view["you"]["orders"]
                                 if order["player"] == ship] == ["automode"])  # fmt: skip
    expect(own).to_be_checked()
    one.press("g")  # on automode the ship takes no orders of its own
    one.next_turn()
    assert one.unit(ship)["automode"]
    expect(one.row("robin")).to_contain_text("automode")
    team = one.menu("Team")
    expect(team.get_by_text("Automode: off")).to_have_count(2)
    expect(team.get_by_role("switch")).to_be_checked()
    team.get_by_role("switch").click()
    one.await_view(lambda view: any(
        order["player"] == ship and order["order"] == {"type": "automode", "unit": ship, "on": False}
        for order in view["you"]["orders"]
    ))  # fmt: skip


def test_many_ships_are_commanded_together_and_orders_can_be_taken_back(match_page):
    one: BoidvoidPage = match_page(ships_per_team=8, base_radius=2, map_radius=6, bot="random")
    expect(one.list.get_by_role("option")).to_have_count(9)
    one.panel.get_by_role("button", name="All ships").click()
    expect(one.panel.get_by_role("heading", name="8 units chosen")).to_be_visible()
    one.press("o")
    one.await_orders(*["battery"] * 8)
    one.press("u")
    one.await_orders()
    assert [action["type"] for action in one.sent[-1:]] == ["restart"]
    one.look(6, 6)  # the same for all: as near as they come
    one.page.get_by_role("button", name="Go here · 8 units chosen").click()
    one.await_orders(*["move"] * 8)
    assert {tuple(order["order"]["to"]) for order in one.view["you"]["orders"]} == {(6, 6)}
    one.press("u")
    one.await_orders()
    one.press("p")  # all expand by themselves
    one.await_view(lambda view: len({order["player"] for order in view["you"]["orders"]}) == 8)
    goals = [tuple(order["order"]["to"]) for order in one.view["you"]["orders"] if order["order"]["type"] == "move"]
    assert len(goals) == len(set(goals))
    one.choose("Ship 2")
    one.press("Delete")
    one.await_view(lambda view: len({order["player"] for order in view["you"]["orders"]}) == 7)
    one.press("1", "n")  # the next that has nothing to do
    expect(one.row("Ship 2")).to_have_attribute("aria-selected", "true")
    before = one.view["teams"][0]["tiles"]
    for _ in range(2):
        one.next_turn()
    # they have captured, and go on without a word
    assert one.view["teams"][0]["tiles"] >= before + 4
    one.await_view(lambda view: len({order["player"] for order in view["you"]["orders"]}) >= 4)


def test_a_long_way_is_a_journey_and_what_the_server_refuses_is_told(two):
    one, other = two(orders_per_turn=2)
    one.choose("Ship 1")
    start = one.at(1)
    goal = [start[0] + 6, start[1]]
    one.look(*goal)
    expect(one.tile(*goal)).to_contain_text("18 points")
    expect(one.tile(*goal)).to_contain_text("9 too few now, 2 turns")
    one.act("Go here").click()
    one.await_orders("move")
    expect(one.row("Ship 1")).to_contain_text(f"on the way: {goal[0]}, {goal[1]}")
    one.press("o")
    one.await_orders("move", "battery")
    one.press("o")  # the dial is turned on: still one order
    one.await_view(
        lambda view: {"type": "battery", "unit": 1, "attack": 70} in [o["order"] for o in view["you"]["orders"]]
    )
    one.await_orders("move", "battery")
    one.press("t")  # a third order is too much
    expect(one.notice).to_contain_text("there is no room for another one this turn")
    one.await_orders("move", "battery")
    assert one.verdicts[-1]["code"] == "bad_order"
    other.done.click()
    one.next_turn()
    one.await_view(lambda view: view["turn"] == 2 and [o["order"]["type"] for o in view["you"]["orders"]] == ["move"])
    other.done.click()
    one.next_turn()
    assert one.at(1) == goal
    expect(one.row("Ship 1")).not_to_contain_text("on the way")


def test_in_live_turns_every_order_is_carried_out_at_once(match_page):
    one: BoidvoidPage = match_page(turn_mode="live", turn_limit=5, language="de")
    expect(one.panel).to_contain_text("Jeder Befehl wirkt sofort; der Zug endet nach der Uhr.")
    one.choose("Schiff 1")
    goal = next(spot for spot in one.reach(1) if one.owner(spot["x"], spot["y"]) == 0)
    one.look(goal["x"], goal["y"])
    one.click(goal["x"], goal["y"])
    one.await_view(lambda view: one.at(1) == [goal["x"], goal["y"]])
    assert one.view["turn"] == 1
    one.press("c")
    one.await_view(lambda view: (one.unit(1)["job"] or {}).get("type") == "capturing")
    expect(one.row("Schiff 1")).to_contain_text("0 von 2 Zügen")
    assert one.offered() == []  # the action of this turn is used up
    # the clock ends the turn: there is no Done that would lock the rest of it, not by a key either
    expect(one.page.get_by_role("button", name="Fertig", exact=True)).to_have_count(0)
    one.board.focus()
    one.press("Enter", "Enter")
    one.choose("Schiff 2")
    one.press("o")
    one.await_view(lambda view: one.unit(2)["ratio"] == 60)
    assert "done" not in {action["type"] for action in one.sent}
    expect(one.orders).to_have_count(0)


def test_on_a_phone_a_tap_looks_and_a_second_one_goes(match_page):
    one: BoidvoidPage = match_page(page={"width": 390, "height": 844, "has_touch": True, "is_mobile": True})
    one.page.get_by_role("button", name="The whole board").tap()  # it begins at the own ships
    goal = one.reach(1)[-1]
    spot = one.spot(goal["x"], goal["y"])
    box = one.board.locator("canvas").first.bounding_box()
    for _ in range(2):
        one.page.touchscreen.tap(box["x"] + spot["x"], box["y"] + spot["y"])
        expect(one.tile(goal["x"], goal["y"])).to_be_visible()
    one.await_orders("move")
    wide = one.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390
    assert violations(one.page) == []
