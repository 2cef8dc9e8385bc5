"""The Spacegoo board as a test sees it: where the pieces of a view lie on it, and what colour a spot of it has.

The places are computed here anew from the rules and from `boards/spacegoo/layout.ts`, so that a picture that puts
something elsewhere is noticed.
"""

import math
from dataclasses import dataclass

from tests.web.board import BoardOnPage


@dataclass
class Dart:
    x: float
    y: float
    angle: float
    r: float


class Board(BoardOnPage):
    """The board of Spacegoo."""

    def _fit(self) -> None:
        width, height = self.width, self.height
        planets = self.view["planets"]
        xs, ys = [p["x"] for p in planets], [p["y"] for p in planets]
        wish = min(width / 1.5, height) * 0.055 + 5
        side, above, below = max(28, wish * 1.9), max(26, wish * 1.7), max(32, wish * 2.3)
        wide, high = max(4, max(xs) - min(xs)), max(4, max(ys) - min(ys))
        scale = min((width - 2 * side) / wide, (height - above - below) / high)
        middle_x = width / 2 - (min(xs) + wide / 2) * scale
        middle_y = (above + height - below) / 2 - (min(ys) + high / 2) * scale
        self.at = [(middle_x + p["x"] * scale, middle_y + p["y"] * scale) for p in planets]
        nearest = min(math.dist((a["x"], a["y"]), (b["x"], b["y"])) for a in planets for b in planets if a is not b)
        self.unit = max(8.5, min(0.37 * nearest * scale, wish))
        self.r = [self.radius(sum(p["production"])) for p in planets]

    def radius(self, production: int) -> float:
        return max(8.5, self.unit * (0.52 + 0.48 * min(1, math.sqrt(production / 20))))

    def dart(self, fleet: dict) -> Dart:
        """Where a fleet is: share done = 1 - (eta + 1 - round) / distance, between the rims of two planets. GOO-112"""
        planets, (a, b) = self.view["planets"], (fleet["origin"], fleet["target"])
        distance = math.ceil(math.dist(*((planets[n]["x"], planets[n]["y"]) for n in (a, b))))
        done = min(1, max(0, 1 - (fleet["eta"] + 1 - self.view["round"]) / distance))
        (ax, ay), (bx, by) = self.at[a], self.at[b]
        angle = math.atan2(by - ay, bx - ax)
        r = self.unit * 0.2 + 2.4 + min(1, math.log1p(sum(fleet["ships"])) / 6.2) * (self.unit * 0.16 + 3)
        first, last = self.r[a] + r + 2, math.dist((ax, ay), (bx, by)) - self.r[b] - r - 2
        gone, side = first + max(0, last - first) * done, r * 0.45
        return Dart(
            ax + math.cos(angle) * gone - math.sin(angle) * side,
            ay + math.sin(angle) * gone + math.cos(angle) * side,
            angle,
            r,
        )

    def own(self, seat: int) -> list[int]:
        """My planets with ships, the strongest first."""
        mine = [p for p in self.view["planets"] if p["owner_id"] == seat and sum(p["ships"])]
        return [p["id"] for p in sorted(mine, key=lambda p: -sum(p["ships"]))]

    def near(self, planet: int) -> list[int]:
        """Where its ships can go, the weakest first."""
        reach = [b for a, b in self.view["hyperlanes"] if a == planet]
        return sorted(reach, key=self.ships)

    def ships(self, planet: int) -> int:
        return sum(self.view["planets"][planet]["ships"])

    # The pointer

    def hover(self, planet: int) -> None:
        x, y = self.at[planet]
        self.page.mouse.move(self.left + x, self.top + y)

    def click(self, planet: int) -> None:
        self.hover(planet)
        x, y = self.at[planet]
        self.page.mouse.click(self.left + x, self.top + y)
