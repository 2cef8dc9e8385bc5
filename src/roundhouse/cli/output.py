"""What all commands share: exit statuses, JSON documents, and mistakes told in a sentence."""

import contextlib
import json as _json
import os
import sys
from collections.abc import Iterator, Sequence
from typing import Any, NoReturn

import typer

FINE = 0
LOST = 1
BAD_REQUEST = 2
FORFEIT = 3
CRASH = 4
NOT_PROVEN = 5
INTERRUPTED = 130

# Records that exist but cannot be trusted; all other problems with a file are requests that make no sense
_BROKEN = ("torn", "bad_header", "bad_setup", "trailing", "bad_item")


class Problem(Exception):  # noqa: N818 - it is what the user is told
    """Something a user can do something about."""

    def __init__(self, code: str, sentence: str, *, field: str = "", status: int = BAD_REQUEST) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.field = field
        self.status = status


def print_json(document: Any) -> None:
    import msgspec

    plain = msgspec.to_builtins(document)
    sys.stdout.write(_json.dumps(plain, ensure_ascii=False) + "\n")


def note(sentence: str) -> None:
    """For people, beside the results."""
    sys.stderr.write(sentence + "\n")


def leave(status: int) -> NoReturn:
    raise typer.Exit(status)


@contextlib.contextmanager
def telling(json: bool) -> Iterator[None]:
    """Turn mistakes of the user into one sentence (or one JSON document) and an exit status."""
    from ..core.settings import SetupError
    from ..match.record import RecordError
    from ..sdk.bot_loader import LoadError
    from ..sdk.series import SeriesError

    try:
        yield
    except Problem as problem:
        _tell(json, problem)
    except SetupError as error:
        _tell(json, Problem(error.code, error.sentence, field=error.field))
    except RecordError as error:
        _tell(json, Problem(error.code, error.sentence, status=NOT_PROVEN if error.code in _BROKEN else BAD_REQUEST))
    except LoadError as error:
        _tell(json, Problem(error.code, error.sentence))
    except SeriesError as error:
        _tell(json, Problem("series", str(error), status=CRASH))
    except BrokenPipeError:
        # Whoever read our output has gone. Python would complain about it once more when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        leave(FINE)
    except OSError as error:
        name = f"{error.filename}: " if error.filename else ""
        _tell(json, Problem("file", f"{name}{error.strerror or error}"))
    except KeyboardInterrupt:
        note("interrupted")
        leave(INTERRUPTED)


def _tell(json: bool, problem: Problem) -> NoReturn:
    if json:
        error = {"code": problem.code, "field": problem.field, "sentence": problem.sentence}
        print_json({"error": {key: value for key, value in error.items() if value}})
    else:
        place = f"{problem.field}: " if problem.field else ""
        sys.stderr.write(f"roundhouse: {problem.code}: {place}{problem.sentence}\n")
    leave(problem.status)


def told_apart(bots: Sequence[str], labels: Sequence[str]) -> list[str]:
    """What bots are called that were named so on the command line: copies that share a name also by where they are."""
    from ..match.table import distinct

    places: dict[str, set[str]] = {}
    for bot, label in zip(bots, labels, strict=True):
        places.setdefault(label, set()).add(bot)
    return distinct(
        [
            f"{label} ({bot})" if len(places[label]) > 1 and bot != label else label
            for bot, label in zip(bots, labels, strict=True)
        ]
    )


def game_named(key: str) -> Any:
    """A game by its key, or the problem that there is none."""
    import difflib

    from ..core.registry import GAMES

    if key not in GAMES:
        near = difflib.get_close_matches(key, GAMES, n=1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(GAMES)}."
        raise Problem("no_such_game", f"there is no game {key!r}; {hint}")
    return GAMES[key]
