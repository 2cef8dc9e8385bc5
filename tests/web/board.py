"""Boards on pages as tests see them, whatever the game: the canvas, and what colour a spot of it has."""

import base64

from playwright.sync_api import expect
from tests.web.visitors import await_inside

READ_PIXELS = """canvas => {
    const {width, height} = canvas;
    const data = canvas.getContext('2d').getImageData(0, 0, width, height).data;
    let text = '';
    for (let at = 0; at < data.length; at += 30000)
        text += String.fromCharCode(...data.subarray(at, at + 30000));
    return {width, height, data: btoa(text), scale: width / canvas.clientWidth};
}"""


class BoardOnPage:
    """A board of one page, with the view it shows. A game says in `_fit` where its things lie on it."""

    themes: dict[str, dict] = {}  # noqa: RUF012
    layers = False  # whether the board may have more canvases than the one that is looked at

    def __init__(self, page, view: dict, theme: str = "dark") -> None:
        self.page = page
        self.view = view
        self.colours = self.themes[theme] if self.themes else {}
        self.element = page.get_by_role("application")
        canvas = self.element.locator("canvas")
        self.canvas = canvas.first if self.layers else canvas
        self.refresh()

    def refresh(self) -> None:
        """Anew after the window has changed."""
        box = self.canvas.bounding_box()
        self.left, self.top = box["x"], box["y"]
        self.width, self.height = round(box["width"]), round(box["height"])
        self._fit()

    def _fit(self) -> None:
        raise NotImplementedError

    def pixels(self) -> "Picture":
        return Picture.of(self.canvas)


class Picture:
    """What a canvas showed at one moment."""

    def __init__(self, made: dict) -> None:
        self.width, self.height, self.scale = made["width"], made["height"], made["scale"]
        self._data = base64.b64decode(made["data"])

    @classmethod
    def of(cls, canvas) -> "Picture":
        return cls(canvas.evaluate(READ_PIXELS))

    def at(self, x: float, y: float) -> tuple[int, int, int]:
        column, row = round(x * self.scale), round(y * self.scale)
        place = 4 * (min(self.height - 1, max(0, row)) * self.width + min(self.width - 1, max(0, column)))
        return tuple(self._data[place : place + 3])


def rgb(text: str) -> tuple[int, int, int]:
    return tuple(int(text[n : n + 2], 16) for n in (1, 3, 5))


def off(one: tuple[int, int, int], two: tuple[int, int, int]) -> int:
    """How much two colours differ, at most 255."""
    return max(abs(a - b) for a, b in zip(one, two, strict=True))


def settle(page, least_px: int = 300) -> None:
    """Until all texts are there, which push the board about, and the board, at least so wide, is drawn where it
    stays."""
    await_inside(page, f"document.querySelector('[role=application] canvas').width > {least_px}")
    page.wait_for_load_state("networkidle")
    canvas, before = page.get_by_role("application").locator("canvas").first, None
    while (box := canvas.bounding_box()) != before:
        before = box
        drawn(page)


def drawn(page) -> None:
    """Until what was asked for is on the canvas."""
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def replay_at(visit, key: str, round_no: int, *, seat=None, theme, language, **options):
    """The replay of a match at a round, with its letters there."""
    page = visit("", theme=theme, language=language, **options)
    whose = "" if seat is None else f"&seat={seat}"
    page.goto(f"/replay/{key}?round={round_no}{whose}&theme={theme}&lang={language}")
    expect(page.get_by_role("application")).to_be_visible()
    page.evaluate("document.fonts.ready")
    return page


def scrub(page, at: int) -> None:
    """To a frame of a replay."""
    scrubber = page.get_by_role("slider")
    scrubber.fill(str(at))
    expect(scrubber).to_have_value(str(at))
