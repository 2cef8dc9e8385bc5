"""Nothing is lost and nothing comes out of order, whoever is away: the broker, the program or the server itself."""

import asyncio
import logging

import pytest
from tests.games.dungeon.server.wire.kafka_broker import kafka, needs_kafka
from tests.games.dungeon.server.wire.kafka_program import Program as KProgram
from tests.games.dungeon.server.wire.rabbitmq_program import Program
from tests.games.dungeon.server.wire.wire_site import AMQP, Proxy, asking, end_round, names, needs_rabbitmq, wired

from roundhouse.games.dungeon.server import store

pytestmark = pytest.mark.slow


def through(proxy):
    return f"amqp://guest:guest@127.0.0.1:{proxy.port}/"


async def begin(program, rounds=20):
    """A game of one program's own; returns its id."""
    made = await program.rest.post("/games", json={"maxRounds": rounds, "maxPlayers": 1})
    game = made.json()["gameId"]
    await program.join(game)
    assert (await program.rest.post(f"/games/{game}/gameCommands/start")).status_code == 201
    return game


async def unheard_round(site, program):
    """End a round that nobody can be told of."""

    async def number():
        return (await program.rest.get("/games")).json()[0]["currentRoundNumber"]

    before = await number()
    end_round(site)
    while await number() == before:
        pass


async def heard(site, program, number):
    """Wait until a program was told of the start of a round, and the server knows that it was."""
    await program.until_round(number)
    await program.until(lambda: len(program.of("TradablePrices")) == number)
    while len(program.messages) not in site.read(lambda connection: store.confirmed(connection, program.game)).values():
        await program.rest.get("/games")


def statuses(program):
    return [(one["roundNumber"], one["roundStatus"]) for _, one in program.of("RoundStatus")]


def expected(last):
    """The moments of all rounds up to the start of the last one."""
    told = [(number, status) for number in range(1, last) for status in ("started", "command input ended", "ended")]
    return [*told, (last, "started")]


def once(program):
    ids = [headers["eventId"] for _, headers, _ in program.messages]
    assert len(ids) == len(set(ids)), "no message came twice"


@needs_rabbitmq
@pytest.mark.rule("DUN-195")
@pytest.mark.rule("DUN-226")
def test_events_wait_for_a_broker_that_is_away_and_come_in_order_when_it_is_back(tmp_path, caplog):
    proxy = Proxy()
    proxy.open()
    caplog.set_level(logging.INFO, "roundhouse.wire")
    with names("anna") as (name,), wired(tmp_path, "r2", broker=through(proxy)) as site:
        asyncio.run(away_and_back(site, name, proxy))
        proxy.close()
    said = [record.getMessage() for record in caplog.records if record.name == "roundhouse.wire"]
    assert sum("is away" in line for line in said) == 1, said
    assert sum("is back;" in line for line in said) == 1, said
    assert "guest" not in "".join(said), "a password is in no log"
    assert "0x" not in "".join(said), "an operator reads words"


async def away_and_back(site, name, proxy):
    anna = Program(name, site.wire, AMQP)
    try:
        await anna.register()
        await begin(anna)
        await heard(site, anna, 1)
        proxy.close()
        transactions = []
        for _ in range(3):
            transactions.append(await anna.command("buying", itemName="ROBOT", itemQuantity=10))
            await unheard_round(site, anna)
        assert statuses(anna) == [(1, "started")]
        proxy.open()
        await anna.until_round(4)
        assert statuses(anna) == expected(4)
        for transaction in transactions:
            assert anna.answer_to(transaction, "TradableBought")["amount"] == 10
        assert len(anna.robots) == 30
    finally:
        await anna.close()


@needs_rabbitmq
@pytest.mark.rule("DUN-221")
def test_nobody_is_registered_without_a_queue_and_is_told_why(tmp_path):
    proxy = Proxy()
    with names("anna") as (name,), wired(tmp_path, "r2", broker=through(proxy)) as site, asking(site) as client:
        body = {"name": name, "email": "anna@example.org"}
        refused = client.post("/players", json=body)
        assert refused.status_code == 503
        assert f"RabbitMQ at 127.0.0.1:{proxy.port} is away" in refused.json()["message"]
        assert client.get("/players", params={"name": name, "mail": "anna@example.org"}).status_code == 404
        proxy.open()
        assert client.post("/players", json=body).status_code == 201
        proxy.close()


@needs_rabbitmq
@pytest.mark.rule("DUN-065")
@pytest.mark.rule("DUN-226")
def test_a_restarted_server_sends_what_was_not_confirmed_and_the_game_goes_on(tmp_path):
    proxy = Proxy()
    proxy.open()
    with names("anna", "nora") as (name, other):
        loop = asyncio.new_event_loop()
        with wired(tmp_path, "r2", broker=through(proxy), keep=True) as site:
            anna = Program(name, site.wire, AMQP)
            bought = loop.run_until_complete(before_the_stop(site, anna, proxy, other))
        proxy.open()
        with wired(tmp_path, "r2", broker=through(proxy)) as site:
            loop.run_until_complete(after_the_stop(site, anna, bought))
            proxy.close()
        loop.run_until_complete(anna.close())
        loop.close()


async def before_the_stop(site, anna, proxy, other):
    await anna.register()
    answer = await anna.rest.post("/players", json={"name": other, "email": f"{other}@example.org"})
    assert answer.status_code == 201  # it is told of games too, though it does not play
    await begin(anna)
    await anna.command("buying", itemName="ROBOT", itemQuantity=5)
    end_round(site)
    await heard(site, anna, 2)
    proxy.close()
    bought = await anna.command("buying", itemName="ROBOT", itemQuantity=7)
    await unheard_round(site, anna)
    return bought


async def after_the_stop(site, anna, bought):
    await anna.rest.aclose()
    old = anna.rest
    anna.rest = type(old)(base_url=site.wire, timeout=30)
    await anna.until_round(3)
    assert statuses(anna) == expected(3)
    assert anna.answer_to(bought, "TradableBought")["amount"] == 7
    assert len(anna.robots) == 12
    assert (await anna.rest.get("/games")).json()[0]["gameId"] == anna.game
    robot = next(iter(anna.robots))
    rested = await anna.command("regenerate", robot)
    end_round(site)
    await anna.until_round(4)
    assert anna.answer_to(rested, "RobotRegenerated")["robotId"] == robot
    await anna.rest.post(f"/games/{anna.game}/gameCommands/end")
    await anna.until(lambda: anna.of("GameStatus")[-1][1]["status"] == "ended")
    assert [one["status"] for _, one in anna.of("GameStatus")] == ["created", "started", "ended"]
    once(anna)


@needs_rabbitmq
@pytest.mark.rule("DUN-003", "DUN-226")
def test_a_game_that_ended_unheard_is_told_to_its_end_and_one_that_waits_keeps_its_players(tmp_path):
    proxy = Proxy()
    proxy.open()
    with names("anna") as (name,):
        loop = asyncio.new_event_loop()
        with wired(tmp_path, "r2", broker=through(proxy), keep=True) as site:
            anna = Program(name, site.wire, AMQP)
            loop.run_until_complete(ended_unheard(site, anna, proxy))
        proxy.open()
        with wired(tmp_path, "r2", broker=through(proxy)) as site, asking(site) as client:
            loop.run_until_complete(anna.until(lambda: len(anna.of("GameStatus")) == 4))
            loop.run_until_complete(anna.close())
            proxy.close()
            assert client.get("/games").json()[0]["participatingPlayers"] == [name]
        loop.close()
    assert [one["status"] for _, one in anna.of("GameStatus")] == ["created", "started", "ended", "created"]
    assert statuses(anna) == expected(3)[:-1]
    assert len(anna.robots) == 8
    once(anna)


async def ended_unheard(site, anna, proxy):
    """A game of two rounds, of which nobody hears the second, and another game that is waiting for its start."""
    await anna.register()
    await begin(anna, rounds=2)
    await anna.command("buying", itemName="ROBOT", itemQuantity=5)
    end_round(site)
    await heard(site, anna, 2)
    proxy.close()
    await anna.command("buying", itemName="ROBOT", itemQuantity=3)
    end_round(site)
    while (await anna.rest.get("/games")).json():
        pass
    made = await anna.rest.post("/games", json={"maxRounds": 5, "maxPlayers": 3})
    await anna.join(made.json()["gameId"])
    assert statuses(anna)[-1] == (2, "started")


@needs_kafka
@pytest.mark.rule("DUN-218")
def test_records_wait_for_a_kafka_that_comes_later(tmp_path):
    with kafka() as broker:
        host, _, port = broker.rpartition(":")
        proxy = Proxy(host, int(port))
        with wired(tmp_path, "k1", broker=f"127.0.0.1:{proxy.port}") as site:
            asyncio.run(kafka_later(site, broker, proxy))
            proxy.close()


async def kafka_later(site, broker, proxy):
    anna = KProgram("anna", site.wire, broker)
    try:
        await anna.register()
        await begin(anna)
        bought = await anna.command("buying", itemName="ROBOT", itemQuantity=3)
        end_round(site)
        proxy.open()
        await anna.listen()
        await anna.until_round(2)
        await anna.until(lambda: len(anna.answers(bought, "spawn-notification")) == 3)
        assert [one["status"] for _, one in anna.of("status")] == ["created", "started"]
    finally:
        await anna.close()
