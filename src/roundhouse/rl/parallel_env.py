"""PettingZoo environments: all seats act at the same time, or one after the other."""

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv

from . import environment as share
from .game_learning import numbers_of
from .observation_spaces import Actions, box_of, observation_space
from .options import Options, options_of
from .single_match import Position


class Parallel(share.Copies, ParallelEnv[str, dict[str, Any], int]):  # type: ignore[misc]
    """A match in which every seat is an agent. Seats that have nothing to choose pass; an agent that is out is removed,
    with its final reward, and does not come back."""

    def __init__(self, options: Options, render_mode: str | None = None) -> None:
        self.options = options
        self.render_mode = share.check_render_mode(render_mode)
        self.metadata = share.metadata_of(options.key)
        size, actions, seats = share.sizes_of(options)
        kind = np.float32 if options.scaled else numbers_of(options.game)
        self.possible_agents = [share.agent_of(seat) for seat in range(1, seats + 1)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents, 1)}
        self.observation_spaces = {agent: observation_space(kind, size, actions) for agent in self.possible_agents}
        self.action_spaces = {agent: Actions(actions) for agent in self.possible_agents}
        self.state_space = box_of(size * seats, kind)
        self._position: Position | None = None
        self._random = np.random.default_rng()

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, Any]]]:
        """A new match. Equal seeds give equal matches; without a seed the next one is derived from the last."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self._position = Position(self.options, self._fresh_seed())
        self._found()
        return self._seen(self.agents), {agent: {} for agent in self.agents}

    def _found(self) -> None:
        self.agents = [agent for agent in self.possible_agents if not self.position.is_gone(self._seats[agent])]
        if self.position.cut_off:
            self.agents = []

    def step(self, actions: dict[str, int]) -> tuple[
        dict[str, dict[str, Any]], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
    ]:  # fmt: skip
        """One step: every agent chooses once; agents without an action pass. An action that is not legal counts as a
        pass. When no agent is left everything returned is empty."""
        position, playing = self.position, self.agents
        seats = self._seats
        chosen = {
            seats.get(agent) or share.seat_of(agent, position.seats): share.action_of(action)
            for agent, action in actions.items()
        }
        if not playing:
            return {}, {}, {}, {}, {}
        refusals = position.play({seats[agent]: chosen.get(seats[agent], 0) for agent in playing})
        gained, cut = position.rewards(), position.cut_off
        rewards = {agent: gained[seats[agent]] for agent in playing}
        terminations = {agent: position.is_gone(seats[agent]) for agent in playing}
        truncations = {agent: cut and not terminations[agent] for agent in playing}
        infos = {agent: share.info_of(position, seats[agent], refusals) for agent in playing}
        self.agents = [agent for agent in playing if not (terminations[agent] or truncations[agent])]
        return self._seen(playing), rewards, terminations, truncations, infos

    def seen_by_all(self) -> dict[str, dict[str, Any]]:
        """The observations of all seats, also of those that are out."""
        return self._seen(self.possible_agents)

    def _seen(self, who: list[str]) -> dict[str, dict[str, Any]]:
        return {agent: share.seen_by(self.position, self._seats[agent]) for agent in who}

    def state(self) -> np.ndarray[Any, np.dtype[Any]]:
        """The observations of all seats, one after the other."""
        seats = range(1, len(self.possible_agents) + 1)
        return np.concatenate([share.seen_by(self.position, seat)["observation"] for seat in seats])

    def render(self) -> Any:
        return share.drawn(self.position, self.render_mode)

    def close(self) -> None:
        """Nothing to release."""

    def _blank(self) -> "Parallel":
        return Parallel(self.options, self.render_mode)


def parallel_env(key: str, *, render_mode: str | None = None, **setup: Any) -> Parallel:
    """A match as a PettingZoo `ParallelEnv`. `setup` is what `options_of` takes: `seats`, `preset`, `reward`, `orders`,
    `max_cycles`, and settings of the game by their names."""
    return Parallel(options_of(key, **setup), render_mode)
