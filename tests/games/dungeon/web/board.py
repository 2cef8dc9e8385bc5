"""The Dungeon board as a test sees it: where the planets of a view lie on it, and what colour a spot of it has.

The places are computed here anew from the view, so that a picture that puts something elsewhere is noticed.
"""

from tests.web.board import BoardOnPage, Picture, off, rgb

RIM = 0.5  # of a cell, left and right (above and below) together
HALF = 0.37  # of a cell: half the side of a planet's square
BESIDE, BROAD = 1.18, 560  # a board so much wider than high, and so broad, has its legend beside the map
THEMES = {
    "dark": {
        "players": ["#74b2e6", "#e0350f", "#f0fbb4", "#9662f0", "#4bf1da", "#f3b805", "#f8709a", "#1d6d8d"],
        "gravity": ["#2a5c40", "#665b1c", "#8a4a1c"], "ink": "#f3f0e9", "bg": "#0d1117", "fog": "#06080b",
    },
    "light": {
        "players": ["#0488d3", "#a61c0c", "#829353", "#6945b9", "#007367", "#ac6800", "#f54592", "#1f222d"],
        "gravity": ["#b4dbb5", "#f0dd8c", "#f3b886"], "ink": "#1a1c21", "bg": "#f6f3ec", "fog": "#d3cdbf",
    },
}  # fmt: skip
LEGEND = {
    "en": ["Easy · 1", "Medium · 2", "Hard · 3", "Space station", "Coal", "Iron", "Gem", "Gold", "Platin"],
    "de": ["Leicht · 1", "Mittel · 2", "Schwer · 3", "Raumstation", "Kohle", "Eisen", "Edelstein", "Gold", "Platin"],
}
OF_A_SEAT = {"en": ["Not visited", "Rounds ago"], "de": ["Nicht besucht", "Runden her"]}
ROW, PX, GLYPH, PAD = 20, 11, 5.5, 10  # of the legend


def robots_of(view: dict) -> dict[str, list[int]]:
    """Seats of all robots by planet."""
    found: dict[str, list[int]] = {}
    for own in view.get("all") or [view["you"]]:
        for robot in own["robots"]:
            found.setdefault(robot["planet"], []).append(own["seat"])
    for sighting in view["sightings"]:
        found.setdefault(sighting["planet"], []).append(sighting["seat"])
    return found


class DungeonBoard(BoardOnPage):
    """A board of one page, with the view it shows."""

    themes = THEMES

    def __init__(self, page, view: dict, theme: str = "dark", language: str = "en") -> None:
        self.entries = LEGEND[language] + ([] if "all" in view else OF_A_SEAT[language])
        super().__init__(page, view, theme)

    def _fit(self) -> None:
        side = self.view["side"]
        self.beside = self.width >= BROAD and self.width / self.height > BESIDE
        wide = max(len(text) for text in self.entries) * PX * 0.56 + GLYPH * 2 + 6 + PAD * 2
        room = self.width - (wide if self.beside else 0), self.height - (0 if self.beside else self._below())
        self.legend = self.width - wide + PAD + GLYPH, (self.height - len(self.entries) * ROW) / 2
        self.c = min(room[0] / (side + RIM), room[1] / (side + RIM))
        self.x0, self.y0 = (room[0] - self.c * side) / 2, (room[1] - self.c * side) / 2

    def _below(self) -> float:
        """The height of a legend that stands below the map."""
        rows, used = 1, 0.0
        for text in self.entries:
            wide = len(text) * PX * 0.56 + GLYPH * 2 + 6 + 14
            if used and used + wide > self.width - PAD * 2:
                rows, used = rows + 1, 0.0
            used += wide
        return rows * ROW + PAD

    def spot(self, planet: dict, dx: float = 0, dy: float = 0) -> tuple[float, float]:
        """A place on a planet in px of the canvas, in cells from its middle."""
        return self.cell(planet["x"], planet["y"], dx, dy)

    def cell(self, x: int, y: int, dx: float = 0, dy: float = 0) -> tuple[float, float]:
        row = self.view["side"] - 1 - y
        return self.x0 + (x + 0.5 + dx) * self.c, self.y0 + (row + 0.5 + dy) * self.c

    def bare(self, planet: dict) -> tuple[float, float]:
        """A spot of a planet's square on which nothing lies: left of signs and badges, below the marks of gravity."""
        return self.spot(planet, -0.325, -0.12)

    def hover(self, planet: dict, dx: float = 0, dy: float = -0.1) -> None:
        self.canvas.scroll_into_view_if_needed()
        self.refresh()
        x, y = self.spot(planet, dx, dy)
        self.page.mouse.move(self.left + x, self.top + y)

    def robots(self) -> dict[str, list[int]]:
        return robots_of(self.view)

    def free(self, holds) -> dict:
        """A planet without robots of which something is true."""
        taken = self.robots()
        return next(planet for planet in self.view["planets"] if planet["id"] not in taken and holds(planet))

    def empty(self) -> list[dict]:
        """All planets without robots, whose badges might lie on what a test looks at."""
        taken = self.robots()
        return [planet for planet in self.view["planets"] if planet["id"] not in taken]

    def gravity_at(self, picture: Picture, place: tuple[float, float], slack: int = 14) -> int:
        """The gravity whose colour a spot has, 0 if it has none's."""
        seen = picture.at(*place)
        colours = [rgb(colour) for colour in self.colours["gravity"]]
        best = min(range(3), key=lambda n: off(seen, colours[n]))
        return best + 1 if off(seen, colours[best]) < slack else 0

    def seats_near(self, picture: Picture, planet: dict, slack: int = 40) -> set[int]:
        """Seats whose colours are to be seen in the lower half of a planet."""
        spots = [self.spot(planet, dx / 50, dy / 50) for dx in range(-24, 25) for dy in range(22)]
        found = set()
        players = [rgb(colour) for colour in self.colours["players"]]
        for seen in {picture.at(*spot) for spot in spots}:
            seat = min(range(8), key=lambda n: off(seen, players[n]))
            if off(seen, players[seat]) < slack:
                found.add(seat + 1)
        return found

    def sign(self, picture: Picture, planet: dict) -> frozenset[tuple[int, int]]:
        """The spots of ink in the middle of a planet, as its form."""
        ink, ground = rgb(self.colours["ink"]), rgb(self.colours["gravity"][planet["gravity"] - 1])
        steps = range(-13, 14)
        form = set()
        for dx in steps:
            for dy in steps:
                seen = picture.at(*self.spot(planet, dx / 60, dy / 60))
                if off(seen, ink) < off(seen, ground):
                    form.add((dx, dy))
        return frozenset(form)
