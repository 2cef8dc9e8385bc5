"""A child process for heavy work, and the thread that feeds it: a child that dies or hangs is replaced, and its job is
tried once more."""

import itertools
import logging
import multiprocessing
import queue
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future
from multiprocessing import resource_tracker
from typing import Any

from ...sdk.process_pool import PATIENCE_S
from ..errors import Refused
from .render_jobs import serve

log = logging.getLogger("roundhouse.workshop")

TRIES = 2
IDLE_S = 300.0  # an idle child is ended after this time, to free its memory

Prepare = Callable[[], tuple[Any, ...]]  # makes the arguments of a job when it is its turn


class RenderLostError(Refused):
    """The child died twice during the job: it took too long, as it may under load, or the system killed it."""

    retry_s = 30

    def __init__(self, craft: str) -> None:
        super().__init__("not_ready", f"This is not ready yet. Try again in {self.retry_s} seconds.", status=503)
        self.craft = craft


class RenderProcess:
    """One job at a time, those of a smaller priority number first, then those asked for earlier."""

    def __init__(self, name: str, *, limit_s: float, niceness: int = 0, idle_s: float = IDLE_S) -> None:
        self.name = name
        self._limit_s = limit_s
        self._idle_s = idle_s
        self._niceness = niceness
        self._jobs: queue.PriorityQueue[tuple[int, int, Any]] = queue.PriorityQueue()
        self._numbers = itertools.count()
        self._lock = threading.Lock()
        self._closed = False
        self._process: Any = None
        self._connection: Any = None
        self._thread: threading.Thread | None = None

    def submit(self, priority: int, craft: str, prepare: Prepare) -> Future[bytes]:
        """Queue a job. The future fails with Refused, LostError, or what `prepare` raised."""
        future: Future[bytes] = Future()
        with self._lock:
            if self._closed:
                future.set_exception(stopping())
                return future
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name=f"workshop {self.name}", daemon=True)
                self._thread.start()
            self._jobs.put((priority, next(self._numbers), (craft, prepare, future)))
        return future

    @property
    def waiting(self) -> int:
        return self._jobs.qsize()

    @property
    def pid(self) -> int | None:
        """The child's process id, if there is one."""
        process = self._process
        return None if process is None else process.pid

    def close(self) -> None:
        """Kill the child; jobs that are not done are refused."""
        with self._lock:
            self._closed = True
            if self._process is not None:
                self._process.terminate()  # the thread notices by the end of the pipe
            if self._thread is None:
                return
            self._jobs.put((-1, next(self._numbers), None))
        self._thread.join()

    # On the thread

    def _work(self) -> None:
        while True:
            try:
                _, _, job = self._jobs.get(timeout=self._idle_s)
            except queue.Empty:
                self._end()
                continue
            if job is None:
                break
            craft, prepare, future = job
            if not future.set_running_or_notify_cancel():
                continue
            try:
                made = self._made(craft, prepare())
            except BaseException as error:
                future.set_exception(error)
            else:
                future.set_result(made)
        self._end()
        while not self._jobs.empty():
            _, _, job = self._jobs.get()
            if job is not None and job[2].set_running_or_notify_cancel():
                job[2].set_exception(stopping())

    def _made(self, craft: str, arguments: tuple[Any, ...]) -> bytes:
        for _ in range(TRIES):
            connection = self._child()
            try:
                connection.send((craft, arguments))
                if not connection.poll(self._limit_s):
                    raise TimeoutError
                fine, answer = connection.recv()
            except (EOFError, OSError) as error:
                self._end()
                if self._closed:
                    raise stopping() from None
                why = "took too long" if isinstance(error, TimeoutError) else "is gone"
                log.warning("the child process of the workshop for %s %s; another takes its place", self.name, why)
                continue
            if fine:
                made: bytes = answer
                return made
            code, sentence = answer
            if code:
                raise Refused(code, sentence, status=409)
            raise RuntimeError(sentence)
        log.warning("no child process of the workshop for %s survived to make %s", self.name, craft)
        raise RenderLostError(craft)

    def _child(self) -> Any:
        """The connection to the child, which is started if there is none."""
        with self._lock:
            if self._closed:
                raise stopping()
            if self._process is None:
                context = multiprocessing.get_context("spawn")  # a fork would copy threads and sockets of the server
                resource_tracker.ensure_running()  # its start would let interrupts through again
                # Ctrl-C reaches every process of a terminal; children never hear of it, from their first moment on.
                signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
                self._connection, theirs = context.Pipe()
                self._process = context.Process(target=serve, args=(theirs, self._niceness), daemon=True)
                self._process.start()
                theirs.close()
            return self._connection

    def _end(self) -> None:
        with self._lock:
            process, self._process = self._process, None
        if process is None:
            return
        self._connection.close()
        process.terminate()
        process.join(PATIENCE_S)
        if process.is_alive():
            process.kill()
            process.join()
        process.close()


def stopping() -> Refused:
    return Refused("stopping", "The server is stopping.", status=503)
