"""What the short texts of all games share: the error of a text that cannot be read, numbers and places."""

import re


class TextError(ValueError):
    """A text is not a state or an action; says which part and what it should look like."""


def number(word: str, digits: int = 9) -> int:
    """A whole number with at most so many digits."""
    if re.fullmatch(rf"-?[0-9]{{1,{digits}}}", word) is None:
        raise TextError(f"{word!r} is no number")
    return int(word)


def place_of(word: str, digits: int = 9) -> tuple[int, int]:
    """`3,4` as column and line."""
    found = re.fullmatch(rf"(-?[0-9]{{1,{digits}}}),(-?[0-9]{{1,{digits}}})", word)
    if found is None:
        raise TextError(f"{word!r} is no place; one looks like 3,4")
    return int(found[1]), int(found[2])
