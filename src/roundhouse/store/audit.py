"""The audit log: what organisers and administrators did with their rights."""

from collections.abc import Mapping
from typing import Any

import msgspec
from sqlalchemy import Connection, insert, select

from ..protocol.api.platform import AuditLine
from .database.sql_dialect import NUMBER_MAX, fitting
from .schema.platform import audit


def note(connection: Connection, actor: str, action: str, target: str, detail: Mapping[str, Any], now_ms: int) -> None:
    """Add a line, in the same transaction as the change it is about."""
    connection.execute(
        insert(audit).values(
            at_ms=now_ms,
            actor=fitting(audit.c.actor, actor),
            action=fitting(audit.c.action, action),
            target=fitting(audit.c.target, target),
            detail=msgspec.msgpack.encode(detail),
        )
    )


def lines(connection: Connection, before: int | None = None, limit: int = 100) -> list[AuditLine]:
    """The newest lines first, from the one before number `before` on."""
    columns = (audit.c.id, audit.c.at_ms, audit.c.actor, audit.c.action, audit.c.target, audit.c.detail)
    query = select(*columns).order_by(audit.c.id.desc()).limit(limit)
    if before is not None and before <= NUMBER_MAX:
        query = query.where(audit.c.id < before)
    return [
        AuditLine(number, at_ms, actor, action, target, msgspec.msgpack.decode(detail))
        for number, at_ms, actor, action, target, detail in connection.execute(query)
    ]
