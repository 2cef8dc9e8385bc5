"""The whole server on loopback, in a thread of its own, and browsers for it."""

import asyncio
import io
import json
import threading
from random import Random

import httpx
from tests import stores
from tests.scale import seed_for

from roundhouse.server import app
from roundhouse.server.settings import checked
from roundhouse.store import players

PATIENCE_S = 120
PASSWORD = "correct horse"  # noqa: S105
# An analysis of every match that ends would cost more than all the rest of a test.
QUIET = {
    "port": 0, "json_port": 0, "tcp_port": 0, "classic_port": 0, "sign_ins_per_minute": 0, "analysis_rollouts": 0,
}  # fmt: skip


class ThreadedSite:
    """A running server. `call` runs something on its loop."""

    how = {}  # noqa: RUF012 - what else the server is started with

    def __init__(self, folder, **settings):
        self.folder = folder
        self.settings = checked(QUIET | settings)
        self.where = self.settings.database or folder / "roundhouse.db"
        if not self.settings.database and not self.where.exists():
            stores.sqlite(self.where)
        self.web = folder / "web"
        self._browsers = []
        self._over = set()
        self._matches = threading.Condition()
        self._ready = threading.Event()
        self._failure = None
        self._thread = threading.Thread(target=self._run)

    def __enter__(self):
        self._thread.start()
        assert self._ready.wait(PATIENCE_S)
        if self._failure is not None:
            raise self._failure
        return self

    def __exit__(self, *_):
        self.close_browsers()
        self.loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(PATIENCE_S)
        assert not self._thread.is_alive(), "the server does not stop:\n" + self._what_runs()

    def _what_runs(self):
        """Where every task of the server stands."""
        said = io.StringIO()
        for task in asyncio.all_tasks(self.loop):
            task.print_stack(file=said)
        return said.getvalue()

    def _run(self):
        try:
            with asyncio.Runner(loop_factory=app.fast_loop()) as runner:
                runner.run(self._main())
        except BaseException as failure:
            self._failure = failure
            self._ready.set()
            if not isinstance(failure, Exception):
                raise

    async def _main(self):
        self.loop = asyncio.get_running_loop()
        self._stop = asyncio.Event()
        draws = Random(seed_for(self.folder.name))  # the same matches whenever this commit is tested
        how = {"web": self.web, "draws": draws, **self.how}
        async with app.running(self.settings, self.where, **how) as server:
            self.server = server
            self.address = server.address
            self.database = server.database
            server.context.arena.matches.over_hooks.append(self._match_over)
            self._ready.set()
            await self._stop.wait()

    def _match_over(self, playing):
        with self._matches:
            self._over.add(playing.key)
            self._matches.notify_all()

    def until_over(self, key):
        """Wait for the end of a match of the arena."""
        with self._matches:
            assert self._matches.wait_for(lambda: key in self._over, PATIENCE_S)

    def call(self, function, *arguments):
        """Run a function on the server's loop and wait for it."""

        async def run():
            made = function(*arguments)
            return await made if asyncio.iscoroutine(made) else made

        return asyncio.run_coroutine_threadsafe(run(), self.loop).result(PATIENCE_S)

    def read(self, query):
        with self.database.engine.connect() as connection:
            return query(connection)

    def browser(self, name=None, *, role="player", **options):
        """Somebody with a browser, signed up if a name is given."""
        browser = Browser(self, **options)
        self._browsers.append(browser)
        if name:
            browser.post("/api/sign-up", {"name": name, "password": PASSWORD}, status=201)
            if role != "player":
                player = self.read(lambda connection: players.find(connection, name))
                self.database.submit(lambda connection: players.change(connection, player.id, role=role)).result()
        return browser

    def close_browsers(self):
        while self._browsers:
            self._browsers.pop().close()


class Browser(httpx.Client):
    """Keeps cookies and sends the header against forgery, as the web client does."""

    def __init__(self, site, **options):
        super().__init__(base_url=site.address, timeout=PATIENCE_S, **options)
        self.site = site

    @property
    def csrf(self):
        if "rh_csrf" not in self.cookies:
            self.ask("GET", "/api/me")
        return self.cookies["rh_csrf"]

    def ask(self, method, path, data=None, *, status=None, **options):
        """The answer, whose status must be as expected."""
        if data is not None:
            options["json"] = data
        answer = self.request(method, path, **options)
        assert status is None or answer.status_code == status, (answer.status_code, answer.text)
        return answer

    def get(self, path, *, status=200, **options):
        return value(self.ask("GET", path, status=status, **options))

    def post(self, path, data=None, *, status=200, method="POST"):
        headers = {"x-csrf-token": self.csrf}
        return value(self.ask(method, path, data, status=status, headers=headers))


def value(answer):
    kind = answer.headers.get("content-type", "")
    return json.loads(answer.text) if kind.startswith("application/json") else answer.text
