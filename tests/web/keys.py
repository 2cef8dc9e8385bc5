"""A visitor without a mouse."""

from playwright.sync_api import expect

MOST = 120  # stops of the Tab key on a page


class Keys:
    def __init__(self, page) -> None:
        self.page = page

    def to(self, role: str, name: str, *, exact: bool = True, back: bool = False) -> "Keys":
        """Tab on (or back) until the focus is there, and it can be seen."""
        wanted = self.page.get_by_role(role, name=name, exact=exact)
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
