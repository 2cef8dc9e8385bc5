"""A matchmaker among real parts: the arena, the store and sessions, with time in the test's hands. Only the process of
the built-in bots is a stand-in: they sit down and pass."""

import asyncio
import random

from msgspec import Raw
from tests.server.connections.manual_session import RecordingTransport, Tasks
from tests.server.manual_timers import ManualTimers

from roundhouse.protocol.messages import Act
from roundhouse.server.arena import Arena
from roundhouse.server.context import ServerContext
from roundhouse.server.matches.match_log import StoredMatchLog
from roundhouse.server.matchmaking.matchmaker import Matchmaker
from roundhouse.server.metrics import Metrics
from roundhouse.server.notices.page_updates import PageUpdates
from roundhouse.server.settings import checked
from roundhouse.store import ladder, players

PASS = Act([Raw(b'{"type":"nop"}')])


class Passer:
    """A built-in bot that does nothing whenever it is asked."""

    def __init__(self, timers, playing, seat):
        self.timers, self.live, self.seat = timers, playing, seat

    def send(self, message):
        if message.startswith(b'{"type":"turn"'):
            self.timers.call_soon(lambda: self.live.act(self.seat, PASS, lambda answer: None))

    def dismissed(self, reason):
        pass


class Bots:
    def __init__(self, timers):
        self._timers = timers

    def seat(self, playing, seat, name, *, grace_ms, most_ms, draws=None):
        playing.join(seat, Passer(self._timers, playing, seat))


class ManualMatchmaker:
    def __init__(self, database, *, seed=1, **settings):
        self.loop = asyncio.new_event_loop()
        self.database = database
        self.timers = ManualTimers()
        self.settings = checked(settings)
        self.failures = []
        self.loop.run_until_complete(self._open(seed))

    async def _open(self, seed):
        database, settings = self.database, self.settings
        database.deliver(self.loop.call_soon_threadsafe, self.failures.append)
        match_log = StoredMatchLog(database, self.loop, failure=self.failures.append, count=ladder.count)
        self.news = PageUpdates(self.timers)
        self.arena = Arena(
            settings, match_log=match_log, timers=self.timers, news=self.news, database=database,
            bots=Bots(self.timers), draws=random.Random(seed),
        )  # fmt: skip
        draws = random.Random(seed)
        self.matchmaker = Matchmaker(self.arena, database, settings, self.timers, draws, news=self.news)
        self.context = ServerContext(
            arena=self.arena,
            matchmaker=self.matchmaker,
            accounts=None,
            news=self.news,
            settings=settings,
            metrics=Metrics(),
            timers=self.timers,
        )
        self.context.run = self._tasks = Tasks(self.loop)
        await self.arena.restore()
        await self.matchmaker.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.loop.run_until_complete(self.matchmaker.stop())
        self.loop.run_until_complete(self.loop.shutdown_default_executor())
        self.loop.close()
        assert self.failures == []

    # Time

    def settle(self):
        """Let everything happen that needs no time to pass."""
        for _ in range(5):
            self.loop.run_until_complete(self._tasks.done())
            self.loop.run_until_complete(self._pass(0))
            self.database.flush()

    def advance(self, seconds):
        """Second by second, so that what falls due is carried to its end before the next."""
        while seconds > 0:
            self.loop.run_until_complete(self._pass(min(1.0, seconds)))
            self.settle()
            seconds -= 1.0

    async def _pass(self, seconds):
        self.timers.advance(seconds)
        await asyncio.sleep(0)
        while self.matchmaker._tasks:
            await asyncio.gather(*self.matchmaker._tasks)
            await asyncio.sleep(0)
        self.timers.advance()

    def run(self, work):
        return self.loop.run_until_complete(work)

    # Players

    def player(self, name, **values):
        with self.database.engine.connect() as connection:
            known = players.find(connection, name)
        if known is not None:
            return known
        return self.write(lambda connection: players.create(connection, name=name, now_ms=1, **values)[0])

    def write(self, change):
        return self.database.submit(change).result()

    def read(self, query):
        with self.database.engine.connect() as connection:
            return query(connection)

    def wire(self, name, **values):
        """A connection of this player that has said nothing yet."""
        return RecordingTransport(self, self.player(name, **values))

    def waiter(self, name, *, matches=0, preset="", **values):
        """Somebody who waits for opponents, match after match."""
        wire = self.wire(name, **values).hello(game="spacegoo", matches=matches, preset=preset)
        wire.heard()
        return wire

    # Matches

    @property
    def playing(self):
        """Who plays whom, as sets of names."""
        return [names_of(live) for live in self.arena.matches.running.values()]

    def match_of(self, name):
        return next(live for live in self.arena.matches.running.values() if name in names_of(live))

    def end(self, name, *, how="resign"):
        """The match of this player ends because it gives up."""
        playing = self.match_of(name)
        seat = [one.name for one in playing.setup.seats].index(name) + 1
        if how == "resign":
            self.run(self.call(playing.resign, seat))
        else:
            self.run(self.call(playing.fail, seat, "a test"))
        self.settle()
        return playing

    async def call(self, function, *arguments):
        function(*arguments)


def names_of(playing):
    return {seat.name for seat in playing.setup.seats}
