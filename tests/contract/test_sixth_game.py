"""A game from another package is found by its entry point and played everywhere, and no file of ours names it.

`tests/sixth` is that package. It is installed into a folder here, beside one that cannot be imported, and all programs
below are started with that folder on their path.
"""

import configparser
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.modes import needs_native

ROOT = Path(__file__).resolve().parents[2]
SIXTH = ROOT / "tests" / "sixth"
KEY = "pebbles"
OURS = ["spacegoo", "rally", "dungeon", "quest", "boidvoid"]
LEFT_OUT = "the game broken is left out: RuntimeError('this game is broken')"
OFF = "ROUNDHOUSE_NATIVE=0 asks for interpreted rules"
PATIENCE_S = 120


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A folder of packages with the sixth game and a broken one."""
    folder = tmp_path_factory.mktemp("site")
    project = tmp_path_factory.mktemp("project")  # building writes beside the sources
    shutil.copytree(SIXTH, project, ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=True)
    install = ["-m", "pip", "install", "-q", "--no-deps", "--no-index", "--no-build-isolation", "--target", str(folder)]
    subprocess.run([sys.executable, *install, str(project)], check=True, timeout=PATIENCE_S)
    (folder / "broken.py").write_text("raise RuntimeError('this game is broken')\n", encoding="utf-8")
    describe(folder, "broken", {"roundhouse.games": {"broken": "broken:GAME"}})
    return folder


@pytest.fixture
def bare(tmp_path):
    """A folder of packages with the sixth game, but for all that a game may leave out."""
    ignored = shutil.ignore_patterns("__pycache__", "terminal.py", "agent.py", "learning", "kits")
    shutil.copytree(SIXTH / KEY, tmp_path / KEY, ignore=ignored)
    describe(tmp_path, KEY, {"roundhouse.games": {KEY: f"{KEY}:GAME"}})
    return tmp_path


def describe(folder, name, groups):
    """What an installer writes down about a package."""
    about = folder / f"{name.replace('-', '_')}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    points = configparser.ConfigParser()
    points.read_dict(groups)
    with (about / "entry_points.txt").open("w", encoding="utf-8") as file:
        points.write(file)


def python(site, *arguments, **environment):
    """What a Python prints that has the packages of the folder, and our tests only if `environment` says so."""
    names = (
        os.environ
        | {"PYTHONPATH": str(site), "ROUNDHOUSE_NATIVE": "0", "NO_COLOR": "1", "COLUMNS": "120"}
        | environment
    )
    done = subprocess.run(
        [sys.executable, *arguments], cwd=site, env=names, capture_output=True, text=True, timeout=PATIENCE_S
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done


def roundhouse(site, *arguments):
    return python(site, "-m", "roundhouse.cli.main", *arguments).stdout


def told_by(site, script, *arguments, **environment):
    """The JSON document that a script of `tests/sixth` ends with."""
    path = os.pathsep.join([str(site), str(ROOT)])
    done = python(site, "-m", f"tests.sixth.{script}", *arguments, PYTHONPATH=path, **environment)
    return json.loads(done.stdout.splitlines()[-1]), done.stderr


def test_no_file_of_ours_names_it():
    files = [path for path in (ROOT / "src").rglob("*") if path.suffix in (".py", ".txt", ".md", ".toml", ".html")]

    assert len(files) > 500
    assert [path for path in files if KEY in path.read_text(encoding="utf-8").lower()] == []


@pytest.mark.slow
def test_a_game_from_elsewhere_is_listed_after_ours_and_a_broken_one_is_left_out(site):
    done = python(site, "-m", "roundhouse.cli.main", "games", "--json")

    games = {game["key"]: game for game in json.loads(done.stdout)["games"]}
    assert list(games) == [*OURS, KEY]
    assert games[KEY]["bots"] == ["random"]
    assert LEFT_OUT in done.stderr


@pytest.mark.slow
def test_the_command_line_plays_it_proves_it_and_shows_it(site, tmp_path):
    record = str(tmp_path / "a.rhr")

    assert roundhouse(site, "rules", KEY, "PEB-005").startswith("PEB-005  Whoever takes the last pebble wins")
    played = json.loads(roundhouse(site, "play", KEY, "random", "random", "--seed", "1", "--out", record, "--json"))
    assert played["reason"] == "last_pebble"
    assert "is proven" in roundhouse(site, "verify", record)
    shown = roundhouse(site, "replay", record)
    assert "round 0: random take" in shown
    assert "taken: seat random, count" in shown


@pytest.mark.slow
def test_its_kit_takes_the_parts_that_all_games_share(site, tmp_path):
    folder = tmp_path / "taker"
    roundhouse(site, "bot", "new", "python", KEY, str(folder), "--plain")

    assert '{"game": "pebbles", "matches": 0}' in (folder / "bot.py").read_text(encoding="utf-8")
    played = json.loads(roundhouse(site, "play", KEY, str(folder), "random", "--seed", "1", "--json"))
    assert played["reason"] == "last_pebble"


@pytest.mark.slow
def test_a_server_plays_it_by_the_protocol_although_another_game_is_broken(site, tmp_path):
    told, logged = told_by(site, "on_a_server", str(tmp_path))

    assert told["games"] == [*OURS, KEY]
    assert told["rules"] == [f"PEB-{n:03}" for n in range(1, 9)]
    assert told["by_protocol"]["refused"]["rule"] == "PEB-003"
    assert told["by_protocol"]["views"] == [9, 7, 5, 3, 1]
    assert told["by_protocol"]["kinds"] == ["over", "over"]
    ended = {"game": KEY, "reason": "last_pebble", "proven": True}
    assert told["by_protocol"].items() >= {**ended, "winner": 1}.items()
    assert told["built_in"].items() >= ended.items()
    assert LEFT_OUT in logged


@pytest.mark.slow
def test_an_agent_plays_it_by_tools(site):
    told, _ = told_by(site, "by_tools")

    assert told["games"] == [*OURS, KEY]
    assert [(line["type"], line["example"]) for line in told["schema"]] == [("take", {"type": "take", "count": 2})]
    assert told["checked"]["verdicts"][0]["rule"] == "PEB-003"
    assert told["board"] == "9 pebbles, take 1 to 3, turn of seat 1"
    assert told["hint"]["by"] == "random"
    assert told["result"]["result"]["reason"] == "last_pebble"


@pytest.mark.slow
def test_learners_play_it_by_interpreted_rules(site):
    told, _ = told_by(site, "in_environments")

    assert told["mask"] == [1, 1, 1]
    assert told["single"] == [-1.0, True, {"place": 2, "points": 0, "reason": "last_pebble"}]
    assert told["length"] >= 15
    assert {tuple(sorted(row)) for row in told["points"]} == {(0, 0, 2)}
    assert sum(told["chances"][0]) == pytest.approx(1)
    assert told["native"] is False
    assert len(told["warned"]) == 1
    assert OFF in told["warned"][0]
    assert OFF in told["refused"]
    assert told["rollouts"] == 8


@pytest.mark.slow
def test_what_a_game_leaves_out_has_defaults(bare):
    told, _ = told_by(bare, "with_defaults")

    assert told["board"] == '{"round":0,"pebbles":9,"most":3,"turn":1,"game_over":false,"winner":null}'
    assert told["replay"][1] == "round 0: random take 3"
    assert told["replay"][2] == '    {"type":"taken","seat":1,"count":3,"left":6}'
    assert told["agent"]["bot"] == "random"
    assert told["agent"]["board"] == told["board"]
    assert told["agent"]["actions"] == ["take"]
    assert told["environments"] == "Pebbles has no environments"
    assert told["kit"] == "there is no bot for 'pebbles' for the Python SDK"


@needs_native
@pytest.mark.slow
def test_its_rules_run_natively_like_ours(site, tmp_path):
    told, _ = told_by(site, "in_environments", ROUNDHOUSE_NATIVE="1", ROUNDHOUSE_CACHE=str(tmp_path))

    assert told["native"] is True
    assert told["warned"] == []
    assert told["refused"] == ""
    assert told["rollouts"] == 64
    assert told["equal"] is True
    assert [file.name.partition("-")[0] for file in (tmp_path / "roundhouse" / "native").glob("*.so")] == [KEY]
