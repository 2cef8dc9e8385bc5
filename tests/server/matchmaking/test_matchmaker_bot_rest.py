"""Bots that fail too often are rested, and their owners are told."""

import pytest
from tests.server.matchmaking.manual_matchmaker import ManualMatchmaker
from tests.store.counted_matches import play

from roundhouse.server.timers import wall_ms
from roundhouse.store import notices, players


@pytest.fixture
def manual(database):
    with ManualMatchmaker(database) as manual:
        yield manual


@pytest.fixture
def owner(manual):
    return manual.player("owner", kind="person").id


def fail(manual, name, *, times):
    """Matches of this bot, each left by it in the middle."""
    for _ in range(times):
        manual.advance(9)
        manual.end(name, how="fail")


def notices_of(manual, player_id):
    return [(one.code, one.data) for one in manual.read(lambda connection: notices.of(connection, player_id))]


def test_three_failures_rest_a_bot_and_tell_its_owner(manual, owner):
    wire = manual.waiter("mine", owner_id=owner)
    fail(manual, "mine", times=2)
    assert wire.closed is None
    fail(manual, "mine", times=1)

    assert wire.closed == "rested"
    assert wire.types()[-1] == "rested"
    assert notices_of(manual, owner) == [("bot_rested", {"bot": "mine", "why": "connection_lost"})]
    bot = manual.player("mine")
    assert bot.rested_ms is not None
    assert bot.rested_why == "connection_lost"
    manual.advance(20)
    assert manual.playing == []


def test_a_rested_bot_may_not_wait_and_is_told_why(manual, owner):
    manual.waiter("mine", owner_id=owner)
    fail(manual, "mine", times=3)

    wire = manual.wire("mine").hello(game="spacegoo")

    refusal = wire.heard()[-1]
    assert refusal["code"] == "rested"
    assert refusal["sentence"] == ("mine rests because it failed too often (connection_lost); its owner can wake it.")


def test_a_connection_from_before_is_found_resting_when_it_would_be_paired(manual, owner):
    """It knows its account from its hello; whether it rests is looked up again."""
    wire = manual.waiter("mine", owner_id=owner)
    manual.waiter("ann")
    bot = manual.player("mine").id
    manual.write(lambda connection: players.change(connection, bot, rested_ms=5, rested_why="no_command"))
    manual.advance(2)

    assert wire.closed == "rested"
    assert manual.playing == []


def test_a_woken_bot_plays_with_a_clean_record(manual, owner):
    manual.waiter("mine", owner_id=owner)
    fail(manual, "mine", times=3)

    woken = manual.run(manual.matchmaker.wake(manual.player("mine").id))
    assert (woken.rested_ms, woken.rested_why) == (None, "")
    wire = manual.waiter("mine")
    fail(manual, "mine", times=2)
    assert wire.closed is None, "what failed before it was woken is forgiven"
    fail(manual, "mine", times=1)
    assert wire.closed == "rested"


def test_resigning_is_no_failure(manual, owner):
    wire = manual.waiter("mine", owner_id=owner)
    for _ in range(5):
        manual.advance(9)
        manual.end("mine")

    assert wire.closed is None
    assert notices_of(manual, owner) == []


def test_a_bot_that_plays_well_between_is_not_rested(manual, owner):
    wire = manual.waiter("mine", owner_id=owner)
    fail(manual, "mine", times=2)
    for _ in range(3):
        manual.advance(9)
        manual.end("mine")
    fail(manual, "mine", times=2)

    assert wire.closed is None, "two of the last five"


def test_failures_at_tables_count_and_those_over_lines_do_not(manual, owner):
    manual.player("mine", owner_id=owner)
    now_ms = wall_ms()
    for line in (True, True, False):
        manual.write(
            lambda c, line=line: play(
                c, ["mine", "x"], [2, 1], line=line, rated=line, left=["no_command", ""], at_ms=now_ms
            )
        )
    wire = manual.waiter("mine")
    fail(manual, "mine", times=1)
    assert wire.closed is None
    fail(manual, "mine", times=1)
    assert wire.closed == "rested"
    assert manual.player("mine").rested_why == "connection_lost, no_command"


def test_people_and_built_in_bots_are_never_rested(manual):
    wire = manual.waiter("me", kind="person")
    fail(manual, "me", times=5)
    assert wire.closed is None
    for _ in range(6):
        manual.advance(9)
        (house,) = manual.playing[0] - {"me"}
        manual.end(house, how="fail")

    assert manual.player("me").rested_ms is None
    assert all(player.rested_ms is None for player in manual.read(lambda c: players.search(c, "")))


def test_a_bot_without_an_owner_is_told_itself(manual):
    manual.waiter("orphan")
    fail(manual, "orphan", times=3)

    assert [code for code, _ in notices_of(manual, manual.player("orphan").id)] == ["bot_rested"]


def test_a_bot_that_never_answers_rests_with_all_its_connections(manual, owner):
    wires = [manual.waiter("mine", owner_id=owner), manual.waiter("mine")]
    manual.advance(60)

    assert [wire.closed for wire in wires] == ["rested", "rested"]
    assert manual.playing == []
    assert manual.matchmaker.waiting_count() == 0
    assert notices_of(manual, owner) == [("bot_rested", {"bot": "mine", "why": "no_command"})]
