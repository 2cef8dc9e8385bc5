"""A whole server whose calendar is in the test's hands, with an administrator and players for a season."""

import asyncio
import contextlib
import hashlib
import json
import random
from datetime import UTC, datetime, timedelta

from tests.server.threaded_site import ThreadedSite
from websockets.sync.client import connect

from roundhouse.core.schema import canonical
from roundhouse.games.boidvoid.season.store import job_log
from roundhouse.games.boidvoid.season.store import seasons as store
from roundhouse.store import players, tokens

DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
FIRST = datetime(2026, 11, 1, tzinfo=UTC)  # the day on which seasons of these tests start
TEAMS = [["ada", "bob"], ["cleo", "dan"]]
NAMES = [name for team in TEAMS for name in team]
HOURLY = {"turn_seconds": 3600, "npc_per_team": 0, "inventory_mode": "granted"}


class SeasonSite(ThreadedSite):
    """The calendar stands still until `move` says what time it is."""

    def __init__(self, folder, *, moment=FIRST - HOUR, **settings):
        super().__init__(folder, **settings)
        self.moment = moment
        self.how = {"now": lambda: self.moment}

    def __enter__(self):
        super().__enter__()
        self.server.context.arena.matches._draws = random.Random(5)  # the same world every time
        return self

    @property
    def scheduler(self):
        return self.server.plugins["boidvoid"].scheduler

    def move(self, moment):
        """It is another time now, and all that is due has happened."""
        self.moment = moment
        self.call(self.scheduler.catch_up)
        self.settle()

    def settle(self):
        """Let matches that are over be noted."""

        async def idle():
            while tasks := tuple(self.server.context.arena.tasks):
                await asyncio.gather(*tasks)

        self.call(idle)

    def admin(self, name="boss"):
        if self.read(lambda connection: players.find(connection, name)) is None:
            return self.browser(name, role="admin")
        browser = self.browser()
        browser.post("/api/sign-in", {"name": name, "password": "correct horse"})
        return browser

    def people(self, *names):
        """Accounts of these names; returns their tokens."""

        def make(connection):
            made = {}
            for name in names:
                known = players.find(connection, name)
                if known is None:
                    known = players.create(connection, name=name, kind="bot", now_ms=1)[0]
                made[name] = tokens.make(connection, known.id, "season", 1)[0]
            return made

        return self.database.submit(make).result()

    def game(self, game_id):
        return self.read(lambda connection: store.game(connection, game_id))

    def playing(self, game_id):
        return self.server.context.arena.matches.running[self.game(game_id).match]

    def log(self):
        """All runs of jobs in their order."""
        lines = self.read(lambda connection: job_log.lines(connection, limit=1000))
        return [(one.job, one.key, one.due_ms, one.outcome) for one in reversed(lines)]

    @contextlib.contextmanager
    def seat(self, token, match="", **hello):
        """A bot over a WebSocket, in its seat."""
        with connect(self.address.replace("http", "ws") + "/ws", max_size=None) as socket:
            yield Seat(socket, token, match, **hello)


class Seat:
    """One connection to a seat: what it hears, and what it is answered."""

    def __init__(self, socket, token, match, **hello):
        self.socket = socket
        self.say({"type": "hello", "version": 1, "token": token, "match": match} | hello)
        self.hear("welcome")
        self.seat = self.hear("start")["seat"]

    def say(self, message):
        self.socket.send(json.dumps(message))

    def hear(self, *kinds):
        """The next message of one of these kinds."""
        while True:
            message = json.loads(self.socket.recv(timeout=30))
            if message["type"] in kinds:
                return message

    def act(self, *actions, seq=1):
        """The verdicts, each as its code or `accepted`."""
        self.say({"type": "act", "seq": seq, "actions": list(actions)})
        answer = self.hear("verdicts", "error")
        if answer["type"] == "error":
            return answer["code"]
        return [one.get("code") or one["verdict"] for one in answer["verdicts"]]


def team_list(teams=TEAMS, vice=True):
    """Teams as the API takes them: the first of each leads, the second is the vice-leader."""
    roles = ["leader", "vice_leader" if vice else "trooper"]
    return [
        [{"player": name, "role": roles[place] if place < 2 else "trooper"} for place, name in enumerate(team)]
        for team in teams
    ]


def day(number):
    return (FIRST + number * DAY).date().isoformat()


def digest_of(state):
    return hashlib.blake2b(canonical(state)).hexdigest()
