"""A server that goes down in the middle of a turn of Quest loses nothing it has answered, and the turn goes on."""

import asyncio

import pytest
from tests.games.quest.server.manual_quest import END, ManualQuest, look, move
from tests.outage import outage
from tests.outage_players import Walker
from tests.server.manual_match import SlowLog, verdicts

from roundhouse.core.schema import canonical

SETTINGS = {"turn_ms": 1000, "max_actions": 10}


def again(made, **how):
    """What a restart does: everything is gone but what was written."""
    log = made.match_log.log
    made.live.stop()
    return ManualQuest(setup=made.setup, match_log=SlowLog(log), entries=list(log), **how)


@pytest.mark.rule("QST-120", "QST-124")
def test_a_turn_goes_on_after_an_outage_with_all_that_was_answered_and_a_clock_of_its_own():
    made = ManualQuest(settings=SETTINGS, match_log=SlowLog())
    made.joined()
    for _ in range(2):
        made.turns(1)
        made.write()
        made.write()
    made.act(1, move(100, 3, 3), move(100, 99, 99))
    made.write()
    lost = made.act(1, move(100, 4, 4))
    assert lost == [], "it was not answered, so it may get lost"
    state = canonical(made.match.state)

    back = again(made, grace_ms=60_000)
    assert canonical(back.match.state) != state
    assert (back.turn_of, back.match.state.players[1].acted) == (1, 2)
    one, two = back.join(1), back.join(2)
    assert two.types() == ["start"]
    _, turn = one.heard()
    assert (turn["view"]["units"][0]["x"], turn["clock"]["left_ms"]) == (3, 1000)
    back.timers.advance(0.9)
    answers = back.act(1, *[look(100, view=False)] * 9)
    back.write()
    assert verdicts(answers) == ["accepted"] * 8 + ["too_many"], "what was asked for before the outage counts"
    assert back.turn_of == 2


@pytest.mark.rule("QST-120")
def test_clocks_stand_still_until_the_players_are_back():
    made = ManualQuest(settings=SETTINGS, match_log=SlowLog())
    made.joined()
    made.act(1, look(100))
    made.write()
    back = again(made, grace_ms=60_000)
    back.join(1)
    back.timers.advance(50)
    assert back.turn_of == 1
    back.join(2)
    back.timers.advance(0.99)
    assert back.turn_of == 1
    back.timers.advance(0.02)
    assert back.turn_of == 2


def test_the_first_turn_is_told_again_and_spectators_see_no_more_than_before():
    made = ManualQuest(settings=SETTINGS, match_log=SlowLog())
    made.joined()
    made.act(1, look(100, view=False))
    made.write()
    back = again(made)
    two = back.join(2)
    back.act(1, END)
    back.write()
    kinds = [event["type"] for message in two.heard() for event in message.get("events", ())]
    assert kinds == ["turn_start", "turn_end", "turn_start"]
    for _ in range(12):
        back.turns(1)
        back.write()
        back.write()
    seen = back.watch()
    later = again(back)
    watcher = later.watch()
    assert watcher.heard()[-1]["view"] == seen.heard()[-1]["view"]
    later.turns(1)
    later.write()
    later.write()
    [step] = [message for message in watcher.heard() if message["type"] == "step"]
    assert [event["type"] for event in step["events"]] == ["turn_end", "turn_start"]


@pytest.mark.slow
@pytest.mark.rule("QST-050", "QST-124")
@pytest.mark.parametrize("where", ["sqlite", pytest.param("postgresql", marks=pytest.mark.long)], indirect=True)
def test_after_kill_9_in_the_middle_of_a_turn_every_answered_request_is_kept(where, tmp_path):
    database = where if where.startswith("postgresql") else ""

    told = asyncio.run(outage(2, tmp_path / "data", database=database, kind=Walker))

    assert told["running_when_killed"] == 2
    assert told["orders_checked"] > told["acknowledged_before"] > 2 * 2 * 12 * 4
