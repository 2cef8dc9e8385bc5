"""What is wrong with a message that cannot be read: which field, and what was expected there."""

import re

import msgspec

from ...protocol.messages import VERSION, FromClient, action_types
from ..errors import Refused

SENTENCE_MAX = 200  # what a client sent may be repeated, but not at length
TYPES = ", ".join(f"`{name}`" for name in action_types(FromClient))

_PLACE = re.compile(r" - at `\$\.?([^`]*)`$")
_MISSING = re.compile(r"required field `([^`]*)`")


class _Versioned(msgspec.Struct, tag="hello"):
    version: int | float


_versioned = msgspec.json.Decoder(_Versioned).decode


def bad_message(error: Exception) -> Refused:
    """The refusal of a message that could not be decoded."""
    if not isinstance(error, msgspec.ValidationError):
        return Refused("bad_message", _not_json(error))
    text = str(error)
    place, missing = _PLACE.search(text), _MISSING.search(text)
    field = place.group(1) if place else ""
    if missing:
        field = f"{field}.{missing.group(1)}" if field else missing.group(1)
    sentence = _PLACE.sub("", text)
    if field == "type":
        sentence = f"A message has a `type`, one of {TYPES}."
    return Refused("bad_message", sentence[:SENTENCE_MAX].rstrip(".") + ".", field=field[:SENTENCE_MAX])


def _not_json(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "This is nested too deeply."
    if isinstance(error, UnicodeDecodeError):
        return "This is not UTF-8."
    return f"This is not a JSON object: {error}"


def other_version(raw: bytes | str) -> int | float | None:
    """The version a hello speaks, if it is not ours; newer ones may have fields of other kinds."""
    try:
        version = _versioned(raw).version
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
    return None if version == VERSION else version


def wrong_version(version: float) -> Refused:
    spoken = f"This server speaks version {VERSION} of the protocol, not {str(version)[:20]}."
    return Refused("version", spoken, field="version")
