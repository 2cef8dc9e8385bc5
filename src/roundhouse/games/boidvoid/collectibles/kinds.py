"""Kinds of templates, and which modifiers each of them may carry. BOI-244 to BOI-247"""

from typing import Literal, get_args

Kind = Literal[
    "spaceship", "mothership", "superstructure", "boost", "avatar", "collectible", "tile", "obstacle", "npc", "poi"
]
KINDS: tuple[Kind, ...] = get_args(Kind)
OWNED_BY_THE_GAME: tuple[Kind, ...] = ("tile", "obstacle", "npc", "poi")  # elements of maps, which no player owns
USED_IN_GAMES: tuple[Kind, ...] = ("spaceship", "mothership", "superstructure", "boost")

CORE = "core"  # the collection of the rulebook's own templates
MATCH = "match"  # the collection of items granted for a single match; they are not in the ledger (BOI-255)

_SHIPS = ("spaceship", "mothership")
_UNITS = (*_SHIPS, "superstructure")
_NPC = "npc"
# BOI-245 and, from crit_value on, BOI-246; unit stats of NPCs are those of their base
_MODIFIERS: dict[str, tuple[str, ...]] = {
    "attack": (*_UNITS, _NPC),
    "defense": (*_UNITS, _NPC),
    "health": (*_UNITS, _NPC),
    "range": (*_UNITS, _NPC),
    "move_cost": _SHIPS,
    "respawn_rate": (*_SHIPS, _NPC),
    "crit_chance": ("spaceship", _NPC),
    "swarm_join_turns": ("spaceship",),
    "battery": ("spaceship",),
    "battery_recovery": ("spaceship",),
    "build_rate": ("superstructure",),
    "crit_value": ("spaceship", _NPC),
    "action_points": (*_SHIPS, _NPC),
}
MODIFIERS = tuple(_MODIFIERS)
FIELDS = ("move", "capture", "ap", "attack", "defense", "crit_chance", "crit_value", "range")
_WITH_FIELDS = ("tile", "poi", "superstructure")  # BOI-246


def modifiers_of(kind: Kind) -> tuple[str, ...]:
    """The modifiers that a template of this kind may carry. A boost is for any unit. BOI-245 to BOI-247"""
    if kind == "boost":
        return MODIFIERS
    return tuple(name for name, kinds in _MODIFIERS.items() if kind in kinds)


def fields_of(kind: Kind) -> tuple[str, ...]:
    """The modifiers of a field that a template of this kind may carry. BOI-246"""
    return FIELDS if kind in _WITH_FIELDS else ()
