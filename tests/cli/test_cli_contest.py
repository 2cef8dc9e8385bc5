"""`roundhouse event` at the command line: what an organiser types, and what is refused in a sentence."""

import json
import stat

import pytest
from typer.testing import CliRunner

from roundhouse.cli.main import app


def invoke(*words):
    return CliRunner().invoke(app, ["event", *(str(word) for word in words)])


def refused(*words):
    """Code and sentence of what is refused."""
    result = invoke(*words, "--json")
    assert result.exit_code != 0, result.output
    return json.loads(result.stdout)["error"]


def fine(*words):
    result = invoke(*words, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


@pytest.fixture
def folder(tmp_path):
    fine("new", tmp_path / "day", "--title", "Bot day", "--codes", 2, "--team", "red")
    return tmp_path / "day"


def test_codes_are_printed_before_the_event_has_begun_and_stay_the_same(folder):
    first = fine("codes", folder)["codes"]
    again = fine("codes", folder, "--more", 1, "--team", "blue")["codes"]

    assert [one["team"] for one in first] == ["red", "", ""]
    assert again[:3] == first
    assert [one["team"] for one in again[3:]] == ["blue", ""]
    sheet = folder / "codes.html"
    assert all(f"{one['code'][:4]}-{one['code'][4:]}" in sheet.read_text() for one in again)
    assert stat.S_IMODE(sheet.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "words", [["status"], ["start"], ["freeze"], ["finals"], ["undo"], ["report"], ["close"]], ids=lambda one: one[0]
)
def test_an_event_that_has_not_begun_cannot_be_moved(folder, words):
    fine("codes", folder)

    assert refused(*words, folder)["code"] == "no_event"


def test_an_event_is_not_made_over_another(folder):
    before = (folder / "event.toml").read_text()

    assert refused("new", folder)["code"] == "exists"
    assert (folder / "event.toml").read_text() == before


@pytest.mark.parametrize("command", ["run", "status", "codes", "report", "freeze"])
def test_a_folder_without_an_event_says_how_to_make_one(tmp_path, command):
    error = refused(command, tmp_path)

    assert error["code"] == "no_event"
    assert "roundhouse event new" in error["sentence"]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("line", "field", "said"),
    [
        ("best_of = 0", "finals.best_of", "0 is not allowed; allowed is a whole number from 1 to 50."),
        ('format = "chess"', "finals.format", "'chess' is not allowed; allowed is one of round-robin, swiss, "),
        ("bestof = 2", "finals.bestof", "There is no such key; there are format, size, "),
    ],
)
def test_what_is_wrong_in_the_file_is_named_with_value_and_what_is_allowed(folder, line, field, said):
    (folder / "event.toml").write_text(f'title = "Day"\ngame = "spacegoo"\n[finals]\n{line}\n')
    error = refused("codes", folder)

    assert (error["code"], error["field"]) == ("bad_event", field)
    assert error["sentence"].startswith(said)


def test_a_file_that_is_not_text_is_refused(folder):
    (folder / "event.toml").write_bytes(b'title = "\xff"')

    assert refused("run", folder)["code"] == "bad_event"


@pytest.mark.parametrize(("phase", "when", "field"), [("lunch", "12:00", "phase"), ("freeze", "soon", "when")])
def test_a_plan_that_makes_no_sense_is_refused_with_what_is_allowed(folder, phase, when, field):
    error = refused("plan", folder, phase, when)

    assert error["field"] == field
    assert "allowed is" in error["sentence"]


def test_the_name_of_a_team_that_cannot_be_makes_no_code(folder):
    before = fine("codes", folder)["codes"]

    assert refused("codes", folder, "--team", "a b")["field"] == "team"
    assert fine("codes", folder)["codes"] == before
