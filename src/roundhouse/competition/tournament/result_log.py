"""Results of a competition on disk: a line for every match, there for good before anybody is told of it."""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO, Generic, TypeVar

import msgspec

L = TypeVar("L")


class Journal(Generic[L]):
    """Lines of JSON of one type, only ever added to. What a crash has left half written is cut off when it is opened;
    lines that cannot be read are counted and left alone."""

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
        """Write lines down; they are on disk when this returns."""
        new = list(lines)
        if new:
            self._file.write(b"".join(msgspec.json.encode(line) + b"\n" for line in new))
            self._file.flush()
            os.fsync(self._file.fileno())
            self.lines += new

    def close(self) -> None:
        self._file.close()


def put(path: Path, content: bytes) -> None:
    """A file, whole or not at all: whoever reads it meanwhile sees the old one."""
    part = path.with_name(f".{path.name}.part")
    part.write_bytes(content)
    part.replace(path)
