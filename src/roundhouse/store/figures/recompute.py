"""Makes what players have counted and unlocked anew from the log of figures, and says what had been different."""

from collections.abc import Callable

from msgspec import Struct
from sqlalchemy import Connection, delete

from ...core.figures import Tally
from .. import figures as log
from ..database.sql_dialect import POSTGRESQL
from . import Achievements, TallyKey
from ..schema.platform import feats, unlocked


class Report(Struct, frozen=True):
    """How many matches there are in the log, and how many rows did not say what follows from them."""

    matches: int
    tallies: int
    unlocked: int

    @property
    def same(self) -> bool:
        return not (self.tallies or self.unlocked)


class Folding:
    """The tallies as far as the log has been read. Reading writes nothing, so it may go on beside a running server."""

    def __init__(self, achievements: Achievements) -> None:
        self.length = 0
        self.tallies: dict[TallyKey, Tally] = {}
        self._achievements = achievements
        self._last = 0

    def read(self, connection: Connection, progress: Callable[[int], None] = lambda count: None) -> None:
        """Go on to the end of the log; `progress` is told how many matches were read."""
        for batch in log.batches(connection, self._last):
            for line in batch:
                if line.counts:
                    after, _ = log.folded(self.tallies, line, self._achievements.get(line.game, ()))
                    self.tallies |= after
            self._last = batch[-1].id
            self.length += len(batch)
            progress(len(batch))


def recompute(
    connection: Connection, achievements: Achievements, *, folding: Folding | None = None, write: bool = True
) -> Report:
    """Compare all tallies with what follows from the log, and put right what differs. Needs a transaction of its own.

    A `folding` that has read most of the log before makes the transaction short.
    """
    if connection.dialect.name == POSTGRESQL:  # in SQLite whoever writes is alone
        connection.exec_driver_sql("LOCK TABLE figures, feats, unlocked IN EXCLUSIVE MODE")
    folding = folding or Folding(achievements)
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
    return Report(folding.length, len(differing), len(relocked))


def _sums(tally: Tally | None) -> object:
    return None if tally is None or not tally.matches else (tally.matches, tally.figures)
