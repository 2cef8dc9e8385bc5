"""Seasons on the server: starting their games, ending their turns, their table, and the scheduled jobs for all this."""
