"""The command line: results for people and for machines, and an exit status that tells what happened."""

import json
import os
import select
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from tests.match.recorded_matches import DUEL, duel
from typer.testing import CliRunner

from roundhouse import __version__
from roundhouse.cli.main import app
from roundhouse.core.entries import order
from roundhouse.match.record import read, write
from roundhouse.match.recorder import part_of

PASSER = """
from roundhouse.sdk import Bot

class Passer(Bot):
    def act(self, turn):
        {act}
        return {"type": "nop"}
"""


def invoke(*words: object) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words], catch_exceptions=False)


def document(*words: object, status: int = 0) -> Any:
    """The JSON document of a command, which must be all of its standard output."""
    result = invoke(*words, "--json")
    assert result.exit_code == status, result.output
    return json.loads(result.stdout)


@pytest.fixture
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with bots of every fate, in which the command runs."""
    monkeypatch.chdir(tmp_path)
    acts = {
        "passer": "pass",
        "crasher": "1 / 0",
        "rubbish": "return 'rubbish'",
        "cheat": 'return [{"type": "nop"}] * 2',
        "quitter": f"import os, time; os.kill({os.getpid()}, 2); time.sleep(60)",  # as if somebody pressed Ctrl-C
        "chatty": "print('I think')",
        "attacker": 'return {"type": "send", "source": 2, "target": 1, "ships": [40, 0, 0]}',
    }
    for name, act in acts.items():
        (tmp_path / f"{name}.py").write_text(PASSER.replace("{act}", act))
    (tmp_path / "duel.json").write_text(json.dumps(DUEL))
    return tmp_path


DUEL_OPTIONS = ("--preset", "classic", "--map", "duel.json", "--set", "max_rounds=20", "--seed", 1)


def test_help_is_quick_to_load_and_names_every_command() -> None:
    result = invoke("--help")

    assert result.exit_code == 0
    for command in ("games", "rules", "play", "replay", "verify", "bench", "serve"):
        assert command in result.stdout
    heavy = "numpy", "msgspec", "cffi", "roundhouse.games", "sqlalchemy"
    code = f"import sys, roundhouse.cli.main; print([name for name in {heavy} if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "[]\n"


def test_the_exit_statuses_are_in_the_help() -> None:
    text = " ".join(invoke("play", "--help").stdout.replace("│", " ").split())

    for status in ("0 the first bot won or drew", "1 the first bot lost", "3 a bot forfeited", "4 a bot crashed"):
        assert status in text


def test_version() -> None:
    assert invoke("--version").stdout == f"roundhouse {__version__}\n"


def test_games_lists_them_and_shows_the_settings_of_one() -> None:
    assert "spacegoo" in invoke("games").stdout
    keys = [game["key"] for game in document("games")["games"]]
    assert keys == ["spacegoo", "rally", "dungeon", "quest", "boidvoid"]
    text = invoke("games", "spacegoo").stdout
    assert "max_rounds" in text
    assert "classic" in text
    rows = {row["key"]: row for row in document("games", "spacegoo")["settings"]}
    assert rows["max_rounds"] == {
        "key": "max_rounds",
        "default": 500,
        "allowed": "a whole number from 1 to 100000",
        "sentence": "the game is a draw after this many rounds",
    }


def test_rules_prints_the_book_or_one_rule() -> None:
    assert "**GOO-051**" in invoke("rules", "spacegoo").stdout
    assert len(document("rules", "spacegoo")["rules"]) == 130
    for name in ("GOO-031", "goo-031", "31"):
        assert invoke("rules", "spacegoo", name).stdout == "GOO-031  `nop` does nothing. [seed]\n"
    assert document("rules", "spacegoo", "GOO-031")["id"] == "GOO-031"


def test_an_unknown_rule_names_its_neighbours() -> None:
    result = invoke("rules", "spacegoo", "GOO-131")

    assert result.exit_code == 2
    assert "GOO-128, GOO-129, GOO-130" in result.stderr
    assert document("rules", "spacegoo", "XYZ", status=2)["error"]["code"] == "no_such_rule"


@pytest.mark.parametrize(
    ("first", "second", "status"),
    [
        ("passer", "passer", 0),
        ("passer", "attacker", 1),
        ("cheat", "passer", 3),
        ("passer", "cheat", 3),
        ("rubbish", "passer", 3),
        ("crasher", "passer", 4),
        ("passer", "crasher", 4),
        ("cheat", "crasher", 4),
    ],
)
def test_the_exit_status_tells_loss_forfeit_and_crash_apart(bots: Path, first: str, second: str, status: int) -> None:
    assert invoke("play", "spacegoo", f"{first}.py", f"{second}.py", *DUEL_OPTIONS).exit_code == status


def test_play_tells_a_person_what_happened(bots: Path) -> None:
    result = invoke("play", "spacegoo", "passer.py", "crasher.py", *DUEL_OPTIONS, "--out", "m.rhr")

    assert result.stdout.startswith("passer won after 1 rounds. A player was disqualified.\n")
    assert "crasher crashed in round 0: ZeroDivisionError: division by zero" in result.stdout
    assert result.stdout.endswith("seed 1\nrecord m.rhr\n")


def test_play_tells_a_machine_the_same(bots: Path) -> None:
    shown = document("play", "spacegoo", "passer.py", "attacker.py", *DUEL_OPTIONS, status=1)

    assert shown == {
        "games": 1, "bots": ["passer", "attacker"], "wins": [0, 1], "draws": 0, "places": [2, 1],
        "points": [0, 2], "winner": 2, "reason": "won", "sentence": "The last player alive won.", "rounds": 7,
        "seed": 1, "preset": "classic", "left": [], "missed": [], "refused": [{}, {}], "game": "spacegoo",
        "record": None,
    }  # fmt: skip


def test_a_bot_that_prints_does_not_spoil_the_document(bots: Path) -> None:
    assert document("play", "spacegoo", "chatty.py", "chatty.py", *DUEL_OPTIONS)["bots"] == ["chatty", "chatty 2"]


def test_the_same_seed_gives_the_same_bytes_which_verify(bots: Path) -> None:
    for name in ("a.rhr", "b.rhr"):
        document("play", "spacegoo", "passer.py", "attacker.py", *DUEL_OPTIONS, "--out", name, status=1)

    assert Path("a.rhr").read_bytes() == Path("b.rhr").read_bytes()
    assert document("verify", "a.rhr")["ok"] is True
    assert "is proven: 7 rounds" in invoke("verify", "a.rhr").stdout


def test_without_a_seed_the_one_drawn_is_told(bots: Path) -> None:
    result = invoke("play", "spacegoo", "passer.py", "passer.py", "--set", "max_rounds=2", "--out", "m.rhr")

    assert f"seed {read(Path('m.rhr')).setup.seed}\n" in result.stdout
    assert f"seed {read(Path('m.rhr')).setup.seed}\n" in result.stderr


def test_built_in_bots_play_without_a_clock(bots: Path) -> None:
    words = ("play", "spacegoo", "random", "greedy", "--seed", 7, "--set", "max_rounds=20", "--set", "deadline_s=0.05")

    shown = document(*words, "--out", "m.rhr")

    assert (shown["left"], shown["draws"]) == ([], 1)
    assert document(*words, "--out", "n.rhr") == shown | {"record": "n.rhr"}
    assert Path("m.rhr").read_bytes() == Path("n.rhr").read_bytes()


def test_a_series_counts_by_bot(bots: Path) -> None:
    words = ("play", "spacegoo", "passer.py", "crasher.py", "--set", "max_rounds=5", "--seed", 1, "--games", 4)
    shown = document(*words, "--out", "all")

    assert (shown["games"], shown["bots"], shown["wins"], shown["draws"]) == (4, ["passer", "crasher"], [4, 0], 0)
    assert (shown["crashes"], shown["seeds"]) == ([0, 4], [1, 2])
    assert len(list(Path("all").iterdir())) == 4
    assert "4 games, 0 draws" in invoke(*words).stdout


def test_settings_are_json_or_text(bots: Path) -> None:
    words = ("play", "spacegoo", "passer.py", "passer.py", "--seed", 1, "--out", "m.rhr")
    invoke(*words, "--set", "max_rounds=3", "--set", "off_lane=ignore", "--set", "hyperlanes=false")

    settings = read(Path("m.rhr")).setup.settings
    assert (settings["max_rounds"], settings["off_lane"], settings["hyperlanes"]) == (3, "ignore", False)


TWO = ("passer.py", "passer.py")
MISTAKES: dict[str, tuple[tuple[object, ...], str, str]] = {
    "no such game": (("play", "chess", "a", "b"), "no_such_game", "there are spacegoo"),
    "a misspelt game": (("play", "spacego", "a", "b"), "no_such_game", "did you mean spacegoo?"),
    "games of no game": (("games", "chess"), "no_such_game", "chess"),
    "rules of no game": (("rules", "chess"), "no_such_game", "chess"),
    "no such bot": (("play", "spacegoo", "passer.py", "gredy"), "no_such_bot", "did you mean greedy?"),
    "no such file": (("play", "spacegoo", "passer.py", "none.py"), "no_such_bot", "none.py"),
    "a broken bot": (("play", "spacegoo", "passer.py", "broken.py"), "bad_bot", "line 1"),
    "an address": (("play", "spacegoo", "passer.py", "ftp://x/"), "bad_address", "tcp://"),
    "no such command": (("play", "spacegoo", "passer.py", "cmd:./none"), "bad_command", "./none"),
    "one bot": (("play", "spacegoo", "passer.py"), "bad_settings", "1 seats were given; allowed is 2 or 4."),
    "a choice of no sense": (("play", "rally", "easy", "easy", "--choice", "james"), "bad_settings", "1=james"),
    "a choice for nobody": (("play", "rally", "easy", "easy", "--choice", "3=james"), "bad_settings", "BOT=CHOICE"),
    "an unknown choice": (("play", "rally", "easy", "easy", "--choice", "1=bond"), "bad_settings", "tanky, james"),
    "a choice where there is none": (("play", "spacegoo", *TWO, "--choice", "1=james"), "bad_settings", "none"),
    "nine bots": (("play", "rally", *["easy"] * 9), "bad_settings", "9 seats were given; allowed is 2 to 8."),
    "a board that is no board": (("play", "rally", "easy", "easy", "--map", "passer.py"), "bad_map", "grid:"),
    "three bots": (("play", "spacegoo", *["passer.py"] * 3), "bad_settings", "3 seats were given"),
    "an unknown setting": (("play", "spacegoo", *TWO, "--set", "speed=1"), "bad_settings", "no such setting"),
    "a setting out of range": (
        ("play", "spacegoo", *TWO, "--set", "max_rounds=0"), "bad_settings", "from 1 to 100000",
    ),
    "a setting of a wrong kind": (
        ("play", "spacegoo", *TWO, "--set", "max_rounds=many"), "bad_settings", "'many' is not allowed",
    ),
    "settings that do not go together": (
        ("play", "spacegoo", *TWO, "--set", "pairs_min=9", "--set", "pairs_max=3"), "bad_settings", "pairs_max",
    ),
    "a setting without a value": (("play", "spacegoo", *TWO, "--set", "x"), "bad_settings", "KEY=VALUE"),
    "no such preset": (("play", "spacegoo", *TWO, "--preset", "blitz"), "bad_settings", "standard, classic"),
    "a map that is no JSON": (("play", "spacegoo", *TWO, "--map", "passer.py"), "bad_map", "no JSON"),
    "a map that is not allowed": (("play", "spacegoo", *TWO, "--map", "bad.json"), "bad_map", "position"),
    "a map of a wrong shape": (("play", "spacegoo", *TWO, "--map", "shape.json"), "bad_map", "planets"),
    "no such map": (("play", "spacegoo", *TWO, "--map", "none.json"), "file", "none.json"),
    "a map that is a folder": (("play", "spacegoo", *TWO, "--map", "."), "file", ""),
    "no place for the record": (("play", "spacegoo", *TWO, "--out", "no/m.rhr"), "file", "no/m.rhr"),
    "watching a series": (("play", "spacegoo", *TWO, "--games", 2, "--watch"), "usage", "--watch"),
    "processes for one match": (("play", "spacegoo", *TWO, "--jobs", 2), "usage", "--games"),
    "no record": (("verify", "passer.py"), "not_a_record", "does not begin like one"),
    "no file to verify": (("verify", "none.rhr"), "file", "none.rhr"),
    "no file to replay": (("replay", "none.rhr"), "file", "none.rhr"),
    "a folder to replay": (("replay", "."), "file", ""),
    "no such format": (("replay", "m.rhr", "--export", "pdf"), "usage", "ndjson or html"),
    "an export of one round": (("replay", "m.rhr", "--export", "html", "--round", 1), "usage", "--round"),
    "no such round": (("replay", "m.rhr", "--round", 99), "no_such_round", "rounds 0 to 7"),
    "an export into no folder": (("replay", "m.rhr", "--export", "html", "--out", "no/x.html"), "file", "no/x.html"),
}  # fmt: skip


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_told_in_a_sentence(bots: Path, mistake: str) -> None:
    words, code, part = MISTAKES[mistake]
    (bots / "broken.py").write_text("x = (\n")
    (bots / "shape.json").write_text('{"planets": 7}')
    (bots / "bad.json").write_text(json.dumps({"planets": [DUEL["planets"][0], DUEL["planets"][0] | {"id": 1}]}))
    write(duel(), bots / "m.rhr")

    result = invoke(*words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.splitlines()[-1].startswith(f"roundhouse: {code}: ")
    assert part in result.stderr

    error = document(*words, status=2)["error"]
    assert error["code"] == code
    assert part in error["sentence"] + error.get("field", "")


@pytest.mark.parametrize(
    "words",
    [
        ("dance",),
        ("play",),
        ("play", "spacegoo", "a", "b", "--seed", "x"),
        ("play", "spacegoo", "a", "b", "--seed", "-1"),
        ("play", "spacegoo", "a", "b", "--games", "0"),
        ("play", "spacegoo", "a", "b", "--tempo"),
        ("serve", "--port", "70000"),
    ],
)
def test_options_that_do_not_exist_or_fit_are_usage_errors(words: tuple[str, ...]) -> None:
    assert invoke(*words).exit_code == 2


def test_a_changed_record_fails_and_the_round_is_named(bots: Path) -> None:
    record = duel()
    write(replace(record, entries=(order(1, [1, 1, 0, 1000, 0, 0]), *record.entries[1:])), bots / "m.rhr")

    result = invoke("verify", "m.rhr")
    assert result.exit_code == 5
    assert "m.rhr is not proven: round 0: the digest differs" in result.stderr
    shown = document("verify", "m.rhr", status=5)
    assert (shown["ok"], shown["code"], shown["round"]) == (False, "digest", 0)


def test_a_torn_record_is_shown_as_far_as_it_goes_and_not_proven(bots: Path) -> None:
    write(duel(), bots / "m.rhr")
    data = (bots / "m.rhr").read_bytes()
    (bots / "m.rhr").write_bytes(data[:-8])

    assert invoke("verify", "m.rhr").exit_code == 5
    result = invoke("replay", "m.rhr")
    assert result.exit_code == 0
    assert "The end is missing" in result.stderr


def test_a_file_with_something_behind_it_is_not_proven(bots: Path) -> None:
    write(duel(), bots / "m.rhr")
    with (bots / "m.rhr").open("ab") as file:
        file.write(b"more")

    assert invoke("verify", "m.rhr").exit_code == 5


def test_replay_prints_the_match(bots: Path) -> None:
    write(duel(), bots / "m.rhr")
    lines = invoke("replay", "m.rhr").stdout.splitlines()

    assert lines[0] == "Rocket Paper Spacegoo, preset classic, seed 0: ann against bob"
    assert lines[1] == "round 0: ann send 1 0 900 0 0; bob send 2 1 40 0 0"
    assert lines[2] == "round 1: ann send 0 1 1 0 0 (did nothing); bob nop"
    assert "    planet taken: planet 1, seat bob, previous ann" in lines
    assert lines[-1] == "bob won. The last player alive won."


def test_replay_shows_one_round(bots: Path) -> None:
    write(duel(), bots / "m.rhr")

    text = invoke("replay", "m.rhr", "--round", 3).stdout
    assert text.startswith("round 3 of 500")
    assert "▲ bob" in text
    assert document("replay", "m.rhr", "--round", 3)["round"] == 3


def test_replay_exports(bots: Path) -> None:
    write(duel(), bots / "m.rhr")

    assert json.loads(invoke("replay", "m.rhr", "--export", "ndjson").stdout.splitlines()[-1])["winner"] == 2
    assert document("replay", "m.rhr", "--export", "html", "--out", "m.html")["out"] == "m.html"
    assert Path("m.html").read_text().startswith("<!doctype html>")
    assert document("replay", "m.rhr")["lines"][-1]["type"] == "result"


def test_watch_without_a_terminal_prints_a_line_per_round(bots: Path) -> None:
    result = invoke("play", "spacegoo", "passer.py", "attacker.py", *DUEL_OPTIONS, "--watch")

    rounds = [line for line in result.stdout.splitlines() if line.startswith("round ")]
    assert len(rounds) == 7
    assert rounds[0] == "round 1: ● passer 1 planets 6 ships +1 0 fleets | ▲ attacker 1 planets 41 ships +1 1 fleets"
    write(duel(), bots / "m.rhr")
    assert len(invoke("replay", "m.rhr", "--watch").stdout.splitlines()) == 7


def test_watch_with_json_keeps_standard_output_for_the_document(bots: Path) -> None:
    assert document("play", "spacegoo", "passer.py", "attacker.py", *DUEL_OPTIONS, "--watch", status=1)["winner"] == 2


def test_interrupting_leaves_a_readable_log(bots: Path) -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # what runs in the background ignores it
    try:
        result = invoke("play", "spacegoo", "passer.py", "quitter.py", *DUEL_OPTIONS, "--out", "m.rhr")
    finally:
        signal.signal(signal.SIGINT, before)

    assert result.exit_code == 130
    assert "interrupted" in result.stderr
    assert not Path("m.rhr").exists()
    assert len(read(part_of(Path("m.rhr"))).entries) == 1
    assert invoke("replay", "m.rhr.part").exit_code == 0
    assert invoke("verify", "m.rhr.part").exit_code == 5


def test_warm_is_not_needed_any_more_and_scripts_that_call_it_go_on() -> None:
    told = invoke("warm")

    assert told.exit_code == 0
    assert told.stdout == ""
    assert told.stderr == "Nothing has to be compiled beforehand any more; this command goes with the next release.\n"
    assert document("warm") == {"sentence": told.stderr.strip()}


def test_serve_says_how_to_get_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)

    assert "roundhouse-arena[server]" in document("serve", status=2)["error"]["sentence"]


def test_bench_measures_only_what_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROUNDHOUSE_NATIVE", "0")
    why = {"skipped": "ROUNDHOUSE_NATIVE=0 asks for interpreted rules"}

    assert document("bench", "--only", "P9,U2", "--only", "P12") == {"P9": why, "P12": why, "U2": why}
    told = document("bench", "--only", "P9,nothing", status=2)["error"]
    assert told["field"] == "only"
    assert told["sentence"].startswith("There is no row nothing; there are P1, P3, P5, ")


# The command as a process of its own


def command(*words: object, **options: Any) -> "subprocess.Popen[str]":
    # Whoever started the tests in the background made their children deaf to Ctrl-C.
    hear = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    code = f"{hear}; from roundhouse.cli.main import main; main()"
    return subprocess.Popen(
        [sys.executable, "-c", code, *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **options,
    )


@pytest.mark.rule("GOO-121")
def test_an_account_is_made_with_a_given_or_a_random_password(tmp_path: Path) -> None:
    data = tmp_path / "data"
    given = invoke("account", "add", "alice", "--kind", "bot", "--password", "wonder land", "--data", data)
    drawn = json.loads(invoke("account", "add", "bob", "--data", data, "--json").stdout)

    assert given.stdout == "alice can log in by the line protocol with the password wonder land\n"
    assert (drawn["name"], drawn["kind"], drawn["role"]) == ("bob", "person", "player")
    assert len(drawn["password"]) == 16
    assert invoke("account", "add", "alice", "--data", data).exit_code == 2
    assert "already" in invoke("account", "add", "alice", "--data", data).stderr
    assert invoke("account", "add", "", "--data", data).exit_code == 2


@pytest.mark.slow
def test_the_real_command_has_the_same_statuses(bots: Path) -> None:
    for words, status in (
        (("--version",), 0),
        (("play", "spacegoo", "passer.py", "crasher.py", *DUEL_OPTIONS), 4),
        (("play", "spacegoo", "passer.py", "none.py"), 2),
        (("play", "spacegoo", "--no-such-option"), 2),
        (("dance",), 2),
    ):
        process = command(*words)
        _, err = process.communicate(timeout=60)
        assert process.returncode == status, err
        assert "Traceback" not in err


def assert_ctrl_c_ends_it_quietly(bots: Path, *options: object) -> None:
    """Interrupt a match as a terminal does, all its processes at once, while a bot thinks."""
    # No object for the pipe, because an interrupt while one is being forgotten would be forgotten with it.
    thinking = "import os, time; os.write(os.open('turn', os.O_WRONLY), b'!'); time.sleep(60)"
    (bots / "slow.py").write_text(PASSER.replace("{act}", thinking))
    os.mkfifo(bots / "turn")
    pipe = os.open(bots / "turn", os.O_RDONLY | os.O_NONBLOCK)
    process = command("play", "spacegoo", "passer.py", "slow.py", "--seed", 1, *options, start_new_session=True)
    heard, _, _ = select.select([pipe], [], [], 60)
    os.close(pipe)
    assert heard
    os.killpg(process.pid, signal.SIGINT)

    _, err = process.communicate(timeout=60)

    assert process.returncode == 130
    assert "Traceback" not in err


@pytest.mark.slow
def test_ctrl_c_ends_the_real_command_with_130(bots: Path) -> None:
    assert_ctrl_c_ends_it_quietly(bots, "--out", "m.rhr")

    assert len(read(part_of(bots / "m.rhr")).entries) == 1


@pytest.mark.slow
def test_ctrl_c_ends_a_series_in_several_processes(bots: Path) -> None:
    assert_ctrl_c_ends_it_quietly(bots, "--games", 4, "--jobs", 2)


@pytest.mark.slow
def test_a_reader_that_goes_away_is_no_mistake(bots: Path) -> None:
    write(duel(), bots / "m.rhr")
    script = f"{sys.executable} -c 'from roundhouse.cli.main import main; main()' replay m.rhr --export ndjson | true"
    process = subprocess.run(["bash", "-c", script + "; exit ${PIPESTATUS[0]}"], capture_output=True, text=True)

    assert process.returncode == 0
    assert process.stderr == ""


@pytest.mark.rule("RAL-004")
def test_what_bots_choose_goes_with_them(tmp_path: Path) -> None:
    """Also when they change seats in a series."""
    flags = ("--choice", "1=james", "--choice", "2=peach", "--set", "max_rounds=10", "--seed", 1)
    invoke("play", "rally", "easy", "normal", "--games", 2, "--out", tmp_path, *flags)
    seats = [[(seat.name, seat.choice) for seat in read(file).setup.seats] for file in sorted(tmp_path.iterdir())]
    assert seats == [[("easy", "james"), ("normal", "peach")], [("normal", "peach"), ("easy", "james")]]
    invoke("play", "rally", "easy", "normal", "--out", tmp_path / "one.rhr", *flags[2:])
    assert [seat.choice for seat in read(tmp_path / "one.rhr").setup.seats] == ["", "peach"]
