"""Short names for things whose ids are long: r1a2b for a robot, p3c4d for a planet. They are made from the ids
alone."""

from collections.abc import Iterable

LEAST = 4  # characters of the id in a short name
ID = 36  # characters of a whole id


class NotThereError(ValueError):
    """An order names something that does not exist."""

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(sentence)
        self.field = field


class ShortNames:
    """The ids that a seat knows, in both directions. A longer part of an id, or all of it, is accepted too."""

    def __init__(self, **ids: Iterable[str]) -> None:
        """`ids` by the letter with which the short names of their kind begin."""
        self._names: dict[str, str] = {}
        self._ids = {letter: sorted(set(known)) for letter, known in ids.items()}
        for letter, known in self._ids.items():
            for one in known:
                self._names[one] = letter + one[: self._signs(one, known)]

    @staticmethod
    def _signs(one: str, known: list[str]) -> int:
        """How many characters tell an id from the others."""
        signs = LEAST
        while signs < len(one) and sum(other.startswith(one[:signs]) for other in known) > 1:
            signs += 1
        return signs

    def short(self, one: str) -> str:
        return self._names.get(one, one)

    def whole(self, name: str) -> str:
        """The id of a short name; other texts are returned unchanged. Raises ValueError if several ids fit."""
        text = name.strip().lower()
        letter, part = text[:1], text[1:]
        if letter not in self._ids or len(text) >= ID or len(part) < LEAST:
            return text if len(text) == ID else name
        found = [one for one in self._ids[letter] if one.startswith(part)]
        if len(found) > 1:
            raise ValueError(f"{name!r} could be {' or '.join(found[:3])}")
        return found[0] if found else name
