"""Records a match while it runs, so that a crash loses at most the unfinished entry."""

from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

import msgspec

from ..core.digest import Chain
from ..core.entries import Entry
from .match import Match, Step
from .record import Record, end_link, part_head, plain_item, write
from .remarks import Remark, Remarks
from .seat_account import Accounts


class Recorder:
    """Follows a match from its first entry. With a path every entry is written at once to `NAME.rhr.part` beside it,
    and `finish` writes the record to the path. Without `timed` no wall-clock times are kept, so equal matches give
    equal bytes. Remarks, and accounts of seats if the caller sets them, are kept in memory until then."""

    def __init__(self, match: Match, path: Path | None = None, *, timed: bool = True) -> None:
        self.path = path
        self.timed = timed
        self.accounts: Accounts = ()
        self._match = match
        self._record = Record(match.game, match.setup, timed)
        self._entries: list[Entry] = []
        self._digests: list[bytes] = []
        self._remarks = Remarks(timed=timed)
        self._chain = Chain(self._record.header)
        self._part: BinaryIO | None = None
        if path is not None:
            self._part = part_of(path).open("wb", buffering=0)
            self._part.write(part_head(self._record))
        match.listen(self)

    def __call__(self, step: Step) -> None:
        entry = step.entry if self.timed else msgspec.structs.replace(step.entry, at_ms=0)
        entry = msgspec.structs.replace(entry, row=tuple(map(int, entry.row)))
        digest = self._chain.add(entry, self._match.state)
        self._entries.append(entry)
        if digest is not None:
            self._digests.append(digest)
        if self._part is not None:
            self._part.write(plain_item(entry, digest))

    def remark(self, remark: Remark) -> None:
        """Keep what a player said about a turn."""
        self._remarks.add(remark)

    def record(self) -> Record:
        """The match so far; complete when it is over."""
        record = replace(
            self._record, entries=tuple(self._entries), digests=tuple(self._digests), result=self._match.result
        )
        if record.result is None:
            return replace(record, missing="The match is not over yet.")
        record = replace(record, remarks=self._remarks.all(), accounts=self.accounts)
        return replace(record, end=end_link(self._chain, record))

    def finish(self) -> Record:
        """Write the record of a finished match and remove the log."""
        record = self.record()
        if record.result is None:
            raise RuntimeError("the match is not over")
        if self.path is not None:
            write(record, self.path)
            self.close()
            part_of(self.path).unlink(missing_ok=True)
        return record

    def close(self) -> None:
        """Stop writing; the log of an unfinished match stays."""
        if self._part is not None:
            self._part.close()
            self._part = None


def part_of(path: Path) -> Path:
    """Where the log of a running match is kept."""
    return path.with_name(path.name + ".part")
