"""`wasm:FILE.wasm`: a WASI program as a player. It can use nothing that it is not given: no files, no network, no other
processes. It needs nothing of the system, so it also runs where no box can be made."""

import contextlib
import importlib.util
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec

from ..bot_loader import Entrant, LoadError
from ..players.message_player import tell_user
from .limits import MB, Breach, Limits, LimitsError, limits_of, over_cpu, split_options
from .watched_player import WatchedPlayer

FILE_MB = 32
MAGIC = b"\0asm"
OUT_OF_TIME = (137, -9, -24)  # how the host's process ends if the kernel stops it: SIGKILL, SIGXCPU


def entrant(text: str, limits: Limits | None = None) -> Entrant:
    """The bot behind `wasm:`, with limits as behind `box:`. Raises LoadError."""
    named, options = split_options(text)
    try:
        chosen = limits_of(options, limits)
    except LimitsError as error:
        raise LoadError("bad_option", error.sentence) from None
    if importlib.util.find_spec("wasmtime") is None:
        raise LoadError("no_sandbox", "WASI programs need wasmtime: install roundhouse-arena[sandbox]")
    path = Path(named)
    if not path.is_file():
        raise LoadError("no_such_bot", f"there is no file {path}")
    if path.stat().st_size > FILE_MB * MB:
        raise LoadError("bad_bot", f"{path} has more than {FILE_MB} MB")
    with path.open("rb") as file:
        if file.read(len(MAGIC)) != MAGIC:
            raise LoadError("bad_bot", f"{path} is no WebAssembly program")
    return Entrant(path.name, lambda seed: WasmPlayer(path.resolve(), chosen))


class WasmPlayer(WatchedPlayer):
    """The program runs in a separate process, which enforces its limits and tells us over a pipe which was exceeded."""

    def __init__(self, path: Path, limits: Limits | None = None, *, tell: Callable[[str], None] = tell_user) -> None:
        super().__init__(
            [sys.executable, "-m", "roundhouse.sdk.sandbox.wasm_host", str(path)], path.name, limits, tell=tell
        )
        self._told_fd = -1
        self._breach: Breach | None = None

    def _launch(self) -> subprocess.Popen[bytes]:
        self._told_fd, theirs = os.pipe()
        os.set_blocking(self._told_fd, False)
        try:
            return subprocess.Popen(
                [*self._command, str(theirs), msgspec.json.encode(self.limits).decode()],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                bufsize=0, pass_fds=[theirs], start_new_session=True, env={"PATH": os.defpath},
            )  # fmt: skip
        finally:
            os.close(theirs)

    def _why(self) -> Breach | None:
        if self._breach is None and self._told_fd >= 0:
            with contextlib.suppress(BlockingIOError, msgspec.DecodeError):
                self._breach = msgspec.json.decode(os.read(self._told_fd, 4096), type=Breach)
        if self._breach is None and self._process is not None and self._process.poll() in OUT_OF_TIME:
            self._breach = over_cpu(self.limits)
        return self._breach

    def _finish(self, breach: Breach | None) -> None:
        self._breach = self._why() or breach
        if self._process is not None:
            self._kill(self._process)

    def stop(self) -> None:
        super().stop()
        if self._told_fd >= 0:
            os.close(self._told_fd)
            self._told_fd = -1
