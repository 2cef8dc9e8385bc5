"""A message fuzzer over WebSockets and TCP against a real server: whatever comes, it answers in its own words."""

import contextlib
import gc
import json
import logging
import os
import random
import socket
import struct

import msgspec
import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st
from tests.scale import amount, seed_for
from tests.server.line_socket import PATIENCE_S
from tests.server.protocol_clients import BotAccount, JsonLinesClient, act, kinds, open_table, play
from tests.server.threaded_site import ThreadedSite

from roundhouse.protocol import documents, messages
from roundhouse.protocol.examples import FROM_CLIENT

KNOWN = msgspec.json.Decoder(messages.FromServer).decode
VALID = [documents.plain(message) for message in FROM_CLIENT]
LIMITS = {"messages_per_s": 100_000.0, "messages_burst": 100_000}
MEGABYTE = 1 << 20

# What comes

words = st.sampled_from(["type", "version", "hello", "act", "actions", "step", "seq", "token", "match", "send", "nop"])
numbers = st.integers() | st.floats() | st.sampled_from([-1, 2**53, 2**63, 2**64, 10**400, 1e308])
values = st.recursive(
    st.none() | st.booleans() | numbers | words | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words | st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@st.composite
def bent(draw):
    """A message that was right, with a few of its fields taken out or replaced."""
    message = dict(draw(st.sampled_from(VALID)))
    for _ in range(draw(st.integers(0, 3))):
        key = draw(st.sampled_from(sorted(message)) | words) if message else draw(words)
        if draw(st.booleans()):
            message.pop(key, None)
        else:
            message[key] = draw(values)
    if "actions" in message and draw(st.booleans()):
        message["actions"] = draw(st.lists(values, max_size=5))
    return json.dumps(message).encode("utf-8", "surrogatepass")


@st.composite
def torn(draw):
    """Bytes of a message, cut, doubled or changed."""
    data = bytearray(draw(bent()))
    for _ in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, max(0, len(data) - 1)))
        data[at : at + draw(st.integers(0, 3))] = draw(st.binary(max_size=4))
    return bytes(data)


nested = st.builds(
    lambda start, n: start * n, st.sampled_from([b"[", b'{"a":', b'{"type":"act","actions":[[']), st.integers(1, 9000)
)
rubbish = bent() | torn() | values.map(lambda value: json.dumps(value).encode()) | st.binary(max_size=200) | nested
batches = st.lists(rubbish, min_size=1, max_size=15)


class Frames:
    """A client of `/ws` that can also send what is no message: frames are made by hand."""

    def __init__(self, site):
        host, port = site.address.removeprefix("http://").split(":")
        self.sock = socket.create_connection((host, int(port)))
        self.sock.settimeout(PATIENCE_S)
        self.sock.sendall(
            f"GET /ws HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        self._read = self.sock.makefile("rb")
        assert self._read.readline().startswith(b"HTTP/1.1 101")
        while self._read.readline().strip():
            pass

    def send(self, data, opcode=1):
        size = len(data)
        head = struct.pack("!BB", 0x80 | opcode, 0x80 | min(size, 126)) + (
            struct.pack("!H", size) if size > 125 else b""
        )
        self.sock.sendall(head + b"\0\0\0\0" + data)  # a mask of zeros leaves it as it is

    def message(self):
        """The next one, or None at the end."""
        try:
            head = self._read.read(2)
            if len(head) < 2 or head[0] & 15 == 8:
                return None
            size = head[1] if head[1] < 126 else struct.unpack("!H", self._read.read(2))[0]
            return json.loads(self._read.read(size))
        except ConnectionError:
            return None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._read.close()
        self.sock.close()


class Lines(JsonLinesClient):
    def send(self, data, opcode=1):
        super().send(data.replace(b"\n", b" ") + b"\n")


WAYS = {"websocket": Frames, "tcp": Lines}


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with ThreadedSite(tmp_path_factory.mktemp("fuzz"), **LIMITS) as made:
        yield made


@pytest.fixture(autouse=True)
def quiet(caplog):
    """Nothing that was sent may show as a mistake of the server."""
    caplog.set_level(logging.WARNING)
    yield
    assert [record.getMessage() for record in caplog.get_records("call") if record.levelno >= logging.ERROR] == []


def thrown(client, batch, mark):
    """Send a batch and then something whose answer is known; all answers until then, or until the end."""
    answers = []
    try:
        for data in batch:
            client.send(data[:60_000])
        client.send(json.dumps({"type": "act", "seq": mark, "actions": []}).encode())
    except (ConnectionError, BrokenPipeError):
        pass
    while (answer := client.message()) is not None:
        KNOWN(json.dumps(answer))  # a message of ours, whatever it says
        answers.append(answer)
        if answer.get("seq") == mark:
            return answers, True
    return answers, False


def fuzzing(way, examples):
    """So many examples, others with every commit."""
    chosen = settings(max_examples=examples, derandomize=False, suppress_health_check=list(HealthCheck))
    return lambda test: seed(seed_for(f"messages over {way}"))(chosen(test))


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_a_stranger_may_send_anything(site, way):
    @fuzzing(way, amount(60, 300))
    @given(batches)
    def fuzz(batch):
        with WAYS[way](site) as client:
            answers, alive = thrown(client, batch, mark=-77)
            assert answers or not alive
            assert alive or answers == [] or answers[-1]["type"] == "error"

    fuzz()
    fine(site)


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_a_seat_may_send_anything_and_its_match_still_ends(site, way):
    bots = BotAccount(site, f"{way}-fuzz"), BotAccount(site, f"{way}-calm"), BotAccount(site, f"{way}-host", "person")

    @fuzzing(way, amount(25, 100))
    @given(batches)
    def fuzz(batch):
        key = open_table(site, bots[2], rounds=4)
        with WAYS[way](site) as wild, JsonLinesClient(site) as calm:
            hello = {"type": "hello", "version": 1, "table": key}
            wild.send(json.dumps(hello | {"token": bots[0].token}).encode())
            assert wild.message()["type"] == "welcome"
            calm.hello(token=bots[1].token, table=key)
            match = calm.until("start")["match"]
            thrown(wild, batch, mark=-77)
            with JsonLinesClient(
                site
            ) as again:  # whatever has become of the connection, the seat is still there, or the match over
                again.hello(token=bots[0].token, match=match)
                again.say(type="leave")
                told = play(calm)[0]
            assert told[-1]["type"] == "over"

    fuzz()
    fine(site)


def fine(site):
    """Others play as if nothing had happened, and nothing is left behind."""
    bots = [BotAccount(site, f"fine-{random.getrandbits(40)}", kind) for kind in ("bot", "bot", "person")]
    key = open_table(site, bots[2], rounds=3)
    with JsonLinesClient(site) as first, JsonLinesClient(site) as second:
        first.hello(token=bots[0].token, table=key)
        second.hello(token=bots[1].token, table=key)
        for told in play(first, second):
            assert kinds(told)[-1] == "over"
    context = site.server.context
    site.call(lambda: None)
    assert site.call(lambda: list(context.arena.matches.running)) == []


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_memory_is_flat_over_ten_thousand_bad_messages(site, way):
    draws = random.Random(5)
    bad = [bent_by(draws) for _ in range(500)]

    def throw(count):
        sent = 0
        while sent < count:
            with WAYS[way](site) as client:
                for _ in range(20):  # a connection lasts until 20 bad messages in a row
                    batch = draws.sample(bad, 12)
                    sent += len(batch)
                    if not thrown(client, batch, mark=-5)[1]:
                        break
                    if sent >= count:
                        break
        gc.collect()
        return memory()

    before = throw(3000)
    after = throw(10_000)
    assert after - before < 6 * MEGABYTE
    fine(site)


def bent_by(draws):
    """A bad message without hypothesis, so that memory is the server's."""
    message = bytearray(json.dumps(draws.choice(VALID)).encode())
    for _ in range(draws.randint(1, 4)):
        at = draws.randrange(len(message))
        message[at : at + draws.randint(0, 3)] = draws.randbytes(draws.randint(0, 3))
    return bytes(message)


def memory():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.slow
def test_frames_of_every_kind_hurt_nobody(site):
    draws = random.Random(7)
    for _ in range(200):
        with contextlib.suppress(ConnectionError), Frames(site) as client:
            client.send(draws.randbytes(draws.randint(0, 300)), opcode=draws.randrange(16))
            client.sock.sendall(draws.randbytes(draws.randint(0, 40)))
    fine(site)


def test_an_answer_of_the_right_kind_is_not_mistaken(site):
    """The fuzzer sees what it should: the mark comes back, and so does every complaint."""
    with Frames(site) as client:
        answers, alive = thrown(client, [b"{", b"[]"], mark=-9)
    assert alive
    assert kinds(answers) == ["bad_message", "bad_message", "hello_first"]
    assert answers[-1]["seq"] == -9
    assert act({"step": 1})["actions"] == [{"type": "nop"}]
