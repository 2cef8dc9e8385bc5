"""A believed state as text: how it travels to bots and into the simulator.

The text is the packed record of the state (`schema.pack`), deflated (zlib) and in base64. The layout's version and the
form go with it, because the same bytes mean something else in another layout.
"""

import binascii
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct

from .game import Game, Setup
from .layout import layout_version
from .schema import LARGE, SMALL, form_of, pack, schema_of, unpack


class Belief(Struct, frozen=True):
    """What a seat may believe of the match: a state made of what it was shown and of nothing else."""

    layout: str
    form: str
    state: str


def belief_of(game: Game, view: Any, setup: Setup) -> Belief:
    """The text of what a seat believes that is shown this view, typed or as plain values. Nothing of the setup counts
    but what is announced, so it does not matter whose it is."""
    state = game.state_from_view(view, setup)
    return encoded(state, form_of(state))


def action_of_row(game: Game, row: Sequence[int], state: Any, view: Callable[[], Any], setup: Setup) -> Any:
    """The message behind a row in the numbers of a belief. `state` is the belief or the state of the match itself, and
    `view` gives what the belief was made of, where it numbers things otherwise. Raises ValueError, which says what is
    wrong."""
    if len(row) != game.width:
        raise ValueError(f"An action of {game.key} has {game.width} numbers, this row has {len(row)}")
    try:
        if game.believed_action is not None:
            action = game.believed_action(row, view(), setup)
        else:
            action = game.action_of(row, state)
            if list(game.row_of(action, state)) != list(row):
                raise LookupError
        return msgspec.convert(msgspec.to_builtins(action), game.actions)
    except (ArithmeticError, LookupError, TypeError, ValueError):
        raise ValueError(f"{list(row)} are the numbers of no action") from None


def encoded(state: Any, form: str = SMALL) -> Belief:
    """The text of a state, without what is left over in places that are not in use. Raises OverflowError if a number
    does not fit its field."""
    data = zlib.compress(pack(state, form, used_only=True).tobytes())
    return Belief(layout_version(type(state), form), form, b64encode(data).decode())


def decoded(cls: type, belief: Belief) -> Any:
    """The state that a text holds. Raises ValueError, which says what is wrong."""
    if belief.form not in (SMALL, LARGE):
        raise ValueError(f"there is no form {belief.form!r}; the forms are {SMALL} and {LARGE}")
    if belief.layout != layout_version(cls, belief.form):
        raise ValueError(f"the layout is {belief.layout}, these rules have {layout_version(cls, belief.form)}")
    kind = schema_of(cls).dtype(belief.form)
    try:
        packed = b64decode(belief.state, validate=True)
        stream = zlib.decompressobj()
        data = stream.decompress(packed, kind.itemsize + 1)
    except (binascii.Error, ValueError, zlib.error) as error:
        raise ValueError(f"this is no deflated state in base64: {error}") from None
    if len(data) != kind.itemsize or not stream.eof or stream.unused_data:
        raise ValueError(f"a state of this form has {kind.itemsize} bytes, this text has others")
    return unpack(cls, np.frombuffer(data, kind)[0])
