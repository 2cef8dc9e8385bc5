"""Every binding says the same of the same match; a language whose tool is not installed is left out with the reason."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.contract.random_play import setups
from tests.scale import amount
from tests.sdk.simulator.conftest import needs_compiler

from roundhouse.core.belief import encoded
from roundhouse.core.schema import SMALL
from roundhouse.games import GAMES
from roundhouse.sdk import kits

pytestmark = [needs_compiler, pytest.mark.slow]
SURVEYS = Path(__file__).with_name("survey")
RPATH = "-Wl,-rpath,$ORIGIN"
STRICT = ("-Wall", "-Wextra", "-Werror", "-Wno-comment")
# language: its program, the tool, how it is built, how it is run
LANGUAGES = {
    "python": ("survey.py", "python", (), ("python", "survey.py")),
    "javascript": ("survey.mjs", "node", (), ("node", "survey.mjs")),
    "c": ("survey.c", "cc",
          ("cc", "-std=c11", "-O1", *STRICT, "survey.c", "libsimulator.so", RPATH, "-o", "run"), ("./run",)),
    "c++": ("survey.cpp", "c++",
            ("c++", "-std=c++17", "-O0", *STRICT, "survey.cpp", "libsimulator.so", RPATH, "-o", "run"), ("./run",)),
    "rust": ("survey.rs", "rustc",
             ("rustc", "-D", "warnings", "-L", ".", "-C", f"link-arg={RPATH}", "survey.rs", "-o", "run"), ("./run",)),
    "go": ("survey.go", "go", ("go", "build", "-o", "run", "survey.go", "simulator.go"), ("./run",)),
    "java": ("Survey.java", "javac", ("javac", "Survey.java", "Simulator.java"), ("java", "-cp", ".", "Survey")),
}  # fmt: skip
USUAL = ("spacegoo",)
GAMES_TRIED = [pytest.param(key, marks=[] if key in USUAL else [pytest.mark.long]) for key in GAMES]


def said(simulators, game, language, folder):
    """What a language's survey prints of the first state of a match."""
    program, tool, build, run = LANGUAGES[language]
    if kits.program(tool) is None:
        pytest.skip(f"{tool} is not installed: the simulator in {language} was not tried")
    if language != "javascript":
        simulators.file(game, "libsimulator.so")
    else:
        simulators.file(game, "simulator.wasm")
    shutil.copytree(simulators.folder(game), folder / language)
    shutil.copy(SURVEYS / program, folder / language)
    state = GAMES[game].start(next(iter(setups(GAMES[game], 1, form=SMALL, seed=1))))
    belief = encoded(state, SMALL)
    for command in filter(None, (build, run)):
        name = command[0] if "/" in command[0] else kits.program(command[0])
        done = subprocess.run(
            [name, *command[1:]], cwd=folder / language, input=f"{belief.layout} {belief.form} {belief.state}\n",
            capture_output=True, text=True, timeout=amount(120, 600), check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def expected(simulators, tmp_path_factory):
    made = {}

    def of(game):
        if game not in made:
            made[game] = said(simulators, game, "python", tmp_path_factory.mktemp(f"python-{game}"))
        return made[game]

    return of


@pytest.mark.parametrize("game", GAMES_TRIED)
@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "python"])
def test_a_binding_says_what_the_one_of_python_says(simulators, expected, tmp_path, language, game):
    lines = expected(game).splitlines()
    assert len(lines) == 11
    assert lines[-1].startswith("-3 this is no deflated state")
    assert said(simulators, game, language, tmp_path).splitlines() == lines


def test_python_needs_no_package(simulators, tmp_path):
    """Neither Roundhouse nor NumPy."""
    folder = simulators.folder("rally")
    code = f"import sys; sys.path[:0] = [{str(folder)!r}]; import simulator; print(simulator.WIDTH)"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.stdout, done.stderr) == ("7\n", "")
