"""`verify`: whatever is changed in a record, it is found, with the round where there is one."""

from collections.abc import Callable
from dataclasses import replace

import msgspec
import pytest
from tests.match.recorded_matches import GAME, NOP, duel, duel_setup, random_match

from roundhouse.core.entries import TICK, VOID, Entry, leave, order, tick
from roundhouse.core.game import Place, SeatSetup
from roundhouse.match.match import Match
from roundhouse.match.record import Record, from_bytes, to_bytes
from roundhouse.match.recorder import Recorder
from roundhouse.match.verification import Proof, verify


def changed(record: Record, place: int, entry: Entry) -> Record:
    return replace(record, entries=(*record.entries[:place], entry, *record.entries[place + 1 :]))


def first_tick_after(record: Record, ticks: int) -> int:
    """Where the entries of a round begin."""
    places = [n for n, entry in enumerate(record.entries) if entry.kind == TICK]
    return places[ticks - 1] + 1 if ticks else 0


def test_an_untouched_record_is_proven() -> None:
    assert verify(duel()) == Proof(True, "", "7 rounds and the result are proven.", None, 7, 21)


def test_an_order_that_the_rules_would_clip_to_the_same_still_shows() -> None:
    record = duel()
    assert record.entries[0].row == (1, 1, 0, 900, 0, 0)  # five ships are there

    proof = verify(changed(record, 0, order(1, [1, 1, 0, 1000, 0, 0])))

    assert (proof.ok, proof.code, proof.round) == (False, "digest", 0)
    assert proof.sentence.startswith("round 0: the digest differs")


@pytest.mark.parametrize("packed", [True, False])
@pytest.mark.parametrize("at", [0, 1, 5])
def test_the_first_round_that_differs_is_named_also_through_a_file(at: int, packed: bool) -> None:
    record = duel()
    lie = changed(record, first_tick_after(record, at), order(1, [1, 1, 0, 1, 0, 0]))

    proof = verify(from_bytes(to_bytes(lie, packed=packed)))

    assert not proof.ok
    assert proof.round == at


CHANGES: dict[str, tuple[Callable[[Record], Record], int | None]] = {
    "an entry is missing": (lambda r: replace(r, entries=r.entries[:1] + r.entries[2:]), 0),
    "an order is entered twice": (lambda r: replace(r, entries=r.entries[:1] + r.entries), 0),
    "a seat leaves": (lambda r: replace(r, entries=(*r.entries[:3], leave(1, 6), *r.entries[3:])), 1),
    "a seat leaves for no known reason": (lambda r: replace(r, entries=(leave(1, 99), *r.entries)), 0),
    "a seat that does not exist": (lambda r: changed(r, 0, order(3, NOP)), 0),
    "no row of the game": (lambda r: changed(r, 0, order(1, [0])), 0),
    "a number that fits no row": (lambda r: changed(r, 0, order(1, [1, 1, 0, 2**40, 0, 0])), 0),
    "an order becomes void": (lambda r: changed(r, 0, Entry(VOID, 1, r.entries[0].row)), 0),
    "a void becomes an order": (lambda r: changed(r, 3, order(1, r.entries[3].row)), 1),
    "an organiser's change": (lambda r: changed(r, 3, Entry(5, 0, (1,))), 1),
    "an unknown kind of entry": (lambda r: changed(r, 3, Entry(0)), 1),
    "an order after the end": (lambda r: replace(r, entries=(*r.entries, order(1, NOP))), 7),
    "a tick too early": (lambda r: replace(r, entries=(tick(), *r.entries), digests=(r.digests[0], *r.digests)), 0),
    "two digests change places": (lambda r: replace(r, digests=(r.digests[1], r.digests[0], *r.digests[2:])), 0),
    "one digest": (lambda r: replace(r, digests=(*r.digests[:4], b"\x00\x00", *r.digests[5:])), 4),
    "the last link": (lambda r: replace(r, end=bytes(16)), 7),
    "the seed": (lambda r: replace(r, setup=_set(r, seed=r.setup.seed + 1)), 0),
    "a name": (lambda r: replace(r, setup=_set(r, seats=(SeatSetup("eve"), r.setup.seats[1]))), 0),
    "a kind of player": (lambda r: replace(r, setup=_set(r, seats=(SeatSetup("ann", "person"), r.setup.seats[1]))), 0),
    "a setting": (lambda r: replace(r, setup=_set(r, settings=r.setup.settings | {"max_rounds": 400})), 0),
    "whether it is timed": (lambda r: replace(r, timed=True), 0),
    "the winner": (lambda r: replace(r, result=_won(r, 1)), 7),
    "the points": (lambda r: replace(r, result=_points(r)), 7),
    "the reason": (lambda r: replace(r, result=_reason(r)), 7),
    "the end is cut off": (lambda r: replace(r, entries=r.entries[:9], digests=r.digests[:3]), 3),
}


def _set(record: Record, **values: object) -> object:
    return msgspec.structs.replace(record.setup, **values)


def _won(record: Record, seat: int) -> object:
    places = tuple(Place(n, 1 if n == seat else 2, 2 if n == seat else 0) for n in (1, 2))
    return msgspec.structs.replace(record.result, places=places)


def _points(record: Record) -> object:
    return msgspec.structs.replace(record.result, places=(Place(1, 2, 7), Place(2, 1, 2)))


def _reason(record: Record) -> object:
    return msgspec.structs.replace(record.result, reason="disqualified")


@pytest.mark.parametrize("change", CHANGES)
def test_every_change_is_found_and_its_round_named(change: str) -> None:
    make, at = CHANGES[change]

    proof = verify(make(duel()))

    assert not proof.ok
    assert proof.round == at
    assert proof.sentence.startswith(f"round {at}: ")


def test_a_changed_wall_clock_offset_shows_at_the_end() -> None:
    record = duel(timed=True)
    late = changed(record, 0, order(1, record.entries[0].row, at_ms=5000))

    assert verify(late).code == "result"


def test_any_single_digest_that_is_changed_is_found_in_its_round() -> None:
    record = random_match(11, rounds=60).record()
    for tick_no, digest in enumerate(record.digests):
        flipped = bytes([digest[0] ^ 1]) + digest[1:]
        lie = replace(record, digests=(*record.digests[:tick_no], flipped, *record.digests[tick_no + 1 :]))
        assert verify(lie).round == tick_no


def test_a_match_that_still_runs_is_not_proven_but_agrees() -> None:
    record = replace(duel(), missing="The end is missing.", result=None)

    proof = verify(record)

    assert (proof.ok, proof.code, proof.round) == (False, "incomplete", None)
    assert "agrees" in proof.sentence


def test_a_tick_may_come_early_when_a_seat_has_left() -> None:

    match = Match(GAME, duel_setup())
    recorder = Recorder(match)
    match.leave(1, 5)
    match.tick()

    assert verify(from_bytes(to_bytes(recorder.record()))).ok
