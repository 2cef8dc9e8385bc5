# A bot for Rally that looks ahead with the rules themselves, which lie in `sim`. It is run as bot.toml says.
# kit: head
from time import monotonic
from typing import Any

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "sim"))
import simulator as sim  # noqa: E402

IDEAS, KEPT, WORLDS, NEXT, MOST_S = 600, 12, 6, 40, 0.8
PASS = [0] * sim.WIDTH_OF_A_ROW


def cell_of(state: Any, checkpoint: int) -> int:
    cells = (n for n in range(sim.CELLS) if state.kinds[n] == sim.CHECKPOINT and state.ways[n] == checkpoint)
    return next(cells, 0)


def standing(state: Any, me: int) -> float:
    """How our robot stands: by what it has, then by how near the next checkpoint is."""
    if over := sim.result(state):
        return 1e6 if over["places"][me - 1] == 1 else -1e6
    robot = state.robots[me]
    at, to = robot.cell, cell_of(state, robot.ticked + 1)
    away = abs(at // sim.STRIDE - to // sim.STRIDE) + abs(at % sim.STRIDE - to % sim.STRIDE) if at and to else 30
    return float(30 * robot.ticked + 15 * robot.lives - away - robot.damage)


def play_round(state: Any, me: int, row: list[int], world: int) -> None:
    """A round in which the others do anything."""
    for seat in sim.waiting(state):
        sim.act(state, seat, row if seat == me else sim.random(state, seat, world, seat))
    sim.tick(state)


def value(belief: Any, me: int, row: list[int], world: int) -> float:
    """What a program is worth: a round, and then the best of some programs for another."""
    trial = sim.clone(belief)
    play_round(trial, me, row, world)
    best = float("-inf")
    for n in range(NEXT if sim.waited(trial, me) else 0):
        after = sim.clone(trial)
        play_round(after, me, sim.random(after, me, world, 100 + n), world + 1)
        best = max(best, standing(after, me))
    return (standing(trial, me) + 2 * best) / 3 if best > float("-inf") else standing(trial, me)


def choose(belief: Any, me: int, deadline: float) -> list[int]:
    """Many programs for one round, the best of them further."""
    half = (monotonic() + deadline) / 2
    ideas: list[tuple[float, list[int]]] = []
    for n in range(IDEAS if sim.waited(belief, me) else 0):
        if ideas and monotonic() > half:
            break
        row = sim.random(belief, me, belief.round_no, n)
        trial = sim.clone(belief)
        play_round(trial, me, row, n % 3)
        ideas.append((standing(trial, me), row))
    ideas.sort(key=lambda idea: -idea[0])
    found: list[list[float]] = [[] for _ in ideas[:KEPT]]
    for world in range(WORLDS):
        for k, values in enumerate(found):
            if world == 0 or monotonic() < deadline:
                values.append(value(belief, me, ideas[k][1], 10 * world))
    means = [sum(values) / len(values) for values in found]
    return ideas[means.index(max(means))][1] if means else PASS


# kit: connection, wish, turns
