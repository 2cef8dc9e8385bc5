"""Worked examples that need nothing but NumPy."""
