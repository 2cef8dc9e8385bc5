"""Decides when a bot has failed so often that it is not paired any more, until its owner wakes it."""

from collections.abc import Sequence

WINDOW = 5  # newest matches that are considered

# Leaving for one of these reasons was somebody's decision, not a failure.
DECIDED = frozenset({"", "resigned", "kicked"})


def failures(departures: Sequence[str]) -> list[str]:
    """The reasons of those departures that are failures: no answer, a lost connection, orders that disqualify."""
    return [why for why in departures if why not in DECIDED]


def should_rest(departures: Sequence[str], *, rest_after: int) -> bool:
    """`departures` are the reasons for which the bot left its newest matches, newest first, empty where it stayed.

    A bot that has just played a match to its end is not rested, whatever happened before.
    """
    newest = departures[:WINDOW]
    return bool(failures(newest[:1])) and len(failures(newest)) >= rest_after
