"""The frames between the server and the process of the built-in bots: number of a bot, kind, content."""

from collections.abc import Iterator
from struct import Struct

HEAD = Struct("!IIB")  # length of the content, number of the bot, kind

# To the bots
MAKE = 1  # game, name, most milliseconds to think, number to draw by or null, as JSON
TELL = 2  # a message of the protocol: start or turn
DROP = 3
# From the bots
STARTED = 4  # the bot is ready to be asked
ACTED = 5  # its answer, a message of the protocol
FAILED = 6  # it raised an exception; the content says which and where


def frame(bot: int, kind: int, content: bytes = b"") -> bytes:
    return HEAD.pack(len(content), bot, kind) + content


class BotFrames:
    """Assembles frames from received pieces."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, data: bytes) -> Iterator[tuple[int, int, bytes]]:
        """Add received bytes; returns the complete frames as bot, kind, content."""
        buffer = self._buffer
        buffer += data
        start = 0
        while len(buffer) - start >= HEAD.size:
            length, bot, kind = HEAD.unpack_from(buffer, start)
            end = start + HEAD.size + length
            if len(buffer) < end:
                break
            yield bot, kind, bytes(buffer[start + HEAD.size : end])
            start = end
        del buffer[:start]
