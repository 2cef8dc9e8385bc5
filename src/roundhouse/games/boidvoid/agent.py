"""BoidVoid for agents: the map as text, and for every unit what its view says it may do."""

from collections.abc import Iterator
from typing import Any

from msgspec import UnsetType

from ...core.game import Setup
from ...mcp.event_lines import plain
from . import GAME
from . import notation as wording
from .actions import Done, Restart, row_of
from .bots.plan import own
from .bots.simple import Random
from .rules import tables as t
from .rules.phases.orders import check_order, orderer
from .rules.state import State
from .settings import settings_of
from .state_from_view import carry_out, seen, state_from_view

BOT = "raider"
ENDS = "done"
KINDS = {"ship": "spaceship", "pirate": "npc"}  # the names of kinds in the view
FORMS = (
    "done | restart | UNIT move X,Y [partial] | UNIT path X,Y X,Y ... | UNIT capture | UNIT cancel | UNIT build ITEM | "
    "UNIT spawn X,Y | UNIT battery PERCENT | UNIT attack TARGET | UNIT detonate | UNIT swarm_create | "
    "UNIT swarm_join SWARM | UNIT swarm_leave X,Y | UNIT automode on | UNIT boost ITEM burn [TARGET] | "
    "UNIT unstake ITEM | UNIT equip ITEM; ship instead of UNIT is the own spaceship"
)
LEGEND = (
    "A tile is its ground (. clear : asteroid_field ~ nebula = conduit o planet -- void) and its owner's team, X,Y is "
    "column,row from the top left; odd rows are shifted half a tile to the right. A unit is KIND ID X,Y health ap "
    "(action points, of your own) ... team; player N flies ship N. order PLAYER: an order of this turn that is taken."
)
EXAMPLES: tuple[dict[str, Any], ...] = (
    {"type": "move", "unit": 1, "to": [4, 5]},
    {"type": "capture", "unit": 1},
    {"type": "cancel", "unit": 1},
    {"type": "build", "unit": 1, "item": 0},
    {"type": "spawn", "unit": 1, "tile": [2, 4]},
    {"type": "battery", "unit": 1, "attack": 80},
    {"type": "detonate", "unit": 1},
    {"type": "attack", "unit": 1, "target": 9},
    {"type": "swarm_create", "unit": 1},
    {"type": "swarm_join", "unit": 1, "swarm": 12},
    {"type": "swarm_leave", "unit": 1, "tile": [2, 4]},
    {"type": "automode", "unit": 1, "on": True},
    {"type": "boost", "unit": 1, "item": 1, "mode": "burn", "target": 1},
    {"type": "unstake", "unit": 1, "item": 1},
    {"type": "equip", "unit": 1, "item": 2},
    {"type": "done"},
    {"type": "restart"},
)


class Everything(Random):
    """The built-in bot `random`, asked for everything it could choose from."""

    def seldom(self) -> bool:
        return True


def board(view: Any, setup: Setup) -> str:
    """The view as text notation, and the owners of the units."""
    known = seen(view)
    units = {f"{unit.kind} {unit.id}": unit for unit in known.units}
    lines = []
    for line in wording.write_view(view, setup).split("\n"):
        kind, _, rest = line.partition(" ")
        unit = units.get(f"{KINDS.get(kind, kind)} {rest.split(' ')[0]}")
        force = "" if unit is None else f" attack {unit.attack} defense {unit.defense} range {unit.range}"
        lines.append(line + force + (f" team {unit.team}" if unit is not None and unit.team else ""))
    for team in known.teams:
        words = f"team {team.team} rank {team.rank} tiles {team.tiles} pois {team.pois} structures {team.structures}"
        lines.append(f"{words} defeated {team.defeated}")
    if not isinstance(known.you, UnsetType):
        own_units = " ".join(map(str, known.you.units))
        lines.append(f"you are team {known.you.team} and command {own_units}{', done' if known.you.done else ''}")
    return "\n".join(lines)


def happened(event: Any, view: Any) -> str:
    return plain(event, view)


def orders(view: Any, setup: Setup, seat: int) -> Iterator[Any]:
    """The end of the turn first; then for every unit what it may do now."""
    known = seen(view)
    if isinstance(known.you, UnsetType):
        return
    yield Done()
    if known.you.done:
        return
    mind = Everything(seed=0)
    mind.options = settings_of(setup)
    mind.key = mind.drawn = 0
    mind.atlas = None
    mind.taken = {one.y * known.side + one.x for one in known.units if one.x is not None and one.y is not None}
    mind.hit, mind.changed = set(), set()
    told: set[str] = set()
    state, ahead = state_from_view(known, setup), state_from_view(known, setup)
    carry_out(ahead, known.you)
    for choice in own(known).choices:
        for order in (*mind.possible(known, choice), *mind.managed(known, choice)):
            if order is not None and (words := wording.write_action(order)) not in told:
                told.add(words)
                if GAME.rules.check(state, seat, row_of(order, state)) == 0 and refusal(ahead, seat, order) == 0:
                    yield order


def code(view: Any, setup: Setup, seat: int, action: Any) -> int:
    """An order that would be accepted but fail when it is executed counts as refused here."""
    known = seen(view)
    if isinstance(known.you, UnsetType):
        return t.GAME_OVER
    state = state_from_view(known, setup)
    refused = int(GAME.rules.check(state, seat, row_of(action, state)))
    if refused or isinstance(action, Done | Restart):
        return refused
    carry_out(state, known.you)
    return refusal(state, seat, action)


def refusal(state: State, seat: int, action: Any) -> int:
    row = row_of(action, state)
    return int(check_order(state, orderer(state, seat, row), row))


def read(text: str, view: Any) -> Any:
    return wording.read_action(text)


def write(action: Any, view: Any) -> str:
    return wording.write_action(action)


def named(action: dict[str, Any], view: Any) -> dict[str, Any]:
    return action
