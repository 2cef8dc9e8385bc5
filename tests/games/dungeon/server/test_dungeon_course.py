"""The program of an organiser in the docs runs a course: it creates, prepares, starts, changes and ends a match."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from tests.server.protocol_clients import BotAccount, JsonLinesClient
from tests.test_docs import ROOT, blocks

from roundhouse.store import players

PAGE = ROOT / "docs" / "running-a-server.md"
PROGRAMS = {block["file"]: block["text"] for block in blocks(PAGE) if block["file"]}
PATIENCE_S = 60

pytestmark = pytest.mark.slow


def play(site, bot, table):
    """A bot that has nothing to say but that it is done; returns how the match ended."""
    line = JsonLinesClient(site).hello(token=bot.token, table=table)
    while (message := line.message())["type"] != "over":
        if message["type"] == "turn":
            line.say(type="act", actions=[{"type": "done"}])
    line.close()
    return message["result"]["reason"]


@pytest.mark.rule("DUN-191", "DUN-192", "DUN-194", "DUN-157")
def test_the_course_of_the_page(site, tmp_path):
    (tmp_path / "course.py").write_text(PROGRAMS["course.py"])
    boss, bots = BotAccount(site, "boss-course", "person"), [BotAccount(site, f"student-{n}") for n in range(3)]
    site.database.submit(lambda c: players.change(c, boss.player.id, role="organiser")).result()
    command = [sys.executable, "course.py", site.address, boss.token, str(len(bots))]
    with (
        subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as course,
        ThreadPoolExecutor() as pool,
    ):
        table = course.stdout.readline().split()[1]
        playing = [pool.submit(play, site, bot, table) for bot in bots]
        said, complaints = course.communicate(timeout=PATIENCE_S)
        assert [one.result(PATIENCE_S) for one in playing] == ["admin"] * 3
    assert complaints == ""
    planets, *rest = said.splitlines()
    assert planets.endswith("planets")
    assert rest == ["robots 3", "round_ms accepted", "early_close accepted", "end accepted", "rounds 1"]
