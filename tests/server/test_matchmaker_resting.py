"""Bots that fail too often are rested, and their owners are told."""

import pytest
from tests.server.matchroom import MatchRoom
from tests.store.counted import play

from roundhouse.games.spacegoo.server.line_log import wall_ms
from roundhouse.store import notices, players


@pytest.fixture
def room(database):
    with MatchRoom(database) as room:
        yield room


@pytest.fixture
def owner(room):
    return room.player("owner", kind="person").id


def fail(room, name, *, times):
    """Matches of this bot, each left by it in the middle."""
    for _ in range(times):
        room.advance(9)
        room.end(name, how="fail")


def notices_of(room, player_id):
    return [(one.code, one.data) for one in room.read(lambda connection: notices.of(connection, player_id))]


def test_three_failures_rest_a_bot_and_tell_its_owner(room, owner):
    wire = room.waiter("mine", owner_id=owner)
    fail(room, "mine", times=2)
    assert wire.closed is None
    fail(room, "mine", times=1)

    assert wire.closed == "rested"
    assert wire.types()[-1] == "rested"
    assert notices_of(room, owner) == [("bot_rested", {"bot": "mine", "why": "connection_lost"})]
    bot = room.player("mine")
    assert bot.rested_ms is not None
    assert bot.rested_why == "connection_lost"
    room.advance(20)
    assert room.playing == []


def test_a_rested_bot_may_not_wait_and_is_told_why(room, owner):
    room.waiter("mine", owner_id=owner)
    fail(room, "mine", times=3)

    wire = room.wire("mine").hello(game="spacegoo")

    refusal = wire.heard()[-1]
    assert refusal["code"] == "rested"
    assert refusal["sentence"] == ("mine rests because it failed too often (connection_lost); its owner can wake it.")


def test_a_connection_from_before_is_found_resting_when_it_would_be_paired(room, owner):
    """It knows its account from its hello; whether it rests is looked up again."""
    wire = room.waiter("mine", owner_id=owner)
    room.waiter("ann")
    bot = room.player("mine").id
    room.write(lambda connection: players.change(connection, bot, rested_ms=5, rested_why="no_command"))
    room.advance(2)

    assert wire.closed == "rested"
    assert room.playing == []


def test_a_woken_bot_plays_with_a_clean_record(room, owner):
    room.waiter("mine", owner_id=owner)
    fail(room, "mine", times=3)

    woken = room.run(room.matchmaker.wake(room.player("mine").id))
    assert (woken.rested_ms, woken.rested_why) == (None, "")
    wire = room.waiter("mine")
    fail(room, "mine", times=2)
    assert wire.closed is None, "what failed before it was woken is forgiven"
    fail(room, "mine", times=1)
    assert wire.closed == "rested"


def test_resigning_is_no_failure(room, owner):
    wire = room.waiter("mine", owner_id=owner)
    for _ in range(5):
        room.advance(9)
        room.end("mine")

    assert wire.closed is None
    assert notices_of(room, owner) == []


def test_a_bot_that_plays_well_between_is_not_rested(room, owner):
    wire = room.waiter("mine", owner_id=owner)
    fail(room, "mine", times=2)
    for _ in range(3):
        room.advance(9)
        room.end("mine")
    fail(room, "mine", times=2)

    assert wire.closed is None, "two of the last five"


def test_failures_at_tables_count_and_those_over_lines_do_not(room, owner):
    room.player("mine", owner_id=owner)
    now_ms = wall_ms()
    for line in (True, True, False):
        room.write(
            lambda c, line=line: play(
                c, ["mine", "x"], [2, 1], line=line, rated=line, left=["no_command", ""], at_ms=now_ms
            )
        )
    wire = room.waiter("mine")
    fail(room, "mine", times=1)
    assert wire.closed is None
    fail(room, "mine", times=1)
    assert wire.closed == "rested"
    assert room.player("mine").rested_why == "connection_lost, no_command"


def test_people_and_built_in_bots_are_never_rested(room):
    wire = room.waiter("me", kind="person")
    fail(room, "me", times=5)
    assert wire.closed is None
    for _ in range(6):
        room.advance(9)
        (house,) = room.playing[0] - {"me"}
        room.end(house, how="fail")

    assert room.player("me").rested_ms is None
    assert all(player.rested_ms is None for player in room.read(lambda c: players.search(c, "")))


def test_a_bot_without_an_owner_is_told_itself(room):
    room.waiter("orphan")
    fail(room, "orphan", times=3)

    assert [code for code, _ in notices_of(room, room.player("orphan").id)] == ["bot_rested"]


def test_a_bot_that_never_answers_rests_with_all_its_connections(room, owner):
    wires = [room.waiter("mine", owner_id=owner), room.waiter("mine")]
    room.advance(60)

    assert [wire.closed for wire in wires] == ["rested", "rested"]
    assert room.playing == []
    assert room.matchmaker.waiting_count() == 0
    assert notices_of(room, owner) == [("bot_rested", {"bot": "mine", "why": "no_command"})]
