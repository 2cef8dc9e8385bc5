"""Puts this process into its cluster when the server starts."""

import contextlib
from collections.abc import Callable
from typing import TYPE_CHECKING

from ...store.database.cluster_database import SharedDatabase
from .leader_duties import Crew as Crew
from .leader_duties import Leading
from .node import WATCHED, Node

if TYPE_CHECKING:
    from ..context import Hall
    from ...games.spacegoo.server.line_server import LineServer

Watch = Callable[[str, str, Callable[[], float]], None]


async def open_cluster(
    closing: contextlib.AsyncExitStack, hall: "Hall", database: SharedDatabase, crew: Crew, *, watch: Watch
) -> "Callable[[], LineServer]":
    """Join the others, or lead if there are none; returns where the line servers of the moment are found. Raises
    OSError where NATS cannot be reached."""
    node = Node(hall.settings.nats, database, hall)
    node.duties = leading = Leading(node, crew)
    hall.matchmaker, hall.cluster = node.far, node
    await hall.arena.know_builtins()
    closing.push_async_callback(node.stop)
    await node.start()
    for name, sentence, read in WATCHED:
        watch(name, sentence, lambda read=read: read(node))  # type: ignore[misc]
    return lambda: leading.lines
