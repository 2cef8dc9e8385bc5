"""Work shared out to processes that may be ended at any moment: results in order, a lost process is told, none hangs.

The standard library's pools either wait for ever for a process that is gone or print a traceback when they are
interrupted; a pipe per process does neither.
"""

import contextlib
import multiprocessing
import signal
from collections.abc import Callable, Iterator, Sequence
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")

PATIENCE_S = 5.0  # so long a process may take to end its own children


class LostError(RuntimeError):
    """A process ended in the middle of its work."""


def share_out(work: Callable[[T], R], items: Sequence[T], jobs: int) -> Iterator[R]:
    """`map` in several processes. An error of `work` is raised here; leaving early ends the processes."""
    context = multiprocessing.get_context("spawn")  # a fork would copy the threads of compiled code in a bad moment
    processes: dict[Any, Any] = {}
    resource_tracker.ensure_running()  # comes with the first process, and its start would let interrupts through again
    with _interrupts_held():
        for _ in range(min(jobs, len(items))):
            ours, theirs = context.Pipe()
            process = context.Process(target=_work, args=(work, theirs), daemon=True)
            process.start()
            theirs.close()
            processes[ours] = process
    try:
        yield from _in_order(items, list(processes))
    finally:
        for connection, process in processes.items():
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
            with contextlib.suppress(BrokenPipeError):  # a process that is gone shows when it is listened to
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
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that what the work has started is ended too
    with contextlib.suppress(EOFError, BrokenPipeError, KeyboardInterrupt):
        while True:
            item = connection.recv()
            try:
                answer = (True, work(item))
            except Exception as error:
                # Errors of the system travel as they are, others may not survive the journey.
                answer = (False, error if isinstance(error, OSError) else RuntimeError(f"{error}"))
            connection.send(answer)


@contextlib.contextmanager
def _interrupts_held() -> Iterator[None]:
    """Ctrl-C reaches every process of a terminal; only the one that was started by hand should speak of it. Processes
    started meanwhile never hear of it, from their first moment on."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
