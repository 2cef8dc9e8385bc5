"""`roundhouse mcp`: a seat for an LLM agent, over standard input and output."""

import asyncio
import contextlib
import importlib.util
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .output import Problem


@dataclass(frozen=True)
class McpRequest:
    opponents: Sequence[str]
    server: str
    token: str
    records: Path | None
    clock: bool


def run(request: McpRequest) -> None:
    if importlib.util.find_spec("mcp") is None:
        raise Problem("no_agents", "this needs the extra `agents`: pip install 'roundhouse-arena[agents]'")
    if request.server and not request.token:
        raise Problem("no_token", "a server needs a token of an agent's account; give --token or ROUNDHOUSE_TOKEN")
    if request.server and request.opponents:
        raise Problem("bad_request", "on a server the agent names its opponents itself; leave --opponents out")
    if request.records is not None:
        request.records.mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(asyncio.CancelledError):
        asyncio.run(_serve(request))


async def _serve(request: McpRequest) -> None:
    from ..mcp.server import build

    house: Any
    if request.server:
        from ..mcp.server_matches import ServerMatches

        house = ServerMatches(request.server, request.token)
    else:
        from ..mcp.local_matches import LocalMatches

        house = LocalMatches(opponents=request.opponents, records=request.records, clock=request.clock)
    server, tools = build(house)
    try:
        await server.run_stdio_async()
    finally:
        await tools.close()
