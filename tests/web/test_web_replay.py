"""Replays: a link to a round, keys, chances and key moments, playing on, and everything that can be taken away."""

import contextlib
import http.server
import re
import subprocess
import sys
import threading

import pytest
from playwright.sync_api import expect
from tests.games.spacegoo.web.board import Board
from tests.web.board import off, rgb
from tests.web.downloads import gif
from tests.web.number_text import MINUS
from tests.web.site import PATIENCE_S

pytestmark = pytest.mark.slow


def scrubber(page):
    return page.get_by_role("slider", name="Round shown")


def shows_round(page, number):
    expect(scrubber(page)).to_have_attribute("aria-valuetext", re.compile(rf"Round {number}:"))


MOMENT = re.compile(rf"^Round \d+: .* [+{MINUS}]\d+ %$")
ANALYSIS_S = 4 * PATIENCE_S  # it has the lowest priority, beside browsers that have none to spare


def is_ready(analysis):
    return analysis["state"] == "ready"


@pytest.fixture(scope="module")
def turning(site):
    """A match in which the chances turned more than once, and what was found out about it. That is nearly every second
    one, and all of thirty do without it less often than once in ten million runs."""
    host = site.member("host")
    for _ in range(30):
        match = site.finished(host.match("greedy", "random", clock="bot"))
        analysis = site.eventually(f"/api/matches/{match['key']}/analysis", is_ready, ANALYSIS_S)
        if len(turns(analysis)) > 1:
            return match, analysis
    raise AssertionError("no match has key moments")


def turns(analysis):
    """The rounds of key moments that can be jumped to from the beginning."""
    return sorted({moment["round"] for moment in analysis["moments"] if moment["round"] > 0})


def test_a_link_leads_to_a_round_and_the_address_follows(visitor, site, film):
    match, _ = film
    page = visitor(f"/replay/{match['key']}?round=12", permissions=["clipboard-read", "clipboard-write"])
    shows_round(page, 12)
    page.get_by_role("button", name="Forward one round").click()
    page.wait_for_url(re.compile(r"round=13$"))
    page.get_by_role("button", name="Link to this round").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == f"{site.address}/replay/{match['key']}?round=13"
    page.goto(copied)
    shows_round(page, 13)


def test_the_keys_of_the_scrubber(visitor, site, turning):
    match, analysis = turning
    last = site.frames(match["key"])[-1]["round"]
    moments = turns(analysis)
    page = visitor(f"/replay/{match['key']}?round=0")
    page.get_by_role("button", name="Show result").click()
    expect(page.get_by_role("heading", name="Key moments")).to_be_visible()
    scrubber(page).focus()
    for key, number in (
        ("ArrowRight", 1),
        ("Shift+ArrowRight", 11),
        ("ArrowLeft", 10),
        ("Shift+ArrowLeft", 0),
        ("End", last),
        ("Home", 0),
        ("]", moments[0]),
        ("]", moments[1]),
        ("[", moments[0]),
    ):
        page.keyboard.press(key)
        shows_round(page, number)
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_chances_and_key_moments_are_shown_and_lead_there(visitor, turning):
    match, analysis = turning
    page = visitor(f"/replay/{match['key']}?round=0")
    chart = page.get_by_role("img", name=re.compile("^Chance to win"))
    expect(chart).to_be_visible()
    expect(page.get_by_text(f"from {analysis['rollouts']} playouts per point")).to_be_visible()
    now = [moment for moment in analysis["moments"] if moment["round"] == 0]
    expect(page.get_by_role("button", name=MOMENT)).to_have_count(len(now))  # the others are still to come
    page.get_by_role("button", name="Show result").click()
    for moment in analysis["moments"]:
        name = match["seats"][moment["seat"] - 1]["player"]["name"]
        button = page.get_by_role("button", name=re.compile(rf"^Round {moment['round']}: {name} [+{MINUS}]\d+ %$"))
        button.first.click()
        shows_round(page, moment["round"])
    assert all(0 <= chance <= 1 for row in analysis["chances"] for chance in row)
    assert analysis["chances"][-1] == [1.0 if seat["place"] == 1 else 0.0 for seat in match["seats"]]


def test_playing_on_begins_a_new_match_at_that_round(visitor, site, film, member):
    match, frames = film
    mine = member("time-traveller")
    page = visitor(f"/replay/{match['key']}?round=20", member=mine)
    shows_round(page, 20)
    page.get_by_role("button", name="Play on from here").click()
    panel = page.get_by_role("dialog", name="Play on from here")
    panel.get_by_role("radio", name="random").check()
    panel.get_by_role("combobox").select_option("greedy")
    expect(panel.get_by_role("radio", name="Unhurried")).to_be_checked()
    panel.get_by_role("button", name="Play on", exact=True).click()
    page.wait_for_url(re.compile("/match/"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Your turn")
    expect(page.get_by_role("application")).to_have_accessible_name(re.compile(r"^Round 20 of 500: "))
    key = page.url.rpartition("/")[2]
    forked = site.get(f"/api/matches/{key}")
    assert (forked["fork_of"], forked["rated"], forked["clock"]) == (match["key"], False, "day")
    assert [seat["player"]["name"] for seat in forked["seats"]] == ["greedy", mine.name]
    view, before = site.frames(key)[-1]["view"], frames[20]["view"]
    assert (view["planets"], view["fleets"]) == (before["planets"], before["fleets"])
    page.get_by_role("button", name="Pass", exact=True).click()
    expect(page.get_by_role("application")).to_have_accessible_name(re.compile(r"^Round 21 of 500: "))


def test_the_record_that_is_downloaded_proves_right(visitor, film, tmp_path):
    match, frames = film
    page = visitor(f"/replay/{match['key']}")
    with page.expect_download() as download:
        page.get_by_role("link", name="Record (.rhr)").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert file.suffix == ".rhr"
    done = subprocess.run(
        [sys.executable, "-m", "roundhouse.cli.main", "verify", str(file)],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{frames[-1]['round']} rounds" in done.stdout


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_downloaded_page_works_without_a_network(visitor, site, film, tmp_path, theme):
    match, frames = film
    site.eventually(f"/api/matches/{match['key']}/analysis", is_ready, ANALYSIS_S)
    page = visitor(f"/replay/{match['key']}")
    with page.expect_download() as download:
        page.get_by_role("link", name="Page for offline (.html)").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)

    alone = visitor("", alone=True)
    asked = []
    alone.on("request", lambda request: asked.append(request.url))
    alone.context.set_offline(True)
    alone.goto(f"file://{file}?theme={theme}&round=15")
    expect(alone.get_by_role("heading", level=1)).to_have_text("greedy vs random")
    shows_round(alone, 15)
    expect(alone.get_by_role("button", name="Proof of the record")).to_have_text("proven")
    board = Board(alone, frames[15]["view"])
    picture = board.pixels()
    planet = next(p for p in board.view["planets"] if p["owner_id"] == 1)
    (x, y), r = board.at[planet["id"]], board.r[planet["id"]]
    sky = rgb({"dark": "#74b2e6", "light": "#0488d3"}[theme])
    around = ((-0.55, 0.6), (0.55, 0.6), (0, 0.8), (-0.8, 0), (0.8, 0), (0, -0.8))  # a fleet may pass over some of them
    assert min(off(picture.at(x + r * dx, y + r * dy), sky) for dx, dy in around) < 60
    alone.keyboard.press("End")
    expect(alone.get_by_role("heading", name="Final standings")).to_be_visible()
    expect(alone.get_by_role("img", name=re.compile("^Chance to win"))).to_be_visible()
    alone.get_by_role("button", name="Deutsch").click()
    expect(alone.get_by_role("heading", name="Endstand")).to_be_visible()
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []


def test_the_animation_is_a_gif_of_several_pictures(visitor, film, tmp_path):
    match, _ = film
    page = visitor(f"/replay/{match['key']}?round=0")
    page.get_by_role("button", name="Animation (.gif)").click()
    panel = page.get_by_role("dialog", name="Save as a GIF")
    panel.get_by_label("From round").fill("10")
    panel.get_by_label("To round").fill("15")
    panel.get_by_label("Width in pixels").select_option("400")
    with page.expect_download() as download:
        panel.get_by_role("button", name="Make the GIF").click()
    expect(panel.get_by_text("Done. The download has started.")).to_be_visible()
    width, height, pictures = gif(download.value.path().read_bytes())
    assert width == 400
    assert height > 100
    assert pictures == 6


@contextlib.contextmanager
def elsewhere(html):
    """The address of somebody else's page."""

    class Page(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(html.encode())

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://localhost:{server.server_port}/"
        server.shutdown()
        thread.join()


def test_a_page_of_another_address_embeds_a_match_and_directs_it(visitor, site, film):
    match, frames = film
    replay = visitor(f"/replay/{match['key']}?round=7")
    shows_round(replay, 7)
    replay.get_by_role("button", name="Embed").click()
    frame = replay.get_by_role("textbox", name="Embed").input_value()
    assert f"{site.address}/embed/match/{match['key']}?turn=7" in frame

    page = visitor("")
    html = f"""<!doctype html><title>elsewhere</title>{frame}
        <script>const heard = []; onmessage = e => heard.push({{...e.data, origin: e.origin}});</script>"""
    with elsewhere(html) as address:
        page.goto(address)
        inside = page.frame_locator("iframe")
        expect(inside.get_by_role("application", name=re.compile("^Round 7 of"))).to_be_visible()

    def heard(kind, **more):
        page.wait_for_function(
            "wanted => heard.some(said => Object.entries(wanted).every(([key, value]) => said[key] === value))",
            arg={"type": kind, **more},
        )

    def say(**message):
        page.evaluate("m => document.querySelector('iframe').contentWindow.postMessage(m, '*')", message)

    heard("ready", source="roundhouse", match=match["key"], rounds=frames[-1]["round"], round=7, origin=site.address)
    say(type="seek", round=20)
    expect(inside.get_by_role("application", name=re.compile("^Round 20 of"))).to_be_visible()
    heard("turn", round=20, step=frames[20]["step"])
    say(type="play")
    expect(inside.get_by_role("button", name="Pause")).to_be_visible()
    heard("turn", round=22)
    say(type="pause")
    expect(inside.get_by_role("button", name="Play", exact=True)).to_be_visible()
    say(type="seek", round=frames[-1]["round"])
    winner = next(seat["seat"] for seat in match["seats"] if seat["place"] == 1)
    heard("over", winner=winner)
    page.evaluate("document.querySelector('iframe').width = 500")
    heard("resize", width=500)


def test_only_the_viewer_may_be_put_into_other_pages(visitor, site):
    page = visitor("")
    with elsewhere(f'<!doctype html><iframe src="{site.address}/settings"></iframe>') as address:
        with page.expect_console_message(lambda message: "frame-ancestors 'none'" in message.text):
            page.goto(address)
        expect(page.frame_locator("iframe").get_by_role("heading")).to_have_count(0)
    visitor.troubles.clear()
