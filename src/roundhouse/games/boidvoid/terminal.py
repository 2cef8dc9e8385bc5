"""BoidVoid in the terminal: the hexes with their owners and units, and beside them the teams and their ships.

A tile is two characters: what is there, and the number of the team that owns it. Odd lines are shifted by half a tile.
"""

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ...cli.terminal_board import colour_of, mark_of, table_with, words_of

GROUND = {"clear": "·", "asteroid_field": ":", "nebula": "~", "conduit": "=", "planet": "o"}
OBSTACLE, POI, PIRATE, MOTHERSHIP, SWARM, STRUCTURE = "█", "*", "P", "M", "S", "^"
LEGEND = "ships by team, M mothership, S swarm, P pirate, ^ structure; : asteroids ~ nebula = conduit o planet * point"
BESIDE = 46  # characters that the teams need next to the map
# events that the result or another line already tells
SAID = {"turn_started", "turn_ended", "game_ended", "order_taken"}
UNSAID = ("start", "critical_damage", "bonus_attack", "bonus_defense")


def event_line(event: Any, names: Sequence[str]) -> str | None:
    tag = event.__struct_config__.tag
    if tag in SAID:
        return None
    if tag == "combat":
        return "  " + combat_words(event)
    return "  " + words_of(event, names, without=UNSAID, seats=())  # `by` is a unit


def combat_words(event: Any) -> str:
    """An attack in one line: who hit whom, how hard, and the cost."""
    words = []
    for side, done in ((event.attacker, "hits"), (event.target, "strikes back")):
        if side.struck:
            words.append(f"{side.unit} {done} with {side.damage:g}{' (critical)' if side.critical else ''}")
    for side in (event.attacker, event.target):
        lost = f"{side.unit} loses {side.health_lost:g}"
        words.append(lost + (", destroyed" if side.destroyed else f", has {side.health:g}"))
    return "combat: " + "; ".join(words)


def line_of(view: Any, names: Sequence[str]) -> str:
    parts = []
    for team in view.teams:
        words = [f"{mark_of(team.team)} team {team.team} {team.tiles} tiles", f"{team.ships} ships"]
        if team.structures:
            words.append(f"{team.structures} structures")
        if team.defeated:
            words.append(f"{team.defeated} defeated")
        if team.eliminated:
            words.append("eliminated")
        parts.append(", ".join(words))
    return f"turn {view.turn}: " + " | ".join(parts)


def board_of(view: Any, names: Sequence[str], width: int, height: int) -> RenderableType:
    limit = f" of {view.turn_limit}" if view.turn_limit else ""
    head = Text(f"turn {view.turn}{limit}", style="bold")
    if view.phase == "over":
        winners = [f"team {team.team}" for team in view.teams if team.rank == 1]
        head.append(f"   {' and '.join(winners)} won", style="bold #ffb224")
    teams = Group(scores_of(view), Text(), ships_of(view, max(3, height - 8 - len(view.teams))))
    room = max(5, height - 4)
    legend = Text(LEGEND, style="dim")
    if width < 2 * view.side + 1 + BESIDE:
        return Group(head, map_of(view, width, room), legend, teams)
    beside = Table.grid(padding=(0, 3))
    beside.add_row(map_of(view, width - BESIDE, room), teams)
    return Group(head, beside, legend)


def map_of(view: Any, width: int, height: int) -> Text:
    """Two characters for every tile, as many as fit: around the own units where the map is too large."""
    tiles = {(tile.x, tile.y): tile for tile in view.tiles}
    signs = signs_of(view)
    columns = max(1, (width - 1) // 2)
    left, top = corner_of(view, columns, height)
    out = Text(no_wrap=True, overflow="crop")
    for y in range(top, min(view.side, top + height)):
        out.append(" " * (y % 2))
        for x in range(left, min(view.side, left + columns)):
            tile = tiles.get((x, y))
            if tile is None:
                out.append("  ")
                continue
            out.append(*signs.get((x, y), ground_of(tile)))
            out.append(str(tile.owner) if tile.owner else " ", style=f"dim {colour_of(tile.owner)}")
        out.append("\n")
    return out


def ground_of(tile: Any) -> tuple[str, str]:
    if tile.obstacle:
        return OBSTACLE, "#5d6675"
    style = colour_of(tile.owner) if tile.owner else "#5d6675"
    return (POI, f"bold {style}") if tile.poi else (GROUND[tile.type], style)


def signs_of(view: Any) -> dict[tuple[int, int], tuple[str, str]]:
    """What is on the tiles; a unit hides the superstructure under it."""
    signs: dict[tuple[int, int], tuple[str, str]] = {
        (one.x, one.y): (STRUCTURE, f"bold {colour_of(one.team)}") for one in view.structures
    }
    for unit in view.units:
        if unit.x is None or unit.swarm:
            continue
        sign = {"npc": PIRATE, "mothership": MOTHERSHIP, "swarm": SWARM}.get(unit.kind, mark_of(unit.team))
        signs[unit.x, unit.y] = (sign, f"bold {colour_of(unit.team) if unit.team else '#f5a623'}")
    return signs


def corner_of(view: Any, columns: int, lines: int) -> tuple[int, int]:
    """The first column and line that are shown, so that the own ships are in the middle."""
    own = view.you.team if view.you is not UNSET else 0
    at = [unit for unit in view.units if unit.x is not None and (unit.team == own or not own)]
    if not at:
        return 0, 0
    x = sum(unit.x for unit in at) // len(at) - columns // 2
    y = sum(unit.y for unit in at) // len(at) - lines // 2
    return min(max(0, x), max(0, view.side - columns)), min(max(0, y), max(0, view.side - lines))


def scores_of(view: Any) -> Table:
    table = table_with(("", "team", "tiles", "points", "built", "defeated"), left=("", "team"))
    for team in sorted(view.teams, key=lambda team: (team.rank, team.team)):
        name = Text(f"{mark_of(team.team)} team {team.team}", style=colour_of(team.team))
        if team.eliminated or team.left:
            name.append(" eliminated" if team.eliminated else " left", style="dim")
        numbers = (team.tiles, team.pois, team.structures, team.defeated)
        table.add_row(f"{team.rank}.", name, *map(str, numbers))
    return table


def ships_of(view: Any, room: int) -> Table:
    """Ships, motherships and swarms, those of the own team first; what is not known is a dot."""
    table = table_with(("unit", "at", "health", "battery", "ap", ""), left=("unit", "at", ""))
    own = view.you.team if view.you is not UNSET else 0
    units = [unit for unit in view.units if unit.team]
    for unit in sorted(units, key=lambda unit: (unit.team != own, unit.team, unit.id))[:room]:
        kind = {"spaceship": "", "mothership": " M", "swarm": " S"}[unit.kind]
        battery = "·" if unit.battery is UNSET else f"{unit.battery:g}"
        ratio = "" if unit.ratio is UNSET else f" {unit.ratio}%"
        table.add_row(
            Text(f"{mark_of(unit.team)} {unit.id}{kind}", style=colour_of(unit.team)),
            place_of(unit), f"{unit.health:g}", battery + ratio, "·" if unit.ap is UNSET else str(unit.ap),
            doing_of(unit),
        )  # fmt: skip
    return table


def place_of(unit: Any) -> str:
    if unit.x is not None:
        return f"{unit.x},{unit.y}"
    return f"back in {unit.respawn}" if unit.respawn is not UNSET and unit.respawn else "off"


def doing_of(unit: Any) -> str:
    words = [f"{unit.job.type} {unit.job.progress}/{unit.job.needed}"] if unit.job else []
    words += [f"in {unit.swarm}"] if unit.swarm else []
    words += ["of " + ",".join(map(str, unit.ships))] if unit.ships else []
    return " ".join(words + (["auto"] if unit.automode else []))
