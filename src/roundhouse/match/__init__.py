"""A running match: its state, its clock, its record."""
