"""The report of a contest as HTML files without dependencies: an index, and a page for every entrant."""

from collections.abc import Sequence
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from msgspec import Struct

from ..tournament.formats import Meeting, TournamentStanding
from ..tournament.report import file_of
from .standings import StandingLine

WIDTH, HEIGHT, MARGIN = 640, 180, 34  # of the drawing of a rating curve


class ReportedMatch(Struct, frozen=True, kw_only=True):
    """A match of entrants that is over, by seat; `entrants` are indexes, -1 for somebody else. `label` is its meeting
    in the finals. Ratings are None where it did not count."""

    key: str
    game: str
    at_ms: int
    label: str
    entrants: tuple[int, ...]
    names: tuple[str, ...]
    places: tuple[int, ...]
    left: tuple[str, ...]
    ratings: tuple[float | None, ...]
    reason: str = ""


class ContestReport(Struct, frozen=True, kw_only=True):
    """What is reported. `ladder`, `finals` and meetings speak of entrants by index."""

    title: str
    games: tuple[str, ...]
    phase: str
    at_ms: int
    names: tuple[str, ...]
    bots: tuple[str, ...]
    champion: str
    ladder: tuple[StandingLine, ...]
    finals: tuple[TournamentStanding, ...]
    meetings: tuple[Meeting, ...]
    played: tuple[ReportedMatch, ...]


def write(report: ContestReport, folder: Path, zone: tzinfo | None = None) -> list[Path]:
    """Write index.html and a page for every entrant; returns them in this order."""
    pages = Environment(
        loader=PackageLoader("roundhouse.competition.contest", "pages"),
        autoescape=select_autoescape(default=True, default_for_string=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    pages.filters["points"] = points
    files = [file_of(report.names, n) for n in range(len(report.names))]
    common: dict[str, Any] = {"report": report, "files": files, "moment": lambda ms: moment(ms, zone)}
    folder.mkdir(parents=True, exist_ok=True)
    made = [folder / "index.html"]
    index = pages.get_template("event_index.html").render(**common, cross=cross(report))
    made[0].write_text(index, encoding="utf-8")
    for who in range(len(report.names)):
        page = pages.get_template("event_entrant.html").render(**common, **of_entrant(report, who))
        made.append(folder / files[who])
        made[-1].write_text(page, encoding="utf-8")
    return made


def points(score: int) -> str:
    """A score as people count it: half points, from 2 for a win and 1 for a draw."""
    return f"{score / 2:g}"


def moment(ms: int, zone: tzinfo | None = None) -> str:
    return datetime.fromtimestamp(ms / 1000, UTC).astimezone(zone).strftime("%Y-%m-%d %H:%M")


def cross(report: ContestReport) -> list[list[tuple[int, int, int] | None]]:
    """Wins, draws and losses of everybody against everybody, in all matches."""
    count = len(report.names)
    got: dict[tuple[int, int], list[int]] = {}
    for match in report.played:
        for seat, who in enumerate(match.entrants):
            for other_seat, other in enumerate(match.entrants):
                if seat != other_seat and who >= 0 and other >= 0:
                    mine, theirs = match.places[seat], match.places[other_seat]
                    got.setdefault((who, other), [0, 0, 0])[0 if mine < theirs else 1 if mine == theirs else 2] += 1
    return [
        [(*got[row, column],) if (row, column) in got else None for column in range(count)]  # type: ignore[misc]
        for row in range(count)
    ]


def of_entrant(report: ContestReport, who: int) -> dict[str, Any]:
    own = [(match, match.entrants.index(who)) for match in report.played if who in match.entrants]
    against: dict[str, list[int]] = {}
    for match, seat in own:
        for other, name in enumerate(match.names):
            if other != seat:
                line = against.setdefault(name, [0, 0, 0])
                mine, theirs = match.places[seat], match.places[other]
                line[0 if mine < theirs else 1 if mine == theirs else 2] += 1
    curve = [rating for match, seat in own if (rating := match.ratings[seat]) is not None]
    return {
        "who": who,
        "line": next((line for line in report.ladder if line.entrant == who), None),
        "final": next((line for line in report.finals if line.entrant == who), None),
        "matches": own,
        "against": sorted(against.items(), key=lambda one: (-sum(one[1]), one[0])),
        "curve": curve_of(curve),
        "failures": [(match, match.left[seat]) for match, seat in own if match.left[seat]],
    }


def curve_of(ratings: Sequence[float]) -> dict[str, Any] | None:
    """A rating curve as the points of a line, with its lowest and highest value; None for fewer than two."""
    if len(ratings) < 2:
        return None
    low, high = min(ratings), max(ratings)
    span = max(high - low, 1.0)
    step = (WIDTH - 2 * MARGIN) / (len(ratings) - 1)
    points = [
        f"{MARGIN + n * step:.1f},{HEIGHT - MARGIN - (one - low) / span * (HEIGHT - 2 * MARGIN):.1f}"
        for n, one in enumerate(ratings)
    ]
    return {"points": " ".join(points), "low": round(low), "high": round(high), "count": len(ratings),
            "width": WIDTH, "height": HEIGHT, "margin": MARGIN}  # fmt: skip
