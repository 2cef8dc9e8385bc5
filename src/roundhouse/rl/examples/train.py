"""Train a small network to beat random play: `python -m roundhouse.rl.examples.train`.

Needs NumPy alone, and a few minutes. Writes the weights, the learning curve as a table and as a picture, and says in
the end how the network does on maps that it has never seen, from both seats. The same seed gives the same network."""

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from .learning import Learner, Score, evaluate
from .network import Network
from .picture import curve

LOOK_EVERY = 10  # rounds of learning between two points of the curve
LOOK_SEED, FINAL_SEED = 1_000_003, 2_000_003  # for maps that training does not play: it draws its own from another seed
LOOK_MATCHES = 200
ROUNDS, MATCHES, STEPS = 80, 128, 32


def train(
    rounds: int, *, matches: int = MATCHES, steps: int = STEPS, seed: int = 1, threads: int = 1
) -> tuple[Network, list[tuple[int, Score]]]:
    """A network after so many rounds of learning, and its curve: steps played, and matches against random play."""
    network = Network(seed)
    learner = Learner(network, matches=matches, steps=steps, seed=seed, threads=threads)
    points = [(0, evaluate(network, LOOK_MATCHES, LOOK_SEED))]
    for n in range(1, rounds + 1):
        learner.round()
        if n % LOOK_EVERY == 0 or n == rounds:
            points.append((learner.played, evaluate(network, LOOK_MATCHES, LOOK_SEED)))
        _show(n, rounds, points[-1][1])
    learner.env.close()
    return network, points


def _show(n: int, rounds: int, score: Score) -> None:
    """A progress bar; without a terminal a line for every point of the curve."""
    text = f"{n} of {rounds} rounds, {score.share:.0%} won"
    if sys.stderr.isatty():
        full = 30 * n // rounds
        sys.stderr.write(f"\r[{'#' * full}{'.' * (30 - full)}] {text} " + ("\n" if n == rounds else ""))
    elif n % LOOK_EVERY == 0 or n == rounds:
        sys.stderr.write(text + "\n")
    sys.stderr.flush()


def write_curve(out: Path, points: Sequence[tuple[int, Score]], guess: Score) -> None:
    """The learning curve as a picture and as a table."""
    picture = curve("Spacegoo: matches won against random play", points, guess.share, "random legal actions")
    (out / "curve.svg").write_text(picture, encoding="utf-8")
    rows = [f"{steps},{score.won},{score.drawn},{score.lost}\n" for steps, score in points]
    (out / "curve.csv").write_text("steps,won,drawn,lost\n" + "".join(rows), encoding="utf-8")


def told(name: str, score: Score) -> str:
    low, high = score.interval()
    return (
        f"{name}: {score.won} of {score.played} matches won ({score.share:.1%}, between {low:.1%} and {high:.1%}), "
        f"{score.drawn} drawn, {score.lost} lost"
    )


def counted(text: str) -> int:
    """A positive number from the command line."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 1 on")
    return int(text)


def main(arguments: Sequence[str] | None = None) -> None:
    words = argparse.ArgumentDefaultsHelpFormatter
    parser = argparse.ArgumentParser(
        prog="python -m roundhouse.rl.examples.train", description=__doc__, formatter_class=words
    )
    parser.add_argument("--rounds", type=counted, default=ROUNDS, help="of learning")
    parser.add_argument("--matches", type=counted, default=MATCHES, help="that are played at once")
    parser.add_argument("--steps", type=counted, default=STEPS, help="of every match in a round of learning")
    parser.add_argument("--seed", type=int, default=1, help="of all that is drawn")
    parser.add_argument("--threads", type=counted, default=1, help="that play matches")
    parser.add_argument("--final", type=counted, default=1000, help="matches that judge the network in the end")
    parser.add_argument("--out", type=Path, default=Path("spacegoo-network"), help="folder for what is written")
    given = parser.parse_args(arguments)
    given.out.mkdir(parents=True, exist_ok=True)
    began, worked = time.monotonic(), time.process_time()
    network, points = train(
        given.rounds, matches=given.matches, steps=given.steps, seed=given.seed, threads=given.threads
    )
    took, worked = time.monotonic() - began, time.process_time() - worked
    network.save(given.out / "weights.npz")
    guess = evaluate(None, given.final, FINAL_SEED)
    final = evaluate(network, given.final, FINAL_SEED)
    write_curve(given.out, points, guess)
    for line in (told("random legal actions", guess), told("the network", final)):
        sys.stdout.write(line + "\n")
    sys.stdout.write(f"{points[-1][0]:,} steps, trained in {took:.0f} s ({worked:.0f} s of processor time)\n")
    sys.stdout.write(f"weights, curve.csv and curve.svg are in {given.out}\n")


if __name__ == "__main__":
    main()
