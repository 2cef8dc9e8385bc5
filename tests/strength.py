"""The strength of the built-in bots: `make strength` plays every contest and says if the bars hold.

A score is win 1, draw 1/2; every seed is played from both seats. A contest ends early when it is as good as certain on
which side of its bar the bot is; else all its games are played, and their score decides.
"""

import argparse
import sys
from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from typing import Any

from msgspec.structs import replace
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn
from rich.table import Table

from roundhouse.core.game import Place
from roundhouse.core.native import available, why_not
from roundhouse.games.rally.maps import SHIPPED
from roundhouse.sdk.series import Pairing, Played, Series, pairings, run, total

JOBS_MAX = 2
SEED = 7_000
DEVIATIONS = 1.96  # an interval of 95 %
CERTAIN = 3.29  # one of 99.9 %, because it is looked at several times
LOOKS = (40, 80, 120, 160, 200, 280)  # after so many games a contest may end


@dataclass(frozen=True)
class Contest:
    """What one bot must score against another: on every ground as many matches, counted together."""

    game: str
    where: str
    bot: str
    other: str
    least: float
    grounds: tuple[dict[str, Any], ...]
    games: int
    crew: int = 1  # seats of a side: all of one bot

    @property
    def title(self) -> str:
        return f"{self.game}, {self.where}: {self.bot} against {self.other}"


EDITIONS = ("standard", "classic")
BOARDS = tuple({"settings": {"board": key}} for key in SHIPPED)
CONTESTS = (
    *(
        Contest("spacegoo", edition, bot, other, least, ({"preset": edition},), 200)
        for edition in EDITIONS
        for bot, other, least in (("greedy", "random", 0.95), ("master", "greedy", 0.80))
    ),
    Contest("rally", "four boards", "easy", "random", 0.95, BOARDS, 400),  # RAL-312
    Contest("rally", "four boards", "easy", "tests.games.rally.spinner:Spinner", 0.90, BOARDS, 400),
    Contest("rally", "four boards", "normal", "easy", 0.95, BOARDS, 400),
    Contest("rally", "four boards", "hard", "normal", 0.60, BOARDS, 400),
    Contest("dungeon", "standard", "miner", "random", 0.95, ({},), 200),
    Contest("dungeon", "standard", "warlord", "miner", 0.65, ({},), 200),
    Contest("quest", "standard", "gatherer", "random", 0.80, ({},), 200),
    Contest("quest", "standard", "crafter", "gatherer", 0.80, ({},), 200),
    *(
        Contest("boidvoid", preset, bot, other, 0.80, ({"preset": preset},), 200, crew)
        for preset, crew in (("standard", 1), ("crew", 3))
        for bot, other in (("raider", "random"), ("admiral", "raider"))
    ),
)


def measure(
    contest: Contest, games: int, *, jobs: int = 1, told: Callable[[Played], None] = lambda played: None
) -> Series:
    """The series of one contest, at most so many games."""
    names = (contest.bot, contest.other)
    grounds = len(contest.grounds)
    wanted = [
        pairings(contest.game, names, games // grounds, seed=SEED + 1_000 * n, **ground)
        for n, ground in enumerate(contest.grounds)
    ]
    played: list[Played] = []
    done = 0
    for look in (*(look for look in LOOKS if look < games), games):
        each = look // grounds
        block = [manned(pairing, contest.crew) for one in wanted for pairing in one[done:each]]
        played += [summed(one, contest.crew) for one in run(block, jobs=jobs, told=told)]
        done = each
        series = total(names, played)
        low, high = interval(series.score[0], series.games, CERTAIN)
        if low >= contest.least or high < contest.least:
            break
    return series


def manned(pairing: Pairing, crew: int) -> Pairing:
    """As many seats for each side as it has in a crew; seats of a side follow one another."""
    return replace(pairing, bots=tuple(bot for bot in pairing.bots for _ in range(crew)))


def summed(played: Played, crew: int) -> Played:
    """A match of crews as one of two: those of a side share their place."""
    outcome = played.outcome
    sides = tuple(Place(side, place.place, place.points) for side, place in enumerate(outcome.result.places[::crew], 1))
    left = tuple(replace(one, seat=(one.seat - 1) // crew + 1) for one in outcome.left)
    return replace(played, outcome=replace(outcome, result=replace(outcome.result, places=sides), left=left))


def interval(score: float, games: int, deviations: float = DEVIATIONS) -> tuple[float, float]:
    """Wilson's interval for a share; with draws the true one is narrower."""
    square = deviations * deviations
    middle = (score + square / (2 * games)) / (1 + square / games)
    half = deviations * sqrt(score * (1 - score) / games + square / (4 * games * games)) / (1 + square / games)
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
    parser.add_argument("--games", type=even, help="matches of each contest at most (200, of Rally 400)")
    parser.add_argument("--game", choices=sorted({contest.game for contest in CONTESTS}), help="only this game")
    parser.add_argument("--jobs", type=int, default=JOBS_MAX, choices=range(1, JOBS_MAX + 1), help="processes")
    options = parser.parse_args(arguments)
    console = Console()
    if not available():
        console.print(f"Bots that search play interpreted: {why_not()}.")
    columns = ("game", "where", "pairing", "won", "drawn", "lost", "score", "95 % sure", "bar", "holds")
    table = Table(*columns, box=SIMPLE_HEAD, padding=0)
    failed = 0
    bars = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*bars, console=Console(stderr=True)) as progress:
        for contest in CONTESTS:
            if options.game not in (None, contest.game):
                continue
            games = options.games or contest.games
            task = progress.add_task(contest.title, total=games)

            def tell(played: Played, task: TaskID = task) -> None:
                progress.advance(task)

            series = measure(contest, games, jobs=options.jobs, told=tell)
            progress.update(task, total=series.games)
            held = holds(series, contest)
            failed += not held
            table.add_row(*cells(contest, series), "yes" if held else "NO")
    console.print(table)
    return 1 if failed else 0


def holds(series: Series, contest: Contest) -> bool:
    """The score is reached, and nobody forfeited or crashed on the way."""
    return series.score[0] >= contest.least and not any(series.forfeits + series.crashes)


def cells(contest: Contest, series: Series) -> list[str]:
    low, high = interval(series.score[0], series.games)
    counts = [str(n) for n in (series.wins[0], series.draws, series.losses[0])]
    score = [f"{100 * series.score[0]:.1f}", f"{100 * low:.1f} - {100 * high:.1f}", f"{100 * contest.least:.0f}"]
    return [contest.game, contest.where, f"{contest.bot} - {contest.other}", *counts, *score]


if __name__ == "__main__":
    sys.exit(main())
