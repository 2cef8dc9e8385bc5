"""Recomputes from the ledger alone who owns what, and what is in use. BOI-251"""

from collections.abc import Iterable

from msgspec import Struct


class Entry(Struct, frozen=True):
    """A line of the ledger. `giver` and `taker` are account ids, None for nobody."""

    kind: str
    item: int
    giver: int | None
    taker: int | None
    game: str = ""


class Standing(Struct):
    """An item after the lines so far. `use` is empty, staked or equipped; a burnt one has no owner."""

    owner: int | None
    use: str = ""
    game: str = ""


class LedgerFaultError(ValueError):
    """A line that cannot follow those before it."""


_BEFORE = {"transfer": "", "burn": "", "stake": "", "unstake": "staked", "equip": "", "unequip": "equipped"}
_AFTER = {"stake": "staked", "equip": "equipped"}


def replay(lines: Iterable[Entry]) -> dict[int, Standing]:
    """Every item that was ever minted, as it is after the lines. Raises LedgerFaultError."""
    items: dict[int, Standing] = {}
    for line in lines:
        if line.kind == "mint":
            if line.item in items or line.giver is not None or line.taker is None:
                raise LedgerFaultError(f"item {line.item} cannot be minted like this")
            items[line.item] = Standing(line.taker)
            continue
        item = items.get(line.item)
        if item is None or item.owner is None or item.owner != line.giver:
            raise LedgerFaultError(f"{line.kind} of item {line.item}, which {line.giver} does not own")
        if item.use != _BEFORE[line.kind] or (item.game and item.game != line.game):
            raise LedgerFaultError(f"{line.kind} of item {line.item}, which is {item.use or 'free'}")
        if line.kind not in ("transfer", "burn") and line.taker != line.giver:
            raise LedgerFaultError(f"{line.kind} of item {line.item} changes its owner")
        item.owner, item.use = line.taker, _AFTER.get(line.kind, "")
        item.game = line.game if item.use else ""
    return items
