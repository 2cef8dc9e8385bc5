"""A bot in Python as a program: the same match as in this process, entry by entry."""

import io
import json
import subprocess
import sys

import pytest

from roundhouse.games import GAMES
from roundhouse.match.record import read
from roundhouse.protocol.messages import encode
from roundhouse.sdk import Bot, play
from roundhouse.sdk.players.player import BotPlayer, CrashError
from roundhouse.sdk.seat_client import Pipes, SeatClient, ending

SHORT = {"spacegoo": {"max_rounds": 20}, "rally": {"max_rounds": 10}, "dungeon": {"max_rounds": 10},
         "quest": {"rounds": 4}, "boidvoid": {"turn_limit": 5}}  # fmt: skip


def entries(path):
    return [(entry.kind, entry.seat, entry.row) for entry in read(path).entries]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_hosted_bot_plays_the_match_that_it_plays_here(game, tmp_path):
    """The strongest test of a host: views, events, answers and orders survive the journey."""
    weakest = next(iter(GAMES[game].bots.values())).partition(":")
    (tmp_path / "bot.py").write_text(
        f"from {GAMES[game].package}.{weakest[0]} import {weakest[2]}\n\n\nclass Mine({weakest[2]}):\n"
        f"    def __init__(self):\n        super().__init__(seed=5)\n"
    )
    here = f"{tmp_path / 'bot.py'}:Mine"
    hosted = f"cmd:{sys.executable} -m roundhouse.sdk.seat_client {here}"
    for bot, name in ((here, "here.rhr"), (hosted, "hosted.rhr")):
        play(game, [bot, "random"], seed=7, settings=SHORT[game], out=tmp_path / name, timeout=False, names=["a", "b"])
    assert entries(tmp_path / "here.rhr") == entries(tmp_path / "hosted.rhr")


def test_what_a_bot_prints_does_not_get_between_the_messages(tmp_path):
    (tmp_path / "bot.py").write_text(
        "from roundhouse.sdk import Bot\n\n\nclass Loud(Bot):\n    def act(self, turn):\n"
        "        print('{\"type\": \"act\"')\n        return {'type': 'nop'}\n"
    )
    command = [sys.executable, "-m", "roundhouse.sdk.seat_client", str(tmp_path / "bot.py")]
    outcome = play("spacegoo", [f"cmd:{' '.join(command)}", "random"], seed=1, settings={"max_rounds": 3})
    assert outcome.left == ()


def test_a_bot_that_cannot_be_loaded_ends_the_program_with_a_sentence(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "roundhouse.sdk.seat_client", str(tmp_path / "none.py")],
        input=start() + b"\n", capture_output=True, check=False, timeout=60,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (1, b"")
    assert b"there is no file" in done.stderr


def start(game="spacegoo"):
    rules = GAMES[game]
    setup = rules.setup(seed=1)
    return json.dumps({
        "type": "start", "version": 1, "match": "k", "game": game, "rules_version": rules.version,
        "setup": json.loads(encode(setup)), "seat": 1,
    }).encode()  # fmt: skip


class Passing(Bot):
    starts = 0

    def start(self, start):
        type(self).starts += 1

    def act(self, turn):
        raise RuntimeError("no idea")


def test_messages_from_the_future_are_ignored_and_a_match_keeps_its_bot(monkeypatch):
    monkeypatch.setattr(Passing, "starts", 0)
    lines = [b'{"type":"novelty","x":1}', b"no json", start(), b'{"type":"verdicts"}', start(), b""]
    host = SeatClient(lambda game: BotPlayer(Passing))
    out = io.BytesIO()
    host.serve(Pipes(io.BytesIO(b"\n".join(lines)), out))
    assert (Passing.starts, host.match, out.getvalue()) == (1, "k", b"")
    host.close()
    assert host.match == ""


def test_a_bot_that_falls_over_ends_the_host():
    rules = GAMES["spacegoo"]
    view = json.loads(encode(rules.view(rules.start(rules.setup(seed=1)), 1, ["a", "b"])))
    turn = json.dumps({"type": "turn", "step": 0, "view": view, "events": [], "may": [], "clock": {}}).encode()
    host = SeatClient(lambda game: BotPlayer(Passing))
    with pytest.raises(CrashError, match="no idea"):
        host.serve(Pipes(io.BytesIO(start() + b"\n" + turn + b"\n"), io.BytesIO()))


def test_a_game_that_is_not_known_here_is_named():
    line = start().replace(b'"game": "spacegoo", "rules', b'"game": "chess", "rules')
    with pytest.raises(CrashError, match="'chess'"):
        SeatClient(lambda game: BotPlayer(Passing)).serve(Pipes(io.BytesIO(line + b"\n"), io.BytesIO()))


def test_the_end_of_a_turn_is_said_once():
    quest = GAMES["quest"]
    end = quest.action_of(quest.ends_turn, None)
    assert ending(quest, []) == [end]
    assert ending(quest, [end]) == [end]
    assert ending(quest, [{"type": "end_turn"}]) == [{"type": "end_turn"}]
    assert ending(GAMES["spacegoo"], [1]) == [1]
