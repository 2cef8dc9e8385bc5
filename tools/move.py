"""Moves files as a list says, and rewrites what names them: imports, module names in texts, paths of the web client.

    python tools/move.py moves.tsv                       # everything
    python tools/move.py moves.tsv --only src/roundhouse/match/

The list has two columns, old and new path; `-` as a new path: the file goes by hand. Moves whose new path is taken are
merges; they are named and left alone. What a name refers to is found in the syntax tree, and only its place in the text
is changed, so comments and form stay. A name that cannot be resolved ends the run before anything is written.
"""

import argparse
import ast
import posixpath
import re
import subprocess
import sys
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

SOURCE = "src/"
PYTHON = ("src", "tests", "tools", "benchmarks", "hatch_build.py")
OTHER_TEXTS = (".md", ".toml", "kernels.txt", "Makefile")


def module_of(path: str) -> str | None:
    """The dotted name of a Python file; tests are importable from the root."""
    if not path.endswith(".py"):
        return None
    parts = list(PurePosixPath(path.removeprefix(SOURCE)).with_suffix("").parts)
    if parts[-1] == "__init__":
        parts.pop()
    return ".".join(parts)


@dataclass(frozen=True)
class Plan:
    """What moves where, by path and by module."""

    paths: dict[str, str]
    modules: dict[str, str]
    known: frozenset[str]  # modules before the move, packages without a file too

    def new(self, module: str) -> str:
        return self.modules.get(module, module)

    def is_module(self, name: str) -> bool:
        return name in self.known


def plan_of(moves: dict[str, str], files: list[str]) -> Plan:
    modules = {}
    for old, new in moves.items():
        was, now = module_of(old), module_of(new)
        if was and now:
            modules[was] = now
    known = {module for file in files if (module := module_of(file))}
    for name in list(known):
        parts = name.split(".")
        known |= {".".join(parts[:end]) for end in range(1, len(parts))}
    return Plan(moves, modules, frozenset(known))


class ResolveError(ValueError):
    """An import that leads nowhere."""


@dataclass
class Edit:
    start: int
    end: int
    text: str


class PythonFile:
    """One file: where it was, where it will be, and what changes in it."""

    def __init__(self, plan: Plan, old: str, new: str, text: str) -> None:
        self.plan, self.old, self.new, self.text = plan, old, new, text
        self.was, self.now = module_of(old) or "", module_of(new) or ""
        self._starts = [0]
        for line in text.encode().splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))
        self._raw = text.encode()
        self.tree = ast.parse(text)
        self.edits: list[Edit] = []
        self.renamed: dict[str, str] = {}  # module names that are used in the code
        names = [node for node in ast.walk(self.tree) if isinstance(node, ast.Name | ast.arg)]
        self.variables = {node.arg for node in names if isinstance(node, ast.arg)} | {
            node.id for node in names if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)
        }

    def rewritten(self) -> str:
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ImportFrom):
                self._from(node)
            elif isinstance(node, ast.Import):
                self._import(node)
        self._uses()
        raw = self._raw
        for edit in sorted(self.edits, key=lambda one: -one.start):
            raw = raw[: edit.start] + edit.text.encode() + raw[edit.end :]
        return raw.decode()

    def _span(self, node: ast.AST) -> tuple[int, int]:
        start = self._starts[node.lineno - 1] + node.col_offset  # type: ignore[attr-defined]
        end = self._starts[node.end_lineno - 1] + node.end_col_offset  # type: ignore[attr-defined]
        return start, end

    def _absolute(self, node: ast.ImportFrom) -> str:
        if not node.level:
            return node.module or ""
        parts = self.was.split(".")
        package = parts if self.old.endswith("__init__.py") else parts[:-1]
        package = package[: len(package) - node.level + 1]
        return ".".join([*package, *([node.module] if node.module else [])])

    def _relative(self, module: str) -> str:
        """How the file names a module after the move: relative inside the package, absolute elsewhere."""
        here = self.now.split(".")
        package = here if self.new.endswith("__init__.py") else here[:-1]
        there = module.split(".")
        if not self.new.startswith(SOURCE) or there[0] != here[0]:
            return module
        same = 0
        while same < min(len(package), len(there)) and package[same] == there[same]:
            same += 1
        return "." * (len(package) - same + 1) + ".".join(there[same:])

    def _from(self, node: ast.ImportFrom) -> None:
        source = self._absolute(node)
        if source.split(".")[0] not in ("roundhouse", "tests"):
            return
        if not self.plan.is_module(source):
            raise ResolveError(f"{self.old}:{node.lineno}: there is no module {source}")
        groups: dict[str, list[str]] = defaultdict(list)
        for alias in node.names:
            full = f"{source}.{alias.name}"
            if self.plan.is_module(full):
                parent, _, name = self.plan.new(full).rpartition(".")
                bound = alias.asname or alias.name
                if alias.asname is None and name != alias.name and self._may_be_called(alias.name, name):
                    self.renamed[alias.name] = name
                    bound = name
                plain = bound == name and alias.asname is None
                groups[parent].append(name if plain else f"{name} as {bound}")
            else:
                groups[self.plan.new(source)].append(ast.unparse(alias))
        self._replace_from(node, groups)

    def _replace_from(self, node: ast.ImportFrom, groups: dict[str, list[str]]) -> None:
        start, end = self._span(node)
        old = self._raw[start:end].decode()
        indent = " " * node.col_offset
        lines = []
        for module, names in groups.items():
            named = self._relative(module) if node.level else module
            lines.append(f"from {named} import {', '.join(names)}")
        made = f"\n{indent}".join(lines)
        same = [f"from {'.' * node.level}{node.module or ''} import " + ", ".join(ast.unparse(a) for a in node.names)]
        if lines != same or (self.old != self.new and node.level and made != old):
            self.edits.append(Edit(start, end, made))

    def _may_be_called(self, old: str, name: str) -> bool:
        """Whether a module can have its new name in this file: nothing else has it, and the old one is the module's."""
        if old in self.variables:
            return False
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Name) and node.id == name:
                return False
            if isinstance(node, ast.arg) and node.arg == name:
                return False
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and node.name == name:
                return False
            if isinstance(node, ast.alias) and (node.asname or node.name.split(".")[0]) == name:
                return False
        return not any(new == name for was, new in self.renamed.items() if was != old)

    def _import(self, node: ast.Import) -> None:
        names = []
        for alias in node.names:
            new = self.plan.new(alias.name)
            names.append(new if alias.asname is None else f"{new} as {alias.asname}")
        made = f"import {', '.join(names)}"
        start, end = self._span(node)
        if made != self._raw[start:end].decode():
            self.edits.append(Edit(start, end, made))

    def _uses(self) -> None:
        """Names of modules in the code: `hall.Hall` becomes `context.Hall`, `roundhouse.a.b` what it is now."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Name) and node.id in self.renamed:
                start, end = self._span(node)
                self.edits.append(Edit(start, end, self.renamed[node.id]))


def texts_rewritten(text: str, plan: Plan) -> str:
    """Module names and paths in docs and settings; the longest that fits counts."""
    names = plan.paths | plan.modules
    wanted = sorted((name for name in names if "." in name or "/" in name), key=len, reverse=True)
    if not wanted:
        return text
    pattern = "|".join(re.escape(name) for name in wanted)
    return re.sub(rf"(?<![\w/.])({pattern})(?![\w/])", lambda found: names[found[1]], text)


def strings_rewritten(text: str, plan: Plan) -> str:
    """Module names in the strings of a Python file: processes to start, things to replace in tests."""
    starts = [0]
    for line in text.encode().splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    raw = text.encode()
    constants = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant)]
    found = [node for node in constants if isinstance(node.value, str)]
    for node in sorted(found, key=lambda one: (-one.lineno, -one.col_offset)):
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
        old = raw[start:end].decode()
        new = texts_rewritten(old, plan) if "roundhouse" in old else old
        if new != old:
            raw = raw[:start] + new.encode() + raw[end:]
    return raw.decode()


WEB = ("web/", "tests/node/")
WEB_FILES = (".ts", ".svelte", ".mjs", ".css", ".html")
SPECIFIER = re.compile(
    r"(\bfrom\s*|\bimport\s*\(?\s*|import\.meta\.glob(?:<[^>]*>)?\(\s*|\bnew URL\(\s*|@import\s*)"
    r"""(['"])(\.[^'"]*)\2"""
)
ENDINGS = ("", ".ts", ".svelte.ts", ".svelte", "/index.ts", ".js", ".mjs")


def web_rewritten(text: str, old: str, plan: Plan, files: set[str], problems: list[str]) -> str:
    """Relative imports of the web client. What is named without an ending stays so."""
    new = plan.paths.get(old, old)

    def changed(found: re.Match[str]) -> str:
        before, quote, named = found.groups()
        plain, _, query = named.partition("?")
        there = posixpath.normpath(posixpath.join(posixpath.dirname(old), plain))
        ending = next((one for one in ENDINGS if there + one in files), None)
        if ending is None:
            if "*" not in plain:
                problems.append(f"{old}: nothing is at {named}")
            return found[0]
        target = plan.paths.get(there + ending, there + ending)
        if target == there + ending and old == new:
            return found[0]
        path = posixpath.relpath(target, posixpath.dirname(new))
        shown = path.removesuffix(ending) if ending else path
        if not shown.startswith("."):
            shown = f"./{shown}"
        return f"{before}{quote}{shown}{'?' + query if query else ''}{quote}"

    return SPECIFIER.sub(changed, text)


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def tracked() -> list[str]:
    return subprocess.run(["git", "ls-files"], check=True, capture_output=True, text=True).stdout.splitlines()


def read_moves(path: Path, only: list[str]) -> tuple[dict[str, str], list[str]]:
    """Moves to make, and those to be made by hand."""
    rows = [line.split("\t") for line in path.read_text().splitlines()[1:] if line.strip()]
    sources = {old for old, _ in rows}
    taken = defaultdict(list)
    for old, new in rows:
        taken[new].append(old)
    moves, by_hand = {}, []
    for old, new in rows:
        if only and not any(old.startswith(prefix) for prefix in only):
            continue
        if new == "-" or (len(taken[new]) > 1 and taken[new][0] != old) or (Path(new).exists() and new not in sources):
            by_hand.append(f"{old} -> {new}")
        elif Path(old).exists():
            moves[old] = new
    return moves, by_hand


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("moves", type=Path)
    parser.add_argument("--only", nargs="*", default=[], help="old paths that begin so")
    parser.add_argument("--dry", action="store_true", help="write nothing")
    asked = parser.parse_args()
    moves, by_hand = read_moves(asked.moves, asked.only)
    files = tracked()
    plan, known = plan_of(moves, files), set(files)
    made: dict[str, str] = {}
    problems = []
    for file in files:
        if not file.endswith(".py") or not file.startswith(PYTHON) or not Path(file).is_file():
            continue
        text = Path(file).read_text()
        try:
            new = PythonFile(plan, file, moves.get(file, file), text).rewritten()
        except (ResolveError, SyntaxError) as error:
            problems.append(f"{error}")
            continue
        new = strings_rewritten(new, plan)
        if new != text:
            made[file] = new
    for file in files:
        if not file.endswith(OTHER_TEXTS) or not Path(file).is_file():
            continue
        text = Path(file).read_text()
        new = texts_rewritten(text, plan)
        if new != text:
            made[file] = new
    for file in files:
        if file.startswith(WEB) and file.endswith(WEB_FILES) and Path(file).is_file():
            text = Path(file).read_text()
            new = web_rewritten(text, file, plan, known, problems)
            if new != text:
                made[file] = new
    for problem in problems:
        say(problem)
    for line in by_hand:
        say(f"by hand: {line}")
    say(f"{len(moves)} files move, {len(made)} files change, {len(problems)} problems")
    if problems or asked.dry:
        return 1 if problems else 0
    for file, text in made.items():
        Path(file).write_text(text)
    for old in moves:  # two steps, because some move to where another one was
        Path(old).rename(f"{old}.moving")
    for old, new in moves.items():
        Path(new).parent.mkdir(parents=True, exist_ok=True)
        Path(f"{old}.moving").rename(new)
    packages = {parent for new in moves.values() if new.endswith(".py") for parent in PurePosixPath(new).parents}
    for package in sorted(packages):
        described = Path(package) / "__init__.py"
        if str(package).startswith("src/roundhouse") and not described.exists():
            described.write_text("")
            say(f"to be described: {described}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
