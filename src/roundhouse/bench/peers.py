"""Others beside us in the same run: the original engine given by path, and peers that happen to be installed.

A peer's game is not ours, so a ratio says how many environment steps of one go by while the other makes one; a step is
one move of everyone, or of one player in alternating games.
"""

import contextlib
import importlib.util
import io
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .. import compiled as twin
from ..core.batch import Batch
from ..games import GAMES
from .measure import Row, Skipped, cpu_seconds

GAME = GAMES["spacegoo"]
SIZE = 1024
ROUNDS = 100
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
    base = Batch(GAME, states[:12], jit=False)
    theirs = _rate(lambda: _original_rounds(engine))
    ours = _rate(lambda: _played(base, 50))
    rows = [Row("P4", "Spacegoo interpreted / original engine", ours / theirs, 1.5)]
    if twin.available():
        fast = Batch(GAME, states, jit=True)
        fast.rollout(1)
        quick = _rate(lambda: _played(fast, 50))
        rows.insert(0, Row("P2", "Spacegoo compiled / original engine", quick / theirs, 300))
    return rows


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


def kaggle(options: Any) -> list[Row]:
    """planet_wars of kaggle-environments: the nearest living relative."""
    _need("kaggle_environments", "kaggle-environments")
    from kaggle_environments import make

    def steps() -> int:
        env = make("planet_wars")
        env.reset(2)
        count = 0
        while not env.done:
            env.step([[], []])
            count += 1
        return count

    return [_against("kaggle", "planet_wars of kaggle-environments", _rate_of_peer(steps), 2000)]


def pettingzoo(options: Any) -> list[Row]:
    _need("pettingzoo", "pettingzoo[classic]")
    from pettingzoo.classic import connect_four_v3

    env = connect_four_v3.env()

    def steps() -> int:
        env.reset(seed=1)
        count = 0
        for agent in env.agent_iter():
            observation, _, over, cut, _ = env.last()
            mask = None if over or cut else observation["action_mask"]
            env.step(None if mask is None else env.action_space(agent).sample(mask))
            count += 1
        return count

    return [_against("pettingzoo", "connect_four of PettingZoo", _rate_of_peer(steps), 100)]


def open_spiel(options: Any) -> list[Row]:
    _need("pyspiel", "open_spiel")
    import pyspiel

    game = pyspiel.load_game("connect_four")

    def steps() -> int:
        state = game.new_initial_state()
        count = 0
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            count += 1
        return count

    return [_against("open_spiel", "connect_four of OpenSpiel", _rate_of_peer(steps), 3)]


def _need(module: str, package: str) -> None:
    if importlib.util.find_spec(module) is None:
        raise Skipped(f"{package} is not installed")


def _against(name: str, what: str, theirs: float, required: float) -> Row:
    """Spacegoo stepped with actions from outside, 1,024 matches on one core, against a peer's rate."""
    if not twin.available():
        raise Skipped(twin.why_not())
    batch = Batch(GAME, (GAME.start(GAME.setup(seed=seed, preset="classic")) for seed in range(SIZE)), jit=True)
    batch.step(batch.sample())
    taken = 0.0
    for n in range(ROUNDS):
        actions = batch.sample(n=n)
        taken += cpu_seconds(lambda actions=actions: batch.step(actions))  # type: ignore[misc]
    ours = ROUNDS * SIZE / taken
    return Row(name, f"Spacegoo step / {what}", ours / theirs, required, detail=f"{theirs:,.0f} steps/s there")


def _rate_of_peer(play: Callable[[], int]) -> float:
    """Peers come in many versions; one that does not play here is told, and the other rows are measured."""
    try:
        return _rate(play)
    except Exception as error:
        raise Skipped(f"it does not run here: {type(error).__name__}: {error}") from None


def _rate(play: Callable[[], int]) -> float:
    """Steps per second of CPU time, over about a second."""
    play()
    begun, count = time.process_time(), 0
    while time.process_time() - begun < SECONDS:
        count += play()
    return count / (time.process_time() - begun)
