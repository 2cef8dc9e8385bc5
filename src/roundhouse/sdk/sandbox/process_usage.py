"""What the processes of a box use, read from /proc outside the box; works for every user and on every Linux."""

import contextlib
import os
from collections.abc import Iterable
from pathlib import Path

PROC = Path("/proc")
TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100

# Memory that only the process itself can free. Pages of files do not count: the kernel may drop them at any time.
_OWN = ("RssAnon:", "RssShmem:", "VmSwap:", "VmPTE:")
_SHARED_OUT = ("Pss_Anon:", "Pss_Shmem:", "SwapPss:")


def tree(init: int) -> list[int]:
    """The box's init and all its descendants. Orphans become children of the init, so none is missed."""
    found, open_ = [], [init]
    while open_:
        pid = open_.pop()
        found.append(pid)
        try:
            for thread in (PROC / str(pid) / "task").iterdir():
                open_ += map(int, (thread / "children").read_text().split())
        except OSError:
            continue
    return found


def births(pids: Iterable[int]) -> dict[int, str]:
    """The start time of each process that exists; process ids are used again."""
    found = {}
    for pid in pids:
        with contextlib.suppress(OSError):
            found[pid] = (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()[19]
    return found


def threads(pids: Iterable[int]) -> int:
    """How many threads they have together; a process has at least one."""
    count = 0
    for pid in pids:
        with contextlib.suppress(OSError):
            count += len(os.listdir(PROC / str(pid) / "task"))
    return count


def memory(pids: Iterable[int], limit: int) -> int:
    """Bytes that they hold together. Shared memory is first counted for each of them; only if that exceeds the limit it
    is divided among them, because that takes the kernel much longer."""
    held = list(pids)
    rough = sum(_sum(PROC / str(pid) / "status", _OWN) for pid in held)
    return rough if rough <= limit else sum(_precise(pid) for pid in held)


def _precise(pid: int) -> int:
    exact = _sum(PROC / str(pid) / "smaps_rollup", _SHARED_OUT)
    tables = _sum(PROC / str(pid) / "status", ("VmPTE:",))
    return exact + tables if exact else _sum(PROC / str(pid) / "status", _OWN)


def _sum(file: Path, names: tuple[str, ...]) -> int:
    """The sum of some lines that are given in kB; 0 for a process that has gone."""
    try:
        lines = file.read_text().splitlines()
    except OSError:
        return 0
    return 1024 * sum(int(line.split()[1]) for line in lines if line.startswith(names))


class Stopwatch:
    """The processor time of a box. The time of an ended process is remembered, or is in that of the parent that waited
    for it."""

    def __init__(self) -> None:
        self._seen: dict[tuple[int, str], float] = {}

    def read(self, pids: Iterable[int]) -> float:
        living = 0.0
        for pid in pids:
            try:
                fields = (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            own = (int(fields[11]) + int(fields[12])) / TICKS
            living += own + (int(fields[13]) + int(fields[14])) / TICKS
            self._seen[pid, fields[19]] = own  # with its start time, because process ids are used again
        return max(living, sum(self._seen.values()))


def holds(pids: Iterable[int], pipe: int) -> bool:
    """Whether one of them has a pipe open, known by its inode number. A process that we may not inspect counts as
    yes."""
    name = f"pipe:[{pipe}]"
    for pid in pids:
        folder = PROC / str(pid) / "fd"
        try:
            numbers = sorted(os.listdir(folder), key=lambda number: number != "1")  # mostly it is the standard output
        except PermissionError:
            return True
        except OSError:
            continue
        for number in numbers:
            with contextlib.suppress(OSError):
                if os.readlink(folder / number) == name:
                    return True
    return False


def sockets(init: int) -> int:
    """How many sockets there are in the box; each holds what was sent to it and not read."""
    try:
        lines = (PROC / str(init) / "net" / "sockstat").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[2]) for line in lines if line.startswith("sockets:")), 0)


def files(init: int, folder: str, room: int) -> tuple[int, int]:
    """How many files there are in a folder of the box, and how many bytes they take; (0, 0) if it cannot be seen. The
    folder is recognised by its size: before a box is finished the machine's own is still mounted there."""
    try:
        found = os.statvfs(f"{PROC / str(init)}/root{folder}")
    except OSError:
        return 0, 0
    if found.f_blocks * found.f_frsize > room:
        return 0, 0
    return found.f_files - found.f_ffree, (found.f_blocks - found.f_bfree) * found.f_frsize
