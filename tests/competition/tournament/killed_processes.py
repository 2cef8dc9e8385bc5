"""Tournaments whose processes are killed all the time: `python -m tests.competition.tournament.proof`.

`workers`, `pool`, `director` and `alone` say who is killed.

Each way is played at full size (1,000 matches unless --matches says otherwise) and compared with a run that nobody
disturbed: every match must have exactly one result, and the table must be the same. The suite plays smaller ones.
"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import msgspec
from tests.nats_server import nats_server
from typer.testing import CliRunner

from roundhouse.cli.main import app
from roundhouse.competition.tournament.director import DEVIATIONS, RESULTS, DirectorLine
from roundhouse.competition.tournament.match_task import signature

ROUNDHOUSE = [sys.executable, "-m", "roundhouse.cli.main"]
SHORT = ("max_rounds=40", "pairs_min=1", "pairs_max=1", "max_x=5", "max_y=5", "min_distance=2")
BOTS = ("greedy", "random", "greedy", "random", "random")
PER_CYCLE = 20  # matches of a round robin of five, once from each seat
PATIENCE_S = 1800
LOOK_S = 0.02  # between two looks at how much is played


def environment():
    return os.environ | {"ROUNDHOUSE_NATIVE": "0"}


def started(*words, log):
    with Path(log).open("ab") as file:
        return subprocess.Popen(
            [*ROUNDHOUSE, *map(str, words)], env=environment(), stdin=subprocess.DEVNULL, stdout=file, stderr=file
        )


def tournament(report, matches, *more):
    """The command of a round robin of so many matches."""
    settings = [word for pair in SHORT for word in ("--set", pair)]
    cycles = max(1, matches // PER_CYCLE)
    return ["tournament", "spacegoo", *BOTS, *settings, "--rounds", cycles, "--report", report, *more]


def finished(process, log):
    """Wait for it; what it said is shown if it did not end well."""
    assert process.wait(PATIENCE_S) == 0, Path(log).read_text()


def facts(report):
    """What a run has written down: every number exactly once."""
    lines = [msgspec.json.decode(raw, type=DirectorLine) for raw in (Path(report) / RESULTS).read_bytes().splitlines()]
    times = Counter(line.fact.fixture.number for line in lines)
    assert set(times.values()) == {1}, "every match has exactly one result"
    return {line.fact.fixture.number: line.fact for line in lines}


def same(report, other):
    """Whether two runs came to the same results, match by match."""
    mine = {number: signature(fact) for number, fact in facts(report).items()}
    theirs = {number: signature(fact) for number, fact in facts(other).items()}
    return mine == theirs and not (Path(report) / DEVIATIONS).read_bytes()


def table(report, matches, *more):
    """The table, asked for once more: everything was played, so nothing is played again."""
    said = CliRunner().invoke(app, list(map(str, tournament(report, matches, *more, "--json"))))
    assert said.exit_code == 0, said.output
    return msgspec.json.decode(said.stdout)["standings"]


def undisturbed(folder, matches, jobs=2):
    report = folder / "undisturbed"
    log = folder / "undisturbed.log"
    finished(started(*tournament(report, matches, "--jobs", jobs), log=log), log)
    return report


def with_killed_workers(folder, matches, every_s, *, kills_max=None):
    """Two workers, of which one is killed every few seconds and started again; how often, and the report."""
    report, log = folder / "report", folder / "log"
    with nats_server(folder / "nats") as server, ExitStack() as stack:
        words = ("worker", "--nats", server.url, "--jobs", 1)
        workers = [started(*words, "--name", f"worker-{n}", log=log) for n in (1, 2)]
        stack.callback(lambda: [ended(worker) for worker in workers])
        director = started(*tournament(report, matches, "--nats", server.url), log=log)
        stack.callback(ended, director)
        kills = 0
        pace = Pace(report, every_s, kills_max)
        while not pace.over(director):
            n = kills % 2
            kill(workers[n])
            workers[n] = started(*words, "--name", f"worker-{n + 1}", log=log)
            kills += 1
        finished(director, log)
    return kills, report


def with_killed_director(folder, matches, every_s, *, nats=True, kills_max=None):
    """The director itself is killed every few seconds and started again, with workers or with its own processes."""
    report, log = folder / "report", folder / "log"
    with ExitStack() as stack:
        more = ["--jobs", 2]
        if nats:
            server = stack.enter_context(nats_server(folder / "nats"))
            workers = [started("worker", "--nats", server.url, "--jobs", 1, log=log) for _ in range(2)]
            stack.callback(lambda: [ended(worker) for worker in workers])
            more = ["--nats", server.url]
        kills = 0
        process = started(*tournament(report, matches, *more), log=log)
        pace = Pace(report, every_s, kills_max)
        while not pace.over(process):
            kill(process)
            kills += 1
            process = started(*tournament(report, matches, *more), log=log)
        finished(process, log)
    return kills, report


def with_killed_processes(folder, matches, every_s, *, kills_max=None):
    """The processes of the local pool are killed one by one."""
    report, log = folder / "report", folder / "log"
    process = started(*tournament(report, matches, "--jobs", 2), log=log)
    kills = 0
    pace = Pace(report, every_s, kills_max)
    while not pace.over(process):
        playing = children(process.pid)
        if playing:
            os.kill(playing[0], signal.SIGKILL)  # the oldest, which has something to lose
            kills += 1
    finished(process, log)
    return kills, report


def children(pid):
    """The processes of a pool: those that Python's multiprocessing has started to work."""
    try:
        found = [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
        return [one for one in found if b"spawn_main" in Path(f"/proc/{one}/cmdline").read_bytes()]
    except (FileNotFoundError, ProcessLookupError):
        return []


class Pace:
    """When it is time for the next kill: after so many seconds, which may be none, but not before something was played
    since the last one. On a busy machine a process takes seconds to start, and nobody learns anything from killing it
    before."""

    def __init__(self, report, every_s, most=None):
        self._results = Path(report) / RESULTS
        self._every_s = every_s
        self._left = most  # None: as often as there is time for
        self._seen = 0

    def over(self, process):
        """Whether the process ended before it was time."""
        began = time.monotonic()
        while process.poll() is None:
            played = self._results.read_bytes().count(b"\n") if self._results.exists() else 0
            if self._left != 0 and played > self._seen and time.monotonic() - began >= self._every_s:
                self._seen = played
                self._left = None if self._left is None else self._left - 1
                return False
            assert time.monotonic() - began < PATIENCE_S, "nothing is played any more"
            time.sleep(LOOK_S)
        return True


def kill(process):
    process.kill()
    process.wait()


def ended(process):
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            kill(process)


WAYS = {
    "workers": with_killed_workers,
    "pool": with_killed_processes,
    "director": with_killed_director,  # over NATS
    "alone": partial(with_killed_director, nats=False),  # with its own processes
}


def say(sentence):
    sys.stdout.write(sentence + "\n")
    sys.stdout.flush()


def main():
    asked = argparse.ArgumentParser()
    asked.add_argument("ways", nargs="*", choices=[*WAYS, []], default=[], help="who is killed; everybody in turn")
    asked.add_argument("--matches", type=int, default=1000, help=f"a multiple of {PER_CYCLE}")
    asked.add_argument("--every", type=float, default=4.0, help="seconds between two kills")
    wanted = asked.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        began = time.monotonic()
        calm = undisturbed(folder, wanted.matches)
        say(f"undisturbed: {len(facts(calm))} matches in {time.monotonic() - began:.0f} s")
        expected = table(calm, wanted.matches)
        for way in wanted.ways or WAYS:
            part = folder / way
            part.mkdir()
            began = time.monotonic()
            kills, report = WAYS[way](part, wanted.matches, wanted.every)
            took_s = time.monotonic() - began
            alike = same(report, calm) and table(report, wanted.matches) == expected
            played = facts(report)
            void = sum(bool(fact.void) for fact in played.values())
            say(
                f"{way}: {len(played)} matches in {took_s:.0f} s, {kills} kills, {void} void, one result each, "
                f"results and table {'equal to' if alike else 'OTHER THAN'} the undisturbed run's"
            )
            assert alike
        for line in expected:
            say(f"{line['place']}. {line['entrant']}: {line['score']}")


if __name__ == "__main__":
    main()
