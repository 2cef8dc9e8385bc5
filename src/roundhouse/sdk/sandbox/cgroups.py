"""Control groups: where we may make them, the kernel itself counts a program's memory, processes and processor time.

They are an addition. Without them the same limits are enforced by checking the processes from outside, which is a
little later and less exact.
"""

import contextlib
import itertools
import os
import time
from collections.abc import Iterator
from pathlib import Path

from .limits import MB, Limits

ROOT = Path("/sys/fs/cgroup")
NAME = "roundhouse"
SPARE = 8  # processes that the kernel allows beyond the limit, so that our checks can see that it was exceeded
REMOVE_S = 2.0

_numbers = itertools.count(1)


class Group:
    """The control group of one box; in the older version it has a folder for each controller."""

    def __init__(self, memory: Path, pids: Path, cpu: Path | None, *, unified: bool) -> None:
        self._memory, self._pids, self._cpu, self._unified = memory, pids, cpu, unified

    def limit(self, limits: Limits) -> None:
        if self._unified:
            _write(self._memory / "memory.max", limits.memory_mb * MB)
            with contextlib.suppress(OSError):  # a machine without swap has no such file
                _write(self._memory / "memory.swap.max", 0)
        else:
            _write(self._memory / "memory.limit_in_bytes", limits.memory_mb * MB)
            with contextlib.suppress(OSError):
                _write(self._memory / "memory.memsw.limit_in_bytes", limits.memory_mb * MB)
        _write(self._pids / "pids.max", limits.processes + 1 + SPARE)  # one is the box's init

    def add(self, pid: int) -> None:
        for folder in self._folders():
            _write(folder / "cgroup.procs", pid)

    @property
    def out_of_memory(self) -> bool:
        """Whether the kernel has ended a process of the box because its memory was used up."""
        name = "memory.events" if self._unified else "memory.oom_control"
        return _counted(self._memory / name, "oom_kill") > 0

    @property
    def processes(self) -> int:
        """Processes and threads in the box, without its init."""
        return int((self._pids / "pids.current").read_text()) - 1

    @property
    def cpu_s(self) -> float | None:
        """Processor time of all processes that ever ran in the box."""
        if self._cpu is None:
            return None
        if self._unified:
            return _counted(self._cpu / "cpu.stat", "usage_usec") / 1e6
        return int((self._cpu / "cpuacct.usage").read_text()) / 1e9

    def remove(self) -> None:
        """Called when nothing runs in it any more; the kernel may need a moment to notice."""
        until = time.monotonic() + REMOVE_S
        for folder in self._folders():
            while folder.exists():
                try:
                    folder.rmdir()
                except OSError:
                    if time.monotonic() > until:
                        break
                    time.sleep(0.005)

    def _folders(self) -> set[Path]:
        return {folder for folder in (self._memory, self._pids, self._cpu) if folder is not None}


def group(limits: Limits) -> Group | None:
    """A new control group with these limits, or None where we cannot have one."""
    for make in (_separate, _unified):
        made = make()
        if made is None:
            continue
        try:
            made.limit(limits)
        except OSError:
            made.remove()
            continue
        return made
    return None


def kind() -> str:
    """Which control groups this machine gives us: `v1`, `v2` or nothing."""
    made = group(Limits())
    if made is None:
        return ""
    made.remove()
    return "v2" if made._unified else "v1"


def _separate() -> Group | None:
    """Version 1: a hierarchy for each controller. The group lies below our own, so that our own limits also hold for
    the box."""
    own = {name: path for names, path in _own() for name in names.split(",") if name}
    places = {name: ROOT / name / own[name].lstrip("/") for name in ("memory", "pids", "cpuacct") if name in own}
    if not {"memory", "pids"} <= set(places):
        return None
    made: dict[str, Path] = {}
    name = _fresh_name()
    for controller, place in places.items():
        _sweep(place)
        try:
            (place / name).mkdir()
        except OSError:
            continue
        made[controller] = place / name
    if {"memory", "pids"} <= set(made):
        return Group(made["memory"], made["pids"], made.get("cpuacct"), unified=False)
    for folder in made.values():
        folder.rmdir()
    return None


def _unified() -> Group | None:
    """Version 2: a group that has processes cannot pass controllers on to its children, so the box's group is made
    beside ours: in the nearest folder above us that passes on memory and pids and in which we may create one."""
    own = next((path for names, path in _own() if not names), None)
    if own is None or not (ROOT / "cgroup.controllers").exists():
        return None
    here = ROOT / own.lstrip("/")
    for place in (here, *here.parents):
        if not place.is_relative_to(ROOT):
            break
        with contextlib.suppress(OSError):
            if {"memory", "pids"} <= set((place / "cgroup.subtree_control").read_text().split()):
                _sweep(place)
                folder = place / _fresh_name()
                folder.mkdir()
                return Group(folder, folder, folder, unified=True)
    return None


def _own() -> Iterator[tuple[str, str]]:
    """The controllers of each hierarchy and our group in it; version 2 names none."""
    try:
        lines = Path("/proc/self/cgroup").read_text().splitlines()
    except OSError:
        return
    for line in lines:
        _, controllers, path = line.split(":", 2)
        yield controllers, path


def _fresh_name() -> str:
    return f"{NAME}-{os.getpid()}-{next(_numbers)}"


def _sweep(place: Path) -> None:
    """Remove the empty groups of processes that were killed before they could remove them."""
    for folder in place.glob(f"{NAME}-*-*"):
        pid = folder.name.split("-")[1]
        if not Path("/proc", pid).exists():
            with contextlib.suppress(OSError):
                folder.rmdir()


def _counted(file: Path, name: str) -> int:
    for line in file.read_text().splitlines():
        key, _, value = line.partition(" ")
        if key == name:
            return int(value)
    return 0


def _write(file: Path, value: int) -> None:
    file.write_text(str(value))
