"""What an agent is told follows from what its seat may know: matches that differ only in hidden things give equal
answers of all tools, and no answer has the seed."""

import asyncio
import json

import pytest
from tests.mcp.agentplay import SHORT, here

# What a rival does before the agent is asked, out of its sight: two ways for every game
RIVALS = {
    "spacegoo": ('{"type": "nop"}', '{"type": "send", "source": 1, "target": 0, "ships": [3, 2, 1]}'),
    "rally": (
        '{"type": "program", "slots": turn.view.you.hand[:5]}',
        '{"type": "program", "slots": turn.view.you.hand[:5][::-1]}',
    ),
    "dungeon": (
        '[{"type": "buying", "article": "ROBOT", "quantity": 1}, {"type": "done"}]',
        '[{"type": "buying", "article": "ROBOT", "quantity": 2}, {"type": "done"}]',
    ),
    "quest": (
        '{"type": "end_turn"}',
        '[{"type": "move", "unit": u.id, "to": [u.x, u.y + 1]} for u in turn.view.units[-1:]] + [{"type": "end_turn"}]',
    ),
    "boidvoid": ('{"type": "done"}', '[{"type": "battery", "unit": 1, "attack": 80}, {"type": "done"}]'),
}
BOT = """
from roundhouse.sdk import Bot

class Rival(Bot):
    name = "rival"

    def act(self, turn):
        return {answer}
"""
SEED = 987654321


async def told_by_all_tools(file, game):
    """The answers of every tool in the first turn of seat 2, without what is drawn for each match."""
    async with here(opponents=[str(file)]) as agent:
        sat = await agent.sit_down(game=game, seat=2, seed=SEED, assist="hints", settings=SHORT[game])
        assert sat["state"] == "your_turn"
        answers = [{key: value for key, value in sat.items() if key not in ("seat", "match")}]
        for tool, more in (
            ("wait", {}), ("view", {"data": True}), ("schema", {}), ("legal_orders", {"limit": 100}),
            ("legal_orders", {"sample": 20}), ("hint", {}), ("check", {"orders": "nonsense"}), ("result", {}),
        ):  # fmt: skip
            told = await agent.ask(tool, **more)
            assert "refused" not in told, told
            told.pop("match", None)
            told.get("account", {}).pop("time_ms", None)
            answers.append(told)
        return answers


@pytest.mark.slow
@pytest.mark.parametrize("game", RIVALS)
def test_hidden_things_change_no_answer(game, tmp_path):
    made = []
    for answer in RIVALS[game]:
        file = tmp_path / "rival.py"
        file.write_text(BOT.format(answer=answer))
        made.append(asyncio.run(told_by_all_tools(file, game)))
    first, second = made
    assert first == second
    if game != "spacegoo":  # where nothing is drawn later
        assert str(SEED) not in json.dumps(first)


@pytest.mark.slow
@pytest.mark.parametrize("game", RIVALS)
def test_the_two_ways_are_different(game, tmp_path):
    """Else the test above would prove nothing: after the agent has answered, it shows or is in the record."""
    records = []
    for number, answer in enumerate(RIVALS[game]):
        file, kept = tmp_path / "rival.py", tmp_path / str(number)
        file.write_text(BOT.format(answer=answer))
        kept.mkdir()

        async def play(file=file, kept=kept):
            async with here(opponents=[str(file)], records=kept) as agent:
                told = await agent.sit_down(game=game, seat=2, seed=SEED, assist="legal", settings=SHORT[game])
                await agent.ask("resign")
                found = await agent.client.read_resource(f"roundhouse://match/{told['match']}/record")
                return [json.loads(line) for line in found.contents[0].text.splitlines()]

        lines = asyncio.run(play())
        records.append([line["action"] for line in lines if line.get("entry") == "order" and line["seat"] == 1])
    assert records[0] != records[1]
