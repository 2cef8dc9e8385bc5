"""What an organiser or a season alters in a running game. BOI-234, BOI-257, BOI-298, BOI-299"""

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct

from .rules import tables as t
from .rules.state import State

PlayerNumber = Annotated[int, Meta(ge=1, le=t.PLAYERS_MAX)]


class ChangeStake(Struct, frozen=True, tag="stake"):
    """A player's powered stake, as the daily maintenance finds it. BOI-234"""

    player: PlayerNumber
    stake: Annotated[int, Meta(ge=0, le=t.STAKE_MAX)]


class EndGame(Struct, frozen=True, tag="end"):
    """The game ends with the current turn. BOI-257"""


class ChangeRole(Struct, frozen=True, tag="role"):
    """BOI-298"""

    player: PlayerNumber
    role: Literal["leader", "vice_leader", "trooper"]


class GrantItem(Struct, frozen=True, tag="item"):
    """An item for a player's inventory in this game. BOI-299"""

    player: PlayerNumber
    template: Annotated[str, Meta(max_length=40)]
    burnable: bool = True


Change = ChangeStake | EndGame | ChangeRole | GrantItem


def change_row_of(change: Change, g: State) -> list[int]:
    if isinstance(change, EndGame):
        return [t.CHANGE_END, 0, 0, 0]
    player = change.player - 1
    if isinstance(change, ChangeStake):
        return [t.CHANGE_STAKE, player, change.stake, 0]
    if isinstance(change, ChangeRole):
        return [t.CHANGE_ROLE, player, t.ROLE_NAMES.index(change.role), 0]
    known = change.template in t.TEMPLATE_KEYS[1:]
    return [t.CHANGE_ITEM, player, t.TEMPLATE_KEYS.index(change.template) if known else 0, int(change.burnable)]


def change_of(row: Sequence[int], g: State) -> Change:
    kind, player, what, how = row
    if kind == t.CHANGE_STAKE:
        return ChangeStake(player + 1, what)
    if kind == t.CHANGE_ROLE:
        return ChangeRole(player + 1, t.ROLE_NAMES[what])  # type: ignore[arg-type]
    if kind == t.CHANGE_ITEM:
        return GrantItem(player + 1, t.TEMPLATE_KEYS[what], bool(how))
    return EndGame()
