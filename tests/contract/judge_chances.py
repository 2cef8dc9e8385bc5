"""How good the chances are that a position is given: `python -m tests.games.<key>.judge_chances` plays matches between
the built-in bots of a game and compares the chances on their way with who won.

The measure is Brier's: the mean square of the difference between seat 1's chance and its result (win 1, draw 1/2).
"""

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import track
from rich.table import Table

from roundhouse.match.record import Record, read

SEED = 130_000
PARTS = (0.25, 0.5, 0.75)


def brier(said: Sequence[float], scores: Sequence[float]) -> float:
    return sum((one - score) ** 2 for one, score in zip(said, scores, strict=True)) / len(scores)


def half(one: int, two: int) -> float:
    """What a comparison of two is worth to the first."""
    return 0.5 if one == two else float(one > two)


def parsed(key: str, arguments: list[str] | None, option: str, usual: int, told: str) -> int:
    """The one number that the command of a game takes."""
    parser = argparse.ArgumentParser(prog=f"python -m tests.games.{key}.judge_chances", description=__doc__)
    parser.add_argument(option, type=int, default=usual, help=f"{told} ({usual})", dest="count")
    return int(parser.parse_args(arguments).count)


# Matches that are watched while they are played


@dataclass
class Watched:
    """What was said on the way about seat 1, by part of the match, who led there, and what it got in the end."""

    said: list[float]
    leads: list[float]
    score: float


def say_watched(found: Sequence[Watched]) -> int:
    """For every part: these chances, those of whoever leads at the rate at which leaders won, and one half."""
    scores = [one.score for one in found]
    for n, part in enumerate(PARTS):
        leads = [one.leads[n] for one in found]
        right = sum(lead == score for lead, score in zip(leads, scores, strict=True)) / len(scores)
        leading = [right if lead == 1 else 1 - right if lead == 0 else 0.5 for lead in leads]
        told = brier([one.said[n] for one in found], scores)
        sys.stdout.write(f"{part:4.0%}  these {told:.3f}  the leader {brier(leading, scores):.3f}  one half 0.250\n")
    return 0


# Matches of which a record is gone through


@dataclass(frozen=True)
class Played:
    """A match at a part of its length: the position, the setup it belongs to, and what seat 1 got in the end."""

    state: Any
    record: Record
    score: float


def recorded(seeds: int, play_all: Callable[[int, Path], Iterator[None]]) -> list[Record]:
    """`play_all` plays the matches of one seed after the other and leaves each at a path."""
    made = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "match.rhr"
        for n in track(range(seeds), "playing", console=Console(stderr=True), transient=True):
            for _ in play_all(n, path):
                made.append(read(path))
    return made


def positions_at(records: Sequence[Record], part: float, state_at: Callable[[Record, int], Any]) -> list[Played]:
    """Each match when so many of its rounds are over."""
    found = []
    for record in records:
        assert record.result is not None
        score = {1: 1.0, 2: 0.0}.get(record.result.winner, 0.5)
        found.append(Played(state_at(record, int(part * record.rounds)), record, score))
    return found


def brier_of(chances: Sequence[float], played: Sequence[Played]) -> float:
    return brier(chances, [one.score for one in played])


def by_lead(played: Sequence[Played], leads: Sequence[int]) -> list[float]:
    """Who leads wins with one chance, and it is the best there is for exactly these matches."""
    won = [one.score if lead > 0 else 1 - one.score for one, lead in zip(played, leads, strict=True) if lead]
    share = sum(won) / len(won) if won else 0.5
    return [share if lead > 0 else 1 - share if lead < 0 else 0.5 for lead in leads]


def print_scores(ways: Sequence[str], scores: Mapping[float, Sequence[float]], matches: int) -> int:
    """1 if the first way is not the best everywhere."""
    table = Table("part", *ways, title=f"{matches} matches, smaller is better")
    worse = 0
    for part, found in scores.items():
        worse += found[0] >= min(found[1:])
        table.add_row(f"{part:.0%}", *(f"{score:.4f}" for score in found))
    Console().print(table)
    return 1 if worse else 0
