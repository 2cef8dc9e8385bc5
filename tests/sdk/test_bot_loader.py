"""From a name to a bot, and what each kind of mistake is told."""

import os
from pathlib import Path

import pytest

from roundhouse.games import GAMES
from roundhouse.sdk import Bot
from roundhouse.sdk.bot_loader import LoadError, load
from roundhouse.sdk.local_match import play

GAME = GAMES["spacegoo"]
PASSER = """
from roundhouse.sdk import Bot

class Passer(Bot):
    def act(self, turn):
        return {"type": "nop"}
"""


def file(folder: Path, text: str, name: str = "mybot.py") -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def complaint(bot: object) -> tuple[str, str]:
    with pytest.raises(LoadError) as caught:
        load(bot, GAME)  # type: ignore[arg-type]
    return caught.value.code, caught.value.sentence


def test_a_file_changed_a_moment_ago_is_read_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when length and time, by which Python finds its cached bytecode, are those of the old one."""
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    for name in ("one", "two"):
        bot = file(tmp_path, PASSER.replace("Bot):", f'Bot):\n    name = "{name}"'))
        os.utime(bot, (1_000_000_000, 1_000_000_000))
        assert load(bot, GAME).label == name


def test_a_file_with_one_bot_plays(tmp_path: Path) -> None:
    bot = file(tmp_path, PASSER)

    outcome = play(GAME, [bot, bot], seed=1, settings={"max_rounds": 3})

    assert [seat.name for seat in outcome.setup.seats] == ["mybot", "mybot 2"]
    assert outcome.left == ()


def test_a_bot_may_import_what_lies_beside_it(tmp_path: Path) -> None:
    file(tmp_path, "VALUE = 7\n", "beside_my_bot.py")

    assert load(file(tmp_path, "from beside_my_bot import VALUE\n" + PASSER), GAME).label == "mybot"


def test_a_file_with_several_bots_wants_a_class(tmp_path: Path) -> None:
    bot = file(tmp_path, PASSER + "\nclass Other(Passer):\n    name = 'the other'\n")

    assert complaint(bot) == ("bad_bot", f"{bot} has several bots: Passer, Other; name one with {bot}:Class")
    assert load(bot + ":Passer", GAME).label == "Passer"
    assert load(bot + ":Other", GAME).label == "the other"


def test_an_imported_bot_is_not_the_file_s_own(tmp_path: Path) -> None:
    file(tmp_path, PASSER, "base_of_mine.py")
    bot = file(tmp_path, "from base_of_mine import Passer\nclass Mine(Passer):\n    pass\n")

    assert load(bot, GAME).label == "mybot"


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("x = 1\n", "has no subclass of Bot"),
        ("x = (\n", "cannot be imported: '(' was never closed (line 1)"),
        ("\n\nraise ValueError('oh no')\n", "cannot be imported: ValueError: oh no"),
        ("import no_such_thing\n", "cannot be imported: ModuleNotFoundError: No module named 'no_such_thing'"),
        ("exit(3)\n", "cannot be imported: SystemExit: 3"),
        ("\x00", "cannot be imported"),
    ],
)
def test_a_file_that_is_no_bot_says_why(tmp_path: Path, text: str, part: str) -> None:
    code, sentence = complaint(file(tmp_path, text))

    assert code == "bad_bot"
    assert part in sentence


def test_the_line_of_an_import_error_is_named(tmp_path: Path) -> None:
    bot = file(tmp_path, "\n\nraise ValueError('oh no')\n")

    assert complaint(bot)[1].endswith(f"({bot}, line 3)")


def test_missing_things_are_named(tmp_path: Path) -> None:
    bot = file(tmp_path, PASSER)

    assert complaint(str(tmp_path / "none.py")) == ("no_such_bot", f"there is no file {tmp_path / 'none.py'}")
    assert complaint(str(tmp_path)[:-1] + ".py")[0] == "no_such_bot"
    assert complaint(f"{bot}:Nobody")[0] == "no_such_bot"
    assert complaint("no_such_module_at_all:Bot") == (
        "no_such_bot",
        "no_such_module_at_all:Bot: there is no module no_such_module_at_all",
    )
    assert complaint("json:Nobody") == ("no_such_bot", "json:Nobody: there is no Nobody in json")
    assert complaint("json:JSONDecoder") == (
        "bad_bot",
        "json:JSONDecoder: JSONDecoder is no subclass of roundhouse.sdk.Bot",
    )
    assert complaint("roundhouse.sdk.bot:Bot")[0] == "bad_bot"


def test_a_misspelt_name_gets_a_hint() -> None:
    assert "did you mean greedy?" in complaint("greedi")[1]
    assert "built-in are random, greedy, master" in complaint("zzz")[1]
    assert complaint("")[0] == "no_such_bot"


@pytest.mark.parametrize(
    "address",
    ["ftp://example.org/bot", "tcp://example.org", "tcp://:7000", "tcp://host:7000/path", "tcp://host:99999",
     "ws://user:secret@host/", "http://host/bot?x=1", "http:///bot", "ws://ho st/", "https://[::1"],
)  # fmt: skip
def test_an_address_where_no_bot_can_be_is_said(address: str) -> None:
    assert complaint(address)[0] == "bad_address"


@pytest.mark.parametrize("command", ["cmd:", "cmd:   ", "cmd:no-such-program-at-all", "cmd:'open", "cmd:/"])
def test_a_command_that_cannot_run_is_said_before_the_match(command: str) -> None:
    assert complaint(command)[0] == "bad_command"


def test_a_thing_that_is_no_bot_is_said() -> None:
    assert complaint(7)[0] == "no_such_bot"
    assert complaint(int)[0] == "no_such_bot"


def test_an_instance_plays_one_match_only() -> None:
    class Passer(Bot):
        def act(self, turn: object) -> object:
            return {"type": "nop"}

    entrant = load(Passer(), GAME)
    play(GAME, [entrant, Passer], seed=1, settings={"max_rounds": 1})
    with pytest.raises(LoadError, match="give the class instead"):
        play(GAME, [entrant, Passer], seed=1, settings={"max_rounds": 1})


def test_a_bot_that_wants_a_seed_gets_one_of_its_own() -> None:
    seeds = []

    class Seeded(Bot):
        def __init__(self, seed: int | None = None) -> None:
            seeds.append(seed)

        def act(self, turn: object) -> object:
            return {"type": "nop"}

    for _ in range(2):
        play(GAME, [Seeded, Seeded], seed=5, settings={"max_rounds": 1})

    assert len(set(seeds[:2])) == 2
    assert seeds[:2] == seeds[2:]
