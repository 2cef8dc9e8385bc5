"""A learning curve as a picture."""

from collections.abc import Sequence
from html import escape

from .learning import Score

WIDE, HIGH, LEFT, RIGHT, TOP, BOTTOM = 720, 300, 52, 16, 34, 44
INK, PALE, CURVE = "#444b55", "#c9c5bb", "#1f8a70"


def curve(title: str, points: Sequence[tuple[int, Score]], level: float, named: str) -> str:
    """The share of matches won over the steps played, with its interval, and a line to compare with, as SVG."""
    most = max(1, points[-1][0])

    def place(steps: int, share: float) -> str:
        x = LEFT + (WIDE - LEFT - RIGHT) * steps / most
        return f"{x:.1f},{TOP + (HIGH - TOP - BOTTOM) * (1 - share):.1f}"

    upper = [place(steps, score.interval()[1]) for steps, score in points]
    lower = [place(steps, score.interval()[0]) for steps, score in reversed(points)]
    line = [place(steps, score.share) for steps, score in points]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDE}" height="{HIGH}" fill="#fbfaf7"/>',
        f'<text x="{LEFT}" y="20" font-weight="bold" fill="{INK}">{escape(title)}</text>',
    ]
    for percent in (0, 25, 50, 75, 100):
        y = TOP + (HIGH - TOP - BOTTOM) * (1 - percent / 100)
        parts.append(f'<path d="M{LEFT} {y:.1f}H{WIDE - RIGHT}" stroke="{PALE}" stroke-width="0.5"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end" fill="{INK}">{percent} %</text>')
    start, end = place(0, level), place(most, level)
    above = float(end.split(",")[1]) - 6
    parts += [
        f'<polygon points="{" ".join([*upper, *lower])}" fill="{CURVE}" opacity="0.18"/>',
        f'<polyline points="{" ".join(line)}" fill="none" stroke="{CURVE}" stroke-width="2"/>',
        f'<path d="M{start}L{end}" stroke="{INK}" stroke-dasharray="5 4"/>',
        f'<text x="{WIDE - RIGHT}" y="{above:.1f}" text-anchor="end" fill="{INK}">{escape(named)}</text>',
        f'<text x="{LEFT}" y="{HIGH - 16}" fill="{INK}">0</text>',
        f'<text x="{WIDE - RIGHT}" y="{HIGH - 16}" text-anchor="end" fill="{INK}">{most:,} steps played</text>',
        "</svg>",
        "",
    ]
    return "\n".join(parts)
