"""Brackets as SVG: boxes with two names each, joined by lines, from left to right."""

from collections.abc import Callable, Sequence

from markupsafe import Markup, escape

from .formats.elimination import NOBODY, OPEN, Bracket, Cell

WIDTH, HEIGHT = 160, 50  # of a box
ACROSS, DOWN = 26, 14  # between boxes
HEAD = 26  # for the name of a column
NAME_MAX = 16  # letters that fit a box beside the score

Names = Sequence[str]
Link = Callable[[int], str]


def drawn(columns: Sequence[Sequence[Cell]], names: Names, link: Link, heads: Sequence[str]) -> Markup:
    """One side of a bracket. A box stands halfway between those that its entrants come from, if they are on this
    side."""
    shown = [[cell for cell in column if _shown(cell)] for column in columns]
    kept = [column for column in shown if column]
    if not kept:
        return Markup("")
    at = _places(columns)
    parts = [_join(cell, at, columns) for column in kept for cell in column]
    parts += [_box(cell, *at[cell.node.number], names, link) for column in kept for cell in column]
    for n, head in enumerate(heads):
        if shown[n]:
            parts.append(Markup('<text class="head" x="{}" y="14">{}</text>').format(_x(n), head))
    width = _x(len(columns) - 1) + WIDTH + 2
    height = max(y for _, y in at.values()) + HEIGHT + 4
    view = Markup('<svg class="bracket" viewBox="-1 0 {} {}" width="{}" height="{}" role="img" aria-label="{}">')
    label = f"Bracket with {sum(len(column) for column in kept)} meetings"
    return view.format(width + 2, height, width + 2, height, label) + Markup("").join(parts) + Markup("</svg>")


def sides(bracket: Bracket, names: Names, link: Link) -> list[tuple[str, Markup]]:
    """The drawings of a bracket with their titles."""
    double = bool(bracket.final)
    made = [("Winners' bracket" if double else "Bracket", drawn(bracket.winners, names, link, _heads(bracket)))]
    if double:
        rounds = [f"Round {n + 1}" for n in range(len(bracket.losers))]
        if bracket.losers:
            made.append(("Losers' bracket", drawn(bracket.losers, names, link, rounds)))
        made.append(("Grand final", drawn(bracket.final, names, link, ("Grand final", "Reset"))))
    return [(title, picture) for title, picture in made if picture]


def _heads(bracket: Bracket) -> list[str]:
    if bracket.final:
        return [f"Round {n + 1}" for n in range(len(bracket.winners))]
    known = {1: "Final", 2: "Semi-finals", 4: "Quarter-finals"}
    return [known.get(len(column), f"Round of {2 * len(column)}") for column in bracket.winners]


def _shown(cell: Cell) -> bool:
    """Whether a box is drawn: not where nobody will ever be; a bye is shown with its entrant."""
    return cell.state != "unneeded" and not all(who == NOBODY for who in cell.entrants)


def _x(column: int) -> int:
    return column * (WIDTH + ACROSS)


def _places(columns: Sequence[Sequence[Cell]]) -> dict[int, tuple[int, int]]:
    """The upper left corner of every node."""
    at: dict[int, tuple[int, int]] = {}
    for n, column in enumerate(columns):
        for k, cell in enumerate(column):
            before = [at[one.number] for one in cell.node.sources if one.kind == "winner" and one.number in at]
            y = sum(y for _, y in before) // len(before) if before else HEAD + k * (HEIGHT + DOWN)
            at[cell.node.number] = (_x(n), y)
    return at


def _join(cell: Cell, at: dict[int, tuple[int, int]], columns: Sequence[Sequence[Cell]]) -> Markup:
    by_number = {one.node.number: one for column in columns for one in column}
    x, y = at[cell.node.number]
    lines = []
    for n, source in enumerate(cell.node.sources):
        before = by_number.get(source.number) if source.kind == "winner" else None
        if before is not None and _shown(before):
            from_x, from_y = at[source.number]
            middle, end = x - ACROSS // 2, y + HEIGHT // 4 + n * HEIGHT // 2
            lines.append(
                Markup('<path d="M{} {}H{}V{}H{}"/>').format(from_x + WIDTH, from_y + HEIGHT // 2, middle, end, x)
            )
    return Markup("").join(lines)


def _box(cell: Cell, x: int, y: int, names: Names, link: Link) -> Markup:
    kind = {"due": "due", "done": "done", "walkover": "bye"}.get(cell.state, "open")
    middle = y + HEIGHT // 2
    made = Markup('<g class="{}"><title>{}</title><rect x="{}" y="{}" width="{}" height="{}" rx="7"/>').format(
        kind, cell.node.label + _why(cell), x, y, WIDTH, HEIGHT
    )
    made += Markup('<path class="thin" d="M{} {}H{}"/>').format(x, middle, x + WIDTH)
    for n, who in enumerate(cell.entrants):
        line = y + n * HEIGHT // 2 + 17
        made += _name(cell, who, x, line, names, link)
        if cell.state in ("done", "due") and who >= 0:
            won = "won" if cell.winner == who else "lost"
            made += Markup('<text class="{} score" x="{}" y="{}">{}</text>').format(
                won, x + WIDTH - 10, line, cell.scores[n]
            )
    return made + Markup("</g>")


def _why(cell: Cell) -> str:
    """The reason for the winner where the scores alone do not show it."""
    level = cell.state == "done" and cell.scores[0] == cell.scores[1]
    return ": level on all seeds, so the better seed goes on" if level else ""


def _name(cell: Cell, who: int, x: int, y: int, names: Names, link: Link) -> Markup:
    if who < 0:
        word = {OPEN: "\u2026", NOBODY: "bye"}[who]
        return Markup('<text class="nobody" x="{}" y="{}">{}</text>').format(x + 10, y, word)
    name = names[who] if len(names[who]) <= NAME_MAX else names[who][: NAME_MAX - 1] + "\u2026"
    kind = "won" if cell.winner == who else "lost" if cell.state == "done" else ""
    text = Markup('<text class="{}" x="{}" y="{}">{}</text>').format(kind, x + 10, y, name)
    return Markup('<a href="{}">').format(escape(link(who))) + text + Markup("</a>")
