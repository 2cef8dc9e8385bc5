"""The digest chain of a match: d(n) = blake2b(d(n-1), entries since the last tick, canonical state).

A changed entry always shows, even one that the rules would clip, because the entries themselves are in the chain.
"""

from array import array
from hashlib import blake2b
from typing import Any

from .entries import TICK, Entry
from .schema import canonical

SIZE = 16  # bytes of a whole link
SHORT = 2  # bytes of it kept after every tick
WHOLE_EVERY = 50  # ticks between links that are kept whole


class Chain:
    """Grows with the entries; `link` is the digest after the newest tick."""

    def __init__(self, setup: bytes) -> None:
        self.link = blake2b(setup, digest_size=SIZE).digest()
        self.ticks = 0
        self._since = bytearray()

    def add(self, entry: Entry, state: Any) -> bytes | None:
        """Take an entry with the state after it. Returns what a record keeps after a tick, else None."""
        if entry.kind != TICK:
            self._since += array("q", (entry.kind, entry.seat, len(entry.row), *entry.row)).tobytes()
            return None
        digest = blake2b(self.link, digest_size=SIZE)
        digest.update(self._since)
        digest.update(canonical(state))
        self.link = digest.digest()
        self.ticks += 1
        self._since.clear()
        return self.link if self.ticks % WHOLE_EVERY == 0 else self.link[:SHORT]

    def end(self, *parts: bytes) -> bytes:
        """The last link: all before, the entries since the last tick, and what else a record wants to prove."""
        digest = blake2b(self.link, digest_size=SIZE)
        for part in (bytes(self._since), *parts):
            digest.update(len(part).to_bytes(8, "little"))
            digest.update(part)
        return digest.digest()
