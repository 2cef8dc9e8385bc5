"""Collectibles without a chain: what templates may say, who may do what with an item, and what there is at first."""
