"""HTTP connections that send slowly, without end, or nothing at all: each is closed, and the others do not notice."""

import asyncio
import contextlib
import socket

import pytest
import uvicorn

from roundhouse.server.bounded_http import HEAD_MAX, BoundedHttpProtocol, Http


class Quick(BoundedHttpProtocol):
    arrive_s = 0.3


async def hello(scope, receive, send):
    """Answers when the whole request has arrived."""
    while (message := await receive()).get("more_body"):
        pass
    if message["type"] == "http.disconnect":
        return
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"hi"})


@pytest.fixture
def talk():
    """Runs a conversation with a server of its own."""

    def talk(conversation):
        async def main():
            with socket.socket() as sock:
                sock.bind(("127.0.0.1", 0))
                options = {"http": Quick, "log_config": None, "lifespan": "off", "access_log": False}
                server = Http(uvicorn.Config(hello, timeout_keep_alive=1, **options))
                serving = asyncio.create_task(server.serve(sockets=[sock]))
                await server.ready.wait()
                port = sock.getsockname()[1]
                try:
                    return await asyncio.wait_for(conversation(port), 10)
                finally:
                    server.should_exit = True
                    await serving

        return asyncio.run(main())

    return talk


async def connect(port):
    return await asyncio.open_connection("127.0.0.1", port)


async def read_to_end(reader):
    """All that still comes until the server closes; a reset too, which follows bytes that came after its end."""
    try:
        return await reader.read()
    except ConnectionError:
        return b""


async def rest(reader, writer):
    """As above, and then the connection is closed from this side."""
    try:
        return await read_to_end(reader)
    finally:
        await close(writer)


async def close(writer):
    writer.close()
    with contextlib.suppress(ConnectionError):
        await writer.wait_closed()


def test_who_sends_nothing_is_closed(talk):
    async def conversation(port):
        return await rest(*await connect(port))

    assert talk(conversation) == b""


def test_who_sends_a_head_byte_by_byte_is_closed(talk):
    async def conversation(port):
        reader, writer = await connect(port)
        ended = asyncio.create_task(read_to_end(reader))
        sent = 0
        writer.write(b"GET / HTTP/1.1\r\nhost: x\r\nx-slow: ")
        while not ended.done():
            writer.write(b"a")
            sent += 1
            await asyncio.sleep(0.02)
        await close(writer)
        return ended.result(), sent

    answer, sent = talk(conversation)
    assert answer == b""
    assert sent < 100


def test_who_sends_a_body_byte_by_byte_is_closed(talk):
    async def conversation(port):
        reader, writer = await connect(port)
        writer.write(b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\n")
        ended = asyncio.create_task(read_to_end(reader))
        while not ended.done():
            writer.write(b"a")
            await asyncio.sleep(0.02)
        await close(writer)
        return ended.result()

    assert talk(conversation) == b""


def test_a_head_without_end_is_refused(talk):
    async def conversation(port):
        reader, writer = await connect(port)
        writer.write(b"GET / HTTP/1.1\r\nhost: x\r\nx-long: " + b"a" * (HEAD_MAX + 1))
        return await rest(reader, writer)

    assert talk(conversation).startswith(b"HTTP/1.1 431 ")


def test_what_is_no_http_is_refused(talk):
    async def conversation(port):
        reader, writer = await connect(port)
        writer.write(b"login me secret\n")
        return await rest(reader, writer)

    assert talk(conversation).startswith(b"HTTP/1.1 400 ")


def test_ordinary_requests_keep_their_connection(talk):
    async def conversation(port):
        reader, writer = await connect(port)
        answers = []
        for n in range(4):
            body = b"x" * n * 20_000
            writer.write(b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: %d\r\n\r\n" % len(body) + body)
            answers.append(await reader.readuntil(b"hi"))
            await asyncio.sleep(0.15)
        await close(writer)
        return answers

    answers = talk(conversation)
    assert all(answer.startswith(b"HTTP/1.1 200 ") for answer in answers)
    assert len(answers) == 4


def test_slow_ones_do_not_keep_others_waiting(talk):
    async def conversation(port):
        slow = [await connect(port) for _ in range(50)]
        for _, writer in slow:
            writer.write(b"GET / HTTP/1.1\r\nhost: x\r\n")
        reader, writer = await connect(port)
        writer.write(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n")
        answer = await reader.readuntil(b"hi")
        await close(writer)
        ends = [await rest(*pair) for pair in slow]
        return answer, ends

    answer, ends = talk(conversation)
    assert answer.startswith(b"HTTP/1.1 200 ")
    assert ends == [b""] * 50
