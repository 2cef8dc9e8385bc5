"""Ending tasks of the event loop."""

import asyncio
from collections.abc import Iterable
from typing import Any

AGAIN_S = 2.0  # after so long, enough for what a task does at its end, one that still runs is cancelled once more


async def cancel_all(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel tasks and wait until all of them have ended, however they do.

    One request is not enough: in Python 3.11 `asyncio.wait_for` forgets it when what it waits for is done in the same
    moment, and clients of brokers and databases do likewise when a connection is lost then. The task would go on for
    ever, and whoever stops would wait as long.
    """
    left = {task for task in tasks if not task.done()}
    while left:
        for task in left:
            task.cancel()
        done, left = await asyncio.wait(left, timeout=AGAIN_S)
        for task in done:
            if not task.cancelled():
                task.exception()  # it is of no use any more, and not to be told as one that nobody looked at
