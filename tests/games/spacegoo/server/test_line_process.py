"""The whole server as a process: one command, killed without warning, stopped politely, ports taken."""

import json
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import urllib.request

import pytest
from tests.games.spacegoo.server.line_server_thread import LineClient

START = """
import sys
from roundhouse.server.process import serve
sys.exit(serve(data=sys.argv[1], flags={"port": 0, "json_port": 0, "tcp_port": 0, "classic_port": 0}))
"""


class Process:
    """A server started with one command; knows from its own words where it listens."""

    def __init__(self, data):
        self.process = subprocess.Popen([sys.executable, "-c", START, str(data)], stdout=subprocess.PIPE, text=True)
        self.said = []
        while not (self.said and self.said[-1].startswith("Stop with Ctrl-C")):
            line = self.process.stdout.readline()
            assert line, self.said
            self.said.append(line.rstrip("\n"))
        text = "\n".join(self.said)
        self.port = int(re.search(r"standard, port (\d+)", text)[1])
        self.classic_port = int(re.search(r"classic, port (\d+)", text)[1])
        self.web = re.search(r"http://127.0.0.1:\d+", text)[0]

    def end(self, how):
        self.process.send_signal(how)
        status = self.process.wait(60)
        self.process.stdout.close()
        return status

    def get(self, path):
        with urllib.request.urlopen(self.web + path, timeout=60) as answer:
            return json.load(answer)


@pytest.fixture
def start(tmp_path):
    (tmp_path / "settings.toml").write_text(
        "match_interval_s = 0.05\nanalysis_rollouts = 0\n[spacegoo]\nmax_rounds = 40\n"
    )
    made = []

    def start():
        made.append(Process(tmp_path))
        return made[-1]

    yield start
    for server in made:
        if server.process.poll() is None:
            server.end(signal.SIGKILL)


def state(client):
    return json.loads(client.until("{"))


@pytest.mark.slow
@pytest.mark.rule("GOO-119")
def test_the_whole_service_starts_with_one_command(start):
    server = start()
    assert server.get("/health")["status"] == "ok"
    assert server.get("/spacegoo/api/info.json")["num_games"] == 0
    for port in (server.port, server.classic_port):
        with LineClient(port) as client:
            assert client.line().startswith("welcome to rocket-paper-spacegoo")
    assert server.said[0] == f"Roundhouse is running at {server.web}"


@pytest.mark.slow
def test_the_example_bots_that_the_server_names_play_a_match(start):
    server = start()
    named = [line.split() for line in server.said if "server.example_bot" in line]
    assert [words[-2:] for words in named] == [[str(server.port), "alice"], [str(server.port), "bob"]]
    bots = [subprocess.Popen(words, stdout=subprocess.PIPE, text=True) for words in named]
    try:
        for bot in bots:
            lines = [bot.stdout.readline() for _ in range(3)]
            assert re.search(r"game 1 starts", lines[1])
            assert re.search(r"game ended: (player \d won|game is a draw), ", lines[2])
    finally:
        for bot in bots:
            bot.kill()
            bot.wait()
            bot.stdout.close()


@pytest.mark.slow
def test_killed_without_warning_nothing_acknowledged_is_lost_and_the_match_goes_on(start, tmp_path):
    server = start()
    with LineClient(server.port, "alice") as alice, LineClient(server.port, "bob") as bob:
        for _ in range(12):
            for client in (alice, bob):
                state(client)
                client.say("nop")
                client.until("command received")
        before = state(alice)["round"]
        state(bob)
        alice.say("nop")
        alice.until("command received")
        server.end(signal.SIGKILL)

    with sqlite3.connect(tmp_path / "roundhouse.db") as database:
        orders = database.execute("SELECT count(*) FROM entries WHERE kind = 1").fetchone()[0]
    database.close()
    assert orders >= 25
    assert before == 12

    again = start()
    with LineClient(again.port, "alice") as alice, LineClient(again.port, "bob") as bob:
        assert alice.until("game ") == "game 1 starts. other player is bob"
        assert alice.line().startswith("command received")
        assert bob.until("game ") == "game 1 starts. other player is alice"
        assert state(bob)["round"] == before
        bob.say("nop")
        for n in range(before + 1, 40):
            for client in (alice, bob):
                assert state(client)["round"] == n
                client.say("nop")
        assert alice.until("game ended") == "game ended: game is a draw, 0.00 ELO for you. final state follows"
        final = state(bob)
        assert (final["round"], final["game_over"]) == (40, True)
    assert len(again.get("/spacegoo/api/game/1/rounds/0")) == 41
    assert again.end(signal.SIGTERM) == 0


@pytest.mark.slow
def test_stopped_politely_players_are_told_and_the_match_goes_on(start):
    server = start()
    with LineClient(server.port, "alice") as alice, LineClient(server.port, "bob") as bob:
        state(alice)
        state(bob)
        server.process.send_signal(signal.SIGTERM)
        assert alice.rest() == [
            "the server stops now. a running game goes on when both players are back",
            "closing connection. see you next time",
        ]
        assert server.process.wait(60) == 0
    server.process.stdout.close()

    again = start()
    with LineClient(again.port, "alice") as alice, LineClient(again.port, "bob") as bob:
        assert state(alice)["round"] == 0
        bob.until("game 1 starts")
        alice.reset()
        assert "connection lost, 5.00 ELO" in bob.until("game ended")


@pytest.mark.slow
@pytest.mark.parametrize("flag", ["port", "json_port", "tcp_port", "classic_port"])
def test_a_port_that_is_taken_is_named(tmp_path, flag):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        ports = {"port": 0, "json_port": 0, "tcp_port": 0, "classic_port": 0} | {flag: port}
        code = (
            f"import sys; from roundhouse.server.process import serve; sys.exit(serve(data=sys.argv[1], flags={ports}))"
        )
        done = subprocess.run(
            [sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, timeout=60, check=False
        )
    assert done.returncode == 1
    assert done.stdout == (
        f"The server does not start: port {port} on 127.0.0.1 is taken already; "
        f"choose another with --{flag.replace('_', '-')}\n"
    )
    assert "Traceback" not in done.stderr
