"""Who may do what with templates and items: pure checks, each refusal with its rule. BOI-241 to BOI-250"""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from ..rule_error import RuleError
from .kinds import MATCH, OWNED_BY_THE_GAME, Kind, fields_of, modifiers_of
from .sprite_check import SpriteError, check_sprite

DATA_MAX = 4096  # bytes of a template's own data
STAKED_MAX = 1_000_000  # stake points that count as powered stake. BOI-085


class ItemError(RuleError):
    """Something that is not allowed with a template or an item."""


class Held(Struct, frozen=True, kw_only=True):
    """What matters of an item for these checks. `use` is empty while it is free."""

    owner_id: int | None
    transferable: bool
    burnable: bool
    use: str = ""


def no_such_item() -> ItemError:
    return ItemError("no_such_item", "item", "You have no such item.", "BOI-241")


def check_modifiers(kind: Kind, modifiers: Mapping[str, int], fields: Mapping[str, int]) -> None:
    """Only modifiers that this kind may carry. BOI-245, BOI-246, BOI-247"""
    for field, given, allowed in (
        ("modifiers", modifiers, modifiers_of(kind)),
        ("fields", fields, fields_of(kind)),
    ):
        for name in given:
            if name not in allowed:
                known = ", ".join(allowed) or "none"
                sentence = f"{_a(kind)} cannot have {name} among its {field}; allowed: {known}."
                raise ItemError("bad_template", f"{field}.{name}", sentence, "BOI-247")


def check_looks(sprite: str) -> None:
    """A sprite is a short drawing and nothing else. BOI-243"""
    try:
        check_sprite(sprite)
    except SpriteError as error:
        raise ItemError("bad_template", "sprite", str(error), "BOI-243") from None


def check_data(data: Mapping[str, Any]) -> None:
    """BOI-241"""
    if len(msgspec.json.encode(data)) > DATA_MAX:
        raise ItemError("bad_template", "data", f"The data may have at most {DATA_MAX} bytes.", "BOI-241")


def check_collection(key: str) -> None:
    """BOI-255"""
    if key == MATCH:
        raise ItemError("reserved", "key", f"{MATCH} is the collection of items granted for one match.", "BOI-255")


def check_mint(kind: Kind, minted: int, count: int, max_supply: int | None) -> None:
    """BOI-242, BOI-244"""
    if kind in OWNED_BY_THE_GAME:
        raise ItemError("owned_by_game", "template", f"{_a(kind)} belongs to the game itself.", "BOI-244")
    if max_supply is not None and minted + count > max_supply:
        left = max_supply - minted
        rest = f"{left} are left" if left else "all of them are minted"
        sentence = f"There can be {max_supply} of this template; {rest}."
        raise ItemError("supply", "count", sentence, "BOI-242")


def check_transfer(item: Held, giver_id: int) -> None:
    """BOI-248"""
    if item.owner_id != giver_id:
        raise no_such_item()
    if not item.transferable:
        raise ItemError("not_transferable", "item", "This item cannot be given away.", "BOI-248")
    _check_free(item, "BOI-248")


def check_burn(item: Held, owner_id: int) -> None:
    """BOI-249"""
    if item.owner_id != owner_id:
        raise no_such_item()
    if not item.burnable:
        raise ItemError("not_burnable", "item", "This item cannot be burnt.", "BOI-249")
    _check_free(item, "BOI-249")


def check_avatar(kind: Kind) -> None:
    """BOI-252"""
    if kind != "avatar":
        raise ItemError("no_avatar", "item", "Only an avatar can be shown with a player.", "BOI-252")


def check_points(points: int, staked: int) -> None:
    """BOI-085"""
    if staked > points:
        sentence = f"You have {points} stake points and cannot stake {staked}."
        raise ItemError("not_enough_points", "points", sentence, "BOI-085")


def counted(staked: int) -> int:
    """How many staked points are powered stake. BOI-085"""
    return min(staked, STAKED_MAX)


def total(schema: Mapping[str, int], template: Mapping[str, int]) -> dict[str, int]:
    """The sum of schema and template; modifiers that add up to 0 are left out. BOI-243"""
    names = dict.fromkeys((*schema, *template))
    both = {name: schema.get(name, 0) + template.get(name, 0) for name in names}
    return {name: value for name, value in both.items() if value}


def _check_free(item: Held, rule: str) -> None:
    if item.use:
        raise ItemError("item_in_use", "item", "This item is in use in a running game.", rule)


def _a(kind: Kind) -> str:
    name = {"npc": "NPC", "poi": "point of importance"}.get(kind, kind)
    return f"{'An' if name[0] in 'aeioN' else 'A'} {name}"
