"""The kits as programs: each is made as `bot new` makes it, built once, and heard while it plays."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from roundhouse.sdk import bot_folder, kits, play
from roundhouse.sdk.bot_loader import Entrant
from roundhouse.sdk.kits import LANGUAGES
from roundhouse.sdk.local_match import Outcome
from roundhouse.sdk.players import subprocess_player as command
from roundhouse.sdk.players.subprocess_player import CommandPlayer

TAP = Path(__file__).with_name("tap.py")
PATIENCE_S = 120
NO_TOOL = "is not installed: the kits in"  # what all reasons for leaving a language out have in common


@dataclass(frozen=True)
class Occasion:
    """A match that a kit plays from the first seat, and the kinds of actions that must come up in it."""

    others: tuple[str, ...]
    settings: dict[str, Any]
    kinds: set[str]
    seed: int = 3


# Soon over, and everything that a bot for the game has to do comes up
USUAL = {
    "spacegoo": Occasion(("random",), {"max_rounds": 60}, {"send", "nop"}),
    "rally": Occasion(("random",), {"max_rounds": 40}, {"program"}),
    "dungeon": Occasion(("random",), {"max_rounds": 60}, {"buying", "movement", "mining", "selling", "done"}),
    "quest": Occasion(("random",), {"rounds": 12}, {"move", "dig", "pickup", "craft", "drop", "end_turn"}),
    "boidvoid": Occasion(("random",), {"turn_limit": 12}, {"move", "capture", "attack", "done"}),
}

# More and stronger opponents: robots with burned-in slots, units that fall and come back, the last planet lost
ROUGH = {
    "spacegoo": Occasion(("greedy",) * 3, {"max_rounds": 100}, {"send", "nop"}, 1),
    "rally": Occasion(("normal",) * 7, {"max_rounds": 40}, {"program"}, 2),
    "dungeon": Occasion(("warlord", "miner", "random"), {"max_rounds": 40}, {"mining", "selling", "regeneration"}, 2),
    "quest": Occasion(("crafter", "gatherer", "random"), {"rounds": 8}, {"move", "dig", "pickup"}, 1),
    "boidvoid": Occasion(("raider",), {"turn_limit": 40}, {"move", "capture", "attack", "spawn"}, 1),
}


@dataclass(frozen=True)
class Heard:
    """What passed between a match and a program, and how the program ended."""

    outcome: Outcome
    told: list[dict[str, Any]]
    said: list[dict[str, Any]]
    status: int

    @property
    def kinds(self) -> set[str]:
        return {action["type"] for message in self.said for action in message["actions"]}

    @property
    def refusals(self) -> list[dict[str, Any]]:
        verdicts = (verdict for message in self.of("verdicts") for verdict in message["verdicts"])
        return [verdict for verdict in verdicts if verdict["verdict"] != "accepted"]

    def of(self, kind: str) -> list[dict[str, Any]]:
        return [message for message in self.told if message["type"] == kind]


@dataclass(frozen=True)
class Program:
    """A kit in a folder of its own, ready to run."""

    game: str
    language: str
    folder: Path
    command: list[str]

    def plays(self, occasion: Occasion) -> Heard:
        log = self.folder / "log"
        tapped = [sys.executable, str(TAP), str(log), *self.command]
        kit = Entrant(self.language, lambda seed: CommandPlayer(tapped, self.language, folder=self.folder))
        bots = [kit, *occasion.others]
        with patch.object(command, "GOODBYE_S", PATIENCE_S):  # a program on a busy machine may take its time to end
            outcome = play(self.game, bots, seed=occasion.seed, settings=occasion.settings, timeout=False)
        *lines, status = log.read_text(encoding="utf-8").splitlines()
        told = [json.loads(line[2:]) for line in lines if line.startswith("> ")]
        said = [json.loads(line[2:]) for line in lines if line.startswith("< ")]
        return Heard(outcome, told, said, int(status.removeprefix("status ")))

    def hears(self, lines: list[str]) -> tuple[list[dict[str, Any]], list[str], int]:
        """What it answers to all this and then the end of its input, the lines it writes beside, and how it ends."""
        done = subprocess.run(
            self.command, cwd=self.folder, input="\n".join([*lines, ""]), capture_output=True, encoding="utf-8",
            timeout=PATIENCE_S, check=False, env=environment(),
        )  # fmt: skip
        return [json.loads(line) for line in done.stdout.splitlines()], done.stderr.splitlines(), done.returncode

    def connects(self, port: int, token: str, *arguments: str) -> "subprocess.Popen[str]":
        """It plays on a server."""
        there = {kits.SERVER: f"127.0.0.1:{port}", kits.TOKEN: token}
        return subprocess.Popen(
            [*self.command, *arguments], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, encoding="utf-8", env=environment() | there,
        )  # fmt: skip


class Workshop:
    """Builds every program once, when it is first asked for, and remembers how Python plays."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._made: dict[tuple[str, str], Program] = {}
        self._played: dict[int, Heard] = {}

    def program(self, game: str, language: str) -> Program:
        chosen = LANGUAGES[language]
        if kits.toolchain(language) is None:
            pytest.skip(f"{chosen.tool} {NO_TOOL} {chosen.name} are not tried")
        if (game, language) not in self._made:
            folder = self._folder / f"{game}-{language}"
            made = bot_folder.create(folder, language, game, "kit", plain=True)
            bot_folder.build(made, folder)
            self._made[game, language] = Program(game, language, folder, bot_folder.command(made, folder))
        return self._made[game, language]

    def model(self, game: str, occasion: Occasion) -> Heard:
        """How the kit in Python plays on an occasion, which is how all of them do."""
        if id(occasion) not in self._played:
            self._played[id(occasion)] = self.program(game, "python").plays(occasion)
        return self._played[id(occasion)]


def noisy(messages: list[dict[str, Any]], between: Callable[[int], list[str]]) -> list[str]:
    """The same messages with fields that nobody knows, and lines in between."""
    lines: list[str] = []
    for number, message in enumerate(messages):
        lines += [*between(number), json.dumps(strange(message), ensure_ascii=number % 2 == 0)]
    return lines


def strange(value: Any) -> Any:
    """An object with unknown fields in front and behind, and in all objects that it knows by a fixed name."""
    odd = {"weather": {"type": "turn", "step": 1, "view": [None, True, -1.5e-07]}, "naïve": 'a "]}" \\ ☃'}
    known = ("view", "you", "setup", "settings", "board", "market", "answer", "unit", "clock")
    inner = {key: strange(part) if key in known and isinstance(part, dict) else part for key, part in value.items()}
    return {"zeal": [[], {}, ""], **inner, **odd}


def environment() -> dict[str, str]:
    """Ours, without what would send a kit to a server."""
    return {name: value for name, value in os.environ.items() if name not in (kits.SERVER, kits.TOKEN)}


def missing() -> list[str]:
    """The languages that cannot be tried on this machine, each with what it needs."""
    return [f"{one.name} (no {one.tool})" for one in LANGUAGES.values() if kits.toolchain(one.key) is None]
