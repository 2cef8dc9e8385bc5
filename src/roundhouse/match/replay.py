"""Replays a match from its setup and entries, entry by entry."""

from typing import TYPE_CHECKING, Any

from ..core.entries import CHANGE, ENTRY_NAMES, LEAVE, ORDER, TICK, VOID, Entry, enter
from ..core.game import Game, Result, Setup

if TYPE_CHECKING:
    from .record import Record

NUMBER_MAX = 2**31 - 1


class Replay:
    """A match that only follows its log. An entry that the rules would not have accepted at that moment is not
    entered."""

    def __init__(self, game: Game, setup: Setup) -> None:
        self.game = game
        self.setup = setup
        self.state = game.start(setup)
        self.seats = len(setup.seats)
        self.ticks = 0
        self.result: Result | None = None
        self._left = False  # whether a seat left since the last tick
        self._waited = [0] * (game.seats_max + 1)

    @property
    def round(self) -> int:
        """The round that is being played."""
        return int(getattr(self.state, "round_no", self.ticks))

    def waited_for(self) -> list[int]:
        """The seats that are waited for."""
        if not self.game.rules.waiting(self.state, self._waited):
            return []
        return [seat for seat in range(1, self.seats + 1) if self._waited[seat]]

    def fault(self, entry: Entry) -> str:
        """Why this entry cannot have happened now, or ""."""
        if self.result is not None:
            return "there is an entry after the end"
        if entry.kind == TICK:
            early = self.game.timeout_reason and not self._left and self.waited_for()
            return "the round ends although a seat is waited for" if early else ""
        if entry.kind == CHANGE:
            if self.game.changes is None:
                return "this game knows no change of a running match"
            if len(entry.row) != self.game.change_width or any(abs(number) > NUMBER_MAX for number in entry.row):
                return "the change is no row of this game"
            verdict = self.game.verdict(self.game.rules.check_change(self.state, entry.row))
            return "" if verdict.verdict == "accepted" else f"the change would have been refused ({verdict.code})"
        if entry.kind not in ENTRY_NAMES:
            return f"there is no entry of kind {entry.kind}"
        if not 1 <= entry.seat <= self.seats:
            return f"there is no seat {entry.seat}"
        if entry.kind == LEAVE:
            known = len(entry.row) == 1 and any(reason.code == entry.row[0] for reason in self.game.leave_reasons)
            return "" if known else f"seat {entry.seat} leaves for an unknown reason"
        if len(entry.row) != self.game.width or any(abs(number) > NUMBER_MAX for number in entry.row):
            return f"the {entry.name} of seat {entry.seat} is no row of this game"
        verdict = self.game.verdict(self.game.rules.check(self.state, entry.seat, entry.row))
        if verdict.verdict != {ORDER: "accepted", VOID: "void"}[entry.kind]:
            became = verdict.verdict + (f" ({verdict.code})" if verdict.code else "")
            return f"the {entry.name} of seat {entry.seat} would have been {became}"
        return ""

    def enter(self, entry: Entry) -> None:
        enter(self.game.rules, self.state, entry)
        self.ticks += entry.kind == TICK
        self._left = entry.kind == LEAVE or (self._left and entry.kind != TICK)
        self.result = self.game.result(self.state)

    def events(self) -> list[Any]:
        """What the newest entry caused."""
        return self.game.events(self.state)

    def view(self, seat: int = 0) -> Any:
        """What a seat sees, 0 for a spectator."""
        return self.game.view(self.state, seat, [one.name for one in self.setup.seats])


def prefix(record: "Record", step: int) -> tuple[Entry, ...]:
    """The entries from which another match can play on: those up to the last tick at or before a step. The entries that
    ended the match are left out, so there is always a round to play."""
    playable = len(record.entries) - (record.result is not None)
    end = max(0, min(step, playable))
    while end and record.entries[end - 1].kind != TICK:
        end -= 1
    return record.entries[:end]
