"""The line server on a store: durable before acknowledged, and going on after an outage."""

import pytest
from sqlalchemy import event
from tests.games.spacegoo.server.manual_line_server import ManualLineServer

from roundhouse.core.entries import LEAVE, ORDER, Entry
from roundhouse.games.spacegoo.server import ranking_store
from roundhouse.games.spacegoo.server.plugin import width
from roundhouse.match import record as records
from roundhouse.match.verification import verify
from roundhouse.server.rendering.archive import Archive
from roundhouse.store import line_elo, matches, players

RECEIVED = "command received. waiting for other player..."
WAITING = "your current score: 1000.00. waiting for game start..."


def stored_entries(database, number=1):
    with database.engine.connect() as connection:
        stored = matches.by_number(connection, "spacegoo", number)
        return matches.entries_of(connection, stored.id, width)


def state_of(database, number=1):
    with database.engine.connect() as connection:
        return matches.by_number(connection, "spacegoo", number).state


def elo(database, name):
    with database.engine.connect() as connection:
        return line_elo.rating(connection, players.find(connection, name).id, "spacegoo", "standard")


def test_a_command_is_in_the_database_when_it_is_acknowledged(database):
    with ManualLineServer(database=database) as line_server:
        one, _ = line_server.match()
        before = len(one.writes)
        at_commit = []
        event.listen(database.engine, "commit", lambda connection: at_commit.append(len(one.writes)))
        one.say("send 1 0 5 0 0")

        assert at_commit[0] == before, "not acknowledged before the commit"
        assert one.heard() == [RECEIVED]
        assert [(entry.seat, entry.row) for entry in stored_entries(database)] == [(1, (1, 1, 0, 5, 0, 0))]


def test_a_command_that_cannot_be_written_is_not_acknowledged(database):
    with ManualLineServer(database=database) as line_server:
        one, _ = line_server.match()

        event.listen(database.engine, "before_cursor_execute", refuse_entries)
        one.say("nop")
        event.remove(database.engine, "before_cursor_execute", refuse_entries)

        assert one.heard() == []
        assert len(line_server.failures) == 1


def refuse_entries(connection, cursor, statement, *_):
    if "entries" in statement:
        cursor.execute("SELECT no_such_column")


@pytest.mark.rule("GOO-067")
def test_a_finished_match_is_rated_and_becomes_a_record_that_proves_itself(database):
    with ManualLineServer(database=database) as line_server:
        one, two = line_server.match()
        one.say("send 1 0 25 0 0")
        two.say("nop")
        one.say("quit")
        names = [player["name"] for player in two.states()[-1]["players"]]
        archive = Archive(database)
        archive.keep_all()
        archive.close()

    assert (elo(database, names[0]), elo(database, names[1])) == (995.0, 1005.0)
    with database.engine.connect() as connection:
        record = records.from_bytes(matches.record_of(connection, 1))
    assert verify(record).ok
    assert record.result.winner == 2
    assert stored_entries(database) == []


# Outages


def cut(database, *rounds, half=None, **settings):
    """A match that is interrupted after some rounds; with `half` that seat has sent its next command already."""
    with ManualLineServer(database=database, **settings) as line_server:
        wires = line_server.match()
        for one, two in rounds:
            wires[0].say(one)
            wires[1].say(two)
        if half:
            wires[half - 1].say("nop")
        return [player["name"] for player in wires[0].states()[-1]["players"]] if rounds else None


def test_after_an_outage_a_match_goes_on_where_it_was(database):
    names = cut(database, ("send 1 0 25 0 0", "nop"), ("nop", "nop"))
    with ManualLineServer(database=database) as line_server:
        line_server.restore()
        one = line_server.connect().say(f"login {names[0]} pw")
        assert one.heard()[1:] == [WAITING]
        assert one.say("nop").heard() == ["not in a game. please wait"]
        line_server.advance(50)
        two = line_server.connect().say(f"login {names[1]} pw")
        assert one.heard() == [f"game 1 starts. other player is {names[1]}", "{2}"]
        assert two.heard()[2:] == [f"game 1 starts. other player is {names[0]}", "{2}"]
        line_server.advance(2.9)
        one.say("nop")
        two.say("nop")
        state = one.states()[-1]
        assert state["round"] == 3
        assert state["fleets"][0]["ships"] == [25, 0, 0]
        assert len(stored_entries(database)) == 9


def test_an_acknowledged_command_of_a_half_round_still_counts(database):
    names = cut(database, ("nop", "nop"), half=1)
    with ManualLineServer(database=database) as line_server:
        line_server.restore()
        one, two = (line_server.login(name) for name in names)
        assert one.heard() == [f"game 1 starts. other player is {names[1]}", RECEIVED], "no state to answer again"
        two.say("nop")
        assert one.heard()[:2] == ["calculating round", "{2}"]


def test_nobody_is_disqualified_by_an_outage(database):
    names = cut(database, ("nop", "nop"))
    with ManualLineServer(database=database) as line_server:
        line_server.restore()
        one = line_server.login(names[0])
        line_server.advance(60.1)
        assert one.heard() == ["the other player did not come back. the game is closed without a rating"]
        assert state_of(database) == "abandoned"
        assert (elo(database, names[0]), elo(database, names[1])) == (1000.0, 1000.0)
        line_server.login("carl")
        line_server.pair()
        assert one.heard()[0] == "game 2 starts. other player is carl"


def test_who_comes_back_and_hangs_up_again_may_come_back_once_more(database):
    names = cut(database, ("nop", "nop"))
    with ManualLineServer(database=database) as line_server:
        line_server.restore()
        line_server.login(names[0]).hang_up()
        two = line_server.login(names[1])
        assert two.heard() == []
        again = line_server.connect().say(f"login {names[0]} pw")
        assert again.heard()[2:] == [f"game 1 starts. other player is {names[1]}", "{1}"]


def test_a_crash_between_the_last_command_and_the_end_loses_nothing(database):
    """Both commands of the last round are in the log, the tick and the result are not."""
    names = cut(database, ("nop", "nop"), spacegoo={"max_rounds": 2})

    for seat in (1, 2):
        database.append(matches.row_of(1, 3 + seat, Entry(ORDER, seat, (), 9)))
    database.flush()
    with ManualLineServer(database=database) as line_server:
        line_server.restore()
        for wire in [line_server.connect().say(f"login {name} pw") for name in names]:
            assert wire.heard()[-4:-1] == [
                "calculating round",
                "game ended: game is a draw, 0.00 ELO for you. final state follows",
                "{2 over}",
            ]
        assert state_of(database) == "finished"


def test_a_crash_after_a_disqualification_still_ends_the_match(database):
    cut(database, ("nop", "nop"))
    database.append(matches.row_of(1, 4, Entry(LEAVE, 2, (3,), 9)))
    database.flush()
    with ManualLineServer(database=database) as line_server:
        line_server.restore()
        assert state_of(database) == "finished"
        with database.engine.connect() as connection:
            assert ranking_store.newest(connection, "spacegoo", "standard", count=1)[0].changes == (5.0, -5.0)


def test_a_match_that_cannot_go_on_is_closed_and_the_server_starts(database, caplog):
    names = cut(database, ("nop", "nop"))
    database.append(matches.row_of(1, 4, Entry(99, 1, (), 9)))
    database.flush()
    with ManualLineServer(database=database) as line_server:
        line_server.restore()
        assert state_of(database) == "abandoned"
        assert "match 1 cannot go on and is closed" in caplog.messages
        assert line_server.connect().say(f"login {names[0]} pw").heard()[1:] == [WAITING]
        assert elo(database, names[0]) == 1000.0


# Accounts


@pytest.mark.rule("GOO-073")
def test_without_account_creation_unknown_names_are_refused(database):
    with ManualLineServer(database=database, allow_account_creation=False) as line_server:
        assert line_server.connect().say("login bob pw").heard()[1] == "invalid login"
        line_server.accounts.create("bob", "pw")
        assert line_server.connect().say("login bob pw").heard()[1] == WAITING


@pytest.mark.rule("GOO-073", "GOO-077")
def test_two_connections_that_make_the_same_name_at_once(database):
    with ManualLineServer(database=database) as line_server:
        wires = [line_server.connect() for _ in range(4)]
        for wire, secret in zip(wires, ["pw", "pw", "other", "pw"], strict=True):
            wire.connection.data_received(f"login bob {secret}\n".encode())
        line_server.settle()
        heard = [wire.heard()[1] for wire in wires]
        assert heard.count(WAITING) == 1
        assert set(heard) <= {WAITING, "you are already logged in", "invalid login"}
        assert len(line_server.server.line_queues["standard"].waiting) == 1
