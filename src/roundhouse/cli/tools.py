"""`roundhouse warm`, `bench`, `serve` and `account`."""

import importlib.util
import subprocess
import sys
import time
from pathlib import Path

from .output import Problem, note, print_json

COMPILE = "import sys; from roundhouse.cli.tools import compile_rules; compile_rules(sys.argv[1])"


def compile_rules(key: str) -> None:
    """Compile what a game's batches and its searching bots need, by using each once. Runs in a process of its own."""
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


def run_warm(json: bool) -> int:
    """Compiling happens in child processes, so that their memory is given back."""
    from .. import compiled
    from ..games import GAMES

    if not compiled.available():
        if json:
            print_json({"compiled": False, "reason": compiled.why_not(), "games": {}})
        else:
            note(f"Nothing to compile: {compiled.why_not()}. Matches run interpreted, search bots think less far.")
        return 0
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    took: dict[str, float] = {}
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
        task = progress.add_task("compiling", total=len(GAMES))
        for key in GAMES:
            progress.update(task, description=f"compiling {key}")
            began = time.monotonic()
            made = subprocess.run([sys.executable, "-c", COMPILE, key], capture_output=True, text=True, check=False)
            if made.returncode:
                raise Problem("compile", f"{key} does not compile: {made.stderr.strip()[-2000:]}", status=1)
            took[key] = round(time.monotonic() - began, 1)
            progress.advance(task)
    if json:
        print_json({"compiled": True, "cache": str(compiled.cache_folder()), "games": took})
    else:
        for key, seconds in took.items():
            sys.stdout.write(f"{key} is compiled ({seconds:g} s)\n")
    return 0


def run_bench(*, quick: bool, only: list[str], original: Path | None, json: bool) -> int:
    from .. import bench

    options = bench.Options(quick=quick, original=original, only=tuple(only))
    return bench.run(as_json=json, options=options)


def run_serve(
    *, host: str | None, port: int | None, tcp_port: int | None, classic_port: int | None, data: Path, json: bool
) -> int:
    need_server()
    from ..server.app import serve

    if not json:
        return serve(host=host, port=port, tcp_port=tcp_port, classic_port=classic_port, data=data)
    status = serve(host=host, port=port, tcp_port=tcp_port, classic_port=classic_port, data=data, say=note)
    print_json({"stopped": True, "status": status})
    return status


def run_account(name: str, password: str | None, data: Path, json: bool) -> None:
    need_server()
    from ..server.accounts import AccountError
    from ..server.app import create_account
    from ..store.database import StoreError

    data.mkdir(parents=True, exist_ok=True)
    try:
        made = create_account(data, name, password)
    except (AccountError, StoreError) as error:
        raise Problem("account", f"{error}.") from None
    if json:
        print_json({"name": name, "password": made})
    else:
        sys.stdout.write(f"{name} can log in with the password {made}\n")


def need_server() -> None:
    for module in ("sqlalchemy", "argon2", "litestar", "uvicorn"):
        if importlib.util.find_spec(module) is None:
            raise Problem("no_server", "the server is not installed: pip install 'roundhouse-arena[server]'")
