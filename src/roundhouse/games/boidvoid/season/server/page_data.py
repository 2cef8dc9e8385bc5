"""Seasons, their games, their table and their jobs, as API structs."""

from collections.abc import Iterable, Mapping, Sequence

from sqlalchemy import Connection

from .....core.settings import SetupError
from .....protocol.api.platform import PlayerCard
from .....store import players
from .....store.players import Player
from .... import GAMES
from .. import calendar
from ..api import PowerAnswer, SeasonCard, SeasonGameInfo, SeasonInfo, SeasonLine, SeasonSeat
from ..calendar import Season
from ..store import seasons as store
from ..store.seasons import Power, SeasonGame
from .game_drafts import warnings_of
from .times import GAME, turn_length

Results = Sequence[tuple[int, int, int, int]]  # of a game: player, team, place and tiles of every player


def cards(connection: Connection) -> list[SeasonCard]:
    """All seasons, by their start. BOI-296"""
    counts = store.game_counts(connection)
    return [
        SeasonCard(one.id, one.name, one.start, one.end, one.state, counts.get(one.id, 0))
        for one in store.all_seasons(connection)
    ]


def season(connection: Connection, known: Season, viewer: int = 0) -> SeasonInfo:
    """A season with its games and its table, as a viewer sees it."""
    found = store.games(connection, season_id=known.id)
    return SeasonInfo(
        known.id,
        known.name,
        known.start,
        known.end,
        known.state,
        games(connection, found, viewer),
        table(connection, known),
    )


def table(connection: Connection, known: Season) -> list[SeasonLine]:
    """Points and tiles of every player over all finished games of a season. BOI-265"""
    lines: list[tuple[int, float, int]] = []
    for _, result in store.results(connection, known.id):
        ranks, tiles = by_team(result)
        points = calendar.points(ranks)
        lines += [(player_id, points[team - 1], tiles[team - 1]) for player_id, team, _, _ in result]
    made = calendar.table(lines)
    people = players.by_ids(connection, [line.player for line in made])
    return [SeasonLine(one.place, card(people, one.player), one.points, one.tiles, one.games) for one in made]


def by_team(result: Results) -> tuple[list[int], list[int]]:
    """Ranks and tiles of the teams."""
    known = {team: (place, tiles) for _, team, place, tiles in result}
    return [known[team][0] for team in sorted(known)], [known[team][1] for team in sorted(known)]


def games(connection: Connection, found: Iterable[SeasonGame], viewer: int = 0) -> list[SeasonGameInfo]:
    found = list(found)
    people = players.by_ids(connection, {seat.player_id for one in found for seat in one.seats})
    results = dict(result for key in {one.season_id for one in found} for result in store.results(connection, key))
    return [_game(one, people, results.get(one.id, ()), viewer) for one in found]


def _game(known: SeasonGame, people: Mapping[int, Player], result: Results, viewer: int) -> SeasonGameInfo:
    teams = [
        [SeasonSeat(seat.number, seat.place, card(people, seat.player_id), seat.role) for seat in team]
        for team in known.teams
    ]
    ranks, tiles = by_team(result)
    return SeasonGameInfo(
        id=known.id,
        season=known.season_id,
        season_name=known.season_name,
        name=known.name,
        state=known.state,
        settings=known.settings,
        turn_seconds=seconds_of(known),
        teams=teams,
        match=known.match,
        turn=known.turn_no,
        due_ms=known.due_ms,
        left_ms=known.left_ms,
        mine=next((seat.number for seat in known.seats if seat.player_id == viewer), 0),
        ranks=ranks,
        tiles=tiles,
        warnings=warnings_of(known.seats),
    )


def seconds_of(known: SeasonGame) -> int:
    try:
        return int(turn_length(GAMES[GAME], known.settings).total_seconds())
    except SetupError:  # the settings are from another version
        return 0


def power(connection: Connection, known: SeasonGame, source: str) -> list[PowerAnswer]:
    """What a game's power source said last of each player. BOI-301"""
    said: dict[int, Power] = store.power_of(connection, known.id)
    people = players.by_ids(connection, {seat.player_id for seat in known.seats})
    made = []
    for seat in known.seats:
        one = said.get(seat.number)
        stake, asked_ms, code = (None, None, "") if one is None else (one.stake, one.asked_ms, one.code)
        made.append(PowerAnswer(seat.number, card(people, seat.player_id), source, stake, asked_ms, code))
    return made


def card(people: Mapping[int, Player], player_id: int) -> PlayerCard:
    known = people[player_id]
    return PlayerCard(known.name, known.kind, known.guest, known.builtin)
