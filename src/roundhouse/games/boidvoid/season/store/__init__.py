"""Seasons in the database."""
