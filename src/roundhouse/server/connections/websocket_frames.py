"""Text frames of WebSockets, encoded once for all connections that get the same message."""

import struct
import zlib

TEXT, COMPRESSED_TEXT = 0x81, 0xC1  # a whole message in one frame; the second as RFC 7692 packs it
TAIL = b"\x00\x00\xff\xff"  # the end of every compressed message, left out as RFC 7692 says
LEVEL = 6


def header(first: int, size: int) -> bytes:
    if size < 126:
        return bytes((first, size))
    if size < 1 << 16:
        return struct.pack("!BBH", first, 126, size)
    return struct.pack("!BBQ", first, 127, size)


def framed(message: bytes) -> bytes:
    return header(TEXT, len(message)) + message


def packed(message: bytes) -> bytes:
    """The frame, compressed independently of other messages, so that all connections can get the same bytes."""
    packer = zlib.compressobj(LEVEL, wbits=-15)
    data = (packer.compress(message) + packer.flush(zlib.Z_SYNC_FLUSH)).removesuffix(TAIL)
    return header(COMPRESSED_TEXT, len(data)) + data


class WebSocketFrames:
    """Caches the frames of the newest message, because all subscribers get the same message one after the other."""

    __slots__ = ("_framed", "_message", "_packed", "_packed_message")

    def __init__(self) -> None:
        self._message = self._framed = b""
        self._packed_message = self._packed = b""

    def framed(self, message: bytes) -> bytes:
        if message is not self._message:
            self._message, self._framed = message, framed(message)
        return self._framed

    def packed(self, message: bytes) -> bytes:
        if message is not self._packed_message:
            self._packed_message, self._packed = message, packed(message)
        return self._packed
