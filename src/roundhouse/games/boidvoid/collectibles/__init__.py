"""Collectibles: what templates may contain, who may do what with an item, and what exists at the start."""
