"""`roundhouse bench --peers`: our environments beside those of others in one run.

Every candidate plays in a process of its own (`candidates.py`), so that packages that do not get along can be compared,
each with the Python it is installed for. They share one core and take turns: one plays, all others wait. What is
measured is CPU time, repetition by repetition, and a ratio is the median of those of all repetitions, because machines
are shared and noisy.
"""

import json
import os
import select
import statistics
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any

import msgspec
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from .candidates import BATCH, LUX_BATCH, at_once
from .measure import RefusedError, median_ratio

SCRIPT = Path(__file__).with_name("candidates.py")
READY_S = 900.0  # compiling may take minutes, and other work on the machine may make it many
ONE_THREAD = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "JAX_PLATFORMS": "cpu",
    "PYGAME_HIDE_SUPPORT_PROMPT": "1",
}


class PeerCandidate(msgspec.Struct, frozen=True):
    """Who is measured, and what is required: of Spacegoo's loop (look, choose, step) against that of a peer; of a game
    of ours how many times as long a step with what a learner sees may take as one without."""

    name: str
    who: str
    game: str
    at_once: int
    required: float = 0.0
    is_peer: bool = False


OURS = (
    PeerCandidate("spacegoo", "Roundhouse", "Spacegoo, 2 players", at_once("spacegoo"), 2.5),
    PeerCandidate("rally", "Roundhouse", "Robo Rally", at_once("rally"), 2.5),
    PeerCandidate("dungeon", "Roundhouse", "The Microservice Dungeon", at_once("dungeon"), 6),
    PeerCandidate("quest", "Roundhouse", "Crafting Quest 3", at_once("quest"), 6),
    PeerCandidate("boidvoid", "Roundhouse", "BoidVoid", at_once("boidvoid"), 6),
    PeerCandidate("one_match", "Roundhouse", "Spacegoo, PettingZoo's interface", 1),
)
PEERS = (
    PeerCandidate("kaggle", "kaggle-environments", "planet_wars, 2 players", 1, 2000, True),
    PeerCandidate("pettingzoo", "PettingZoo", "connect_four", 1, 120, True),
    PeerCandidate("luxai_s3", "luxai_s3", "Lux AI season 3, 2 players", LUX_BATCH, 100, True),
    PeerCandidate("open_spiel", "OpenSpiel", "connect_four, in C++", 1, 1, True),
    PeerCandidate("pgx", "pgx", "connect_four, in JAX", BATCH, 0.3, True),
)


class PeerLine(msgspec.Struct):
    """What is known of a candidate after the run. Rates are environment steps in a second of CPU time."""

    who: str
    game: str
    at_once: int
    versions: str = ""
    missing: str = ""
    rates: dict[str, list[float]] = {}
    required: float = 0.0
    is_peer: bool = False
    ratio: float | None = None  # Spacegoo's loop against the peer's; of ours a step that is looked at against one alone
    step_ratio: float | None = None  # Spacegoo's step against the peer's

    @property
    def ok(self) -> bool | None:
        if self.ratio is None or not self.required:
            return None
        return self.ratio >= self.required if self.is_peer else self.ratio <= self.required

    def rate(self, mode: str) -> float | None:
        return statistics.median(self.rates[mode]) if self.rates.get(mode) else None


class PeerFindings(msgspec.Struct):
    """A whole run."""

    date: str
    machine: str
    python: str
    repetitions: int
    lines: dict[str, PeerLine]

    @property
    def missed(self) -> list[str]:
        return [name for name, line in self.lines.items() if line.ok is False]


class PeerLostError(Exception):
    """A candidate that cannot go on, with the reason."""


class Child:
    """A candidate in its process."""

    def __init__(self, name: str, python: str) -> None:
        self.errors: IO[bytes] = TemporaryFile()  # noqa: SIM115 - it lives as long as the process
        command = [python, "-P", str(SCRIPT), name]
        try:
            self.process: Any = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors, env=os.environ | ONE_THREAD
            )
        except OSError as error:
            self.errors.close()
            raise PeerLostError(f"{python} cannot be started: {error.strerror}") from None

    def answer(self, limit_s: float) -> dict[str, Any]:
        """Its next line."""
        pipe, data, end = self.process.stdout.fileno(), b"", time.monotonic() + limit_s
        while not data.endswith(b"\n"):
            if not select.select([pipe], [], [], max(0.0, end - time.monotonic()))[0]:
                raise PeerLostError(f"no answer for {limit_s:g} s")
            more = os.read(pipe, 65536)
            if not more:
                raise PeerLostError(f"its process ended: {self.last_words()}")
            data += more
        told: dict[str, Any] = json.loads(data)
        if "missing" in told:
            raise PeerLostError(told["missing"])
        return told

    def ask(self, mode: str, seconds: float) -> float:
        """Steps a second of CPU time."""
        try:
            self.process.stdin.write(json.dumps({"mode": mode, "seconds": seconds}).encode() + b"\n")
            self.process.stdin.flush()
        except OSError:
            raise PeerLostError(f"its process ended: {self.last_words()}") from None
        told = self.answer(READY_S)
        return float(told["steps"] / told["seconds"])

    def last_words(self) -> str:
        self.errors.seek(0)
        words = self.errors.read().decode(errors="replace").strip().splitlines()
        return words[-1][-300:] if words else f"status {self.process.poll()}"

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()
        self.errors.close()


def measured(python: str, *, quick: bool = False, only: tuple[str, ...] = ()) -> PeerFindings:
    """Everyone who can play here, in turns. `python` is the one that peers are installed for."""
    names = [one.name for one in (*OURS, *PEERS)]
    if unknown := set(only) - set(names):
        raise RefusedError(f"There is no {', '.join(sorted(unknown))} among {', '.join(names)}.")
    repetitions, seconds = (3, 0.1) if quick else (9, 0.5)
    chosen = [one for one in (*OURS, *PEERS) if not only or one.name in only or one.name == "spacegoo"]
    lines = {
        one.name: PeerLine(one.who, one.game, one.at_once, required=one.required, is_peer=one.is_peer) for one in chosen
    }
    console = Console(stderr=True)
    columns = (TextColumn("{task.description:<24}"), BarColumn(), TimeElapsedColumn())
    with ExitStack() as stack, Progress(*columns, console=console, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=len(chosen) * (1 + repetitions))
        children = {}
        for one in chosen:
            progress.update(task, description=f"starting {one.name}")
            try:
                child = Child(one.name, python if one in PEERS else sys.executable)
                stack.callback(child.close)
                ready = child.answer(READY_S)
                children[one.name] = child
                lines[one.name].versions = ready["versions"]
                lines[one.name].rates = {mode: [] for mode in ready["modes"]}
            except PeerLostError as reason:
                lines[one.name].missing = str(reason)
                console.print(f"{one.name} is left out: {reason}", highlight=False, markup=False)
            progress.advance(task)
        for n in range(repetitions):
            for one in chosen:
                progress.update(task, description=f"{one.name}, {n + 1} of {repetitions}")
                if one.name in children and not lines[one.name].missing:
                    _turn(children[one.name], lines[one.name], seconds)
                progress.advance(task)
    _compare(lines)
    return PeerFindings(time.strftime("%Y-%m-%d"), machine(), sys.version.split()[0], repetitions, lines)


def _turn(child: Child, line: PeerLine, seconds: float) -> None:
    try:
        for mode, rates in line.rates.items():
            rates.append(child.ask(mode, seconds))
    except PeerLostError as reason:
        line.missing, line.rates = str(reason), {}


def _compare(lines: dict[str, PeerLine]) -> None:
    """Spacegoo against every peer who played, and our own steps with and without a look; the median of the ratios of
    all repetitions."""
    own = lines["spacegoo"].rates
    for line in lines.values():
        if line.missing or not own:
            continue
        if line.is_peer:
            line.ratio = median_ratio(own["loop"], line.rates["loop"])
            line.step_ratio = median_ratio(own["step"], line.rates["step"])
        elif "look" in line.rates:
            line.ratio = median_ratio(line.rates["step"], line.rates["look"])


def machine() -> str:
    """The processor's name, where the system tells it."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            for line in file:
                if line.startswith("model name"):
                    return line.partition(":")[2].strip()
    except OSError:
        pass
    import platform

    return platform.processor() or platform.machine()
