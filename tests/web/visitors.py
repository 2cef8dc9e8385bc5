"""Pages of new visitors that are used again: a page that is emptied and goes to another address needs a third of the
work of a new browser context, whose cache is cold."""

import contextlib
import json

from tests.web.site import PATIENCE_S

MOST = 8  # pages that wait to be used again
EMPTY = "/icon.svg"  # something of the server that runs nothing
FORGET = """kept => {
    sessionStorage.clear();
    localStorage.clear();
    if (kept) localStorage.setItem('roundhouse', kept);
}"""


class Visitor:
    """A page in a browser context of its own."""

    def __init__(self, browser, address: str, language: str, clock: bool, options: dict) -> None:
        self.context = browser.new_context(base_url=address, locale=language, **options)
        self.context.set_default_timeout(PATIENCE_S * 1000)
        self.page = page = self.context.new_page()
        self.clock = clock
        if clock:
            page.clock.install()
        self.troubles: list[str] = []
        self.on_socket = None
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("console", lambda said: self.troubles.append(said.text) if said.type == "error" else None)
        page.on("websocket", lambda socket: self.on_socket(socket) if self.on_socket else None)
        page.goto(EMPTY)

    def come(self, member, size: tuple[int, int], look: dict, kept: dict | None, on_socket) -> None:
        """Somebody who has never been here, signed in as `member`; `kept` are settings that the browser remembers."""
        self.context.clear_cookies()
        if member:
            self.context.add_cookies(member.cookies)
        self.page.set_viewport_size({"width": size[0], "height": size[1]})
        self.page.emulate_media(**look)
        self.page.evaluate(FORGET, json.dumps(kept) if kept else "")
        self.on_socket = on_socket

    def go(self) -> bool:
        """Leaves what it looked at, so that nothing goes on behind the back of the next test. Whether it can come
        again."""
        self.on_socket = None
        if self.page.is_closed():
            return False
        if self.clock:
            self.page.clock.resume()
        self.page.unroute_all(behavior="ignoreErrors")
        self.page.mouse.move(0, 0)
        self.page.goto(EMPTY)
        return True


class Visitors:
    """The pages of all test files, one after the other."""

    def __init__(self, browser, address: str) -> None:
        self.browser, self.address = browser, address
        self.waiting: list[tuple[str, Visitor]] = []  # and of which kind they are, the last one used at the end

    @contextlib.contextmanager
    def visitor(self):
        """Makes pages for one test, each of a new visitor; a test fails if one of them logs an error or breaks the
        content policy. Troubles that a test expects it takes out of `troubles`.

        With `member` the visitor is signed in as that player; `at` is the address of another server than the common
        one. With `clock` the time of the page can be stopped. With `alone` a page is not used by others before or
        after, because a test changes what cannot be changed back.
        """
        here: list[tuple[str, Visitor]] = []
        troubles: list[str] = []

        def visit(
            path="/", *, member=None, width=1280, height=800, theme="dark", language="en", at=None, kept=None,
            on_socket=None, clock=False, alone=False, reduced_motion="no-preference", **options,
        ):  # fmt: skip
            address = at or self.address
            kind = "" if alone else repr((address, language, clock, sorted(options.items())))
            guest = self._take(kind) or Visitor(self.browser, address, language, clock, options)
            here.append((kind, guest))
            guest.troubles = troubles
            look = {"color_scheme": theme, "reduced_motion": reduced_motion}
            guest.come(member, (width, height), look, kept, on_socket)
            if path:
                guest.page.goto(path)
            return guest.page

        visit.troubles = troubles
        yield visit
        # What the network says about an expected refusal is not a mistake of the page.
        found = [trouble for trouble in troubles if not trouble.startswith("Failed to load resource")]
        for kind, guest in here:
            if kind and guest.go():
                self.waiting.append((kind, guest))
            else:
                guest.context.close()
        while len(self.waiting) > MOST:
            self.waiting.pop(0)[1].context.close()
        assert not found, "the page complained:\n" + "\n".join(found)

    def _take(self, kind: str) -> Visitor | None:
        """The one of this kind that was used last."""
        for at in reversed(range(len(self.waiting))):
            if self.waiting[at][0] == kind:
                return self.waiting.pop(at)[1]
        return None

    def close(self) -> None:
        for _, guest in self.waiting:
            guest.context.close()


def stop_clock(page) -> None:
    """From now on time passes on the page only when a test lets it."""
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 5)  # in seconds, and ahead, for a busy machine


def let_pass(page, holds, step_ms: int = 100) -> None:
    """Lets time pass on a page whose clock stands, a picture at a time, until something holds."""
    for _ in range(600):
        if holds():
            return
        page.clock.fast_forward(step_ms)
    raise AssertionError(f"{600 * step_ms} ms have passed, and it did not become what was expected")


def wait_inside(page, ms: int) -> None:
    """Waits by the page's own time: what it had to do until then it has done, however slow the machine is."""
    page.evaluate("ms => new Promise(done => setTimeout(done, ms))", ms)


def await_inside(page, condition: str) -> None:
    """Until something holds on the page. Playwright's `wait_for_function` compiles its text at every look, which the
    content policy forbids after the first one."""
    page.evaluate(
        "async limit => { const end = performance.now() + limit;"
        f" while (!({condition})) {{ if (performance.now() > end) throw new Error('it did not become so');"
        " await new Promise(done => setTimeout(done, 20)); } }",
        PATIENCE_S * 1000,
    )
