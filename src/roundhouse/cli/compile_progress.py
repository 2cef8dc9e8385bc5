"""How long the compiler takes, on a terminal; elsewhere the line that everybody gets."""

from typing import IO, Any

from ..core.compile_note import SENTENCE, CompileNote


class CompileProgress(CompileNote):
    """Shows the time while something is compiled, and nothing in between."""

    _shown: Any = None

    def begins(self) -> None:
        super().begins()
        if self._shown is not None:
            self._shown.start()

    def ends(self) -> None:
        if self._shown is not None:
            self._shown.stop()

    def say(self, stream: IO[str]) -> None:
        if not stream.isatty():
            super().say(stream)
            return
        from rich.console import Console
        from rich.file_proxy import FileProxy
        from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

        if isinstance(stream, FileProxy):  # something else is shown already, and takes lines above it
            super().say(stream)
            return
        columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
        self._shown = Progress(
            *columns, console=Console(file=stream), transient=True, redirect_stdout=False, redirect_stderr=False
        )
        self._shown.add_task(SENTENCE, total=None)
