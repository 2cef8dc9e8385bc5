"""Two who want the same at once, and a server that is killed in the middle."""

import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.games.boidvoid.collectibles.small_catalogue import check_books, install

from roundhouse.games.boidvoid.collectibles.permissions import ItemError
from roundhouse.games.boidvoid.collectibles.store import items as collectibles
from roundhouse.games.boidvoid.collectibles.store import ledger
from roundhouse.store import players
from roundhouse.store.database import Database

CHILD = """
import sys, threading
sys.path.insert(0, {root!r})
from tests.games.boidvoid.collectibles.small_catalogue import install
from roundhouse.games.boidvoid.collectibles.store import items as collectibles
from roundhouse.store.database import Database

database = Database({where!r})
anna, bert = database.submit(install).result()
made = [one.id for one in database.submit(lambda c: collectibles.mint(c, "boost-hull", anna, 400, 1)).result()]
print("ready", flush=True)

def acknowledged(done, item):
    print(done.result().id, flush=True)

for item in made:
    done = database.submit(lambda c, item=item: collectibles.transfer(c, item, anna, bert, 2))
    done.add_done_callback(lambda done, item=item: acknowledged(done, item))
threading.Event().wait()
"""


def outcome(call):
    try:
        return call().owner
    except ItemError as error:
        return error.code


@pytest.mark.rule("BOI-248")
def test_of_two_transfers_at_once_one_wins(where):
    """Two processes would each have a database of their own; so do these two threads."""
    first, second = Database(where), Database(where)
    anna, bert = first.submit(install).result()
    cora = first.submit(lambda c: players.create(c, name="cora", now_ms=1)).result()[0].id
    items = [one.id for one in first.submit(lambda c: collectibles.mint(c, "boost-hull", anna, 20, 1)).result()]
    together = threading.Barrier(2)

    def give(database, item, taker):
        together.wait(30)
        return outcome(database.submit(lambda c: collectibles.transfer(c, item, anna, taker, 2)).result)

    with ThreadPoolExecutor(2) as pool:
        for item in items:
            both = [pool.submit(give, first, item, bert), pool.submit(give, second, item, cora)]
            answers = sorted(one.result() for one in both)
            assert answers in (["bert", "no_such_item"], ["cora", "no_such_item"])
    with first.engine.connect() as connection:
        check_books(connection)
        assert len(ledger.entries(connection)) == 2 * len(items)
    first.close()
    second.close()


@pytest.mark.rule("BOI-242")
def test_two_who_mint_at_once_leave_no_gap_and_no_double(where):
    first, second = Database(where), Database(where)
    anna, bert = first.submit(install).result()
    with ThreadPoolExecutor(2) as pool:
        jobs = [
            pool.submit(database.submit(lambda c, owner=owner: collectibles.mint(c, "rare", owner, 1, 2)).result)
            for _ in range(4)
            for database, owner in ((first, anna), (second, bert))
        ]
    made = sorted(job.result()[0].mint_number for job in jobs if job.exception() is None)
    assert made == [1, 2, 3]
    assert {job.exception().code for job in jobs if job.exception()} == {"supply"}
    with first.engine.connect() as connection:
        check_books(connection)
    first.close()
    second.close()


def test_of_writes_that_are_committed_together_each_is_whole_or_not_there(database):
    anna, bert = database.submit(install).result()
    (item,) = database.submit(lambda c: collectibles.mint(c, "boost-hull", anna, 1, 1)).result()
    held = threading.Event()
    gate = database.submit(lambda c: held.wait(30))  # so that the next ones gather
    race = [
        database.submit(lambda c, taker=taker: collectibles.transfer(c, item.id, anna, taker, 2))
        for taker in (bert, bert, bert)
    ]
    held.set()
    gate.result()
    assert sorted(outcome(one.result) for one in race) == ["bert", "no_such_item", "no_such_item"]
    with database.engine.connect() as connection:
        check_books(connection)


@pytest.mark.slow
@pytest.mark.rule("BOI-251")
def test_what_was_acknowledged_before_a_kill_is_there_and_the_books_are_honest(where):
    words = CHILD.format(where=where, root=str(Path(__file__).parents[4]))
    with subprocess.Popen([sys.executable, "-c", words], stdout=subprocess.PIPE, text=True) as child:
        try:
            assert child.stdout.readline() == "ready\n"
            told = [int(child.stdout.readline()) for _ in range(60)]
        finally:
            child.send_signal(signal.SIGKILL)
        told += [int(line) for line in child.stdout.read().splitlines()]
    database = Database(where)
    with database.engine.connect() as connection:
        check_books(connection)
        bert = players.find(connection, "bert")
        moved = {one.id for one in collectibles.of_player(connection, bert.id)}
        assert set(told) <= moved
        assert len(ledger.entries(connection)) == 400 + len(moved)
    database.close()
