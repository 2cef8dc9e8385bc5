"""Seasons on the server: their games started, their turns ended, their table, and the jobs that do it all in time."""
