"""The benchmark's own parts: what it prints, what it skips, and that its yardstick plays the same game."""

import json
import os
import signal
import socket
import subprocess
from concurrent.futures import ThreadPoolExecutor

import pytest
from tests.modes import needs_native

from roundhouse.cli import bench
from roundhouse.cli.bench import libraries, rules
from roundhouse.cli.bench.measure import RefusedError, Row, Skipped, built, median_ratio, standing
from roundhouse.cli.bench.tcp import line_of
from roundhouse.core.batch import Batch
from roundhouse.core.native.compiler import compiler


def test_a_row_is_fine_on_the_right_side_of_its_requirement():
    assert Row("P1", ratio=150.0, required=150).ok is True
    assert Row("P1", ratio=149.9, required=150).ok is False
    assert Row("P13", ratio=1 / 300, required=1 / 200, most=True).ok is True
    assert Row("P13", ratio=1 / 100, required=1 / 200, most=True).ok is False
    assert Row("P2", skipped="not given").ok is None


def test_a_row_as_text():
    assert Row("P13", ratio=1 / 640, required=1 / 200, most=True).ratio_text() == "1/640"
    assert Row("P13", ratio=1 / 640, required=1 / 200, most=True).required_text() == "<= 1/200"
    assert Row("P3", ratio=0.6123, required=0.5).ratio_text() == "0.612"
    assert Row("P3", skipped="no C compiler").line().split() == ["P3", "skipped", "no", "C", "compiler"]


def test_a_time_is_shown_with_its_unit():
    row = Row("U2", "a call", ratio=0.8123, required=1.0, most=True, unit="µs")

    assert (row.ratio_text(), row.required_text(), row.ok) == ("0.812 µs", "<= 1 µs", True)
    assert row.as_dict()["unit"] == "µs"
    assert "unit" not in Row("P1", ratio=1.0).as_dict()


def test_rows_are_asked_for_one_by_one_or_together(monkeypatch, capsys):
    fine = {name: lambda options, name=name: [Row(name, ratio=1.0)] for name in ("P1", "P5", "P9", "B1")}
    monkeypatch.setattr(bench, "measurements", lambda: fine)
    for only, expected in ((("P1", "P9"), ["P1", "P9"]), (("P1, B1", "P5"), ["P1", "P5", "B1"]), ((), list(fine))):
        assert bench.run(as_json=True, options=bench.BenchOptions(only=only)) == 0
        assert list(json.loads(capsys.readouterr().out)) == expected

    with pytest.raises(RefusedError, match="There is no row P4; there are P1, P5, P9, B1"):
        bench.run(options=bench.BenchOptions(only=("P1,P4",)))


def test_ratios_are_taken_repetition_by_repetition():
    assert median_ratio([2.0, 30.0, 4.0], [1.0, 10.0, 4.0]) == 2.0


def test_what_is_not_there_is_skipped_with_the_reason(monkeypatch, capsys):
    monkeypatch.setenv("ROUNDHOUSE_NATIVE", "0")

    assert bench.run(as_json=True, options=bench.BenchOptions(only=("P1", "P2"))) == 0

    shown = json.loads(capsys.readouterr().out)
    assert shown == {
        "P1": {"skipped": "ROUNDHOUSE_NATIVE=0 asks for interpreted rules"},
        "P3": {"skipped": "ROUNDHOUSE_NATIVE=0 asks for interpreted rules"},
        "P2": {"skipped": "give the original engine's folder with --original"},
        "P4": {"skipped": "give the original engine's folder with --original"},
    }


def test_a_row_that_fails_says_why_and_the_others_stay(monkeypatch, capsys):
    def broken(options):
        raise RuntimeError("the program\nended early")

    def fine(options):
        return [Row("P9", "two / one", 2.0, 1.7)]

    monkeypatch.setattr(bench, "measurements", lambda: {"P1 P3": broken, "P9": fine})

    assert bench.run(as_json=True) == 1
    shown = json.loads(capsys.readouterr().out)
    assert shown["P1"] == shown["P3"] == {"failed": "RuntimeError: the program ended early", "ok": False}
    assert shown["P9"]["ok"] is True

    assert bench.run() == 1
    told = capsys.readouterr()
    for text in (told.out, told.err):
        assert "FAILED" in text
        assert "the program ended early" in text
        assert "P9" in text


def test_a_row_of_a_measurement_of_several_stands_by_itself():
    def broken():
        raise AssertionError("the kernel differs")

    assert standing("P3", broken) == Row("P3", failed="AssertionError: the kernel differs")
    assert standing("P1", lambda: Row("P1", ratio=1.0)).ratio == 1.0


@pytest.mark.parametrize("source", ["pingpong.c", "fanout.c"])
def test_a_program_in_c_that_begins_late_is_waited_for(source, tmp_path):
    """It may have no processor for a while: here it stands still before its first instruction of its own."""
    try:
        program = built(source)
    except Skipped as reason:
        pytest.skip(str(reason))
    (tmp_path / "payload").write_bytes(b"{}\n")
    words = [str(tmp_path / "payload")] if source == "pingpong.c" else ["1", "64"]
    late = ["sh", "-c", 'kill -STOP $$; exec "$@"', "late", str(program), *words]
    with subprocess.Popen(late, stdout=subprocess.PIPE, text=True) as process:
        try:
            os.waitpid(process.pid, os.WUNTRACED)
            with ThreadPoolExecutor() as pool:
                asked = pool.submit(line_of, process)
                os.kill(process.pid, signal.SIGCONT)
                port = int(asked.result())
            with socket.create_connection(("127.0.0.1", port)) as client:
                client.sendall(b"?\n")
                assert client.recv(3)
        finally:
            process.kill()


def test_a_program_that_ends_instead_of_listening_is_told(tmp_path):
    with (
        subprocess.Popen(["sh", "-c", "exit 3"], stdout=subprocess.PIPE, text=True) as process,
        pytest.raises(RuntimeError, match="sh ended early, with status 3"),
    ):
        line_of(process)


def test_a_missing_source_is_skipped():
    with pytest.raises(Skipped, match="only in a checkout"):
        built("nowhere.c")


@needs_native
@pytest.mark.slow
def test_a_measurement_gives_ratio_requirement_and_verdict(capsys):
    status = bench.run(as_json=True, options=bench.BenchOptions(only=("P13",)))

    row = json.loads(capsys.readouterr().out)["P13"]
    assert row["ok"] is (row["ratio"] <= row["required"])
    assert status == (0 if row["ok"] else 1)
    assert row["required"] == 1 / 200


@needs_native
@pytest.mark.slow
def test_without_the_yardstick_in_c_the_other_row_is_measured_all_the_same(monkeypatch):
    def broken(*words):
        raise OSError("the library cannot be loaded")

    monkeypatch.setattr(rules, "built", broken)
    monkeypatch.setattr(rules, "SIZE", 4)
    monkeypatch.setattr(rules, "FEW", 2)
    monkeypatch.setattr(rules, "REPETITIONS", 1)

    one, other = rules.against_interpreted_and_c(bench.BenchOptions())

    assert one.ratio > 0
    assert other == Row("P3", failed="OSError: the library cannot be loaded")


@needs_native
@pytest.mark.slow
def test_the_first_use_and_a_single_call_are_measured(monkeypatch):
    monkeypatch.setattr(libraries, "CALLS", 100)
    monkeypatch.setattr(libraries, "REPETITIONS", 1)

    with_library, first = libraries.first_call(bench.BenchOptions())
    (call,) = libraries.one_call(bench.BenchOptions())

    assert with_library.skipped or with_library.ratio < 1
    assert (first.id, first.unit) == ("U1", "s")
    assert 0 < first.ratio < 60
    assert (call.id, call.required, call.unit) == ("U2", 1.0, "µs")
    assert call.ratio > 0


@pytest.mark.slow
@pytest.mark.skipif(compiler() is None, reason="there is no C compiler here")
def test_the_build_is_measured(monkeypatch):
    monkeypatch.setattr(libraries, "BUILD", libraries.BUILD.replace("GAMES.values()", "[GAMES['rally']]"))

    (row,) = libraries.build_time(bench.BenchOptions())

    assert row.ratio > 0
    assert row.detail.startswith("of CPU; 2 libraries, ")


@needs_native
@pytest.mark.slow
def test_webassembly_plays_the_same_matches(monkeypatch):
    monkeypatch.setattr(libraries, "SIZE", 8)
    monkeypatch.setattr(libraries, "REPETITIONS", 2)
    row = standing("W1", lambda: libraries.in_webassembly(bench.BenchOptions())[0])
    if row.skipped:
        pytest.skip(row.skipped)

    assert row.failed == ""
    assert row.ratio > 0
    assert row.detail.endswith("the same final states")


@needs_native
@pytest.mark.slow
def test_the_limit_in_c_plays_the_same_matches_as_the_rules():
    batch = Batch(rules.GAME, rules.starts(64), native=True)
    try:
        limit = rules._Limit(batch)
    except Skipped as reason:
        pytest.skip(str(reason))
    for _ in range(3):
        batch.rollout(200, seed=5)
        limit.rollout(200, seed=5)
        limit.check(batch)

    batch.rollout(1, seed=6)
    with pytest.raises(AssertionError, match="differs"):
        limit.check(batch)


def test_the_original_engine_is_measured_where_it_is_given(tmp_path, monkeypatch, capsys):
    """Any engine with the original's names will do; this one ends after a few rounds."""
    (tmp_path / "engine.py").write_text(
        "class Planet:\n"
        "    def __init__(self, id, owner_id):\n"
        "        self.id, self.owner_id, self.ships = id, owner_id, [5, 5, 5]\n"
        "class Engine:\n"
        "    def __init__(self, max_rounds=500):\n"
        "        self.planets = [Planet(0, 0), Planet(1, 1), Planet(2, 2)]\n"
        "        self.round, self.winner, self.sent = 0, None, []\n"
        "    def send_fleet(self, player_id, origin_id, target_id, ships):\n"
        "        assert self.planets[origin_id].owner_id == player_id and origin_id != target_id and len(ships) == 3\n"
        "    def do_round(self):\n"
        "        print('round', self.round)\n"
        "        self.round += 1\n"
        "        self.winner = 'draw' if self.round > 50 else None\n"
    )
    monkeypatch.setenv("ROUNDHOUSE_NATIVE", "0")
    monkeypatch.setattr("roundhouse.cli.bench.original.SECONDS", 0.05)

    bench.run(as_json=True, options=bench.BenchOptions(only=("P4",), original=tmp_path))

    shown = json.loads(capsys.readouterr().out)
    assert shown["P2"] == {"skipped": "ROUNDHOUSE_NATIVE=0 asks for interpreted rules"}
    assert shown["P4"]["ratio"] > 0
