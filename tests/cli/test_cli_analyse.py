"""`roundhouse replay --analyse`: the curve of the chances as text, and as JSON."""

import json
from pathlib import Path

import pytest
from tests.match.recorded_matches import duel
from typer.testing import CliRunner

from roundhouse.cli.main import app

FILE = "m.rhr"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROUNDHOUSE_NATIVE", "0")
    monkeypatch.chdir(tmp_path)
    duel(tmp_path / FILE)


def invoke(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["replay", FILE, "--analyse", *arguments])
    return result.exit_code, result.output


def test_the_curve_is_printed_with_its_moments_and_the_end() -> None:
    status, text = invoke()
    first, *lines = text.splitlines()

    assert status == 0
    assert first == "Chance to win, by 4 matches played on from each of 8 positions"
    assert [line.split()[1] for line in lines[:8]] == list("01234567")
    assert lines[7].endswith("ann   0%  bob 100%")
    assert lines[-1] == "bob won."


def test_as_json_it_is_the_whole_analysis() -> None:
    status, text = invoke("--json")
    made = json.loads(text)

    assert status == 0
    assert made["seats"] == ["ann", "bob"]
    assert made["analysis"]["state"] == "ready"
    assert made["analysis"]["chances"][-1] == [0.0, 1.0]


@pytest.mark.parametrize("other", [("--watch",), ("--round", "3"), ("--export", "ndjson")])
def test_it_is_about_the_whole_match(other: tuple[str, ...]) -> None:
    status, text = invoke(*other)

    assert status == 2
    assert "--analyse" in text
