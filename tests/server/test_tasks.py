"""Tasks that are asked to end do end, also when what they wait for loses the request."""

import asyncio

from roundhouse.server import tasks
from roundhouse.server.tasks import cancel_all


def begun(work):
    return asyncio.get_running_loop().create_task(work)


def test_a_task_whose_wait_ends_in_the_moment_of_the_request_ends_all_the_same(monkeypatch):
    """In Python 3.11 `wait_for` returns what it waited for, and the request to end is lost. Any version may do so: what
    is asked for is the end."""
    monkeypatch.setattr(tasks, "AGAIN_S", 0.01)
    asyncio.run(lost_once())


async def lost_once():
    answered, rounds = asyncio.get_running_loop().create_future(), []

    async def work():
        while True:
            rounds.append(1)
            if len(rounds) == 1:
                await asyncio.wait_for(answered, 60)
            else:
                await asyncio.Event().wait()

    task = begun(work())
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    answered.set_result(None)  # the task is not told of it before the request to end
    async with asyncio.timeout(30):
        await cancel_all([task])
    assert task.cancelled()


def test_a_task_that_refuses_the_first_request_is_asked_again(monkeypatch):
    monkeypatch.setattr(tasks, "AGAIN_S", 0.01)

    async def stubborn(requests):
        while len(requests) < 3:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                requests.append(1)

    async def run():
        requests = []
        task = begun(stubborn(requests))
        await asyncio.sleep(0)
        async with asyncio.timeout(30):
            await cancel_all([task])
        return len(requests)

    assert asyncio.run(run()) == 3


def test_a_task_may_finish_what_it_does_at_its_end():
    async def run():
        done = []

        async def careful():
            try:
                await asyncio.Event().wait()
            finally:
                await asyncio.sleep(0.05)
                done.append(True)

        one, two = begun(careful()), begun(careful())
        await asyncio.sleep(0)
        await cancel_all([one, two])
        return done

    assert asyncio.run(run()) == [True, True]


def test_what_a_task_fails_with_at_its_end_hurts_nobody():
    said = []

    async def failing():
        try:
            await asyncio.Event().wait()
        finally:
            raise OSError("the broker is away")

    async def run():
        asyncio.get_running_loop().set_exception_handler(lambda _, what: said.append(what["message"]))
        task = begun(failing())
        await asyncio.sleep(0)
        await cancel_all([task, begun(asyncio.sleep(0))])
        await cancel_all([task])
        await cancel_all([])
        del task

    asyncio.run(run())
    assert said == []
