"""Matches without a table: the queue, the matchmaker and demo matches."""
