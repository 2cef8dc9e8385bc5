"""The map as a picture: fog, rock and grass, what lies there, towers, traps, and units."""

from typing import Any

from msgspec import UNSET

from ....rl.canvas import FAINT, FOG, WHITE, Canvas, Colour, Picture, dimmed, seat_colour

CELL = 8
GRASS, ROCK, HEAP, ORE, TRAP = (38, 62, 44), (93, 102, 117), (240, 200, 60), (122, 96, 66), (224, 53, 15)


def picture(view: Any) -> Picture:
    canvas = Canvas(CELL * view.width, CELL * view.height, FOG)
    seen = {(cell.x, cell.y) for cell in view.cells}
    for y, line in enumerate(view.terrain):
        for x, sign in enumerate(line):
            if sign != "?":
                ground = ROCK if sign == "#" else GRASS
                bright = (x, y) in seen or not seen
                canvas.box(CELL * x, CELL * y, CELL, CELL, ground if bright else dimmed(ground))

    def mark(x: int, y: int, colour: Colour, share: float) -> None:
        gap = CELL * (1 - share) / 2
        canvas.box(CELL * x + gap, CELL * y + gap, CELL * share, CELL * share, colour)

    for x, y, *_ in view.ground if view.ground is not UNSET else ():
        mark(x, y, ORE, 0.5)
    for one in view.remembered:
        if one.tower_level:
            mark(one.x, one.y, dimmed(seat_colour(one.tower_player)), 1)
        elif one.trap:
            mark(one.x, one.y, dimmed(TRAP), 0.6)
        elif one.resources or one.items:
            mark(one.x, one.y, dimmed(HEAP), 0.5)
        elif one.buried:
            mark(one.x, one.y, dimmed(ORE), 0.5)
    for cell in view.cells:
        if cell.buried:
            mark(cell.x, cell.y, ORE, 0.5)
        if cell.resources or cell.items:
            mark(cell.x, cell.y, HEAP, 0.5)
        if cell.trap:
            mark(cell.x, cell.y, TRAP, 0.6)
        if cell.tower:
            mark(cell.x, cell.y, seat_colour(cell.tower.player), 1)
            mark(cell.x, cell.y, FAINT, 0.4)
        for unit in cell.units:
            canvas.disc(CELL * (cell.x + 0.5), CELL * (cell.y + 0.5), CELL * 0.5, seat_colour(unit.player))
    for team in view.all if view.all is not UNSET else ():
        for tower in team.towers:
            mark(tower.x, tower.y, seat_colour(team.seat), 1)
            mark(tower.x, tower.y, FAINT, 0.4)
        for trap in team.traps:
            mark(trap.x, trap.y, TRAP, 0.6)
        for unit in team.units:
            canvas.disc(CELL * (unit.x + 0.5), CELL * (unit.y + 0.5), CELL * 0.5, seat_colour(team.seat))
    if view.turn_of:
        canvas.box(0, 0, 2 * CELL, CELL / 2, seat_colour(view.turn_of))
    for unit in view.units if view.units is not UNSET else ():
        canvas.box(CELL * (unit.x + 0.4), CELL * (unit.y + 0.4), CELL * 0.3, CELL * 0.3, WHITE)
    return canvas.picture
