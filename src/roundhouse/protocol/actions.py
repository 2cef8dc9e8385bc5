"""Turns actions into the rows of numbers that the rules take: from a message, a dictionary or raw JSON."""

from collections.abc import Sequence
from functools import cache, partial
from typing import Any

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from ..core.belief import action_of_row
from ..core.game import ACCEPTED, Game, Verdict
from ..match.match import Match
from .messages import OrderRow

UNREADABLE = (msgspec.MsgspecError, TypeError, ValueError, RecursionError)


def typed(game: Game, action: Any) -> Any:
    """An action as the game's own message. Raises msgspec.ValidationError with the path, or another error for input
    that is no JSON at all."""
    try:
        if isinstance(action, Raw):
            return _decoder(game.actions).decode(action)
        return msgspec.convert(msgspec.to_builtins(action), game.actions)
    except msgspec.ValidationError:
        other = _by_alias(game, action) if game.tag_alias else None
        if other is None:
            raise
        return msgspec.convert(other, game.actions)


def _by_alias(game: Game, action: Any) -> dict[str, Any] | None:
    """The action with the field `type`, if the sender used the game's other name for that field."""
    plain = msgspec.json.decode(action) if isinstance(action, Raw) else action
    if not isinstance(plain, dict) or "type" in plain or game.tag_alias not in plain:
        return None
    return {"type" if key == game.tag_alias else key: value for key, value in plain.items()}


def meant(match: Match, seat: int, action: Any) -> Any:
    """The message that a seat means by an action, which may also come as a row of numbers. Raises as `typed` does."""
    if not isinstance(action, Raw) or bytes(action)[:1] != b"[":
        return typed(match.game, action)
    try:
        row = _numbers(action)
    except msgspec.ValidationError as error:
        sentence, _, path = str(error).partition(" - at `$")
        raise msgspec.ValidationError(f"{sentence} - at `$.row{path or '`'}") from None
    try:
        return action_of_row(match.game, row, match.state, partial(match.view, seat), match.setup)
    except ValueError as error:
        raise msgspec.ValidationError(f"{error} - at `$.row`") from None


_numbers = msgspec.json.Decoder(OrderRow).decode


@cache
def _decoder(actions: Any) -> msgspec.json.Decoder[Any]:
    """Cached, because looking up a type takes longer than decoding an action."""
    return msgspec.json.Decoder(actions)


def row_of(game: Game, action: Any, state: Any) -> tuple[list[int] | None, Verdict]:
    """An action as its row, or the refusal of what is no action. Takes messages, dictionaries and raw JSON."""
    try:
        return game.row_of(typed(game, action), state), ACCEPTED
    except UNREADABLE as error:
        return None, no_action(action, error)


def enter_all(match: Match, seat: int, actions: Sequence[Any], now_ms: int, *, answers: bool = True) -> list[Verdict]:
    """Check and enter actions of a seat one by one, in their order. With `answers` False the game's answers are not
    made, because nobody would read them."""
    game, refused = match.game, set[int]()  # `refused` are the units whose later actions are skipped
    verdicts = []
    for raw in actions:
        row: Sequence[int] | None
        action, why, unit = None, ACCEPTED, 0
        try:
            action = meant(match, seat, raw)
            row = game.row_of(action, match.state)
            unit = row[game.skip_after_refusal[0]] if game.skip_after_refusal is not None else 0
        except UNREADABLE as error:
            why = no_action(raw, error)
            row = None if game.unreadable is None else game.unreadable[1]
            unit = _unit_in(game, raw) if game.skip_after_refusal is not None else 0
        if row is None:
            verdicts.append(why)
            continue
        if unit in refused:
            verdicts.append(_skipped(match, seat, row))
            continue
        verdict = match.act(seat, row, now_ms)
        if game.unreadable is not None and action is None and verdict.code == game.refusal(game.unreadable[0]).name:
            verdict = replace(verdict, field=why.field, sentence=why.sentence)
        if unit and verdict.verdict != "accepted":
            refused.add(unit)
        if answers and action is not None and game.answer is not None and verdict.verdict in ("accepted", "void"):
            verdict = replace(verdict, answer=game.answer(match.state, seat, action, verdict.verdict == "accepted"))
        verdicts.append(verdict)
    return verdicts or [bad_action("", "There was no action in the answer.")]


def _skipped(match: Match, seat: int, row: Sequence[int]) -> Verdict:
    """The refusal of a skipped action, unless there is a plainer reason: the turn is over. QST-051, QST-052"""
    game = match.game
    plain = game.verdict(game.rules.check(match.state, seat, row))
    return (
        plain
        if plain.verdict == "refused" or game.skip_after_refusal is None
        else game.verdict(game.skip_after_refusal[1])
    )


def _unit_in(game: Game, raw: Any) -> int:
    """The unit that an unreadable action is about, 0 if it names none."""
    try:
        plain = msgspec.json.decode(raw) if isinstance(raw, Raw) else msgspec.to_builtins(raw)
    except UNREADABLE:
        return 0
    unit = (
        plain.get(game.refusal(game.skip_after_refusal[1]).field)
        if game.skip_after_refusal and isinstance(plain, dict)
        else 0
    )
    return unit if isinstance(unit, int) else 0


def no_action(action: Any, error: Exception) -> Verdict:
    """The refusal of something that is no action, with the field where it is known."""
    if isinstance(error, msgspec.ValidationError):
        sentence, _, path = str(error).partition(" - at `$")
        return bad_action(path.rstrip("`").lstrip("."), sentence + ".")
    return bad_action("", f"{short(bytes(action) if isinstance(action, Raw) else action)} is no action ({error}).")


def bad_action(field: str, sentence: str) -> Verdict:
    return Verdict("refused", "bad_action", field, "", sentence)


def short(value: Any) -> str:
    text = value.decode("utf-8", "replace") if isinstance(value, bytes) else repr(value)
    return text if len(text) <= 80 else text[:77] + "..."
