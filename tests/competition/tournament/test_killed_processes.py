"""`tests.competition.tournament.proof` on a small scale: processes are killed, and nobody can tell from the table."""

import pytest
from tests.competition.tournament import killed_processes
from tests.nats_server import missing
from tests.scale import amount

MATCHES = amount(40, 120)
KILLS = amount(2, 4)
EVERY_S = amount(0, 1)

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def calm(tmp_path_factory):
    """The report of a run that nobody disturbed, and its table."""
    report = killed_processes.undisturbed(tmp_path_factory.mktemp("calm"), MATCHES)
    return report, killed_processes.table(report, MATCHES)


@pytest.mark.parametrize("way", killed_processes.WAYS)
def test_every_match_has_one_result_although_processes_are_killed(way, calm, tmp_path):
    if way in ("workers", "director") and missing():
        pytest.skip(missing())
    kills, report = killed_processes.WAYS[way](tmp_path, MATCHES, every_s=EVERY_S, kills_max=KILLS)
    assert kills >= 2
    found = killed_processes.facts(report)
    assert len(found) == MATCHES
    assert not any(fact.void for fact in found.values())
    assert killed_processes.same(report, calm[0])
    assert killed_processes.table(report, MATCHES) == calm[1]
