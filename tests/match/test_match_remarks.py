"""What players say: kept with the record, in its bounds, and no part of the proof."""

import sys
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.match.recorded_matches import duel, random_match

from roundhouse.match.compression import squeeze, unsqueeze
from roundhouse.match.export import html, ndjson
from roundhouse.match.msgpack_stream import BadItemError
from roundhouse.match.record import RecordError, from_bytes, read, remarks_in, to_bytes
from roundhouse.match.remarks import (
    FULL,
    LOG_MAX,
    NOTES_MAX,
    SEAT_MAX,
    Note,
    Remark,
    Remarks,
    fitting,
    pack,
    unpack,
)
from roundhouse.match.verification import verify
from roundhouse.protocol.messages import Act, decode_act, decode_from_client
from roundhouse.sdk import Bot
from roundhouse.sdk.local_match import play

SAID = (
    Remark(1, 0, 0, 12, "hello\nthere", [Note("line", 1, 0, "attack", "accent")]),
    Remark(1, 3, 1, 7),
    Remark(2, 0, 0, None, "", [Note("cell", [3.0, 4.5]), Note("text", "a-1", None, "hm", "#ff00aa")]),
)
NUMBERS = st.integers(0, 1 << 40)
REMARKS = st.lists(
    st.builds(
        Remark,
        st.integers(1, 8),
        NUMBERS,
        NUMBERS,
        st.none() | NUMBERS,
        st.text(max_size=20),
        st.lists(st.builds(Note, st.sampled_from(["text", "line", "cell"]), st.integers(0, 9)), max_size=2),
    ),
    max_size=12,
)


# In a record


def test_remarks_come_after_the_result_and_are_read_again() -> None:
    record = replace(duel(), remarks=SAID)

    for packed in (True, False):
        data = to_bytes(record, packed=packed)
        assert from_bytes(data) == record
        assert remarks_in(data) == list(SAID)


def test_a_record_without_remarks_is_what_it_always_was() -> None:
    record = random_match(7, rounds=60).finish()
    plain = unsqueeze(to_bytes(record)[8:], 1 << 20).data
    said = unsqueeze(to_bytes(replace(record, remarks=SAID))[8:], 1 << 20).data

    assert said.startswith(plain)
    assert said[len(plain) :] == b"".join(pack(SAID))


def test_remarks_are_outside_the_proof() -> None:
    record = replace(duel(), remarks=SAID)

    assert verify(from_bytes(to_bytes(record))).ok
    assert from_bytes(to_bytes(record)).end == duel().end


def test_an_unfinished_record_has_none() -> None:
    recorder = random_match(3, rounds=5)
    unfinished = replace(recorder.record(), result=None, remarks=SAID)

    assert from_bytes(to_bytes(unfinished)).remarks == ()


@given(made=REMARKS)
def test_packing_and_unpacking_gives_the_same(made: list[Remark]) -> None:
    by_seat = sorted(made, key=lambda remark: remark.seat)

    assert [remark for item in pack(made) for remark in unpack(item)] == by_seat


@pytest.mark.parametrize(
    "item",
    [(8,), (8, 1, [1], [], [], []), (8, 1, [1], [1], [1, 2], []), (8, 1, [1], [1], [], [(1, "", [])]),
     (8, "x", [], [], [], []), (8, 1, [1], [1], [], [(0, "", [{"kind": "blob", "at": 1}])])],
)  # fmt: skip
def test_what_no_remarks_are_is_refused(item: Any) -> None:
    packed = msgspec.msgpack.encode(item)
    with pytest.raises(BadItemError):
        unpack(packed)
    with pytest.raises(RecordError):
        from_bytes(with_after(packed))


def test_what_readers_do_not_know_after_the_end_is_left_out() -> None:
    record = from_bytes(with_after(msgspec.msgpack.encode((99, "something newer"))))

    assert record.remarks == ()
    assert verify(record).ok


def test_a_file_torn_among_the_remarks_still_has_the_match() -> None:
    data = to_bytes(replace(random_match(7, rounds=60).finish(), remarks=(Remark(1, 0, 0, None, noise(4000)),)))
    torn = from_bytes(data[:-1000])

    assert torn.result is not None
    assert torn.damage
    assert torn.remarks == ()
    assert verify(torn).code == "damaged"


def noise(length: int) -> str:
    return "".join(map(chr, Random(1).choices(range(33, 4000), k=length)))


def with_after(item: bytes) -> bytes:
    data = to_bytes(duel())
    stream = squeeze([unsqueeze(data[8:], 1 << 20).data, item])
    return data[:4] + blake2b(stream, digest_size=4).digest() + stream


def test_exports_carry_them() -> None:
    record = replace(duel(), remarks=SAID)
    lines = [msgspec.json.decode(line) for line in ndjson(record)]

    assert lines[-4]["type"] == "result"
    assert [(line["type"], line["step"], line["seat"]) for line in lines[-3:]] == [
        ("remark", 0, 1), ("remark", 0, 2), ("remark", 3, 1),
    ]  # fmt: skip
    page = html(record)
    if 'id="frames"' in page:  # with the web client; the small page shows the board alone
        shown = page.partition('id="remarks">')[2].partition("</script>")[0]
        assert [one["seat"] for one in msgspec.json.decode(shown)["remarks"]] == [1, 2, 1]


# Their bounds


def test_a_seat_has_so_much_room_and_the_cut_shows() -> None:
    kept = Remarks()
    for step in range(300):
        kept.add(Remark(1, step, step, 1, "x" * LOG_MAX))
    kept.add(Remark(2, 300, 300, 1, "others have room"))
    made = kept.all()

    assert len(made) == 301, "what turns cost is still kept"
    assert sum(len(one.log) for one in made) <= SEAT_MAX + len(FULL)
    assert [one.log for one in made].count(FULL) == 1
    assert made[-1].log == "others have room"


def test_without_a_clock_costs_are_left_out() -> None:
    kept = Remarks(timed=False)
    kept.add(Remark(1, 0, 0, 12))
    kept.add(Remark(1, 1, 1, 12, "said"))

    assert kept.all() == (Remark(1, 1, 1, None, "said"),)


@pytest.mark.parametrize(
    ("log", "notes", "said"),
    [
        ("x" * 5000, [], "[The log is cut: a turn has at most 4000 characters.]"),
        (7, [], "[The log is left out: it is no text.]"),
        ("a", [{"kind": "cell", "at": 1}] * 250, "[Some notes are left out: a turn has at most 200.]"),
        ("a", [{"kind": "blob", "at": 1}], "[A note is left out: Invalid enum value 'blob' - at `$.kind`.]"),
        ("a", [{"kind": "cell", "at": [1]}], "[A note is left out: Expected `array` of length >= 2 - at `$.at`.]"),
        ("a", "none", "[A note is left out: Expected `object`, got `str`.]"),
    ],
)
def test_what_is_too_much_is_cut_and_says_so(log: Any, notes: Any, said: str) -> None:
    text, kept = fitting(log, notes)

    assert text.endswith(said)
    assert len(text) <= LOG_MAX
    assert len(kept) <= NOTES_MAX


@pytest.mark.parametrize("decode", [decode_from_client, decode_act])
def test_bad_remarks_never_cost_the_orders(decode: Any) -> None:
    for remarks in ({"log": "x" * 9000}, {"log": None}, {"notes": [1] * 300}, {"notes": {}}, {"log": 1, "notes": 2}):
        raw = msgspec.json.encode({"type": "act", "actions": [{"type": "nop"}], "step": 3, "seq": 9} | remarks)
        made = decode(raw)

        assert isinstance(made, Act)
        assert (list(map(bytes, made.actions)), made.step, made.seq) == ([b'{"type":"nop"}'], 3, 9)
        assert made.log.endswith("]")


def test_what_else_is_wrong_is_still_refused() -> None:
    for message in ({"actions": 7, "log": 7}, {"actions": [], "step": -1, "log": 7}, {"log": 7}):
        with pytest.raises(msgspec.ValidationError):
            decode_from_client(msgspec.json.encode({"type": "act"} | message))


# Local matches


class Chatty(Bot):
    def start(self, start: Any) -> None:
        self.say("ready")

    def act(self, turn: Any) -> Any:
        print("out")  # noqa: T201
        print("err", file=sys.stderr)  # noqa: T201
        self.say("round", turn.view.round)
        self.draw("line", 1, (2, 3), text="there", colour="good")
        self.draw("cell", object())  # type: ignore[arg-type]
        return {"type": "nop"}

    def over(self, over: Any) -> None:
        self.say("over")


class Silent(Bot):
    def act(self, turn: Any) -> Any:
        return {"type": "nop"}


def test_what_a_bot_says_prints_and_draws_is_in_the_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    play("spacegoo", [Chatty, "random"], seed=1, settings={"max_rounds": 2}, out=tmp_path / "m.rhr")
    said = read(tmp_path / "m.rhr").remarks

    left_out = "[A note is left out: Encoding objects of type object is unsupported.]"
    assert [(one.seat, one.round, one.ms) for one in said] == [(1, 0, None), (1, 1, None), (1, 2, None)]
    assert said[0].log == f"out\nerr\nready\nround 0\n{left_out}"
    assert said[0].notes == [Note("line", 1, [2.0, 3.0], "there", "good")]
    assert said[2].log == "over"
    heard = capsys.readouterr()
    assert (heard.out, heard.err) == ("out\n" * 2, "err\n" * 2), "it still reaches the user"


def test_turns_are_timed_where_the_record_is(tmp_path: Path) -> None:
    play("spacegoo", [Silent, "random"], settings={"max_rounds": 3}, out=tmp_path / "m.rhr", timed=True)
    said = read(tmp_path / "m.rhr").remarks

    assert [(one.seat, one.round) for one in said] == [(1, 0), (1, 1), (1, 2)], "built-in bots think without a clock"
    assert all(one.ms is not None and not one.log for one in said)


def test_seeded_matches_of_silent_bots_are_equal_to_the_byte(tmp_path: Path) -> None:
    for name in ("a.rhr", "b.rhr"):
        play("spacegoo", [Silent, "random"], seed=5, settings={"max_rounds": 30}, out=tmp_path / name)

    assert (tmp_path / "a.rhr").read_bytes() == (tmp_path / "b.rhr").read_bytes()
    assert read(tmp_path / "a.rhr").remarks == ()


def test_a_bot_that_says_without_end_stays_in_its_bounds(tmp_path: Path) -> None:
    class Endless(Silent):
        def act(self, turn: Any) -> Any:
            for number in range(10_000):
                self.say("x" * 100)
                self.draw("cell", number)
            return super().act(turn)

    play("spacegoo", [Endless, "random"], seed=1, settings={"max_rounds": 1}, out=tmp_path / "m.rhr")
    (said,) = read(tmp_path / "m.rhr").remarks

    assert len(said.log) == LOG_MAX
    assert len(said.notes) == NOTES_MAX
    assert said.log.endswith("[Some notes are left out: a turn has at most 200.]")
