"""Pebbles in the terminal."""

from collections.abc import Sequence
from typing import Any

from rich.text import Text

from roundhouse.cli.terminal_board import mark_of, words_of


def board_of(view: Any, names: Sequence[str], width: int, height: int) -> Text:
    """The heap as a row of signs."""
    return Text(f"{line_of(view, names)}\n{'o ' * view.pebbles}")


def line_of(view: Any, names: Sequence[str]) -> str:
    whose = f", {mark_of(view.turn)} {names[view.turn - 1]} takes" if view.turn else ""
    return f"round {view.round}: {view.pebbles} pebbles{whose}"


def event_line(event: Any, names: Sequence[str]) -> str | None:
    return words_of(event, names) if event.__struct_config__.tag == "taken" else None  # the result says the rest
