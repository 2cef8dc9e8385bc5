"""Pairs as many as possible: a maximum matching of a graph, by Edmonds' blossom algorithm."""

from collections import deque
from collections.abc import Sequence

NOBODY = -1


def matching(near: Sequence[Sequence[int]]) -> list[int]:
    """The partner of everybody in a maximum matching, NOBODY for those without; `near` lists the possible partners of
    each."""
    partner = [NOBODY] * len(near)
    for one, others in enumerate(near):  # a greedy start finds most pairs
        if partner[one] == NOBODY:
            free = next((other for other in others if partner[other] == NOBODY and other != one), NOBODY)
            if free != NOBODY:
                partner[one], partner[free] = free, one
    for one in range(len(near)):
        if partner[one] == NOBODY:
            _augment(near, partner, one)
    return partner


def perfect(near: Sequence[Sequence[int]]) -> bool:
    """Whether everybody finds a partner."""
    return NOBODY not in matching(near)


def _augment(near: Sequence[Sequence[int]], partner: list[int], root: int) -> None:
    """Look for an augmenting path from `root`, and swap its edges."""
    search = _Search(partner, root)
    queue = deque([root])
    while queue:
        one = queue.popleft()
        for other in near[one]:
            if search.base[one] == search.base[other] or partner[one] == other:
                continue
            if other == root or (partner[other] != NOBODY and search.before[partner[other]] != NOBODY):
                queue.extend(search.shrink(one, other))
            elif search.before[other] == NOBODY:
                search.before[other] = one
                if partner[other] == NOBODY:
                    search.swap(other)
                    return
                search.reached[partner[other]] = True
                queue.append(partner[other])


class _Search:
    """One search: `before` is the way back to the root, `base` the representative of a contracted blossom."""

    def __init__(self, partner: list[int], root: int) -> None:
        self.partner = partner
        self.root = root
        self.before = [NOBODY] * len(partner)
        self.base = list(range(len(partner)))
        self.reached = [one == root for one in range(len(partner))]

    def shrink(self, one: int, other: int) -> list[int]:
        """Contract a blossom; returns its vertices that can now be searched from."""
        top = self._common(one, other)
        circle = [False] * len(self.base)
        self._mark(circle, one, top, other)
        self._mark(circle, other, top, one)
        new = []
        for each, base in enumerate(self.base):
            if circle[base]:
                self.base[each] = top
                if not self.reached[each]:
                    self.reached[each] = True
                    new.append(each)
        return new

    def swap(self, end: int) -> None:
        while end != NOBODY:
            before = self.before[end]
            after = self.partner[before]
            self.partner[end], self.partner[before] = before, end
            end = after

    def _common(self, one: int, other: int) -> int:
        seen = set()
        while True:
            one = self.base[one]
            seen.add(one)
            if self.partner[one] == NOBODY:
                break
            one = self.before[self.partner[one]]
        while True:
            other = self.base[other]
            if other in seen:
                return other
            other = self.before[self.partner[other]]

    def _mark(self, circle: list[bool], one: int, top: int, child: int) -> None:
        while self.base[one] != top:
            circle[self.base[one]] = circle[self.base[self.partner[one]]] = True
            self.before[one] = child
            child = self.partner[one]
            one = self.before[child]
