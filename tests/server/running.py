"""A line server on real sockets, in a thread of its own, and plain clients for it."""

import asyncio
import contextlib
import socket
import threading

from roundhouse.server.app import fast_loop, line_server
from roundhouse.server.settings import checked

PATIENCE_S = 60  # how long a client waits for a line before the test fails


@contextlib.contextmanager
def running(database=None, **settings):
    """The ports of a server by edition."""
    values = {"port": 0, "tcp_port": 0, "classic_port": 0, "match_interval_s": 0.05, "close_delay_s": 0.05}
    made = checked(values | settings)
    ready = threading.Event()
    told = {}

    async def main():
        told["stop"] = asyncio.Event()
        told["loop"] = asyncio.get_running_loop()
        async with line_server(made, database) as server:
            told["server"] = server
            ready.set()
            await told["stop"].wait()

    def run():
        with asyncio.Runner(loop_factory=fast_loop()) as runner:
            runner.run(main())

    thread = threading.Thread(target=run)
    thread.start()
    try:
        assert ready.wait(PATIENCE_S)
        yield told["server"].ports
    finally:
        told["loop"].call_soon_threadsafe(told["stop"].set)
        thread.join()


class Client:
    """A socket with lines."""

    def __init__(self, port, name=None, *, receive_buffer=None):
        self.sock = socket.socket()
        if receive_buffer:
            self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.sock.settimeout(PATIENCE_S)
        self.sock.connect(("127.0.0.1", port))
        self._lines = self.sock.makefile("rb")
        if name:
            self.say(f"login {name} pw")

    def say(self, line):
        self.send(line.encode() + b"\n")

    def send(self, data):
        self.sock.sendall(data)

    def line(self):
        """The next line, or None at the end of the connection."""
        try:
            return self._lines.readline().decode().rstrip("\n") or None
        except ConnectionError:
            return None

    def until(self, start):
        """The first line that starts so; fails at the end of the connection."""
        while (line := self.line()) is not None:
            if line.startswith(start):
                return line
        raise AssertionError(f"the connection ended before a line that starts with {start!r}")

    def rest(self):
        lines = []
        while (line := self.line()) is not None:
            lines.append(line)
        return lines

    def close(self):
        self._lines.close()
        self.sock.close()

    def reset(self):
        """Cut the connection without a goodbye."""
        self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        self.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Match:
    """Two players who answer every state with `nop`, in a thread of their own, until they are told to stop."""

    def __init__(self, port):
        self.rounds = 0
        self.ended = None
        self._stop = False
        self._played = threading.Condition()
        self._clients = [Client(port, "normal-one"), Client(port, "normal-two")]
        self._thread = threading.Thread(target=self._play)

    def __enter__(self):
        self._thread.start()
        self.go_on()
        return self

    def __exit__(self, *_):
        self._stop = True
        self._thread.join()
        for client in self._clients:
            client.close()

    def go_on(self, rounds=20):
        """Wait until so many more rounds have been played, without anybody being disqualified."""
        with self._played:
            goal = self.rounds + rounds
            assert self._played.wait_for(lambda: self.ended or self.rounds >= goal, timeout=PATIENCE_S)
        assert self.ended is None

    def _play(self):
        while not self._stop:
            for client in self._clients:
                line = self._state(client)
                if line is None:
                    return
                client.say("nop")
            with self._played:
                self.rounds += 1
                self._played.notify_all()

    def _state(self, client):
        while (line := client.line()) is not None:
            if line.startswith("{"):
                return line
            if line.startswith("game ended"):
                break
        with self._played:
            self.ended = line or "connection closed"
            self._played.notify_all()
        return None
