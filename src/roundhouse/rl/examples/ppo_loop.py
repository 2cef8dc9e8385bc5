"""Proximal policy optimisation in one file, in the manner of CleanRL: `python -m roundhouse.rl.examples.ppo_loop`.

Needs PyTorch (the extra `train`). Everything is in the loop below: look, choose, step, judge, learn. Both seats of
every match learn at once, from the same network; the environment writes what all of them see in one native call."""

import argparse
import sys
from collections.abc import Sequence

import torch
from torch.distributions import Categorical

from ..vector_env import vector_env
from .learning import evaluate
from .pair_network import BestSends, PairNetwork
from .train import FINAL_SEED, counted, told

MATCHES, STEPS, EPOCHS, PART = 64, 64, 3, 512
GAMMA, TRACE, CLIP, ENTROPY, VALUE, RATE = 0.995, 0.95, 0.2, 0.002, 0.5, 2e-3


def judged(network: PairNetwork, seen: torch.Tensor, masks: torch.Tensor) -> tuple[Categorical, torch.Tensor]:
    marks, value = network(seen)
    return Categorical(logits=marks.masked_fill(masks == 0, -1e9), validate_args=False), value


def train(rounds: int, *, matches: int = MATCHES, steps: int = STEPS, seed: int = 1) -> PairNetwork:
    torch.manual_seed(seed)
    env = vector_env("spacegoo", matches, seat="all", reward="margin", scaled=True, copy=True)
    rows, actions = env.num_envs, int(env.single_action_space.n)  # type: ignore[attr-defined]
    network = PairNetwork()
    adam = torch.optim.Adam(network.parameters(), lr=RATE)
    seen = torch.zeros(steps, rows, env.single_observation_space["observation"].shape[0])  # type: ignore[index]
    masks = torch.zeros(steps, rows, actions, dtype=torch.int8)
    taken = torch.zeros(steps, rows, dtype=torch.int64)
    likely, values, rewards, over = (torch.zeros(steps, rows) for _ in range(4))
    now, _ = env.reset(seed=seed)
    for n in range(1, rounds + 1):
        for t in range(steps):
            seen[t], masks[t] = torch.from_numpy(now["observation"]), torch.from_numpy(now["action_mask"])
            with torch.no_grad():
                choice, values[t] = judged(network, seen[t], masks[t])
            taken[t] = choice.sample()
            likely[t] = choice.log_prob(taken[t])
            now, reward, ended, cut, _ = env.step(taken[t].numpy())
            rewards[t], over[t] = torch.from_numpy(reward), torch.from_numpy(ended | cut).float()
        with torch.no_grad():
            following = network(torch.from_numpy(now["observation"]))[1]
        gains, gain = torch.zeros(steps, rows), torch.zeros(rows)
        for t in range(steps - 1, -1, -1):
            surprise = rewards[t] + GAMMA * following * (1 - over[t]) - values[t]
            gain = surprise + GAMMA * TRACE * (1 - over[t]) * gain
            gains[t], following = gain, values[t]
        flat = [part.flatten(0, 1) for part in (seen, masks, taken, likely, gains, gains + values)]
        for _ in range(EPOCHS):
            for part in torch.randperm(steps * rows).split(PART):
                look, mask, action, before, better, goal = (one[part] for one in flat)
                choice, value = judged(network, look, mask)
                better = (better - better.mean()) / (better.std() + 1e-8)
                ratio = (choice.log_prob(action) - before).exp()
                gain_of_policy = torch.min(ratio * better, ratio.clamp(1 - CLIP, 1 + CLIP) * better).mean()
                loss = VALUE * (value - goal).square().mean() - gain_of_policy - ENTROPY * choice.entropy().mean()
                adam.zero_grad()
                loss.backward()
                torch.nn.utils.clip_grad_norm_(network.parameters(), 0.5)
                adam.step()
        sys.stderr.write(f"{n} of {rounds} rounds, {n * steps * rows:,} steps\n")
    env.close()
    return network


def main(arguments: Sequence[str] | None = None) -> None:
    words = argparse.ArgumentDefaultsHelpFormatter
    parser = argparse.ArgumentParser(
        prog="python -m roundhouse.rl.examples.ppo_loop", description=__doc__, formatter_class=words
    )
    parser.add_argument("--rounds", type=counted, default=40, help="of learning")
    parser.add_argument("--matches", type=counted, default=MATCHES, help="that are played at once")
    parser.add_argument("--steps", type=counted, default=STEPS, help="of every match in a round of learning")
    parser.add_argument("--final", type=counted, default=400, help="matches that judge the network in the end")
    given = parser.parse_args(arguments)
    network = train(given.rounds, matches=given.matches, steps=given.steps)
    final = evaluate(BestSends(network), given.final, FINAL_SEED, scaled=True)
    sys.stdout.write(told("self-play against random play", final) + "\n")


if __name__ == "__main__":
    main()
