"""Train MaskablePPO of sb3-contrib to beat random play in Spacegoo: `python -m roundhouse.rl.examples.maskable_ppo`.

Needs the extra `train`, and less than ten minutes of one core. Writes the weights, the learning curve as a table and as
a picture, and says in the end how the network does on maps that it has never seen, from both seats."""

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback

from ..stable_baselines import sb3_env
from .learning import Score, evaluate
from .pair_network import BestSends, policy_class
from .train import FINAL_SEED, LOOK_MATCHES, LOOK_SEED, counted, told, write_curve

MATCHES, STEPS, STARTS = 128, 64, 1024
SECONDS = 540.0
PPO = {
    "n_epochs": 3, "batch_size": 512, "learning_rate": 1e-3, "gamma": 0.995, "gae_lambda": 0.95, "ent_coef": 0.002,
    "vf_coef": 0.5, "max_grad_norm": 0.5,
}  # fmt: skip


class Curve(BaseCallback):  # type: ignore[misc]
    """Looks at the network now and then, and stops when so many seconds of processor time are over."""

    def __init__(self, seconds: float, every: float, matches: int) -> None:
        super().__init__()
        self.seconds, self.every, self.matches = seconds, every, matches
        self.points: list[tuple[int, Score]] = []
        self.began = self.looked = time.process_time()

    def look(self) -> None:
        best = BestSends(self.model.policy.pairs)
        self.points.append((self.num_timesteps, evaluate(best, self.matches, LOOK_SEED, scaled=True)))
        self.looked = time.process_time()
        sys.stderr.write(
            f"{self.looked - self.began:.0f} s, {self.num_timesteps:,} steps, {self.points[-1][1].share:.0%} won\n"
        )

    def _on_training_start(self) -> None:
        self.look()

    def _on_rollout_start(self) -> None:
        if time.process_time() - self.looked >= self.every:
            self.look()

    def _on_step(self) -> bool:
        return time.process_time() - self.began < self.seconds


def trained(
    seconds: float, *, steps: int = 10**9, matches: int = MATCHES, rollout: int = STEPS, every: float = 60.0,
    look: int = LOOK_MATCHES, starts: int = STARTS, seed: int = 1, threads: int = 1,
) -> tuple[Any, list[tuple[int, Score]]]:  # fmt: skip
    """A trainer after so many seconds of processor time or steps, and its curve."""
    env = sb3_env("spacegoo", matches, reward="margin", starts=starts, threads=threads)
    model = MaskablePPO(policy_class(), env, n_steps=rollout, seed=seed, **PPO)
    watch = Curve(seconds, every, look)
    model.learn(steps, callback=watch)
    watch.look()
    env.close()
    return model, watch.points


def main(arguments: Sequence[str] | None = None) -> None:
    words = argparse.ArgumentDefaultsHelpFormatter
    parser = argparse.ArgumentParser(
        prog="python -m roundhouse.rl.examples.maskable_ppo", description=__doc__, formatter_class=words
    )
    parser.add_argument("--seconds", type=counted, default=int(SECONDS), help="of processor time")
    parser.add_argument("--matches", type=counted, default=MATCHES, help="that are played at once")
    parser.add_argument("--steps", type=counted, default=STEPS, help="of every match in a round of learning")
    parser.add_argument("--seed", type=int, default=1, help="of all that is drawn")
    parser.add_argument("--threads", type=counted, default=1, help="of PyTorch")
    parser.add_argument("--final", type=counted, default=1000, help="matches that judge the network in the end")
    parser.add_argument("--out", type=Path, default=Path("spacegoo-ppo"), help="folder for what is written")
    given = parser.parse_args(arguments)
    given.out.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(given.threads)
    began, worked = time.monotonic(), time.process_time()
    model, points = trained(float(given.seconds), matches=given.matches, rollout=given.steps, seed=given.seed)
    took, worked = time.monotonic() - began, time.process_time() - worked
    torch.save(model.policy.pairs.state_dict(), given.out / "weights.pt")
    guess = evaluate(None, given.final, FINAL_SEED)
    final = evaluate(BestSends(model.policy.pairs), given.final, FINAL_SEED, scaled=True)
    write_curve(given.out, points, guess)
    for line in (told("random legal actions", guess), told("MaskablePPO", final)):
        sys.stdout.write(line + "\n")
    sys.stdout.write(f"{points[-1][0]:,} steps, trained in {took:.0f} s ({worked:.0f} s of processor time)\n")
    sys.stdout.write(f"weights.pt, curve.csv and curve.svg are in {given.out}\n")


if __name__ == "__main__":
    main()
