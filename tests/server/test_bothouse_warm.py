"""The process of the built-in bots starts compiling when something is missing, and only then."""

import pytest
from tests.modes import needs_compiler

from roundhouse.core.warm import note_warm
from roundhouse.games import GAMES
from roundhouse.server.builtin_bots import supervisor

pytestmark = [needs_compiler, pytest.mark.anyio]
NOTHING = "raise SystemExit(0)"


@pytest.fixture
def anyio_backend():
    return "asyncio"


@pytest.fixture(autouse=True)
def empty_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("ROUNDHOUSE_CACHE", str(tmp_path))
    monkeypatch.setattr(supervisor, "WARM", NOTHING)


async def compiling(house):
    """Whether the house started to compile."""
    await house.start()
    try:
        return bool(house._tasks)
    finally:
        await house.stop()


async def test_nothing_is_started_when_all_is_compiled():
    for key in GAMES:
        note_warm(key, learning=False)
    house = supervisor.BotHouse()

    assert not await compiling(house)
    assert house.warm


@pytest.mark.parametrize("missing", ["spacegoo", "boidvoid"])
async def test_one_game_that_is_missing_is_reason_enough(missing):
    for key in GAMES:
        if key != missing:
            note_warm(key, learning=False)

    assert await compiling(supervisor.BotHouse())
