"""The Quest board as a test sees it: a scenario with one of everything, where the cells of a view lie on the board, and
what colour a spot of it has.

The places are computed here anew from the view, so that a picture that puts something elsewhere is noticed.
"""

from tests.web.board import BoardOnPage, Picture, off, replay_at, rgb, scrub, settle

RESOURCES = ("wood", "stone", "leather", "bronze", "iron", "titanium", "gold")
ACROSS = 20  # cells that the nearest look shows of the longer side
THEMES = {
    "dark": {"players": ["#74b2e6", "#e0350f"], "ink": "#f3f0e9", "bg": "#0d1117", "hazard": "#ff5747"},
    "light": {"players": ["#0488d3", "#a61c0c"], "ink": "#1a1c21", "bg": "#f6f3ec", "hazard": "#c8321f"},
}
WIDTH, HEIGHT = 40, 30


def scenario() -> dict:
    """Two teams on 40 x 30 cells. What is told of what stands where is true of the first frame."""
    terrain = [["."] * WIDTH for _ in range(HEIGHT)]
    for x in range(14, 20):
        terrain[3][x] = terrain[4][x] = "#"
    for y in range(8, 14):
        terrain[y][26] = "#"
    for n in range(5):
        terrain[20 + n][8 + n] = "#"
    return {
        "terrain": ["".join(line) for line in terrain],
        "start": {"1": [2, 2], "2": [37, 27]},
        "buried": [{"x": 5 + n, "y": 6, "resources": {name: 40}} for n, name in enumerate(RESOURCES)]
        + [{"x": 33, "y": 10, "resources": {"gold": 20, "iron": 9}}],
        "surface": [{"x": 5 + n, "y": 9, "resources": {name: 10 + n}} for n, name in enumerate(RESOURCES)]
        + [{"x": 20, "y": 20, "resources": {"wood": 5, "iron": 7}}],
        "items": [{"x": 13, "y": 9, "items": {"sword2": 1}}],
        "units": [
            {"id": 100, "player": 1, "x": 4, "y": 11, "sword": 2, "armour": 1},
            {"id": 101, "player": 1, "x": 6, "y": 11, "energy": 50, "max_energy": 100},
            {"id": 102, "player": 1, "x": 8, "y": 11, "energy": 0, "frozen": 3},
            {"id": 103, "player": 1, "x": 10, "y": 11, "resources": {"iron": 12}},
            {"id": 104, "player": 1, "x": 12, "y": 13},
            {"id": 200, "player": 2, "x": 13, "y": 14, "energy": 2, "max_energy": 2},
            {"id": 201, "player": 2, "x": 30, "y": 20},
            {"id": 202, "player": 2, "x": 30, "y": 20},
            {"id": 203, "player": 2, "x": 36, "y": 24, "armour": 3},
            {"id": 204, "player": 2, "x": 34, "y": 24},
        ],
        "towers": [{"player": 1, "x": 4, "y": 15, "level": 1}, {"player": 2, "x": 33, "y": 16, "level": 2}],
        "traps": [{"player": 1, "x": 9, "y": 14, "level": 2}, {"player": 2, "x": 33, "y": 22, "level": 1}],
    }


class QuestBoard(BoardOnPage):
    """A board of one page, with the view it shows, as a whole."""

    themes = THEMES
    layers = True

    def _fit(self) -> None:
        self.c = min(self.width / self.view["width"], self.height / self.view["height"])
        self.x0 = (self.width - self.c * self.view["width"]) / 2
        self.y0 = (self.height - self.c * self.view["height"]) / 2

    def spot(self, x: float, y: float, dx: float = 0, dy: float = 0) -> tuple[float, float]:
        """A place in px of the canvas, in cells from the middle of a cell."""
        return self.x0 + (x + 0.5 + dx) * self.c, self.y0 + (y + 0.5 + dy) * self.c

    def hover(self, x: float, y: float) -> None:
        self.refresh()
        px, py = self.spot(x, y)
        self.page.mouse.move(self.left + px, self.top + py)

    def click(self, x: float, y: float) -> None:
        self.hover(x, y)
        px, py = self.spot(x, y)
        self.page.mouse.click(self.left + px, self.top + py)

    def patch(self, picture: Picture, x: float, y: float, half: float = 0.45) -> list[tuple[int, int, int]]:
        """The spots of a cell."""
        steps = [half * n / 12 for n in range(-12, 13)]
        return [picture.at(*self.spot(x, y, dx, dy)) for dy in steps for dx in steps]

    def light(self, picture: Picture, x: float, y: float, half: float = 0.45) -> float:
        """How bright a cell is on average, 0 to 255."""
        spots = self.patch(picture, x, y, half)
        return sum(sum(spot) / 3 for spot in spots) / len(spots)

    def has(self, picture: Picture, x: float, y: float, colour: str, slack: int = 24, half: float = 0.6) -> int:
        """How many of the spots around a cell have this colour."""
        return sum(off(spot, rgb(colour)) < slack for spot in self.patch(picture, x, y, half))

    def form(self, picture: Picture, x: float, y: float, half: float = 0.45) -> frozenset[int]:
        """The spots of a cell that are ink, as the form of the sign that is drawn there."""
        ink, ground = rgb(self.colours["ink"]), rgb(self.colours["bg"])
        spots = self.patch(picture, x, y, half)
        return frozenset(n for n, spot in enumerate(spots) if off(spot, ink) < off(spot, ground))


def hunted(site):
    """A finished match of two bots that begins with one of everything, as everybody and as the first seat saw it."""
    member = site.member("scout")
    settings = {"width": WIDTH, "height": HEIGHT, "units": 5, "rounds": 12, "turn_ms": 0, "scenario": scenario()}
    key = member.match("gatherer", "crafter", game="quest", seats=2, clock="bot", seed=3, settings=settings)
    site.finished(key)
    member.close()
    seen = {seat: site.get(f"/api/matches/{key}/frames?seat={seat}")["frames"] for seat in (0, 1)}
    return key, seen


def seeing(visit, hunt):
    """Opens the replay of the match at a frame, as everybody or as a seat saw it."""

    def open_at(at=0, *, seat=0, theme="dark", language="en", width=1500, height=1000, **options):
        key, seen = hunt
        frames = seen[seat]
        at %= len(frames)
        look = {"width": width, "height": height, "theme": theme, "language": language}
        page = replay_at(visit, key, frames[at]["round"], seat=seat, **look, **options)
        return turned(page, frames, at, theme)

    return open_at


def turned(page, frames, at, theme="dark"):
    """The board once it shows this frame."""
    at %= len(frames)
    scrub(page, at)
    settle(page)
    return QuestBoard(page, frames[at]["view"], theme)


def stills(visitors, hunt):
    """Takes pictures of the replay, each once for all tests of a file: the board and what was on it."""
    taken: dict[tuple[int, int, str], tuple[QuestBoard, Picture]] = {}

    def still(at=0, *, seat=0, theme="dark"):
        which = at % len(hunt[1][seat]), seat, theme
        if which not in taken:
            with visitors.visitor() as visit:
                board = seeing(visit, hunt)(at, seat=seat, theme=theme)
                taken[which] = board, board.pixels()
        return taken[which]

    return still
