"""MessagePack items one after another: where each ends, so that a torn file can be read up to its last whole item."""

from collections.abc import Iterator

import msgpack


class BadItemError(ValueError):
    """These bytes are no MessagePack that a record may hold."""


def whole_items(data: bytes) -> Iterator[tuple[bytes, int]]:
    """Every whole item with where it ends. Stops before a torn one; raises BadItemError at bytes that are none."""
    unpacker = msgpack.Unpacker(raw=True, max_buffer_size=len(data) or 1)
    unpacker.feed(data)
    start = 0
    while start < len(data):
        try:
            unpacker.skip()
        except msgpack.OutOfData:
            return
        except (msgpack.FormatError, msgpack.StackError, ValueError):
            raise BadItemError(f"byte {start} begins no item") from None
        end = unpacker.tell()
        yield data[start:end], end
        start = end
