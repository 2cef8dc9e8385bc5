"""The protocol as JSON lines over TCP, on a real server."""

import contextlib
import json
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from tests.server.line_socket import PATIENCE_S
from tests.server.protocol_clients import (
    BotAccount,
    JsonLinesClient,
    act,
    believing,
    kinds,
    open_table,
    passing,
    play,
    rounds_of_a_sleeper,
)
from tests.server.threaded_site import ThreadedSite


@pytest.fixture(scope="module")
def bots(one_site):
    return BotAccount(one_site, "tcp-ann"), BotAccount(one_site, "tcp-bob"), BotAccount(one_site, "tcp-host", "person")


@pytest.fixture
def pair(site, bots):
    """Two bots at the start of a match, each with its first turn read."""
    with beginning(site, bots) as clients:
        yield clients


@contextlib.contextmanager
def beginning(site, bots, **table):
    ann, bob, host = bots
    key = open_table(site, host, **table)
    with JsonLinesClient(site) as first, JsonLinesClient(site) as second:
        first.hello(token=ann.token, table=key)
        assert kinds([first.message()]) == ["welcome"]
        second.hello(token=bob.token, table=key)
        yield first, second
        for client in (first, second):  # whatever is left of the match ends here
            with contextlib.suppress(OSError):
                client.say(type="leave")


def test_two_bots_play_a_match_to_the_end(pair):
    first, second = pair
    told, _ = play(first, second)

    assert kinds(told) == ["start", *["turn", "verdicts"] * 5, "over"]
    assert told[0]["seat"] == 1
    assert [message["view"]["round"] for message in told if message["type"] == "turn"] == [0, 1, 2, 3, 4]
    assert told[1]["clock"]["left_ms"] <= told[1]["clock"]["window_ms"] == 30_000
    assert told[-1]["result"]["reason"] == "draw"
    assert told[-1]["record"] == f"/api/matches/{told[0]['match']}/record"
    assert first.message() is None  # a bot is sent away after its last match


def test_who_wants_beliefs_gets_them_and_the_other_does_not(site, bots):
    ann, bob, host = bots
    key = open_table(site, host)
    with JsonLinesClient(site) as first, JsonLinesClient(site) as second:
        first.hello(token=ann.token, table=key, want=["beliefs"])
        refused = first.message()
        assert (refused["code"], refused["field"]) == ("unknown_wish", "want[0]")
        assert "you can want belief" in refused["sentence"]
        first.hello(token=ann.token, table=key, want=["belief"])
        assert kinds([first.message()]) == ["welcome"]
        second.hello(token=bob.token, table=key)
        with ThreadPoolExecutor(2) as threads:
            told, other = threads.map(lambda ask: ask(), (partial(believing, first), partial(passing, second)))
    assert kinds(told) == [*["turn", "verdicts"] * 5, "over"]
    assert {one["verdict"] for message in told if message["type"] == "verdicts" for one in message["verdicts"]} == {
        "accepted"
    }
    assert kinds(other)[-1] == "over"
    assert not any("belief" in message for message in other)


def test_half_lines_come_together_and_many_may_come_at_once(site, bots, pair):
    first, second = pair
    turn = first.until("turn")
    for byte in b'{"type":"act","seq":8,\r\n'[:-2] + b'"actions":[{"type":"nop"}]}\r\n':
        first.send(bytes([byte]))
    assert first.until("verdicts")["seq"] == 8
    text = b'\n\n{"type":"act","seq":1,"actions":[{"type":"nop"}]}\n \n{"type":"act","seq":2,"actions":[]}\n'
    second.until("turn")
    second.send(text)
    assert second.until("verdicts")["seq"] == 1
    assert turn["step"] == 0


def test_an_answer_to_an_old_turn_is_stale_and_costs_nothing(pair):
    first, second = pair
    first.say(act(first.until("turn")))
    second.say(act(second.until("turn")))
    newer = first.until("turn")
    first.say(type="act", step=0, seq=7, actions=[{"type": "nop"}])
    error = first.until("stale")
    assert (error["seq"], error["field"]) == (7, "step")
    first.say(act(newer))
    assert first.until("verdicts")["verdicts"] == [{"verdict": "accepted"}]


def test_a_useless_action_is_refused_and_the_seat_asked_again(pair):
    first, _ = pair
    turn = first.until("turn")
    first.say(type="act", step=turn["step"], seq=1, actions=[{"type": "send", "source": 1, "target": "moon"}])
    (verdict,) = first.until("verdicts")["verdicts"]
    assert (verdict["verdict"], verdict["code"], verdict["field"]) == ("refused", "bad_action", "target")
    assert first.until("turn")["step"] == turn["step"]


def test_a_cut_connection_comes_back_to_its_seat(site, bots, pair):
    first, second = pair
    start = first.until("start")
    turn = first.until("turn")
    first.reset()

    with JsonLinesClient(site) as again:
        again.hello(token=bots[0].token, match=start["match"], since=turn["step"])
        assert again.message()["playing"] == [start["match"]]
        assert again.message()["seat"] == start["seat"]
        assert again.message()["view"] == turn["view"]
        again.say(act(turn))
        told, _ = play(again, second)
    assert kinds(told)[-1] == "over"


def test_who_asks_for_a_game_comes_back_to_the_match_that_waits(site, bots, pair):
    first, _ = pair
    start = first.until("start")
    first.reset()
    with JsonLinesClient(site) as again:
        again.hello(token=bots[0].token, game="spacegoo")
        assert again.until("start")["match"] == start["match"]
        again.say(type="leave")
        assert again.until("over")["result"]["places"][start["seat"] - 1]["place"] == 2
        assert again.message() is None


def test_a_newer_connection_replaces_the_older(site, bots, pair):
    first, _ = pair
    start = first.until("start")
    with JsonLinesClient(site) as newer:
        newer.hello(token=bots[0].token, match=start["match"])
        newer.until("turn")
        assert kinds(first.rest())[-1] == "replaced"
        newer.say(type="leave")
        newer.until("over")


def test_a_spectator_sees_every_step(site, bots, pair):
    first, second = pair
    key = first.until("start")["match"]
    with JsonLinesClient(site) as watching:
        watching.hello(role="spectator", match=key)
        assert kinds([watching.message() for _ in range(3)]) == ["welcome", "start", "step"]
        play(first, second)
        steps = [watching.message() for _ in range(6)]
    assert kinds(steps) == ["step"] * 5 + ["over"]
    assert [step["view"]["round"] for step in steps[:5]] == [1, 2, 3, 4, 5]


def test_steps_that_were_missed_are_told_again(site, bots, pair):
    first, second = pair
    key = first.until("start")["match"]
    with JsonLinesClient(site) as watching:  # somebody has to watch for steps to be kept
        watching.hello(role="spectator", match=key)
        seen = [watching.until("step")]
        for _ in range(2):
            first.say(act(first.until("turn")))
            second.say(act(second.until("turn")))
        first.until("turn")
        seen += [watching.until("step") for _ in range(2)]
        with JsonLinesClient(site) as back:
            back.hello(role="spectator", match=key, since=seen[1]["step"])
            back.until("start")
            assert back.message() == seen[2]


def test_leave_ends_the_match_for_both(pair):
    first, second = pair
    first.until("turn")
    first.say(type="leave")
    over = second.until("over")
    assert [place["place"] for place in over["result"]["places"]] == [2, 1]


def test_chat_reaches_those_who_follow(site, bots, pair):
    first, _ = pair
    key = first.until("start")["match"]
    with JsonLinesClient(site) as watching:
        watching.hello(role="spectator", match=key)
        watching.until("step")
        first.say(type="say", text="good luck")
        said = watching.until("said")
        assert (said["name"], said["seat"], said["text"]) == ("tcp-ann", 1, "good luck")
        watching.say(type="say", text="who am I?")
        assert watching.message()["code"] == "sign_in_first"


# What is no use


def test_rubbish_is_answered_and_costs_nothing_until_it_is_too_much(site):
    with JsonLinesClient(site) as client:
        for _ in range(19):
            client.send(b"\xff\x00 rubbish\n")
        assert kinds([client.message() for _ in range(19)]) == ["bad_message"] * 19
        client.hello()
        assert client.message()["type"] == "welcome"
        for _ in range(20):
            client.send(b"{\n")
        assert kinds(client.rest()) == ["bad_message"] * 19 + ["too_many"]


def test_an_unknown_version_is_refused_with_the_one_we_speak(site):
    with JsonLinesClient(site) as client:
        client.say(type="hello", version=7)
        (error,) = client.rest()
        assert (error["code"], "version 1" in error["sentence"]) == ("version", True)


def test_a_megabyte_without_an_end_of_line_is_cut_off(site):
    with JsonLinesClient(site) as client:
        with contextlib.suppress(OSError):  # the server may have closed before all is sent
            client.send(b"x" * (1 << 20))
        assert kinds(client.rest())[:1] in (["too_long"], [])
    with JsonLinesClient(site) as client:
        client.send(b'{"type":"say","text":"' + b"x" * 65_536 + b'"}\n')
        assert kinds(client.rest()) == ["too_long"]


def test_a_flood_is_slowed_down_and_others_do_not_wait(site, bots, pair):
    first, _ = pair
    with JsonLinesClient(site) as flood:
        flood.hello()
        flood.send(b'{"type":"say","text":"x"}\n' * 3000)
        first.say(act(first.until("turn")))
        first.until("verdicts")
        heard = b""
        flood.sock.setblocking(False)
        with contextlib.suppress(BlockingIOError):
            while part := flood.sock.recv(65_536):
                heard += part
        assert heard.count(b"\n") < 3000, "the flood is still being taken, slowly"
        flood.sock.settimeout(PATIENCE_S)
        while heard.count(b"\n") < 401:
            heard += flood.sock.recv(65_536)
        assert kinds(map(json.loads, heard.splitlines()[:401]))[1:] == ["not_playing"] * 400


def test_a_client_that_resets_at_any_moment_hurts_nobody(site, bots):
    messages = [b'{"type":"hello","version":1', b',"token":"' + bots[0].token.encode(), b'","game":"spacegoo"}\n']
    for parts in range(4):
        client = JsonLinesClient(site)
        client.send(b"".join(messages[:parts]))
        client.reset()
    with JsonLinesClient(site) as client:
        client.hello()
        assert client.message()["type"] == "welcome"
    wait_for(lambda: site.call(site.server.context.matchmaker.waiting_count) == 0)


def wait_for(holds):
    deadline = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.01)


# A server with small limits


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    folder = tmp_path_factory.mktemp("small")
    with ThreadedSite(folder, sessions_max=4, login_timeout_s=2.0, unread_max=65_536, messages_burst=10_000) as made:
        yield made


def test_silence_before_hello_ends_the_connection(small):
    with JsonLinesClient(small) as client:
        assert kinds(client.rest()) == ["hello_first"]


def test_a_full_server_turns_away_the_next_client(small):
    with contextlib.ExitStack() as stack:
        for _ in range(4):
            stack.enter_context(JsonLinesClient(small)).hello().message()
        assert kinds(stack.enter_context(JsonLinesClient(small)).rest()) == ["full"]


@pytest.mark.slow
def test_a_spectator_that_does_not_read_misses_steps_and_sees_the_end(small):
    bots = BotAccount(small, "slow-ann"), BotAccount(small, "slow-bob"), BotAccount(small, "slow-host", "person")
    with JsonLinesClient(small, receive_buffer=4096) as sleeper, beginning(small, bots, rounds=400) as (first, second):
        rounds = rounds_of_a_sleeper(sleeper, first, second)
    assert 1 < len(rounds) < 401


@pytest.mark.slow
def test_a_seat_that_does_not_read_is_closed_and_can_come_back(small):
    bots = BotAccount(small, "deaf-ann"), BotAccount(small, "deaf-bob"), BotAccount(small, "deaf-host", "person")
    with beginning(small, bots) as (first, second):
        start = first.until("start")
        with JsonLinesClient(small, receive_buffer=4096) as deaf:
            deaf.hello(token=bots[0].token, match=start["match"])
            deaf.until("turn")
            asking = b'{"type":"ask","action":{"type":"send","source":0,"target":1,"ships":[1,1,1]},"seq":1}\n'
            with contextlib.suppress(OSError):
                deaf.send(asking * 4000)
            wait_for(lambda: len(small.server.context.sessions) == 1)  # the other seat: the first was replaced
            told = kinds(deaf.rest())
            assert told[-1:] == ["too_slow"] or len(told) < 4000  # it hears why if it reads within a second
        assert second.until("turn")["step"] == 0
        with JsonLinesClient(small) as again:
            again.hello(token=bots[0].token, match=start["match"])
            assert again.until("turn")["step"] == 0
