"""Carries collectibles into a season's game, and what happened to them back to the ledger. BOI-051, BOI-159 to BOI-164,
BOI-250

A game that plays with what players own calls `grants` when it starts (and later, for what players got meanwhile), and
`settle` after every step that changed an item, at the latest once after a restart and once at the end. Both can be
repeated without harm: the ledger stores how far it has followed a game. What is submitted to the database's writer is
written after the entries of the match that caused it.
"""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection

from ..changes import GrantItem
from ..rules import tables as t
from .starting_catalogue import KNOWN
from .store import match_items
from .store.match_items import Slot

_STATES: dict[int, match_items.State] = {
    t.ITEM_FREE: "free",
    t.ITEM_STAKED: "staked",
    t.ITEM_EQUIPPED: "equipped",
    t.ITEM_GONE: "gone",
}


class Inventory(Struct, frozen=True):
    """The items of all players in a game after a step, by the players' numbers; a copy, so that the game may go on
    while it is written. `room` is how many items of a player the game can hold."""

    step: int
    turn: int
    over: bool
    room: int
    slots: dict[int, tuple[Slot, ...]]

    def same_items(self, other: "Inventory | None") -> bool:
        """Whether there is nothing to settle between the two."""
        return other is not None and (self.slots, self.over) == (other.slots, other.over)


def plays_with_ledger(settings: dict[str, Any]) -> bool:
    """Whether a game's settings say that players use what they own. BOI-051"""
    mode = settings.get("inventory_mode", "auto")
    return bool(mode == "ledger" or (mode == "auto" and settings.get("mode") == "season"))


def inventory_of(state: Any, step: int) -> Inventory:
    """The items in the state of a game after a step."""
    slots = {number + 1: _slots(state.players[number]) for number in range(state.player_count)}
    room = len(state.players[0].item_states)
    return Inventory(step, int(state.turn_no), bool(state.reason), room, slots)


def _slots(player: Any) -> tuple[Slot, ...]:
    held = []
    for item, state in enumerate(player.item_states):
        if state == t.ITEM_NONE:
            break
        word = _STATES[int(state)]
        held.append(Slot(word, int(player.item_targets[item]) if word == "staked" else 0))
    return tuple(held)


def grants(
    connection: Connection, game: str, player_ids: Sequence[int | None], inventory: Inventory, now_ms: int
) -> list[GrantItem]:
    """The changes that give every player of a game the items that are missing there; `player_ids` are accounts in the
    order of the players' numbers. Given items are in use until the game is over, or until their owner is replaced. The
    changes must be entered in this order; calling this again with the inventory after that returns nothing."""
    changes = []
    for number, player_id in enumerate(player_ids, 1):
        if player_id is None:
            continue
        held = len(inventory.slots.get(number, ()))
        taken = match_items.take_in(
            connection,
            game,
            number,
            player_id,
            held=held,
            room=inventory.room,
            known=KNOWN,
            turn=inventory.turn,
            now_ms=now_ms,
        )
        changes += [GrantItem(number, one.template, one.burnable) for one in taken]
    return changes


def settle(connection: Connection, game: str, inventory: Inventory, now_ms: int, *, over: bool | None = None) -> int:
    """Write to the ledger what happened to items of players; when the game is over, the rest returns to its owners.
    Returns the number of items that changed. BOI-250, BOI-251"""
    return match_items.follow(
        connection,
        game,
        inventory.step,
        inventory.slots,
        turn=inventory.turn,
        over=inventory.over if over is None else over,
        now_ms=now_ms,
    )


def give_back(connection: Connection, game: str, now_ms: int) -> int:
    """A game was broken off and its state is lost: items that it did not burn return. BOI-160"""
    return match_items.give_back(connection, game, now_ms=now_ms)
