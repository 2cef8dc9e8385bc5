"""The run's own rules: folders keep to their shares, a change is tested by what is near to it, seeds can be set."""

import pytest

from tests import affected, costs, scale

pytest_plugins = ("pytester",)

BUDGET = {"folders": {"core": 10.0, "web": 100.0}}


def test_a_folder_may_need_a_quarter_more_than_its_share():
    assert costs.over_budget({"core": 14.9, "web": 124.0}, 1.0, BUDGET) == []
    assert costs.over_budget({"web": 126.0}, 1.0, BUDGET) == ["web needs 126 CPU-seconds, its share is 100.0"]
    assert costs.over_budget({"core": 15.6}, 1.0, BUDGET) == ["core needs 16 CPU-seconds, its share is 10.0"]


def test_a_slow_machine_is_not_a_dear_test():
    assert costs.over_budget({"core": 20.0}, 2.0, BUDGET) == []
    assert costs.over_budget({"core": 10.0}, 0.5, BUDGET) != []


def test_a_folder_without_a_share_is_named():
    assert costs.over_budget({"new": 0.1}, 1.0, BUDGET) == ["new has no share in budget.toml"]


def test_the_shares_fit_into_twenty_minutes():
    shares = costs.tomllib.loads(costs.BUDGET.read_text())["folders"]

    assert sum(shares.values()) <= 1700


def test_every_folder_of_tests_has_a_share():
    shares = costs.tomllib.loads(costs.BUDGET.read_text())["folders"]
    folders = {costs.folder_of(f"tests/{path.relative_to(affected.ROOT / 'tests').as_posix()}")
               for path in (affected.ROOT / "tests").rglob("test_*.py")}  # fmt: skip

    assert folders | {costs.OUTSIDE} == set(shares)


def test_processes_that_a_test_starts_are_counted():
    import subprocess
    import sys

    before = costs.tree_cpu_s()
    subprocess.run([sys.executable, "-c", "import time\nwhile time.process_time() < 0.3: pass"], check=True)
    child = subprocess.Popen(
        [sys.executable, "-c", "import time\nwhile time.process_time() < 0.3: pass\nprint(flush=True); input()"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip
    child.stdout.readline()

    assert costs.tree_cpu_s() - before > 0.5  # one has ended, one still runs
    child.communicate(b"\n")


@pytest.mark.parametrize(
    ("changed", "near"),
    [
        ("src/roundhouse/server/builtin_bots/supervisor.py", "tests/server/builtin_bots/test_supervisor.py"),
        ("src/roundhouse/competition/ladder/elo.py", "tests/competition/ladder/test_elo.py"),
        ("src/roundhouse/games/rally/rules/phases/lasers.py", "tests/contract/test_golden.py"),
        ("web/src/games/rally/play/Card.svelte", "tests/games/rally/web/test_web_rally_play.py"),
        ("tests/core/test_schema.py", "tests/core/test_schema.py"),
        ("docs/kits.md", "tests/test_docs.py"),
    ],
)
def test_a_change_is_tested_by_what_is_near(changed, near):
    assert near in affected.nearest([changed])[:20]


def test_what_does_not_fit_into_two_minutes_is_left_out():
    near = ["tests/a.py", "tests/b.py", "tests/c.py", "tests/new.py"]

    assert affected.affordable(near, {"tests/a.py": 5, "tests/b.py": 9, "tests/c.py": 2}, 8) == (
        ["tests/a.py", "tests/c.py", "tests/new.py"], 1)  # fmt: skip


def test_without_a_change_nothing_is_near():
    assert affected.nearest([]) == []


def test_seeds_follow_from_the_seed_of_the_run(monkeypatch):
    def drawn(seed):
        monkeypatch.setenv(scale.VARIABLE, str(seed))
        scale.run_seed.cache_clear()
        return [scale.seed_for("a"), scale.seed_for("b"), *scale.seeds_for("a", 3)]

    first, again, other = drawn(1), drawn(1), drawn(2)
    scale.run_seed.cache_clear()

    assert first == again
    assert len({*first, *other}) == 10


def test_without_a_seed_it_follows_from_the_commit(monkeypatch):
    monkeypatch.delenv(scale.VARIABLE)
    scale.run_seed.cache_clear()
    assert scale.run_seed() == scale._commit_seed()
    scale.run_seed.cache_clear()


ONE_TEST = """
def test_work():
    import time
    began = time.process_time()
    while time.process_time() - began < 0.5: pass
"""


@pytest.mark.parametrize(("share", "status"), [(1000, 0), (-5, 1)])
def test_a_run_over_budget_fails(pytester, monkeypatch, share, status):
    budget = pytester.path / "budget.toml"
    budget.write_text(f'reference_work_s = 0.0017\n[folders]\n"." = {share}\n"(collecting)" = 1000\n')
    pytester.makepyfile(tests__init__="", test_one=ONE_TEST)
    monkeypatch.setattr(costs, "BUDGET", budget)
    monkeypatch.setattr(costs, "LAST", pytester.path / "costs.json")

    result = pytester.runpytest_inprocess("-p", "tests.costs", "-p", "no:randomly", "--budget", "-n", "0")

    assert result.ret == status
    assert ("OVER BUDGET" in result.stdout.str()) == bool(status)
