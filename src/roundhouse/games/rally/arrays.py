"""The old name of `learning.arrays`, kept for one release."""

import warnings

from .learning.arrays import *  # noqa: F403

warnings.warn(
    "roundhouse.games.rally.arrays is called roundhouse.games.rally.learning.arrays now",
    DeprecationWarning,
    stacklevel=2,
)
