"""How the built-in bots destroy an enemy: several units together, in one turn or not at all."""

from collections.abc import Sequence

from msgspec import Struct

from .memory import Foe
from .plan import Hand, Scene


class Blow(Struct):
    """What a unit can do to an enemy in this turn: go beside it, and hit it with what is left then."""

    hand: Hand
    way: list[int]
    walk: int  # energy of the way
    damage: int


def blows(scene: Scene, hands: Sequence[Hand], foe: Foe, reach: int) -> list[Blow]:
    """Those units that can come beside an enemy within so many steps and have energy left to hit it, hardest first."""
    memory, atlas = scene.memory, scene.atlas
    found = []
    for hand in hands:
        distance = atlas.apart(hand.at, foe.at)
        if not hand.able or hand.energy <= 0 or distance > reach + 1:
            continue
        way: list[int] = []
        if distance > 1:
            levels = atlas.spread(1 << hand.at, memory.free & memory.grass | 1 << foe.at, reach + 1)
            steps = next((n for n, level in enumerate(levels) if level >> foe.at & 1), 0)
            if steps == 0:
                continue
            way = atlas.path(levels, foe.at, steps)[:-1]
        walk = sum(hand.step_cost() + memory.surcharge(at) for at in way)
        overweight = way and hand.is_overweight()
        if hand.energy > walk and not overweight:
            found.append(Blow(hand, way, walk, hand.damage(foe, hand.energy - walk)))
    return sorted(found, key=lambda blow: (-blow.damage, blow.walk, blow.hand.id))


def strike(scene: Scene, hands: Sequence[Hand], foe: Foe, *, reach: int = 0, most: int = 1 << 20) -> bool:
    """Destroy an enemy together, if that can be done in this turn with at most so much energy. Nobody begins what the
    others cannot finish."""
    if foe.shield or foe.left <= 0:
        return False
    squad, left, cost = [], foe.left, 0
    for blow in blows(scene, hands, foe, reach):
        if left > 0 and blow.damage > 0:
            squad.append(blow)
            cost += blow.walk + (blow.hand.energy - blow.walk) * min(left, blow.damage) // blow.damage
            left -= blow.damage
    if left > 0 or cost > most:
        return False
    for blow in squad:
        hand, needed = blow.hand, blow.hand.needed(foe)
        if foe.left > 0 and needed is not None and hand.walk(blow.way):
            hand.attack(foe, min(hand.energy, needed))
            hand.able = hand.able and foe.left <= 0  # else the enemy may have struck back
    return foe.left <= 0
