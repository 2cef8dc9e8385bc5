"""A whole server as a user starts it, in a process of its own, and players who speak to it as the web client does."""

import contextlib
import itertools
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import threading
import time
import urllib.request
from pathlib import Path

import httpx
from tests.scale import LONG

ROOT = Path(__file__).parents[2]
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
CLIENT = ROOT / "src" / "roundhouse" / "web" / "index.html"
PATIENCE_S = 60
COLOURS = ["color-contrast", "link-in-text-block"]  # the rules of axe-core that another theme can break
PASSWORD = "correct horse"  # noqa: S105
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--font-render-hinting=none",
]  # fmt: skip

# Rounds of people's matches follow each other quickly, games of the line server are short and soon old. No built-in bot
# comes by itself: the strongest of them thinks for long.
QUICK_MATCHES = {
    "ROUNDHOUSE_PACE_MS": "40",
    "ROUNDHOUSE_SPACEGOO": '{"max_rounds": 30}',
    "ROUNDHOUSE_INACTIVE_GAMES": "4",
    "ROUNDHOUSE_MATCH_INTERVAL_S": "0.1",
    "ROUNDHOUSE_CLOSE_DELAY_S": "0",
    "ROUNDHOUSE_HOUSE_AFTER_S": "3600",
    "ROUNDHOUSE_SIGN_INS_PER_MINUTE": "0",
}

_count = itertools.count(1)


def chromium() -> str | None:
    """The browser to test with. One without a window needs less than half the work for a page, so it is the first
    choice; the long run takes the browser that people have."""
    shells, full = (
        ("chromium-headless-shell", "chrome-headless-shell"),
        ("chromium", "chromium-browser", "google-chrome"),
    )
    names = full + shells if LONG else shells + full
    return os.environ.get("ROUNDHOUSE_CHROMIUM") or next(filter(None, map(shutil.which, names)), None)


def modest(browser: str, folder: Path) -> str:
    """A command that starts the browser without the right to put itself before all other processes. As root it would
    do so, and starve the servers that it talks to."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0 or not shutil.which("setpriv"):
        return browser
    command = ["setpriv", "--bounding-set", "-sys_nice", "--inh-caps", "-sys_nice", browser]
    if subprocess.run([*command[:-1], "true"], capture_output=True).returncode:
        return browser
    script = folder / "browser"
    script.write_text(f'#!/bin/sh\nexec {shlex.join(command)} "$@"\n')
    script.chmod(0o755)
    return str(script)


def fresh(name: str) -> str:
    """A name that nobody else in this run has."""
    return f"{name}-{next(_count)}"


class Site:
    """A running server: its address, its data, and calls to its API."""

    def __init__(self, process: subprocess.Popen[str], address: str, ports: dict[str, int], data: Path) -> None:
        self.process = process
        self.address = address
        self.ports = ports
        self.data = data
        self._first: Member | None = None

    def text(self, path: str) -> str:
        with urllib.request.urlopen(self.address + path, timeout=PATIENCE_S) as answer:
            return answer.read().decode()

    def get(self, path: str):
        return json.loads(self.text(path))

    def eventually(self, path: str, holds, patience_s: float = PATIENCE_S):
        """The answer once it is as wished."""
        end = time.monotonic() + patience_s
        while time.monotonic() < end:
            answer = self.get(path)
            if holds(answer):
                return answer
            time.sleep(0.1)
        raise AssertionError(f"{path} did not become what was expected: {answer}")

    def member(self, name: str, role: str = "player") -> "Member":
        """Somebody with a new account; the name gets a number, so that it is free."""
        member = Member(self, fresh(name))
        member.post("/api/sign-up", {"name": member.name, "password": PASSWORD})
        if role != "player":
            self._root().post(f"/api/admin/players/{member.name}", {"role": role}, method="PATCH")
        return member

    def _root(self) -> "Member":
        """The first administrator, who got the role by the command line and gives roles to others, which is quicker."""
        if self._first is None:
            self._first = self.member("root")
            self.command("account", "role", self._first.name, "admin")
        return self._first

    def command(self, *words: str) -> str:
        """What a `roundhouse` command about this server's data says."""
        command = [sys.executable, "-m", "roundhouse.cli.main", *words, "--data", str(self.data)]
        return subprocess.run(command, check=True, capture_output=True, text=True, timeout=PATIENCE_S).stdout

    def finished(self, key: str) -> dict:
        """A match once it is over."""
        return self.eventually(f"/api/matches/{key}", lambda match: match["state"] != "running")

    def frames(self, key: str) -> list[dict]:
        return self.get(f"/api/matches/{key}/frames")["frames"]


class Member:
    """A player by HTTP; `cookies` make a browser theirs."""

    def __init__(self, site: Site, name: str) -> None:
        self.site = site
        self.name = name
        # no connection is kept, so that nobody has to close one
        self._http = httpx.Client(
            base_url=site.address, timeout=PATIENCE_S, limits=httpx.Limits(max_keepalive_connections=0)
        )
        self._http.get("/api/me")

    @property
    def cookies(self) -> list[dict[str, str]]:
        return [{"name": name, "value": value, "url": self.site.address} for name, value in self._http.cookies.items()]

    def get(self, path: str):
        return self._http.get(path).raise_for_status().json()

    def post(self, path: str, body=None, method: str = "POST"):
        token = self._http.cookies["rh_csrf"]
        answer = self._http.request(method, path, json=body, headers={"x-csrf-token": token})
        assert answer.is_success, (path, answer.text)
        return answer.json() if answer.content else None

    def lines(self, path: str, body):
        """The lines of a long answer, as they come."""
        token = self._http.cookies["rh_csrf"]
        with self._http.stream("POST", path, json=body, headers={"x-csrf-token": token}) as answer:
            yield from answer.iter_lines()

    def table(
        self,
        *,
        seat: int = 1,
        bots: dict[str, str] | None = None,
        start: bool = False,
        choices: dict[str, str] | None = None,
        **options,
    ) -> dict:
        """A new table of mine, listed only if asked for."""
        chosen = {"game": "spacegoo", "listed": False, **options}
        body = {"options": chosen, "seat": seat, "bots": bots or {}, "start": start, "choices": choices or {}}
        return self.post("/api/tables", body)

    def match(self, *bots: str, **options) -> str:
        """The key of a match that begins at once: between two bots, or between me and one."""
        first = 3 - len(bots)
        seats = {str(number): bot for number, bot in enumerate(bots, first)}
        return self.table(seat=first - 1, bots=seats, start=True, **options)["match"]

    def close(self) -> None:
        self._http.close()


@contextlib.contextmanager
def serving(
    data: Path,
    *flags: str,
    port: int = 0,
    environment: dict[str, str] | None = None,
    words: tuple[str, ...] = ("serve", "--data"),
):
    """`roundhouse serve`, or another command that serves a folder, on free ports until the block ends."""
    command = [sys.executable, "-m", "roundhouse.cli.main", *words, str(data), "--port", str(port)]
    fast = {"ROUNDHOUSE_TCP_PORT": "0", "ROUNDHOUSE_CLASSIC_PORT": "0", "ROUNDHOUSE_JSON_PORT": "0"}
    with (data.parent / f"{data.name}.log").open("a") as log:
        process = subprocess.Popen(
            [*command, *flags],
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            env=os.environ | fast | (environment or {}),
        )
    reader = threading.Thread(target=process.stdout.read, daemon=True)  # what nobody reads must not stop it
    try:
        lines = []
        for line in process.stdout:
            lines.append(line)
            if "Stop with" in line:
                break
        said = "".join(lines)
        assert "Stop with" in said, said + (data.parent / f"{data.name}.log").read_text()
        reader.start()
        address = re.search(r"http://127\.0\.0\.1:\d+", said).group()
        ports = {name: int(port) for name, port in re.findall(r"(classic|lines|standard|json)\D*port (\d+)", said)}
        yield Site(process, address, ports, data)
    finally:
        process.terminate()
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if reader.ident:
            reader.join()
        process.stdout.close()


# What comes into sight has weak colours for a moment. What pulses for ever is not waited for, nor what is taken away.
AT_REST = """() => Promise.allSettled(document.getAnimations()
    .filter(one => one.playState === 'running' && one.effect.getComputedTiming().endTime !== Infinity)
    .map(one => one.finished))"""


def violations(page, rules: list[str] | None = None, *, within: str = "html", without: str = "") -> list[str]:
    """What axe-core finds wrong with a page that has come to rest, in one line each; by all its rules, or by those
    that are named. `within` and `without` say which parts are looked at and which are not: work grows with them."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text())
    page.evaluate(AT_REST)
    options = {"resultTypes": ["violations"], **({"runOnly": rules} if rules else {})}
    found = page.evaluate(
        "async ([parts, options]) => (await axe.run(parts, options)).violations",
        [{"include": [within]} | ({"exclude": [without]} if without else {}), options],
    )
    return [f"{v['id']}: {v['help']} ({'; '.join(n['html'][:120] for n in v['nodes'][:3])})" for v in found]
