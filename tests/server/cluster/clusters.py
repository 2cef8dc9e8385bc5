"""Several servers on one database and one NATS, each in a process of its own, and players who come back wherever they
can."""

import asyncio
import contextlib
import itertools
import json
import os
import random
import secrets
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import make_url
from tests import stores
from tests.nats_server import nats_server
from tests.outage import Player, accounts, check, open_table
from tests.server.cluster.relay import Relay, relay
from tests.web.site import Site, serving

PATIENCE_S = 60
ACCOUNTS = 40  # more than all tests of a file need
QUIET = {
    "ROUNDHOUSE_ANALYSIS_ROLLOUTS": "0",
    "ROUNDHOUSE_CHANGES_PER_MINUTE": "0",
    "ROUNDHOUSE_REQUESTS_PER_MINUTE": "0",
    "ROUNDHOUSE_SESSIONS_MAX": "10000",
    "ROUNDHOUSE_NATIVE": "0",
}


class Cluster:
    """Processes that share a database and a NATS, each with a relay of its own between it and NATS.

    `application` is what the processes call themselves to PostgreSQL.
    """

    def __init__(self, folder: Path, database: str, nats, environment: dict[str, str]) -> None:
        self.folder = folder
        self.application = f"test-{secrets.token_hex(6)}"
        url = make_url(database).update_query_dict({"application_name": self.application})
        self.database = url.render_as_string(False)
        self.nats = nats
        self._environment = QUIET | {"ROUNDHOUSE_DATABASE": self.database} | environment
        self._stack = contextlib.ExitStack()
        self._numbers = itertools.count(1)
        self._sites: dict[Site, Relay] = {}
        self._tokens: Iterator[str] | None = None
        self._read: dict[Path, int] = {}

    def start(self) -> Site:
        """One more process, which is there when this returns."""
        data = self.folder / f"process-{next(self._numbers)}"
        between = self._stack.enter_context(relay("127.0.0.1", self.nats.port))
        chosen = self._environment | {"ROUNDHOUSE_NATS": f"nats://127.0.0.1:{between.port}"}
        site = self._stack.enter_context(serving(data, environment=chosen))
        self._sites[site] = between
        return site

    def pair(self) -> tuple[Site, Site]:
        """The one that leads and the one that follows, with nothing to do. Whoever is missing is started."""
        self._sites = {site: between for site, between in self._sites.items() if site.process.poll() is None}
        while len(self._sites) < 2:
            self.start()
        told = asyncio.run(until(self._idle, "two processes know each other and have nothing to do"))
        self._read = {file: file.stat().st_size for file in self._logs()}
        first, second = sorted(told, key=lambda site: told[site]["role"] != "leader")
        return first, second

    def _idle(self) -> dict[Site, dict]:
        told = {site: health(site) for site in self._sites}
        fine = all(
            (one["nats"], one["processes"], one["matches"], one["leases"]) == ("connected", len(told), 0, 0)
            for one in told.values()
        )
        return told if fine and sorted(one["role"] for one in told.values()) == ["follower", "leader"] else {}

    def between(self, site: Site) -> Relay:
        """What a process reaches NATS by."""
        return self._sites[site]

    def accounts(self, count: int) -> list[str]:
        """Tokens of bots that nobody has used yet."""
        if self._tokens is None:
            self._tokens = iter(accounts(self.database, max(count, ACCOUNTS)))
        found = list(itertools.islice(self._tokens, count))
        assert len(found) == count, "there are no more accounts"
        return found

    def log(self) -> str:
        """What was written since the pair was last asked for."""
        parts = []
        for path in self._logs():
            with path.open() as file:
                file.seek(self._read.get(path, 0))
                parts.append(f"{path.name}:\n{file.read()}")
        return "\n".join(parts)

    def _logs(self) -> list[Path]:
        return sorted(self.folder.glob("*.log"))


@contextlib.contextmanager
def cluster(folder, database, **environment):
    with nats_server(folder / "nats") as nats:
        made = Cluster(folder, database, nats, environment)
        with made._stack:
            yield made


class Lasting:
    """A cluster that one test after the other plays in; after one that has failed there is a new one.

    What is played in it is a coroutine function of the cluster, its leader and its follower."""

    def __init__(self, folders, **environment: str) -> None:
        self._folders = folders
        self._environment = environment
        self._stack = contextlib.ExitStack()
        self._made: Cluster | None = None

    def play(self, work) -> None:
        if self._made is None:
            self._made = self._open()
        try:
            first, second = self._made.pair()
            asyncio.run(work(self._made, first, second))
        except BaseException:
            self.close()
            raise

    def _open(self) -> Cluster:
        schema = stores.Schema()
        self._stack.callback(schema.drop)
        return self._stack.enter_context(cluster(self._folders.mktemp("cluster"), schema.url, **self._environment))

    def close(self) -> None:
        self._made = None
        self._stack.close()


@contextlib.contextmanager
def lasting(folders, **environment: str):
    """A cluster for the tests of a file. Without a PostgreSQL they are left out."""
    if stores.missing():
        pytest.skip(stores.missing())
    made = Lasting(folders, **environment)
    try:
        yield made
    finally:
        made.close()


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


class Lasts(Traveller):
    """Its match goes on until `enough` is set; then seat 1 resigns in its next turn."""

    options = {"game": "spacegoo", "clock": "calm", "settings": {"max_rounds": 5000, "deadline_s": 60.0}}  # noqa: RUF012
    thinking_s = 0.2
    enough = False

    async def _meet(self, message: dict) -> dict | None:
        answer = await super()._meet(message)
        if message["type"] == "turn" and self.enough and self.seat == 1:
            return {"type": "leave"}
        return answer


async def over(tasks, playing: list[Traveller], site: Site) -> None:
    """All matches come to their end, and nothing acknowledged was lost."""
    for player in playing:
        player.enough = True
    await asyncio.wait_for(asyncio.gather(*tasks), 2 * PATIENCE_S)
    for pair in zip(playing[::2], playing[1::2], strict=True):
        assert await asyncio.to_thread(check, site, pair)


async def move(playing: list[Traveller], turns: int = 5) -> None:
    """So many more turns are played by everybody whose match is not over."""
    before = {player: player.turns for player in playing}
    await until(
        lambda: all(player.turns >= was + turns or player.over for player, was in before.items()), "the matches move"
    )


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
        self.ended = asyncio.create_task(self._read())  # when the server has closed it
        return self

    async def __aexit__(self, *_):
        self._writer.close()
        await asyncio.gather(self.ended, return_exceptions=True)

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
    "PATIENCE_S", "Cluster", "Lasting", "Lasts", "Line", "Traveller", "cluster", "health", "kill", "lasting", "matches",
    "move", "over", "returned", "stopped", "until",
]  # fmt: skip
