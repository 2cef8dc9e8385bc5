"""What all measurements share: rows, interleaved repetitions, the C compiler."""

import shutil
import statistics
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import mkdtemp

from msgspec import Struct

SOURCES = Path(__file__).resolve().parents[4] / "benchmarks"


class Skipped(Exception):  # noqa: N818 - it is not an error
    """A measurement that cannot be made here, with the reason to show."""


class RefusedError(Exception):
    """A run that was asked for in a way that makes no sense, with the sentence to show."""


class Row(Struct):
    """A line of the table. `most` says that the ratio, or the time, must not be above the requirement instead of not
    below."""

    id: str
    what: str = ""
    ratio: float | None = None
    required: float | None = None
    most: bool = False
    detail: str = ""
    skipped: str = ""
    failed: str = ""
    unit: str = ""  # where it is no ratio but a time

    @property
    def ok(self) -> bool | None:
        if self.failed:
            return False
        if self.ratio is None or self.required is None:
            return None
        return self.ratio <= self.required if self.most else self.ratio >= self.required

    def as_dict(self) -> dict[str, object]:
        if self.skipped:
            return {"skipped": self.skipped}
        if self.failed:
            return {"failed": self.failed, "ok": False}
        told: dict[str, object] = {
            "ratio": self.ratio, "required": self.required, "at_most": self.most, "ok": self.ok,
            "what": self.what, "detail": self.detail,
        }  # fmt: skip
        return told | {"unit": self.unit} if self.unit else told

    def ratio_text(self) -> str:
        if self.ratio is None:
            return "FAILED" if self.failed else "skipped"
        if self.unit:
            return f"{self.ratio:,.3g} {self.unit}"
        return f"1/{1 / self.ratio:,.0f}" if self.most and 0 < self.ratio < 0.1 else f"{self.ratio:,.3g}"

    def required_text(self) -> str:
        if self.required is None:
            return ""
        sign = "<=" if self.most else ">="
        if self.unit:
            return f"{sign} {self.required:g} {self.unit}"
        return f"{sign} 1/{1 / self.required:,.0f}" if self.most and self.required < 1 else f"{sign} {self.required:g}"

    def mark(self) -> str:
        return self.skipped or self.failed or {True: "ok", False: "MISSED", None: ""}[self.ok] + f"  {self.detail}"

    def line(self) -> str:
        return f"{self.id:>10}  {self.ratio_text():>10}  {self.required_text():>10}  {self.mark()}"


def standing(name: str, measure: Callable[[], Row]) -> Row:
    """A row by itself: what goes wrong with it, or cannot be measured, is no matter of the others."""
    try:
        return measure()
    except Skipped as reason:
        return Row(name, skipped=str(reason))
    except Exception as error:
        return Row(name, failed=why(error))


def why(error: Exception) -> str:
    """What went wrong, in one line."""
    return " ".join(f"{type(error).__name__}: {error}".split())


def cpu_seconds(work: Callable[[], object]) -> float:
    begun = time.process_time()
    work()
    return time.process_time() - begun


def wall_seconds(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def interleaved(repetitions: int, *works: Callable[[], object]) -> list[list[float]]:
    """CPU seconds of each piece of work, taken in turns so that noise hits all alike."""
    taken: list[list[float]] = [[] for _ in works]
    for _ in range(repetitions):
        for times, work in zip(taken, works, strict=True):
            times.append(cpu_seconds(work))
    return taken


def median_ratio(over: list[float], under: list[float]) -> float:
    return statistics.median(a / b for a, b in zip(over, under, strict=True))


def built(source: str, *flags: str) -> Path:
    """A C source of the benchmark folder, built. Skips with the reason where that cannot be done."""
    path = SOURCES / source
    if not path.exists():
        raise Skipped(f"{source} is only in a checkout of the project")
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        raise Skipped("no C compiler")
    out = Path(mkdtemp(prefix="roundhouse-bench-")) / path.stem
    command = [compiler, "-O3", *flags, "-o", str(out), str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Skipped(f"{source} does not compile here: {done.stderr.strip().splitlines()[-1]}")
    return out
