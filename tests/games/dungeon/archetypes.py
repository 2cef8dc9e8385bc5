"""Four ways to play the Dungeon, to see that none of them wins alone. All grow like the built-in `warlord`; all but the
fighter keep guards that strike only whoever began. Without guards they lose two of three matches to the fighter."""

from msgspec.structs import replace

from roundhouse.games.dungeon.bots.warlord import Temper, Warlord

GUARDED = replace(Temper(), soldiers=0.25, stock=5, peaceful=True)
STYLE = Warlord.style


class Wide(Warlord):
    """Many robots with cheap upgrades."""

    name = "wide"
    temper = GUARDED
    style = replace(STYLE, tallest=1)


class Deep(Warlord):
    """Fewer robots, each of them better."""

    name = "deep"
    temper = GUARDED
    style = replace(STYLE, most=48)


class Trader(Warlord):
    """Towards the end sells in many small parcels."""

    name = "trader"
    temper = GUARDED
    style = replace(STYLE, parcels=25)


class Fighter(Warlord):
    """Strikes early and often."""

    name = "fighter"
    temper = replace(Temper(), soldiers=0.3, soldiers_from=6, stock=5, gain=0.7)


ARCHETYPES = (Wide, Deep, Trader, Fighter)
