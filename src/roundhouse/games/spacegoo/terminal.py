"""Spacegoo in the terminal."""

from collections.abc import Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ...cli.terminal_board import COLOURS, MARKS, table_with, words_of

BAR = 24  # cells of the bar of ships
SAID = ("fleet_launched", "round_played", "game_started", "game_over")  # the orders and the result say it already


def event_line(event: Any, names: Sequence[str]) -> str | None:
    return None if event.__struct_config__.tag in SAID else words_of(event, names)


def totals(view: Any, seat: int) -> tuple[int, int, int, int]:
    """Planets, ships, production a round and fleets of a seat."""
    planets = [planet for planet in view.planets if planet.owner_id == seat]
    fleets = [fleet for fleet in view.fleets if fleet.owner_id == seat]
    made = sum(sum(planet.production) for planet in planets if planet.production_rounds_left != 0)
    ships = sum(sum(thing.ships) for thing in (*planets, *fleets))
    return len(planets), ships, made if seat else 0, len(fleets)


def line_of(view: Any, names: Sequence[str]) -> str:
    parts = []
    for seat, name in enumerate(names, 1):
        planets, ships, made, fleets = totals(view, seat)
        parts.append(f"{MARKS[seat]} {name} {planets} planets {ships} ships +{made} {fleets} fleets")
    return f"round {view.round}: " + " | ".join(parts)


def board_of(view: Any, names: Sequence[str], width: int, height: int) -> RenderableType:
    """Planets at their places with owner and ships, fleets on their way, and a table of what everyone has."""
    rows = max(8, min(30, height - len(names) - 6))
    canvas = Canvas(view, max(30, min(width - 1, 3 * rows)), rows)
    canvas.draw()
    head = Text(f"round {view.round} of {view.max_rounds}", style="bold")
    if view.game_over:
        head.append(f"   {names[view.winner - 1]} won" if view.winner else "   a draw", style="bold #ffb224")
    return Group(head, canvas.text(), table_of(view, names))


def table_of(view: Any, names: Sequence[str]) -> Table:
    table = table_with(("", "planets", "ships", "production", "fleets", ""), left=("",))
    most = max([totals(view, seat)[1] for seat in range(1, len(names) + 1)] + [1])
    for seat, name in enumerate(names, 1):
        planets, ships, made, fleets = totals(view, seat)
        bar = Text("█" * round(BAR * ships / most), style=COLOURS[seat])
        numbers = (str(planets), str(ships), f"+{made}", str(fleets))
        table.add_row(Text(f"{MARKS[seat]} {name}", style=COLOURS[seat]), *numbers, bar)
    return table


class Canvas:
    """Characters with styles at cells; later things cover earlier ones."""

    def __init__(self, view: Any, width: int, height: int) -> None:
        self._view = view
        self._width, self._height = width, height
        self._cells = [[(" ", "")] * width for _ in range(height)]
        self._span_x = max(1, *(abs(planet.x) for planet in view.planets))
        self._span_y = max(1, *(abs(planet.y) for planet in view.planets))

    def draw(self) -> None:
        view = self._view
        for a, b in view.hyperlanes or ():
            if a < b:
                self._lane(view.planets[a], view.planets[b])
        for fleet in view.fleets:
            self._fleet(fleet)
        for planet in view.planets:
            column, row = self._place(planet.x, planet.y)
            self._write(
                column, row, f"{MARKS[planet.owner_id]}{sum(planet.ships)} ", f"bold {COLOURS[planet.owner_id]}"
            )

    def text(self) -> Text:
        out = Text(no_wrap=True, overflow="crop")
        for row in self._cells:
            for sign, style in row:
                out.append(sign, style)
            out.append("\n")
        return out

    def _place(self, x: float, y: float) -> tuple[int, int]:
        column = (x / self._span_x + 1) / 2 * (self._width - 7) + 1
        row = (y / self._span_y + 1) / 2 * (self._height - 1)
        return round(column), round(row)

    def _lane(self, one: Any, two: Any) -> None:
        (x0, y0), (x1, y1) = self._place(one.x, one.y), self._place(two.x, two.y)
        steps = max(abs(x1 - x0), abs(y1 - y0), 1)
        for n in range(2, steps, 2):
            self._write(round(x0 + (x1 - x0) * n / steps), round(y0 + (y1 - y0) * n / steps), "·", "#3a475c")

    def _fleet(self, fleet: Any) -> None:
        one, two = self._view.planets[fleet.origin], self._view.planets[fleet.target]
        distance = max(1.0, ((one.x - two.x) ** 2 + (one.y - two.y) ** 2) ** 0.5)
        done = min(1.0, max(0.0, 1 - (fleet.eta + 1 - self._view.round) / distance))
        column, row = self._place(one.x + (two.x - one.x) * done, one.y + (two.y - one.y) * done)
        arrow = "→" if two.x > one.x else "←" if two.x < one.x else "↓" if two.y > one.y else "↑"
        self._write(column, row, f"{arrow}{sum(fleet.ships)}", COLOURS[fleet.owner_id])

    def _write(self, column: int, row: int, signs: str, style: str) -> None:
        for n, sign in enumerate(signs):
            if 0 <= row < self._height and 0 <= column + n < self._width:
                self._cells[row][column + n] = (sign, style)
