"""Settings of a game: a msgspec struct with ranges and sentences, resolved as defaults < preset < explicit values."""

from collections.abc import Mapping
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec

HAND_MADE = ("map", "scenario")  # settings that people write themselves; each has its own error code


class SetupError(ValueError):
    """The settings of a match are not allowed. `code` is `bad_settings`, `bad_map` or `bad_scenario`."""

    def __init__(self, code: str, field: str, sentence: str, rule: str = "") -> None:
        super().__init__(f"{code}: {field}: {sentence}" if field else f"{code}: {sentence}")
        self.code = code
        self.field = field
        self.sentence = sentence
        self.rule = rule


def bad_settings(key: str, value: Any, allowed: str, rule: str = "") -> SetupError:
    return SetupError("bad_settings", key, f"{value!r} is not allowed; allowed is {allowed}.", rule)


def resolve(
    kind: type[msgspec.Struct], presets: Mapping[str, Mapping[str, Any]], preset: str, explicit: Mapping[str, Any]
) -> dict[str, Any]:
    """All settings of a match as plain values. Unknown keys and values out of range are `bad_settings`."""
    if preset not in presets:
        raise bad_settings("preset", preset, "one of " + ", ".join(presets))
    hints = get_type_hints(kind, include_extras=True)
    for key in explicit:
        if key not in hints:
            raise SetupError("bad_settings", key, "there is no such setting; there are " + ", ".join(hints) + ".")
    values: dict[str, Any] = dict(presets[preset]) | dict(explicit)
    for key, value in values.items():
        try:
            values[key] = msgspec.to_builtins(msgspec.convert(value, hints[key]))
        except msgspec.ValidationError as error:
            if key in HAND_MADE and isinstance(value, dict):
                raise SetupError(f"bad_{key}", key, str(error), "") from None
            raise bad_settings(key, value, allowed(hints[key])) from None
    made = msgspec.convert(values, kind)
    plain: dict[str, Any] = msgspec.to_builtins(made)
    return plain


def allowed(hint: Any) -> str:
    """What a setting may be, in words."""
    low = high = length = None
    if get_origin(hint) is Annotated:
        hint, *extras = get_args(hint)
        for extra in extras:
            if isinstance(extra, msgspec.Meta):
                low = low if extra.ge is None else extra.ge
                high = high if extra.le is None else extra.le
                length = length if extra.min_length is None else extra.min_length
    if hint is bool:
        return "true or false"
    if hint is int or hint is float:
        noun = "a whole number" if hint is int else "a number"
        return (
            noun
            if low is None
            else f"{noun} from {low:g} to {high:g}"
            if hint is float
            else f"{noun} from {low} to {high}"
        )
    if hint is str:
        return "a text"
    if get_origin(hint) is dict:
        return "an object"
    if get_origin(hint) is tuple:
        of = allowed(get_args(hint)[0])
        return f"{length} values, each {of}" if length else f"values, each {of}"
    if get_origin(hint) in (Union, UnionType):
        parts = [allowed(part).removeprefix("one of ") for part in get_args(hint) if part is not type(None)]
        return " or ".join(parts)
    choices = [str(choice) for choice in get_args(hint) if not isinstance(choice, type)]
    return "one of " + ", ".join(choices) if choices else "an object"


def describe(kind: type[msgspec.Struct]) -> list[dict[str, Any]]:
    """Every setting with its default, what is allowed, and its sentence."""
    hints = get_type_hints(kind, include_extras=True)
    rows = []
    for field in msgspec.structs.fields(kind):
        hint = hints[field.name]
        meta = [extra for extra in get_args(hint)[1:] if isinstance(extra, msgspec.Meta)]
        sentence = next((extra.description for extra in meta if extra.description), "")
        made = field.default_factory  # a mutable default, such as {}, is made anew every time
        default = field.default if made is msgspec.NODEFAULT else made()
        rows.append({"key": field.name, "default": default, "allowed": allowed(hint), "sentence": sentence})
    return rows
