"""Native and interpreted rules give the same bytes: random games of each, a thousand in the long run."""

import pytest
from tests.contract.random_play import same_bytes, setups
from tests.scale import amount, seed_for

from roundhouse.core.batch import Batch
from roundhouse.core.native import available, why_not
from roundhouse.core.schema import SMALL
from roundhouse.games import GAMES

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not available(), reason=f"rules cannot run natively here: {why_not()}"),
]

PARTS = 4  # a batch is looked at so often, the last time after most games have ended and begun anew
# Of a part; a round of the Dungeon is a long one, and so is a turn of Quest; longer games are played elsewhere.
ROUNDS = {"dungeon": 5, "quest": 6, "boidvoid": 5}
TOGETHER = 100  # games at a time, since objects take room


@pytest.mark.timeout(amount(300, 1800))  # interpreted rules are slow, and a machine may be busy
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_random_games_in_the_small_form_are_equal_in_all_bytes(game):
    seed = seed_for(f"games of {game.key} in both modes")
    chosen = list(setups(game, amount(40, 1000), form=SMALL, seed=seed))
    over = 0
    for first in range(0, len(chosen), TOGETHER):
        fast, slow = (Batch.of(game, chosen[first : first + TOGETHER], native=native) for native in (True, False))
        for part in range(PARTS):
            ended = [batch.rollout(ROUNDS.get(game.key, 50), seed=seed + first + part) for batch in (fast, slow)]
            assert ended[0] == ended[1]
            every = 7 if part < PARTS - 1 else 1
            assert same_bytes(slow.states[part % every :: every], fast.states[part % every :: every], game, fast.form)
        over += ended[0]
    assert over > 0
