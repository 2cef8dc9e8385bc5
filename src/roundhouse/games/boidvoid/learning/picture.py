"""The map as a picture: tiles by owner, obstacles, points of importance, superstructures, ships with their health."""

from typing import Any

from ....rl.canvas import FAINT, FOG, GROUND, WHITE, Canvas, Picture, dimmed, seat_colour

CELL = 34
STAR, PIRATE = (255, 178, 36), (245, 166, 35)


def picture(view: Any) -> Picture:
    canvas = Canvas(CELL * view.side + CELL // 2, CELL * view.side)

    def middle(x: int, y: int) -> tuple[float, float]:
        return CELL * (x + 0.5 + (y % 2) / 2), CELL * (y + 0.5)

    for tile in view.tiles:
        x, y = middle(tile.x, tile.y)
        canvas.disc(x, y, CELL * 0.5, dimmed(seat_colour(tile.owner), 0.5) if tile.owner else FOG)
        if tile.obstacle:
            canvas.disc(x, y, CELL * 0.35, FAINT)
        elif tile.poi:
            canvas.disc(x, y, CELL * 0.15, STAR)
    for one in view.structures:
        x, y = middle(one.x, one.y)
        canvas.box(x - CELL * 0.35, y - CELL * 0.35, CELL * 0.7, CELL * 0.7, seat_colour(one.team))
        canvas.number(x, y, one.level, GROUND, size=2)
    for unit in view.units:
        if unit.x is None or unit.y is None or unit.swarm:
            continue
        x, y = middle(unit.x, unit.y)
        size = {"mothership": 0.42, "swarm": 0.38}.get(unit.kind, 0.3)
        canvas.disc(x, y, CELL * size, seat_colour(unit.team) if unit.team else PIRATE)
        canvas.number(x, y, unit.id, GROUND)
        share = min(1.0, unit.health / unit.max_health) if unit.max_health else 0.0
        canvas.box(x - CELL * 0.3, y + CELL * 0.36, CELL * 0.6 * share, 3, WHITE)
    return canvas.picture
