"""The old name of `verification`, kept for one release."""

import warnings

from .verification import *  # noqa: F403

warnings.warn("roundhouse.match.proof is called roundhouse.match.verification now", DeprecationWarning, stacklevel=2)
