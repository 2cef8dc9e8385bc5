"""Matches of the Dungeon for tests of the server: seats that buy a robot and say that they are done."""

import msgspec
from tests.server.manual_match import ManualPacedMatch, act, sitting

from roundhouse.games.dungeon import GAME as DUNGEON

DONE = {"type": "done"}
BUY = {"type": "buying", "article": "ROBOT"}
SMALL = {"map_side": 6, "desert_factor": 0, "round_ms": 4000}  # a world that is drawn at once


def dungeon_setup(*seats, seed=3, **settings):
    return DUNGEON.setup(seats, seed=seed, settings={**SMALL, **settings})


class ManualDungeon(ManualPacedMatch):
    """A match of the Dungeon in the test's hands: the bots `ann` and `bob` unless others are given."""

    def __init__(self, *seats, clock="own", bots=2, setup=None, seed=3, settings=None, **how):
        made = setup or dungeon_setup(*(seats or sitting("bot", bots)), seed=seed, **(settings or {}))
        super().__init__(game=DUNGEON, setup=made, clock=clock, **how)

    @property
    def number(self):
        """Of the round that is played."""
        return self.live.round

    def robots(self, seat):
        return [robot.id for robot in self.match.view(seat).you.robots]

    def change(self, change):
        """An organiser's change; what it was answered, as far as it is."""
        answers = []
        row = DUNGEON.change_row_of(msgspec.convert(change, DUNGEON.changes), self.match.state)
        self.live.change(row, answers.append)
        return answers

    def rounds(self, count):
        """So many rounds in which everybody is done at once, by the clock for bots or with early_close."""
        for _ in range(count):
            for seat in self.match.waited_for():
                self.act(seat, DONE)


__all__ = ["BUY", "DONE", "DUNGEON", "SMALL", "ManualDungeon", "act", "dungeon_setup"]
