"""The file of a backup: a line that says what it is, a checksum of all that follows, then a zstd stream of pieces, each
with its length in front."""

import hashlib
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from .engine import StoreError

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

MAGIC = b"roundhouse backup 1\n"
LEVEL = 9
PIECE_MAX = 1 << 29
CHECKSUM = 16  # bytes

_OPTIONS: dict[int, int] = {
    zstd.CompressionParameter.compression_level: LEVEL,
    zstd.CompressionParameter.checksum_flag: 1,
}


class BackupHeader(Struct, frozen=True, tag="header", array_like=True):
    """The revision of the tables, and how many rows of each there are."""

    revision: str
    rows: dict[str, int]


class Rows(Struct, frozen=True, tag="rows", array_like=True):
    table: str
    columns: list[str]
    rows: list[list[Any]]


class End(Struct, frozen=True, tag="end", array_like=True):
    """The end of a complete backup: the digests of the tables."""

    digests: dict[str, bytes]


class BackupReport(Struct, frozen=True):
    """What a backup holds: the revision of its tables, and how many rows of each."""

    revision: str
    rows: dict[str, int]

    @property
    def total(self) -> int:
        return sum(self.rows.values())


class Digest:
    """A digest of rows that does not depend on their order: databases sort texts differently."""

    def __init__(self) -> None:
        self.count = 0
        self._sum = 0

    def add(self, rows: Sequence[Sequence[Any]]) -> None:
        for row in rows:
            hashed = hashlib.blake2b(msgspec.msgpack.encode(row), digest_size=16).digest()
            self._sum += int.from_bytes(hashed, "big")
        self.count += len(rows)

    @property
    def value(self) -> bytes:
        return (self._sum % (1 << 128)).to_bytes(16, "big")


Put = Callable[[BackupHeader | Rows | End], None]


@contextmanager
def writing(file: Path) -> Iterator[Put]:
    """A file that gets its name when it is complete. Only its owner may read it: it holds password hashes."""
    part = file.with_name(file.name + ".part")
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as raw:
            raw.write(MAGIC + bytes(CHECKSUM))
            with zstd.ZstdFile(raw, "wb", options=_OPTIONS) as stream:

                def put(piece: BackupHeader | Rows | End) -> None:
                    packed = msgspec.msgpack.encode(piece)
                    stream.write(len(packed).to_bytes(4, "big"))
                    stream.write(packed)

                yield put
            raw.flush()
            with part.open("rb") as written:
                checksum = _checksum(written)
            raw.seek(len(MAGIC))
            raw.write(checksum)
            raw.flush()
            os.fsync(raw.fileno())
        os.replace(part, file)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def _checksum(file: BufferedReader) -> bytes:
    """The checksum of everything after the checksum itself."""
    file.seek(len(MAGIC) + CHECKSUM)
    return hashlib.file_digest(file, lambda: hashlib.blake2b(digest_size=CHECKSUM)).digest()


class Reader:
    """Reads a backup piece by piece; everything wrong with it becomes a StoreError."""

    def __init__(self, file: Path) -> None:
        self.file = file
        try:
            self._raw = file.open("rb")
        except OSError as error:
            raise StoreError(f"{file} cannot be read: {error.strerror or error}") from None
        self._stream: Any = None
        try:
            if self._raw.read(len(MAGIC)) != MAGIC:
                raise StoreError(f"{file} is no backup of Roundhouse, or one of a newer release")
            self._check()
            self._stream = zstd.ZstdFile(self._raw, "rb")
            first = self._next()
            if not isinstance(first, BackupHeader):
                raise self._damaged()
        except BaseException:
            self.close()
            raise
        self.header = first

    def _check(self) -> None:
        """Check the file's checksum: some bits of a zstd stream can change without changing its content."""
        noted = self._raw.read(CHECKSUM)
        if noted != _checksum(self._raw):
            raise self._damaged()
        self._raw.seek(len(MAGIC) + CHECKSUM)

    def __enter__(self) -> "Reader":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        if self._stream is not None:
            self._stream.close()
        self._raw.close()

    @property
    def report(self) -> BackupReport:
        return BackupReport(self.header.revision, self.header.rows)

    def pieces(self) -> Iterator[Rows]:
        """All rows. If it ends without an error, nothing is missing and nothing was changed."""
        found = {table: Digest() for table in self.header.rows}
        while True:
            piece = self._next()
            if isinstance(piece, End):
                break
            if not isinstance(piece, Rows) or piece.table not in found:
                raise self._damaged()
            found[piece.table].add(piece.rows)
            yield piece
        if self._read(1):
            raise self._damaged()
        self.digests = {table: digest.value for table, digest in found.items()}
        counts = {table: digest.count for table, digest in found.items()}
        if counts != self.header.rows or self.digests != piece.digests:
            raise self._damaged()

    def _next(self) -> BackupHeader | Rows | End:
        size = int.from_bytes(self._read(4), "big")
        packed = self._read(size) if 0 < size <= PIECE_MAX else b""
        if not packed or len(packed) < size:
            raise self._damaged()
        try:
            return msgspec.msgpack.decode(packed, type=BackupHeader | Rows | End)
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise self._damaged() from None

    def _read(self, size: int) -> bytes:
        try:
            return bytes(self._stream.read(size))
        except (zstd.ZstdError, EOFError, OSError):
            raise self._damaged() from None

    def _damaged(self) -> StoreError:
        return StoreError(f"{self.file} is damaged or not whole: nothing of it was used")
