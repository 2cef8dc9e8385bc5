"""What the tests of environments share: short matches, and random legal play."""

import numpy as np

SHORT = {
    "spacegoo": {"max_rounds": 30},
    "rally": {"max_rounds": 10},
    "dungeon": {"max_rounds": 10},
    "quest": {"rounds": 2, "units": 3, "orders": 12},
    "boidvoid": {"turn_limit": 5, "orders": 8},
}


def random_legal(position, random):
    """A random legal action of every seat."""
    return {seat: int(random.choice(np.flatnonzero(position.mask(seat)))) for seat in range(1, position.seats + 1)}
