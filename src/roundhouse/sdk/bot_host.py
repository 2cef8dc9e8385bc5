"""The process of a bot in Python: the messages of every other program, and a few more of our own.

Before a match comes a `prepare`, which imports the bot's code anew, and a `make` with the seed of the bot; to these,
and to messages that are no turn, the answer is `ready`, or `failed` with the reason. So whoever plays the match knows
where the bot fell over, as if it ran in its own process.
"""

import contextlib
import os
import pdb
import sys
from typing import Any

import msgspec
from msgspec import Struct

from ..core.compile_note import announce
from ..games import GAMES
from ..match.remarks import Note
from ..protocol.messages import VERSION, Hello, Over, Start, Verdicts, encode
from .seat_client import Host, Pipes, read
from .bot_loader import Entrant, LoadError, load
from .players.player import CrashError, Player, where


class Prepare(Struct, tag="prepare", tag_field="type", frozen=True):
    """Import a bot. It finds the folder, the environment and the modules that a bot in our own process would."""

    bot: str
    game: str
    folder: str
    path: list[str]
    environment: dict[str, str]


class Make(Struct, tag="make", tag_field="type", frozen=True):
    """The bot of the next match."""

    seed: int


class Ready(Struct, tag="ready", tag_field="type", frozen=True):
    """What was asked is done. `label` answers a `prepare`; `listens` says whether the bot wants to know verdicts."""

    label: str = ""
    listens: bool = False
    log: str = ""
    notes: list[Note] = []


class Failed(Struct, tag="failed", tag_field="type", frozen=True):
    """The bot fell over, and the process ends, unless the bot was only being imported."""

    code: str
    sentence: str
    log: str = ""
    notes: list[Note] = []


ours = msgspec.json.Decoder(Prepare | Make).decode
OURS = (b'{"type":"prepare"', b'{"type":"make"')


class BotHost(Host):
    """Plays match after match with one bot."""

    def __init__(self, link: Pipes) -> None:
        super().__init__(lambda game: self._made())
        self._link = link
        self._entrant: Entrant | None = None
        self._seed = 0

    def _made(self) -> Player:
        if self._entrant is None:
            raise CrashError("no bot was prepared")
        return self._entrant.make(self._seed)

    def _take(self, line: bytes) -> None:
        if line.startswith(OURS):
            message = ours(line)
            if isinstance(message, Make):
                self._seed = message.seed
            else:
                self._prepare(message)
            return
        message, before = read(line), self._player
        self._hear(message)
        player = self._player or before  # after the end of the match there is none
        if player is not None and self._is_answered(message, player):
            log, notes = player.remarks()
            self._link.write(encode(Ready(listens=player.listens, log=log, notes=notes)))

    def _is_answered(self, message: Any, player: Player) -> bool:
        """Whether somebody waits until the bot has dealt with it. Where a game answers each action, nobody does with
        verdicts: the bot may be in the middle of its turn."""
        if isinstance(message, Verdicts):
            return player.listens and self._game is not None and self._game.answer is None
        return isinstance(message, Start | Over)

    def _prepare(self, wanted: Prepare) -> None:
        os.chdir(wanted.folder)
        sys.path[:] = wanted.path
        os.environ.clear()
        os.environ.update(wanted.environment)
        try:
            self._entrant = load(wanted.bot, GAMES[wanted.game])
        except LoadError as error:
            self._link.write(encode(Failed(error.code, error.sentence)))
        else:
            self._link.write(encode(Ready(self._entrant.label)))

    def fail(self, sentence: str) -> None:
        """Say why there will be no more answers."""
        log, notes = ("", []) if self._player is None else self._player.remarks()
        self._link.write(encode(Failed("", sentence, log, notes)))


def stop_here(link: Pipes) -> Any:
    """What breakpoint() does in a bot: the clock stands still, and the debugger talks to the user's terminal."""

    def hook(*arguments: Any, **named: Any) -> Any:
        link.write(encode(Hello(VERSION, debugger=True)))
        if os.environ.get("PYTHONBREAKPOINT"):
            return sys.__breakpointhook__(*arguments, **named)
        debugger = pdb.Pdb(stdin=sys.stdin, stdout=sys.stderr)
        return debugger.set_trace(sys._getframe(1))

    return hook


def main(requests: int, answers: int, errors: int) -> int:
    """Host a bot until the end of its input; what it prints goes to `errors`."""
    os.dup2(errors, 1)
    os.dup2(errors, 2)
    os.close(errors)
    sys.stdout = sys.stderr
    announce()
    link = Pipes(os.fdopen(requests, "rb"), os.fdopen(answers, "wb"))
    sys.breakpointhook = stop_here(link)
    host = BotHost(link)
    try:
        host.serve(link)
    except BrokenPipeError:
        return 1
    except BaseException as error:
        with contextlib.suppress(BrokenPipeError):
            host.fail(str(error) if isinstance(error, CrashError) else where(error))
        return 1
    return 0
