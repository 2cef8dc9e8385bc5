"""MessagePack items one after another: where each ends, so that a torn file can be read up to its last whole item."""

from collections.abc import Iterator

import msgpack


class BadItemError(ValueError):
    """These bytes are no MessagePack that a record may hold."""


def whole_items(data: bytes) -> Iterator[tuple[bytes, int]]:
    """Every whole item with the position of its end. Stops before a torn item; raises BadItemError for bytes that are
    no item."""
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
