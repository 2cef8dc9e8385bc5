"""What the command line tells about matches: points, refused actions, copies of a bot, pairs, and ports of an event."""

import contextlib
import json
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

from roundhouse.cli import contest_commands
from roundhouse.cli.main import app
from roundhouse.cli.output import told_apart
from roundhouse.cli.play import refusals
from roundhouse.core.game import SeatSetup, Setup, Verdict
from roundhouse.core.settings import resolve
from roundhouse.games import GAMES
from roundhouse.protocol.messages import VERSION, Start
from roundhouse.sdk import bot_test, server_client
from roundhouse.sdk.duel import Duel, DuelTally, judge
from roundhouse.sdk.local_match import play

SLOPPY = """
from roundhouse.sdk import Bot

class Sloppy(Bot):
    name = "sloppy"

    def act(self, turn):
        if turn.view.round == 0:
            return [{"type": "teleport"}, {"type": "send", "source": "one"}, {"type": "nop"}]
        return {"type": "send", "source": 0, "target": 0, "ships": [1, 0, 0]}
"""
SHORT = ("--preset", "classic", "--set", "max_rounds=3", "--seed", "1")


def invoke(*words):
    return CliRunner().invoke(app, [str(word) for word in words], catch_exceptions=False)


@pytest.fixture
def copies(tmp_path, monkeypatch):
    """A bot and a copy of it in another folder."""
    monkeypatch.chdir(tmp_path)
    for folder in ("old", "new"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "sloppy.py").write_text(SLOPPY)
    return tmp_path


def test_play_tells_points_and_refused_actions(copies):
    lines = invoke("play", "spacegoo", "old/sloppy.py", "random", *SHORT).stdout.splitlines()
    assert lines[1:3] == ["  1. sloppy  1 point", "  1. random  1 point"]
    assert "sloppy: 4 actions refused (2 bad_action, 2 no_planet)" in lines


def test_a_series_tells_refused_actions_and_which_copy_did_what(copies):
    words = ("play", "spacegoo", "old/sloppy.py", "new/sloppy.py", *SHORT, "--games", "1", "--json")
    shown = json.loads(invoke(*words).stdout)
    assert shown["bots"] == ["sloppy (old/sloppy.py)", "sloppy (new/sloppy.py)"]
    assert shown["refused"] == [{"bad_action": 2, "no_planet": 2}] * 2


def test_refused_actions_are_told_by_their_reason():
    assert refusals({"off_lane": 1}) == "1 action refused (off_lane)"
    assert refusals({"a": 2, "b": 1200}) == "1,202 actions refused (1,200 b, 2 a)"


def test_a_duel_of_copies_says_which_is_which(copies, monkeypatch):
    nothing = Duel(DuelTally(), judge(DuelTally(), difference=20), [])
    monkeypatch.setattr("roundhouse.cli.duel._fight", lambda *arguments: nothing)
    fought = invoke("duel", "spacegoo", "old/sloppy.py", "new/sloppy.py", *SHORT, "--json")
    assert json.loads(fought.stdout)["bots"] == ["sloppy (old/sloppy.py)", "sloppy (new/sloppy.py)"]


def test_diff_says_which_copy_answers(copies):
    play("spacegoo", ["random", "random"], seed=1, settings={"max_rounds": 1}, names=["sloppy", "x"], out="m.rhr")
    assert invoke("bot", "diff", "m.rhr", "new/sloppy.py").stdout.startswith("sloppy (new/sloppy.py) answers ")


def test_bots_that_were_named_alike_keep_their_numbers():
    assert told_apart(["random", "random"], ["random", "random"]) == ["random", "random 2"]
    assert told_apart(["mybot", "next"], ["mybot", "mybot"]) == ["mybot", "mybot (next)"]
    assert told_apart(["a", "b"], ["a", "b"]) == ["a", "b"]


def test_bot_test_lists_every_kind_of_refusal(copies):
    tested = invoke("bot", "test", "old/sloppy.py", "--game", "spacegoo", "--rounds", "3", "--preset", "classic")
    listed = [line for line in tested.stdout.splitlines() if line.startswith(("  refused", "  void"))]
    assert len(listed) == 3
    assert sum("bad_action: type:" in line for line in listed) == 1
    assert sum("bad_action: " in line for line in listed) == 2
    assert sum("no_planet" in line and line.endswith(", 4 times") for line in listed) == 1


def test_refusals_that_differ_in_a_number_or_name_are_of_one_kind():
    def refused(field, sentence):
        return bot_test.kind_of(Verdict("refused", "bad_action", field, "", sentence))

    assert refused("[1].ships", "Invalid value 'a'.") == refused("[2].ships", "Invalid value 'b'.")
    assert refused("", "[1] is no action (short).") == refused("", "{'x': 2} is no action (short).")
    assert refused("a", "Expected `int`, got `str`.") != refused("a", "Expected `int`, got `null`.")


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_test_is_as_short_or_long_as_the_game_allows(game):
    preset = next(iter(game.presets))
    for rounds in (1, 40, 10_000):
        (length,) = bot_test.short(game, rounds).values()
        resolve(game.settings, game.presets, preset, bot_test.short(game, rounds))
        assert length == rounds or rounds != 40


def test_bot_test_says_when_a_match_has_other_rounds_than_asked():
    tested = invoke("bot", "test", "random", "--game", "rally", "--rounds", "1")
    assert tested.exit_code in (0, 1)
    assert "A match of Robo Rally cannot have 1 rounds; it has up to 10 here." in tested.stderr


@pytest.mark.parametrize("game", ["rally", "quest", "boidvoid"])
def test_bot_run_says_that_rated_matches_come_in_pairs(game, monkeypatch):
    monkeypatch.setattr(server_client, "play", lambda *arguments, **how: 0)
    run = invoke("bot", "run", "random", "--game", game, "--token", "rh_x", "--matches", "1")
    assert "come in pairs, the second with the seats swapped: a pair." in run.stderr
    at_table = invoke("bot", "run", "random", "--game", game, "--token", "rh_x", "--table", "t1")
    assert "pairs" not in at_table.stderr


def test_a_pair_counts_as_one_match_when_a_bot_comes_back():
    heard = server_client.TellingListener(lambda line: None, lambda start, over: None)

    def played(game, *names):
        setup = Setup(game, "standard", {}, tuple(SeatSetup(name) for name in names), 0)
        heard.started(Start(VERSION, "m", game, "1", setup, 1))
        heard.over(SimpleNamespace(result=None))
        return heard.played

    pairs = [("a", "b"), ("b", "a"), ("b", "a"), ("a", "b"), ("a", "c"), ("b", "a")]
    assert [played("rally", *names) for names in pairs] == [1, 1, 2, 2, 3, 4]
    assert [played("spacegoo", *names) for names in pairs[:2]] == [5, 6]


def test_an_event_takes_the_ports_of_bots_that_it_is_given(tmp_path, monkeypatch):
    taken = {}
    monkeypatch.setattr("roundhouse.server.process.serve", lambda **how: taken.update(how["flags"]) or 0)
    monkeypatch.setattr(contest_commands, "is_free", lambda host, port: False)
    monkeypatch.setattr(contest_commands, "opened", lambda folder: contextlib.nullcontext())
    for name in ("begin", "organiser"):
        monkeypatch.setattr(contest_commands, name, lambda *arguments: None)
    assert invoke("event", "new", tmp_path / "day").exit_code == 0
    run = invoke("event", "run", tmp_path / "day", "--port", "0", "--json-port", "7101", "--tcp-port", "7102")
    assert run.exit_code == 0, run.output
    assert (taken["json_port"], taken["tcp_port"], taken["classic_port"]) == (7101, 7102, 0)
