"""Quest in the terminal: the map with its fog, the units and what lies about, and the teams beside it."""

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ...cli.terminal_board import colour_of, mark_of, table_with, words_of

GRASS, ROCK, FOG, HEAP, TRAP, TOWER = "·", "█", " ", "*", "x", "♜"
SIGNS = {"wood": "w", "stone": "s", "leather": "l", "bronze": "b", "iron": "i", "titanium": "t", "gold": "g"}
RICH = {
    "wood": "#a8763e", "stone": "#9aa3ad", "leather": "#c9895b", "bronze": "#cd7f32", "iron": "#b7c3d0",
    "titanium": "#8fd3e8", "gold": "#ffd257",
}  # fmt: skip
LEGEND = "♜ tower  x trap  * on the ground; buried: wood, stone, leather, bronze, iron, titanium, gold"
BESIDE = 44  # characters that the teams need next to the map
UNSAID = ("by_seat", "trap_seat", "tower_seat", "target_seat", "surface", "seen", "seen_from")
SAID = {"turn_start", "turn_end", "game_over", "points"}  # what the result or another line already says


def event_line(event: Any, names: Sequence[str]) -> str | None:
    tag = event.__struct_config__.tag
    if tag in SAID:
        return None
    return "  " + words_of(event, names, without=UNSAID)


def owned(view: Any) -> list[Any]:
    """What is known of teams' own things: of all of them, of one, or of none."""
    if view.all is not UNSET:
        return list(view.all)
    return [] if view.units is UNSET else [view]


def seat_of(team: Any) -> int:
    return int(getattr(team, "seat", 0) or team.player)


def line_of(view: Any, names: Sequence[str]) -> str:
    parts = []
    for player in view.players:
        words = [f"{mark_of(player.seat)} {player.name} {player.points:g} points", f"{player.units} units"]
        if player.stats["kills"]:
            words.append(f"{player.stats['kills']} kills")
        if player.defeated:
            words.append("defeated")
        parts.append(", ".join(words))
    return f"round {view.round}: " + " | ".join(parts)


def board_of(view: Any, names: Sequence[str], width: int, height: int) -> RenderableType:
    head = Text(f"round {view.round} of {view.rounds}", style="bold")
    if view.phase == "over":
        winners = [player.name for player in view.players if player.place == 1]
        head.append(f"   {' and '.join(winners)} won", style="bold #ffb224")
    elif view.turn_of:
        head.append(f"   {names[view.turn_of - 1]}'s turn", style="dim")
    teams = Group(scores_of(view), Text(), units_of(view, max(3, height - 8 - len(view.players))))
    if "." not in "".join(view.terrain):
        return Group(head, teams)
    room = max(5, height - 4)
    if width < view.width + BESIDE:
        return Group(head, map_of(view, width, room), Text(LEGEND, style="dim"), teams)
    beside = Table.grid(padding=(0, 3))
    beside.add_row(map_of(view, width - BESIDE, room), teams)
    return Group(head, beside, Text(LEGEND, style="dim"))


def map_of(view: Any, width: int, height: int) -> Text:
    """A character for every cell, as many as fit: around the own units where the map is too large."""
    signs = signs_of(view)
    left, top = corner_of(view, width, height)
    out = Text(no_wrap=True, overflow="crop")
    for y in range(top, min(view.height, top + height)):
        for x in range(left, min(view.width, left + width)):
            ground = view.terrain[y][x]
            plain = (FOG, "") if ground == "?" else (ROCK, "#5d6675") if ground == "#" else (GRASS, "#3b4a3f")
            out.append(*signs.get((x, y), plain))
        out.append("\n")
    return out


def corner_of(view: Any, width: int, height: int) -> tuple[int, int]:
    """The first column and line that are shown, so that the middle of the units is in the middle."""
    teams = owned(view)
    units = [unit for team in teams for unit in team.units]
    if any(
        max(at) - min(at) >= room for at, room in (([u.x for u in units], width), ([u.y for u in units], height)) if at
    ):
        moving = [team for team in teams if team.units and seat_of(team) == view.turn_of]
        units = (moving or [team for team in teams if team.units])[0].units  # all do not fit, so one team is shown
    if not units:
        return 0, 0
    x = sum(unit.x for unit in units) // len(units) - width // 2
    y = sum(unit.y for unit in units) // len(units) - height // 2
    return min(max(0, x), max(0, view.width - width)), min(max(0, y), max(0, view.height - height))


def signs_of(view: Any) -> dict[tuple[int, int], tuple[str, str]]:
    """What is in the cells, what matters most last."""
    signs: dict[tuple[int, int], tuple[str, str]] = {}
    for one in view.remembered:
        if one.tower_level:
            signs[one.x, one.y] = (TOWER, f"dim {colour_of(one.tower_player)}")
        elif one.trap:
            signs[one.x, one.y] = (TRAP, "dim")
        elif one.resources or one.items:
            signs[one.x, one.y] = (HEAP, "dim")
        elif one.buried:
            signs[one.x, one.y] = (SIGNS[one.buried[0]], f"dim {RICH[one.buried[0]]}")
    if view.ground is not UNSET:
        names = list(SIGNS)
        for x, y, resource, _ in view.ground:
            signs[x, y] = (SIGNS[names[resource]], RICH[names[resource]])
    for cell in view.cells:
        if (sign := sign_of(cell)) is not None:
            signs[cell.x, cell.y] = sign
    for team in owned(view):  # whoever sees everything is told of units by team, not by cell
        for unit in team.units:
            signs[unit.x, unit.y] = (mark_of(seat_of(team)), f"bold {colour_of(seat_of(team))}")
    return signs


def sign_of(cell: Any) -> tuple[str, str] | None:
    if cell.units:
        return mark_of(cell.units[0].player), f"bold {colour_of(cell.units[0].player)}"
    if cell.tower is not None:
        return TOWER, f"bold {colour_of(cell.tower.player)}"
    if cell.trap is not None:
        return TRAP, colour_of(cell.trap.player)
    if cell.resources or cell.items:
        return HEAP, "#f5f1e8"
    return (SIGNS[cell.buried[0]], RICH[cell.buried[0]]) if cell.buried else None


def scores_of(view: Any) -> Table:
    table = table_with(("", "player", "points", "kill", "pickup", "craft"), left=("", "player"))
    for player in sorted(view.players, key=lambda player: (player.place, player.seat)):
        name = Text(f"{mark_of(player.seat)} {player.name}", style=colour_of(player.seat))
        if player.defeated or player.away:
            name.append(" defeated" if player.defeated else " away", style="dim")
        table.add_row(f"{player.place}.", name, f"{player.points:g}", *map(str, player.by_source.values()))
    return table


def units_of(view: Any, room: int) -> Table:
    """The known teams' units, as many as there is room for."""
    table = table_with(("unit", "at", "energy", "weight", ""), left=("unit", "at", ""))
    units = [(seat_of(team), unit) for team in owned(view) for unit in team.units]
    for seat, unit in units[:room]:
        marks = [f"sword{unit.sword}" if unit.sword else "", f"armour{unit.armour}" if unit.armour else ""]
        marks += [f"frozen {unit.frozen}" if unit.frozen else "", "shield" if unit.shield else ""]
        table.add_row(
            Text(str(unit.id), style=colour_of(seat)), f"{unit.x},{unit.y}", f"{unit.energy}/{unit.max_energy}",
            str(unit.weight), " ".join(mark for mark in marks if mark),
        )  # fmt: skip
    return table
