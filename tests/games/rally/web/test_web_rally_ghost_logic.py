"""The ghost that the page makes by the rules is the one that the server answers. RAL-270, RAL-271"""

from random import Random

import msgspec
import pytest
from tests.contract.random_play import legal_row, setups
from tests.scale import amount, seed_for
from tests.web.node import Script, open_rules

from roundhouse.core.belief import belief_of
from roundhouse.games.rally import GAME
from roundhouse.games.rally.actions import Draft
from roundhouse.games.rally.forecast import forecast
from roundhouse.match.match import Match

pytestmark = pytest.mark.slow
script = Script("rally_play.ts")


def teardown_module():
    script.close()


def some_drafts(view, rng):
    """Drafts of the hand, of which some have a card that is not in it, or one twice."""
    hand, drafts = view.you.hand, []
    for _ in range(25):
        cards = rng.sample(hand, min(5, len(hand)))
        slots = [card if rng.random() < 0.8 else None for card in cards] + [None] * (5 - len(cards))
        locked = view.robots[view.you.seat - 1].locked
        for slot, card in locked.items():
            slots[int(slot) - 1] = card
        if rng.random() < 0.1:
            slots[0] = rng.choice(["1@10", "P", "nothing", slots[1]])
        drafts.append(slots)
    return drafts


def as_shown(answer):
    told = msgspec.to_builtins(answer)
    if told and "refusal" in told:
        told["refusal"] = {
            name: told["refusal"].get(name, "") for name in ("verdict", "code", "field", "rule", "sentence")
        }
    return told


@pytest.mark.rule("RAL-270", "RAL-271")
def test_the_page_makes_the_ghost_that_the_server_would_answer():
    open_rules(script, GAME)
    rng = Random(seed_for("drafts with ghosts"))
    ways = refused = died = 0
    for setup in setups(GAME, amount(8, 80), seed=rng.getrandbits(20)):
        match = Match(GAME, setup)
        for _ in range(rng.randrange(6)):
            while match.result is None and (owing := match.waited_for()):
                match.act(owing[0], legal_row(GAME, match.state, owing[0], rng))
            if match.result is None:
                match.tick()
        if match.result is not None:
            continue
        seat = rng.randrange(len(setup.seats)) + 1
        view = match.view(seat)
        if not view.you.hand:
            continue
        drafts = some_drafts(view, rng)
        wanted = [as_shown(forecast(view, setup, seat, Draft(slots))) for slots in drafts]
        belief = msgspec.to_builtins(belief_of(GAME, view, setup))
        (made,) = script(["ghosts", belief, seat, msgspec.to_builtins(view), drafts])
        assert made["known"]
        assert made["told"] == msgspec.json.decode(msgspec.json.encode(wanted))
        ways += sum(bool(one and one.get("path")) for one in wanted)
        died += sum(bool(one and one.get("died")) for one in wanted)
        refused += sum(bool(one and "refusal" in one) for one in wanted)
    assert ways > 20
    assert died
    assert refused
