"""How good the chances are that a position of Spacegoo is given: `python -m tests.games.spacegoo.judge_chances` plays
matches between the built-in bots and compares the chances on their way with who won."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tests.contract import judge_chances as judge
from tests.contract.judge_chances import SEED, Played

from roundhouse.core.schema import clone
from roundhouse.games.spacegoo import GAME
from roundhouse.games.spacegoo.rules.state import State
from roundhouse.games.spacegoo.view import fleets
from roundhouse.match.frames import walk
from roundhouse.match.record import Record
from roundhouse.sdk.local_match import play

EDITIONS = ("standard", "classic")
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


def matches(seeds: int, pairs: Sequence[tuple[str, str]] = PAIRS) -> list[Record]:
    """A match of every seed in both editions, the pairs in turn."""

    def play_all(n: int, path: Path) -> Iterator[None]:
        for edition in EDITIONS:
            yield play("spacegoo", pairs[n % len(pairs)], seed=SEED + n, preset=edition, out=path)

    return judge.recorded(seeds, play_all)


def positions(records: Sequence[Record], part: float) -> list[Played]:
    def state_at(record: Record, wanted: int) -> State:
        return next(clone(stop.replay.state) for n, stop in enumerate(walk(record)) if n == wanted)

    return judge.positions_at(records, part, state_at)


def by_rollouts(played: Sequence[Played], rollouts: int = 64) -> list[float]:
    chances: Any = GAME.chances
    return [chances([one.state], one.record.setup, rollouts, 0)[0][0][0] for one in played]


def by_ships(played: Sequence[Played]) -> list[float]:
    """Who has more ships leads."""
    return judge.by_lead(played, [ships(one.state, 1) - ships(one.state, 2) for one in played])


def ships(g: State, seat: int) -> int:
    landed = sum(sum(planet.ships) for planet in g.planets[: g.planet_count] if planet.owner == seat)
    return int(landed + sum(sum(fleet.ships) for fleet in fleets(g) if fleet.owner == seat))


def scores(records: Sequence[Record]) -> dict[float, tuple[float, float, float]]:
    """By part of the match: the score of the rollouts, of always one half, and of counting ships."""
    made = {}
    for part in judge.PARTS:
        played = positions(records, part)
        ways = (by_rollouts(played), [0.5] * len(played), by_ships(played))
        made[part] = tuple(judge.brier_of(way, played) for way in ways)
    return made  # type: ignore[return-value]


def main(arguments: list[str] | None = None) -> int:
    records = matches(judge.parsed("spacegoo", arguments, "--seeds", 48, "two matches each"))
    return judge.print_scores(("rollouts", "one half", "more ships"), scores(records), len(records))


if __name__ == "__main__":
    sys.exit(main())
