"""A program in a box as a player: the pipes of every other program, and checks that end it when it exceeds a limit."""

import contextlib
import os
import re
import select
import subprocess
import threading
from collections.abc import Callable

from ..players.message_player import tell_user
from ..players.output_capture import USER, OutputCapture
from ..players.subprocess_player import GOODBYE_S
from .box import Box
from .bubblewrap import BoxError, Program, machine
from .limits import KB, Breach, Limits, closed_output
from .watched_player import WatchedPlayer

FIRST = 400  # characters of standard error that are enough to tell why there was no box
TOLD_KB = 64  # how much standard error is shown to the user; the rest is only kept with the turns
# Other characters could move the cursor, change the title or make the user's terminal send something
_UNPRINTABLE = re.compile(r"[^\n\t\x20-\x7e\u00a0-\ud7ff\ue000-\uffff\U00010000-\U0010ffff]")


class BoxPlayer(WatchedPlayer):
    """Runs a program in a box."""

    def __init__(
        self, program: Program, limits: Limits | None = None, *, tell: Callable[[str], None] = tell_user
    ) -> None:
        super().__init__(list(program.command), program.label, limits, tell=tell)
        self.box = Box(program, self.limits, errors=self._said)
        self._said_ear = OutputCapture()
        self._said_lock = threading.Lock()
        self._told_user = 0
        self._first = ""  # of its standard error

    def _launch(self) -> subprocess.Popen[bytes]:
        return self.box.start()  # a BoxError ends the match: nobody loses it for what the machine did

    def _why(self) -> Breach | None:
        return self.box.look()

    def _finish(self, breach: Breach | None) -> None:
        self.box.kill(breach)

    def _kill(self, process: subprocess.Popen[bytes]) -> None:
        self.box.kill()

    def _ending(self) -> str:
        try:
            self._running().wait(GOODBYE_S)
        except subprocess.TimeoutExpired:
            self._finish(closed_output())  # when the program closes its output we only notice silence, see `Box`
            return ""
        self.box.kill()
        code = self.box.exit_code
        if code is None and self.box.breach is None:
            # bubblewrap's own error; had it run anything there would be an exit code
            if self._first.startswith("bwrap: "):
                raise BoxError("box_failed", f"{machine()} could not start the sandbox: {self._first.splitlines()[0]}")
            return "the program was ended together with its sandbox"
        if code is None:
            return ""
        if code > 128:
            return f"the program was ended by signal {code - 128}"
        return f"the program ended with status {code}"

    def _heard(self) -> str:
        self.box.listen()
        with self._said_lock:
            return self._said_ear.take()

    def _said(self, data: bytes) -> None:
        """Called by the box with the program's standard error."""
        text = printable(data)
        with self._said_lock:
            self._said_ear.add(text)
            self._first = self._first or text[:FIRST]
            shown = text[: max(0, TOLD_KB * KB - self._told_user)]
            self._told_user += len(shown)
        rest = shown.encode()
        with contextlib.suppress(OSError):
            # a user's terminal that does not read must not block the checks
            while rest and select.select((), (USER,), (), 0)[1]:
                rest = rest[os.write(USER, rest[: select.PIPE_BUF]) :]


def printable(data: bytes) -> str:
    """What a program wrote, without control characters for the terminal."""
    return _UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", data.decode("utf-8", "replace"))
