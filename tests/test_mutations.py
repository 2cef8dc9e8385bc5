"""A rule that is broken breaks a test of that rule: for a sample of rules of every game, and at every commit for what
the sample needs."""

import subprocess
import sys
from collections import Counter

import pytest

from tests.coverage_of_rules import survey
from tests.mutations import MUTATIONS, PACKAGE, PASSED, apply, copied, environment, files_by_rule, try_out, try_unbroken

EACH_GAME = 4
NAMES = [f"{mutation.rule}: {mutation.wrong}" for mutation in MUTATIONS]


@pytest.mark.parametrize("mutation", MUTATIONS, ids=NAMES)
def test_there_is_exactly_one_place_to_break(mutation):
    source = (PACKAGE / mutation.file).read_text(encoding="utf-8")

    assert source.count(mutation.old) == 1
    assert mutation.new != mutation.old
    compile(source.replace(mutation.old, mutation.new), mutation.file, "exec")


def test_broken_rules_exist_once_and_have_tests():
    rules = [mutation.rule for mutation in MUTATIONS]

    assert set(rules) <= {rule for game in survey()[0] for rule in game.tested}
    assert set(rules) <= set(files_by_rule())
    assert len(rules) == len(set(rules))


def test_rules_of_every_game_are_broken():
    count = Counter(rule.partition("-")[0] for rule in (mutation.rule for mutation in MUTATIONS))

    assert set(count) == {game.rules[0].partition("-")[0] for game in survey()[0]}
    assert min(count.values()) >= EACH_GAME
    assert count.total() >= 20


def test_the_copy_is_what_python_imports_and_the_package_stays_as_it_was():
    mutation = MUTATIONS[0]
    before = (PACKAGE / mutation.file).read_text(encoding="utf-8")
    with copied() as folder:
        apply(mutation, folder)
        asking = "import roundhouse; print(roundhouse.__file__)"
        command = [sys.executable, "-c", asking]
        said = subprocess.run(command, env=environment(folder), check=True, capture_output=True, text=True).stdout

        assert said.strip() == str(folder / "roundhouse" / "__init__.py")
        assert mutation.new in (folder / "roundhouse" / mutation.file).read_text(encoding="utf-8")
        assert not (folder / "roundhouse" / "web").exists()
    assert (PACKAGE / mutation.file).read_text(encoding="utf-8") == before


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_where_nothing_is_broken_all_these_tests_pass():
    verdict = try_unbroken()

    assert verdict.status == PASSED, verdict.output


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize("mutation", MUTATIONS, ids=NAMES)
def test_a_broken_rule_is_noticed(mutation):
    verdict = try_out(mutation)

    assert verdict.caught, verdict.output
