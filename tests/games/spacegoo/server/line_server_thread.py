"""A line server on real sockets, in a thread of its own, and plain clients for it."""

import asyncio
import contextlib
import threading

from tests.server.line_socket import PATIENCE_S, LineSocket

from roundhouse.games.spacegoo.server.standalone import line_server
from roundhouse.server.app import fast_loop
from roundhouse.server.settings import checked


@contextlib.contextmanager
def line_server_in_thread(database=None, **settings):
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


class LineClient(LineSocket):
    """A player of the line protocol."""

    def __init__(self, port, name=None, **how):
        super().__init__(port, **how)
        if name:
            self.say(f"login {name} pw")

    def say(self, line):
        self.send(line.encode() + b"\n")

    def line(self):
        """The next line, or None at the end of the connection."""
        return self.raw_line().decode().rstrip("\n") or None

    def until(self, start):
        """The first line that starts so; fails at the end of the connection."""
        while (line := self.line()) is not None:
            if line.startswith(start):
                return line
        raise AssertionError(f"the connection ended before a line that starts with {start!r}")

    def rest(self):
        return list(iter(self.line, None))


class SteadyMatch:
    """Two players who answer every state with `nop`, in a thread of their own, until they are told to stop."""

    def __init__(self, port):
        self.rounds = 0
        self.ended = None
        self._stop = False
        self._played = threading.Condition()
        self._clients = [LineClient(port, "normal-one"), LineClient(port, "normal-two")]
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
