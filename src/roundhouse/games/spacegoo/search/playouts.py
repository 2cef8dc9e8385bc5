"""Matches played on to their end by the policy and by chance, in the rules' own subset of Python: what a position is
worth among players who are good but not perfect."""

from ....core.entry_types import Records, Row, Table
from ....core.rules import below, copy_into, draw, entry, rules
from ....core.schema import i8, u8
from ..rules.contract import act, sample, tick, waiting
from ..rules.state import State
from .arrivals import STYLES, Mind
from .policy import advise
from .search import WHOLE, judged

STYLE_COUNT = len(STYLES)
RANDOM_SHARE = 35  # percent of all commands

# Draws of a player in a rollout: the style first, then eight numbers a round, of which `sample` takes five.
STYLE = 0
LUCK = 7


@entry
def play_on(
    s: Records[State],
    trial: Records[State],
    minds: Records[Mind],
    key: u8,
    lo: int,
    hi: int,
    rounds: int,
    work: Row[i8],
    owing: Row[i8],
    out: Table[i8],
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
