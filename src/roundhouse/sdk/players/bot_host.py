"""The process in which a Python bot runs: it speaks the protocol's messages and a few more of our own.

Before a match `prepare` imports the bot's code anew, and `make` gives the bot its seed. These two, and messages that
are no turn, are answered with `ready`, or with `failed` and the reason. So the process that plays the match learns
where the bot failed, as if it ran there.
"""

import contextlib
import os
import pdb
import sys
from typing import Any

import msgspec
from msgspec import Struct

from ...core.registry import GAMES
from ...match.remarks import Note
from ...protocol.messages import VERSION, Hello, Over, Start, Verdicts, encode
from ..bot_loader import Entrant, LoadError, load
from ..seat_client import Pipes, SeatClient, read
from .player import CrashError, Player, where


class Prepare(Struct, tag="prepare", tag_field="type", frozen=True):
    """Import a bot, with the folder, the environment and the module path that it would find in our own process."""

    bot: str
    game: str
    folder: str
    path: list[str]
    environment: dict[str, str]


class Make(Struct, tag="make", tag_field="type", frozen=True):
    """The bot of the next match."""

    seed: int


class BotReady(Struct, tag="ready", tag_field="type", frozen=True):
    """What was asked is done. `label` answers a `prepare`; `listens` says whether the bot wants to know verdicts."""

    label: str = ""
    listens: bool = False
    log: str = ""
    notes: list[Note] = []


class Failed(Struct, tag="failed", tag_field="type", frozen=True):
    """The bot raised an exception. The process ends, unless the bot was only being imported."""

    code: str
    sentence: str
    log: str = ""
    notes: list[Note] = []


ours = msgspec.json.Decoder(Prepare | Make).decode
OURS = (b'{"type":"prepare"', b'{"type":"make"')


class BotHost(SeatClient):
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
        player = self._player or before  # after the end of the match there is no player
        if player is not None and self._is_answered(message, player):
            log, notes = player.remarks()
            self._link.write(encode(BotReady(listens=player.listens, log=log, notes=notes)))

    def _is_answered(self, message: Any, player: Player) -> bool:
        """Whether the sender waits until the bot has handled the message. In games that answer each action nobody waits
        for verdicts: the bot may be in the middle of its turn."""
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
            self._link.write(encode(BotReady(self._entrant.label)))

    def fail(self, sentence: str) -> None:
        """Say why there will be no more answers."""
        log, notes = ("", []) if self._player is None else self._player.remarks()
        self._link.write(encode(Failed("", sentence, log, notes)))


def stop_here(link: Pipes) -> Any:
    """breakpoint() in a bot: stops the clock and connects the debugger with the user's terminal."""

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
