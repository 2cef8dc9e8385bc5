"""Many matches between the same bots: every seed is played with every order of seats, so that no seat is favoured."""

import contextlib
import math
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from ..core.game import Result
from ..match.table import distinct
from .local_match import Outcome, play
from .process_pool import LostError, share_out


class SeriesError(RuntimeError):
    """A series could not be played to its end."""


class Pairing(Struct, frozen=True):
    """One match of a series, as plain values, so that another process can play it."""

    number: int  # from 0
    game: str
    bots: tuple[str, ...]  # by seat
    order: tuple[int, ...]  # which of the series' bots sits at each seat, from 0
    seed: int
    seeded: bool
    preset: str | None = None
    settings: dict[str, Any] = {}
    timeout: bool = True
    out: str | None = None
    choices: tuple[str, ...] = ()  # by seat
    names: tuple[str, ...] = ()  # by seat, where seats are not called after their bots


class Played(Struct, frozen=True):
    number: int
    order: tuple[int, ...]
    outcome: Outcome


class Failure(Struct, frozen=True):
    """Why a bot did not play to the end, and in how many games."""

    crashed: bool
    reason: str
    sentence: str
    count: int


class Series(Struct, frozen=True):
    """The sum of a series, by bot in the order they were named."""

    games: int
    bots: list[str]
    wins: list[int]
    draws: int
    losses: list[int]
    score: list[float]  # win 1, draw 1/2, among four by places; the mean of all games
    forfeits: list[int]
    crashes: list[int]
    failures: list[list[Failure]]  # those that came most often first
    rounds: int
    seeds: list[int]  # first and last
    refused: list[dict[str, int]]  # actions that did not do what was asked, by code
    elo_difference: float | None = None  # of two bots; None where one of them took every point


def pairings(
    game: str,
    bots: Sequence[str],
    games: int,
    *,
    seed: int,
    seeded: bool = True,
    preset: str | None = None,
    settings: dict[str, Any] | None = None,
    timeout: bool = True,
    out: Path | None = None,
    choices: Sequence[str] = (),
) -> list[Pairing]:
    """Match k has the seed base + k // seats, and the bots sit k places further; what they choose goes with them."""
    seats = len(bots)
    digits = max(3, len(str(games)))
    made = []
    for k in range(games):
        order = tuple((seat + k) % seats for seat in range(seats))
        path = None if out is None else str(out / f"{k + 1:0{digits}}.rhr")
        at_seats = tuple(bots[n] for n in order)
        chosen = tuple([*choices, *[""] * seats][n] for n in order)
        made.append(
            Pairing(k, game, at_seats, order, seed + k // seats, seeded, preset, settings or {}, timeout, path, chosen)
        )
    return made


def play_pairing(pairing: Pairing) -> Played:
    with contextlib.redirect_stdout(sys.stderr):  # what a bot prints must not get between the results
        outcome = play(
            pairing.game,
            pairing.bots,
            seed=pairing.seed,
            preset=pairing.preset,
            settings=pairing.settings,
            choices=pairing.choices,
            names=pairing.names,
            out=pairing.out,
            timeout=pairing.timeout,
            timed=not pairing.seeded,
        )
    return Played(pairing.number, pairing.order, outcome)


def run(
    wanted: Sequence[Pairing], *, jobs: int = 1, told: Callable[[Played], None] = lambda played: None
) -> list[Played]:
    """Play them all, in several processes if `jobs` says so; the list is the same either way."""
    done = []
    for played in playing(wanted, jobs):
        told(played)
        done.append(played)
    return done


def playing(wanted: Sequence[Pairing], jobs: int) -> Iterator[Played]:
    """Results in the order of `wanted`, whichever match is finished first; leaving early ends the matches still
    played."""
    if jobs == 1:
        yield from map(play_pairing, wanted)
        return
    try:
        yield from share_out(play_pairing, wanted, jobs)
    except LostError:
        raise SeriesError("a process of the series ended in the middle of a match; a bot may have done it") from None
    except RuntimeError as error:  # a problem of this machine, or a bot that has changed meanwhile
        raise SeriesError(str(error)) from None


def total(labels: Sequence[str], played: Sequence[Played]) -> Series:
    count = len(labels)
    wins, losses, forfeits, crashes = ([0] * count for _ in range(4))
    points = [0.0] * count
    why: list[Counter[tuple[bool, str, str]]] = [Counter() for _ in range(count)]
    refused = [Counter[str]() for _ in range(count)]
    draws = 0
    for one in played:
        result = one.outcome.result
        draws += result.winner == 0
        for seat, bot in enumerate(one.order, 1):
            wins[bot] += result.winner == seat
            losses[bot] += result.winner != 0 and result.winner != seat
            points[bot] += share(result, seat)
        for bot, counted in zip(one.order, one.outcome.refused, strict=False):
            refused[bot].update(counted)
        for left in one.outcome.left:
            (crashes if left.crashed else forfeits)[one.order[left.seat - 1]] += 1
            why[one.order[left.seat - 1]][left.crashed, left.reason, left.sentence] += 1
    seeds = sorted({one.outcome.setup.seed for one in played})
    score = [round(point / len(played), 4) for point in points]
    return Series(
        len(played), distinct(labels), wins, draws, losses, score, forfeits, crashes,
        [[Failure(*told, times) for told, times in one.most_common()] for one in why],
        sum(one.outcome.rounds for one in played), [seeds[0], seeds[-1]], list(map(dict, refused)),
        elo_difference(score[0]) if count == 2 else None,
    )  # fmt: skip


def share(result: Result, seat: int) -> float:
    """The share of the other seats that a seat was better than; equal ones count half."""
    places = [place.place for place in result.places]
    mine = places[seat - 1]
    beaten = sum(place > mine for place in places) + (places.count(mine) - 1) / 2
    return beaten / (len(places) - 1)


def elo_difference(score: float) -> float | None:
    """The rating difference that makes this score the expected one."""
    return None if not 0 < score < 1 else round(400 * math.log10(score / (1 - score)), 1)
