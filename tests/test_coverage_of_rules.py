"""Every rule of every game has a test or waits for a reason, and the check itself notices when that is not so."""

import pytest

from roundhouse.games import GAMES
from tests import coverage_of_rules
from tests.coverage_of_rules import Coverage, survey


def test_every_rule_has_a_test_or_waits():
    games, mistakes = survey()

    assert mistakes == []
    assert {game.game: game.lacking for game in games} == {game.game: [] for game in games}
    assert "spacegoo" in {game.game for game in games}


def test_only_rules_of_web_pages_wait_and_those_of_games_nobody_can_play_yet():
    for game in survey()[0]:
        if game.game in GAMES:
            assert all(reason.startswith("page of the web client") for reason in game.waiting.values())


@pytest.fixture
def folder(tmp_path):
    """A small game with three rules, of which one has a test and one waits."""
    (tmp_path / "games/go").mkdir(parents=True)
    (tmp_path / "games/go/README.md").write_text("- **GOX-001** a\n- **GOX-002** b\n- **GOX-003** c, see GOX-001\n")
    (tmp_path / "tests/deep").mkdir(parents=True)
    (tmp_path / "tests/deep/test_go.py").write_text('@pytest.mark.rule("GOX-001")\ndef test_one():\n    pass\n')
    (tmp_path / "waiting.txt").write_text("# why\nGOX-002  a page\n")
    return tmp_path


def look(folder):
    return survey(folder / "games", folder / "tests", folder / "waiting.txt")


def test_a_rule_without_a_test_is_found(folder):
    (game,), mistakes = look(folder)

    assert mistakes == []
    assert game == Coverage("go", ["GOX-001", "GOX-002", "GOX-003"], ["GOX-001"], {"GOX-002": "a page"}, ["GOX-003"])
    assert game.line() == "go 1 of 3 rules tested, 1 waiting"


@pytest.mark.parametrize(
    "source",
    [
        '@pytest.mark.rule("GOX-001")\n@pytest.mark.long\ndef test_one():\n    pass\n',
        'pytestmark = [pytest.mark.slow, pytest.mark.long]\n@pytest.mark.rule("GOX-001")\ndef test_one():\n    pass\n',
    ],
)
def test_a_test_of_the_long_run_does_not_count(folder, source):
    (folder / "tests/deep/test_go.py").write_text(source)

    assert look(folder)[0][0].lacking == ["GOX-001", "GOX-003"]


@pytest.mark.parametrize(
    ("waiting", "marks", "mistake"),
    [
        ("GOX-002 a page\nGOX-009 b", '"GOX-001"', "waiting.txt names GOX-009, which is no rule"),
        ("GOX-001 a page", '"GOX-001"', "GOX-001 waits in waiting.txt, but tests/deep/test_go.py::test_one tests it"),
        ("GOX-002", '"GOX-001"', "waiting.txt gives no reason for GOX-002"),
        ("GOX-002 a\nGOX-002 b", '"GOX-001"', "waiting.txt names GOX-002 twice"),
        ("", '"GOX-001", "GOX-010"', "tests/deep/test_go.py::test_one names GOX-010, which is no rule"),
    ],
)
def test_ids_that_cannot_be_right_are_named(folder, waiting, marks, mistake):
    (folder / "waiting.txt").write_text(waiting)
    (folder / "tests/deep/test_go.py").write_text(f"@pytest.mark.rule({marks})\ndef test_one():\n    pass\n")

    assert look(folder)[1] == [mistake]


def test_a_rule_that_stands_twice_in_its_book_is_named(folder):
    with (folder / "games/go/README.md").open("a") as book:
        book.write("- **GOX-003** once more\n")

    assert look(folder)[1] == ["go has GOX-003 twice"]


def test_it_reads_and_imports_nothing_heavy():
    assert not {"numpy", "roundhouse"} & set(vars(coverage_of_rules))
