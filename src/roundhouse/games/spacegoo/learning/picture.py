"""The board as a picture: planets by owner with their ships, lanes, and fleets where they are on their way."""

from typing import Any

from msgspec import UNSET

from ....rl.canvas import FAINT, Canvas, Picture, dimmed, seat_colour

SIZE, EDGE = 480, 36


def picture(view: Any) -> Picture:
    canvas = Canvas(SIZE, SIZE)
    spread = max([1, *(max(abs(planet.x), abs(planet.y)) for planet in view.planets)])
    scale = (SIZE / 2 - EDGE) / spread
    at = {planet.id: (SIZE / 2 + planet.x * scale, SIZE / 2 + planet.y * scale) for planet in view.planets}
    for one, other in view.hyperlanes if view.hyperlanes is not UNSET else ():
        canvas.line(at[one], at[other], dimmed(FAINT))
    for fleet in view.fleets:
        (x, y), (to_x, to_y) = at[fleet.origin], at[fleet.target]
        trip = max(1.0, ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5 / scale)
        gone = max(0.0, 1 - (fleet.eta - view.round) / trip)
        place = x + gone * (to_x - x), y + gone * (to_y - y)
        canvas.line(place, (to_x, to_y), dimmed(seat_colour(fleet.owner_id)))
        canvas.disc(*place, 2 + min(6, sum(fleet.ships) ** 0.5 / 4), seat_colour(fleet.owner_id))
    for planet in view.planets:
        x, y = at[planet.id]
        radius = 8 + min(12, sum(planet.production))
        canvas.disc(x, y, radius, dimmed(seat_colour(planet.owner_id), 0.7))
        canvas.number(x, y, sum(planet.ships), size=2)
    canvas.number(SIZE / 2, SIZE - 10, view.round, FAINT, size=2)
    return canvas.picture
