"""The account of a seat: what it answered, how much of that was unusable, and how the match ended for it. Kept with a
record, but not covered by its digests."""

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from ..core.game import Game, Result, Verdict
from .msgpack_stream import BadItemError

ACCOUNTS = 9  # the kind of an item in a record
NUMBER_MAX = 1 << 53

# won, drawn and lost: it played to the end. forfeit_parse: its answers could not be read. forfeit_illegal: they broke
# the rules. timeout: there was no answer in time. crashed: its player was gone. removed: it was sent away.
End = Literal[
    "", "won", "drawn", "lost", "forfeit_parse", "forfeit_illegal", "timeout", "resigned", "crashed", "removed"
]
Count = Annotated[int, Meta(ge=0, le=NUMBER_MAX)]


class Usage(Struct, frozen=True, omit_defaults=True):
    """What an agent has used in this match so far, as its client says: calls of tools, and tokens if it knows them."""

    tool_calls: Count = 0
    input_tokens: Count = 0
    output_tokens: Count = 0


class SeatAccount(Struct, frozen=True):
    """Every answer is fine, `illegal` (an order in it was refused, void or cost the match) or `unreadable`. `late` are
    turns without an answer in time, `time_ms` is how long the seat was waited for. The rest is what its client says."""

    end: End = ""
    answers: Count = 0
    unreadable: Count = 0
    illegal: Count = 0
    late: Count = 0
    time_ms: Count = 0
    tool_calls: Count = 0
    input_tokens: Count = 0
    output_tokens: Count = 0


class SeatCounts:
    """Counts for one seat while its match runs."""

    __slots__ = ("_asked_ms", "answers", "failing", "illegal", "late", "time_ms", "unreadable", "usage")

    def __init__(self) -> None:
        self.answers = self.unreadable = self.illegal = self.late = self.time_ms = 0
        self.usage = Usage()
        self.failing: Literal["", "parse", "illegal"] = ""  # what was wrong with the newest answer
        self._asked_ms: int | None = None

    def asked(self, now_ms: int) -> None:
        """The seat is waited for. A second call changes nothing."""
        if self._asked_ms is None:
            self._asked_ms = now_ms
            self.failing = ""

    def answered(self, verdicts: Sequence[Verdict], now_ms: int, *, done: bool, usage: Usage | None = None) -> None:
        """It has answered; `done`: it is not waited for any more."""
        self.answers += 1
        bad = [verdict for verdict in verdicts if verdict.verdict != "accepted"]
        self.failing = "" if not bad else "parse" if any(is_unreadable(verdict) for verdict in bad) else "illegal"
        self.unreadable += self.failing == "parse"
        self.illegal += self.failing == "illegal"
        self.usage = usage or self.usage
        if done:
            self.rested(now_ms)

    def missed(self, now_ms: int) -> None:
        """Its time is over."""
        self.late += 1
        self.rested(now_ms)

    def rested(self, now_ms: int) -> None:
        """It is not waited for any more."""
        if self._asked_ms is not None:
            self.time_ms += max(0, now_ms - self._asked_ms)
            self._asked_ms = None

    def account(self, end: End = "") -> SeatAccount:
        used = self.usage
        return SeatAccount(
            end, self.answers, self.unreadable, self.illegal, self.late, self.time_ms, used.tool_calls,
            used.input_tokens, used.output_tokens,
        )  # fmt: skip


def is_unreadable(verdict: Verdict) -> bool:
    """Whether the answer was no action at all: either no rule's refusal, or the game's refusal for unreadable
    actions."""
    return (verdict.code == "bad_action" and not verdict.rule) or verdict.code == "bad_request"


def end_of(game: Game, result: Result, seat: int, left: str, failing: str) -> End:
    """How a match ended for a seat; `left` is why it left, or "", and `failing` what was wrong with its last answer."""
    if left == "resigned":
        return "resigned"
    if left in ("connection_lost", "crashed"):
        return "crashed"
    if left:
        missed = game.leave_reason(game.timeout_reason).name if game.timeout_reason else ""
        if failing:
            return "forfeit_parse" if failing == "parse" else "forfeit_illegal"
        if left == missed:
            return "timeout"
        broken = {game.leave_reason(line.leaves).name for line in game.refusals if line.leaves}
        return "forfeit_illegal" if left in broken else "removed"
    first = [place.seat for place in result.places if place.place == 1]
    if seat not in first:
        return "lost"
    return "won" if len(first) == 1 else "drawn"


# In a record

Accounts = tuple[SeatAccount | None, ...]  # by seat


def pack(accounts: Accounts) -> list[bytes]:
    """One item, if any seat has an account: [9, [end, answers, unreadable, illegal, late, time_ms, tool calls, tokens
    read, tokens written] of each seat, or nil]."""
    if not any(accounts):
        return []
    rows = [None if one is None else msgspec.structs.astuple(one) for one in accounts]
    return [msgspec.msgpack.encode((ACCOUNTS, rows))]


def unpack(item: bytes, seats: int) -> Accounts:
    """Raises BadItemError for what `pack` does not make."""
    try:
        _, rows = msgspec.msgpack.decode(item, type=tuple[int, list[list[str | int] | None]])
        if len(rows) != seats:
            raise ValueError(f"there are {len(rows)} for {seats} seats")
        names = SeatAccount.__struct_fields__
        made = [None if row is None else dict(zip(names, row, strict=True)) for row in rows]
        return msgspec.convert(made, Accounts)
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        raise BadItemError(f"accounts cannot be read ({error})") from None
