"""A match of Rally as a test plays it: the page with its two panels, and somebody else who plays by HTTP."""

import contextlib
import json
import re

from playwright.sync_api import expect

KINDS = {
    "1": "One step forward",
    "2": "Two steps forward",
    "3": "Three steps forward",
    "B": "One step back",
    "L": "Turn left",
    "R": "Turn right",
    "U": "U-turn",
}

HEADER = """board: test-board
name: Test / Test
size: {size}
players: 2-2
level: easy
grid:
"""

# Nobody can leave his cell. A laser hits seat 1 once in every program step, seat 2 is safe.
CELLS = HEADER.format(size="5x2") + (
    "+--+  +  +  +  +\n"
    "}1>|.. c1 .. ..\n"
    "+--+  +  +  +  +\n"
    "|2>|.. .. .. ..\n"
    "+--+  +  +  +  +\n"
)  # fmt: skip

# As above, without the laser.
SAFE = CELLS.replace("}1>", "|1>")

# Nothing but floor around seat 1, who stands in the west and looks east.
OPEN = HEADER.format(size="14x9") + "\n".join(
    line
    for y in range(9)
    for line in (
        "+  " * 14 + "+",
        " " + ("1>" if y == 4 else "2>" if y == 8 else "..") + " .." * 12 + (" c1" if y == 0 else " .."),
    )
) + "\n" + "+  " * 14 + "+\n"  # fmt: skip


class Rival:
    """Another person at the match, without a browser."""

    def __init__(self, member, key: str) -> None:
        self.member, self.key = member, key

    def turn(self) -> dict:
        """What it is asked now."""
        hello = {"type": "hello", "version": 1, "role": "person", "match": self.key}
        with contextlib.closing(self.member.lines("/api/play", hello)) as lines:
            return next(message for message in map(json.loads, filter(None, lines)) if message["type"] == "turn")

    def program(self, *, power_down: bool = False) -> list[str]:
        """Confirms the first commands of its hand; returns its program."""
        own = self.turn()["view"]["you"]
        hand = iter(own["hand"])
        slots = [own["locked"].get(str(slot)) or next(hand) for slot in range(1, 6)]
        self.act({"type": "program", "slots": slots, "power_down": power_down})
        return slots

    def act(self, action: dict) -> None:
        (verdict,) = self.member.post(f"/api/play/{self.key}/act", {"type": "act", "actions": [action]})["verdicts"]
        assert verdict["verdict"] == "accepted", verdict

    def leave(self) -> None:
        self.member.post(f"/api/play/{self.key}/leave")


EMPTY_SLOT = re.compile(r"^Slot \d: empty$")


class RallyPage:
    """The page of seat 1. `pace` is how fast rounds are shown, `script` runs before those of the page."""

    def __init__(
        self, visitor, member, key, *, language: str = "en", pace: float = 20, kept: dict | None = None,
        script: str = "", prepare=lambda page: None, **options,
    ) -> None:  # fmt: skip
        self.key, self.member = key, member
        self.sent: list[dict] = []  # actions, in their order
        self.asked: dict[int, list[dict]] = {}  # actions by the number of their message
        self.taken: list[dict] = []  # what the server has given a verdict on last, and nothing was sent since
        self.starts_ms = 0  # so long the last round is still shown, as the server said last
        chosen = {"pace": pace, "theme": "dark", "lang": language} | (kept or {})
        self.page = page = visitor("", member=member, language=language, kept=chosen, on_socket=self._listen, **options)
        if script:
            page.add_init_script(script)
        prepare(page)
        page.goto(f"/match/{key}")
        self.programming = page.get_by_role("region", name="Programming phase")
        self.moving = page.get_by_role("region", name="Move phase")
        self.hand = page.get_by_role("group", name="Commands")
        self.slots = page.get_by_role("list", name="Slots").get_by_role("button")
        self.confirm = page.get_by_role("button", name="Confirm")
        self.board = page.get_by_role("application")
        self.programs = page.get_by_role("table", name="Programs")
        self.skip = page.get_by_role("button", name="Skip to the end")

    def _listen(self, socket) -> None:
        if socket.url.endswith("/ws"):
            socket.on("framereceived", self._heard)
            socket.on("framesent", self._said)

    def _heard(self, frame) -> None:
        message = json.loads(frame)
        if message["type"] == "verdicts":
            self.taken = self.asked[message["seq"]]
        elif message["type"] == "step":
            self.starts_ms = message.get("starts_ms", 0)

    def _said(self, frame) -> None:
        message = json.loads(frame)
        if message["type"] == "act":
            self.sent += message["actions"]
            self.asked[message["seq"]] = message["actions"]
            self.taken = []

    def await_draft(self, holds) -> None:
        """Until the server has a draft whose slots are as wished. One that came for an older turn gets an error and no
        verdict; the page then sends it again."""
        for _ in range(1200):
            last = self.taken[-1] if self.taken else {}
            if last.get("type") == "draft" and holds(last["slots"]):
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(f"no such draft was sent: {self.sent}")

    def await_start(self) -> None:
        """Until the server has said that the time of the round has begun. It says so by itself only when everybody has
        seen the last one."""
        for _ in range(1200):
            if not self.starts_ms:
                return
            self.page.wait_for_timeout(50)
        raise AssertionError("the round has not begun")

    # Programming

    def kind(self, kind: str):
        return self.hand.get_by_role("button", name=re.compile(f"^{KINDS[kind]}:"))

    def symbols(self) -> dict[str, tuple[int, list[int]]]:
        """How many commands of every kind are left, and what hovering over it lists, highest first."""
        said = self.hand.evaluate(
            "hand => [...hand.querySelectorAll('button')].map(one => [one.ariaLabel, one.ariaDescription ?? ''])"
        )
        found = {}
        for kind, name in KINDS.items():
            ((label, about),) = [pair for pair in said if pair[0].startswith(f"{name}:")]
            listed = re.search(r"Priorities: ([\d, ]+)", about)
            priorities = [int(number) for number in listed.group(1).split(", ")] if listed else []
            found[kind] = int(re.search(r"(\d+) left$", label).group(1)), priorities
        return found

    def left(self, kind: str) -> int:
        return self.symbols()[kind][0]

    def priorities(self, kind: str) -> list[int]:
        return self.symbols()[kind][1]

    def cards(self) -> list[tuple[str, int]]:
        """The hand: kind and priority."""
        return [(kind, priority) for kind, (_, listed) in self.symbols().items() for priority in listed]

    def usual(self) -> str:
        """A kind that is there, with most commands."""
        symbols = self.symbols()
        return max(KINDS, key=lambda kind: symbols[kind][0])

    def slot(self, number: int):
        return self.slots.nth(number - 1)

    def fill(self) -> None:
        """A command into every slot that is still empty."""
        expect(self.slots).to_have_count(5)
        empty = self.page.get_by_role("button", name=EMPTY_SLOT)
        left = {kind: number for kind, (number, _) in self.symbols().items()}
        for _ in range(empty.count()):
            kind = max(KINDS, key=lambda kind: left[kind])
            self.kind(kind).click()
            left[kind] -= 1
        expect(empty).to_have_count(0)

    def run(self) -> None:
        """A whole round, to the next programming."""
        self.fill()
        self.confirm.click()
        expect(self.page.get_by_role("button", name=EMPTY_SLOT)).not_to_have_count(0)
        expect(self.programming).to_be_visible()

    def drag(self, source, target) -> None:
        """With the mouse, from the middle of one thing to that of another."""
        mouse = self.page.mouse
        for step, thing in enumerate((source, target)):
            box = thing.bounding_box()
            mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=1 + 6 * step)
            if not step:
                mouse.down()
        mouse.up()

    # The board

    def spot(self, x: int, y: int, width: int, height: int) -> tuple[float, float]:
        """Where the middle of a cell is, from the corner of the board."""
        box = self.board.bounding_box()
        side = min(box["width"] / (width + 0.6), box["height"] / (height + 0.6))
        return (
            (box["width"] - side * width) / 2 + (x + 0.5) * side,
            (box["height"] - side * height) / 2 + (y + 0.5) * side,
        )


def settings(board: str = SAFE, **others) -> dict:
    """Of a match whose time is the test's own."""
    quick = {"timer_seconds": "off", "ai_min_seconds": 0, "step_seconds": 0, "start_assignment": "seat"}
    return {"board": board} | quick | others


def against_bot(member, board: str = SAFE, *, model: str = "tanky", seed: int = 7, **others) -> str:
    """The key of a match between a person and the easy bot, on the game's own clock."""
    return member.match(
        "easy", game="rally", seats=2, clock="own", seed=seed, choices={"1": model}, settings=settings(board, **others)
    )


def against_person(host, guest, board: str = SAFE, *, model: str = "tanky", seed: int = 7, **others) -> str:
    """The key of a match between two people."""
    options = {"game": "rally", "seats": 2, "clock": "own", "seed": seed, "settings": settings(board, **others)}
    table = host.table(choices={"1": model}, **options)["key"]
    guest.post(f"/api/tables/{table}/sit", {"seat": 2})
    guest.post(f"/api/tables/{table}/ready", {"ready": True})
    return host.post(f"/api/tables/{table}/start")["match"]


def match_pages(visitor, member):
    """Makes pages of a match against the easy bot."""

    def make(
        board: str = SAFE,
        *,
        model: str = "tanky",
        language: str = "en",
        pace: float = 20,
        clock: bool = False,
        prepare=lambda page: None,
        **others,
    ) -> RallyPage:
        host = member("robin")
        key = against_bot(host, board, model=model, **others)
        made = RallyPage(visitor, host, key, language=language, pace=pace, clock=clock, prepare=prepare)
        expect(made.page.get_by_role("heading", level=1)).to_have_text(re.compile("^(Your turn|Du bist dran)$"))
        return made

    return make
