"""Which test files a change needs, for `make check`: `python -m tests.affected` prints what pytest is to run.

A test file is as near to a changed one as the shortest chain of imports between them. The nearest are taken first, as
many as two minutes on two cores allow by what they cost (tests/costs.json). The change is all that is not on the main
branch; without one, the quick tests of what everything builds on are taken.
"""

import ast
import re
import subprocess
import sys
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from tests.costs import known_costs

ROOT = Path(__file__).resolve().parents[1]
ROOTS = {"roundhouse": ROOT / "src" / "roundhouse", "tests": ROOT / "tests"}
PACKAGE = "src/roundhouse/"
CPU_S = 170  # of two minutes on two cores, less what starting takes
UNKNOWN_S = 1.0  # a test file that has not been measured yet
QUICK_CORE = ("-m", "not slow and not long", "tests/core", "tests/match", "tests/protocol")
BROWSER = ("tests/web/test_*.py", "tests/games/**/web/test_*.py")
# What no import leads to.
BESIDE = {
    "web/": (*BROWSER, "tests/test_web_client.py"),
    "tests/web/fixtures.py": BROWSER,
    "tests/server/fixtures.py": ("tests/server/**/test_*.py", "tests/games/**/server/**/test_*.py"),
    "docs/": ("tests/test_docs.py",),
    "README.md": ("tests/test_docs.py",),
    "AGENTS.md": ("tests/test_docs.py",),
    "src/roundhouse/sdk/kit": ("tests/sdk/kits/test_*.py",),
    "src/roundhouse/games/": ("tests/contract/test_*.py", "tests/test_coverage_of_rules.py"),
    "tests/node/": ("tests/**/web/test_*_logic.py", "tests/**/web/test_*_data.py"),
}


def main() -> int:
    changed = changed_files()
    near = nearest(changed)
    if not near:
        say("Nothing is known to have changed: the quick core.")
        sys.stdout.write("\n".join(QUICK_CORE))
        return 0
    taken, left = affordable(near, known_costs(), CPU_S)
    say(f"{len(changed)} changed files: {len(taken)} test files, the nearest first; {left} more that may be affected.")
    sys.stdout.write("\n".join(["-m", "not long", *taken]))
    return 0


def say(sentence: str) -> None:
    sys.stderr.write(sentence + "\n")


def git(*words: str) -> list[str]:
    done = subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, text=True, check=False)
    return done.stdout.splitlines() if done.returncode == 0 else []


def changed_files() -> list[str]:
    """All that is not on the main branch: committed, not committed, and new."""
    main = next((name for name in ("origin/main", "main") if git("rev-parse", "-q", "--verify", name)), "HEAD")
    base = next(iter(git("merge-base", "HEAD", main)), "HEAD")
    return sorted({*git("diff", "--name-only", base), *git("ls-files", "--others", "--exclude-standard")})


def affordable(near: Iterable[str], costs: dict[str, float], cpu_s: float) -> tuple[list[str], int]:
    """The first of them that fit together, and how many do not."""
    taken, spent, left = [], 0.0, 0
    for file in near:
        cost = costs.get(file, UNKNOWN_S)
        if spent + cost <= cpu_s:
            taken.append(file)
            spent += cost
        else:
            left += 1
    return taken, left


def nearest(changed: list[str]) -> list[str]:
    """Test files that a change reaches, the nearest first; among equals those that share words with its name."""
    importers = reversed_imports()
    distance: dict[str, int] = {}
    queue = deque((file, 0) for file in changed)
    for start, patterns in BESIDE.items():
        if any(file.startswith(start) for file in changed):
            beside = (path for pattern in patterns for path in ROOT.glob(pattern))
            queue += [(path.relative_to(ROOT).as_posix(), 1) for path in beside]
    queue += [(test, 1) for file in changed for test in mirrored(file)]
    while queue:
        file, steps = queue.popleft()
        if file not in distance:
            distance[file] = steps
            queue += [(other, steps + 1) for other in sorted(importers.get(file, ()))]
    words = {word for file in changed for word in words_of(file)}
    tests = [file for file in distance if Path(file).name.startswith("test_") and (ROOT / file).exists()]
    return sorted(tests, key=lambda file: (distance[file], -len(words & words_of(file)), file))


def mirrored(file: str) -> list[str]:
    """The tests in the folder that is called like that of a source: what plugs in is imported by nobody."""
    if not file.startswith(PACKAGE):
        return []
    folder = ROOTS["tests"] / Path(file.removeprefix(PACKAGE)).parent
    return [test.relative_to(ROOT).as_posix() for test in sorted(folder.glob("test_*.py"))]


def words_of(file: str) -> set[str]:
    return set(re.findall(r"[a-z]{3,}", file.lower())) - {"src", "roundhouse", "tests", "test", "games", "play"}


@cache  # reading all sources takes seconds
def reversed_imports() -> dict[str, set[str]]:
    """For every Python file of the package and the tests, the files that import it."""
    importers: dict[str, set[str]] = defaultdict(set)
    for top, folder in ROOTS.items():
        for path in folder.rglob("*.py"):
            own = [top, *path.relative_to(folder).with_suffix("").parts]
            source = path.relative_to(ROOT).as_posix()
            for name in imported(path.read_text(encoding="utf-8"), own):
                if (found := file_of(name, path.parent)) is not None:
                    importers[found].add(source)
    return importers


def imported(source: str, own: list[str]) -> Iterable[list[str]]:
    """The names that a module imports, in pieces."""
    for node in statements(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = own[: len(own) - node.level] if node.level else []
            module = (node.module or "").split(".") if node.module else []
            yield from ([*base, *module, alias.name] for alias in node.names)


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """All statements inside, however deep; what they are made of is left out, since no import is in there."""
    for field in ("body", "handlers", "orelse", "finalbody", "cases"):
        for inner in getattr(node, field, ()):
            yield inner
            yield from statements(inner)


def file_of(name: list[str], beside: Path) -> str | None:
    """The file of the longest part of a name that is a module here; tests import files beside them by bare names."""
    folder = ROOTS.get(name[0])
    if folder is None:
        path = beside / f"{name[0]}.py"
        return path.relative_to(ROOT).as_posix() if path.exists() else None
    for end in range(len(name), 0, -1):
        place = folder.joinpath(*name[1:end])
        for path in (place.with_suffix(".py"), place / "__init__.py"):
            if end > 1 and path.exists():
                return path.relative_to(ROOT).as_posix()
    return None


if __name__ == "__main__":
    raise SystemExit(main())
