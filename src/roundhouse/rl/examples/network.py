"""A small network that plays Spacegoo: it scores every legal send separately.

A score is computed from a few numbers about the source, the target and the ships, so the network has some hundred
weights and works for any number of planets. A second network of the same kind estimates how the match will end.
"""

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Ints = NDArray[np.int64]

PLANETS, COLUMNS, SHARES = 21, 21, np.array([0.25, 0.5, 1.0], np.float32)
# Columns of an observation, as named in `games/spacegoo/learning/arrays.py`
MINE, THEIRS, SHIPS, PRODUCTION, ROUNDS, MY_FLEETS, THEIR_FLEETS, X, Y, LEFT = 1, 2, 3, 6, 9, 10, 14, 18, 19, 20
SEND_FEATURES, MATCH_FEATURES, HIDDEN = 19, 8, 16


def match_features(seen: NDArray[Any]) -> Array:
    """The whole board in a few numbers: [row, feature]."""
    planets = seen.reshape(len(seen), PLANETS, COLUMNS).astype(np.float32)
    sides = []
    for flag, fleets in ((MINE, MY_FLEETS), (THEIRS, THEIR_FLEETS)):
        own = planets[:, :, flag]
        ships = (planets[:, :, SHIPS : SHIPS + 3].sum(2) * own).sum(1) + planets[:, :, fleets : fleets + 3].sum((1, 2))
        made = (planets[:, :, PRODUCTION : PRODUCTION + 3].sum(2) * own).sum(1)
        sides.append((ships, made, own.sum(1)))
    (mine, makes, holds), (theirs, make, hold) = sides
    return np.stack(
        [
            np.ones(len(seen), np.float32),
            (mine - theirs) / (mine + theirs + 1),
            (makes - make) / (makes + make + 1),
            (holds - hold) / (holds + hold + 1),
            np.log1p(mine) / 5,
            np.log1p(theirs) / 5,
            planets[:, 0, LEFT] / 500,
            (hold == 0).astype(np.float32),
        ],
        axis=1,
    )


def send_features(seen: NDArray[Any], mask: NDArray[np.int8]) -> tuple[Ints, Ints, Array]:
    """Every legal action of every row: its row, its number, and its features."""
    planets = seen.reshape(len(seen), PLANETS, COLUMNS).astype(np.float32)
    rows, actions = np.nonzero(mask)
    pair, level = np.divmod(np.maximum(actions - 1, 0), len(SHARES))
    source, target = planets[rows, pair // PLANETS], planets[rows, pair % PLANETS]
    passes = actions == 0
    share = SHARES[level]
    sent = np.ceil(source[:, SHIPS : SHIPS + 3] * share[:, None])
    there = target[:, SHIPS : SHIPS + 3]
    force, guard, garrison = sent.sum(1), there.sum(1), source[:, SHIPS : SHIPS + 3].sum(1)
    help_coming, foes_coming = (target[:, at : at + 3].sum(1) for at in (MY_FLEETS, THEIR_FLEETS))
    trip = np.hypot(source[:, X] - target[:, X], source[:, Y] - target[:, Y])
    made = target[:, PRODUCTION : PRODUCTION + 3].sum(1)
    grows = made * np.minimum(trip, target[:, ROUNDS]) * target[:, THEIRS]
    kinds, other = sent / (force[:, None] + 1), there / (guard[:, None] + 1)
    beats = (kinds * np.roll(other, -1, axis=1)).sum(1) - (kinds * np.roll(other, -2, axis=1)).sum(1)
    need = guard + grows + foes_coming - help_coming
    neutral = (1 - target[:, MINE]) * (1 - target[:, THEIRS])
    columns = [
        share, np.log1p(force) / 5, np.log1p(guard) / 5, target[:, MINE], target[:, THEIRS], neutral, made / 10,
        trip / 20, np.log1p(help_coming) / 5, np.log1p(foes_coming) / 5, np.log1p(garrison) / 5,
        np.log1p(source[:, THEIR_FLEETS : THEIR_FLEETS + 3].sum(1)) / 5, np.tanh((force - need) / 20),
        np.tanh((force - 1.5 * need) / 20), beats, source[:, PRODUCTION : PRODUCTION + 3].sum(1) / 10,
        np.log1p(source[:, ROUNDS]) / 5,
    ]  # fmt: skip
    marks = np.stack(columns, axis=1)
    marks[passes] = 0
    return rows, actions, np.column_stack([np.ones(len(rows), np.float32), marks, passes.astype(np.float32)])


class Network:
    """Scores for sends and an estimate of the outcome, each by one hidden layer."""

    def __init__(self, seed: int = 0) -> None:
        random = np.random.default_rng(seed)
        self.weights: dict[str, Array] = {}
        for name, size in (("send", SEND_FEATURES), ("match", MATCH_FEATURES)):
            self.weights[f"{name} in"] = random.normal(0, size**-0.5, (size, HIDDEN)).astype(np.float32)
            self.weights[f"{name} out"] = np.zeros(HIDDEN, np.float32)  # so that at first all sends have equal scores

    def marks(self, name: str, features: Array) -> tuple[Array, Array]:
        """The scores of features, and the hidden layer, for `slopes`."""
        hidden = np.tanh(features @ self.weights[f"{name} in"])
        return hidden @ self.weights[f"{name} out"], hidden

    def slopes(self, name: str, features: Array, hidden: Array, wanted: Array) -> dict[str, Array]:
        """The gradients of the weights, given the wanted change of each score."""
        wanted = wanted.astype(np.float32)
        back = wanted[:, None] * self.weights[f"{name} out"] * (1 - hidden**2)
        return {f"{name} in": features.T @ back, f"{name} out": hidden.T @ wanted}

    def best(self, seen: NDArray[Any], mask: NDArray[np.int8]) -> Ints:
        """The action with the best score, in every row."""
        rows, actions, features = send_features(seen, mask)
        marks, _ = self.marks("send", features)
        order = np.lexsort((-marks, rows))
        return actions[order[firsts(rows[order], len(seen))]]

    def save(self, path: Path) -> None:
        np.savez(path, **{name.replace(" ", "_"): value for name, value in self.weights.items()})  # type: ignore[arg-type]

    @classmethod
    def load(cls, path: Path) -> "Network":
        made = cls()
        with np.load(path, allow_pickle=False) as found:
            made.weights = {name.replace("_", " "): found[name] for name in found.files}
        return made


def firsts(rows: Ints, count: int) -> Ints:
    """Where each row begins in a sorted list of rows."""
    found: Ints = np.searchsorted(rows, np.arange(count))
    return found


def chances(marks: Array, rows: Ints, count: int) -> Array:
    """Scores as probabilities, which add up to 1 in every row."""
    starts = firsts(rows, count)
    risen = np.exp((marks - np.maximum.reduceat(marks, starts)[rows]).astype(np.float64))
    shares: Array = risen / np.add.reduceat(risen, starts)[rows]
    return shares


def drawn(probabilities: Array, rows: Ints, count: int, random: np.random.Generator) -> Ints:
    """One index into the list for every row, drawn by the probabilities."""
    starts = firsts(rows, count)
    summed = np.cumsum(probabilities)
    before = summed[starts] - probabilities[starts]
    ends = np.append(starts[1:], len(rows)) - 1
    found = np.searchsorted(summed, before + random.random(count) * (summed[ends] - before), side="right")
    places: Ints = np.clip(found, starts, ends)
    return places


class Adam:
    """The Adam optimiser."""

    def __init__(self, weights: dict[str, Array], rate: float) -> None:
        self.rate, self.count = rate, 0
        self.mean = {name: np.zeros_like(value) for name, value in weights.items()}
        self.square = {name: np.zeros_like(value) for name, value in weights.items()}

    def climb(self, weights: dict[str, Array], slopes: dict[str, Any]) -> None:
        """Move the weights along the gradients."""
        self.count += 1
        for name, slope in slopes.items():
            self.mean[name] += 0.1 * (slope - self.mean[name])
            self.square[name] += 0.001 * (slope**2 - self.square[name])
            mean = self.mean[name] / (1 - 0.9**self.count)
            square = self.square[name] / (1 - 0.999**self.count)
            weights[name] += self.rate * mean / (np.sqrt(square) + 1e-8)
