"""The properties of a game, with OpenSpiel's names."""

import sys
from enum import Enum, IntEnum
from typing import Any

from msgspec import Struct


class PlayerId(IntEnum):
    CHANCE = -1
    SIMULTANEOUS = -2
    INVALID = -3
    TERMINAL = -4


class Dynamics(Enum):
    SEQUENTIAL = "sequential"
    SIMULTANEOUS = "simultaneous"


class ChanceMode(Enum):
    DETERMINISTIC = "deterministic"
    SAMPLED_STOCHASTIC = "sampled_stochastic"


class Information(Enum):
    PERFECT_INFORMATION = "perfect_information"
    IMPERFECT_INFORMATION = "imperfect_information"


class Utility(Enum):
    ZERO_SUM = "zero_sum"


class RewardModel(Enum):
    REWARDS = "rewards"
    TERMINAL = "terminal"


class GameType(Struct, frozen=True):
    """The properties of a game. All our outcomes add up to 0."""

    short_name: str
    long_name: str
    dynamics: Any  # if pyspiel is loaded, its own members of the same names, with which its algorithms compare
    chance_mode: Any
    information: Any
    utility: Any
    reward_model: Any
    max_num_players: int
    min_num_players: int
    provides_information_state_string: bool = True
    provides_information_state_tensor: bool = False
    provides_observation_string: bool = True
    provides_observation_tensor: bool = True


def theirs(member: Enum) -> Any:
    """The member of the same name in pyspiel, if it is loaded; otherwise ours."""
    pyspiel = sys.modules.get("pyspiel")
    kind = getattr(getattr(pyspiel, "GameType", None), type(member).__name__, None)
    return getattr(kind, member.name, member)
