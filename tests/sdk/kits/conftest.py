"""What the tests of the kits share: programs that are built once, and a word about languages that are left out."""

import pytest
from tests.sdk.kits.programs import NO_TOOL, Workshop, missing


@pytest.fixture(scope="session")
def workshop(tmp_path_factory):
    return Workshop(tmp_path_factory.mktemp("kits"))


def pytest_terminal_summary(terminalreporter):
    """Which kits were not tried is said at the end, also when nobody asked for reasons."""
    reports = [report for report in terminalreporter.stats.get("skipped", []) if report.longrepr]
    left_out = [report for report in reports if NO_TOOL in report.longrepr[2]]
    if left_out:
        terminalreporter.write_line(f"{len(left_out)} tests of kits left out: {', '.join(missing())}")
