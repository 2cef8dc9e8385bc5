"""A match of BoidVoid as a test plays it: the page of a person, and what the server says and is told."""

import json
import math
import re

from playwright.sync_api import expect
from tests.web.match_page import MatchPage

# A small map of clear tiles: nothing that costs more, nobody who roams.
PLAIN = {
    "map_radius": 4,
    "npc_per_team": 0,
    "obstacle_percent": 0,
    "poi_per_team": 0,
    "tile_weights": [100, 0, 0, 0, 0],
}
SQ3 = math.sqrt(3)
RIM = 0.5  # around the map, in radii of a tile


class BoidvoidPage(MatchPage):
    """The page of one seat on a map that is seen as a whole."""

    def __init__(self, visitor, member, key: str, *, language: str = "en", **options) -> None:
        self.sent: list[dict] = []  # actions, in their order
        self.asked: list[dict] = []
        self.over: dict | None = None
        super().__init__(visitor, member, key, language=language, **options)
        page = self.page
        self.panel = page.get_by_role("region", name=re.compile("^(Your team|Dein Team)$"))
        self.list = page.get_by_role("listbox", name=re.compile("^(Units you command|Einheiten unter deinem Befehl)$"))
        self.orders = page.get_by_role("region", name=re.compile("^(Orders of this turn|Befehle dieses Zuges)$"))
        self.acts = page.get_by_role("group", name=re.compile("^(Possible now|Jetzt möglich)$"))
        self.fights = page.get_by_role("region", name=re.compile("^(Combat results|Kampfergebnisse)$"))
        self.swarms = page.get_by_role("region", name=re.compile("^(Swarms|Schwärme)$"))
        self.dialog = page.get_by_role("dialog")
        self.done = page.get_by_role("button", name=re.compile("^(Done|Fertig)$"))
        self.board = page.get_by_role("application")
        expect(self.panel).to_be_visible()
        self.await_view(lambda view: view["turn"] >= 1)

    def _on_message(self, message: dict) -> None:
        super()._on_message(message)
        if message["type"] == "over":
            self.over = message

    def _on_sent(self, message: dict) -> None:
        if message["type"] == "act":
            self.sent += message["actions"]
        if message["type"] == "ask":
            self.asked.append(message["action"])

    # What there is

    def unit(self, number: int) -> dict:
        return next(unit for unit in self.view["units"] if unit["id"] == number)

    def at(self, number: int) -> list[int]:
        unit = self.unit(number)
        return [unit["x"], unit["y"]]

    def reach(self, number: int) -> list[dict]:
        """Where a unit can go, as the server says; the dearest last."""
        choice = next(one for one in self.view["you"]["choices"] if one["unit"] == number)
        return sorted(choice["reach"], key=lambda spot: (spot["cost"], spot["y"], spot["x"]))

    def owner(self, x: int, y: int) -> int:
        return next(tile.get("owner", 0) for tile in self.view["tiles"] if (tile["x"], tile["y"]) == (x, y))

    def row(self, name: str):
        return self.list.get_by_role("option", name=re.compile(rf"^\s*\d?\s*{name}\b"))

    def tile(self, x: int, y: int):
        """The panel of a tile."""
        return self.page.get_by_role("region", name=re.compile(rf"^(Tile|Feld) {x}, {y}$"))

    def act(self, name: str):
        """A button for something that is possible now."""
        return self.acts.get_by_role("button", name=re.compile(rf"^{name}"))

    def offered(self) -> list[str]:
        """What the panel offers, without numbers."""
        names = [button.inner_text().splitlines()[0] for button in self.acts.get_by_role("button").all()]
        return [re.sub(r"\s*[\u2212\d].*$", "", name) for name in names]

    @property
    def notice(self):
        return self.panel.locator(".notice")

    # What a person does

    def choose(self, name: str) -> None:
        self.row(name).click()
        expect(self.row(name)).to_have_attribute("aria-selected", "true")

    def menu(self, page: str):
        """Opens a page of the menu."""
        if not self.dialog.is_visible():
            self.page.get_by_role("button", name=re.compile("^(Menu|Menü)$")).click()
        self.dialog.get_by_role("tab", name=page, exact=True).click()
        return self.dialog.get_by_role("tabpanel")

    def spot(self, x: int, y: int) -> dict[str, float]:
        """The middle of a tile on the board, as the whole map lies in it."""
        box = self.board.locator("canvas").first.bounding_box()
        xs = [SQ3 * (tile["x"] + tile["y"] % 2 / 2) for tile in self.view["tiles"]]
        ys = [1.5 * tile["y"] for tile in self.view["tiles"]]
        u = min(box["width"] / (max(xs) - min(xs) + SQ3 + RIM), box["height"] / (max(ys) - min(ys) + 2 + RIM))
        return {
            "x": box["width"] / 2 + (SQ3 * (x + y % 2 / 2) - (max(xs) + min(xs)) / 2) * u,
            "y": box["height"] / 2 + (1.5 * y - (max(ys) + min(ys)) / 2) * u,
        }

    def click(self, x: int, y: int, modifiers: tuple[str, ...] = ()) -> None:
        self.board.click(position=self.spot(x, y), modifiers=list(modifiers))

    def look(self, x: int, y: int) -> None:
        """Looks at a tile."""
        self.click(x, y)
        expect(self.tile(x, y)).to_be_visible()

    def await_view(self, holds) -> dict:
        """The newest view once it is as wished."""
        for _ in range(1200):
            if self.view and holds(self.view):
                return self.view
            self.page.wait_for_timeout(50)
        shown = {key: self.view.get(key) for key in ("turn", "phase")} | {"orders": self.view["you"]["orders"]}
        raise AssertionError(f"the view did not become what was expected: {shown}, sent: {self.sent}")

    def await_orders(self, *types: str) -> None:
        """The orders that the server has, in their order by player."""
        self.await_view(lambda view: [one["order"]["type"] for one in view["you"]["orders"]] == list(types))

    def next_turn(self) -> None:
        now = self.view["turn"]
        self.done.click()
        self.await_view(lambda view: view["turn"] > now or view["phase"] == "over")


def duel(width: int = 8, height: int = 5) -> str:
    """A map file of clear tiles on which two teams begin within range of each other."""
    tiles = [{"x": x, "y": y, "type": "clear"} for y in range(height) for x in range(width)]
    return json.dumps({"name": "duel", "width": width, "height": height, "homes": [[2, 2], [5, 2]], "tiles": tiles})


def options(preset: str = "standard", seats: int = 2, **settings) -> dict:
    """What a table is made with; a map of its own is instead of the plain one."""
    plain = {} if "map" in settings else PLAIN
    chosen = {"turn_seconds": 600, "turn_limit": 30} | plain | settings
    return {"game": "boidvoid", "preset": preset, "seats": seats, "clock": "own", "seed": 7, "settings": chosen}


def against(member, bot: str, *, seat: int = 1, **settings) -> str:
    """The key of a match between a person and bots."""
    made = options(**settings)
    bots = {str(other): bot for other in range(1, made["seats"] + 1) if other != seat}
    return member.table(seat=seat, bots=bots, start=True, **made)["match"]


def match_pages(visitor, member):
    """Makes pages of a match against bots."""

    def make(*, bot: str = "random", language: str = "en", page: dict | None = None, **settings) -> BoidvoidPage:
        host = member("robin")
        return BoidvoidPage(visitor, host, against(host, bot, **settings), language=language, **(page or {}))

    return make


def pairs(visitor, member):
    """Makes the pages of a match between two people."""

    def make(**settings) -> list[BoidvoidPage]:
        hosts = [member("ann"), member("ben")]
        table = hosts[0].table(seat=1, **options(**settings))["key"]
        hosts[1].post(f"/api/tables/{table}/sit", {"seat": 2})
        hosts[1].post(f"/api/tables/{table}/ready", {"ready": True})
        match = hosts[0].post(f"/api/tables/{table}/start")["match"]
        return [BoidvoidPage(visitor, host, match) for host in hosts]

    return make
