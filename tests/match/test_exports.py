"""Exports: lines of JSON with everything in them, and one HTML file that needs nothing else."""

import json
import re
from dataclasses import replace

import msgpack
import msgspec
from tests.match.recorded import GAME, NOP, duel, random_match

from roundhouse.core.entries import ORDER, order
from roundhouse.match.export import FORMATS, html, ndjson
from roundhouse.match.proof import verify
from roundhouse.match.record import from_bytes
from roundhouse.match.zstd import unsqueeze


def test_ndjson_has_setup_steps_and_result() -> None:
    record = duel()
    first, *steps, last = [json.loads(line) for line in ndjson(record)]

    assert first["type"] == "setup"
    assert first["setup"]["seats"] == [{"name": "ann"}, {"name": "bob"}]
    assert first["view"]["round"] == 0
    assert [step["step"] for step in steps] == list(range(1, len(record.entries) + 1))
    assert steps[0] == {
        "type": "step", "step": 1, "round": 0, "entry": "order", "seat": 1,
        "action": {"type": "send", "source": 1, "target": 0, "ships": [900, 0, 0]}, "events": [],
    }  # fmt: skip
    ticks = [step for step in steps if step["entry"] == "tick"]
    assert [step["view"]["round"] for step in ticks] == list(range(1, 8))
    assert {"type": "planet_taken", "planet": 1, "seat": 2, "previous": 1} in ticks[6]["events"]
    assert last["type"] == "result"
    assert last["winner"] == 2


def test_ndjson_of_a_broken_record_ends_where_it_breaks() -> None:
    record = duel()
    lie = replace(record, entries=(order(1, NOP), *record.entries))

    *_, last = [json.loads(line) for line in ndjson(lie)]

    assert last == {
        "type": "broken", "step": 2, "round": 0,
        "sentence": "the order of seat 1 would have been forfeit (second_command)",
    }  # fmt: skip


def test_ndjson_of_an_unfinished_match_says_so() -> None:
    record = replace(duel(), result=None, missing="The end is missing.")

    assert json.loads(list(ndjson(record))[-1]) == {"type": "missing", "sentence": "The end is missing."}


def test_html_is_one_file_that_loads_nothing() -> None:
    page = html(random_match(3, players=4).record())

    assert not re.search(r"""(src|href)\s*=|url\(|@import|https?://|fetch\(|XMLHttp""", page)
    assert "default-src 'none'" in page


def test_html_holds_every_round_and_the_names_cannot_break_out_of_it() -> None:
    record = duel()
    name = "</script><script>alert(1)</script><!--"
    seats = tuple(msgspec.structs.replace(seat, name=name) for seat in record.setup.seats)
    page = html(replace(record, setup=msgspec.structs.replace(record.setup, seats=seats)))

    assert page.lower().count("</script") == 1
    assert "<!--" not in page
    shown = json.loads(re.search(r"const record = (.*);\n", page)[1])  # type: ignore[index]
    assert shown["names"] == [name, name]
    assert len(shown["frames"]) == record.rounds + 1
    assert shown["winner"] == 2


def test_views_of_all_seat_counts_can_be_exported() -> None:
    assert GAME.seat_counts == (2, 4)
    for players in GAME.seat_counts:
        for make in FORMATS.values():
            assert make(random_match(8, players=players, preset="classic").record())


def test_a_plain_record_can_be_read_without_the_rules_and_is_proven_like_the_packed_one() -> None:
    record = random_match(5, players=2).record()
    content = FORMATS["plain"](record)
    unpacker = msgpack.Unpacker()
    unpacker.feed(unsqueeze(content[8:], 1 << 20).data)
    header, *items, _ = unpacker

    assert header[1] == "spacegoo"
    assert [tuple(item[3:]) for item in items if item[0] == ORDER] == [e.row for e in record.entries if e.kind == ORDER]
    assert from_bytes(content) == record
    assert verify(from_bytes(content)).ok
