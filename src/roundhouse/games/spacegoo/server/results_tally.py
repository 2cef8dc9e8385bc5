"""Who won how often against whom on the line server, kept up with the matches that end: nothing is counted twice, and
an old league is read once."""

import threading
from collections.abc import Iterable
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, and_, case, func, select

from ....store.schema.platform import FINISHED, RUNNING, matches, seats
from .. import GAME

own, other = seats.alias("own"), seats.alias("other")


class Score(Struct):
    """Of one player, against one other or against all."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    last_ms: int = 0  # when the newest of these games ended, 0 before the first

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    def add(self, more: "Score") -> None:
        self.wins += more.wins
        self.draws += more.draws
        self.losses += more.losses
        self.last_ms = max(self.last_ms, more.last_ms)


Pairs = dict[tuple[int, int], Score]


class ResultsTally:
    """The results of one edition. Matches before the oldest one that still runs are settled: they are counted once and
    kept; what is newer is counted with every look."""

    def __init__(self, edition: str) -> None:
        self._edition = edition
        self._settled: Pairs = {}
        self._through = 0  # the id of the newest settled match
        self._lock = threading.Lock()

    def scores(self, connection: Connection) -> tuple[dict[int, Score], Pairs]:
        """By player, and by player and opponent."""
        with self._lock:
            through = self._settle_until(connection)
            if through > self._through:
                add(self._settled, self._counted(connection, self._through, through))
                self._through = through
            pairs = {pair: Score(s.wins, s.draws, s.losses, s.last_ms) for pair, s in self._settled.items()}
        add(pairs, self._counted(connection, through, None))
        players: dict[int, Score] = {}
        for (player, _), score in pairs.items():
            players.setdefault(player, Score()).add(score)
        return players, pairs

    def _settle_until(self, connection: Connection) -> int:
        here = matches.c.game == GAME.key, matches.c.edition == self._edition, matches.c.line
        running = connection.execute(select(func.min(matches.c.id)).where(*here, matches.c.state == RUNNING)).scalar()
        if running is not None:
            return max(self._through, int(running) - 1)
        return int(connection.execute(select(func.max(matches.c.id)).where(*here)).scalar() or 0)

    def _counted(self, connection: Connection, after: int, through: int | None) -> Iterable[Any]:
        """Rows of player, opponent, wins, draws, losses and the newest end, of matches with ids in a range."""
        rank = {"wins": own.c.place < other.c.place, "draws": own.c.place == other.c.place}
        columns = [func.sum(case((which, 1), else_=0)) for which in (*rank.values(), own.c.place > other.c.place)]
        query = (
            select(own.c.player_id, other.c.player_id, *columns, func.max(matches.c.ended_ms))
            .select_from(
                matches.join(own, own.c.match_id == matches.c.id).join(
                    other, and_(other.c.match_id == matches.c.id, other.c.seat != own.c.seat)
                )
            )
            .where(
                matches.c.game == GAME.key,
                matches.c.edition == self._edition,
                matches.c.line,
                matches.c.state == FINISHED,
                matches.c.id > after,
            )
            .group_by(own.c.player_id, other.c.player_id)
        )
        return connection.execute(query if through is None else query.where(matches.c.id <= through)).all()


def add(pairs: Pairs, rows: Iterable[Any]) -> None:
    for player, opponent, wins, draws, losses, last_ms in rows:
        pairs.setdefault((player, opponent), Score()).add(Score(int(wins), int(draws), int(losses), int(last_ms or 0)))
