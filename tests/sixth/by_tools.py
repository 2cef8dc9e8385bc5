"""Pebbles by the tools of MCP, in a process that has it installed. Prints one JSON document about what happened."""

import asyncio
import json
import sys

from tests.mcp.agentplay import by_legal_orders, check_account, here


async def main():
    async with here() as agent:
        games = [game["game"] for game in (await agent.call("list_games"))["games"]]
        await agent.sit_down(game="pebbles", settings={"pebbles": 9}, assist="hints", seed=1)
        schema = (await agent.ask("schema"))["actions"]
        checked = await agent.ask("check", orders="take 9")
        board = (await agent.ask("view"))["board"]
        hint = await agent.ask("hint")
        result = await agent.play(by_legal_orders())
        check_account(result["account"])
    told = {"games": games, "schema": schema, "checked": checked, "board": board, "hint": hint, "result": result}
    sys.stdout.write(json.dumps(told) + "\n")


if __name__ == "__main__":
    asyncio.run(main())
