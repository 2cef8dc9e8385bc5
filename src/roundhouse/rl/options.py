"""The options of an environment: the setup of its matches, the reward, and how long a turn may last."""

import operator
from collections.abc import Mapping, Sequence
from typing import Any, Literal, SupportsIndex

from msgspec import Struct

from ..core.game import Game, SeatSetup, Setup
from ..core.registry import GAMES
from ..core.schema import SMALL
from ..core.settings import SetupError
from .game_learning import learning_of

Reward = Literal["outcome", "margin"]
REWARDS = ("outcome", "margin")

SEED_MAX = 2**63 - 1


class Options(Struct, frozen=True):
    """An environment's options; `settings` are those of the game."""

    key: str
    seats: tuple[str, ...] = ()  # the choice of each seat, "" for the default
    preset: str | None = None
    settings: dict[str, Any] = {}
    reward: Reward = "outcome"
    orders: int = 0
    max_cycles: int = 0  # steps after which an episode is cut off; 0: only the rules end it
    scaled: bool = False  # observations as fractions of the bounds in `learning/fields.py` of the game

    @property
    def game(self) -> Game:
        return GAMES[self.key]

    def setup(self, seed: int) -> Setup:
        """The setup of a match. Raises SetupError."""
        game, settings = self.game, dict(self.settings)
        for name, value in learning_of(game).SETTINGS.items():
            if self.preset is None:
                settings.setdefault(name, value)
        names: Sequence[SeatSetup] = ()
        if self.seats:
            names = [SeatSetup(f"seat {n}", choice=choice) for n, choice in enumerate(self.seats, 1)]
            if game.settings_for_seats is not None:
                settings = dict(game.settings_for_seats(self.preset, settings, len(self.seats)))
            elif "players" in game.settings.__struct_fields__ and len(self.seats) in game.seat_counts:
                settings.setdefault("players", len(self.seats))
        return game.setup(names, seed=seed, preset=self.preset, settings=settings)


def options_of(
    key: str,
    *,
    seats: int | Sequence[str] | None = None,
    preset: str | None = None,
    settings: Mapping[str, Any] | None = None,
    reward: str = "outcome",
    orders: int | None = None,
    max_cycles: int | None = None,
    scaled: bool = False,
    **more: Any,
) -> Options:
    """Options from a user's arguments. Keywords that are not named here are settings of the game."""
    if not isinstance(key, str) or key not in GAMES:
        raise ValueError(f"there is no game {key!r}; there are {', '.join(GAMES)}")
    if reward not in REWARDS:
        raise ValueError(f"reward is {' or '.join(REWARDS)}, not {reward!r}")
    for name, number in (("orders", orders), ("max_cycles", max_cycles)):
        if number is not None:
            check_number(name, number, 0)
    if not isinstance(scaled, bool):
        raise ValueError(f"scaled is True or False, not {scaled!r}")
    chosen: tuple[str, ...] = ()
    if isinstance(seats, list | tuple) and all(isinstance(choice, str) for choice in seats):
        chosen = tuple(seats)
    elif seats is not None:
        chosen = ("",) * check_number("seats", seats, 1)
    made = Options(
        key,
        chosen,
        preset,
        dict(settings or {}) | more,
        reward,  # type: ignore[arg-type]
        learning_of(GAMES[key]).ORDERS_MAX if orders is None else orders,
        max_cycles or 0,
        scaled,
    )
    _check(made)
    return made


def check_number(name: str, value: Any, least: int) -> int:
    """A whole number that a user gives. Raises ValueError for anything else."""
    if isinstance(value, bool) or not isinstance(value, SupportsIndex) or operator.index(value) < least:
        raise ValueError(f"{name} is a whole number from {least} on, not {value!r}")
    return operator.index(value)


def _check(options: Options) -> None:
    """Refuse matches that do not fit into the observations."""
    setup = options.setup(0)
    any_form = getattr(learning_of(options.game), "ANY_FORM", False)
    if not any_form and options.game.form_of(setup) != SMALL:
        raise SetupError(
            "bad_settings", "settings", f"observations of {options.key} have no room for a match as large as this one."
        )
