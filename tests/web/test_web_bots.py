"""The bot kit: a bot is made, its token is shown once, and the program on the page plays as it stands there."""

import contextlib
import json
import os
import re
import shlex
import subprocess

import pytest
from playwright.sync_api import expect
from tests.web.site import PATIENCE_S, fresh

from roundhouse.games import GAMES
from roundhouse.sdk import kits

pytestmark = pytest.mark.slow


@contextlib.contextmanager
def running(shown, folder, *arguments, name="bot.py"):
    """The program and the line that starts it, as the page shows them, as a process; what it says can be read."""
    program, line = shown
    (folder / name).write_text(program)
    words = shlex.split(line)
    told = dict(word.split("=", 1) for word in words if word.startswith("ROUNDHOUSE_"))
    by, *rest = words[len(told) :]
    command, both = [kits.program(by), *rest, *arguments], {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    with subprocess.Popen(command, cwd=folder, env=os.environ | told, text=True, **both) as process:
        try:
            yield process
        except BaseException as error:
            process.kill()
            error.add_note(f"the program said: {process.stdout.read()!r}")
            raise
        finally:
            process.kill()


def make_bot(page, name):
    form = page.get_by_role("main")
    form.get_by_label("Name", exact=True).fill(name)
    form.get_by_label("Language it is written in").fill("Python")
    form.get_by_role("button", name="Make a bot").click()
    shown = page.get_by_role("status", name="Token")
    expect(shown).to_contain_text(f"Token of {name}")
    return shown.get_by_role("code").inner_text()


def shown_by(page, file="bot.py"):
    """The program, and the line that lets it play here."""
    expect(page.get_by_role("region", name=file)).to_contain_text("ROUNDHOUSE_SERVER")  # it is there
    return tuple(page.get_by_role("region", name=name).inner_text() for name in (file, "Let it play here"))


def test_the_program_on_the_page_plays_a_rated_match_to_the_end(visitor, site, member, tmp_path):
    page, name = visitor("/bots", member=member("author")), fresh("robot")
    token = make_bot(page, name)
    assert re.fullmatch(r"rh_\S{20,}", token)
    shown = shown_by(page)
    assert f"ROUNDHOUSE_TOKEN={token} python bot.py" in shown[1]
    expect(page.get_by_role("region", name="With Roundhouse installed")).to_contain_text(f"--token {token}")
    rival = member("rival").post("/api/me/bots", {"name": fresh("rival")})["token"]
    (tmp_path / "rival").mkdir()
    with (
        running(shown, tmp_path) as bot,
        running((shown[0], shown[1].replace(token, rival)), tmp_path / "rival"),
    ):
        over = json.loads(bot.stdout.readline())
        expect(page.get_by_text("connected", exact=True)).to_be_visible()
    assert over["type"] == "over", over
    page.goto(f"/player/{name}")
    expect(page.get_by_role("heading", level=1)).to_have_text(name)
    expect(page.get_by_text("Rank", exact=False).first).to_be_visible()
    match = site.get(f"/api/matches?player={name}&live=false")["matches"][-1]
    assert match["rated"]
    assert {seat["left"] for seat in match["seats"]} == {""}
    page.goto("/ladder/spacegoo/standard/bots")
    row = page.get_by_role("row").filter(has=page.get_by_role("link", name=re.compile(name)))
    expect(row).to_contain_text("Python")


def test_a_token_is_shown_once_and_can_be_revoked(visitor, member, tmp_path):
    page, name = visitor("/bots", member=member("author")), fresh("robot")
    token = make_bot(page, name)
    shown = shown_by(page)
    page.get_by_role("button", name="I have copied it").click()
    expect(page.get_by_text(token)).to_have_count(0)
    page.reload()
    expect(page.get_by_role("link", name=re.compile(name))).to_be_visible()
    assert token not in page.content()
    page.get_by_role("button", name=re.compile("^Revoke the token")).click()
    page.get_by_role("dialog").get_by_role("button", name="Revoke").click()
    expect(page.get_by_text("The token is revoked.")).to_be_visible()
    expect(page.get_by_text("No tokens.")).to_be_visible()
    with running(shown, tmp_path) as bot:
        refused = json.loads(bot.stdout.readline())
    assert (refused["type"], refused["code"]) == ("error", "unauthorised")


def test_a_bot_is_tried_out_at_a_table_of_its_own(visitor, site, member, tmp_path):
    page, name = visitor("/bots", member=member("author")), fresh("robot")
    make_bot(page, name)
    shown = shown_by(page)
    page.get_by_role("button", name="Play against random").click()
    page.wait_for_url(re.compile("/table/"))
    key = page.url.rpartition("/")[2]
    with running(shown, tmp_path, key) as bot:
        page.wait_for_url(re.compile("/match/"), timeout=PATIENCE_S * 1000)
        assert json.loads(bot.stdout.readline())["type"] == "over"
    match = site.finished(page.url.rpartition("/")[2])
    assert [seat["player"]["name"] for seat in match["seats"]] == [name, "random"]
    assert not match["rated"]


@pytest.mark.parametrize(("language", "file"), [("Python", "bot.py"), ("JavaScript", "bot.mjs")])
def test_the_programs_for_rally_play_too(visitor, site, member, tmp_path, language, file):
    page, name = visitor("/bots", member=member("author")), fresh("robot")
    make_bot(page, name)
    page.get_by_role("radio", name="Robo Rally").check()
    page.get_by_role("tab", name=language, exact=True).click()
    shown = shown_by(page, file)
    page.get_by_role("button", name="Play against easy").click()
    page.wait_for_url(re.compile("/table/"))
    key = page.url.rpartition("/")[2]
    with running(shown, tmp_path, key, name=file) as bot:
        page.wait_for_url(re.compile("/match/"), timeout=PATIENCE_S * 1000)
        over = json.loads(bot.stdout.readline())
    assert over["type"] == "over", over
    match = site.finished(page.url.rpartition("/")[2])
    assert [(seat["player"]["name"], seat["left"]) for seat in match["seats"]] == [(name, ""), ("easy", "")]


def test_the_page_shows_the_kits_themselves_without_an_account(visitor):
    page = visitor("/bots")
    expect(page.get_by_text("Sign in to make bots; guests cannot own any.")).to_be_visible()
    expect(page.get_by_role("tab")).to_have_text([language.name for language in kits.LANGUAGES.values()])
    for game in GAMES:
        page.get_by_role("radio").and_(page.locator(f"[value={game}]")).check()
        page.get_by_role("tab").first.focus()
        page.keyboard.press("Home")
        for language in kits.LANGUAGES.values():
            expect(page.get_by_role("tab", name=language.name, exact=True)).to_have_attribute("aria-selected", "true")
            program = kits.kit(game, language.key)
            expect(page.get_by_role("region", name=language.file)).to_have_text(program, use_inner_text=True)
            started = page.get_by_role("region", name="Let it play here").inner_text().splitlines()
            assert started[:-1] == ([shlex.join(language.build)] if language.build else [])
            assert started[-1].endswith(f" ROUNDHOUSE_TOKEN=rh_… {shlex.join(language.run)}")
            made = page.get_by_role("region", name="With Roundhouse installed")
            expect(made).to_contain_text(f"roundhouse bot new {language.key} {game} mybot")
            page.keyboard.press("ArrowRight")
