"""What a game provides for learners: the package `learning` of its folder.

`learning.actions` is written in the rules' own subset of Python: numbered actions, which of them are legal, and how one
is entered. It is interpreted for single environments and native for batches, from the same source. It has

    actions     how many actions there are in such a match
    legal       flags of every action of a seat; the pass, 0, is always there
    spell       the row of an action; that of 0 is always accepted from a seat that is waited for
    gone        whether a seat is out and will not come back
    worth       what a seat has, for the reward "margin"

`learning.sight`, for games whose observations are large or needed often, keeps arrays of observations and masks up to
date by writing only what has changed:

    NUMBERS     the type of the numbers in observations, as in "i2"
    Seen        a struct with one field, the observation of a row; its lengths are known, so the rules write faster
    Sight       a struct: what a row shows now. Its field `shown` is 0 when that is nothing of this match
    Survey      a struct: what is computed once for all seats of a match
    survey      fills it
    show        brings the row of a seat up to date; afterwards it is what `observe` and `legal` would write

Without it every row is written whole, four bytes a number (`plain_sight.py`).

`learning.hidden`, for games in which seats know different things, has `draw_hidden(state, seat, key)`: it draws anew
what the seat cannot know. Where `learning.ANY_FORM` is true, observations have room for matches of the large form too.
"""

from typing import Any, Protocol

import numpy as np

from ..core import native as native_rules
from ..core.game import Game
from ..core.native import entry_modules
from ..core.registry import part


class Learning(Protocol):
    """What the package `learning` of a game defines."""

    SETTINGS: dict[str, Any]  # defaults that suit agents better than the game's own; explicit settings win
    ORDERS_MAX: int  # steps without a tick after which seats that are still waited for pass; 0: no limit is needed
    TURN_STEPS: int  # the most steps that a seat's turn can take
    ROUNDS_FIELD: str  # the field of a first state with the number of rounds
    IN_TURN: bool  # whether one seat after the other acts in a round
    CHANCE: bool  # whether anything random happens after the start

    def shape(self, state: Any) -> tuple[int, ...]:
        """The shape of what one seat observes of this state."""


def learning_of(game: Game) -> Learning:
    """Raises LookupError for a game without environments."""
    found: Any = part(game, "learning")
    if found is None:
        raise LookupError(f"{game.name} has no environments")
    learning: Learning = found
    return learning


def numbers_of(game: Game) -> np.dtype[Any]:
    """The type of the numbers in observations: the narrowest that holds them."""
    code: str = entry_modules.sight(game.package).NUMBERS
    return np.dtype(code)


def seen_of(game: Game) -> type | None:
    """The struct that holds an observation, if the game has one."""
    found: type | None = getattr(entry_modules.sight(game.package), "Seen", None)
    return found


def steps_of(game: Game, *, native: bool) -> Any:
    """The functions of `step_template.py` for a game. Raises LookupError for one without numbered actions."""
    found = native_rules.steps(game.package) if native else entry_modules.steps(game.package)
    if found is None:
        raise LookupError(f"{game.name} has no numbered actions")
    return found
