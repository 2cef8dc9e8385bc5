"""How good the chances are that a position is given: `python -m tests.games.dungeon.judge_chances` plays matches of two
between the built-in bots and compares the chances on their way with who won.

The measure is Brier's: the mean square of the difference between seat 1's chance and its result (win 1, draw 1/2).
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from tests.games.dungeon.arena import play

from roundhouse.games.dungeon import chances
from roundhouse.games.dungeon.bots.simple import Random
from roundhouse.games.dungeon.bots.miner import Miner
from roundhouse.games.dungeon.rules.state import State
from roundhouse.games.dungeon.bots.warlord import Warlord
from roundhouse.sdk.bot import Bot

SEED = 130_000
PARTS = (0.25, 0.5, 0.75)
PAIRS: tuple[tuple[type[Bot], type[Bot]], ...] = (
    (Miner, Miner), (Warlord, Miner), (Miner, Warlord), (Warlord, Warlord), (Random, Miner)
)  # fmt: skip


@dataclass
class Judged:
    """What was said on the way about seat 1, by part of the match, and what it got in the end."""

    said: list[float]
    leads: list[float]
    score: float


def judged(kinds: Sequence[type[Bot]], seed: int, rounds: int = 200) -> Judged:
    wanted = [int(part * rounds) for part in PARTS]
    said, leads = [], []

    def watch(g: State) -> None:
        if g.round_no in wanted:
            said.append(chances.of(g)[0])
            leads.append(half(sum(g.players[1].scores), sum(g.players[2].scores)))

    one, two = play(kinds, seed, watch=watch, max_rounds=rounds)
    return Judged(said, leads, half(one.sum, two.sum))


def half(one: int, two: int) -> float:
    return 0.5 if one == two else float(one > two)


def brier(said: Sequence[float], scores: Sequence[float]) -> float:
    return sum((one - score) ** 2 for one, score in zip(said, scores, strict=True)) / len(scores)


def say(line: str) -> None:
    sys.stdout.write(line + "\n")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.games.dungeon.judge_chances", description=__doc__)
    parser.add_argument("--matches", type=int, default=40)
    options = parser.parse_args(arguments)
    found = [judged(PAIRS[n % len(PAIRS)], SEED + n) for n in range(options.matches)]
    scores = [one.score for one in found]
    for n, part in enumerate(PARTS):
        leads = [one.leads[n] for one in found]
        right = sum(lead == score for lead, score in zip(leads, scores, strict=True)) / len(scores)
        leading = [right if lead == 1 else 1 - right if lead == 0 else 0.5 for lead in leads]
        told = brier([one.said[n] for one in found], scores)
        say(f"{part:4.0%}  these {told:.3f}  the leader {brier(leading, scores):.3f}  one half 0.250")
    return 0


if __name__ == "__main__":
    sys.exit(main())
