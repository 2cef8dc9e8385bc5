"""Actions as they come: from a message, a dictionary or raw JSON to the row of numbers that the rules take."""

from functools import cache
from typing import Any

import msgspec
from msgspec import Raw

from ..core.game import ACCEPTED, Game, Verdict


def typed(game: Game, action: Any) -> Any:
    """An action as the game's own message. Raises msgspec.ValidationError with the path, or another error for what is
    no JSON at all."""
    if isinstance(action, Raw):
        return _decoder(game.actions).decode(action)
    return msgspec.convert(msgspec.to_builtins(action), game.actions)


@cache
def _decoder(actions: Any) -> msgspec.json.Decoder[Any]:
    """Looking up a type takes longer than decoding an action."""
    return msgspec.json.Decoder(actions)


def row_of(game: Game, action: Any, state: Any) -> tuple[list[int] | None, Verdict]:
    """An action as its row, or the refusal of what is none. Takes messages, dictionaries and raw JSON."""
    try:
        return game.row_of(typed(game, action), state), ACCEPTED
    except (msgspec.MsgspecError, TypeError, ValueError, RecursionError) as error:
        return None, no_action(action, error)


def no_action(action: Any, error: Exception) -> Verdict:
    """Why something is no action, with the field where it is known."""
    if isinstance(error, msgspec.ValidationError):
        sentence, _, path = str(error).partition(" - at `$")
        return bad_action(path.rstrip("`").lstrip("."), sentence + ".")
    return bad_action("", f"{short(bytes(action) if isinstance(action, Raw) else action)} is no action ({error}).")


def bad_action(field: str, sentence: str) -> Verdict:
    return Verdict("refused", "bad_action", field, "", sentence)


def short(value: Any) -> str:
    text = value.decode("utf-8", "replace") if isinstance(value, bytes) else repr(value)
    return text if len(text) <= 80 else text[:77] + "..."
