"""Results of a tournament on disk: a line for every match, synced before anybody is told."""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO, Generic, TypeVar

import msgspec

L = TypeVar("L")


class Journal(Generic[L]):
    """An append-only file of JSON lines of one type. A half-written line at the end, left by a crash, is cut off when
    the file is opened; unreadable lines are counted and left alone."""

    def __init__(self, path: Path, kind: type[L]) -> None:
        self.path = path
        self.unreadable = 0
        self.lines: list[L] = []
        self._file: BinaryIO = path.open("ab")
        whole = 0
        for raw in path.read_bytes().splitlines(keepends=True):
            if not raw.endswith(b"\n"):
                break
            whole += len(raw)
            try:
                self.lines.append(msgspec.json.decode(raw, type=kind))
            except msgspec.MsgspecError:
                self.unreadable += 1
        self._file.truncate(whole)

    def add(self, lines: Iterable[L]) -> None:
        """Append lines; they are on disk when this returns."""
        new = list(lines)
        if new:
            self._file.write(b"".join(msgspec.json.encode(line) + b"\n" for line in new))
            self._file.flush()
            os.fsync(self._file.fileno())
            self.lines += new

    def close(self) -> None:
        self._file.close()


def put(path: Path, content: bytes) -> None:
    """Write a file atomically: readers see either the old or the new content."""
    part = path.with_name(f".{path.name}.part")
    part.write_bytes(content)
    part.replace(path)
