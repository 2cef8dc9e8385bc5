"""Quest for agents: the known part of the map, what is in sight, and what each unit could do."""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import UnsetType

from ...core.game import Setup
from ...mcp.event_lines import plain
from . import GAME
from . import actions as a
from . import notation as wording
from .bots.memory import Memory
from .bots.plan import Book, Hand, Scene
from .rules import tables as t
from .settings import settings_of
from .state_from_view import seen, state_from_view
from .view import OwnUnit, View

BOT = "gatherer"
ENDS = "end_turn"
FORMS = (
    "end_turn | resign | UNIT move X,Y | UNIT dig | UNIT pickup NAME N ... | UNIT drop NAME N ... | UNIT attack TARGET "
    "ENERGY | UNIT retaliate ENERGY CUTOFF | UNIT view | UNIT craft ITEM NAME N ... | UNIT equip ITEM | UNIT research "
    "KIND | UNIT place_trap ITEM NAME N ... | UNIT place_tower ITEM NAME N ..."
)
LEGEND = (
    "x grows to the east, y to the south. cell X,Y: what is there; buried: what digging finds. dug X,Y: what lies open "
    "there since a unit of yours has dug."
)
BRONZE_SWORD = {"bronze": 14, "wood": 4}
EXAMPLES: tuple[dict[str, Any], ...] = (
    {"type": "move", "unit": 101, "to": [6, 5]},
    {"type": "attack", "unit": 101, "target": 203, "energy": 40},
    {"type": "retaliate", "unit": 101, "energy": 30, "cutoff": 70},
    {"type": "dig", "unit": 101},
    {"type": "pickup", "unit": 101, "what": {"iron": 5, "wood": 3}},
    {"type": "drop", "unit": 101, "what": {"iron": 5}},
    {"type": "view", "unit": 101},
    {"type": "craft", "unit": 101, "item": "sword1", "use": BRONZE_SWORD},
    {"type": "equip", "unit": 101, "item": "sword1"},
    {"type": "research", "unit": 101, "kind": "sword"},
    {"type": "place_trap", "unit": 101, "item": "trap1", "use": {"stone": 12, "wood": 18}},
    {"type": "place_tower", "unit": 101, "item": "tower1", "use": {"stone": 50, "wood": 50}},
    {"type": "end_turn"},
    {"type": "resign"},
)
MARGIN = 1  # unknown cells around the known ones that are drawn


# The board


def board(view: Any, setup: Setup) -> str:
    return "\n".join(lines_of(seen(view)))


def lines_of(view: View) -> Iterator[str]:
    yield f"round {view.round} of {view.rounds}, turn of player {view.turn_of}, map {view.width}x{view.height}"
    for line in view.players:
        marks = f"{' defeated' if line.defeated else ''}{' away' if line.away else ''}"
        yield f"player {line.seat} {line.name} place {line.place} points {line.points:g} units {line.units}{marks}"
    yield from map_lines(view)
    for cell in view.cells:
        words = [f"{name} {n}" for name, n in {**cell.resources, **cell.items}.items()]
        words += [f"tower {cell.tower.id} of {cell.tower.player} level {cell.tower.level}"] if cell.tower else []
        words += [f"trap of {cell.trap.player} level {cell.trap.level}"] if cell.trap else []
        words += [f"buried {' '.join(cell.buried)}"] if cell.buried else []
        for unit in cell.units:
            if unit.player != view.player:
                words.append(f"enemy {unit.id} energy {unit.energy}/{unit.max_energy}")
        if words:
            yield f"cell {cell.x},{cell.y}: " + ", ".join(words)
    if not isinstance(view.units, UnsetType):
        levels = "" if isinstance(view.levels, UnsetType) else " ".join(f"{k} {n}" for k, n in view.levels.items())
        yield f"you are player {view.player}: gold {view.gold}, blueprints {levels}"
        yield from map(unit_line, view.units)
    if not isinstance(view.dug, UnsetType):
        for dug in view.dug[:20]:
            found = " ".join(f"{name} {n}" for name, n in dug.resources.items())
            yield f"dug {dug.x},{dug.y}: {found or 'nothing'} (round {dug.round})"


def map_lines(view: View) -> Iterator[str]:
    """The known part: . grass, # rock, ? unknown, U own units, E enemies, T towers, * something on the ground."""
    known = [(x, y) for y, line in enumerate(view.terrain) for x, sign in enumerate(line) if sign != "?"]
    if not known:
        return
    left, right = max(0, min(x for x, _ in known) - MARGIN), min(view.width, max(x for x, _ in known) + MARGIN + 1)
    top, bottom = max(0, min(y for _, y in known) - MARGIN), min(view.height, max(y for _, y in known) + MARGIN + 1)
    signs: dict[tuple[int, int], str] = {}
    for cell in view.cells:
        if cell.resources or cell.items:
            signs[cell.x, cell.y] = "*"
        if cell.tower is not None:
            signs[cell.x, cell.y] = "T"
        if any(unit.player != view.player for unit in cell.units):
            signs[cell.x, cell.y] = "E"
    for unit in view.units or ():
        signs[unit.x, unit.y] = "U"
    yield f"map from {left},{top} to {right - 1},{bottom - 1}: . grass # rock ? unknown U own E enemy T tower * things"
    for y in range(top, bottom):
        yield "".join(signs.get((x, y), view.terrain[y][x]) for x in range(left, right))


def unit_line(unit: OwnUnit) -> str:
    words = [f"unit {unit.id} at {unit.x},{unit.y} energy {unit.energy}/{unit.max_energy} weight {unit.weight}"]
    words += [f"carries {' '.join(f'{k} {n}' for k, n in {**unit.resources, **unit.items}.items())}"] * bool(
        unit.resources or unit.items
    )
    words += [f"sword {unit.sword}"] * bool(unit.sword) + [f"armour {unit.armour}"] * bool(unit.armour)
    words += [f"frozen {unit.frozen}"] * bool(unit.frozen) + ["respawned"] * unit.respawned
    return " ".join(words)


# Orders


def scene_of(view: Any, setup: Setup) -> Scene:
    known, options = seen(view), settings_of(setup)
    memory = Memory(known, options)
    memory.look(known)
    return Scene(known, options, memory, Book(options))


def happened(event: Any, view: Any) -> str:
    return plain(event, view, noise=("units",))  # the board has them


def orders(view: Any, setup: Setup, seat: int) -> Iterator[Any]:
    """To end the turn; then for every unit what would succeed as far as the seat knows."""
    yield a.EndTurn()
    if isinstance(seen(view).units, UnsetType) or seen(view).turn_of != seat:
        return
    scene, state = scene_of(view, setup), state_from_view(view, setup)
    for hand in scene.hands:
        if hand.able:
            for order in chances(scene, hand):
                if GAME.rules.check(state, seat, a.row_of(order)) == 0:
                    yield order


def chances(scene: Scene, hand: Hand) -> Iterator[Any]:
    """What a unit might do, legal or not."""
    unit, (x, y) = hand.id, scene.atlas.place(hand.at)
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)):
        yield a.Move(unit=unit, to=(x + dx, y + dy))
    for foe in scene.memory.foes:
        for energy in dict.fromkeys((hand.needed(foe) or hand.energy, hand.energy)):
            yield a.Attack(unit=unit, target=foe.id, energy=max(1, energy))
    yield a.Dig(unit=unit)
    resources, items = scene.memory.heaps.get(hand.at, ({}, {}))
    there: dict[Any, int] = {**resources, **items}
    for dug in scene.view.dug or ():
        if (dug.x, dug.y) == (x, y):
            there |= {name: n + there.get(name, 0) for name, n in dug.resources.items()}
            break
    if there:
        yield a.Pickup(unit=unit, what=there)
    for name, quantity in hand.things.items():
        yield a.Drop(unit=unit, what={name: quantity})  # type: ignore[dict-item]
        if name in t.ITEM_NAMES:
            yield a.Equip(unit=unit, item=name)  # type: ignore[arg-type]
    for way in scene.ways():
        if hand.has(way.use):
            made = {t.TOWER: a.PlaceTower, t.TRAP: a.PlaceTrap}.get(way.kind, a.Craft)
            yield made(unit=unit, item=way.item, use=way.use)
    for kind in t.KIND_NAMES:
        yield a.Research(unit=unit, kind=kind)  # type: ignore[arg-type]


def code(view: Any, setup: Setup, seat: int, action: Any) -> int:
    """What the rules say, as far as the seat knows the map."""
    if isinstance(seen(view).units, UnsetType):
        return t.NOT_YOUR_TURN
    return int(GAME.rules.check(state_from_view(view, setup), seat, a.row_of(action)))


# Words


def read(text: str, view: Any) -> Any:
    return wording.read_action(text)


def write(action: Any, view: Any) -> str:
    """What a unit sees afterwards is in the next view anyway, so nobody need ask for it or do without."""
    return wording.write_action(action).removesuffix(" blind")


def named(action: dict[str, Any], view: Any) -> dict[str, Any]:
    return msgspec.to_builtins(action)  # type: ignore[no-any-return]
