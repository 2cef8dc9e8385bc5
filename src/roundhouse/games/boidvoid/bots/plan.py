"""The position with which the built-in bots plan: that of a view, as if the orders planned so far had been executed.

A seat may command a team or a single ship; either way a bot plans for all ships of the team that are near, and sends
the orders of its own. Bots that see the same thus coordinate without messages.
"""

from msgspec import UNSET, UnsetType

from ..actions import Action, Automode, Battery, Build, Capture, Move, Spawn, UseBoost
from ..rules import tables as t
from ..rules.phases.moving import entry_cost
from ..rules.phases.orders import may_act
from ..rules.phases.stats import staked_part
from ..rules.phases.tile_work import capture_time
from ..settings import Settings
from ..view import OwnView, StructureView, UnitView, View
from .ground import FAR, Atlas, spread
from .memory import Memory

FALLEN = -1
TRAVEL = 4  # turns of a journey that are considered
COMPANY = 12  # ships that plan together


def own(view: View) -> OwnView:
    if isinstance(view.you, UnsetType):
        raise TypeError("a spectator's view has no seat to plan for")
    return view.you


def leader_of(view: View) -> int:
    """The player who orders for a team's mothership and swarms: leaders before vice-leaders; 0 if they left. BOI-021"""
    team = own(view).team
    there = [line for line in view.players if line.team == team and not line.left and line.role != "trooper"]
    return min(there, key=lambda line: (line.role != "leader", line.player)).player if there else 0


class Piece:
    """A unit as it will be after the orders planned so far. What is not known of other teams is an estimate."""

    def __init__(self, unit: UnitView, side: int, options: Settings) -> None:
        self.id, self.kind, self.team = unit.id, unit.kind, unit.team
        self.at = FALLEN if unit.x is None or unit.y is None else unit.y * side + unit.x
        self.health, self.max_health = unit.health, unit.max_health
        self.attack, self.defense, self.range = unit.attack, unit.defense, unit.range
        self.crit_chance, self.crit_value = unit.crit_chance, unit.crit_value
        self.ships, self.swarm, self.automode = unit.ships, unit.swarm, unit.automode
        self.job = unit.job.type if unit.job else ""
        self.needed = unit.job.needed - unit.job.progress if unit.job else 0  # turns of the job that are left
        self.boosts = len(unit.boosts)
        self.move_mod = sum(_move_mod(boost.template, boost.turns is None, options) for boost in unit.boosts)
        self.ap = 0 if unit.ap is UNSET else unit.ap
        self.battery = 0.0 if unit.battery is UNSET else unit.battery
        self.max_battery = 0.0 if unit.max_battery is UNSET else unit.max_battery
        self.ratio = options.ratio_default if unit.ratio is UNSET else unit.ratio
        self.respawn = 0 if unit.respawn is UNSET else unit.respawn
        self.acted = 0 if unit.acted is UNSET else unit.acted
        self.template = unit.template

    @property
    def flies(self) -> bool:
        return self.at != FALLEN


def _move_mod(template: str, staked: bool, options: Settings) -> int:
    if template not in t.TEMPLATE_KEYS:
        return 0
    value = t.TEMPLATE_MODS.get(t.TEMPLATE_KEYS.index(template), {}).get(t.MOD_MOVE_COST, 0)
    return staked_part(options, value) if staked else value


def _structure(one: StructureView, side: int, options: Settings) -> Piece:
    return Piece(
        UnitView(
            id=one.id, kind="superstructure", team=one.team, x=one.x, y=one.y, health=one.health,
            max_health=one.max_health, attack=one.attack, defense=one.defense, range=one.range, crit_chance=0,
            crit_value=0, template=one.template, boosts=[],
        ),
        side,
        options,
    )  # fmt: skip


class Scene:
    """One turn of a seat."""

    def __init__(self, view: View, options: Settings, atlas: Atlas, memory: Memory) -> None:
        self.view, self.options, self.atlas, self.memory = view, options, atlas, memory
        self.you = own(view)
        self.team, self.turn = self.you.team, view.turn
        self.left = view.turn_limit - view.turn + 1 if view.turn_limit else 60  # turns left, including this one
        self.owner = {tile.y * view.side + tile.x: tile.owner for tile in view.tiles}
        self.pieces = {unit.id: Piece(unit, view.side, options) for unit in view.units}
        self.structures: dict[int, Piece] = {}
        self.levels: dict[int, int] = {}
        for one in view.structures:
            made = _structure(one, view.side, options)
            self.structures[made.at], self.levels[made.id] = made, one.level
        self.standing = {p.at: p for p in self.pieces.values() if p.flies and not p.swarm}
        self._estimate()
        mine = [p for p in self.pieces.values() if p.team == self.team]
        self.swarms = [p for p in mine if p.kind == "swarm"]
        self.mothership = next((p for p in mine if p.kind == "mothership"), None)
        self.roles = {line.player: line for line in view.players if line.team == self.team}
        self.leader = leader_of(view)
        self.ships = [p for p in mine if p.kind == "spaceship" and self._obeys(p)]
        others = [p for p in self.pieces.values() if p.team != self.team and p.flies and not p.swarm]
        self.foes = [p for p in others if p.team > 0]
        self.pirates = [p for p in others if p.team == 0]
        self.claimed: set[int] = set()  # tiles on which a unit will stand
        self.queues: dict[int, list[Action]] = {player: [] for player in self.roles}
        self._costs: dict[int, dict[int, int]] = {}
        self._ways: dict[int, tuple[int, dict[int, int], dict[int, int]]] = {}
        self._reach: dict[int, tuple[int, dict[int, int]]] = {}

    def _estimate(self) -> None:
        """Estimate what is hidden of other teams. BOI-090"""
        for piece in self.pieces.values():
            if piece.team in (0, self.team) or piece.kind != "spaceship":
                continue
            if not self.options.enemy_battery_visible:
                most = max((p.max_battery for p in self.pieces.values() if p.team == self.team), default=100.0)
                piece.battery = self.memory.battery(piece.id, self.turn, most)
                piece.ratio = self.memory.ratio(piece.id)
            piece.ap = self.memory.ap(piece.id, self.turn)
        for piece in self.pieces.values():
            if piece.kind == "swarm":
                members = [self.pieces[ship] for ship in piece.ships]
                piece.ap = min(ship.ap for ship in members)
                piece.battery = sum(ship.battery for ship in members)

    def _obeys(self, ship: Piece) -> bool:
        """Whether we may plan for a ship: our own, and those of team mates who are present; automode of others is left
        alone."""
        if ship.id in self.you.players:
            return True
        return not ship.automode and not self.roles[ship.id].left

    # The ground

    def field(self, at: int, team: int, which: int, without: int = 0) -> int:
        """BOI-069 to BOI-073"""
        total = self.atlas.lasting(at, which, owned=team > 0 and self.owner[at] == team)
        if team == 0 or not self.structures:
            return total
        radius = self.options.superstructure_radius
        around = self.structures.values() if radius else [self.structures[at]] if at in self.structures else []
        for one in around:
            if one.team == team and one.id != without and self.atlas.distance(one.at, at) <= radius:
                fields = t.TEMPLATE_FIELDS.get(_number(one.template), {})
                total += fields.get(which, 0) * (self.levels[one.id] if t.GROWING[which] else 1)
        return total

    def costs(self, mod: int) -> dict[int, int]:
        """What it costs a unit of ours to enter each tile that it can pass. BOI-108, BOI-110"""
        if mod not in self._costs:
            made = {}
            for at in self.atlas.ground:
                here, block = self.standing.get(at), self.structures.get(at)
                if (here and here.team != self.team) or (block and block.team != self.team):
                    continue
                made[at] = entry_cost(self.options, self.field(at, self.team, t.F_MOVE) + mod)
            self._costs[mod] = made
        return self._costs[mod]

    def ways(self, piece: Piece) -> tuple[dict[int, int], dict[int, int]]:
        """The cost of every tile for a unit of ours, and the tile before it on the path. Other units are taken as
        standing still."""
        kept = self._ways.get(piece.id)
        if kept is None or kept[0] != piece.at:
            mod = piece.move_mod
            if piece.ships:
                mod = max(self.pieces[ship].move_mod for ship in piece.ships)
            most = self.options.ap_max + TRAVEL * self.options.spaceship.ap_recharge  # BOI-064, BOI-078
            kept = (piece.at, *spread(self.atlas.near, self.costs(mod), piece.at, most))
            self._ways[piece.id] = kept
        return kept[1], kept[2]

    def free(self, at: int, piece: Piece | None = None) -> bool:
        """Whether a unit of ours can end a move there, however the others move. BOI-111"""
        block, here = self.structures.get(at), self.standing.get(at)
        if at in self.claimed or (block and block.team != self.team):
            return False
        return here is None or here is piece

    def reach(self, piece: Piece) -> dict[int, int]:
        """Tiles that a unit can reach this turn, including its own, with the cost."""
        if piece.at == FALLEN:
            return {}
        kept = self._reach.get(piece.id)
        if kept is None or kept[0] != len(self.claimed):
            costs = self.ways(piece)[0]
            can = {at: cost for at, cost in costs.items() if cost <= piece.ap and self.free(at, piece)}
            kept = self._reach[piece.id] = (len(self.claimed), can | {piece.at: 0})
        return kept[1]

    def needs(self, at: int, team: int) -> int:
        """Turns of a capture. BOI-118, BOI-119"""
        return capture_time(self.options, self.field(at, team, t.F_CAPTURE), self.owner[at] not in (0, team))

    def can_capture(self) -> bool:
        there = self.mothership is not None and self.mothership.flies
        return there or not self.options.capture_needs_mothership  # BOI-121

    # Who can do something

    def idle(self, piece: Piece) -> bool:
        """Whether a ship can begin something: on the map, without a job, in no swarm, and its action unused."""
        return piece.flies and not piece.job and not piece.swarm and may_act(self.options, piece.acted)

    def items(self, player: int, schema: int) -> list[tuple[int, str]]:
        """Free items of a player, by number and template."""
        held = self.you.items.get(str(player), [])
        return [
            (item.number, item.template)
            for item in held
            if item.state == "free" and _number(item.template) and t.TEMPLATE_SCHEMAS[_number(item.template)] == schema
        ]

    def companies(self) -> list[list[Piece]]:
        """Groups that plan together: the team, or in a large one the own ships and those around them, a few at a
        time."""
        if len(self.ships) <= COMPANY:
            return [self.ships]
        mine = [ship for ship in self.ships if ship.id in self.you.players]
        if len(mine) > COMPANY // 2:
            return [mine[n : n + COMPANY] for n in range(0, len(mine), COMPANY)]
        flying = [ship for ship in self.ships if ship.flies and ship not in mine]
        if mine and mine[0].flies:
            far = self.atlas.distances(mine[0].at)
            flying.sort(key=lambda ship: (far[ship.at], ship.id))
        return [sorted(mine + flying[: COMPANY - len(mine)], key=lambda ship: ship.id)]

    # Orders

    def give(self, player: int, order: Action, after: int = 0) -> int:
        """Add an order to a player's list; `after` is the earliest place in it, from 0, because sealed lists are
        executed place by place. Returns the place after it. BOI-215"""
        queue = self.queues[player]
        while len(queue) < after:
            queue.append(Automode(unit=player, on=False))  # changes nothing; fills the place
        queue.append(order)
        return len(queue)

    def player_of(self, piece: Piece) -> int:
        return piece.id if piece.kind == "spaceship" else self.leader

    def claim(self, at: int, piece: Piece) -> None:
        """A unit will be there. Its old tile stays taken, because it is not known who moves first."""
        self.standing[at] = piece
        self.claimed.add(at)

    def move(self, piece: Piece, at: int, after: int = 0) -> int:
        if at == piece.at:
            return len(self.queues[self.player_of(piece)])
        piece.ap -= self.ways(piece)[0][at]
        piece.at = at
        self.claim(at, piece)
        if piece.job != "capturing":
            piece.job = ""
        return self.give(self.player_of(piece), Move(unit=piece.id, to=self.atlas.spot(at)), after)

    def toward(self, piece: Piece, goal: int) -> int:
        """The last tile of the path to a goal that a unit can reach this turn."""
        costs, came = self.ways(piece)
        at = goal
        if at not in costs:
            return piece.at
        while at != piece.at and (costs[at] > piece.ap or not self.free(at, piece)):
            at = came[at]
        return at

    def capture(self, piece: Piece) -> None:
        piece.acted += 1
        piece.job, piece.needed = "capturing", self.needs(piece.at, self.team)
        self.give(piece.id, Capture(unit=piece.id))

    def build(self, piece: Piece, item: int) -> None:
        piece.acted += 1
        piece.job = "building"
        self.give(piece.id, Build(unit=piece.id, item=item))

    def spawn(self, piece: Piece, at: int) -> None:
        piece.acted += 1
        piece.at, piece.ap = at, 0
        self.claim(at, piece)
        self.give(self.player_of(piece), Spawn(unit=piece.id, tile=self.atlas.spot(at)))

    def ratio(self, piece: Piece, attack: int, after: int = 0) -> int:
        """Set the share of a ship's battery for attacks, if it differs."""
        attack = max(self.options.ratio_min, min(self.options.ratio_max, attack))  # BOI-082
        if piece.ratio == attack or piece.job == "capturing":
            return len(self.queues[piece.id])
        piece.ratio = attack
        return self.give(piece.id, Battery(unit=piece.id, attack=attack), after)

    def burn(self, player: int, item: int, piece: Piece, after: int = 0) -> int:
        piece.boosts += 1
        return self.give(player, UseBoost(unit=player, item=item, mode="burn", target=piece.id), after)

    def orders(self) -> list[Action]:
        """The orders that the seat itself may give, sorted by when they are executed: place by place of the lists."""
        mine = [player for player in self.you.players if player in self.queues]
        made: list[Action] = []
        lists = {player: self.queues[player] for player in mine}
        if not self.you.orders:
            for player in mine:
                if self.pieces[player].automode and lists[player]:
                    lists[player] = [Automode(unit=player, on=False), *lists[player]]
        longest = max((len(queue) for queue in lists.values()), default=0)
        most = self.options.orders_per_turn if self.view.mode == "sealed" else FAR  # BOI-214
        for place in range(min(longest, most)):
            made += [lists[player][place] for player in mine if place < len(lists[player])]
        return made


def _number(template: str) -> int:
    return t.TEMPLATE_KEYS.index(template) if template in t.TEMPLATE_KEYS else 0
