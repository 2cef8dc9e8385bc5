"""Workers behind a real NATS server: what they play, what they refuse, and what happens when somebody falls."""

import asyncio
import contextlib
import os
import subprocess
import sys
import threading
import time

import msgspec
import nats
import pytest
from tests.nats_server import NatsServer, missing
from tests.sdk.sandbox.conftest import missing as no_box

from roundhouse.competition.tournament import formats, nats_executor, nats_messages
from roundhouse.competition.tournament.director import Director, held
from roundhouse.competition.tournament.executor import LocalExecutor
from roundhouse.competition.tournament.formats import Format
from roundhouse.competition.tournament.match_task import Done, Terms, play_task, signature
from roundhouse.competition.tournament.nats_executor import NEVER_CAME, NatsExecutor
from roundhouse.competition.tournament.nats_messages import FixtureBatch, Status, WorkerAnswer
from roundhouse.competition.tournament.plan import Plan, PlanError, entry_of
from roundhouse.competition.tournament.results import Fact
from roundhouse.competition.tournament.worker import Worker
from roundhouse.games import GAMES

pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(missing()), reason=missing())]

SMALL = {"max_rounds": 20, "pairs_min": 1, "pairs_max": 1, "max_x": 5, "max_y": 5, "min_distance": 2}
PATIENCE_S = 200
BOT = """
from roundhouse.sdk import Bot

class Idle(Bot):
    def act(self, turn):
        return [{"type": "nop"}]
"""
CURIOUS = """
import pathlib
from roundhouse.sdk import Bot

class Curious(Bot):
    def act(self, turn):
        pathlib.Path("FOUND").write_text("it was not held")
        return [{"type": "nop"}]
"""
POISON = """
import os, signal
from roundhouse.sdk import Bot

def above(pid):
    return int(open(f"/proc/{pid}/stat").read().rpartition(")")[2].split()[1])

class Poison(Bot):
    def act(self, turn):
        plays = above(os.getppid())
        os.kill(above(plays), signal.SIGKILL)  # the worker itself, not only the process that plays
        os.kill(plays, signal.SIGKILL)
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    running = NatsServer(tmp_path_factory.mktemp("nats"))
    yield running
    running.stop()


def plan_of(key, *bots, title="A test", **format):
    entries = tuple(entry_of(f"bot {n}", bot) for n, bot in enumerate(bots))
    terms = (Terms(game="spacegoo", rules=GAMES["spacegoo"].version, settings=SMALL),)
    return Plan(key=key, title=title, format=Format(keys=("spacegoo",), **format), entrants=entries, terms=terms)


@pytest.fixture(autouse=True)
def interpreted(monkeypatch):
    """Short matches are over before a process has loaded native rules."""
    monkeypatch.setenv("ROUNDHOUSE_NATIVE", "0")


@contextlib.contextmanager
def working(url, **options):
    """A worker in a thread of this process, with processes of its own."""
    worker = Worker(url, jobs=1, name=options.pop("name", "worker"), **options)
    loop = asyncio.new_event_loop()
    started = threading.Event()
    tasks = []

    async def run():
        tasks.append(asyncio.current_task())
        started.set()
        with contextlib.suppress(asyncio.CancelledError):
            await worker.run()

    thread = threading.Thread(target=lambda: loop.run_until_complete(run()))
    thread.start()
    started.wait(PATIENCE_S)
    try:
        yield worker
    finally:
        loop.call_soon_threadsafe(tasks[0].cancel)
        thread.join(PATIENCE_S)
        loop.close()


def played(plan, folder, url, told=lambda director, crew: None):
    """A whole tournament by workers; what it has written down."""
    folder.mkdir(exist_ok=True)
    with held(folder):
        director = Director(plan, folder)
        executor = NatsExecutor(plan, url)
        end = time.monotonic() + PATIENCE_S

        def look():
            assert time.monotonic() < end, "it does not come to an end"
            told(director, executor)

        try:
            director.run(executor, look)
        finally:
            director.close()
        assert not director.deviations
        return director.facts


def due(plan):
    return formats.fixtures(plan.format, len(plan.entrants), [])


def by_hand(plan, fixtures):
    return {fixture.number: signature(play_task(plan.task(fixture)).fact) for fixture in fixtures}


def signatures(facts):
    return {number: signature(fact) for number, fact in facts.items()}


def until(condition, patience_s=PATIENCE_S):
    end = time.monotonic() + patience_s
    while not (found := condition()):
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.05)
    return found


# What is played


@pytest.mark.parametrize("sandbox", [False, True])
def test_a_worker_can_hold_what_it_plays(server, tmp_path, sandbox):
    if sandbox and no_box():
        pytest.skip(no_box())
    found, bots = tmp_path / "found", tmp_path / "bots"
    bots.mkdir()
    (bots / "curious.py").write_text(CURIOUS.replace("FOUND", str(found)))
    plan = plan_of(f"held-{sandbox}", str(bots / "curious.py"), "random")
    with working(server.url, bots=bots, sandbox=sandbox):
        assert len(played(plan, tmp_path / "report", server.url)) == 2
    assert found.exists() is not sandbox


def test_two_tournaments_on_one_server_are_played_by_the_same_worker(server, tmp_path):
    plans = [plan_of("one", "greedy", "random"), plan_of("two", "random", "greedy", "random", kind="swiss", seed=9)]
    found = {}

    def run(plan):
        found[plan.key] = played(plan, tmp_path / plan.key, server.url)

    threads = [threading.Thread(target=run, args=(plan,)) for plan in plans]
    with working(server.url) as worker:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE_S)
    assert {key: len(facts) for key, facts in found.items()} == {"one": 2, "two": 4}
    assert worker.played == 6
    for plan in plans:
        facts = found[plan.key]
        assert signatures(facts) == by_hand(plan, [fact.fixture for fact in facts.values()])


def test_what_strangers_write_on_the_subjects_harms_nobody(server, tmp_path):
    plan = plan_of("strangers", "greedy", "random")
    looks = 0  # since the rubbish was written
    entered, leave = threading.Event(), threading.Event()

    def told(director, crew):
        nonlocal looks
        if looks:
            looks += 1
        elif director.in_hand:
            asyncio.run(write_rubbish(server.url, plan, next(iter(director.in_hand.values()))))
            looks = 1
        if looks > 3:  # it has been heard
            entered.set()

    def work():
        entered.wait(PATIENCE_S)
        with working(server.url):
            leave.wait(PATIENCE_S)

    thread = threading.Thread(target=work)
    thread.start()
    try:
        facts = played(plan, tmp_path / "report", server.url, told)
    finally:
        entered.set()
        leave.set()
        thread.join(PATIENCE_S)
    assert signatures(facts) == by_hand(plan, [fact.fixture for fact in facts.values()])
    assert not any(fact.void for fact in facts.values())


async def write_rubbish(url, plan, fixture):
    client = await nats.connect(url)
    js = client.jetstream()
    other = msgspec.structs.replace(fixture, seed=fixture.seed + 1)
    far = msgspec.structs.replace(fixture, number=10**9, entrants=(77, 99))
    results = [b"", b"\xc1", b"{}", b"\x93" * 5000]
    for strange in (other, far):
        fact = Fact(fixture=strange, places=(2, 1), points=(9, 9), figures=(), left=("", ""), rounds=1, reason="a lie")
        results.append(nats_messages.packed(WorkerAnswer(done=Done(fact=fact), worker="\x1b[31mliar")))
    for content in results:
        await js.publish(nats_messages.result_subject(plan.key), content)
    batches = [FixtureBatch(plan="x", fixtures=[far], digests={}), FixtureBatch(plan="x", fixtures=[], digests={})]
    for content in [b"", b"\xc1" * 100, *map(nats_messages.packed, batches)]:
        await js.publish(nats_messages.work_subject(plan.key), content)
    status = Status(worker="\x1b[31m<b>liar</b>", jobs=10**9, playing=[far.number, -1], refusal="")
    for content in [b"", b"\xff" * 100, nats_messages.packed(status)]:
        await client.publish(nats_messages.status_subject(plan.key), content)
    plans = await js.key_value(nats_messages.PLANS)
    await plans.put("rubbish", b"\x00\x01")
    await client.close()


def test_bots_that_are_files_are_found_by_what_is_in_them_or_fetched(server, tmp_path):
    bot = tmp_path / "here" / "idle.py"
    bot.parent.mkdir()
    bot.write_text(BOT)
    there = tmp_path / "there" / "team"
    there.mkdir(parents=True)
    (there / "idle.py").write_text(BOT)
    with working(server.url, bots=there.parent):
        facts = played(plan_of("files", "random", str(bot)), tmp_path / "files", server.url)
    assert [fact.left for fact in facts.values()] == [("", "")] * 2
    with working(server.url, fetch=True):
        facts = played(plan_of("fetched", "random", str(bot)), tmp_path / "fetched", server.url)
    assert [fact.left for fact in facts.values()] == [("", "")] * 2


# What is refused


@pytest.mark.parametrize("case", ["missing", "changed", "command", "version", "rules", "unknown game"])
def test_a_worker_that_cannot_play_it_says_why_and_takes_nothing(server, tmp_path, case, monkeypatch):
    bot, folder = tmp_path / "idle.py", tmp_path / "bots"
    bot.write_text(BOT)
    folder.mkdir()
    plan = plan_of(case.replace(" ", "-"), "random", "greedy")
    if case == "missing":
        plan, sentence = plan_of(case, "random", str(bot)), "idle.py of bot 1 is not here; give it with --bots"
    elif case == "changed":
        (folder / "idle.py").write_text(BOT + "# newer")
        plan, sentence = plan_of(case, "random", str(bot)), "idle.py of bot 1 is another version here"
    elif case == "command":
        plan, sentence = plan_of(case, "random", "cmd:touch broken-in"), "played only with --fetch"
    elif case == "version":
        monkeypatch.setattr(nats_executor, "__version__", "99.0")
        sentence = "it is run by Roundhouse 99.0, and here is"
    elif case == "rules":
        other = (msgspec.structs.replace(plan.terms[0], rules="0.0"),)
        plan, sentence = msgspec.structs.replace(plan, terms=other), "by rules version 0.0, and here is version"
    else:
        other = (msgspec.structs.replace(plan.terms[0], game="chess"),)
        plan, sentence = msgspec.structs.replace(plan, terms=other), "a game that is not known here"
    said = []
    executor = NatsExecutor(plan, server.url)
    try:
        executor.give(due(plan)[:1])
        with working(server.url, bots=folder, name="stubborn", note=said.append) as worker:

            def told():
                assert executor.wait(0.1) == []
                return [one for one in executor.notes if "stubborn does not play" in one]

            notes = until(told)
        assert sentence in notes[0]
        assert any(sentence in one for one in said)
        assert worker.played == 0
    finally:
        executor.close(over=True)


def test_a_server_that_is_not_there_is_told_in_a_sentence():
    for make in (lambda: NatsExecutor(plan_of("x", "random", "random"), "nats://127.0.0.1:1"),
                 lambda: asyncio.run(Worker("nats://127.0.0.1:1", jobs=1).run())):  # fmt: skip
        with pytest.raises(PlanError) as refused:
            make()
        assert refused.value.code == "no_nats"
        assert "127.0.0.1:1" in refused.value.sentence


def test_a_server_without_jetstream_is_told_in_a_sentence(tmp_path):
    plain = NatsServer(tmp_path, "--jetstream=false")
    try:
        with pytest.raises(PlanError) as refused:
            NatsExecutor(plan_of("x", "random", "random"), plain.url)
        assert refused.value.code == "no_jetstream"
    finally:
        plain.stop()


# Who falls


@pytest.mark.parametrize("emptied", [False, True])
def test_a_server_that_was_killed_may_come_back_even_with_nothing_left(tmp_path, emptied, monkeypatch):
    monkeypatch.setattr(nats_executor, "LOST_S", 3.0)
    server = NatsServer(tmp_path / "nats")
    plan = plan_of("outage", "greedy", "random", "random", rounds=4)
    fallen = []

    def told(director, crew):
        if len(director.facts) >= 4 and not fallen:
            fallen.append(len(director.facts))
            server.kill()
            if emptied:
                server.forget()
            server.start()

    try:
        with working(server.url):
            facts = played(plan, tmp_path / "report", server.url, told)
    finally:
        server.stop()
    assert fallen[0] < len(facts) == 24
    with held(tmp_path / "report"):
        again = Director(plan, tmp_path / "report")
        again.close()
    assert len(again._results.lines) == 24
    assert not any(fact.void for fact in facts.values())


def test_a_match_that_kills_every_worker_is_void_at_last_and_harms_no_other(server, tmp_path, monkeypatch):
    """The bot ends the worker itself, so only the director is left to notice it."""
    monkeypatch.setattr(nats_messages, "DELIVERIES", 1)
    monkeypatch.setattr(nats_messages, "ACK_WAIT_S", 3.0)
    monkeypatch.setattr(nats_executor, "LOST_S", 3.0)
    (tmp_path / "poison.py").write_text(POISON)
    plan = plan_of("poison", "random", "greedy", str(tmp_path / "poison.py"), games=1)
    words = [sys.executable, "-m", "roundhouse.cli.main", "worker", "--nats", server.url, "--jobs", "1",
             "--bots", str(tmp_path)]  # fmt: skip
    log = (tmp_path / "log").open("wb")
    workers = []

    def told(director, crew):
        """Somebody starts a new worker whenever one has fallen."""
        if not workers or workers[-1].poll() is not None:
            workers.append(
                subprocess.Popen(
                    words, env=os.environ | {"ROUNDHOUSE_NATIVE": "0"}, stdout=log, stderr=subprocess.STDOUT
                )
            )

    try:
        facts = played(plan, tmp_path / "report", server.url, told)
    finally:
        for worker in workers:
            worker.terminate()
            worker.wait()
        log.close()
    ended = {fact.fixture.entrants: fact.void for fact in facts.values()}
    assert len(ended) == 3
    for pair, why in ended.items():
        assert why == (NEVER_CAME if 2 in pair else ""), ended
    assert len(workers) >= 4


def test_results_that_an_earlier_director_has_not_written_down_come_to_the_next_one(server, tmp_path):
    """It has heard them and was killed before they were on disk: nothing is lost, and nothing is played twice."""
    plan = plan_of("twice", "greedy", "random")
    first = NatsExecutor(plan, server.url)
    heard = []
    with working(server.url) as worker:
        first.give(due(plan))
        until(lambda: (heard.extend(first.wait(0.2)), len(heard) == 2)[1])
        until(lambda: worker.played == 2)  # it counts a match after it has sent the result
        first.close(over=False)  # as if it had been killed: nothing was settled
    facts = played(plan, tmp_path / "report", server.url)  # nobody is there who could play
    assert signatures(facts) == {one.fact.fixture.number: signature(one.fact) for one in heard}
    assert worker.played == 2


def test_who_leaves_on_purpose_hands_back_what_it_has_not_played(server, monkeypatch):
    monkeypatch.setattr(nats_messages, "ACK_WAIT_S", 10.0 * PATIENCE_S)  # nobody is taken for dead
    plan = plan_of("leaving", "greedy", "random", rounds=2)
    executor = NatsExecutor(plan, server.url)
    try:
        executor.give(due(plan))
        with working(server.url) as first:
            until(lambda: first._in_play or first.played)
        done = {one.fact.fixture.number for one in executor.wait(0.5)}
        with working(server.url):
            until(lambda: done.update(one.fact.fixture.number for one in executor.wait(0.2)) or len(done) == 4)
    finally:
        executor.close(over=True)


def test_local_processes_and_workers_come_to_the_same_results(server, tmp_path):
    plan = plan_of("alike", "greedy", "random", "random", kind="double-elimination")
    with working(server.url):
        far = played(plan, tmp_path / "far", server.url)
    (tmp_path / "near").mkdir()
    director = Director(plan, tmp_path / "near")
    director.run(LocalExecutor(plan, 1))
    director.close()
    assert signatures(far) == signatures(director.facts)
