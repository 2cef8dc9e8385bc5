"""What commands are called on the wires, and what an operator may choose."""

import asyncio
import json

import pytest

from roundhouse.core.settings import SetupError
from roundhouse.games.dungeon.server.rest.commands import Fields, action_of
from roundhouse.games.dungeon.server.rest.rest_shared import Slowly
from roundhouse.games.dungeon.server.settings import terms_of
from roundhouse.server.errors import Refused
from roundhouse.server.settings import checked


@pytest.mark.rule("DUN-229")
@pytest.mark.parametrize("generation", ["k1", "r1", "r2"])
@pytest.mark.parametrize("word", ["regenerate", "regeneration"])
def test_both_words_for_resting_are_taken_on_every_wire(generation, word):
    assert action_of(word, "r", Fields(), generation=generation) == {"type": "regeneration", "robot": "r"}


@pytest.mark.rule("DUN-212")
@pytest.mark.rule("DUN-220")
@pytest.mark.parametrize("item", ["NUKE", "LONG_RANGE_BOMBARDMENT", "LONG_RANGE_BOMBAREDMENT"])
@pytest.mark.parametrize("field", ["planetId", "targetId"])
def test_items_for_planets_take_either_field_and_either_spelling(item, field):
    action = action_of("battleItemUse", "r", Fields(**{"itemName": item, field: "p"}), generation="k1")
    assert action["target"] == "p"
    assert action["item"] == item.replace("BOMBARED", "BOMBARD")


@pytest.mark.rule("DUN-225")
def test_articles_of_r2_have_names_of_their_own():
    def bought(name):
        return action_of("buying", "r", Fields(itemName=name), generation="r2")["article"]

    assert [bought(name) for name in ("ROBOT", "HEALTH_RESTORE", "ENERGY_RESTORE", "MINING_1")] == [
        "ROBOT",
        "HEALTH",
        "ENERGY",
        "MINING_1",
    ]
    for unknown in ("NUKE", "HEALTH"):
        with pytest.raises(Refused):
            bought(unknown)
    sold = action_of("selling", "r", Fields(itemName="COAL", itemQuantity=3), generation="r2")
    assert sold == {"type": "selling", "robot": "r", "resource": "coal", "quantity": 3}
    assert action_of("selling", "r", Fields(itemName="COAL"), generation="k1") == {"type": "selling", "robot": "r"}


@pytest.mark.rule("DUN-203")
@pytest.mark.rule("DUN-219")
@pytest.mark.rule("DUN-232")
def test_a_wire_has_the_original_s_addresses_and_settings_unless_others_are_chosen():
    usual = checked({"dungeon_wire": "r2"})
    assert usual.dungeon_wire_ports.split() == ["8080", "8081", "8082", "8083", "8084"]
    assert terms_of(usual).broker == "amqp://admin:admin@localhost:5672/"
    assert (terms_of(usual).preset, terms_of(usual).start_money) == ("msd-2023", 500)
    first = terms_of(checked({"dungeon_wire": "k1"}))
    assert (first.preset, first.broker, first.shared) == ("msd-2022", "localhost:29092", True)
    own = terms_of(checked({"dungeon_wire": "k1", "dungeon_wire_brokers": {"anna": "h:1"}}))
    assert (own.shared, own.settings["visibility"]) == (False, "fair")
    for wrong in (
        {"dungeon_wire": "k1", "dungeon_wire_settings": {"visibility": "fair"}},
        {"dungeon_wire": "r2", "dungeon_wire_brokers": {"anna": "h:1"}},
        {"dungeon_wire": "r2", "dungeon_wire_settings": {"round_ms": 1}},
    ):
        with pytest.raises(SetupError):
            terms_of(checked(wrong))
    with pytest.raises(SetupError):
        checked({"dungeon_wire_ports": "http"})


@pytest.mark.parametrize(("per_minute", "statuses"), [(60, {200, 429}), (0, {200})])
def test_one_address_gets_so_many_answers_a_minute(per_minute, statuses):
    async def app(scope, receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"{}"})

    async def asked():
        sent = []

        async def send(message):
            sent.append(message)

        scope = {"type": "http", "method": "GET", "path": "/games", "headers": [], "client": ("10.0.0.1", 5)}
        slowly = Slowly(app, per_minute)
        for _ in range(200):
            await slowly(dict(scope), None, send)
        return sent

    sent = asyncio.run(asked())
    assert {message["status"] for message in sent if "status" in message} == statuses
    if 429 in statuses:
        assert any(set(json.loads(message["body"])) == {"code", "message"} for message in sent if message.get("body"))
