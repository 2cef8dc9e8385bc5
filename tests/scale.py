"""How much a test plays: little at every commit (`make test`), much on release days (`make test-long`), and the seeds
it draws from.

`ROUNDHOUSE_TEST_LONG=1` asks for the long run. `ROUNDHOUSE_TEST_SEED` names the seed that random games are drawn
from; without it the seed follows from the commit, so that every commit plays games nobody has seen, and the same
commit plays the same ones again. Every run prints it.
"""

import os
import subprocess
from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from pathlib import Path
from random import Random

LONG = os.environ.get("ROUNDHOUSE_TEST_LONG") == "1"
VARIABLE = "ROUNDHOUSE_TEST_SEED"


def amount(usual: int, long: int) -> int:
    """How many: `usual` at every commit, `long` in the long run."""
    return long if LONG else usual


@cache
def run_seed() -> int:
    """The seed of this run. Processes started by pytest find it in the environment."""
    if VARIABLE not in os.environ:
        os.environ[VARIABLE] = str(_commit_seed())
    return int(os.environ[VARIABLE])


def _commit_seed() -> int:
    command = ["git", "-C", str(Path(__file__).parent), "rev-parse", "HEAD"]
    try:
        commit = subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):  # no git, or an archive without history
        return 1
    return int(commit[:8], 16)


def seed_for(what: str) -> int:
    """The run's seed for one named purpose, from 0 up to 2**32."""
    return int.from_bytes(blake2b(f"{run_seed()}:{what}".encode(), digest_size=4).digest(), "big")


def seeds_for(what: str, count: int) -> Iterator[int]:
    """So many seeds for one named purpose."""
    rng = Random(seed_for(what))
    for _ in range(count):
        yield rng.randrange(2**31)
