"""Our games under OpenSpiel's names, for planners and papers: `load_game("spacegoo").new_initial_state()`.

OpenSpiel itself is not needed. Players are counted from 0, so player 0 is seat 1. The rules draw random numbers
themselves, so there are no chance nodes (chance mode "sampled stochastic"). `clone` is lazy: the match is copied when
one of the two plays on.

A node at which several seats choose is simultaneous: `apply_actions` takes one action of each player. With the
parameter `turn_based` the players are asked one after the other instead, without seeing what others have chosen in the
same step; use it for algorithms for sequential games.
"""

import base64
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from ..core.rules import stream
from .game_learning import learning_of
from .openspiel_types import ChanceMode, Dynamics, GameType, Information, PlayerId, RewardModel, Utility, theirs
from .options import SEED_MAX, Options, options_of
from .single_match import Position

__all__ = ["Game", "GameType", "PlayerId", "State", "load_game", "registered_names"]


class Game:
    """A game with its parameters."""

    def __init__(self, options: Options, *, turn_based: bool = False, undo: bool = False) -> None:
        self.options, self.turn_based, self.undo = options, turn_based, undo
        self._example = Position(options, 0)

    def get_type(self) -> GameType:
        game = self.options.game
        hidden = game.secrets or self.turn_based
        return GameType(
            short_name=game.key,
            long_name=game.name,
            dynamics=theirs(Dynamics.SEQUENTIAL if self.turn_based else Dynamics.SIMULTANEOUS),
            chance_mode=theirs(ChanceMode.SAMPLED_STOCHASTIC if learning_of(game).CHANCE else ChanceMode.DETERMINISTIC),
            information=theirs(Information.IMPERFECT_INFORMATION if hidden else Information.PERFECT_INFORMATION),
            utility=theirs(Utility.ZERO_SUM),
            reward_model=theirs(RewardModel.REWARDS if self.options.reward == "margin" else RewardModel.TERMINAL),
            max_num_players=max(game.seat_counts),
            min_num_players=min(game.seat_counts),
        )

    def get_parameters(self) -> dict[str, Any]:
        return dict(self.options.settings) | {"reward": self.options.reward, "turn_based": self.turn_based}

    def num_players(self) -> int:
        return self._example.seats

    def num_distinct_actions(self) -> int:
        return self._example.actions

    def max_chance_outcomes(self) -> int:
        return 0

    def max_game_length(self) -> int:
        """No match has more steps, as long as `orders` limits the turns of Quest and BoidVoid."""
        learning = learning_of(self.options.game)
        rounds = int(getattr(self._example.state, learning.ROUNDS_FIELD))
        seats = self.num_players() if self.turn_based or learning.IN_TURN else 1
        steps = (rounds + 1) * max(learning.TURN_STEPS, self.options.orders) * seats
        return min(steps, self.options.max_cycles or steps)

    def min_utility(self) -> float:
        return -1.0

    def max_utility(self) -> float:
        return 1.0

    def utility_sum(self) -> float:
        return 0.0

    def observation_tensor_shape(self) -> list[int]:
        return list(self._example.observation(1).shape)

    def observation_tensor_size(self) -> int:
        return int(self._example.observation(1).size)

    def new_initial_state(self, seed: int | None = None) -> "State":
        """The first state of a match; without a seed it gets a random one."""
        chosen = int(np.random.default_rng().integers(SEED_MAX)) if seed is None else seed
        return State(self, Position(self.options, chosen))

    def deserialize_state(self, text: str) -> "State":
        """What `State.serialize` gave. Raises ValueError for anything else."""
        try:
            kept = msgspec.json.decode(base64.b64decode(text, validate=True), type=_KeptState)
            position = Position.deserialize(base64.b64decode(kept.position, validate=True))
        except (ValueError, msgspec.MsgspecError) as error:
            raise ValueError(f"this is no state of {self.options.key}: {error}") from None
        if position.options != self.options:
            raise ValueError("this state is of a game with other parameters")
        made = State(self, position)
        made._returns, made._rewards = kept.returns, kept.rewards
        made._history = [(player, action) for player, action in kept.history]
        made._chosen = dict(kept.chosen)
        return made

    def __str__(self) -> str:
        return f"{self.options.key}({', '.join(f'{k}={v}' for k, v in self.get_parameters().items())})"


class _KeptState(Struct, frozen=True):
    position: str
    returns: list[float]
    rewards: list[float]
    history: list[list[int]]
    chosen: list[tuple[int, int]]


class State:
    """A state of a match, with the choices of a step that is not complete yet."""

    def __init__(self, game: Game, position: Position) -> None:
        self._game = game
        self._position = position
        self._returns = [0.0] * position.seats
        self._rewards = [0.0] * position.seats
        self._history: list[tuple[int, int]] = []  # player, action
        self._chosen: dict[int, int] = {}  # by player, of the incomplete step
        self._past: list[State] = []
        self._shared = False  # whether another state looks at the same match

    # Who, and what

    def get_game(self) -> Game:
        return self._game

    def num_players(self) -> int:
        return self._position.seats

    def is_terminal(self) -> bool:
        return self._position.result is not None or self._position.cut_off

    def is_chance_node(self) -> bool:
        return False

    def is_simultaneous_node(self) -> bool:
        return self.current_player() == PlayerId.SIMULTANEOUS

    def is_player_node(self) -> bool:
        return self.current_player() >= 0

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return []

    def current_player(self) -> int:
        """The player who chooses, or one of `PlayerId`."""
        if self.is_terminal():
            return PlayerId.TERMINAL
        asked = [seat - 1 for seat in self._position.waited_for if seat - 1 not in self._chosen]
        if self._game.turn_based or len(asked) == 1:
            return asked[0]
        return PlayerId.SIMULTANEOUS

    def legal_actions(self, player: int | None = None) -> list[int]:
        """In ascending order. At a simultaneous node a player who is not asked has only the pass, 0; at another
        player's node none."""
        found: list[int] = np.flatnonzero(self.legal_actions_mask(player)).tolist()
        return found

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        now = self.current_player()
        who = now if player is None else player
        if now == PlayerId.TERMINAL or who < 0 or (now >= 0 and who != now):
            return [0] * self._game.num_distinct_actions()
        flags: list[int] = self._position.mask(who + 1).tolist()
        return flags

    # Playing on

    def apply_action(self, action: int) -> None:
        """An action of the current player. Raises ValueError for one that is not legal."""
        player = self.current_player()
        if player < 0:
            raise ValueError("several players choose here, use apply_actions; or nobody does, the match is over")
        self._check(player, action)
        self._remember()
        self._chosen = self._chosen | {player: int(action)}
        self._history = [*self._history, (player, int(action))]
        waiting = [seat - 1 for seat in self._position.waited_for]
        if all(one in self._chosen for one in waiting):
            self._step()
        else:
            self._rewards = [0.0] * self.num_players()

    def apply_actions(self, actions: Sequence[int]) -> None:
        """One action of every player. Raises ValueError for any that is not legal."""
        if len(actions) != self.num_players():
            raise ValueError(f"there are {self.num_players()} players, and {len(actions)} actions were given")
        if not self.is_simultaneous_node():
            player = self.current_player()
            if player < 0:
                raise ValueError("the match is over")
            return self.apply_action(actions[player])
        for player, action in enumerate(actions):
            self._check(player, action)
        self._remember()
        self._chosen = {player: int(action) for player, action in enumerate(actions)}
        self._history = [*self._history, *self._chosen.items()]
        return self._step()

    def _check(self, player: int, action: int) -> None:
        flags = self.legal_actions_mask(player)
        if not 0 <= action < len(flags) or not flags[action]:
            raise ValueError(f"action {action} of player {player} is not legal here")

    def _step(self) -> None:
        position = self._position
        if self._shared:  # clones of this state stay as they are
            position, self._shared = position.clone(), False
        position.play({player + 1: action for player, action in self._chosen.items()})
        gained = position.rewards()
        self._position, self._chosen = position, {}
        self._rewards = [gained[seat] for seat in range(1, position.seats + 1)]
        self._returns = [a + b for a, b in zip(self._returns, self._rewards, strict=True)]

    def _remember(self) -> None:
        if self._game.undo:
            self._past = [*self._past, self.clone()]

    def undo_action(self, player: int, action: int) -> None:
        """Take the newest action back, if the game was loaded with `undo`; of a joint action all parts at once."""
        if not self._past:
            raise RuntimeError("nothing can be taken back; load the game with the parameter undo")
        newest = self._history[len(self._past[-1]._history) :]
        if (player, action) not in newest:
            raise ValueError(f"the newest action is {newest}, not {action} of player {player}")
        before = self._past[-1]
        self.__dict__.update(before.__dict__)

    def clone(self, seed: int | None = None) -> "State":
        """A copy that draws the same random numbers: the same actions lead to the same state. With a seed, later draws
        of the rules differ in it, so that a planner that tries things out does not learn the future."""
        if seed is not None:
            made = self.clone()
            made._position, made._shared = self._position.clone(redraw_with=seed), False
            return made
        self._shared = True
        made = object.__new__(State)
        made.__dict__.update(self.__dict__)
        return made

    def child(self, action: int) -> "State":
        """The state after an action of the current player."""
        made = self.clone()
        made.apply_action(action)
        return made

    def returns(self) -> list[float]:
        """The sum of every player's rewards since the start."""
        return list(self._returns)

    def rewards(self) -> list[float]:
        """Every player's reward of the newest step."""
        return list(self._rewards)

    def player_return(self, player: int) -> float:
        return self._returns[player]

    def player_reward(self, player: int) -> float:
        return self._rewards[player]

    def history(self) -> list[int]:
        return [action for _, action in self._history]

    def full_history(self) -> list[tuple[int, int]]:
        """Players with their actions."""
        return list(self._history)

    def move_number(self) -> int:
        return self._position.steps

    # What a player knows

    def observation_tensor(self, player: int | None = None) -> NDArray[np.float32]:
        return self._position.observation(self._who(player) + 1).astype(np.float32)

    def observation_string(self, player: int | None = None) -> str:
        """The player's view as JSON."""
        return msgspec.json.encode(self._position.view(self._who(player) + 1)).decode()

    def information_state_string(self, player: int | None = None) -> str:
        """What the player has chosen so far, and its view, which includes what the game remembers for it."""
        who = self._who(player)
        own = ",".join(str(action) for one, action in self._history if one == who)
        return f"{who}|{own}|{self.observation_string(who)}"

    def _who(self, player: int | None) -> int:
        who = self.current_player() if player is None else player
        if not 0 <= who < self.num_players():
            raise ValueError(f"name a player from 0 to {self.num_players() - 1}")
        return who

    def resample_from_infostate(self, player: int, sampler: Callable[[], float] | int) -> "State":
        """A state in which everything that the player cannot know is drawn anew. `sampler` gives numbers from 0 to
        below 1, or is a seed."""
        seed = sampler if isinstance(sampler, int) else int(sampler() * SEED_MAX)
        player = self._who(player)
        made = self.clone()
        made._position = self._position.resample(player + 1, seed)
        made._past, made._shared = [], False
        for other, action in self._chosen.items():  # the choices of others in this step are hidden too
            if other != player:
                legal = np.flatnonzero(made._position.mask(other + 1))
                pick = int(legal[stream(seed, other) % len(legal)])
                made._chosen = made._chosen | {other: pick}
                made._history = [*made._history]
                last = max(n for n, line in enumerate(made._history) if line == (other, action))
                made._history[last] = (other, pick)
        return made

    # In words and bytes

    def action_to_string(self, player: int, action: int | None = None) -> str:
        """An action as the game's message, with its number. One argument is an action of the current player."""
        if action is None:
            player, action = self.current_player(), player
        row = self._position.row(player + 1, action)
        game = self._position.game
        try:
            said = msgspec.json.encode(game.action_of(row, self._position.state)).decode()
        except (KeyError, IndexError, ValueError, AttributeError, TypeError):
            said = "illegal"
        return f"{action}:{said}"

    def string_to_action(self, player: int, text: str | None = None) -> int:
        """The legal action that `action_to_string` writes like this. Raises ValueError if there is none."""
        who, said = (self.current_player(), str(player)) if text is None else (player, text)
        for action in self.legal_actions(who):
            if self.action_to_string(who, action) == said:
                return action
        raise ValueError(f"no legal action of player {who} is called {said!r}")

    def serialize(self) -> str:
        kept = _KeptState(
            base64.b64encode(self._position.serialize()).decode(), self._returns, self._rewards,
            [list(line) for line in self._history], list(self._chosen.items()),
        )  # fmt: skip
        return base64.b64encode(msgspec.json.encode(kept)).decode()

    def to_json(self) -> str:
        """Everything, as a replay would show it."""
        return msgspec.json.encode(self._position.view()).decode()

    def __str__(self) -> str:
        return self.to_json()


def load_game(name: str, params: Mapping[str, Any] | None = None) -> Game:
    """A game by its key. Parameters are those of `parallel_env`, and `turn_based` and `undo`."""
    chosen = dict(params or {})
    flags = {flag: bool(chosen.pop(flag, False)) for flag in ("turn_based", "undo")}
    if "players" in chosen:
        chosen["seats"] = chosen.pop("players")
    return Game(options_of(name, **chosen), **flags)


def registered_names() -> list[str]:
    from ..core.registry import GAMES

    return list(GAMES)
