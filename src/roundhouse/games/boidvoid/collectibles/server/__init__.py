"""Collectibles on the server."""
