"""`roundhouse bot`: new, test, run and diff, as a user types them."""

import json
import re
import shlex

import pytest
from tests.scale import amount
from typer.testing import CliRunner

from roundhouse.cli.main import app
from roundhouse.games import GAMES
from roundhouse.sdk.kits import LANGUAGES

LENGTH = {
    "spacegoo": f"max_rounds={amount(5, 10)}",
    "rally": "max_rounds=10",
    "dungeon": f"max_rounds={amount(5, 10)}",
    "quest": f"rounds={amount(5, 6)}",  # a command shows round 5
    "boidvoid": f"turn_limit={amount(5, 10)}",
}
TESTED = {"rally": 10}  # rounds of `bot test`, where fewer are not allowed
# Where a bot has less than some seconds, it gets a minute: a busy machine is not what these tests are about
TIME = {"spacegoo": ["--set", "deadline_s=60"], "quest": ["--set", "turn_ms=60000"]}
FIRST_RULE = {
    "spacegoo": "GOO-001",
    "rally": "RAL-001",
    "dungeon": "DUN-001",
    "quest": "QST-001",
    "boidvoid": "BOI-001",
}
STATUS = (0, 1, 5)  # won, lost or drawn, not settled


def run(*arguments, **options):
    return CliRunner().invoke(app, list(map(str, arguments)), **options)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ROUNDHOUSE_TOKEN", raising=False)
    return tmp_path


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_there_is_a_bot_in_every_language_for_every_game(folder, game, language):
    made = run("bot", "new", language, game, "--json")
    assert made.exit_code == 0, made.output
    told = json.loads(made.stdout)
    assert (told["folder"], told["name"], told["files"][-1]) == ("mybot", "mybot", "bot.toml")
    assert LANGUAGES[language].file in told["files"]


def test_a_new_bot_says_what_to_do_next(folder):
    made = run("bot", "new", "python", "rally", "racer", "--name", "Racer")
    assert made.stdout.splitlines() == [
        "racer is a bot for rally: AGENTS.md, bot.py, bot.toml.",
        "Test it:  roundhouse bot test racer",
        "Play:     roundhouse play rally racer random",
    ]
    assert 'name = "Racer"' in (folder / "racer" / "bot.toml").read_text()
    assert run("bot", "new", "python", "rally", "racer").exit_code == 2


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("cobol", "spacegoo"), "no_such_kit"),
        (("python", "dungeon", "--wire", "r2", "--search"), "usage"),
        (("python", "spacegoo", "--wire", "r2"), "no_such_kit"),
        (("go", "quest", "--search"), "no_such_kit"),
        (("python", "chess"), "no_such_game"),
        (("python", "spacegoo", "--name", "x" * 41), "bad_name"),
        (("c", "spacegoo", "--name", "two\nlines"), "bad_name"),
    ],
)
def test_what_there_is_not_is_said(folder, arguments, code):
    done = run("bot", "new", *arguments, "--json")
    assert (done.exit_code, json.loads(done.stdout)["error"]["code"]) == (2, code)
    assert not (folder / "mybot").exists()


@pytest.mark.parametrize("game", GAMES)
def test_the_schema_of_a_game_has_all_actions_and_the_view(game):
    told = json.loads(run("bot", "schema", game).stdout)
    tags = {kind.__struct_config__.tag for kind in GAMES[game].actions.__args__}
    assert told["actions"]["discriminator"]["mapping"].keys() == tags
    assert told["view"]["$ref"].removeprefix("#/$defs/") in told["$defs"]
    assert ("answer" in told) == (GAMES[game].answer is not None)
    assert run("bot", "schema", "chess").exit_code == 2


@pytest.mark.slow
@pytest.mark.parametrize("plain", [(), ("--plain",)])
@pytest.mark.parametrize("game", GAMES)
def test_every_command_for_agents_works_in_the_new_folder(folder, monkeypatch, game, plain):
    run("bot", "new", "python", game, "before", *plain)
    run("bot", "new", "python", game, *plain)
    monkeypatch.chdir(folder / "mybot")
    page = (folder / "mybot" / "AGENTS.md").read_text()
    commands = [shlex.split(text) for text in re.findall(r"`roundhouse ([^`]+)`", page)]
    assert " ".join(words[0] for words in commands) == "rules rules bot games bot play replay duel duel"
    for words in commands:
        timed = ["--set", LENGTH[game], *TIME.get(game, [])]
        short = {"play": timed, "duel": ["--games", "2", "--jobs", "1", *timed]}
        words = [FIRST_RULE[game] if word == "ID" else word for word in words]
        rounds = ["--rounds", TESTED.get(game, amount(5, 10)), *TIME.get(game, [])]
        tested = rounds if words[:2] == ["bot", "test"] else []
        done = run(*words, *short.get(words[0], tested))
        assert done.exit_code in (STATUS if words[0] in ("play", "duel") else (0,)), (words, done.output)


def test_a_bot_without_dependencies_is_a_program(folder):
    assert run("bot", "new", "python", "spacegoo", "--plain").exit_code == 0
    assert 'run = "python bot.py"' in (folder / "mybot" / "bot.toml").read_text()


def test_the_test_tells_times_actions_and_whether_it_is_fine(folder):
    run("bot", "new", "python", "spacegoo")
    done = run("bot", "test", "mybot", "--rounds", 12)
    lines = done.stdout.splitlines()
    assert done.exit_code == 0
    assert lines[0] == "mybot in spacegoo against random: a match from each of 2 seats."
    assert [line.split()[0] for line in lines[1:6]] == ["start", "answers", "actions", "repeatable", "score"]
    assert "3,000 ms are allowed" in lines[2]
    assert lines[3].endswith("24 accepted")
    assert lines[-1] == "Fine: nothing was late, and nothing refused."


def test_a_test_that_finds_something_has_another_status(folder):
    (folder / "wrong.py").write_text(
        "from roundhouse.sdk import Bot\n\n\nclass Wrong(Bot):\n    def act(self, turn):\n"
        "        return [{'type': 'nop'}, {'type': 'nop'}]\n"
    )
    (folder / "broken.py").write_text(
        "from roundhouse.sdk import Bot\n\n\nclass Broken(Bot):\n    def act(self, turn):\n        return 1 // 0\n"
    )
    done = run("bot", "test", "wrong.py", "--game", "spacegoo", "--json")
    assert (done.exit_code, json.loads(done.stdout)["fine"]) == (1, False)
    done = run("bot", "test", "broken.py", "--game", "spacegoo")
    assert done.exit_code == 4
    assert "ZeroDivisionError" in done.stdout


def test_a_file_does_not_say_what_it_plays(folder):
    (folder / "bot.py").write_text("")
    done = run("bot", "test", "bot.py", "--json")
    assert (done.exit_code, json.loads(done.stdout)["error"]["code"]) == (2, "no_game")


def test_a_bot_differs_from_an_older_one_where_it_was_changed(folder):
    run("bot", "new", "python", "spacegoo")
    run("play", "spacegoo", "mybot", "random", "--seed", 4, "--set", "max_rounds=20", "--out", "a.rhr")
    same = run("bot", "diff", "a.rhr", "mybot")
    assert (same.exit_code, same.stdout) == (0, "mybot answers 20 of 20 turns of seat 1 as they were answered.\n")
    program = folder / "mybot" / "bot.py"
    program.write_text(program.read_text().replace("SPARE = 20", "SPARE = 2000"))
    other = run("bot", "diff", "a.rhr", "mybot", "--json")
    told = json.loads(other.stdout)
    assert (other.exit_code, told["turns"]) == (1, 20)
    assert all(line["now"] == [{"type": "nop"}] != line["recorded"] for line in told["different"])
    assert run("bot", "diff", "a.rhr", "mybot", "--seat", 3).exit_code == 2
    assert run("bot", "diff", "none.rhr", "mybot").exit_code == 2


def test_a_bot_needs_a_token_and_a_server(folder):
    run("bot", "new", "python", "spacegoo")
    done = run("bot", "run", "mybot", "--json")
    assert (done.exit_code, json.loads(done.stdout)["error"]["code"]) == (2, "no_token")
    done = run("bot", "run", "mybot", "--server", "tcp://127.0.0.1:1", "--token", "rh_x", "--json")
    assert (done.exit_code, json.loads(done.stdout)["error"]["code"]) == (2, "no_server")


def test_a_bot_that_does_not_come_back_is_told_as_late(folder):
    (folder / "hung.py").write_text(
        "from roundhouse.sdk import Bot\n\n\nclass Hung(Bot):\n    def act(self, turn):\n        while True:\n"
        "            pass\n"
    )
    tested = run("bot", "test", "hung.py", "--game", "quest", "--set", "turn_ms=100", "--rounds", 4, "--json")
    assert tested.exit_code == 4, tested.output
    found = json.loads(tested.stdout)
    assert not found["fine"]
    assert [(one["seat"], one["turns"], one["round"]) for one in found["missed"]] == [(1, 2, 1), (2, 2, 1)]
    assert {one["sentence"] for one in found["left"]} == {
        "it did not answer 3 turns one after the other, and was ended"
    }
    assert "hung is late, and misses its turn." in tested.stderr
    played = run("play", "quest", "hung.py", "random", "--set", "turn_ms=100", "--set", "rounds=4", "--seed", 1)
    assert played.exit_code == 4, played.output
    assert "hung missed 2 turns, the first in round 1." in played.stdout
