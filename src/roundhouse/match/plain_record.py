"""A record as a page reads it: its entries written out, the first state as bytes, and the digests to compare with.

A page that has the rules as WebAssembly proves a record with it: it plays the entries from the first state and hashes
what comes of them, as `verification` does. What it cannot do is draw the first state from the setup, because maps and
decks are drawn outside of the rules; the first digest covers that state all the same.
"""

from base64 import b64encode

from msgspec import Struct

from ..core.belief import Belief, encoded
from ..core.game import Result
from .record import Record


class PlainRecord(Struct, frozen=True):
    """`header` are the bytes from which the digests begin, in base64; `entries` are [kind, seat, at_ms, number ...];
    `digests` are those after each tick, in hexadecimal digits. `missing` and `damage` say what is wrong with the
    file."""

    game: str
    rules: str
    seats: int
    header: str
    start: Belief
    entries: list[list[int]]
    digests: list[str]
    result: Result | None
    end: str
    missing: str = ""
    damage: str = ""


def plain_record(record: Record) -> PlainRecord:
    """Raises OverflowError for a first state that does not fit its form, which the rules never make."""
    game, setup = record.game, record.setup
    return PlainRecord(
        game=game.key,
        rules=game.version,
        seats=len(setup.seats),
        header=b64encode(record.header).decode(),
        start=encoded(game.start(setup), game.form_of(setup)),
        entries=[[one.kind, one.seat, one.at_ms, *one.row] for one in record.entries],
        digests=[digest.hex() for digest in record.digests],
        result=record.result,
        end=record.end.hex(),
        missing=record.missing,
        damage=record.damage,
    )
