"""Work shared out to processes that may be killed at any moment: results come in order, the loss of a process is
reported, and nothing hangs.

The standard library's pools either wait for ever for a process that is gone or print a traceback when they are
interrupted; a pipe per process does neither.
"""

import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")

PATIENCE_S = 5.0  # how long a process may take to end its own children


class LostError(RuntimeError):
    """A process ended in the middle of its work."""


def share_out(work: Callable[[T], R], items: Sequence[T], jobs: int) -> Iterator[R]:
    """`map` in several processes. An error of `work` is raised here; leaving early ends the processes."""
    with _interrupts_held():
        processes = dict(start(work) for _ in range(min(jobs, len(items))))
    try:
        yield from _in_order(items, list(processes))
    finally:
        for connection, process in processes.items():
            end(connection, process)


def start(work: Callable[[Any], Any]) -> tuple[Any, Any]:
    """Start a process that handles one item after the other. Returns it with our end of its pipe: items go in, and
    pairs (whether it succeeded, the result or the error) come out."""
    context = multiprocessing.get_context("spawn")  # forking while other threads run is not safe
    resource_tracker.ensure_running()  # starts with the first process, and would then unblock interrupts again
    with _interrupts_held():
        ours, theirs = context.Pipe()
        process = context.Process(target=_work, args=(work, theirs), daemon=True)
        process.start()
        theirs.close()
    return ours, process


def end(connection: Any, process: Any) -> None:
    """End a process and what it has started."""
    process.terminate()
    process.join(PATIENCE_S)
    if process.is_alive():
        process.kill()
        process.join()
    connection.close()


def _in_order(items: Sequence[T], connections: list[Any]) -> Iterator[Any]:
    waiting = iter(enumerate(items))
    busy: dict[Any, int] = {}
    done: dict[int, Any] = {}
    told = 0

    def give(connection: Any) -> None:
        number, item = next(waiting, (-1, None))
        if number >= 0:
            busy[connection] = number
            with contextlib.suppress(BrokenPipeError):  # that the process is gone is noticed when reading from it
                connection.send(item)

    for connection in connections:
        give(connection)
    while busy:
        ready: list[Any] = list(wait(list(busy)))
        for connection in ready:
            number = busy.pop(connection)
            try:
                fine, value = connection.recv()
            except (EOFError, ConnectionResetError):
                raise LostError from None
            if not fine:
                raise value
            done[number] = value
            give(connection)
        while told in done:
            yield done.pop(told)
            told += 1


def _work(work: Callable[[Any], Any], connection: Connection) -> None:
    with contextlib.suppress(EOFError, BrokenPipeError, KeyboardInterrupt):
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that what the work has started is ended too
        threading.Thread(target=_end_with_parent, daemon=True).start()
        while True:
            item = connection.recv()
            try:
                answer = (True, work(item))
            except Exception as error:
                # OSErrors are sent as they are; other exceptions may not survive pickling.
                answer = (False, error if isinstance(error, OSError) else RuntimeError(f"{error}"))
            connection.send(answer)


def _end_with_parent() -> None:
    """End this process when its parent was killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)


@contextlib.contextmanager
def _interrupts_held() -> Iterator[None]:
    """Ctrl-C reaches every process of a terminal, but only the one that the user started should report it. Processes
    started meanwhile ignore it from the start."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
