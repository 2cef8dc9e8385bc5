"""Playing on a phone: in every game the button that ends a turn can be pressed, wherever the page puts it."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.slow

PRIMARY = {
    "spacegoo": ("random", "Send"),
    "rally": ("easy", "Confirm"),
    "dungeon": ("random", "Done"),
    "quest": ("random", "End turn"),
    "boidvoid": ("random", "Done"),
}
PHONES = ((390, 844), (360, 640))
# Brings the button into sight as the browser itself does, and says what lies over its middle and its ends.
COVERED = """button => {
    button.scrollIntoView({block: 'nearest', behavior: 'instant'});
    const {left, top, right, bottom} = button.getBoundingClientRect();
    return [[(left + right) / 2, (top + bottom) / 2], [left + 12, top + 6], [right - 12, bottom - 6]]
        .map(([x, y]) => document.elementFromPoint(x, y))
        .filter(found => !button.contains(found))
        .map(found => found ? found.outerHTML.slice(0, 80) : 'the edge of the screen');
}"""


@pytest.mark.parametrize("game", PRIMARY)
def test_nothing_covers_the_button_that_ends_a_turn(visitor, member, game):
    bot, name = PRIMARY[game]
    somebody = member("phone")
    key = somebody.match(bot, game=game, seats=2)
    page = visitor(f"/match/{key}", member=somebody, width=390, height=844, has_touch=True, is_mobile=True)
    button = page.get_by_role("button", name=re.compile(f"^{name}")).first
    expect(button).to_be_visible()
    for width, height in PHONES:
        page.set_viewport_size({"width": width, "height": height})
        assert button.evaluate(COVERED) == [], f"at {width}x{height}"


def test_who_only_watches_keeps_the_bar_at_the_bottom(visitor, member):
    key = member("host").match("easy", game="rally", seats=2, settings={"timer_seconds": "off"})
    page = visitor(f"/match/{key}", width=390, height=844)
    expect(page.get_by_role("heading", level=1)).to_have_text("Watching")
    expect(page.get_by_role("navigation", name="Main").get_by_role("link", name="Play")).to_be_visible()
