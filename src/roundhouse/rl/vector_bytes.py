"""Copies of many matches at once."""

import json
import zlib
from copy import deepcopy
from math import prod
from typing import Any, TypeVar

import msgspec
import numpy as np

from ..core.batch import Batch, copied
from ..core.rules import stream
from ..core.schema import pack, schema_of, unpack
from .environment import seat_of
from .hidden_information import redraw, resampled
from .options import SEED_MAX, Options
from .row_arrays import RowArrays
from .state_bytes import check_version, clone_lists, inflated, sealed, unsealed

V = TypeVar("V", bound="VectorCopies")
MAGIC = b"RHV1"
BOOKS = {"_since": "<i8", "_steps": "<i8", "_draws": "<i8", "_gone_at": "<i8", "_before": "<f8"}


class _VectorHead(msgspec.Struct, frozen=True):
    version: str
    options: Options
    matches: int
    seat: str
    starts: int
    key: int
    generator: str  # the state of the random generator that chooses new matches


class VectorCopies:
    """`clone`, `resample`, `serialize` and `deserialize` of a `Vector`."""

    options: Options
    batch: Batch | None
    native: bool
    matches: int
    seats: int
    seat: Any
    starts: int
    copy: bool
    observe: bool
    masks: Any
    _rows: RowArrays
    _scratch: list[Any]
    _threads: int
    _random: np.random.Generator
    _key: int
    _gone_at: Any

    def _started(self) -> Batch:
        raise NotImplementedError

    def _look(self, lo: int, hi: int, room: Any) -> None:
        raise NotImplementedError

    def _look_anew(self) -> None:
        """Observations and masks of matches that came from elsewhere."""
        self._rows.forget()
        self._look(0, self.matches, self._scratch[0])

    def _blank(self: V) -> V:
        make: Any = type(self)
        made: V = make(
            self.options, self.matches, seat=self.seat, threads=self._threads, starts=self.starts, copy=self.copy,
            observe=self.observe, masks=self.masks, native=self.native,
        )  # fmt: skip
        return made

    def clone(self: V, *, redraw: bool = True, seed: int | None = None) -> V:
        """A copy of all matches that shares nothing with these. Later random draws of the rules differ in it, and
        random opponents play differently, unless `redraw` is False."""
        made = self._blank()
        made.batch = self._started().clone()
        made.batch.first = self._started().first
        for name in BOOKS:
            value = getattr(self, name)
            setattr(made, name, value.copy() if isinstance(value, np.ndarray) else clone_lists(value))
        made._key = self._key
        if redraw:
            made._random = self._random.spawn(1)[0] if seed is None else np.random.default_rng(seed)
            made._redraw(int(made._random.integers(SEED_MAX)))
        else:
            made._random = deepcopy(self._random)
        made._look_anew()
        return made

    def _redraw(self, seed: int) -> None:
        key = stream(seed, 0)
        self._key = key
        states = self._started().states
        for i in range(self.matches):
            if not self.native:
                redraw(states[i], stream(key, i))
            elif "seed" in (states.dtype.names or ()):
                states["seed"][i] = stream(key, i)

    def resample(self: V, seat: int | str, seed: int) -> V:
        """A copy in which everything that a seat cannot know is drawn anew, match by match."""
        seat = seat_of(seat, self.seats)
        made = self.clone(seed=seed)
        batch = made._started()
        for i in range(made.matches):
            state = batch.state(i)
            resampled(self.options.game, state, seat, stream(stream(seed, seat), i))
            batch.put(i, state)
        made._look_anew()
        return made

    def serialize(self) -> bytes:
        """All matches as bytes, with their secrets and later draws. Reading them runs no code."""
        batch = self._started()
        books = [np.asarray(getattr(self, name), kind).tobytes() for name, kind in BOOKS.items()]
        states = [
            many.tobytes() if self.native else b"".join(pack(one, batch.form).tobytes() for one in many)
            for many in (batch.states, batch.first)
        ]
        generator = msgspec.json.encode(self._random.bit_generator.state).decode()
        head = _VectorHead(
            self.options.game.version, self.options, self.matches, str(self.seat), self.starts, self._key,
            generator,
        )  # fmt: skip
        return sealed(MAGIC, msgspec.msgpack.encode(head), b"".join([*states, *books]))

    def deserialize(self, data: bytes) -> None:
        """Continue from what `serialize` of an environment with the same options returned. Raises ValueError."""
        game = self.options.game
        form = game.form_of(self.options.setup(0))
        kind = schema_of(game.state).dtype(form)
        kinds = [(kind, (self.matches,)), (kind, (self.starts,))]
        kinds += [(np.dtype(kind), np.shape(getattr(self, name))) for name, kind in BOOKS.items()]
        try:
            text, packed = unsealed(MAGIC, data)
            head = msgspec.msgpack.decode(text, type=_VectorHead)
            check_version(game, head.version)
            theirs = (head.options, head.matches, head.seat, head.starts)
            fits = theirs == (self.options, self.matches, str(self.seat), self.starts)
            body = inflated(packed, sum(kind.itemsize * prod(shape) for kind, shape in kinds)) if fits else b""
            random = np.random.PCG64()
            random.state = json.loads(head.generator)
        except (ValueError, KeyError, TypeError, msgspec.MsgspecError, zlib.error) as error:
            raise ValueError(f"these are no matches of an environment: {error}") from None
        if not fits:
            raise ValueError("these bytes are of an environment with other options")
        parts, at = [], 0
        for kind, shape in kinds:
            parts.append(np.frombuffer(body, kind, prod(shape), at).reshape(shape))
            at += parts[-1].nbytes
        self._take_over(form, head.key, np.random.Generator(random), parts)

    def _take_over(self, form: str, key: int, random: np.random.Generator, parts: list[Any]) -> None:
        game = self.options.game
        batch = Batch(game, (), form=form, native=self.native)
        batch.size = self.matches
        if self.native:
            batch.states, batch.first = copied(parts[0]), copied(parts[1])
        else:
            batch.states, batch.first = ([unpack(game.state, one) for one in many] for many in parts[:2])
        for name, value in zip(BOOKS, parts[2:], strict=True):
            own = getattr(self, name)
            if isinstance(own, np.ndarray):
                own[:] = value
            else:
                for i, line in enumerate(value.tolist()):
                    own[i] = line
        self._key = key
        self._random = random
        self.batch = batch
        self._look_anew()
