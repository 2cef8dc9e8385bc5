"""A killed server loses no command of the Dungeon that it has acknowledged, also one of a round not yet executed."""

import asyncio

import pytest
from tests.outage import ROUNDS, Player, outage

from roundhouse.core.entries import ORDER
from roundhouse.match.replay import Replay

pytestmark = pytest.mark.slow


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


@pytest.mark.rule("DUN-065")
def test_after_kill_9_every_match_goes_on_and_no_acknowledged_command_is_lost(where, tmp_path):
    database = where if where.startswith("postgresql") else ""

    told = asyncio.run(outage(2, tmp_path / "data", database=database, kind=Commander))

    assert told["running_when_killed"] == 2
    assert told["orders_checked"] > told["acknowledged_before"] > 0
