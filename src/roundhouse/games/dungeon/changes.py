"""What an organiser may change in a running game, as messages and as rows of numbers. DUN-253"""

from collections.abc import Sequence

from msgspec import Struct

from .ids import Id, planet_name, planet_number
from .rules import tables as t
from .rules.state import State


class ChangeRounds(Struct, frozen=True, tag="max_rounds"):
    """The last round shall be this one. DUN-158"""

    value: int


class ChangeRoundTime(Struct, frozen=True, tag="round_ms"):
    """How long a round lasts, from the next one on. DUN-117"""

    value: int


class ChangeEarlyClose(Struct, frozen=True, tag="early_close"):
    """Whether commands are collected only until everybody is done, from the next round on. DUN-242"""

    value: bool


class EndGame(Struct, frozen=True, tag="end"):
    """The game ends with the current round. DUN-157"""


class Refill(Struct, frozen=True, tag="refill"):
    """Fill a patch up to its maximum at the start of the next round. DUN-193"""

    planet: Id


Change = ChangeRounds | ChangeRoundTime | ChangeEarlyClose | EndGame | Refill


def change_row_of(change: Change, g: State) -> list[int]:
    if isinstance(change, EndGame):
        return [t.CHANGE_END, -1]
    if isinstance(change, Refill):
        return [t.CHANGE_REFILL, planet_number(g, change.planet)]
    kinds: dict[type, int] = {
        ChangeRounds: t.CHANGE_ROUNDS, ChangeRoundTime: t.CHANGE_ROUND_MS, ChangeEarlyClose: t.CHANGE_EARLY_CLOSE
    }  # fmt: skip
    return [kinds[type(change)], max(-t.NUMBER_MAX, min(int(change.value), t.NUMBER_MAX))]


def change_of(row: Sequence[int], g: State) -> Change:
    kind, value = row
    if kind == t.CHANGE_END:
        return EndGame()
    if kind == t.CHANGE_REFILL:
        return Refill(planet_name(g, value))
    if kind == t.CHANGE_EARLY_CLOSE:
        return ChangeEarlyClose(value != 0)
    return ChangeRounds(value) if kind == t.CHANGE_ROUNDS else ChangeRoundTime(value)
