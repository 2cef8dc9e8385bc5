"""The accounts of seats: what is counted, how a match ended for whom, and that a record keeps them."""

import json
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from tests.match.recorded_matches import duel
from tests.match.test_match_remarks import SAID, with_after

from roundhouse.core.game import ACCEPTED, Place, Result, Verdict
from roundhouse.games import GAMES
from roundhouse.match.export import document, ndjson
from roundhouse.match.msgpack_stream import BadItemError
from roundhouse.match.record import RecordError, from_bytes, to_bytes
from roundhouse.match.seat_account import SeatAccount, SeatCounts, Usage, end_of, pack, unpack
from roundhouse.match.verification import verify

GOO = GAMES["spacegoo"]
UNREADABLE = Verdict("refused", "bad_action", "", "", "This is no order.")
ILLEGAL = Verdict("refused", "not_owner", "source", "GOO-034", "That planet is not yours.")
KEPT = (None, SeatAccount("lost", 40, 3, 1, 2, 60_000, 95, 120_000, 4_000))


def test_every_answer_is_of_one_kind() -> None:
    tally = SeatCounts()
    for verdicts in ([ACCEPTED], [ACCEPTED, ILLEGAL], [ILLEGAL, UNREADABLE], [UNREADABLE], []):
        tally.answered(verdicts, 0, done=False)

    assert tally.account() == SeatAccount(answers=5, unreadable=2, illegal=1)


def test_time_runs_from_the_question_to_the_end_of_the_turn() -> None:
    tally = SeatCounts()
    tally.asked(1000)
    tally.asked(1500)  # the same question again
    tally.answered([ILLEGAL], 1800, done=False)
    tally.answered([ACCEPTED], 2000, done=True, usage=Usage(3, 100, 10))
    tally.answered([ACCEPTED], 2500, done=True)  # nobody has asked
    tally.asked(3000)
    tally.missed(3300)

    assert tally.account("lost") == SeatAccount("lost", 3, 0, 1, 1, 1300, 3, 100, 10)


RESULT = Result("won", "", (Place(1, 1, 2), Place(2, 2, 0)))
DRAW = Result("draw", "", (Place(1, 1, 1), Place(2, 1, 1)))


@pytest.mark.parametrize(
    ("result", "left", "failing", "end"),
    [
        (RESULT, "", "illegal", "lost"),  # refused orders lose nothing by themselves
        (DRAW, "", "", "drawn"),
        (RESULT, "resigned", "parse", "resigned"),
        (RESULT, "connection_lost", "", "crashed"),
        (RESULT, GOO.leave_reason(GOO.timeout_reason).name, "", "timeout"),
        (RESULT, GOO.leave_reason(GOO.timeout_reason).name, "parse", "forfeit_parse"),
        (RESULT, GOO.leave_reason(GOO.timeout_reason).name, "illegal", "forfeit_illegal"),
        (RESULT, "kicked", "", "removed"),
    ],
)
def test_ends_are_told_apart(result: Result, left: str, failing: str, end: str) -> None:
    assert end_of(GOO, result, 2, left, failing) == end
    assert end_of(GOO, RESULT, 1, "", "") == "won"


def test_a_record_keeps_accounts_beside_remarks_and_outside_its_proof() -> None:
    record = replace(duel(), accounts=KEPT)

    for one in (record, replace(record, remarks=SAID)):
        for packed in (True, False):
            again = from_bytes(to_bytes(one, packed=packed))
            assert again == one
            assert verify(again).ok
    assert to_bytes(replace(record, accounts=(None, None))) == to_bytes(duel())


def test_exports_show_them() -> None:
    record = replace(duel(), accounts=KEPT)

    lines = [json.loads(line) for line in ndjson(record)]
    assert [line for line in lines if line["type"] == "account"] == [
        {"type": "account", "seat": 2, **msgspec.to_builtins(KEPT[1])}
    ]
    assert [seat["account"] for seat in document(record)["match"]["seats"]] == list(KEPT)
    assert [seat["account"] for seat in document(duel())["match"]["seats"]] == [None, None]


FINE = ["lost", *range(8)]


@pytest.mark.parametrize(
    "item",
    [(9,), (9, []), (9, [None]), (9, [None] * 3), (9, [None, ["lost"]]), (9, [None, ["happy", *range(8)]]),
     (9, [None, [*FINE[:-1], -1]]), (9, [None, [*FINE[:-1], 1 << 60]]), (9, [None, [*FINE, 1]]), (9, "no")],
)  # fmt: skip
def test_what_no_accounts_are_is_refused(item: Any) -> None:
    packed = msgspec.msgpack.encode(item)
    with pytest.raises(BadItemError):
        unpack(packed, 2)
    with pytest.raises(RecordError):
        from_bytes(with_after(packed))


def test_what_was_packed_is_unpacked() -> None:
    assert [unpack(item, 2) for item in pack(KEPT)] == [KEPT]
    assert pack((None, None)) == []
