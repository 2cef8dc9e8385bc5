"""The players that `roundhouse bot new --wire` makes play whole games beside one as students published them."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.games.dungeon.server.wire.sloppy_program import Sloppy
from tests.games.dungeon.server.wire.wire_site import AMQP, Proxy, asking, end_round, names, needs_rabbitmq, wired
from tests.scale import LONG, amount

from roundhouse.match.record import from_bytes
from roundhouse.match.verification import verify
from roundhouse.sdk import bot_folder, kits

ROUNDS = amount(24, 60)
AWAY = ROUNDS // 2  # the round in which everything is away
KILLED = ROUNDS // 3  # the round after which the first player is killed and started again
PATIENCE_S = 90
PLAYING = {"round_ms": 3_600_000, "early_close": True, "map_side": 9, "desert_factor": 0}
USUAL = {"r2": ("python", "java"), "r1": ("typescript", "rust")}
TSC = Path(__file__).resolve().parents[5] / "web" / "node_modules" / ".bin" / "tsc"


def command_of(language, folder, wire):
    """What runs a new player; built where that is needed. Node runs TypeScript itself from 22.18 on."""
    made = bot_folder.create_wire(folder, language, "dungeon", wire)
    tool = kits.program(made.tool)
    if tool is None:
        pytest.skip(f"{made.tool} is not installed")
    if language == "typescript":
        if not TSC.exists():
            pytest.skip("the web client's packages are not installed")
        command = [str(TSC), "--noCheck", "--target", "es2022", "--module", "esnext", "--outDir", "out", made.file]
        subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=PATIENCE_S)
        (folder / "out" / "player.js").rename(folder / "player.mjs")
        return [tool, "player.mjs"]
    if made.build:
        subprocess.run([tool, *made.build[1:]], cwd=folder, check=True, capture_output=True, timeout=PATIENCE_S)
        return list(made.run)
    return [sys.executable if language == "python" else tool, *made.run[1:]]


class Player:
    """A process; `rounds` is what it said it had in every round."""

    def __init__(self, command, folder, name, rest, amqp):
        self.command = [*command, name]
        self.folder = folder
        self.name = name
        self.rounds = {}
        self.said = []
        self._environment = os.environ | {"DUNGEON_REST": rest, "DUNGEON_BROKER": amqp}
        self._news = asyncio.Event()

    async def start(self):
        self.process = await asyncio.create_subprocess_exec(
            *self.command, cwd=self.folder, env=self._environment,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
        )  # fmt: skip
        self._reading = asyncio.create_task(self._read(self.process.stdout))

    async def _read(self, stream):
        async for line in stream:
            text = line.decode().strip()
            self.said.append(text)
            if text.startswith("round "):
                number, _, rest = text[6:].partition(": ")
                self.rounds[int(number)] = int(rest.split()[0])
            self._news.set()

    async def until(self, found):
        try:
            async with asyncio.timeout(PATIENCE_S):
                while not found():
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            raise AssertionError(f"{self.command[-2]} waits for ever:\n" + "\n".join(self.said[-20:])) from None

    async def kill(self):
        self.process.kill()
        await self.process.wait()
        await self._reading

    @property
    def journal(self):
        return (self.folder / f"{self.name}.journal").read_text(encoding="utf-8")


@needs_rabbitmq
@pytest.mark.slow
@pytest.mark.rule("DUN-224", "DUN-228", "DUN-230")
@pytest.mark.parametrize("wire", ["r2", "r1"])
def test_the_players_that_we_give_play_a_game_beside_a_sloppy_one(tmp_path, caplog, wire):
    languages = tuple(kits.WIRE_LANGUAGES) if LONG else USUAL[wire]
    commands = {language: command_of(language, tmp_path / language, wire) for language in languages}
    broker = Proxy()
    broker.open()
    with (
        names("sloppy", *languages) as made,
        wired(tmp_path, wire, broker=f"amqp://guest:guest@127.0.0.1:{broker.port}/", game=PLAYING) as site,
        asking(site) as client,
    ):
        rest = Proxy("127.0.0.1", int(site.wire.rpartition(":")[2]))
        rest.open()
        client.post("/games", json={"maxRounds": ROUNDS, "maxPlayers": len(made)})
        amqp, address = f"amqp://guest:guest@127.0.0.1:{broker.port}/", f"http://127.0.0.1:{rest.port}"
        ways = zip(commands.items(), made[1:], strict=True)
        players = [Player(command, tmp_path / key, name, address, amqp) for (key, command), name in ways]
        sloppy = asyncio.run(played(site, players, made[0], (broker, rest), wire))
        game, view = site.server.context.plugins["dungeon"].spaces.shared.last
        record = from_bytes(client.get(f"{site.address}/api/matches/{game.match}/record").content)
        rest.close()
        broker.close()
    assert verify(record).ok
    check(players, sloppy, view)
    assert [record for record in caplog.records if record.levelno >= 40] == []


async def played(site, players, name, proxies, wire):
    sloppy = Sloppy(name, site.wire, AMQP, wire)
    try:
        await sloppy.begin()
        for player in players:
            await player.start()
        for player in players:
            await player.until(lambda player=player: any(line.startswith("joining 200") for line in player.said))
        await sloppy.rest.post(f"/games/{sloppy.game}/gameCommands/start")
        for number in range(1, ROUNDS + 1):
            await round_of(site, sloppy, players, number, proxies)
        for player in players:
            await player.until(lambda player=player: "a game is ended" in player.said)
    finally:
        await sloppy.close()
        for player in players:
            await player.kill()
    return sloppy


async def round_of(site, sloppy, players, number, proxies):
    if number == AWAY:
        for proxy in proxies:
            proxy.close()
    for player in players if number != AWAY else ():
        await player.until(lambda player=player: number in player.rounds)
    while (await sloppy.rest.get("/games")).json()[0]["currentRoundNumber"] != number:
        pass
    await asyncio.to_thread(end_round, site)
    if number == AWAY:
        for proxy in proxies:
            proxy.open()
    if number == KILLED:
        await players[0].kill()
        await players[0].start()


def check(players, sloppy, view):
    for player in players:
        said = "\n".join(player.said[-40:])
        assert player.rounds[5] >= 5, said
        assert player.rounds[KILLED + 1] > 0, "the journal brings back what it knew"
        assert "RobotResourceMined" in player.journal, said
        assert not LONG or "TradableSold" in player.journal, said
        assert player.rounds[ROUNDS] >= 5, said
    assert any("TradableSold" in player.journal for player in players), "in the short game not all fill their cargo"
    assert sloppy.robots
    assert not set(sloppy.attacks) & set(sloppy.robots), "nobody shoots at itself who looks at the notion"
    assert len(view.players) == len(players) + 1


@pytest.mark.rule("DUN-228")
@pytest.mark.parametrize("wire", ["r2", "r1"])
@pytest.mark.parametrize("language", kits.WIRE_LANGUAGES)
def test_a_player_is_one_readable_file_that_knows_its_wire(language, wire):
    text = kits.wire_kit("dungeon", language, wire)
    assert len(text.splitlines()) < 400
    assert max(map(len, text.splitlines())) <= 120
    assert "kit:" not in text
    (line,) = [one for one in text.splitlines() if "which generation" in one]
    assert wire in line.partition("//")[0].partition("#")[0]
    assert "DUNGEON_REST" in text
    assert "DUNGEON_BROKER" in text


def test_no_other_wire_or_game_has_players():
    for game, language, wire in (("dungeon", "python", "k1"), ("rally", "python", "r2"), ("dungeon", "c", "r2")):
        with pytest.raises(kits.KitError, match="there is no player"):
            kits.wire_kit(game, language, wire)
