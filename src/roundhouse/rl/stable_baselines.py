"""Many matches as the `VecEnv` of Stable-Baselines3, with `action_masks` for `MaskablePPO` of sb3-contrib.

Needs the extra `train`. Observations are arrays without the masks, as trainers with action masks expect them."""

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

try:
    from stable_baselines3.common.vec_env import VecEnv
except ImportError as _error:
    raise ImportError(f"{_error.name} is not installed (pip install 'roundhouse-arena[train]')") from None

from .options import options_of
from .vector_env import Vector, Who

MASKS = "action_masks"


class MaskedVecEnv(VecEnv):  # type: ignore[misc]
    """A `Vector` under Stable-Baselines3's names. Rows begin anew in the step in which they end; the info of such a row
    has the last observation, the outcome, and what monitors show of an episode."""

    def __init__(self, vector: Vector) -> None:
        if vector.masks != "dense" or not vector.observe:
            raise ValueError("trainers need observations and dense masks in every step")
        self.vector = vector
        self.render_mode = None
        seen: spaces.Dict = vector.single_observation_space  # type: ignore[assignment]
        super().__init__(vector.num_envs, seen["observation"], vector.single_action_space)
        self._masks: NDArray[Any] = np.zeros((vector.num_envs, vector.actions), np.int8)
        self._returns, self._lengths = np.zeros(vector.num_envs), np.zeros(vector.num_envs, np.int64)
        self._chosen: NDArray[np.int64] = np.zeros(vector.num_envs, np.int64)

    def reset(self) -> NDArray[Any]:
        """New matches in all rows. The seed is that of `seed`, if it was called; it is used once."""
        first = self._seeds[0] if self._seeds else None
        seen, _ = self.vector.reset(seed=first)
        self._reset_seeds()
        self._reset_options()
        self._returns[:], self._lengths[:] = 0, 0
        self.reset_infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        return self._seen(seen)

    def _seen(self, seen: dict[str, Any]) -> NDArray[Any]:
        self._masks = seen["action_mask"]
        return np.array(seen["observation"])  # what PyTorch takes without a warning can be written

    def step_async(self, actions: NDArray[np.int64]) -> None:
        self._chosen = np.asarray(actions)

    def step_wait(self) -> tuple[NDArray[Any], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        seen, rewards, ended, cut, told = self.vector.step(self._chosen)
        self._returns += rewards
        self._lengths += 1
        over = ended | cut
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for row in np.flatnonzero(over).tolist():
            infos[row] = {
                "terminal_observation": told["final_obs"][row]["observation"],
                "TimeLimit.truncated": bool(cut[row] and not ended[row]),
                "outcome": float(told["final_info"]["outcome"][row]),
                "episode": {"r": float(self._returns[row]), "l": int(self._lengths[row]), "t": 0.0},
            }
        if "refusals" in told:
            for row in np.flatnonzero(told["refusals"]).tolist():
                infos[row]["refusal"] = self.vector.refusal(int(told["refusals"][row]))
        self._returns[over], self._lengths[over] = 0, 0
        return self._seen(seen), rewards.astype(np.float32), over, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions of all rows."""
        return self._masks.astype(bool)

    def close(self) -> None:
        self.vector.close()

    # What Stable-Baselines3 asks of environments in other processes; all rows are one environment here

    def _places(self, indices: Any) -> list[int]:
        return list(self._get_indices(indices))

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        if attr_name == MASKS:
            return [self.action_masks] * len(self._places(indices))
        owner = self if attr_name in ("render_mode",) else self.vector
        return [getattr(owner, attr_name)] * len(self._places(indices))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise AttributeError(f"all rows share one environment, so {attr_name} cannot be set for some of them")

    def env_method(self, method_name: str, *arguments: Any, indices: Any = None, **more: Any) -> list[Any]:
        if method_name != MASKS:
            raise AttributeError(f"rows have no method {method_name}; `vector` is the environment of all of them")
        masks = self.action_masks()
        return [masks[place] for place in self._places(indices)]

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """Episodes are told to monitors already."""
        from stable_baselines3.common.monitor import Monitor

        return [wrapper_class is Monitor] * len(self._places(indices))


def sb3_env(key: str, n: int, *, seat: Who = "mixed", threads: int = 1, starts: int = 64, **setup: Any) -> MaskedVecEnv:
    """n matches for a trainer of Stable-Baselines3, against random legal play; with `seat="all"` all seats are rows.
    Observations are fractions from -1 to 1 unless `scaled=False`; `setup` as for `vector_env`."""
    options = options_of(key, **({"scaled": True} | setup))
    return MaskedVecEnv(Vector(options, n, seat=seat, threads=threads, starts=starts))
