"""How fast the rules run: native against interpreted, against C, in threads, and on their first use."""

import copy
import ctypes
import importlib
import json
import os
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from ...core import native as native_rules
from ...core import schema
from ...core.batch import Batch, copied
from ...core.game import SeatSetup
from ...core.registry import GAMES
from .measure import Row, Skipped, built, cpu_seconds, interleaved, median_ratio, standing, wall_seconds

GAME = GAMES["spacegoo"]
SIZE = 1024
ROUNDS = 100
FEW = 12  # matches that stand for the interpreted rules; they are slow
REPETITIONS = 9
SIDES = {"P7a": 50, "P7b": 75, "P7c": 100}  # cells of a map of Quest


def need_native() -> None:
    """Raises Skipped with the reason where rules only run interpreted."""
    if not native_rules.available():
        raise Skipped(native_rules.why_not())


def starts(count: int, preset: str = "classic") -> list[Any]:
    """The first states of so many different matches."""
    return [GAME.start(GAME.setup(seed=seed, preset=preset)) for seed in range(count)]


def against_interpreted_and_c(options: Any) -> list[Row]:
    """P1 and P3. All three play the classic edition, the same maps and the same random commands."""
    need_native()
    states = starts(SIZE)
    fast, slow = Batch(GAME, states, native=True), Batch(GAME, states[:FEW], native=False)
    fast.rollout(1)  # load the library
    works: list[Callable[[], object]] = [lambda: fast.rollout(ROUNDS, seed=1), lambda: slow.rollout(ROUNDS, seed=1)]
    try:
        limit: _Limit | Exception = _Limit(fast)
    except Exception as error:  # then there is no P3, and P1 all the same
        limit = error
    if isinstance(limit, _Limit):
        works.append(partial(limit.rollout, ROUNDS, seed=1))
    for batch in (fast, slow):
        batch.restart()
    taken = interleaved(REPETITIONS, *works)
    rates = [SIZE * ROUNDS / min(taken[0]), FEW * ROUNDS / min(taken[1])]
    p1 = median_ratio(taken[1], taken[0]) * SIZE / FEW
    detail = f"{rates[0] / 1e6:.2f} M rounds/s against {rates[1] / 1e3:.1f} k/s"
    rows = [Row("P1", "Spacegoo native / interpreted", p1, 250, detail=detail)]

    def against_c() -> Row:
        if isinstance(limit, Exception):
            raise limit
        limit.check(fast)
        detail = f"C {SIZE * ROUNDS / min(taken[2]) / 1e6:.2f} M rounds/s, the same final states"
        return Row("P3", "Spacegoo native / C with AVX2", median_ratio(taken[2], taken[0]), 0.65, detail=detail)

    return [*rows, standing("P3", against_c)]


def rally_against_interpreted(options: Any) -> list[Row]:
    """P5 with four robots; the detail has the cost of a round for two, four and eight. All models, all boards."""
    need_native()
    measured = {robots: _rally_rounds(robots) for robots in (2, 4, 8)}
    detail = "; ".join(
        f"{robots} robots {fast:.1f} µs a round against {slow:.0f} ({ratio:.0f} x)"
        for robots, (ratio, fast, slow) in measured.items()
    )
    return [Row("P5", "Rally native / interpreted", measured[4][0], 60, detail=detail)]


def _rally_rounds(robots: int) -> tuple[float, float, float]:
    """Native against interpreted, and the microseconds of a round in both modes."""
    rally = GAMES["rally"]
    rounds = ROUNDS // 5  # a round is far longer than one of Spacegoo
    states = [_rally_start(rally, seed, robots) for seed in range(SIZE)]
    fast, slow = Batch(rally, states, native=True), Batch(rally, states[:FEW], native=False)
    fast.rollout(1)  # load the library
    fast.restart()
    taken = interleaved(REPETITIONS, lambda: fast.rollout(rounds, seed=1), lambda: slow.rollout(rounds, seed=1))
    cost = [min(times) / rounds / size * 1e6 for times, size in zip(taken, (SIZE, FEW), strict=True)]
    return median_ratio(taken[1], taken[0]) * SIZE / FEW, cost[0], cost[1]


def _rally_start(rally: Any, seed: int, robots: int) -> Any:
    boards = sorted(rally.maps.shipped)
    seats = [SeatSetup(str(n), choice=rally.choices[(seed + n) % len(rally.choices)]) for n in range(robots)]
    return rally.start(rally.setup(seats, seed=seed, settings={"board": boards[seed % len(boards)]}))


def dungeon_against_interpreted(options: Any) -> list[Row]:
    """P6 with 64 robots of four players; the detail has the cost of a round for 8, 64 and 512 robots."""
    need_native()
    measured = {robots: _dungeon_rounds(robots) for robots in (8, 64, 512)}
    detail = "; ".join(
        f"{robots} robots {fast:.1f} µs a round against {slow:.0f} ({ratio:.0f} x)"
        for robots, (ratio, fast, slow) in measured.items()
    )
    return [Row("P6", "Dungeon native / interpreted", measured[64][0], 50, detail=detail)]


def _dungeon_rounds(robots: int) -> tuple[float, float, float]:
    """Native against interpreted, and the microseconds of a round in both modes."""
    dungeon = GAMES["dungeon"]
    rounds, size, few = max(2, 1024 // robots), 64, 2  # states are large, and no match may end
    states = [_dungeon_start(dungeon, seed, robots) for seed in range(size)]
    fast, slow = Batch(dungeon, states, native=True), Batch(dungeon, states[:few], native=False)
    fast.rollout(1)  # load the library
    ratios, costs = [], []
    for _ in range(REPETITIONS):
        for batch in (fast, slow):
            batch.restart()
        taken = interleaved(1, lambda: fast.rollout(rounds, seed=1), lambda: slow.rollout(rounds, seed=1))
        costs.append([times[0] / rounds / count * 1e6 for times, count in zip(taken, (size, few), strict=True)])
        ratios.append(costs[-1][1] / costs[-1][0])
    return sorted(ratios)[REPETITIONS // 2], min(cost[0] for cost in costs), min(cost[1] for cost in costs)


def _dungeon_start(dungeon: Any, seed: int, robots: int) -> Any:
    """A match of four, or of two with few robots, with the usual map and enough money for some upgrades."""
    seats = 2 if robots < 32 else 4
    settings = {"start_robots": min(20, robots // seats), "start_money": 1000, "max_rounds": 1000}
    state = dungeon.start(dungeon.setup([str(n) for n in range(seats)], seed=seed, settings=settings))
    spawn = importlib.import_module(f"{dungeon.package}.rules.phases.trading").spawn
    knowing = importlib.import_module(f"{dungeon.package}.rules.phases.knowledge")
    for seat in range(1, seats + 1):
        while state.players[seat].robots < robots // seats:
            spawn(state, seat, 0)
    knowing.meet(state)
    knowing.disperse(state)
    return state


def quest_against_interpreted(options: Any) -> list[Row]:
    """P7: random turns of two teams of ten on the usual map; the detail has the cost of a turn and of an action."""
    need_native()
    ratio, fast, slow, actions = _quest_turns(60)
    detail = f"{fast:.1f} µs a turn of {actions:.0f} actions against {slow:.0f}"
    return [Row("P7", "Quest native / interpreted", ratio, 60, detail=detail)]


def quest_by_size(options: Any) -> list[Row]:
    """What a game takes with 50, 75 and 100 cells a side: bytes, and microseconds of an action, beside those of the
    smallest; an action should not cost more where the map is larger."""
    need_native()
    costs: list[float] = []  # of an action, by size

    def of_size(name: str, side: int) -> Row:
        ratio, fast, slow, actions = _quest_turns(side)
        costs.append(fast / actions)
        size = schema.schema_of(GAMES["quest"].state).dtype(schema.SMALL if side <= 60 else schema.LARGE).itemsize
        detail = f"{size:,} bytes a game, {costs[-1]:.2f} µs an action against {slow / actions:.0f} ({ratio:.0f} x)"
        if side != SIDES["P7a"] and len(costs) < 2:
            raise RuntimeError(f"the smallest map was not measured; {detail}")
        return Row(name, f"Quest, an action with {side} cells a side / with 50", costs[-1] / costs[0], detail=detail)

    return [standing(name, lambda name=name, side=side: of_size(name, side)) for name, side in SIDES.items()]  # type: ignore[misc]


def _quest_turns(side: int) -> tuple[float, float, float, float]:
    """Native against interpreted, the microseconds of a turn in both modes, and how many actions a turn has."""
    quest = GAMES["quest"]
    turns, size, few = 40, 32, 2  # states are large, and no match may end
    setups = [quest.setup(seed=seed, settings={"width": side, "height": side}) for seed in range(size)]
    states, form = [quest.start(setup) for setup in setups], quest.form_of(setups[0])
    fast, slow = Batch(quest, states, form=form, native=True), Batch(quest, states[:few], form=form, native=False)
    fast.rollout(1)  # load the library
    ratios, costs = [], []
    for n in range(REPETITIONS):
        for batch in (fast, slow):
            batch.restart()
        taken = interleaved(1, lambda n=n: fast.rollout(turns, seed=n), lambda n=n: slow.rollout(turns, seed=n))  # type: ignore[misc]
        costs.append([times[0] / turns / count * 1e6 for times, count in zip(taken, (size, few), strict=True)])
        ratios.append(costs[-1][1] / costs[-1][0])
    best = min(cost[0] for cost in costs), min(cost[1] for cost in costs)
    return sorted(ratios)[REPETITIONS // 2], *best, _actions_of_a_turn(quest, states[0], turns)


def _actions_of_a_turn(quest: Any, state: Any, turns: int) -> float:
    g, row, owing, count = schema.clone(state), [0] * quest.width, [0] * (quest.seats_max + 1), 0
    for _ in range(turns):
        while quest.rules.waiting(g, owing):
            quest.rules.sample(g, g.turn_of, 1, count, row)
            quest.rules.act(g, g.turn_of, row)
            count += 1
        quest.rules.tick(g)
    return count / turns


def boidvoid_against_interpreted(options: Any) -> list[Row]:
    """P8: random turns of two teams of three; the detail has the cost of a turn for 6, 16 and 64 ships."""
    need_native()
    measured = {teams * ships: _boidvoid_turns(teams, ships) for teams, ships in ((2, 3), (2, 8), (8, 8))}
    detail = "; ".join(
        f"{ships} ships {fast:.1f} µs a turn against {slow:.0f} ({ratio:.0f} x)"
        for ships, (ratio, fast, slow) in measured.items()
    )
    return [Row("P8", "BoidVoid native / interpreted", measured[6][0], 60, detail=detail)]


def _boidvoid_turns(teams: int, ships: int) -> tuple[float, float, float]:
    """Native against interpreted, and the microseconds of a turn in both modes."""
    boidvoid = GAMES["boidvoid"]
    turns, size, few = max(4, 120 // (teams * ships)), 32, 2  # states are large, and no match may end
    asked: dict[str, Any] = {"teams": teams, "ships_per_team": ships, "turn_limit": 1000, "early_end": False}
    if teams == 8:
        asked["map"] = _eight_homes()
    states = [boidvoid.start(boidvoid.setup(seed=seed, settings=asked)) for seed in range(size)]
    fast, slow = Batch(boidvoid, states, native=True), Batch(boidvoid, states[:few], native=False)
    fast.rollout(1)  # load the library
    ratios, costs = [], []
    for n in range(REPETITIONS):
        for batch in (fast, slow):
            batch.restart()
        taken = interleaved(1, lambda n=n: fast.rollout(turns, seed=n), lambda n=n: slow.rollout(turns, seed=n))  # type: ignore[misc]
        costs.append([times[0] / turns / count * 1e6 for times, count in zip(taken, (size, few), strict=True)])
        ratios.append(costs[-1][1] / costs[-1][0])
    return sorted(ratios)[REPETITIONS // 2], min(cost[0] for cost in costs), min(cost[1] for cost in costs)


def _eight_homes() -> str:
    """A full grid for eight teams, which no drawn map has."""
    homes = [[4, 4], [16, 4], [27, 4], [4, 16], [27, 16], [4, 27], [16, 27], [27, 27]]
    tiles = [{"x": x, "y": y, "type": "clear"} for y in range(32) for x in range(32)]
    return json.dumps({"name": "eight", "width": 32, "height": 32, "homes": homes, "tiles": tiles})


class _Limit:
    """The C kernel, loaded with the matches of a batch."""

    def __init__(self, batch: Batch) -> None:
        self._library = ctypes.CDLL(str(built("spacegoo_limit.c", "-march=native", "-shared", "-fPIC")))
        self._size = self._library.game_size()
        self._start = ctypes.create_string_buffer(self._size * len(batch))
        self._games = ctypes.create_string_buffer(self._size * len(batch))
        for i, state in enumerate(batch.first):
            count = int(state["planet_count"])
            planets = np.zeros((count, 7), np.int32)
            planets[:, 0] = state["planets"]["owner"][:count]
            planets[:, 1:4] = state["planets"]["production"][:count]
            planets[:, 4:] = state["planets"]["ships"][:count]
            distance = np.ascontiguousarray(state["distance"], np.uint8)
            at = ctypes.c_void_p(ctypes.addressof(self._start) + i * self._size)
            self._library.load(at, int(state["max_rounds"]), count, _pointer(planets), _pointer(distance))
        ctypes.memmove(self._games, self._start, self._size * len(batch))
        self._count = len(batch)

    def rollout(self, rounds: int, *, seed: int) -> None:
        key = ctypes.c_uint64(int(Batch.key(seed)))
        self._library.rollout(self._games, self._start, rounds, key, 0, self._count)

    def check(self, batch: Batch) -> None:
        """The kernel must have played the very same matches; a limit that plays another game is no limit."""
        out = np.zeros(86, np.int32)
        for i, state in enumerate(batch.states):
            count = int(state["planet_count"])
            expected = np.zeros(86, np.int32)
            expected[:2] = state["round_no"], state["next_fleet"]
            planets = expected[2:].reshape(21, 4)
            planets[:count, 0] = state["planets"]["owner"][:count]
            planets[:count, 1:] = state["planets"]["ships"][:count]
            self._library.read_out(ctypes.c_void_p(ctypes.addressof(self._games) + i * self._size), _pointer(out))
            if not np.array_equal(out, expected):
                raise AssertionError(f"the C kernel's match {i} differs from the rules'")


def _pointer(values: Any) -> ctypes.c_void_p:
    return ctypes.c_void_p(values.ctypes.data)


def threads(options: Any) -> list[Row]:
    """P9, by the wall clock: native rules run without Python's lock."""
    need_native()
    if (os.cpu_count() or 1) < 2:
        raise Skipped("only one core")
    batch = Batch(GAME, starts(SIZE), native=True)
    batch.rollout(1)
    batch.rollout(1, threads=2)
    rounds = 2 * ROUNDS  # long enough that starting the threads does not count, short enough for a quiet moment
    one, two = [], []
    for _ in range(30):  # in turns, so that noise hits both alike
        one.append(wall_seconds(lambda: batch.rollout(rounds)))
        two.append(wall_seconds(lambda: batch.rollout(rounds, threads=2)))
    return [Row("P9", "two threads / one thread, best of 30", min(one) / min(two), 1.7)]


def order_of_rounds(options: Any) -> list[Row]:
    """P12: a trainer steps all matches round by round, so they do not stay in the processor's cache."""
    need_native()
    batch = Batch(GAME, starts(SIZE), native=True)
    batch.rollout(1)
    batch.rollout(1, by_round=True)
    by_match, by_round = interleaved(
        REPETITIONS, lambda: batch.rollout(ROUNDS), lambda: batch.rollout(ROUNDS, by_round=True)
    )
    bytes_each = schema.schema_of(GAME.state).dtype().itemsize
    detail = f"{bytes_each:,} bytes a match"
    return [Row("P12", "round by round / match by match", median_ratio(by_match, by_round), 0.5, detail=detail)]


def snapshot(options: Any) -> list[Row]:
    """P13: a copy of a match in full swing, as a record and as objects."""
    need_native()
    batch = Batch(GAME, starts(1), native=True)
    batch.rollout(60)
    state, times = batch.state(0), 2000

    def copies() -> None:
        for _ in range(times):
            copied(batch.states)

    fast, slow = interleaved(REPETITIONS, copies, lambda: copy.deepcopy(state))
    detail = f"{min(fast) / times * 1e6:.2f} µs against {min(slow) * 1e6:.0f} µs"
    ratio = median_ratio(fast, slow) / times
    return [Row("P13", "snapshot / deepcopy of the objects", ratio, 1 / 200, most=True, detail=detail)]


def same_bytes(options: Any) -> list[Row]:
    """P15: 1,000 random matches, half of each edition; the whole state of both modes, all bytes."""
    need_native()
    equal = 0
    rounds = 60 if options.quick else 170
    for preset in ("standard", "classic"):
        states = starts(500, preset)
        fast, slow = Batch(GAME, states, native=True), Batch(GAME, states, native=False)
        fast.rollout(rounds, seed=3)
        cpu_seconds(lambda slow=slow: slow.rollout(rounds, seed=3))  # type: ignore[misc]
        equal += sum(schema.pack(slow.states[i])[0].tobytes() == fast.states[i].tobytes() for i in range(500))
    return [Row("P15", "matches equal in all bytes, of 1,000", float(equal), 1000, detail=f"{rounds} rounds each")]
