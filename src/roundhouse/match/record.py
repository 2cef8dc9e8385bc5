"""The record of a match: setup, entries, digests and result, as a value and as bytes (`.rhr`).

A file is a magic of four bytes, a checksum of four, and one zstd stream of MessagePack items:

    header   [format, game, rules version, preset, settings in their order, [[name, kind] of each seat], seed,
             state form, timed]; a seat that chose something or is built in is [name, kind, choice, built in], one
             of an agent with an assist level [name, kind, choice, built in, level, tries]
    rounds   [6, ticks, packed entries, digests, milliseconds between entries] up to 50 ticks, see `entry_coding`
    entry    [kind, at_ms, seat, number ...], a tick [3, at_ms, digest]             unpacked; both forms may occur
    end      [7, reason, [[place, points] of each seat], entries, last link]
    remarks  [8, seat, ...] of each seat that has some, see `remarks`
    accounts [9, [end, answers, ...] of each seat], see `seat_account`

Readers skip items after the end that they do not know. The plain log of a running match (`.rhr.part`) has its own magic
and then the header and unpacked entries, uncompressed.
"""

import os
from array import array
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from ..core import settings as _settings
from ..core.digest import SHORT, SIZE, WHOLE_EVERY, Chain
from ..core.entries import ENTRY_NAMES, TICK, Entry
from ..core.game import Game, Place, Result, SeatSetup, Setup
from ..core.registry import GAMES
from . import seat_account as _accounts
from .compression import Squeezed, squeeze, unsqueeze
from .entry_coding import Habits, Packer, Unpacker, pack_entry, unpack_entry
from .msgpack_stream import BadItemError, whole_items
from .remarks import REMARKS, Remark, pack, unpack
from .replay import Replay
from .seat_account import ACCOUNTS, Accounts

FORMAT = 1
MAGIC = b"RHR"
MAGIC_PART = b"RHP"
CHECKSUM = 4
FILE_MAX = 32 << 20
CONTENT_MAX = 64 << 20

GROUP = WHOLE_EVERY  # ticks in one item: more makes files smaller, but a torn file loses more

ROUNDS = 6
END = 7


class RecordError(ValueError):
    """A file that is no record, or none that can be read here."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence


class Header(Struct, frozen=True, array_like=True):
    format: int
    game: str
    rules: str
    preset: str
    settings: list[Any]
    seats: list[list[Any]]
    seed: int
    form: str
    timed: bool


@dataclass(frozen=True)
class Record:
    """One match, complete or as far as it could be read; `missing` and `damage` then say what is wrong."""

    game: Game
    setup: Setup
    timed: bool  # whether entries carry wall-clock offsets
    entries: tuple[Entry, ...] = ()
    digests: tuple[bytes, ...] = ()  # one per tick: two bytes, every 50th whole
    result: Result | None = None
    end: bytes = b""
    missing: str = ""
    damage: str = ""
    remarks: tuple[Remark, ...] = ()  # by seat; not covered by the digests
    accounts: Accounts = ()  # not covered either
    header: bytes = field(default=b"", compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "header", header_of(self.game, self.setup, self.timed))

    @property
    def rounds(self) -> int:
        return len(self.digests)


def header_of(game: Game, setup: Setup, timed: bool) -> bytes:
    """The first item of a record; the digest chain starts from it."""
    settings = [setup.settings[name] for name in game.settings.__struct_fields__]
    seats = [_seat_item(seat) for seat in setup.seats]
    form = game.form_of(setup)
    return msgspec.msgpack.encode(
        Header(FORMAT, game.key, game.version, setup.preset, settings, seats, setup.seed, form, timed)
    )


def _seat_item(seat: SeatSetup) -> list[Any]:
    plain = [seat.name, str(seat.kind)]
    if seat.assist or seat.tries:
        return [*plain, seat.choice, seat.builtin, str(seat.assist), seat.tries]
    return [*plain, seat.choice, seat.builtin] if seat.choice or seat.builtin else plain


def end_link(chain: Chain, record: Record) -> bytes:
    """The last link of a finished match: it also covers the result and the wall-clock offsets."""
    result = msgspec.msgpack.encode(record.result)
    return chain.end(result, array("q", (entry.at_ms for entry in record.entries)).tobytes())


def plain_item(entry: Entry, digest: bytes | None) -> bytes:
    """An entry as it stands in the log of a running match."""
    rest = (digest,) if entry.kind == TICK else (entry.seat, *entry.row)
    return msgspec.msgpack.encode((entry.kind, entry.at_ms, *rest))


def part_head(record: Record) -> bytes:
    """The first bytes of the log of a running match."""
    return MAGIC_PART + bytes([FORMAT]) + record.header


# Writing


def to_bytes(record: Record, *, packed: bool = True) -> bytes:
    """The content of a `.rhr` file. Packing plays the match again; without it the file is larger and made at once."""
    items = [record.header]
    items += _packed_items(record) if packed else _plain_items(record)
    if record.result is not None:
        places = [(place.place, place.points) for place in record.result.places]
        items.append(msgspec.msgpack.encode((END, record.result.reason, places, len(record.entries), record.end)))
        items += pack(record.remarks) + _accounts.pack(record.accounts)
    stream = squeeze(items)
    return MAGIC + bytes([FORMAT]) + _checksum(stream) + stream


def _checksum(stream: bytes) -> bytes:
    return blake2b(stream, digest_size=CHECKSUM).digest()


def _plain_items(record: Record, start: int = 0, ticks: int = 0) -> list[bytes]:
    items = []
    for entry in record.entries[start:]:
        digest = None
        if entry.kind == TICK:
            digest = record.digests[ticks]
            ticks += 1
        items.append(plain_item(entry, digest))
    return [b"".join(items)] if items else []


def _packed_items(record: Record) -> list[bytes]:
    """Groups of rounds as long as the rules accept them; the rest (entries after the last tick, or ones the rules
    refuse) unpacked."""
    replay = Replay(record.game, record.setup)
    items: list[bytes] = []
    done = ticks = first = 0
    habits = Habits()
    packer = Packer(habits)
    for number, entry in enumerate(record.entries):
        if replay.fault(entry):
            break
        pack_entry(replay.game, replay.state, replay.waited_for(), entry, packer)
        replay.enter(entry)
        if entry.kind == TICK and (replay.ticks % GROUP == 0 or replay.result is not None):
            group = record.entries[done : number + 1]
            digests = b"".join(record.digests[first : replay.ticks])
            if len(digests) != sum(map(digest_size, range(first + 1, replay.ticks + 1))):
                break
            before = record.entries[done - 1].at_ms if done else 0
            items.append(_rounds_item(group, replay.ticks - first, packer, digests, before if record.timed else None))
            done, first, ticks, packer = number + 1, replay.ticks, replay.ticks, Packer(habits)
    return items + _plain_items(record, done, ticks)


def _rounds_item(group: Iterable[Entry], ticks: int, packer: Packer, digests: bytes, before: int | None) -> bytes:
    waits = []
    if before is not None:
        for entry in group:
            waits.append(entry.at_ms - before)
            before = entry.at_ms
    return msgspec.msgpack.encode((ROUNDS, ticks, packer.packed(), digests, waits))


def digest_size(tick: int) -> int:
    return SIZE if tick % WHOLE_EVERY == 0 else SHORT


def write(record: Record, path: Path) -> None:
    """Write a record to a temporary file and rename it, so that nobody ever sees half of it."""
    content = to_bytes(record)
    beside = path.with_name(path.name + ".tmp")
    with beside.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)


# Reading


def read(path: Path) -> Record:
    """A record from a `.rhr` file or the `.rhr.part` of a match that was cut off. Raises RecordError, or OSError."""
    with path.open("rb") as file:
        data = file.read(FILE_MAX + 1)
    return from_bytes(data)


def from_bytes(data: bytes) -> Record:
    """What can be read of these bytes; what cannot is said in `missing` and `damage`."""
    magic, version, rest = data[:3], data[3:4], data[4:]
    if magic not in (MAGIC, MAGIC_PART):
        raise RecordError("not_a_record", "This is no record of a match: it does not begin like one.")
    if not version or version[0] == 0:
        raise RecordError("not_a_record", "This is no record of a match: it has no format number.")
    if version[0] > FORMAT:
        raise RecordError("newer_format", f"This record has format {version[0]}; a newer Roundhouse can read it.")
    if len(data) > FILE_MAX:
        raise RecordError("too_large", f"A record has at most {FILE_MAX >> 20} MB.")
    if magic == MAGIC_PART:
        return _RecordReader(Squeezed(rest, whole=True), "").record()
    stream = rest[CHECKSUM:]
    content = unsqueeze(stream, CONTENT_MAX)
    if content.too_large:
        raise RecordError("too_large", f"Unpacked, a record has at most {CONTENT_MAX >> 20} MB.")
    damage = (
        "" if _checksum(stream) == rest[:CHECKSUM] else "The checksum of the file differs: it was changed or damaged."
    )
    return _RecordReader(content, damage).record()


def remarks_in(data: bytes) -> list[Remark]:
    """Only the remarks in a record that is known to be good: nothing is played again."""
    content = unsqueeze(data[len(MAGIC) + 1 + CHECKSUM :], CONTENT_MAX)
    kinds = ((item, msgspec.msgpack.decode(item)[0]) for item, _ in whole_items(content.data))
    return [remark for item, kind in kinds if kind == REMARKS for remark in unpack(item)]


class _RecordReader:
    """Goes through the items of one file."""

    def __init__(self, content: Squeezed, damage: str) -> None:
        self.content = content
        self.damage = damage
        self.entries: list[Entry] = []
        self.digests: list[bytes] = []
        self.remarks: list[Remark] = []
        self.accounts: Accounts = ()
        self.at_ms = 0
        self._replay: Any = None
        self._replayed = 0
        self._habits = Habits()

    def record(self) -> Record:
        items = whole_items(self.content.data)
        head, read = first_item(items)
        base = self._base(head)
        ended: tuple[Result, bytes] | None = None
        stopped = ""
        try:
            for item, end in items:
                if ended:
                    self._take_after(item, len(base.setup.seats))
                else:
                    ended = self._take(base, item)
                read = end
        except BadItemError as problem:
            stopped = str(problem)
        record = replace(base, entries=tuple(self.entries), digests=tuple(self.digests), damage=self.damage)
        if ended:
            if (read != len(self.content.data) and self.content.whole) or self.content.after:
                raise RecordError("trailing", "There is something after the end of the record.")
            if not self.content.whole:  # the match is complete, but some of its remarks are lost
                record = replace(record, damage=self.damage or "The file is torn after the end of the match.")
            record = replace(record, remarks=tuple(self.remarks), accounts=self.accounts)
            return replace(record, result=ended[0], end=ended[1])
        torn = read != len(self.content.data) or not self.content.whole
        why = stopped or ("the file is torn" if torn else "")
        after = f"after {len(self.entries)} entries and {len(self.digests)} rounds"
        return replace(record, missing=f"The end is missing {after}" + (f": {why}." if why else "."))

    def _base(self, item: bytes | None) -> Record:
        if item is None:
            raise RecordError("torn", "The file ends before the setup of the match does.")
        try:
            header = msgspec.msgpack.decode(item, type=Header)
        except (msgspec.MsgspecError, RecursionError, ValueError) as error:
            raise RecordError("bad_header", f"The setup of the match cannot be read: {error}.") from None
        if header.format != FORMAT:
            raise RecordError("bad_header", f"The header speaks of format {header.format}, the file of {FORMAT}.")
        game = GAMES.get(header.game)
        if game is None:
            raise RecordError("unknown_game", f"This is a match of {header.game!r}, which is not among the games here.")
        if header.rules != game.version:
            here = f"the rules here have version {game.version}"
            raise RecordError("other_rules", f"This match was played by version {header.rules} of the rules; {here}.")
        record = Record(game, _setup_of(game, header), header.timed)
        if record.header != item:
            raise RecordError("bad_header", "The setup of the match is not written as it should be.")
        return record

    def _take(self, base: Record, item: bytes) -> tuple[Result, bytes] | None:
        try:
            first, *rest = msgspec.msgpack.decode(item, type=list[Any])
            kind = msgspec.convert(first, int)
            if kind == ROUNDS:
                self._take_rounds(base, *msgspec.convert(rest, tuple[int, bytes, bytes, list[int]]))
            elif kind == END:
                reason, places, count, link = msgspec.convert(rest, tuple[str, list[tuple[int, int]], int, bytes])
                return self._result(base, reason, places, count), link
            elif kind == TICK:
                at_ms, digest = msgspec.convert(rest, tuple[int, bytes])
                self.digests.append(digest)
                self.entries.append(Entry(TICK, at_ms=at_ms))
            elif kind in ENTRY_NAMES:
                at_ms, seat, *row = msgspec.convert(rest, list[int])
                self.entries.append(Entry(kind, seat, tuple(row), at_ms))
            else:
                raise BadItemError("there is an item of an unknown kind")
        except (msgspec.MsgspecError, RecursionError, ValueError, OverflowError) as error:
            if isinstance(error, BadItemError | RecordError):
                raise
            raise BadItemError(f"an item cannot be read ({error})") from None
        return None

    def _take_after(self, item: bytes, seats: int) -> None:
        """Items after the end add to a record and change nothing in it."""
        kind = 0
        with suppress(msgspec.MsgspecError, IndexError, RecursionError):
            kind = msgspec.convert(msgspec.msgpack.decode(item, type=list[Any])[0], int)
        if kind == REMARKS:
            self.remarks += unpack(item)
        elif kind == ACCOUNTS:
            self.accounts = _accounts.unpack(item, seats)
        elif kind < REMARKS:
            raise RecordError("trailing", "There is something after the end of the record.")

    def _take_rounds(self, base: Record, ticks: int, packed: bytes, digests: bytes, waits: list[int]) -> None:
        if not 1 <= ticks <= GROUP:
            raise BadItemError("a group of rounds has a wrong number of them")
        self._replay = self._replay or Replay(base.game, base.setup)
        replay, source, first = self._replay, Unpacker(self._habits, packed), len(self.entries)
        for entry in self.entries[self._replayed :]:
            if replay.fault(entry):
                raise BadItemError("packed rounds follow an entry that cannot have happened")
            replay.enter(entry)
        sizes = [digest_size(len(self.digests) + 1 + n) for n in range(ticks)]
        if len(digests) != sum(sizes):
            raise BadItemError("a group of rounds has a wrong number of digests")
        while ticks:
            entry = unpack_entry(base.game, replay.state, replay.waited_for(), source)
            if entry.kind == TICK:
                ticks -= 1
                size = sizes.pop(0)
                self.digests.append(digests[:size])
                digests = digests[size:]
            self.entries.append(entry)
            if replay.fault(entry):
                raise BadItemError("an entry cannot have happened")
            replay.enter(entry)
        self._replayed = len(self.entries)
        if not source.empty:
            raise BadItemError("a group of rounds holds more than its rounds")
        self._set_times(first, waits, base.timed)

    def _set_times(self, first: int, waits: list[int], timed: bool) -> None:
        count = len(self.entries) - first
        if len(waits) != (count if timed else 0):
            raise BadItemError("a group of rounds has a wrong number of times")
        at_ms = self.entries[first - 1].at_ms if first else 0
        for n, wait in enumerate(waits, first):
            at_ms += wait
            self.entries[n] = msgspec.structs.replace(self.entries[n], at_ms=at_ms)

    def _result(self, base: Record, reason: str, places: list[tuple[int, int]], count: int) -> Result:
        known = next((one for one in base.game.end_reasons if one.name == reason), None)
        if known is None:
            raise BadItemError("the result has an unknown reason")
        if count != len(self.entries):
            raise BadItemError(f"the record should have {count} entries")
        return Result(known.name, known.sentence, tuple(Place(n, *place) for n, place in enumerate(places, 1)))


def first_item(items: Iterator[tuple[bytes, int]]) -> tuple[bytes | None, int]:
    try:
        return next(items, (None, 0))
    except BadItemError as problem:
        raise RecordError("bad_header", f"The setup of the match cannot be read: {problem}.") from None


def _setup_of(game: Game, header: Header) -> Setup:
    names = game.settings.__struct_fields__
    try:
        if len(header.settings) != len(names):
            raise _settings.SetupError("bad_settings", "", f"there are {len(header.settings)} settings")
        values = dict(zip(names, header.settings, strict=True))
        seats = [_seat_of(item) for item in header.seats]
        setup = game.setup(seats, seed=header.seed, preset=header.preset, settings=values)
        game.start(setup)
    except (_settings.SetupError, msgspec.MsgspecError, RecursionError) as error:
        raise RecordError("bad_setup", f"The setup of the match is not allowed: {error}") from None
    return setup


def _seat_of(item: list[Any]) -> SeatSetup:
    """A seat of a header; raises MsgspecError if it is malformed."""
    if len(item) not in (2, 4, 6):
        raise msgspec.ValidationError("a seat has a wrong number of values")
    return msgspec.convert(dict(zip(SeatSetup.__struct_fields__, item, strict=False)), type=SeatSetup)
