"""A whole contest: six bots join by code, the ladder plays and is frozen, finals are played, and there is a report."""

import pytest
from tests.server.contest import contest_site

from roundhouse.competition.contest.report import write
from roundhouse.server.contest.report_data import report_of
from roundhouse.store import ladder
from roundhouse.store.contest import finals as event_finals

NAMES = ["ada", "bob", "cyd", "dan", "eve", "fay"]


@pytest.mark.slow
def test_a_whole_event_from_the_first_code_to_the_report(tmp_path):
    with (
        contest_site.ContestSite(tmp_path, contest_site.toml(size=4, format="double-elimination")) as site,
        contest_site.bots(site, NAMES),
    ):
        assert site.page()["phase"] == "registration"
        site.until(lambda page: page["online"] == 6)

        site.move("warm_up")
        site.until(lambda page: len(page["results"]) >= 2)
        assert site.read(ladder.keys) == []  # what is played to warm up counts nowhere

        site.move("ladder")
        page = site.until(lambda page: min(line["matches"] for line in page["table"]) >= 2)
        assert sorted(line["name"] for line in page["table"]) == NAMES

        site.move("freeze")
        page = site.until(lambda page: page["settled"])
        assert page["joining"] is False
        before = page["table"]

        site.move("finals")
        finals = site.until(lambda page: page["over"], "/api/event/finals")
        page = site.page()
        assert page["champion"] == finals["champion"] != ""
        assert finals["names"] == [line["name"] for line in before[:4]]
        strip = [{**line, "seed": None, "online": True} for line in page["table"]]
        assert strip == [{**line, "online": True} for line in before]  # finals do not move the ladder

        site.move("closed")
        tries = site.read(lambda connection: event_finals.tries(connection, 1))
        assert {one.state for one in tries} == {"over"}
        assert len({one.fixture for one in tries}) == len(tries)  # one result each
        report = site.read(lambda connection: report_of(connection, 0, placement=1))

    files = write(report, tmp_path / "report")
    assert files[0].name == "index.html"
    assert len(files) == 7
    index = files[0].read_text()
    assert page["champion"] in index
    assert "Grand final" in index
    own = files[1].read_text()
    assert "Head to head" in own
    assert "<polyline" in own
