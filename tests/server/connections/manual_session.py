"""Sessions without sockets and without a server: a transport that remembers, stand-ins for the other parts."""

import asyncio
import json
from types import SimpleNamespace

from msgspec import field
from tests.server.manual_timers import ManualTimers

from roundhouse.core.game import ACCEPTED
from roundhouse.match.clock import Budget
from roundhouse.match.table import Table
from roundhouse.protocol.messages import Error, Start, Turn, Verdicts, encode
from roundhouse.server.connections.session import Session
from roundhouse.server.context import ServerContext
from roundhouse.server.errors import Refused
from roundhouse.server.metrics import Metrics
from roundhouse.server.notices.page_updates import PageUpdates
from roundhouse.server.settings import checked


class RecordingTransport:
    """A transport that keeps what it is given. Messages that come while it is paused wait, as they would."""

    kind = "test"

    def __init__(self, manual, player=None):
        self.manual = manual
        self.sent = []
        self.closed = None
        self.paused = False
        self._waiting = []
        self._heard = 0
        self.session = Session(manual.context, self, address="here", player=player)

    # What a session does

    def send(self, message):
        assert self.closed is None, "nothing is sent after the end"
        self.sent.append(message)

    def pause(self):
        self.paused = True

    def resume(self):
        self.paused = False
        while self._waiting and not self.paused:
            self.session.receive(self._waiting.pop(0))

    def close(self, code):
        self.closed = code

    # What a client does

    def say(self, *messages, **fields):
        """Messages as bytes or objects, or one by its fields."""
        for message in [*messages, *([fields] if fields else [])]:
            raw = message if isinstance(message, bytes) else json.dumps(message).encode()
            if self.paused:
                self._waiting.append(raw)
            else:
                self.session.receive(raw)
            self.manual.settle()
        return self

    def hello(self, **fields):
        return self.say({"type": "hello", "version": 1, **fields})

    def heard(self):
        """The messages since the last time."""
        new, self._heard = self.sent[self._heard :], len(self.sent)
        return [json.loads(message) for message in new]

    def types(self):
        """Their types; of an error its code."""
        return [message["code"] if message["type"] == "error" else message["type"] for message in self.heard()]


class SessionMatch:
    """A match that asks its seats, remembers what was done, and ends when the test says so."""

    requests = 1  # of a turn

    def __init__(self, key, *player_ids, game="spacegoo"):
        self.key = key
        self.game = SimpleNamespace(key=game)
        self.clock = SimpleNamespace(key="bot")
        self.player_ids = player_ids
        self.seats = {}
        self.audience = []
        self.calls = []

    @property
    def seat_states(self):
        """By seat, as far as a session looks at them."""
        return {
            seat: SimpleNamespace(seat=seat, subscriber=self.seats.get(seat), coming=None, left="")
            for seat in range(1, len(self.player_ids) + 1)
        }

    def seat_of(self, player_id):
        return self.player_ids.index(player_id) + 1 if player_id in self.player_ids else 0

    def join(self, seat, audience, *, follow, since):
        self.calls.append(("join", seat, follow, since))
        old, self.seats[seat] = self.seats.get(seat), audience
        if old is not None and old is not audience:
            old.dismissed("replaced")
        self._start(audience, seat)
        self.turn(seat)

    def turn(self, seat):
        self.seats[seat].send(encode(Turn(0, {}, [], ["nop"], Budget())))

    def watch(self, audience, *, since):
        self.calls.append(("watch", since))
        self.audience.append(audience)
        self._start(audience, 0)
        audience.send(b'{"type":"step","step":0,"events":[],"view":{}}')

    def _start(self, audience, seat):
        audience.send(encode(Start(1, self.key, self.game.key, "1", {}, seat)))

    def fresh(self, audience):
        self.calls.append(("fresh",))
        audience.send(b'{"type":"step","step":9,"events":[],"view":{}}')

    def show(self, message):
        for audience in tuple(self.audience):
            audience.send(message)

    def part(self, audience):
        self.calls.append(("part",))
        if audience in self.audience:
            self.audience.remove(audience)
        self.seats = {seat: one for seat, one in self.seats.items() if one is not audience}

    def act(self, seat, message, answer):
        self.calls.append(("act", seat, [bytes(action) for action in message.actions]))
        if message.step == 99:
            answer(Error("stale", "That turn is over.", "step", message.seq))
        elif message.step == 500:
            raise ZeroDivisionError
        else:
            answer(Verdicts(message.seq, 1, [ACCEPTED for _ in message.actions]))

    def ask(self, seat, message, answer):
        answer(Error("no_forecast", "This game has none.", seq=message.seq))

    def say(self, seat, name, text):
        self.calls.append(("say", seat, name, text))

    def resign(self, seat):
        self.calls.append(("resign", seat))
        self.over()

    def over(self):
        for audience in (*self.seats.values(), *self.audience):
            audience.dismissed("over")


class SmallTable(Table, kw_only=True):
    """A table for two."""

    sitting: dict = field(default_factory=dict)


class Matches:
    def __init__(self):
        self.running = {}

    def watchable(self, key):
        return self.running.get(key)

    def running_of(self, player_id):
        return [key for key, playing in self.running.items() if player_id in playing.player_ids]


class Seating:
    def sit(self, table, who, seat, client=None, *, choice=""):
        if len(table.sitting) == 2:
            raise Refused("table_full", "All seats are taken.", status=409)
        table.sitting[who.id] = client

    def stand(self, table, who):
        del table.sitting[who.id]


class Arena:
    def __init__(self):
        table = SmallTable(key="t1", host_id=0, host="", options=None, seats=[], opened_ms=0, changed_ms=0)
        self.tables = SimpleNamespace(by_key={"t1": table})
        self.matches = Matches()
        self.seating = Seating()

    def add(self, playing):
        self.matches.running[playing.key] = playing
        return playing


class Matchmaker:
    def __init__(self):
        self.expected = set()
        self.waiting = []
        self.rested = set()

    def wait(self, guest, game, preset, matches, *, choice=""):
        if game != "spacegoo":
            raise Refused("no_game", f"There is no game {game!r}.", field="game", status=404)
        if guest.player.id in self.rested:
            raise Refused("rested", "This bot rests.", status=403)
        self.waiting.append(guest)

    def expects(self, guest):
        return guest in self.expected

    def unwait(self, guest):
        self.waiting.remove(guest)

    def pair(self, playing):
        """All who wait sit down, in their order."""
        waiting, self.waiting = self.waiting, []
        for seat, guest in enumerate(waiting, 1):
            guest.seated(playing, seat)
        return playing


class Accounts:
    """The token of a player is `rh_` and its name."""

    def __init__(self, *names):
        self.players = {f"rh_{name}": SimpleNamespace(id=n, name=name) for n, name in enumerate(names, 1)}
        self.fails = False

    async def by_token(self, token):
        await asyncio.sleep(0)
        if self.fails:
            raise ConnectionError
        return self.players.get(token)


class ManualSessions:
    """Sessions among stand-ins, with their loop and their time in the test's hands."""

    def __init__(self, **settings):
        self.loop = asyncio.new_event_loop()
        self.timers = ManualTimers()
        self.arena = Arena()
        self.matchmaker = Matchmaker()
        self.accounts = Accounts("ann", "bob", "cleo")
        self.context = ServerContext(
            arena=self.arena,
            matchmaker=self.matchmaker,
            accounts=self.accounts,
            news=PageUpdates(self.timers),
            settings=checked(settings),
            metrics=Metrics(),
            timers=self.timers,
        )
        self.loop.run_until_complete(self._adopt())

    async def _adopt(self):
        """Tasks are made from outside of the loop here."""
        self.context.run = self._tasks = Tasks(self.loop)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.loop.close()

    def settle(self):
        self.loop.run_until_complete(self._tasks.done())
        self.timers.advance()

    def advance(self, seconds):
        self.timers.advance(seconds)
        self.settle()

    def player(self, name):
        return self.accounts.players[f"rh_{name}"]

    def connect(self, player=None):
        return RecordingTransport(self, player)

    def bot(self, name, **hello):
        """Somebody who waits for a match, with nothing left to hear."""
        wire = self.connect().hello(token=f"rh_{name}", **({"game": "spacegoo"} | hello))
        wire.heard()
        return wire

    def match(self, *names, key="m1", **hello):
        """A match of bots that has begun, with nothing left to hear; the match, and their wires."""
        wires = [self.bot(name, **hello) for name in names]
        playing = self.arena.add(SessionMatch(key, *(self.player(name).id for name in names)))
        self.matchmaker.pair(playing)
        for wire in wires:
            wire.heard()
        return playing, *wires


class Tasks:
    def __init__(self, loop):
        self._loop = loop
        self._open = []

    def __call__(self, work):
        self._open.append(self._loop.create_task(work))

    async def done(self):
        await asyncio.sleep(0)
        opened, self._open = self._open, []
        await asyncio.gather(*opened)
