"""A match of Quest as a test plays it: the page of a person, and what the server says and is told."""

import re
import time

from playwright.sync_api import expect
from tests.web.match_page import MatchPage
from tests.web.site import PATIENCE_S

TURN = re.compile("^(Your turn|Du bist dran)$")


class QuestPage(MatchPage):
    """The page of seat 1 on a map that is seen as a whole."""

    def __init__(self, visitor, member, key: str, *, language: str = "en", **options) -> None:
        self.sent: list[dict] = []  # actions, in their order
        super().__init__(visitor, member, key, language=language, **options)
        page = self.page
        self.panel = page.get_by_role("region", name=re.compile("^(Your team|Dein Team)$"))
        self.list = page.get_by_role("listbox", name=re.compile("^(Own units|Eigene Einheiten)$"))
        self.orders = page.get_by_role("region", name=re.compile("^(Orders|Befehle)$"))
        self.queue = page.get_by_role("region", name=re.compile("^(Orders that wait|Wartende Befehle)$"))
        self.attack = page.get_by_role("region", name=re.compile("^(Attack|Angreifen)$"))
        self.dialog = page.get_by_role("dialog")
        self.end = page.get_by_role("button", name=re.compile("^(End turn|Zug beenden)"))
        self.board = page.get_by_role("application")
        expect(self.panel).to_be_visible()

    def _on_sent(self, message: dict) -> None:
        if message["type"] == "act":
            self.sent += message["actions"]

    # What there is

    def unit(self, number: int) -> dict:
        return next(unit for unit in self.view["units"] if unit["id"] == number)

    def row(self, number: int):
        return self.list.get_by_role("option", name=re.compile(rf"^\s*{number}\b"))

    def act(self, name: str):
        """A button for an action of the chosen unit."""
        return self.orders.get_by_role("button", name=re.compile(rf"^{name}"))

    @property
    def notice(self):
        return self.orders.get_by_role("status").first

    def tab(self, name: str) -> None:
        self.panel.get_by_role("tab", name=name).click()

    def chosen(self) -> list[str]:
        rows = self.list.get_by_role("option", selected=True)
        return [re.search(r"\b[1-4]\d\d\b", row.inner_text())[0] for row in rows.all()]

    # What a person does

    def choose(self, number: int) -> None:
        self.row(number).click()
        expect(self.row(number)).to_have_attribute("aria-selected", "true")

    def spot(self, x: int, y: int) -> dict[str, float]:
        """The middle of a cell on the board."""
        box = self.board.locator("canvas").first.bounding_box()
        side = min(box["width"] / self.view["width"], box["height"] / self.view["height"])
        left = (box["width"] - side * self.view["width"]) / 2
        top = (box["height"] - side * self.view["height"]) / 2
        return {"x": left + (x + 0.5) * side, "y": top + (y + 0.5) * side}

    def click(self, x: int, y: int, modifiers: tuple[str, ...] = ()) -> None:
        self.board.click(position=self.spot(x, y), modifiers=list(modifiers))

    def await_view(self, holds) -> dict:
        """The newest view once it is as wished."""
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            if self.view and holds(self.view):
                return self.view
            self.page.wait_for_timeout(20)
        raise AssertionError(f"the view did not become what was expected: {self.view['units']}, sent: {self.sent}")

    def await_unit(self, number: int, **fields) -> dict:
        self.await_view(lambda view: any(
            unit["id"] == number and all(unit[key] == value for key, value in fields.items()) for unit in view["units"]
        ))  # fmt: skip
        return self.unit(number)

    def await_sent(self, *types: str) -> None:
        """All that was sent since the page was opened, once that is so much."""
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end and min(len(self.sent), len(self.verdicts)) < len(types):
            self.page.wait_for_timeout(20)
        assert [action["type"] for action in self.sent] == list(types)

    def next_round(self) -> None:
        now = self.view["round"]
        self.end.click()
        self.await_view(lambda view: view["round"] > now and view["turn_of"] == 1)
        expect(self.panel).to_contain_text(re.compile(rf"(Round|Runde) {self.view['round']} (of|von) "))
        expect(self.page.get_by_role("heading", level=1)).to_have_text(TURN)


def placed(unit: int, x: int, y: int, **more) -> dict:
    return {"id": unit, "player": unit // 100, "x": x, "y": y, **more}


def scene(units: list[dict], *, width: int = 14, height: int = 10, terrain: list[str] | None = None, **more) -> dict:
    """A start position on a meadow; homes in opposite corners."""
    start = {"1": (1, 1), "2": (width - 2, height - 2)}
    return {"terrain": terrain or ["." * width] * height, "start": start, "units": units, **more}


def against(member, bot: str, scenario: dict, **settings) -> str:
    """The key of a match between a person and a bot from a start position."""
    chosen = {"turn_ms": 600_000, "rounds": 30} | settings | {"scenario": scenario}
    options = {"game": "quest", "seats": 2, "clock": "own", "seed": 7, "settings": chosen}
    return member.table(seat=1, bots={"2": bot}, start=True, **options)["match"]


def match_pages(visitor, member):
    """Makes pages of a match against a bot."""

    def make(
        scenario: dict, *, bot: str = "random", language: str = "en", page: dict | None = None, **settings
    ) -> QuestPage:
        host = member("robin")
        made = QuestPage(visitor, host, against(host, bot, scenario, **settings), language=language, **(page or {}))
        expect(made.page.get_by_role("heading", level=1)).to_have_text(TURN)
        made.await_view(lambda view: view["turn_of"] == 1)
        return made

    return make
