"""`--rule GOO-042` runs only the tests marked with that rule; it may be given several times."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.getgroup("rules").addoption(
        "--rule", action="append", default=[], metavar="ID", help="run only the tests of this rule; may be repeated"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    wanted = set(config.getoption("--rule"))
    if not wanted:
        return
    kept = [item for item in items if any(wanted & set(mark.args) for mark in item.iter_markers("rule"))]
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = kept
