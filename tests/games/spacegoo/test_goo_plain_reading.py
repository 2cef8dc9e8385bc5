"""Whole matches against the rules told a second time, board by board."""

from random import Random

import pytest
from tests.games.spacegoo.plain_game import PlainGame
from tests.games.spacegoo.text_matches import random_row

from roundhouse.games.spacegoo import GAME, notation
from roundhouse.match.match import Match


@pytest.mark.slow
@pytest.mark.rule(
    "GOO-032", "GOO-033", "GOO-034", "GOO-036", "GOO-038", "GOO-041", "GOO-042", "GOO-043", "GOO-044", "GOO-045",
    "GOO-046", "GOO-047", "GOO-048", "GOO-057", "GOO-058", "GOO-059", "GOO-060", "GOO-123", "GOO-124", "GOO-129",
)  # fmt: skip
@pytest.mark.parametrize(
    "given",
    [
        {"preset": "standard"},
        {"preset": "classic"},
        {"preset": "standard", "settings": {"off_lane": "ignore", "production_rounds": 20, "max_rounds": 120}},
        {"preset": "classic", "settings": {"pairs_max": 2, "max_x": 6, "max_y": 6}},
        {"preset": "standard", "settings": {"players": 4}},
        {"preset": "classic", "settings": {"players": 4, "max_rounds": 100}},
    ],
    ids=str,
)
def test_matches_are_as_the_rules_tell_them(given):
    rng = Random(str(given))
    reasons = set()
    for seed in range(25):
        match = Match(GAME, GAME.setup(seed=seed, **given))
        plain = PlainGame(match.view(0), match.setup.settings)
        while match.result is None:
            commands = {seat: random_row(rng, match.state, seat) for seat in match.waited_for()}
            for seat in rng.sample(sorted(commands), len(commands)):
                match.act(seat, commands[seat])
            match.tick()
            plain.play_round(commands)
            assert notation.write(match.state) == plain.board()
        reasons.add(match.result.reason)
    assert len(reasons) >= 2
