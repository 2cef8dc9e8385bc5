"""The original engine beside ours in the same run, where its folder is given (`--original FOLDER`)."""

import contextlib
import importlib
import io
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ...core.batch import Batch
from ...core.registry import GAMES
from .measure import Row, Skipped, standing
from .rules import need_native

GAME = GAMES["spacegoo"]
SIZE = 1024
SECONDS = 1.0


def original_engine(options: Any) -> list[Row]:
    """P2 and P4: random senders in the original's own engine (`--original FOLDER`, the one with engine.py)."""
    folder: Path | None = options.original
    if folder is None:
        raise Skipped("give the original engine's folder with --original")
    if not (folder / "engine.py").exists():
        raise Skipped(f"there is no engine.py in {folder}")
    sys.path.insert(0, str(folder))
    try:
        engine: Any = importlib.import_module("engine")
    finally:
        sys.path.remove(str(folder))
    states = [GAME.start(GAME.setup(seed=seed, preset="classic")) for seed in range(SIZE)]
    base = Batch(GAME, states[:12], native=False)
    theirs = _rate(lambda: _original_rounds(engine))
    ours = _rate(lambda: _played(base, 50))

    def natively() -> Row:
        need_native()
        fast = Batch(GAME, states, native=True)
        fast.rollout(1)
        return Row("P2", "Spacegoo native / original engine", _rate(lambda: _played(fast, 50)) / theirs, 300)

    return [standing("P2", natively), Row("P4", "Spacegoo interpreted / original engine", ours / theirs, 1.5)]


def _played(batch: Batch, rounds: int) -> int:
    batch.rollout(rounds)
    return rounds * len(batch)


def _original_rounds(engine: Any) -> int:
    """One match of two random senders. Returns its rounds."""
    rounds = 0
    with contextlib.redirect_stdout(io.StringIO()):
        match = engine.Engine(500)
        while match.winner is None:
            for seat in (1, 2):
                own = [planet for planet in match.planets if planet.owner_id == seat]
                if own:
                    source = random.choice(own)
                    target = random.randrange(len(match.planets) - 1)
                    ships = [random.randint(0, n) for n in source.ships]
                    match.send_fleet(seat, source.id, target + (target >= source.id), ships)
            match.do_round()
            rounds += 1
    return rounds


def _rate(play: Callable[[], int]) -> float:
    """Steps per second of CPU time, over about a second."""
    play()
    begun, count = time.process_time(), 0
    while time.process_time() - begun < SECONDS:
        count += play()
    return count / (time.process_time() - begun)
