"""A running box: started, watched from outside, and ended with everything in it."""

import contextlib
import functools
import json
import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

from . import process_usage
from . import syscall_filter as calls
from .bubblewrap import SHM, BoxError, Program, bubblewrap, call, machine, python_folders
from .cgroups import Group, group
from .limits import (
    KB,
    MB,
    Breach,
    Limits,
    closed_output,
    over_cpu,
    over_errors,
    over_files,
    over_memory,
    over_processes,
)

LOOK_S = 0.03  # between two checks of a box
MUTE_S = 0.4  # between two checks whether it can still write any output
START_S = 30.0  # how long bubblewrap may take to start
END_S = 10.0  # how long the kernel may take to end killed processes
READ = 65536
NOTHING = "/bin/true"
SOCKET = 256 * KB  # what a socket can buffer; the filter forbids larger buffers
SOCKETS_FREE = 32  # sockets that are not counted as memory: event loops have some and send next to nothing


class Box:
    """One program in its own box. `errors` is called with what it writes to its standard error, up to its limit.

    A thread starts the box, because a box ends with the thread that started it, and checks it until its end. A box is
    killed by killing its init, the first process of its PID namespace: the kernel then ends all others in there,
    whatever they did to their groups, sessions or signals, and reports the init's end when the last one is gone.
    """

    def __init__(
        self, program: Program, limits: Limits, *, errors: Callable[[bytes], None], building: bool = False
    ) -> None:
        self.program = program
        self.limits = limits
        self.breach: Breach | None = None
        self.uid = -1
        self.process: subprocess.Popen[bytes] | None = None
        self._errors = errors
        self._errors_fd = -1
        self._errors_lock = threading.Lock()
        self._building = building
        self._group: Group | None = None
        self._init = 0
        self._init_fd = -1
        self._status_fd = -1
        self._status = b""
        self._stopwatch = process_usage.Stopwatch()
        self._written = 0
        self._failure: BaseException | None = None
        self._mute = 0
        self._mute_due = time.monotonic() + MUTE_S
        self._started = threading.Event()
        self._ending = threading.Event()
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._run, name=f"box {program.label}", daemon=True)

    def start(self) -> subprocess.Popen[bytes]:
        """The process whose pipes are the program's. Raises BoxError."""
        self._thread.start()
        self._started.wait()
        if self._failure is not None or self.process is None:
            raise self._failure or BoxError("box_failed", f"{machine()} could not start the sandbox")
        return self.process

    def look(self) -> Breach | None:
        """Check the program's limits now; kills the box if one is exceeded."""
        with self._lock:
            if self.breach is None and self._init_fd >= 0:
                self.breach = self._measured()
            if self.breach is not None:
                self._strike()
        return self.breach

    def kill(self, breach: Breach | None = None) -> None:
        """End the box and everything in it; returns when nothing of it is left."""
        with self._lock:
            if self.breach is None:
                self.breach = breach
            self._ending.set()
            self._strike()
        self._thread.join()

    def listen(self) -> None:
        """Pass on what the program has written to its standard error so far."""
        for _ in range(16):  # a limit, in case the program writes without end
            with self._errors_lock:
                if self._errors_fd < 0 or not _readable(self._errors_fd, 0):
                    return
                self._take_errors()

    @property
    def init(self) -> int:
        """The process id of the box's init on this machine."""
        return self._init

    @property
    def exit_code(self) -> int | None:
        """What the program ended with, 128 more than the signal if one ended it; None if it never ran or was killed
        with its box."""
        for line in self._status.splitlines():
            with contextlib.suppress(ValueError):  # a line that bubblewrap could not finish
                said = json.loads(line)
                if "exit-code" in said:
                    return int(said["exit-code"])
        return None

    # In the thread

    def _run(self) -> None:
        try:
            self._launch()
        except BaseException as error:
            self._failure = self._failed(str(error)) if isinstance(error, OSError) else error
            self._clear()
            for pipe in () if self.process is None else (self.process.stdin, self.process.stdout):
                if pipe is not None:
                    pipe.close()
            self._started.set()
            return
        self._started.set()
        try:
            self._watch()
        finally:
            self._clear()

    def _launch(self) -> None:
        program = bubblewrap()
        wanted = call(self.program, self.limits, building=self._building)
        self.uid = wanted.uid
        self._group = group(self.limits)
        block_fd, go_fd = os.pipe()
        self._status_fd, status_fd = os.pipe()
        self._errors_fd, errors_fd = os.pipe()
        theirs = [block_fd, status_fd, errors_fd]
        try:
            arguments = list(wanted.arguments)
            for path, data in wanted.data:
                theirs.append(_file(data))
                arguments += ["--perms", "0644", "--ro-bind-data", str(theirs[-1]), path]
            arguments += ["--remount-ro", "/"]  # nothing more is mounted there
            theirs.append(_file(calls.program()))
            arguments += ["--seccomp", str(theirs[-1]), "--block-fd", str(block_fd)]
            arguments += ["--json-status-fd", str(status_fd)]
            # Over a descriptor, because every user of the machine can read a command line
            theirs.append(_file(b"".join(argument.encode() + b"\0" for argument in arguments)))
            self.process = subprocess.Popen(
                [program, "--args", str(theirs[-1]), "--", *wanted.command],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors_fd,
                bufsize=0, pass_fds=[fd for fd in theirs if fd != errors_fd], start_new_session=True, env={}, cwd="/",
            )  # fmt: skip
        except calls.FilterError as error:
            raise BoxError("no_sandbox", str(error)) from None
        finally:
            for fd in theirs:
                os.close(fd)
            if self.process is None:
                os.close(go_fd)
        try:
            self._enter()
            os.write(go_fd, b".")
        except BrokenPipeError:
            raise self._failed() from None
        except BaseException:
            self.process.kill()  # before the descriptor is closed, which would let it continue
            raise
        finally:
            os.close(go_fd)

    def _enter(self) -> None:
        """Find the init, which waits for us, and put it into its control group."""
        until = time.monotonic() + START_S
        while b"\n" not in self._status:
            if not _readable(self._status_fd, until - time.monotonic()):
                raise BoxError("box_failed", f"{machine()} could not start the sandbox in time")
            data = os.read(self._status_fd, READ)
            if not data:
                raise self._failed()
            self._status += data
        self._init = int(json.loads(self._status.splitlines()[0])["child-pid"])
        self._init_fd = os.pidfd_open(self._init)
        if self._group is not None:
            try:
                self._group.add(self._init)
            except OSError:  # the group was made but may not be used: do without it
                self._group.remove()
                self._group = None

    def _failed(self, why: str = "no reason is known") -> BoxError:
        """That no box was made, with what bubblewrap said to it."""
        said = b""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            said = os.read(self._errors_fd, 4 * KB)
        lines = said.decode("utf-8", "replace").strip().splitlines()
        return BoxError("box_failed", f"{machine()} could not start the sandbox: {lines[0] if lines else why}")

    def _watch(self) -> None:
        """Check the box until somebody ends it or it has ended by itself."""
        poll = select.poll()
        poll.register(self._errors_fd, select.POLLIN)
        poll.register(self._init_fd, select.POLLIN)
        due = time.monotonic() + LOOK_S
        while not self._ending.is_set() and self.breach is None:
            for fd, _ in poll.poll(max(0.0, (due - time.monotonic()) * 1000)):
                if fd == self._init_fd:
                    return
                with self._errors_lock:
                    if _readable(fd, 0) and not self._take_errors():
                        poll.unregister(fd)
            if time.monotonic() >= due:
                self.look()
                due = time.monotonic() + LOOK_S

    def _take_errors(self) -> bool:
        """Read some of the standard error, with its lock held; False at its end."""
        data = os.read(self._errors_fd, READ)
        allowed = data[: max(0, self.limits.errors_kb * KB - self._written)]
        self._written += len(data)
        if allowed:
            self._errors(allowed)
        if self._written > self.limits.errors_kb * KB:
            with self._lock:
                self.breach = self.breach or over_errors(self.limits)
                self._strike()
        return bool(data)

    def _measured(self) -> Breach | None:
        """The limit that is exceeded, if any."""
        limits, held = self.limits, self._group
        try:
            if held is not None:
                if held.out_of_memory:
                    return over_memory(limits)
                if held.processes > limits.processes:
                    return over_processes(limits)
                used = held.cpu_s
                if used is not None and used > limits.cpu_s:
                    return over_cpu(limits)
        except OSError:
            held = None  # somebody removed the group; we count ourselves
        made, in_files = process_usage.files(self._init, "/tmp", limits.tmp_mb * MB)  # noqa: S108
        if not self._building and made + process_usage.files(self._init, "/dev/shm", SHM)[0] > limits.tmp_files:  # noqa: S108
            return over_files(limits)
        if self._is_mute():
            return closed_output()
        if held is not None:
            return None
        pids = process_usage.tree(self._init)
        if process_usage.threads(pids) - 1 > limits.processes:
            return over_processes(limits)
        held_by_none = in_files + SOCKET * max(0, process_usage.sockets(self._init) - SOCKETS_FREE)
        room = limits.memory_mb * MB - held_by_none
        if process_usage.memory(pids, room) > room:
            return over_memory(limits)
        return over_cpu(limits) if self._stopwatch.read(pids) > limits.cpu_s else None

    def _is_mute(self) -> bool:
        """Whether the program has closed its output for good. The box's own processes keep it open, so we get no end of
        file. True when two checks in a row find no process of the program with it open: one may hit a start or end."""
        process = self.process
        if process is None or process.stdout is None or process.stdout.closed or time.monotonic() < self._mute_due:
            return False
        self._mute_due = time.monotonic() + MUTE_S
        others = process_usage.tree(self._init)[1:]
        heard = not others or process.poll() is not None
        heard = heard or process_usage.holds(others, os.fstat(process.stdout.fileno()).st_ino)
        self._mute = 0 if heard else self._mute + 1
        return self._mute > 1

    def _strike(self) -> None:
        """Kill the init, which ends all other processes of the box; none can prevent that or start later."""
        if self._init_fd >= 0:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._init_fd, signal.SIGKILL)

    def _clear(self) -> None:
        """Wait until nothing is left, and release everything."""
        self._end()
        self.listen()
        with self._errors_lock:
            if self._errors_fd >= 0:
                os.close(self._errors_fd)
                self._errors_fd = -1

    def _end(self) -> None:
        with self._lock:
            if self._init_fd >= 0:
                if self.breach is None:
                    self.breach = self._last_words()
                self._strike()
                _readable(self._init_fd, END_S)
                os.close(self._init_fd)
                self._init_fd = -1
                if self.process is not None:
                    # lets it reap its init, which would stay a zombie
                    with contextlib.suppress(subprocess.TimeoutExpired):
                        self.process.wait(END_S)
            if self.process is not None:
                self.process.kill()
                self.process.wait()
            if self._status_fd >= 0:
                with contextlib.suppress(OSError):
                    while data := os.read(self._status_fd, READ):
                        self._status += data
                os.close(self._status_fd)
                self._status_fd = -1
            if self._group is not None:
                self._group.remove()

    def _last_words(self) -> Breach | None:
        """Why the box ended, if the kernel noticed before our checks did."""
        if self._group is None:
            return None
        with contextlib.suppress(OSError):
            if self._group.out_of_memory:
                return over_memory(self.limits)
            used = self._group.cpu_s
            if used is not None and used > self.limits.cpu_s:
                return over_cpu(self.limits)
        return None


@functools.cache
def ready() -> None:
    """Start a box with a program that does nothing, once in a process. Raises BoxError: bubblewrap may be installed,
    and this machine still not allow it. That is no fault of a bot, so it is checked before one can lose a match by
    it."""
    _must_run(Program("nothing", (NOTHING,)), "make a sandbox")


@functools.cache
def ready_for_python(module: str) -> None:
    """The same with what runs Python bots: this interpreter must be visible in a box, wherever it is installed, and so
    must `module`, if any. Raises BoxError."""
    program = Program("python", (sys.executable, "-c", f"import {module or 'sys'}"), None, python_folders())
    _must_run(program, "run Python in a sandbox")


def _must_run(program: Program, what: str) -> None:
    code, breach, said = run(program, Limits(), START_S, output=lambda data: None)
    if code != 0:
        lines = said.decode("utf-8", "replace").strip().splitlines()
        why = breach.sentence if breach is not None else lines[-1] if lines else f"it ended with status {code}"
        raise BoxError("no_sandbox", f"{machine()} cannot {what}, so nothing is run: {why}")


def _file(data: bytes) -> int:
    """A file in memory, known only by its descriptor."""
    fd = os.memfd_create("roundhouse")
    os.write(fd, data)
    os.lseek(fd, 0, os.SEEK_SET)
    return fd


def _readable(fd: int, seconds: float) -> bool:
    poll = select.poll()
    poll.register(fd, select.POLLIN)
    return bool(poll.poll(max(0.0, seconds) * 1000))


def run(
    program: Program, limits: Limits, seconds: float, *, building: bool = False, output: Callable[[bytes], Any]
) -> tuple[int | None, Breach | None, bytes]:
    """Run a program to its end without talking to it. Returns its exit code, why it was ended, and its standard error.
    Its standard output goes to `output`. Raises BoxError."""
    said = bytearray()
    box = Box(program, limits, errors=said.extend, building=building)
    process = box.start()
    late: Breach | None = Breach("over_time", f"the program took longer than {seconds:g} s")
    try:
        if process.stdin is None or process.stdout is None:
            raise BoxError("box_failed", "the sandbox has no pipes")
        process.stdin.close()
        fd, until, written = process.stdout.fileno(), time.monotonic() + seconds, 0
        while _readable(fd, until - time.monotonic()):
            data = os.read(fd, READ)
            if not data:
                late = None
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(max(0.1, until - time.monotonic()))
                break
            written += len(data)
            if written > limits.output_mb * MB:
                late = Breach("over_output", f"the program wrote more than {limits.output_mb} MB")
                break
            output(data)
    finally:
        box.kill(late)
        if process.stdout is not None:
            process.stdout.close()
    return box.exit_code, box.breach, bytes(said)
