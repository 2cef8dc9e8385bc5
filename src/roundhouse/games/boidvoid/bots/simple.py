"""The built-in bot `random`: every unit does something that may succeed."""

from collections.abc import Sequence

from ....protocol.messages import Start, Turn
from ....sdk.seeded_bot import SeededBot
from ..actions import (
    Action,
    Attack,
    Automode,
    Battery,
    Build,
    Cancel,
    Capture,
    Detonate,
    Equip,
    Move,
    Spawn,
    SwarmCreate,
    SwarmJoin,
    SwarmLeave,
    Unstake,
    UseBoost,
)
from ..rules import tables as t
from ..settings import settings_of
from ..state_from_view import seen
from ..view import Choice, Item, View
from .ground import Atlas
from .plan import leader_of, own

OFTEN = 8  # a capture, or joining a swarm, gets the weight of so many moves
SELDOM = 16  # orders that are rarely useful are given one time in so many


class Random(SeededBot):
    """Draws one of the orders that each unit could execute. Without a seed it is unpredictable."""

    name = "random"

    def start(self, start: Start) -> None:
        self.options = settings_of(start.setup)
        self.begin_draws(t.DRAW_AI)
        self.atlas: Atlas | None = None

    def act(self, turn: Turn) -> list[Action]:
        view = seen(turn.view)
        self.drawn = view.turn << 20
        self.taken = {unit.y * view.side + unit.x for unit in view.units if unit.x is not None and unit.y is not None}
        self.hit: set[int] = set()  # targets that are attacked already and may be gone
        self.changed: set[int] = set()  # swarms that a ship joins or leaves in this turn
        orders: list[Action] = []
        given = dict.fromkeys(own(view).players, 0)  # orders of each player; a team's seat has several
        leader = leader_of(view)
        for choice in own(view).choices:
            player = choice.unit if choice.unit in given else leader
            if player not in given:
                continue  # only the leader orders it
            managed = self.any_of(self.managed(view, choice))
            order = None
            if not (isinstance(managed, Automode) and managed.on):
                order = self.any_of(self.possible(view, choice))
            for one in (managed, order):
                if one is not None and (given[player] < self.options.orders_per_turn or view.mode == "live"):  # BOI-214
                    given[player] += 1
                    orders.append(one)
                    self.note(view, choice, one)
        return orders

    def note(self, view: View, choice: Choice, order: Action) -> None:
        """Exclude orders that conflict with this one."""
        if isinstance(order, Move) and isinstance(order.to, tuple):
            self.taken.add(order.to[1] * view.side + order.to[0])
        elif isinstance(order, Spawn | SwarmLeave):
            self.taken.add(order.tile[1] * view.side + order.tile[0])
        if isinstance(order, Attack):
            self.hit.add(order.target)
        elif isinstance(order, SwarmJoin):
            self.changed.add(order.swarm)
        elif isinstance(order, SwarmLeave | Detonate):
            self.changed.add(next(unit.swarm for unit in view.units if unit.id == choice.unit))

    def possible(self, view: View, choice: Choice) -> list[Action | None]:
        """Every order that a unit could execute now; None is to do nothing."""
        unit = choice.unit
        if unit in self.changed:
            return [None]
        can: list[Action | None] = [None]
        reach = [tile for tile in choice.reach if tile.y * view.side + tile.x not in self.taken]
        can += [Move(unit=unit, to=(tile.x, tile.y)) for tile in reach]
        can += [Attack(unit=unit, target=target) for target in choice.targets if target not in self.hit]
        if self.options.swarm_max_ships == 0:  # BOI-150
            can += [SwarmJoin(unit=unit, swarm=swarm) for swarm in choice.swarms] * OFTEN
        if "capture" in choice.may:
            can += [Capture(unit=unit)] * OFTEN
        if "swarm_create" in choice.may:
            can.append(SwarmCreate(unit=unit))
        if choice.state == "can_respawn":
            can += [Spawn(unit=unit, tile=spot) for spot in self.own_spots(view)]
        if choice.state == "in_swarm" and "detonate" in choice.may and self.seldom():
            can += [SwarmLeave(unit=unit, tile=spot) for spot in self.beside(view, unit)]
        if "cancel" in choice.may and self.seldom():
            can.append(Cancel(unit=unit))
        if "detonate" in choice.may and self.seldom():
            can.append(Detonate(unit=unit))
        return can + self.builds(view, choice)

    def own_spots(self, view: View) -> list[tuple[int, int]]:
        team = own(view).team
        mine = [tile for tile in view.tiles if tile.owner == team and not tile.obstacle]
        return [(tile.x, tile.y) for tile in mine if tile.y * view.side + tile.x not in self.taken]

    def beside(self, view: View, unit: int) -> list[tuple[int, int]]:
        """The tiles to which a ship can leave its swarm."""
        if self.atlas is None:
            self.atlas = Atlas(view)
        foreign = {one.y * view.side + one.x for one in view.structures if one.team != own(view).team}
        here = next(one for one in view.units if one.id == unit)
        if here.x is None or here.y is None:
            return []
        near = self.atlas.near[here.y * view.side + here.x]
        return [self.atlas.spot(at) for at in near if at not in self.taken and at not in foreign]

    def builds(self, view: View, choice: Choice) -> list[Action | None]:
        """A superstructure where there is none yet."""
        here = next(one for one in view.units if one.id == choice.unit)
        if choice.state != "active" or here.kind != "spaceship" or "swarm_create" not in choice.may:
            return []
        spot = (here.x, here.y)
        mine = any((tile.x, tile.y) == spot and tile.owner == here.team for tile in view.tiles)
        if not mine or any((one.x, one.y) == spot for one in view.structures):
            return []
        return [Build(unit=here.id, item=item.number) for item in self.free_items(view, here.id, "ss-")]

    def free_items(self, view: View, player: int, prefix: str) -> list[Item]:
        held = own(view).items.get(str(player), [])
        return [item for item in held if item.state == "free" and item.template.startswith(prefix)]

    def managed(self, view: View, choice: Choice) -> list[Action | None]:
        """Orders that do not use the unit's action: battery, boosts, automode."""
        here = next(one for one in view.units if one.id == choice.unit)
        if here.kind != "spaceship" or not self.seldom():
            return [None]
        unit = choice.unit
        can: list[Action | None] = [Automode(unit=unit, on=self.seldom())]
        if choice.state == "active":
            steps = range(self.options.ratio_min, self.options.ratio_max + 1, 10)  # BOI-082
            can += [Battery(unit=unit, attack=ratio) for ratio in steps]
        flies = here.x is not None
        if flies and len(here.boosts) < self.options.boost_slots:  # BOI-158
            for item in self.free_items(view, unit, "boost-"):
                can += [UseBoost(unit=unit, item=item.number, mode=mode) for mode in ("burn", "stake")]
        if flies:
            staked = [item for item in own(view).items.get(str(unit), []) if item.state == "staked"]
            can += [Unstake(unit=unit, item=item.number) for item in staked]
        else:
            can += [Equip(unit=unit, item=item.number) for item in self.free_items(view, unit, "ship-")]
        return can

    def seldom(self) -> bool:
        return self.below(SELDOM) == 0

    def any_of(self, can: Sequence[Action | None]) -> Action | None:
        return can[self.below(len(can))]
