"""Matches played on to their end by the policy and by chance, in the rules' own subset of Python: what a position is
worth among players who are good but not perfect."""

from typing import Any

from ....core.rules import below, copy_into, draw, rules
from .arrivals import STYLES
from .policy import advise
from ..rules.contract import act, sample, tick, waiting
from .search import WHOLE, judged
from ..rules.state import State

STYLE_COUNT = len(STYLES)
RANDOM_SHARE = 35  # percent of all commands

# Draws of a player in a rollout: the style first, then eight numbers a round, of which `sample` takes five.
STYLE = 0
LUCK = 7


@rules
def play_on(
    s: Any, trial: Any, minds: Any, key: int, lo: int, hi: int, rounds: int, work: Any, owing: Any, out: Any
) -> None:
    """Play the rollouts from lo up to hi of one state, so many rounds at most: out[i, seat] is how each seat then
    stands, of WHOLE. Every set of players plays once from each seat, so that a better draw favours nobody."""
    seats = int(s[0].seats)
    for i in range(lo, hi):
        copy_into(trial, 0, s, 0)
        g = trial[0]
        own = draw(key, i // seats)
        left = rounds
        while left > 0 and g.reason == 0:
            waiting(g, owing)
            for seat in range(1, seats + 1):
                if owing[seat]:
                    player = draw(own, (seat + i) % seats)
                    turn = 1 + int(g.round_no)
                    if below(draw(player, 8 * turn + LUCK), 100) < RANDOM_SHARE:
                        sample(g, seat, player, turn, work)
                    else:
                        advise(g, minds[below(draw(player, STYLE), STYLE_COUNT)], seat, work)
                    act(g, seat, work)
            tick(g)
            left -= 1
        for seat in range(1, seats + 1):
            out[i, seat] = stands(g, seat)


@rules
def stands(g: State, seat: int) -> int:
    """The result where there is one, draws shared, else the share of all ships and of what planets will still make."""
    if g.reason == 0:
        return judged(g, seat)
    if g.winner == 0:
        return WHOLE // int(g.seats)
    return WHOLE if g.winner == seat else 0
