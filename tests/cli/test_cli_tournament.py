"""`roundhouse tournament` and `roundhouse worker` from the outside: what they say, write, refuse and leave with."""

import json
import os
import select
import signal
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from roundhouse.cli.main import app

SMALL = ("max_rounds=20", "pairs_min=1", "pairs_max=1", "max_x=5", "max_y=5", "min_distance=2")
SETTINGS = [word for pair in SMALL for word in ("--set", pair)]
THREE = ("greedy", "random", "random")
PATIENCE_S = 200


def invoke(*words):
    return CliRunner().invoke(app, [str(word) for word in words], catch_exceptions=False)


def tournament(report, *words):
    return invoke("tournament", *words, "--report", report)


def refused(result, code, *parts):
    assert result.exit_code == 2, result.output
    error = json.loads(result.stdout)["error"]
    assert error["code"] == code, error
    for part in parts:
        assert part in error["sentence"] + error.get("field", ""), error


# What is refused, before anything is played


@pytest.mark.parametrize(
    ("words", "code", "part"),
    [
        (["spacegoo", "random"], "entrants", "1 entrants cannot play it; at least 2 can"),
        (["spacegoo"], "entrants", "BOT"),
        (["spacego", "random", "random"], "no_such_game", "did you mean spacegoo"),
        (["spacegoo,spacegoo", "random", "random"], "usage", "every game once"),
        ([",", "random", "random"], "usage", "every game once"),
        (["spacegoo", "random", "nobody"], "no_such_bot", "nobody"),
        (["spacegoo", "random", "level:9"], "no_such_bot", "level:9"),
        (["spacegoo", "random", "random", "--format", "lottery"], "format", "there are round-robin, swiss"),
        (["spacegoo", "random", "random", "--games", 3], "games", "multiple of 2"),
        (["spacegoo,rally", "random", "random"], "keys", "several games are played as pentathlon"),
        (["rally", *["random"] * 4, "--seats", 4, "--format", "swiss"], "seats", "with 4 seats play round-robin"),
        (["spacegoo", "random", "random", "--set", "max_rounds=-1"], "bad_settings", "max_rounds"),
        (["spacegoo", "random", "random", "--set", "nonsense"], "bad_settings", "nonsense"),
        (
            ["spacegoo,rally", "random", "random", "--format", "pentathlon", "--set", "max_rounds=9"],
            "bad_settings",
            "say of which game",
        ),
        (
            ["spacegoo,rally", "random", "random", "--format", "pentathlon", "--set", "quest.rounds=9"],
            "bad_settings",
            "quest",
        ),
        (["spacegoo", "random", "random", "--withdraw", "nobody"], "no_such_entrant", "nobody does not take part"),
        (["spacegoo", "random", "--bots", "/nowhere/at/all"], "no_folder", "/nowhere/at/all"),
    ],
)
def test_what_makes_no_sense_is_told_in_a_sentence(words, code, part, tmp_path):
    refused(tournament(tmp_path / "report", *words, "--json"), code, part)
    assert not list(tmp_path.glob("report/results.ndjson")) or not (tmp_path / "report/results.ndjson").read_bytes()


def test_the_help_says_how_it_goes_on():
    said = invoke("tournament", "--help").output
    assert "goes on where it was" in said
    assert "pentathlon" in said
    assert "--fetch" in invoke("worker", "--help").output


@pytest.mark.slow
def test_a_server_that_is_not_there_is_told_without_its_password(tmp_path):
    url = "nats://me:secret@127.0.0.1:1"
    for words in (["tournament", "spacegoo", "random", "random", "--report", tmp_path / "x"], ["worker"]):
        result = invoke(*words, "--nats", url, "--json")
        refused(result, "no_nats", "127.0.0.1:1")
        assert "secret" not in result.output


def test_a_missing_package_is_named(tmp_path, monkeypatch):
    for name in [name for name in sys.modules if name.partition(".")[0] == "nats" or "tournament.nats_executor" in name
                 or "tournament.worker" in name or "tournament.nats_messages" in name]:  # fmt: skip
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "nats", None)
    for words in (["tournament", "spacegoo", "random", "random", "--report", tmp_path / "x"], ["worker"]):
        refused(invoke(*words, "--nats", "nats://127.0.0.1:1", "--json"), "no_package", "roundhouse-arena[cluster]")


# What is played


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "matches"),
    [
        (["spacegoo", "greedy", "random", "random", *SETTINGS], 6),
        (["spacegoo", "greedy", "random", "random", "--format", "swiss", *SETTINGS], 4),
        (["rally", *["easy"] * 4, "--seats", 4, "--set", "max_rounds=10"], 4),
        (["boidvoid", "raider", "random", "--set", "turn_limit=5"], 2),
        (["dungeon", "random", "random", "random", "--seats", 3, "--set", "max_rounds=10"], 3),
    ],
    ids=["round robin", "swiss", "four seats", "teams", "dungeon"],
)
def test_every_game_can_be_played(words, matches, tmp_path):
    result = tournament(tmp_path / "report", *words, "--json")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert (found["matches"], found["void"], found["deviations"]) == (matches, 0, 0)
    assert {line["failures"] for line in found["standings"]} == {0}
    pages = {path.name for path in (tmp_path / "report").glob("*.html")}
    assert len(pages) == 2 + len(found["standings"])


@pytest.mark.slow
def test_a_pentathlon_over_five_games(tmp_path):
    few = ["spacegoo.max_rounds=20", "rally.max_rounds=10", "dungeon.max_rounds=10", "quest.rounds=5",
           "boidvoid.turn_limit=5"]  # fmt: skip
    words = ["spacegoo,rally,dungeon,quest,boidvoid", "level:2", "level:1", "--format", "pentathlon"]
    result = tournament(tmp_path / "report", *words, *[word for pair in few for word in ("--set", pair)], "--json")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert found["matches"] == 10
    for line in found["standings"]:
        assert len(line["by_game"]) == 5
        assert sum(line["by_game"]) == line["score"]
    assert sum(line["score"] for line in found["standings"]) == 500


WAITER = """
import os, pathlib, time
from roundhouse.sdk import Bot

class Waiter(Bot):
    def act(self, turn):
        results, pipe = pathlib.Path({results!r}), pathlib.Path({pipe!r})
        if pipe.exists() and results.read_bytes().count(b"\\n") >= 3:
            os.write(os.open(pipe, os.O_WRONLY), b"!")
            time.sleep(600)
        return {{"type": "nop"}}
"""


@pytest.mark.slow
def test_ctrl_c_tells_how_to_go_on_and_the_same_command_does(tmp_path):
    """Interrupted while a bot thinks, with three matches or more behind it."""
    report = tmp_path / "report"
    results, pipe, waiter = report / "results.ndjson", tmp_path / "pipe", tmp_path / "waiter.py"
    waiter.write_text(WAITER.format(results=str(results), pipe=str(pipe)))
    os.mkfifo(pipe)
    bots = ["greedy", "random", str(waiter)]
    words = ["tournament", "spacegoo", *bots, *SETTINGS, "--rounds", "3", "--no-timeout", "--report", str(report)]
    # Whoever started the tests in the background made their children deaf to Ctrl-C.
    hear = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    code = f"{hear}; from roundhouse.cli.main import main; main()"
    end = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    process = subprocess.Popen(
        [sys.executable, "-c", code, *words], env=os.environ | {"ROUNDHOUSE_NATIVE": "0"},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    heard, _, _ = select.select([end], [], [], PATIENCE_S)
    os.close(end)
    pipe.unlink()
    assert heard
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 130, said
    assert "the same command goes on from there" in said
    assert "Traceback" not in said
    before = results.read_bytes()
    assert 3 <= before.count(b"\n") < 18
    result = invoke(*words, "--json")
    assert result.exit_code == 0, result.output
    assert "played before; going on" in result.stderr
    assert json.loads(result.stdout)["matches"] == 18
    assert results.read_bytes().startswith(before)


@pytest.mark.slow
def test_another_tournament_in_the_same_folder_is_refused_and_nothing_is_lost(tmp_path):
    report = tmp_path / "report"
    assert tournament(report, "spacegoo", "greedy", "random", *SETTINGS).exit_code == 0
    before = (report / "results.ndjson").read_bytes()
    for other in (THREE, ["random", "greedy"], ["greedy", "random", "--seed", 5]):
        refused(
            tournament(report, "spacegoo", *other, *SETTINGS, "--json"), "other_tournament", "Name another --report"
        )
    assert (report / "results.ndjson").read_bytes() == before


@pytest.mark.slow
def test_a_bot_that_ends_processes_loses_or_makes_its_matches_void_and_the_rest_goes_on(tmp_path):
    """A bot that ends its own process has crashed. Whoever ends the process that plays, makes the match void."""
    bomb = (
        "import os, signal\nfrom roundhouse.sdk import Bot\nclass Bomb(Bot):\n    def act(self, turn):\n        {act}\n"
    )
    above = "int(open(f'/proc/{os.getppid()}/stat').read().rpartition(')')[2].split()[1])"
    for name, whom in {"bomb": "os.getpid()", "mine": above}.items():
        (tmp_path / f"{name}.py").write_text(bomb.format(act=f"os.kill({whom}, 9)"))
    bots = ["greedy", "random", tmp_path / "bomb.py", tmp_path / "mine.py"]  # of a single round: who is two away
    result = tournament(tmp_path / "report", "spacegoo", *bots, "--format", "swiss", "--rounds", 1, *SETTINGS)
    assert result.exit_code == 0, result.output
    assert result.stderr.count("is void: tried 3 times: its process ended in the middle of it") == 2
    assert "4 matches; report" in result.stdout
    assert "void: tried 3 times" in (tmp_path / "report" / "04-mine.html").read_text(encoding="utf-8")
    page = (tmp_path / "report" / "03-bomb.html").read_text(encoding="utf-8")
    assert "crashed in round 0: its process was ended by signal 9" in page
    assert "void: tried 3 times" not in page
