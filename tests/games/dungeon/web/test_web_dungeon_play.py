"""A person commands a swarm in the browser: the list, what is possible, orders, and what is always in sight."""

import json
import re

import pytest
from playwright.sync_api import expect
from tests.games.dungeon.web.board import DungeonBoard
from tests.games.dungeon.web.match_page import ROBOT, DungeonPage, against, match_pages
from tests.web.board import drawn
from tests.web.site import violations

pytestmark = pytest.mark.slow


@pytest.fixture
def match_page(visitor, member):
    return match_pages(visitor, member)


@pytest.mark.rule("DUN-188")
def test_own_robots_are_listed_with_all_they_have(match_page):
    one = match_page(start_money=1000)
    expect(one.rows).to_have_count(6)
    robot = one.crowd()[0]
    row = one.row(robot)
    for label in ("Health 10 of 10", "Energy 20 of 20"):
        expect(row.get_by_role("img", name=label)).to_be_visible()
    expect(row).to_contain_text("0/20")
    expect(row).to_contain_text("Storage 0, Health 0, Damage 0, Mining speed 0, Mining 0, Energy 0, Regeneration 0")
    expect(row).to_contain_text("no command")
    place = one.planet(robot["planet"])
    for other in one.crowd():  # also where their planet stands above them
        expect(one.row(other)).to_contain_text(f"Space station {place['x']}·{place['y']}")
    name = re.compile(rf"^Choose all {len(one.crowd())} robots on {place['x']}·{place['y']}\b")
    expect(one.list.get_by_role("button", name=name)).to_be_visible()

    row.click()
    one.shop.get_by_role("button", name=re.compile("^Buy Storage for 50")).click()
    one.next_round()
    expect(row).to_contain_text("0/50")
    expect(row).to_contain_text("Storage 1, Health 0")
    row.click()
    one.shop.get_by_role("button", name=re.compile("^Buy Rocket for 40")).click()
    one.next_round()
    expect(row).to_contain_text("Items Rocket 1")


def test_what_a_beginner_presses_next_stands_out(match_page):
    one = match_page(start_robots=0, page={"width": 390, "height": 844})
    out = re.compile(r"\bgo\b")
    buy = one.panel.get_by_role("button", name="Buy for 100")
    expect(buy).to_have_class(out)
    expect(buy).to_be_in_viewport(ratio=1)
    expect(one.done).not_to_have_class(out)
    buy.click()
    buy.click()
    expect(one.panel).to_contain_text("2 robots on order")
    expect(buy).to_be_disabled()
    expect(one.done).to_have_class(out)
    one.next_round()
    # the first robots are chosen; nothing is known yet, so they explore until they can mine
    expect(one.orders.get_by_role("heading", name="2 robots chosen")).to_be_visible()
    expect(one.done).not_to_have_class(out)
    mine = one.orders.get_by_role("button", name="Mine and sell")
    expect(mine).to_have_class(out)
    sent = len(one.sent)
    mine.click()
    expect(mine).to_be_enabled()
    expect(one.done).to_have_class(out)
    one.await_sent(sent + 1)
    assert [action["type"] for action in one.sent[-1]] == ["movement", "movement"]


@pytest.mark.rule("DUN-188")
def test_choosing_one_shows_what_it_can_do_what_that_costs_and_why_not(match_page):
    one = match_page()
    robot = one.crowd()[0]
    one.row(robot).click()
    expect(one.orders.get_by_role("heading", name="1 robot chosen")).to_be_visible()
    expect(one.act("Block")).to_contain_text("\u22124 energy")
    expect(one.act("Regenerate")).to_contain_text("no energy")
    for name, why in (("Mine", "There is nothing to mine."), ("Sell", "There is no cargo to sell.")):
        expect(one.act(name)).to_be_disabled()
        expect(one.act(name)).to_contain_text(why)
    here = one.planet(robot["planet"])
    for direction, to in here["neighbours"].items():
        place = one.planet(to)
        step = one.orders.get_by_role("button", name=re.compile(rf"^. {place['x']}·{place['y']}\b"))
        expect(step).to_contain_text(f"\u2212{here['gravity']} energy")
        assert direction.capitalize() in step.get_attribute("aria-description")
    for what, price in (("Health", 50), ("Recharge", 75), ("Wormhole", 80)):
        expect(one.shop.get_by_role("button", name=re.compile(f"^Buy {what} for {price}"))).to_be_enabled()
    expect(one.shop).to_contain_text("level 0 → 1 · 20 → 50")
    nuke = one.shop.get_by_role("button", name=re.compile("^Buy Nuke for 210"))
    expect(nuke).to_be_disabled()
    expect(one.shop.get_by_role("listitem").filter(has_text="Nuke")).to_contain_text("Not enough money.")
    assert violations(one.page) == []


@pytest.mark.rule("DUN-188")
def test_robots_are_chosen_by_click_range_box_group_and_key(match_page):
    one = match_page(start_robots=9)
    order = [row.inner_text().split()[0] for row in one.rows.all()]
    rows = [one.row({"id": name}) for name in order]
    rows[1].click()
    rows[4].click(modifiers=["Shift"])
    assert one.chosen() == set(order[1:5])
    rows[2].click(modifiers=["Control"])
    rows[6].click(modifiers=["Control"])
    assert one.chosen() == {order[1], order[3], order[4], order[6]}
    one.press("Shift+Digit1", "Escape")
    assert one.chosen() == set()
    one.press("1")
    assert one.chosen() == {order[1], order[3], order[4], order[6]}

    rows[0].scroll_into_view_if_needed()
    boxes = [row.bounding_box() for row in (rows[0], rows[2])]
    one.page.mouse.move(boxes[0]["x"] + 30, boxes[0]["y"] + 12)
    one.page.mouse.down()
    one.page.mouse.move(boxes[1]["x"] + 30, boxes[1]["y"] + 12, steps=8)
    one.page.mouse.up()
    assert one.chosen() == set(order[:3])

    crowd = one.crowd()
    one.list.get_by_role("button", name=re.compile(f"^Choose all {len(crowd)} robots")).first.click()
    assert len(one.chosen()) == len(crowd)
    one.press("a")
    assert one.chosen() == set(order)
    rows[0].click()
    one.press("ArrowDown", "Shift+ArrowDown")
    assert one.chosen() == set(order[1:3])
    one.press("r", "i")
    assert one.chosen() == set(order) - set(order[1:3])
    one.press("t")
    assert one.chosen() == set(order)
    one.press("/")
    one.page.keyboard.type(order[5])
    expect(one.list.get_by_role("row", name=re.compile(f"^{order[5]}"))).to_have_count(1)
    expect(one.list.get_by_role("row", name=re.compile(f"^{order[0]}"))).to_have_count(0)


@pytest.mark.rule("DUN-188")
def test_a_click_on_the_map_chooses_a_group_and_sends_it(match_page):
    one = match_page()
    crowd = one.crowd()
    home = one.planet(crowd[0]["planet"])
    one.click(home)
    assert one.chosen() == {robot["id"][:4] for robot in crowd}
    to = one.planet(next(iter(home["neighbours"].values())))
    one.click(to)
    for robot in crowd:
        expect(one.row(robot)).to_contain_text(f"to {to['x']}·{to['y']}")
    (actions,) = one.sent
    assert actions == [{"type": "movement", "planet": to["id"], "robot": robot["id"]} for robot in crowd]
    one.next_round()
    expect(one.list).to_contain_text(f"{to['x']}·{to['y']}")
    assert {robot["planet"] for robot in one.robots if robot["id"] in {one["id"] for one in crowd}} == {to["id"]}


@pytest.mark.rule("DUN-189")
@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_round_phase_time_balance_prices_and_scoreboard_are_always_in_sight(match_page, size):
    one = match_page(start_money=450, page={"width": size[0], "height": size[1]})
    market, panel = one.view["market"], one.panel
    seen = [
        panel.get_by_text(f"Round 1 of {one.view['max_rounds']}"), panel.get_by_text("Collecting commands"),
        panel.get_by_role("timer"), panel.get_by_role("group", name="Balance"),
        panel.get_by_text(str(market["resources"]["platin"]), exact=True).first,
        panel.get_by_role("list", name="Scoreboard"),
    ]  # fmt: skip
    one.press("a")
    for scroll in (0, 400, 900):
        one.page.mouse.move(size[0] - 30, size[1] - 300)
        one.page.evaluate("to => scrollTo(0, document.querySelector('h1').closest('.side').offsetTop + to)", scroll)
        for thing in seen:
            expect(thing).to_be_in_viewport()
    first = int(re.search(r"\d+", panel.get_by_role("timer").get_attribute("aria-label")).group())
    assert 60 < first <= 90
    for row in one.view["players"]:
        expect(panel.get_by_role("list", name="Scoreboard")).to_contain_text(row["name"])
    balance = panel.get_by_role("group", name="Balance")
    expect(balance).to_have_text(re.compile(r"^\s*450\s+moneten\s*$"))

    buying = panel.get_by_role("group", name="Buy robots")
    buying.get_by_role("spinbutton", name="How many robots").fill("2")
    buying.get_by_role("button", name="Buy 2 for 200").click()
    expect(buying).to_contain_text("2 robots on order")
    expect(balance).to_contain_text("\u2212200 purchases")
    expect(balance).to_contain_text("250 after this round")
    one.done.click()
    expect(panel.get_by_text("Executing round 1")).to_be_visible()
    one.await_round(2)
    expect(balance).to_have_text(re.compile(r"^\s*250\s+moneten\s*$"))
    expect(panel.get_by_text("Collecting commands")).to_be_visible()
    expect(one.rows).to_have_count(8)


@pytest.mark.rule("DUN-190")
def test_pending_commands_are_shown_replaced_withdrawn_and_undone(match_page):
    one = match_page()
    robot = one.crowd()[0]
    row = one.row(robot)
    row.click()
    one.press("b")
    expect(row).to_contain_text("block")
    one.act("Regenerate").click()
    expect(row).to_contain_text("rest")
    expect(row).not_to_contain_text("block")
    one.press("u")
    expect(row).to_contain_text("block")
    one.press("Delete")
    expect(row).to_contain_text("no command")
    one.press("u")
    expect(row).to_contain_text("block")
    row.get_by_role("button", name=f"Withdraw the command of {robot['id'][:4]}").click()
    expect(row).to_contain_text("no command")
    assert [actions[0]["type"] for actions in one.sent] == [
        "blocking", "regeneration", "blocking", "withdraw", "blocking", "withdraw"
    ]  # fmt: skip
    one.press("b")
    one.done.click()
    one.await_round(2)
    expect(row).to_contain_text("no command")


@pytest.mark.rule("DUN-190", "DUN-242")
def test_commands_are_still_there_after_a_reload_and_can_be_changed_after_done(visitor, member):
    host, guest = member("robin"), member("gina")
    options = {"game": "dungeon", "seats": 2, "clock": "own", "seed": 7}
    settings = {"early_close": True, "round_ms": 120_000, "start_robots": 6}
    table = host.table(settings=settings, **options)["key"]
    guest.post(f"/api/tables/{table}/sit", {"seat": 2})
    guest.post(f"/api/tables/{table}/ready", {"ready": True})
    one = DungeonPage(visitor, host, host.post(f"/api/tables/{table}/start")["match"])
    robot = one.crowd()[0]
    one.row(robot).click()
    one.press("b", "Enter")
    expect(one.done).to_be_disabled()
    one.await_taken()
    one.page.reload()
    expect(one.row(robot)).to_contain_text("block")
    expect(one.done).to_be_disabled()
    one.row(robot).click()
    one.press("r")
    expect(one.row(robot)).to_contain_text("rest")
    one.await_taken()
    one.page.reload()
    expect(one.row(robot)).to_contain_text("rest")


@pytest.mark.rule("DUN-190")
def test_many_obey_as_far_as_they_can_and_it_is_said_who_cannot(match_page):
    one = match_page(start_money=100)
    one.press("a")
    one.shop.get_by_role("button", name=re.compile("^Buy Storage for 50")).click()
    status = one.orders.get_by_role("status").first
    expect(status).to_have_text("2 robots obey. 4 cannot: Not enough money.")
    assert [action["article"] for action in one.sent[-1]] == ["STORAGE_1", "STORAGE_1"]
    expect(one.panel.get_by_role("group", name="Balance")).to_contain_text("0 after this round")
    one.press("m")
    expect(status).to_have_text("Not possible: There is nothing to mine.")
    one.next_round()
    assert sorted(robot["storage"] for robot in one.robots) == [20, 20, 20, 20, 50, 50]
    one.press("a", "e")
    expect(status).to_contain_text("4 cannot: It had no command in the round before.")


def test_a_refused_command_is_told_at_its_robot_with_code_rule_and_sentence(visitor, member):
    host = member("robin")
    key = against(host)
    strange = "00000000-0000-4000-8000-000000000000"

    def spoil(page_socket) -> None:
        server = page_socket.connect_to_server()

        def pass_on(text: str) -> None:
            message = json.loads(text)
            for action in message.get("actions", []):
                if action["type"] == "blocking":
                    action["robot"] = strange
            server.send(json.dumps(message))

        page_socket.on_message(pass_on)

    page = visitor("", member=host, width=1440, height=900, alone=True)
    page.route_web_socket(re.compile("/ws$"), spoil)
    page.goto(f"/match/{key}")
    rows = page.get_by_role("grid", name="Own robots").get_by_role("row", name=ROBOT)
    expect(rows).to_have_count(6)
    name = rows.first.inner_text().split()[0]
    row = page.get_by_role("row", name=re.compile(f"^{name}"))
    row.click()
    page.keyboard.press("b")
    for words in ("This robot is unknown, destroyed or not yours.", "not_your_robot", "DUN-"):
        expect(row).to_contain_text(words)
    page.keyboard.press("r")
    expect(row).to_contain_text("rest")
    expect(row).not_to_contain_text("not_your_robot")


def test_what_failed_is_told_in_words_and_leads_to_its_robot(match_page):
    one = match_page()
    first, second = one.crowd()[:2]
    home = one.planet(first["planet"])
    one.row(first).click()
    one.press("b")
    one.row(second).click()
    one.click(one.planet(next(iter(home["neighbours"].values()))))
    one.next_round()
    tab = one.panel.get_by_role("tab", name="Round (1)")
    tab.click()
    failed = one.panel.get_by_role("region", name="Failed").get_by_role("listitem")
    expect(failed).to_have_count(1)
    expect(failed).to_contain_text("Move")
    expect(failed).to_contain_text("The planet was blocked.")
    failed.get_by_role("button", name=f"Choose robot {second['id'][:4]}").click()
    assert one.chosen() == {second["id"][:4]}
    expect(one.orders).to_contain_text("Move failed: The planet was blocked.")


@pytest.mark.rule("DUN-187")
def test_foreign_robots_are_listed_with_their_age_and_can_be_attacked(match_page):
    one = match_page("warlord", start_robots=8)
    seen = one.view["sightings"]
    mine = {robot["planet"] for robot in one.robots}
    target = next(sighting for sighting in seen if sighting["planet"] in mine)
    hunter = next(robot for robot in one.robots if robot["planet"] == target["planet"])
    one.panel.get_by_role("tab", name="Round").click()
    table = one.panel.get_by_role("region", name="Foreign robots seen").get_by_role("row")
    expect(table).to_have_count(1 + len(seen))
    expect(table.filter(has_text=target["id"][:4])).to_contain_text("now")
    one.panel.get_by_role("tab", name="Swarm").click()
    one.row(hunter).click()
    one.orders.get_by_role("button", name=re.compile(f"^Attack {target['id'][:4]} warlord")).click()
    expect(one.row(hunter)).to_contain_text(f"attack {target['id'][:4]}")
    assert one.sent[-1] == [{"type": "battle", "target": target["id"], "robot": hunter["id"]}]


def test_standing_orders_command_every_round_until_they_are_cancelled(match_page):
    one = match_page()
    one.press("a", "x")
    expect(one.list.get_by_text("Explore")).to_have_count(6)
    assert len(one.sent) == 1
    one.next_round()
    expect(one.list.get_by_text("Explore")).to_have_count(6)
    one.next_round()
    expect(one.list.get_by_text("Explore")).to_have_count(6)
    one.await_sent(5)
    kinds = [{action["type"] for action in actions} for actions in one.sent]
    assert kinds == [{"movement"}, {"done"}, {"movement"}, {"done"}, {"movement"}]
    robot = one.robots[0]
    one.row(robot).click()
    expect(one.orders.get_by_role("button", name="Explore", pressed=True)).to_be_visible()
    one.press("Delete")
    expect(one.row(robot)).to_contain_text("no command")
    one.await_taken()
    one.page.reload()
    expect(one.list.get_by_text("Explore")).to_have_count(5)

    # far away over known planets: the way goes on in the next rounds
    walker = one.robots[1]
    far = one.planet(walker["planet"])
    one.next_round()
    walker = next(robot for robot in one.robots if robot["id"] == walker["id"])
    one.next_round()
    walker = next(robot for robot in one.robots if robot["id"] == walker["id"])
    assert walker["planet"] != far["id"]
    one.row(walker).click()
    one.click(far)
    expect(one.orders).to_contain_text(re.compile(rf"goes to {far['x']}·{far['y']}, \d rounds?"))
    for _ in range(6):
        one.next_round()
        at = next(robot["planet"] for robot in one.robots if robot["id"] == walker["id"])
        if at == far["id"]:
            break
    assert at == far["id"]


def test_done_is_said_by_itself_when_nobody_is_idle(match_page):
    one = match_page(max_rounds=4)
    one.orders.get_by_role("checkbox", name="Done by itself").check()
    one.press("a", "x")
    expect(one.page.get_by_role("dialog", name="The match is over")).to_be_visible(timeout=60_000)


def test_the_controls_speak_german(match_page):
    one = match_page(language="de", start_money=1000)
    one.press("a")
    for words in ("6 Roboter gewählt", "Regenerieren", "Hier gibt es nichts zu schürfen.", "Daueraufträge", "Laden"):
        expect(one.orders).to_contain_text(words)
    expect(one.panel.get_by_text("Befehle werden gesammelt")).to_be_visible()
    assert violations(one.page) == []


def test_where_chosen_robots_would_go_is_drawn_before_they_are_sent(match_page):
    one = match_page()
    home = one.planet(one.crowd()[0]["planet"])
    to = one.planet(next(iter(home["neighbours"].values())))
    one.click(home)
    board = DungeonBoard(one.page, one.view)
    one.page.mouse.move(5, 300)
    drawn(one.page)
    before = board.pixels()
    board.hover(to, dy=-0.3)
    drawn(one.page)
    middle = [(board.spot(home)[n] + board.spot(to)[n]) / 2 for n in (0, 1)]
    spots = [(middle[0] + dx, middle[1] + dy) for dx in range(-8, 9, 2) for dy in range(-8, 9, 2)]
    after = board.pixels()
    assert any(before.at(*spot) != after.at(*spot) for spot in spots)
