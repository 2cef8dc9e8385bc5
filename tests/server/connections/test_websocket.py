"""The protocol over WebSockets, on a real server: bots, browsers, spectators, and what is no use."""

import contextlib
import json
import socket
import zlib
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from tests.server.line_socket import PATIENCE_S
from tests.server.protocol_clients import (
    BotAccount,
    MessageClient,
    believing,
    kinds,
    open_table,
    passing,
    play,
    rounds_of_a_sleeper,
)
from tests.server.threaded_site import ThreadedSite
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from roundhouse.server.connections.websocket import welcome_origin
from roundhouse.server.connections.websocket_frames import WebSocketFrames, framed, packed
from roundhouse.server.settings import checked


class Socket(MessageClient):
    """A client of `/ws`; with an `origin` it is a browser."""

    def __init__(self, site, **options):
        headers = {"Cookie": options.pop("cookie")} if "cookie" in options else None
        address = site.address.replace("http", "ws", 1) + "/ws"
        options |= {"additional_headers": headers, "open_timeout": PATIENCE_S, "max_size": 1 << 22}
        self._opened = contextlib.ExitStack()
        self.socket = self._opened.enter_context(connect(address, **options))

    def say(self, message=None, **fields):
        self.socket.send(json.dumps(message or fields))
        return self

    def hello(self, **fields):
        return self.say({"type": "hello", "version": 1, **fields})

    def message(self):
        try:
            return json.loads(self.socket.recv(PATIENCE_S))
        except ConnectionClosed:
            return None

    def ended(self):
        """How the server closed: its code and reason."""
        return self.socket.close_code, self.socket.close_reason

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._opened.close()


@pytest.fixture(scope="module")
def bots(one_site):
    return BotAccount(one_site, "ws-ann"), BotAccount(one_site, "ws-bob"), BotAccount(one_site, "ws-host", "person")


@contextlib.contextmanager
def beginning(site, bots, **options):
    ann, bob, host = bots
    key = open_table(site, host, **options)
    with Socket(site) as first, Socket(site) as second:
        first.hello(token=ann.token, table=key)
        assert first.message()["type"] == "welcome"
        second.hello(token=bob.token, table=key)
        yield first, second
        for client in (first, second):
            with contextlib.suppress(ConnectionClosed):
                client.say(type="leave")


@pytest.fixture
def pair(one_site, bots):
    with beginning(one_site, bots) as clients:
        yield clients


def test_two_bots_play_a_match_to_the_end(pair):
    told, _ = play(*pair)
    assert kinds(told) == ["start", *["turn", "verdicts"] * 5, "over"]
    assert pair[0].message() is None
    assert pair[0].ended() == (1000, "")


def test_a_cut_connection_comes_back(one_site, bots, pair):
    first, second = pair
    start, turn = first.until("start"), first.until("turn")
    first.socket.socket.close()
    with Socket(one_site) as again:
        again.hello(token=bots[0].token, match=start["match"], want=["belief"])
        with ThreadPoolExecutor(2) as threads:
            told, _ = threads.map(lambda ask: ask(), (partial(believing, again), partial(passing, second)))
    assert told[0]["view"] == turn["view"]
    assert kinds(told)[-1] == "over"


def test_a_newer_connection_replaces_the_older(one_site, bots, pair):
    first, _ = pair
    start = first.until("start")
    with Socket(one_site) as newer:
        newer.hello(token=bots[0].token, match=start["match"])
        newer.until("turn")
        assert kinds(first.rest())[-1] == "replaced"
        assert first.ended() == (1008, "replaced")


def test_all_spectators_get_the_same_bytes_and_bots_and_browsers_may_mix(one_site, pair):
    first, second = pair
    key = first.until("start")["match"]
    with contextlib.ExitStack() as stack:
        plain = [stack.enter_context(Socket(one_site)) for _ in range(3)]
        browsers = [stack.enter_context(Socket(one_site, origin=one_site.address)) for _ in range(3)]
        for watching in (*plain, *browsers):
            watching.hello(role="spectator", match=key)
            watching.until("step")
        play(first, second)
        heard = [[watching.socket.recv(PATIENCE_S) for _ in range(6)] for watching in (*plain, *browsers)]
    assert all(one == heard[0] for one in heard)
    assert kinds(map(json.loads, heard[0])) == ["step"] * 5 + ["over"]


def test_browsers_get_messages_that_were_compressed_once_and_bots_plain_ones(one_site):
    with Socket(one_site, origin=one_site.address) as browser, Socket(one_site) as bot:
        (deflate,) = browser.socket.protocol.extensions
        assert (deflate.remote_no_context_takeover, deflate.local_no_context_takeover) == (True, True)
        assert bot.socket.protocol.extensions == []


def test_a_frame_is_made_once_for_everybody():
    frames, message = WebSocketFrames(), bytes(b"[" + b"1234567," * 1000 + b"0]")
    assert frames.framed(message) is frames.framed(message)
    assert frames.packed(message) is frames.packed(message)
    assert frames.framed(b"other") == framed(b"other")
    assert len(frames.packed(message)) < len(message) / 10


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536, 100_000])
def test_frames_of_every_size_have_the_right_header(size):
    message = b"x" * size
    first, *length = framed(message)[: len(framed(message)) - size]
    assert first == 0x81
    assert int.from_bytes(bytes(length[1:] or length)) == size
    body = packed(message)
    assert body[0] == 0xC1
    start = 2 if body[1] < 126 else 4
    assert zlib.decompressobj(wbits=-15).decompress(body[start:] + b"\0\0\xff\xff") == message


# Who may come


def test_pages_from_elsewhere_are_refused(one_site):
    for origin in ("https://evil.example", "null", "http://127.0.0.1:1", "file://", "http://["):
        with pytest.raises(InvalidStatus) as refused:
            Socket(one_site, origin=origin)
        assert refused.value.response.status_code == 403
        assert json.loads(refused.value.response.body)["code"] == "origin"


def test_which_pages_are_ours():
    settings = checked(
        {"address": "https://arena.example", "allowed_origins": "https://club.example http://x.test:81/"}
    )
    assert welcome_origin("http://here:8000", "here:8000", settings)
    assert welcome_origin("https://arena.example", "inner:8000", settings)
    assert welcome_origin("https://club.example", "inner:8000", settings)
    assert welcome_origin("http://x.test:81", "inner:8000", settings)
    assert not welcome_origin("http://x.test", "inner:8000", settings)
    assert not welcome_origin("https://arena.example.evil", "inner:8000", settings)
    assert not welcome_origin("", "", settings)
    assert not welcome_origin("null", "null", settings)


def test_a_browser_is_known_by_its_cookie_and_a_program_is_not(one_site):
    browser = one_site.browser("ws-person")
    cookie = f"rh_session={browser.cookies['rh_session']}"
    with Socket(one_site, origin=one_site.address, cookie=cookie) as page, Socket(one_site, cookie=cookie) as program:
        assert page.hello().message()["name"] == "ws-person"
        assert program.hello().message()["name"] == ""
    one_site.close_browsers()


def test_a_page_hears_news_about_tables(one_site, bots):
    with Socket(one_site, origin=one_site.address) as page:
        page.hello().message()
        open_table(one_site, bots[2])
        assert "tables" in page.until("news")["topics"]


def test_plain_http_at_this_address_is_told_so(one_site):
    answer = one_site.browser().ask("GET", "/ws", status=426)
    assert answer.json()["code"] == "websocket"
    one_site.close_browsers()


# What is no use


def test_messages_that_cannot_be_read_are_answered(one_site):
    with Socket(one_site) as client:
        client.socket.send("{")
        client.socket.send(b'{"type":"hello","version":1}')  # bytes will do
        client.socket.send(iter(['{"type":"say",', '"text":"in parts"}']))
        assert kinds([client.message() for _ in range(3)]) == ["bad_message", "welcome", "not_playing"]


def test_an_unknown_version_is_refused_with_the_one_we_speak(one_site):
    with Socket(one_site) as client:
        client.say(type="hello", version=2)
        (error,) = client.rest()
        assert (error["code"], "version 1" in error["sentence"]) == ("version", True)
        assert client.ended() == (1008, "version")


@pytest.mark.parametrize("size", [70_000, 300_000])
def test_a_message_that_is_too_long_ends_the_connection(one_site, size):
    with Socket(one_site) as client:
        client.socket.send("x" * size)
        assert kinds(client.rest()) in ([], ["too_long"])
        assert client.ended()[0] == 1009


def test_a_bomb_is_not_unpacked(one_site):
    with Socket(one_site, origin=one_site.address) as client:  # what a browser sends may be compressed
        client.socket.send(" " * 50_000_000)
        assert client.rest() == []
        assert client.ended()[0] == 1009


def test_bytes_that_are_no_text_and_frames_that_are_none_hurt_nobody(one_site, caplog):
    host, port = one_site.address.removeprefix("http://").split(":")
    head = (
        f"GET /ws HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    for frame in (b"\x81\x82\0\0\0\0\xff\xfe", b"\xff" * 100, b"\x81\x05hello", b"\x8b\x80\0\0\0\0", b""):
        with socket.create_connection((host, int(port))) as raw:
            raw.settimeout(PATIENCE_S)
            raw.sendall(head.encode() + frame)  # a frame may come with the request
            assert raw.recv(4096).startswith(b"HTTP/1.1 101")
    with Socket(one_site) as client:
        assert client.hello().message()["type"] == "welcome"
    assert "Traceback" not in caplog.text


def test_a_stopping_server_says_so(tmp_path):
    with ThreadedSite(tmp_path) as site:
        client = Socket(site)
        client.hello().message()
    assert kinds(client.rest()) == ["stopping"]
    assert client.ended() == (1012, "stopping")


def test_a_full_server_refuses_the_next(tmp_path):
    with ThreadedSite(tmp_path, sessions_max=2) as site, Socket(site) as one, Socket(site) as two:
        one.hello().message(), two.hello().message()
        with pytest.raises(InvalidStatus) as refused:
            Socket(site)
        assert refused.value.response.status_code == 503


@pytest.mark.slow
def test_a_spectator_that_does_not_read_misses_steps_and_sees_the_end(tmp_path):
    with ThreadedSite(tmp_path, unread_max=65_536) as site:
        bots = BotAccount(site, "ann"), BotAccount(site, "bob"), BotAccount(site, "host", "person")
        with Socket(site, max_queue=1) as sleeper, beginning(site, bots, rounds=300) as (first, second):
            sleeper.socket.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 32_768)
            rounds = rounds_of_a_sleeper(sleeper, first, second)
    assert 1 < len(rounds) < 301
