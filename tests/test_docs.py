"""Every example in the docs runs.

On the pages named below: a `python` block is executed (the blocks of a page share their names), or written to a file
if a comment `<!-- file: NAME -->` stands before it; a `console` block's `$ ` lines are run by the shell in the same
folder, must end with 0, and must print what stands below them, where `...` stands for anything; a `json` block must be
a message of the protocol. All other blocks are for reading. A comment `<!-- needs: sandbox -->` names what a page
cannot do without: a tool, or `sandbox`; where it is missing the page is skipped. A `python` block behind a comment
`<!-- with: MODULE -->` stands alone and needs a package that is not part of the product; it is a test of its own.
"""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from roundhouse.protocol import messages

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", ROOT / "AGENTS.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
HEAD = r"(?:<!-- file: (?P<file>\S+) -->\n|<!-- with: (?P<module>\S+) -->\n)?"
BLOCK = re.compile(HEAD + r"```(?P<kind>\w*)\n(?P<text>.*?)```", re.DOTALL)
NEEDS = re.compile(r"<!-- needs: (\S+) -->")
LINK = re.compile(r"\]\((?!https?://|#)([^)#]+)(?:#[^)]*)?\)")


def blocks(page):
    return [match.groupdict() for match in BLOCK.finditer(page.read_text(encoding="utf-8"))]


def pages_with(*kinds):
    return [
        pytest.param(page, id=str(page.relative_to(ROOT)))
        for page in PAGES
        if any(block["kind"] in kinds for block in blocks(page))
    ]


@pytest.mark.slow
@pytest.mark.parametrize("page", pages_with("python", "console"))
def test_the_examples_of_a_page_run(page, tmp_path, monkeypatch):
    for tool in NEEDS.findall(page.read_text(encoding="utf-8")):
        if why := missing(tool):
            pytest.skip(why)
    monkeypatch.chdir(tmp_path)
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    names = {"__name__": "__docs__"}
    try:
        run_blocks(page, tmp_path, path, names)
    finally:
        end_servers(tmp_path)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    ("page", "block"),
    [
        pytest.param(page, block, id=f"{page.relative_to(ROOT)}-{number}")
        for page in PAGES
        for number, block in enumerate(blocks(page))
        if block["module"]
    ],
)
def test_an_example_that_needs_another_package_runs(page, block, tmp_path, monkeypatch):
    pytest.importorskip(block["module"], reason=f"{block['module']} is not installed")
    monkeypatch.chdir(tmp_path)
    exec(compile(block["text"], str(page), "exec"), {"__name__": "__docs__"})  # noqa: S102


def missing(tool):
    """Why something cannot be used here, or nothing."""
    if tool != "sandbox":
        return "" if shutil.which(tool) else f"there is no {tool} here"
    from roundhouse.sdk.sandbox.box import ready
    from roundhouse.sdk.sandbox.bubblewrap import BoxError

    try:
        ready()
    except BoxError as error:
        return error.sentence
    return ""


def run_blocks(page, tmp_path, path, names):
    for block in blocks(page):
        if block["file"]:
            written = tmp_path / block["file"]
            written.parent.mkdir(exist_ok=True)
            written.write_text(block["text"], encoding="utf-8")
        elif block["kind"] == "python" and not block["module"]:
            exec(compile(block["text"], str(page), "exec"), names)  # noqa: S102
        elif block["kind"] == "console":
            for command, expected in commands(block["text"]):
                run_as_written(command, expected, path)


def end_servers(folder):
    """A page that starts a server writes down its number; it ends it too, unless something went wrong before."""
    for file in folder.glob("*pid"):
        with contextlib.suppress(ProcessLookupError, ValueError):
            os.kill(int(file.read_text()), signal.SIGTERM)


def commands(text):
    """The commands of a console block, each with the output below it."""
    found = []
    for line in text.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        else:
            found[-1][1].append(line)
    return [(command, "\n".join(lines)) for command, lines in found]


def run_as_written(command, expected, path):
    environment = os.environ | {"PATH": path, "COLUMNS": "120", "NO_COLOR": "1"}
    done = subprocess.run(
        ["bash", "-c", command.removeprefix(".venv/bin/")],
        env=environment,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, f"$ {command}\n{done.stdout}{done.stderr}{written_beside()}"
    pattern = ".*".join(re.escape(part) for part in expected.strip().split("..."))
    assert re.fullmatch(pattern, done.stdout.strip(), re.DOTALL), f"$ {command}\n{done.stdout}"


def written_beside():
    """The last lines of what commands of the page have written into files: there is where they said what went wrong."""
    told = [file for ending in ("log", "txt") for file in sorted(Path.cwd().glob(f"*.{ending}"))]
    return "".join(f"\n{file.name}: ...{file.read_text(encoding='utf-8', errors='replace')[-1000:]}" for file in told)


@pytest.mark.parametrize("page", pages_with("json"))
def test_json_examples_are_messages(page):
    kinds = messages.FromClient | messages.FromServer
    for block in blocks(page):
        if block["kind"] == "json":
            msgspec.json.decode(block["text"], type=kinds)


@pytest.mark.parametrize("page", [pytest.param(page, id=str(page.relative_to(ROOT))) for page in PAGES])
def test_links_lead_somewhere(page):
    for target in LINK.findall(page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


def test_the_command_line_is_installed():
    assert shutil.which("roundhouse", path=str(Path(sys.executable).parent))


def test_every_row_about_bad_input_names_tests_that_exist():
    page = (ROOT / "docs" / "bad-input.md").read_text(encoding="utf-8")
    tests = "\n".join(file.read_text(encoding="utf-8") for file in (ROOT / "tests").rglob("*.py"))
    rows = [line for line in page.splitlines() if line.startswith("| ") and not line.startswith("| bad input")]
    rows = [row for row in rows if not row.startswith("| **")]

    assert len(rows) > 50
    assert [row for row in rows if "`test_" not in row and "`tests/" not in row] == []
    assert [name for name in re.findall(r"`(test_\w+)[`\[]", page) if f"def {name}(" not in tests] == []
