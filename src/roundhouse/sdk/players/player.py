"""Players of a local match: the common interface, and bots in this process. `subprocess_player` has programs."""

import traceback
from collections.abc import Callable
from typing import Any

from ...core.game import Verdict
from ...match.remarks import Note, joined
from ...protocol.messages import Over, Start, Turn, Verdicts, wrong_wish
from ..bot import Bot, act_of, remarks_of
from ..debugger import debugging
from .output_capture import OutputCapture, listening


class CrashError(Exception):
    """The player is gone: its code raised, or its program ended. A sandbox adds the `code` of why."""

    def __init__(self, sentence: str = "", code: str = "") -> None:
        super().__init__(sentence)
        self.code = code


class LateError(Exception):
    """The player did not answer before its time was over, and was not waited for any longer."""


class Player:
    """What a local match asks of a player. `seconds` is the time left for the answer, None if unlimited.

    In games that answer each action, `enter` takes one while the player is being asked. A player that `speaks_on` may
    answer the same turn again, until it says that its turn is over or its time has run out."""

    enter: Callable[[Any], Verdict] | None = None
    speaks_on = False
    ends_turns = False  # it always says when its turn is over, so being silent does not end it
    patience_s: float | None = None  # how long it may think about an answer where there is no clock; None: for ever
    start_ms = 0  # how much longer its first answer may take, because it has to be started

    def start(self, start: Start) -> None: ...

    def ask(self, turn: Turn, seconds: float | None) -> list[Any]:
        raise NotImplementedError

    def ask_on(self, seconds: float | None) -> list[Any]:
        """More of the turn that it was asked for last."""
        raise NotImplementedError

    @property
    def listens(self) -> bool:
        """Whether it wants to know what became of its actions."""
        return True

    @property
    def debugged(self) -> bool:
        """Whether somebody steps through it in a debugger, so that its time is not counted."""
        return False

    def remarks(self) -> tuple[str, list[Note]]:
        """What it said and drew since the last call."""
        return "", []

    def verdicts(self, verdicts: Verdicts) -> None: ...

    def over(self, over: Over) -> None: ...

    def stop(self) -> None:
        """Release everything; called exactly once, in all cases."""


class BotPlayer(Player):
    """A bot in this process. It cannot be interrupted: that it was late is noticed when the answer is there. What it
    prints still reaches the user, and becomes remarks of its turns."""

    def __init__(self, make: Callable[[], Bot]) -> None:
        self._make = make
        self._bot: Bot | None = None
        self._start: Start | None = None
        self._capture = OutputCapture()

    def start(self, start: Start) -> None:
        self._start = start
        self._bot = self._call(self._make)
        if (wrong := wrong_wish(list(self._bot.wants))) is not None:
            raise CrashError(f"{type(self._bot).__name__}.{wrong[0].replace('want', 'wants')}: {wrong[1]}")
        self._call(self._bot.start, start)

    def ask(self, turn: Turn, seconds: float | None) -> list[Any]:
        if self._bot is None or self._start is None:
            raise CrashError("the bot was not started")
        self._bot._enter = self.enter
        try:
            answer = self._call(act_of, self._bot, turn, self._start)
        finally:
            self._bot._enter = None
        if answer is None and self.enter is not None:
            return []
        return list(answer) if isinstance(answer, list | tuple) else [answer]

    @property
    def debugged(self) -> bool:
        return debugging()

    def remarks(self) -> tuple[str, list[Note]]:
        printed, said = self._capture.take(), ("", []) if self._bot is None else remarks_of(self._bot)
        return joined((printed, []), said) if printed else said

    @property
    def listens(self) -> bool:
        return self._bot is not None and type(self._bot).verdicts is not Bot.verdicts

    def verdicts(self, verdicts: Verdicts) -> None:
        if self._bot is not None:
            self._call(self._bot.verdicts, verdicts)

    def over(self, over: Over) -> None:
        if self._bot is not None:
            self._call(self._bot.over, over)

    def _call(self, method: Callable[..., Any], *arguments: Any) -> Any:
        try:
            with listening(self._capture):
                return method(*arguments)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # SystemExit too: exit() in a bot must not end the match
            raise CrashError(where(error)) from error


def where(error: BaseException) -> str:
    """An exception in one line, with the place in the bot's own code."""
    frames = traceback.extract_tb(error.__traceback__)
    at = f" ({frames[-1].filename}, line {frames[-1].lineno})" if len(frames) > 1 else ""
    text = str(error).strip()
    return f"{type(error).__name__}{': ' + text if text else ''}{at}"
