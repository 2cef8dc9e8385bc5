"""The render service: heavy work in child processes that may die, while the loop goes on."""

import asyncio
import os
import pickle
import signal
import threading

import msgspec
import pytest
from tests import stores
from tests.match.recorded_matches import NOP, duel, duel_setup, random_match
from tests.server.rendering.stored_records import put, put_record

from roundhouse.core.entries import order, tick
from roundhouse.match.analysis import Analysis, analyse
from roundhouse.match.frames import frames
from roundhouse.match.record import from_bytes, to_bytes
from roundhouse.match.verification import verify
from roundhouse.protocol.api.platform import TableOptions
from roundhouse.server.errors import Refused
from roundhouse.server.matches.spectator_view import SpectatorView
from roundhouse.server.rendering.render_jobs import Log, answered
from roundhouse.server.rendering.render_process import RenderLostError, RenderProcess
from roundhouse.server.rendering.render_service import ASKED, LATER, Cache, RenderService, public
from roundhouse.store import matches
from roundhouse.store.database import Database


@pytest.fixture
def store(tmp_path):
    database = Database(stores.sqlite(tmp_path / "roundhouse.db"))
    yield database
    database.close()


@pytest.fixture
def interpreted(monkeypatch):
    """Children inherit it, and load no library."""
    monkeypatch.setenv("ROUNDHOUSE_NATIVE", "0")


@pytest.fixture
def here(monkeypatch):
    """What a child would make is made in this process, for those who test what is asked of it and how often."""

    class Child:
        def send(self, job):
            self._answer = answered(*pickle.loads(pickle.dumps(job)))

        def poll(self, limit_s):
            return True

        def recv(self):
            return self._answer

    monkeypatch.setattr(RenderProcess, "_child", lambda bench: Child())


@pytest.fixture
def workbench():
    made = []

    def make(**options):
        made.append(RenderProcess("test", **{"limit_s": 60.0, **options}))
        return made[-1]

    yield make
    for bench in made:
        bench.close()


def working(store, do, **options):
    """Run something with a render service that is closed afterwards."""

    async def run():
        render_service = RenderService(store, **options)
        try:
            return await do(render_service)
        finally:
            await render_service.close()

    return asyncio.run(run())


def shown(record, seat=0):
    return msgspec.json.decode(msgspec.json.encode(frames(record, seat)))


# Pages


@pytest.mark.slow
def test_frames_pages_and_records_are_made_of_what_the_store_has(store):
    record = random_match(3, timed=True).record()
    stored = put_record(store, record)

    async def do(service):
        first = await service.frames(stored)
        own = await service.frames(stored, 2)
        page = await service.html(stored)
        file = await service.record(stored)
        service.archive.keep(stored.id)
        await asyncio.to_thread(service.archive._thread.submit(lambda: None).result)
        return first, own, page, file, await service.record(stored)

    first, own, page, file, archived = working(store, do, rollouts=0)

    assert msgspec.json.decode(first) == shown(record)
    assert msgspec.json.decode(own) == shown(record, 2)
    assert page.startswith("<!doctype html>")
    assert file == archived == to_bytes(record)
    assert verify(from_bytes(file)).ok


@pytest.mark.usefixtures("here")
def test_frames_of_a_finished_match_are_made_once(store):
    stored = put_record(store, duel())

    async def do(service):
        together = await asyncio.gather(*(service.frames(stored) for _ in range(5)))
        service._pages.close()  # from now on nothing can be made
        return {*together, await service.frames(stored)}

    assert len(working(store, do)) == 1


@pytest.mark.usefixtures("here")
def test_who_goes_away_does_not_take_the_frames_from_the_others(store):
    stored = put_record(store, duel())

    async def do(service):
        impatient, patient = (asyncio.ensure_future(service.frames(stored)) for _ in range(2))
        await asyncio.sleep(0)
        impatient.cancel()
        return await patient

    assert len(msgspec.json.decode(working(store, do))) == 8


@pytest.mark.usefixtures("here")
def test_a_running_match_is_shown_as_far_as_spectators_may_see(store):
    record = duel()
    entries = record.entries[:14]  # four rounds, and orders that wait for the tick
    now = put(store, record.setup, entries)
    later = put(store, record.setup, entries, options=TableOptions(game="spacegoo", delay_rounds=3))

    async def do(service):
        return [msgspec.json.decode(await service.frames(stored)) for stored in (now, later)]

    at_once, delayed = working(store, do)
    assert at_once == shown(record)[:5]
    assert delayed == shown(record)[:2]


@pytest.mark.usefixtures("here")
def test_frames_of_a_running_match_are_made_anew_each_time(store):
    record = duel()
    stored = put(store, record.setup, record.entries[:3])

    async def do(service):
        before = await service.frames(stored)
        rows = [matches.row_of(stored.id, n, entry) for n, entry in enumerate(record.entries[3:6], 4)]
        store.submit(lambda connection: matches.log(connection, rows)).result()
        return len(msgspec.json.decode(before)), len(msgspec.json.decode(await service.frames(stored)))

    assert working(store, do) == (2, 3)


def test_a_log_is_public_up_to_a_tick():
    entries = [order(1, NOP), order(2, NOP), tick()] * 3
    entered = Log(duel_setup(), [*entries, order(1, NOP)])

    assert public(entered, SpectatorView(0)).entries == entries
    assert public(entered, SpectatorView(1)).entries == entries[:6]
    assert public(entered, SpectatorView(2)).entries == entries[:3]
    assert public(entered, SpectatorView(3)).entries == public(entered, SpectatorView(9)).entries == []


def test_the_cache_forgets_what_was_asked_for_longest_ago():
    cache = Cache(10)
    cache.put("a", b"12345")
    cache.put("b", b"12345")
    assert cache.get("a") == b"12345"
    cache.put("c", b"123")

    assert [cache.get(key) for key in "abc"] == [b"12345", None, b"123"]
    cache.put("c", b"12345678901")  # more than there is room for
    assert [cache.get(key) for key in "abc"] == [None, None, None]
    cache.put("d", b"1234567890")
    assert cache.get("d") is not None


# Analyses


def analysing(store, do, **options):
    """The same, with a wait for the next analysis that is kept."""

    async def run(service):
        loop, kept = asyncio.get_running_loop(), asyncio.Queue()
        service.analysed = lambda match_id: loop.call_soon_threadsafe(kept.put_nowait, match_id)
        return await do(service, kept.get)

    return working(store, run, **options)


@pytest.mark.slow
@pytest.mark.usefixtures("interpreted")
def test_a_match_is_analysed_once_it_is_archived(store):
    stored = put_record(store, duel())

    async def do(service, kept):
        service.archive.keep(stored.id)
        assert await kept() == stored.id
        return await service.analysis(stored)

    assert analysing(store, do, rollouts=4) == analyse(duel(), rollouts=4)


@pytest.mark.usefixtures("here")
def test_who_asks_for_an_analysis_gets_it_made(store):
    stored = put_record(store, duel())

    async def do(service, kept):
        first = await service.analysis(stored)
        await kept()
        return first.state, (await service.analysis(stored)).state

    assert analysing(store, do) == ("pending", "ready")


@pytest.mark.usefixtures("here")
def test_what_an_earlier_run_left_is_archived_and_analysed(store):
    ids = {put_record(store, duel()).id for _ in range(2)}

    async def do(service, kept):
        service.resume()
        return {await kept(), await kept()}

    assert analysing(store, do) == ids


@pytest.mark.usefixtures("here")
def test_an_analysis_that_fails_is_told_and_not_tried_for_ever(store, caplog):
    record = duel()
    stored = put_record(store, record)
    store.submit(lambda connection: matches.archive(connection, stored.id, b"no record")).result()

    async def do(service, kept):
        await service.analysis(stored)
        await kept()
        return await service.analysis(stored)

    assert analysing(store, do).state == "failed"
    assert "could not be analysed" in caplog.text


@pytest.mark.usefixtures("here")
def test_a_match_that_many_ask_for_is_analysed_once(store):
    stored, other = put_record(store, duel()), put_record(store, duel())

    async def do(service, kept):
        made = []
        submit = service._analyses.submit

        def counted(priority, craft, prepare):
            def watched():
                arguments = prepare()
                made.append(priority)
                return arguments

            return submit(priority, craft, watched)

        service._analyses.submit = counted
        service.analyse_later(stored.id)
        for _ in range(5):
            await service.analysis(stored)
        service.analyse_later(other.id)
        ends = [await kept(), await kept()]
        return ends, len(made), service._analysing

    assert analysing(store, do) == ([stored.id, other.id], 2, {})


def test_running_matches_and_workshops_without_rollouts_analyse_nothing(store):
    running = put(store, duel().setup, duel().entries[:3])
    over = put_record(store, duel())

    async def do(service):
        assert (await service.analysis(running)).state == "pending"
        service._rollouts = 0
        service.analyse_later(over.id)
        service.resume()
        assert (await service.analysis(over)).state == "failed"  # nobody need wait for it
        return service._analyses.waiting, service._analyses.pid

    assert working(store, do) == (0, None)


def test_when_too_many_matches_wait_the_next_is_left_until_asked_for(store, monkeypatch):
    monkeypatch.setattr("roundhouse.server.rendering.render_service.WAITING_MAX", 0)
    stored = put_record(store, duel())
    asked = []

    async def do(service):
        service._analyse = lambda match_id, priority: asked.append((match_id, priority))
        service.analyse_later(stored.id)
        await service.analysis(stored)

    working(store, do)
    assert asked == [(stored.id, ASKED)]


# Children


def job(record=None, rollouts=4):
    return lambda: (Log(duel_setup(), list((record or duel()).entries)), rollouts)


def frames_job(*, begun=None, wait=None):
    """A small job that says when it is begun, and waits to be let go."""

    def prepare():
        if begun is not None:
            begun.set()
        if wait is not None:
            assert wait.wait(30)
        return Log(duel_setup(), list(duel().entries)), 0

    return prepare


@pytest.mark.slow
@pytest.mark.usefixtures("interpreted")
def test_a_child_that_is_killed_is_replaced_and_its_job_done_again(workbench, caplog):
    bench = workbench()
    bench.submit(ASKED, "frames", frames_job()).result()
    before = bench.pid
    whole = random_match(6, rounds=400).record()
    begun = threading.Event()

    def prepare():
        begun.set()
        return Log(whole.setup, list(whole.entries[:12])), 64

    future = bench.submit(ASKED, "analysis", prepare)
    assert begun.wait(30)
    os.kill(before, signal.SIGKILL)

    assert msgspec.msgpack.decode(future.result(60), type=Analysis).state == "ready"
    assert bench.pid not in (None, before)
    assert "another takes its place" in caplog.text


@pytest.mark.slow
@pytest.mark.usefixtures("interpreted")
def test_a_job_that_no_child_survives_is_given_up_and_the_next_one_done(workbench):
    bench = workbench(limit_s=0.0)
    lost = bench.submit(ASKED, "analysis", job())
    with pytest.raises(RenderLostError):
        lost.result(60)
    bench._limit_s = 60.0

    assert bench.submit(ASKED, "frames", frames_job()).result(60)


@pytest.mark.slow
def test_what_is_asked_for_goes_before_what_has_time(workbench):
    bench = workbench()
    begun, go, order_of_end = threading.Event(), threading.Event(), []
    first = bench.submit(LATER, "frames", frames_job(begun=begun, wait=go))
    assert begun.wait(30)
    jobs = [(LATER, "later"), (LATER, "latest"), (ASKED, "asked")]
    futures = []
    for priority, name in jobs:
        futures.append(bench.submit(priority, "frames", frames_job()))
        futures[-1].add_done_callback(lambda _, name=name: order_of_end.append(name))
    go.set()
    for future in (first, *futures):
        future.result(60)

    assert order_of_end == ["asked", "later", "latest"]


@pytest.mark.slow
@pytest.mark.usefixtures("interpreted")
def test_closing_ends_the_child_in_the_middle_of_its_work(workbench):
    bench = workbench()
    bench.submit(ASKED, "frames", frames_job()).result()
    pid = bench.pid
    whole = random_match(6, rounds=400).record()
    begun = threading.Event()

    def prepare():
        begun.set()
        return Log(whole.setup, list(whole.entries)), 64

    working, waiting = (bench.submit(ASKED, "analysis", prepare) for _ in range(2))
    assert begun.wait(30)
    bench.close()

    for future in (working, waiting, bench.submit(ASKED, "frames", frames_job())):
        with pytest.raises(Refused) as refused:
            future.result(0)
        assert refused.value.problem.code == "stopping"
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@pytest.mark.slow
def test_an_idle_child_is_ended_and_comes_back_when_needed(workbench):
    bench = workbench(idle_s=0.05)
    bench.submit(ASKED, "frames", frames_job()).result()
    gone = threading.Event()
    end = bench._end

    def noted():
        end()
        gone.set()

    bench._end = noted
    assert gone.wait(30)
    assert bench.pid is None
    assert bench.submit(ASKED, "frames", frames_job()).result(60)


@pytest.mark.slow
def test_what_cannot_be_read_is_refused_with_its_reason(workbench):
    with pytest.raises(Refused) as refused:
        workbench().submit(ASKED, "frames", lambda: (b"no record", 0)).result(60)

    assert (refused.value.problem.code, refused.value.status) == ("not_a_record", 409)


def test_mistakes_of_ours_come_back_as_sentences():
    assert answered("frames", (Log(duel_setup(), []), 9)) == (
        False,
        ("", "ValueError: there is no seat 9; 0 to 2 can look"),
    )
    fine, made = answered("html", (Log(duel_setup(), list(duel().entries)), {"key": "abc"}, None))
    assert fine
    assert b"ann" in made


def test_a_match_that_is_too_long_to_be_shown_says_so(monkeypatch):
    monkeypatch.setattr("roundhouse.server.rendering.render_jobs.ROUNDS_MAX", 3)
    entered = Log(duel_setup(), list(duel().entries))

    for craft, arguments in (("frames", (entered, 0)), ("html", (entered, {}, None))):
        fine, (code, sentence) = answered(craft, arguments)
        assert (fine, code) == (False, "too_long")
        assert "7 rounds" in sentence
    assert answered("record", (entered,))[0]


def test_a_workbench_that_was_never_used_closes_at_once(workbench):
    bench = workbench()
    bench.close()

    assert bench.pid is None
