"""A line server without sockets and without a wall clock: objects instead of connections, time by hand."""

import asyncio
import json
import random

from tests.server.manual_timers import ManualTimers

from roundhouse.games.spacegoo.server.line_log import MemoryLineLog, StoredLineLog
from roundhouse.games.spacegoo.server.line_server import Connection, LineServer
from roundhouse.games.spacegoo.server.plugin import width
from roundhouse.server.accounts import Accounts, Guests, hasher
from roundhouse.server.settings import checked
from roundhouse.store import matches

MAP = {  # worked example 5, with room for short games
    "planets": [
        {"id": 0, "x": 0, "y": 0, "owner_id": 0, "production": [1, 1, 1], "ships": [20, 20, 20]},
        {"id": 1, "x": 8, "y": 0, "owner_id": 1, "production": [3, 0, 0], "ships": [40, 10, 10]},
        {"id": 2, "x": -8, "y": 0, "owner_id": 2, "production": [3, 0, 0], "ships": [40, 10, 10]},
    ]
}


class LineConnection:
    """The client's end of a connection, and the transport of the server's."""

    def __init__(self, line_server, edition):
        self.line_server = line_server
        self.writes = []
        self.closed = False
        self.reading = True
        self._taken = 0
        self.connection = Connection(line_server.server, line_server.server.line_queues[edition])
        self.connection.connection_made(self)

    # What a client does

    def say(self, *lines):
        self.send("".join(line + "\n" for line in lines).encode())
        return self

    def send(self, data):
        assert self.reading, "the server does not read now"
        self.connection.data_received(data)
        self.line_server.settle()
        return self

    def hang_up(self):
        if not self.closed:
            self.closed = True
            self.connection.connection_lost(None)
            self.line_server.settle()

    def heard(self):
        """The lines since the last time, states as `{round}`."""
        return [self._short(line) for line in self._lines()]

    def states(self):
        return [json.loads(line) for line in self._lines() if line.startswith("{")]

    def _lines(self):
        text = b"".join(self.writes[self._taken :]).decode()
        self._taken = len(self.writes)
        assert text == "" or text.endswith("\n")
        return text.splitlines()

    @staticmethod
    def _short(line):
        if not line.startswith("{"):
            return line
        state = json.loads(line)
        return f"{{{state['round']}{' over' if state['game_over'] else ''}}}"

    # What a transport does

    def write(self, data):
        self.writes.append(data)

    def writelines(self, parts):
        self.write(b"".join(parts))

    def get_extra_info(self, name):
        return None

    def set_write_buffer_limits(self, high):
        pass

    def can_write_eof(self):
        return True

    def is_closing(self):
        return self.closed

    def write_eof(self):
        """The client sees the end and closes its side."""
        self.line_server.timers.call_soon(self.hang_up)

    def abort(self):
        self.line_server.timers.call_soon(self.hang_up)

    close = abort

    def pause_reading(self):
        self.reading = False

    def resume_reading(self):
        self.reading = True


class ManualLineServer:
    """The server, with everything that is usually given from outside in the test's hands."""

    def __init__(self, *, database=None, seed=1, **settings):
        self.loop = asyncio.new_event_loop()
        self.timers = ManualTimers()
        self.database = database
        self.failures = []
        values = {"spacegoo": {"map": MAP, "hyperlanes": False}, "address": "http://here"} | settings
        self.settings = checked(values)
        if database is None:
            self.line_log = MemoryLineLog()
            self.accounts = Guests(rating=self.line_log.rating)
        else:
            database.deliver(self.loop.call_soon_threadsafe, self.failures.append)
            self.line_log = StoredLineLog(
                database, self.loop, start_elo=1000.0, elo_k=10.0, failure=self.failures.append
            )
            creation = self.settings.allow_account_creation
            self.accounts = Accounts(database, allow_creation=creation, passwords=hasher(time_cost=1, memory_cost=8))
        self.server = self.loop.run_until_complete(self._make(seed))

    async def _make(self, seed):
        return LineServer(
            self.settings, accounts=self.accounts, line_log=self.line_log, draws=random.Random(seed), timers=self.timers
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        """Like a power cut: nobody is told, nothing is finished."""
        self.settle()
        if self.database is not None:
            self.accounts.close()
        self.loop.close()

    def settle(self):
        """Let everything happen that needs no time to pass."""
        for _ in range(4):
            self.loop.run_until_complete(self._logins())
            if self.database is not None:
                self.database.flush()
            self.loop.run_until_complete(asyncio.sleep(0))
            self.timers.advance()

    async def _logins(self):
        await asyncio.sleep(0)
        await asyncio.gather(*self.server._tasks)

    def restore(self):
        """What the start of a server does with the matches that were running."""
        with self.database.engine.connect() as connection:
            for stored in matches.running(connection, "spacegoo"):
                self.server.restore(stored, matches.entries_of(connection, stored.id, width))
        self.settle()

    def advance(self, seconds):
        self.timers.advance(seconds)
        self.settle()

    def connect(self, edition="standard"):
        return LineConnection(self, edition)

    def login(self, name, edition="standard"):
        """A player who waits, with nothing left to hear."""
        wire = self.connect(edition)
        wire.say(f"login {name} pw")
        wire.heard()
        return wire

    def pair(self):
        for lobby in self.server.line_queues.values():
            lobby.pair()
        self.settle()

    def match(self):
        """Players 1 and 2 of a match that has begun, with nothing left to hear."""
        wires = [self.login("alice"), self.login("bob")]
        self.pair()
        return sorted(wires, key=lambda wire: wire.states()[0]["player_id"])
