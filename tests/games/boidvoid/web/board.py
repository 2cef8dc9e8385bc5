"""The BoidVoid board as a test sees it: a map with one of everything, where its tiles lie on the board, and what colour
a spot of it has.

The places are computed here anew from the view, so that a picture that puts something elsewhere is noticed.
"""

import json
import math

from tests.web.board import BoardOnPage, Picture, off, replay_at, rgb, scrub, settle

TYPES = ("clear", "asteroid_field", "nebula", "conduit", "planet")
OBSTACLES = ("black_hole", "star_cluster", "quantum_rift")
POIS = (
    "space_oasis", "galactic_gateway", "abandoned_space_station", "meteor_shower_zone", "alien_artifact",
    "wormhole_entry", "lost_explorers_ship", "dyson_sphere_ruins", "crystal_asteroid", "intergalactic_beacon",
    "space_time_anomaly",
)  # fmt: skip
THEMES = {
    "dark": {"players": ["#5d6675", "#74b2e6", "#e0350f"], "ink": "#f3f0e9", "bg": "#0d1117", "hazard": "#ff5747"},
    "light": {"players": ["#8b867a", "#0488d3", "#a61c0c"], "ink": "#1a1c21", "bg": "#f6f3ec", "hazard": "#c8321f"},
}
WIDTH, HEIGHT = 13, 9
HOMES = ([1, 4], [11, 4])
SQ3 = math.sqrt(3)
RIM = 0.25  # around the map, in radii of a tile
LEAST_PX = 200  # the canvas is wider once the board is there


def everything() -> str:
    """A map file for two teams: kinds of tiles in row 0, obstacles in row 1, points of importance in row 8."""
    tiles = {(x, y): {"x": x, "y": y, "type": "clear"} for y in range(HEIGHT) for x in range(WIDTH)}
    for n, kind in enumerate(TYPES):
        tiles[2 * n + 1, 0]["type"] = kind
    for n, kind in enumerate(OBSTACLES):
        tiles[4 * n + 2, 2]["obstacle"] = kind
    for n, kind in enumerate(POIS):
        tiles[n + 1, 8]["poi"] = kind
    tiles[6, 5]["npc"] = "space_pirate"
    tiles[5, 5]["captured"], tiles[7, 5]["captured"] = 0, 1  # beside the pirate
    for corner in ((0, 0), (12, 0)):
        del tiles[corner]  # void
    return json.dumps(
        {"name": "One of everything", "width": WIDTH, "height": HEIGHT, "homes": HOMES, "tiles": list(tiles.values())}
    )


def played(site):
    """A finished match of two bots on that map; its key and frames."""
    member = site.member("pilot")
    settings = {"map": everything(), "turn_limit": 16, "turn_seconds": 60, "ap_start": 12, "npc_aggro": 20}
    settings["npc_leash"] = 20  # it comes to whoever does not come to it
    key = member.match("random", "random", game="boidvoid", preset="standard", clock="bot", seed=11, settings=settings)
    site.finished(key)
    member.close()
    return key, site.frames(key)


class BoidvoidBoard(BoardOnPage):
    """A board of one page, with the view it shows, as a whole."""

    themes = THEMES
    layers = True

    def _fit(self) -> None:
        flat = [self.flat(tile["x"], tile["y"]) for tile in self.view["tiles"]]
        left, right = min(x for x, _ in flat), max(x for x, _ in flat)
        up, down = min(y for _, y in flat), max(y for _, y in flat)
        self.u = min(self.width / (right - left + SQ3 + 2 * RIM), self.height / (down - up + 2 + 2 * RIM))
        self.x0 = self.width / 2 - (left + right) / 2 * self.u
        self.y0 = self.height / 2 - (up + down) / 2 * self.u

    @staticmethod
    def flat(x: int, y: int) -> tuple[float, float]:
        """Odd rows are half a tile to the right. BOI-027"""
        return SQ3 * (x + 0.5 * (y % 2)), 1.5 * y

    def spot(self, x: int, y: int, dx: float = 0, dy: float = 0) -> tuple[float, float]:
        """A place in px of the canvas, in radii from the middle of a tile."""
        px, py = self.flat(x, y)
        return self.x0 + (px + dx) * self.u, self.y0 + (py + dy) * self.u

    def hover(self, x: int, y: int, dx: float = 0, dy: float = 0) -> None:
        self.refresh()
        px, py = self.spot(x, y, dx, dy)
        self.page.mouse.move(self.left + px, self.top + py)

    def click(self, x: int, y: int) -> None:
        self.hover(x, y)
        px, py = self.spot(x, y)
        self.page.mouse.click(self.left + px, self.top + py)

    def patch(self, picture: Picture, x: int, y: int, half: float = 0.6) -> list[tuple[int, int, int]]:
        """The spots of a tile, in a square around its middle."""
        steps = [half * n / 14 for n in range(-14, 15)]
        return [picture.at(*self.spot(x, y, dx, dy)) for dy in steps for dx in steps]

    def has(self, picture: Picture, x: int, y: int, colour: str, slack: int = 26, half: float = 0.85) -> int:
        """How many of the spots of a tile have this colour."""
        return sum(off(spot, rgb(colour)) < slack for spot in self.patch(picture, x, y, half))

    def unlike(self, picture: Picture, one: tuple[int, int], other: tuple[int, int], half: float = 0.5) -> float:
        """How much two tiles differ on average."""
        pairs = zip(self.patch(picture, *one, half), self.patch(picture, *other, half), strict=True)
        found = [off(a, b) for a, b in pairs]
        return sum(found) / len(found)

    def side(self, picture: Picture, x: int, y: int, direction: int) -> list[tuple[int, int, int]]:
        """The spots just inside a side of a tile: 0 is the east, then clockwise."""
        angle = direction * math.pi / 3
        far = 0.9 * SQ3 / 2
        along = [n / 20 for n in range(-5, 6)]
        return [
            picture.at(*self.spot(x, y, math.cos(angle) * (far + out) - math.sin(angle) * step,
                                  math.sin(angle) * (far + out) + math.cos(angle) * step))
            for step in along
            for out in (-0.02, 0, 0.02)
        ]  # fmt: skip


def seeing(visitor, match):
    """Opens the replay of the match at a frame."""

    def open_at(at=0, *, theme="dark", language="en", width=1500, height=1000, **options):
        key, frames = match
        at %= len(frames)
        look = {"width": width, "height": height, "theme": theme, "language": language}
        page = replay_at(visitor, key, frames[at]["round"], **look, **options)
        scrub(page, at)
        settle(page, LEAST_PX)
        return BoidvoidBoard(page, frames[at]["view"], theme)

    return open_at
