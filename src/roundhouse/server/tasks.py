"""Background tasks of the event loop, and how they are cancelled."""

import asyncio
from collections.abc import Coroutine, Iterable, Iterator
from typing import Any

AGAIN_S = 2.0  # a task that still runs after this time is cancelled again; its own clean-up takes less


async def cancel_all(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel tasks and wait until all of them have ended.

    One request is not enough: in Python 3.11 `asyncio.wait_for` loses it when the awaited future is done in the same
    moment, and clients of brokers and databases do likewise when a connection is lost then. The task would go on for
    ever, and so would the wait for it.
    """
    left = {task for task in tasks if not task.done()}
    while left:
        for task in left:
            task.cancel()
        done, left = await asyncio.wait(left, timeout=AGAIN_S)
        for task in done:
            if not task.cancelled():
                task.exception()  # retrieved, so that asyncio does not log it as never retrieved


class Tasks:
    """Holds running tasks; the loop itself keeps only weak references."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()

    def __iter__(self) -> Iterator[asyncio.Task[Any]]:
        return iter(tuple(self._running))

    def __len__(self) -> int:
        return len(self._running)

    def run(self, work: Coroutine[Any, Any, object]) -> None:
        """Start a coroutine as a task."""
        task = asyncio.get_running_loop().create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def cancel(self) -> None:
        await cancel_all(self)
