"""Seats of agents on the pages: their level while a match runs, their account when it is over, in both languages."""

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import expect
from tests.mcp.agentplay import here, over_http
from tests.web.site import fresh, violations

from roundhouse.match.export import html
from roundhouse.match.record import read

pytestmark = pytest.mark.slow


def aside(story):
    """A story with a loop of its own: this thread has the browser's."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, story).result()


@pytest.fixture
def agent(member):
    """A new agent's name and token."""
    name = fresh("claude")
    return name, member("owner").post("/api/me/bots", {"name": name, "kind": "agent"})["token"]


async def begin(site, token):
    """A match with one answer that cannot be read and one that is fine, which then waits; returns its seat."""
    async with over_http(site.address, token) as agent:
        told = await agent.sit_down(game="spacegoo", settings={"max_rounds": 9}, assist="schema")
        await agent.ask("act", orders="I would rather not")
        await agent.ask("act", orders="nop", usage={"input_tokens": 12_000, "output_tokens": 345})
        return told["match"], told["seat"]


async def forfeit(site, token, seat):
    """A negative number of ships costs the match."""
    async with over_http(site.address, token) as agent:
        agent.seat = seat
        while (await agent.ask("wait"))["state"] != "your_turn":
            pass
        await agent.ask("act", orders="send 1 0 -5 0 0")
        while (await agent.ask("wait"))["state"] != "over":
            pass


def test_the_pages_of_a_match_tell_level_and_account_of_an_agent(visitor, site, agent, tmp_path):
    name, token = agent
    key, seat = aside(begin(site, token))
    live = visitor(f"/match/{key}")
    expect(live.get_by_text("AI agent, assist: schema", exact=True)).to_be_visible()
    aside(forfeit(site, token, seat))

    words = "AI agent, assist: schema; 3 answers: 1 unreadable, 1 illegal, 0 late"
    page = visitor(f"/replay/{key}")
    line = page.get_by_role("list", name="AI agents").get_by_role("listitem")
    expect(line).to_contain_text(name)
    expect(line).to_contain_text(words)
    expect(line).to_contain_text(re.compile(r"tool calls · 12,000 tokens in, 345 out"))
    expect(line.get_by_text("lost by an illegal order")).to_have_count(0)  # it would tell who won
    page.get_by_role("slider").first.focus()
    page.keyboard.press("End")
    expect(line.get_by_text("lost by an illegal order")).to_be_visible()
    assert violations(page) == []
    page.screenshot(path=tmp_path / "agents.png")

    german = visitor(f"/replay/{key}", language="de", width=390, height=844)
    line = german.get_by_role("list", name="KI-Agenten").get_by_role("listitem")
    expect(line).to_contain_text("KI-Agent, Hilfe: Schema; 3 Antworten: 1 unlesbar, 1 regelwidrig, 0 zu spät")
    assert german.evaluate("document.documentElement.scrollWidth <= innerWidth")
    german.screenshot(path=tmp_path / "agenten.png")

    player = visitor(f"/player/{name}")
    player.get_by_role("button", name="Show results").first.click()
    expect(player.get_by_text("lost by an illegal order")).to_be_visible()


def test_a_file_of_a_match_without_a_server_tells_them_too(browser, tmp_path):
    async def play():
        async with here(records=tmp_path) as agent:
            await agent.sit_down(game="rally", settings={"max_rounds": 10}, assist="hints", name="llama")
            await agent.ask("act", orders="forward")
            await agent.ask("resign")

    aside(play())
    (record,) = tmp_path.glob("*.rhr")
    (tmp_path / "match.html").write_text(html(read(record)), encoding="utf-8")
    page = browser.new_page()
    page.goto(f"file://{tmp_path / 'match.html'}#99")
    line = page.get_by_role("list", name="AI agents").get_by_role("listitem")
    expect(line).to_contain_text("llama AI agent, assist: hints; 1 answer: 1 unreadable, 0 illegal, 0 late")
    expect(line).to_contain_text("resigned")
    page.close()
