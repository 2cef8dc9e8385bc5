"""Sessions of browsers and tokens of bots."""

import pytest
from sqlalchemy import select
from tests.store.players_and_matches import player

from roundhouse.store import players, sessions, tokens
from roundhouse.store.schema import platform

DAY_MS = 86_400_000
NOW = 1_700_000_000_000


@pytest.fixture
def connection(database):
    with database.engine.begin() as connection:
        yield connection


@pytest.fixture
def anna(connection):
    return player(connection, "anna", kind="person")


# Sessions


def test_whoever_holds_the_secret_is_the_player(connection, anna):
    secret, other = (sessions.open(connection, anna.id, NOW) for _ in range(2))
    assert len(secret) >= 43
    assert secret != other
    assert sessions.player_of(connection, secret, NOW) == anna
    strange = ["", secret[:-1], secret + "x", "\0", "\ud800"]
    assert [sessions.player_of(connection, wrong, NOW) for wrong in strange] == [None] * len(strange)


def test_the_database_does_not_know_the_secret_of_a_session(connection, anna):
    secret = sessions.open(connection, anna.id, NOW)
    (kept,) = connection.execute(select(platform.sessions)).all()
    assert len(kept.hash) == 32
    assert secret.encode() not in kept.hash


def test_a_session_ends_by_itself(connection, anna):
    short, usual = sessions.open(connection, anna.id, NOW, days=1), sessions.open(connection, anna.id, NOW)
    assert sessions.player_of(connection, short, NOW + DAY_MS - 1) == anna
    assert sessions.player_of(connection, short, NOW + DAY_MS) is None
    assert sessions.sweep(connection, NOW + DAY_MS) == 1
    assert sessions.player_of(connection, usual, NOW + 30 * DAY_MS - 1) == anna
    assert sessions.sweep(connection, NOW + 30 * DAY_MS) == 1
    assert sessions.sweep(connection, NOW + 99 * DAY_MS) == 0


def test_signing_out_ends_one_session_or_all_of_a_player(connection, anna):
    bob = player(connection, "bob")
    one, two, three = (sessions.open(connection, anna.id, NOW) for _ in range(3))
    bobs = sessions.open(connection, bob.id, NOW)
    sessions.close(connection, one)
    assert [sessions.player_of(connection, secret, NOW) for secret in (one, two, three)] == [None, anna, anna]
    sessions.close_all(connection, anna.id)
    assert [sessions.player_of(connection, secret, NOW) for secret in (two, three, bobs)] == [None, None, bob]


def test_who_is_blocked_is_signed_in_nowhere(connection, anna):
    secret = sessions.open(connection, anna.id, NOW)
    token, _ = tokens.make(connection, anna.id, "laptop", NOW)
    players.change(connection, anna.id, blocked=True)
    assert sessions.player_of(connection, secret, NOW) is None
    assert tokens.player_of(connection, token) is None
    unblocked = players.change(connection, anna.id, blocked=False)
    assert sessions.player_of(connection, secret, NOW) == tokens.player_of(connection, token) == unblocked


# Tokens


def test_a_token_signs_in_and_is_known_to_the_database_by_its_hash_only(connection, anna):
    token, _ = tokens.make(connection, anna.id, "laptop", NOW)
    assert token.startswith("rh_")
    assert len(token) >= 46
    assert tokens.player_of(connection, token) == anna
    strange = ["", "rh_", token[3:], token.lower() + "x", "\0", "\ud800"]
    assert [tokens.player_of(connection, wrong) for wrong in strange] == [None] * len(strange)
    (kept,) = connection.execute(select(platform.tokens)).all()
    assert token[3:].encode() not in kept.hash


def test_the_bots_of_a_blocked_owner_stay_outside(connection, anna):
    bot = player(connection, "goo", owner_id=anna.id)
    token, _ = tokens.make(connection, bot.id, "first", NOW)
    assert tokens.player_of(connection, token) == bot
    players.change(connection, anna.id, blocked=True)
    assert tokens.player_of(connection, token) is None


def test_an_owner_sees_the_tokens_of_all_their_bots_and_can_end_them(connection, anna):
    bot, bob = player(connection, "goo", owner_id=anna.id), player(connection, "bob")
    own, own_id = tokens.make(connection, anna.id, "laptop", NOW)
    bots, bots_id = tokens.make(connection, bot.id, "server", NOW + 1)
    bobs, bobs_id = tokens.make(connection, bob.id, "phone", NOW + 2)
    assert tokens.of_owner(connection, anna.id) == [
        tokens.Token(own_id, "laptop", anna.id, "anna", NOW, None),
        tokens.Token(bots_id, "server", bot.id, "goo", NOW + 1, None),
    ]
    asked = [bobs_id, bots_id, bots_id, 0, -1, 2**31, 2**70]
    assert [tokens.revoke(connection, number, anna.id) for number in asked] == [False, True, False] + [False] * 4
    assert [tokens.player_of(connection, token) for token in (own, bots, bobs)] == [anna, None, bob]
    assert not tokens.revoke(connection, own_id, bot.id), "a bot has no power over its owner"


def test_the_last_use_of_a_token_is_noted_at_most_once_a_minute(connection, anna):
    token, _ = tokens.make(connection, anna.id, "laptop", NOW)
    noted = []
    for later in (0, 59_999, 60_000, 60_001):
        tokens.used(connection, token, NOW + later)
        noted.append(tokens.of_owner(connection, anna.id)[0].used_ms - NOW)
    assert noted == [0, 0, 60_000, 60_000]
