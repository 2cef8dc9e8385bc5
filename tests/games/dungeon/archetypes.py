"""Four ways to play the Dungeon, to see that none of them wins alone: variants of the built-in bots."""

from msgspec.structs import replace

from roundhouse.games.dungeon.miner import Miner, Style
from roundhouse.games.dungeon.warlord import Temper, Warlord

LEVEL_ONE = tuple(step for step in Style().ladder if step.endswith("_1"))


class Wide(Miner):
    """Many robots with cheap upgrades."""

    name = "wide"
    style = replace(Style(), levels=1.0, slope=0.02, ladder=LEVEL_ONE)


class Deep(Miner):
    """Fewer robots, each of them better."""

    name = "deep"
    style = replace(Style(), levels=2.0, slope=0.08, most=64)


class Trader(Miner):
    """Waits for good prices, and towards the end sells in many small parcels."""

    name = "trader"
    style = replace(Style(), levels=1.0, slope=0.02, parcels=25)


class Fighter(Warlord):
    """Strikes early and often."""

    name = "fighter"
    temper = replace(Temper(), scouts=2, scouts_from=10, gain=0.7, stock=5, patience=2)


ARCHETYPES = (Wide, Deep, Trader, Fighter)
