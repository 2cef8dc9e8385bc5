"""Programs written for the original play through REST and RabbitMQ."""

import asyncio

import pytest
from tests.games.dungeon.server.wire.rabbitmq_program import Program
from tests.games.dungeon.server.wire.wire_site import AMQP, end_round, names, needs_rabbitmq, wired

pytestmark = [needs_rabbitmq, pytest.mark.slow]


@pytest.mark.rule("DUN-205", "DUN-221", "DUN-222", "DUN-223", "DUN-224", "DUN-225", "DUN-226", "DUN-227", "DUN-228")
@pytest.mark.rule("DUN-232", "DUN-240")  # the miner stands on a patch, which no station has, and sells there
@pytest.mark.parametrize("generation", ["r2", "r1"])
def test_a_program_registers_joins_buys_moves_mines_sells_and_fights(tmp_path, generation):
    with names("anna", "bert") as both, wired(tmp_path, generation) as site:
        asyncio.run(played(site, generation, *both))


async def played(site, generation, first, second):
    anna = Program(first, site.wire, AMQP, generation)
    bert = Program(second, site.wire, AMQP, generation)
    try:
        await game(site, anna, bert)
    finally:
        await anna.close()
        await bert.close()


async def game(site, anna, bert):
    for program in (anna, bert):
        await program.register()
        assert program.account["playerExchange"] == f"player-{program.name}" == program.account["playerQueue"]
    made = await anna.rest.post("/games", json={"maxRounds": 6, "maxPlayers": 2})
    uuid = made.json()["gameId"]
    for program in (anna, bert):
        assert set(await program.join(uuid)) == {"gameExchange", "playerQueue"}
    listed = (await anna.rest.get("/games")).json()[0]
    assert listed["participatingPlayers"] == [anna.name, bert.name]
    started = await anna.rest.post(f"/games/{uuid}/gameCommands/start")
    assert started.status_code == 201, started.text

    await anna.until_round(1)
    await bert.until_round(1)
    assert anna.balance == 20_000
    await anna.until(lambda: anna.prices)
    assert anna.prices["ROBOT"] == 100
    bought = await anna.command("buying", itemName="ROBOT", itemQuantity=50)
    await bert.command("buying", itemName="ROBOT", itemQuantity=50)
    end_round(site)

    await anna.until_round(2)
    await bert.until_round(2)
    assert anna.answer_to(bought, "TradableBought")["amount"] == 50
    assert anna.answer_to(bought, "BankAccountTransactionBooked") == {
        "playerId": anna.id,
        "transactionAmount": -5000,
        "balance": 15_000,
    }
    assert len(anna.robots) == len([one for one in anna.of("RobotSpawned") if one[0]["transactionId"] == bought]) == 50
    at = {robot: anna.planets[one["planet"]["planetId"]] for robot, one in anna.robots.items()}
    enemies = {one["planetId"]: one["robotId"] for one in anna.revealed if one["playerNotion"] == bert.id[:8]}
    fighter = next(robot for robot in at if at[robot]["planet"] in enemies)
    miner = next(robot for robot in at if at[robot]["resource"] and robot != fighter)
    mover, buyer, tired = [robot for robot in at if robot not in (fighter, miner)][:3]
    enemy = enemies[at[fighter]["planet"]]
    target = at[mover]["neighbours"][0]["id"]
    moved = await anna.command("movement", mover, planetId=target)
    mined = await anna.command("mining", miner)
    fought = await anna.command("battle", fighter, targetId=enemy)
    upgraded = await anna.command("buying", buyer, itemName="HEALTH_1", itemQuantity=1)
    rested = await anna.command("regenerate", tired)
    end_round(site)

    await anna.until_round(3)
    assert anna.answer_to(moved, "RobotMoved")["toPlanet"]["id"] == target
    assert anna.answer_to(mined, "RobotResourceMined")["resourceInventory"]["COAL"] == 2
    assert anna.answer_to(fought, "RobotAttacked")["target"]["robotId"] == enemy
    assert anna.answer_to(upgraded, "RobotUpgraded")["robot"]["healthLevel"] == 1
    assert anna.answer_to(upgraded, "TradableBought")["type"] == "UPGRADE"
    assert anna.answer_to(rested, "RobotRegenerated") == {"robotId": tired, "availableEnergy": 20}
    assert anna.of("ResourceMined")[0][1]["planet"] == at[miner]["planet"]
    await bert.until_round(3)
    hit = [payload for _, payload in bert.of("RobotAttacked") if payload["target"]["robotId"] == enemy]
    assert hit[0]["target"]["availableHealth"] == 9
    sold = await anna.command("selling", miner, itemName="COAL", itemQuantity=1)
    healed = await anna.command("buying", buyer, itemName="HEALTH_RESTORE", itemQuantity=1)
    wrong = await anna.command("movement", mover, planetId=str(uuid))
    end_round(site)

    await anna.until_round(4)
    assert anna.answer_to(sold, "TradableSold") == {
        "playerId": anna.id, "robotId": miner, "type": "RESOURCE", "name": "COAL", "amount": 1, "pricePerUnit": 5,
        "totalPrice": 5,
    }  # fmt: skip
    assert anna.answer_to(sold, "RobotResourceRemoved")["resourceInventory"]["COAL"] == 1
    assert anna.answer_to(healed, "RobotRestoredAttributes")["restorationType"] == "HEALTH"
    assert anna.answer_to(wrong, "error")["code"] == "unknown_planet"
    assert uuid in anna.answer_to(wrong, "error")["description"]
    ended = await anna.rest.post(f"/games/{uuid}/gameCommands/end")
    assert ended.status_code == 201

    await anna.until(lambda: anna.of("GameStatus")[-1][1]["status"] == "ended")
    assert [payload["status"] for _, payload in anna.of("GameStatus")] == ["created", "started", "ended"]
    assert anna.balance == 0
    assert (await anna.rest.get("/games")).json() == []


@pytest.mark.rule("DUN-226")
def test_a_program_may_bind_queues_of_its_own_and_take_what_it_wants(tmp_path):
    with names("anna") as (name,), wired(tmp_path, "r2") as site:
        asyncio.run(own_queue(site, name))


async def own_queue(site, name):
    anna = Program(name, site.wire, AMQP)
    try:
        await anna.register()
        channel = await anna.connection.channel()
        own = await channel.declare_queue(exclusive=True)
        await own.bind(anna.account["playerExchange"], routing_key="GameStatus")
        made = await anna.rest.post("/games", json={"maxRounds": 6, "maxPlayers": 2})
        await anna.join(made.json()["gameId"])
        await anna.until(lambda: anna.of("BankAccountInitialized"))
        await anna.rest.post(f"/games/{made.json()['gameId']}/gameCommands/end")
        await anna.until(lambda: len(anna.of("GameStatus")) == 2)
        kinds = []
        while (message := await own.get(no_ack=True, fail=False)) is not None:
            kinds.append(message.routing_key)
        assert kinds == ["GameStatus", "GameStatus"]
    finally:
        await anna.close()
