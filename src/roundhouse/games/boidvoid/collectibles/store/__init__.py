"""Collectibles in the database."""
