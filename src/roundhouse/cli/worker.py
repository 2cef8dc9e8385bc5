"""`roundhouse worker`: plays matches of tournaments that somebody else runs, wherever NATS reaches."""

import asyncio
import contextlib
import os
import signal
from collections.abc import Coroutine, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .ladder import count_of
from .output import FINE, Problem, note, print_json


@dataclass(frozen=True)
class WorkerRequest:
    """What the command line asks for."""

    nats: str
    jobs: int | None
    bots: Path | None
    fetch: bool
    sandbox: bool
    name: str
    idle: float | None
    limit: float
    json: bool


def run(request: WorkerRequest) -> int:
    from ..competition.tournament.plan import PlanError

    with needing_nats():
        from ..competition.tournament.worker import Worker
    if request.bots is not None and not request.bots.is_dir():
        raise Problem("no_folder", f"{request.bots} is no folder.", field="--bots")
    worker = Worker(
        request.nats,
        jobs=request.jobs or os.cpu_count() or 1,
        bots=request.bots,
        fetch=request.fetch,
        sandbox=request.sandbox,
        name=request.name,
        idle_s=request.idle,
        limit_s=request.limit or None,
        note=note,
    )
    try:
        asyncio.run(_until_stopped(worker.run()))
    except PlanError as error:
        raise Problem(error.code, error.sentence, field="--nats") from None
    if request.json:
        print_json({"worker": worker.name, "played": worker.played})
    else:
        note(f"{count_of(worker.played, 'match', 'matches')} played")
    return FINE


@contextlib.contextmanager
def needing_nats() -> Iterator[None]:
    """For imports of what only those need who have a NATS server."""
    try:
        yield
    except ModuleNotFoundError as error:
        sentence = "workers need one more package: pip install 'roundhouse-arena[cluster]'"
        raise Problem("no_package", sentence, field="--nats") from error


async def _until_stopped(work: Coroutine[Any, Any, None]) -> None:
    """Both usual signals let it hand back what it has not played."""
    task = asyncio.create_task(work)
    loop = asyncio.get_running_loop()
    for one in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(one, task.cancel)
    with contextlib.suppress(asyncio.CancelledError):
        await task
