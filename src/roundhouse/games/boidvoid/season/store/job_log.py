"""Which jobs ran, and when: an append-only log in which every run stands once."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, func, select

from .....store.database.sql_dialect import fitting, upsert
from .schema import job_runs


class Run(Struct, frozen=True):
    """`key` is what it was about; `by` is empty where the scheduler ran it."""

    id: int
    job: str
    key: str
    due_ms: int
    ran_ms: int
    by: str
    outcome: str
    detail: dict[str, Any]


_COLUMNS = tuple(job_runs.c[name] for name in Run.__struct_fields__)


def note(
    connection: Connection,
    job: str,
    *,
    key: str = "",
    due_ms: int,
    ran_ms: int,
    by: str = "",
    outcome: str = "done",
    detail: Mapping[str, Any] | None = None,
) -> Run:
    """Write a run down, in the transaction of what it did; one that stands there already is left as it is. What is run
    by hand is counted, because it may be run twice in one moment."""
    if by:
        hands = select(func.count()).select_from(job_runs).where(job_runs.c.job == job, job_runs.c.by != "")
        key = f"by hand {int(connection.execute(hands).scalar_one()) + 1}"
    made = (
        upsert(connection, job_runs)
        .values(
            job=job,
            key=fitting(job_runs.c.key, key),
            due_ms=due_ms,
            ran_ms=ran_ms,
            by=fitting(job_runs.c.by, by),
            outcome=outcome,
            detail=msgspec.msgpack.encode(detail or {}),
        )
        .on_conflict_do_nothing()
    )
    connection.execute(made)
    same = (job_runs.c.job == job) & (job_runs.c.key == key) & (job_runs.c.due_ms == due_ms)
    return _made(connection.execute(select(*_COLUMNS).where(same)).one())


def lines(connection: Connection, job: str | None = None, limit: int = 20) -> list[Run]:
    """The newest first."""
    query = select(*_COLUMNS).order_by(job_runs.c.id.desc()).limit(limit)
    if job is not None:
        query = query.where(job_runs.c.job == job)
    return [_made(row) for row in connection.execute(query)]


def last_due_ms(connection: Connection, job: str) -> int | None:
    """For when the scheduler last ran a job."""
    query = select(job_runs.c.due_ms).where(job_runs.c.job == job, job_runs.c.by == "")
    return connection.execute(query.order_by(job_runs.c.due_ms.desc()).limit(1)).scalar()


def _made(row: Any) -> Run:
    fields = row._asdict()
    fields["detail"] = msgspec.msgpack.decode(row.detail)
    return Run(**fields)
