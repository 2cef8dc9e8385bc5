"""The protocol over plain HTTP, on a real server: lines of one long answer, and requests beside it."""

import contextlib
import json
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import httpx
import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator
from tests.server.line_socket import PATIENCE_S
from tests.server.protocol_clients import (
    NOP,
    BotAccount,
    JsonLinesClient,
    MessageClient,
    act,
    believing,
    kinds,
    open_table,
    passing,
    play,
)
from tests.server.threaded_site import ThreadedSite


class Stream(MessageClient):
    """A client of `/api/play`: one connection listens, another one acts."""

    def __init__(self, site, bearer="", **hello):
        headers = {"Authorization": f"Bearer {bearer}"} if bearer else {}
        self.client = httpx.Client(base_url=site.address, headers=headers, timeout=PATIENCE_S)
        self._opened = contextlib.ExitStack()
        self._opened.enter_context(self.client)
        message = {"type": "hello", "version": 1, **hello}
        self.answer = self._opened.enter_context(self.client.stream("POST", "/api/play", json=message))
        self.lines = self.answer.iter_lines()
        self.match = ""
        self.verdicts = []

    def message(self):
        for line in self.lines:
            if line:
                message = json.loads(line)
                self.match = message.get("match", self.match)
                return message
        return None

    def say(self, message):
        self.verdicts.append(self.post("act", message, 200))

    def post(self, what, message, status):
        answer = self.client.post(f"/api/play/{self.match}/{what}", json=message)
        assert answer.status_code == status, answer.text
        return answer.json() if answer.content else None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._opened.close()


@pytest.fixture(scope="module")
def bots(one_site):
    return (
        BotAccount(one_site, "http-ann"),
        BotAccount(one_site, "http-bob"),
        BotAccount(one_site, "http-host", "person"),
    )


@contextlib.contextmanager
def beginning(site, bots, **options):
    ann, bob, host = bots
    key = open_table(site, host, **options)
    with Stream(site, ann.token, table=key) as first:
        assert first.message()["type"] == "welcome"
        with Stream(site, bob.token, table=key) as second:
            first.until("start"), second.until("start")
            yield first, second
            if site.call(lambda: first.match in site.server.context.arena.matches.running):
                first.client.post(f"/api/play/{first.match}/leave")


@pytest.fixture
def pair(one_site, bots):
    with beginning(one_site, bots) as streams:
        yield streams


def test_two_bots_play_a_match_to_the_end(pair):
    first, _ = pair
    assert first.answer.headers["content-type"] == "application/x-ndjson"
    told, _ = play(*pair)
    assert kinds(told) == ["turn"] * 5 + ["over"]  # verdicts answer the requests
    assert [one["verdicts"] for one in first.verdicts] == [[{"verdict": "accepted"}]] * 5
    assert first.message() is None


def test_transports_may_mix_in_one_match(one_site, bots):
    ann, bob, host = bots
    key = open_table(one_site, host)
    with JsonLinesClient(one_site) as line, Stream(one_site, ann.token, table=key, want=["belief"]) as stream:
        assert stream.message()["type"] == "welcome"
        line.hello(token=bob.token, table=key)
        with ThreadPoolExecutor(2) as threads:
            told, other = threads.map(lambda ask: ask(), (partial(believing, stream), partial(passing, line)))
    assert (kinds(told)[-1], kinds(other)[-1]) == ("over", "over")
    assert [one["verdicts"] for one in stream.verdicts] == [[{"verdict": "accepted"}]] * 5


def test_the_token_may_stand_in_the_message(one_site, bots):
    with Stream(one_site, token=bots[0].token, game="spacegoo") as stream:
        assert stream.message()["name"] == "http-ann"


def test_refusals_of_a_match_have_their_status(pair):
    first, second = pair
    turn = first.until("turn")
    stale = first.post("act", act(turn) | {"step": turn["step"] + 1}, 409)
    assert (stale["code"], stale["field"]) == ("stale", "step")
    first.post("act", act(turn), 200)
    assert first.post("act", act(turn), 409)["code"] == "not_your_turn"
    refused = second.post("act", act(turn, {"type": "jump"}), 200)
    assert refused["verdicts"][0]["code"] == "bad_action"


def test_ask_say_and_leave(pair):
    first, second = pair
    first.until("turn")
    forecast = first.post("ask", {"type": "ask", "seq": 3, "action": NOP}, 200)
    assert (forecast["type"], forecast["seq"]) == ("forecast", 3)
    assert first.post("say", {"type": "say", "text": "bye"}, 204) is None
    assert first.post("leave", None, 204) is None
    assert second.until("over")["result"]["reason"] == "disqualified"


def test_a_newer_stream_replaces_the_older(one_site, bots, pair):
    first, _ = pair
    with Stream(one_site, bots[0].token, match=first.match) as newer:
        newer.until("turn")
        assert kinds(first.rest())[-1] == "replaced"


def test_a_closed_stream_stops_waiting_and_leaves_a_match_alone(one_site, bots, pair):
    context = one_site.server.context
    waiting = BotAccount(one_site, "http-waiting")
    with Stream(one_site, waiting.token, game="spacegoo") as stream:
        stream.message()
        assert one_site.call(context.matchmaker.waiting_count) == 1
    wait_for(lambda: one_site.call(context.matchmaker.waiting_count) == 0)
    first, second = pair
    turn = first.until("turn")
    first.__exit__()
    with Stream(one_site, bots[0].token, game="spacegoo") as again:
        assert again.until("start")["match"] == first.match
        assert again.until("turn")["view"] == turn["view"]
        again.say(act(turn))
        play(again, second)


def test_anybody_may_watch(one_site, pair):
    first, second = pair
    with Stream(one_site, match=first.match, role="spectator") as watching:
        assert kinds([watching.message() for _ in range(3)]) == ["welcome", "start", "step"]
        play(first, second)
        assert kinds([watching.message() for _ in range(6)]) == ["step"] * 5 + ["over"]


def test_the_documents_describe_these_requests(one_site):
    openapi = httpx.get(f"{one_site.address}/schema/openapi.json").json()
    OpenAPIV31SpecValidator(openapi).validate()
    for path, message in {"/api/play": "Hello", "/api/play/{match}/act": "Act", "/api/play/{match}/ask": "Ask"}.items():
        body = openapi["paths"][path]["post"]["requestBody"]["content"]["application/json"]["schema"]
        assert body == {"$ref": f"#/components/schemas/{message}"}
        assert message in openapi["components"]["schemas"]
    asyncapi = httpx.get(f"{one_site.address}/schema/asyncapi.json").json()
    assert asyncapi["asyncapi"] == "3.0.0"


# Requests that make no sense


@pytest.mark.parametrize(
    ("body", "status", "code", "field"),
    [
        ({"type": "hello", "version": 2}, 400, "version", "version"),
        ({"type": "hello", "version": 9, "matches": "x"}, 400, "version", "version"),
        ({"type": "hello"}, 400, "bad_message", "version"),
        ({"type": "hello", "version": 1, "matches": -1}, 400, "bad_message", "matches"),
        ({"type": "act", "version": 1}, 400, "bad_message", "type"),
        ({"type": "hello", "version": 1, "token": "rh_wrong"}, 401, "unauthorised", "token"),
        ({"type": "hello", "version": 1, "game": "spacegoo"}, 401, "unauthorised", "token"),
        ({"type": "hello", "version": 1, "match": "nothing"}, 404, "no_match", "match"),
        ({"type": "hello", "version": 1, "match": "a", "game": "b"}, 400, "bad_message", "game"),
    ],
)
def test_a_hello_that_is_refused_is_an_answer_with_a_status(one_site, body, status, code, field):
    answer = httpx.post(f"{one_site.address}/api/play", json=body)
    assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (status, code, field)
    assert one_site.call(lambda: len(one_site.server.context.sessions)) == 0


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b"\xff", b'{"actions":[' + b"[" * 20_000, b'{"actions":[],"seq":1e999}', b"1" * 60_000]
)
def test_a_body_that_cannot_be_read(one_site, bots, pair, body):
    first, _ = pair
    answer = first.client.post(f"/api/play/{first.match}/act", content=body)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_message")


def test_who_may_act(one_site, bots, pair):
    first, _ = pair
    path = f"{one_site.address}/api/play/{first.match}/act"
    message = {"type": "act", "actions": [NOP]}

    def refused(path, token):
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = httpx.post(path, json=message, headers=headers)
        return answer.status_code, answer.json()["code"]

    stranger = BotAccount(one_site, f"http-{time.monotonic_ns()}")
    assert refused(path, "") == (401, "unauthorised")
    assert refused(path, "rh_wrong") == (401, "unauthorised")
    assert refused(path, stranger.token) == (403, "not_seated")
    assert refused(path.replace(first.match, "nothing"), bots[0].token) == (404, "no_match")


def test_a_body_that_is_too_large(one_site, pair):
    first, _ = pair
    answer = first.client.post(f"/api/play/{first.match}/act", content=b" " * 70_000)
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


# Signs of life, and limits


def test_a_stream_with_nothing_to_tell_shows_that_it_lives(tmp_path):
    with ThreadedSite(tmp_path, heartbeat_s=0.05) as site, Stream(site) as stream:
        assert stream.message()["type"] == "welcome"
        assert [next(stream.lines) for _ in range(3)] == ["", "", ""]


def test_too_many_requests_are_told_to_wait(tmp_path):
    with ThreadedSite(tmp_path, messages_burst=3, messages_per_s=1.0) as site:
        bots = BotAccount(site, "ann"), BotAccount(site, "bob"), BotAccount(site, "host", "person")
        with beginning(site, bots, rounds=30) as (first, second):
            play(first, second)  # answers to turns are never too many
        with beginning(site, bots) as (first, _):
            turn = first.until("turn")
            for _ in range(3):
                first.post("act", act(turn) | {"step": 99}, 409)
            answer = first.client.post(f"/api/play/{first.match}/act", json=act(turn))
            assert (answer.status_code, answer.json()["code"]) == (429, "too_many")
            assert int(answer.headers["retry-after"]) >= 1


def test_a_stopping_server_ends_its_streams(tmp_path):
    with ThreadedSite(tmp_path) as site:
        stream = Stream(site)
        stream.message()
    assert kinds(stream.rest()) == ["stopping"]
    stream.__exit__()


def wait_for(holds):
    deadline = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.01)
