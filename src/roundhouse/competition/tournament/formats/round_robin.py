"""Round robin: everybody meets everybody, in pairs by rounds; in games with more seats in all possible groups."""

from collections.abc import Iterator
from itertools import combinations

from ..meeting import Format, Meeting, ResultsByMatch


def meetings(format: Format, entrants: int, book: ResultsByMatch) -> list[Meeting]:
    """All of them are due from the start."""
    made: list[Meeting] = []
    for cycle in range(max(1, format.rounds)):
        if format.seats == 2:
            rounds = list(circle(entrants))
            for n, pairs in enumerate(rounds):
                number = cycle * len(rounds) + n + 1
                made += [
                    book.meeting(len(made) + k, number, f"Round {number}", pair, cycle=cycle)
                    for k, pair in enumerate(pairs)
                ]
        else:
            groups = list(combinations(range(entrants), format.seats))
            made += [
                book.meeting(len(made) + k, cycle + 1, f"Round {cycle + 1}", group, cycle=cycle)
                for k, group in enumerate(groups)
            ]
    return made


def circle(entrants: int) -> Iterator[list[tuple[int, int]]]:
    """Rounds in which everybody plays at most once, by the circle method: one stays, the others move on by one. The
    first seat of the first match alternates from round to round."""
    ring = [*range(entrants), *([-1] if entrants % 2 else [])]
    for n in range(len(ring) - 1):
        pairs = [(ring[k], ring[-1 - k]) for k in range(len(ring) // 2)]
        yield [pair if (n + k) % 2 == 0 else (pair[1], pair[0]) for k, pair in enumerate(pairs) if -1 not in pair]
        ring = [ring[0], ring[-1], *ring[1:-1]]
