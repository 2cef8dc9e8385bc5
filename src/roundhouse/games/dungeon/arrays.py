"""The old name of `learning.arrays`, kept for one release."""

import warnings

from .learning.arrays import *  # noqa: F403

warnings.warn(
    "roundhouse.games.dungeon.arrays is called roundhouse.games.dungeon.learning.arrays now",
    DeprecationWarning,
    stacklevel=2,
)
