"""How the chances to win changed in a match, found by playing on from its positions many times, and where they changed
most."""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Literal

from msgspec import Struct

from ..core.batch import Batch
from ..core.game import Game, Result, Setup
from ..core.native import available
from ..core.schema import clone
from .frames import walk
from .record import Record

COARSE = 41  # frames judged first, evenly spread
FINE = (5, 5, 5, 5)  # frames added in each further pass, where the chances changed most
ROLLOUTS = 64
RANDOM_ROUNDS = 500  # after so many rounds of random play a match counts as a draw
INTERPRETED = 8  # the most rollouts where rules run interpreted

MOMENTS = 8
SWING = 0.1  # a smaller change is no key moment
DEVIATIONS = 3  # nor is a change that chance among the rollouts explains; many pairs of frames are compared
APART = 4  # frames between two key moments at least
SPAN = 5  # frames within which a change counts as one swing

Chances = list[float]  # by seat


class Moment(Struct, frozen=True):
    """A key moment: from this frame on seat's chance changed by so much."""

    frame: int
    round: int
    seat: int
    swing: float


class Analysis(Struct, frozen=True):
    """`chances[n][seat - 1]` is the chance to win at the frame `frames[n]`, from 0 to 1; a draw counts half."""

    state: Literal["pending", "ready", "failed"]
    frames: list[int]
    chances: list[list[float]]
    moments: list[Moment]
    rollouts: int


PENDING = Analysis("pending", [], [], [], 0)
FAILED = Analysis("failed", [], [], [], 0)


def analyse(record: Record, *, rollouts: int = ROLLOUTS, seed: int = 0) -> Analysis:
    """Judge frames of a match; the last frame of a finished one gets its real result. Equal seeds give equal curves."""
    rounds = [stop.replay.round for stop in walk(record)]
    judged: dict[int, Chances] = {}
    used = rollouts

    def judge(frames: list[int]) -> None:
        nonlocal used
        wanted = [n for n in frames if n not in judged]
        if wanted:
            found, used = chances_of(record.game, positions(record, set(wanted)), record.setup, rollouts, seed)
            judged.update((n, [round(chance, 4) for chance in row]) for n, row in zip(wanted, found, strict=True))

    if record.result is not None:
        judged[len(rounds) - 1] = outcome(record.result)
    judge(spread(len(rounds) - 1, COARSE))
    for count in FINE:
        judge(steepest(judged, count))
    frames = sorted(judged)
    chances = [judged[n] for n in frames]
    return Analysis("ready", frames, chances, key_moments(frames, chances, rounds, used), used)


def positions(record: Record, wanted: set[int]) -> list[Any]:
    """The states at these frames. The match is played again for them, because a long one has too many to keep."""
    return [clone(stop.replay.state) for n, stop in enumerate(walk(record)) if n in wanted]


# Chances


def chances_of(game: Game, states: Sequence[Any], setup: Setup, rollouts: int, seed: int) -> tuple[list[Chances], int]:
    """By the game's own judgement, or else by random legal play."""
    if game.chances is not None:
        return game.chances(states, setup, rollouts, seed)
    form = game.form_of(setup)
    native = available(game.package, form)
    if not native:
        rollouts = min(rollouts, INTERPRETED)
    found = []
    for state in states:
        batch = Batch(game, [state] * rollouts, form=form, native=native)
        points = batch.playout(RANDOM_ROUNDS, seed=seed)[:, 1 : len(setup.seats) + 1]
        # in a match that has not ended all seats have -1, so all are best
        best = points == points.max(axis=1, keepdims=True)
        shares = best / best.sum(axis=1, keepdims=True)
        found.append([float(chance) for chance in shares.mean(axis=0)])
    return found, rollouts


def outcome(result: Result) -> Chances:
    """The chances once the result is known: seats that share the first place share the 1."""
    first = [place.seat for place in result.places if place.place == 1]
    return [1 / len(first) if place.seat in first else 0.0 for place in result.places]


# Which frames


def spread(last: int, count: int) -> list[int]:
    """So many frames from 0 to the last, evenly spread; all of them if there are fewer."""
    if last < count:
        return list(range(last + 1))
    return [round(n * last / (count - 1)) for n in range(count)]


def steepest(judged: dict[int, Chances], count: int) -> list[int]:
    """Frames between neighbours that differ, in the middle of the steepest parts of the curve."""
    parts = []
    for one, two in pairwise(sorted(judged)):
        change = max(abs(b - a) for a, b in zip(judged[one], judged[two], strict=True))
        if two - one > 1 and change > SWING / 2:
            parts.append((-change, (one + two) // 2))
    return sorted(middle for _, middle in sorted(parts)[:count])


def key_moments(frames: list[int], chances: list[Chances], rounds: list[int], rollouts: int) -> list[Moment]:
    """The largest swings, apart from each other and in the order of play, each with the seat that gained."""
    swings = []
    for i, start in enumerate(frames):
        for j in range(i + 1, len(frames)):
            if j > i + 1 and frames[j] - start > SPAN:
                break
            gains = [after - before for before, after in zip(chances[i], chances[j], strict=True)]
            gain = max(gains)
            seat = gains.index(gain) + 1
            if gain >= max(SWING, DEVIATIONS * luck(chances[i][seat - 1], chances[j][seat - 1], rollouts)):
                swings.append(Moment(start, rounds[start], seat, round(gain, 4)))
    chosen: list[Moment] = []
    for swing in sorted(swings, key=lambda one: (-one.swing, -one.frame)):
        if len(chosen) < MOMENTS and all(abs(swing.frame - other.frame) >= APART for other in chosen):
            chosen.append(swing)
    return sorted(chosen, key=lambda one: one.frame)


def luck(one: float, two: float, rollouts: int) -> float:
    """The standard deviation of the difference of two shares that were each found by so many trials."""
    return math.sqrt((one * (1 - one) + two * (1 - two)) / rollouts)
