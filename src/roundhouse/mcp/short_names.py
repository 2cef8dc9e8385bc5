"""Short names for things whose ids are long: r1a2b for a robot, p3c4d for a planet. They follow from the ids alone."""

from collections.abc import Iterable

LEAST = 4  # signs of an id in a short name
ID = 36  # characters of a whole one


class NotThereError(ValueError):
    """An order names something that does not exist."""

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(sentence)
        self.field = field


class ShortNames:
    """The ids that a seat knows, both ways. Whoever gives a longer part of an id, or all of it, is understood too."""

    def __init__(self, **ids: Iterable[str]) -> None:
        """By the letter that a kind's names begin with."""
        self._names: dict[str, str] = {}
        self._ids = {letter: sorted(set(known)) for letter, known in ids.items()}
        for letter, known in self._ids.items():
            for one in known:
                self._names[one] = letter + one[: self._signs(one, known)]

    @staticmethod
    def _signs(one: str, known: list[str]) -> int:
        """As many as tell it from the others."""
        signs = LEAST
        while signs < len(one) and sum(other.startswith(one[:signs]) for other in known) > 1:
            signs += 1
        return signs

    def short(self, one: str) -> str:
        return self._names.get(one, one)

    def whole(self, name: str) -> str:
        """The id behind a name; what is none comes back as it is. Raises ValueError where several could be meant."""
        text = name.strip().lower()
        letter, part = text[:1], text[1:]
        if letter not in self._ids or len(text) >= ID or len(part) < LEAST:
            return text if len(text) == ID else name
        found = [one for one in self._ids[letter] if one.startswith(part)]
        if len(found) > 1:
            raise ValueError(f"{name!r} could be {' or '.join(found[:3])}")
        return found[0] if found else name
