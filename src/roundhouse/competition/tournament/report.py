"""The report of a tournament as HTML files without dependencies: the standings, a page for every entrant, and one for a
big screen. While it is being played the pages reload themselves."""

import base64
import hashlib
from collections.abc import Iterable, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from msgspec import Struct

from ...core.figures import Figure
from . import bracket_svg
from .bradley_terry import Rating, ratings
from .formats.elimination import Bracket
from .formats.olympiad import OlympiadGround
from .meeting import Meeting
from .result_log import put
from .results import Fact, Fixture, TournamentStanding, cross_table, scores, standings, sums

NEWEST = 10
NOW_SHOWN = 12
SCREEN_LINES = 14
SCREEN_SCRIPT = (
    "const parts=[...document.querySelectorAll('section')];"
    "const show=()=>{const now=Math.floor(Date.now()/9000)%parts.length;"
    "parts.forEach((part,n)=>part.hidden=n!==now)};show();setInterval(show,500)"
)


class ReportEvent(Struct, frozen=True):
    """The data of a report: the entrants' names in their order, the grounds, and the results. The other fields are only
    set where the format has them."""

    title: str
    game: str
    entrants: Sequence[str]
    grounds: Sequence[OlympiadGround]
    facts: Sequence[Fact]
    figures: Sequence[Figure]
    table: Sequence[TournamentStanding] = ()
    kind: str = ""  # of the format
    meetings: Sequence[Meeting] = ()
    bracket: Bracket | None = None
    playing: Sequence[tuple[Fixture, str]] = ()
    waiting: int = 0  # matches that are due
    running: bool = False
    notes: Sequence[str] = ()
    replays: bool = False
    updated: str = ""


class TournamentReport:
    """The pages of a tournament as it is now."""

    def __init__(self, event: ReportEvent, folder: Path) -> None:
        self.event = event
        self.folder = folder
        self.table = list(event.table) or standings(len(event.entrants), event.facts)
        self.files = [file_of(event.entrants, n) for n in range(len(event.entrants))]

    def index(self) -> Path:
        cross = cross_table(len(self.event.entrants), self.event.facts)
        return self._write("index.html", cross=cross, rounds=self._rounds(), now=self.event.playing[:NOW_SHOWN])

    def screen(self) -> Path:
        digest = base64.b64encode(hashlib.sha256(SCREEN_SCRIPT.encode()).digest()).decode()
        return self._write(
            "screen.html", script=SCREEN_SCRIPT, script_digest=digest, lines=self.table[:SCREEN_LINES],
            now=self.event.playing[:NOW_SHOWN],
        )  # fmt: skip

    def entrant(self, who: int) -> Path:
        line = next(line for line in self.table if line.entrant == who)
        return self._write("entrant.html", to=self.files[who], **_of_entrant(self.event, line))

    def _write(self, template: str, *, to: str = "", **values: Any) -> Path:
        path = self.folder / (to or template)
        put(path, _pages().get_template(template).render(**self._common, **values).encode())
        return path

    @cached_property
    def _common(self) -> dict[str, Any]:
        event = self.event
        played = [fact for fact in event.facts if not fact.void]
        drawn = (
            [] if event.bracket is None else bracket_svg.sides(event.bracket, event.entrants, self.files.__getitem__)
        )
        return {
            "event": event,
            "table": self.table,
            "files": self.files,
            "grounds": {ground.key: ground.name for ground in event.grounds},
            "ratings": ratings(len(event.entrants), event.facts) if played else [],
            "brackets": drawn,
            "newest": [_shown(fact) for fact in list(event.facts)[: -NEWEST - 1 : -1]],
            "replay_of": replay_of if event.replays else lambda fact: "",
            "swiss": event.kind == "swiss",
            "knockout": event.bracket is not None,
            "max_score": max([1, *(line.score for line in self.table)]),
            "shade": shade,
        }

    def _rounds(self) -> list[tuple[str, list[Meeting]]]:
        """Meetings by round, the newest first; elimination has its bracket for that."""
        if self.event.bracket is not None:
            return []
        by_round: dict[tuple[str, int], list[Meeting]] = {}
        for meeting in self.event.meetings:
            by_round.setdefault((meeting.game, meeting.round), []).append(meeting)
        several = len({game for game, _ in by_round}) > 1
        names = {ground.key: ground.name for ground in self.event.grounds}
        begun = [(key, made) for key, made in by_round.items() if any(one.done or any(one.scores) for one in made)]
        begun.sort(key=lambda one: (-one[0][1], one[0][0]))
        return [(f"{names.get(game, game)}, round {n}" if several else f"Round {n}", made) for (game, n), made in begun]


@cache  # a running tournament writes its pages every second, and parsing a template takes longer than filling it
def _pages() -> Environment:
    return Environment(
        loader=PackageLoader("roundhouse.competition.tournament", "pages"),
        autoescape=select_autoescape(default=True, default_for_string=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def write(event: ReportEvent, folder: Path) -> list[Path]:
    """Write index.html and a page for every entrant; returns them in this order."""
    report = TournamentReport(event, folder)
    return [report.index(), *(report.entrant(line.entrant) for line in report.table)]


def file_of(entrants: Sequence[str], number: int) -> str:
    """The file name of an entrant's page: readable and unique."""
    name = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in entrants[number].lower())
    return f"{number + 1:02}-{name.strip('-') or 'entrant'}.html"


def replay_of(fact: Fact) -> str:
    """The path of the page that replays a match, beside its record."""
    return f"replays/{Path(fact.record).stem}.html" if fact.record else ""


def shade(met: tuple[int, int]) -> int:
    """How dark a cell of the cross table is, in percent: darker is better."""
    return round(12 + 60 * met[0] / met[1]) if met[1] else 0


def _shown(fact: Fact) -> dict[str, Any]:
    """A match in a list: who played with what, and who came first."""
    seats = [(who, fact.points[seat], fact.places[seat] == 1) for seat, who in enumerate(fact.fixture.entrants)]
    drawn = fact.places.count(1) > 1
    return {"fact": fact, "seats": seats, "drawn": drawn}


def _of_entrant(event: ReportEvent, line: TournamentStanding) -> dict[str, Any]:
    who = line.entrant
    own = [fact for fact in event.facts if who in fact.fixture.entrants]
    counted = sums(who, own)
    best = {figure.key: max(sums(n, event.facts).get(figure.key, 0) for n in range(len(event.entrants)))
            for figure in event.figures}  # fmt: skip
    matches = [_match(fact, who) for fact in own]
    return {
        "line": line,
        "matches": matches,
        "failed": [match for match in matches if match["left"] or match["fact"].void],
        "by_ground": [_ground(ground, who, own) for ground in event.grounds],
        "against": _against(event, who, own),
        "counted": [(figure, counted.get(figure.key, 0), best[figure.key]) for figure in event.figures],
        "spent": _spent(who, own),
    }


def _match(fact: Fact, who: int) -> dict[str, Any]:
    seat = fact.fixture.entrants.index(who)
    others = [(n, fact.places[other], fact.points[other]) for other, n in enumerate(fact.fixture.entrants) if n != who]
    return {
        "fact": fact,
        "seat": seat + 1,
        "place": fact.places[seat],
        "score": 0 if fact.void else scores(fact.places)[seat],
        "points": fact.points[seat],
        "left": fact.left[seat],
        "others": others,
        "drawn": fact.places[seat] == 1 and fact.places.count(1) > 1,
        "used_ms": fact.used_ms[seat] if fact.used_ms else 0,
    }


def _ground(ground: OlympiadGround, who: int, own: Sequence[Fact]) -> dict[str, Any]:
    here = [fact for fact in own if not fact.void and ground.key in (fact.fixture.ground, fact.fixture.game)]
    seats = [fact.fixture.entrants.index(who) for fact in here]
    score = sum(scores(fact.places)[seat] for fact, seat in zip(here, seats, strict=True))
    most = sum(2 if ground.seats == 2 else ground.seats - 1 for _ in here)
    points = sum(fact.points[seat] for fact, seat in zip(here, seats, strict=True))
    return {"name": ground.name, "matches": len(here), "score": score, "most": most, "points": points}


def _against(event: ReportEvent, who: int, own: Sequence[Fact]) -> list[dict[str, Any]]:
    """Every opponent: how often they met, and the results."""
    met = {n: {"who": n, "matches": 0, "won": 0, "drawn": 0, "lost": 0} for n in range(len(event.entrants))}
    for fact in own:
        mine = fact.places[fact.fixture.entrants.index(who)]
        for seat, other in enumerate(fact.fixture.entrants):
            if other != who and not fact.void:
                theirs = fact.places[seat]
                word = "drawn" if mine == theirs else "won" if mine < theirs else "lost"
                met[other][word] += 1
                met[other]["matches"] += 1
    return [one for one in met.values() if one["matches"]]


def _spent(who: int, own: Iterable[Fact]) -> dict[str, float] | None:
    """The time that an entrant thought, where it was measured."""
    seats = [(fact, fact.fixture.entrants.index(who)) for fact in own if fact.used_ms]
    if not seats:
        return None
    used = [fact.used_ms[seat] for fact, seat in seats]
    rounds = sum(fact.rounds for fact, _ in seats)
    return {
        "total_s": sum(used) / 1000,
        "match_ms": sum(used) / len(used),
        "round_ms": sum(used) / max(1, rounds),
        "slowest_ms": max(fact.slowest_ms[seat] for fact, seat in seats if fact.slowest_ms),
    }


__all__ = ["Rating", "ReportEvent", "TournamentReport", "file_of", "write"]
