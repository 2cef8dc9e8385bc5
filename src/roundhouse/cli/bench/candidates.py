"""What `roundhouse bench --peers` measures, one candidate in one process: `python candidates.py NAME`.

This file is run by its path, also by a Python that has a peer but not Roundhouse, so it imports neither before it knows
the name. It reads one request a line and answers with a line of JSON. A candidate can do up to three things:

* `step`: environment steps with actions that were made before the clock runs,
* `look`: the same, with what a learner sees of every step (only where that is a thing of its own),
* `loop`: look, choose a random legal action, step: the loop that every framework's first example shows.

A step is one move of everyone, or of one player where players alternate.
"""

import importlib
import importlib.metadata
import json
import os
import random
import sys
import time
from collections.abc import Callable
from typing import Any

Took = tuple[int, float]  # environment steps, and the seconds of CPU time they took
Modes = dict[str, Callable[[float], Took]]

BATCH = 1024
OWN_BATCH = 512  # of ours: with more of them less is still in the processor's cache when their turn comes again
LARGE_BATCH = 128  # of our larger games, whose states and observations have hundreds of kilobytes each
LUX_BATCH = 64
SPAN = 200  # steps in one scan
RECORDED = {"spacegoo": 400}  # steps of a batch that are recorded and then played again; 20 of the larger games
clock = time.process_time


class MissingError(Exception):
    """A candidate that cannot play here; the text says why."""


def counted(play: Callable[[], int]) -> Callable[[float], Took]:
    """Runs something again and again until so many seconds have passed; it returns the steps it made."""

    def measured(seconds: float) -> Took:
        steps, begun = 0, clock()
        while clock() - begun < seconds:
            steps += play()
        return steps, clock() - begun

    return measured


def summed(play: Callable[[], Took]) -> Callable[[float], Took]:
    """The same for something that holds the clock itself, because not all it does counts."""

    def measured(seconds: float) -> Took:
        steps, taken = 0, 0.0
        while taken < seconds:
            more, longer = play()
            steps, taken = steps + more, taken + longer
        return steps, taken

    return measured


# Ours


def at_once(key: str) -> int:
    return OWN_BATCH if key in ("spacegoo", "rally") else LARGE_BATCH


def ours(key: str) -> Modes:
    """A game of ours in the vector environment, all seats of all matches played from outside, on one thread."""
    from roundhouse.core.native import available, why_not
    from roundhouse.core.registry import GAMES
    from roundhouse.rl import vector_env

    package = GAMES[key].package
    if not available(package):
        raise MissingError(why_not(package))
    size = at_once(key)
    seeing: Any = vector_env(key, size, seat="all")
    blind: Any = vector_env(key, size, seat="all", observe=False)
    seeing.reset(seed=1)
    actions, total, recorded = [], 0.0, RECORDED.get(key, 20)
    for n in range(recorded):
        actions.append(seeing.random_actions(1, n))
        total += float(abs(seeing.step(actions[-1])[1]).sum())

    def again(env: Any) -> Callable[[], Took]:
        env.reset(seed=1)
        first = env.clone(redraw=False)

        def play() -> Took:
            copy = first.clone(redraw=False)  # drawing new maps takes longer than playing on them
            for _ in range(2):  # as in an environment that has run for a while, both sets of arrays show something
                copy._rows.swap()
                copy.observations()
            paid, begun = 0.0, clock()
            for chosen in actions:
                paid += float(abs(copy.step(chosen)[1]).sum())
            taken = clock() - begun
            if paid != total:
                raise RuntimeError(f"{key} was not played as it was recorded")
            return recorded * size, taken

        return play

    def loop() -> int:
        for n in range(5):
            seeing.step(seeing.random_actions(2, n))
        return 5 * size

    return {"step": summed(again(blind)), "look": summed(again(seeing)), "loop": counted(loop)}


def one_match() -> Modes:
    """One match of Spacegoo after another through PettingZoo's interface: what a wrapper costs us too."""
    from roundhouse.rl import spacegoo_v0

    env: Any = spacegoo_v0.parallel_env()

    def loop() -> int:
        seen, _ = env.reset(seed=random.randrange(2**31))
        steps = 0
        while env.agents:
            chosen = {agent: env.action_space(agent).sample(seen[agent]["action_mask"]) for agent in env.agents}
            seen = env.step(chosen)[0]
            steps += 1
        return steps

    return {"loop": counted(loop)}


# Peers


def kaggle() -> Modes:
    """planet_wars of kaggle-environments: two players, 15 to 30 planets, the nearest living relative of Spacegoo."""
    make = importlib.import_module("kaggle_environments").make
    env = make("planet_wars")

    def orders(owner: int) -> list[list[int]]:
        planets = env.state[0].observation.planets
        own = [planet for planet in planets if planet[3] == owner and planet[4] > 0]
        if not own:
            return []
        source = random.choice(own)
        target = random.choice([planet for planet in planets if planet is not source])
        return [[source[0], target[0], random.randint(1, source[4])]]

    def step() -> Took:
        if env.done:
            env.reset(2)
        chosen = [orders(1), orders(2)]
        begun = clock()
        env.step(chosen)
        return 1, clock() - begun

    def loop() -> int:
        if env.done:
            env.reset(2)
        env.step([orders(1), orders(2)])
        return 1

    env.reset(2)
    return {"step": summed(step), "loop": counted(loop)}


def pettingzoo() -> Modes:
    env = importlib.import_module("pettingzoo.classic.connect_four_v3").env()

    def game() -> list[Any]:
        """One game of random legal actions; returns them."""
        env.reset(seed=1)
        made = []
        for agent in env.agent_iter():
            seen, _, over, cut, _ = env.last()
            made.append(None if over or cut else env.action_space(agent).sample(seen["action_mask"]))
            env.step(made[-1])
        return made

    def again() -> int:
        made = random.choice(games)
        env.reset(seed=1)
        for action in made:
            env.step(action)
        return len(made)

    games = [game() for _ in range(50)]
    return {"step": counted(again), "loop": counted(lambda: len(game()))}


def open_spiel() -> Modes:
    game = importlib.import_module("pyspiel").load_game("connect_four")

    def played() -> list[int]:
        state, made = game.new_initial_state(), []
        while not state.is_terminal():
            made.append(random.choice(state.legal_actions()))
            state.apply_action(made[-1])
        return made

    def again() -> int:
        steps = 0
        for made in games:
            state = game.new_initial_state()
            for action in made:
                state.apply_action(action)
            steps += len(made)
        return steps

    games = [played() for _ in range(200)]
    return {"step": counted(again), "loop": counted(lambda: len(played()))}


def pgx() -> Modes:
    """connect_four of pgx, many boards at once, all steps inside one scan; a step observes the board too."""
    jax = importlib.import_module("jax")
    numbers = importlib.import_module("jax.numpy")
    env = importlib.import_module("pgx").make("connect_four")
    reset = importlib.import_module("pgx.experimental").auto_reset(env.step, env.init)
    stepped = jax.vmap(reset)

    def chosen(state: Any, key: Any) -> Any:
        return jax.random.categorical(key, numbers.log(state.legal_action_mask.astype(numbers.float32)), axis=-1)

    def looped(carry: Any, _: Any) -> Any:
        state, key = carry
        key, choosing, beginning = jax.random.split(key, 3)
        action = chosen(state, choosing)
        return (stepped(state, action, jax.random.split(beginning, BATCH)), key), action

    played = jax.jit(lambda state, key: jax.lax.scan(looped, (state, key), None, length=SPAN))
    fixed = jax.random.split(jax.random.PRNGKey(3), BATCH)
    again = jax.jit(lambda state, made: jax.lax.scan(lambda s, a: (stepped(s, a, fixed), None), state, made)[0])
    first = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), BATCH))
    (_, key), made = jax.block_until_ready(played(first, jax.random.PRNGKey(2)))
    jax.block_until_ready(again(first, made))
    kept = {"state": first, "key": key}

    def loop() -> int:
        (kept["state"], kept["key"]), _ = jax.block_until_ready(played(kept["state"], kept["key"]))
        return SPAN * BATCH

    def step() -> int:
        jax.block_until_ready(again(first, made))
        return SPAN * BATCH

    return {"step": counted(step), "loop": counted(loop)}


def luxai_s3() -> Modes:
    """Lux AI season 3 in JAX: two players with up to 16 units each on 24 by 24 fields; a step observes too."""
    jax = importlib.import_module("jax")
    numbers = importlib.import_module("jax.numpy")
    env = importlib.import_module("luxai_s3.env").LuxAIS3Env(auto_reset=False)
    params = importlib.import_module("luxai_s3.params").EnvParams()
    span, episode = 50, params.max_steps_in_match * params.match_count_per_episode
    stepped = jax.vmap(env.step, in_axes=(0, 0, 0, None))
    reach = params.unit_sap_range

    def actions(key: Any) -> Any:
        shape = (LUX_BATCH, params.max_units)
        kinds, across, down = jax.random.split(key, 3)
        one = [
            jax.random.randint(kinds, shape, 0, 6),
            jax.random.randint(across, shape, -reach, reach + 1),
            jax.random.randint(down, shape, -reach, reach + 1),
        ]
        return numbers.stack(one, axis=-1).astype(numbers.int16)

    def advanced(state: Any, key: Any, both: Any) -> Any:
        seen, state, *_ = stepped(jax.random.split(key, LUX_BATCH), state, both, params)
        return state, sum(numbers.sum(leaf) for leaf in jax.tree_util.tree_leaves(seen))  # or it is not observed

    def looped(carry: Any, _: Any) -> Any:
        state, key = carry
        key, first, second, rules = jax.random.split(key, 4)
        state, seen = advanced(state, rules, {"player_0": actions(first), "player_1": actions(second)})
        return (state, key), seen

    def given(state: Any, made: Any) -> Any:
        key, both = made
        return advanced(state, key, both)

    played = jax.jit(lambda state, key: jax.lax.scan(looped, (state, key), None, length=span))
    again = jax.jit(lambda state, made: jax.lax.scan(given, state, made))
    begin = jax.jit(jax.vmap(env.reset, in_axes=(0, None)))
    ready = jax.jit(lambda keys: {"player_0": jax.vmap(actions)(keys[0]), "player_1": jax.vmap(actions)(keys[1])})
    keys = [jax.random.split(jax.random.PRNGKey(n), span) for n in range(3)]
    made = (keys[0], ready((keys[1], keys[2])))
    kept: dict[str, Any] = {"steps": 0, "key": jax.random.PRNGKey(4)}

    def fresh() -> None:
        if kept["steps"] % episode == 0:
            kept["key"], new = jax.random.split(kept["key"])
            kept["state"] = begin(jax.random.split(new, LUX_BATCH), params)[1]
        kept["steps"] += span

    def loop() -> int:
        fresh()
        (kept["state"], kept["key"]), _ = jax.block_until_ready(played(kept["state"], kept["key"]))
        return span * LUX_BATCH

    def step() -> int:
        fresh()
        kept["state"], _ = jax.block_until_ready(again(kept["state"], made))
        return span * LUX_BATCH

    return {"step": counted(step), "loop": counted(loop)}


OURS = ("spacegoo", "rally", "dungeon", "quest", "boidvoid")
PEERS: dict[str, tuple[str, Callable[[], Modes]]] = {
    "kaggle": ("kaggle-environments", kaggle),
    "pettingzoo": ("pettingzoo", pettingzoo),
    "luxai_s3": ("luxai_s3", luxai_s3),
    "open_spiel": ("open_spiel", open_spiel),
    "pgx": ("pgx", pgx),
}


def modes_of(name: str) -> Modes:
    if name in PEERS:
        return PEERS[name][1]()
    return one_match() if name == "one_match" else ours(name)


def versions_of(name: str) -> str:
    """The versions that matter, such as `pgx 2.6.0, jax 0.10.2`."""
    package = PEERS[name][0] if name in PEERS else "roundhouse-arena"
    packages = [package, "jax"] if name in ("pgx", "luxai_s3") else [package]
    return ", ".join(f"{one} {importlib.metadata.version(one)}" for one in packages)


def main() -> None:
    """Answers requests until there are no more. What packages print goes to stderr, so that answers stay alone."""
    out = os.fdopen(os.dup(1), "w", buffering=1, encoding="utf-8")
    os.dup2(2, 1)

    def answer(**fields: Any) -> None:
        out.write(json.dumps(fields) + "\n")

    if hasattr(os, "sched_setaffinity"):  # one core for all, and nobody starts threads for more
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    random.seed(1)
    name = sys.argv[1]
    try:
        modes = modes_of(name)
        for mode in modes.values():
            mode(0.01)
    except (MissingError, ImportError) as error:
        answer(missing=str(error))
        return
    except Exception as error:
        answer(missing=f"it does not run here: {type(error).__name__}: {str(error)[:300]}")
        return
    answer(modes=list(modes), versions=versions_of(name), python=sys.version.split()[0])
    for line in sys.stdin:
        asked = json.loads(line)
        steps, seconds = modes[asked["mode"]](asked["seconds"])
        answer(steps=steps, seconds=seconds)


if __name__ == "__main__":
    main()
