"""Builds a folder's program in a box: the compiler works on a copy in memory, and only its results leave the box."""

import contextlib
import hashlib
import os
import shlex
import shutil
import tempfile
from dataclasses import replace
from pathlib import Path
from stat import S_ISREG

from msgspec.structs import replace as changed

from ..bot_loader import LoadError
from .box import run
from .bubblewrap import BOT, SOURCE, Program
from .build_archive import ArchiveError, unpack
from .limits import MB, Limits

SOURCE_MB = 64  # a larger folder is not accepted as a bot's source
SOURCE_FILES = 5000
BUILT_MB = 512  # what a build may leave, all files together
BUILT_FILES = 20_000
SHOWN = 2000  # characters of a compiler's output that are shown
# The words of the build command follow as arguments, so that no shell parses them. Its output goes to standard error;
# standard output carries the finished folder.
SCRIPT = (
    f'umask 022 && cp -R {SOURCE}/. {BOT}/ && cd {BOT} && "$@" 1>&2 && '
    "exec tar --create --format=ustar --owner=0 --group=0 --mode=u+rwX,a+rX --file=- ."
)
ENVIRONMENT = (
    ("GOCACHE", "/tmp/go"),  # noqa: S108
    ("GOPROXY", "off"),
    ("GOTOOLCHAIN", "local"),
    ("CARGO_HOME", "/tmp/cargo"),  # noqa: S108
    ("CARGO_NET_OFFLINE", "true"),
)


def built(program: Program, limits: Limits) -> Program:
    """The program with a folder in which it is built; an earlier build of the same files is used again. Raises
    LoadError."""
    if program.folder is None:
        return program
    folder = _cache() / _digest(program)
    if not folder.is_dir():
        _build(program, limits, folder)
    return replace(program, folder=folder, build="")


def _build(program: Program, limits: Limits, folder: Path) -> None:
    wanted = changed(
        limits, memory_mb=limits.build_mb, processes=max(256, limits.processes), cpu_s=4 * limits.build_s,
        tmp_mb=max(1, limits.build_mb // 2), open_files=1024, output_mb=min(BUILT_MB, limits.build_mb),
    )  # fmt: skip
    command = ("/bin/sh", "-c", SCRIPT, "build", *shlex.split(program.build))
    builder = replace(program, command=command, environment=(*program.environment, *ENVIRONMENT))
    folder.parent.mkdir(parents=True, exist_ok=True, mode=0o755)
    with tempfile.TemporaryFile() as made, tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
        code, breach, said = run(builder, wanted, limits.build_s, building=True, output=made.write)
        if breach is not None:
            raise LoadError("build_failed", f"{program.label} cannot be built: {breach.sentence}")
        if code != 0:
            told = said.decode("utf-8", "replace").strip()[-SHOWN:]
            raise LoadError("build_failed", f"{program.label}: `{program.build}` failed:\n{told}")
        made.seek(0)
        finished = Path(scratch) / "bot"
        try:
            unpack(made, finished, BUILT_FILES)
        except (ArchiveError, OSError) as error:
            raise LoadError("build_failed", f"{program.label}: what was built cannot be used: {error}") from None
        finished.chmod(0o755)
        with contextlib.suppress(OSError):  # another process was faster; its folder has the same content
            finished.rename(folder)


def _digest(program: Program) -> str:
    """A hash of what a build depends on: the files, and the command. Links and other non-files are left out and never
    followed."""
    found = hashlib.sha256(program.build.encode())
    size = count = 0
    root = program.folder or Path()
    for place, folders, files in os.walk(root):
        folders.sort()
        for name in sorted(files):
            path = Path(place, name)
            about = path.lstat()
            count += 1
            size += about.st_size
            if count > SOURCE_FILES or size > SOURCE_MB * MB:
                most = f"{SOURCE_FILES} files or {SOURCE_MB} MB"
                raise LoadError("build_failed", f"{program.label}: its folder has more than {most}")
            if S_ISREG(about.st_mode):
                content = hashlib.sha256(path.read_bytes()).hexdigest()
                found.update(f"{path.relative_to(root)}\0{about.st_mode & 0o111}\0{content}\n".encode())
    return found.hexdigest()


def _cache() -> Path:
    """Where finished folders are kept, per user."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "roundhouse" / "built"


def forget() -> None:
    """Remove everything that was built."""
    shutil.rmtree(_cache(), ignore_errors=True)
