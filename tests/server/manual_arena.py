"""An arena on a real store, without sockets and without a wall clock; bots and connections are in the test's hands."""

import asyncio
import random

import pytest
from tests.server.manual_match import Listener, act
from tests.server.manual_timers import ManualTimers

from roundhouse.protocol.api.platform import NewTable, TableOptions
from roundhouse.server.arena import Arena
from roundhouse.server.errors import Refused
from roundhouse.server.matches.match_log import StoredMatchLog
from roundhouse.server.notices.page_updates import PageUpdates
from roundhouse.server.settings import checked
from roundhouse.store import matches, notices, players
from roundhouse.store.ladder import counting

# A small free map, so that matches are short
MAP = {
    "planets": [
        {"id": 0, "x": 0, "y": 0, "owner_id": 0, "production": [1, 0, 0], "ships": [50, 0, 0]},
        {"id": 1, "x": 3, "y": 0, "owner_id": 1, "production": [1, 0, 0], "ships": [5, 0, 0]},
        {"id": 2, "x": -3, "y": 0, "owner_id": 2, "production": [1, 0, 0], "ships": [40, 0, 0]},
    ]
}

# Worlds of other games that are drawn in a moment
SMALL = {"dungeon": {"map_side": 5}, "quest": {"width": 50, "height": 50, "units": 1}, "boidvoid": {"map_radius": 4}}


def options(**how):
    return TableOptions(**({"game": "spacegoo", "preset": "classic"} | how))


def new_table(*, seat=1, bots=None, start=False, **how):
    return NewTable(options(**how), seat, {str(n): name for n, name in (bots or {}).items()}, start)


class ManualBots:
    """Built-in bots that do nothing until the test lets them."""

    def __init__(self):
        self.seated = []
        self.draws = {}

    def seat(self, playing, seat, name, *, grace_ms, most_ms, draws):
        listener = Listener()
        self.draws[playing.key, seat] = draws
        self.seated.append((playing.key, seat, name, most_ms))
        playing.join(seat, listener)


class ArenaClient(Listener):
    """A connection that waits for a match, and then sits there."""

    def __init__(self, player, follow=False):
        super().__init__()
        self.player = player
        self.gone = False
        self.live = None
        self.seat_no = 0
        self.ended = None
        self._follow = follow

    def seated(self, playing, seat):
        self.live, self.seat_no = playing, seat
        playing.join(seat, self, follow=self._follow)

    def end(self, code, sentence):
        self.ended = code
        self.gone = True


class ManualArena:
    """The arena, with everything that is usually given from outside in the test's hands."""

    def __init__(self, database, **settings):
        self.loop = asyncio.new_event_loop()
        self.timers = ManualTimers()
        self.database = database
        self.failures = []
        self.over = []
        database.deliver(self.loop.call_soon_threadsafe, self.failures.append)
        match_log = StoredMatchLog(database, self.loop, failure=self.failures.append, count=counting.count)
        self.bots = ManualBots()
        self.news = PageUpdates(self.timers)
        self.arena = Arena(
            checked(settings),
            match_log=match_log,
            timers=self.timers,
            news=self.news,
            database=database,
            bots=self.bots,
            draws=random.Random(1),
            wall=lambda: self.now_ms,
        )
        self.arena.matches.over_hooks.append(self.over.append)
        self.do(self.arena.restore())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        """Like a power cut: nobody is told, nothing is finished."""
        for task in asyncio.all_tasks(self.loop):
            task.cancel()
        self.database.flush()
        self.loop.run_until_complete(asyncio.sleep(0))
        self.loop.run_until_complete(self.loop.shutdown_default_executor())
        self.loop.close()

    def do(self, work):
        """Run something to its end."""
        made = self.loop.run_until_complete(work)
        self.settle()
        return made

    def call(self, function, *arguments, **named):
        """Call something that needs a running loop."""

        async def now():
            return function(*arguments, **named)

        return self.do(now())

    def settle(self):
        """Let everything happen that needs no time to pass."""
        for _ in range(6):
            self.database.flush()
            self.loop.run_until_complete(asyncio.sleep(0))
            self.timers.advance()
        if pending := {task for task in asyncio.all_tasks(self.loop) if not task.done()}:
            self.loop.run_until_complete(asyncio.wait(pending))
            self.database.flush()
            self.loop.run_until_complete(asyncio.sleep(0))
            self.timers.advance()

    def advance(self, seconds):
        self.timers.advance(seconds)
        self.settle()

    @property
    def now_ms(self):
        """The wall clock, which runs with the timers."""
        return int(self.timers.now * 1000)

    def player(self, name, kind="person", **how):
        made = self.database.submit(lambda c: players.create(c, name=name, kind=kind, now_ms=self.now_ms, **how))
        return made.result()[0]

    def play(self, playing, seat, *actions):
        answers = []
        playing.act(seat, act(*actions), answers.append)
        self.settle()
        return answers

    def stored(self, key):
        with self.database.engine.connect() as connection:
            return matches.by_key(connection, key)

    def seats(self, key):
        with self.database.engine.connect() as connection:
            stored = matches.by_key(connection, key)
            return matches.seats_of(connection, [stored.id])[stored.id]

    def notices(self, player):
        with self.database.engine.connect() as connection:
            return [(notice.code, notice.data) for notice in notices.of(connection, player.id)]


def refused(call, *arguments, **named):
    """The code and the status of what must be refused."""
    with pytest.raises(Refused) as error:
        call(*arguments, **named)
    return error.value.problem.code, error.value.status


def names(info):
    """Who sits at a table, or for whom a seat is kept."""
    return [seat.player.name if seat.player else seat.reserved for seat in info.seats]
