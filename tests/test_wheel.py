"""Native rules where somebody installs or changes them: whoever installs a wheel compiles nothing, without a library
and without a compiler rules run interpreted, and a changed rule is built once, at once."""

import json
import os
import re
import resource
import shutil
import subprocess
import sys
import sysconfig
import time
import urllib.request
import zipfile
from pathlib import Path

import pytest

from roundhouse.core import native_build
from roundhouse.core.native.compiler import compiler, variants
from roundhouse.core.native.library import SHIPPED
from roundhouse.core.schema import FORMS

ROOT = Path(__file__).resolve().parent.parent
PATIENCE_S = 120
SAID = "roundhouse: rules run interpreted, which is slower: no C compiler was found; install"
MATCH = ("spacegoo", "master", "greedy", "--seed", "7", "--set", "max_rounds=3", "--json")
FREE = {f"ROUNDHOUSE_{name}": "0" for name in ("PORT", "JSON_PORT", "TCP_PORT", "CLASSIC_PORT", "DEMO_PACE_MS")}

# What a process finds: where the package is, whether its rules run natively, from which files; and what they do.
LOOK = """
import json, importlib.util, roundhouse
from roundhouse.core import native, native_build
from roundhouse.core.native.library import library_file
found = {key: native.available(package) for key, package in native_build.packages().items()}
files = [str(library_file(package, "small")) for key, package in native_build.packages().items() if found[key]]
zig = importlib.util.find_spec("ziglang") is not None
print(json.dumps({"at": roundhouse.__file__, "native": found, "files": files, "zig": zig}))
"""
PLAY = """
import json
from roundhouse.core.batch import Batch
from roundhouse.games import GAMES
game = GAMES["spacegoo"]
batch = Batch.of(game, [game.setup(seed=seed) for seed in range(4)])
batch.rollout(40, seed=1)
print(json.dumps([batch.native, [batch.digest(i).hex() for i in range(4)]]))
"""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="wheels have libraries for Linux only"),
]


UNDECIDED = 5  # what `duel` ends with when so few games do not tell


def run(command, *, ends_with=0, **environment):
    done = subprocess.run(
        [str(word) for word in command],
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert done.returncode == ends_with, done.stdout + done.stderr
    return done


# Wheels


def checkout(folder, *, ready):
    """A copy of the tree as git knows it; with `ready` also what has been built into it."""
    listed = run(["git", "-C", ROOT, "ls-files", "-co", "--exclude-standard"], **os.environ).stdout.splitlines()
    built = [SHIPPED, ROOT / "src" / "roundhouse" / "web"] if ready else []
    files = [ROOT / name for name in listed if not name.startswith(("tests/", "docs/"))]
    files += [path for home in built if home.exists() for path in home.rglob("*")]
    for path in files:
        if path.is_file():
            copy = folder / path.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, copy)
    return folder


def wheel(tree, libraries):
    environment = os.environ | {"ROUNDHOUSE_WEB": "skip", "ROUNDHOUSE_LIBRARIES": libraries}
    hatchling = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tree / "dist"]
    done = subprocess.run(hatchling, cwd=tree, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (made,) = (tree / "dist").glob("*.whl")
    return made


class Installed:
    """A wheel in an environment of its own, where nothing on the path can compile."""

    def __init__(self, folder, made):
        self.home = folder / "venv"
        self.cache = folder / "cache"
        run([sys.executable, "-m", "venv", "--without-pip", self.home], **os.environ)
        (site,) = self.home.glob("lib/python3*/site-packages")
        with zipfile.ZipFile(made) as packed:
            packed.extractall(site)
        # what it depends on is taken from here; its own folder comes first
        (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
        self.environment = {"PATH": str(self.home / "bin"), "ROUNDHOUSE_CACHE": str(self.cache), "HOME": str(folder)}
        self.environment["TMPDIR"] = str(folder)

    def python(self, *words, **environment):
        return run([self.home / "bin" / "python", *words], **self.environment | environment)

    def roundhouse(self, *words, **environment):
        return self.python("-m", "roundhouse.cli.main", *words, **environment)

    def look(self, **environment):
        done = self.python("-c", LOOK, **environment)
        found = json.loads(done.stdout)
        assert Path(found["at"]).is_relative_to(self.home)
        assert not found["zig"]
        return found, done.stderr


@pytest.fixture(scope="module")
def ready(tmp_path_factory):
    """A wheel with libraries for this machine, made in another folder than this one, installed."""
    if compiler() is None and not all(
        native_build.is_ready(package, form, "package")
        for package in native_build.packages().values()
        for form in FORMS
    ):
        pytest.skip("there is neither a compiler here nor a library to put into a wheel")
    folder = tmp_path_factory.mktemp("wheel")
    return Installed(folder, wheel(checkout(folder / "tree", ready=True), "here"))


@pytest.fixture(scope="module")
def bare(tmp_path_factory):
    """A wheel without any library, installed."""
    folder = tmp_path_factory.mktemp("bare")
    return Installed(folder, wheel(checkout(folder / "tree", ready=False), "skip"))


def test_whoever_installs_a_wheel_compiles_nothing(ready):
    found, said = ready.look()
    assert set(found["native"].values()) == {True}
    assert all(Path(file).is_relative_to(ready.home) for file in found["files"])
    assert said == ""

    played = ready.roundhouse("play", *MATCH)
    short = ("--games", "2", "--set", "max_rounds=2", "--json")
    duel = ready.roundhouse("duel", "spacegoo", "greedy", "master", *short, ends_with=UNDECIDED)
    assert json.loads(played.stdout)["rounds"] == 3
    assert json.loads(duel.stdout)["game"] == "spacegoo"
    assert "interpreted" not in played.stderr + duel.stderr
    assert not ready.cache.exists(), "something was built"


def test_line_endings_and_compiled_files_do_not_make_a_library_unfit(ready):
    """`look` has run, so there are .pyc files; the same sources with other line endings mean the same."""
    rules = next(ready.home.glob("lib/python3*/site-packages/roundhouse/games/rally/rules/tables.py"))
    before = rules.read_bytes()
    rules.write_bytes(before.replace(b"\n", b"\r\n"))
    try:
        assert ready.look()[0]["native"]["rally"]
    finally:
        rules.write_bytes(before)


def test_a_served_match_runs_natively(ready, tmp_path):
    command = [ready.home / "bin" / "python", "-m", "roundhouse.cli.main", "serve", "--data", tmp_path, "--demo", "2"]
    server = subprocess.Popen(
        command, env=ready.environment | FREE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        address = re.search(r"http://127\.0\.0\.1:\d+", server.stdout.readline())[0]
        end = time.monotonic() + PATIENCE_S
        while not (live := matches(address)) or not loaded(ready.home / "lib"):
            assert time.monotonic() < end, live
            time.sleep(0.1)
    finally:
        server.terminate()
        server.communicate(timeout=PATIENCE_S)
    assert not ready.cache.exists(), "something was built"


def matches(address):
    with urllib.request.urlopen(f"{address}/api/matches?live=true", timeout=PATIENCE_S) as answer:
        return json.load(answer)["matches"]


def loaded(folder):
    """The libraries below a folder that any process has loaded."""
    found = set()
    for maps in Path("/proc").glob("[0-9]*/maps"):
        try:
            text = maps.read_text()
        except OSError:
            continue  # it has ended
        found |= {line.split()[-1] for line in text.splitlines() if str(folder) in line and "native_libraries" in line}
    return found


def test_native_rules_can_be_switched_off(ready):
    found, said = ready.look(ROUNDHOUSE_NATIVE="0")
    assert set(found["native"].values()) == {False}
    assert said == ""
    native, interpreted = (
        json.loads(ready.python("-c", PLAY, ROUNDHOUSE_NATIVE=switch).stdout) for switch in ("1", "0")
    )
    assert (native[0], interpreted[0]) == (True, False)
    assert native[1] == interpreted[1]


def test_without_library_and_compiler_it_says_once_what_to_install(bare):
    found, said = bare.look()
    assert set(found["native"].values()) == {False}
    assert said.startswith(SAID)
    assert said.count("\n") == 1

    played = bare.roundhouse("play", *MATCH)
    assert json.loads(played.stdout)["rounds"] == 3
    assert played.stderr.count(SAID) == 1


@pytest.mark.long
def test_a_wheel_for_all_machines_is_complete(tmp_path):
    """Made by Zig alone; the libraries of this machine also run."""
    if native_build.zig() is None:
        pytest.skip("there is no Zig; `make wasm` installs it")
    made = wheel(checkout(tmp_path / "tree", ready=False), "all")
    assert made.name.endswith("-py3-none-any.whl")
    with zipfile.ZipFile(made) as packed:
        names = [Path(name).name for name in packed.namelist() if "/native_libraries/" in name]
    kinds = [*(f"{machine}.so" for machine in native_build.MACHINES), "wasm32.wasm", "wasm32.json"]
    for key in native_build.packages():
        for form in FORMS:
            own = [name for name in names if name.startswith(f"{key}-{form}-")]
            assert sorted(name.split("-", 3)[3] for name in own) == sorted(kinds)
    assert len(names) == len(native_build.packages()) * len(FORMS) * len(kinds)
    if set(variants()) & set(native_build.MACHINES):
        installed = Installed(tmp_path, made)
        assert set(installed.look()[0]["native"].values()) == {True}
        native, interpreted = (installed.python("-c", PLAY, ROUNDHOUSE_NATIVE=on).stdout for on in ("1", "0"))
        assert json.loads(native)[1] == json.loads(interpreted)[1]


# Changed rules


@pytest.fixture
def changed(tmp_path):
    """A copy of the sources with one number of a table changed, and how processes find it."""
    if compiler() is None:
        pytest.skip("there is no C compiler")
    shutil.copytree(
        ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("web", "native_libraries", "__pycache__")
    )
    tables = tmp_path / "src" / "roundhouse" / "games" / "spacegoo" / "rules" / "tables.py"
    text = tables.read_text()
    assert "(0.1, 0.25, 0.01)" in text
    tables.write_text(text.replace("(0.1, 0.25, 0.01)", "(0.1, 0.5, 0.01)"))
    return os.environ | {"PYTHONPATH": str(tmp_path / "src"), "ROUNDHOUSE_CACHE": str(tmp_path / "cache")}


def cpu_s():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def test_a_changed_number_counts_in_the_next_match(changed):
    """Work is counted, because others use the machine as well: what a build adds to a start is well below 5 s."""
    command = [sys.executable, "-m", "roundhouse.cli.main", "play", *MATCH]
    began = cpu_s()
    first = run(command, **changed)
    between = cpu_s()
    again = run(command, **changed)
    assert (between - began) - (cpu_s() - between) < 8  # twice what it takes on a machine with nothing else to do
    assert first.stdout == again.stdout
    assert "interpreted" not in first.stderr

    old = run([sys.executable, "-c", PLAY], **os.environ | {"PYTHONPATH": str(ROOT / "src")})
    native = run([sys.executable, "-c", PLAY], **changed)
    interpreted = run([sys.executable, "-c", PLAY], **changed | {"ROUNDHOUSE_NATIVE": "0"})
    assert json.loads(native.stdout)[0]
    assert json.loads(native.stdout)[1] == json.loads(interpreted.stdout)[1]
    assert json.loads(native.stdout)[1] != json.loads(old.stdout)[1]


def test_two_that_start_at_once_build_once(changed, tmp_path):
    """The compiler is one that notes each of its calls."""
    log, noted = tmp_path / "calls", tmp_path / "cc"
    real = " ".join(compiler().command)
    noted.write_text(f'#!/bin/sh\necho called >> "{log}"\nexec {real} "$@"\n')
    noted.chmod(0o755)
    environment = changed | {"CC": str(noted)}
    both = [subprocess.Popen([sys.executable, "-c", PLAY], env=environment, stdout=subprocess.PIPE) for _ in range(2)]
    one, two = (process.communicate(timeout=PATIENCE_S)[0] for process in both)
    assert one == two
    assert json.loads(one)[0]
    assert log.read_text() == "called\n"
