"""What a game of Quest counts for every seat: points, places, statistics, and the achievements made of them.
QST-126 to QST-137, QST-149, QST-155"""

from ...core.figures import Achievement, Figure
from .rules import tables as t
from .rules.phases.scoring import place, score
from .rules.state import State

STAT_KEYS = (
    "kills", "retaliation_kills", "losses", "towers_placed", "traps_placed", "traps_sprung", "sprees", "first_blood",
)  # fmt: skip

FIGURES = (
    Figure("kills", "Enemy units destroyed", "QST-135"),
    Figure("retaliation_kills", "Destroyed by striking back", "QST-135"),
    Figure("losses", "Own units lost", "QST-135"),
    Figure("towers_placed", "Towers placed", "QST-135"),
    Figure("traps_placed", "Traps placed", "QST-135"),
    Figure("traps_sprung", "Traps sprung by enemies", "QST-135"),
    Figure("sprees", "Killing sprees", "QST-136"),
    Figure("first_blood", "First blood", "QST-136"),
    *(Figure(f"taken_{name}", f"{name.capitalize()} taken out of the ground", "QST-137") for name in t.RESOURCE_NAMES),
    *(Figure(f"used_{name}", f"{name.capitalize()} used up by crafting", "QST-137") for name in t.RESOURCE_NAMES),
    *(Figure(f"crafted_{name}", f"Crafted: {name}", "QST-137") for name in t.BLUEPRINT_NAMES),
    *(Figure(f"points_{name}", f"Points for {name}", "QST-137") for name in t.SOURCE_NAMES),
    Figure("points", "Points", "QST-129"),
    Figure("damage_dealt", "Damage dealt", "QST-137"),
    Figure("damage_taken", "Damage taken", "QST-137"),
    Figure("energy_spent", "Energy spent", "QST-137"),
    Figure("refused", "Actions refused", "QST-137"),
    Figure("timed_out", "Turns timed out", "QST-137"),
)
KEYS = tuple(figure.key for figure in FIGURES)
TAKEN = tuple(f"taken_{name}" for name in t.RESOURCE_NAMES)
SWORDS = tuple(f"crafted_{name}" for name in t.ITEM_NAMES[:3])
ARMOURS = tuple(f"crafted_{name}" for name in t.ITEM_NAMES[3:])
LEADERBOARDS = ("points", "points_kill", "points_pickup", "points_craft", "kills", "towers_placed", "traps_sprung")

ACHIEVEMENTS = (
    Achievement("first_blood", "First Blood", "QST-155", "the first kill of a match", ("first_blood",), least=1),
    Achievement("slayer", "Slayer", "QST-155", "100 enemy units destroyed", ("kills",), least=100),
    Achievement("rampage", "Rampage", "QST-155", "1 killing spree", ("sprees",), least=1),
    Achievement(
        "thorns", "Thorns", "QST-155", "10 enemy units destroyed by striking back", ("retaliation_kills",), least=10
    ),
    Achievement("trapper", "Trapper", "QST-155", "10 traps sprung by enemies", ("traps_sprung",), least=10),
    Achievement("warden", "Warden", "QST-155", "10 towers placed", ("towers_placed",), least=10),
    Achievement("prospector", "Prospector", "QST-155", "1000 units taken out of the ground", TAKEN, least=1000),
    Achievement("gold_rush", "Gold Rush", "QST-155", "1000 gold taken out of the ground", ("taken_gold",), least=1000),
    Achievement("swordsmith", "Swordsmith", "QST-155", "25 swords crafted", SWORDS, least=25),
    Achievement("armourer", "Armourer", "QST-155", "25 armours crafted", ARMOURS, least=25),
    Achievement("titan", "Titan", "QST-155", "a sword of level 3 crafted", ("crafted_sword3",), least=1),
    Achievement("untouched", "Untouched", "QST-155", "no unit lost in a match", ("losses",), exactly=0),
)


def figures_of(g: State, seat: int) -> list[int]:
    """A seat's figures so far, in the order of `FIGURES`."""
    player = g.players[seat]
    return [
        player.kills, player.retaliation_kills, player.losses, player.towers_placed, player.traps_placed,
        player.traps_sprung, player.sprees, player.first_blood, *player.taken, *player.used, *player.crafted,
        *player.by_source, player.points, player.damage_dealt, player.damage_taken, player.energy_spent,
        player.refused, player.timed_out,
    ]  # fmt: skip


def figures_by_key(g: State, seat: int) -> dict[str, int]:
    return dict(zip(KEYS, figures_of(g, seat), strict=True))


def points_of(g: State, seat: int) -> float:
    """The points that count. QST-129, QST-131"""
    return score(g, seat) if g.origin_scoring else g.players[seat].points


def places_by(g: State) -> list[int]:
    """The place of every seat as of now; there is no seat 0. QST-130, QST-133, QST-149"""
    return [0, *(place(g, seat) for seat in range(1, g.seats + 1))]
