"""The old name of `learning.arrays`, kept for one release."""

import warnings

from .learning.arrays import *  # noqa: F403

warnings.warn(
    "roundhouse.games.spacegoo.arrays is called roundhouse.games.spacegoo.learning.arrays now",
    DeprecationWarning,
    stacklevel=2,
)
