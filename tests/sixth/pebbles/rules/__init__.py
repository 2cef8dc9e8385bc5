"""The rules: what runs interpreted and natively, in the subset of Python that docs/add-a-game.md describes."""
