"""Pages that follow a tournament: complete, linked, harmless, and the same in every format."""

from html.parser import HTMLParser

import msgspec
import pytest
from tests.competition.tournament.test_director import Told, done

from roundhouse.competition.tournament.director import Director, held
from roundhouse.competition.tournament.formats import Format
from roundhouse.competition.tournament.live_report import ReportPages
from roundhouse.competition.tournament.match_task import Done, Terms, void
from roundhouse.competition.tournament.plan import Plan, PlanEntry

NAMES = ["<b>Ada</b> & co", "Björn", "björn", "a" * 60, "five", "six"]
KINDS = ["round-robin", "swiss", "single-elimination", "double-elimination", "pentathlon"]


class Page(HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.links, self.text, self.tags = [], [], []
        self.raw = path.read_text(encoding="utf-8")
        self.feed(self.raw)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.links += [value for key, value in attrs if key in ("href", "src")]

    def handle_data(self, data):
        self.text.append(data.strip())


def plan_of(kind):
    keys = ("spacegoo", "quest") if kind == "pentathlon" else ("spacegoo",)
    terms = tuple(Terms(game=key, rules="1") for key in keys)
    entries = tuple(PlanEntry(name, "random") for name in NAMES)
    return Plan(key="test", title="Cup <1>", format=Format(kind=kind, keys=keys), entrants=entries, terms=terms)


@pytest.fixture
def folder(tmp_path):
    with held(tmp_path):
        yield tmp_path


@pytest.mark.parametrize("kind", KINDS)
def test_pages_are_there_from_the_first_moment_to_the_last_and_every_link_leads_somewhere(folder, kind):
    director = Director(plan_of(kind), folder)
    seen = []

    def answer(fixture):
        stronger = fixture.entrants[0] < fixture.entrants[1]
        return [done(fixture, (1, 2) if stronger else (2, 1), record=b"x")]

    crew = Told(answer)
    pages = ReportPages(director, crew)

    def told():
        pages._next = 0.0
        pages._state = ()
        pages.refresh()
        index = Page(folder / "index.html")
        seen.append("refresh" in index.raw)
        assert all((folder / link).is_file() for link in index.links), index.links

    director.run(crew, told)
    made = pages.write(running=False)
    director.close()
    assert all(seen)
    assert [path.name for path in made[:2]] == ["index.html", "screen.html"]
    assert len(set(made)) == 2 + len(NAMES)
    for path in made:
        page = Page(path)
        assert 'http-equiv="refresh"' not in page.raw
        assert "<b>Ada" not in page.raw
        assert "https://" not in page.raw
        assert all((folder / link).is_file() for link in page.links), page.links
    assert "Cup <1>" in Page(made[0]).text
    assert ("svg" in Page(made[0]).tags) == (kind in ("single-elimination", "double-elimination"))


def test_what_went_wrong_is_on_the_page_of_whom_it_befell(folder):
    director = Director(plan_of("round-robin"), folder)

    def answer(fixture):
        if fixture.number == 0:
            return [Done(fact=void(fixture, "tried 3 times: <oops>"))]
        one = done(fixture)
        return [Done(fact=msgspec.structs.replace(one.fact, left=("crashed in round 2: boom", "")))]

    director.run(Told(answer))
    ReportPages(director).write(running=False)
    director.close()
    first = director.facts[0].fixture.entrants[0]
    page = next(folder.glob(f"{first + 1:02}-*.html")).read_text(encoding="utf-8")
    assert "tried 3 times: &lt;oops&gt;" in page
    assert "crashed in round 2: boom" in page
    assert "What went wrong" in page


def test_pages_are_not_written_more_often_than_they_are_worth(folder):
    director = Director(plan_of("round-robin"), folder)
    crew = Told()
    pages = ReportPages(director, crew)
    pages.refresh()
    (folder / "index.html").unlink()
    pages.refresh()
    assert not (folder / "index.html").exists(), "nothing has happened, and it is too early"
    director.close()
