"""What programs of the original read into the words of a wire: who is meant, who is dead, and what was wrong."""

import msgspec
import pytest
from tests.games.dungeon.server.wire import native_events as n
from tests.games.dungeon.server.wire.native_events import ANNA, FOE, ORDER, ROBOT

from roundhouse.games.dungeon import events as e
from roundhouse.games.dungeon.server import registered_players
from roundhouse.games.dungeon.server.kafka_events import KOfSeat
from roundhouse.games.dungeon.server.rabbitmq_events import ROfSeat
from roundhouse.games.dungeon.server.round_messages import Insight, Revealed
from roundhouse.games.dungeon.server.store import WirePlayer

NO_ARTICLE = n.trade(article=None, which=ROBOT, money=0, reason="unknown_article")
NO_PLANET = e.Moved(**n.tried(reason="unknown_planet"), energy=20, origin=n.HOME, planet=None, robots={})
POOR = n.trade(reason="not_enough_money", money=0)


def ticked(story, *events, insight=None):
    story.opening(n.view(1, [n.robot()]), n.times())
    ends = n.START + 45_000
    return story.tick(events, n.view(2, [n.robot()]), insight or n.insight(), ends, n.times(n.START + 60_000))


@pytest.mark.rule("DUN-230")
@pytest.mark.parametrize("seat", [n.ANNA, n.BERT])
def test_a_program_knows_its_own_robots_by_the_beginning_of_its_id(seat):
    ids = ["0a1b2c3d-0000-4000-8000-000000000001", "9f8e7d6c-0000-4000-8000-000000000002"]
    story = ROfSeat("r2", msgspec.structs.replace(n.facts(seat), players=ids))
    levels = n.insight().robots[0].levels
    robots = [
        Revealed(id=robot, planet=n.HOME, seat=owner, health=10, energy=20, levels=levels)
        for robot, owner in ((ROBOT, n.ANNA), (FOE, n.BERT))
    ]
    now, _ = ticked(story, insight=Insight({}, robots))
    shown = now[-1].payload["robots"]
    assert [len(one["playerNotion"]) for one in shown] == [8, 8]
    mine = [one["robotId"] for one in shown if ids[seat - 1].startswith(one["playerNotion"])]
    assert mine == [ROBOT if seat == n.ANNA else FOE]


@pytest.mark.rule("DUN-228")
@pytest.mark.parametrize("generation", ["r2", "r1"])
def test_prices_come_after_the_start_of_their_round(generation):
    story = ROfSeat(generation, n.facts())
    opening = [letter.type for letter in story.opening(n.view(1), n.times())]
    assert opening.index("TradablePrices") == len(opening) - 1
    _, later = story.tick([], n.view(2), n.insight(), n.START, n.times())
    assert [letter.payload["roundStatus"] if "tatus" in letter.type else letter.type for letter in later] == [
        "ended",
        "started",
        "TradablePrices",
    ]


@pytest.mark.rule("DUN-218")
def test_a_fight_that_failed_says_nothing_of_the_defender_s_health():
    now, _ = ticked(KOfSeat(n.facts()), n.MISSED, n.FOUGHT)
    assert [letter.payload["remainingDefenderHealth"] for letter in now[1:]] == [None, 9]


@pytest.mark.rule("DUN-230")
def test_a_robot_whose_health_nobody_knows_is_not_dead():
    now, _ = ticked(ROfSeat("r2", n.facts(ANNA, health=(15, 25, 50, 100, 200, 500))), n.FOUGHT, n.WAS_HIT)
    fought, was_hit = (letter.payload for letter in now if letter.type == "RobotAttacked")
    assert (was_hit["attacker"]["availableHealth"], was_hit["attacker"]["availableEnergy"]) == (15, 20)
    assert (fought["target"]["availableHealth"], fought["target"]["availableEnergy"]) == (9, 20)


@pytest.mark.rule("DUN-228")
def test_an_error_names_what_the_command_named():
    story, other = ROfSeat("r2", n.facts()), KOfSeat(n.facts())
    story.given(ORDER, "HAMMER")
    other.given(ORDER, "HAMMER")
    now, _ = ticked(story, NO_ARTICLE, NO_PLANET, POOR)
    told = [letter.payload["description"] for letter in now if letter.type == "error"]
    assert told == [
        "The command failed: unknown article (HAMMER).",
        "The command failed: unknown planet (HAMMER).",
        "The command failed: not enough money (HAMMER).",
    ]
    now, _ = story.tick([NO_ARTICLE], n.view(3), n.insight(), n.START, n.times())
    assert now[1].payload["description"] == "The command failed: unknown article.", "names are those of one round"
    now, _ = ticked(other, NO_ARTICLE, NO_PLANET, POOR)
    assert [letter.payload["message"] for letter in now[1:]] == [
        "unknown_article: HAMMER",
        "unknown_planet: HAMMER",
        "not_enough_money",
    ]


@pytest.mark.rule("DUN-230")
def test_no_two_players_have_ids_that_begin_alike(monkeypatch):
    known = registered_players.RegisteredPlayers(None, None)
    known._note(WirePlayer(msgspec.defstruct("Account", [("id", int)])(1), "0a1b2c3d-1", "anna@example.org", "anna"))
    drawn = iter(["0a1b2c3d-2", "9f8e7d6c-3"])
    monkeypatch.setattr(registered_players, "uuid4", lambda: next(drawn))
    assert known._new_uuid() == "9f8e7d6c-3"
