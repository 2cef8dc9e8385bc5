"""Players of other games than Spacegoo who remember what was acknowledged, for outages."""

from roundhouse.core.entries import ORDER
from roundhouse.match.replay import Replay
from tests.games.quest.meadow import MEADOW
from tests.outage import ROUNDS, Player


class Commander(Player):
    """Commands every robot anew in each round, and knows its commands by their transaction ids."""

    options = {  # noqa: RUF012
        "game": "dungeon",
        "clock": "bot",
        "settings": {"max_rounds": ROUNDS, "map_side": 8, "start_robots": 3, "start_money": 500},
    }

    def _answer(self, view):
        actions = [] if len(view["you"]["robots"]) > 8 else [{"type": "buying", "article": "ROBOT"}]
        near = {planet["id"]: list(planet["neighbours"].values()) for planet in view["planets"]}
        for robot in view["you"]["robots"]:
            goal = self._draws.choice(near[robot["planet"]] or [robot["planet"]])
            actions.append({"type": "regeneration", "robot": robot["id"]})
            actions.append({"type": "movement", "robot": robot["id"], "planet": goal})
        return {"seq": self.turns, "actions": [*actions, {"type": "done"}]}

    def _learn(self, message):
        known = (one.get("receipt") for one in message["verdicts"] if one["verdict"] == "accepted")
        self.acknowledged += [receipt for receipt in known if receipt]

    def missing(self, record):
        replay, kept = Replay(record.game, record.setup), []
        for entry in record.entries:
            replay.enter(entry)
            if entry.kind == ORDER and entry.seat == self.seat:
                kept.append(record.game.receipt(replay.state, self.seat))
        rest = iter(kept)
        return [receipt for receipt in self.acknowledged if receipt not in rest]


class Walker(Player):
    """Sends one request after the other, each when the one before is answered; so a turn is nearly always going on."""

    options = {  # noqa: RUF012
        "game": "quest",
        "settings": {"scenario": MEADOW, "rounds": 25, "turn_ms": 60_000},
    }

    async def _meet(self, message):
        asked = await super()._meet(message)
        if message["type"] == "verdicts" and self._step is not None:
            return self._next()
        return asked

    def _answer(self, view):
        self._unit = view["units"][0]
        self._left = 4
        self._step = None
        return self._request()

    def _request(self):
        x, y = (min(15, max(0, self._unit[axis] + self._draws.choice((-1, 0, 1)))) for axis in ("x", "y"))
        row = [1, self._unit["id"], x, y, *[0] * 13]
        seq = len(self._sent) + 1
        self._sent[seq] = row
        return {"seq": seq, "actions": [{"type": "move", "unit": row[1], "to": [x, y], "view": False}]}

    def _learn(self, message):
        super()._learn(message)
        answer = message["verdicts"][0].get("answer")
        self._unit = answer["unit"] if answer and answer.get("unit") else self._unit
        self._step = 0

    def _next(self):
        self._step = None
        self._left -= 1
        if self._left > 0:
            return {"type": "act", **self._request()}
        seq = len(self._sent) + 1
        self._sent[seq] = [0] * 17
        return {"type": "act", "seq": seq, "actions": [{"type": "end_turn"}]} if self._left == 0 else None
