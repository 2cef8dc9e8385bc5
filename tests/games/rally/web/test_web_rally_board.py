"""The picture of a Rally match: the hall from above, what every object on it is, and a round as it moves."""

import re

import pytest
from playwright.sync_api import expect
from tests.games.rally.web.board import STEP, THEMES, RallyBoard
from tests.web.board import drawn, off, replay_at, rgb, settle
from tests.web.board import scrub as to_frame
from tests.web.downloads import gif
from tests.web.site import violations
from tests.web.visitors import await_inside, stop_clock

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def race(site):
    """A finished match of eight robots, all models among them, on the board that has every kind of field."""
    member = site.member("racer")
    models = ["tanky", "james", "lazy", "albot", "peach", "tanky", "james", "peach"]
    table = {
        "options": {
            "game": "rally", "seats": 8, "clock": "bot", "listed": False, "seed": 4,
            "settings": {"board": "scrap-press", "max_rounds": 10, "start_assignment": "seat"},
        },
        "seat": 0,
        "bots": {str(seat): "normal" if seat % 2 else "easy" for seat in range(1, 9)},
        "choices": {str(seat): model for seat, model in enumerate(models, 1)},
        "start": True,
    }  # fmt: skip
    key = member.post("/api/tables", table)["match"]
    site.finished(key)
    member.close()
    return key, site.frames(key)


@pytest.fixture
def see(visitor, race):
    """The replay of the race at a frame."""

    def open_at(at=0, *, theme="dark", language="en", width=1500, height=1600, **options):
        key, frames = race
        look = {"width": width, "height": height, "theme": theme, "language": language}
        page = replay_at(visitor, key, frames[at]["round"], **look, **options)
        board = RallyBoard(page, frames[at]["view"], theme)
        scrub(board, frames, at)
        await_inside(page, "document.querySelector('[role=application] canvas').width > 300")
        settle(page, 0)
        board.refresh()
        return board

    return open_at


def scrub(board, frames, at):
    """To another frame."""
    to_frame(board.page, at)
    board.view = frames[at]["view"]
    drawn(board.page)


# The picture


@pytest.mark.rule("RAL-245", "RAL-254", "RAL-272")
@pytest.mark.parametrize("theme", THEMES)
def test_every_robot_is_seen_from_above_on_its_cell_in_the_colour_of_its_seat(see, race, theme):
    _, frames = race
    board = see(theme=theme)
    for at in (0, len(frames) // 2, len(frames) - 1):
        scrub(board, frames, at)
        settle(board.page, 0)
        board.refresh()
        picture = board.pixels()
        shown = [robot for robot in board.view["robots"] if robot["cell"] and not robot["powered_down"]]
        for robot in shown:
            assert board.seat_at(picture, board.back_of(robot)) == robot["seat"], (at, robot)
    assert len(frames[0]["view"]["robots"]) == 8


@pytest.mark.rule("RAL-254")
@pytest.mark.parametrize("theme", THEMES)
def test_every_kind_of_field_can_be_told_from_the_plain_floor(see, theme):
    board = see(theme=theme)
    picture, colours = board.pixels(), board.colours
    metal = rgb(colours["metal"])

    def at(cell, dx=0.0, dy=0.0):
        return picture.at(*board.spot(cell[0] + dx, cell[1] + dy))

    floor = board.free("..")
    assert off(at((7, 7), 0.3, 0.2), metal) < 24, floor
    hole = board.free("()")
    assert off(at(hole), (0, 0, 0)) < 24
    rim = [at(hole, -0.42, step / 40 - 0.4) for step in range(32)]
    assert min(off(spot, rgb(colours["stripe"])) for spot in rim) < 50
    assert max(off(at(board.free("~~"), dx / 10), metal) for dx in range(-2, 3)) > 25
    for token in ("c1", "c4"):
        assert off(at(board.free(token), 0.24, 0.12), rgb(colours["ink"])) < 30, token
    for field, aside in (("r1", 0), ("r2", 0.14)):
        assert off(at(board.free(field), aside), rgb(colours["ink"])) < 30, field
    for token in ("g+", "g-"):
        assert off(at(board.free(token), 0.28), metal) > 20, token
    # a fast belt stands out more than a slow one, and both more than the floor
    slow, fast = (off(at(board.free(token), 0.3, 0.0), metal) for token in ("sv", "fv"))
    assert fast > slow > 4
    # the wall west of every start field, and a laser's beam across the floor
    assert off(picture.at(*board.spot(-0.5, 2)), rgb(colours["wall"])) < 40
    beam = [at((14, 4), 0, step / 50 - 0.1) for step in range(11)]
    red = rgb(colours["hazard"])
    assert max(seen[0] - seen[1] for seen in beam) > (red[0] - red[1]) * 0.4


@pytest.mark.rule("RAL-245")
@pytest.mark.parametrize(("width", "height", "scale"), [(390, 844, 3), (768, 1024, 2), (1920, 1080, 1)])
def test_the_picture_is_sharp_and_whole_at_any_size(see, width, height, scale):
    board = see(width=width, height=height, device_scale_factor=scale)
    board.refresh()
    size = board.canvas.evaluate("canvas => [canvas.width / canvas.clientWidth, canvas.clientWidth]")
    assert size[0] >= min(2, scale)
    assert board.x0 >= 0
    assert board.y0 >= 0
    assert board.c * board.view["board"]["width"] <= size[1]
    picture = board.pixels()
    for robot in board.view["robots"]:
        assert board.seat_at(picture, board.back_of(robot), 90) == robot["seat"]


# What things are

FIELDS = {
    "..": ("Nothing happens here", "Hier geschieht nichts"),
    "()": ("A robot that enters it is destroyed", "Ein Roboter, der es betritt, wird zerstört"),
    "~~": ("slides on to one field beyond the oil", "rutscht bis ein Feld hinter das Öl"),
    "r1": ("removes 1 damage point and makes a backup", "1 Schadenspunkt und legt eine Sicherungskopie an"),
    "r2": ("removes 2 damage points and makes a backup", "2 Schadenspunkte und legt eine Sicherungskopie an"),
    "g+": ("Turns a robot 90° to the right", "Dreht einen Roboter um 90° nach rechts"),
    "g-": ("Turns a robot 90° to the left", "Dreht einen Roboter um 90° nach links"),
    "sv": ("Carries a robot 1 field in each program step, to the south", "1 Feld nach Süden"),
    "f>": ("Carries a robot 2 fields in each program step, to the east", "2 Felder nach Osten"),
    "Fv": ("The curve turns a robot", "Die Kurve dreht einen Roboter"),
    "S<": ("The curve turns a robot", "Die Kurve dreht einen Roboter"),
    "c2": ("Tick it off after checkpoint 1. It makes a backup", "Nach Checkpoint 1 abhaken"),
    "c6": ("who ticks it off wins", "Wer ihn abhakt, gewinnt"),
}


@pytest.mark.rule("RAL-248", "RAL-249", "RAL-252")
@pytest.mark.parametrize("language", ["en", "de"])
def test_hovering_over_any_field_says_what_it_does(see, language):
    board = see(language=language)
    card = board.page.locator(".card")
    for token, texts in FIELDS.items():
        board.hover(*board.free(token))
        expect(card).to_contain_text(texts[language == "de"])
    board.page.mouse.move(2, 2)
    expect(card).to_have_count(0)


@pytest.mark.rule("RAL-248", "RAL-249")
def test_walls_lasers_beams_and_start_fields_are_told_too(see, race):
    _, frames = race
    board = see()
    card = board.page.locator(".card")
    board.hover(15, 4)
    expect(card).to_contain_text("Field laser in the east")
    expect(card).to_contain_text("fires to the west; blocks robots and lasers")
    expect(card).to_contain_text("1 damage point in every program step")
    board.hover(9, 0)
    expect(card).to_contain_text("Wall in the east")
    at = next(n for n, frame in enumerate(frames) if len(left_behind(frame["view"])) > 1)
    scrub(board, frames, at)
    seat, cell = left_behind(board.view)[0]
    board.hover(*cell)
    expect(card).to_contain_text(f"Start field {seat}")
    expect(card).to_contain_text("Who has no backup comes back here")


def left_behind(view):
    """Start fields on which nobody stands."""
    taken = [robot["cell"] for robot in view["robots"]]
    starts = [(robot["seat"], robot["start"]["cell"]) for robot in view["robots"]]
    return [(seat, cell) for seat, cell in starts if cell not in taken]


ABILITIES = {
    "tanky": ("Tanky", "Regeneration: Loses one damage point"),
    "james": ("James Bot", "Double laser: Each hit of its laser gives two damage points"),
    "lazy": ("LazyBot", "Pause: Once per round it may stand still"),
    "albot": ("Albot", "New commands: Once per round it may exchange its commands"),
    "peach": ("Peach", "Mirror: A robot laser that hits it in the back hurts the shooter"),
}
FACINGS = {"N": "north", "E": "east", "S": "south", "W": "west"}


@pytest.mark.rule("RAL-248", "RAL-249", "RAL-043")
def test_hovering_over_a_robot_tells_owner_model_and_how_it_is(see, race, site):
    key, frames = race
    names = [seat["name"] for seat in site.get(f"/api/matches/{key}")["seats"]]
    at = len(frames) // 2
    board = see(at)
    card = board.page.locator(".card")
    for robot in board.view["robots"]:
        if not robot["cell"]:
            continue
        board.hover(*robot["cell"])
        model, ability = ABILITIES[robot["model"]]
        expect(card).to_contain_text(f"{names[robot['seat'] - 1]} · {model}")
        expect(card).to_contain_text(ability)
        x, y = robot["backup"]["cell"]
        for label, value in (
            ("Facing", FACINGS[robot["facing"]]),
            ("Damage", f"{robot['damage']}/9"),
            ("Life points", f"{robot['lives']}"),
            ("Checkpoints", f"{robot['ticked']}/6"),
            ("Backup", f"column {x + 1}, row {y + 1}"),
        ):
            said = card.locator("dt", has_text=re.compile(f"^{label}$")).locator("xpath=following-sibling::dd[1]")
            expect(said).to_have_text(value)


@pytest.mark.rule("RAL-248", "RAL-247")
def test_the_keyboard_walks_over_the_cells_and_hears_the_same(see):
    board = see()
    page = board.page
    board.element.focus()
    page.keyboard.press(".")
    spoken = board.element.locator("[aria-live=polite]")
    expect(spoken).to_contain_text(re.compile(r"Tanky, column \d+, row \d+\. Regeneration"))
    page.keyboard.press("ArrowRight")
    expect(spoken).to_contain_text("Nothing happens here")
    page.keyboard.press("ArrowRight")
    expect(spoken).to_contain_text(re.compile(r"Gear, clockwise, column \d+, row \d+\. Turns a robot 90° to the right"))
    page.keyboard.press("Escape")
    expect(spoken).to_be_empty()


@pytest.mark.rule("RAL-043", "RAL-254")
def test_one_sentence_says_what_the_picture_says(see, race):
    _, frames = race
    board = see()
    for robot in frames[0]["view"]["robots"]:
        model = ABILITIES[robot["model"]][0]
        expect(board.element).to_have_attribute(
            "aria-label", re.compile(rf"\({model}\) has ticked off 0 of 6 checkpoints and has 0 damage")
        )


# A round that moves

PIXEL = """([x, y]) => {
    const canvas = document.querySelector('[role=application] canvas'), scale = canvas.width / canvas.clientWidth;
    return [...canvas.getContext('2d').getImageData(Math.round(x * scale), Math.round(y * scale), 1, 1).data];
}"""


def first_step(frames):
    """A frame, and the first step of its round, by a robot that is as broad in the middle as elsewhere."""
    for n, frame in enumerate(frames[1:], 1):
        moves = [event for event in frame["events"] if event["type"] == "moved"]
        models = [robot["model"] for robot in frame["view"]["robots"]]
        if moves and moves[0]["cause"] == "step" and moves[0]["to"] and models[moves[0]["seat"] - 1] != "james":
            return n, moves[0]
    raise AssertionError("nobody moved")


@pytest.mark.rule("RAL-272")
@pytest.mark.parametrize("calm", [False, True])
def test_a_robot_is_seen_on_its_way_between_two_cells(see, race, calm):
    """Unless motion is unwanted: then it is shown where it arrives, and the round is still told step by step."""
    _, frames = race
    at, move = first_step(frames)
    options = {"reduced_motion": "reduce"} if calm else {}
    board = see(at - 1, clock=True, **options)
    dx, dy = STEP[move["direction"]]
    (x, y), seat = move["origin"], move["seat"]
    # beside the shape on its back when it is half way: covered on neither of the cells
    place = board.spot(x + dx * 0.5 + dy * 0.225, y + dy * 0.5 + dx * 0.225)
    before = board.pixels()
    assert board.seat_at(before, place, 40) != seat
    page = board.page
    stop_clock(page)
    page.get_by_role("button", name="Play", exact=True).click()
    colour = rgb(board.colours["players"][seat - 1])
    seen = []
    for _ in range(90):
        page.clock.run_for(33)
        seen.append(tuple(page.evaluate(PIXEL, place)[:3]))
        if not calm and off(seen[-1], colour) < 50:
            break
    assert any(off(spot, colour) < 50 for spot in seen) != calm
    # and in either case the round is told step by step
    expect(page.get_by_text(re.compile(r"^Step [12]( · |$)"))).to_be_visible()


@pytest.mark.rule("RAL-272")
def test_pausing_in_a_round_holds_it_there_and_scrubbing_goes_by_rounds(see, race):
    _, frames = race
    board = see(1, clock=True)
    page = board.page
    stop_clock(page)
    page.get_by_role("button", name="Play", exact=True).click()
    page.clock.run_for(1500)
    page.get_by_role("button", name="Pause", exact=True).click()
    page.clock.run_for(100)
    held = board.canvas.evaluate("canvas => canvas.toDataURL()")
    page.clock.run_for(300)
    assert board.canvas.evaluate("canvas => canvas.toDataURL()") == held
    expect(page.get_by_text(re.compile(r"^Step 1 · |^Step 1$|^Step 2 · |^Step 2$"))).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("slider")).to_have_attribute("aria-valuetext", re.compile(rf"^Round {frames[3]['round']}:"))
    page.clock.run_for(100)
    assert board.canvas.evaluate("canvas => canvas.toDataURL()") != held


# Replays


@pytest.mark.rule("RAL-050", "RAL-273")
def test_the_programs_of_a_round_stand_below_the_board_of_a_replay(see, race):
    _, frames = race
    at = 2
    page = see(at).page
    table = page.get_by_role("region", name="Programs of the round").get_by_role("table")
    kinds = {"1": "one step", "2": "two steps", "3": "three steps", "B": "step back", "L": "turn left"}
    kinds |= {"R": "turn right", "U": "U-turn", "P": "pause"}
    asleep = {robot["seat"] for robot in frames[at - 1]["view"]["robots"] if robot["powered_down"]}
    for event in frames[at]["events"]:
        if event["type"] != "revealed":
            continue
        for seat, command in event["commands"].items():
            if not command or int(seat) in asleep:
                continue
            kind, _, priority = command.partition("@")
            cell = table.locator("tbody tr").nth(int(seat) - 1).locator("td").nth(event["step"] - 1)
            expect(cell).to_contain_text(kinds[kind] + (f", priority {priority}" if priority else ""))
    step = table.get_by_role("button", name="Step 3")
    step.click()
    expect(step).to_have_attribute("aria-current", "step")
    expect(page.get_by_text("Step 3", exact=True)).to_be_visible()


@pytest.mark.parametrize("theme", THEMES)
def test_the_replay_of_a_race_is_accessible(see, race, theme):
    _, frames = race
    died = next(n for n, frame in enumerate(frames) if any(event["type"] == "died" for event in frame["events"]))
    page = see(died, theme=theme).page
    assert violations(page) == []


@pytest.mark.rule("RAL-043")
def test_charts_figures_and_events_of_a_race(see, race):
    _, frames = race
    at = len(frames) - 1
    page = see(at).page
    for title in ("Checkpoints", "Damage"):
        expect(page.get_by_role("img", name=re.compile(f"^{title}"))).to_be_visible()
    rows = page.get_by_role("region", name="Final standings").locator("tbody tr")
    for robot, row in zip(frames[at]["view"]["robots"], rows.all(), strict=True):
        expect(row).to_contain_text(ABILITIES[robot["model"]][0])
        expect(row.locator("td").nth(1)).to_have_text(f"{robot['ticked']}/6")
        expect(row.locator("td").nth(2)).to_have_text(f"{robot['damage']}")
        expect(row.locator("td").nth(3)).to_have_text(f"{robot['lives']}")
    events = page.get_by_role("list").filter(has_text=re.compile("wins|without a winner"))
    expect(events.first).to_be_visible()


@pytest.mark.rule("RAL-245")
def test_another_page_can_show_a_race(visitor, race):
    key, frames = race
    page = visitor(f"/embed/match/{key}?turn=2", width=720, height=560)
    board = page.get_by_role("application")
    expect(board).to_have_attribute("aria-label", re.compile(r"^Round 2 of 10: "))
    shown = RallyBoard(page, next(frame["view"] for frame in frames if frame["round"] == 2))
    settle(page, 0)
    shown.refresh()
    picture = shown.pixels()
    for robot in shown.view["robots"]:
        if robot["cell"] and not robot["powered_down"]:
            assert shown.seat_at(picture, shown.back_of(robot), 90) == robot["seat"]


def test_a_race_can_be_kept_as_a_page_and_as_an_animation(visitor, see, tmp_path):
    page = see(0).page
    with page.expect_download() as download:
        page.get_by_role("link", name="Page for offline (.html)").click()
    kept = tmp_path / "race.html"
    kept.write_bytes(download.value.path().read_bytes())
    offline = visitor("")
    offline.goto(f"{kept.as_uri()}?round=3")
    expect(offline.get_by_role("application")).to_have_attribute("aria-label", re.compile("^Round 3 of 10: "))
    expect(offline.get_by_role("region", name="Programs of the round")).to_be_visible()

    page.get_by_role("button", name="Animation (.gif)").click()
    panel = page.get_by_role("dialog", name="Save as a GIF")
    panel.get_by_label("From round").fill("1")
    panel.get_by_label("To round").fill("3")
    panel.get_by_label("Width in pixels").select_option("400")
    with page.expect_download() as download:
        panel.get_by_role("button", name="Make the GIF").click()
    data = download.value.path().read_bytes()
    width, _, pictures = gif(data)
    assert width == 400
    assert 20 < pictures < 120  # several moments of every round
    assert len(data) < 4_000_000
