"""Work shared out to processes that may be ended at any moment: results in order, a lost process is told, none hangs.

The standard library's pools either wait for ever for a process that is gone or print a traceback when they are
interrupted; a pipe per process does neither.
"""

import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar

from ..core.compile_note import CompileNote, announce

T = TypeVar("T")
R = TypeVar("R")

PATIENCE_S = 5.0  # so long a process may take to end its own children


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
    """A process that does one item after the other, with the end of its pipe: items go in, and pairs (whether it went
    well, the result or the error) come out."""
    context = multiprocessing.get_context("spawn")  # a fork would copy the threads of compiled code in a bad moment
    resource_tracker.ensure_running()  # comes with the first process, and its start would let interrupts through again
    with _interrupts_held():
        ours, theirs = context.Pipe()
        process = context.Process(target=_work, args=(work, theirs, _speaker()), daemon=True)
        process.start()
        theirs.close()
    return ours, process


@cache
def _speaker() -> Any:
    """A lock for all processes that we start: whoever has it may tell the user that the rules are compiled."""
    return multiprocessing.get_context("spawn").Lock()


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


def _work(work: Callable[[Any], Any], connection: Connection, speaker: Any) -> None:
    announce(CompileNote(lambda: bool(speaker.acquire(block=False))))
    with contextlib.suppress(EOFError, BrokenPipeError, KeyboardInterrupt):
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that what the work has started is ended too
        threading.Thread(target=_end_with_parent, daemon=True).start()
        while True:
            item = connection.recv()
            try:
                answer = (True, work(item))
            except Exception as error:
                # Errors of the system travel as they are, others may not survive the journey.
                answer = (False, error if isinstance(error, OSError) else RuntimeError(f"{error}"))
            connection.send(answer)


def _end_with_parent() -> None:
    """A process whose parent was killed plays for nobody."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)


@contextlib.contextmanager
def _interrupts_held() -> Iterator[None]:
    """Ctrl-C reaches every process of a terminal; only the one that was started by hand should speak of it. Processes
    started meanwhile never hear of it, from their first moment on."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
