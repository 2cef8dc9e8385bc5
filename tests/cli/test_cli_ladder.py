"""`roundhouse ladder`: show, recompute, export."""

import json
from typing import Any

import pytest
from click.testing import Result
from sqlalchemy import update
from tests.store.counted_matches import play
from typer.testing import CliRunner

from roundhouse.cli.main import app
from roundhouse.store.database import FILE, Database
from roundhouse.store.schema import platform


def invoke(*words: object, data: Any = None) -> Result:
    flags = [] if data is None else ["--data", str(data)]
    return CliRunner().invoke(app, ["ladder", *(str(word) for word in words), *flags], catch_exceptions=False)


def write(folder, change):
    database = Database(folder / FILE)
    try:
        database.submit(change).result()
    finally:
        database.close()


@pytest.fixture
def data(tmp_path):
    """The folder of a server on which a few matches were played."""

    def matches(connection):
        for n in range(11):
            play(connection, ["ann", "bob"], [1, 2] if n % 3 else [2, 1], line=n % 2 == 0)
        play(connection, ["ann", "carl"], [1, 1])

    write(tmp_path, matches)
    return tmp_path


def test_the_ladders_there_are(data):
    result = invoke("show", data=data)

    assert result.exit_code == 0
    assert result.stdout.split() == ["game", "preset", "pool", "players", "spacegoo", "standard", "bots", "3"]


def test_a_ladder_as_a_table(data):
    lines = invoke("show", "spacegoo", data=data).stdout.splitlines()

    assert lines[0].split() == ["rank", "player", "kind", "rating", "matches", "won", "drawn", "lost"]
    assert lines[1].split()[:3] == ["1", "ann", "bot"]
    assert lines[1].split()[-4:] == ["12", "7", "1", "4"]
    assert [line.split()[1] for line in lines[1:4]] == ["ann", "bob", "carl"]
    assert "?" in lines[3], "one match is not enough"
    assert lines[4] == "? provisional: too little is known yet"


def test_a_ladder_as_json(data):
    page = json.loads(invoke("show", "spacegoo", "--limit", 1, "--offset", 1, "--json", data=data).stdout)

    assert page["total"] == 3
    assert [(row["rank"], row["player"]["name"]) for row in page["rows"]] == [(2, "bob")]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["show", "chess"], "no_such_game"),
        (["show", "spacegoo", "--preset", "x"], "no_such_preset"),
        (["show", "spacegoo", "--pool", "cats"], "no_such_pool"),
    ],
)
def test_a_ladder_that_cannot_be_is_told(data, words, code):
    result = invoke(*words, "--json", data=data)

    assert (result.exit_code, json.loads(result.stdout)["error"]["code"]) == (2, code)


def test_a_ladder_without_anybody(data):
    assert invoke("show", "spacegoo", "--pool", "people", data=data).stdout == "Nobody stands in this ladder yet.\n"


@pytest.mark.parametrize("words", [["show"], ["recompute"], ["export"]])
def test_a_folder_without_data_is_told_and_stays_empty(tmp_path, words):
    result = invoke(*words, data=tmp_path / "nothing")

    assert result.exit_code == 2
    assert "there is no server's data" in result.stderr
    assert not (tmp_path / "nothing").exists()


def test_right_standings_are_said_to_be_right(data):
    result = invoke("recompute", data=data)

    assert (result.exit_code, result.stdout) == (0, "12 results: the standings were already right.\n")


def test_wrong_standings_are_found_put_right_and_told_by_the_status(data):
    def spoil(connection):
        connection.execute(update(platform.standings).values(wins=99))
        connection.execute(update(platform.ratings).values(elo=1.0).where(platform.ratings.c.player_id == 1))

    write(data, spoil)
    looked = invoke("recompute", "--check", data=data)
    put_right = invoke("recompute", data=data)
    again = invoke("recompute", "--json", data=data)

    assert (looked.exit_code, looked.stdout) == (1, "12 results: 3 standings, 1 Elo rating differ.\n")
    assert put_right.exit_code == 1
    assert put_right.stdout == "12 results: 3 standings, 1 Elo rating differed and were put right.\n"
    assert again.exit_code == 0
    nothing = {"standings": 0, "days": 0, "seats": 0, "elos": 0}
    assert json.loads(again.stdout) == {"results": 12, "same": True, "differed": nothing, "put_right": True}


def test_the_constants_of_the_elo_are_those_of_the_server(data):
    (data / "settings.toml").write_text("elo_k = 20\n")

    assert invoke("recompute", data=data).exit_code == 1
    assert invoke("recompute", data=data).exit_code == 0


def test_the_log_goes_to_a_file_or_to_standard_output(data, tmp_path):
    written = invoke("export", "--out", tmp_path / "log.ndjson", data=data)
    printed = invoke("export", data=data)

    assert (written.exit_code, written.stdout) == (0, "")
    assert (tmp_path / "log.ndjson").read_text() == printed.stdout
    lines = [json.loads(line) for line in printed.stdout.splitlines()]
    assert [line["number"] for line in lines] == list(range(1, 13))
    assert [seat["name"] for seat in lines[-1]["seats"]] == ["ann", "carl"]
