"""`roundhouse mcp` as a process: the official client plays every game to its end by the tools alone."""

import asyncio
import json

import pytest
from tests.mcp.agentplay import SHORT, TOOLS, by_legal_orders, check_account, over_stdio
from typer.testing import CliRunner

from roundhouse.cli.main import app
from roundhouse.match.record import from_bytes

pytestmark = pytest.mark.slow


def test_a_client_plays_a_whole_match_of_every_game(tmp_path):
    async def play():
        async with over_stdio("--records", str(tmp_path)) as agent:
            before = await agent.client.list_tools()
            assert [tool.name for tool in before.tools] == TOOLS
            for game, settings in SHORT.items():
                told = await agent.sit_down(game=game, settings=settings, assist="legal", name="claude", seed=7)
                assert (told["game"], told["assist"]) == (game, "legal")
                agent.answers = 0
                result = await agent.play(by_legal_orders())
                assert result["state"] == "over"
                assert result["result"]["places"]
                check_account(result["account"], agent)
                record = await agent.client.read_resource(f"roundhouse://match/{told['match']}/record")
                first, *lines = [json.loads(line) for line in record.contents[0].text.strip().split("\n")]
                assert first["setup"]["seats"][0] == {"name": "claude", "kind": "agent", "assist": "legal"}
                assert any(line["type"] == "result" for line in lines)
                assert any(line.get("log") == "because" for line in lines)
            assert (await agent.client.list_tools()).tools == before.tools

    asyncio.run(play())
    seats = {}
    for file in tmp_path.glob("*.rhr"):
        record = from_bytes(file.read_bytes())
        seats[record.game.key] = [(seat.kind, seat.assist, seat.builtin) for seat in record.setup.seats]
    assert seats == {key: [("agent", "legal", False), ("bot", "", True)] for key in SHORT}


def test_who_asks_for_a_server_needs_a_token():
    asked = CliRunner().invoke(app, ["mcp", "--server", "http://127.0.0.1:9", "--json"], env={"ROUNDHOUSE_TOKEN": ""})
    assert asked.exit_code == 2
    assert json.loads(asked.stdout)["error"]["code"] == "no_token"
