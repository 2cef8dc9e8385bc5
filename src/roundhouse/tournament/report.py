"""The report of an olympiad as HTML files that need nothing else: the standings, and a page for every entrant."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from msgspec import Struct

from ..core.feats import Figure
from .olympiad import Fact, Ground, Standing, cross_table, scores, standings, sums


class Event(Struct, frozen=True):
    """What is reported: the entrants' names in their order, the grounds, and what was played."""

    title: str
    game: str
    entrants: Sequence[str]
    grounds: Sequence[Ground]
    facts: Sequence[Fact]
    figures: Sequence[Figure]


def write(event: Event, folder: Path) -> list[Path]:
    """Write index.html and a page for every entrant; returns them in this order."""
    pages = Environment(
        loader=PackageLoader("roundhouse.tournament", "pages"),
        autoescape=select_autoescape(default=True, default_for_string=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    table = standings(len(event.entrants), event.facts)
    common: dict[str, Any] = {
        "event": event,
        "table": table,
        "files": [file_of(event.entrants, n) for n in range(len(event.entrants))],
        "grounds": {ground.key: ground.name for ground in event.grounds},
    }
    made = [folder / "index.html"]
    cross = cross_table(len(event.entrants), event.facts)
    made[0].write_text(pages.get_template("index.html").render(**common, cross=cross), encoding="utf-8")
    for line in table:
        path = folder / common["files"][line.entrant]
        page = pages.get_template("entrant.html").render(**common, **_of_entrant(event, line))
        path.write_text(page, encoding="utf-8")
        made.append(path)
    return made


def file_of(entrants: Sequence[str], number: int) -> str:
    """The name of an entrant's page: readable, and never that of another one."""
    name = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in entrants[number].lower())
    return f"{number + 1:02}-{name.strip('-') or 'entrant'}.html"


def _of_entrant(event: Event, line: Standing) -> dict[str, Any]:
    who = line.entrant
    own = [fact for fact in event.facts if who in fact.fixture.entrants]
    counted = sums(who, own)
    best = {figure.key: max(sums(n, event.facts).get(figure.key, 0) for n in range(len(event.entrants)))
            for figure in event.figures}  # fmt: skip
    return {
        "line": line,
        "matches": [_match(fact, who) for fact in own],
        "by_ground": [_ground(ground, who, own) for ground in event.grounds],
        "counted": [(figure, counted.get(figure.key, 0), best[figure.key]) for figure in event.figures],
    }


def _match(fact: Fact, who: int) -> dict[str, Any]:
    seat = fact.fixture.entrants.index(who)
    others = [(n, fact.places[other], fact.points[other]) for other, n in enumerate(fact.fixture.entrants) if n != who]
    return {
        "fact": fact,
        "seat": seat + 1,
        "place": fact.places[seat],
        "score": scores(fact.places)[seat],
        "points": fact.points[seat],
        "left": fact.left[seat],
        "others": others,
        "drawn": fact.places[seat] == 1 and fact.places.count(1) > 1,
    }


def _ground(ground: Ground, who: int, own: Sequence[Fact]) -> dict[str, Any]:
    here = [fact for fact in own if fact.fixture.ground == ground.key]
    seats = [fact.fixture.entrants.index(who) for fact in here]
    score = sum(scores(fact.places)[seat] for fact, seat in zip(here, seats, strict=True))
    most = sum(2 if ground.seats == 2 else ground.seats - 1 for _ in here)
    points = sum(fact.points[seat] for fact, seat in zip(here, seats, strict=True))
    return {"name": ground.name, "matches": len(here), "score": score, "most": most, "points": points}
