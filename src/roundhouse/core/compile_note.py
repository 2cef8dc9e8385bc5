"""A word to the user while the rules are compiled: it is the only thing here that lasts half a minute in silence."""

import sys
from collections.abc import Callable
from typing import IO, Any

from .compile_events import watch, watched

SENTENCE = "roundhouse: compiling the rules, once; this can take a minute (`roundhouse warm` does it beforehand)."


class CompileNote:
    """A line that is written once. Of several processes that work for one user, `first` is true in the one that does
    it."""

    def __init__(self, first: Callable[[], bool] = lambda: True) -> None:
        self._first = first
        self._said = False

    def begins(self) -> None:
        if not self._said:
            self._said = True
            if self._first():
                self.say(outside())

    def ends(self) -> None:
        pass

    def say(self, stream: IO[str]) -> None:
        stream.write(SENTENCE + "\n")
        stream.flush()


def announce(note: CompileNote | None = None) -> None:
    """Say it on standard error as soon as something is compiled in this process."""
    chosen = CompileNote() if note is None else note
    watch(chosen.begins, chosen.ends)


def announce_by_default() -> None:
    """The same for programs of users, unless somebody has decided it already."""
    if not watched():
        announce()


def outside() -> IO[str]:
    """Standard error behind the ears of bots: what we say is no remark of theirs."""
    stream: Any = sys.stderr
    while hasattr(stream, "under"):
        stream = stream.under
    return stream  # type: ignore[no-any-return]
