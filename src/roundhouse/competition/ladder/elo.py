"""Elo ratings: expected scores and what a match changes."""

from collections.abc import Sequence

SCALE = 400.0  # GOO-066: so many points of difference make the better player ten times as likely to win


def expected(own: float, other: float) -> float:
    """The score a player is expected to make against another. GOO-066"""
    return float(1.0 / (1.0 + 10.0 ** ((other - own) / SCALE)))


def changes(ratings: Sequence[float], places: Sequence[int], *, k: float) -> list[float]:
    """What a match changes, player by player, from the ratings before it and the places it ended with.

    Of two players: k x (score - expected), where sharing a place is half a win. GOO-066, GOO-067
    Of more: each pair counts as one game with k / (players - 1), so that a match weighs as much as one of two. GOO-125
    """
    if len(ratings) != len(places) or len(ratings) < 2:
        raise ValueError(f"{len(ratings)} ratings and {len(places)} places do not make a match")
    weight = k / (len(ratings) - 1)
    gained = []
    for own, place in zip(ratings, places, strict=True):
        total = 0.0
        for other, their_place in zip(ratings, places, strict=True):
            total += score(place, their_place) - expected(own, other)  # a player against itself adds exactly 0
        gained.append(weight * total)
    return gained


def score(place: int, their_place: int) -> float:
    if place == their_place:
        return 0.5
    return 1.0 if place < their_place else 0.0
