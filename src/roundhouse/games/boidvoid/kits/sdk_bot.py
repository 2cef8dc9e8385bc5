"""A bot for BoidVoid: ships strike what is near, take tiles that nobody has, and come back when they fell."""

from roundhouse.games.boidvoid.actions import Action, Attack, Capture, Done, Move, Spawn
from roundhouse.protocol.messages import Turn
from roundhouse.sdk import Bot

THEIRS = 3  # how many tiles farther a free tile may be than one of another team
Spot = tuple[int, int]


class MyBot(Bot):
    def act(self, turn: Turn) -> list[Action]:
        view = turn.view
        team = view.you.team
        orders: list[Action] = []
        ground = {(tile.x, tile.y): tile.owner for tile in view.tiles if not tile.obstacle}
        units = {unit.id: unit for unit in view.units}
        stands = {(unit.x, unit.y) for unit in view.units}
        wanted = {at for at, owner in ground.items() if owner != team}
        for choice in view.you.choices:
            unit = units[choice.unit]
            if choice.state == "can_respawn":
                home = next((at for at, owner in ground.items() if owner == team and at not in stands), None)
                if home:
                    stands.add(home)
                    orders.append(Spawn(unit=unit.id, tile=home))
            elif choice.targets:
                orders.append(Attack(unit=unit.id, target=choice.targets[0]))
            elif "capture" in choice.may:
                orders.append(Capture(unit=unit.id))
            elif unit.kind == "spaceship" and choice.reach and wanted:
                best = min(choice.reach, key=lambda end: min(far((end.x, end.y), at, ground[at]) for at in wanted))
                orders.append(Move(unit=unit.id, to=(best.x, best.y)))
                if (best.x, best.y) in wanted:
                    wanted.discard((best.x, best.y))
                    orders.append(Capture(unit=unit.id))
        return [*orders, Done()]


def far(a: Spot, b: Spot, owner: int) -> int:
    """Tiles from one place to another; odd rows are half a tile to the right. Tiles of others count as farther."""
    q = a[0] - a[1] // 2 - (b[0] - b[1] // 2)
    r = a[1] - b[1]
    return (abs(q) + abs(r) + abs(q + r)) // 2 + (THEIRS if owner else 0)
