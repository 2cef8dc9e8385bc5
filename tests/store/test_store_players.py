"""Accounts in the store."""

import threading

import pytest
from tests.store.players_and_matches import player

from roundhouse.store import players
from roundhouse.store.database import Database
from roundhouse.store.players import Player


def test_an_account_comes_back_as_it_was_made(database):
    with database.engine.begin() as connection:
        owner = player(connection, "anna", kind="person", password="hash", role="admin")  # noqa: S106
        bot, made = players.create(
            connection, name="Goo.2", kind="agent", owner_id=owner.id, language="Rust", now_ms=1_700_000_000_000
        )
        assert made
        assert players.by_id(connection, bot.id) == players.find(connection, "Goo.2") == bot
        assert players.by_id(connection, 99) is None
        assert players.by_ids(connection, [owner.id, bot.id, 99]) == {owner.id: owner, bot.id: bot}
        assert players.bots_of(connection, owner.id) == [bot]
        assert players.bots_of(connection, bot.id) == []
    assert bot == Player(
        id=bot.id,
        name="Goo.2",
        kind="agent",
        role="player",
        guest=False,
        builtin=False,
        blocked=False,
        owner_id=owner.id,
        language="Rust",
        rested_ms=None,
        rested_why="",
        created_ms=1_700_000_000_000,
        seen_ms=None,
    )
    assert (owner.password, owner.role, owner.kind) == ("hash", "admin", "person")
    assert players.card(bot) == {"name": "Goo.2", "kind": "agent", "guest": False, "builtin": False}


def test_no_log_shows_a_hash(database):
    with database.engine.begin() as connection:
        secret = player(connection, password="$argon2id$1", line_secret="$argon2id$2")  # noqa: S106
    assert "argon2" not in f"{secret!r} {secret} {[secret]}"


def test_the_second_account_of_a_name_is_the_first_in_any_case(database):
    with database.engine.begin() as connection:
        one = player(connection, "Straße")
        again = [players.create(connection, name=name, now_ms=2) for name in ("Straße", "STRASSE", "straße")]
    assert again == [(one, False)] * 3


def test_a_name_is_found_as_it_is_before_any_that_differs_in_case(database):
    def old(connection):
        """The first release let names differ in nothing else."""
        for name in ("bob", "Bob"):
            connection.exec_driver_sql(f"INSERT INTO players (name, folded, created_ms) VALUES ('{name}', 'bob', 1)")

    database.submit(old).result()
    with database.engine.connect() as connection:
        found = [players.find(connection, name).name for name in ("bob", "Bob", "BOB")]
    assert found == ["bob", "Bob", "bob"]


@pytest.mark.parametrize("name", ["", "\0", "a\0b", "\ud800", "x" * 10_000, "' OR 1=1 --", "%"])
def test_a_strange_name_is_nobodys(database, name):
    with database.engine.begin() as connection:
        player(connection)
        assert players.find(connection, name) is None


def test_two_processes_cannot_make_the_same_name(where):
    """Each has a writer of its own; the names differ in case, so no constraint of the database would notice."""
    databases = [Database(where), Database(where)]
    barrier = threading.Barrier(2)
    made = []

    def make(database, name):
        barrier.wait(10)
        made.append(database.submit(lambda connection: players.create(connection, name=name, now_ms=1)).result())

    for round_no in range(5):
        names = (f"bob{round_no}", f"BOB{round_no}")
        threads = [
            threading.Thread(target=make, args=(database, name))
            for database, name in zip(databases, names, strict=True)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(20)
    for database in databases:
        database.close()
    assert len({one.id for one, _ in made}) == 5
    assert [fresh for _, fresh in made].count(True) == 5


# Built-in bots


def test_built_in_bots_are_made_once(database):
    with database.engine.begin() as connection:
        first = players.builtins(connection, ["random", "greedy"], 5)
        again = players.builtins(connection, ["greedy", "random", "master"], 9)
    assert {name: bot.name for name, bot in again.items()} == {name: name for name in ("random", "greedy", "master")}
    assert (again["random"], again["greedy"]) == (first["random"], first["greedy"])
    assert all(bot.builtin and bot.kind == "bot" and bot.line_secret is None for bot in again.values())


def test_a_built_in_bot_whose_name_is_taken_gets_another_one_for_good(database):
    with database.engine.begin() as connection:
        player(connection, "Random")
        player(connection, "random (House)")
        first = players.builtins(connection, ["random", "greedy"], 5)
        assert (first["random"].name, first["greedy"].name) == ("random (house 2)", "greedy")
        assert players.builtins(connection, ["random", "greedy"], 6) == first
        assert not players.find(connection, "random").builtin


# Searching and changing


def test_players_are_searched_by_a_part_of_their_name_in_any_case(database):
    with database.engine.begin() as connection:
        for name in ("Zoe", "anna", "Hannah", "100%", "bob_1", "bobX1"):
            player(connection, name)

        def names(query, limit=50):
            return [found.name for found in players.search(connection, query, limit)]

        assert names("NN") == ["anna", "Hannah"]
        assert names("%") == ["100%"]
        assert names("b_1") == ["bob_1"], "no wildcards"
        assert names("", 3) == ["100%", "anna", "bob_1"]
        assert names("\0") == names("nobody") == []


def test_what_is_changed_is_there_and_nothing_else(database):
    with database.engine.begin() as connection:
        one, other = player(connection, "a"), player(connection, "b")
        changed = players.change(connection, one.id, rested_ms=1_700_000_000_000, rested_why="timeouts", blocked=True)
        assert (changed.rested_ms, changed.rested_why, changed.blocked) == (1_700_000_000_000, "timeouts", True)
        assert players.change(connection, one.id, rested_ms=None, rested_why="", blocked=False) == one
        players.seen(connection, one.id, 1_700_000_000_001)
        assert players.by_id(connection, one.id).seen_ms == 1_700_000_000_001
        assert players.by_id(connection, other.id) == other
        assert players.change(connection, 99, role="admin") is None


@pytest.mark.parametrize("column", ["name", "folded", "id", "created_ms", "shoe_size"])
def test_what_must_not_change_does_not(database, column):
    with database.engine.begin() as connection:
        one = player(connection)
        with pytest.raises(ValueError, match=f"{column} of a player cannot be changed"):
            players.change(connection, one.id, **{column: 7})
