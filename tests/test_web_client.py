"""How the web client gets into the package, and that its types are those of the protocol."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import openapi_spec_validator
import pytest

ROOT = Path(__file__).resolve().parent.parent
TYPES = ROOT / "web" / "src" / "net" / "types.ts"


def script(path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def hook(monkeypatch, tmp_path):
    """The build hook, with a client of two files that is built into a folder of the test's own."""
    hook = script(ROOT / "hatch_build.py")
    web, built = tmp_path / "web", tmp_path / "built"
    for folder in (web / "src", web / "public", built):
        folder.mkdir(parents=True)
    for name in ("package.json", "package-lock.json", "src/main.ts"):
        (web / name).write_text("{}")
    (built / "index.html").write_text("<!doctype html>")
    monkeypatch.setattr(hook, "BUILT", built)
    monkeypatch.setattr(hook, "STAMP", built / ".built")
    monkeypatch.setattr(hook, "find_node", lambda: [sys.executable, "-c", "print('said before it broke'); exit(3)"])
    monkeypatch.delenv("ROUNDHOUSE_WEB", raising=False)
    hook.web = web
    return hook


def age(path, seconds):
    os.utime(path, (path.stat().st_mtime + seconds,) * 2)


def test_a_client_newer_than_its_sources_is_left_alone(hook, capsys):
    hook.STAMP.touch()
    age(hook.STAMP, 60)
    hook.build(hook.web)
    assert capsys.readouterr().out == "web client: up to date\n"


@pytest.mark.parametrize("what", ["src/main.ts", "src", "package-lock.json"])
def test_a_newer_source_or_a_removed_one_builds_anew(hook, what):
    hook.STAMP.touch()
    age(hook.STAMP, 60)
    age(hook.web / what, 120)
    assert not hook.is_fresh(hook.web)


def test_half_a_build_does_not_count(hook):
    assert (hook.BUILT / "index.html").exists()
    assert not hook.is_fresh(hook.web)


def test_a_failing_npm_is_told_with_its_own_words(hook):
    with pytest.raises(hook.BuildError) as failed:
        hook.build(hook.web)
    text = str(failed.value)
    assert "`npm ci" in text
    assert "exit code 3" in text
    assert "said before it broke" in text
    assert "ROUNDHOUSE_WEB=skip" in text


def test_whoever_wants_no_client_gets_none(hook, monkeypatch, capsys):
    monkeypatch.setenv("ROUNDHOUSE_WEB", "skip")
    hook.build(hook.web)
    assert capsys.readouterr().out == "web client: skipped, because ROUNDHOUSE_WEB is skip\n"


def test_without_sources_the_client_that_came_along_is_taken(hook, capsys, tmp_path):
    hook.build(tmp_path / "nowhere")
    assert "taken as it came" in capsys.readouterr().out
    (hook.BUILT / "index.html").unlink()
    with pytest.raises(hook.BuildError, match="neither a built web client"):
        hook.build(tmp_path / "nowhere")


def test_the_document_for_the_types_is_valid():
    openapi_spec_validator.validate(script(ROOT / "tools" / "web_types.py").document())


@pytest.mark.slow
def test_the_types_of_the_client_are_those_of_the_protocol(tmp_path):
    """`npm run types` writes them; this writes them elsewhere and compares."""
    node = script(ROOT / "hatch_build.py").find_node()
    tools = ROOT / "web" / "node_modules" / ".bin"
    if not (tools / "openapi-typescript").exists():
        pytest.skip("the packages of the web client are not installed; `make setup` does it")
    document, made = tmp_path / "openapi.json", tmp_path / "types.ts"
    environment = {**os.environ, "PATH": os.pathsep.join([str(Path(node[0]).parent), os.environ.get("PATH", "")])}
    flags = ["--default-non-nullable=false", "--empty-objects-unknown", "--root-types", "--root-types-no-schema-prefix"]
    prettier = [tools / "prettier", "--config", ROOT / "web" / ".prettierrc", "--plugin", "prettier-plugin-svelte"]
    for command in (
        [sys.executable, ROOT / "tools" / "web_types.py", document],
        [tools / "openapi-typescript", document, "-o", made, *flags],
        [*prettier, "--write", made],
    ):
        done = subprocess.run(command, cwd=ROOT / "web", env=environment, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stdout + done.stderr
    assert made.read_text() == TYPES.read_text(), "the structs have changed: run `npm run types` in web/"
