"""A match of the arena without sockets, store and wall clock: listeners for connections, time and disk by hand."""

import asyncio
import json
from collections import deque

import msgspec
from tests.server.manual_timers import ManualTimers

from roundhouse.core.entries import TICK
from roundhouse.core.game import SeatSetup
from roundhouse.games import GAMES
from roundhouse.match.match import Match
from roundhouse.match.recorder import Recorder
from roundhouse.match.verification import verify
from roundhouse.protocol.api.platform import ClockInfo, TableOptions
from roundhouse.protocol.messages import Act, encode
from roundhouse.server.matches.live_match import LiveMatch
from roundhouse.server.matches.match_log import CountedMatch, MatchTerms, MemoryMatchLog
from roundhouse.server.matches.paced_match import PacedMatch
from roundhouse.server.matches.time_controls import clock_of
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


class Listener:
    """A subscriber that remembers what it was sent."""

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


class SlowLog:
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
        self._waiting.append((ending, lambda: then(CountedMatch(self.ratings))))

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


class ManualMatch:
    """One match in the test's hands."""

    kind = LiveMatch

    def __init__(
        self,
        *,
        game=GAME,
        setup=None,
        match_log=None,
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
        self.match_log = match_log or MemoryMatchLog()
        self.timers = timers or ManualTimers()
        self.over = []
        self.late = []
        self.answers = []
        terms = MatchTerms(
            options=TableOptions(game=game.key, **options), rated=rated, fork_step=fork_step, host_id=host_id
        )
        self.live = self.kind(
            Begun(number, 1, "key1"),
            game,
            self.setup,
            terms,
            range(11, 11 + len(self.setup.seats)),
            clock=clock or ClockInfo("bot", window_ms, bank_ms, pace_ms),
            match_log=self.match_log,
            timers=self.timers,
            over=self.over.append,
            late=self.late.append,
            entries=entries,
        )
        self.seats = set(range(1, len(self.setup.seats) + 1))
        self.live.begin(self.seats, grace_ms)

    def join(self, seat, **how):
        listener = Listener()
        self.live.join(seat, listener, **how)
        return listener

    def joined(self, **how):
        """All seats, with nothing left to hear."""
        listeners = [self.join(seat, **how) for seat in sorted(self.seats)]
        for listener in listeners:
            listener.heard()
        return listeners

    def watch(self, **how):
        listener = Listener()
        self.live.watch(listener, **how)
        return listener

    def act(self, seat, *actions, step=None, seq=0):
        """The answers that have come by now."""
        answers = []
        self.live.act(seat, act(*actions, step=step, seq=seq), answers.append)
        self.answers.append(answers)
        return answers

    def round(self, *actions):
        """All seats act, by seat; those not given pass."""
        for seat in sorted(self.seats):
            self.act(seat, actions[seat - 1] if seat <= len(actions) else NOP)

    def write(self):
        self.match_log.write()


class ManualPacedMatch(ManualMatch):
    """A match with the clock of its game."""

    kind = PacedMatch

    def __init__(self, *, game, setup, clock="own", pace_ms=0, **how):
        info = clock_of(game, setup, clock, 0)
        super().__init__(game=game, setup=setup, clock=ClockInfo(info.key, info.window_ms, 0, pace_ms), **how)

    @property
    def match(self):
        return self.live.match


def sitting(kind, count):
    """So many players of a kind: ann, bob, cid, dot."""
    return [SeatSetup(name, kind) for name in ("ann", "bob", "cid", "dot")[:count]]


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
