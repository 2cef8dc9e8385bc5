"""Rally in the terminal: the board as its text (RAL-018) with the robots on it, and how each of them stands."""

from collections.abc import Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ...cli.terminal_board import COLOURS, MARKS, table_with, who, words_of

ARROWS = {"N": "^", "E": ">", "S": "v", "W": "<"}
FLOOR, WALL, LASER, HOLE, GOAL = "#3a475c", "#c8d2e0", "#ff5c5c", "bold #8a93a3", "bold #ffb224"
WHEN = ("round", "step", "phase", "n", "beat")

# What the programs, the result or another line already say
SAID = {
    "round_started", "programming_started", "dealt", "hand_size", "draft_saved", "confirmed", "executing",
    "phase_started", "move_phase_started", "game_over",
}  # fmt: skip


def event_line(event: Any, names: Sequence[str]) -> str | None:
    tag = event.__struct_config__.tag
    if tag in SAID:
        return None
    if tag == "revealed":
        shown = [f"{who(int(seat), names)} {card or '-'}" for seat, card in event.commands.items()]
        return f"step {event.step}: {', '.join(shown)}"
    if tag == "beam":
        return beam_line(event, names)
    unsaid = () if getattr(event, "by", None) else ("by",)
    return "  " + words_of(event, names, without=(*WHEN, *unsaid))


def beam_line(event: Any, names: Sequence[str]) -> str | None:
    """Who was hit by whom; a beam that hits nobody is not told."""
    if not event.hits:
        return None
    shooter = who(event.source, names) if event.source else "a field laser"
    hit = " and ".join(who(seat, names) for seat in event.hits)
    return f"  {shooter} hits {hit}" + (" in the mirror" if event.reflected else "")


def line_of(view: Any, names: Sequence[str]) -> str:
    parts = [f"{MARKS[robot.seat]} {robot.name} {', '.join(words_about(view, robot))}" for robot in view.robots]
    return f"round {view.round}: " + " | ".join(parts)


def words_about(view: Any, robot: Any) -> list[str]:
    words = [f"{robot.ticked} of {view.board.checkpoints} checkpoints"]
    if robot.eliminated:
        return [*words, "out"]
    words.append("dead" if robot.cell is None else f"at {robot.cell[0]},{robot.cell[1]}{robot.facing}")
    words += [f"damage {robot.damage}", f"lives {robot.lives}"]
    return [*words, "powered down"] if robot.powered_down else words


def board_of(view: Any, names: Sequence[str], width: int, height: int) -> RenderableType:
    head = Text(f"round {view.round} of {view.max_rounds}   {view.board.name}", style="bold")
    if view.phase == "over":
        head.append(f"   {names[view.winner - 1]} won" if view.winner else "   over", style=GOAL)
    return Group(head, floor_of(view), table_of(view))


def floor_of(view: Any) -> Text:
    """The grid; a robot is its seat's mark and an arrow for its facing."""
    rows = [list(line.ljust(3 * view.board.width + 1)) for line in view.board.grid.split("\n")]
    robots = {}
    for robot in view.robots:
        if robot.cell is not None:
            x, y = robot.cell
            rows[2 * y + 1][3 * x + 1 : 3 * x + 3] = MARKS[robot.seat] + ARROWS[robot.facing]
            robots[2 * y + 1, 3 * x + 1] = robots[2 * y + 1, 3 * x + 2] = f"bold {COLOURS[robot.seat]}"
    out = Text(no_wrap=True, overflow="crop")
    for y, row in enumerate(rows):
        for x, sign in enumerate(row):
            out.append(sign, robots.get((y, x)) or style_of(row, x, in_walls=y % 2 == 0))
        out.append("\n")
    return out


def style_of(row: list[str], x: int, *, in_walls: bool) -> str:
    """The colour of a character of the grid."""
    sign = row[x]
    if in_walls or x % 3 == 0:
        return LASER if sign in "v^{}" else WALL if sign in "-|" else FLOOR
    first = row[x - (x % 3) + 1]
    return GOAL if first == "c" else HOLE if first == "(" else FLOOR if first == "." else ""


def table_of(view: Any) -> Table:
    heads = ("", "robot", "checkpoints", "damage", "lives", "burned in", "")
    table = table_with(heads, left=("", "robot", "burned in"))
    for robot in view.robots:
        ticked = f"{robot.ticked} of {view.board.checkpoints}"
        burned = " ".join(robot.locked.values())
        marks = {"out": robot.eliminated, "dead": robot.dead, "powered down": robot.powered_down}
        state = next((word for word, so in marks.items() if so), "confirmed" if robot.confirmed else "")
        name = Text(f"{MARKS[robot.seat]} {robot.name}", style=COLOURS[robot.seat])
        table.add_row(name, robot.model, ticked, str(robot.damage), str(robot.lives), burned, state)
    return table
