"""Reads the archive that a build writes, so that nothing in it can reach outside its folder.

The sender is not trusted, and may also write an archive by hand. So this reads the simplest form there is (ustar: a
block of 512 bytes with name, size and kind, then the content), and creates only what a bot needs: folders and files.
Links are left out, because later entries could be written through them; everything else is an error.
"""

from pathlib import Path, PurePosixPath
from typing import BinaryIO

BLOCK = 512
PIECE = 1 << 20
FILE, FOLDER = (b"0", b"\0"), b"5"
LINKS = (b"1", b"2")
EXECUTABLE = 0o111


class ArchiveError(ValueError):
    """It is no archive of the kind that is read here; the sentence says why."""


def unpack(source: BinaryIO, folder: Path, files_max: int) -> None:
    """Make the folder and put the archive's files into it. Raises ArchiveError, OSError."""
    folder.mkdir()
    count = 0
    while (head := source.read(BLOCK)).strip(b"\0"):
        count += 1
        if count > files_max:
            raise ArchiveError(f"it has more than {files_max} files")
        name, size, mode, kind = _entry(head)
        place = folder / _inside(name)
        if kind == FOLDER:
            place.mkdir(exist_ok=True)  # its parent must have come before
            place.chmod(0o755)
        elif kind in FILE:
            _write(source, place, size, 0o755 if mode & EXECUTABLE else 0o644)
            source.read(-size % BLOCK)
        elif kind not in LINKS:
            raise ArchiveError(f"{name!r} is neither a file nor a folder")
        if kind not in FILE and size:
            raise ArchiveError(f"{name!r} is no file, but has content")


def _entry(head: bytes) -> tuple[str, int, int, bytes]:
    """Name, size, permissions and kind."""
    if len(head) < BLOCK or head[257:262] != b"ustar":
        raise ArchiveError("it is not whole")
    try:
        prefix, name = (part.partition(b"\0")[0].decode() for part in (head[345:500], head[:100]))
        return f"{prefix}/{name}" if prefix else name, _number(head[124:136]), _number(head[100:108]), head[156:157]
    except ValueError:
        raise ArchiveError("it cannot be read") from None


def _number(field: bytes) -> int:
    """Octal digits; raises ValueError for anything else, signs and underscores too."""
    digits = field.strip(b" \0")
    if not digits.isdigit():
        raise ValueError("no number")
    return int(digits, 8)


def _inside(name: str) -> PurePosixPath:
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts:
        raise ArchiveError(f"{name!r} leads out of its folder")
    return path


def _write(source: BinaryIO, place: Path, size: int, mode: int) -> None:
    with place.open("xb") as file:
        while size:
            data = source.read(min(PIECE, size))
            if not data:
                raise ArchiveError("it is not whole")
            file.write(data)
            size -= len(data)
    place.chmod(mode)
