"""Programs of the first generation play through REST and Kafka."""

import asyncio

import pytest
from tests.games.dungeon.server.wire.kafka_broker import kafka, needs_kafka
from tests.games.dungeon.server.wire.kafka_program import Program
from tests.games.dungeon.server.wire.message_shapes import ITEMS, LEVELS, ROBOT_K, fits, maybe
from tests.games.dungeon.server.wire.wire_site import BUSY, end_round, wired

pytestmark = [needs_kafka, pytest.mark.slow]

# Everybody spawns at a station and trades there; so many of them that most planets have one.
OPEN = {name: value for name, value in BUSY.items() if name != "patch_cells"} | {
    "spawn_anywhere": True, "trade_anywhere": True, "patch_cells": [2, 10_000, 10_000, 10_000, 10_000],
}  # fmt: skip
PLANET = {
    "id": str, "movement_difficulty": int, "recharge_multiplicator": int, "gameworld_id": str,
    "planet_type": ("default", "spacestation"), "created_at": str, "updated_at": str,
    "neighbours": [{"planet_id": str, "movement_difficulty": int, "direction": str}],
    "resource": maybe({"id": str, "planet_id": str, "max_amount": int, "current_amount": maybe(int),
                       "resource_type": str}),
}  # fmt: skip
GAME = {
    "gameId": str, "gameStatus": ("created", "started"), "maxPlayers": int, "maxRounds": int,
    "currentRoundNumber": maybe(int), "roundLengthInMillis": int, "participatingPlayers": [str],
}  # fmt: skip
SCORES = dict.fromkeys(("fightingScore", "miningScore", "movementScore", "robotScore", "tradingScore"), int)


@pytest.mark.rule("DUN-205", "DUN-206", "DUN-207", "DUN-208", "DUN-209", "DUN-210", "DUN-211", "DUN-212", "DUN-213")
@pytest.mark.rule("DUN-214", "DUN-215", "DUN-216", "DUN-217", "DUN-218", "DUN-220", "DUN-229")
def test_a_program_registers_joins_buys_moves_mines_sells_and_fights(tmp_path):
    with kafka() as broker, wired(tmp_path, "k1", broker=broker, game=OPEN) as site:
        asyncio.run(played(site, broker))


async def played(site, broker):
    anna, bert = Program("anna", site.wire, broker), Program("bert", site.wire, broker)
    try:
        await game(site, anna, bert)
    finally:
        await anna.close()
        await bert.close()


async def game(site, anna, bert):
    await anna.register()
    await bert.register()
    again = await anna.get("/players", name="anna", mail="anna@example.org")
    assert again["playerId"] == anna.id
    uuid = (await anna.rest.post("/games", json={"maxRounds": 9, "maxPlayers": 2})).json()["gameId"]
    assert await anna.get(f"/games/{uuid}/time") == {"gameTime": None, "roundCount": None, "roundTime": None}
    joined = await anna.join(uuid)
    await bert.join(uuid)
    await anna.listen()
    assert (await anna.rest.post(f"/games/{uuid}/gameCommands/start")).status_code == 201
    await anna.until_round(1)
    listed = await anna.get("/games")
    fits(listed, [GAME])
    assert listed[0]["participatingPlayers"] == [anna.id, bert.id]
    assert anna.answers(joined, "playerStatus") == [{"playerId": anna.id, "name": "anna"}]
    assert (await anna.get(f"/games/{uuid}/time"))["roundCount"] == 1
    bought = await anna.command("buying", itemName="ROBOT", itemQuantity=50)
    await bert.command("buying", itemName="ROBOT", itemQuantity=50)
    end_round(site)

    await anna.until_round(2)
    await anna.until(lambda: len(anna.answers(bought, "neighbours")) == 50)
    await anna.until(lambda: anna.answers(bought, "trades"))
    (trade,) = anna.answers(bought, "trades")
    assert (trade["success"], trade["moneyChangedBy"], len(trade["data"])) == (True, -5000, 50)
    robots = await anna.get("/robots", **{"player-id": anna.id})
    fits(robots, [ROBOT_K])
    assert {one["id"] for one in robots} == {one["id"] for one in trade["data"]}
    planets = {one["id"]: one for one in await anna.get("/planets")}
    fits(list(planets.values()), [PLANET])
    assert len(planets) == 25  # with a shared broker nothing is hidden
    theirs = {one["planet"]: one["id"] for one in await anna.get("/robots", **{"player-id": bert.id})}
    fighter = next(one for one in robots if one["planet"] in theirs)
    miner = next(one for one in robots if planets[one["planet"]]["resource"] and one is not fighter)
    mover, shopper, tired, *rest = [one for one in robots if one not in (fighter, miner)]
    blocker = next(one for one in rest if one["planet"] != mover["planet"])  # else nobody leaves there
    target = planets[mover["planet"]]["neighbours"][0]["planet_id"]
    moved = await anna.command("movement", mover["id"], planetId=target)
    mined = await anna.command("mining", miner["id"])
    fought = await anna.command("battle", fighter["id"], targetId=theirs[fighter["planet"]])
    rocket = await anna.command("buying", shopper["id"], itemName="ROCKET", itemQuantity=1)
    blocked = await anna.command("blocking", blocker["id"])
    rested = await anna.command("regenerate", tired["id"])
    end_round(site)

    await anna.until_round(3)
    gave = (("movement", moved), ("mining", mined), ("fighting", fought), ("trades", rocket),
            ("planet-blocked", blocked), ("regeneration", rested))  # fmt: skip
    await anna.until(lambda: all(anna.answers(transaction, topic) for topic, transaction in gave))
    assert all(anna.answers(transaction, topic)[0]["success"] for topic, transaction in gave)
    assert mover["id"] in anna.answers(moved, "movement")[0]["robots"]
    assert anna.answers(mined, "mining")[0]["resourceType"] == "coal"
    kept = await anna.get(f"/robots/{shopper['id']}")
    assert kept["items"] == dict.fromkeys(ITEMS, 0) | {"rocket": 1}
    assert set(LEVELS) < set(kept)
    sold = await anna.command("selling", miner["id"])
    fired = await anna.command("battleItemUse", shopper["id"], itemName="ROCKET", targetId=shopper["id"])
    wrong = await anna.command("moveItemUse", tired["id"], itemName="WORMHOLE")
    await anna.command("dancing", tired["id"], status=400)
    await anna.command("mining", theirs[fighter["planet"]], status=403)
    end_round(site)

    await anna.until_round(4)
    gave = (("trades", sold), ("item-fighting", fired), ("item-movement", wrong), ("fighting", fired))
    await anna.until(lambda: all(anna.answers(transaction, topic) for topic, transaction in gave))
    assert anna.answers(sold, "trades")[0]["data"]["coal"] == 2
    fight = next(headers for headers, _ in anna.of("fighting") if headers["transactionId"] == fired)
    assert anna.answers(fired, "item-fighting")[0]["associatedFights"] == [fight["eventId"]]
    assert anna.answers(wrong, "item-movement")[0] == {
        "success": False,
        "message": "no_item",
        "associatedMovement": None,
    }
    await looked(anna, bert, uuid, sold)
    assert (await anna.rest.post(f"/games/{uuid}/gameCommands/end")).status_code == 201
    await anna.until(lambda: anna.of("status")[-1][1]["status"] == "ended")
    board = await anna.get(f"/scoreboard/{uuid}")
    assert [line["player"]["name"] for line in board["scoreboard"]] == ["anna", "bert"]


async def looked(anna, bert, uuid, sold):
    """Everything that can only be asked for."""
    commands = await anna.get("/commands", gameId=uuid, roundNumber="3")
    assert set(commands) == {"gameId", "roundId", "roundNumber", "commands"}
    assert sold in [one["transactionId"] for one in commands["commands"]]
    command = {"transactionId": str, "gameId": str, "playerId": str, "robotId": maybe(str), "commandType": str,
               "commandObject": {"commandType": str, "planetId": maybe(str), "targetId": maybe(str),
                                 "itemName": maybe(str), "itemQuantity": maybe(int)}}  # fmt: skip
    fits(commands["commands"], [command])
    await anna.get("/commands", gameId=uuid, roundNumber="4", status=404)
    for path in ("/items", "/resources"):
        fits(await anna.get(path), [{"name": str, "price": int}])
    assert (await anna.get("/items/ROBOT")) == {"name": "ROBOT", "price": 100}
    await anna.get("/items/HAMMER", status=404)
    for path in ("/items/history/price", "/items/history/buy", "/resources/history/price", "/resources/history/sell"):
        histories = {one["name"]: one["history"] for one in await anna.get(path)}
        assert set(next(iter(histories.values()))) == {"1", "2", "3"}, path
        if path == "/resources/history/sell":
            assert histories["coal"] == {"1": 0, "2": 0, "3": 2}
    fits(await anna.get("/balances"), [{"playerId": str, "balance": int}])
    assert {one["playerId"]: one["balance"] for one in await anna.get("/balances/1")} == {
        anna.id: 15_000,
        bert.id: 15_000,
    }
    board = await anna.get("/scoreboard")
    fits(board, {"scoreboard": [{"player": {"id": str, "name": str}, "totalScore": float, **SCORES}]})
    (world,) = await anna.get("/gameworlds")
    assert len(world["spacestation_ids"]) == 8
    station = await anna.get(f"/planets/{world['spacestation_ids'][0]}")
    assert station["planet_type"] == "spacestation"
    assert await anna.get(f"/planets/{station['id']}/neighbours") == station["neighbours"]
    assert await anna.get(f"/planets/{station['id']}/resources") == []
    await anna.get(f"/planets/{uuid}", status=404)
    await anna.get(f"/robots/{uuid}", status=404)
