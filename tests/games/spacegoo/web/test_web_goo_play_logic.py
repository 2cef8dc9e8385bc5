"""What the page foresees of a send by the rules is what the server answers. GOO-120"""

from random import Random

import msgspec
import pytest
from tests.scale import amount, seed_for
from tests.web.node import Script, open_rules

from roundhouse.core.belief import belief_of
from roundhouse.games.spacegoo import GAME
from roundhouse.games.spacegoo.actions import Send
from roundhouse.games.spacegoo.forecast import forecast
from roundhouse.match.match import Match

pytestmark = pytest.mark.slow
script = Script("spacegoo_play.ts")


def teardown_module():
    script.close()


def played(rng, rounds):
    match = Match(GAME, GAME.setup(seed=rng.getrandbits(32), preset=rng.choice(["standard", "classic"])))
    for n in range(rounds):
        for seat in match.waited_for():
            row = [0] * GAME.width
            GAME.rules.sample(match.state, seat, rng.getrandbits(63), n, row)
            match.act(seat, row)
        if match.result is None:
            match.tick()
        if match.result is not None:
            break
    return match


def some_sends(match, rng):
    """Sends of own ships, and some that are refused."""
    state, made = match.state, []
    own = [n for n in range(state.planet_count) if state.planets[n].owner == 1] or [0]
    for _ in range(30):
        source = rng.choice(own) if rng.random() < 0.9 else rng.randrange(state.planet_count)
        ships = tuple(rng.randrange(-1 if rng.random() < 0.05 else 0, 120) for _ in range(3))
        made.append(Send(source, rng.randrange(-1, state.planet_count + 1), ships))
    return made


def as_shown(answer):
    """What the page shows of the server's answer."""
    told = msgspec.to_builtins(answer)
    if told.get("orbit"):
        del told["orbit"]["sides"]
    if "refusal" in told:
        told["refusal"] = {
            name: told["refusal"].get(name, "") for name in ("verdict", "code", "field", "rule", "sentence")
        }
    return told


@pytest.mark.rule("GOO-120")
def test_the_page_foresees_what_the_server_would_answer():
    open_rules(script, GAME)
    rng = Random(seed_for("sends to foresee"))
    taken = refused = orbits = 0
    sizes = set()
    for _ in range(amount(12, 120)):
        match = played(rng, rng.choice([0, 3, 8, 15, 30]))
        if match.result is not None:
            continue
        view, sends = match.view(1), some_sends(match, rng)
        wanted = [as_shown(forecast(view, match.setup, 1, send)) for send in sends]
        belief = msgspec.to_builtins(belief_of(GAME, view, match.setup))
        (made,) = script(["forecasts", belief, 1, [msgspec.to_builtins(send) for send in sends]])
        assert made["told"] == msgspec.json.decode(msgspec.json.encode(wanted))
        sizes.add(made["bytes"])
        taken += sum(one.get("taken", False) for one in wanted)
        refused += sum("refusal" in one for one in wanted)
        orbits += sum(bool(one.get("orbit")) for one in wanted)
    assert taken > 5
    assert refused > 5
    assert len(sizes) == 1, "memory grows"
