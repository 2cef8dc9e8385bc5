"""Gymnasium's `VectorEnv` over native rules: many matches in one process, stepped together.

A step of all seats of all matches, with what they see and may do afterwards, is one native call. Observations, masks,
rewards and flags are arrays that the rules write into directly; `step` returns views of them, for reading. There are
two sets of arrays, used alternately, so what a step returned stays valid during the next step and is overwritten by the
one after that. Callers that need it longer copy it.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ..core.batch import Batch
from ..core.native import why_not
from ..core.rules import stream
from ..core.schema import Grid, new, records
from . import environment as share
from .game_learning import learning_of, steps_of
from .gym_env import RANDOM, Single
from .observation_spaces import Actions
from .options import SEED_MAX, Options, check_number, options_of
from .row_arrays import MASKS, Masks, RowArrays, read_only
from .vector_bytes import VectorCopies

Who = int | Literal["all", "mixed"]
STARTS = 64  # different first states; a new match takes one at random


class Made:
    """The result of a step for every row, and which matches restart."""

    def __init__(self, rows: int, matches: int) -> None:
        self.rewards = np.empty(rows)
        self.terminated, self.truncated = np.empty(rows, bool), np.empty(rows, bool)
        self.refusals = np.empty(rows, np.int64)
        self.again = np.empty(matches, bool)


class Vector(VectorCopies, VectorEnv[dict[str, Any], NDArray[np.int64], NDArray[Any]]):
    """`num_envs` rows, each one seat of a match.

    `seat` a number: one row per match, the learner; the others play random legal actions. `mixed`: the same, with the
    learner on every seat in turn, in blocks of equal size. `all`: every seat of every match is a row, first those of
    seat 1, then those of seat 2 and so on; its episode lasts as long as the match.

    With `observe=False` steps do not fill observations and masks, which takes longer than the rules: for evaluations
    and searches, and for learners that only use every few steps. `observations` fills them on request."""

    def __init__(
        self,
        options: Options,
        n: int,
        *,
        seat: Who = 1,
        threads: int = 1,
        starts: int = STARTS,
        copy: bool = False,
        observe: bool = True,
        masks: Masks = "dense",
        native: bool | None = None,
    ) -> None:
        self.options = options
        if masks not in MASKS:
            raise ValueError(f"masks are {' or '.join(MASKS)}, not {masks!r}")
        self.matches = check_number("n", n, 1)
        starts, threads = check_number("starts", starts, 1), check_number("threads", threads, 1)
        self._form = options.game.form_of(options.setup(0))
        reason = "native=False asks for it" if native is False else why_not(options.game.package, self._form)
        self.native = not reason
        if native and reason:
            raise RuntimeError(f"native rules are not available: {reason}")
        if reason:
            gymnasium.logger.warn(f"{options.key} is played by interpreted rules, which are slow: {reason}.")
        self.metadata = share.metadata_of(options.key) | {
            "autoreset_mode": AutoresetMode.SAME_STEP,
            "render_modes": [],
            "native": self.native,
        }
        self.copy, self.starts, self.seat, self.observe = copy, starts, seat, observe
        self.masks = masks
        self._kernels: Any = steps_of(options.game, native=self.native)
        self._random = np.random.default_rng()
        self._lay_out(threads if self.native else 1)

    # Arrays

    def _lay_out(self, threads: int) -> None:
        """Allocate all arrays, once."""
        game, n = self.options.game, self.matches
        first = game.start(self.options.setup(0))
        self.seats = int(first.seats)
        self._seeded = hasattr(first, "seed")
        self.blocks = _blocks(self.seat, self.seats, n)
        self.num_envs = max(row + hi - lo for _, lo, hi, row in self.blocks)
        self.shape, self.actions = learning_of(game).shape(first), int(steps_of(game, native=False).actions(first))
        self._rows = RowArrays(
            game, self._form, self.num_envs, self.shape, self.actions, native=self.native, masks=self.masks,
            scaled=self.options.scaled,
        )  # fmt: skip
        self.single_observation_space = self._rows.space if self.observe else spaces.Dict({})
        self.single_action_space = Actions(self.actions)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._learners = self._numbers(n)
        for seat, lo, hi, _ in self.blocks:
            for i in range(lo, hi):
                self._learners[i] = 0 if self.seat == "all" else seat
        self._choices, self._codes, self._gone_at = (self._numbers(n, self.seats + 1) for _ in range(3))
        self._since, self._steps, self._draws = (self._numbers(n) for _ in range(3))
        self._gains, self._before = (np.zeros((n, self.seats + 1)) for _ in range(2))
        self._over = np.zeros(n, np.uint8)
        self._match_of = np.concatenate([np.arange(lo, hi) for _, lo, hi, _ in self.blocks])
        self._seat_of = np.concatenate([np.full(hi - lo, seat) for seat, lo, hi, _ in self.blocks])
        self._threads = threads
        self._workers = ThreadPoolExecutor(threads) if threads > 1 else None
        kinds = (game.kernels.Scratch, self._kernels.Survey)
        self._scratch = [tuple(self._room(kind) for kind in kinds) for _ in range(threads)]
        self.batch: Batch | None = None

    def _numbers(self, *shape: int) -> Any:
        """Whole numbers to fill: an array for native rules, lists for interpreted ones."""
        if self.native:
            return np.zeros(shape, np.int64)
        return [0] * shape[0] if len(shape) == 1 else Grid([[0] * shape[1] for _ in range(shape[0])])

    def _room(self, kind: type) -> Any:
        return records(kind, 1, self._form) if self.native else [new(kind, self._form)]

    @property
    def observation_space(self) -> spaces.Space[Any]:  # type: ignore[override]
        """Made on request: the bounds of a large one take as much memory as the observations."""
        if "_space" not in self.__dict__:
            self._space = batch_space(self.single_observation_space, self.num_envs)
        return self._space

    # Playing

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """New matches in all rows. Equal seeds and equal actions give equal matches, whatever the threads."""
        if isinstance(seed, list):
            raise ValueError("one seed is for all rows")
        if seed is not None:
            self._random = np.random.default_rng(seed)
        game = self.options.game
        setups = [self.options.setup(int(self._random.integers(SEED_MAX))) for _ in range(self.starts)]
        pool = Batch.of(game, setups, native=self.native)
        self.batch = Batch(game, (), form=pool.form, native=self.native)
        self.batch.first, self.batch.size = pool.states, self.matches
        self.batch.states = records(game.state, self.matches, pool.form) if self.native else [None] * self.matches
        self._key = stream(int(self._random.integers(SEED_MAX)), 0)
        for i in range(self.matches):
            self._draws[i] = 0
        self._rows.forget()
        self._restart(np.arange(self.matches))
        return self.observations() if self.observe else {}, {}

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[dict[str, Any], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """One step of every row. Rows whose episode is over begin a new one in the same step: the observation is the
        first of the new match, and `infos["final_obs"]` has the last of the old one."""
        self._started()
        given = np.asarray(actions)
        if given.shape != (self.num_envs,):
            raise ValueError(f"actions have the shape {given.shape}, not {(self.num_envs,)}")
        if given.dtype.kind not in "iu":
            raise TypeError(f"actions are whole numbers, not {given.dtype}")
        for seat, lo, hi, row in self.blocks:
            chosen = given[row : row + hi - lo]
            if self.native:
                self._choices[lo:hi, seat] = chosen
            else:
                for i, choice in enumerate(chosen.tolist(), lo):
                    self._choices[i, seat] = int(choice)
        self._rows.swap()
        self._made = made = Made(self.num_envs, self.matches)
        self._spread(self._step)
        infos: dict[str, Any] = {}
        if np.count_nonzero(made.refusals):  # faster than any()
            infos |= {"refusals": made.refusals, "_refusals": made.refusals != 0}
        if np.count_nonzero(made.again):
            infos |= self._last(made.terminated | made.truncated)
            self._restart(np.flatnonzero(made.again))
        return self._shown() if self.observe else {}, made.rewards, made.terminated, made.truncated, infos

    def _started(self) -> Batch:
        if self.batch is None:
            raise RuntimeError("call reset() first")
        return self.batch

    def _step(self, lo: int, hi: int, room: Any) -> None:
        made, (scratch, survey) = self._made, room
        self._kernels.stepped(
            self._started().states, self._choices, self.actions, self._codes, self._since, self._steps, self._learners,
            self._draws, self._key, self.options.orders, self._gone_at, self._before, self._gains, self._over,
            self._shaped, self.seats, self.options.max_cycles, made.rewards, made.terminated, made.truncated,
            made.refusals, made.again, int(self.observe), *self._rows.now, survey, lo, hi, scratch,
        )  # fmt: skip

    def _look(self, lo: int, hi: int, room: Any) -> None:
        """Bring observations and masks of some matches up to date."""
        self._kernels.look(self._started().states, self.seats, self._learners, *self._rows.now, room[1], lo, hi)

    @property
    def _shaped(self) -> int:
        return int(self.options.reward == "margin")

    def _last(self, done: NDArray[np.bool_]) -> dict[str, Any]:
        """The outcomes of rows that are over, with their last observations."""
        outcome, steps = np.zeros(self.num_envs), np.zeros(self.num_envs, np.int64)
        rows = np.flatnonzero(done)
        matches, seats = self._match_of[rows], self._seat_of[rows]
        outcome[rows] = np.asarray(self._before)[matches, seats]
        steps[rows] = np.asarray(self._steps)[matches]
        infos: dict[str, Any] = {
            "final_info": {"outcome": outcome, "_outcome": done, "steps": steps, "_steps": done},
            "_final_info": done,
        }
        return infos | {"final_obs": self._finals(rows), "_final_obs": done} if self.observe else infos

    def _finals(self, rows: NDArray[np.int64]) -> NDArray[Any]:
        finals = np.full(self.num_envs, None, object)
        last = self._rows.finished(rows)
        for k, row in enumerate(rows.tolist()):
            finals[row] = {name: part[k] for name, part in last.items()}
        return finals

    def _restart(self, places: NDArray[np.int64]) -> None:
        """Start new matches at these indexes, each from a first state of the pool, with its own draws."""
        batch, room = self._started(), self._scratch[0]
        picks = self._random.integers(self.starts, size=self.matches)[places]
        where: Any = places if self.native else places.tolist()
        self._kernels.begin(
            batch.states, batch.first, where, picks if self.native else picks.tolist(), self._since, self._steps,
            self._gone_at, self._before, self._learners, self._draws, self._key, self._shaped, room[0],
        )  # fmt: skip
        seeds = self._random.integers(SEED_MAX, size=len(places))
        if self._seeded and self.native:
            batch.states["seed"][places] = seeds
        elif self._seeded:
            for i, seed in zip(where, seeds.tolist(), strict=True):
                batch.states[i].seed = seed
        rows = self._rows
        self._kernels.unseen(where, self.seats, self._learners, rows.sights[0], rows.sights[1])
        if self.observe:
            self._kernels.look_again(batch.states, where, self.seats, self._learners, *rows.now, room[1])

    def _spread(self, job: Callable[[int, int, Any], None]) -> None:
        """Run a job over all matches, each thread on its share. Native rules run without Python's lock."""
        n, threads = self.matches, self._threads
        if self._workers is None:
            job(0, n, self._scratch[0])
            return
        jobs = [
            self._workers.submit(job, n * k // threads, n * (k + 1) // threads, self._scratch[k])
            for k in range(threads)
        ]
        for one in jobs:
            one.result()

    def observations(self) -> dict[str, Any]:
        """What all rows see now, with their legal actions; `reset` and `step` return it unless `observe` is False."""
        self._started()
        self._spread(self._look)
        return self._shown()

    def _shown(self) -> dict[str, Any]:
        found = self._rows.finished()
        return {name: part.copy() if self.copy else read_only(part) for name, part in found.items()}

    # For people

    def random_actions(self, seed: int, n: int = 0) -> NDArray[np.int64]:
        """A random legal action for every row; n must differ from step to step."""
        out = np.zeros(self.num_envs, np.int64)
        if not self.observe:
            self._spread(self._look)
        masks: Any = self._rows.now[1] if self.native else self._rows.now[1].tolist()
        self._kernels.picked(masks, stream(seed, 0), n, out, 0, self.num_envs)
        return out

    def refusal(self, code: int) -> dict[str, str]:
        """What a code in `infos["refusals"]` means."""
        return share.refusal_of(self.options.game, code)

    def render(self) -> tuple[Any, ...] | None:
        return None

    def close_extras(self, **kwargs: Any) -> None:
        if self._workers is not None:
            self._workers.shutdown()
            self._workers = None
            self._threads = 1


def _blocks(who: Who, seats: int, n: int) -> list[tuple[int, int, int, int]]:
    """Rows in blocks: the seat, the matches from lo up to hi, and the first row."""
    if who == "all":
        return [(seat, 0, n, (seat - 1) * n) for seat in range(1, seats + 1)]
    if who == "mixed":
        bounds = [n * k // seats for k in range(seats + 1)]
        blocks = [(k + 1, bounds[k], bounds[k + 1], bounds[k]) for k in range(seats)]
        return [block for block in blocks if block[1] < block[2]]
    if not isinstance(who, int) or not 1 <= who <= seats:
        raise ValueError(f"seat is a number from 1 to {seats}, 'mixed' or 'all', not {who!r}")
    return [(who, 0, n, 0)]


def vector_env(
    key: str,
    n: int,
    *,
    opponent: str = RANDOM,
    seat: Who = 1,
    threads: int = 1,
    starts: int = STARTS,
    copy: bool = False,
    observe: bool = True,
    masks: Masks = "dense",
    native: bool | None = None,
    **setup: Any,
) -> VectorEnv[Any, Any, Any]:
    """n matches at once. With `opponent="random"` or `seat="all"` that is a `Vector` over native rules. Any other
    opponent runs in Python: then it is Gymnasium's own `SyncVectorEnv` over `gym_env`, with the same spaces and the
    same way of restarting. `setup` as for `parallel_env`."""
    options = options_of(key, **setup)
    if opponent == RANDOM or seat == "all":
        return Vector(
            options, n, seat=seat, threads=threads, starts=starts, copy=copy, observe=observe, masks=masks,
            native=native,
        )  # fmt: skip
    if masks != "dense":
        raise ValueError(f"masks='{masks}' is for opponent='{RANDOM}' and seat='all'")
    if not observe:
        raise ValueError(f"observe=False is for opponent='{RANDOM}' and seat='all'; {opponent} needs to see the match")
    seats = share.sizes_of(options)[2]
    rows = [who for who, lo, hi, _ in _blocks(seat, seats, check_number("n", n, 1)) for _ in range(lo, hi)]
    made = [lambda who=who: Single(options, who, opponent) for who in rows]
    return SyncVectorEnv(made, copy=copy, autoreset_mode=AutoresetMode.SAME_STEP)


def made_for_gymnasium(num_envs: int = 1, *, key: str, **options: Any) -> VectorEnv[Any, Any, Any]:
    """What `gymnasium.make_vec` calls."""
    return vector_env(key, num_envs, **options)
