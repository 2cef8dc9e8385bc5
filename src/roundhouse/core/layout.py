"""How the bytes of a state are laid out, and the version that names it.

A state leaves this process as the bytes of one record (`schema.pack`): beliefs that bots are sent, and what the
simulator reads. Whoever reads them compares versions first, because the same bytes mean something else in another
layout.
"""

from functools import cache
from hashlib import blake2b
from typing import Any

import numpy as np

from .schema import SMALL, schema_of


@cache
def layout_version(cls: type, form: str = SMALL) -> str:
    """16 hexadecimal digits that differ whenever a name, a type, a length or a place in the record does."""
    text = repr(_described(schema_of(cls).dtype(form)))
    return blake2b(text.encode(), digest_size=8).hexdigest()


def _described(dtype: np.dtype[Any]) -> Any:
    if dtype.subdtype is not None:
        item, shape = dtype.subdtype
        return [_described(item), shape]
    if dtype.names is None:
        return dtype.str
    fields: Any = dtype.fields
    return [dtype.itemsize, [(name, fields[name][1], _described(fields[name][0])) for name in dtype.names]]
