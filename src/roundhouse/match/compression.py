"""zstd streams, bounded: from the standard library where it has them (Python 3.14), else from its backport."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

LEVEL = 19
WINDOW_LOG_MAX = 23  # for reading; our own streams never need more than 8 MB of memory
PIECE = 512


@dataclass(frozen=True)
class Squeezed:
    """The content of a stream as far as it can be read."""

    data: bytes
    whole: bool
    after: bool = False  # something follows the stream
    too_large: bool = False


def squeeze(parts: Sequence[bytes]) -> bytes:
    """One stream of all parts; each part can be read even if a later one is lost."""
    compressor = zstd.ZstdCompressor(LEVEL)
    # without the size it would reserve megabytes, which takes time
    compressor.set_pledged_input_size(sum(map(len, parts)))
    out = [compressor.compress(part, zstd.ZstdCompressor.FLUSH_BLOCK) for part in parts]
    return b"".join(out) + compressor.flush(zstd.ZstdCompressor.FLUSH_FRAME)


def unsqueeze(stream: bytes, most: int) -> Squeezed:
    decompressor = zstd.ZstdDecompressor(options={zstd.DecompressionParameter.window_log_max: WINDOW_LOG_MAX})
    out = bytearray()
    place = 0
    try:
        while not decompressor.eof and (place < len(stream) or not decompressor.needs_input):
            piece = stream[place : place + PIECE] if decompressor.needs_input else b""
            place += len(piece)
            out += decompressor.decompress(piece, max_length=most + 1 - len(out))
            if len(out) > most:
                return Squeezed(b"", whole=False, too_large=True)
    except zstd.ZstdError:
        return Squeezed(bytes(out), whole=False)
    after = place < len(stream) or bool(decompressor.unused_data)
    return Squeezed(bytes(out), whole=decompressor.eof, after=after and decompressor.eof)
