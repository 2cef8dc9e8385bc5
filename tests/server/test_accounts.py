"""Accounts: passwords, line secrets, sessions and tokens, none of them kept in clear."""

import asyncio

import pytest
from sqlalchemy import select

from roundhouse.server import accounts as server_accounts
from roundhouse.server.accounts import AccountError, Accounts, hasher
from roundhouse.server.errors import Refused
from roundhouse.store import players, tokens
from roundhouse.store.database import FILE, Database
from roundhouse.store.schema import platform


@pytest.fixture
def accounts(tmp_path):
    database = Database(tmp_path / FILE)
    accounts = Accounts(database, passwords=hasher(time_cost=1, memory_cost=8))
    yield accounts
    accounts.close()
    database.close()


def login(accounts, name, secret):
    return asyncio.run(accounts.login(name, secret, "spacegoo", "standard"))


@pytest.mark.rule("GOO-121")
def test_an_administrator_creates_an_account_with_a_given_password(accounts):
    assert accounts.create("bob", "given") == "given"
    assert login(accounts, "bob", "given").name == "bob"
    assert login(accounts, "bob", "other") is None


@pytest.mark.rule("GOO-121")
def test_an_administrator_creates_an_account_with_a_random_password(accounts):
    one, two = accounts.create("bob"), accounts.create("carl")
    assert one != two
    assert one == one.lower(), "so that it need not be quoted"
    assert login(accounts, "bob", one) is not None
    assert login(accounts, "bob", two) is None


@pytest.mark.rule("GOO-074", "GOO-121")
def test_an_account_that_exists_keeps_its_password(accounts):
    accounts.create("bob", "first")
    with pytest.raises(AccountError, match="there is an account called 'bob' already"):
        accounts.create("bob", "second")
    assert login(accounts, "bob", "first") is not None


@pytest.mark.parametrize(("name", "password"), [("", "x"), ("x" * 101, "x"), ("a\nb", "x"), ("bob", ""), ("b", 'x"y')])
def test_impossible_accounts_are_refused(accounts, name, password):
    with pytest.raises(AccountError):
        accounts.create(name, password)


@pytest.mark.parametrize(("kind", "column"), [("bot", "line_secret"), ("person", "password")])
def test_the_database_holds_a_hash_with_the_agreed_cost(tmp_path, kind, column):
    database = Database(tmp_path / FILE)
    accounts = Accounts(database)
    accounts.create("bob", "very secret", kind=kind)
    accounts.close()
    with database.engine.connect() as connection:
        kept = connection.execute(select(platform.players.c[column])).scalar_one()
    database.close()
    assert kept.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert b"very secret" not in (tmp_path / FILE).read_bytes()


def test_a_person_signs_in_on_the_page_and_not_by_the_line_protocol(accounts):
    accounts.create("ann", "a good password", kind="person")
    assert login(accounts, "ann", "a good password") is None
    assert asyncio.run(accounts.sign_in("ann", "a good password")).name == "ann"
    assert asyncio.run(accounts.sign_in("ann", "a bad password")) is None


def test_a_bot_logs_in_by_the_line_protocol_and_not_on_the_page(accounts):
    accounts.create("bob", "a good password")
    assert asyncio.run(accounts.sign_in("bob", "a good password")) is None
    assert login(accounts, "bob", "a good password").name == "bob"


@pytest.mark.parametrize("kind", ["person", "bot"])
def test_a_new_password_replaces_the_old_one(accounts, kind):
    accounts.create("bob", "the first password", kind=kind)
    player, drawn = accounts.reset("bob")
    assert (player.name, len(drawn)) == ("bob", 16)
    if kind == "bot":
        assert login(accounts, "bob", "the first password") is None
        assert login(accounts, "bob", drawn) is not None
    else:
        assert asyncio.run(accounts.sign_in("bob", "the first password")) is None
        assert asyncio.run(accounts.sign_in("bob", drawn)) is not None
    with pytest.raises(AccountError, match="there is no account called 'nobody'"):
        accounts.reset("nobody")


def test_a_password_for_the_page_is_not_too_short(accounts):
    with pytest.raises(AccountError, match="at least 8"):
        accounts.create("ann", "short", kind="person")


def test_blocked_players_come_in_by_no_door(accounts, tmp_path):
    player = asyncio.run(accounts.sign_up("ann", "a good password"))
    secret = asyncio.run(accounts.open_session(player))
    assert asyncio.run(accounts.by_session(secret)).name == "ann"
    token, _ = asyncio.run(accounts.write(lambda c: tokens.make(c, player.id, "x", 1)))
    assert asyncio.run(accounts.by_token(token)).name == "ann"
    asyncio.run(accounts.write(lambda c: players.change(c, player.id, blocked=True)))
    assert asyncio.run(accounts.by_session(secret)) is None
    assert asyncio.run(accounts.by_token(token)) is None


def test_when_players_and_tokens_were_here_is_noted(accounts):
    player = asyncio.run(accounts.sign_up("ann", "a good password"))
    token, _ = asyncio.run(accounts.write(lambda c: tokens.make(c, player.id, "x", 1)))
    asyncio.run(accounts.by_token(token))
    asyncio.run(accounts.write(lambda c: None))  # what nobody waits for is written before this
    (noted,) = asyncio.run(accounts.read(lambda c: tokens.of_owner(c, player.id)))
    seen = asyncio.run(accounts.read(lambda c: players.by_id(c, player.id))).seen_ms
    assert noted.used_ms
    assert seen


def test_too_many_sign_ins_at_once_are_sent_away(accounts, monkeypatch):
    monkeypatch.setattr(server_accounts, "HASHES_WAITING", 2)

    async def many():
        return await asyncio.gather(*(accounts.sign_in("x", "y") for _ in range(30)), return_exceptions=True)

    answers = asyncio.run(many())
    assert any(isinstance(answer, Refused) and answer.status == 503 for answer in answers)
    assert answers.count(None) >= 2


def test_two_who_sign_up_with_one_name_at_once_do_not_share_it(accounts):
    async def both():
        return await asyncio.gather(
            *(accounts.sign_up(name, "a good password") for name in ("Ann", "ann")), return_exceptions=True
        )

    answers = asyncio.run(both())
    assert sum(isinstance(answer, Refused) for answer in answers) == 1
