"""Bots that listen on TCP or WebSocket: they play like programs, and fail like them."""

import time
from pathlib import Path
from typing import Any

import pytest
from tests.sdk.listening_bots import GAME, Passer, free_port, match, nop, tcp_bot, ws_bot

from roundhouse.match.record import read
from roundhouse.sdk.local_match import play

BOTH = pytest.mark.parametrize("serving", [tcp_bot, ws_bot], ids=["tcp", "ws"])


def answering(reply: Any) -> Any:
    def answer(message: dict[str, Any], send: Any) -> None:
        if message["type"] == "turn":
            reply(message, send)

    return answer


@BOTH
def test_a_bot_that_listens_plays_to_the_end_and_hears_everything(serving: Any) -> None:
    heard: list[str] = []

    def answer(message: dict[str, Any], send: Any) -> None:
        heard.append(message["type"])
        if message["type"] == "turn":
            send(nop(message))

    with serving(answer) as address:
        outcome = match(address)
        deadline = time.monotonic() + 30
        while heard[-1] != "over" and time.monotonic() < deadline:
            time.sleep(0.01)

    assert outcome.left == ()
    assert outcome.setup.seats[0].name == address.split("//")[1].rstrip("/")
    assert heard == ["start", *["turn", "verdicts"] * 3, "over"]


@BOTH
def test_what_it_says_and_draws_is_in_the_record(serving: Any, tmp_path: Path) -> None:
    note = {"kind": "line", "at": 1, "to": 0}
    with serving(answering(lambda message, send: send(nop(message, log="hm", notes=[note])))) as address:
        play(GAME, [address, Passer], seed=1, settings={"max_rounds": 2, "deadline_s": 60}, out=tmp_path / "m.rhr")

    remarks = read(tmp_path / "m.rhr").remarks
    assert [(one.seat, one.round, one.log, len(one.notes)) for one in remarks] == [(1, 0, "hm", 1), (1, 1, "hm", 1)]


@BOTH
def test_rubbish_is_ignored_or_answered_and_the_turn_goes_on(serving: Any) -> None:
    errors: list[str] = []

    def answer(message: dict[str, Any], send: Any) -> None:
        if message["type"] == "error":
            errors.append(message["code"])
        if message["type"] == "turn":
            send("hello there")
            send({"type": "act", "actions": 7})
            send({"type": "act", "step": 99, "actions": []})
            send(nop(message))

    with serving(answer) as address:
        assert match(address).left == ()
    assert errors[:2] == ["bad_message", "stale"]


@BOTH
def test_a_bot_that_hangs_is_cut_off_at_the_deadline(serving: Any) -> None:
    with serving(answering(lambda message, send: None)) as address:
        outcome = match(address, deadline_s=0.3)

    assert [(left.seat, left.crashed, left.reason) for left in outcome.left] == [(1, False, "no_command")]


def gone(message: dict[str, Any], send: Any) -> None:
    raise OSError


FAILURES = {
    "it closes": (tcp_bot, gone, "the bot closed the connection"),
    "it closes its WebSocket": (ws_bot, gone, "the bot closed the connection"),
    "its line is huge": (
        tcp_bot, lambda message, send: send(b"x" * (2 << 20)), "the bot wrote a line of more than 1 MB"
    ),
    "its message is huge": (
        ws_bot, lambda message, send: send("x" * (2 << 20)), "the bot broke the rules of WebSocket"
    ),
    "it floods": (
        tcp_bot, lambda message, send: [send("x") for _ in range(20_000)], "more than 10000 lines that are no answer"
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", FAILURES)
def test_a_bot_that_fails_has_crashed(what: str) -> None:
    serving, reply, sentence = FAILURES[what]
    with serving(answering(reply)) as address:
        outcome = match(address)

    (left,) = outcome.left
    assert (left.seat, left.crashed, left.reason) == (1, True, "connection_lost")
    assert sentence in left.sentence
    assert outcome.places == (2, 1)


@pytest.mark.parametrize("scheme", ["tcp", "ws", "http"])
def test_where_nobody_listens_the_bot_has_crashed(scheme: str) -> None:
    address = f"{scheme}://127.0.0.1:{free_port()}"
    (left,) = match(address).left

    assert left.crashed
    assert "refused" in left.sentence


def test_a_port_that_speaks_no_websocket_is_no_bot() -> None:
    with tcp_bot(lambda message, send: None) as address:
        (left,) = match(address.replace("tcp://", "ws://")).left

    assert left.crashed


def test_one_bot_plays_several_matches_at_once() -> None:
    """Each match has a connection of its own, so a bot may sit at both seats."""
    with tcp_bot(answering(lambda message, send: send(nop(message)))) as address:
        outcome = play(GAME, [address, address], seed=1, settings={"max_rounds": 3, "deadline_s": 60})

    assert outcome.left == ()
    assert outcome.rounds == 3
