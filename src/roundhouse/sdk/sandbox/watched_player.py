"""What boxed players and WASI players share: output is counted, a silent program is ended, and an exceeded limit is
named."""

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

from ...protocol.messages import Act, Over, Start, Turn, Verdicts
from ..players.message_player import tell_user
from ..players.player import CrashError, LateError
from ..players.subprocess_player import CommandPlayer
from .limits import KB, MB, Breach, Limits, over_line, over_lines, over_output, over_turn


class WatchedPlayer(CommandPlayer):
    """A program that is ended as soon as it exceeds a limit, with a code and a sentence that say which."""

    def __init__(
        self, command: list[str], label: str, limits: Limits | None, *, tell: Callable[[str], None] = tell_user
    ) -> None:
        super().__init__(command, label, tell=tell)
        self.limits = Limits() if limits is None else limits
        self._written = 0
        self._in_line = 0
        self._unusable = 0

    def _why(self) -> Breach | None:
        """The limit that is exceeded, as far as it is known now."""
        raise NotImplementedError

    def _finish(self, breach: Breach | None) -> None:
        """End the program, for this reason if no other is known; returns when nothing of it is left."""
        raise NotImplementedError

    def start(self, start: Start) -> None:
        with self._judged():
            super().start(start)

    def ask(self, turn: Turn, seconds: float | None) -> list[Any]:
        with self._judged(None if seconds is not None else over_turn(self.limits)):
            return super().ask(turn, self.limits.turn_s if seconds is None else seconds)

    def ask_on(self, seconds: float | None) -> list[Any]:
        with self._judged():
            return super().ask_on(seconds)

    def verdicts(self, verdicts: Verdicts) -> None:
        with self._judged():
            super().verdicts(verdicts)

    def over(self, over: Over) -> None:
        with self._judged():
            super().over(over)

    @contextlib.contextmanager
    def _judged(self, late: Breach | None = None) -> Iterator[None]:
        """Replace errors about a lost program by the exact reason. `late` is the limit that a silent program has
        exceeded if the match has no clock."""
        try:
            yield
        except LateError:
            breach = self._why() or late
            if breach is None:
                raise
            self._finish(breach)
            raise CrashError(breach.sentence, breach.code) from None
        except CrashError as error:
            said = Breach(error.code, str(error)) if error.code else self._why()
            self._finish(said)
            breach = said or self._why() or Breach("", str(error))
            raise CrashError(breach.sentence, breach.code) from None

    def _received(self, data: bytes) -> None:
        self._written += len(data)
        *lines, rest = data.split(b"\n")
        longest = max(map(len, lines[1:]), default=0)
        longest = max(longest, self._in_line + len(lines[0] if lines else rest))
        self._in_line = len(rest) if lines else self._in_line + len(rest)
        if longest > self.limits.line_kb * KB:
            raise _broken(over_line(self.limits))
        if self._written > self.limits.output_mb * MB:
            raise _broken(over_output(self.limits))

    def _answer_in(self, line: bytes) -> Act | None:
        answer = super()._answer_in(line)
        self._debugged = False  # users do not debug other people's programs; the claim would only stop the clock
        self._unusable = 0 if answer is not None else self._unusable + 1
        if self._unusable > self.limits.lines:
            raise _broken(over_lines(self.limits))
        return answer


def _broken(breach: Breach) -> CrashError:
    return CrashError(breach.sentence, breach.code)
