"""The arrays that a `Vector` returns: observations and masks of all rows, in two sets that take turns.

The rules write into them directly, and only what has changed since the set was written last (`learning/sight.py` of the
games). So nobody else may write into them: what is handed out can be read only.
"""

from types import SimpleNamespace
from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ..core.game import Game
from ..core.schema import new, records, schema_of
from .game_learning import numbers_of, seen_of, steps_of
from .observation_spaces import box_of
from .scales import scale_of

Masks = Literal["dense", "packed"]
MASKS = ("dense", "packed")


class RowArrays:
    """Two sets of arrays for so many rows, and what each of them shows."""

    def __init__(
        self, game: Game, form: str, rows: int, shape: tuple[int, ...], actions: int, *, native: bool,
        masks: Masks = "dense", scaled: bool = False, sets: int = 2,
    ) -> None:  # fmt: skip
        self.native, self.kind, self.scaled = native, masks, scaled
        self.shape, self.actions = shape, actions
        self.size = int(np.prod(shape))
        self.kernels: Any = steps_of(game, native=native)
        self.turn = 0
        self.seen: list[NDArray[Any]] = [np.zeros((rows, *self.shape), numbers_of(game)) for _ in range(sets)]
        self.written = [written(game, form, seen, native=native) for seen in self.seen]
        self.masks = [np.zeros((rows, self.actions), np.int8) for _ in range(sets)]
        self.bits = [np.zeros((rows, -(-self.actions // 8) if masks == "packed" else 0), np.uint8) for _ in range(sets)]
        self.scale = scale_of(game, self.shape) if scaled else None
        self.fractions = [np.zeros((rows, self.size if scaled else 0), np.float32) for _ in range(sets)]
        kind = self.kernels.Sight
        self.sights: list[Any] = [
            records(kind, rows, form) if native else [new(kind, form) for _ in range(rows)] for _ in range(sets)
        ]

    @property
    def space(self) -> spaces.Dict:
        """Of one row."""
        seen = box_of(self.size, np.float32 if self.scaled else self.seen[0].dtype)
        mask: spaces.Box[Any] = spaces.Box(0, 1, (self.actions,), np.int8)
        if self.kind == "packed":
            mask = spaces.Box(0, 255, self.bits[0].shape[1:], np.uint8)
        return spaces.Dict({"observation": seen, "action_mask": mask})

    def swap(self) -> None:
        """The other set is written next."""
        self.turn = 1 - self.turn

    def forget(self) -> None:
        """Nothing that the arrays show holds for what comes."""
        for sights in self.sights:
            if self.native:
                sights["shown"] = 0
            else:
                for sight in sights:
                    sight.shown = 0

    @property
    def now(self) -> tuple[Any, Any, Any]:
        """What the rules write on: observations, masks, and what they show."""
        return self.written[self.turn], self.masks[self.turn], self.sights[self.turn]

    def finished(self, rows: Any = None) -> dict[str, NDArray[Any]]:
        """Observations and masks in the form that was asked for; of some rows a copy."""
        seen, masks = self.seen[self.turn].reshape(len(self.masks[0]), self.size), self.masks[self.turn]
        if rows is not None:
            seen, masks = seen[rows], masks[rows]
        if self.scale is not None:
            out = self.fractions[self.turn] if rows is None else np.empty(seen.shape, np.float32)
            seen = np.clip(np.multiply(seen, self.scale, out=out, casting="unsafe"), -1, 1, out=out)
        if self.kind == "packed":
            masks = self._packed(masks, self.bits[self.turn] if rows is None else None)
        return {"observation": seen, "action_mask": masks}

    def _packed(self, masks: NDArray[Any], out: NDArray[Any] | None) -> NDArray[Any]:
        if not self.native or out is None:
            return np.packbits(masks.view(np.uint8), axis=1, bitorder="little")
        self.kernels.packed(masks, out, 0, len(out))
        return out


def written(game: Game, form: str, seen: NDArray[Any], *, native: bool) -> Any:
    """Observations as the rules write them: the same memory as structs, where the game has one for them."""
    kind = seen_of(game)
    if kind is None:
        return seen
    if native:
        return seen.reshape(-1).view(schema_of(kind).dtype(form))
    (name,) = (field.name for field in schema_of(kind).fields)
    return [SimpleNamespace(**{name: row}) for row in seen]


def unpacked(masks: NDArray[np.uint8], actions: int) -> NDArray[np.int8]:
    """Packed masks as dense ones: so many flags a row."""
    return np.unpackbits(masks, axis=-1, count=actions, bitorder="little").view(np.int8)


def read_only(array: NDArray[Any]) -> NDArray[Any]:
    """A view that nobody can write through."""
    view = array.view()
    view.flags.writeable = False
    return view
