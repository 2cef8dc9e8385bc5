"""A contest on a whole server, in the test's own process, with bots that join by code and play in threads."""

import contextlib
import threading
import time
from datetime import UTC, datetime, timedelta

import pytest
from tests import stores
from tests.server.threaded_site import PASSWORD, ThreadedSite

from roundhouse.games.spacegoo.bots.simple import Greedy, Random
from roundhouse.protocol.messages import Start, Turn
from roundhouse.sdk import server_client
from roundhouse.sdk.bot import Bot
from roundhouse.sdk.players.player import BotPlayer
from roundhouse.server.contest import phase_changes
from roundhouse.store import contest, players
from roundhouse.store.database import Database

PATIENCE_S = 90
PIN = "mole-4711"
TOML = """
title = "Test day"
game = "spacegoo"
settings = {{ max_rounds = {rounds}, deadline_s = 30.0 }}
codes = {codes}
house_bots = false
organiser = "boss"
{more}
[finals]
format = "{format}"
size = {size}
best_of = {best_of}
grace_s = {grace_s}
at_once = 4
"""


def toml(*, rounds=8, codes=8, format="single-elimination", size=4, best_of=2, grace_s=30, more=""):
    return TOML.format(
        rounds=rounds, codes=codes, format=format, size=size, best_of=best_of, grace_s=grace_s, more=more
    )


class Clock:
    """The time of a contest, in the test's hands; it stands still unless it is moved."""

    def __init__(self):
        self.moment = datetime(2026, 11, 20, 9, 0, tzinfo=UTC)

    def __call__(self):
        return self.moment

    def advance(self, **how):
        self.moment += timedelta(**how)

    @property
    def ms(self):
        return round(self.moment.timestamp() * 1000)


class ContestSite(ThreadedSite):
    """A server with a contest. `boss` is the organiser's browser."""

    def __init__(self, folder, text, *, clock=None, **settings):
        quick = {"match_interval_s": 0.05, "house_after_s": 3600.0, "close_delay_s": 0.0, "placement_matches": 1}
        super().__init__(folder, **(quick | {"allow_sign_up": False} | settings))
        if clock is not None:
            self.how = {"now": clock}
        self.clock = clock
        found(self.where, text, clock)

    def __enter__(self):
        super().__enter__()
        self.boss = self.browser()
        self.boss.post("/api/sign-in", {"name": "boss", "password": PASSWORD})
        return self

    @property
    def keeper(self):
        return self.server.http_context.events

    def codes(self):
        """Those that are free."""
        return [one.code for one in self.read(contest.codes) if one.player_id is None and not one.void]

    def join(self, name, code=None, pin=PIN, status=200, browser=None):
        return (browser or self.browser()).post(
            "/api/event/join", {"code": code or self.codes()[0], "name": name, "pin": pin}, status=status
        )

    def look(self):
        """Let the keeper do what is due now."""
        self.call(self.keeper.look)

    def page(self):
        return self.boss.get("/api/event")

    def until(self, holds, path="/api/event", patience_s=PATIENCE_S):
        """The page once it is as wished."""
        end = time.monotonic() + patience_s
        while time.monotonic() < end:
            page = self.boss.get(path)
            if holds(page):
                return page
            time.sleep(0.05)
        raise AssertionError(f"{path} did not become what was expected: {page}")

    def move(self, to, status=200):
        return self.boss.post("/api/event/move", {"to": to}, status=status)


def found(where, text, clock=None):
    """Begin the contest in a database, with an organiser."""
    database = Database(where)
    try:
        now_ms = clock.ms if clock is not None else round(time.time() * 1000)
        database.submit(lambda connection: phase_changes.found(connection, text, now_ms)).result()
        from roundhouse.server.accounts import Accounts

        accounts = Accounts(database)
        with database.engine.connect() as connection:
            known = players.find(connection, "boss")
        if known is None:
            accounts.create("boss", PASSWORD, kind="person", role="organiser")
        accounts.close()
    finally:
        database.close()


@contextlib.contextmanager
def store_of(kind):
    """The settings of a server on this kind of database."""
    if kind == "sqlite":
        yield {}
        return
    if stores.missing():
        pytest.skip(stores.missing())
    schema = stores.Schema()
    try:
        yield {"database": schema.url}
    finally:
        schema.drop()


class Passing(Bot):
    """Does nothing, quickly."""

    def start(self, start: Start) -> None:
        pass

    def act(self, turn: Turn) -> object:
        return {"type": "nop"}


class Slow(Passing):
    """Takes its time, so that there is something to see while it plays, and waits as long as `held` is set."""

    held = threading.Event()

    def act(self, turn: Turn) -> object:
        time.sleep(0.15)
        while self.held.is_set():
            time.sleep(0.05)
        return super().act(turn)


KINDS = {"greedy": Greedy, "random": Random, "passing": Passing, "slow": Slow}


class StoppedError(Exception):
    """The test is over."""


class BotThread:
    """A bot in a thread: waits for matches until it is stopped, and comes back when the connection is lost. With
    `holding`, slow bots wait when its match is over."""

    def __init__(self, address, token, kind="passing", game="spacegoo"):
        self.said = []
        self.results = []
        self.holding = False
        self._stop = False
        self._link = None
        request = server_client.JoinRequest(address, token, game=game, matches=0)
        self._thread = threading.Thread(target=self._run, args=(request, KINDS[kind]), daemon=True)
        self._thread.start()

    def _run(self, wish, make):
        with contextlib.suppress(StoppedError, server_client.RemoteError, OSError):
            server_client.play(
                wish,
                lambda start: BotPlayer(make),
                tell=self._tell,
                results=lambda start, over: self._over(over),
                patience_s=240.0,
            )

    def _over(self, over):
        self.results.append(over)
        if self.holding:
            Slow.held.set()

    def _tell(self, line):
        self.said.append(line)
        if self._stop:
            raise StoppedError

    def stop(self):
        self._stop = True

    def join(self):
        self._thread.join(20)


@contextlib.contextmanager
def bots(site, names, kinds=("greedy", "random", "passing"), address=None):
    """Teams that join by code, with their bots connected; they are stopped when the server has gone or ends them."""
    made = {}
    for n, name in enumerate(names):
        joined = site.join(name)
        made[name] = BotThread(address or site.address, joined["token"], kinds[n % len(kinds)])
    try:
        yield made
    finally:
        for one in made.values():
            one.stop()
