"""Records as files: what goes in comes out, small and the same bytes each time, and a crash loses little."""

from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.match.recorded_matches import GAME, NOP, duel, duel_setup, random_match, senders
from tests.scale import amount

from roundhouse.core.digest import SHORT, SIZE
from roundhouse.core.entries import TICK
from roundhouse.match.match import Match
from roundhouse.match.msgpack_stream import BadItemError, whole_items
from roundhouse.match.record import MAGIC, Record, from_bytes, plain_item, read, to_bytes, write
from roundhouse.match.recorder import Recorder, part_of
from roundhouse.match.verification import verify


def test_what_is_written_is_what_is_read(tmp_path: Path) -> None:
    record = duel(tmp_path / "duel.rhr")

    assert read(tmp_path / "duel.rhr") == record
    assert record.result is not None
    assert record.result.winner == 2


@pytest.mark.slow
@settings(max_examples=amount(20, 100))
@given(
    seed=st.integers(0, 10**6),
    preset=st.sampled_from(["standard", "classic"]),
    players=st.sampled_from([2, 4]),
    timed=st.booleans(),
    packed=st.booleans(),
)
def test_any_match_is_read_back_and_proven(seed: int, preset: str, players: int, timed: bool, packed: bool) -> None:
    record = random_match(seed, preset=preset, players=players, timed=timed, rounds=25).record()

    back = from_bytes(to_bytes(record, packed=packed))

    assert back == record
    assert verify(back).ok


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["standard", "classic"])
def test_500_rounds_of_two_random_senders_take_at_most_4_kb(preset: str) -> None:
    long_ones = {"standard": (5, 6, 7, 10), "classic": (36, 169, 273, 441)}  # few matches of such players last so long
    whole = [senders(seed, preset).record() for seed in long_ones[preset][: amount(1, 4)]]

    assert [record.rounds for record in whole] == [500] * len(whole)
    assert max(len(to_bytes(record)) for record in whole) <= 4096
    shorter = senders(3, preset, rounds=60).record()
    assert len(to_bytes(shorter)) < len(to_bytes(shorter, packed=False))


def test_equal_matches_without_a_wall_clock_give_equal_bytes() -> None:
    assert to_bytes(random_match(5).record()) == to_bytes(random_match(5).record())


def test_wall_clock_offsets_are_kept_only_if_asked_for() -> None:
    assert {entry.at_ms for entry in duel(timed=False).entries} == {0}
    timed = from_bytes(to_bytes(duel(timed=True)))
    assert [entry.at_ms for entry in timed.entries[:3]] == [1, 2, 90]


def test_a_digest_follows_every_tick_and_every_fiftieth_is_whole() -> None:
    match = Match(GAME, duel_setup(max_rounds=101))
    recorder = Recorder(match, timed=False)
    while match.result is None:
        for seat in match.waited_for():
            match.act(seat, NOP)
        match.tick()

    sizes = [len(digest) for digest in from_bytes(to_bytes(recorder.record())).digests]

    assert sizes == [SIZE if tick in (50, 100) else SHORT for tick in range(1, 102)]


def test_the_log_beside_a_running_match_holds_every_entry_and_is_gone_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "m.rhr"
    match = Match(GAME, duel_setup())
    recorder = Recorder(match, path)
    for ticks in range(3):
        for seat in match.waited_for():
            match.act(seat, NOP)
            assert len(read(part_of(path)).entries) == match.step
        match.tick()
        assert read(part_of(path)).rounds == ticks + 1
    assert not path.exists()
    match.leave(1, 6)
    match.tick()

    recorder.finish()

    assert path.exists()
    assert sorted(tmp_path.iterdir()) == [path]


def test_a_log_torn_at_any_byte_loses_at_most_the_unfinished_entry(tmp_path: Path) -> None:
    path = tmp_path / "m.rhr"
    match = Match(GAME, duel_setup())
    recorder = Recorder(match, path, timed=False)
    for _ in range(3):
        for seat in match.waited_for():
            match.act(seat, NOP)
        match.tick()
    recorder.close()
    data = part_of(path).read_bytes()
    entries = recorder.record().entries
    digests = iter(recorder.record().digests)
    ends = [len(data) - sum(map(len, _items(entries, digests)))]
    for item in _items(entries, iter(recorder.record().digests)):
        ends.append(ends[-1] + len(item))

    for length in range(ends[0], len(data) + 1):
        whole = sum(end <= length for end in ends) - 1
        record = from_bytes(data[:length])
        assert record.entries == entries[:whole]
        assert f"after {whole} entries" in record.missing
        assert ("torn" in record.missing) == (length not in ends)


def _items(entries: tuple[object, ...], digests: object) -> list[bytes]:
    return [plain_item(entry, next(digests) if entry.kind == TICK else None) for entry in entries]  # type: ignore[attr-defined,call-overload]


def test_a_torn_record_is_read_up_to_its_last_whole_group_of_rounds() -> None:
    match = Match(GAME, duel_setup(max_rounds=250))
    recorder = Recorder(match, timed=False)
    while match.result is None:
        for seat in match.waited_for():
            match.act(seat, NOP)
        match.tick()
    data = to_bytes(recorder.record())

    record = from_bytes(data[:-60])

    assert record.rounds == 200
    assert record.entries == recorder.record().entries[:600]
    assert "torn" in record.missing
    assert verify(record).code == "incomplete"


def test_a_record_that_the_rules_do_not_take_is_still_written_and_read() -> None:
    record = duel()
    lie = replace(record, entries=(*record.entries[:4], record.entries[3], *record.entries[4:]))

    assert from_bytes(to_bytes(lie)).entries == lie.entries


def test_writing_leaves_the_old_file_if_it_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "m.rhr"
    write(duel(), path)
    before = path.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        write(random_match(1).record(), path)

    assert path.read_bytes() == before


def test_finishing_a_match_that_runs_is_a_mistake_of_the_program() -> None:
    with pytest.raises(RuntimeError, match="not over"):
        Recorder(Match(GAME, duel_setup())).finish()


@pytest.mark.slow
@settings(max_examples=amount(30, 100))
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats() | st.text() | st.binary(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_the_end_of_an_item_is_found(value: object) -> None:
    data = msgspec.msgpack.encode(value)

    assert next(whole_items(data + b"\x01")) == (data, len(data))
    assert all(not list(whole_items(data[:cut])) for cut in range(len(data)))


def test_items_stop_before_a_torn_one_and_complain_about_what_is_none() -> None:
    assert [item for item, _ in whole_items(b"\x01\xc4\x02ab\xc4\x05a")] == [b"\x01", b"\xc4\x02ab"]
    with pytest.raises(BadItemError):
        list(whole_items(b"\x01\xc1"))


def test_a_record_begins_with_its_magic() -> None:
    assert to_bytes(duel())[:4] == MAGIC + b"\x01"


def test_records_of_equal_content_are_equal() -> None:
    assert isinstance(duel(), Record)
    assert duel() == duel()
    assert duel() != duel(timed=True)
