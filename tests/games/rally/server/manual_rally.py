"""Matches of Rally for tests of the server: seats that program whatever they were dealt."""

from tests.server.manual_match import ManualPacedMatch, act, sitting

from roundhouse.games import GAMES

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


class ManualRally(ManualPacedMatch):
    """A match of Rally in the test's hands: people `ann`, `bob`, `cid` and `dot` unless others are given."""

    def __init__(self, *seats, clock="own", people=2, setup=None, seed=3, settings=None, **how):
        made = setup or rally_setup(*(seats or sitting("person", people)), seed=seed, **(settings or {}))
        super().__init__(game=RALLY, setup=made, clock=clock, **how)

    def program(self, *seats, turn=0):
        """These seats program and confirm, or all that are waited for."""
        for seat in seats or self.match.waited_for():
            self.act(seat, program(self.match, seat, turn))


__all__ = ["CONFIRM", "RALLY", "REDEAL", "RESIGN", "ManualRally", "act", "draft", "program", "rally_setup", "slots"]
