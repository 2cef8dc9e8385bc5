"""Playing Quest by hand in a real browser: every control of QST-145, each against what the server then says."""

import re

import pytest
from playwright.sync_api import expect
from tests.games.quest.web.match_page import QuestPage, match_pages, placed, scene
from tests.web.site import violations

pytestmark = pytest.mark.slow
FAR = placed(200, 12, 8)
OPEN = "dialog[open]"  # what lies behind it is looked at without it


@pytest.fixture
def match_page(visitor, member):
    return match_pages(visitor, member)


@pytest.fixture
def two(visitor, member):
    """Makes the pages of a match between two people."""

    def make(position: dict, **settings) -> list[QuestPage]:
        hosts = [member("ann"), member("ben")]
        chosen = {"turn_ms": 600_000, "rounds": 5} | settings | {"scenario": position}
        table = hosts[0].table(seat=1, game="quest", seats=2, clock="own", seed=7, settings=chosen)["key"]
        hosts[1].post(f"/api/tables/{table}/sit", {"seat": 2})
        hosts[1].post(f"/api/tables/{table}/ready", {"ready": True})
        match = hosts[0].post(f"/api/tables/{table}/start")["match"]
        return [QuestPage(visitor, host, match) for host in hosts]

    return make


@pytest.mark.rule("QST-145")
def test_units_are_chosen_on_the_board_in_the_list_and_by_keys(match_page):
    one = match_page(
        scene([placed(100, 2, 2), placed(101, 4, 4), placed(102, 6, 2), FAR, placed(201, 12, 7), placed(202, 11, 8)])
    )
    one.click(4, 4)
    assert one.chosen() == ["101"]
    expect(one.orders.get_by_role("heading", name="Unit 101")).to_be_visible()
    one.choose(102)
    assert one.chosen() == ["102"]
    one.row(100).click(modifiers=["Shift"])
    assert one.chosen() == ["100", "102"]
    expect(one.orders.get_by_role("heading", name="2 units chosen")).to_be_visible()
    one.press("2")
    assert one.chosen() == ["101"]
    one.press("Escape")
    assert one.chosen() == []
    one.board.focus()
    one.press("Tab")
    assert one.chosen() == ["100"]
    one.press("Tab", "Tab")
    assert one.chosen() == ["102"]
    one.press("Shift+Tab")
    assert one.chosen() == ["101"]
    # past the last one Tab goes on as usual, so that nobody is caught on the board
    one.press("Tab", "Tab")
    assert not one.page.evaluate("document.activeElement.classList.contains('board')")
    one.row(100).click()
    one.row(100).press("ArrowDown")
    assert one.chosen() == ["101"]
    one.press("n")
    assert one.chosen() == ["102"]


@pytest.mark.rule("QST-145")
def test_a_click_walks_there_step_by_step_at_the_cost_that_was_shown(match_page):
    wall = [".............."] * 4 + ["....#........."] * 3 + [".............."] * 3
    one = match_page(scene([placed(100, 3, 5, resources={"stone": 10}), FAR], terrain=wall), view_radius=4)
    one.choose(100)
    expect(one.orders).to_contain_text("a step costs 24")
    one.board.hover(position=one.spot(6, 5))
    one.click(6, 5)
    unit = one.await_unit(100, x=6, y=5)
    steps = [action["to"] for action in one.sent]
    assert len(steps) == 4  # around the rock
    assert all(action["type"] == "move" and "view" not in action for action in one.sent)
    assert unit["energy"] == 200 - 4 * 24
    expect(one.notice).to_contain_text("100 is at 6, 5, energy 104.")
    expect(one.row(100)).to_contain_text("104")
    # beside the numbers of the list, keys step too
    one.press("d", "w")
    one.await_unit(100, x=7, y=4, energy=104 - 2 * 24)


@pytest.mark.rule("QST-145")
def test_a_long_walk_goes_on_in_the_next_turns_and_can_be_taken_back(match_page):
    units = [placed(100, 1, 1), placed(101, 1, 2), placed(200, 20, 8, frozen=9), placed(201, 20, 7, frozen=9)]
    one = match_page(scene(units, width=22), view_radius=20)
    one.choose(100)
    one.click(14, 1)
    one.await_unit(100, x=11, y=1, energy=0)
    expect(one.queue).to_contain_text("to 14, 1")
    expect(one.queue).to_contain_text("waits for energy, 2 turns")
    one.next_round()
    one.await_unit(100, x=14, y=1)
    expect(one.queue).to_have_count(0)
    one.choose(101)
    one.click(19, 2)
    one.await_view(lambda view: next(u for u in view["units"] if u["id"] == 101)["energy"] < 20)
    where = one.unit(101)["x"]
    one.queue.get_by_role("button", name="Cancel: 101 to 19, 2").click()
    expect(one.queue).to_have_count(0)
    one.next_round()
    assert one.unit(101)["x"] == where


@pytest.mark.rule("QST-145")
def test_a_walk_stops_when_an_enemy_comes_into_sight(match_page):
    one = match_page(scene([placed(100, 1, 5), placed(200, 9, 5, frozen=9)]), view_radius=4)
    one.choose(100)
    one.click(5, 1)
    one.await_unit(100, x=5, y=1)
    expect(one.notice).to_contain_text("100 stops: it sees 200.")
    one.choose(100)
    one.click(1, 1)
    one.await_unit(100, x=1, y=1)


@pytest.mark.rule("QST-145")
def test_digging_and_picking_up_with_what_is_known(match_page):
    one = match_page(scene(
        [placed(100, 3, 3), FAR],
        buried=[{"x": 3, "y": 3, "resources": {"iron": 30, "wood": 90, "gold": 7}}],
        surface=[{"x": 3, "y": 3, "resources": {"wood": 5}}], items=[{"x": 3, "y": 3, "items": {"sword1": 1}}],
    ))  # fmt: skip
    one.choose(100)
    expect(one.orders).to_contain_text("Wood, Iron, Gold: how much, digging tells")
    expect(one.act("Dig")).to_contain_text("\u221210 energy")
    one.act("Dig").click()
    expect(one.notice).to_have_text("100 found: Wood 90, Iron 30, Gold 7.")
    assert one.await_unit(100, energy=190)
    one.act("Pick up").click()
    expect(one.dialog).to_contain_text("Pick up at 3, 3")
    assert violations(one.page, within=OPEN) == []
    wood = one.dialog.get_by_role("spinbutton", name="How much: Wood")
    iron = one.dialog.get_by_role("spinbutton", name="How much: Iron")
    expect(wood).to_have_value("95")  # as much as can be carried
    expect(iron).to_have_value("5")
    one.dialog.get_by_role("button", name="Take all known").click()
    expect(iron).to_have_value("30")
    expect(one.dialog).to_contain_text("With so much the unit cannot move.")
    one.dialog.get_by_role("button", name="Nothing").click()
    wood.fill("12")
    one.dialog.get_by_role("slider", name="How much: Iron").fill("9")
    expect(one.dialog).to_contain_text("Weight then 21 of 100")
    one.dialog.get_by_role("button", name="Pick up for 5 energy").click()
    unit = one.await_unit(100, energy=185)
    assert unit["resources"] == {"wood": 12, "iron": 9}
    expect(one.notice).to_have_text("100 picked up: Wood 12, Iron 9.")
    # the rest is counted without another dig: 90 + 5 - 12 and 30 - 9
    expect(one.orders).to_contain_text("Wood 83")
    expect(one.orders).to_contain_text("Iron 21")
    one.press("i")
    unit = one.await_unit(100, energy=180)
    assert unit["resources"] == {"wood": 91, "iron": 9}
    assert one.view["gold"] == 207
    assert [action["type"] for action in one.sent] == ["dig", "pickup", "pickup"]
    assert one.sent[-1]["what"] == {"wood": 79, "gold": 7}


@pytest.mark.rule("QST-145")
def test_dropping_lays_down_what_is_carried_and_worn(match_page):
    one = match_page(scene([placed(100, 3, 3, resources={"iron": 30, "wood": 80}, sword=1), FAR]))
    one.choose(100)
    expect(one.orders).to_contain_text("too heavy to move")
    one.press("d")
    expect(one.notice).to_have_text("100 stops: The unit carries too much to move.")
    one.act("Drop").click()
    one.dialog.get_by_role("button", name="Everything").click()
    one.dialog.get_by_role("spinbutton", name="How much: Iron").fill("0")
    assert violations(one.page, within=OPEN) == []
    one.dialog.get_by_role("button", name="Drop").click()
    unit = one.await_unit(100, sword=0)
    assert (unit["resources"], unit["energy"]) == ({"iron": 30}, 200)
    cell = next(cell for cell in one.view["cells"] if (cell["x"], cell["y"]) == (3, 3))
    assert (cell["resources"], cell["items"]) == ({"wood": 80}, {"sword1": 1})


@pytest.mark.rule("QST-145")
def test_crafting_marks_the_ways_in_reach_and_equipping_wears_it(match_page):
    one = match_page(scene(
        [placed(100, 3, 3, resources={"iron": 10, "stone": 6, "wood": 5}), FAR],
        surface=[{"x": 3, "y": 3, "resources": {"bronze": 14}}],
    ))  # fmt: skip
    one.choose(100)
    one.act("Craft").click()
    way = lambda name: one.dialog.get_by_role("group", name=name)  # noqa: E731
    expect(way("Sword 1, Way A")).to_contain_text("in reach")
    expect(way("Sword 1, Way B")).to_contain_text("the rest lies here")
    expect(way("Armour 1, Way A")).to_contain_text("missing: Leather 20")
    expect(one.dialog.get_by_role("region", name="Sword 2")).to_contain_text("Research Sword 2 first.")
    expect(way("Sword 2, Way A").get_by_role("button")).to_be_disabled()
    expect(way("Armour 1, Way A").get_by_role("button")).to_be_disabled()
    assert violations(one.page, within=OPEN) == []
    expect(way("Sword 1, Way A")).to_contain_text("+54 points")
    way("Sword 1, Way A").get_by_role("button", name="Craft Sword 1").click()
    unit = one.await_unit(100, items={"sword1": 1})
    assert unit["resources"] == {"stone": 2, "wood": 1}
    assert one.view["points"]["1"] == 54
    one.act("Equip: Sword 1").click()
    one.await_unit(100, sword=1, items={})
    assert [action["type"] for action in one.sent] == ["craft", "equip"]


@pytest.mark.rule("QST-145")
def test_traps_and_towers_are_placed_by_one_of_their_ways(match_page):
    one = match_page(scene([
        placed(100, 3, 3, resources={"stone": 20, "wood": 20}), placed(101, 5, 5, resources={"stone": 50, "wood": 50}),
        FAR, placed(201, 12, 7),
    ]))  # fmt: skip
    one.choose(100)
    one.act("Place trap").click()
    one.dialog.get_by_role("group", name="Trap 1, Way B").get_by_role("button", name="Place Trap 1").click()
    one.await_unit(100, energy=160)
    assert [(trap["x"], trap["y"], trap["level"]) for trap in one.view["traps"]] == [(3, 3, 1)]
    one.choose(101)
    one.press("t")
    expect(one.dialog).to_contain_text("energy 312, radius 5, drains up to 125")
    one.dialog.get_by_role("group", name="Tower 1, Way B").get_by_role("button", name="Place Tower 1").click()
    one.await_unit(101, energy=125)
    assert [(tower["x"], tower["y"], tower["level"]) for tower in one.view["towers"]] == [(5, 5, 1)]
    assert one.view["points"]["1"] == 3 * (30 + 100)


@pytest.mark.rule("QST-145")
def test_an_attack_does_what_its_forecast_said(match_page):
    one = match_page(scene([
        placed(100, 8, 5, sword=2), placed(101, 1, 1), placed(200, 9, 5, armour=1, frozen=9),
        placed(201, 8, 4, energy=20, max_energy=30, frozen=9),
    ]))  # fmt: skip
    one.choose(100)
    radio = lambda name: one.attack.get_by_role("radio", name=re.compile(name))  # noqa: E731
    radio("200").check()
    one.attack.get_by_role("slider", name="Energy of the attack").fill("100")
    expect(one.attack).to_contain_text("113 damage, leaves a maximum of 87")
    one.attack.get_by_role("button", name="Attack 200").click()
    one.await_unit(100, energy=100)
    expect(one.notice).to_have_text("100 hit for 113.")
    seen = {u["id"]: u for cell in one.view["cells"] for u in cell.get("units", [])}
    assert seen[200]["max_energy"] == 87
    # a click on an enemy beside the unit aims at it
    one.click(8, 4)
    expect(radio("201")).to_be_checked()
    expect(one.attack).to_contain_text("30 damage, destroys it")
    one.press("f")
    one.await_view(lambda view: view["points"]["1"] == 150)
    assert one.sent[-1] == {"type": "attack", "unit": 100, "target": 201, "energy": 20}
    assert violations(one.page) == []


@pytest.mark.rule("QST-145")
def test_a_unit_is_told_how_to_strike_back(match_page):
    one = match_page(scene([placed(100, 3, 3, sword=1), FAR]))
    one.choose(100)
    one.act("Strike back").click()
    one.dialog.get_by_role("spinbutton", name="Energy of each strike").fill("30")
    one.dialog.get_by_role("spinbutton", name="In all until your next turn").fill("70")
    expect(one.dialog).to_contain_text("Strikes back with 30, up to 2 times (70 in all).")
    expect(one.dialog).to_contain_text("38 damage to an attacker without armour each time")
    assert violations(one.page, within=OPEN) == []
    one.dialog.get_by_role("button", name="Set").click()
    one.await_unit(100, retaliate={"energy": 30, "cutoff": 70, "spent": 0})
    expect(one.act("Strike back")).to_contain_text("strikes back with 30")
    one.press("b")
    one.dialog.get_by_role("button", name="Off").click()
    one.await_unit(100, retaliate={"energy": 0, "cutoff": 0, "spent": 0})


@pytest.mark.rule("QST-145")
def test_research_has_prices_and_is_done_by_the_chosen_unit(match_page):
    one = match_page(scene([placed(100, 3, 3), FAR]))
    one.tab("Research")
    panel = one.page.get_by_role("region", name="Research")
    expect(panel.get_by_role("button", name="Learn Sword 2: 200 gold")).to_be_disabled()
    expect(panel).to_contain_text("Choose the unit that does it.")
    one.press("1")
    expect(panel).to_contain_text("Unit 100 spends 40 energy.")
    for name in ("Learn Armour 2: 200 gold", "Learn Tower 2: 100 gold"):
        expect(panel.get_by_role("button", name=name)).to_be_enabled()
    panel.get_by_role("button", name="Learn Trap 2: 50 gold").click()
    one.await_view(lambda view: view["gold"] == 150)
    assert one.view["levels"]["trap"] == 2
    assert one.unit(100)["energy"] == 160
    expect(panel.get_by_role("button", name="Learn Trap 3: 100 gold")).to_be_enabled()
    expect(panel.get_by_role("button", name="Learn Sword 2: 200 gold")).to_be_disabled()
    expect(panel).to_contain_text("Your team has not enough gold.")
    assert violations(one.page) == []


@pytest.mark.rule("QST-145")
def test_looking_is_always_possible_and_reasons_are_told_where_something_is_not(match_page):
    one = match_page(
        scene([placed(100, 3, 3, frozen=2), placed(101, 4, 4, energy=5, max_energy=7), FAR, placed(201, 12, 7)])
    )
    one.choose(100)
    for name in ("Dig", "Gather here", "Drop", "Craft", "Place trap", "Place tower", "Strike back"):
        expect(one.act(name)).to_be_disabled()
        expect(one.act(name)).to_contain_text("The unit is caught in a trap.")
    one.act("Look").click()
    one.await_sent("view")
    assert one.verdicts[0]["verdict"] == "accepted"
    one.choose(101)
    expect(one.act("Dig")).to_be_disabled()
    expect(one.act("Dig")).to_contain_text("Needs 10 energy, has 6.")


@pytest.mark.rule("QST-145")
def test_orders_are_planned_taken_back_and_carried_out(match_page):
    one = match_page(scene([placed(100, 3, 3), placed(101, 3, 5), FAR, placed(201, 12, 7)]))
    one.orders.get_by_role("checkbox", name="Plan first").check()
    one.choose(100)
    one.click(5, 3)
    one.act("Dig").click()
    one.choose(101)
    one.click(6, 6)
    expect(one.queue.get_by_role("listitem")).to_have_count(3)
    one.press("u")
    expect(one.queue.get_by_role("listitem")).to_have_count(2)
    expect(one.notice).to_have_text("Taken back.")
    one.click(4, 6)
    assert one.sent == []
    one.page.reload()  # they are kept by the browser
    expect(one.queue.get_by_role("listitem")).to_have_count(3)
    one.orders.get_by_role("button", name="Carry out").click()
    one.await_unit(100, x=5, y=3, energy=150)
    one.await_unit(101, x=4, y=6)
    expect(one.queue).to_have_count(0)
    assert [(action["type"], action["unit"]) for action in one.sent] == [
        ("move", 100), ("move", 100), ("dig", 100), ("move", 101),
    ]  # fmt: skip


@pytest.mark.rule("QST-145")
def test_gathering_goes_on_over_several_turns_until_the_unit_is_full(match_page):
    one = match_page(scene(  # the enemy stays where it is: a unit that sees one coming stops gathering
        [placed(100, 3, 3, energy=60, max_energy=60), placed(200, 12, 8, frozen=9)],
        buried=[{"x": 3, "y": 3, "resources": {"iron": 40}}, {"x": 5, "y": 4, "resources": {"wood": 90}}],
    ), carry_limit=70)  # fmt: skip
    one.choose(100)
    one.act("Gather here").click()
    expect(one.row(100)).to_contain_text("gathers around 3, 3")
    tired = one.queue.get_by_text("waits for energy")
    full = one.notice.get_by_text("100 is full.")
    for _ in range(8):
        expect(tired.or_(full).first).to_be_visible()
        if full.count():
            break
        one.next_round()
    unit = one.await_unit(100, weight=70)
    assert unit["resources"] == {"iron": 40, "wood": 30}
    assert (unit["x"], unit["y"]) == (5, 4)
    expect(one.notice).to_have_text("100 is full.")
    assert {action["type"] for action in one.sent} == {"dig", "pickup", "move", "end_turn"}


@pytest.mark.rule("QST-145")
def test_refusals_are_told_in_words_with_their_rule(match_page):
    """A trap that nobody sees is the reason here; in German too."""
    trap = [{"player": 2, "x": 3, "y": 3, "level": 1}]
    ways = {"trap1": {"ways": [{"wood": 1}]}}
    units = [placed(100, 3, 3, resources={"wood": 5}), FAR]
    one = match_page(scene(units, traps=trap), blueprints=ways, language="de", page={"theme": "light"})
    one.choose(100)
    one.act("Falle stellen").click()
    one.dialog.get_by_role("button", name="Falle 1 aufstellen").click()
    expect(one.notice).to_have_text("100: In diesem Feld ist schon ein Turm oder eine Falle. (QST-101)")
    assert one.verdicts[0]["code"] == "occupied"
    expect(one.row(100)).to_contain_text("In diesem Feld ist schon ein Turm")
    assert violations(one.page) == []


@pytest.mark.rule("QST-145")
def test_controls_wait_in_the_turns_of_others_and_what_is_ordered_then_follows(two):
    ann, ben = two(scene([placed(100, 3, 3), FAR]))
    names = [ann.member.name, ben.member.name]
    heading = lambda one: one.page.get_by_role("heading", level=1)  # noqa: E731
    expect(heading(ann)).to_have_text("Your turn")
    expect(heading(ben)).to_have_text(f"{names[0]} is on")
    expect(ben.end).to_be_disabled()
    ben.choose(200)
    ben.press("a")
    expect(ben.queue).to_contain_text("step to 11, 8")
    ben.press("Enter")  # is not for now
    ann.press("Enter")
    expect(heading(ann)).to_have_text(f"{names[1]} is on")
    expect(ann.end).to_be_disabled()
    ben.await_unit(200, x=11, y=8)
    ben.end.click()
    expect(heading(ann)).to_have_text("Your turn")
    expect(ann.panel).to_contain_text("Round 2 of 5")
    assert [action["type"] for action in ben.sent] == ["move", "end_turn"]
    assert [action["type"] for action in ann.sent] == ["end_turn"]


@pytest.mark.rule("QST-145")
def test_a_turn_whose_time_is_up_is_over_for_the_controls_too(match_page):
    one = match_page(scene([placed(100, 3, 3), FAR]), turn_ms=2500)
    clock = one.panel.get_by_role("timer")
    expect(clock).to_be_visible()
    one.await_view(lambda view: view["round"] >= 2)
    expect(one.panel).to_contain_text(re.compile(r"Round [2-9] of 30"))
    assert one.sent == []


@pytest.mark.rule("QST-145", "QST-146")
def test_events_have_names_and_the_scores_their_sources(match_page):
    one = match_page(scene(
        [placed(100, 8, 5, sword=3), placed(101, 2, 2), placed(200, 9, 5, energy=50, max_energy=50, frozen=9),
         placed(201, 12, 8, frozen=9)],
        buried=[{"x": 2, "y": 2, "resources": {"wood": 6}}],
    ), spree_length=2)  # fmt: skip
    one.choose(100)
    one.press("f")
    one.await_view(lambda view: view["points"]["1"] == 150)
    one.choose(101)
    one.press("s")
    one.await_sent("attack", "dig")
    one.press("i")
    one.await_view(lambda view: view["points"]["1"] == 156)
    one.tab("Events")
    log = one.page.get_by_role("list", name="What happened")
    expect(log).to_contain_text("200")
    lines = log.get_by_role("listitem").all_inner_texts()
    assert len(lines) == len(set(lines))  # each told once
    one.tab("Scores")
    table = one.page.get_by_role("group", name="Scoreboard").get_by_role("table")
    row = lambda name: table.get_by_role("row", name=re.compile(rf"^{name}")).get_by_role("cell").all_inner_texts()  # noqa: E731
    assert row("Points")[0].startswith("156")
    assert row("Units destroyed") == ["150", "0"]
    assert row("Gathering") == ["6", "0"]
    assert row("Crafting") == ["0", "0"]
    assert row("Kills") == ["1", "0"]
    assert row("Units lost") == ["0", "1"]
    assert row("First blood") == ["1", "0"]
    assert violations(one.page) == []


@pytest.mark.rule("QST-145")
def test_resigning_ends_the_match_in_the_turn_of_another_too(two):
    ann, ben = two(scene([placed(100, 3, 3), FAR]))
    expect(ben.end).to_be_disabled()
    ben.page.get_by_role("button", name="Resign").click()
    ben.dialog.get_by_role("button", name="Resign").click()
    for one in (ann, ben):
        expect(one.page.get_by_role("dialog", name="The match is over")).to_be_visible()
    places = ann.member.get(f"/api/matches/{ann.key}")["result"]["places"]
    assert {place["seat"]: place["place"] for place in places} == {1: 1, 2: 2}


@pytest.mark.rule("QST-144", "QST-145")
def test_on_a_phone_the_own_units_are_in_the_middle_and_nothing_lies_on_them(match_page):
    """A tap in the middle of the picture hits the only unit, from near and from nearer, and from near again."""
    lonely = scene([placed(100, 22, 17), placed(200, 2, 2)], width=40, height=30)
    one = match_page(lonely, page={"width": 390, "height": 844, "has_touch": True, "is_mobile": True})
    canvas = one.board.locator("canvas").first
    tools = [one.page.get_by_role("button", name=name) for name in ("Nearer", "Farther", "The whole board")]
    tools.append(one.page.get_by_role("combobox", name="Resources shown"))

    def tap_the_middle():
        box = canvas.bounding_box()
        one.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        expect(one.row(100)).to_have_attribute("aria-selected", "true")
        one.press("Escape")
        expect(one.row(100)).to_have_attribute("aria-selected", "false")
        for tool in tools:
            assert tool.bounding_box()["y"] + tool.bounding_box()["height"] <= box["y"]

    tap_the_middle()
    tools[0].tap()
    expect(tools[0]).to_be_disabled()
    tap_the_middle()
    tools[2].tap()
    expect(tools[2]).to_be_disabled()
    one.choose(100)
    for _ in range(3):
        tools[0].tap()  # to what is chosen, not to the middle of the map
    one.press("Escape")
    tap_the_middle()


@pytest.mark.rule("QST-145")
@pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=pytest.mark.long)])
def test_everything_fits_on_a_phone(match_page, theme):
    one = match_page(scene([
        placed(100, 3, 3, resources={"iron": 12, "stone": 8, "wood": 6}, items={"sword1": 1, "armour3": 1}),
        placed(200, 4, 3, armour=2, frozen=9),
    ]), page={"width": 360, "height": 740, "theme": theme}, language="de")  # fmt: skip
    wide = lambda: one.page.evaluate("document.documentElement.scrollWidth")  # noqa: E731
    one.choose(100)
    assert wide() == 360
    for name in ("Aufheben", "Ablegen", "Herstellen", "Falle stellen", "Turm bauen", "Zurückschlagen"):
        one.act(name).click()
        one.dialog.evaluate("one => Promise.all(one.getAnimations().map((a) => a.finished))")
        box = one.dialog.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360
        assert one.dialog.evaluate(
            "one => [...one.querySelectorAll('.body')].every((b) => b.scrollWidth <= b.clientWidth)"
        )
        assert violations(one.page, within=OPEN) == []
        one.press("Escape")
        expect(one.dialog).to_have_count(0)
    for name in ("Forschung", "Ereignisse", "Punkte"):
        one.tab(name)
        assert wide() == 360
        assert violations(one.page) == []
