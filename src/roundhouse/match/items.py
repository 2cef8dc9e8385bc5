"""MessagePack items one after another: where each ends, so that a torn file can be read up to its last whole item."""

from collections.abc import Iterator

_FIXED = {  # bytes after the first one
    0xC0: 0, 0xC2: 0, 0xC3: 0, 0xCA: 4, 0xCB: 8, 0xCC: 1, 0xCD: 2, 0xCE: 4, 0xCF: 8, 0xD0: 1, 0xD1: 2, 0xD2: 4, 0xD3: 8,
}  # fmt: skip
_COUNTED = {0xC4: 1, 0xC5: 2, 0xC6: 4, 0xD9: 1, 0xDA: 2, 0xDB: 4}  # bytes of the length of a string of bytes or text
_NESTED = {0xDC: (2, 1), 0xDD: (4, 1), 0xDE: (2, 2), 0xDF: (4, 2)}  # bytes of the count, items per counted thing


class BadItemError(ValueError):
    """These bytes are no MessagePack that a record may hold."""


def item_end(data: bytes, start: int) -> int | None:
    """Where the item that begins at `start` ends, or None if the data end before it does."""
    place, owed = start, 1
    while owed:
        if place >= len(data):
            return None
        first = data[place]
        place += 1
        owed -= 1
        if first <= 0x7F or first >= 0xE0:
            continue
        if first <= 0x8F:
            owed += 2 * (first & 0x0F)
        elif first <= 0x9F:
            owed += first & 0x0F
        elif first <= 0xBF:
            place += first & 0x1F
        elif first in _FIXED:
            place += _FIXED[first]
        elif first in _COUNTED:
            size = _COUNTED[first]
            place += size + int.from_bytes(data[place : place + size])
        elif first in _NESTED:
            size, each = _NESTED[first]
            owed += each * int.from_bytes(data[place : place + size])
            place += size
        else:
            raise BadItemError(f"byte {place - 1} begins no item")
    return place if place <= len(data) else None


def whole_items(data: bytes) -> Iterator[tuple[bytes, int]]:
    """Every whole item with where it ends. Stops before a torn one; raises BadItemError at bytes that are none."""
    start = 0
    while start < len(data):
        end = item_end(data, start)
        if end is None:
            return
        yield data[start:end], end
        start = end
