"""The bots that look ahead: short, without a rule in them, and stronger than what is built in."""

import json
import re
import shutil

import pytest
from tests.core.native.small_library import needs_compiler
from tests.scale import amount
from tests.sdk.kits.programs import NO_TOOL, environment
from typer.testing import CliRunner

from roundhouse.cli.main import app
from roundhouse.sdk import bot_folder, kits
from roundhouse.sdk.kit_parts import parts_of
from roundhouse.sdk.kits import LANGUAGES, SEARCH, SEARCHED

EVERY = [(game, language) for game in SEARCHED for language in SEARCH]
USUAL = (("spacegoo", "c"), ("rally", "javascript"))
OPPONENT = {"spacegoo": "greedy", "rally": "easy"}
QUICK = {"spacegoo": ["--set", "max_rounds=12", "--set", "deadline_s=60"], "rally": ["--set", "max_rounds=10"]}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Each bot in a folder of its own, as `roundhouse bot new --search` makes it."""
    root, folders = tmp_path_factory.mktemp("search"), {}

    def folder(game, language):
        if kits.toolchain(language) is None:
            pytest.skip(f"{LANGUAGES[language].tool} {NO_TOOL} {LANGUAGES[language].name} are not tried")
        if (game, language) not in folders:
            where = root / f"{game}-{language}"
            try:
                bot_folder.create(where, language, game, "seeker", search=True)
            except bot_folder.LoadError as error:
                pytest.skip(f"no bot that searches in {language}: {error}")
            folders[game, language] = where
        return folders[game, language]

    yield folder
    shutil.rmtree(root, ignore_errors=True)


def played(folder, game, opponent, *options):
    assert environment()  # a server named in ours would be another's
    done = CliRunner().invoke(app, ["play", game, str(folder), opponent, "--no-timeout", "--json", *map(str, options)])
    return json.loads(done.stdout), done


@pytest.mark.parametrize(("game", "key"), EVERY)
def test_a_bot_that_searches_is_a_whole_bot_of_at_most_150_lines(game, key):
    text = kits.search_kit(game, key)
    assert len(text.splitlines()) <= 150
    assert max(map(len, text.splitlines())) <= 120
    assert {kits.SERVER, kits.TOKEN} <= set(re.findall(r"ROUNDHOUSE_\w+", text))
    assert "kit:" not in text
    assert "GAME_KEY" not in text


@pytest.mark.parametrize("key", SEARCH)
def test_every_part_that_only_these_share_is_asked_for(key):
    folder = kits.resources.files("roundhouse.sdk") / "kit_templates"
    everything = "".join(kits.search_kit(game, key) for game in SEARCHED)
    for part in parts_of((folder / kits.searched(key).file).read_text(encoding="utf-8")).values():
        assert any(part.replace("GAME_KEY", game) in everything for game in SEARCHED)


@needs_compiler
@pytest.mark.slow
@pytest.mark.timeout(240)
@pytest.mark.parametrize(
    ("game", "key"), [pytest.param(*one, marks=[] if one in USUAL else [pytest.mark.long]) for one in EVERY]
)
def test_it_plays_without_a_refusal_and_says_what_it_wants(made, game, key):
    folder = made(game, key)
    assert (folder / kits.SIM / "README.md").exists()
    assert "sim/README.md" in (folder / "AGENTS.md").read_text(encoding="utf-8")
    told, done = played(folder, game, OPPONENT[game], "--seed", 3, *QUICK[game])
    assert done.exit_code in (0, 1), done.output
    assert told["rounds"] >= 4


@needs_compiler
@pytest.mark.slow
@pytest.mark.long
@pytest.mark.timeout(14_000)
@pytest.mark.parametrize("key", ["c", "javascript"])
@pytest.mark.parametrize("game", SEARCHED)
def test_it_beats_what_is_built_in(made, game, key):
    """Four games of five, over mirrored games."""
    told, done = played(made(game, key), game, OPPONENT[game], "--games", amount(4, 200), "--seed", 1)
    assert done.exit_code == 0, done.output
    assert told["bots"][0]["score"] >= 0.8, told


def test_there_is_none_for_other_games():
    with pytest.raises(kits.KitError, match="no bot that searches for 'quest' in C; there are spacegoo, rally"):
        kits.search_kit("quest", "c")
