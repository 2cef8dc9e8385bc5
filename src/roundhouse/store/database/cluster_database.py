"""A database that several servers share. Every match has an epoch, which rises when another process takes the match
over; the database refuses everything that is written with an older one, in the statement that would write it."""

import secrets
from collections.abc import Callable, Sequence
from pathlib import Path

from sqlalchemy import Connection, func, select, update

from ..schema.cluster import cluster
from ..schema.platform import RUNNING, matches
from . import Database, migrate
from .cluster_writer import SharedWriter, prepare
from .engine import WRITING, NotLeaderError, TakenOverError
from .sql_dialect import upsert
from .writer import Done, Row, Writer


class SharedDatabase(Database):
    """`owned` are the epochs with which this process writes about matches; a match that began here has 0."""

    _writer: SharedWriter

    def __init__(self, where: Path | str) -> None:
        super().__init__(where)
        self.owned: dict[int, int] = {}
        self.leader_epoch = 0
        self.lost: Callable[[int, int], None] = lambda match_id, epoch: None
        self._writer.lost = self._is_lost
        self.name = self.submit(name_of).result()

    def _open(self, connection: Connection, alone: bool) -> None:
        prepare(connection)
        migrate.up_to_date(connection, alone=False)

    def _make_writer(self, connection: Connection) -> Writer:
        return SharedWriter(connection.execution_options(**{WRITING: True}))

    def _is_lost(self, match_id: int, epoch: int) -> None:
        self.lost(match_id, epoch)

    def append(self, row: Row, done: Done | None = None) -> None:
        self._put(((*row, self.owned.get(row[0], 0)), done))

    # Matches

    def holding(self, match_id: int) -> Callable[[Connection], None]:
        epoch = self.owned.get(match_id, 0)

        def check(connection: Connection) -> None:
            query = select(matches.c.epoch).where(matches.c.id == match_id).with_for_update()
            if connection.execute(query).scalar_one() != epoch:
                raise TakenOverError(match_id, epoch)

        return check

    def take(self, connection: Connection, match_ids: Sequence[int]) -> dict[int, int]:
        """Raise the epochs of those matches that are running, in a transaction: from its end on only this process can
        write about them. Returns their epochs."""
        ours = matches.c.id.in_(match_ids), matches.c.state == RUNNING
        # in the order in which entries lock them, to avoid a deadlock
        connection.execute(select(matches.c.id).where(*ours).order_by(matches.c.id).with_for_update())
        raised = update(matches).where(*ours).values(epoch=matches.c.epoch + 1)
        found = connection.execute(raised.returning(matches.c.id, matches.c.epoch))
        return {match_id: epoch for match_id, epoch in found}  # noqa: C416 - rows are no pairs to mypy

    # The leader

    def lead(self, connection: Connection) -> int:
        """Raise the leader's epoch, in a transaction; returns the new one."""
        raised = update(cluster).values(leader_epoch=cluster.c.leader_epoch + 1).returning(cluster.c.leader_epoch)
        return int(connection.execute(raised).scalar_one())

    def leading(self) -> Callable[[Connection], None]:
        epoch = self.leader_epoch

        def check(connection: Connection) -> None:
            if connection.execute(select(cluster.c.leader_epoch)).scalar_one() != epoch:
                raise NotLeaderError("another process leads now")

        return check


def name_of(connection: Connection) -> str:
    """The name of this database's cluster; the first server chooses it."""
    made = upsert(connection, cluster).values(id=1, name=secrets.token_hex(8)).on_conflict_do_nothing()
    connection.execute(made)
    return str(connection.execute(select(cluster.c.name)).scalar_one())


def running_ids(connection: Connection, *, line: bool) -> list[tuple[int, str]]:
    """The numbers and keys of all running matches."""
    query = select(matches.c.id, matches.c.key).where(matches.c.state == RUNNING, matches.c.line.is_(line))
    return [(match_id, key) for match_id, key in connection.execute(query.order_by(func.random()))]
