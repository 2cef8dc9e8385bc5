"""What the tests cost: CPU-seconds of every test with all processes it starts, and whether each folder keeps to its
share of tests/budget.toml.

A whole run (`--budget`) fails when a folder needs more than its share and a quarter. Seconds are those of the machine
that the shares were measured on: a small piece of work is timed again and again during the run, so that a slow or busy
machine does not look like a dear test. `python -m tests.costs` keeps what the last run measured in tests/costs.json, by
file: dear files are begun first, and `make check` takes what fits into two minutes.
"""

import json
import os
import statistics
import sys
import time
import tomllib
from collections import defaultdict
from pathlib import Path

import pytest

BUDGET = Path(__file__).parent / "budget.toml"
KNOWN = Path(__file__).parent / "costs.json"
LAST = Path(__file__).parents[1] / ".venv" / "tests" / "costs.json"
TOLERATED = 1.25
LEAST_S = 5  # no folder is over its share by less than this
DEAREST = 10
OUTSIDE = "(collecting)"
DEAR_SIDES = ("server", "web")  # of a game
LOOK_S = 0.2
TICKS = os.sysconf("SC_CLK_TCK")


def tree_cpu_s() -> float:
    """CPU-seconds of this process and of all that it ever started and that still runs or was waited for."""
    children: dict[int, list[int]] = defaultdict(list)
    spent: dict[int, float] = {}
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            words = (entry / "stat").read_text().rpartition(")")[2].split()
        except OSError:  # it has ended meanwhile
            continue
        pid = int(entry.name)
        children[int(words[1])].append(pid)
        spent[pid] = sum(map(int, words[11:15])) / TICKS
    if not spent:  # no Linux: what still runs is not counted
        return own_cpu_s()
    found, total = [os.getpid()], 0.0
    while found:
        pid = found.pop()
        total += spent.get(pid, 0.0)
        found += children[pid]
    return total


def own_cpu_s() -> float:
    """CPU-seconds of this process and of those that it waited for."""
    return sum(os.times()[:4])


def reference_work_s() -> float:
    """How long this machine needs, now, for a fixed piece of work."""
    began = time.process_time()
    total = 0
    for number in range(40_000):
        total += number % 7
    return time.process_time() - began


class Meter:
    """Counts in the process that runs tests."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.costs: list[tuple[str, float]] = []
        self.speed: list[float] = []
        self.counted = 0.0  # of the whole tree, up to now

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item, nextitem: pytest.Item | None):
        began, own = time.monotonic(), own_cpu_s()
        outcome = yield
        module_ends = nextitem is None or nextitem.path != item.path
        # Looking at all processes costs more than a short test does, so what those start is counted with a later one.
        look = module_ends or time.monotonic() - began > LOOK_S
        now = tree_cpu_s() if look else self.counted + own_cpu_s() - own
        self.costs.append((item.nodeid, max(now - self.counted, 0.0)))
        self.counted = max(now, self.counted)
        if module_ends:
            self.speed.append(reference_work_s())
        return outcome

    @pytest.hookimpl(trylast=True)
    def pytest_collection_finish(self) -> None:
        self.counted = tree_cpu_s()
        self.costs.append((OUTSIDE, self.counted))

    def pytest_sessionfinish(self) -> None:
        output = getattr(self.config, "workeroutput", None)
        if output is not None:
            output["costs"], output["speed"] = self.costs, self.speed


class Account:
    """Adds up what the meters counted, in the process that reports."""

    def __init__(self, config: pytest.Config, meter: Meter | None) -> None:
        self.config = config
        self.meter = meter
        self.costs: dict[str, float] = defaultdict(float)
        self.speed: list[float] = []
        self.over: list[str] = []

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node) -> None:
        output = getattr(node, "workeroutput", {})
        self.add(output.get("costs", ()), output.get("speed", ()))

    def add(self, costs, speed) -> None:
        for test, spent in costs:
            self.costs[test] += spent
        self.speed += speed

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self.meter is not None:
            self.add(self.meter.costs, self.meter.speed)
        else:
            self.costs[OUTSIDE] += time.process_time()
        budget = tomllib.loads(BUDGET.read_text())
        self.over = over_budget(self.folders(), self.slowness(budget), budget)
        if self.over and self.config.getoption("--budget") and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def slowness(self, budget: dict) -> float:
        """How much longer this machine takes than the one the shares were measured on. A faster one counts as that one:
        Python's speed and that of compilers, browsers and databases differ between machines, so a fast Python would
        make dear what is not."""
        measured = statistics.median(self.speed or [budget["reference_work_s"]]) / budget["reference_work_s"]
        return max(measured, 1.0)

    def folders(self) -> dict[str, float]:
        spent: dict[str, float] = defaultdict(float)
        for test, seconds in self.costs.items():
            spent[folder_of(test)] += seconds
        return dict(sorted(spent.items(), key=lambda row: -row[1]))

    def pytest_terminal_summary(self, terminalreporter) -> None:
        if not self.config.getoption("--costs") and not self.config.getoption("--budget"):
            return
        budget = tomllib.loads(BUDGET.read_text())
        folders = self.folders()
        say = terminalreporter.write_line
        terminalreporter.section("CPU-seconds")
        say(f"in all {sum(folders.values()):.0f}, on a machine that takes {self.slowness(budget):.2f} times as long")
        for folder, seconds in folders.items():
            share = budget["folders"].get(folder)
            say(f"{seconds:8.1f}  {folder}" + (f" (share {share})" if share is not None else ""))
        say("the dearest tests:")
        tests = sorted((spent, test) for test, spent in self.costs.items() if test != OUTSIDE)
        for spent, test in reversed(tests[-DEAREST:]):
            say(f"{spent:8.1f}  {test}")
        if self.config.getoption("--budget"):
            for sentence in self.over:
                say(f"OVER BUDGET: {sentence}", red=True)
        self.keep()

    def keep(self) -> None:
        """What each file cost in this run, for whoever wants to know or to keep it."""
        files: dict[str, float] = defaultdict(float)
        for test, spent in self.costs.items():
            files[test.partition("::")[0]] += spent
        LAST.parent.mkdir(parents=True, exist_ok=True)
        LAST.write_text(json.dumps({file: round(spent, 1) for file, spent in sorted(files.items())}, indent=0) + "\n")


def known_costs() -> dict[str, float]:
    """CPU-seconds of every test file, as measured in some earlier run."""
    return json.loads(KNOWN.read_text()) if KNOWN.exists() else {}


def keep_last_run() -> int:
    """Put what the last run measured into the file that is known to all; files that did not run stay as they were."""
    files = known_costs() | json.loads(LAST.read_text())
    root = Path(__file__).parents[1]
    kept = {file: spent for file, spent in sorted(files.items()) if (root / file).exists()}
    KNOWN.write_text(json.dumps(kept, indent=0) + "\n")
    sys.stdout.write(f"{len(kept)} files, {sum(kept.values()):.0f} CPU-seconds\n")
    return 0


def folder_of(test: str) -> str:
    """`tests/server/http/test_x.py::test_y` belongs to `server`; a file beside the folders to `.`. Tests of a game's
    pages and of its side of the server are dearer than those of its rules, so those of all games have shares of their
    own: `tests/games/rally/web/test_x.py` belongs to `games/web`."""
    if test == OUTSIDE:
        return OUTSIDE
    folders = test.partition("::")[0].split("/")[1:-1]
    if not folders:
        return "."
    kind = next((name for name in folders[1:] if name in DEAR_SIDES), "") if folders[0] == "games" else ""
    return f"games/{kind}" if kind else folders[0]


def over_budget(folders: dict[str, float], slowness: float, budget: dict) -> list[str]:
    """A sentence for every folder that needs more than its share and a quarter, or has none."""
    over = []
    for folder, spent in folders.items():
        share = budget["folders"].get(folder)
        if share is None:
            over.append(f"{folder} has no share in {BUDGET.name}")
        elif spent / slowness > max(share * TOLERATED, share + LEAST_S):
            over.append(f"{folder} needs {spent / slowness:.0f} CPU-seconds, its share is {share}")
    return over


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("costs")
    group.addoption("--costs", action="store_true", help="say what the tests cost, by folder, and the ten dearest")
    group.addoption("--budget", action="store_true", help="the same, and fail when a folder exceeds its share")


def pytest_configure(config: pytest.Config) -> None:
    worker = hasattr(config, "workerinput")
    distributed = worker or bool(config.getoption("numprocesses", None))
    meter = Meter(config) if worker or not distributed else None
    if meter is not None:
        config.pluginmanager.register(meter, "roundhouse-meter")
    if not worker:
        config.pluginmanager.register(Account(config, meter), "roundhouse-account")


if __name__ == "__main__":
    raise SystemExit(keep_last_run())
