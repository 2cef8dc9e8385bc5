"""Several servers on one database and one NATS, each in a process of its own, and players who come back wherever they
can."""

import asyncio
import contextlib
import itertools
import json
import os
import random
import signal
import time

from tests.natsserver import nats_server
from tests.outage import Player, accounts, open_table
from tests.web.site import Site, serving

PATIENCE_S = 60
QUIET = {
    "ROUNDHOUSE_ANALYSIS_ROLLOUTS": "0",
    "ROUNDHOUSE_CHANGES_PER_MINUTE": "0",
    "ROUNDHOUSE_REQUESTS_PER_MINUTE": "0",
    "ROUNDHOUSE_SESSIONS_MAX": "10000",
    "ROUNDHOUSE_JIT": "0",
}


class Cluster:
    """`first` leads unless something has happened to it."""

    def __init__(self, folder, database, nats):
        self.folder = folder
        self.database = database
        self.nats = nats
        self._stack = contextlib.ExitStack()
        self._numbers = itertools.count(1)

    def start(self, **environment) -> Site:
        """One more process, which is there when this returns."""
        data = self.folder / f"process-{next(self._numbers)}"
        chosen = QUIET | {"ROUNDHOUSE_DATABASE": self.database, "ROUNDHOUSE_NATS": self.nats.url} | environment
        return self._stack.enter_context(serving(data, environment=chosen))

    def log(self) -> str:
        return "\n".join(f"{file.name}:\n{file.read_text()}" for file in sorted(self.folder.glob("*.log")))


@contextlib.contextmanager
def cluster(folder, database):
    with nats_server(folder / "nats") as nats:
        made = Cluster(folder, database, nats)
        with made._stack:
            yield made


def health(site: Site) -> dict:
    return site.get("/health")


def kill(site: Site) -> None:
    site.process.send_signal(signal.SIGKILL)
    site.process.wait()


@contextlib.contextmanager
def stopped(site: Site):
    """A process that does not move for a while, and knows nothing of it."""
    os.kill(site.process.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(site.process.pid, signal.SIGCONT)


class Traveller(Player):
    """A player who tries one server after the other until the match is over, and notes when orders were taken."""

    ready_after = 8  # turns after which its match is well under way

    def __init__(self, token: str, table: str, draws: random.Random) -> None:
        super().__init__(token, table, draws)
        self.acknowledged_at: list[tuple[float, int]] = []  # with the number of the connection
        self.pause_s = 0.05
        self.connections = 0

    async def travel(self, ports: list[int]) -> None:
        """`ports` may change meanwhile; the first that answers is taken."""
        while self.over is None:
            for port in list(ports):
                with contextlib.suppress(OSError):
                    self.connections += 1
                    await self.play(port)
                if self.over is not None:
                    return
            await asyncio.sleep(self.pause_s)

    def _learn(self, message: dict) -> None:
        before = len(self.acknowledged)
        super()._learn(message)
        if len(self.acknowledged) > before:
            self.acknowledged_at.append((time.monotonic(), self.connections))

    def back_after(self, moment: float) -> float | None:
        """How long after a moment the first order was taken on a new connection; None, if none was yet."""
        return next((at - moment for at, number in self.acknowledged_at if at > moment and number > 1), None)


class Slow(Traveller):
    """Takes its time, so that matches last."""

    options = {"game": "spacegoo", "clock": "calm", "settings": {"max_rounds": 500, "deadline_s": 60.0}}  # noqa: RUF012

    async def _meet(self, message: dict) -> dict | None:
        if message["type"] == "turn":
            await asyncio.sleep(0.1)
        return await super()._meet(message)


async def until(holds, what: str, patience_s: float = PATIENCE_S):
    """Wait for something to become true."""
    end = time.monotonic() + patience_s
    while not (found := holds()):
        assert time.monotonic() < end, f"it did not happen: {what}"
        await asyncio.sleep(0.05)
    return found


class Line:
    """A connection that says hello and keeps what it is told."""

    def __init__(self, port, **hello):
        self.port = port
        self.hello = {"type": "hello", "version": 1} | hello
        self.messages = []

    async def __aenter__(self):
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 20)
        self.say(self.hello)
        self._task = asyncio.create_task(self._read())
        return self

    async def __aexit__(self, *_):
        self._writer.close()
        await asyncio.gather(self._task, return_exceptions=True)

    def say(self, message):
        self._writer.write(json.dumps(message).encode() + b"\n")

    async def _read(self):
        while line := await self._reader.readline():
            self.messages.append(json.loads(line))

    def of(self, kind):
        return [message for message in self.messages if message["type"] == kind]

    async def first(self, kind):
        return (await until(lambda: self.of(kind), f"a message {kind}; there are {self.messages[-3:]}"))[0]


@contextlib.asynccontextmanager
async def returned(port, **hello):
    """A connection to a match that may be on its way between processes: whoever hears `moved` comes again."""
    while True:
        async with Line(port, **hello) as line:
            await until(lambda line=line: line.of("start") or line.of("error"), "it is let in or not")
            if line.of("start"):
                yield line
                return
            assert line.of("error")[0]["code"] == "moved", line.messages


async def matches(site: Site, known: list[str], count: int, kind: type[Traveller] = Traveller) -> list[Traveller]:
    """Players of so many matches, whose tables are opened but who are not connected yet."""
    tables = [await asyncio.to_thread(open_table, site, known[2 * n], kind.options) for n in range(count)]
    return [kind(known[n], tables[n // 2], random.Random(n)) for n in range(2 * count)]


__all__ = [
    "Cluster", "Line", "Slow", "Traveller", "accounts", "cluster", "health", "kill", "matches", "returned", "stopped",
    "until",
]  # fmt: skip
