"""Reads what an agent answers, in any of its usual spellings: JSON, lists, short text, or a mixture."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from ..core.game import Game, Verdict
from ..protocol.actions import bad_action, no_action, short
from ..protocol.messages import ACTIONS_MAX
from .game_text import text_of
from .short_names import NotThereError

TEXT_MAX = 20_000  # characters of an answer
WRAPPERS = ("actions", "orders", "order", "moves", "commands", "answer")
TAGS = ("type", "action", "do", "kind", "command", "name")
_FENCE = re.compile(r"```[A-Za-z]*\s*\n?(.*?)```", re.DOTALL)
_BULLET = re.compile(r"^\s*(?:[-*•]|\d{1,3}[.)])\s+")
_CALL = re.compile(r"^\s*([A-Za-z_]+)\s*\((.*)\)\s*;?\s*$")
_LOOSE = re.compile(r"[^a-z0-9]")


class Read(Struct, frozen=True):
    """The actions of an answer as the game's own messages; none if there is a `problem`."""

    actions: list[Any]
    problem: Verdict | None = None


class UnreadableError(ValueError):
    def __init__(self, verdict: Verdict) -> None:
        super().__init__(verdict.sentence)
        self.verdict = verdict


def read(game: Game, answer: Any, view: Any) -> Read:
    """All actions of an answer, or why it cannot be read: a partly unreadable answer is not entered at all."""
    try:
        pieces = list(_pieces(game, answer, 0))
        if not pieces:
            raise UnreadableError(bad_action("", "There is no order in the answer."))
        if len(pieces) > ACTIONS_MAX:
            raise UnreadableError(bad_action("", f"An answer has at most {ACTIONS_MAX} orders."))
        return Read([_typed(game, piece, view) for piece in pieces])
    except UnreadableError as error:
        return Read([], error.verdict)
    except NotThereError as error:
        return Read([], bad_action(error.field, str(error)))
    except RecursionError:
        return Read([], bad_action("", "The answer is nested too deeply."))


# Splitting an answer


def _pieces(game: Game, answer: Any, depth: int) -> Iterator[Any]:
    """Dictionaries and short texts, one for each order."""
    if depth > 6:
        raise UnreadableError(bad_action("", "The answer is nested too deeply."))
    if isinstance(answer, str):
        yield from _of_text(game, answer, depth)
    elif isinstance(answer, dict):
        wrapped = [name for name in WRAPPERS if isinstance(answer.get(name), list | dict | str)]
        if wrapped and not any(isinstance(answer.get(tag), str) and _tag(game, answer[tag]) for tag in TAGS):
            yield from _pieces(game, answer[wrapped[0]], depth + 1)
        else:
            yield answer
    elif isinstance(answer, list | tuple):
        if _is_row(game, answer):
            yield " ".join(_word(part) for part in answer)
        else:
            for part in answer:
                yield from _pieces(game, part, depth + 1)
    else:
        raise UnreadableError(bad_action("", f"{short(answer)} is no order."))


def _of_text(game: Game, text: str, depth: int) -> Iterator[Any]:
    if len(text) > TEXT_MAX:
        raise UnreadableError(bad_action("", f"An answer has at most {TEXT_MAX} characters."))
    fenced = _FENCE.search(text)
    text = (fenced[1] if fenced else text).strip()
    if text[:1] in ("{", "["):
        try:
            yield from _pieces(game, msgspec.json.decode(text), depth + 1)
        except msgspec.DecodeError as error:
            lines = [line.strip().rstrip(",") for line in text.split("\n") if line.strip()]
            if len(lines) < 2 or not all(line.startswith("{") for line in lines):
                raise UnreadableError(bad_action("", f"This is no JSON: {error}.")) from None
            for line in lines:  # one object a line
                yield from _of_text(game, line, depth + 1)
        return
    for line in re.split(r"[\n;]", text):
        words = _BULLET.sub("", line).strip().strip("`").strip()
        if words:
            yield _plain_call(words)


def _plain_call(words: str) -> str:
    """`send(3, 5, [10, 0, 0])` is read like `send 3 5 10 0 0`."""
    called = _CALL.match(words)
    if called is None:
        return words
    return " ".join([called[1], *re.sub(r"[\[\](),'\"]", " ", called[2]).split()])


def _is_row(game: Game, answer: list[Any] | tuple[Any, ...]) -> bool:
    """Whether a list is one order, word by word: ["send", 3, 5, 10, 0, 0] or [101, "move", "6,5"]."""
    if len(answer) < 2 or any(isinstance(part, dict) for part in answer):
        return False
    if isinstance(answer[0], str) and " " not in answer[0] and _tag(game, answer[0]):
        return not all(isinstance(part, str) and _tag(game, part) for part in answer)
    return isinstance(answer[0], int) and isinstance(answer[1], str) and bool(_tag(game, answer[1]))


def _word(part: Any) -> str:
    if isinstance(part, list | tuple):
        return " ".join(_word(one) for one in part)
    return str(part)


# Turning a piece into an action


def _typed(game: Game, piece: Any, view: Any) -> Any:
    game_text = text_of(game)
    if isinstance(piece, str):
        return _read_words(game, piece, view)
    message = _with_type(game, piece)
    try:
        return msgspec.convert(game_text.named(message, view), game.actions, strict=False)
    except NotThereError:
        raise
    except (msgspec.ValidationError, ValueError, TypeError) as error:
        raise UnreadableError(no_action(piece, error)) from None


def _read_words(game: Game, words: str, view: Any) -> Any:
    """A short text as it is, or in another spelling."""
    game_text = text_of(game)
    problem: Exception | None = None
    for spelling in dict.fromkeys((words, words.rstrip(".,!"), _respelled(game, words.rstrip(".,!")))):
        try:
            return game_text.read(spelling, view)
        except NotThereError:
            raise
        except (msgspec.ValidationError, ValueError, TypeError, RecursionError) as error:
            problem = problem or error
    tag = _tag(game, words)
    if tag:  # only a type, for an action without further fields
        try:
            return msgspec.convert({"type": tag}, game.actions)
        except msgspec.ValidationError:
            pass
    raise UnreadableError(bad_action("", f"{short(words)} is no order.")) from problem


def _respelled(game: Game, words: str) -> str:
    """With the game's own spelling of verbs, and without brackets and commas between numbers of one list."""
    parts = re.sub(r"[\[\]()]", " ", words).replace(", ", " ").split()
    return " ".join(_tag(game, part) or part for part in parts)


def _with_type(game: Game, piece: dict[str, Any]) -> dict[str, Any]:
    """The message with its `type` as the game spells it, wherever the agent put it."""
    for tag in TAGS:
        value = piece.get(tag)
        if isinstance(value, str) and (known := _tag(game, value)):
            return {**{key: one for key, one in piece.items() if key != tag}, "type": known}
    if len(piece) == 1:  # {"send": {"source": 3, ...}}
        ((name, rest),) = piece.items()
        if (known := _tag(game, str(name))) and (rest is None or isinstance(rest, dict)):
            return {**(rest or {}), "type": known}
    given = piece.get("type", piece.get(game.tag_alias or "type"))
    known_types = ", ".join(tags_of(game).values())
    raise UnreadableError(bad_action("type", f"There is no action {short(given)}; there are {known_types}."))


def _tag(game: Game, word: str) -> str:
    """The action type that a word means, however it is spelled, or ""."""
    return tags_of(game).get(_LOOSE.sub("", word.lower()), "") if len(word) <= 40 else ""


def tags_of(game: Game) -> dict[str, str]:
    """The action types of a game, by their normalised spelling."""
    tags = [str(kind.__struct_config__.tag) for kind in getattr(game.actions, "__args__", (game.actions,))]
    return {_LOOSE.sub("", tag.lower()): tag for tag in tags}
