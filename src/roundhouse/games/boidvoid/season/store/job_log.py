"""Which jobs ran, and when: an append-only log in which every run occurs once."""

from collections.abc import Mapping
from typing import Any

import msgspec
from sqlalchemy import Connection, func, select

from .....store.database.sql_dialect import fitting, upsert
from ..api import JobRun
from .schema import job_runs

_COLUMNS = tuple(job_runs.c[name] for name in JobRun.__struct_fields__)


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
) -> JobRun:
    """Log a run, in the transaction of its changes; a run that is logged already is not changed. Runs by hand are
    numbered, because there may be two at the same time."""
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


def lines(connection: Connection, job: str | None = None, limit: int = 20) -> list[JobRun]:
    """The newest first."""
    query = select(*_COLUMNS).order_by(job_runs.c.id.desc()).limit(limit)
    if job is not None:
        query = query.where(job_runs.c.job == job)
    return [_made(row) for row in connection.execute(query)]


def last_due_ms(connection: Connection, job: str) -> int | None:
    """The due time of the scheduler's last run of a job."""
    query = select(job_runs.c.due_ms).where(job_runs.c.job == job, job_runs.c.by == "")
    return connection.execute(query.order_by(job_runs.c.due_ms.desc()).limit(1)).scalar()


def _made(row: Any) -> JobRun:
    fields = row._asdict()
    fields["detail"] = msgspec.msgpack.decode(row.detail)
    return JobRun(**fields)
