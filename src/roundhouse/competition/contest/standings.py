"""The table of a contest: the standings of its entrants in its ladders."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from ..ladder.rating import START, provisional, shown, uncertainty
from ..ladder.standing import NEWCOMER, Standing


class StandingLine(Struct, frozen=True, kw_only=True):
    """A line of the table. With several games, rating and matches are over all of them, `places` are by game."""

    entrant: int
    rank: int
    rating: float = shown(START)
    uncertainty: float = uncertainty(START)
    provisional: bool = True
    matches: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    last: str = ""
    last_ms: int = 0
    places: tuple[int, ...] = ()


def table(entrants: Sequence[int], ladders: Sequence[Mapping[int, Standing]], *, placement: int) -> list[StandingLine]:
    """The entrants, best first, from their standings in the ladder of each game. `entrants` are in the order in which
    they joined, which decides between equal ones. With several games the sum of the places counts."""
    places = [placed(entrants, ladder, placement) for ladder in ladders]
    totals = {one: sum(game[one] for game in places) for one in entrants}
    order = sorted(entrants, key=lambda one: totals[one])  # a stable sort keeps the order of joining
    return [
        line(one, rank, [ladder.get(one, NEWCOMER) for ladder in ladders], [game[one] for game in places], placement)
        for rank, one in enumerate(order, 1)
    ]


def placed(entrants: Sequence[int], ladder: Mapping[int, Standing], placement: int) -> dict[int, int]:
    """The place of every entrant in one ladder: provisional ratings come after all others, entrants without a match
    last."""

    def key(one: int) -> tuple[bool, bool, float]:
        known = ladder.get(one, NEWCOMER)
        return known.matches == 0, provisional(known.skill, known.matches, placement=placement), -shown(known.skill)

    return {one: place for place, one in enumerate(sorted(entrants, key=key), 1)}


def line(entrant: int, rank: int, known: Sequence[Standing], places: Sequence[int], placement: int) -> StandingLine:
    newest = max(known, key=lambda one: one.last_ms, default=NEWCOMER)
    count = max(1, len(known))
    return StandingLine(
        entrant=entrant,
        rank=rank,
        rating=sum(shown(one.skill) for one in known) / count if known else shown(START),
        uncertainty=sum(uncertainty(one.skill) for one in known) / count if known else uncertainty(START),
        provisional=not known or any(provisional(one.skill, one.matches, placement=placement) for one in known),
        matches=sum(one.matches for one in known),
        wins=sum(one.wins for one in known),
        draws=sum(one.draws for one in known),
        losses=sum(one.losses for one in known),
        last=newest.last,
        last_ms=newest.last_ms,
        places=tuple(places) if len(places) > 1 else (),
    )
