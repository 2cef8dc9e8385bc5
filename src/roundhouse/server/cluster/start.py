"""Joins the cluster when the server starts."""

import contextlib
from collections.abc import Callable
from typing import TYPE_CHECKING

from ...store.database.cluster_database import SharedDatabase
from .leader_duties import LeaderServices as LeaderServices
from .leader_duties import Leading
from .node import WATCHED, Node

if TYPE_CHECKING:
    from ..context import ServerContext

Watch = Callable[[str, str, Callable[[], float]], None]


async def open_cluster(
    closing: contextlib.AsyncExitStack,
    context: "ServerContext",
    database: SharedDatabase,
    services: LeaderServices,
    *,
    watch: Watch,
) -> None:
    """Join the cluster, or lead if there is no other process. Raises OSError if NATS cannot be reached."""
    node = Node(context.settings.nats, database, context)
    node.duties = Leading(node, services)
    context.matchmaker, context.cluster = node.far, node
    await context.arena.matches.know_builtins()
    closing.push_async_callback(node.stop)
    await node.start()
    for name, sentence, read in WATCHED:
        watch(name, sentence, lambda read=read: read(node))  # type: ignore[misc]
