"""What all single environments share: agents named after their seats, spaces, observations, copies, text boards."""

import operator
from typing import Any, SupportsIndex, TypeVar

import gymnasium
import msgspec
import numpy as np

from ..core.game import EVERYTHING
from ..core.registry import part
from .options import SEED_MAX, Options
from .single_match import Position, refusal_of

__all__ = ["refusal_of"]  # and all that follows

E = TypeVar("E", bound="Copies")

VERSION = 0
RENDER_MODES = ["human", "ansi", "rgb_array"]
WIDTH, HEIGHT = 100, 40  # of a board as text


def agent_of(seat: int) -> str:
    return f"seat_{seat}"


def seat_of(agent: str | int, seats: int | None = None) -> int:
    """The seat of an agent; takes a seat number too. Raises ValueError for one that a match of so many seats does not
    have."""
    number: Any = agent
    if isinstance(agent, str):
        number = int(agent[5:]) if agent.startswith("seat_") and agent[5:].isdecimal() else None
    if isinstance(number, bool) or not isinstance(number, int) or (seats is not None and not 1 <= number <= seats):
        raise ValueError(f"there is no seat {agent!r}; a match has {seats or 'seats from 1 on'}")
    return number


def action_of(action: Any) -> int:
    """The number of an action. Every whole number is accepted; one that is not legal counts as a pass."""
    if type(action) is int or isinstance(action, np.integer):
        return int(action)
    if isinstance(action, np.ndarray) and action.size == 1:
        action = action.reshape(-1)[0]
    if isinstance(action, bool | np.ndarray) or not isinstance(action, SupportsIndex):
        raise TypeError(f"an action is a whole number, not {action!r}")
    return operator.index(action)


def metadata_of(key: str) -> dict[str, Any]:
    return {
        "name": f"roundhouse_{key}_v{VERSION}",
        "render_modes": RENDER_MODES,
        "render_fps": 4,
        "is_parallelizable": True,
    }


def check_render_mode(mode: str | None) -> str | None:
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode is {', '.join(RENDER_MODES[:-1])} or {RENDER_MODES[-1]}, not {mode!r}")
    return mode


def sizes_of(options: Options) -> tuple[int, int, int]:
    """Numbers in an observation, actions, and seats of such matches."""
    position = Position(options, 0)
    return int(np.prod(position.shape)), position.actions, position.seats


def seen_by(position: Position, seat: int) -> dict[str, Any]:
    """An agent's observation."""
    seen, scale = position.observation(seat), position.scale
    if scale is not None:
        seen = np.clip(np.multiply(seen, scale, dtype=np.float32, casting="unsafe"), -1, 1)
    return {"observation": seen, "action_mask": position.mask(seat)}


def info_of(position: Position, seat: int, refusals: dict[int, dict[str, str]]) -> dict[str, Any]:
    """Why its action counted as a pass, and, once the match is over, how it ended."""
    info: dict[str, Any] = {}
    if seat in refusals:
        info["refusals"] = [refusals[seat]]
    result = position.result
    if result is not None:
        place = result.places[seat - 1]
        info["result"] = {"place": place.place, "points": place.points, "reason": result.reason}
    return info


def drawn(position: Position, mode: str | None, seat: int = EVERYTHING) -> Any:
    """The board: as a picture what a seat may know, or everything if none is named; as text everything, returned or
    printed to standard output, depending on the mode."""
    from rich.console import Console

    if mode is None:
        gymnasium.logger.warn("render() without a render_mode shows nothing; choose one when you make the environment.")
        return None
    if mode == "rgb_array":
        painter = part(position.game, "learning.picture")
        if painter is None:
            raise LookupError(f"{position.game.name} has no pictures; choose another render_mode")
        return painter.picture(position.view(seat))
    terminal = part(position.game, "terminal")
    if terminal is None:
        board = msgspec.json.format(msgspec.json.encode(position.view())).decode()
    else:
        board = terminal.board_of(position.view(), position.names, WIDTH, HEIGHT)
    console = Console(width=WIDTH, no_color=mode == "ansi", highlight=False)
    if mode == "human":
        console.print(board)
        return None
    with console.capture() as capture:
        console.print(board)
    return capture.get()


class Copies:
    """Copies of an environment in the middle of a match, for planners."""

    options: Options
    _position: Position | None
    _random: np.random.Generator

    @property
    def position(self) -> Position:
        """The match behind it."""
        if self._position is None:
            raise RuntimeError("call reset() first")
        return self._position

    @property
    def _learner(self) -> int:
        """The only seat that chooses, 0 for all."""
        return 0

    def _fresh_seed(self) -> int:
        return int(self._random.integers(SEED_MAX))

    def _copys_seed(self) -> int:
        """A seed for a copy, drawn so that making copies does not change the matches that follow here."""
        return int(self._random.spawn(1)[0].integers(SEED_MAX))

    def _blank(self: E) -> E:
        """An environment like this one, without a match."""
        raise NotImplementedError

    def _adopted(self: E, position: Position) -> E:
        made = self._blank()
        made._position = position
        made._random = np.random.default_rng(self._copys_seed())
        made._found()
        return made

    def _found(self) -> None:
        """Called when the match was replaced by another."""

    def clone(self: E, *, redraw: bool = True, seed: int | None = None) -> E:
        """A copy that shares nothing with this one. Later random draws of the rules differ in it, so that a planner
        that tries things out does not learn the future; `redraw=False` keeps them. `seed` chooses the draws."""
        chosen = (self._copys_seed() if seed is None else seed) if redraw else None
        return self._adopted(self.position.clone(redraw_with=chosen))

    def resample(self: E, seat: int | str, seed: int) -> E:
        """A copy in which everything that a seat cannot know is drawn anew; what it knows stays the same."""
        return self._adopted(self.position.resample(seat_of(seat, self.position.seats), seed))

    def serialize(self) -> bytes:
        """The match as bytes, secrets included. Reading them runs no code."""
        return self.position.serialize()

    def deserialize(self, data: bytes) -> None:
        """Continue from what `serialize` of an environment with the same options returned. Raises ValueError."""
        self._position = self._read(data)
        self._found()

    def _read(self, data: bytes) -> Position:
        position = Position.deserialize(data)
        if position.options != self.options or position.learner != self._learner:
            raise ValueError("these bytes are of an environment with other options")
        return position
