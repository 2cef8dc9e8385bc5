"""How many steps a second a `Vector` plays with random legal actions: `python -m roundhouse.rl.throughput spacegoo`.

A step is one choice of one row. Choosing by the masks, observations, masks, rewards and new matches are in the time."""

import argparse
import sys
import time
from collections.abc import Sequence
from typing import Any

from ..core.registry import GAMES
from .options import options_of
from .vector_env import Vector, Who

SIZE = 1024
AT_A_TIME = 20  # steps between two readings of the clock


def busy(
    key: str, n: int = SIZE, *, seat: Who = 1, threads: int = 1, native: bool | None = None, **setup: Any
) -> Vector:
    """A vector environment in the middle of its matches."""
    env = Vector(options_of(key, **setup), n, seat=seat, threads=threads, native=native)
    env.reset(seed=1)
    played(env, 3)
    return env


def played(env: Vector, steps: int) -> int:
    """Play so many steps of every row, with random legal actions. Returns the steps of all rows."""
    for n in range(steps):
        env.step(env.random_actions(1, n))
    return steps * env.num_envs


def rate(env: Vector, seconds: float) -> float:
    """Steps of all rows per second, measured for about so many seconds."""
    began, count = time.perf_counter(), 0
    while (took := time.perf_counter() - began) < seconds:
        count += played(env, AT_A_TIME)
    return count / took


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m roundhouse.rl.throughput", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(GAMES)}; all if none is named")
    parser.add_argument("--matches", type=int, default=SIZE, help=f"at once (default {SIZE})")
    parser.add_argument("--threads", type=int, default=1, help="default 1")
    parser.add_argument("--seat", default="1", help="a number, mixed or all (default 1)")
    parser.add_argument("--seconds", type=float, default=3.0, help="to measure each game (default 3)")
    given = parser.parse_args(arguments)
    seat: Any = int(given.seat) if given.seat.isdecimal() else given.seat
    for key in given.games or GAMES:
        try:
            env = busy(key, given.matches, seat=seat, threads=given.threads)
        except ValueError as error:
            parser.error(str(error))
        how = "native" if env.native else "interpreted"
        told = (
            f"{rate(env, given.seconds):,.0f} steps a second ({given.matches} matches, {given.threads} threads, {how})"
        )
        sys.stdout.write(f"{key}: {told}\n")
        env.close()


if __name__ == "__main__":
    main()
