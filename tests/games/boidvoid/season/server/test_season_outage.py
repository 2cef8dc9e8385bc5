"""A season of three days whose server is killed again and again ends like one that was never disturbed."""

import contextlib
import json
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import httpx
import pytest
from tests.games.boidvoid.season.server.season_site import (
    DAY,
    FIRST,
    HOUR,
    NAMES,
    SeasonSite,
    Seat,
    day,
    digest_of,
    team_list,
)
from websockets.sync.client import connect

from roundhouse.games.boidvoid.season.store import job_log
from roundhouse.games.boidvoid.season.store import seasons as store
from roundhouse.match.record import from_bytes
from roundhouse.match.replay import Replay
from roundhouse.store import players, tokens
from roundhouse.store.database import Database

pytestmark = pytest.mark.slow

CHILD = Path(__file__).with_name("season_process.py")
SIX_HOURS = timedelta(hours=6)
MAINTENANCE = timedelta(minutes=10)
SETTINGS = {"turn_seconds": 6 * 3600, "power_source": "ledger", "inventory_mode": "ledger"}
# When it is: every turn's end, and the daily maintenance
MOMENTS = sorted({FIRST + n * SIX_HOURS for n in range(13)} | {FIRST + n * DAY + MAINTENANCE for n in range(3)})


class Child:
    """The server's process. It may be gone after any line."""

    def __init__(self, folder, moment, *death):
        command = [sys.executable, str(CHILD), str(folder), moment.isoformat(), *death]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        self.process = subprocess.Popen(command, **pipes)
        self.told = self._line()

    def _line(self):
        line = self.process.stdout.readline()
        return json.loads(line) if line else None

    def move(self, moment):
        """Whether it is still there afterwards."""
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.write(moment.isoformat() + "\n")
            self.process.stdin.flush()
        return self._line() is not None

    def kill(self):
        self.process.kill()
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        self.process.wait(60)
        self.process.stdout.close()


def prepare(folder):
    """Accounts with tokens, stake points and an item, before any server runs."""
    database = Database(folder / "roundhouse.db")

    def make(connection):
        made = {}
        for name in ("boss", *NAMES):
            player = players.create(connection, name=name, kind="bot", now_ms=1)[0]
            made[name] = tokens.make(connection, player.id, "season", 1)[0]
        players.change(connection, players.find(connection, "boss").id, role="admin")
        return made

    try:
        return database.submit(make).result()
    finally:
        database.close()


def far(unit):
    """The farthest tile a unit can reach, by cost and place."""

    def choose(view):
        known = next(one for one in view["you"]["choices"] if one["unit"] == unit)
        best = max(known["reach"], key=lambda tile: (tile["cost"], tile["x"], tile["y"]))
        return [{"type": "move", "unit": unit, "to": [best["x"], best["y"]]}]

    return choose


def boost(view):
    (item,) = view["you"]["items"]["1"]  # the one that ada owns
    return [{"type": "boost", "item": item["number"], "mode": "burn", "unit": 1}]


ORDERS = {  # after which moment who gives which order
    FIRST: ("ada", far(1)),
    FIRST + SIX_HOURS: ("cleo", lambda view: [{"type": "automode", "on": True}]),
    FIRST + 2 * SIX_HOURS: ("ada", boost),
    FIRST + 5 * SIX_HOURS: ("bob", far(2)),
    FIRST + 6 * SIX_HOURS: ("dan", lambda view: [{"type": "battery", "attack": 80}]),
}
STAKES = {FIRST + SIX_HOURS: ("ada", 2500), FIRST + 5 * SIX_HOURS: ("dan", 400)}


class Servers:
    """The server, and those that come after it. In `deaths` it dies before it can note what it did."""

    def __init__(self, folder, deaths):
        self.folder = folder
        self.waiting = list(deaths)
        self.died = 0
        self.child = None

    def start(self, moment):
        job, due = self.waiting[0] if self.waiting else ("", None)
        self.child = Child(self.folder, moment, *([job, due.isoformat()] if due else ()))

    def move(self, moment):
        while not self.child.move(moment):
            self.waiting.pop(0)
            self.again(moment)

    def again(self, moment):
        self.child.kill()
        self.died += 1
        self.start(moment)

    @property
    def address(self):
        return self.child.told["address"]


def undisturbed(folder):
    """A whole season in this process."""
    folder.mkdir()
    known = prepare(folder)
    with SeasonSite(folder, analysis_rollouts=0) as site:
        left = season_of(site, known, kills=())
    return left | stored(folder, left.pop("game"))


def disturbed(folder, deaths, kills):
    """The same; at the moments of `kills` the server is killed while it has nothing to do."""
    folder.mkdir()
    known = prepare(folder)
    servers = Servers(folder, deaths)
    servers.start(FIRST - HOUR)
    with contextlib.ExitStack() as closing:
        closing.callback(lambda: servers.child.kill())
        left = season_of(servers, known, kills)
    assert servers.died == len(deaths) + len(kills)
    return left | stored(folder, left.pop("game"))


def ask(servers, token, method, path, data=None):
    headers = {"authorization": f"Bearer {token}"}
    answer = httpx.request(method, servers.address + path, json=data, headers=headers, timeout=120)
    assert answer.status_code < 300, answer.text
    return answer


def act(servers, token, match, choose):
    """A bot comes over a WebSocket, plays what `choose` makes of its view, and goes."""
    with connect(servers.address.replace("http", "ws") + "/ws", max_size=None, open_timeout=120) as socket:
        seat = Seat(socket, token, match)
        return seat.act(*choose(seat.hear("turn")["view"]))


def season_of(servers, known, kills):
    boss = known["boss"]
    dates = {"name": "Autumn", "start": day(0), "end": day(3)}
    season = ask(servers, boss, "POST", "/api/seasons", dates).json()
    wanted = {"name": "Void", "teams": team_list(), "settings": SETTINGS}
    game = ask(servers, boss, "POST", f"/api/seasons/{season['id']}/games", wanted).json()
    ask(servers, boss, "POST", "/api/templates/boost-overcharge/mint", {"to": "ada"})
    for name in NAMES:
        ask(servers, known[name], "POST", "/api/me/stake", {"points": 10_000})
    match = ""
    for moment in MOMENTS:
        servers.move(moment)
        if moment in STAKES:
            name, points = STAKES[moment]
            ask(servers, known[name], "POST", "/api/me/stake", {"points": points})
        if moment in ORDERS:
            name, choose = ORDERS[moment]
            match = match or ask(servers, boss, "GET", f"/api/season-games/{game['id']}").json()["match"]
            assert act(servers, known[name], match, choose) == ["accepted"], moment
        if moment in kills:
            servers.again(moment)
    found = ask(servers, boss, "GET", f"/api/seasons/{season['id']}").json()
    lines = ask(servers, boss, "GET", "/api/ledger?limit=100").json()["lines"]
    record = from_bytes(ask(servers, boss, "GET", f"/api/matches/{match}/record").content)
    replay = Replay(record.game, record.setup)
    for entry in record.entries:
        replay.enter(entry)
    return {
        "game": game["id"],
        "digest": digest_of(replay.state),
        "entries": [(entry.kind, entry.seat, entry.row) for entry in record.entries],
        "table": found["table"],
        "states": (found["state"], found["games"][0]["state"], found["games"][0]["turn"]),
        "ledger": [tuple(line[key] for key in ("kind", "item", "giver", "taker", "turn")) for line in lines],
    }


def stored(folder, game_id):
    """The log of jobs, and what the power source said."""
    database = Database(folder / "roundhouse.db")
    try:
        with database.engine.connect() as connection:
            runs = job_log.lines(connection, limit=1000)
            power = store.power_of(connection, game_id)
    finally:
        database.close()
    return {
        "log": sorted((run.job, run.key, run.due_ms, run.ran_ms, run.by, run.outcome, str(run.detail)) for run in runs),
        "power": {number: (one.stake, one.code, one.due_ms) for number, one in power.items()},
    }


@pytest.mark.timeout(900)
@pytest.mark.rule("BOI-232", "BOI-233", "BOI-234", "BOI-238")
def test_a_season_with_a_killed_server_is_the_same_season(tmp_path):
    calm = undisturbed(tmp_path / "calm")
    assert calm["states"] == ("ended", "ended", 12)
    assert [line[0] for line in calm["ledger"]] == ["burn", "mint"]
    deaths = [
        ("season_start", FIRST),
        ("turn_end", FIRST + 2 * SIX_HOURS),
        ("maintenance", FIRST + DAY + MAINTENANCE),
        ("season_end", FIRST + 3 * DAY),
    ]
    killed = disturbed(tmp_path / "killed", deaths, kills=[FIRST + 2 * SIX_HOURS])
    for what, was in calm.items():
        assert killed[what] == was, what
    turns = [key for job, key, *_ in killed["log"] if job == "turn_end"]
    assert sorted(turns) == sorted(f"1/{turn}" for turn in range(1, 13))  # each once
