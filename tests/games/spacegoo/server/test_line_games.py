"""Whole games over TCP, played by programs in several languages that know the protocol's text only."""

import json
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from tests.games.spacegoo.server.line_server_thread import LineClient, line_server_in_thread

from roundhouse.match import record as records
from roundhouse.match.verification import verify
from roundhouse.server.rendering.archive import Archive
from roundhouse.store import matches
from roundhouse.store.database import Database

CLIENTS = Path(__file__).with_name("clients")


def command(language):
    """How to start the client in a language; skips the test where the language is missing."""
    if language == "python":
        return [sys.executable, str(CLIENTS / "naive.py")]
    program = {"javascript": "node", "perl": "perl"}[language]
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    if language == "perl" and subprocess.run([program, "-MJSON::PP", "-e", "1"], capture_output=True).returncode:
        pytest.skip("perl has no JSON::PP here")
    return [program, str(CLIENTS / f"naive.{'js' if language == 'javascript' else 'pl'}")]


@pytest.mark.slow
@pytest.mark.rule("GOO-069", "GOO-079", "GOO-088", "GOO-092", "GOO-002", "GOO-126")
@pytest.mark.parametrize("edition", ["standard", "classic"])
@pytest.mark.parametrize("language", ["javascript", "perl"])
def test_programs_in_two_languages_play_a_whole_game(tmp_path, language, edition):
    programs = [command("python"), command(language)]
    database = Database(tmp_path / "roundhouse.db")
    with line_server_in_thread(database, spacegoo={"max_rounds": 300}) as ports:
        started = [
            subprocess.Popen([*program, str(ports[edition]), name], stdout=subprocess.PIPE, text=True)
            for program, name in zip(programs, ["one", "two"], strict=True)
        ]
        said = [process.communicate(timeout=120)[0].split() for process in started]

    assert said[0] == said[1]
    winner, last_round = said[0]
    archive = Archive(database)
    archive.keep_all()
    archive.close()
    with database.engine.connect() as connection:
        stored = matches.by_number(connection, "spacegoo", 1)
        record = records.from_bytes(matches.record_of(connection, stored.id))
    database.close()
    assert verify(record).ok
    assert str(record.result.winner or None) == winner
    assert record.rounds == int(last_round)
    assert stored.edition == edition


@pytest.mark.rule("GOO-070")
def test_lines_leave_at_once_with_nodelay_set(monkeypatch):
    options = []
    setsockopt = socket.socket.setsockopt
    monkeypatch.setattr(
        socket.socket, "setsockopt", lambda sock, *option: (options.append(option), setsockopt(sock, *option))[1]
    )
    with line_server_in_thread() as ports, LineClient(ports["standard"]) as client:
        assert client.line().startswith("welcome")  # although nothing was asked for yet
        client.say("login bob pw")
        assert client.line().startswith("your current score")
    assert (socket.IPPROTO_TCP, socket.TCP_NODELAY, 1) in options


@pytest.mark.rule("GOO-069", "GOO-086")
def test_names_in_utf8_reach_the_other_player():
    with (
        line_server_in_thread() as ports,
        LineClient(ports["standard"]) as one,
        LineClient(ports["standard"], "bob") as two,
    ):
        one.say('login "Zoë, \\o/ {1}" pw')
        assert two.until("game ") == "game 1 starts. other player is Zoë, \\o/ {1}"
        names = [player["name"] for player in json.loads(two.line())["players"]]
        assert sorted(names) == ["Zoë, \\o/ {1}", "bob"]


def test_without_uvloop_the_standard_loop_serves(monkeypatch):
    monkeypatch.setitem(sys.modules, "uvloop", None)
    with (
        line_server_in_thread(spacegoo={"max_rounds": 5}) as ports,
        LineClient(ports["standard"], "alice") as one,
        LineClient(ports["standard"], "bob") as two,
    ):
        for _ in range(5):
            for client in (one, two):
                client.until("{")
                client.say("nop")
        assert two.until("game ended") == "game ended: game is a draw, 0.00 ELO for you. final state follows"
        assert one.rest()[-1] == "closing connection. see you next time"


@pytest.mark.rule("GOO-092")
def test_the_server_closes_after_a_game():
    with (
        line_server_in_thread() as ports,
        LineClient(ports["standard"], "alice") as one,
        LineClient(ports["standard"], "bob") as two,
    ):
        one.until("{")
        two.say("quit")
        assert one.rest()[-1] == "closing connection. see you next time"
