"""A person programs a robot in the browser: time, players, commands, slots and the ghost. RAL-246 to RAL-271"""

import re
import time

import pytest
from playwright.sync_api import expect
from tests.games.rally.web.match_page import (
    CELLS,
    KINDS,
    OPEN,
    RallyPage,
    Rival,
    against_bot,
    against_person,
    match_pages,
)
from tests.web.held_answers import HeldAnswers
from tests.web.visitors import stop_clock

pytestmark = pytest.mark.slow


@pytest.fixture
def match_page(visitor, member):
    return match_pages(visitor, member)


def opacity(node) -> float:
    return float(node.evaluate("node => getComputedStyle(node).opacity"))


def colour(node, name: str) -> list[int]:
    text = node.evaluate("(node, name) => getComputedStyle(node)[name]", name)
    return [int(float(part)) for part in re.findall(r"[\d.]+", text)[:3]]


@pytest.mark.rule("RAL-246", "RAL-254")
def test_the_panel_at_the_right_edge_belongs_to_the_phase(match_page):
    one = match_page(pace=1, clock=True)
    stop_clock(one.page)
    board, panel = one.board.bounding_box(), one.programming.bounding_box()
    assert board["x"] + board["width"] <= panel["x"]
    expect(one.board).to_have_accessible_name(re.compile(rf"{one.member.name} \(Tanky\).*easy \("))
    expect(one.moving).to_have_count(0)
    one.fill()
    one.confirm.click()
    expect(one.moving).to_be_visible()
    expect(one.programming).to_have_count(0)
    assert board["x"] + board["width"] <= one.moving.bounding_box()["x"]
    one.skip.click()
    expect(one.programming).to_be_visible()


@pytest.mark.rule("RAL-315")
def test_who_skips_the_film_of_a_round_begins_the_next_one_at_once(match_page):
    """The server would show it for 50 seconds, and the page for ever: its clock stands before the film begins. A clock
    that is stopped later jumps ahead, perhaps beyond the end of the film, and then there is nothing to skip."""
    one = match_page(pace=1, clock=True, step_seconds=10)
    stop_clock(one.page)
    for _ in range(2):
        one.fill()
        one.confirm.click()
        expect(one.moving).to_be_visible()
        assert one.starts_ms > 0
        one.skip.click()
        one.await_start()
        expect(one.page.get_by_role("heading", level=1)).to_have_text("Your turn")


@pytest.mark.rule("RAL-254")
def test_every_field_and_every_robot_is_on_the_board(match_page):
    one = match_page(CELLS)
    for (x, y), words in {(0, 0): one.member.name, (0, 1): "easy", (2, 0): "Checkpoint 1", (3, 1): "Floor"}.items():
        one.board.hover(position=dict(zip("xy", one.spot(x, y, 5, 2), strict=True)))
        expect(one.board.locator(".card")).to_contain_text(words)


@pytest.mark.rule("RAL-255")
def test_the_time_left_is_shown_or_that_there_is_no_limit(match_page):
    began = time.monotonic()
    one = match_page(timer_seconds=60)
    timer = one.programming.get_by_role("timer")
    expect(timer).to_have_accessible_name(re.compile(r"^\d+ seconds left$"))
    first = int(timer.get_attribute("aria-label").split()[0])
    assert 60 - (time.monotonic() - began) - 1 <= first <= 60
    expect(timer).not_to_have_accessible_name(f"{first} seconds left")
    free = match_page(timer_seconds="off")
    expect(free.programming.get_by_role("button", name="no limit")).to_be_visible()
    expect(free.programming.get_by_role("timer")).to_have_count(0)


@pytest.mark.rule("RAL-256")
def test_a_picture_of_another_player_opens_a_window_about_them(visitor, member):
    host, guest = member("host"), member("rita")
    Rival(host, against_person(host, guest)).leave()  # the guest wins without damage, death or a shot
    one = RallyPage(visitor, host, against_person(host, guest, lives=2))
    others = one.programming.get_by_role("region", name="Other players")
    expect(others.get_by_role("listitem")).to_have_count(1)
    expect(others).to_contain_text(guest.name)
    picture = others.get_by_role("button", name=f"About {guest.name}")
    assert picture.locator("canvas").evaluate(
        "c => new Set(c.getContext('2d').getImageData(0, 0, c.width, c.height).data).size > 20"
    )
    picture.click()
    window = one.page.get_by_role("dialog", name=guest.name)
    for words in ("James Bot", "Double laser", "Damage points", "0 / 9", "Life points", "Checkpoints", "0 / 1"):
        expect(window).to_contain_text(words)
    expect(window.get_by_role("definition").nth(1)).to_have_text("2")
    for unlocked in ("Untouchable", "Who Needs Backups?", "Pacifist"):
        expect(window).to_contain_text(unlocked)
    expect(window).not_to_contain_text("Rampage")


def test_the_window_about_a_bot_leads_to_its_page_also_where_two_have_its_name(visitor, member):
    host = member("host")
    options = {"game": "rally", "seats": 3, "clock": "own", "seed": 7, "settings": {"timer_seconds": "off"}}
    key = host.table(seat=1, bots={"2": "easy", "3": "easy"}, start=True, **options)["match"]
    one = RallyPage(visitor, host, key)
    one.programming.get_by_role("button", name="About easy 2").click()
    window = one.page.get_by_role("dialog", name="easy 2")
    expect(window.get_by_role("link")).to_have_attribute("href", "/player/easy")


@pytest.mark.rule("RAL-257", "RAL-259")
def test_symbols_count_the_commands_of_their_kind_and_clicks_choose_by_priority(match_page):
    one = match_page()
    assert sum(map(one.left, KINDS)) == 9 == len(one.cards())
    for kind in KINDS:
        symbol = one.kind(kind)
        assert (opacity(symbol.locator(".card")) < 0.5) == (one.left(kind) == 0)
        assert symbol.locator(".count").inner_text() == str(one.left(kind))
        red, green, blue = colour(symbol.locator(".count"), "color")
        assert blue > green > red
    kind = one.usual()
    listed = one.priorities(kind)
    assert len(listed) >= 2
    assert listed == sorted(listed, reverse=True)
    one.kind(kind).hover()
    expect(one.page.get_by_role("tooltip")).to_contain_text(f"Priorities: {', '.join(map(str, listed))}")
    one.kind(kind).click()
    expect(one.slot(1)).to_have_accessible_name(f"Slot 1: {KINDS[kind]}, priority {listed[0]}")
    one.kind(kind).click(modifiers=["Shift"])
    expect(one.slot(2)).to_have_accessible_name(f"Slot 2: {KINDS[kind]}, priority {listed[-1]}")
    assert one.left(kind) == len(listed) - 2


@pytest.mark.rule("RAL-258")
def test_the_symbol_with_the_question_mark_pauses_deals_anew_or_does_nothing(match_page):
    lazy = match_page(model="lazy")
    symbol = lazy.hand.get_by_role("button", name="Ability: Pause")
    expect(symbol).to_contain_text("?")
    expect(symbol).to_be_enabled()
    lazy.kind(lazy.usual()).click()
    symbol.click()
    expect(lazy.slot(2)).to_have_accessible_name("Slot 2: Pause")
    expect(symbol).to_be_disabled()
    assert opacity(symbol.locator(".sign")) < 0.5

    albot = match_page(model="albot")
    before = albot.cards()
    symbol = albot.hand.get_by_role("button", name="Ability: New commands")
    albot.kind(albot.usual()).click()
    symbol.click()
    expect(symbol).to_be_disabled()
    expect(albot.slot(1)).to_have_accessible_name("Slot 1: empty")
    after = albot.cards()
    assert len(after) == 9
    assert not set(before) & set(after)

    expect(match_page().hand.get_by_role("button", name="Ability: Regeneration")).to_be_disabled()


@pytest.mark.rule("RAL-260", "RAL-261", "RAL-262")
def test_damage_burns_in_slots_and_death_costs_a_life_point(match_page):
    one = match_page(CELLS, model="james")
    points = one.page.get_by_role("toolbar", name=re.compile("damage points$")).get_by_role("button")
    expect(points).to_have_count(9)
    expect(one.page.get_by_role("button", name="3 life points")).to_be_visible()
    assert [colour(point, "backgroundColor") for point in points.all()] == [[0, 0, 0]] * 9
    one.run()
    expect(one.page.get_by_role("toolbar", name="5 of 9 damage points")).to_be_visible()
    fills = [colour(point, "backgroundColor") for point in points.all()]
    assert fills[:5] == [fills[0]] * 5 != [[0, 0, 0]] * 5
    assert fills[5:] == [[0, 0, 0]] * 4
    assert len(one.cards()) == 4
    burned = one.slot(5)
    expect(burned).to_have_accessible_name(re.compile("^Slot 5, burned in: "))
    assert colour(burned, "borderTopColor") != colour(one.slot(4), "borderTopColor")
    burned.click(force=True)
    one.page.keyboard.press("Delete")
    expect(burned).to_have_accessible_name(re.compile("^Slot 5, burned in: "))
    one.drag(one.kind(one.usual()), burned)
    expect(burned).to_have_accessible_name(re.compile("^Slot 5, burned in: "))
    assert len(one.cards()) == 4
    one.run()  # the ninth point
    expect(one.page.get_by_role("button", name="2 life points")).to_be_visible()
    expect(one.page.get_by_role("toolbar", name="2 of 9 damage points")).to_be_visible()


@pytest.mark.rule("RAL-263", "RAL-264")
def test_confirm_waits_for_every_slot_and_clear_empties_them(match_page):
    one = match_page(pace=0.5)
    expect(one.confirm).to_be_disabled()
    one.fill()
    expect(one.confirm).to_be_enabled()
    one.page.get_by_role("button", name="Clear").click()
    for slot in range(1, 6):
        expect(one.slot(slot)).to_have_accessible_name(f"Slot {slot}: empty")
    expect(one.confirm).to_be_disabled()
    one.page.get_by_role("button", name="Undo").click()
    expect(one.confirm).to_be_enabled()


@pytest.mark.rule("RAL-263")
def test_a_confirmed_program_cannot_be_changed(visitor, member):
    host, guest = member("host"), member("rita")
    one = RallyPage(visitor, host, against_person(host, guest))
    one.fill()
    names = [slot.get_attribute("aria-label") for slot in one.slots.all()]
    one.confirm.click()
    expect(one.programming).to_contain_text("Confirmed. Waiting for the others.")
    for name in ("Confirm", "Clear", "Power-Down", "Undo"):
        expect(one.page.get_by_role("button", name=name, exact=True)).to_be_disabled()
    one.slot(1).click(force=True)
    one.kind(one.usual()).click(force=True)
    one.page.keyboard.press("Delete")
    assert [slot.get_attribute("aria-label") for slot in one.slots.all()] == names
    one.page.reload()
    expect(one.programming).to_contain_text("Confirmed. Waiting for the others.")
    assert [slot.get_attribute("aria-label") for slot in one.slots.all()] == names


@pytest.mark.rule("RAL-084", "RAL-263")
def test_when_all_have_confirmed_the_page_says_so(match_page):
    """The bot has its time, so the round waits although nobody has anything to do."""
    one = match_page(ai_min_seconds=60)
    one.fill()
    one.confirm.click()
    expect(one.page.get_by_role("heading", level=1)).to_have_text("Everybody is done")
    expect(one.programming).to_contain_text("All have confirmed. The programs run at 0:00.")


@pytest.mark.rule("RAL-265")
def test_power_down_is_announced_and_taken_back(visitor, member):
    host, guest = member("host"), member("rita")
    one = RallyPage(visitor, host, against_person(host, guest, CELLS))
    button = one.page.get_by_role("button", name="Power-Down")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")
    button.click()
    one.fill()
    one.confirm.click()
    Rival(guest, one.key).program()
    expect(one.page.get_by_text("Your robot is powered down this round: it has no program.")).to_be_visible()
    expect(one.page.get_by_role("toolbar", name="0 of 9 damage points")).to_be_visible()


@pytest.mark.rule("RAL-267", "RAL-269")
def test_clicks_fill_the_first_free_slot_and_empty_a_slot(match_page):
    one = match_page()
    kinds = [kind for kind, _ in one.cards()[:3]]
    for kind in kinds:
        one.kind(kind).click()
    held = [one.slot(slot).get_attribute("aria-label") for slot in (1, 2, 3)]
    assert [KINDS[kind] in name for kind, name in zip(kinds, held, strict=True)] == [True] * 3
    one.slot(2).click()
    expect(one.slot(2)).to_have_accessible_name("Slot 2: empty")
    assert sum(map(one.left, KINDS)) == 7
    one.kind(kinds[1]).click()
    expect(one.slot(2)).to_have_accessible_name(held[1])
    expect(one.slot(4)).to_have_accessible_name("Slot 4: empty")


@pytest.mark.rule("RAL-268")
def test_commands_are_dragged_into_any_slot(match_page):
    one = match_page()
    (first, a), (second, _) = one.cards()[0], one.cards()[-1]
    one.drag(one.kind(first), one.slot(4))
    expect(one.slot(4)).to_have_accessible_name(f"Slot 4: {KINDS[first]}, priority {a}")
    expect(one.slot(1)).to_have_accessible_name("Slot 1: empty")
    lowest = one.priorities(second)[0]
    one.drag(one.kind(second), one.slot(4))  # the old one returns to the hand
    expect(one.slot(4)).to_have_accessible_name(f"Slot 4: {KINDS[second]}, priority {lowest}")
    assert a in one.priorities(first)
    one.drag(one.kind(first), one.slot(1))
    one.drag(one.slot(1), one.slot(4))  # they change places
    expect(one.slot(1)).to_have_accessible_name(f"Slot 1: {KINDS[second]}, priority {lowest}")
    expect(one.slot(4)).to_have_accessible_name(f"Slot 4: {KINDS[first]}, priority {a}")
    one.drag(one.slot(4), one.kind("U"))  # back to the hand
    expect(one.slot(4)).to_have_accessible_name("Slot 4: empty")
    one.drag(one.slot(1), one.slot(5))
    expect(one.slot(5)).to_have_accessible_name(f"Slot 5: {KINDS[second]}, priority {lowest}")
    expect(one.slot(1)).to_have_accessible_name("Slot 1: empty")


@pytest.mark.rule("RAL-268", "RAL-248")
def test_a_finger_drags_a_command_and_reads_what_it_is_held_on(visitor, member):
    host = member("robin")
    one = RallyPage(visitor, host, against_bot(host), width=400, height=900, has_touch=True, is_mobile=True)
    expect(one.programming).to_be_visible()
    kind, priority = one.cards()[0]
    one.slot(3).scroll_into_view_if_needed()
    touch = one.page.context.new_cdp_session(one.page)

    def point(node):
        box = node.bounding_box()
        return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}

    def send(kind, *points):
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    begin, end = point(one.kind(kind)), point(one.slot(3))
    send("touchStart", begin)
    for part in (0.2, 0.6, 1):
        send("touchMove", {way: begin[way] + (end[way] - begin[way]) * part for way in "xy"})
    send("touchEnd")
    expect(one.slot(3)).to_have_accessible_name(f"Slot 3: {KINDS[kind]}, priority {priority}")
    send("touchStart", end)
    expect(one.page.get_by_role("tooltip")).to_contain_text("A click takes it out.")
    send("touchEnd")
    expect(one.slot(3)).to_have_accessible_name(f"Slot 3: {KINDS[kind]}, priority {priority}")


def test_a_draft_survives_a_reload_and_the_deadline(match_page):
    one = match_page(CELLS, timer_seconds=20, clock=True)
    kind, priority = one.cards()[0]
    one.kind(kind).click()
    one.slot(1).press("Shift+ArrowRight")
    expect(one.slot(2)).to_have_accessible_name(f"Slot 2: {KINDS[kind]}, priority {priority}")
    one.await_draft(lambda slots: slots[1])
    one.page.reload()
    expect(one.slot(2)).to_have_accessible_name(f"Slot 2: {KINDS[kind]}, priority {priority}")
    stop_clock(one.page)  # the round stays where it begins to be shown
    expect(one.moving).to_be_visible()
    mine = one.programs.get_by_role("row").last
    expect(mine.get_by_role("cell").nth(1)).to_contain_text(f"{KINDS[kind]}, {priority}")
    expect(one.moving).to_contain_text("Time was up: your empty slots were filled at random.")


WAYS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}


def walk(cards: list[str]) -> tuple[int, int, bool]:
    """Where a robot of the open floor ends, and whether it falls off it."""
    (x, y), facing = (0, 4), "E"
    for kind in cards:
        if kind in "LRU":
            facing = "NESW"[("NESW".index(facing) + {"L": 3, "R": 1, "U": 2}[kind]) % 4]
        for _ in range(int(kind) if kind in "123" else kind == "B"):
            dx, dy = WAYS[facing]
            if kind == "B":
                dx, dy = -dx, -dy
            if not (0 <= x + dx < 14 and 0 <= y + dy < 9):
                return x, y, True
            x, y = x + dx, y + dy
    return x, y, False


@pytest.mark.rule("RAL-270", "RAL-271")
def test_the_ghost_shows_where_the_program_leads(match_page):
    one = match_page(OPEN, model="lazy")
    outlook = one.programming.locator("p[aria-live]")
    chosen: list[str] = []
    for _ in range(5):
        kind = one.cards()[0][0]
        one.kind(kind).click()
        chosen.append(kind)
        x, y, dies = walk(chosen)
        words = "ends in destruction at" if dies else "ends at"
        expect(outlook).to_have_text(f"Your program {words} column {x + 1}, row {y + 1}.")
    one.page.get_by_role("button", name="Clear").click()
    ways = ("B", *(turn + step for turn in ("U", "LL", "RR") for step in "123"))  # off the board in the west
    deadly = next(way for way in ways if all(one.left(kind) >= way.count(kind) for kind in way))
    for kind in deadly:
        one.kind(kind).click()
    expect(outlook).to_have_text("Your program ends in destruction at column 1, row 5.")


@pytest.mark.rule("RAL-270", "RAL-271")
def test_the_ghost_comes_from_the_rules_in_the_page(match_page):
    held = []
    one = match_page(OPEN, prepare=lambda page: held.append(HeldAnswers(page)))
    outlook = one.programming.locator("p[aria-live]")
    chosen: list[str] = []
    for _ in range(5):
        kind = one.cards()[0][0]
        one.kind(kind).click()
        chosen.append(kind)
        x, y, _ = walk(chosen)
        expect(outlook).to_contain_text(f"column {x + 1}, row {y + 1}.")
        if len(chosen) == 1:
            held[0].asked.clear()  # before the rules were loaded there was nobody else to ask
    assert held[0].asked == []


def picture(one, x, y) -> int:
    """How many pixels of the colour of seat 1 there are in a cell of the open floor."""
    left, top = one.spot(x, y, 14, 9)
    return one.board.locator("canvas").evaluate(
        """(canvas, [x, y, r]) => {
            const by = canvas.width / canvas.clientWidth;
            const {data} = canvas.getContext('2d').getImageData((x - r) * by, (y - r) * by, 2 * r * by, 2 * r * by);
            let found = 0;
            for (let n = 0; n < data.length; n += 4)
                if (data[n + 2] > 150 && data[n + 2] > data[n] + 60) found += 1;
            return found;
        }""",
        [left, top, 14],
    )


def await_picture(one, x, y, holds) -> None:
    """Until there are as many of them as wished."""
    for _ in range(600):
        if holds(found := picture(one, x, y)):
            return
        one.page.wait_for_timeout(50)
    raise AssertionError(f"{found} pixels of seat 1 at {x}, {y}")


@pytest.mark.rule("RAL-270", "RAL-271", "RAL-292")
def test_the_ghost_is_drawn_only_where_it_is_wanted(match_page):
    one = match_page(OPEN)
    kind = next(kind for kind in "321" if one.left(kind))
    one.kind(kind).click()
    expect(one.programming.locator("p[aria-live]")).to_contain_text(f"column {int(kind) + 1}, row 5")
    await_picture(one, int(kind), 4, lambda found: found > 20)
    assert picture(one, int(kind), 6) == 0
    one.page.keyboard.press("Escape")
    one.page.get_by_role("button", name="Settings").click()
    aid = one.page.get_by_role("switch", name="Programming aid (ghost)")
    expect(aid).to_be_checked()
    aid.uncheck()
    one.page.keyboard.press("Escape")
    one.page.keyboard.press("Escape")
    await_picture(one, int(kind), 4, lambda found: found == 0)
