"""Exports: lines of JSON with everything in them, and one HTML file that needs nothing else."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgpack
import msgspec
import pytest
from tests.match.recorded_matches import GAME, NOP, duel, random_match

from roundhouse.core.entries import ORDER, leave, order
from roundhouse.games import GAMES
from roundhouse.games.rally.actions import Program, Resign
from roundhouse.match import export
from roundhouse.match.analysis import Analysis, Moment
from roundhouse.match.compression import unsqueeze
from roundhouse.match.export import FORMATS, document, html, ndjson
from roundhouse.match.match import Match
from roundhouse.match.plain_record import PlainRecord, plain_record
from roundhouse.match.record import Record, from_bytes
from roundhouse.match.recorder import Recorder
from roundhouse.match.verification import verify
from roundhouse.protocol.api import platform


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


@pytest.fixture
def no_client(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """As in a package without the web client."""
    monkeypatch.setattr(export, "WEB", tmp_path)


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A viewer that contains all that could break out of its element."""
    (tmp_path / "viewer.js").write_text("const a = '</script><!-- </SCRIPT', b = `{0} {{1}}`, c = '\\u00e4';")
    (tmp_path / "viewer.css").write_text("p::after { content: '</style>'; }")
    monkeypatch.setattr(export, "WEB", tmp_path)
    return tmp_path


def renamed(record: Any, name: str) -> Any:
    """A record whose players all have this name."""
    seats = tuple(msgspec.structs.replace(seat, name=name) for seat in record.setup.seats)
    return replace(record, setup=msgspec.structs.replace(record.setup, seats=seats))


@pytest.mark.usefixtures("no_client")
def test_html_is_one_file_that_loads_nothing() -> None:
    page = html(random_match(3, players=4).record())

    assert not re.search(r"""(src|href)\s*=|url\(|@import|https?://|fetch\(|XMLHttp""", page)
    assert "default-src 'none'" in page


@pytest.mark.usefixtures("no_client")
def test_html_holds_every_round_and_the_names_cannot_break_out_of_it() -> None:
    record = duel()
    name = "</script><script>alert(1)</script><!--"
    page = html(renamed(record, name))

    assert page.lower().count("</script") == 1
    assert "<!--" not in page
    shown = json.loads(re.search(r"const record = (.*);\n", page)[1])  # type: ignore[index]
    assert shown["names"] == [name, name]
    assert len(shown["frames"]) == record.rounds + 1
    assert shown["winner"] == 2


SCRIPTS = 6  # the viewer, and what it shows: frames, analysis, remarks, the record and the rules


def data(page: str, name: str) -> Any:
    return json.loads(re.search(rf'<script type="application/json" id="{name}">(.*?)</script>', page)[1])  # type: ignore[index]


@pytest.mark.usefixtures("client")
def test_with_the_web_client_the_page_is_its_viewer_and_the_frames() -> None:
    record = duel(timed=True)
    known = Analysis("ready", [0, 7], [[0.5, 0.5], [0.0, 1.0]], [Moment(0, 0, 2, 0.5)], 64)
    page = html(record, {"key": "k3y", "number": 12}, known)

    shown = msgspec.convert(data(page, "frames"), platform.Frames)
    assert (shown.match.key, shown.match.number, shown.match.state) == ("k3y", 12, "finished")
    assert [(seat.player.name, seat.place) for seat in shown.match.seats] == [("ann", 2), ("bob", 1)]
    assert shown.match.result == record.result
    assert shown.settings["edition"] == "classic"
    assert len(shown.frames) == record.rounds + 1
    assert msgspec.convert(data(page, "analysis"), Analysis) == known
    assert msgspec.convert(data(page, "record"), PlainRecord) == plain_record(record)
    assert "<title>ann \u2013 bob \u00b7 Roundhouse</title>" in page
    assert "default-src 'none'" in page


@pytest.mark.usefixtures("client")
def test_neither_names_nor_the_viewer_break_out_of_the_page() -> None:
    name = "</script><script>alert(1)</script><!--</title>&"
    page = html(renamed(duel(), name))

    assert page.lower().count("</script") == SCRIPTS
    assert page.lower().count("</style") == 1
    assert page.lower().count("</title") == 1
    assert "<!--" not in page
    assert data(page, "frames")["match"]["seats"][0]["player"]["name"] == name
    assert data(page, "record")["header"]
    assert data(page, "analysis") is None
    assert r"const a = '<\/script>\x3c!-- <\/SCRIPT', b = `{0} {{1}}`, c = '\u00e4';" in page


def test_a_document_tells_who_left_and_that_there_is_no_end() -> None:
    record = Record(GAME, duel().setup, False, (order(1, NOP), leave(2, 6)))
    shown = msgspec.convert(msgspec.to_builtins(document(record)), platform.Frames)

    assert (shown.match.state, shown.match.result, shown.match.ended_ms) == ("abandoned", None, None)
    assert [seat.left for seat in shown.match.seats] == ["", "resigned"]
    assert [seat.place for seat in shown.match.seats] == [None, None]
    assert shown.match.pool == "bots"


def test_the_page_of_the_built_client_needs_no_other_file() -> None:
    if not (export.WEB / "viewer.js").exists():
        pytest.skip("the web client is not built")
    page = html(duel())

    assert data(page, "frames")["match"]["game"] == "spacegoo"
    assert page.lower().count("</script") == SCRIPTS
    assert not re.search(
        r"""<(script|link|img|iframe)[^>]*\s(src|href)\s*=|url\(["']?(?!data:|#)|@import""", page.split("</style>")[0]
    )
    assert not re.search(r"""\bimport\s*["'(]|\bfrom\s*["']\./""", page.rsplit("<script", 1)[1])


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


def test_a_game_that_only_the_web_client_draws_is_told_in_words_without_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(export, "WEB", tmp_path)
    record = rally_record(("<b>ann</b>", "bob"))
    page = html(record)
    assert "<h1>&lt;b&gt;ann&lt;/b&gt; \u2013 bob</h1>" in page
    assert "<b>ann" not in page
    assert "&quot;type&quot;:&quot;revealed&quot;" in page
    assert record.result is not None
    assert record.result.sentence in page


def test_lines_of_a_finished_match_have_no_secrets_and_those_of_a_running_one_have() -> None:
    record = rally_record(("ann", "bob"))
    first, *_ = (json.loads(line) for line in ndjson(record))
    assert [len(one["hand"]) for one in first["view"]["all"]] == [9, 9]
    running = replace(record, result=None)
    first, *_ = (json.loads(line) for line in ndjson(running))
    assert "all" not in first["view"]


def rally_record(names: tuple[str, str]) -> Record:
    """A match of Rally that somebody gives up in its first round."""
    game = GAMES["rally"]
    match = Match(game, game.setup(names, seed=3))
    recorder = Recorder(match)
    for seat in (1, 2):
        hand = match.view(seat).you.hand
        assert match.act(seat, game.row_of(Program(hand[:5]), match.state)).verdict == "accepted"
    match.tick()
    match.act(1, game.row_of(Resign(), match.state))
    if match.result is None:
        match.tick()
    return recorder.record()
