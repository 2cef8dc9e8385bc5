"""How good the chances are that a position is given: `python -m tests.games.spacegoo.judge_chances` plays matches
between the built-in bots and compares the chances on their way with who won.

The measure is Brier's: the mean square of the difference between seat 1's chance and its result (win 1, draw 1/2).
"""

import argparse
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import track
from rich.table import Table

from roundhouse.core.schema import clone
from roundhouse.games.spacegoo import GAME
from roundhouse.games.spacegoo.rules.state import State
from roundhouse.games.spacegoo.view import fleets
from roundhouse.match.frames import walk
from roundhouse.match.record import Record, read
from roundhouse.sdk.local_match import play

SEED = 130_000
EDITIONS = ("standard", "classic")
PARTS = (0.25, 0.5, 0.75)
# Two of `greedy` mirror each other to a draw, which anybody can foretell; they are here once, like all others.
PAIRS = (
    ("random", "random"),
    ("random", "greedy"),
    ("greedy", "random"),
    ("greedy", "master"),
    ("master", "greedy"),
    ("master", "master"),
    ("greedy", "greedy"),
    ("master", "random"),
)


@dataclass(frozen=True)
class Played:
    """A match at a part of its length: the position, the setup it belongs to, and what seat 1 got in the end."""

    state: State
    record: Record
    score: float


def matches(seeds: int, pairs: Sequence[tuple[str, str]] = PAIRS) -> list[Record]:
    """A match of every seed in both editions, the pairs in turn."""
    made = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "match.rhr"
        for n in track(range(seeds), "playing", console=Console(stderr=True), transient=True):
            for edition in EDITIONS:
                play("spacegoo", pairs[n % len(pairs)], seed=SEED + n, preset=edition, out=path)
                made.append(read(path))
    return made


def positions(records: Sequence[Record], part: float) -> list[Played]:
    found = []
    for record in records:
        assert record.result is not None
        wanted = int(part * record.rounds)
        state = next(clone(stop.replay.state) for n, stop in enumerate(walk(record)) if n == wanted)
        found.append(Played(state, record, {1: 1.0, 2: 0.0}.get(record.result.winner, 0.5)))
    return found


def brier(chances: Sequence[float], played: Sequence[Played]) -> float:
    return sum((chance - one.score) ** 2 for chance, one in zip(chances, played, strict=True)) / len(played)


def by_rollouts(played: Sequence[Played], rollouts: int = 64) -> list[float]:
    judge: Any = GAME.chances
    return [judge([one.state], one.record.setup, rollouts, 0)[0][0][0] for one in played]


def by_ships(played: Sequence[Played]) -> list[float]:
    """Who has more ships wins with one chance, and it is the best there is for exactly these matches."""
    leads = [ships(one.state, 1) - ships(one.state, 2) for one in played]
    won = [one.score if lead > 0 else 1 - one.score for one, lead in zip(played, leads, strict=True) if lead]
    share = sum(won) / len(won) if won else 0.5
    return [share if lead > 0 else 1 - share if lead < 0 else 0.5 for lead in leads]


def ships(g: State, seat: int) -> int:
    landed = sum(sum(planet.ships) for planet in g.planets[: g.planet_count] if planet.owner == seat)
    return int(landed + sum(sum(fleet.ships) for fleet in fleets(g) if fleet.owner == seat))


def scores(records: Sequence[Record]) -> dict[float, tuple[float, float, float]]:
    """By part of the match: the score of the rollouts, of always one half, and of counting ships."""
    made = {}
    for part in PARTS:
        played = positions(records, part)
        halves = [0.5] * len(played)
        made[part] = brier(by_rollouts(played), played), brier(halves, played), brier(by_ships(played), played)
    return made


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.games.spacegoo.judge_chances", description=__doc__)
    parser.add_argument("--seeds", type=int, default=48, help="two matches each (48)")
    options = parser.parse_args(arguments)
    records = matches(options.seeds)
    table = Table("part", "rollouts", "one half", "more ships", title=f"{len(records)} matches, smaller is better")
    worse = 0
    for part, found in scores(records).items():
        worse += found[0] >= min(found[1:])
        table.add_row(f"{part:.0%}", *(f"{score:.4f}" for score in found))
    Console().print(table)
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
