"""The sky as a picture: known planets by their gravity and resource, and how many robots of whom were seen there."""

from collections import Counter
from typing import Any

from msgspec import UNSET

from ....rl.canvas import FAINT, WHITE, Canvas, Picture, dimmed, seat_colour

CELL = 32
GRAVITY = ((70, 78, 92), (58, 92, 118), (92, 96, 60), (118, 66, 58))
RESOURCES = {
    "COAL": (90, 90, 90), "IRON": (170, 120, 90), "GEM": (80, 200, 190), "GOLD": (240, 200, 60), "PLATIN": WHITE,
}  # fmt: skip


def picture(view: Any) -> Picture:
    canvas = Canvas(CELL * view.side, CELL * view.side)
    owners = [view.you] if view.you is not UNSET else view.all if view.all is not UNSET else []
    crowds: dict[str, Counter[int]] = {}
    for robot in (*(robot for one in owners for robot in one.robots), *view.sightings):
        crowds.setdefault(robot.planet, Counter())[robot.seat] += 1
    for number, planet in enumerate(view.planets):
        # a seat is not told where planets lie, so what it knows stands in the order in which it is listed
        x, y = (planet.x, view.side - 1 - planet.y) if planet.x is not None else divmod(number, view.side)[::-1]
        left, top = CELL * x, CELL * y
        tint = GRAVITY[planet.gravity % len(GRAVITY)]
        canvas.box(left + 2, top + 2, CELL - 4, CELL - 4, tint if planet.visited else dimmed(tint))
        if planet.resource:
            canvas.box(left + 4, top + CELL - 10, 6, 6, RESOURCES.get(planet.resource.upper(), FAINT))
        if planet.station:
            canvas.box(left + CELL - 10, top + CELL - 10, 6, 6, WHITE)
        for place, (seat, count) in enumerate(sorted(crowds.get(planet.id, Counter()).items())[:3]):
            canvas.disc(left + 8 + 8 * place, top + 10, 4, seat_colour(seat))
            canvas.number(left + 9 + 8 * place, top + 19, min(count, 99))
    return canvas.picture
