"""Programs that begin their own games send everything at once and listen late. They succeed every time."""

import asyncio
from datetime import datetime
from itertools import permutations

import pytest
from tests.games.dungeon.server.wire.self_starting_program import Starter
from tests.games.dungeon.server.wire.wire_site import AMQP, end_round, fresh, needs_rabbitmq

from roundhouse.games.dungeon.server import game_service as office
from roundhouse.games.dungeon.server.seat_connection import LEAD_S

pytestmark = [needs_rabbitmq, pytest.mark.slow]

STARTS = 20
ORDERS = list(permutations(("duration", "join", "start")))


class Held:
    """What is to happen in a moment happens when the test says so."""

    def __init__(self):
        self.waiting = []

    def later(self, office, delay_s, what):
        assert delay_s == LEAD_S
        self.waiting.append(what)
        return self

    def cancel(self):
        """Whatever is called in the end finds that there is nothing left to tell."""

    def over(self):
        waiting, self.waiting = self.waiting, []
        for what in waiting:
            what()


@pytest.fixture
def held(monkeypatch):
    made = Held()
    monkeypatch.setattr(office.GameService, "later", lambda self, delay_s, what: made.later(self, delay_s, what))
    return made


@pytest.mark.rule("DUN-157", "DUN-209", "DUN-222", "DUN-226")
def test_a_program_that_waits_for_nothing_begins_twenty_games_and_hears_each_from_its_beginning(r2, held):
    asyncio.run(begun(r2, held, *fresh("hasty")))


async def begun(site, held, name):
    hasty = Starter(name, site.wire, AMQP)
    try:
        await hasty.register()
        for number in range(STARTS):
            game, answers = await hasty.start(ORDERS[number % len(ORDERS)], create_first=number % 2 == 1)
            assert [one.status_code for one in answers if one.is_error] == [], [one.text for one in answers]
            (listed,) = (await hasty.rest.get("/games")).json()
            assert (listed["gameId"], listed["gameStatus"], listed["roundLengthInMillis"]) == (
                game,
                "started",
                1_800_000,
            )
            await hasty.bind()
            await asyncio.to_thread(site.call, held.over)
            await hasty.until("TradablePrices")
            kinds = [kind for kind, _ in hasty.seen]
            assert kinds == ["BankAccountInitialized", "GameStatus", "RoundStatus", "TradablePrices"], number
            assert hasty.of("GameStatus")[0] | {"gameworldId": ""} == {
                "gameId": game,
                "gameworldId": "",
                "status": "started",
            }
            predicted = hasty.of("RoundStatus")[0]["impreciseTimingPredictions"]
            began, ends = (datetime.fromisoformat(predicted[name]) for name in ("roundStart", "roundEnd"))
            assert (ends - began).total_seconds() == 1800, "the duration that was sent along is that of round 1"
        await own_robots(site, hasty)
    finally:
        await hasty.close()


async def own_robots(site, hasty):
    bought = {"playerId": hasty.id, "type": "buying", "data": {"itemName": "ROBOT", "itemQuantity": 3}}
    assert (await hasty.rest.post("/commands", json=bought)).status_code == 201
    await asyncio.to_thread(end_round, site)
    (revealed,) = await hasty.until("RobotsRevealed")
    assert len(hasty.mine(revealed["robots"])) == len(revealed["robots"]) == 3
    assert (await hasty.rest.post(f"/games/{hasty.game}/gameCommands/end")).status_code == 201
    assert (await hasty.rest.post(f"/games/{hasty.game}/gameCommands/end")).status_code == 201, "it is ended already"
    assert (await hasty.rest.get("/games")).json() == []
    assert await hasty.until("BankAccountCleared") == [{"playerId": hasty.id, "balance": 0}]
