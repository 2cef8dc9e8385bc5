"""Pictures of boards as arrays, for `render_mode="rgb_array"`: filled shapes, lines and numbers, with NumPy alone."""

import numpy as np
from numpy.typing import NDArray

Colour = tuple[int, int, int]
Picture = NDArray[np.uint8]

GROUND, FOG, FAINT, WHITE = (16, 20, 28), (30, 35, 45), (70, 78, 92), (235, 238, 242)
SEAT_COLOURS: tuple[Colour, ...] = (
    (122, 132, 148), (116, 178, 230), (240, 80, 50), (240, 251, 180), (150, 98, 240), (63, 182, 139), (242, 158, 196),
    (245, 166, 35), (184, 196, 214),
)  # fmt: skip
FONT = {
    "0": (7, 5, 5, 5, 7), "1": (2, 6, 2, 2, 7), "2": (7, 1, 7, 4, 7), "3": (7, 1, 7, 1, 7), "4": (5, 5, 7, 1, 1),
    "5": (7, 4, 7, 1, 7), "6": (7, 4, 7, 5, 7), "7": (7, 1, 1, 1, 1), "8": (7, 5, 7, 5, 7), "9": (7, 5, 7, 1, 7),
}  # fmt: skip


def seat_colour(seat: int) -> Colour:
    """Grey for nobody; seats beyond the eighth share colours."""
    return SEAT_COLOURS[(seat - 1) % 8 + 1] if seat > 0 else SEAT_COLOURS[0]


def dimmed(colour: Colour, share: float = 0.45) -> Colour:
    red, green, blue = (round(share * one + (1 - share) * ground) for one, ground in zip(colour, GROUND, strict=True))
    return red, green, blue


class Canvas:
    """A picture to draw on; what lies outside of it is cut off."""

    def __init__(self, width: int, height: int, colour: Colour = GROUND) -> None:
        self.picture: Picture = np.empty((height, width, 3), np.uint8)
        self.picture[:] = colour

    def box(self, x: float, y: float, width: float, height: float, colour: Colour) -> None:
        left, top = max(0, round(x)), max(0, round(y))
        self.picture[top : max(top, round(y + height)), left : max(left, round(x + width))] = colour

    def disc(self, x: float, y: float, radius: float, colour: Colour) -> None:
        height, width, _ = self.picture.shape
        top, left = max(0, int(y - radius)), max(0, int(x - radius))
        bottom, right = min(height, int(y + radius) + 2), min(width, int(x + radius) + 2)
        rows, columns = np.ogrid[top:bottom, left:right]
        self.picture[top:bottom, left:right][(rows - y) ** 2 + (columns - x) ** 2 <= radius**2] = colour

    def line(self, start: tuple[float, float], end: tuple[float, float], colour: Colour) -> None:
        steps = int(max(abs(end[0] - start[0]), abs(end[1] - start[1]))) + 1
        columns = np.linspace(start[0], end[0], steps).round().astype(int)
        rows = np.linspace(start[1], end[1], steps).round().astype(int)
        height, width, _ = self.picture.shape
        inside = (rows >= 0) & (rows < height) & (columns >= 0) & (columns < width)
        self.picture[rows[inside], columns[inside]] = colour

    def number(self, x: float, y: float, number: int, colour: Colour = WHITE, size: int = 1) -> None:
        """A number with its middle here; a digit is three by five dots."""
        text = str(abs(number))
        left, top = round(x - size * (4 * len(text) - 1) / 2), round(y - size * 2.5)
        for place, digit in enumerate(text):
            for row, bits in enumerate(FONT[digit]):
                for column in range(3):
                    if bits >> 2 - column & 1:
                        self.box(left + size * (4 * place + column), top + size * row, size, size, colour)
