"""Agents at a server's seats: the official client plays every game, over HTTP and by `roundhouse mcp --server`."""

import asyncio

import msgspec
import pytest
from tests.mcp.agentplay import SHORT, TOOLS, by_legal_orders, check_account, over_http, over_stdio
from tests.server.connections.agent_site import agent_site, token_of

from roundhouse.match.record import from_bytes

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with agent_site(tmp_path_factory.mktemp("agents")) as site:
        yield site


async def play_a_match(agent, game):
    """One whole match by the tools alone; returns what was told at its beginning and at its end."""
    told = await agent.sit_down(game=game, settings=SHORT[game], assist="legal", seed=7)
    assert (told["game"], told["assist"], told["seat_number"]) == (game, "legal", 1)
    agent.answers = 0
    result = await agent.play(by_legal_orders())
    assert result["result"]["places"]
    check_account(result["account"], agent)
    return told, result


def check_kept(site, key, account):
    """The level and the account are the same for the agent, in the API and in the record."""
    browser = site.browser()
    match = browser.get(f"/api/matches/{key}")
    seat = match["seats"][0]
    assert (seat["player"]["kind"], seat["assist"], seat["account"]) == ("agent", "legal", account)
    record = from_bytes(browser.ask("GET", f"/api/matches/{key}/record", status=200).content)
    assert (record.setup.seats[0].kind, record.setup.seats[0].assist) == ("agent", "legal")
    assert msgspec.to_builtins(record.accounts[0]) == account
    assert record.accounts[1].end in ("won", "drawn", "lost")


@pytest.mark.parametrize("way", ["http", "stdio"])
def test_a_client_plays_a_whole_match_of_every_game(site, way):
    token = token_of(site, f"plays-{way}")

    async def play():
        connected = (
            over_http(site.address, token) if way == "http" else over_stdio("--server", site.address, "--token", token)
        )
        async with connected as agent:
            before = (await agent.client.list_tools()).tools
            assert [tool.name for tool in before] == TOOLS
            played = [await play_a_match(agent, game) for game in SHORT]
            assert (await agent.client.list_tools()).tools == before
            return played

    for told, result in asyncio.run(play()):
        check_kept(site, told["match"], result["account"])
