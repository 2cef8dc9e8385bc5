"""A killed server loses nothing that it has acknowledged; `python -m tests.outage` does the same with 200 matches."""

import asyncio

import pytest
from tests.outage import outage
from tests.scale import amount

pytestmark = pytest.mark.slow


def test_after_kill_9_every_match_goes_on_and_no_acknowledged_order_is_lost(where, tmp_path):
    database = where if where.startswith("postgresql") else ""

    matches = amount(2, 5)

    told = asyncio.run(outage(matches, tmp_path / "data", database=database))

    assert told["running_when_killed"] == matches
    assert told["orders_checked"] > told["acknowledged_before"] > 0
