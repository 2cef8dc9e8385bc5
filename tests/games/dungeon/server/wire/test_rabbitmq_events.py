"""Every native event in the words of R1 and R2, with exactly the fields that are listed."""

import pytest
from tests.games.dungeon.server.wire import native_events as n
from tests.games.dungeon.server.wire.message_shapes import R1, R2, fits, r1_name
from tests.games.dungeon.server.wire.native_events import ANNA, FOE, HOME, ME, NEXT, ORDER, ROBOT

from roundhouse.games.dungeon.rules.tables import KIND_NAMES
from roundhouse.games.dungeon.server.broker_message import named
from roundhouse.games.dungeon.server.rabbitmq_events import ROfSeat
from roundhouse.games.dungeon.server.rabbitmq_names import account_opened, game_status

CARGO = dict.fromkeys(KIND_NAMES, 0) | {"coal": 5, "iron": 1}


def told(*events, generation="r2", robots=None, seat=ANNA, money=500, phase="collecting", **settings):
    """The messages of one round in which these events happened, at once and later."""
    story = ROfSeat(generation, n.facts(seat, **settings))
    before = [n.robot(cargo=CARGO)] if robots is None else robots
    story.opening(n.view(1, before, money), n.times())
    now, later = story.tick(
        events, n.view(2, before, money, phase), n.insight(), n.START + 45_000, n.times(n.START + 60_000)
    )
    for letter in (*now, *later):
        fits(letter.payload, (R2 if generation == "r2" else R1)[letter.type], letter.type)
    return now, later


def of(letters, kind):
    return [letter.payload for letter in letters if letter.type == kind]


EXPECTED = {
    "SPAWNED": ["RobotSpawned"],
    "NEIGHBOURS": ["PlanetDiscovered"],
    "MOVED": ["RobotMoved"],
    "NOT_MOVED": ["error"],
    "FOUGHT": ["RobotAttacked"],
    "WAS_HIT": ["RobotAttacked"],
    "MISSED": ["error"],
    "MINED": ["RobotResourceMined"],
    "NOT_MINED": ["error"],
    "RESTED": ["RobotRegenerated"],
    "ITEM_MISSED": ["error"],
    "BOUGHT": ["TradableBought", "BankAccountTransactionBooked"],
    "UPGRADED": ["TradableBought", "BankAccountTransactionBooked", "RobotUpgraded"],
    "RESTORED": ["TradableBought", "BankAccountTransactionBooked", "RobotRestoredAttributes"],
    "ITEM_BOUGHT": ["TradableBought", "BankAccountTransactionBooked"],
    "SOLD": ["TradableSold", "RobotResourceRemoved"] * 2 + ["BankAccountTransactionBooked"],
    "NOT_BOUGHT": ["error"],
    "NOT_SOLD": ["error"],
}


@pytest.mark.rule("DUN-205")
@pytest.mark.rule("DUN-228")
@pytest.mark.parametrize("generation", ["r2", "r1"])
@pytest.mark.parametrize("name", n.EVERYTHING)
def test_every_event_becomes_exactly_these_messages(name, generation):
    now, _ = told(n.EVERYTHING[name], generation=generation)
    expected = [kind if generation == "r2" else r1_name(kind) for kind in EXPECTED.get(name, [])]
    begins, *between, ends = [letter.type for letter in now]
    assert between == expected
    assert {begins, ends} == ({"RoundStatus", "RobotsRevealed"} if generation == "r2"
                              else {"round-status", "RobotsRevealedIntegrationEvent"})  # fmt: skip


def test_events_of_others_are_not_for_a_player():
    for name in ("BOUGHT", "SPAWNED", "NEIGHBOURS", "MOVED", "MINED", "RESTED", "NOT_SOLD"):
        now, _ = told(n.EVERYTHING[name], seat=n.BERT, robots=[], visibility="open")
        assert [letter.type for letter in now] == ["RoundStatus", "RobotsRevealed"], name


@pytest.mark.rule("DUN-230")
def test_a_discovered_planet_shows_the_real_amount_and_a_known_robot_nothing_of_itself():
    now, _ = told(n.SPAWNED, n.NEIGHBOURS, robots=[])
    assert of(now, "PlanetDiscovered") == [
        {
            "planet": HOME,
            "movementDifficulty": 1,
            "neighbours": [{"id": NEXT, "direction": "NORTH"}],
            "resource": {"resourceType": "COAL", "maxAmount": 10_000, "currentAmount": 9000},
        }
    ]
    (revealed,) = of(now, "RobotsRevealed")
    assert [one["robotId"] for one in revealed["robots"]] == [FOE]
    assert revealed["robots"][0]["playerNotion"] == n.OTHER[:8]
    assert (revealed["robots"][0]["health"], revealed["robots"][0]["energy"]) == (0, 0)
    assert set(revealed["robots"][0]["levels"].values()) == {0}


@pytest.mark.rule("DUN-231")
def test_a_robot_is_shown_as_it_was_at_the_moment_of_the_event():
    now, _ = told(n.UPGRADED, n.WAS_HIT)
    (upgraded,) = of(now, "RobotUpgraded")
    assert (upgraded["upgrade"], upgraded["level"]) == ("HEALTH", 1)
    robot = upgraded["robot"]
    assert (robot["health"], robot["maxHealth"], robot["healthLevel"], robot["alive"]) == (25, 25, 1, True)
    assert robot["inventory"] == {
        "storageLevel": 0, "usedStorage": 6, "maxStorage": 20, "full": False,
        "resources": {"COAL": 5, "IRON": 1, "GEM": 0, "GOLD": 0, "PLATIN": 0},
    }  # fmt: skip
    (attacked,) = of(now, "RobotAttacked")
    assert attacked["target"] == {"robotId": ROBOT, "availableHealth": 0, "availableEnergy": 20, "alive": False}


@pytest.mark.rule("DUN-052")
def test_of_the_other_side_nothing_is_shown_but_the_health_it_has_left():
    mine, _ = told(n.FOUGHT)
    assert of(mine, "RobotAttacked") == [
        {
            "attacker": {"robotId": ROBOT, "availableHealth": 10, "availableEnergy": 19, "alive": True},
            "target": {"robotId": FOE, "availableHealth": 9, "availableEnergy": 20, "alive": True},
        }
    ]
    theirs, _ = told(n.WAS_HIT)
    assert of(theirs, "RobotAttacked")[0]["attacker"] == {
        "robotId": FOE, "availableHealth": 10, "availableEnergy": 20, "alive": True,
    }  # fmt: skip


def test_a_sale_empties_the_store_kind_by_kind_and_books_once():
    now, _ = told(n.SOLD)
    assert [(one["name"], one["amount"], one["totalPrice"]) for one in of(now, "TradableSold")] == [
        ("COAL", 4, 20),
        ("IRON", 1, 15),
    ]
    left = [
        (one["resourceInventory"]["COAL"], one["resourceInventory"]["IRON"]) for one in of(now, "RobotResourceRemoved")
    ]
    assert left == [(1, 1), (1, 0)]
    booked = {"playerId": ME, "transactionAmount": 35, "balance": 535}
    assert of(now, "BankAccountTransactionBooked") == [booked]


def test_prices_paid_are_told_by_the_piece():
    now, _ = told(n.BOUGHT)
    assert of(now, "TradableBought") == [
        {
            "playerId": ME, "robotId": None, "type": "ITEM", "name": "ROBOT", "amount": 2, "pricePerUnit": 100,
            "totalPrice": 200,
        }
    ]  # fmt: skip
    now, _ = told(n.RESTORED)
    assert of(now, "TradableBought")[0]["name"] == "ENERGY_RESTORE"
    assert of(now, "RobotRestoredAttributes")[0]["availableEnergy"] == 20


def test_the_patch_is_told_of_only_to_those_who_mined_there():
    elsewhere, _ = told(n.PATCH_MINED, visibility="open")
    assert of(elsewhere, "ResourceMined") == []
    there, _ = told(n.MINED, n.PATCH_MINED)
    assert of(there, "ResourceMined") == [
        {
            "planet": HOME,
            "minedAmount": 4,
            "resource": {"type": "COAL", "maxAmount": 10_000, "currentAmount": 9996},
        }
    ]


@pytest.mark.rule("DUN-225")
@pytest.mark.rule("DUN-228")
def test_prices_name_what_is_offered_on_this_wire():
    _, later = told()
    prices = {line["name"]: line["type"] for line in of(later, "TradablePrices")[0]}
    assert prices["ROBOT"] == "ITEM"
    assert prices["HEALTH_RESTORE"] == prices["ENERGY_RESTORE"] == "RESTORATION"
    assert prices["MINING_SPEED_5"] == "UPGRADE"
    assert prices["PLATIN"] == "RESOURCE"
    assert len(prices) == 1 + 2 + 35 + 5


@pytest.mark.rule("DUN-204")
@pytest.mark.rule("DUN-228")
def test_the_moments_of_a_round_are_told_when_they_come_with_whole_seconds():
    now, later = told()
    (ended,) = of(now, "RoundStatus")
    over, begun = of(later, "RoundStatus")
    assert [(one["roundNumber"], one["roundStatus"]) for one in (ended, over, begun)] == [
        (1, "command input ended"),
        (1, "ended"),
        (2, "started"),
    ]
    assert ended["impreciseTimings"] == {
        "roundStarted": "2023-11-14T22:13:20Z", "commandInputEnded": "2023-11-14T22:14:05Z", "roundEnded": None,
    }  # fmt: skip
    assert over["impreciseTimings"]["roundEnded"] == "2023-11-14T22:14:20Z"
    assert begun["impreciseTimings"] == {
        "roundStarted": "2023-11-14T22:14:20Z", "commandInputEnded": None, "roundEnded": None,
    }  # fmt: skip
    assert begun["impreciseTimingPredictions"] == {
        "roundStart": "2023-11-14T22:14:20Z", "commandInputEnd": "2023-11-14T22:15:05Z",
        "roundEnd": "2023-11-14T22:15:20Z",
    }  # fmt: skip
    assert ended["roundId"] == over["roundId"] != begun["roundId"]


def test_the_end_of_a_game_empties_the_account():
    _, later = told(n.OVER, phase="over")
    assert [letter.type for letter in later] == ["RoundStatus", "BankAccountCleared"]
    assert of(later, "BankAccountCleared") == [{"playerId": ME, "balance": 0}]


@pytest.mark.rule("DUN-065")
@pytest.mark.rule("DUN-227")
def test_messages_carry_their_command_and_an_id_of_their_own():
    now, _ = told(n.UPGRADED, n.SOLD)
    about = [letter for letter in now if letter.transaction]
    assert {letter.transaction for letter in about} == {ORDER}
    again, _ = told(n.UPGRADED, n.SOLD)
    assert [letter.id for letter in again] == [letter.id for letter in now]
    assert about[0].id == n.UPGRADED.id
    assert {letter.type for letter in now if letter.public} == {"RoundStatus"}


@pytest.mark.parametrize("generation", ["r2", "r1"])
def test_a_game_begins_with_its_status_and_an_account(generation):
    shapes = R2 if generation == "r2" else R1
    for letter in (
        game_status(generation, n.id_of(41), None, "created"),
        account_opened(generation, n.id_of(41), ME, 500, ORDER),
        *ROfSeat(generation, n.facts()).opening(n.view(), n.times()),
    ):
        fits(letter.payload, shapes[letter.type], letter.type)
    assert game_status("r1", n.id_of(41), None, "created").type == "game-status"
    assert named(n.id_of(41), "created") != named(n.id_of(41), "ended")
