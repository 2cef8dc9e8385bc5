"""What the pages of Spacegoo ask for: ranking, players, matches and their logs. GOO-101 to GOO-109"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence

from msgspec import Struct
from sqlalchemy import Connection

from ....core.entries import Entry
from ....core.game import Setup
from ....match.record import Record, from_bytes
from ....server.rendering.archive import record_of, widths
from ....store import matches, players
from ....store.database import Database
from ....store.schema.platform import RUNNING
from .. import GAME
from . import ranking_store
from .league_pages import League
from .line_match import LineMatch
from .ranking_store import Played
from .state_log import GameLog

LISTED = 40  # players in the ranking, matches in a list
AROUND = 10  # places shown above a player
LOGS_KEPT = 32  # computed logs kept for those who follow a match

Highscore = tuple[str, float, bool]


class LastGame(Struct, frozen=True):
    """The winner first, in a draw who gained."""

    player1: str
    player2: str
    elodiff: float | None
    game_id: int
    end: float | None


class Info(Struct, frozen=True):
    highscore_first: int
    highscores: list[Highscore]
    last_games: list[LastGame]
    num_games: int


class PlayerInfo(Struct, frozen=True):
    rank: int | None
    username: str
    num_games: int
    highscore_first: int
    highscores: list[Highscore]
    last_games: list[LastGame]


class LatestGame(Struct, frozen=True):
    last: int | None


class SpacegooGame(Struct, frozen=True):
    game_id: int
    game_log_name: str
    player1: str
    player2: str
    rank1: int | None
    rank2: int | None
    finished: bool
    elodiff: float | None


class SpacegooApi:
    """Answers from the store; None where there is no such player or match (GOO-107)."""

    def __init__(
        self, database: Database, *, line_match: Callable[[int], LineMatch | None], inactive_games: int
    ) -> None:
        self._database = database
        self._line_match = line_match
        self._inactive_games = inactive_games
        self.league = League(database, inactive_games=inactive_games)
        self._logs: OrderedDict[int, GameLog] = OrderedDict()
        self._lock = threading.Lock()

    def info(self, edition: str) -> Info:
        """GOO-103"""
        with self._database.engine.connect() as connection:
            return Info(
                highscore_first=0,
                highscores=self._highscores(connection, edition, first=0, count=LISTED),
                last_games=self._last_games(connection, edition),
                num_games=ranking_store.match_count(connection, GAME.key, edition),
            )

    def player(self, name: str, edition: str) -> PlayerInfo | None:
        """GOO-104"""
        with self._database.engine.connect() as connection:
            found = players.find(connection, name)
            if found is None:
                return None
            name = found.name  # it may be asked for in another case
            rank = ranking_store.place(connection, GAME.key, edition, name)
            first = max(0, (rank or 1) - 1 - AROUND)
            return PlayerInfo(
                rank=rank,
                username=name,
                num_games=ranking_store.match_count(connection, GAME.key, edition, name),
                highscore_first=first,
                highscores=self._highscores(connection, edition, first=first, count=2 * AROUND + 1),
                last_games=self._last_games(connection, edition, name),
            )

    def latest_game(self, name: str, edition: str) -> LatestGame | None:
        """GOO-104"""
        with self._database.engine.connect() as connection:
            found = players.find(connection, name)
            if found is None:
                return None
            newest = ranking_store.newest(connection, GAME.key, edition, count=1, name=found.name)
            return LatestGame(newest[0].number if newest else None)

    def game(self, number: int) -> SpacegooGame | None:
        """GOO-105"""
        with self._database.engine.connect() as connection:
            found = ranking_store.played(connection, GAME.key, number)
            if found is None:
                return None
            played, edition = found
            one, two = played.names
            return SpacegooGame(
                game_id=number,
                game_log_name=f"{number}.json",
                player1=one,
                player2=two,
                rank1=ranking_store.place(connection, GAME.key, edition, one),
                rank2=ranking_store.place(connection, GAME.key, edition, two),
                finished=played.state != RUNNING,
                elodiff=played.changes[0],
            )

    def rounds(self, number: int, start: int) -> bytes | None:
        """The logged states from an index on as a JSON list, also while the match runs. GOO-105"""
        with self._lock:
            log = self._log(number)
            return None if log is None else b"[" + b", ".join(log.lines[max(0, start) :]) + b"]"

    def whole_log(self, name: str) -> bytes | None:
        """GOO-105"""
        number = name.removesuffix(".json")
        return self.rounds(int(number), 0) if name.endswith(".json") and number.isdecimal() else None

    def record(self, number: int) -> Record | None:
        """The record of a match, of a running one as far as it goes."""
        found = self._entered(number)
        return None if found is None else record_of(*found)

    def _entered(self, number: int) -> tuple[Setup, Sequence[Entry]] | None:
        """The setup of a match and what was entered so far."""
        line_match = self._line_match(number)
        if line_match is not None:
            return line_match.match.setup, tuple(line_match.entries)
        with self._database.engine.connect() as connection:
            stored = matches.by_number(connection, GAME.key, number)
            if stored is None or not stored.line:
                return None
            entries: Sequence[Entry] = matches.entries_of(connection, stored.id, widths(GAME))
            # The entries may have become a record between the two looks; then the record is there at the third.
            record = matches.record_of(connection, stored.id)
            return stored.setup, entries if record is None else from_bytes(record).entries

    def _log(self, number: int) -> GameLog | None:
        found = self._entered(number)
        if found is None:
            return None
        setup, entries = found
        log = self._logs.get(number) or GameLog(setup)
        log.follow(entries)
        self._logs[number] = log
        self._logs.move_to_end(number)
        while len(self._logs) > LOGS_KEPT:
            self._logs.popitem(last=False)
        return log

    def _highscores(self, connection: Connection, edition: str, *, first: int, count: int) -> list[Highscore]:
        newest = ranking_store.newest(connection, GAME.key, edition, count=1)
        latest = newest[0].number if newest else 0
        return [
            # GOO-109
            (line.name, line.elo, latest - (line.last_number or 0) > self._inactive_games)
            for line in ranking_store.ranking(connection, GAME.key, edition, first=first, count=count)
        ]

    def _last_games(self, connection: Connection, edition: str, name: str | None = None) -> list[LastGame]:
        listed = ranking_store.newest(connection, GAME.key, edition, count=LISTED, name=name)
        return [last_game(played) for played in listed]


def last_game(played: Played) -> LastGame:
    one, two = played.names
    change = played.changes[0]
    if change is not None and change < 0:
        one, two, change = two, one, -change
    end = None if played.ended_ms is None else played.ended_ms / 1000
    return LastGame(one, two, change, played.number, end)
