"""Every native event as a record of K1, under its topic and with exactly the fields that are listed."""

import pytest
from tests.games.dungeon.server.wire import native_events as n
from tests.games.dungeon.server.wire.message_shapes import K1, fits_k
from tests.games.dungeon.server.wire.native_events import ANNA, FOE, HOME, ME, NEXT, ORDER, OTHER, ROBOT

from roundhouse.games.dungeon.server.broker_message import NO_TRANSACTION
from roundhouse.games.dungeon.server.kafka import headers
from roundhouse.games.dungeon.server.kafka_events import TOPICS, KOfSeat, account_opened, game_status, player_joined


def told(*events, phase="collecting", **settings):
    story = KOfSeat(n.facts(ANNA, **settings))
    opening = story.opening(n.view(1), n.times())
    now, later = story.tick(events, n.view(2, phase=phase), n.insight(), n.START + 45_000, n.times(n.START + 60_000))
    for letter in (*opening, *now, *later):
        fits_k(letter.topic, letter.type, letter.payload)
    return opening, now, later


EXPECTED = {
    "SPAWNED": "spawn-notification", "NEIGHBOURS": "neighbours", "MOVED": "movement", "NOT_MOVED": "movement",
    "FOUGHT": "fighting", "WAS_HIT": "fighting", "MISSED": "fighting", "MINED": "mining", "NOT_MINED": "mining",
    "PATCH_MINED": "resource-mined", "APPEARED": "resource-replenished", "RESTED": "regeneration",
    "BLOCKED": "planet-blocked", "SAW_BLOCKED": "planet-blocked", "ITEM_FOUGHT": "item-fighting",
    "ITEM_MISSED": "item-fighting", "REPAIRED": "item-repair", "WORMED": "item-movement",
    "DESTROYED": "robot-destroyed", "SHARED": "resource-distribution", "BOUGHT": "trades", "UPGRADED": "trades",
    "RESTORED": "trades", "ITEM_BOUGHT": "trades", "SOLD": "trades", "NOT_BOUGHT": "trades", "NOT_SOLD": "trades",
}  # fmt: skip
WITHOUT = ("ARRIVED", "ACHIEVED", "TROPHY", "OVER", "ROUND", "PRICES")  # told in another way, or not on this wire


@pytest.mark.rule("DUN-205")
@pytest.mark.rule("DUN-218")
@pytest.mark.parametrize("name", n.EVERYTHING)
def test_every_event_becomes_a_record_of_its_topic(name):
    _, now, _ = told(n.EVERYTHING[name])
    assert [letter.topic for letter in now] == ["roundStatus", *([EXPECTED[name]] if name not in WITHOUT else [])]


def test_every_topic_is_used():
    letters = [letter for part in told(*n.EVERYTHING.values()) for letter in part]
    letters += [game_status(n.id_of(41), "ended"), player_joined(n.id_of(41), ME, "anna", ORDER)]
    letters.append(account_opened(n.id_of(41), ME, 200, ORDER))
    assert {letter.topic for letter in letters} == set(TOPICS) == {*K1, "trades"}


@pytest.mark.rule("DUN-218")
def test_headers_are_text_and_say_what_is_behind_an_event():
    _, now, _ = told(n.MOVED, n.PATCH_MINED, n.DESTROYED)
    moved, patch, destroyed = (headers(letter, n.START) for letter in now[1:])
    assert moved == {
        "eventId": n.MOVED.id, "transactionId": ORDER, "version": "1", "timestamp": "2023-11-14T22:13:20Z",
        "type": "movement",
    }  # fmt: skip
    assert patch["transactionId"] == ""
    assert destroyed["transactionId"] == NO_TRANSACTION


@pytest.mark.rule("DUN-220")
def test_resources_are_written_in_lower_case():
    _, now, _ = told(n.MOVED, n.MINED, n.NOT_MINED, n.PATCH_MINED)
    moved, mined, nothing, patch = (letter.payload for letter in now[1:])
    assert moved["planet"] == {
        "planetId": NEXT, "movementDifficulty": 1, "planetType": "DEFAULT", "resourceType": "coal",
    }  # fmt: skip
    assert (mined["resourceType"], nothing["resourceType"], patch["resource_type"]) == ("coal", "none", "coal")


@pytest.mark.parametrize(
    ("name", "kind", "money", "data"),
    [
        ("ITEM_BOUGHT", "buy-item", -40, None),
        ("SOLD", "sell-resource", 35, {"coal": 4, "iron": 1, "gem": 0, "gold": 0, "platin": 0}),
        ("NOT_BOUGHT", "buy-error", 0, None),
        ("NOT_SOLD", "sell-error", 0, None),
    ],
)
def test_trades_say_what_became_of_the_money(name, kind, money, data):
    _, now, _ = told(n.EVERYTHING[name])
    payload = now[1].payload
    assert (now[1].type, payload["moneyChangedBy"], payload["data"]) == (kind, money, data)
    assert payload["message"] == (n.EVERYTHING[name].reason or "ok")


def test_bought_robots_come_with_all_their_data():
    _, now, _ = told(n.BOUGHT, n.SPAWNED)
    (robot,) = now[1].payload["data"]
    assert (robot["id"], robot["player"], robot["planet"], robot["health"]) == (ROBOT, ME, HOME, 10)
    assert now[2].payload == {"robotId": ROBOT, "playerId": ME, "otherSeeableRobots": [FOE]}


@pytest.mark.rule("DUN-052")
def test_what_the_receiver_may_not_know_is_null():
    _, now, _ = told(n.WAS_HIT, n.SAW_BLOCKED, n.FOUGHT)
    assert [letter.payload["remainingEnergy"] for letter in now[1:]] == [None, None, 19]


def test_a_game_starts_with_its_world_and_a_round_with_its_prices():
    opening, _, later = told()
    stations = [letter.payload["planet_id"] for letter in opening if letter.topic == "spacestation-created"]
    assert [letter.topic for letter in opening if letter.topic != "spacestation-created"] == [
        "status", "gameworld-created", "current-item-prices", "current-resource-prices", "roundStatus",
    ]  # fmt: skip
    assert opening[1].payload["spacestation_ids"] == stations
    assert [letter.topic for letter in later] == [
        "roundStatus", "current-item-prices", "current-resource-prices", "roundStatus",
    ]  # fmt: skip
    assert [name["name"] for name in later[2].payload] == ["coal", "iron", "gem", "gold", "platin"]


def test_the_owner_of_a_destroyed_robot_is_named():
    _, now, _ = told(n.DESTROYED, n.SHARED)
    assert now[1].payload == {"robotId": FOE, "playerId": OTHER}
    assert now[2].payload == {"robotId": ROBOT, "coal": 3, "iron": 0, "gem": 0, "gold": 0, "platin": 1}
