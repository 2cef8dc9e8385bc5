"""The order of the tests: files at random (pytest-randomly, which prints its seed), but the dearest first, so that no
process begins one when the others have nothing left to do.

Tests in a browser come last. Playwright keeps an event loop running in its process from its first test on, and nothing
that runs a loop of its own can come after it.
"""

import pytest

from tests.costs import known_costs

DEAR_S = 8
BROWSER = "/web/"  # a folder of the tests, or of those of a game


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    costs = {file: cost for file, cost in known_costs().items() if cost >= DEAR_S}

    def place(item: pytest.Item) -> tuple[bool, float]:
        file = item.nodeid.partition("::")[0]
        return BROWSER in file, -costs.get(file, 0)

    items.sort(key=place)
