"""Many matches at once, as an array of records: step, rollout, clone, digest and the way back to objects.

Native rules run over the records; where they are not available the same rules run interpreted over objects, slower but
with the same results.
"""

from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from hashlib import blake2b
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import schema
from .game import Game, Setup
from .native import available
from .rules import stream


class Batch:
    """Matches of one game in one state form. `records[i]` is match i; read it, or write it back with `put`."""

    def __init__(
        self, game: Game, states: Iterable[Any], *, form: str = schema.SMALL, native: bool | None = None
    ) -> None:
        self.game = game
        self.form = form
        self.native = available(game.package, form) if native is None else native
        self.kernels: Any = game.native if self.native else game.kernels
        objects = list(states)
        self.size = len(objects)
        self.states: Any = self._packed(objects) if self.native else [schema.clone(state) for state in objects]
        self.first: Any = copied(self.states) if self.native else [schema.clone(state) for state in objects]
        scratch = self.kernels.Scratch
        self._scratch: Any = [schema.records(scratch, 1, form) if self.native else [schema.new(scratch, form)]]

    @classmethod
    def of(cls, game: Game, setups: Sequence[Setup], *, native: bool | None = None) -> "Batch":
        """A batch of fresh matches. All setups must need the same state form."""
        forms = {game.form_of(setup) for setup in setups}
        if len(forms) != 1:
            raise ValueError(f"a batch holds matches of one state form, these setups need {sorted(forms)}")
        return cls(game, (game.start(setup) for setup in setups), form=forms.pop(), native=native)

    def __len__(self) -> int:
        return self.size

    def rollout(self, rounds: int, *, seed: int = 0, threads: int = 1, by_round: bool = False) -> int:
        """Random legal play; a match that is over starts again. Returns how many ended."""
        key = self.key(seed)
        if by_round:
            draws: Any = np.zeros(self.size, np.int64) if self.native else [0] * self.size
            ended: int = self.kernels.rollout_by_round(
                self.states, self.first, rounds, key, draws, 0, self.size, self._scratch[0]
            )
            self._check_fit()
            return ended
        return sum(self._spread("rollout", threads, self.states, self.first, rounds, key))

    def playout(self, rounds: int, *, seed: int = 0, threads: int = 1) -> NDArray[np.int64]:
        """Random play to the end, at most so many rounds: points[i, seat], or -1 for a match that still runs."""
        out: Any = np.full((self.size, self.game.seats_max + 1), -1, np.int64)
        filled = out if self.native else schema.Grid(out.tolist())
        self._spread("playout", threads, self.states, rounds, self.key(seed), filled)
        return out if self.native else np.array(filled)

    def step(self, actions: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """One round from actions[i, seat]. Returns refusal codes and points, both [i, seat]."""
        shape = (self.size, self.game.seats_max + 1)
        if actions.shape != (*shape, self.game.width):
            raise ValueError(f"actions have the shape {actions.shape}, not {(*shape, self.game.width)}")
        # A larger number fits no field of a state.
        most = self.game.row_max
        actions = actions.astype(np.int64, casting="same_kind").clip(-most, most)
        if self.native:
            verdicts, rewards = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
            self.kernels.step(self.states, actions, verdicts, rewards, 0, self.size, self._scratch[0])
            return verdicts, rewards
        listed = schema.Grid(actions.tolist())
        codes, points = (schema.Grid([[0] * shape[1] for _ in range(self.size)]) for _ in range(2))
        self.kernels.step(self.states, listed, codes, points, 0, self.size, self._scratch[0])
        self._check_fit()
        return np.array(codes), np.array(points)

    def sample(self, *, seed: int = 0, n: int = 0) -> NDArray[np.int64]:
        """Random legal actions for `step`; the next round takes the next n."""
        out: Any = np.zeros((self.size, self.game.seats_max + 1, self.game.width), np.int64)
        filled = out if self.native else schema.Grid(out.tolist())
        self._spread("sampled", 1, self.states, self.key(seed), n, filled)
        return out if self.native else np.array(filled)

    def clone(self) -> "Batch":
        """A batch of copies. Natively it costs a memory copy."""
        made = object.__new__(Batch)
        made.__dict__.update(self.__dict__)
        made.states = copied(self.states) if self.native else [schema.clone(state) for state in self.states]
        made._scratch = [copied(part) if self.native else [schema.clone(part[0])] for part in self._scratch]
        return made

    def state(self, i: int) -> Any:
        """Match i as an object."""
        return schema.unpack(self.game.state, self.states[i]) if self.native else schema.clone(self.states[i])

    def put(self, i: int, state: Any) -> None:
        self.states[i] = schema.pack(state, self.form)[0] if self.native else schema.clone(state)

    def digest(self, i: int) -> bytes:
        """A hash of what counts of match i, the same in every form and mode."""
        state = self.states[i]
        text = schema.canonical_record(self.game.state, state) if self.native else schema.canonical(state)
        return blake2b(text, digest_size=16).digest()

    def _packed(self, objects: list[Any]) -> schema.Records:
        out = schema.records(self.game.state, len(objects), self.form)
        for i, state in enumerate(objects):
            out[i] = schema.pack(state, self.form)[0]
        return out

    def restart(self) -> None:
        """All matches start again."""
        self.states = copied(self.first) if self.native else [schema.clone(state) for state in self.first]

    @staticmethod
    def key(seed: int) -> int:
        """The key of the stream that random play draws from; match i then has its own."""
        return stream(seed, 0)

    def _check_fit(self) -> None:
        """Natively a number that does not fit its field is refused when it is stored, interpreted only now."""
        if not self.native:
            for state in self.states:
                schema.check_fit(state, self.form)

    def _spread(self, name: str, threads: int, *arguments: Any) -> list[Any]:
        """Run a kernel over all matches, each thread on its share. Native rules run without Python's lock."""
        if threads < 1:
            raise ValueError(f"threads must be at least 1, not {threads}")
        kernel = partial(getattr(self.kernels, name), *arguments)
        while len(self._scratch) < threads:
            part = self._scratch[0]
            self._scratch.append(copied(part) if self.native else [schema.clone(part[0])])
        bounds = [self.size * n // threads for n in range(threads + 1)]
        if threads == 1:
            results = [kernel(0, self.size, self._scratch[0])]
        else:
            with ThreadPoolExecutor(threads) as pool:
                jobs = [pool.submit(kernel, bounds[n], bounds[n + 1], self._scratch[n]) for n in range(threads)]
                results = [job.result() for job in jobs]
        self._check_fit()
        return results


def copied(records: Any) -> schema.Records:
    """A copy of records, byte by byte. NumPy's own goes field by field, which takes many times as long."""
    made: schema.Records = np.empty_like(records)
    made.view(np.uint8)[:] = records.view(np.uint8)
    return made
