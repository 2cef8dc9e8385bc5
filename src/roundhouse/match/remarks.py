"""What players say and draw about their turns, and what turns cost: kept with a record, but not covered by its
digests."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from .msgpack_stream import BadItemError

REMARKS = 8  # the kind of an item in a record

LOG_MAX = 4000  # characters of a turn's log that are kept
NOTES_MAX = 200  # drawings of one turn that are kept
SEAT_MAX = 1 << 20  # bytes of one seat's remarks in a match
NUMBER_MAX = 1 << 53
COLOURS = "accent|good|bad|live|count|ink|p[0-8]|#[0-9a-fA-F]{6}"
FULL = "[From here on the remarks of this seat are left out: a match has room for 1 MB of them.]"

Coordinate = Annotated[float, Meta(ge=-1_000_000, le=1_000_000)]
Spot = (
    Annotated[int, Meta(ge=0, le=NUMBER_MAX)]
    | Annotated[str, Meta(min_length=1, max_length=40)]
    # a list, because msgspec misreads a tuple beside a bounded number
    | Annotated[list[Coordinate], Meta(min_length=2, max_length=2)]
)


class Note(Struct, frozen=True, omit_defaults=True):
    """A drawing on the board for whoever looks at the replay: a text, a line from `at` to `to`, or a marked cell.

    Places are named as the game's view names them: the id of a planet, a robot or a unit (a number or a text), or
    [x, y]. `colour` is one of the design's names (accent, good, bad, live, count, ink, p0 to p8) or #rrggbb; without
    one it is the seat's own.
    """

    kind: Literal["text", "line", "cell"]
    at: Spot
    to: Spot | None = None
    text: Annotated[str, Meta(max_length=120)] = ""
    colour: Annotated[str, Meta(pattern=f"^({COLOURS})?$")] = ""


class Remark(Struct, frozen=True, omit_defaults=True):
    """What one seat said, drew and needed for one turn. `step` and `round` are those of the turn, `ms` is what it cost
    as far as somebody measured it."""

    seat: int
    step: int
    round: int
    ms: int | None = None
    log: str = ""
    notes: list[Note] = []

    @property
    def empty(self) -> bool:
        return self.ms is None and not self.log and not self.notes


class RemarkPage(Struct, frozen=True):
    """Remarks of a match, by step and then by seat. `more`: there are others after the last step that is shown."""

    match: str  # its key, or nothing
    over: bool
    remarks: list[Remark]
    more: bool = False


class Remarks:
    """Gathers the remarks of a match and limits each seat to its share. Without `timed` no costs are kept."""

    def __init__(self, *, timed: bool = True) -> None:
        self._timed = timed
        self._made: list[Remark] = []
        self._room: dict[int, int] = {}

    def add(self, remark: Remark) -> None:
        kept = self.fitted(remark)
        if kept is not None:
            self._made.append(kept)

    def fitted(self, remark: Remark) -> Remark | None:
        """As much of a remark as there is room for; None if nothing is kept."""
        kept = remark if self._timed else msgspec.structs.replace(remark, ms=None)
        if kept.log or kept.notes:
            room = self._room.get(kept.seat, SEAT_MAX)
            size = len(kept.log.encode()) + sum(len(msgspec.msgpack.encode(note)) for note in kept.notes)
            if size > room:
                kept = msgspec.structs.replace(kept, log=FULL if room else "", notes=[])
                size = room
            self._room[kept.seat] = room - size
        return None if kept.empty else kept

    def all(self) -> tuple[Remark, ...]:
        """In the order of a record: by seat, and of each seat as they were made."""
        return tuple(sorted(self._made, key=lambda remark: remark.seat))


def page(remarks: Iterable[Remark], *, match: str = "", over: bool = True) -> RemarkPage:
    """All remarks of a match, as viewers get them."""
    return RemarkPage(match, over, sorted(remarks, key=lambda remark: (remark.step, remark.seat)))


# Making them fit


def fitting(log: Any, notes: Any) -> tuple[str, list[Note]]:
    """Remarks of a turn as they are kept, whatever the player sent. What is left out is noted at the end of the log."""
    text, said = (log, "") if isinstance(log, str) else ("", "The log is left out: it is no text.")
    given = notes if isinstance(notes, list | tuple) else [notes]
    kept: list[Note] = []
    for note in given[:NOTES_MAX]:
        try:
            kept.append(msgspec.convert(msgspec.to_builtins(note), Note))
        except (msgspec.ValidationError, TypeError, ValueError, RecursionError) as error:
            said = said or f"A note is left out: {error}."
    if len(given) > NOTES_MAX:
        said = f"Some notes are left out: a turn has at most {NOTES_MAX}."
    return cut(text, said), kept


def cut(text: str, said: str = "") -> str:
    """A log cut to its maximum length, with a note at its end about what was left out."""
    if len(text) > LOG_MAX and not said:
        said = f"The log is cut: a turn has at most {LOG_MAX} characters."
    if not said:
        return text
    line = f"[{said[:200]}]"
    return "\n".join(filter(None, (text[: LOG_MAX - len(line) - 1].rstrip("\n"), line)))


def joined(*remarks: tuple[str, Sequence[Note]]) -> tuple[str, list[Note]]:
    """Several remarks about one turn as one."""
    logs = [log.rstrip("\n") for log, _ in remarks]
    return fitting("\n".join(filter(None, logs)), [note for _, notes in remarks for note in notes])


# In a record


def pack(remarks: Sequence[Remark]) -> list[bytes]:
    """An item per seat: [8, seat, steps, rounds, costs, [[number of the remark, log, notes] ...]]. Steps and rounds are
    stored as differences to the previous ones; costs are left out where none was measured."""
    items = []
    for seat in sorted({remark.seat for remark in remarks}):
        own = [remark for remark in remarks if remark.seat == seat]
        steps, rounds = _steps([one.step for one in own]), _steps([one.round for one in own])
        costs = [-1 if one.ms is None else one.ms for one in own] if any(one.ms is not None for one in own) else []
        texts = [(number, one.log, one.notes) for number, one in enumerate(own) if one.log or one.notes]
        items.append(msgspec.msgpack.encode((REMARKS, seat, steps, rounds, costs, texts)))
    return items


def unpack(item: bytes) -> list[Remark]:
    """Raises BadItemError for what `pack` does not make."""
    form = tuple[int, int, list[int], list[int], list[int], list[tuple[int, str, list[Note]]]]
    try:
        _, seat, steps, rounds, costs, texts = msgspec.msgpack.decode(item, type=form)
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        raise BadItemError(f"remarks cannot be read ({error})") from None
    said = {number: (log, notes) for number, log, notes in texts}
    count = len(steps)
    if not len(rounds) == count or len(costs) not in (0, count) or not said.keys() <= set(range(count)):
        raise BadItemError("remarks do not fit together")
    made = []
    for number, (step, at, ms) in enumerate(zip(_sums(steps), _sums(rounds), costs or [-1] * count, strict=True)):
        log, notes = said.get(number, ("", []))
        made.append(Remark(seat, step, at, None if ms < 0 else ms, log, notes))
    return made


def _steps(numbers: Sequence[int]) -> list[int]:
    return [number - before for before, number in zip([0, *numbers], numbers, strict=False)]


def _sums(steps: Iterable[int]) -> list[int]:
    total, sums = 0, []
    for step in steps:
        total += step
        sums.append(total)
    return sums
