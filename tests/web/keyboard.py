"""A visitor without a mouse, and what the Tab key comes to."""

from playwright.sync_api import expect

MOST = 120  # stops of the Tab key on a page

# What Tab could stop at, told from what is hidden or off. A group of radio buttons is one stop.
STOPS = """() => {
    const all = [...document.querySelectorAll(
        'a[href], button, input, select, textarea, summary, [tabindex="0"]')];
    const groups = new Set();
    return all.filter(e => {
        if (e.disabled || e.tabIndex < 0 || !e.checkVisibility({visibilityProperty: true})) return false;
        if (e.type !== 'radio') return true;
        const seen = groups.has(e.name);
        groups.add(e.name);
        return !seen;
    }).length;
}"""
FOCUSED = """() => {
    const e = document.activeElement;
    if (!e || e === document.body) return null;
    window.numbers ??= new Map();
    if (!numbers.has(e)) numbers.set(e, numbers.size);
    const outlined = [e, e.closest('label'), e.parentElement].some(one => {
        const style = one && getComputedStyle(one);
        return style && style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
    });
    const box = e.getBoundingClientRect();
    return {n: numbers.get(e), outlined, html: e.outerHTML.slice(0, 100),
            seen: box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth};
}"""


class Keys:
    def __init__(self, page) -> None:
        self.page = page

    def to(self, role: str, name: str, *, exact: bool = True, back: bool = False, inside=None) -> "Keys":
        """Tab on (or back) until the focus is there, and it can be seen."""
        wanted = (inside or self.page).get_by_role(role, name=name, exact=exact)
        expect(wanted.first).to_be_visible()
        for _ in range(MOST):
            if wanted.first.evaluate("element => element === document.activeElement"):
                return self
            self.page.keyboard.press("Shift+Tab" if back else "Tab")
        raise AssertionError(f"Tab never comes to the {role} {name!r}")

    def press(self, *keys: str) -> "Keys":
        for key in keys:
            self.page.keyboard.press(key)
        return self

    def type(self, text: str) -> "Keys":
        self.page.keyboard.type(text)
        return self


def tabbing_faults(page) -> list[str]:
    """What Tab does not reach on a page, and where one does not see that it is there."""
    page.emulate_media(reduced_motion="reduce")  # it scrolls at once
    reached, faults = set(), []
    expected = page.evaluate(STOPS)
    for _ in range(expected + 12):  # a page that is alive may get a few more
        page.keyboard.press("Tab")
        here = page.evaluate(FOCUSED)
        if here is None:
            break  # round once: the browser's own controls come now
        reached.add(here["n"])
        if not here["seen"]:
            faults.append(f"out of sight: {here['html']}")
        if not here["outlined"]:
            faults.append(f"not outlined: {here['html']}")
    expected = page.evaluate(STOPS)
    if len(reached) < expected - 2:
        faults.append(f"{len(reached)} of {expected} stops are reached")
    return faults
