"""What bots said and drew, in the replay: a panel beside the board, and drawings on it that can be hidden."""

import json
import re
import socket

import pytest
from playwright.sync_api import expect
from tests.web.site import PATIENCE_S

from roundhouse.match.export import html
from roundhouse.match.record import read
from roundhouse.sdk import Bot, play

pytestmark = pytest.mark.slow

SHORT = {"spacegoo": {"max_rounds": 10}, "rally": {"max_rounds": 10}, "dungeon": {"max_rounds": 10},
         "quest": {"rounds": 4}, "boidvoid": {"turn_limit": 5}}  # fmt: skip
MAGENTA = "#ff00ff"  # which no board has

# Of every game a thing that has an id and a place that has none, as its view names them
THINGS = {
    "spacegoo": lambda view: (view.planets[1].id, (view.planets[0].x, view.planets[0].y)),
    "rally": lambda view: (view.you.seat, (1, 2)),
    "dungeon": lambda view: (view.planets[0].id, (2, 2)),
    "quest": lambda view: (view.units[0].id, (view.width // 2, view.height // 2)),
    "boidvoid": lambda view: (view.units[0].id, (view.tiles[0].x, view.tiles[0].y)),
}
ANSWERS = {
    "spacegoo": lambda view: {"type": "nop"},
    "rally": lambda view: {"type": "program", "slots": view.you.hand[:5]},
    "dungeon": lambda view: [{"type": "buying", "article": "ROBOT", "quantity": 1}, {"type": "done"}],
    "quest": lambda view: {"type": "end_turn"},
    "boidvoid": lambda view: {"type": "done"},
}


class Artist(Bot):
    name = "artist"

    def start(self, start):
        self.game = start.setup.game
        self.turns = 0

    def act(self, turn):
        self.turns += 1
        self.say(f"turn {self.turns}: <b>not bold</b>")
        if self.game != "dungeon" or turn.view.planets:
            thing, place = THINGS[self.game](turn.view)
            self.draw("cell", thing, text="here", colour=MAGENTA)
            self.draw("line", thing, place, text="there", colour=MAGENTA)
            self.draw("text", place, text="words", colour=MAGENTA)
        self.draw("cell", 123456789, text="nowhere", colour=MAGENTA)
        return ANSWERS[self.game](turn.view)


# Whether so many pixels of the board have the colour that only a note can have drawn
MAGENTA_IS = """([least, most]) => {
    const canvas = document.querySelector('.stage .board .field > canvas');
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let n = 0; n < data.length; n += 4)
        if (data[n] > 220 && data[n + 1] < 40 && data[n + 2] > 220) count += 1;
    return count >= least && count <= most;
}"""
ANY = 10**9


def magenta(page, least, most=ANY):
    """Waits until the board has so many pixels of notes."""
    page.wait_for_function(MAGENTA_IS, arg=[least, most], polling=100, timeout=PATIENCE_S * 1000)


@pytest.fixture(scope="module")
def page(browser):
    """One for all files of matches."""
    context = browser.new_context(viewport={"width": 1400, "height": 900}, locale="en")
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("game", SHORT)
def test_a_file_shows_what_a_bot_said_and_drew(game, page, tmp_path):
    play(game, [Artist, "random"], seed=3, settings=SHORT[game], out=tmp_path / "a.rhr")
    (tmp_path / "a.html").write_text(html(read(tmp_path / "a.rhr")), encoding="utf-8")
    page.goto(f"file://{tmp_path / 'a.html'}?round=3")
    panel = page.get_by_role("region", name="What the bots say")
    expect(panel.locator("pre")).to_contain_text(re.compile(r"^turn \d: <b>not bold</b>"))
    before = panel.locator("pre").inner_text()
    magenta(page, 151)
    artist = panel.get_by_role("button", name="artist")
    expect(artist).to_have_attribute("aria-pressed", "true")
    artist.click()
    magenta(page, 0, 0)
    artist.click()
    magenta(page, 151)
    page.get_by_role("button", name="Back one round").click()
    expect(panel.get_by_text(before)).to_have_count(0)


def test_a_record_without_remarks_has_no_panel(page, tmp_path):
    play("spacegoo", ["random", "random"], seed=3, settings=SHORT["spacegoo"], out=tmp_path / "a.rhr")
    (tmp_path / "a.html").write_text(html(read(tmp_path / "a.rhr")), encoding="utf-8")
    page.goto(f"file://{tmp_path / 'a.html'}")
    expect(page.get_by_role("slider", name="Round shown")).to_be_visible()
    expect(page.get_by_role("region", name="What the bots say")).to_have_count(0)


def test_the_replay_of_a_server_shows_them_when_the_match_is_over(site, member, visitor):
    host = member("host")
    bot = host.post("/api/me/bots", {"name": f"talker-{host.name[-6:]}"})
    options = {"game": "spacegoo", "clock": "bot", "settings": {"max_rounds": 6, "deadline_s": 60}, "listed": True}
    key = host.post("/api/tables", {"options": options, "seat": 0, "bots": {"2": "random"}})["key"]
    with socket.create_connection(("127.0.0.1", site.ports["json"]), 60) as wire, wire.makefile("rwb") as lines:

        def say(**message):
            lines.write(json.dumps(message).encode() + b"\n")
            lines.flush()

        say(type="hello", version=1, token=bot["token"], table=key)
        match, said = "", 0
        for line in lines:
            message = json.loads(line)
            if message["type"] == "start":
                match = message["match"]
                running = visitor(f"/replay/{match}?round=0")
            if message["type"] == "turn":
                said += 1
                note = {"kind": "cell", "at": message["view"]["planets"][0]["id"], "colour": MAGENTA}
                say(type="act", step=message["step"], actions=[{"type": "nop"}], log=f"thought {said}", notes=[note])
                if said == 2:  # while it runs nobody else is told
                    expect(running.get_by_role("slider", name="Round shown")).to_be_visible()
                    expect(running.get_by_text("thought 1")).to_have_count(0)
            if message["type"] == "over":
                break
    page = visitor(f"/replay/{match}?round=2")
    panel = page.get_by_role("region", name="What the bots say")
    expect(panel.locator("pre").first).to_have_text("thought 3")
    expect(panel.get_by_title("What this turn cost").first).to_contain_text("ms")
    magenta(page, 21)
