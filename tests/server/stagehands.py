"""A match of the arena without sockets, store and wall clock: ears instead of connections, time and disk by hand."""

import asyncio
import json
from collections import deque

import msgspec
from hall import Timers

from roundhouse.core.entries import TICK
from roundhouse.games import GAMES
from roundhouse.match.match import Match
from roundhouse.match.verification import verify
from roundhouse.match.recorder import Recorder
from roundhouse.protocol.api.platform import ClockInfo, TableOptions
from roundhouse.protocol.messages import Act, encode
from roundhouse.server.matches.match_log import Counted, MemoryMatchLedger, Terms
from roundhouse.server.matches.live_match import Playing
from roundhouse.store.matches import Begun

GAME = GAMES["spacegoo"]
NOP = {"type": "nop"}

# Two planets three apart and a neutral one, free travel: a match that is quickly over
DUEL = {
    "planets": [
        {"id": 0, "x": 0, "y": 0, "owner_id": 0, "production": [1, 0, 0], "ships": [50, 0, 0]},
        {"id": 1, "x": 3, "y": 0, "owner_id": 1, "production": [1, 0, 0], "ships": [5, 0, 0]},
        {"id": 2, "x": -3, "y": 0, "owner_id": 2, "production": [1, 0, 0], "ships": [40, 0, 0]},
    ]
}
WIN = {"type": "send", "source": 2, "target": 1, "ships": [40, 0, 0]}  # seat 2 wins with it in round 6


def duel_setup(**settings):
    return GAME.setup(["ann", "bob"], preset="classic", settings={"map": DUEL, **settings})


class Ear:
    """An audience that remembers what it was sent."""

    def __init__(self):
        self.raw = []
        self.parted = None
        self._taken = 0

    def send(self, message):
        assert self.parted is None, "a message after the end"
        self.raw.append(message)

    def dismissed(self, reason):
        assert self.parted is None
        self.parted = reason

    def heard(self):
        """The messages since the last time."""
        new = [json.loads(message) for message in self.raw[self._taken :]]
        self._taken = len(self.raw)
        return new

    def types(self):
        return [message["type"] for message in self.heard()]

    def last(self, kind):
        found = [message for message in map(json.loads, self.raw) if message["type"] == kind]
        return found[-1] if found else None


class SlowLedger:
    """Entries become durable when the test says so. What is written stays, as on a disk."""

    durable = True

    def __init__(self, log=()):
        self.log = list(log)
        self.entered = list(log)
        self.ended = []
        self.ratings = []
        self._waiting = deque()
        self._count = 0

    async def begin(self, setup, player_ids, terms, fork_of, entries):
        self._count += 1
        return Begun(self._count, self._count, f"key{self._count}")

    def append(self, match_id, step, entry, done):
        assert step == len(self.entered) + 1
        self.entered.append(entry)
        self._waiting.append((entry, done))

    def finish(self, ending, then):
        self._waiting.append((ending, lambda: then(Counted(self.ratings))))

    def abandon(self, match_id, reason, then):
        self._waiting.append((reason, then))

    def write(self, count=None):
        """Everything given so far reaches the disk, and what comes of it, or only so many of it."""
        written = 0
        while self._waiting and (count is None or written < count):
            what, done = self._waiting.popleft()
            if hasattr(what, "kind"):
                self.log.append(what)
            else:
                self.ended.append(what)
            done()
            written += 1


class Scene:
    """One match in the test's hands."""

    kind = Playing

    def __init__(
        self,
        *,
        game=GAME,
        setup=None,
        ledger=None,
        timers=None,
        window_ms=3000,
        bank_ms=0,
        pace_ms=0,
        grace_ms=0,
        entries=(),
        fork_step=0,
        rated=False,
        clock=None,
        host_id=0,
        number=0,  # the rounds of this one keep their time, those of others are spread
        **options,
    ):
        self.game = game
        self.setup = setup or duel_setup()
        self.ledger = ledger or MemoryMatchLedger()
        self.timers = timers or Timers()
        self.over = []
        self.late = []
        self.answers = []
        terms = Terms(options=TableOptions(game=game.key, **options), rated=rated, fork_step=fork_step, host_id=host_id)
        self.playing = self.kind(
            Begun(number, 1, "key1"),
            game,
            self.setup,
            terms,
            range(11, 11 + len(self.setup.seats)),
            clock=clock or ClockInfo("bot", window_ms, bank_ms, pace_ms),
            ledger=self.ledger,
            timers=self.timers,
            over=self.over.append,
            late=self.late.append,
            entries=entries,
        )
        self.seats = set(range(1, len(self.setup.seats) + 1))
        self.playing.begin(self.seats, grace_ms)

    def join(self, seat, **how):
        ear = Ear()
        self.playing.join(seat, ear, **how)
        return ear

    def joined(self, **how):
        """All seats, with nothing left to hear."""
        ears = [self.join(seat, **how) for seat in sorted(self.seats)]
        for ear in ears:
            ear.heard()
        return ears

    def watch(self, **how):
        ear = Ear()
        self.playing.watch(ear, **how)
        return ear

    def act(self, seat, *actions, step=None, seq=0):
        """The answers that have come by now."""
        answers = []
        self.playing.act(seat, act(*actions, step=step, seq=seq), answers.append)
        self.answers.append(answers)
        return answers

    def round(self, *actions):
        """All seats act, by seat; those not given pass."""
        for seat in sorted(self.seats):
            self.act(seat, actions[seat - 1] if seat <= len(actions) else NOP)

    def write(self):
        self.ledger.write()


def act(*actions, step=None, seq=0):
    return Act([msgspec.Raw(encode(action)) for action in actions], step, seq)


def verdicts(answers):
    """What became of each action, by code."""
    return [verdict.code or verdict.verdict for verdict in answers[0].verdicts]


def proof_of(game, setup, entries):
    """A log, played again and proven."""
    match = Match(game, setup)
    recorder = Recorder(match)
    match.restore(entries)
    return verify(recorder.record())


def ticks(entries):
    return sum(entry.kind == TICK for entry in entries)


def run(coroutine):
    return asyncio.run(coroutine)
