"""Recomputes the tallies and achievements of players from the log of figures, and reports what was different."""

from collections.abc import Callable

from msgspec import Struct
from sqlalchemy import Connection, delete

from ...core.figures import Tally
from .. import figures as log
from ..database.sql_dialect import POSTGRESQL
from ..schema.platform import feats, unlocked
from . import Achievements, TallyKey


class FiguresReport(Struct, frozen=True):
    """How many matches are in the log, and how many rows differed from what follows from it."""

    matches: int
    tallies: int
    unlocked: int

    @property
    def same(self) -> bool:
        return not (self.tallies or self.unlocked)


class FiguresRecompute:
    """The tallies as far as the log has been read. Reading writes nothing, so it can be done while a server runs."""

    def __init__(self, achievements: Achievements) -> None:
        self.length = 0
        self.tallies: dict[TallyKey, Tally] = {}
        self._achievements = achievements
        self._last = 0

    def read(self, connection: Connection, progress: Callable[[int], None] = lambda count: None) -> None:
        """Read on to the end of the log; `progress` is called with the number of matches read."""
        for batch in log.batches(connection, self._last):
            for line in batch:
                if line.counts:
                    after, _ = log.folded(self.tallies, line, self._achievements.get(line.game, ()))
                    self.tallies |= after
            self._last = batch[-1].id
            self.length += len(batch)
            progress(len(batch))


def recompute(
    connection: Connection, achievements: Achievements, *, folding: FiguresRecompute | None = None, write: bool = True
) -> FiguresReport:
    """Compare all tallies with the log, and correct those that differ. Needs its own transaction.

    A `folding` that has read most of the log before makes the transaction short.
    """
    if connection.dialect.name == POSTGRESQL:  # in SQLite there is only one writer anyway
        connection.exec_driver_sql("LOCK TABLE figures, feats, unlocked IN EXCLUSIVE MODE")
    folding = folding or FiguresRecompute(achievements)
    folding.read(connection)
    stored, wanted = log.tallies(connection), folding.tallies
    differing = {
        key: wanted.get(key)
        for key in stored.keys() | wanted.keys()
        if _sums(stored.get(key)) != _sums(wanted.get(key))
    }
    relocked = {
        key: wanted.get(key, Tally())
        for key in stored.keys() | wanted.keys()
        if stored.get(key, Tally()).unlocked != wanted.get(key, Tally()).unlocked
    }
    if write:
        for player_id, game in relocked:
            connection.execute(delete(unlocked).where(unlocked.c.player_id == player_id, unlocked.c.game == game))
        for (player_id, game), tally in differing.items():
            if tally is None:
                connection.execute(delete(feats).where(feats.c.player_id == player_id, feats.c.game == game))
        changed = {key: wanted[key] for key in differing.keys() | relocked.keys() if key in wanted}
        kept = {key: stored[key] for key in changed if key in stored and key not in relocked}
        log.write(connection, kept, changed)
    return FiguresReport(folding.length, len(differing), len(relocked))


def _sums(tally: Tally | None) -> object:
    return None if tally is None or not tally.matches else (tally.matches, tally.figures)
