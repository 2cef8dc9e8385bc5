"""The built-in bots in their own process: they play, they are brought back when it dies, and they keep their time."""

import asyncio
import os
import queue
import signal
import sys
import textwrap

import pytest
from tests.server.manual_match import GAME, Listener, ManualMatch

from roundhouse.games import GAMES
from roundhouse.protocol.api.platform import ClockInfo, TableOptions
from roundhouse.protocol.messages import VERSION, Start
from roundhouse.server.builtin_bots.bot_process import BotProcess, granted, maker
from roundhouse.server.builtin_bots.frames import ACTED, FAILED, MAKE, STARTED, TELL, BotFrames, frame
from roundhouse.server.builtin_bots.supervisor import BotSupervisor
from roundhouse.server.matches.broadcast import start_message
from roundhouse.server.matches.live_match import LiveMatch
from roundhouse.server.matches.match_log import MatchTerms, MemoryMatchLog
from roundhouse.store.matches import Begun

PATIENCE_S = 60


class Evening:
    """Matches among built-in bots on a real loop."""

    def __init__(self, **how):
        self.supervisor = BotSupervisor(**how)
        self.over = []
        self.ended = asyncio.Event()

    async def __aenter__(self):
        await self.supervisor.start()
        return self

    async def __aexit__(self, *_):
        await self.supervisor.stop()

    def match(self, *names, rounds=30, window_ms=20_000, pace_ms=0, number=1):
        setup = GAME.setup(["a", "b"], seed=number, settings={"max_rounds": rounds})
        live = LiveMatch(
            Begun(number, number, f"key{number}"),
            GAME,
            setup,
            MatchTerms(options=TableOptions(game="spacegoo")),
            (1, 2),
            clock=ClockInfo("bot", window_ms, 0, pace_ms),
            match_log=MemoryMatchLog(),
            timers=asyncio.get_running_loop(),
            over=self._over,
        )
        live.begin({1, 2}, 60_000)
        for seat, name in enumerate(names, 1):
            self.supervisor.seat(live, seat, name, grace_ms=60_000)
        return live

    def _over(self, playing):
        self.over.append(playing)
        self.ended.set()

    async def finished(self, count=1):
        async with asyncio.timeout(PATIENCE_S):
            while len(self.over) < count:
                await self.ended.wait()
                self.ended.clear()


class Watcher(Listener):
    """Somebody who can be waited for to have seen something."""

    def __init__(self):
        super().__init__()
        self._moved = asyncio.Event()

    def send(self, message):
        super().send(message)
        self._moved.set()

    async def until(self, condition):
        async with asyncio.timeout(PATIENCE_S):
            while not condition():
                self._moved.clear()
                await self._moved.wait()


@pytest.mark.slow
def test_every_built_in_bot_plays_a_match_without_a_mistake(monkeypatch):
    monkeypatch.setenv("ROUNDHOUSE_NATIVE", "0")

    async def main():
        async with Evening() as evening:
            pairs = [("random", "greedy"), ("greedy", "random"), ("master", "random")]
            matches = [evening.match(*pair, rounds=8, window_ms=1000, number=n) for n, pair in enumerate(pairs, 1)]
            await evening.finished(3)
            for playing in matches:
                assert [place.left for place in playing.seat_states.taken] == ["", ""]
                assert [place.refusals for place in playing.seat_states.taken] == [0, 0]
                assert playing.round == 8
            assert evening.supervisor.bots == 0

    asyncio.run(main())


@pytest.mark.slow
def test_a_killed_process_is_replaced_and_the_turn_asked_again():
    async def main():
        async with Evening() as evening:
            playing = evening.match("greedy", "random", rounds=200, window_ms=1500, pace_ms=20)
            watcher = Watcher()
            playing.watch(watcher)
            known = set()
            for goal in (5, 10, 15):
                await watcher.until(lambda goal=goal: playing.round >= goal)
                known.add(evening.supervisor.pid)
                os.kill(evening.supervisor.pid, signal.SIGKILL)
            await watcher.until(lambda: playing.round >= 20)
            assert len(known) == 3
            assert playing.match.result is None, "the clock stood still meanwhile"
            steps = [message["step"] for message in watcher.heard() if message["type"] == "step"]
            assert steps == sorted(set(steps))

    asyncio.run(main())


BAD_CHILD = textwrap.dedent(
    """
    import os
    from roundhouse.server.builtin_bots import bot_process
    from roundhouse.sdk.bot import Bot

    class Bad(Bot):
        def act(self, turn):
            {what}

    bot_process.maker = lambda game, name, draws: Bad
    bot_process.main()
    """
)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("what", "why"),
    [
        ("__import__('time').sleep(99)", "its process dies whenever it thinks about this turn"),
        ("raise ValueError('no idea')", "ValueError: no idea"),
        ("return object()", "TypeError: Encoding objects of type object is unsupported"),
        ("os._exit(3)", "its process dies whenever it thinks about this turn"),
    ],
)
def test_a_bot_that_breaks_falls_out_of_its_match(what, why, caplog):
    async def main():
        stuck_s = 0.5 if "sleep" in what else 30.0  # a process takes its time to start on a busy machine
        async with Evening(command=(sys.executable, "-c", BAD_CHILD.format(what=what)), stuck_s=stuck_s) as evening:
            playing = evening.match("greedy")
            two = Listener()
            playing.join(2, two)
            await evening.finished()
            assert playing.seat_states[1].left == "connection_lost"
            assert two.heard()[-1]["result"]["places"][1]["place"] == 1

    asyncio.run(main())
    assert any(why in message for message in caplog.messages)


def test_a_house_that_stops_leaves_no_process_behind():
    async def main():
        async with Evening() as evening:
            pid = evening.supervisor.pid
            os.kill(pid, 0)
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)

    asyncio.run(main())


def test_bots_end_with_the_server_even_if_nobody_tells_them():
    async def main():
        evening = Evening()
        await evening.supervisor.start()
        process = evening.supervisor._process
        evening.supervisor._stopping = True
        evening.supervisor._transport.abort()  # what a killed server leaves
        await asyncio.get_running_loop().run_in_executor(None, process.wait, PATIENCE_S)
        assert process.returncode == 0

    asyncio.run(main())


# Without a process


def test_frames_come_whole_however_they_are_cut():
    sent = [(1, MAKE, b"abc"), (2**32 - 1, TELL, b""), (7, ACTED, b"x" * 300)]
    data = b"".join(frame(*one) for one in sent)
    for size in (1, 2, 7, 64, len(data)):
        frames = BotFrames()
        got = [found for at in range(0, len(data), size) for found in frames.feed(data[at : at + size])]
        assert got == sent


@pytest.mark.parametrize(
    ("window_ms", "most_ms", "waited_ms", "share", "spent"),
    [
        (3000, 1000, 0, 1.0, 900),
        (30_000, 1000, 0, 1.0, 1000),
        (3000, 1000, 600, 1.0, 300),
        (3000, 1000, 5000, 1.0, 0),
        (3000, 1000, 0, 0.1, 90),
        (3000, 1000, 0, 4.0, 900),
        (3000, 120, 0, 1.0, 120),
        (None, 1000, 0, 1.0, 200),
    ],
)
def test_a_bot_keeps_to_a_share_of_its_window_and_less_when_many_are_asked(window_ms, most_ms, waited_ms, share, spent):
    assert granted(window_ms, most_ms, waited_ms, share) * 0.3 == pytest.approx(spent, abs=1)


def test_the_messages_of_a_bot_are_dealt_with_in_their_order():
    sent = queue.SimpleQueue()
    process = BotProcess(sent.put)
    process.open(3)
    process.take(5, MAKE, b'["spacegoo", "random", 1000, null]')
    setup = GAME.setup(["a", "b"], seed=1)
    process.take(5, TELL, start_message("key", GAME, setup, 1))
    manual = ManualMatch(setup=setup)
    turn = manual.join(1).raw[-1]
    for _ in range(3):
        process.take(5, TELL, turn)
    process.take(9, TELL, turn)  # nobody of that number lives here
    kinds = [next(BotFrames().feed(sent.get(timeout=PATIENCE_S)))[:2] for _ in range(4)]
    assert kinds == [(5, STARTED), (5, ACTED), (5, ACTED), (5, ACTED)]
    process.take(6, MAKE, b'["spacegoo", "nobody", 1000, null]')
    process.take(6, TELL, start_message("key", GAME, setup, 2))
    assert next(BotFrames().feed(sent.get(timeout=PATIENCE_S)))[:2] == (6, FAILED)


@pytest.mark.parametrize("key", GAMES)
def test_every_built_in_bot_can_be_made_without_a_seed(key):
    for name in GAMES[key].bots:
        assert maker(key, name)() is not None


@pytest.mark.rule("RAL-042", "RAL-154")
@pytest.mark.parametrize("name", GAMES["rally"].bots)
def test_live_bots_of_rally_draw_by_the_number_they_are_given(name):
    keys = []
    for draws in (5, 5, 6, None, None):
        bot = maker("rally", name, draws)()
        bot.start(Start(VERSION, "m", "rally", "1", GAMES["rally"].setup(["a", "b"]), 1))
        assert bot.seed is None, "it thinks by time all the same"
        keys.append(bot.key)
    assert keys[0] == keys[1]
    assert len(set(keys)) == 4
