"""Who meets whom in an olympiad, what places give, and the pages that report it."""

from collections import Counter
from html.parser import HTMLParser

import pytest

from roundhouse.competition.tournament.formats.olympiad import (
    Fact,
    Fixture,
    OlympiadGround,
    cross_table,
    fixtures,
    scores,
    standings,
    sums,
)
from roundhouse.competition.tournament.report import ReportEvent, write
from roundhouse.core.figures import Figure

DUEL, FOUR = OlympiadGround("duel", "Duel", 2), OlympiadGround("four", "Four", 4)


def fact(entrants, places, points=None, *, ground="duel", figures=None, left=None, number=0):
    count = len(entrants)
    return Fact(
        fixture=Fixture(number, ground, entrants, 1),
        places=places,
        points=points or (0,) * count,
        figures=figures or ({},) * count,
        left=left or ("",) * count,
        rounds=80,
        reason="rounds",
        record="records/a.rhr",
    )


@pytest.mark.rule("QST-134")
def test_every_pair_meets_twice_on_every_map_with_seats_swapped():
    made = fixtures([DUEL, OlympiadGround("other", "Other", 2)], 3)
    met = Counter((one.ground, one.entrants) for one in made)
    assert met == {(ground, pair): 1 for ground in ("duel", "other")
                   for pair in ((0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1))}  # fmt: skip
    assert [one.number for one in made] == list(range(12))


@pytest.mark.rule("QST-134")
def test_places_of_two_and_of_four_give_points():
    assert scores((1, 2)) == [2, 0]
    assert scores((1, 1)) == [1, 1]
    assert scores((3, 1, 4, 2)) == [1, 3, 0, 2]
    assert scores((1, 1, 3, 4)) == [3, 3, 1, 0]  # equal points share the better place


def test_four_seats_are_each_taken_once_by_everyone_of_a_group():
    made = fixtures([FOUR], 5)
    assert len(made) == 5 * 4
    for who in range(5):
        assert Counter(one.entrants.index(who) for one in made if who in one.entrants) == {0: 4, 1: 4, 2: 4, 3: 4}


def test_rounds_and_drawn_maps_have_seeds_of_their_own():
    drawn = [OlympiadGround("a", "A", 2), OlympiadGround("b", "B", 2, shift=2)]
    made = fixtures(drawn, 2, rounds=2, seed=10)
    assert {(one.ground, one.seed) for one in made} == {("a", 10), ("a", 11), ("b", 12), ("b", 13)}


def test_standings_add_up_and_share_places_only_where_all_is_equal():
    facts = [
        fact((0, 1), (1, 2), (30, 10)),
        fact((1, 0), (1, 1), (20, 20)),
        fact((2, 0), (1, 2), (5, 1), left=("", "crashed in round 3: it fell")),
        fact((1, 2), (1, 2), (9, 9)),
    ]
    table = standings(4, facts)
    assert [(line.entrant, line.place, line.score) for line in table] == [(0, 1, 3), (1, 2, 3), (2, 3, 2), (3, 4, 0)]
    first = table[0]
    assert (first.wins, first.draws, first.losses, first.points, first.failures) == (1, 1, 1, 51, 1)
    equal = standings(2, [fact((0, 1), (1, 1), (7, 7))])
    assert [line.place for line in equal] == [1, 1]


def test_the_cross_table_compares_every_two():
    facts = [fact((0, 1, 2, 3), (2, 1, 2, 4), ground="four"), fact((1, 0), (1, 2))]
    cross = cross_table(5, facts)
    assert cross[0][1] == (0, 4)
    assert cross[1][0] == (4, 4)
    assert cross[0][2] == (1, 2)
    assert cross[0][3] == (2, 2)
    assert cross[0][4] is None


def test_figures_are_summed_over_all_matches():
    facts = [
        fact((0, 1), (1, 2), figures=({"kills": 2}, {"kills": 5})),
        fact((1, 0), (1, 2), figures=({"kills": 1}, {"kills": 4})),
    ]
    assert sums(0, facts) == {"kills": 6}


class Links(HTMLParser):
    def __init__(self):
        super().__init__()
        self.links, self.text = [], []

    def handle_starttag(self, tag, attrs):
        self.links += [value for key, value in attrs if key in ("href", "src")]

    def handle_data(self, data):
        self.text.append(data.strip())


def test_the_report_has_a_page_for_everyone_and_needs_nothing_else(tmp_path):
    names = ["<b>Ada</b> & co", "Björn", "björn"]
    facts = [
        fact((0, 1), (1, 2), (30, 10), figures=({"kills": 3}, {"kills": 1}), left=("", "crashed in round 2: <oops>")),
        fact((2, 0), (1, 1), (4, 4), number=1),
    ]
    event = ReportEvent(
        "Winter <2026>", "Crafting Quest", names, [DUEL], facts, [Figure("kills", "Units destroyed", "")]
    )
    pages = write(event, tmp_path)
    assert [page.name for page in pages[:1]] == ["index.html"]
    assert len({page.name for page in pages}) == 4
    for page in pages:
        read = Links()
        text = page.read_text(encoding="utf-8")
        read.feed(text)
        assert "<b>Ada" not in text
        assert "<oops>" not in text
        local = [link for link in read.links if not link.startswith("records/")]
        assert all((tmp_path / link).is_file() for link in local), local
        assert "https://" not in text
    index = Links()
    index.feed(pages[0].read_text(encoding="utf-8"))
    assert "Winter <2026>" in index.text
    ada = next(page for page in pages if "ada" in page.name).read_text(encoding="utf-8")
    assert "Units destroyed" in ada
    assert "records/a.rhr" in ada
