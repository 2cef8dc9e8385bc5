"""Hostile clients, each kind while a normal match is played beside it undisturbed."""

import contextlib
import resource

import pytest
from tests.games.spacegoo.server.line_server_thread import LineClient, SteadyMatch, line_server_in_thread

BYE = "closing connection. see you next time"


@pytest.fixture
def server():
    """The port of a server with a match running on it; the match must go on to the end of the test."""
    with line_server_in_thread(spacegoo={"max_rounds": 100_000}) as ports, SteadyMatch(ports["standard"]) as match:
        yield ports["standard"], match
        match.go_on()


def rest_after(client, data):
    with contextlib.suppress(ConnectionError):  # the server may hang up before it has read everything
        client.send(data)
    return client.rest()


def test_half_lines_come_together(server):
    port, match = server
    with LineClient(port) as client:
        for byte in b"login slow pw\r\n":
            client.send(bytes([byte]))
        assert client.until("your") == "your current score: 1000.00. waiting for game start..."
        client.send(b"no")
        match.go_on()
        client.send(b"p\n")
        assert client.line() == "not in a game. please wait"


@pytest.mark.rule("GOO-085")
def test_a_megabyte_without_a_newline_is_cut_off(server):
    port, _ = server
    with LineClient(port) as client:
        assert rest_after(client, b"x" * 1_000_000)[-2:] == ["line too long", BYE]


@pytest.mark.rule("GOO-081")
@pytest.mark.parametrize("data", [bytes(range(256)), b"\0" * 900 + b"\n", b"\xff\xfe\n", b"GET / HTTP/1.1\r\n\r\n"])
def test_binary_is_refused(server, data):
    port, _ = server
    with LineClient(port) as client:
        assert rest_after(client, data)[-2:] == [r"Invalid data received. Valid bytes: [a-z 0-9A-Z_\-]", BYE]


def test_a_client_that_does_not_read_is_dropped(server, caplog):
    port, match = server
    caplog.set_level("INFO")
    with LineClient(port, receive_buffer=4096) as client, pytest.raises(ConnectionError):
        send_for_ever(client, (b"x" * 1000 + b"\n") * 64)
    match.go_on()
    assert "a client that does not read is dropped (not logged in)" in caplog.messages


def send_for_ever(client, data):
    for _ in range(100_000):
        client.send(data)


def test_a_flood_is_answered_in_small_portions(server):
    port, match = server
    with LineClient(port, "flood") as client:
        client.until("your")
        client.send(b"x\n" * 2000)
        match.go_on(50)
        for _ in range(2000):
            assert client.line() == "unknown command: 'x'"
        client.send(b"\n" * 2_000 + b"quit\n")
        assert client.line() == BYE


def test_disconnects_at_any_moment(server):
    port, match = server
    for data in (b"", b"log", b"login gone pw", b"login gone pw\n", b"login gone pw\nnop\nnop\nqu"):
        for leave in (LineClient.close, LineClient.reset):
            client = LineClient(port)
            client.send(data)
            leave(client)
    match.go_on()
    with LineClient(port, "gone") as client:
        assert client.until("your").startswith("your current score: 1000.00")


@pytest.mark.rule("GOO-061")
@pytest.mark.parametrize("leave", [LineClient.close, LineClient.reset])
def test_a_disconnect_in_a_game_ends_that_game_only(server, leave):
    port, match = server
    with LineClient(port, "stays") as stays:
        leaves = LineClient(port, "leaves")
        stays.until("{")
        leaves.until("{")
        leaves.say("nop")
        leave(leaves)
        assert stays.until("game ended").endswith(
            "disqualified: connection lost, 5.00 ELO for you. final state follows"
        )
    match.go_on()


def test_five_hundred_idle_connections(server):
    port, match = server
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4096), hard))
    try:
        with contextlib.ExitStack() as stack:
            idle = [stack.enter_context(LineClient(port)) for _ in range(500)]
            match.go_on()
            assert all(client.line().startswith("welcome") for client in idle)
            with LineClient(port, "late") as late:
                assert late.until("your")
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.rule("GOO-077")
def test_double_logins(server):
    port, match = server
    with LineClient(port, "twice") as first:
        first.until("your")
        with LineClient(port, "twice") as second:
            assert second.rest()[-2:] == ["you are already logged in", BYE]
        with LineClient(port, "normal-one") as thief:
            assert thief.rest()[-2:] == ["you are already logged in", BYE]
        first.say("login twice pw")
        assert first.rest() == ["already logged in", BYE]
    match.go_on()


@pytest.mark.rule("GOO-073", "GOO-077")
def test_a_race_for_one_name_has_one_winner(server):
    port, _ = server
    with contextlib.ExitStack() as stack:
        racers = [stack.enter_context(LineClient(port, "racer")) for _ in range(8)]
        answers = [racer.line() and racer.line() for racer in racers]
    assert sorted(set(answers)) == [
        "you are already logged in",
        "your current score: 1000.00. waiting for game start...",
    ]
    assert sum(answer.startswith("your current") for answer in answers) == 1


def test_a_full_server_turns_away_the_next_client():
    with line_server_in_thread(connections_max=3) as ports, contextlib.ExitStack() as stack:
        clients = [stack.enter_context(LineClient(ports["standard"])) for _ in range(3)]
        for client in clients:
            assert client.line().startswith("welcome")
        with LineClient(ports["classic"]) as fourth:
            assert fourth.rest() == ["server full", BYE]
