"""The findings of `roundhouse bench --peers` for people: tables in the terminal, a page of the docs and its plot."""

from math import log10
from pathlib import Path
from xml.sax.saxutils import escape as plain

import msgspec
from rich.markup import escape
from rich.table import Table

from .measure import RefusedError
from .peers import PeerFindings, PeerLine

PAGE, PLOT = "benchmarks.md", "benchmarks.svg"
BEGIN = "<!-- measured: written by `roundhouse bench --peers`, not by hand -->"
END = "<!-- measured: end -->"
HEAD = ("", "game", "at once", "step", "look and step", "look, choose, step")
RATIOS = ("", "game", "loop against loop", "required", "", "step against step")
LOOKS = ("game", "a step that is looked at takes", "required", "")

# Colours that can be read on white and on black, as the page's background is not ours to know.
BARS = {"step": "1", "loop": "0.5"}  # what the plot shows, and how strong
OWN, OTHER, TEXT, LINES = "#2a8f6d", "#8a8f98", "#757b84", "#757b8455"


def amount(number: float | None) -> str:
    """Three digits are all that a noisy machine can tell: 2,410,952 is 2.41 M."""
    if number is None:
        return ""
    for size, letter in ((1e6, " M"), (1e3, " k")):
        if number >= size * 0.9995:
            return f"{number / size:.3g}{letter}" if number < size * 999.5 else f"{number / size:,.0f}{letter}"
    return f"{number:.3g}" if number < 999.5 else f"{number:,.0f}"


def times(number: float | None) -> str:
    return "" if number is None else f"{float(f'{number:.3g}'):,g}"


def rows(findings: PeerFindings) -> list[tuple[str, ...]]:
    """Everyone's rates; who is missing has the reason instead."""
    made: list[tuple[str, ...]] = []
    for line in findings.lines.values():
        name = line.versions or line.who
        if line.missing:
            made.append((name, line.game, str(line.at_once), f"not measured: {line.missing}", "", ""))
        else:
            rates = (amount(line.rate(mode)) for mode in ("step", "look", "loop"))
            made.append((name, line.game, str(line.at_once), *rates))
    return made


def ratios(findings: PeerFindings) -> list[tuple[str, ...]]:
    """Spacegoo against the peers."""
    return [
        (line.who, line.game.partition(",")[0], times(line.ratio), f"{line.required:,g}", mark(line),
         times(line.step_ratio))
        for line in findings.lines.values()
        if line.is_peer
    ]  # fmt: skip


def looks(findings: PeerFindings) -> list[tuple[str, ...]]:
    """What observations and masks cost us: a step with them, in steps without."""
    return [
        (line.game, f"{times(line.ratio)} steps" if line.ratio else "", f"at most {line.required:,g}", mark(line))
        for line in findings.lines.values()
        if not line.is_peer and line.required
    ]


def mark(line: PeerLine) -> str:
    if line.missing:
        return "not measured"
    return {True: "ok", False: "MISSED", None: ""}[line.ok]


def terminal(findings: PeerFindings) -> list[Table]:
    made = []
    for title, head, body in (
        ("Environment steps in a second of CPU time, one core", HEAD, rows(findings)),
        ("How many steps of Spacegoo go by while the other makes one", RATIOS, ratios(findings)),
        ("What looking costs us", LOOKS, looks(findings)),
    ):
        table = Table(title=title)
        for n, name in enumerate(head):
            table.add_column(name.replace("`", ""), justify="left" if n < 2 else "right", overflow="fold")
        for cells in body:
            table.add_row(*(escape(cell.replace("`", "")) for cell in cells))
        made.append(table)
    return made


def markdown(findings: PeerFindings) -> str:
    """What stands between the markers of the page."""
    where = f"{findings.machine}, one core, Python {findings.python}"
    parts = [
        f"Measured on {findings.date}: {where}, median of {findings.repetitions} repetitions in which all took turns.",
        f"![Environment steps in a second]({PLOT})",
        "Environment steps in a second of CPU time:",
        _table(HEAD, rows(findings), right=range(2, 6)),
        "How many steps of Spacegoo go by while the other makes one:",
        _table(RATIOS, ratios(findings), right=(2, 3, 5)),
        "What observations and masks cost us, in steps without them:",
        _table(LOOKS, looks(findings), right=(1, 2)),
    ]
    return "\n\n".join(parts)


def _table(head: tuple[str, ...], body: list[tuple[str, ...]], *, right: range | tuple[int, ...]) -> str:
    lines = [head, tuple("--:" if n in right else "---" for n in range(len(head))), *body]
    return "\n".join(
        "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in line) + " |" for line in lines
    )


def checked(folder: Path) -> tuple[str, str]:
    """The page's words before and after the measured part. Asked for before measuring, which takes minutes."""
    page = folder / PAGE
    try:
        text = page.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise RefusedError(f"There is no {page} to write results into.") from None
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise RefusedError(f"{page} lacks the lines between which results are written: {BEGIN} and {END}.")
    return before, after


def written(findings: PeerFindings, folder: Path) -> None:
    """The page's measured part is replaced, the words around it stay; the plot is written beside it."""
    before, after = checked(folder)
    (folder / PLOT).write_text(plot(findings), encoding="utf-8")
    (folder / PAGE).write_text(f"{before}{BEGIN}\n\n{markdown(findings)}\n\n{END}{after}", encoding="utf-8")


def as_dict(findings: PeerFindings) -> dict[str, object]:
    """Everything, for programs: medians and verdicts beside the rates of all repetitions."""
    told: dict[str, object] = msgspec.to_builtins(findings)
    told["lines"] = {
        name: msgspec.to_builtins(line) | {"medians": {mode: line.rate(mode) for mode in line.rates}, "ok": line.ok}
        for name, line in findings.lines.items()
    }
    return told


def plot(findings: PeerFindings) -> str:
    """Two bars on a logarithmic scale for everyone who was measured, the fastest first."""
    lines = [line for line in findings.lines.values() if any(line.rate(mode) for mode in BARS)]
    lines.sort(key=lambda line: max(line.rate(mode) or 0.0 for mode in BARS), reverse=True)
    left, width, high = 320, 760, 36
    low, top = 1, 7
    height = 62 + high * len(lines)

    def across(rate: float) -> float:
        return left + max(0.0, log10(rate) - low) * (width - left - 70) / (top - low)

    style = f'font-family="sans-serif" font-size="12" fill="{TEXT}" role="img"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" {style}>',
        "<title>Environment steps in a second of CPU time on one core, on a logarithmic scale</title>",
    ]
    for power in range(low, top + 1):
        x = across(10.0**power)
        parts.append(f'<path d="M{x:.0f} 6V{height - 52}" stroke="{LINES}"/>')
        parts.append(f'<text x="{x:.0f}" y="{height - 36}" text-anchor="middle">{amount(10.0**power)}</text>')
    for n, line in enumerate(lines):
        y = 8 + n * high
        parts.append(f'<text x="{left - 8}" y="{y + 13}" text-anchor="end">{plain(line.who)}</text>')
        parts.append(
            f'<text x="{left - 8}" y="{y + 27}" text-anchor="end" font-size="11">'
            f"{plain(line.game)}{f', {line.at_once:,} at once' if line.at_once > 1 else ''}</text>"
        )
        for bar, (mode, strength) in enumerate(BARS.items()):
            rate = line.rate(mode)
            if rate:
                x, above = across(rate), y + 15 * bar
                fill = f'fill="{OTHER if line.is_peer else OWN}" fill-opacity="{strength}"'
                parts.append(f'<rect x="{left}" y="{above}" width="{x - left:.1f}" height="13" rx="2" {fill}/>')
                parts.append(f'<text x="{x + 5:.1f}" y="{above + 11}" font-size="11">{amount(rate)}</text>')
    for below, words in (
        (18, "Environment steps in a second of CPU time, one core, logarithmic."),
        (4, "Upper bar: step alone. Lower bar: look, choose, step."),
    ):
        parts.append(f'<text x="{left}" y="{height - below}" font-size="11">{words}</text>')
    return "\n".join([*parts, "</svg>", ""])
