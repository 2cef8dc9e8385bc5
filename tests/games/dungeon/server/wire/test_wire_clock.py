"""The moments of a round come over the wire when the clock says so. DUN-116"""

import asyncio
from datetime import datetime

import pytest
from tests.games.dungeon.server.wire.rabbitmq_program import Program
from tests.games.dungeon.server.wire.wire_site import AMQP, BUSY, names, needs_rabbitmq, wired

CLOCKED = BUSY | {"round_ms": 12_000, "early_close": False}


@needs_rabbitmq
@pytest.mark.slow
@pytest.mark.rule("DUN-063", "DUN-116", "DUN-228", "DUN-236")
def test_commands_are_taken_until_three_quarters_of_a_round_and_again_when_the_next_one_starts(tmp_path):
    with names("anna") as (name,), wired(tmp_path, "r2", game=CLOCKED) as site:
        asyncio.run(two_rounds(site, name))


async def two_rounds(site, name):
    anna = Program(name, site.wire, AMQP)
    try:
        await anna.register()
        game = (await anna.rest.post("/games", json={"maxRounds": 9, "maxPlayers": 1})).json()["gameId"]
        await anna.join(game)
        await anna.rest.post(f"/games/{game}/gameCommands/start")
        await anna.until_round(1)
        bought = await anna.command("buying", itemName="ROBOT", itemQuantity=1)
        await anna.until_round(1, "command input ended")
        refused = await anna.rest.post(
            "/commands", json={"playerId": anna.id, "type": "buying", "data": {"itemName": "ROBOT", "itemQuantity": 1}}
        )
        assert (refused.status_code, refused.json()["code"]) == (403, "collection_closed")
        await anna.until(lambda: anna.of("RobotsRevealed"))
        assert anna.answer_to(bought, "TradableBought")["amount"] == 1, "what was executed is told at once"
        kinds = [one["roundStatus"] for _, one in anna.of("RoundStatus")]
        assert kinds == ["started", "command input ended"], "the round has not ended yet"
        await anna.until_round(2)
        await anna.command("buying", itemName="ROBOT", itemQuantity=1)
        check(anna)
    finally:
        await anna.close()


def check(anna):
    first, ended, over, second = (payload for _, payload in anna.of("RoundStatus"))
    told = [(one["roundNumber"], one["roundStatus"]) for one in (first, ended, over, second)]
    assert told == [(1, "started"), (1, "command input ended"), (1, "ended"), (2, "started")]
    planned = {name: seconds(text) for name, text in first["impreciseTimingPredictions"].items()}
    assert planned["commandInputEnd"] - planned["roundStart"] == 9
    assert planned["roundEnd"] - planned["roundStart"] == 12
    real = {name: seconds(text) for name, text in over["impreciseTimings"].items()}
    assert real["roundStarted"] == planned["roundStart"]
    assert real["commandInputEnded"] >= planned["commandInputEnd"] - 1
    assert real["roundEnded"] >= planned["roundEnd"] - 1
    assert second["impreciseTimings"]["commandInputEnded"] is None


def seconds(text):
    return datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").timestamp()  # differences only
