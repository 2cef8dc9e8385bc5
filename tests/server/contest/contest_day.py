"""A contest as an organiser holds it with `roundhouse event run`, with its organiser and teams."""

import contextlib
import time

from tests.server.contest.contest_site import PIN, BotThread, toml
from tests.web.site import QUICK_MATCHES, Member, serving

PATIENCE_S = 180


class ContestDay:
    """A running contest. `boss` is the organiser, `bots` are those that play."""

    def __init__(self, site, folder, bots):
        self.site = site
        self.address = site.address
        self.bots = bots
        name, password = (folder / "organiser.txt").read_text().split()
        self.boss = Member(site, name)
        self.boss.post("/api/sign-in", {"name": name, "password": password})

    def codes(self):
        """Those that are free and for nobody in particular."""
        codes = self.boss.get("/api/event/desk")["codes"]
        return [one["code"] for one in codes if not one["void"] and one["used_ms"] is None and not one["team"]]

    def join(self, name, kind=None):
        """A team, with a bot that plays if a kind of it is given."""
        member = Member(self.site, name)
        joined = member.post("/api/event/join", {"code": self.codes()[0], "name": name, "pin": PIN})
        if kind:
            self.bots.append(BotThread(self.address, joined["token"], kind))
        return member

    def move(self, to):
        self.boss.post("/api/event/move", {"to": to})

    def page(self):
        return self.site.get("/api/event")

    def until(self, holds, path="/api/event"):
        """The answer once it is as wished; a few dozen matches may be played until then."""
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            answer = self.site.get(path)
            if holds(answer):
                return answer
            time.sleep(0.1)
        raise AssertionError(f"{path} did not become what was expected: {answer}")


@contextlib.contextmanager
def holding(folder, *, port=0, bots=None, **how):
    """`roundhouse event run` on a folder until the block ends; `how` the event is, where it is a new one. Bots that are
    given stay when the server has gone."""
    file = folder / "event.toml"
    if not file.exists():
        folder.mkdir()
        file.write_text(toml(more='host = "127.0.0.1"', **how))
    with serving(folder, port=port, environment=QUICK_MATCHES, words=("event", "run")) as site:
        day = ContestDay(site, folder, [] if bots is None else bots)
        try:
            yield day
        finally:
            if bots is None:
                stop(day.bots)
            day.boss.close()


def stop(bots):
    for bot in bots:
        bot.stop()


def shown(code):
    """As it stands on the slip."""
    return f"{code[:4]}-{code[4:]}"


def fits(page):
    """Whether nothing has to be scrolled sideways."""
    return page.evaluate("document.documentElement.scrollWidth <= innerWidth")
