"""How good the chances are that a position of Quest is given: `python -m tests.games.quest.judge_chances` plays matches
of two between the built-in bots and compares the chances on their way with who won."""

import sys
from collections.abc import Sequence

from tests.contract.judge_chances import PARTS, Watched, half, parsed, say_watched
from tests.games.quest.bot_matches import play

from roundhouse.games.quest import chances
from roundhouse.games.quest.bots.crafter import Crafter
from roundhouse.games.quest.bots.gatherer import Gatherer
from roundhouse.games.quest.bots.simple import Random
from roundhouse.games.quest.rules.state import State
from roundhouse.sdk.bot import Bot

SEED = 150_000
PAIRS: tuple[tuple[type[Bot], type[Bot]], ...] = (
    (Gatherer, Gatherer), (Crafter, Gatherer), (Gatherer, Crafter), (Crafter, Crafter), (Random, Gatherer)
)  # fmt: skip


def judged(kinds: Sequence[type[Bot]], seed: int, rounds: int = 80) -> Watched:
    wanted = [int(part * rounds) for part in PARTS]
    said, leads = [], []

    def watch(g: State) -> None:
        if g.round_no in wanted and g.turn_of == 1:
            said.append(chances.of(g)[0])
            leads.append(half(g.players[1].points, g.players[2].points))

    one, two = play(kinds, seed, watch=watch, rounds=rounds)
    return Watched(said, leads, half(one.points, two.points))


def main(arguments: list[str] | None = None) -> int:
    count = parsed("quest", arguments, "--matches", 40, "matches to be played")
    return say_watched([judged(PAIRS[n % len(PAIRS)], SEED + n) for n in range(count)])


if __name__ == "__main__":
    sys.exit(main())
