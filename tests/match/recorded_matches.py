"""Matches to record: random legal senders, small boards, and bots that only pass."""

from pathlib import Path
from random import Random
from typing import Any

from roundhouse.core.game import Setup
from roundhouse.games import GAMES
from roundhouse.match.match import Match
from roundhouse.match.record import Record
from roundhouse.match.recorder import Recorder

GAME = GAMES["spacegoo"]
NOP = [0, 0, 0, 0, 0, 0]

# Two planets three apart and a neutral one, free travel: a match that is quickly over
DUEL: dict[str, Any] = {
    "planets": [
        {"id": 0, "x": 0, "y": 0, "owner_id": 0, "production": [1, 0, 0], "ships": [50, 0, 0]},
        {"id": 1, "x": 3, "y": 0, "owner_id": 1, "production": [1, 0, 0], "ships": [5, 0, 0]},
        {"id": 2, "x": -3, "y": 0, "owner_id": 2, "production": [1, 0, 0], "ships": [40, 0, 0]},
    ]
}


def duel_setup(max_rounds: int = 500) -> Setup:
    return GAME.setup(["ann", "bob"], preset="classic", settings={"map": DUEL, "max_rounds": max_rounds})


def duel(path: Path | None = None, *, timed: bool = False) -> Record:
    """Worked example 8 of the rules: seat 2 wins in round 6. Seat 1 asks for more ships than there are."""
    match = Match(GAME, duel_setup())
    recorder = Recorder(match, path, timed=timed)
    orders = {(0, 1): [1, 1, 0, 900, 0, 0], (0, 2): [1, 2, 1, 40, 0, 0], (1, 1): [1, 0, 1, 1, 0, 0]}
    while match.result is None:
        for seat in match.waited_for():
            match.act(seat, orders.get((match.ticks, seat), NOP), now_ms=100 * match.ticks + seat)
        match.tick(now_ms=100 * match.ticks + 90)
    return recorder.finish()


def random_match(
    seed: int,
    *,
    preset: str = "standard",
    rounds: int = 40,
    players: int = 2,
    path: Path | None = None,
    timed: bool = False,
) -> Recorder:
    """Everybody sends at random, and now and then too much, nothing, or not at all."""
    settings = {"max_rounds": rounds, "players": players, "off_lane": "ignore"}
    match = Match(GAME, GAME.setup(seed=seed, preset=preset, settings=settings))
    recorder = Recorder(match, path, timed=timed)
    rng = Random(seed)
    clock = 0
    while match.result is None:
        seats = match.waited_for()
        rng.shuffle(seats)
        for seat in seats:
            clock += rng.randrange(50)
            if rng.random() < 0.01:
                match.leave(seat, rng.choice(GAME.leave_reasons).code, clock)
                continue
            match.act(seat, _row(match, seat, rng), clock)
        match.tick(clock)
    return recorder


def _row(match: Match, seat: int, rng: Random) -> list[int]:
    row = [0] * GAME.width
    GAME.rules.sample(match.state, seat, rng.getrandbits(64), 0, row)
    luck = rng.random()
    if luck < 0.05:
        row[3] += rng.choice([1, 100, 2**31 - 1 - row[3]])
    elif luck < 0.1:
        return [1, rng.randrange(30), rng.randrange(30), 1, 0, 0]
    return row


def senders(seed: int, preset: str, rounds: int = 500) -> Recorder:
    """Two that send a random fleet in every round."""
    match = Match(GAME, GAME.setup(["random", "random 2"], seed=seed, preset=preset, settings={"max_rounds": rounds}))
    recorder = Recorder(match, timed=False)
    rng = Random(seed)
    while match.result is None:
        for seat in match.waited_for():
            row = [0] * GAME.width
            for _ in range(20):
                GAME.rules.sample(match.state, seat, rng.getrandbits(64), 0, row)
                if row[0]:
                    break
            match.act(seat, row)
        match.tick()
    return recorder
