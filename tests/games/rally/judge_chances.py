"""How good the chances are that a position of Rally is given: `python -m tests.games.rally.judge_chances` plays matches
between the built-in bots and compares the chances on their way with who won."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from tests.contract import judge_chances as judge
from tests.contract.judge_chances import SEED, Played

from roundhouse.core.schema import clone
from roundhouse.games.rally import GAME
from roundhouse.games.rally.maps import SHIPPED
from roundhouse.games.rally.rules.state import State
from roundhouse.match.analysis import chances_of
from roundhouse.match.frames import walk
from roundhouse.match.record import Record
from roundhouse.sdk.local_match import play

PAIRS = (("normal", "normal"), ("hard", "normal"), ("normal", "hard"), ("easy", "normal"), ("hard", "hard"))
RANDOM = replace(GAME, chances=None)  # judged by random legal play, as games are that bring no judgement


def matches(seeds: int, pairs: Sequence[tuple[str, str]] = PAIRS) -> list[Record]:
    """A match of every seed on each board, the pairs in turn."""

    def play_all(n: int, path: Path) -> Iterator[None]:
        for k, board in enumerate(SHIPPED):
            yield play("rally", pairs[(n + k) % len(pairs)], seed=SEED + n, settings={"board": board}, out=path)

    return judge.recorded(seeds, play_all)


def positions(records: Sequence[Record], part: float) -> list[Played]:
    """Each match at the beginning of one of its rounds."""

    def state_at(record: Record, wanted: int) -> State:
        states = (stop.replay.state for stop in walk(record))
        return clone(next(state for state in states if state.round_no > wanted or state.reason))

    return judge.positions_at(records, part, state_at)


def judged(played: Sequence[Played], game: object = GAME, rollouts: int = 64) -> list[float]:
    return [chances_of(game, [one.state], one.record.setup, rollouts, 0)[0][0][0] for one in played]  # type: ignore[arg-type]


def by_checkpoints(played: Sequence[Played]) -> list[float]:
    """Who has ticked off more leads."""
    return judge.by_lead(played, [one.state.robots[1].ticked - one.state.robots[2].ticked for one in played])


def scores(records: Sequence[Record]) -> dict[float, tuple[float, float, float, float]]:
    """By part of the match: the score of these chances, of random play, of counting checkpoints, and of one half."""
    made = {}
    for part in judge.PARTS:
        played = positions(records, part)
        ways = (judged(played), judged(played, RANDOM), by_checkpoints(played), [0.5] * len(played))
        made[part] = tuple(judge.brier_of(way, played) for way in ways)
    return made  # type: ignore[return-value]


def main(arguments: list[str] | None = None) -> int:
    records = matches(judge.parsed("rally", arguments, "--seeds", 25, "four matches each"))
    return judge.print_scores(("chances", "random play", "checkpoints", "one half"), scores(records), len(records))


if __name__ == "__main__":
    sys.exit(main())
