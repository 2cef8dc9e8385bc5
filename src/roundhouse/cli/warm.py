"""`roundhouse warm` and `bench`."""

import importlib.util
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from .output import Problem, note, print_json

COMPILE = "import sys; from roundhouse.cli.warm import compile_rules; compile_rules(sys.argv[1], bool(sys.argv[2]))"


def compile_rules(key: str, learning: bool = False) -> None:
    """Compile what a game's batches, its searching bots and perhaps its environments for learning need, by using each
    once. Runs in a process of its own."""
    from ..core.batch import Batch
    from ..games import GAMES

    game = GAMES[key]
    batch = Batch.of(game, [game.setup(seed=0)], jit=True)
    import numpy as np

    batch.rollout(1)
    batch.rollout(1, by_round=True)
    batch.playout(1)
    batch.step(np.zeros((1, game.seats_max + 1, game.width), np.int64))
    for place in sorted({place.partition(":")[0] for place in game.bots.values()}):
        module = importlib.import_module(place)
        if hasattr(module, "warm"):  # a bot that searches has kernels of its own
            module.warm()
    if game.chances is not None:  # and so has the judgement of positions
        setup = game.setup(seed=0)
        game.chances([game.start(setup)], setup, 1, 0)
    if learning and all(importlib.util.find_spec(name) for name in ("gymnasium", "pettingzoo")):
        from ..rl.throughput import compile_steps

        compile_steps(key)


def run_warm(json: bool, learning: bool = True) -> int:
    """Compiling happens in child processes, so that their memory is given back; what is compiled already is left alone.
    A server does without what is only for `learning`."""
    from ..core import compiled
    from ..core.warm import is_warm, note_warm
    from ..games import GAMES

    if not compiled.available():
        if json:
            print_json({"compiled": False, "reason": compiled.why_not(), "games": {}})
        else:
            note(f"Nothing to compile: {compiled.why_not()}. Matches run interpreted, search bots think less far.")
        return 0
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    missing = [key for key in GAMES if not is_warm(key, learning=learning)]
    took: dict[str, float] = dict.fromkeys(GAMES, 0.0)
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
        task = progress.add_task("compiling", total=len(missing))
        # All cores, and those that take longest first. A server plays meanwhile, and wants what is soon done.
        with ThreadPoolExecutor((os.cpu_count() or 1) if learning else 1) as pool:
            keys = missing[::-1] if learning else missing
            jobs = {pool.submit(_compile, key, learning): key for key in keys}
            for job in as_completed(jobs):
                took[jobs[job]] = job.result()
                note_warm(jobs[job], learning=learning)
                progress.update(task, advance=1)
    if json:
        print_json({"compiled": True, "cache": str(compiled.cache_home()), "games": {key: took[key] for key in GAMES}})
    else:
        for key in GAMES:
            how = f"is compiled ({took[key]:g} s)" if key in missing else "was compiled before"
            sys.stdout.write(f"{key} {how}\n")
    return 0


def _compile(key: str, learning: bool) -> float:
    """How many seconds it took."""
    began = time.monotonic()
    command = [sys.executable, "-c", COMPILE, key, "learning" if learning else ""]
    made = subprocess.run(command, capture_output=True, text=True, check=False)
    if made.returncode:
        raise Problem("compile", f"{key} does not compile: {made.stderr.strip()[-2000:]}", status=1)
    return round(time.monotonic() - began, 1)


def run_bench(
    *, quick: bool, only: list[str], original: Path | None, peers: str | None, docs: Path | None, json: bool
) -> int:
    from . import bench
    from .bench.measure import RefusedError

    options = bench.Options(quick=quick, original=original, only=tuple(only))
    if peers is None:
        if docs is not None:
            raise Problem("bench", "--docs says where results of --peers go; give both.", field="docs")
        return bench.run(as_json=json, options=options)
    try:
        return bench.run_peers(peers, docs=docs, as_json=json, options=options)
    except RefusedError as error:
        raise Problem("bench", str(error)) from None
