"""The old name of `learning.arrays`, kept for one release."""

import warnings

from .learning.arrays import *  # noqa: F403

warnings.warn(
    "roundhouse.games.quest.arrays is called roundhouse.games.quest.learning.arrays now",
    DeprecationWarning,
    stacklevel=2,
)
