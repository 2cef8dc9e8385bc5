"""Matches of the Dungeon for tests of the server: seats that buy a robot and say that they are done."""

import msgspec
from stagehands import Scene, act

from roundhouse.core.game import SeatSetup
from roundhouse.games.dungeon import GAME as DUNGEON
from roundhouse.protocol.api.platform import ClockInfo
from roundhouse.server.matches.time_controls import clock_of
from roundhouse.server.matches.paced_match import Paced

DONE = {"type": "done"}
BUY = {"type": "buying", "article": "ROBOT"}
SMALL = {"map_side": 6, "desert_factor": 0, "round_ms": 4000}  # a world that is drawn at once


def dungeon_setup(*seats, seed=3, **settings):
    return DUNGEON.setup(seats, seed=seed, settings={**SMALL, **settings})


class Expedition(Scene):
    """A match of the Dungeon in the test's hands: the bots `ann` and `bob` unless others are given."""

    kind = Paced

    def __init__(self, *seats, clock="own", bots=2, setup=None, seed=3, settings=None, **how):
        sitting = seats or [SeatSetup(name, "bot") for name in ("ann", "bob", "cid", "dot")[:bots]]
        made = setup or dungeon_setup(*sitting, seed=seed, **(settings or {}))
        info = clock_of(DUNGEON, made, clock, 0)
        super().__init__(game=DUNGEON, setup=made, clock=ClockInfo(info.key, info.window_ms, 0, 0), **how)

    @property
    def match(self):
        return self.playing.match

    @property
    def number(self):
        """Of the round that is played."""
        return self.playing.round

    def robots(self, seat):
        return [robot.id for robot in self.match.view(seat).you.robots]

    def change(self, change):
        """An organiser's change; what it was answered, as far as it is."""
        answers = []
        row = DUNGEON.change_row_of(msgspec.convert(change, DUNGEON.changes), self.match.state)
        self.playing.change(row, answers.append)
        return answers

    def rounds(self, count):
        """So many rounds in which everybody is done at once, by the clock for bots or with early_close."""
        for _ in range(count):
            for seat in self.match.owing():
                self.act(seat, DONE)


__all__ = ["BUY", "DONE", "DUNGEON", "SMALL", "Expedition", "act", "dungeon_setup"]
