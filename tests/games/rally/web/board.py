"""The Rally board as a test sees it: where the cells of a view lie on it, and what colour a spot of it has.

The places are computed here anew from the view, so that a picture that puts something elsewhere is noticed.
"""

from tests.web.board import BoardOnPage, Picture, off, rgb

RIM = 0.6  # of a cell, left and right (above and below) together
THEMES = {
    "dark": {
        "players": ["#74b2e6", "#e0350f", "#f0fbb4", "#9662f0", "#4bf1da", "#f3b805", "#f8709a", "#1d6d8d"],
        "ink": "#f3f0e9", "wall": "#dfe5ee", "hazard": "#ff5747", "metal": "#1b222d", "stripe": "#d8a326",
    },
    "light": {
        "players": ["#0488d3", "#a61c0c", "#829353", "#6945b9", "#007367", "#ac6800", "#f54592", "#1f222d"],
        "ink": "#1a1c21", "wall": "#3b3f47", "hazard": "#c8321f", "metal": "#e6e1d6", "stripe": "#e0a21a",
    },
}  # fmt: skip
STEP = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}


class RallyBoard(BoardOnPage):
    """A board of one page, with the view it shows."""

    themes = THEMES

    def _fit(self) -> None:
        wide, high = self.view["board"]["width"], self.view["board"]["height"]
        self.c = min(self.width / (wide + RIM), self.height / (high + RIM))
        self.x0 = (self.width - self.c * wide) / 2
        self.y0 = (self.height - self.c * high) / 2

    def spot(self, x: float, y: float) -> tuple[float, float]:
        """The middle of a cell, or of any place between cells, in px of the canvas."""
        return self.x0 + (x + 0.5) * self.c, self.y0 + (y + 0.5) * self.c

    def hover(self, x: float, y: float) -> None:
        self.refresh()
        left, top = self.spot(x, y)
        self.page.mouse.move(self.left + left, self.top + top)

    def tokens(self) -> dict[tuple[int, int], str]:
        """What the text of the grid has in every cell."""
        lines = self.view["board"]["grid"].splitlines()[1::2]
        width = self.view["board"]["width"]
        return {(x, y): line[3 * x + 1 : 3 * x + 3] for y, line in enumerate(lines) for x in range(width)}

    def free(self, token: str) -> tuple[int, int]:
        """A cell with this field on which no robot stands."""
        taken = [tuple(robot["cell"]) for robot in self.view["robots"] if robot["cell"]]
        return next(cell for cell, found in self.tokens().items() if found == token and cell not in taken)

    def back_of(self, robot: dict) -> tuple[float, float]:
        """A spot on the body of a robot, behind and beside the shape on its back."""
        dx, dy = STEP[robot["facing"]]
        x, y = robot["cell"]
        return self.spot(x - dx * 0.22 - dy * 0.125, y - dy * 0.22 + dx * 0.125)

    def seat_at(self, picture: Picture, place: tuple[float, float], slack: int = 70) -> int:
        """The seat whose colour a spot has, 0 if it has nobody's."""
        seen = picture.at(*place)
        players = [rgb(colour) for colour in self.colours["players"]]
        seat = min(range(len(players)), key=lambda n: off(seen, players[n]))
        return seat + 1 if off(seen, players[seat]) < slack else 0
