"""Bots that listen on a port of their own, in a thread of the test: over TCP, WebSocket and HTTP."""

import json
import socket
import socketserver
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from websockets.sync.server import ServerConnection, serve

from roundhouse.games import GAMES
from roundhouse.sdk import Bot
from roundhouse.sdk.local_match import Outcome, play

GAME = GAMES["spacegoo"]

Send = Callable[[Any], None]  # a message as a dictionary, or bytes and text as they are


class Passer(Bot):
    def act(self, turn: Any) -> Any:
        return {"type": "nop"}


def nop(message: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "act", "step": message["step"], "actions": [{"type": "nop"}], **more}


def match(bot: str, **settings: Any) -> Outcome:
    return play(GAME, [bot, Passer], seed=1, settings={"max_rounds": 3, "deadline_s": 60} | settings)


def encoded(answer: Any) -> bytes:
    if isinstance(answer, bytes):
        return answer
    return answer.encode() if isinstance(answer, str) else json.dumps(answer).encode()


@contextmanager
def served(server: socketserver.BaseServer) -> Iterator[None]:
    """While a server answers in a thread."""
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        thread.join()


@contextmanager
def tcp_bot(answer: Callable[[dict[str, Any], Send], None]) -> Iterator[str]:
    """`answer` is called with every message; OSError in it ends the connection."""

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            def send(message: Any) -> None:
                self.wfile.write(encoded(message) + (b"" if isinstance(message, bytes) else b"\n"))

            try:
                for line in self.rfile:
                    answer(json.loads(line), send)
            except OSError:
                pass

    class Server(socketserver.ThreadingTCPServer):
        daemon_threads = True
        block_on_close = False

    with Server(("127.0.0.1", 0), Handler) as server, served(server):
        yield f"tcp://127.0.0.1:{server.server_address[1]}"


@contextmanager
def ws_bot(answer: Callable[[dict[str, Any], Send], None]) -> Iterator[str]:
    def handle(connection: ServerConnection) -> None:
        def send(message: Any) -> None:
            connection.send(message if isinstance(message, bytes) else encoded(message).decode())

        try:
            for message in connection:
                answer(json.loads(message), send)
        except OSError:
            connection.socket.shutdown(socket.SHUT_RDWR)

    with serve(handle, "127.0.0.1", 0, close_timeout=1) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"ws://127.0.0.1:{server.socket.getsockname()[1]}/bot?x=1"
        finally:
            server.shutdown()
            thread.join()


Reply = Any  # a message, bytes, a status, or a function that is given the handler


@contextmanager
def web_bot(answer: Callable[[str, dict[str, Any], Any], Reply], identity: Reply = None) -> Iterator[str]:
    """`answer` is called with the path, the message and the headers of every request."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self._reply({"name": "web", "games": ["spacegoo"]} if identity is None else identity)

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            self._reply(answer(self.path, json.loads(body), self.headers))

        def _reply(self, reply: Reply) -> None:
            if callable(reply):
                reply(self)
                return
            status, content = (reply, b"") if isinstance(reply, int) else (200, encoded(reply))
            self.send_response(status)
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: Any) -> None:
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        block_on_close = False

        def handle_error(self, *_: Any) -> None:
            pass

    with Server(("127.0.0.1", 0), Handler) as server, served(server):
        yield f"http://127.0.0.1:{server.server_address[1]}/bot"


def free_port() -> int:
    """A port where nobody listens just now."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])
