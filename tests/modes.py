"""Tests that run in both modes. What compiles counts as slow: without a warm cache it takes half a minute."""

import pytest

from roundhouse.core import compiled

needs_compiler = pytest.mark.skipif(not compiled.available(), reason="rules cannot be compiled here")
both_modes = pytest.mark.parametrize("jit", [False, pytest.param(True, marks=[pytest.mark.slow, needs_compiler])])
