"""A match of the Dungeon as a test plays it: the page of a person, and what the server says and is told."""

import re
import time

from playwright.sync_api import expect
from tests.games.dungeon.web.board import DungeonBoard
from tests.web.match_page import MatchPage
from tests.web.site import PATIENCE_S

ROBOT = re.compile(r"^[0-9a-f]{4}\b")  # the name of a row of the list, not of a planet


class DungeonPage(MatchPage):
    """The page of seat 1. Rounds are shown quickly."""

    def __init__(self, visitor, member, key: str, *, language: str = "en", **options) -> None:
        self._sent: list[list[dict]] = []
        self._said_last = None
        super().__init__(visitor, member, key, language=language, **options)
        page = self.page
        self.panel = page.get_by_role("region", name=re.compile("^(Your swarm|Dein Schwarm)$"))
        self.list = page.get_by_role("grid", name=re.compile("^(Own robots|Eigene Roboter)$"))
        self.orders = page.get_by_role("region", name=re.compile("^(Orders|Befehle)$"))
        self.done = page.get_by_role("button", name=re.compile("^(Done|Fertig)"))
        self.shop = self.orders.get_by_role("group")
        expect(self.panel).to_be_visible()

    def _on_sent(self, message: dict) -> None:
        if message["type"] == "act":
            said = self.view.get("round"), message["actions"]
            if said != self._said_last:  # what came a moment too early is sent once more
                self._sent.append(message["actions"])
            self._said_last = said

    # What there is

    @property
    def sent(self) -> list[list[dict]]:
        """The actions of every message, once all are sent: each waits for the answer to the one before."""
        self.await_taken()
        return self._sent

    @property
    def robots(self) -> list[dict]:
        return self.view["you"]["robots"]

    def planet(self, name: str) -> dict:
        return next(planet for planet in self.view["planets"] if planet["id"] == name)

    def crowd(self) -> list[dict]:
        """The robots of the planet that has most of them."""
        by: dict[str, list[dict]] = {}
        for robot in self.robots:
            by.setdefault(robot["planet"], []).append(robot)
        return max(by.values(), key=len)

    def row(self, robot: dict):
        return self.list.get_by_role("row", name=re.compile(rf"^{robot['id'][:4]}\b"))

    @property
    def rows(self):
        return self.list.get_by_role("row", name=ROBOT)

    def chosen(self) -> set[str]:
        """Short ids of the chosen robots."""
        rows = self.list.get_by_role("row", selected=True).all()
        return {row.inner_text().split()[0] for row in rows}

    def act(self, name: str):
        """A button for an order of the chosen robots."""
        return self.orders.get_by_role("button", name=re.compile(rf"^{name}\b(?! and)"))

    # What a person does

    def next_round(self) -> None:
        """Says done, until the next round is there."""
        now = self.view["round"]
        expect(self.panel.get_by_text(re.compile(rf"(Round|Runde) {now} (of|von) \d+$")).first).to_be_visible()
        self.page.keyboard.press("Enter")
        self.await_round(now + 1)

    def await_round(self, number: int) -> None:
        expect(self.panel.get_by_text(re.compile(rf"(Round|Runde) {number} (of|von) \d+$")).first).to_be_visible()

    def await_sent(self, messages: int) -> None:
        """Orders leave when commands are collected."""
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            if len(self._sent) >= messages:
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(f"{len(self._sent)} messages were sent, not {messages}: {self._sent}")

    def await_taken(self) -> None:
        """The server has answered every order."""
        expect(self.done).to_have_attribute("aria-busy", "false")

    def click(self, planet: dict, modifiers: tuple[str, ...] = (), dy: float = -0.2) -> None:
        """On a planet of the map, above its badges."""
        board = DungeonBoard(self.page, self.view)
        x, y = board.spot(planet, 0, dy)
        board.element.click(position={"x": x, "y": y}, modifiers=list(modifiers))


def against(member, *bots: str, seed: int = 7, **settings) -> str:
    """The key of a match between a person and bots that goes on as soon as all are done."""
    quick = {"early_close": True, "round_ms": 120_000, "start_robots": 6}
    seats = {str(number): bot for number, bot in enumerate(bots or ("miner",), 2)}
    options = {"game": "dungeon", "seats": 1 + len(seats), "clock": "own", "seed": seed, "settings": quick | settings}
    return member.table(seat=1, bots=seats, start=True, **options)["match"]


def match_pages(visitor, member):
    """Makes pages of a match against bots."""

    def make(*bots: str, language: str = "en", seed: int = 7, page: dict | None = None, **settings) -> DungeonPage:
        host = member("robin")
        made = DungeonPage(
            visitor, host, against(host, *bots, seed=seed, **settings), language=language, **(page or {})
        )
        expect(made.page.get_by_role("heading", level=1)).to_have_text(re.compile("^(Your turn|Du bist dran)$"))
        return made

    return make
