"""`roundhouse map` and `roundhouse feats`."""

import json

import pytest
from sqlalchemy import update
from tests.store.players_and_matches import SETUP, WON
from typer.testing import CliRunner

from roundhouse.cli.main import app
from roundhouse.games import GAMES
from roundhouse.games.rally.maps import SHIPPED
from roundhouse.store import audit, figures, maps, matches, players
from roundhouse.store.database import FILE, Database
from roundhouse.store.schema import platform

YARD = SHIPPED["training-shop"].replace("board: training-shop", "board: yard")


def invoke(*words, data=None):
    flags = [] if data is None else ["--data", str(data)]
    return CliRunner().invoke(app, [*(str(word) for word in words), *flags], catch_exceptions=False)


def written(folder, change):
    database = Database(folder / FILE)
    try:
        return database.submit(change).result()
    finally:
        database.close()


@pytest.fixture
def data(tmp_path):
    """The folder of a server that has run before."""
    folder = tmp_path / "data"
    folder.mkdir()
    written(folder, lambda connection: None)
    return folder


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "yard.txt"
    path.write_text(YARD)
    return path


# Maps


@pytest.mark.rule("RAL-314")
def test_a_good_map_can_be_played(file):
    result = invoke("map", "check", file)
    assert result.exit_code == 0
    assert result.stdout == "yard: Lehrwerkstatt / Training Shop, up to 8 seats; it can be played.\n"
    document = json.loads(invoke("map", "check", file, "--json").stdout)
    assert (document["fine"], document["check"]["key"], document["check"]["problems"]) == (True, "yard", [])


def test_everything_that_is_wrong_is_told_with_its_place_and_rule(file):
    file.write_text(YARD.replace("c1", "??").replace("c2", "!!"))
    result = invoke("map", "check", file)
    assert result.exit_code == 5
    assert result.stdout == ""
    lines = result.stderr.splitlines()
    assert len(lines) >= 3
    assert all(line.startswith("Line ") and line.endswith(")") for line in lines)
    assert "`??` is no field. (RAL-019)" in result.stderr
    document = json.loads(invoke("map", "check", file, "--json").stdout)
    assert (document["fine"], len(document["check"]["problems"])) == (False, len(lines))


@pytest.mark.rule("RAL-314")
def test_a_map_is_installed_replaced_listed_and_removed(data, file):
    assert invoke("map", "install", file, data=data).stdout.startswith("yard is installed: ")
    document = json.loads(invoke("map", "install", file, "--json", data=data).stdout)
    assert document == {"installed": "yard", "game": "rally"}
    lines = invoke("map", "list", data=data).stdout.splitlines()
    assert [line.split()[0] for line in lines] == [*SHIPPED, "yard"]
    assert lines[-1].endswith("installed by the command line")
    listed = json.loads(invoke("map", "list", "--json", data=data).stdout)["maps"]
    assert listed[-1] == {
        "key": "yard", "name": "Lehrwerkstatt / Training Shop", "seats": 8, "shipped": False, "author": "",
    }  # fmt: skip
    assert invoke("map", "remove", "yard", data=data).stdout == "yard is gone\n"
    actions = written(data, lambda connection: [(line.action, line.actor) for line in audit.lines(connection)])
    assert actions == [(word, "(command line)") for word in ("map_removed", "map_installed", "map_installed")]


def test_without_a_server_the_shipped_maps_are_listed(tmp_path):
    lines = invoke("map", "list", data=tmp_path / "nothing").stdout.splitlines()
    assert [line.split()[0] for line in lines] == list(SHIPPED)
    assert not (tmp_path / "nothing").exists()
    assert invoke("map", "list", "--game", "spacegoo", data=tmp_path / "nothing").stdout == ""


def test_a_bad_map_is_not_installed(data, file):
    file.write_text(YARD.replace("c1", "c2"))
    assert invoke("map", "install", file, data=data).exit_code == 5
    assert json.loads(invoke("map", "install", file, "--json", data=data).stdout)["fine"] is False
    assert written(data, lambda connection: maps.keys(connection, "rally")) == []


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["check", "YARD", "--game", "chess"], "no_such_game"),
        (["check", "YARD", "--game", "spacegoo"], "no_maps"),
        (["check", "nowhere.txt"], "file"),
        (["check", "FOLDER"], "file"),
        (["check", "BINARY"], "bad_map"),
        (["check", "LARGE"], "too_large"),
        (["install", "SHIPPED"], "map_exists"),
        (["remove", "yard"], "no_map"),
        (["remove", "yard", "--game", "chess"], "no_such_game"),
    ],
)
def test_a_mistake_is_told_in_a_sentence(data, file, tmp_path, words, code):
    (tmp_path / "binary").write_bytes(b"\xff\xfe\0")
    (tmp_path / "large").write_bytes(b"x" * 200_001)
    (tmp_path / "shipped").write_text(SHIPPED["oil-cellar"])
    known = {"YARD": file, "FOLDER": tmp_path, "BINARY": tmp_path / "binary", "LARGE": tmp_path / "large"}
    known["SHIPPED"] = tmp_path / "shipped"
    given = [str(known.get(word, word)) for word in words]
    result = invoke("map", *given, "--json", data=None if words[0] == "check" else data)
    assert (result.exit_code, json.loads(result.stdout)["error"]["code"]) == (2, code)


def test_a_full_server_takes_no_more_maps(data, file, monkeypatch):
    invoke("map", "install", file, data=data)
    monkeypatch.setattr(maps, "MAPS_MAX", 1)
    file.write_text(YARD.replace("board: yard", "board: cellar"))
    result = invoke("map", "install", file, "--json", data=data)
    assert (result.exit_code, json.loads(result.stdout)["error"]["code"]) == (2, "too_many_maps")


def test_where_no_server_has_run_nothing_can_be_installed(tmp_path, file):
    result = invoke("map", "install", file, "--json", data=tmp_path / "nothing")
    assert (result.exit_code, json.loads(result.stdout)["error"]["code"]) == (2, "database")


# Feats


@pytest.fixture
def counted(data):
    """The same, with a match that has counted."""

    def play(connection):
        ids = [players.create(connection, name=name, now_ms=1)[0].id for name in ("ann", "bob")]
        begun = matches.begin(connection, SETUP, ids, line=False, rated=False, pool="bots", now_ms=5)
        connection.execute(update(platform.matches).values(game="rally"))
        matches.finish(connection, begun.id, WON, reason="over", now_ms=9)
        line = figures.append(
            connection, begun.id, [{"u_turns": 5, "damage_taken": 1}, {"deaths": 1, "damage_taken": 1}]
        )
        figures.count(connection, line, GAMES["rally"].achievements)

    written(data, play)
    return data


def test_what_is_right_stays(counted):
    result = invoke("feats", "recompute", data=counted)
    assert (result.exit_code, result.stdout) == (0, "1 match: figures and achievements were already right.\n")


def test_what_differs_is_told_and_put_right(counted):
    written(counted, lambda connection: connection.execute(update(platform.feats).values(matches=9)))
    written(counted, lambda connection: connection.execute(platform.unlocked.delete()))
    checked = invoke("feats", "recompute", "--check", data=counted)
    assert checked.exit_code == 1
    assert checked.stdout == "1 match: 2 players' figures and 2 players' achievements differ.\n"
    document = json.loads(invoke("feats", "recompute", "--json", data=counted).stdout)
    differed = {"tallies": 2, "unlocked": 2}
    assert document == {"matches": 1, "same": False, "differed": differed, "put_right": True}
    assert invoke("feats", "recompute", data=counted).exit_code == 0
    found = written(counted, figures.tallies)
    opened = {"local_politician", "member_of_parliament", "dizzy_spell", "no_backups", "pacifist"}
    assert set(found[1, "rally"].unlocked) == opened


def test_there_is_nothing_to_recompute_where_no_server_has_run(tmp_path):
    result = invoke("feats", "recompute", "--json", data=tmp_path / "nothing")
    assert (result.exit_code, json.loads(result.stdout)["error"]["code"]) == (2, "database")
