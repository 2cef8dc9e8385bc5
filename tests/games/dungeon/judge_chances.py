"""How good the chances are that a position of the Dungeon is given: `python -m tests.games.dungeon.judge_chances` plays
matches of two between the built-in bots and compares the chances on their way with who won."""

import sys
from collections.abc import Sequence

from tests.contract.judge_chances import PARTS, SEED, Watched, half, parsed, say_watched
from tests.games.dungeon.bot_matches import play

from roundhouse.games.dungeon import chances
from roundhouse.games.dungeon.bots.miner import Miner
from roundhouse.games.dungeon.bots.simple import Random
from roundhouse.games.dungeon.bots.warlord import Warlord
from roundhouse.games.dungeon.rules.state import State
from roundhouse.sdk.bot import Bot

PAIRS: tuple[tuple[type[Bot], type[Bot]], ...] = (
    (Miner, Miner), (Warlord, Miner), (Miner, Warlord), (Warlord, Warlord), (Random, Miner)
)  # fmt: skip


def judged(kinds: Sequence[type[Bot]], seed: int, rounds: int = 200) -> Watched:
    wanted = [int(part * rounds) for part in PARTS]
    said, leads = [], []

    def watch(g: State) -> None:
        if g.round_no in wanted:
            said.append(chances.of(g)[0])
            leads.append(half(sum(g.players[1].scores), sum(g.players[2].scores)))

    one, two = play(kinds, seed, watch=watch, max_rounds=rounds)
    return Watched(said, leads, half(one.sum, two.sum))


def main(arguments: list[str] | None = None) -> int:
    count = parsed("dungeon", arguments, "--matches", 40, "matches to be played")
    return say_watched([judged(PAIRS[n % len(PAIRS)], SEED + n) for n in range(count)])


if __name__ == "__main__":
    sys.exit(main())
