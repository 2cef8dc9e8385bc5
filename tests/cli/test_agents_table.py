"""`roundhouse agents`: results and forfeits of agents, summed up from records."""

import json
from dataclasses import replace

import msgspec
import pytest
from tests.match.recorded_matches import duel
from typer.testing import CliRunner

from roundhouse.cli.main import app
from roundhouse.core.game import SeatSetup
from roundhouse.match.match import Match
from roundhouse.match.record import write
from roundhouse.match.recorder import Recorder
from roundhouse.match.seat_account import SeatAccount


def record(account, name="claude", assist="schema"):
    """A match that an agent has lost or won in its own way."""
    played = duel()
    seats = (SeatSetup(name, "agent", "", False, assist), played.setup.seats[1])
    match = Match(played.game, msgspec.structs.replace(played.setup, seats=seats))
    recorder = Recorder(match)
    match.restore(played.entries)
    recorder.accounts = (account, None)
    return recorder.record()


@pytest.fixture
def folder(tmp_path):
    made = [
        record(SeatAccount("won", 10, 1, 2, 0, 5000, 30, 100, 10)),
        record(SeatAccount("forfeit_parse", 3, 3, 0, 1, 1000, 5, 50, 5)),
        record(SeatAccount("timeout", 0, 0, 0, 1, 3000)),
        record(SeatAccount("removed", 1), name="llama", assist="hints"),
        duel(),
    ]
    for number, one in enumerate(made):
        write(one, tmp_path / f"{number}.rhr")
    return tmp_path


def ask(*words):
    return CliRunner().invoke(app, ["agents", *map(str, words)])


def test_forfeits_are_told_apart(folder):
    told = json.loads(ask(folder, "--json").stdout)["agents"]
    assert [(line["agent"], line["game"], line["assist"], line["matches"]) for line in told] == [
        ("claude", "spacegoo", "schema", 3),
        ("llama", "spacegoo", "hints", 1),
    ]
    assert [line["ends"] for line in told] == [{"won": 1, "parse": 1, "timeout": 1}, {"gone": 1}]
    first = told[0]
    assert (first["answers"], first["unreadable"], first["illegal"], first["late"]) == (13, 4, 2, 2)
    assert (first["time_ms"], first["tool_calls"], first["input_tokens"], first["output_tokens"]) == (9000, 35, 150, 15)


def test_the_table_has_a_line_for_each(folder):
    head, claude, llama = ask(folder).stdout.splitlines()
    assert head.split()[:5] == ["agent", "game", "assist", "matches", "won"]
    assert claude.split()[-1] == "0.7"
    assert dict(zip(head.split(), llama.split(), strict=True))["gone"] == "1"


def test_what_cannot_be_counted_is_said(folder, tmp_path):
    unfinished = replace(duel(), result=None, entries=(), digests=())
    write(unfinished, tmp_path / "9.rhr")
    asked = ask(folder)
    assert "9.rhr is left out" in asked.stderr
    assert len(asked.stdout.splitlines()) == 3
    assert ask(folder / "4.rhr").stdout == "No agent has an account in these records.\n"
    (tmp_path / "empty").mkdir()
    nothing = ask(tmp_path / "empty", "--json")
    assert (nothing.exit_code, json.loads(nothing.stdout)["error"]["code"]) == (2, "no_records")
    (tmp_path / "bad.rhr").write_bytes(b"no record")
    assert json.loads(ask(tmp_path / "bad.rhr", "--json").stdout)["error"]["code"] == "not_a_record"
    assert json.loads(ask(tmp_path / "nowhere.rhr", "--json").stdout)["error"]["code"] == "file"
