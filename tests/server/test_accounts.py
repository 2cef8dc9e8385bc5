"""Accounts: made by an administrator, and never kept in clear."""

import asyncio

import pytest
from sqlalchemy import select

from roundhouse.server.accounts import AccountError, Accounts, hasher
from roundhouse.server.app import create_account
from roundhouse.store import tables
from roundhouse.store.database import FILE, Database


@pytest.fixture
def accounts(tmp_path):
    database = Database(tmp_path / FILE)
    accounts = Accounts(database, passwords=hasher(time_cost=1, memory_cost=8))
    yield accounts
    accounts.close()
    database.close()


def login(accounts, name, secret):
    return asyncio.run(accounts.login(name, secret, "standard"))


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


def test_the_database_holds_a_hash_with_the_agreed_cost(tmp_path):
    create_account(tmp_path, "bob", "very secret")
    database = Database(tmp_path / FILE)
    with database.engine.connect() as connection:
        kept = connection.execute(select(tables.players.c.line_secret)).scalar_one()
    database.close()
    assert kept.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert b"very secret" not in (tmp_path / FILE).read_bytes()
