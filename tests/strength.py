"""The strength of the built-in bots: `make strength` plays each pairing in both editions and says if the bars hold.

A score is win 1, draw 1/2; every seed is played from both seats.
"""

import argparse
import sys
from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn
from rich.table import Table

from roundhouse import compiled
from roundhouse.games.spacegoo import master
from roundhouse.sdk.series import Played, Series, pairings, run, total

GAMES = 200
JOBS_MAX = 2
SEED = 7_000
DEVIATIONS = 1.96  # an interval of 95 %


@dataclass(frozen=True)
class Bar:
    """What one bot must score against another."""

    bot: str
    other: str
    least: float


BARS = (Bar("greedy", "random", 0.95), Bar("master", "greedy", 0.80))
EDITIONS = ("standard", "classic")


def measure(
    bar: Bar, edition: str, games: int, *, jobs: int = 1, told: Callable[[Played], None] = lambda played: None
) -> Series:
    """The series of one pairing in one edition."""
    names = (bar.bot, bar.other)
    wanted = pairings("spacegoo", names, games, seed=SEED, preset=edition)
    return total(names, run(wanted, jobs=jobs, told=told))


def interval(score: float, games: int) -> tuple[float, float]:
    """Wilson's interval for a share; with draws the true one is narrower."""
    square = DEVIATIONS * DEVIATIONS
    middle = (score + square / (2 * games)) / (1 + square / games)
    half = DEVIATIONS * sqrt(score * (1 - score) / games + square / (4 * games * games)) / (1 + square / games)
    return max(0.0, middle - half), min(1.0, middle + half)


def even(text: str) -> int:
    games = int(text)
    if games < 2 or games % 2:
        raise argparse.ArgumentTypeError(
            f"{text} is not an even number from 2 on; every seed is played from both seats"
        )
    return games


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.strength", description=__doc__)
    parser.add_argument("--games", type=even, default=GAMES, help=f"matches of each pairing and edition ({GAMES})")
    parser.add_argument("--jobs", type=int, default=JOBS_MAX, choices=range(1, JOBS_MAX + 1), help="processes")
    options = parser.parse_args(arguments)
    console = Console()
    if compiled.available():
        with console.status("compiling, or loading what was compiled before"):
            master.warm()
    else:
        console.print(f"The Master plays interpreted: {compiled.why_not()}.")
    table = Table(
        "edition", "pairing", "won", "drawn", "lost", "score", "95 % sure", "bar", "holds", box=SIMPLE_HEAD, padding=0
    )
    failed = 0
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        for edition in EDITIONS:
            for bar in BARS:
                task = progress.add_task(f"{edition}: {bar.bot} against {bar.other}", total=options.games)

                def tell(played: Played, task: TaskID = task) -> None:
                    progress.advance(task)

                series = measure(bar, edition, options.games, jobs=options.jobs, told=tell)
                held = holds(series, bar)
                failed += not held
                table.add_row(*cells(edition, bar, series), "yes" if held else "NO")
    console.print(table)
    return 1 if failed else 0


def holds(series: Series, bar: Bar) -> bool:
    """The score is reached, and nobody forfeited or crashed on the way."""
    return series.score[0] >= bar.least and not any(series.forfeits + series.crashes)


def cells(edition: str, bar: Bar, series: Series) -> list[str]:
    low, high = interval(series.score[0], series.games)
    counts = [str(n) for n in (series.wins[0], series.draws, series.losses[0])]
    score = [f"{100 * series.score[0]:.1f}", f"{100 * low:.1f} - {100 * high:.1f}", f"{100 * bar.least:.0f}"]
    return [edition, f"{bar.bot} - {bar.other}", *counts, *score]


if __name__ == "__main__":
    sys.exit(main())
