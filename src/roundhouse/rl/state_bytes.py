"""Whole matches as bytes."""

import zlib
from hashlib import blake2b
from typing import Any

import msgspec
import numpy as np

from ..core.game import Game, Setup
from ..core.schema import pack, schema_of, unpack
from .options import Options

MAGIC = b"RHE1"
DIGEST = 8  # bytes


class Books(msgspec.Struct, frozen=True):
    """What is stored of a match besides its state."""

    learner: int
    key: int
    steps: int
    since: int
    draws: int
    gone_at: list[int]
    before: list[float]


class _Head(msgspec.Struct, frozen=True):
    version: str
    options: Options
    setup: Setup
    form: str
    books: Books


def dumped(options: Options, setup: Setup, form: str, state: Any, books: Books) -> bytes:
    """A match as bytes: no code is run when they are read."""
    head = _Head(options.game.version, options, setup, form, books)
    return sealed(MAGIC, msgspec.msgpack.encode(head), pack(state, form).tobytes())


def loaded(data: bytes) -> tuple[Options, Setup, Any, Books]:
    """What `dumped` wrote. Raises ValueError for anything else."""
    try:
        text, packed = unsealed(MAGIC, data)
        head = msgspec.msgpack.decode(text, type=_Head)
        game = head.options.game
        check_version(game, head.version)
        kind = schema_of(game.state).dtype(head.form)
        state: Any = unpack(game.state, np.frombuffer(inflated(packed, kind.itemsize), kind)[0])
        if {len(head.books.gone_at), len(head.books.before)} != {len(head.setup.seats) + 1}:
            raise ValueError("the seats are others")
    except (ValueError, KeyError, TypeError, msgspec.MsgspecError, zlib.error) as error:
        raise ValueError(f"this is no match of an environment: {error}") from None
    return head.options, head.setup, state, head.books


def check_version(game: Game, version: str) -> None:
    if version != game.version:
        raise ValueError(f"the rules have version {game.version}, these bytes {version}")


def sealed(magic: bytes, head: bytes, body: bytes) -> bytes:
    """A head and a body with a digest, so that changed or truncated bytes are noticed."""
    text = len(head).to_bytes(4, "little") + head + zlib.compress(body, 1)
    return magic + blake2b(text, digest_size=DIGEST).digest() + text


def unsealed(magic: bytes, data: bytes) -> tuple[bytes, bytes]:
    """The head, and the still compressed body. Raises ValueError."""
    if not isinstance(data, bytes) or not data.startswith(magic):
        raise ValueError("the first bytes are others")
    text = data[len(magic) + DIGEST :]
    if data[len(magic) : len(magic) + DIGEST] != blake2b(text, digest_size=DIGEST).digest():
        raise ValueError("they were changed or are not complete")
    size = int.from_bytes(text[:4], "little")
    return text[4 : 4 + size], text[4 + size :]


def inflated(packed: bytes, size: int) -> bytes:
    """The decompressed bytes, if they have exactly this size. Raises ValueError, zlib.error."""
    body = zlib.decompressobj().decompress(packed, size + 1)
    if len(body) != size:
        raise ValueError("the state has another length")
    return body


def clone_lists(value: Any) -> Any:
    """A copy of a list of numbers, or of a grid."""
    return type(value)([line[:] if isinstance(line, list) else line for line in value])
