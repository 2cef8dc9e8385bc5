"""What can be named behind `box:`, and programs of several languages that play whole matches in a box."""

import os
import shutil
import sys
from pathlib import Path

import pytest
from tests.sdk.sandbox.hostile import Attacker, Passer, match

from roundhouse.games import GAMES
from roundhouse.sdk import bot_folder
from roundhouse.sdk.bot_loader import LoadError, load
from roundhouse.sdk.local_match import play
from roundhouse.sdk.sandbox import Limits, boxed
from roundhouse.sdk.sandbox.boxed_programs import entrant, program_of
from roundhouse.sdk.sandbox.bubblewrap import BoxError

GAME = GAMES["spacegoo"]
LINES = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        print(json.dumps({"type": "act", "step": message["step"], "actions": [{"type": "nop"}]}), flush=True)
"""
CLASS = """
from helper import answer
from roundhouse.sdk import Bot

class Mine(Bot):
    def act(self, turn):
        print("thinking")
        self.say("nothing to do")
        return answer()
"""
NODE = """
require("readline").createInterface({input: process.stdin}).on("line", line => {
    const message = JSON.parse(line)
    if (message.type === "turn")
        console.log(JSON.stringify({type: "act", step: message.step, actions: [{type: "nop"}]}))
})
"""
JAVA = """
import java.io.*;
public class Bot {
    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line; (line = in.readLine()) != null;) {
            if (!line.startsWith("{\\"type\\":\\"turn\\"")) continue;
            String step = line.split("\\"step\\":")[1].split("[,}]")[0];
            System.out.println("{\\"type\\":\\"act\\",\\"step\\":" + step + ",\\"actions\\":[{\\"type\\":\\"nop\\"}]}");
        }
    }
}
"""
RUST = """
use std::io::{self, BufRead, Write};
fn main() {
    for line in io::stdin().lock().lines() {
        let line = line.unwrap();
        if !line.starts_with("{\\"type\\":\\"turn\\"") { continue; }
        let step = line.split("\\"step\\":").nth(1).unwrap().split(|c| c == ',' || c == '}').next().unwrap();
        println!("{{\\"type\\":\\"act\\",\\"step\\":{},\\"actions\\":[{{\\"type\\":\\"nop\\"}}]}}", step);
        io::stdout().flush().unwrap();
    }
}
"""


def needs(tool):
    return pytest.mark.skipif(shutil.which(tool) is None, reason=f"there is no {tool}")


def toml(folder, **fields):
    lines = "".join(f"{name} = {bot_folder.quoted(value)}\n" for name, value in fields.items())
    (folder / "bot.toml").write_text(lines)
    return f"box:{folder}"


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """A cache of built programs of the test's own, which everybody may read."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "roundhouse" / "built"


# Whole matches


@pytest.mark.slow
def test_a_python_program_plays(box, folder):
    (folder / "lines.py").write_text(LINES)
    outcome = match(f"box:{folder / 'lines.py'}")

    assert outcome.left == ()
    assert outcome.rounds == 4
    assert outcome.setup.seats[0].name == "lines.py"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["", ":Mine"])
def test_a_class_of_bots_plays_with_the_file_beside_it(name, box, folder, capfd):
    (folder / "mine.py").write_text(CLASS)
    (folder / "helper.py").write_text("def answer():\n    return {'type': 'nop'}\n")
    outcome = match(f"box:{folder / 'mine.py'}{name}?alone=no")

    assert outcome.left == ()
    assert outcome.setup.seats[0].name == ("Mine" if name else "mine")
    assert "thinking" in capfd.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize(
    ("bot", "alone"),
    [("mine.py", True), ("mine.py?alone=yes", True), ("bot.py", False), ("bot.py?alone=yes", True)],
)
def test_a_file_does_not_see_its_neighbours_unless_it_begins_the_bot_of_a_team(bot, alone, box, folder):
    (folder / bot.partition("?")[0]).write_text(CLASS)
    (folder / "helper.py").write_text("def answer():\n    return {'type': 'nop'}\n")
    outcome = match(f"box:{folder / bot}")

    assert [left.sentence for left in outcome.left] == (["the program ended with status 1"] if alone else [])


@pytest.mark.parametrize("command", ["{}/start.sh", "'{}/start.sh'"])
def test_a_program_does_not_see_its_neighbours_either(command, folder):
    (folder / "start.sh").write_text("#!/bin/sh\n")
    (folder / "start.sh").chmod(0o755)

    assert program_of(command.format(folder), GAME).file == "start.sh"


@pytest.mark.slow
@needs("node")
def test_a_javascript_program_plays(box, folder):
    (folder / "bot.js").write_text(NODE)

    assert match(f"box:{folder / 'bot.js'}").left == ()
    assert match(f"box:node {folder / 'bot.js'}?memory_mb=128").left == ()


@pytest.mark.slow
@needs("gcc")
def test_a_compiled_program_plays(box, folder):
    assert match(Attacker(folder).c("")).left == ()


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    ["python {}/lines.py", "python3 -u {}/lines.py", "sh {}/start.sh", "{}/run.sh", sys.executable + " {}/lines.py"],
)
def test_a_command_sees_the_folder_of_its_first_file(command, box, folder):
    (folder / "lines.py").write_text(LINES)
    for name in ("start.sh", "run.sh"):
        (folder / name).write_text("#!/bin/sh\nexec python /bot/lines.py\n")
        (folder / name).chmod(0o755)

    assert match("box:" + command.format(folder)).left == ()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "text", "build", "run"),
    [
        pytest.param("Bot.java", JAVA, "javac Bot.java", "java -cp . Bot", marks=needs("javac")),
        pytest.param("bot.rs", RUST, "rustc -O -o bot bot.rs", "./bot", marks=needs("rustc")),
        pytest.param("bot.js", NODE, "", "node bot.js", marks=needs("node")),
    ],
)
def test_a_folder_is_built_in_a_box_and_plays(file, text, build, run, box, folder, cache):
    (folder / file).write_text(text)
    bot = toml(folder, name="mine", game="spacegoo", run=run, **({"build": build} if build else {}))
    before = sorted(os.listdir(folder))
    outcome = match(bot)

    assert outcome.left == ()
    assert outcome.setup.seats[0].name == "mine"
    assert sorted(os.listdir(folder)) == before
    assert match(bot).left == ()
    assert len(os.listdir(cache)) == 1 if build else not cache.exists()


@pytest.mark.slow
def test_a_folder_with_a_class_plays(box, folder):
    (folder / "mine.py").write_text(CLASS)
    (folder / "helper.py").write_text("def answer():\n    return {'type': 'nop'}\n")

    assert match(toml(folder, name="mine", game="spacegoo", bot="mine.py")).left == ()


@pytest.mark.slow
def test_quest_is_played_in_a_box_too(box, folder):
    """A game in which a turn has many actions, answered one by one."""
    text = """
from roundhouse.sdk import Bot

class Waiter(Bot):
    def act(self, turn):
        return None
"""
    (folder / "waiter.py").write_text(text)
    outcome = play(
        "quest", [f"box:{folder / 'waiter.py'}", next(iter(GAMES["quest"].bots))], seed=1, settings={"rounds": 3}
    )

    assert outcome.left == ()


# Building


@pytest.mark.slow
@pytest.mark.parametrize(
    ("build", "told"),
    [
        ("false", "failed"),
        ("sh -c 'echo the compiler says no >&2; exit 3'", "the compiler says no"),
        ("sh -c 'while true; do :; done'", "longer than 1 s"),
        ("sh -c 'cat /etc/shadow'", "No such file"),
        ("sh -c 'truncate -s 900M big || exit 1'", "File size limit exceeded"),
        ("python -c 'import socket; socket.socket()'", "Operation not permitted"),
    ],
)
def test_a_build_that_fails_is_told_and_harms_nobody(build, told, box, folder, cache):
    limits = Limits(build_s=1 if "while" in build else 60, build_mb=256)
    bot = toml(folder, name="mine", game="spacegoo", run="./bot", build=build)
    with pytest.raises(LoadError) as error:
        entrant(bot.removeprefix("box:"), GAME, limits)

    assert error.value.code == "build_failed"
    assert told in error.value.sentence
    assert sorted(os.listdir(folder)) == ["bot.toml"]
    assert os.listdir(cache) == []


@pytest.mark.slow
def test_what_a_build_leaves_cannot_lead_out_of_its_folder(box, folder, cache):
    build = (
        "sh -c 'ln -s /etc/shadow link && ln -s ../../.. up && ln lines.py hard && mkdir in && cp lines.py in/bot.py'"
    )
    (folder / "lines.py").write_text(LINES)
    outcome = match(toml(folder, name="mine", game="spacegoo", run="python in/bot.py", build=build))

    assert outcome.left == ()
    (made,) = cache.iterdir()
    left = {str(path.relative_to(made)): path.is_symlink() for path in made.rglob("*")}
    assert left.pop("hard", False) is left.pop("lines.py", False) is False  # one of the two is a link to the other
    assert left == {"bot.toml": False, "in": False, "in/bot.py": False}


@pytest.mark.slow
def test_a_change_is_built_anew(box, folder, cache):
    bot = toml(folder, name="mine", game="spacegoo", run="python bot.py", build="cp lines.py bot.py")
    for text in (LINES, LINES + "# changed\n"):
        (folder / "lines.py").write_text(text)
        assert match(bot).left == ()

    assert len(os.listdir(cache)) == 2


# Names


def test_links_are_not_followed(folder):
    (folder / "lines.py").write_text(LINES)
    (folder / "link.py").symlink_to("lines.py")
    (folder / "up").symlink_to(folder)
    for name in ("link.py", "up"):
        with pytest.raises(LoadError, match="symbolic link"):
            program_of(str(folder / name), GAME)
    (folder / "bot.toml").symlink_to("/etc/hostname")
    with pytest.raises(LoadError, match="symbolic link"):
        program_of(str(folder), GAME)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "bad_command"),
        ("no-such-program-at-all x", "bad_command"),
        ("'unfinished", "bad_command"),
        ("{}", "no_such_bot"),
        ("{}/data.txt", "bad_bot"),
        ("python {}/lines.py /etc/hostname", "bad_command"),
        ("{}/lines.py?memory_mb=lots", "bad_option"),
        ("{}/lines.py?memory=1", "bad_option"),
        ("{}/lines.py?alone=maybe", "bad_option"),
        ("{}/lines.py?share=relative", "bad_option"),
    ],
)
def test_what_makes_no_sense_is_refused(text, code, box, folder):
    (folder / "data.txt").write_text("x")
    (folder / "lines.py").write_text(LINES)
    with pytest.raises(LoadError) as error:
        load("box:" + text.format(folder), GAME)

    assert error.value.code == code
    assert error.value.sentence


def test_a_folder_for_another_game_is_refused(box, folder):
    with pytest.raises(LoadError, match="plays rally, not spacegoo"):
        load(toml(folder, name="x", game="rally", run="./bot"), GAME)


@pytest.mark.skipif(os.geteuid() != 0, reason="an ordinary user reads its own folders in the box too")
def test_a_folder_that_nobody_may_read_is_refused_as_root(box, folder):
    (folder / "lines.py").write_text(LINES)
    folder.chmod(0o700)
    with pytest.raises(LoadError, match="chmod -R"):
        load(f"box:{folder / 'lines.py'}", GAME)


def test_without_bubblewrap_nothing_is_run(folder, monkeypatch):
    from roundhouse.sdk.sandbox.box import ready
    from roundhouse.sdk.sandbox.bubblewrap import bubblewrap

    (folder / "lines.py").write_text(LINES)
    monkeypatch.setenv("PATH", "/nowhere")
    bubblewrap.cache_clear()
    ready.cache_clear()
    try:
        with pytest.raises(LoadError, match="install the package bubblewrap") as error:
            load(f"box:{folder / 'lines.py'}", GAME)
    finally:
        bubblewrap.cache_clear()

    assert error.value.code == "no_sandbox"


@pytest.mark.slow
def test_a_box_that_cannot_be_made_is_no_fault_of_the_bot(box, folder):
    """Its folder goes away between loading and playing."""
    inner = folder / "inner"
    inner.mkdir(mode=0o755)
    (inner / "lines.py").write_text(LINES)
    made = load(f"box:{inner / 'lines.py'}", GAME)
    shutil.rmtree(inner)
    with pytest.raises(BoxError, match=r"this machine .* could not start the sandbox: bwrap: ") as error:
        play(GAME, [made, Passer], seed=1, settings={"max_rounds": 2})

    assert error.value.code == "box_failed"


def test_boxed(folder, monkeypatch):
    monkeypatch.chdir(folder)
    (folder / "mine.py").write_text(CLASS)
    (folder / "mine.wasm").write_bytes(b"\0asm")
    few = Limits(memory_mb=64, cpu_s=9.0)

    assert boxed("random") == "random"
    assert boxed("mine.py") == "box:mine.py"
    assert boxed("mine.py:Mine") == "box:mine.py:Mine"
    assert boxed("cmd:python mine.py", few) == "box:python mine.py?memory_mb=64&cpu_s=9.0"
    assert boxed(str(folder)) == f"box:{folder}"
    assert boxed("mine.wasm", few) == "wasm:mine.wasm?memory_mb=64&cpu_s=9.0"
    assert boxed("mine.py?memory_mb=512") == "box:mine.py?memory_mb=512"
    assert boxed("mine.py?cpu_s=5&alone=no", few) == "box:mine.py?memory_mb=64&cpu_s=5&alone=no"
    for same in ("box:x", "wasm:x", "https://bot.example/", "tcp://bot.example:1", "ws://bot.example"):
        assert boxed(same) == same
    for never in ("package.module:Class", "absent.py", "absent.py:Class"):
        with pytest.raises(LoadError, match="cannot be put into a box"):
            boxed(never)


def test_a_python_path_is_shown_to_the_box_only_once():
    from roundhouse.sdk.sandbox.bubblewrap import python_folders

    shown = python_folders()
    assert all(path.is_absolute() for path in shown)
    assert not any(a != b and a.is_relative_to(b) for a in shown for b in shown)
    assert Path("/") not in shown
