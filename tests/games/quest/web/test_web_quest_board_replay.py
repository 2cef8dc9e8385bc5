"""Replays of Quest and matches that are watched: figures, turns as they move, teams, and for everybody."""

import re

import pytest
from playwright.sync_api import expect
from tests.games.quest.web.board import HEIGHT, WIDTH, QuestBoard, scenario, turned
from tests.web.board import drawn, settle
from tests.web.downloads import film_of, open_offline
from tests.web.site import violations

pytestmark = pytest.mark.slow


# Replays and figures


@pytest.mark.rule("QST-146")
def test_the_scoreboard_has_points_by_source_and_the_statistics(see, hunt):
    page = see(0).page
    for at in (0, -1):
        board = turned(page, hunt[1][0], at)
        table = page.get_by_role("table").filter(has=page.get_by_role("columnheader", name="From gathering"))
        heads = [text.lower().split("\n")[0] for text in table.get_by_role("columnheader").all_inner_texts()]
        assert heads[1:6] == ["points", "from kills", "from gathering", "from crafting", "units"]
        assert heads[6:] == ["kills", "struck back", "losses", "towers", "traps", "sprung", "sprees", "first blood"]
        ranked = sorted(board.view["players"], key=lambda player: (player["place"], player["seat"]))
        for row, player in zip(table.locator("tbody tr").all(), ranked, strict=True):
            cells = [text.replace(",", "") for text in row.get_by_role("cell").all_inner_texts()]
            assert player["name"] in cells[0]
            points = [player["points"], *(player["by_source"][key] for key in ("kill", "pickup", "craft"))]
            assert [float(cell) for cell in cells[1:5]] == points
            stats = player["stats"]
            counted = (
                "kills",
                "retaliation_kills",
                "losses",
                "towers_placed",
                "traps_placed",
                "traps_sprung",
                "sprees",
            )
            assert cells[6:13] == [str(stats[key]) for key in counted]
            assert cells[13] == ("yes" if stats["first_blood"] else "\u2013")


@pytest.mark.rule("QST-146")
def test_a_replay_steps_plays_changes_speed_and_seeks(see, hunt):
    board = see(2)
    page, scrubber = board.page, board.page.get_by_role("slider")
    page.get_by_role("button", name="Forward one round").click()
    expect(scrubber).to_have_value("3")
    page.get_by_role("button", name="Back one round").click()
    expect(scrubber).to_have_value("2")
    page.get_by_role("button", name=re.compile("^4\\W$")).click()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(scrubber).not_to_have_value("2", timeout=60000)
    page.get_by_role("button", name="Pause").click()
    last = len(hunt[1][0]) - 1
    scrubber.fill(str(last))
    expect(scrubber).to_have_value(str(last))
    expect(board.element).to_have_accessible_name(re.compile(r"won\.|draw"))
    page.keyboard.press("Home")
    expect(scrubber).to_have_value("0")


@pytest.mark.rule("QST-146")
def test_a_turn_is_told_event_by_event_and_an_event_leads_to_its_moment(see, hunt):
    frames = hunt[1][0]
    at = next(n for n, frame in enumerate(frames) if any(event["type"] == "died" for event in frame["events"]))
    board = see(at)
    page = board.page
    listed = page.get_by_role("region", name="The turn, event by event")
    died = next(event for event in frames[at]["events"] if event["type"] == "died")
    line = listed.get_by_role("button", name=re.compile(rf"^{died['unit']} is destroyed by {died['by']} of"))
    expect(line).to_be_visible()
    moved = [event for event in frames[at]["events"] if event["type"] == "moved"]
    steps = listed.get_by_role("button", name=re.compile(r"^\d+ goes to"))
    expect(steps).to_have_count(0)
    page.get_by_role("combobox", name="Show").select_option("Everything")
    expect(steps).to_have_count(len(moved))
    still = board.pixels()
    line.click()
    drawn(page)
    during = board.pixels()
    assert during._data != still._data
    place, hazard = (died["x"], died["y"]), board.colours["hazard"]
    assert board.has(during, *place, hazard, 70, 1) > board.has(still, *place, hazard, 70, 1)


@pytest.mark.rule("QST-146", "QST-144")
def test_teams_and_their_units_stand_beside_the_replay(see):
    board = see(0)
    page = board.page
    team = page.get_by_role("region", name="Units of gatherer")
    rows = team.locator("tbody tr")
    expect(rows).to_have_count(5)
    expect(rows.nth(0)).to_contain_text("Sword 2, Armour 1")
    expect(rows.nth(1)).to_contain_text(f"{board.view['all'][0]['units'][1]['energy']}/100")
    expect(rows.nth(2)).to_contain_text("frozen")
    expect(rows.nth(3)).to_contain_text("12 Iron")
    expect(page.get_by_role("region", name="Units of crafter")).to_be_visible()


@pytest.mark.rule("QST-146", "QST-048")
def test_a_replay_can_be_seen_as_a_player_saw_it(see):
    board = see(6)
    page = board.page
    expect(board.element).to_have_accessible_name(re.compile(r"The map has 40 by 30 cells and is all known\."))
    page.get_by_label("Seen by").select_option("gatherer")
    expect(board.element).to_have_accessible_name(re.compile(r"\d+ % of the map is known"))


# For everybody, everywhere


def test_the_picture_is_said_in_words_in_both_languages(see):
    board = see(4)
    view = board.view
    best = min(view["players"], key=lambda player: (player["place"], player["seat"]))
    said = board.element.get_attribute("aria-label")
    assert said.startswith(f"Round {view['round']} of 12: {best['name']} has {int(best['points'])} points and 5 units")
    german = see(4, language="de").element.get_attribute("aria-label")
    assert german.startswith(
        f"Runde {view['round']} von 12: {best['name']} hat {int(best['points'])} Punkte und 5 Einh"
    )


@pytest.mark.parametrize(
    ("theme", "width"),
    [  # every theme and every width; all pairs of them in the long run
        ("dark", 1280), ("light", 390), pytest.param("dark", 390, marks=pytest.mark.long),
        pytest.param("light", 1280, marks=pytest.mark.long),
    ],
)  # fmt: skip
def test_nothing_is_wrong_for_those_who_need_help(see, theme, width):
    board = see(4, theme=theme, width=width, height=900)
    assert violations(board.page) == []
    assert board.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_on_a_phone_the_map_is_whole_and_fingers_find_cells(see):
    board = see(0, width=390, height=844, has_touch=True)
    page = board.page
    assert board.c * WIDTH <= 390
    x, y = board.spot(33, 10)
    page.touchscreen.tap(board.left + x, board.top + y)
    expect(page.locator(".card")).to_contain_text("Cell 33, 10")
    shown = page.get_by_role("combobox", name="Resources shown")  # there is no room for a button each
    shown.select_option(label="Gold")
    expect(shown).to_have_value("gold")


def test_who_wants_no_motion_sees_a_turn_without_gliding(see, hunt):
    frames = hunt[1][0]
    at = next(n for n, frame in enumerate(frames) if any(event["type"] == "died" for event in frame["events"]))
    board = see(at, reduced_motion="reduce")
    page = board.page
    page.get_by_role("region", name="The turn, event by event").get_by_role("button").first.click()
    drawn(page)
    first = board.pixels()
    for _ in range(10):
        drawn(page)
    assert board.pixels()._data == first._data


@pytest.mark.rule("QST-146")
def test_film_page_and_frame_of_a_match_can_be_taken_away(see, visitor, hunt, tmp_path):
    key, seen = hunt
    board = see(5, width=1280)
    page = board.page
    alone = open_offline(page, visitor, tmp_path, seen[0][0]["round"])
    expect(alone.get_by_role("application")).to_have_accessible_name(re.compile(r"^Round \d+ of 12: "))
    expect(alone.get_by_role("heading", name="Teams", exact=True)).to_be_visible()
    settle(alone)
    shown = QuestBoard(alone, seen[0][0]["view"])
    assert shown.has(shown.pixels(), 4, 15, shown.colours["players"][0], 60) > 60  # a tower that stands all the time

    wide, pictures = film_of(page, tmp_path, seen[0][3]["round"], seen[0][5]["round"])
    assert wide == 400
    assert pictures > 3

    frame = visitor(f"/embed/match/{key}", width=500, height=420)
    expect(frame.locator("canvas").first).to_be_visible()


# A running match


@pytest.fixture
def running(site):
    """A match that goes on for a while: a bot plays, the other seat is passed over."""
    member = site.member("host")
    settings = {"width": WIDTH, "height": HEIGHT, "units": 5, "rounds": 400, "turn_ms": 1000, "scenario": scenario()}
    key = member.match("gatherer", game="quest", seats=2, settings=settings)
    yield key
    member.close()


@pytest.mark.rule("QST-144", "QST-146", "QST-048")
def test_who_watches_has_points_by_source_the_chosen_cell_and_the_teams(running, visitor):
    page = visitor(f"/match/{running}", width=1500, height=1000)
    board = page.get_by_role("application")
    expect(board).to_be_visible()
    scores = page.get_by_role("region", name="Scoreboard")
    expect(scores.get_by_role("columnheader")).to_have_text(
        ["Players", "Points", "Kills", "Gathered", "Crafted", "Units"], ignore_case=True
    )
    expect(scores.locator("tbody tr")).to_have_count(2)
    page.get_by_text("Statistics").click()
    expect(page.get_by_role("region", name="Statistics").locator("tbody tr")).to_have_count(8)
    # what the teams have comes later, and then also the map
    units = page.get_by_role("region", name="Units of gatherer")
    expect(units.locator("tbody tr")).to_have_count(5, timeout=60000)
    expect(board).to_have_accessible_name(re.compile(r"The map has 40 by 30 cells"))
    about = page.locator("section.block").filter(has=page.get_by_role("heading", name="Chosen cell"))
    expect(about).to_contain_text("Click a cell or a unit")
    units.get_by_role("button", name="201").click()
    expect(about).to_contain_text("gatherer · Unit 201")
    settle(page)
    box = board.locator("canvas").first.bounding_box()
    c = min(box["width"] / WIDTH, box["height"] / HEIGHT)
    x0, y0 = (box["width"] - c * WIDTH) / 2, (box["height"] - c * HEIGHT) / 2
    page.mouse.click(box["x"] + x0 + 26.5 * c, box["y"] + y0 + 9.5 * c)
    expect(about).to_contain_text("Cell 26, 9")
    expect(about).to_contain_text("rock")
    page.keyboard.press("Escape")
    expect(about).to_contain_text("Click a cell or a unit")
