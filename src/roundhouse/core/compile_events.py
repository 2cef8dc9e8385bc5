"""Tells when the rules are really compiled, which takes a while; what comes from the cache on disk is not told."""

import importlib
import importlib.abc
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib.machinery import ModuleSpec
from types import ModuleType

from .compiled import PREFIX


class _Watch(importlib.abc.MetaPathFinder):
    """Listens to the compiler from the first compiled module on; before that there is none, and to import it only to
    listen would take a second."""

    def __init__(self) -> None:
        self.begins: Callable[[], None] = lambda: None
        self.ends: Callable[[], None] = lambda: None
        self.watched = False
        self._listens = False
        self._depth = 0  # functions that are compiled for others that are being compiled

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not self._listens and fullname.startswith(PREFIX):
            self._listens = True
            with suppress(ImportError):  # without a compiler nothing is compiled
                self._register()
        return None

    def _register(self) -> None:
        events = importlib.import_module("numba.core.event")
        watch = self

        class Listener(events.Listener):  # type: ignore[name-defined,misc]
            def on_start(self, event: object) -> None:
                watch._depth += 1
                if watch._depth == 1:
                    watch.begins()

            def on_end(self, event: object) -> None:
                watch._depth -= 1
                if watch._depth == 0:
                    watch.ends()

        events.register("numba:compile", Listener())


_watch = _Watch()
sys.meta_path.insert(0, _watch)  # before the finder of compiled modules


def watch(begins: Callable[[], None], ends: Callable[[], None]) -> None:
    """From now on these are called, instead of those before: whenever compiling begins, and when it has ended."""
    _watch.begins, _watch.ends, _watch.watched = begins, ends, True


def watched() -> bool:
    """Whether somebody wants to know."""
    return _watch.watched
