"""PettingZoo's agents one after the other: a step is made when the last agent has chosen."""

from copy import deepcopy
from typing import Any

import msgspec
import numpy as np
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import parallel_to_aec_wrapper

from ..core.rules import stream
from .environment import action_of, seat_of
from .parallel_env import Parallel, parallel_env
from .state_bytes import sealed, unsealed


class _Kept(msgspec.Struct, frozen=True):
    """What the wrapper stores besides the match, as plain values."""

    agents: list[str]
    _live_agents: list[str]
    _actions: dict[str, int | None]
    agent_selection: str
    terminations: dict[str, bool]
    truncations: dict[str, bool]
    rewards: dict[str, float]
    infos: dict[str, dict[str, Any]]
    _cumulative_rewards: dict[str, float]


class _Whole(msgspec.Struct, frozen=True):
    match: bytes
    kept: _Kept


MAGIC = b"RHT1"
KEPT = _Kept.__struct_fields__


class InTurn(parallel_to_aec_wrapper):  # type: ignore[misc]
    """`parallel_to_aec` with copies. Agents do not see what others have chosen in the same step."""

    env: Parallel

    def step(self, action: Any) -> None:
        """As in PettingZoo: an agent that is out is stepped with None once, the others with the number of an action.
        What is no number is refused now, not when the last agent has chosen."""
        if action is not None or not (
            self.terminations[self.agent_selection] or self.truncations[self.agent_selection]
        ):
            action = action_of(action)
        super().step(action)

    def clone(self, *, redraw: bool = True, seed: int | None = None) -> "InTurn":
        """As for `Parallel`; the choices of the incomplete step are kept."""
        return self._copied(self.env.clone(redraw=redraw, seed=seed))

    def _copied(self, env: Parallel) -> "InTurn":
        made = InTurn(env)
        own = {name: value for name, value in vars(self).items() if name not in vars(made)}
        made.__dict__.update(deepcopy(own))
        made._observations = env.seen_by_all()
        return made

    def resample(self, seat: int | str, seed: int) -> "InTurn":
        """As for `Parallel`; the choices of others in the incomplete step are drawn anew too."""
        made = self._copied(self.env.resample(seat, seed))
        for agent, action in made._actions.items():
            if action is not None and seat_of(agent) != seat_of(seat):
                legal = np.flatnonzero(made._observations[agent]["action_mask"])
                made._actions[agent] = int(legal[stream(seed, seat_of(agent)) % len(legal)])
        return made

    def serialize(self) -> bytes:
        """As for `Parallel`, with the choices of the incomplete step."""
        kept = {name: getattr(self, name) for name in KEPT}
        return sealed(MAGIC, msgspec.msgpack.encode({"match": self.env.serialize(), "kept": kept}), b"")

    def deserialize(self, data: bytes) -> None:
        """What `serialize` gave. Raises ValueError for anything else."""
        try:
            found = msgspec.msgpack.decode(unsealed(MAGIC, data)[0], type=_Whole)
        except (ValueError, msgspec.MsgspecError) as error:
            raise ValueError(f"this is no match of an environment: {error}") from None
        self.env._read(found.match)  # raises before anything is changed here
        self.reset()
        self.env.deserialize(found.match)
        self.__dict__.update({name: getattr(found.kept, name) for name in KEPT})
        self._agent_selector.reinit(self._live_agents)
        while self._live_agents and self._agent_selector.next() != self.agent_selection:
            pass
        self._observations = self.env.seen_by_all()


def raw_aec_env(key: str, *, render_mode: str | None = None, **setup: Any) -> InTurn:
    """A match as a PettingZoo `AECEnv`: agents act one after the other, each without knowing what those before it
    chose. `setup` as for `parallel_env`."""
    return InTurn(parallel_env(key, render_mode=render_mode, **setup))


def aec_env(key: str, *, render_mode: str | None = None, **setup: Any) -> Any:
    """`raw_aec_env`, in PettingZoo's wrapper that reports wrong use."""
    return wrappers.OrderEnforcingWrapper(raw_aec_env(key, render_mode=render_mode, **setup))
