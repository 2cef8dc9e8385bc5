"""What the pages of an edition show beyond the original's: the ranking with records and curves, everybody against
everybody, the newest finished game, and who plays a game. All answers are bounded."""

import threading
from collections import OrderedDict

from msgspec import Struct
from sqlalchemy import Connection

from ....store.database import Database
from .. import GAME
from . import ranking_store
from .results_tally import ResultsTally, Score

EDITIONS = ("standard", "classic")
CURVE = 40  # games in a rating curve
ROWS_MAX = 100  # of the ranking in an answer
CROSS_MAX = 24  # players in a cross table
ANSWERS_KEPT = 16
NOTHING = Score()


class EloPoint(Struct, frozen=True):
    at_ms: int
    elo: float


class LeagueRow(Struct, frozen=True):
    """One player of an edition. `curve` has the Elo after each of the newest games, oldest first."""

    place: int
    name: str
    elo: float
    inactive: bool
    wins: int
    draws: int
    losses: int
    last_ms: int | None
    curve: list[EloPoint]


class LeaguePage(Struct, frozen=True):
    """A part of the ranking. `players` are all in it."""

    first: int
    players: int
    rows: list[LeagueRow]


class LeagueCell(Struct, frozen=True):
    """What the player of a row scored against the one of a column, both counted from 0."""

    row: int
    column: int
    wins: int
    draws: int
    losses: int


class LeagueCross(Struct, frozen=True):
    """The best players of an edition against each other; who has never met has no cell."""

    names: list[str]
    cells: list[LeagueCell]


class FinishedGame(Struct, frozen=True):
    """The newest finished game of an edition; `key` is for `/api/matches/{key}`. Null before the first."""

    number: int | None
    key: str | None


class GamePlayer(Struct, frozen=True):
    """A player of a game. `place` and `elo` are of now, `before` and `change` of the game once it is over."""

    name: str
    place: int | None
    elo: float | None
    before: float | None
    change: float | None


class GamePlayers(Struct, frozen=True):
    number: int
    edition: str
    players: list[GamePlayer]


class League:
    """Answers about both editions. What was computed is kept until a game of the edition begins or ends."""

    def __init__(self, database: Database, *, inactive_games: int) -> None:
        self._database = database
        self._inactive_games = inactive_games
        self._tallies = {edition: ResultsTally(edition) for edition in EDITIONS}
        self._pages: OrderedDict[tuple[str, int, int], tuple[tuple[int, int], LeaguePage]] = OrderedDict()
        self._lock = threading.Lock()

    def page(self, edition: str, first: int, count: int) -> LeaguePage:
        asked = edition, first, count
        with self._database.engine.connect() as connection:
            state = ranking_store.counts(connection, GAME.key, edition)
            with self._lock:
                known = self._pages.get(asked)
            if known is not None and known[0] == state:
                return known[1]
            made = self._page(connection, edition, first, count)
        with self._lock:
            self._pages[asked] = state, made
            self._pages.move_to_end(asked)
            while len(self._pages) > ANSWERS_KEPT:
                self._pages.popitem(last=False)
        return made

    def _page(self, connection: Connection, edition: str, first: int, count: int) -> LeaguePage:
        scores, _ = self._tallies[edition].scores(connection)
        newest = ranking_store.newest(connection, GAME.key, edition, count=1)
        latest = newest[0].number if newest else 0
        rows = []
        for place, line in enumerate(
            ranking_store.ranking(connection, GAME.key, edition, first=first, count=count), first + 1
        ):
            score = scores.get(line.player_id, NOTHING)
            curve = ranking_store.curve(connection, GAME.key, edition, line.player_id, count=CURVE)
            rows.append(
                LeagueRow(
                    place,
                    line.name,
                    line.elo,
                    latest - (line.last_number or 0) > self._inactive_games,  # GOO-109
                    score.wins,
                    score.draws,
                    score.losses,
                    score.last_ms or None,
                    [EloPoint(*point) for point in curve],
                )
            )
        return LeaguePage(first, ranking_store.size(connection, GAME.key, edition), rows)

    def cross(self, edition: str, count: int) -> LeagueCross:
        with self._database.engine.connect() as connection:
            best = ranking_store.ranking(connection, GAME.key, edition, first=0, count=count)
            _, pairs = self._tallies[edition].scores(connection)
        cells = []
        for row, one in enumerate(best):
            for column, two in enumerate(best):
                score = pairs.get((one.player_id, two.player_id))
                if score is not None and row != column:
                    cells.append(LeagueCell(row, column, score.wins, score.draws, score.losses))
        return LeagueCross([line.name for line in best], cells)

    def finished_game(self, edition: str) -> FinishedGame:
        with self._database.engine.connect() as connection:
            newest = ranking_store.newest(connection, GAME.key, edition, count=1, finished=True)
        return FinishedGame(newest[0].number, newest[0].key) if newest else FinishedGame(None, None)

    def players(self, number: int) -> GamePlayers | None:
        with self._database.engine.connect() as connection:
            found = ranking_store.played(connection, GAME.key, number)
            if found is None:
                return None
            played, edition = found
            rows = []
            for name, before, change in zip(played.names, played.before, played.changes, strict=True):
                place, elo = ranking_store.standing(connection, GAME.key, edition, name) or (None, None)
                rows.append(GamePlayer(name, place, elo, before, change))
        return GamePlayers(number, edition, rows)
