"""The box around a program: the arguments of bubblewrap, and what the program finds inside."""

import contextlib
import functools
import itertools
import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ...core.native.library import SHIPPED
from ..bot_loader import LoadError
from .cgroups import SPARE
from .limits import KB, MB, Limits

BOT = "/bot"
SOURCE = "/source"
HIDDEN = (BOT, SOURCE, "/dev", "/proc")  # the box has its own; nothing can be mounted over them
SHM_PLACE = "/dev/shm"  # noqa: S108
MADE = ("/", "/dev", SHM_PLACE, "/tmp")  # noqa: S108 - folders that are there in every box
OLDEST = (0, 8)  # the first bubblewrap that forbids user namespaces inside
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
# Only what programs need to be found, linked and started; no passwords, no keys, no settings of the machine
ETC = ("alternatives", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "localtime", "java*", "mime.types")
PASSWD = "bot:x:{uid}:{gid}:a program in the sandbox:/tmp:/bin/false\n"  # noqa: S105 - a line of /etc/passwd
GROUPS = "bot:x:{gid}:\n"
UIDS = 2_000_000_000  # user ids that no account has; each of our processes uses 32 of them
UIDS_EACH = 32
SHM = MB  # in /dev/shm, where libraries keep locks between processes
VIRTUAL_MB = 1 << 16  # address space: runtimes reserve a lot of it, but its page tables must not fill the memory
NEW_COUNTING = (5, 14)  # since then the kernel counts processes for each user namespace by itself

_boxes = itertools.count()


class BoxError(LoadError):
    """No box can be made on this machine, which is no fault of any bot; the sentence says what to do."""


def machine() -> str:
    """How messages name this machine: several may take part in one tournament."""
    return f"this machine ({platform.node() or 'without a name'})"


@dataclass(frozen=True)
class Program:
    """What is run in a box. `folder` is mounted at /bot, the paths in `share` where they are; nothing else of ours is
    there."""

    label: str
    command: tuple[str, ...]
    folder: Path | None = None
    share: tuple[Path, ...] = ()
    file: str = ""  # only this file of the folder
    environment: tuple[tuple[str, str], ...] = ()
    build: str = ""  # a shell command that builds the program from a folder; see `build`


@dataclass(frozen=True)
class Call:
    """A call of bubblewrap: what goes over file descriptors, and the command in the box."""

    arguments: tuple[str, ...]
    data: tuple[tuple[str, bytes], ...]  # a path in the box and what is in it
    command: tuple[str, ...]
    uid: int  # the user id of the program on this machine


@functools.cache
def bubblewrap() -> str:
    """The program that makes boxes. Raises BoxError instead of running anything unprotected."""
    if sys.platform != "linux":
        raise BoxError("no_sandbox", "the sandbox for programs needs Linux; WASI programs (wasm:) run everywhere")
    found = shutil.which("bwrap")
    if found is None:
        raise BoxError(
            "no_sandbox", f"{machine()} has no bubblewrap, so nothing is run: install the package bubblewrap"
        )
    version = version_of(found)
    if version < OLDEST:
        shown = ".".join(map(str, version))
        raise BoxError("no_sandbox", f"{machine()} has bubblewrap {shown}, which is too old: 0.8 or newer is needed")
    for tool in ("prlimit", "setpriv"):
        if shutil.which(tool, path="/usr/bin:/bin") is None:
            raise BoxError(
                "no_sandbox", f"{machine()} has no {tool}, so nothing is run: install the package util-linux"
            )
    return found


def version_of(program: str) -> tuple[int, ...]:
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout
    return tuple(map(int, re.findall(r"\d+", said)[:3]))


def call(program: Program, limits: Limits, *, building: bool = False) -> Call:
    """How to start a program. With `building` its folder is at /source, and /bot is an empty folder in memory."""
    root = os.geteuid() == 0
    uid = UIDS + (os.getpid() % (1 << 22)) * UIDS_EACH + next(_boxes) % UIDS_EACH if root else os.getuid()
    inside = uid if root else 65534
    arguments = [
        *_namespaces(root),
        *_parents([Path("/etc/passwd"), Path(BOT, "program")]),
        *_system(),
        *_folder(program, limits, building),
        *_proc(),
        *("--dev", "/dev", "--perms", "1777", "--size", str(SHM), "--tmpfs", SHM_PLACE),
        # /dev/zero cannot be opened then: mapping it makes memory that is never counted
        *("--ro-bind", "/dev/zero", "/dev/zero"),
        *("--remount-ro", "/dev", "--perms", "1777", "--size", str(limits.tmp_mb * MB), "--tmpfs", "/tmp"),  # noqa: S108
        *_shared(program.share),  # after the empty folders of the box, because shared paths may lie in them
        *("--chdir", BOT if program.folder else "/tmp", "--clearenv"),  # noqa: S108
        *itertools.chain.from_iterable(("--setenv", *pair) for pair in _environment(program, limits).items()),
    ]
    data = (
        ("/etc/passwd", PASSWD.format(uid=inside, gid=inside).encode()),
        ("/etc/group", GROUPS.format(gid=inside).encode()),
    )
    return Call(tuple(arguments), data, (*_limited(limits, root, uid), *_moderate(program.command, limits)), uid)


def _namespaces(root: bool) -> list[str]:
    """As root the program gets its own user id instead of a user namespace: it then has no rights anywhere on the
    machine, and the filter forbids new user namespaces."""
    user = [] if root else ["--unshare-user", "--disable-userns", "--uid", "65534", "--gid", "65534"]
    others = ["--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"]
    return [*user, *others, "--hostname", "box", "--new-session", "--die-with-parent"]


def _proc() -> tuple[str, ...]:
    """What the program sees of processes: its own, but not the init of its box. For an ordinary user both have the same
    user id, and a program that can write into the memory of the init can stop it from ending with us."""
    hidden = ("--perms", "0555", "--size", "4096", "--tmpfs", "/proc/1", "--remount-ro", "/proc/1")
    return ("--proc", "/proc", *hidden)


def _system() -> Iterator[str]:
    """The system's programs and libraries, read-only."""
    for name in SYSTEM:
        path = Path(name)
        if path.is_symlink():
            yield from ("--symlink", os.readlink(path), name)
        elif path.is_dir():
            yield from ("--ro-bind", name, name)
    for pattern in ETC:
        for path in sorted(Path("/etc").glob(pattern)):
            yield from ("--ro-bind", str(path), str(path))


def _parents(paths: Sequence[Path]) -> Iterator[str]:
    """The parent folders of paths; bubblewrap would make them readable for its own user only."""
    for folder in sorted({parent for path in paths for parent in path.parents} - set(map(Path, MADE))):
        if not any(folder.is_relative_to(name) for name in SYSTEM):
            yield from ("--perms", "0755", "--dir", str(folder))


def _shared(paths: Sequence[Path]) -> Iterator[str]:
    """Paths that are mounted where they are, read-only. Raises BoxError for what cannot be."""
    for path in paths:
        hidden = next((name for name in HIDDEN if path.is_relative_to(name) and not path.is_relative_to(SHM_PLACE)), "")
        if hidden:
            raise BoxError("no_sandbox", f"{path} is needed in the box, but {hidden} is something else there: move it")
    yield from _parents(paths)
    for path in sorted(paths):  # a path inside another one comes after it
        yield from ("--ro-bind", str(path), str(path))


def _folder(program: Program, limits: Limits, building: bool) -> list[str]:
    if program.folder is None:
        return []
    if building:
        room = ("--perms", "1777", "--size", str(limits.memory_mb * MB), "--tmpfs", BOT)
        return ["--ro-bind", str(program.folder), SOURCE, *room]
    if program.file:
        return ["--ro-bind", str(program.folder / program.file), f"{BOT}/{program.file}"]
    return ["--ro-bind", str(program.folder), BOT]


def _environment(program: Program, limits: Limits) -> dict[str, str]:
    """The program's whole environment. Runtimes are told how much memory there is, because they would otherwise take a
    share of the whole machine's."""
    heap = _heap(limits)
    return {
        "PATH": os.pathsep.join([str(Path(sys.prefix, "bin")), "/usr/local/bin", "/usr/bin", "/bin"]),
        "HOME": "/tmp",  # noqa: S108
        "TMPDIR": "/tmp",  # noqa: S108
        "LANG": "C.UTF-8",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONUNBUFFERED": "1",
        "ROUNDHOUSE_NATIVE": str(int(SHIPPED.exists())),  # a program is not to build libraries with its own time
        "NODE_OPTIONS": f"--max-old-space-size={heap}",
        "GOMEMLIMIT": f"{heap}MiB",
    } | dict(program.environment)


def _moderate(command: tuple[str, ...], limits: Limits) -> tuple[str, ...]:
    """Memory options for Java; its environment variable would print a line each time. Options of the command itself
    win."""
    if Path(command[0]).name != "java":
        return command
    return (command[0], f"-Xmx{_heap(limits)}m", "-XX:ActiveProcessorCount=2", *command[1:])


def _heap(limits: Limits) -> int:
    """Megabytes for the program's heap; the rest is for the runtime itself."""
    return max(8, limits.memory_mb * 5 // 8)


def _limited(limits: Limits, root: bool, uid: int) -> Iterator[str]:
    """Limits that the kernel enforces per process, set inside the box, where counting begins anew; and as root the
    switch to an unused user id."""
    kernel = tuple(int(part) for part in re.findall(r"\d+", platform.release())[:2])
    room = 2 * limits.memory_mb + 256  # this limits what is reserved; what is used is checked from outside
    bounds = {
        "core": 1,  # no core dumps, like 0; and also none where the machine pipes them to a program of root's
        "cpu": int(limits.cpu_s) + 1,
        "data": room * MB,
        "as": max(VIRTUAL_MB, 2 * room) * MB,
        "fsize": max(limits.tmp_mb, 1) * MB,
        "memlock": 64 * KB,
        "msgqueue": 0,
        "nice": 0,
        "nofile": limits.open_files,
        "rtprio": 0,  # a user in an audio group may have more; their bots may not
        "sigpending": 256,
    }
    if root or kernel >= NEW_COUNTING:
        bounds["nproc"] = limits.processes + SPARE
    yield "/usr/bin/prlimit"
    yield from (f"--{name}={value}:{value}" for name, value in bounds.items())
    yield "--"
    if root:
        yield from ("/usr/bin/setpriv", f"--reuid={uid}", f"--regid={uid}", "--clear-groups")
        yield from ("--bounding-set=-all", "--inh-caps=-all", "--")


def python_folders() -> tuple[Path, ...]:
    """The paths that a Python bot needs: the interpreter, the installed packages and this package."""
    package = Path(__file__).parents[2]
    wanted = [Path(sys.base_prefix), Path(sys.prefix), package, package.resolve()]
    kept: list[Path] = []
    for path in wanted:
        system = any(path == Path(name) or path.is_relative_to(name) for name in SYSTEM)
        if not system and not any(path.is_relative_to(other) for other in kept):
            kept.append(path)
    return tuple(kept)


def readable(folder: Path, names: Sequence[str] = ()) -> bool:
    """Whether an unknown user could read a folder and these files in it; only checked as root."""
    if os.geteuid() != 0:
        return True
    with contextlib.suppress(OSError):
        inside = all(os.stat(folder / name).st_mode & 0o004 for name in names)
        return inside and os.stat(folder).st_mode & 0o005 == 0o005
    return False
