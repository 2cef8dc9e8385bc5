"""How the network of `network.py` learns: it plays many matches at once, compares how sends turned out with its
estimate, and makes the better ones more likely, a little at a time (proximal policy optimisation)."""

from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from ..options import options_of
from ..vector_env import Vector
from .network import Adam, Array, Ints, Network, chances, drawn, match_features, send_features

DISCOUNT, TRACE = 0.995, 0.95
CLIP = 0.2  # how far a probability may change in one round of learning
EPOCHS, PARTS = 3, 4
VALUE_WEIGHT, ENTROPY_WEIGHT = 1.0, 0.003
RATE = 0.004


class Moment(NamedTuple):
    """One step of all matches."""

    rows: Ints
    features: Array
    taken: Ints  # indexes into the list of legal actions
    likely: Array  # logarithms of their probabilities
    board: Array
    guess: Array
    reward: Array
    over: NDArray[np.bool_]


class Learner:
    """Plays and learns, `steps` steps of `matches` matches at a time. It does not depend on the time."""

    def __init__(
        self, network: Network, *, matches: int = 256, steps: int = 32, seed: int = 0, threads: int = 1, **setup: Any
    ) -> None:
        self.network = network
        self.steps = steps
        self.random = np.random.default_rng(seed)
        self.adam = Adam(network.weights, RATE)
        self.env = Vector(options_of("spacegoo", reward="margin", **setup), matches, seat="mixed", threads=threads)
        self.seen, _ = self.env.reset(seed=seed)
        self.played = 0

    def round(self) -> float:
        """Play, then learn from it. Returns the mean outcome of the matches that ended."""
        moments, outcomes = self._play()
        self._learn(moments)
        return float(np.mean(outcomes)) if outcomes else 0.0

    def _play(self) -> tuple[list[Moment], list[float]]:
        moments, outcomes = [], []
        count = self.env.num_envs
        for _ in range(self.steps):
            seen, mask = self.seen["observation"], self.seen["action_mask"]
            rows, actions, features = send_features(seen, mask)
            board = match_features(seen)
            marks, _ = self.network.marks("send", features)
            probabilities = chances(marks, rows, count)
            taken = drawn(probabilities, rows, count, self.random)
            guess, _ = self.network.marks("match", board)
            self.seen, reward, ended, cut, infos = self.env.step(actions[taken])
            over = ended | cut
            likely = np.log(probabilities[taken])
            moments.append(Moment(rows, features, taken, likely, board, guess, reward, over))
            if over.any():
                outcomes += infos["final_info"]["outcome"][over].tolist()
            self.played += count
        return moments, outcomes

    def _learn(self, moments: list[Moment]) -> None:
        gains, goals = self._judged(moments)
        scale = np.std(gains) + 1e-8
        gains = (gains - np.mean(gains)) / scale
        for _ in range(EPOCHS):
            for part in np.array_split(self.random.permutation(len(moments)), PARTS):
                slopes: dict[str, Array] = {}
                for t in part:
                    for name, slope in self._slopes(moments[t], gains[t], goals[t]).items():
                        slopes[name] = slopes.get(name, 0) + slope / (len(part) * len(goals[t]))
                self.adam.climb(self.network.weights, slopes)

    def _judged(self, moments: list[Moment]) -> tuple[Array, Array]:
        """How much better every step turned out than estimated, and what the estimate should have been: [step, row]."""
        following, _ = self.network.marks("match", match_features(self.seen["observation"]))
        gains = np.zeros((len(moments), len(following)))
        gain = np.zeros(len(following))
        for t in range(len(moments) - 1, -1, -1):
            moment = moments[t]
            goes_on = 1.0 - moment.over
            surprise = moment.reward + DISCOUNT * goes_on * following - moment.guess
            gain = surprise + DISCOUNT * TRACE * goes_on * gain
            gains[t], following = gain, moment.guess
        return gains, gains + np.array([moment.guess for moment in moments])

    def _slopes(self, moment: Moment, gains: Array, goals: Array) -> dict[str, Array]:
        """The gradients of one step of all matches."""
        count = len(gains)
        marks, hidden = self.network.marks("send", moment.features)
        probabilities = chances(marks, moment.rows, count)
        logs = np.log(probabilities + 1e-12)
        ratio = np.exp(logs[moment.taken] - moment.likely)
        held = ((ratio > 1 + CLIP) & (gains > 0)) | ((ratio < 1 - CLIP) & (gains < 0))
        push = np.where(held, 0.0, gains * ratio)
        wanted = -probabilities * push[moment.rows]
        wanted[moment.taken] += push
        disorder = np.bincount(moment.rows, -probabilities * logs, count)
        wanted -= ENTROPY_WEIGHT * probabilities * (logs + disorder[moment.rows])
        slopes = self.network.slopes("send", moment.features, hidden, wanted)
        guess, layer = self.network.marks("match", moment.board)
        return slopes | self.network.slopes("match", moment.board, layer, VALUE_WEIGHT * (goals - guess))


class Score(NamedTuple):
    """Results against random play, from all seats in equal parts."""

    won: int
    drawn: int
    lost: int

    @property
    def played(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def share(self) -> float:
        """The share of matches won; a draw is not won."""
        return self.won / self.played

    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the true share of wins, by Wilson's formula."""
        z, n, p = 1.96, self.played, self.share
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z * np.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
        return float(max(0.0, middle - half)), float(min(1.0, middle + half))


class Chooser(Protocol):
    """Whoever can say which action is the best in every row."""

    def best(self, seen: NDArray[Any], mask: NDArray[np.int8]) -> Ints:
        raise NotImplementedError


def evaluate(network: Chooser | None, matches: int, seed: int, **setup: Any) -> Score:
    """Play so many matches, each on its own map; training has not seen these maps if the seed is another one. Without a
    network, random play against random play. Every row plays one match, so that short matches do not count more."""
    env = Vector(options_of("spacegoo", **setup), matches, seat="mixed", starts=matches)
    seen, _ = env.reset(seed=seed)
    outcomes = np.full(matches, np.nan)
    step = 0
    while np.isnan(outcomes).any():
        if network is None:
            actions = env.random_actions(seed, step)
        else:
            actions = network.best(seen["observation"], seen["action_mask"])
        seen, _, ended, _, infos = env.step(actions)
        if ended.any():
            fresh = ended & np.isnan(outcomes)
            outcomes[fresh] = infos["final_info"]["outcome"][fresh]
        step += 1
    env.close()
    return Score(int((outcomes > 0).sum()), int((outcomes == 0).sum()), int((outcomes < 0).sum()))
