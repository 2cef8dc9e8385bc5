"""How good the chances are that a position is given: `python -m tests.games.rally.judge_chances` plays matches between
the built-in bots and compares the chances on their way with who won.

The measure is Brier's: the mean square of the difference between seat 1's chance and its result (win 1, draw 1/2).
"""

import argparse
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table

from roundhouse.core.schema import clone
from roundhouse.games.rally import GAME
from roundhouse.games.rally.maps import SHIPPED
from roundhouse.games.rally.rules.state import State
from roundhouse.match.analysis import chances_of
from roundhouse.match.frames import walk
from roundhouse.match.record import Record, read
from roundhouse.sdk.local_match import play

SEED = 130_000
PARTS = (0.25, 0.5, 0.75)
PAIRS = (("normal", "normal"), ("hard", "normal"), ("normal", "hard"), ("easy", "normal"), ("hard", "hard"))
RANDOM = replace(GAME, chances=None)  # judged by random legal play, as games are that bring no judgement


@dataclass(frozen=True)
class Played:
    """A match at a part of its length: the position, the setup it belongs to, and what seat 1 got in the end."""

    state: State
    record: Record
    score: float


def matches(seeds: int, pairs: Sequence[tuple[str, str]] = PAIRS) -> list[Record]:
    """A match of every seed on each board, the pairs in turn."""
    made = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "match.rhr"
        for n in track(range(seeds), "playing", console=Console(stderr=True), transient=True):
            for k, board in enumerate(SHIPPED):
                play("rally", pairs[(n + k) % len(pairs)], seed=SEED + n, settings={"board": board}, out=path)
                made.append(read(path))
    return made


def positions(records: Sequence[Record], part: float) -> list[Played]:
    """Each match at the beginning of one of its rounds."""
    found = []
    for record in records:
        assert record.result is not None
        wanted = int(part * record.rounds)
        states = (stop.replay.state for stop in walk(record))
        state = next(state for state in states if state.round_no > wanted or state.reason)
        found.append(Played(clone(state), record, {1: 1.0, 2: 0.0}.get(record.result.winner, 0.5)))
    return found


def brier(chances: Sequence[float], played: Sequence[Played]) -> float:
    return sum((chance - one.score) ** 2 for chance, one in zip(chances, played, strict=True)) / len(played)


def judged(played: Sequence[Played], game: object = GAME, rollouts: int = 64) -> list[float]:
    return [chances_of(game, [one.state], one.record.setup, rollouts, 0)[0][0][0] for one in played]  # type: ignore[arg-type]


def by_checkpoints(played: Sequence[Played]) -> list[float]:
    """Who has ticked off more wins with one chance, and it is the best there is for exactly these matches."""
    leads = [one.state.robots[1].ticked - one.state.robots[2].ticked for one in played]
    won = [one.score if lead > 0 else 1 - one.score for one, lead in zip(played, leads, strict=True) if lead]
    share = sum(won) / len(won) if won else 0.5
    return [share if lead > 0 else 1 - share if lead < 0 else 0.5 for lead in leads]


def scores(records: Sequence[Record]) -> dict[float, tuple[float, float, float, float]]:
    """By part of the match: the score of these chances, of random play, of counting checkpoints, and of one half."""
    made = {}
    for part in PARTS:
        played = positions(records, part)
        ways = (judged(played), judged(played, RANDOM), by_checkpoints(played), [0.5] * len(played))
        made[part] = tuple(brier(way, played) for way in ways)
    return made  # type: ignore[return-value]


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.games.rally.judge_chances", description=__doc__)
    parser.add_argument("--seeds", type=int, default=25, help="four matches each (25)")
    options = parser.parse_args(arguments)
    records = matches(options.seeds)
    title = f"{len(records)} matches, smaller is better"
    table = Table("part", "chances", "random play", "checkpoints", "one half", title=title)
    worse = 0
    for part, found in scores(records).items():
        worse += found[0] >= min(found[1:])
        table.add_row(f"{part:.0%}", *(f"{score:.4f}" for score in found))
    Console().print(table)
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
