"""Seasons of a game: their dates, their table, and the jobs that keep them running."""
