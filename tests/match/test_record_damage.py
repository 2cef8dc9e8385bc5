"""Hostile and broken files: never a traceback, never a false proof."""

from hashlib import blake2b
from random import Random

import msgspec
import pytest
from tests.match.recorded_matches import GAME, duel, duel_setup, random_match
from tests.scale import amount, seed_for

from roundhouse.match.compression import squeeze, zstd
from roundhouse.match.record import CHECKSUM, RecordError, from_bytes, header_of, to_bytes
from roundhouse.match.verification import verify

HEAD = 4 + CHECKSUM


def file_with(stream: bytes) -> bytes:
    """A record file with this stream and the checksum that fits it, as somebody makes it who knows the format."""
    return b"RHR\x01" + blake2b(stream, digest_size=CHECKSUM).digest() + stream


def file_of(*items: object) -> bytes:
    return file_with(squeeze([msgspec.msgpack.encode(item) for item in items]))


def header(**changes: object) -> list[object]:
    fields = ["format", "game", "rules", "preset", "settings", "seats", "seed", "form", "timed"]
    values = dict(zip(fields, msgspec.msgpack.decode(header_of(GAME, duel_setup(), False)), strict=True))
    return list((values | changes).values())


def proven(data: bytes) -> bool:
    try:
        return verify(from_bytes(data)).ok
    except RecordError:
        return False


@pytest.mark.parametrize("packed", [True, False])
def test_no_flipped_byte_goes_unnoticed(packed: bool) -> None:
    data = to_bytes(duel(), packed=packed)
    assert proven(data)
    for place in range(len(data)):
        for bit in (0x01, 0x80, 0xFF):
            assert not proven(data[:place] + bytes([data[place] ^ bit]) + data[place + 1 :]), place


@pytest.mark.parametrize("packed", [True, False])
def test_no_shortened_file_is_proven(packed: bool) -> None:
    data = to_bytes(duel(), packed=packed)
    for length in range(len(data)):
        assert not proven(data[:length]), length


@pytest.mark.parametrize("packed", [True, False])
@pytest.mark.parametrize("timed", [True, False])
def test_flipped_bytes_inside_the_content_are_noticed_without_the_checksum(packed: bool, timed: bool) -> None:
    content = zstd.decompress(to_bytes(duel(timed=timed), packed=packed)[HEAD:])
    assert proven(file_with(zstd.compress(content)))
    for place in range(len(content)):
        changed = content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :]
        assert not proven(file_with(zstd.compress(changed))), place


@pytest.mark.slow
def test_random_damage_is_never_proven_and_never_raises() -> None:
    rng = Random(seed_for("damaged records"))
    files = [to_bytes(random_match(seed, timed=seed % 2 == 0).record()) for seed in range(4)]
    for _ in range(amount(300, 1500)):
        data = bytearray(rng.choice(files))
        for _ in range(rng.randrange(1, 6)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        if rng.random() < 0.3:
            data = data[: rng.randrange(len(data))] + rng.randbytes(rng.randrange(20))
        assert bytes(data) in files or not proven(bytes(data))


@pytest.mark.slow
def test_random_packed_rounds_are_never_proven_and_never_raise() -> None:
    rng = Random(seed_for("damaged rounds"))
    for _ in range(amount(60, 300)):
        ticks = rng.randrange(1, 4)
        rounds = [6, ticks, rng.randbytes(rng.randrange(60)), rng.randbytes(2 * ticks), []]
        assert not proven(file_of(header(), rounds, [7, "won", [[1, 2], [2, 0]], 3 * ticks, bytes(16)]))


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "not_a_record"),
        (b"RH", "not_a_record"),
        (b"RHR", "not_a_record"),
        (b"RHR\x00aaaa", "not_a_record"),
        (b"GIF89a...", "not_a_record"),
        (b"RHR\x02........", "newer_format"),
        (b"RHR\x01", "torn"),
        (b"RHR\x01........", "torn"),
        (b"RHP\x01", "torn"),
        (b"RHP\x01\xc1", "bad_header"),
        (b"RHP\x01\x01", "bad_header"),
        (b"RHP\x01" + b"\x91" * 5000 + b"\x01", "bad_header"),
        (b"RHP\x01\xdd\xff\xff\xff\xff", "torn"),
        (file_of("no header"), "bad_header"),
        (file_of(header(format=2)), "bad_header"),
        (file_of(header(game="chess")), "unknown_game"),
        (file_of(header(rules="0")), "other_rules"),
        (file_of(header(form="huge")), "bad_header"),
        (file_of(header(settings=[])), "bad_setup"),
        (file_of(header(settings=list(range(14)))), "bad_setup"),
        (file_of(header(preset="blitz")), "bad_setup"),
        (file_of(header(seats=[["ann", "bot"]])), "bad_setup"),
        (file_of(header(seats=[["ann", "bot"], ["bob", "ghost"]])), "bad_setup"),
        (file_of(header(seats=[["ann", "bot"], ["bob", "bot", ""]])), "bad_setup"),
        (file_of(header(seats=[["ann", "bot"], ["bob", "bot", "", 7]])), "bad_setup"),
        (file_of(header(seats=[["ann", "bot"], ["bob", "bot", "", False]])), "bad_header"),
    ],
)
def test_what_is_no_record_is_refused_with_a_code(data: bytes, code: str) -> None:
    with pytest.raises(RecordError) as caught:
        from_bytes(data)

    assert caught.value.code == code


def test_something_after_the_end_is_refused() -> None:
    data = to_bytes(duel())
    for more in (b"\x00", data, b"RHR"):
        with pytest.raises(RecordError) as caught:
            from_bytes(data + more)
        assert caught.value.code == "trailing"
    content = zstd.decompress(data[HEAD:])
    with pytest.raises(RecordError) as caught:
        from_bytes(file_with(zstd.compress(content + b"\x01")))
    assert caught.value.code == "trailing"


def test_a_bomb_is_not_unpacked() -> None:
    bomb = zstd.compress(bytes(100 << 20))
    assert len(bomb) < 20_000

    with pytest.raises(RecordError) as caught:
        from_bytes(file_with(bomb))

    assert caught.value.code == "too_large"


def test_a_stream_that_asks_for_much_memory_is_not_opened() -> None:
    streamed = zstd.ZstdCompressor(options={zstd.CompressionParameter.window_log: 27})
    greedy = streamed.compress(bytes(100)) + streamed.flush()

    with pytest.raises(RecordError) as caught:
        from_bytes(file_with(greedy))

    assert caught.value.code == "torn"


@pytest.mark.parametrize(
    "item",
    [
        [],
        [6],
        [6, 10**9, b"", b"", []],
        [6, 0, b"", b"", []],
        [6, 1, b"", b"", []],
        [6, 1, b"", b"ab", [1]],
        [6, 1, b"\xff" * 50, b"ab", []],
        [6, 1, "text", b"ab", []],
        [7, "won", [[1, 2], [2, 0]], 10**9, b""],
        [7, "luck", [], 0, b""],
        [7, 7],
        [3, 0],
        [3, 0, "text"],
        [1],
        [1, 0, "seat"],
        [99, 0, 1],
        [[1], 0, 1],
        [{}, 0, 1],
        [None, 0, 1],
        ["order", 0, 1],
        [True, 0, 1],
        {"kind": 1},
        "text",
        None,
    ],
)
def test_an_item_that_makes_no_sense_ends_what_can_be_read(item: object) -> None:
    record = from_bytes(file_of(header(), item))

    assert record.result is None
    assert record.missing
    assert not verify(record).ok


def test_damage_that_changes_nothing_still_fails_the_check() -> None:
    data = to_bytes(duel())

    proof = verify(from_bytes(data[:4] + bytes(CHECKSUM) + data[HEAD:]))

    assert (proof.ok, proof.code) == (False, "damaged")
