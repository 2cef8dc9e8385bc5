"""An order is acknowledged when the disk has it: not when the operating system has it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.store.players_and_matches import begin

from roundhouse.store.database import Database

APPEND = """
import os, sys
from roundhouse.core.entries import TICK, Entry
from roundhouse.store import matches
from roundhouse.store.database import Database
database = Database(sys.argv[1], alone=True)
os.write(1, b"open\\n")
step = 0
for burst in sys.argv[3:]:
    for _ in range(int(burst)):
        step += 1
        row = matches.row_of(int(sys.argv[2]), step, Entry(TICK, 0, (), step))
        database.append(row, lambda: os.write(1, b"acknowledged\\n"))
    database.flush()
os._exit(0)
"""
pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="only Linux lets us listen to the C library"),
    pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler (cc) to make a slow disk with"),
]


@pytest.fixture(scope="module")
def slow_disk(tmp_path_factory):
    library = tmp_path_factory.mktemp("disk") / "disk.so"
    source = Path(__file__).with_name("disk.c")
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
    return library


def appending(slow_disk, path, *bursts):
    """What a process says that appends so many entries at a time, while the disk answers at once."""
    database = Database(path)
    number = database.submit(begin).result().id
    database.close()
    command = [sys.executable, "-c", APPEND, str(path), str(number), *map(str, bursts)]
    said = subprocess.run(
        command, env={**os.environ, "LD_PRELOAD": str(slow_disk)}, input="\n" * 1000, capture_output=True, text=True
    )
    assert said.returncode == 0, said.stderr
    lines = said.stdout.split("\n")
    return lines[lines.index("open") + 1 : -1]


def test_nothing_is_acknowledged_before_the_disk_has_answered(slow_disk, tmp_path):
    lines = appending(slow_disk, tmp_path / "roundhouse.db", 1, 1, 1)

    # opening and closing may wait for the disk, too; what counts is the order
    told = 0
    for before, line in zip([None, *lines], lines, strict=False):
        if line == "acknowledged":
            told += 1
            assert before == "synced"
    assert told == 3


def test_orders_of_one_moment_wait_for_the_disk_together(slow_disk, tmp_path):
    lines = appending(slow_disk, tmp_path / "roundhouse.db", 200)

    assert lines.count("acknowledged") == 200
    assert 1 <= lines.count("synced") <= 20
