"""`roundhouse olympiad`: a folder of bots on a folder of maps."""

import json

import pytest
from typer.testing import CliRunner

from roundhouse.cli.main import app
from roundhouse.games.rally.maps import SHIPPED
from roundhouse.match.record import read

SLEEPER = """
from roundhouse.sdk import Bot

class Sleeper(Bot):
    def act(self, turn):
        {act}
        return []
"""


def invoke(*words):
    return CliRunner().invoke(app, ["olympiad", *(str(word) for word in words)], catch_exceptions=False)


@pytest.fixture
def grounds(tmp_path):
    folder = tmp_path / "maps"
    folder.mkdir()
    (folder / "shop.txt").write_text(SHIPPED["training-shop"])
    return folder


@pytest.fixture
def bots(tmp_path):
    folder = tmp_path / "bots"
    (folder / "team").mkdir(parents=True)
    (folder / "team" / "bot.py").write_text(SLEEPER.format(act="pass"))
    (folder / "_notes.txt").write_text("nothing to play")
    return folder


def olympiad(grounds, bots, report, *more):
    return invoke(grounds, bots, "--game", "rally", "--builtin", "normal", "--report", report, *more)


@pytest.mark.slow
def test_all_bots_meet_and_every_team_gets_a_page(grounds, bots, tmp_path):
    report = tmp_path / "report"
    result = olympiad(grounds, bots, report, "--json")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert found["matches"] == 2
    assert [line["entrant"] for line in found["standings"]] == ["normal", "team"]
    assert [line["score"] for line in found["standings"]] == [4, 0]
    names = sorted(path.name for path in report.glob("*.html"))
    assert names == ["01-team.html", "02-normal.html", "index.html"]
    records = sorted((report / "records").iterdir())
    assert len(records) == 2
    assert [seat.name for seat in read(records[0]).setup.seats] == ["normal", "team"]


@pytest.mark.slow
def test_what_was_played_is_not_played_again(grounds, bots, tmp_path):
    report = tmp_path / "report"
    assert olympiad(grounds, bots, report).exit_code == 0
    lines = (report / "results.ndjson").read_bytes().splitlines(keepends=True)
    (report / "results.ndjson").write_bytes(lines[0] + lines[1][: len(lines[1]) // 2])  # as a crash leaves it
    record = next(path for path in (report / "records").iterdir() if path.name.startswith("shop-1-team"))
    before = record.stat().st_mtime_ns
    result = olympiad(grounds, bots, report)
    assert result.exit_code == 0, result.output
    assert "1 of 2 matches were played before" in result.stderr
    assert record.stat().st_mtime_ns == before
    assert "2 matches" in result.stdout


@pytest.mark.slow
def test_another_map_under_the_same_name_is_played_anew(grounds, bots, tmp_path):
    report = tmp_path / "report"
    assert olympiad(grounds, bots, report).exit_code == 0
    (grounds / "shop.txt").write_text(SHIPPED["assembly-line"])
    result = olympiad(grounds, bots, report)
    assert result.exit_code == 0, result.output
    assert "played before" not in result.stderr


@pytest.mark.slow
def test_a_bot_that_crashes_is_told_in_the_report(grounds, bots, tmp_path):
    (bots / "team" / "bot.py").write_text(SLEEPER.format(act="raise RuntimeError('no idea')"))
    report = tmp_path / "report"
    result = olympiad(grounds, bots, report)
    assert result.exit_code == 0, result.output
    assert "no idea" in (report / "01-team.html").read_text(encoding="utf-8")


@pytest.mark.slow
def test_programs_take_part(grounds, bots, tmp_path):
    program = bots / "team" / "bot"
    (bots / "team" / "bot.py").unlink()
    program.write_text("#!/bin/sh\nexit 3\n")
    result = olympiad(grounds, bots, tmp_path / "report")
    assert result.exit_code == 2  # not executable: one bot is not enough
    assert "at least 2 are needed" in result.output
    program.chmod(0o700)
    assert olympiad(grounds, bots, tmp_path / "report").exit_code == 0


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda grounds, bots: (grounds / "shop.txt").write_text("nonsense"), "shop.txt"),
        (lambda grounds, bots: (grounds / "shop.txt").unlink(), "there is no map"),
        (lambda grounds, bots: (bots / "team.py").write_text("import nothing_like_it"), "team.py"),
        (lambda grounds, bots: (grounds / "shop.txt").write_bytes(b"\xff\xfe"), "is no text"),
    ],
)
def test_what_is_wrong_is_said_before_anything_is_played(grounds, bots, tmp_path, spoil, said):
    spoil(grounds, bots)
    if said == "team.py":
        (bots / "team" / "bot.py").unlink()
    result = olympiad(grounds, bots, tmp_path / "report")
    assert result.exit_code == 2
    assert said in result.output
    assert not (tmp_path / "report" / "results.ndjson").exists()


@pytest.mark.slow
def test_bots_that_do_not_come_back_lose_their_own_matches_only(tmp_path):
    maps, bots, report = (tmp_path / name for name in ("maps", "bots", "report"))
    for folder in (maps, bots):
        folder.mkdir()
    units = [{"id": 100 * seat, "player": seat, "x": 5 * seat, "y": 1} for seat in (1, 2)]
    scenario = {"terrain": ["." * 12] * 5, "start": {"1": [5, 1], "2": [10, 1]}, "units": units}
    pond = {"key": "pond", "name": "Pond", "settings": {"rounds": 3, "turn_ms": 100}, "scenario": scenario}
    (maps / "pond.json").write_text(json.dumps(pond))
    hurts = {"looper": "while True: pass", "printer": "while True: print('x')", "quitter": "__import__('os')._exit(3)"}
    for name, act in hurts.items():
        (bots / f"{name}.py").write_text(SLEEPER.format(act=act))

    result = invoke(maps, bots, "--builtin", "random", "--report", report)

    assert result.exit_code == 0, result.output
    assert "12 matches; report" in result.stdout
    assert "void" not in result.output
    pages = {path.stem[3:]: path.read_text(encoding="utf-8") for path in report.glob("0*.html")}
    for name in ("looper", "printer"):  # every match is listed twice: among all, and among those that went wrong
        assert pages[name].count("it did not answer 3 turns one after the other, and was ended") == 2 * 6
    assert pages["quitter"].count("its process ended with status 3") == 2 * 6
    assert "crashed" not in pages["random"]
