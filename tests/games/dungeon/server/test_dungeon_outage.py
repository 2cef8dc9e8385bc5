"""A killed server loses no command of the Dungeon that it has acknowledged, also one of a round not yet executed."""

import asyncio

import pytest
from tests.outage import outage
from tests.outage_players import Commander

pytestmark = pytest.mark.slow


@pytest.mark.rule("DUN-065")
@pytest.mark.parametrize("where", ["sqlite", pytest.param("postgresql", marks=pytest.mark.long)], indirect=True)
def test_after_kill_9_every_match_goes_on_and_no_acknowledged_command_is_lost(where, tmp_path):
    database = where if where.startswith("postgresql") else ""

    told = asyncio.run(outage(2, tmp_path / "data", database=database, kind=Commander))

    assert told["running_when_killed"] == 2
    assert told["orders_checked"] > told["acknowledged_before"] > 0
