"""The page of a Spacegoo match: its head, its graph, its controls and the table of the shown round."""

import re

import pytest
from playwright.sync_api import expect
from tests.games.spacegoo.web import line_bots
from tests.games.spacegoo.web.maps import SHOW
from tests.web.board import Picture, off, rgb
from tests.web.number_text import MINUS, NONE, TIMES, signed
from tests.web.site import fresh

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def played(site):
    """A finished match between bots, and its frames."""
    member = site.member("host")
    key = member.match("greedy", "random", clock="bot", settings={"max_rounds": 60})
    site.finished(key)
    member.close()
    return key, site.frames(key)


def scrubber(page):
    return page.get_by_role("slider", name="Round shown")


def shows_round(page, number):
    expect(scrubber(page)).to_have_attribute("aria-valuetext", re.compile(rf"Round {number}:"))


def ships_of(view, owner):
    """All of an owner, on planets and in fleets, by kind."""
    kept = [p["ships"] for p in view["planets"] + view["fleets"] if p["owner_id"] == owner]
    return [sum(kind) for kind in zip(*kept, strict=True)] if kept else [0, 0, 0]


@pytest.mark.rule("GOO-111")
def test_the_page_of_a_game_tells_its_number_players_ranks_and_rating_changes(visitor, site):
    winner, loser = fresh("winner"), fresh("loser")
    number = line_bots.play(site, winner, loser)
    known = site.get(f"/spacegoo/api/game/{number}/info.json")
    page = visitor(f"/spacegoo/game/{number}")
    page.wait_for_url(re.compile("/replay/"))
    expect(page.get_by_text(f"Replay · #{number}", exact=True)).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text(f"{known['player1']} vs {known['player2']}")
    players = page.get_by_role("list", name="Players")
    for name, rank, change in (
        (known["player1"], known["rank1"], known["elodiff"]),
        (known["player2"], known["rank2"], -known["elodiff"]),
    ):
        row = players.get_by_role("listitem").filter(has=page.get_by_role("link", name=name))
        expect(row).to_contain_text(f"Rank {rank}")
        if not row.filter(has_text=re.compile(r"\.\d{3}")).count():
            page.get_by_role("button", name="Show result").click()
        expect(row).to_contain_text(signed(change, 3))
    with page.expect_download() as download:
        page.get_by_role("link", name="Log (.json)").click()
    states = site.get(f"/spacegoo/api/game/{number}/rounds/0")
    assert download.value.path().read_text() == site.text(f"/spacegoo/api/log/{known['game_log_name']}")
    assert len(states) >= 1
    expect(page.get_by_role("application", name=re.compile("Round"))).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("^Ships"))).to_be_visible()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    expect(page.get_by_role("table")).to_contain_text(winner)


@pytest.mark.rule("GOO-111")
def test_ratings_of_a_match_wait_until_nothing_is_spoilt(visitor, film):
    match, _ = film
    page = visitor(f"/replay/{match['key']}?round=0")
    changes = page.get_by_role("list", name="Players").get_by_text(re.compile(rf"^[+{MINUS}]\d+\.\d$"))
    expect(page.get_by_role("button", name="Show result")).to_be_visible()
    expect(changes).to_have_count(0)
    page.keyboard.press("End")
    expect(changes).to_have_text([signed(seat["change"], 1) for seat in match["seats"]])
    expect(page.get_by_role("button", name="Show result")).to_have_count(0)


@pytest.mark.rule("GOO-113")
def test_the_graph_counts_all_ships_of_neutral_and_both_players(visitor, played):
    key, frames = played
    page = visitor(f"/replay/{key}?round=0")
    ships = page.get_by_role("heading", name="Ships", exact=True).locator("..")
    for frame in (frames[0], frames[len(frames) // 2], frames[-1]):
        go_to(page, frames, frame)
        for owner, name in enumerate(("Neutral", "greedy", "random")):
            number = f"{sum(ships_of(frame['view'], owner)):,}"
            expect(ships.get_by_text(re.compile(rf"^\s*{name}\s*{number}\s*$"))).to_be_visible()
    # and each is a line of its own colour
    picture = picture_of(page)
    for colour in ("#5d6675", "#74b2e6", "#e0350f"):
        assert count(picture, rgb(colour)) > 60, colour


def go_to(page, frames, frame):
    scrubber(page).fill(str(frames.index(frame)))
    shows_round(page, frame["round"])


def picture_of(page, chart="Ships"):
    canvas = page.get_by_role("img", name=re.compile(f"^{chart}")).locator("canvas")
    return Picture.of(canvas)


def count(picture, wanted, slack=24):
    spots = ((x, y) for x in range(picture.width) for y in range(picture.height))
    return sum(off(picture.at(x, y), wanted) < slack for x, y in spots)


@pytest.mark.rule("GOO-113")
def test_moving_over_the_graph_jumps_to_a_round_and_a_cursor_shows_it(visitor, played):
    key, frames = played
    page = visitor(f"/replay/{key}?round=0")
    chart = page.get_by_role("img", name=re.compile("^Ships"))
    box = chart.bounding_box()
    rounds = []
    for share in (0.35, 0.8):
        page.mouse.move(box["x"] + box["width"] * share, box["y"] + box["height"] / 2)
        expect(scrubber(page)).not_to_have_value(str(rounds[-1] if rounds else 0))
        rounds.append(int(scrubber(page).input_value()))
        # the cursor: a line of ink from top to bottom near the pointer
        painted(page)
        columns = ink_columns(picture_of(page))
        assert any(abs(x - box["width"] * share) < 8 for x in columns), columns
    # the numbers along the axis take some room at the left, the rest is shared out evenly
    assert rounds == sorted(rounds)
    assert (rounds[1] - rounds[0]) / len(frames) == pytest.approx(0.45 * box["width"] / (box["width"] - 62), abs=0.05)


def painted(page):
    """Two frames later everything is drawn."""
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def ink_columns(picture):
    """Columns of a chart that are ink over most of their height."""
    ink, tall = rgb("#f3f0e9"), range(int(picture.height * 0.15), int(picture.height * 0.7))
    return [x for x in range(picture.width) if sum(off(picture.at(x, y), ink) < 60 for y in tall) > len(tall) * 0.6]


@pytest.mark.rule("GOO-114")
def test_back_play_pause_and_forward_and_play_at_the_end_starts_again(visitor, played):
    key, frames = played
    last = frames[-1]["round"]
    page = visitor("", alone=True)
    page.clock.install()
    page.goto(f"/replay/{key}?round=10")
    shows_round(page, 10)
    page.clock.pause_at(page.evaluate("Date.now()") + 1000)  # from now on time passes when it is told to
    page.get_by_role("button", name="Forward one round").click()
    shows_round(page, 11)
    page.get_by_role("button", name="Back one round").click()
    page.get_by_role("button", name="Back one round").click()
    shows_round(page, 9)

    page.get_by_role("button", name=f"4{TIMES}").click()
    page.get_by_role("button", name="Play", exact=True).click()
    page.clock.run_for(500)
    expect(scrubber(page)).to_have_attribute("aria-valuetext", re.compile(r"Round 1[2-9]:"))
    page.get_by_role("button", name="Pause").click()
    stopped = scrubber(page).input_value()
    page.clock.run_for(2000)  # nothing moves any more
    assert scrubber(page).input_value() == stopped

    page.keyboard.press("End")
    shows_round(page, last)
    page.get_by_role("button", name="Play", exact=True).click()
    page.clock.run_for(300)
    expect(scrubber(page)).to_have_attribute("aria-valuetext", re.compile(r"Round [1-8]:"))

    page.get_by_role("button", name="Pause").click()
    page.keyboard.press("Home")
    page.get_by_role("button", name=f"16{TIMES}").click()
    page.get_by_role("button", name="Play", exact=True).click()
    page.clock.run_for(500)  # 64 rounds a second
    page.get_by_role("button", name="Pause").click()
    assert 26 <= frames[int(scrubber(page).input_value())]["round"] <= 33


@pytest.mark.rule("GOO-114")
def test_playing_ends_at_the_end(visitor, played):
    key, frames = played
    page = visitor(f"/replay/{key}?round={frames[-1]['round'] - 3}")
    page.get_by_role("button", name="Play", exact=True).click()
    shows_round(page, frames[-1]["round"])
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


@pytest.mark.rule("GOO-115")
def test_the_table_has_the_figures_of_the_shown_round(visitor, played):
    key, frames = played
    page = visitor(f"/replay/{key}?round=0")
    for frame in (frames[0], frames[7], frames[25], frames[-1]):
        view = frame["view"]
        go_to(page, frames, frame)
        title = "Final standings" if view["game_over"] else f"Round {view['round']} of 60"
        table = page.get_by_role("region", name=title)
        expect(table).to_be_visible()
        expect(page.get_by_text(f"{total(view):,} ships in all", exact=True)).to_be_visible()
        for owner, name in enumerate(("Neutral", "greedy", "random")):
            row = table.get_by_role("row").filter(has=page.get_by_role("cell", name=name, exact=True))
            expect(row.get_by_role("cell")).to_have_text([name, *cells(view, owner)])


@pytest.mark.rule("GOO-115")
def test_only_planets_that_still_produce_count_as_production(visitor, site, member):
    key = member().match("random", "random", clock="bot", settings={"map": SHOW, "max_rounds": 43})
    site.finished(key)
    page = visitor(f"/replay/{key}?round=40")
    rows = page.get_by_role("region", name="Round 40 of 43").get_by_role("row")
    # planet 3 would make one ship of kind b, but has no rounds left
    expect(rows.nth(1).get_by_role("cell").nth(3)).to_have_text("3 0 0")
    expect(rows.nth(2).get_by_role("cell").nth(3)).to_have_text("13 13 2")


def total(view):
    return sum(sum(ships_of(view, owner)) for owner in range(3))


def cells(view, owner):
    planets = [planet for planet in view["planets"] if planet["owner_id"] == owner]
    making = [planet["production"] for planet in planets if planet["production_rounds_left"]]
    production = [sum(kind) for kind in zip(*making, strict=True)] if making else [0, 0, 0]
    fleets = sum(fleet["owner_id"] == owner for fleet in view["fleets"])
    words = [" ".join(map(str, ships_of(view, owner))), " ".join(map(str, production)), str(fleets)]
    return [str(len(planets)), words[0], *(words[1:] if owner else (NONE, NONE))]
