"""Many tries at once: whoever is right gets in, whoever guesses is as slow as one after the other."""

import asyncio

import pytest

from roundhouse.server.rate_limits import Limiter, Patience, Tries
from roundhouse.server.settings import checked


class Door:
    """Tries with a clock by hand; a try is decided when the test says so."""

    def __init__(self, free=5):
        self.now = 0.0
        self.tries = Tries(Patience(free=free, longest_s=60.0, clock=lambda: self.now))
        self.under_way = 0
        self.most = 0

    async def come(self, *, right, decided=None):
        """The seconds somebody is told to wait, or 0."""
        if wait := await self.tries.begin("here"):
            return wait
        self.under_way += 1
        self.most = max(self.most, self.under_way)
        await (decided.wait() if decided else asyncio.sleep(0))
        self.under_way -= 1
        self.tries.end("here", failed=not right)
        return 0.0


def test_a_class_that_is_right_gets_in_at_once_however_many_they_are():
    async def play():
        door = Door()
        waits = await asyncio.gather(*(door.come(right=True) for _ in range(40)))
        assert waits == [0.0] * 40
        assert door.most == 5

    asyncio.run(play())


def test_of_many_guesses_at_once_only_the_free_ones_are_made():
    async def play():
        door = Door()
        waits = await asyncio.gather(*(door.come(right=False) for _ in range(40)))
        assert waits == [0.0] * 5 + [1.0] * 35
        door.now = 1.0
        waits = await asyncio.gather(*(door.come(right=False) for _ in range(40)))
        assert waits == [0.0] + [2.0] * 39, "one more, and then longer"

    asyncio.run(play())


def test_one_who_gives_up_waiting_keeps_nobody_from_their_turn():
    async def play():
        door, decided = Door(free=1), asyncio.Event()
        first = asyncio.ensure_future(door.come(right=True, decided=decided))
        second, third = (asyncio.ensure_future(door.come(right=True)) for _ in range(2))
        await asyncio.sleep(0)
        second.cancel()
        await asyncio.sleep(0)
        decided.set()
        assert (await first, await third) == (0.0, 0.0)
        with pytest.raises(asyncio.CancelledError):
            await second
        assert not door.tries._waiting
        assert not door.tries._under_way

    asyncio.run(play())


def test_a_class_fits_into_the_usual_limit_at_once():
    limiter = Limiter(lambda: 0.0)
    assert not any(limiter.wait_s("school", checked({}).sign_ins_per_minute) for _ in range(40))
