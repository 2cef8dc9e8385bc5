"""Elimination: an entrant that loses one meeting (single) or two (double) is out. The bracket is a list of nodes,
filled by results.

Seeds are set so that the best two can only meet at the end; places without an entrant are byes for the best.
"""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from ..meeting import Format, Meeting, ResultsByMatch

OPEN = -1  # not known yet
NOBODY = -2  # there is nobody; the opponent goes on without playing

Side = Literal["winners", "losers", "final"]
State = Literal["open", "due", "done", "walkover", "unneeded"]


class Source(Struct, frozen=True):
    """Where the entrant of a node comes from: a seed, or the winner or loser of another node."""

    kind: Literal["seed", "winner", "loser"]
    number: int


class BracketNode(Struct, frozen=True):
    number: int
    side: Side
    column: int  # from 0, within its side
    index: int  # from 0, from the top
    round: int
    label: str
    sources: tuple[Source, Source]


class Cell(Struct, frozen=True, kw_only=True):
    """A node of the bracket as it is now. `entrants` may be OPEN or NOBODY; so may `winner`."""

    node: BracketNode
    entrants: tuple[int, int]
    scores: tuple[int, int] = (0, 0)
    winner: int = OPEN
    loser: int = OPEN
    state: State = "open"
    meeting: Meeting | None = None
    fixtures: tuple[int, ...] = ()  # numbers of its matches

    @property
    def empty(self) -> bool:
        """Whether no match is ever played here."""
        return self.state == "unneeded" or NOBODY in self.entrants


class Bracket(Struct, frozen=True, kw_only=True):
    """Columns of cells by side, each from the top; `champion` is OPEN until it is known."""

    winners: list[list[Cell]]
    losers: list[list[Cell]]
    final: list[list[Cell]]
    champion: int = OPEN

    @property
    def cells(self) -> list[Cell]:
        return [cell for side in (self.winners, self.losers, self.final) for column in side for cell in column]


def seeding(size: int) -> list[int]:
    """The seeds from top to bottom, from 0, so that the sum of each first pair is the same: 0 7 3 4 1 6 2 5."""
    order = [0]
    while len(order) < size:
        order = [seed for top in order for seed in (top, 2 * len(order) - 1 - top)]
    return order


def nodes(format: Format, entrants: int) -> list[BracketNode]:
    """All nodes; every one comes after those that it takes its entrants from."""
    double = format.kind == "double-elimination"
    made: list[BracketNode] = []
    sources = [Source("seed", seed) for seed in seeding(1 << max(1, (entrants - 1).bit_length()))]
    winners: list[list[BracketNode]] = []
    while len(sources) > 1:
        column = len(winners)
        stage = column + 1 if not double or column == 0 else 2 * column
        name = f"Winners' round {column + 1}" if double else ""
        winners.append(_column(made, "winners", column, stage, name, sources))
        sources = [Source("winner", node.number) for node in winners[-1]]
    if double:
        _second_chance(made, winners)
    return made


def _second_chance(made: list[BracketNode], winners: Sequence[Sequence[BracketNode]]) -> None:
    """The losers' bracket: rounds among themselves alternate with rounds against those who come from the winners'
    bracket, every second time in reverse order, so that the same two do not meet again at once."""
    waiting = [Source("loser", node.number) for node in winners[0]]
    column = 0
    for turn, above in enumerate(winners[1:], 1):
        among = _column(made, "losers", column, 2 * turn, f"Losers' round {column + 1}", waiting)
        down = [Source("loser", node.number) for node in (reversed(above) if turn % 2 else above)]
        mixed = [source for k, node in enumerate(among) for source in (Source("winner", node.number), down[k])]
        column += 1
        last = _column(made, "losers", column, 2 * turn + 1, f"Losers' round {column + 1}", mixed)
        column += 1
        waiting = [Source("winner", node.number) for node in last]
    top = Source("winner", winners[-1][0].number)
    for n, name in enumerate(("Grand final", "Grand final, reset")):
        number = len(made)
        made.append(BracketNode(number, "final", n, 0, 2 * len(winners) + n, name, (top, waiting[0])))


def _column(
    made: list[BracketNode], side: Side, column: int, stage: int, name: str, sources: Sequence[Source]
) -> list[BracketNode]:
    count = len(sources) // 2
    first = len(made)
    for k in range(count):
        label = _label(name, count, k)
        made.append(BracketNode(first + k, side, column, k, stage, label, (sources[2 * k], sources[2 * k + 1])))
    return made[first:]


def _label(name: str, count: int, k: int) -> str:
    if name:
        return name if count == 1 else f"{name}, match {k + 1}"
    known = {1: "Final", 2: f"Semi-final {k + 1}", 4: f"Quarter-final {k + 1}"}
    return known.get(count, f"Round of {2 * count}, match {k + 1}")


def bracket(format: Format, entrants: int, book: ResultsByMatch) -> Bracket:
    cells: list[Cell] = []
    for node in nodes(format, entrants):
        cells.append(_cell(node, entrants, cells, book))
    sides: dict[Side, list[list[Cell]]] = {"winners": [], "losers": [], "final": []}
    for cell in cells:
        columns = sides[cell.node.side]
        if len(columns) <= cell.node.column:
            columns.append([])
        columns[cell.node.column].append(cell)
    last = cells[-1]
    champion = cells[-2].winner if last.state == "unneeded" else last.winner
    return Bracket(winners=sides["winners"], losers=sides["losers"], final=sides["final"], champion=champion)


def _cell(node: BracketNode, entrants: int, before: Sequence[Cell], book: ResultsByMatch) -> Cell:
    one, other = (_who(source, entrants, before) for source in node.sources)
    both = (one, other)
    if node.side == "final" and node.column == 1:
        final = before[-1]
        if final.state != "done":
            return Cell(node=node, entrants=(OPEN, OPEN))
        if final.winner == one:  # the entrant from the winners' bracket has not lost yet
            return Cell(node=node, entrants=both, state="unneeded")
    if OPEN in both:
        return Cell(node=node, entrants=both)
    if NOBODY in both:
        return Cell(node=node, entrants=both, winner=max(both), loser=NOBODY, state="walkover")
    meeting = book.knockout(node.number, node.round, node.label, both)
    numbers = tuple(fixture.number for fixture in meeting.fixtures)
    scores = (meeting.scores[0], meeting.scores[1])
    if meeting.winner is None or not meeting.done:
        return Cell(node=node, entrants=both, scores=scores, state="due", meeting=meeting, fixtures=numbers)
    loser = other if meeting.winner == one else one
    return Cell(
        node=node, entrants=both, scores=scores, winner=meeting.winner, loser=loser, state="done", meeting=meeting,
        fixtures=numbers,
    )  # fmt: skip


def _who(source: Source, entrants: int, before: Sequence[Cell]) -> int:
    if source.kind == "seed":
        return source.number if source.number < entrants else NOBODY
    return before[source.number].winner if source.kind == "winner" else before[source.number].loser


def stage_of(node: BracketNode) -> str:
    """What the round of a node is called, in the middle of a sentence."""
    name = node.label.partition(", match")[0].lower()
    return name.rstrip("0123456789 ") if name.startswith(("semi", "quarter")) else name


def reached(bracket: Bracket, who: int) -> tuple[tuple[int, int], str]:
    """How far an entrant came, as a key (larger is better) and in words."""
    if bracket.champion == who:
        return (3, 0), "winner"
    lost = [cell for cell in bracket.cells if cell.state == "done" and cell.loser == who]
    double = bool(bracket.final)
    out = [cell for cell in lost if not double or cell.node.side == "losers"]
    if double and bracket.champion != OPEN:
        out += [cell for cell in lost if cell.node.side == "final"]
    if out:
        return (1, max(cell.node.round for cell in out)), f"out in the {stage_of(out[-1].node)}"
    stage = max(cell.node.round for cell in bracket.cells if who in cell.entrants)
    return (2, stage), "one life left" if lost else "still in"
