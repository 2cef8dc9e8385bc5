"""Bots in folders of their own: made by `bot new`, described by bot.toml, built when something has changed."""

import os
import shutil

import pytest

from roundhouse.games import GAMES
from roundhouse.sdk import bot_folder, kits, play
from roundhouse.sdk.bot_loader import LoadError, load
from roundhouse.sdk.bot_test import examine

SHORT = {"spacegoo": {"max_rounds": 20, "deadline_s": 60}, "rally": {"max_rounds": 10}, "dungeon": {"max_rounds": 10},
         "quest": {"rounds": 4, "turn_ms": 60_000}, "boidvoid": {"turn_limit": 5}}  # fmt: skip
GOO = GAMES["spacegoo"]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_new_bot_of_the_sdk_plays_every_game_without_a_refusal(game, tmp_path):
    made = bot_folder.create(tmp_path / "mybot", "python", game, "mybot")
    assert made.bot == "bot.py"
    rules = GAMES[game]
    found = examine(rules, load(str(tmp_path / "mybot"), rules), load("random", rules), seed=2, settings=SHORT[game])
    assert (found.label, found.left, found.refusals) == ("mybot", [], {})
    assert found.verdicts["accepted"] >= 4
    assert found.repeatable
    assert found.fine


def test_a_folder_says_what_it_is(tmp_path):
    folder = tmp_path / "goo"
    bot_folder.create(folder, "c", "spacegoo", 'a "name"')
    assert bot_folder.read(folder) == bot_folder.Project('a "name"', "spacegoo", "c", run="./bot",
                                                   build="cc -std=c11 -O2 -o bot bot.c")  # fmt: skip
    assert (folder / "bot.c").read_text() == kits.kit("spacegoo", "c")


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler here")
def test_a_program_is_built_when_something_has_changed(tmp_path):
    folder = tmp_path / "goo"
    made = bot_folder.create(folder, "c", "spacegoo", "goo")
    assert bot_folder.build(made, folder)
    assert not bot_folder.build(made, folder)
    newer = (folder / ".built").stat().st_mtime + 5
    os.utime(folder / "bot.c", (newer, newer))
    assert bot_folder.stale(folder)
    assert play(GOO, [str(folder), "random"], seed=1, settings=SHORT["spacegoo"]).left == ()
    (folder / "bot.c").write_text("int main( {")
    os.utime(folder / "bot.c", (newer + 5, newer + 5))
    with pytest.raises(LoadError, match=r"failed:\n(.|\n)*error"):
        load(str(folder), GOO)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "name"),
        ("name = 3", "name"),
        ('name = "x"\ngame = "spacegoo"', "either `bot`"),
        ('name = "x"\ngame = "spacegoo"\nbot = "a.py"\nrun = "b"', "either `bot`"),
        ('name = "x"\ngame = "spacegoo"\nbot = "a.py"\ncolour = "red"', "colour"),
        ('name = "x"\ngame = "spacegoo"\nrun = "no-such-program-here"', "not installed"),
        ('name = "x"\ngame = "spacegoo"\nrun = "\'"', "cannot be read"),
        ('name = "x"\ngame = "rally"\nbot = "a.py"', "plays rally, not spacegoo"),
        ("name = ", "bot.toml"),
    ],
)
def test_what_is_wrong_with_a_folder_is_said(text, sentence, tmp_path):
    (tmp_path / "bot.toml").write_text(text)
    with pytest.raises(LoadError, match=sentence):
        load(str(tmp_path), GOO)


def test_a_folder_without_a_description_is_no_bot(tmp_path):
    with pytest.raises(LoadError, match="bot new"):
        load(str(tmp_path), GOO)


def test_nothing_is_overwritten(tmp_path):
    (tmp_path / "precious").write_text("mine")
    with pytest.raises(LoadError, match="is there already"):
        bot_folder.create(tmp_path, "python", "spacegoo", "x")
    assert [path.name for path in tmp_path.iterdir()] == ["precious"]


def test_random_plays_at_random_in_every_game():
    assert [load("random", game).label for game in GAMES.values()] == ["random"] * 5
