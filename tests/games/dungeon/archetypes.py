"""Four ways to play the Dungeon, to see that none of them wins alone. All grow like the built-in `warlord` and hit back
when they are hit; they differ in what they want."""

from msgspec.structs import replace

from roundhouse.games.dungeon.warlord import Temper, Warlord

PEACE = replace(Temper(), soldiers=0.0, stock=0, peaceful=True)
STYLE = Warlord.style


class Wide(Warlord):
    """Many robots with cheap upgrades."""

    name = "wide"
    temper = PEACE
    style = replace(STYLE, tallest=1)


class Deep(Warlord):
    """Fewer robots, each of them better."""

    name = "deep"
    temper = PEACE
    style = replace(STYLE, most=48)


class Trader(Warlord):
    """Towards the end sells in many small parcels."""

    name = "trader"
    temper = PEACE
    style = replace(STYLE, parcels=25)


class Fighter(Warlord):
    """Strikes early and often."""

    name = "fighter"
    temper = replace(Temper(), soldiers=0.3, soldiers_from=6, stock=5, gain=0.7)


ARCHETYPES = (Wide, Deep, Trader, Fighter)
