"""Web services as players: a request per message, and everything that can go wrong on the way."""

import time
from pathlib import Path
from typing import Any

import pytest
from tests.sdk.listening_bots import GAME, Passer, match, nop, web_bot

from roundhouse.match.record import read
from roundhouse.sdk.local_match import play

STEPS = 30  # of a dripping body


def turns(reply: Any) -> Any:
    def answer(path: str, message: dict[str, Any], headers: Any) -> Any:
        return reply(message) if path.endswith("/turn") else 200

    return answer


def test_a_service_plays_to_the_end_and_hears_everything() -> None:
    heard: list[Any] = []

    def answer(path: str, message: dict[str, Any], headers: Any) -> Any:
        heard.append((path, message["type"], headers["roundhouse-seat"]))
        return nop(message) if path == "/bot/turn" else {}

    with web_bot(answer) as address:
        outcome = match(address)

    assert outcome.left == ()
    turn = [("/bot/turn", "turn", "1"), ("/bot/verdicts", "verdicts", "1")]
    assert heard == [("/bot/start", "start", "1"), *turn * 3, ("/bot/over", "over", "1")]


def test_every_match_has_a_name_of_its_own() -> None:
    names: set[tuple[str, str]] = set()

    def answer(path: str, message: dict[str, Any], headers: Any) -> Any:
        names.add((headers["roundhouse-match"], headers["roundhouse-seat"]))
        return nop(message) if path == "/bot/turn" else 404

    with web_bot(answer) as address:
        for _ in range(2):
            assert play(GAME, [address, address], settings={"max_rounds": 2, "deadline_s": 60}).left == ()

    assert len(names) == len({match for match, _ in names}) == 4


def test_a_service_that_wants_no_verdicts_is_not_told_again() -> None:
    paths: list[str] = []

    def answer(path: str, message: dict[str, Any], headers: Any) -> Any:
        paths.append(path)
        return nop(message) if path == "/bot/turn" else 404

    with web_bot(answer) as address:
        assert match(address).left == ()
    assert paths.count("/bot/verdicts") == 1


def test_what_it_says_is_in_the_record(tmp_path: Path) -> None:
    with web_bot(
        turns(lambda message: nop(message, log="x" * 5000, notes=[{"kind": "cell", "at": [1, 2]}]))
    ) as address:
        play(GAME, [address, Passer], settings={"max_rounds": 1, "deadline_s": 60}, out=tmp_path / "m.rhr")

    first = read(tmp_path / "m.rhr").remarks[0]
    assert (first.seat, len(first.log), first.notes[0].at) == (1, 4000, [1, 2])
    assert first.log.endswith("[The log is cut: a turn has at most 4000 characters.]")
    assert first.ms is not None


def test_a_lost_connection_is_made_anew_once() -> None:
    """A service may close a connection whenever it likes; a request is tried a second time."""
    asked: list[int] = []

    def hang_up(handler: Any) -> None:
        handler.close_connection = True

    def reply(message: dict[str, Any]) -> Any:
        asked.append(message["step"])
        return hang_up if asked.count(message["step"]) == 1 else nop(message)

    with web_bot(turns(reply)) as address:
        outcome = match(address)

    assert outcome.left == ()
    assert len(asked) == 2 * outcome.rounds


def drip(handler: Any) -> None:
    """A body that never ends, but always goes on."""
    handler.send_response(200)
    handler.send_header("content-length", str(STEPS))
    handler.end_headers()
    for _ in range(STEPS):
        handler.wfile.write(b" ")
        time.sleep(0.1)


@pytest.mark.slow
@pytest.mark.parametrize(
    "reply",
    [lambda message: time.sleep(3), lambda message: drip, lambda message: "rubbish", lambda message: 500,
     lambda message: {"type": "act", "step": 77, "actions": []}, lambda message: {"type": "leave"}],
    ids=["silence", "an endless answer", "rubbish", "an error", "another step", "another message"],
)  # fmt: skip
def test_no_answer_in_time_is_a_missed_turn(reply: Any) -> None:
    with web_bot(turns(reply)) as address:
        began = time.monotonic()
        outcome = match(address, deadline_s=0.4)
        took = time.monotonic() - began

    assert [(left.seat, left.crashed, left.reason) for left in outcome.left] == [(1, False, "no_command")]
    assert took < 30


def hang_up(handler: Any) -> None:
    handler.close_connection = True


def far_away(handler: Any) -> None:
    handler.send_response(302)
    handler.send_header("location", "http://127.0.0.1:9/")
    handler.send_header("content-length", "0")
    handler.end_headers()


CRASHES: dict[str, tuple[Any, Any, str]] = {
    "it hangs up again and again": (lambda message: hang_up, None, "cannot be reached"),
    "its answer is huge": (lambda message: b" " * (2 << 20), None, "an answer of more than 1 MB"),
    "it is no bot": (nop, 404, "it answers with status 404"),
    "it sends us elsewhere": (nop, far_away, "it answers with status 302"),
    "it does not say who it is": (nop, "<html>", "it does not say in JSON who it is"),
}


@pytest.mark.parametrize("what", CRASHES)
def test_a_service_that_fails_has_crashed(what: str) -> None:
    reply, identity, sentence = CRASHES[what]
    with web_bot(turns(reply), identity) as address:
        (left,) = match(address).left

    assert (left.seat, left.crashed, left.reason) == (1, True, "connection_lost")
    assert sentence in left.sentence


def test_nothing_to_do_can_be_said_without_a_body() -> None:
    with web_bot(turns(lambda message: 204)) as address:
        outcome = match(address, deadline_s=2)

    assert outcome.left[0].reason == "no_command"  # in Spacegoo a turn needs a command; the answer itself was read
