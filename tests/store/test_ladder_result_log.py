"""The log of results: what gets into it, and what others read of it."""

import re
from pathlib import Path

import msgspec
from sqlalchemy import select
from tests.store.counted_matches import NOON_MS, play, player

import roundhouse
from roundhouse.store import ladder, matches
from roundhouse.store.ladder import result_log
from roundhouse.store.schema import platform


def log(connection):
    return [counted for batch in result_log.batches(connection) for counted in batch]


def lines(connection):
    return [msgspec.json.decode(line) for line in ladder.log_lines(connection)]


def test_a_rated_match_is_in_the_log_with_places_and_reasons(database):
    with database.engine.begin() as connection:
        begun, _ = play(connection, ["a", "b"], [2, 1], left=["no_command", ""])
        ids = [player(connection, name).id for name in "ab"]
        (counted,) = log(connection)
    assert counted == result_log.CountedResult(
        counted.id,
        begun.id,
        "spacegoo",
        "standard",
        "bots",
        False,
        NOON_MS,
        (result_log.SeatResult(ids[0], 2, "no_command"), result_log.SeatResult(ids[1], 1, "")),
    )


def test_matches_that_do_not_count_are_not_in_the_log(database):
    with database.engine.begin() as connection:
        play(connection, ["a", "b"], [1, 2], rated=False)
        running, _ = play(connection, ["a", "b"], [1, 2], finish=False)
        assert ladder.count(connection, running.id) == [], "not over yet"
        matches.abandon(connection, running.id, reason="outage", now_ms=9)
        assert ladder.count(connection, running.id) == [], "abandoned"
        play(connection, ["a", "a"], [1, 2])
        assert log(connection) == []
        assert connection.execute(select(platform.standings)).all() == []


def test_a_match_counts_once(database):
    with database.engine.begin() as connection:
        begun, ended = play(connection, ["a", "b"], [1, 2])
        assert ladder.count(connection, begun.id) == ended.ratings
        assert len(log(connection)) == 1
        assert [row.wins + row.losses for row in connection.execute(select(platform.standings))] == [1, 1]


def test_the_log_is_read_in_its_order_from_any_place_on(database, monkeypatch):
    monkeypatch.setattr(result_log, "BATCH", 3)
    with database.engine.begin() as connection:
        for n in range(8):
            play(connection, ["a", "b"], [1, 2], at_ms=NOON_MS - n)  # clocks may go backwards, the log does not
        ids = [counted.id for counted in log(connection)]
        assert len(ids) == 8
        assert ids == sorted(ids)
        assert result_log.length(connection) == 8
        assert result_log.length(connection, after=ids[4]) == 3
        later = [counted.id for batch in result_log.batches(connection, ids[4]) for counted in batch]
        assert later == ids[5:]


def test_others_read_names_kinds_places_and_reasons(database):
    with database.engine.begin() as connection:
        player(connection, "me", kind="person")
        begun, _ = play(connection, ["bot", "me"], [1, 2], pool="mixed", left=["", "resigned"])
        (line,) = lines(connection)
    assert line == {
        "result": line["result"],
        "at_ms": NOON_MS,
        "match": begun.key,
        "number": 1,
        "game": "spacegoo",
        "preset": "standard",
        "pool": "mixed",
        "line": False,
        "seats": [
            {"seat": 1, "name": "bot", "kind": "bot", "place": 1, "left": ""},
            {"seat": 2, "name": "me", "kind": "person", "place": 2, "left": "resigned"},
        ],
    }


def test_the_key_of_a_private_match_is_not_told(database):
    with database.engine.begin() as connection:
        play(connection, ["a", "b"], [1, 2], listed=False)
        assert [line["match"] for line in lines(connection)] == [""]


def test_an_empty_log_has_no_lines(database):
    with database.engine.connect() as connection:
        assert lines(connection) == []


def test_no_code_changes_or_deletes_a_result():
    """Append-only: besides reading there is one statement on the table, the insert of `result_log.append`."""
    statement = re.compile(r"\b(update|delete|insert|upsert)\((?:connection, )?(?:platform\.)?(?:results|log)\b")
    method = re.compile(r"\b(?:results|log)\.(update|delete|insert)\(")
    found = []
    for path in Path(roundhouse.__file__).parent.rglob("*.py"):
        if path.name != "backup.py" and path.parent.name != "versions":  # these fill empty databases
            source = path.read_text(encoding="utf-8")
            found += [(path.name, verb) for verb in statement.findall(source) + method.findall(source)]
    assert found == [("result_log.py", "insert")]
