"""How the bytes of a state are laid out, and the version that names it.

A state leaves this process as the bytes of one record (`schema.pack`): beliefs that bots are sent, and what the
simulator reads. Whoever reads them compares versions first, because the same bytes mean something else in another
layout.
"""

from functools import cache
from hashlib import blake2b
from typing import Any

import numpy as np

from .schema import FORMS, SMALL, schema_of


@cache
def layout_version(cls: type, form: str = SMALL) -> str:
    """16 hexadecimal digits that differ whenever a name, a type, a length or a place in the record does."""
    text = repr(_described(schema_of(cls).dtype(form)))
    return blake2b(text.encode(), digest_size=8).hexdigest()


def field_map(cls: type, form: str = SMALL) -> dict[str, Any]:
    """Where a host without NumPy finds the numbers of a struct, and of those in it, by their names: the bytes of one,
    and of each field [name, place, a number's code or a struct's name, lengths, the field that counts it or "", whether
    it is derived]."""
    found: dict[str, Any] = {}

    def add(struct: type) -> str:
        if struct.__name__ not in found:
            dtype = schema_of(struct).dtype(form)
            places: Any = dtype.fields
            rows = found[struct.__name__] = {"bytes": dtype.itemsize, "fields": []}
            for field in schema_of(struct).fields:
                kind = field.codes[FORMS.index(form)] if field.codes else add(field.item or struct)
                place = places[field.name][1]
                rows["fields"].append(
                    [field.name, place, kind, list(field.extent(form)), field.count or "", int(field.derived)]
                )
        return struct.__name__

    add(cls)
    return found


def _described(dtype: np.dtype[Any]) -> Any:
    if dtype.subdtype is not None:
        item, shape = dtype.subdtype
        return [_described(item), shape]
    if dtype.names is None:
        return dtype.str
    fields: Any = dtype.fields
    return [dtype.itemsize, [(name, fields[name][1], _described(fields[name][0])) for name in dtype.names]]
