"""Tests that run in both modes."""

import pytest

from roundhouse.core.native import available, why_not

needs_native = pytest.mark.skipif(not available(), reason=f"rules cannot run natively here: {why_not()}")
both_modes = pytest.mark.parametrize("native", [False, pytest.param(True, marks=needs_native)])
