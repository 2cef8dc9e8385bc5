"""REST of the original, by generation: paths, bodies and commands."""
