"""Whole random games give the same states natively and interpreted. The contract's tests compare a thousand short ones;
`python -m tests.games.boidvoid.test_boi_modes 1000` plays as many whole ones."""

import sys

import pytest
from tests.games.boidvoid.invariants import VARIETY, assert_sound
from tests.modes import needs_native
from tests.scale import amount, seeds_for

from roundhouse.core.batch import Batch
from roundhouse.games.boidvoid import GAME

TURNS = 40
LOOKS = 4  # digests are compared so often
SMALL = [name for name in VARIETY if name != "season"]  # those of the small form


def batches(name, seeds):
    preset, settings = VARIETY[name]
    setups = [GAME.setup(seed=seed, preset=preset, settings={"turn_limit": TURNS, **settings}) for seed in seeds]
    return Batch.of(GAME, setups, native=True), Batch.of(GAME, setups, native=False)


def equal_games(name, seeds):
    """How many of the games are the same in both modes all the time."""
    fast, slow = batches(name, seeds)
    same = [True] * len(fast)
    for look in range(LOOKS):
        rounds = TURNS // LOOKS - (look == LOOKS - 1)  # up to the last turn: what is over begins anew
        assert fast.rollout(rounds, seed=look) == slow.rollout(rounds, seed=look)
        for i in range(len(fast)):
            same[i] = same[i] and fast.digest(i) == slow.digest(i)
    for i in range(len(fast)):
        assert_sound(fast.state(i))
    return sum(same)


@needs_native
@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name", SMALL)
@pytest.mark.rule("BOI-001", "BOI-307")
def test_whole_games_are_the_same_in_both_modes(name):
    games = amount(1, 3)
    assert equal_games(name, list(seeds_for(f"whole games of BoidVoid, {name}", games))) == games


def main(count: int) -> int:
    share = -(-count // len(SMALL))
    equal = {name: equal_games(name, range(100, 100 + share)) for name in SMALL}
    sys.stdout.write(f"{sum(equal.values())} of {share * len(SMALL)} games are equal: {equal}\n")
    return 0 if sum(equal.values()) == share * len(SMALL) else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
