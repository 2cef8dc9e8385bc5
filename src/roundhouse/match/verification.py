"""Checks that a record is what was played: plays all of it again and compares."""

from msgspec import Struct

from ..core.digest import Chain
from .record import Record, end_link
from .replay import Replay


class Proof(Struct, frozen=True):
    """What a check of a record found. `round` is the first round that differs, or None if the fault is in no single
    round."""

    ok: bool
    code: str
    sentence: str
    round: int | None
    rounds: int  # rounds that were played again and agree
    entries: int


def verify(record: Record) -> Proof:
    """Play a record again and compare everything it says: entries, digests, result."""
    replay = Replay(record.game, record.setup)
    chain = Chain(record.header)
    for number, entry in enumerate(record.entries):
        at = replay.round

        def differs(code: str, what: str, at: int = at, number: int = number) -> Proof:
            return Proof(False, code, f"round {at}: {what}.", at, rounds_of(replay), number)

        if fault := replay.fault(entry):
            return differs("bad_entry", fault)
        replay.enter(entry)
        kept = chain.add(entry, replay.state)
        if kept is not None and kept != record.digests[chain.ticks - 1]:
            replay.ticks -= 1
            return differs("digest", "the digest differs, so an entry, a digest or the setup was changed")
    count = len(record.entries)
    if record.missing:
        return Proof(False, "incomplete", f"{record.missing} What is there agrees.", None, rounds_of(replay), count)
    last = replay.round
    if replay.result is None:
        what = "the record ends here, but the match does not"
    elif record.result != replay.result:
        what = "the result is not the one that was played"
    elif record.end != end_link(chain, record):
        what = "the last link of the digest chain differs"
    elif record.damage:
        return Proof(False, "damaged", record.damage, None, rounds_of(replay), count)
    else:
        rounds = rounds_of(replay)
        return Proof(True, "", f"{rounds} rounds and the result are proven.", None, rounds, count)
    return Proof(False, "result", f"round {last}: {what}.", last, rounds_of(replay), count)


def rounds_of(replay: Replay) -> int:
    """The rounds that were played, as players count them: in some games a tick is the turn of one seat."""
    if replay.game.ends_turn is None:
        return replay.ticks
    return replay.round - (replay.result is None)
