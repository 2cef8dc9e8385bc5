"""Matches of Quest for tests of the server: a small meadow on which two teams of two stand apart."""

from tests.server.manual_match import ManualPacedMatch, act, sitting

from roundhouse.games.quest import GAME as QUEST

END = {"type": "end_turn"}
RESIGN = {"type": "resign"}
SIDE = 16
TEAMS = {1: ((2, 2), (3, 2)), 2: ((13, 13), (12, 13)), 3: ((13, 2), (12, 2))}


def scenario(seats=2, **parts):
    """Nobody sees the others at the beginning; beside the first unit of every team lies wood in the ground."""
    teams = {seat: TEAMS[seat] for seat in range(1, seats + 1)}
    placed = [
        {"id": seat * 100 + k, "player": seat, "x": x, "y": y}
        for seat, cells in teams.items()
        for k, (x, y) in enumerate(cells)
    ]
    return {
        "terrain": ["." * SIDE] * SIDE,
        "start": {str(seat): list(cells[0]) for seat, cells in teams.items()},
        "units": placed,
        "buried": [{"x": x, "y": y, "resources": {"wood": 50}} for (x, y), _ in teams.values()],
        **parts,
    }


def quest_setup(*seats, seed=3, parts=None, **settings):
    chosen = {"scenario": scenario(len(seats), **(parts or {})), "rounds": 30, **settings}
    return QUEST.setup(seats, seed=seed, settings=chosen)


def look(unit, **how):
    return {"type": "view", "unit": unit, **how}


def move(unit, x, y, **how):
    return {"type": "move", "unit": unit, "to": [x, y], **how}


class ManualQuest(ManualPacedMatch):
    """A match of Quest in the test's hands: the bots `ann`, `bob` and `cid` unless others are given."""

    def __init__(self, *seats, bots=2, setup=None, settings=None, **how):
        made = setup or quest_setup(*(seats or sitting("bot", bots)), **(settings or {}))
        super().__init__(game=QUEST, setup=made, **how)

    @property
    def turn_of(self):
        return self.match.state.turn_of

    def turns(self, count):
        """So many turns that end at once."""
        for _ in range(count):
            self.act(self.turn_of, END)


def events(messages, *kinds):
    """The events of these kinds in what somebody heard."""
    found = [event for message in messages for event in message.get("events", ())]
    return [event for event in found if event["type"] in kinds]


def ends(messages):
    """How turns ended, by seat."""
    return [(event["seat"], event["why"]) for event in events(messages, "turn_end")]


__all__ = [
    "END", "QUEST", "RESIGN", "ManualQuest", "act", "ends", "events", "look", "move", "quest_setup", "scenario",
]  # fmt: skip
