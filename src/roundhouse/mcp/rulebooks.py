"""The rulebooks for an agent: the contents, a section, one rule, a search, or everything page by page."""

import re
from functools import cache
from typing import Any

from msgspec import Struct

from ..core.game import Game
from ..core.registry import GAMES

PAGE = 12_000  # characters
FOUND_MAX = 20
_RULE = re.compile(r"^- \*\*([A-Z]+-\d+)\*\* (.*(?:\n  .*)*)", re.MULTILINE)
_HEADING = re.compile(r"^## (.+)$", re.MULTILINE)


class Section(Struct, frozen=True):
    title: str
    text: str


def sections(game: Game) -> tuple[Section, ...]:
    return _sections(game.key)


def rules(game: Game) -> dict[str, str]:
    """Every numbered rule as one line."""
    return _rules(game.key)


@cache
def _sections(key: str) -> tuple[Section, ...]:
    """The text before the first heading is the introduction."""
    book = GAMES[key].rulebook
    found = list(_HEADING.finditer(book))
    ends = [one.start() for one in found] + [len(book)]
    made = [Section("Introduction", book[: ends[0]].strip())]
    for heading, end in zip(found, ends[1:], strict=True):
        made.append(Section(heading[1].strip(), book[heading.start() : end].strip()))
    return tuple(made)


@cache
def _rules(key: str) -> dict[str, str]:
    return {rule: " ".join(text.split()) for rule, text in _RULE.findall(GAMES[key].rulebook)}


def contents(game: Game) -> dict[str, Any]:
    listed = [{"section": one.title, "characters": len(one.text)} for one in sections(game)]
    return {
        "introduction": paged(sections(game)[0].text, 1)["text"],
        "sections": listed,
        "rules": len(rules(game)),
        "pages": pages(game.rulebook),
    }


def section(game: Game, title: str, page: int) -> dict[str, Any] | None:
    """A section by its title or a part of it."""
    wanted = title.strip().lower()
    exact = [one for one in sections(game) if one.title.lower() == wanted]
    found = exact or [one for one in sections(game) if wanted in one.title.lower()]
    return {"section": found[0].title, **paged(found[0].text, page)} if found and wanted else None


def search(game: Game, words: str) -> list[dict[str, str]]:
    """The rules in which all words occur."""
    wanted = words.lower().split()[:20]
    found = [(rule, text) for rule, text in rules(game).items() if all(word in text.lower() for word in wanted)]
    return [{"id": rule, "sentence": text} for rule, text in found[:FOUND_MAX]] if wanted else []


def pages(text: str) -> int:
    return -(-len(text) // PAGE)


def paged(text: str, page: int) -> dict[str, Any]:
    """A page of a text, from 1."""
    count = max(1, pages(text))
    at = min(max(page, 1), count)
    made: dict[str, Any] = {"text": text[(at - 1) * PAGE : at * PAGE]}
    return made if count == 1 else {**made, "page": at, "pages": count}
