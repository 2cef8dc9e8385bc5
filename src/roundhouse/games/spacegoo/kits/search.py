# A bot for Spacegoo that looks ahead with the rules themselves, which lie in `sim`. It is run as bot.toml says.
# kit: head
from random import Random
from time import monotonic
from typing import Any

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "sim"))
import simulator as sim  # noqa: E402

AHEAD, KEPT, MOST_S = 60, 20, 0.9
PASS = [0] * sim.WIDTH_OF_A_ROW
luck = Random(1)


def standing(state: Any, me: int, began: int) -> float:
    """Our share of what all have; an end counts more, the sooner the better."""
    everything = 1 + sum(sim.worth(state, seat) for seat in range(1, state.seats + 1))
    over = sim.result(state) if state.reason else None
    ahead = sum(over["points"][me - 1] - other for other in over["points"]) if over else 0
    share: float = 1e6 * sim.worth(state, me) / everything
    return share + ahead * (2e6 - 1000 * (state.round_no - began))


def play_round(state: Any, seat: int, row: list[int]) -> None:
    """One acts, all others pass."""
    for one in sim.waiting(state):
        sim.act(state, one, row if one == seat else PASS)
    sim.tick(state)


def ends(state: Any, me: int, began: int, seat: int, row: list[int], wait: int = 0) -> float:
    """How we stand in the end after an action, and another one of ours some rounds later; else all pass."""
    trial = sim.clone(state)
    play_round(trial, seat, row)
    for _ in range(wait - 1):
        play_round(trial, 0, PASS)
    if wait and (following := sim.legal(trial, me)):
        play_round(trial, me, luck.choice(following))
    while trial.round_no < began + AHEAD and not trial.reason:
        play_round(trial, 0, PASS)
    return standing(trial, me, began)


def answered(belief: Any, me: int, row: list[int], deadline: float) -> float:
    """The best reply of anybody, which is the worst for us."""
    replied = sim.clone(belief)
    play_round(replied, me, row)
    least = float("inf")
    for seat in range(1, belief.seats + 1):
        for reply in [] if seat == me else sim.legal(replied, seat):
            if least == float("inf") or monotonic() < deadline:
                least = min(least, ends(replied, me, belief.round_no, seat, reply))
    return least


def choose(belief: Any, me: int, deadline: float) -> list[int]:
    rows, began, start = sim.legal(belief, me), belief.round_no, monotonic()
    third = (deadline - start) / 3
    alone: list[float] = []
    for row in rows:
        in_time = not alone or monotonic() < start + third
        alone.append(ends(belief, me, began, me, row) if in_time else float("-inf"))
    hoped = list(alone)
    while rows and monotonic() < start + 2 * third and len(rows) > 1:
        n = luck.randrange(len(rows))
        hoped[n] = max(hoped[n], ends(belief, me, began, me, rows[n], luck.randrange(1, 11)))
    best, most = PASS, float("-inf")
    for n in sorted(range(len(rows)), key=lambda n: -hoped[n])[:KEPT]:
        if most > float("-inf") and monotonic() > deadline:
            break
        found = answered(belief, me, rows[n], deadline) + 2 * alone[n]
        if found > most:
            best, most = rows[n], found
    return best


# kit: connection, wish, turns
