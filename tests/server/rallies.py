"""Matches of Rally for tests of the server: seats that program whatever they were dealt."""

from stagehands import Scene, act

from roundhouse.core.game import SeatSetup
from roundhouse.games import GAMES
from roundhouse.protocol.api.platform import ClockInfo
from roundhouse.server.matches.time_controls import clock_of
from roundhouse.server.matches.paced_match import Paced

RALLY = GAMES["rally"]
CONFIRM, REDEAL, RESIGN = ({"type": kind} for kind in ("confirm", "redeal", "resign"))


def rally_setup(*seats, seed=3, **settings):
    return RALLY.setup(seats, seed=seed, settings=settings)


def slots(match, seat, turn=0):
    """As many commands of the hand as there are open slots, beginning with another one each turn."""
    you = match.view(seat).you
    hand = you.hand[turn:] + you.hand[:turn]
    free = 5 - len(you.locked)
    return [*hand[:free], *[None] * (5 - free)]


def draft(match, seat, turn=0, **how):
    return {"type": "draft", "slots": slots(match, seat, turn), **how}


def program(match, seat, turn=0, **how):
    return {"type": "program", "slots": slots(match, seat, turn), **how}


class Race(Scene):
    """A match of Rally in the test's hands: people `ann`, `bob`, `cid` and `dot` unless others are given."""

    kind = Paced

    def __init__(self, *seats, clock="own", people=2, setup=None, seed=3, settings=None, **how):
        sitting = seats or [SeatSetup(name, "person") for name in ("ann", "bob", "cid", "dot")[:people]]
        made = setup or rally_setup(*sitting, seed=seed, **(settings or {}))
        info = clock_of(RALLY, made, clock, 0)
        super().__init__(game=RALLY, setup=made, clock=ClockInfo(info.key, info.window_ms, 0, 0), **how)

    @property
    def match(self):
        return self.playing.match

    def program(self, *seats, turn=0):
        """These seats program and confirm, or all that are waited for."""
        for seat in seats or self.match.owing():
            self.act(seat, program(self.match, seat, turn))


__all__ = ["CONFIRM", "RALLY", "REDEAL", "RESIGN", "Race", "act", "draft", "program", "rally_setup", "slots"]
