"""Commands for whoever runs a server: accounts, roles, backup and restore."""

import json
import socket
import threading
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from roundhouse.cli.main import app
from roundhouse.store import audit, players
from roundhouse.store.database import Database


def invoke(*words: object) -> Any:
    return CliRunner().invoke(app, [str(word) for word in words])


def fine(*words: object) -> Any:
    """The JSON document of a command that succeeds."""
    result = invoke(*words, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


def test_the_first_administrator_comes_from_the_command_line(data: Path) -> None:
    said = invoke("account", "add", "alice", "--role", "admin", "--password", "wonderland", "--data", data)
    assert said.stdout == "alice can sign in on the page with the password wonderland\n"
    fine("account", "add", "bob", "--data", data)
    assert invoke("account", "role", "BOB", "organiser", "--data", data).stdout == "bob has the role organiser\n"
    listed = fine("account", "list", "--data", data)["accounts"]
    assert [(one["name"], one["kind"], one["role"]) for one in listed] == [
        ("alice", "person", "admin"),
        ("bob", "person", "organiser"),
    ]
    assert invoke("account", "list", "ali", "--data", data).stdout == "alice  person  admin\n"


def test_what_is_done_at_the_command_line_is_in_the_audit_log(data: Path) -> None:
    fine("account", "add", "alice", "--data", data)
    fine("account", "role", "alice", "admin", "--data", data)
    fine("account", "password", "alice", "--data", data)
    store = Database(data / "roundhouse.db")
    with store.engine.connect() as connection:
        lines = audit.lines(connection)
    store.close()
    assert [(line.actor, line.action, line.target) for line in lines] == [
        ("(command line)", "password_set", "alice"),
        ("(command line)", "player_changed", "alice"),
        ("(command line)", "account_made", "alice"),
    ]


def test_a_new_password_is_given(data: Path) -> None:
    fine("account", "add", "alice", "--password", "the first one", "--data", data)
    made = fine("account", "password", "alice", "--data", data)
    assert len(made["password"]) == 16
    store = Database(data / "roundhouse.db")
    with store.engine.connect() as connection:
        player = players.find(connection, "alice")
    store.close()
    from argon2 import PasswordHasher

    assert player is not None
    assert PasswordHasher().verify(str(player.password), made["password"])


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (
            ("account", "add", "x", "--role", "king"),
            "'king' is not allowed; allowed is one of player, organiser",
        ),
        (("account", "add", "x", "--kind", "cat"), "'cat' is not allowed; allowed is one of person, bot"),
        (("account", "add", "x", "--password", "short"), "at least 8 characters"),
        (("account", "role", "nobody", "admin"), "there is no account called 'nobody'"),
        (("account", "password", "nobody"), "there is no account called 'nobody'"),
        (("restore", "nothing.rhb"), "nothing.rhb"),
        (("backup", "b.rhb"), "there is no database"),
    ],
)
def test_what_makes_no_sense_is_told(data: Path, words: tuple[str, ...], part: str, monkeypatch: Any) -> None:
    monkeypatch.chdir(data.parent)
    result = invoke(*words, "--data", data)
    assert result.exit_code == 2
    assert part in result.stderr
    assert "Traceback" not in result.output


def test_a_backup_restores_elsewhere_and_never_over_something(data: Path, tmp_path: Path) -> None:
    fine("account", "add", "alice", "--data", data)
    file = tmp_path / "backup.rhb"
    made = fine("backup", file, "--data", data)
    assert (made["rows"]["players"], made["bytes"]) == (1, file.stat().st_size)
    other = tmp_path / "other"
    assert fine("restore", file, "--data", other)["rows"]["players"] == 1
    assert [one["name"] for one in fine("account", "list", "--data", other)["accounts"]] == ["alice"]
    assert invoke("restore", file, "--data", data).exit_code == 2
    assert invoke("backup", file, "--data", data).exit_code == 2
    assert "holds everything" in invoke("backup", tmp_path / "two.rhb", "--data", data).stdout


@pytest.mark.slow
def test_a_backup_moves_to_postgresql(data: Path, tmp_path: Path, postgresql: str) -> None:
    fine("account", "add", "alice", "--data", data)
    fine("backup", tmp_path / "b.rhb", "--data", data)
    fine("restore", tmp_path / "b.rhb", "--data", data, "--database", postgresql)
    names = fine("account", "list", "--data", data, "--database", postgresql)["accounts"]
    assert [one["name"] for one in names] == ["alice"]


def test_the_database_may_be_named_in_the_settings(data: Path, tmp_path: Path) -> None:
    data.mkdir()
    (data / "settings.toml").write_text(f'database = "sqlite:///{tmp_path}/elsewhere.db"\n')
    fine("account", "add", "alice", "--data", data)
    assert (tmp_path / "elsewhere.db").exists()
    assert not (data / "roundhouse.db").exists()


def test_the_demo_opens_the_page_when_asked_and_throws_its_folder_away(monkeypatch: pytest.MonkeyPatch) -> None:
    opened, asked = [], {}
    told = threading.Event()

    def open_page(address: str) -> None:
        opened.append(address)
        told.set()

    def serve(*, data: str, flags: dict[str, Any], ready: Any, **more: Any) -> int:
        asked.update(flags, data=data, there=Path(data).is_dir(), keeping=more["keeping"])
        ready("http://127.0.0.1:1")
        return 0

    monkeypatch.setattr("webbrowser.open", open_page)
    monkeypatch.setattr("roundhouse.server.process.serve", serve)
    assert invoke("demo", "--open", "--matches", "5").exit_code == 0
    assert told.wait(10)
    assert opened == ["http://127.0.0.1:1"]
    assert (asked["demo_matches"], asked["there"], asked["keeping"]) == (5, True, False)
    assert not Path(asked["data"]).exists()

    opened.clear()
    assert invoke("demo").exit_code == 0
    assert opened == []


def test_a_port_of_the_demo_that_is_taken_is_replaced_and_one_that_was_asked_for_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[dict[str, Any]] = []
    monkeypatch.setattr("roundhouse.server.process.serve", lambda **given: asked.append(given["flags"]) or 0)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        monkeypatch.setenv("ROUNDHOUSE_JSON_PORT", str(port))
        assert invoke("demo", "--port", port).exit_code == 0
    assert (asked[0]["json_port"], asked[0]["port"]) == (0, port)
