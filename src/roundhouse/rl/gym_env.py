"""Gymnasium's environment for one learner: bots or random play take the other seats."""

from typing import Any

import gymnasium
import numpy as np

from ..sdk.bot_loader import load
from . import environment as share
from .game_learning import numbers_of
from .observation_spaces import Actions, observation_space
from .opponents import Contest
from .options import Options, options_of
from .single_match import Position

RANDOM = "random"


class Single(share.Copies, gymnasium.Env[dict[str, Any], np.int64]):
    """One seat of a match. A step leads to the next choice of this seat."""

    def __init__(self, options: Options, seat: int = 1, opponent: str = RANDOM, render_mode: str | None = None) -> None:
        self.options = options
        self.opponent = opponent
        if opponent != RANDOM:
            load(opponent, options.game)  # an unknown bot is refused now, not at the first reset
        self.render_mode = share.check_render_mode(render_mode)
        self.metadata = share.metadata_of(options.key)
        size, actions, seats = share.sizes_of(options)
        kind = np.float32 if options.scaled else numbers_of(options.game)
        self.seat = share.seat_of(seat, seats)
        self.observation_space = observation_space(kind, size, actions)
        self.action_space = Actions(actions)
        self._position: Position | None = None
        self._random = np.random.default_rng()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """A new match. Equal seeds give equal matches if the opponents only depend on what they are told."""
        super().reset(seed=seed)
        if seed is not None:
            self._random = self.np_random
        self._let_go()
        self._position = self._begun(self._fresh_seed())
        return share.seen_by(self.position, self.seat), {}

    def _begun(self, seed: int) -> Position:
        if self.opponent == RANDOM:
            return Position(self.options, seed, learner=self.seat)
        return Contest(self.options, seed, learner=self.seat, opponent=self.opponent)

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """One choice of the learner. An action that is not legal counts as a pass."""
        position, chosen = self.position, share.action_of(action)
        if position.is_gone(self.seat) or position.cut_off:
            raise RuntimeError("the episode is over, call reset()")
        refusals = position.play({self.seat: chosen})
        reward = position.rewards()[self.seat]
        terminated = position.is_gone(self.seat)
        truncated = position.cut_off and not terminated
        return (
            share.seen_by(position, self.seat), reward, terminated, truncated,
            share.info_of(position, self.seat, refusals),
        )  # fmt: skip

    def render(self) -> Any:
        return share.drawn(self.position, self.render_mode, self.seat)

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """The mask, under the name that trainers with action masks look for."""
        return self.position.mask(self.seat).astype(bool)

    def close(self) -> None:
        self._let_go()

    def _let_go(self) -> None:
        if isinstance(self._position, Contest):
            self._position.close()

    @property
    def _learner(self) -> int:
        return self.seat

    def _blank(self) -> "Single":
        return Single(self.options, self.seat, self.opponent, self.render_mode)

    def deserialize(self, data: bytes) -> None:
        """As for the others; the bots at the other seats are started anew."""
        found = self._read(data)
        self._let_go()
        self._position = found
        if self.opponent != RANDOM:
            self._position = contest = Contest(self.options, 0, learner=self.seat, opponent=self.opponent)
            contest.take_over(found)


def gym_env(key: str, *, opponent: str = RANDOM, seat: int = 1, render_mode: str | None = None, **setup: Any) -> Single:
    """One seat of a match as a `gymnasium.Env`. The others are played by `opponent`: `random` (legal actions as the
    rules sample them), a built-in bot of the game, or any bot that `duel` accepts. `setup` as for `parallel_env`."""
    return Single(options_of(key, **setup), seat, opponent, render_mode)
