"""Dates of seasons, and what a season's table counts. BOI-009 to BOI-013, BOI-232, BOI-233, BOI-265"""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Literal

from msgspec import Struct

from ..rule_error import RuleError

State = Literal["registered", "active", "ended"]


class SeasonError(RuleError):
    """Dates that a season cannot have. `code` is `bad_dates`, `season_overlap` or `season_ended`."""


class Season(Struct, frozen=True, kw_only=True):
    """Active from 00:00 UTC of the start date until 00:00 UTC of the end date. BOI-009"""

    id: int
    name: str
    start: date
    end: date
    state: State = "registered"


def overlap(one: Season, other: Season) -> bool:
    """Seasons that only touch do not overlap. BOI-011"""
    return one.start < other.end and other.start < one.end


def check(season: Season, others: Iterable[Season]) -> None:
    """Raises SeasonError for a season that cannot be registered or changed like this. BOI-009 to BOI-011, BOI-296"""
    if season.state == "ended":
        raise SeasonError("season_ended", "id", "A season that has ended cannot be changed.", "BOI-296")
    if season.end <= season.start:
        raise SeasonError("bad_dates", "end", "A season ends after the day on which it starts.", "BOI-009")
    for other in others:
        if other.id != season.id and overlap(season, other):
            sentence = f"From {other.start} to {other.end} there is the season {other.name}."
            raise SeasonError("season_overlap", "start", sentence, "BOI-011")


def to_end(seasons: Iterable[Season], today: date) -> list[Season]:
    """Active seasons whose time is over. BOI-232"""
    return [season for season in seasons if season.state == "active" and season.end <= today]


def to_start(seasons: Sequence[Season], today: date) -> Season | None:
    """The season to activate today, if no other is active. BOI-010, BOI-233"""
    if any(season.state == "active" for season in seasons):
        return None
    due = [season for season in seasons if season.state == "registered" and season.start <= today < season.end]
    return min(due, key=lambda season: season.start) if due else None


def points(ranks: Sequence[int]) -> list[float]:
    """The points of a game of n teams by rank: n - i; teams that share a rank get the mean of their places. BOI-265"""
    count = len(ranks)
    made = []
    for rank in ranks:
        equal = ranks.count(rank)
        places = range(rank, rank + equal)
        made.append(sum(count - place for place in places) / equal)
    return made


class Line(Struct, frozen=True, kw_only=True):
    """A player in the table of a season."""

    player: int
    points: float
    tiles: int
    games: int
    place: int


def table(results: Iterable[tuple[int, float, int]]) -> list[Line]:
    """The table from (player, points, tiles) of every game: by points, ties by tiles; still equal ones share a place.
    BOI-265"""
    total: dict[int, tuple[float, int, int]] = {}
    for player, gained, tiles in results:
        before = total.get(player, (0.0, 0, 0))
        total[player] = (before[0] + gained, before[1] + tiles, before[2] + 1)
    order = sorted(total.items(), key=lambda item: (-item[1][0], -item[1][1], item[0]))
    lines: list[Line] = []
    for index, (player, (gained, tiles, games)) in enumerate(order):
        last = lines[-1] if lines else None
        place = last.place if last and (last.points, last.tiles) == (gained, tiles) else index + 1
        lines.append(Line(player=player, points=gained, tiles=tiles, games=games, place=place))
    return lines
